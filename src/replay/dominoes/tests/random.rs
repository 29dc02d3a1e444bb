//! Games at random, by a second bookkeeping: every legal one is replayed to the same facts, and a changed one is legal
//! there as well or caught at the same move.

use super::naive::{Deed, Naive, Pair, Rules};
use super::replay_node;
use crate::json::Node;
use crate::replay::FaultKind;
use proptest::prelude::*;
use std::fmt::Write as _;

/// A generator of numbers: the same seed, the same game.
#[derive(Clone)]
pub(super) struct Lots(pub u64);

impl Lots {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % u64::try_from(end).unwrap()).unwrap()
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A whole game: the deal, and who does what.
#[derive(Debug, Clone)]
pub(super) struct Played {
    pub rules: Rules,
    pub hands: Vec<Vec<Pair>>,
    pub moves: Vec<(usize, Deed)>,
    pub teams: bool,
}

const DRAWING: [&str; 3] = ["until_playable", "one", "none"];
const SETS: [u8; 10] = [6, 6, 9, 12, 15, 18, 1, 2, 3, 4];

/// A legal game in which everybody moves at random, and some say what is not so.
pub(super) fn random(seed: u64) -> Played {
    let mut lots = Lots::new(seed);
    let set = lots.one(&SETS);
    let mut all: Vec<Pair> = (0..=set).flat_map(|low| (low..=set).map(move |high| (low, high))).collect();
    let players = 2 + lots.below(7.min(all.len() - 1));
    let most = (all.len() / players).min(15);
    let size = if lots.below(2) == 0 { most } else { 1 + lots.below(most) };
    let hands = (0..players).map(|_| (0..size).map(|_| all.swap_remove(lots.below(all.len()))).collect());
    let hands: Vec<Vec<Pair>> = hands.collect();
    let asleep = lots.below(4).min(all.len());
    let double_ends = lots.one(&[1, 1, 2, 3]);
    let spinner = lots.one(&[None, Some(1), Some(2), Some(3)]);
    let rules = Rules {
        set,
        drawing: lots.one(&DRAWING),
        asleep,
        lines: lots.one(&[1, 1, 1, 2, 3]),
        double_ends,
        spinner,
    };
    let teams = players >= 4 && players.is_multiple_of(2) && lots.below(2) == 0;
    let lies = lots.below(4) == 0;
    let mut game = Naive::new(rules.clone(), hands.clone());
    let mut moves = Vec::new();
    while !game.is_over() {
        let player = game.turn().unwrap_or_else(|| lots.below(players));
        let deed = choice(&game, player, lies, &mut lots);
        assert!(game.does(player, deed), "{game:?} {player} {deed:?}");
        moves.push((player, deed));
    }
    Played { rules, hands, moves, teams }
}

fn choice(game: &Naive, player: usize, lies: bool, lots: &mut Lots) -> Deed {
    let mut could = game.playable(player);
    if !could.is_empty() && (!lies || lots.below(5) > 0) {
        let tile = could.swap_remove(lots.below(could.len()));
        let ways = [(None, false), (None, true), (Some(tile.0), false), (Some(tile.1), false)];
        loop {
            let (at, new) = lots.one(&ways);
            let deed = Deed::Play(tile, at, new);
            if game.clone().does(player, deed) {
                return deed;
            }
        }
    }
    let mut others = vec![Deed::Say("passes"), Deed::Say("declares"), Deed::Say("confirms")];
    if !game.stock.is_empty() {
        others.push(Deed::Draw(lots.one(&game.stock)));
    }
    loop {
        let deed = lots.one(&others);
        if game.clone().does(player, deed) {
            return deed;
        }
    }
}

fn written((low, high): Pair, lots: &mut Lots) -> String {
    let sign = lots.one(&["-", "|", ":"]);
    if lots.below(2) == 0 { format!("{low}{sign}{high}") } else { format!("{high}{sign}{low}") }
}

