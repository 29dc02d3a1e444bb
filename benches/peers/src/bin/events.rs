//! Ten thousand events of `formats/blokus-pools.toml` with invented results, simulated by hand, with machine integers.
//!
//! `events FILE EVENTS SEED`: FILE is a list of entrants whose number is a multiple of three, with ratings and dates of birth
//! that are all different. Two threads play half of the events each. Prints what came out, as JSON, for the entrants in the
//! order of the file. The draws are others than those of the product; so the chances are the same but for chance.

use rulesctl_peers::random::Random;
use serde_json::json;
use std::error::Error;
use std::{env, fs, thread};

/// An entrant of the list.
struct Entrant {
    name: String,
    rating: i64,
    /// Year, month and day in one number, later is larger.
    born: i64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, events, seed] = &arguments[..] else { return Err("events FILE EVENTS SEED".into()) };
    let (events, seed): (u32, u64) = (events.parse()?, seed.parse()?);
    let text = fs::read_to_string(path)?;
    let entrants =
        text.lines().skip(1).map(entrant).collect::<Option<Vec<_>>>().ok_or("no list of entrants")?;
    let half = events / 2;
    let (mut hand, other) = thread::scope(|scope| {
        let other = scope.spawn(|| Hand::new(&entrants, 2 * seed + 1).play(half));
        let hand = Hand::new(&entrants, 2 * seed).play(events - half);
        (hand, other.join().expect("the other half is played"))
    });
    hand.add(&other);
    let size = entrants.len();
    let rows = entrants.iter().enumerate().map(|(row, entrant)| {
        json!({
            "entrant": entrant.name,
            "places": hand.places[row * size..][..size],
            "points": hand.sums[row].0,
            "scores": hand.sums[row].1,
        })
    });
    let rows: Vec<_> = rows.collect();
    println!("{}", json!({ "runs": events, "entrants": rows, "wins": hand.wins, "repeats": hand.repeats }));
    Ok(())
}

fn entrant(line: &str) -> Option<Entrant> {
    let mut fields = line.split(',');
    let (name, rating, born) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Entrant {
        name: name.to_owned(),
        rating: rating.parse().ok()?,
        born: born.replace('-', "").parse().ok()?,
    })
}

/// An event, and what has come out of all of them.
struct Hand<'a> {
    entrants: &'a [Entrant],
    random: Random,
    /// Of each entrant how often each place was reached.
    places: Vec<u32>,
    /// How often blue and red won, yellow and green, and nobody.
    wins: [u64; 3],
    /// Games of two who had met in a round before.
    repeats: u64,
    /// The sums of points and scores over all events.
    sums: Vec<(i64, i64)>,
    met: Vec<u8>,
    points: Vec<i64>,
    scores: Vec<i64>,
}

impl<'a> Hand<'a> {
    fn new(entrants: &'a [Entrant], seed: u64) -> Self {
        let size = entrants.len();
        Self {
            entrants,
            random: Random(seed),
            places: vec![0; size * size],
            wins: [0; 3],
            repeats: 0,
            sums: vec![(0, 0); size],
            met: vec![0; size * size],
            points: vec![0; size],
            scores: vec![0; size],
        }
    }

    fn play(mut self, events: u32) -> Self {
        for _ in 0..events {
            self.event();
        }
        self
    }

    fn add(&mut self, other: &Self) {
        self.places.iter_mut().zip(&other.places).for_each(|(sum, more)| *sum += more);
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, more)| *sum += more);
        self.repeats += other.repeats;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
    }

    fn event(&mut self) {
        self.met.fill(0);
        self.points.fill(0);
        self.scores.fill(0);
        let size = self.entrants.len();
        let group = size / 3;
        let mut order: Vec<usize> = (0..size).collect();
        for round in 1..=4 {
            if round == 1 {
                order.sort_by_key(|&row| -self.entrants[row].rating);
                for first in [0, group, 2 * group] {
                    for last in (1..group).rev() {
                        order.swap(first + last, first + self.random.below(last as u32 + 1) as usize);
                    }
                }
            } else {
                self.rank(&mut order);
            }
            for pool in 0..group {
                let [a, b, c] = [order[pool], order[group + pool], order[2 * group + pool]];
                self.game(c, a, round);
                self.game(a, b, round);
                self.game(b, c, round);
            }
        }
        self.rank(&mut order);
        for row in 0..size {
            self.sums[row] = (self.sums[row].0 + self.points[row], self.sums[row].1 + self.scores[row]);
        }
        let [first, second] = [self.pair(order[0], order[3]), self.pair(order[1], order[2])];
        let third = self.pair(first.1, second.1);
        let last = self.pair(first.0, second.0);
        order[..4].copy_from_slice(&[last.0, last.1, third.0, third.1]);
        for (place, &row) in order.iter().enumerate() {
            self.places[row * size + place] += 1;
        }
    }

    fn rank(&self, order: &mut [usize]) {
        order.sort_by_key(|&row| (-self.points[row], -self.scores[row], -self.entrants[row].born));
    }

    /// A match of two games, and the lot where it is level: who wins and who loses.
    fn pair(&mut self, one: usize, other: usize) -> (usize, usize) {
        let (first, second) = if self.random.below(2) == 0 { (one, other) } else { (other, one) };
        let (a, b) = self.game(first, second, 0);
        let (c, d) = self.game(second, first, 0);
        let lead = a + d - b - c;
        let wins = lead > 0 || (lead == 0 && self.random.below(2) == 0);
        if wins { (first, second) } else { (second, first) }
    }

    /// The scores of a game between blue and red, and yellow and green; round 0 is the final phase.
    fn game(&mut self, blue: usize, yellow: usize, round: u8) -> (i64, i64) {
        let lead = self.entrants[blue].rating - self.entrants[yellow].rating;
        let (ours, our_bonus) = self.colours(lead, 0);
        let (theirs, their_bonus) = self.colours(-lead, 2);
        let base = match ours - theirs {
            19.. => 50,
            10..=18 => 40,
            1..=9 => 30,
            0 => 20,
            -12..=-1 => 10,
            _ => 0,
        };
        self.wins[if ours > theirs { 0 } else { 1 + usize::from(ours == theirs) }] += 1;
        if round > 0 {
            for (row, points, score) in
                [(blue, base + our_bonus, ours), (yellow, 50 - base + their_bonus, theirs)]
            {
                self.points[row] += points;
                self.scores[row] += score;
            }
            let met = &mut self.met[blue.min(yellow) * self.entrants.len() + blue.max(yellow)];
            self.repeats += u64::from(*met > 0 && *met != round);
            *met = round;
        }
        (ours, theirs)
    }

    /// The score of two colours, and their bonus.
    fn colours(&mut self, lead: i64, handicap: i64) -> (i64, i64) {
        let (mut score, mut bonus) = (0, 0);
        for _ in 0..2 {
            let left =
                self.random.between(0, 12) + self.random.between(0, 12) - 1 + handicap - lead.div_euclid(200);
            let left = left.clamp(0, 89);
            let all = left == 0;
            let single = all && self.random.between(1, 4) == 1;
            score += 15 * i64::from(all) + 5 * i64::from(single) - left;
            bonus += 5 * i64::from(all) + 2 * i64::from(single);
        }
        (score, bonus)
    }
}
