//! How long it takes to play ten thousand events of `blokus-pools` among fifteen entrants, and how long a program takes that
//! can do nothing else, written by hand in the plainest way, with machine integers and a cheap generator.
//!
//! Compare the rows of one run with one another; absolute times are those of the machine.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use rulesctl::format::{FormatFinder, Library};
use rulesctl::session::{Format, Session};
use rulesctl::simulate::{Bounds, Runs, entrants, many, play};

const EVENTS: u32 = 10_000;
const ENTRANTS: usize = 15;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn by_the_format(bencher: Bencher<'_, '_>) {
    let Format { ruleset, .. } = {
        let found = FormatFinder.find("blokus-pools", "").unwrap();
        Session::new().load("blokus-pools", &found, &FormatFinder).unwrap()
    };
    let settings = ruleset.defaults();
    let runs = Runs { events: EVENTS, seed: 7, rounds: None, edition: None };
    let field = entrants(&ruleset, &settings, u32::try_from(ENTRANTS).unwrap(), runs.seed).unwrap();
    let first = play(&ruleset, &settings, &field, runs.seed, Bounds::default()).unwrap();
    bencher
        .counter(ItemsCount::new(EVENTS))
        .bench(|| many(&ruleset, &settings, (&field, &first), runs, |_| {}).unwrap());
}

#[divan::bench(sample_count = 5)]
fn by_hand(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(EVENTS)).bench(|| Hand::new(7).play(EVENTS));
}

/// The same event, the same results on average.
struct Hand {
    random: u64,
    rating: [i64; ENTRANTS],
    born: [i64; ENTRANTS],
    /// Of each entrant how often each place was reached.
    places: Vec<u32>,
    wins: [u64; 3],
    again: u64,
    met: [u8; ENTRANTS * ENTRANTS],
    points: [i64; ENTRANTS],
    scores: [i64; ENTRANTS],
    sums: [i64; ENTRANTS],
}

impl Hand {
    fn new(seed: u64) -> Self {
        let mut hand = Self {
            random: seed,
            rating: [0; ENTRANTS],
            born: [0; ENTRANTS],
            places: vec![0; ENTRANTS * ENTRANTS],
            wins: [0; 3],
            again: 0,
            met: [0; ENTRANTS * ENTRANTS],
            points: [0; ENTRANTS],
            scores: [0; ENTRANTS],
            sums: [0; ENTRANTS],
        };
        for row in 0..ENTRANTS {
            hand.rating[row] = 1000 + hand.between(0, 1000);
            hand.born[row] = hand.between(0, 21_000);
        }
        hand
    }

    fn play(mut self, events: u32) -> (Vec<u32>, [u64; 3], u64, [i64; ENTRANTS]) {
        for _ in 0..events {
            self.event();
        }
        (self.places, self.wins, self.again, self.sums)
    }

    fn event(&mut self) {
        self.met.fill(0);
        self.points.fill(0);
        self.scores.fill(0);
        let mut order: [usize; ENTRANTS] = std::array::from_fn(|row| row);
        for round in 1..=4 {
            if round == 1 {
                order.sort_by_key(|&row| -self.rating[row]);
                for group in 0..3 {
                    for last in (1..5).rev() {
                        let other = usize::try_from(self.between(0, last)).unwrap();
                        order.swap(group * 5 + usize::try_from(last).unwrap(), group * 5 + other);
                    }
                }
            } else {
                self.rank(&mut order);
            }
            for pool in 0..5 {
                let [a, b, c] = [order[pool], order[5 + pool], order[10 + pool]];
                self.game(c, a, round);
                self.game(a, b, round);
                self.game(b, c, round);
            }
        }
        self.rank(&mut order);
        for row in 0..ENTRANTS {
            self.sums[row] += self.points[row];
        }
        let [first, second] = [self.pair(order[0], order[3]), self.pair(order[1], order[2])];
        let third = self.pair(first.1, second.1);
        let last = self.pair(first.0, second.0);
        order[..4].copy_from_slice(&[last.0, last.1, third.0, third.1]);
        for (place, &row) in order.iter().enumerate() {
            self.places[row * ENTRANTS + place] += 1;
        }
    }

    fn rank(&self, order: &mut [usize; ENTRANTS]) {
        order.sort_by_key(|&row| (-self.points[row], -self.scores[row], -self.born[row]));
    }

    /// A match of two games: who wins and who loses.
    fn pair(&mut self, one: usize, other: usize) -> (usize, usize) {
        let (first, second) = if self.next().is_multiple_of(2) { (one, other) } else { (other, one) };
        let (a, b) = self.game(first, second, 0);
        let (c, d) = self.game(second, first, 0);
        let lead = a + d - b - c;
        let wins = lead > 0 || (lead == 0 && self.next().is_multiple_of(2));
        if wins { (first, second) } else { (second, first) }
    }

    /// The scores of a game between blue and red, and yellow and green.
    fn game(&mut self, blue: usize, yellow: usize, round: u8) -> (i64, i64) {
        let lead = self.rating[blue] - self.rating[yellow];
        let (ours, bonus) = self.colours(lead, 0);
        let (theirs, other) = self.colours(-lead, 2);
        let (mine, yours) = match ours - theirs {
            19.. => (50, 0),
            10..=18 => (40, 10),
            1..=9 => (30, 20),
            0 => (20, 30),
            -12..=-1 => (10, 40),
            _ => (0, 50),
        };
        self.wins[if ours > theirs { 0 } else { 1 + usize::from(ours == theirs) }] += 1;
        if round > 0 {
            for (row, points, score) in [(blue, mine + bonus, ours), (yellow, yours + other, theirs)] {
                self.points[row] += points;
                self.scores[row] += score;
            }
            let met = &mut self.met[blue.min(yellow) * ENTRANTS + blue.max(yellow)];
            self.again += u64::from(*met > 0 && *met != round);
            *met = round;
        }
        (ours, theirs)
    }

    /// The score of two colours, and their bonus.
    fn colours(&mut self, lead: i64, handicap: i64) -> (i64, i64) {
        let (mut score, mut bonus) = (0, 0);
        for _ in 0..2 {
            let left = self.between(0, 12) + self.between(0, 12) - 1 + handicap - lead.div_euclid(200);
            let left = left.clamp(0, 89);
            let all = left == 0;
            let single = all && self.between(1, 4) == 1;
            score += 15 * i64::from(all) + 5 * i64::from(single) - left;
            bonus += 5 * i64::from(all) + 2 * i64::from(single);
        }
        (score, bonus)
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        let size = u128::from((high - low + 1).unsigned_abs());
        low + i64::try_from((u128::from(self.next()) * size) >> 64).unwrap()
    }

    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