impl Played {
    /// The side and the part of each player, by the teams.
    pub fn places(&self) -> Vec<(usize, &'static str)> {
        let half = self.hands.len() / 2;
        let place = |player: usize| match (self.teams, player < half) {
            (false, _) => (player, "hand"),
            (true, true) => (player, "hand"),
            (true, false) => (player - half, "partner"),
        };
        (0..self.hands.len()).map(place).collect()
    }

    /// The record, with what is left in the stock.
    pub fn json(&self, stock: Option<&[Pair]>) -> String {
        let mut lots = Lots::new(self.moves.len() as u64);
        let mut text = "{\"of\": \"dominoes\", \"deal\": {".to_owned();
        for (player, hand) in self.hands.iter().enumerate() {
            let hand: Vec<String> =
                hand.iter().map(|tile| format!("\"{}\"", written(*tile, &mut lots))).collect();
            write!(text, "{}\"P{player}\": [{}]", if player > 0 { ", " } else { "" }, hand.join(", "))
                .unwrap();
        }
        text.push_str("}, \"played\": [");
        for (number, (player, deed)) in self.moves.iter().enumerate() {
            text.push_str(if number > 0 { ",\n" } else { "" });
            let (said, more) = match deed {
                Deed::Play(tile, at, new) => {
                    let at = at.map_or(String::new(), |at| format!(", \"at\": {at}"));
                    let said = if lots.below(3) == 0 {
                        format!("[{}, {}]", tile.0, tile.1)
                    } else {
                        format!("\"{}\"", written(*tile, &mut lots))
                    };
                    (said, at + if *new { ", \"line\": \"new\"" } else { "" })
                }
                Deed::Draw(tile) => (format!("\"draws {}\"", written(*tile, &mut lots)), String::new()),
                Deed::Say(word) => (format!("\"{word}\""), String::new()),
            };
            write!(text, "{{\"P{player}\": {said}{more}}}").unwrap();
        }
        text.push(']');
        if self.teams {
            let half = self.hands.len() / 2;
            let teams: Vec<String> =
                (0..half).map(|team| format!("\"T{team}\": [\"P{team}\", \"P{}\"]", team + half)).collect();
            write!(text, ", \"teams\": {{{}}}", teams.join(", ")).unwrap();
        }
        if let Some(stock) = stock {
            let stock: Vec<String> =
                stock.iter().map(|tile| format!("\"{}\"", written(*tile, &mut lots))).collect();
            write!(text, ", \"stock\": [{}]", stock.join(", ")).unwrap();
        }
        text + "}"
    }

    pub fn node(&self) -> Node {
        super::node(&self.json(None))
    }

    /// By the second bookkeeping: the game at its end, or the number of the first move that is wrong, or of the one that
    /// is missing.
    fn judged(&self) -> Result<Naive, String> {
        let mut game = Naive::new(self.rules.clone(), self.hands.clone());
        for (number, (player, deed)) in self.moves.iter().enumerate() {
            if !game.does(*player, *deed) {
                return Err(format!("move {}, ", number + 1));
            }
        }
        if game.is_over() {
            Ok(game)
        } else {
            Err(format!("the game is not over after move {}: ", self.moves.len()))
        }
    }

    /// Changes something about one move.
    fn change(&mut self, lots: &mut Lots) {
        let all: Vec<Pair> = (0..=self.rules.set + 1)
            .flat_map(|low| (low..=self.rules.set + 1).map(move |high| (low, high)))
            .filter(|(_, high)| *high <= 18)
            .collect();
        let place = lots.below(self.moves.len());
        let player = lots.below(self.hands.len());
        let deed = match lots.below(4) {
            0 => Deed::Play(lots.one(&all), None, false),
            1 => Deed::Draw(lots.one(&all)),
            _ => Deed::Say(lots.one(&["passes", "declares", "confirms"])),
        };
        match lots.below(9) {
            0 => self.moves[place].0 = player,
            1 => self.moves[place].1 = deed,
            2 => {
                self.moves.remove(place);
            }
            3 => self.moves.insert(place, (player, deed)),
            4 => self.moves.truncate(place),
            5 => {
                let other = lots.below(self.moves.len());
                self.moves.swap(place, other);
            }
            6 => self.moves.insert(place, self.moves[place]),
            7 => self.moves.push((player, deed)),
            _ => {
                let tile = lots.one(&all);
                let any = lots.one(&all).1;
                let at = lots.one(&[None, Some(tile.0), Some(tile.1), Some(any)]);
                match &mut self.moves[place].1 {
                    Deed::Play(old, end, new) if lots.below(2) == 0 => {
                        *end = lots.one(&[None, Some(old.0), Some(old.1), at]);
                        *new = end.is_none() && lots.below(2) == 0;
                    }
                    Deed::Play(old, ..) | Deed::Draw(old) => *old = tile,
                    Deed::Say(_) => {}
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn legal_games_are_replayed_to_the_same_facts(seed in any::<u64>()) {
        let played = random(seed);
        let game = played.judged().unwrap();
        let text = played.json(Some(&game.stock));
        match replay_node(&super::node(&text), &played.rules.settings()) {
            Ok(facts) => prop_assert_eq!(facts, game.facts(&played.places())),
            Err(fault) => prop_assert!(false, "{fault:?}\n{text}\n{:?}", played.rules),
        }
        // One tile too few or too many is said.
        let mut stock = game.stock.clone();
        let found = Lots::new(seed).below(stock.len().max(1));
        if stock.is_empty() {
            stock.push((0, 0));
        } else {
            stock.remove(found);
        }
        let fault = replay_node(&super::node(&played.json(Some(&stock))), &played.rules.settings()).unwrap_err();
        prop_assert!(fault.message.contains("in the stock"), "{}", fault.message);
    }

    #[test]
    fn a_changed_move_is_legal_or_caught(seed in any::<u64>()) {
        let mut played = random(seed);
        let mut lots = Lots::new(seed ^ 0xABCD);
        played.change(&mut lots);
        if played.moves.is_empty() {
            return Ok(());
        }
        let found = replay_node(&played.node(), &played.rules.settings());
        match (found, played.judged()) {
            (Ok(facts), Ok(game)) => prop_assert_eq!(facts, game.facts(&played.places())),
            (Err(fault), Err(wanted)) => {
                prop_assert_eq!(fault.kind, FaultKind::Illegal);
                prop_assert!(fault.message.starts_with(&wanted), "{} {wanted}", fault.message);
            }
            (found, judged) => prop_assert!(
                false,
                "{found:?}\n{judged:?}\n{}\n{:?}", played.json(None), played.rules
            ),
        }
    }
}

#[test]
fn the_games_at_random_are_of_every_kind() {
    // Else the laws above would say less than they seem to.
    let all: Vec<Played> = (0..600).map(random).collect();
    let ended =
        |is: &dyn Fn(&Naive) -> bool| all.iter().filter(|played| is(&played.judged().unwrap())).count();
    assert!(ended(&|game| game.hands.iter().any(Vec::is_empty)) > 60);
    assert!(ended(&|game| game.hands.iter().all(|hand| !hand.is_empty())) > 60);
    let with = |is: &dyn Fn(&Played) -> bool| all.iter().filter(|played| is(played)).count();
    assert!((2..=8).all(|players| with(&|played| played.hands.len() == players) > 20));
    assert!(DRAWING.iter().all(|drawing| with(&|played| played.rules.drawing == *drawing) > 60));
    assert!(SETS.iter().all(|set| with(&|played| played.rules.set == *set) > 20));
    assert!(with(&|played| played.teams) > 60);
    let does = |is: &dyn Fn(&Deed) -> bool| with(&|played| played.moves.iter().any(|(_, deed)| is(deed)));
    assert!(does(&|deed| matches!(deed, Deed::Play(_, Some(_), _))) > 60);
    assert!(does(&|deed| matches!(deed, Deed::Play(_, _, true))) > 60);
    assert!(does(&|deed| matches!(deed, Deed::Draw(_))) > 60);
    for word in ["passes", "declares", "confirms"] {
        assert!(does(&|deed| *deed == Deed::Say(word)) > 60, "{word}");
    }
}
