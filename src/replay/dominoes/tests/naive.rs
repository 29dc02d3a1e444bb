//! The rules of dominoes once more, in the plainest way: lists of pairs, and everything found anew from the history.

use crate::replay::{Choice, Fact, Facts, Thing};

pub(super) type Pair = (u8, u8);

/// How the house plays.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub set: u8,
    pub drawing: &'static str,
    pub asleep: usize,
    pub lines: usize,
    pub double_ends: usize,
    pub spinner: Option<usize>,
}

impl Rules {
    pub fn settings(&self) -> Vec<(&'static str, Choice<'static>)> {
        let number = |number: usize| Choice::Number(i64::try_from(number).unwrap());
        let mut all = vec![
            ("set", Choice::Number(i64::from(self.set))),
            ("drawing", Choice::Name(self.drawing)),
            ("asleep", number(self.asleep)),
            ("lines", number(self.lines)),
            ("double_ends", number(self.double_ends)),
        ];
        all.extend(self.spinner.map(|spinner| ("spinner", number(spinner))));
        all
    }
}

/// What somebody does, as it would be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Play(Pair, Option<u8>, bool),
    Draw(Pair),
    Say(&'static str),
}

#[derive(Debug, Clone)]
pub(super) struct Naive {
    pub rules: Rules,
    pub hands: Vec<Vec<Pair>>,
    pub stock: Vec<Pair>,
    lines: Vec<Vec<u8>>,
    doubles: usize,
    concealed: Vec<Vec<Pair>>,
    /// Each move, and how many tiles could be drawn after it.
    history: Vec<(usize, Deed, usize)>,
}

impl Naive {
    pub fn new(rules: Rules, hands: Vec<Vec<Pair>>) -> Self {
        let all = (0..=rules.set).flat_map(|low| (low..=rules.set).map(move |high| (low, high)));
        let stock = all.filter(|pair| !hands.iter().any(|hand| hand.contains(pair))).collect();
        let concealed = vec![Vec::new(); hands.len()];
        Self { rules, hands, stock, lines: Vec::new(), doubles: 0, concealed, history: Vec::new() }
    }

    /// Whose turn it is, once somebody has begun.
    pub fn turn(&self) -> Option<usize> {
        let (player, deed, _) = self.history.last()?;
        Some(if matches!(deed, Deed::Draw(_)) { *player } else { (player + 1) % self.hands.len() })
    }

    pub fn to_draw(&self) -> usize {
        if self.rules.drawing == "none" { 0 } else { self.stock.len().saturating_sub(self.rules.asleep) }
    }

    /// Who said last, one after the other, that they can play nothing, when there was nothing to draw.
    fn round(&self) -> Vec<usize> {
        let silent = self.history.iter().rev();
        let silent = silent.take_while(|(_, deed, left)| matches!(deed, Deed::Say(_)) && *left == 0);
        let mut round: Vec<usize> = silent.map(|(player, ..)| *player).collect();
        round.reverse();
        round
    }

    pub fn is_over(&self) -> bool {
        self.hands.iter().any(Vec::is_empty) || self.round().len() >= self.hands.len()
    }

    fn drew(&self) -> bool {
        matches!(self.history.last(), Some((_, Deed::Draw(_), _)))
    }

    /// Every table that comes of laying a tile, by whether it opens a line and the number it is laid at.
    fn tables(&self, tile: Pair) -> Vec<(Option<u8>, Vec<Vec<u8>>)> {
        let is_double = tile.0 == tile.1;
        let gives = match self.doubles {
            _ if !is_double => 1,
            0 => self.rules.spinner.unwrap_or(self.rules.double_ends),
            _ => self.rules.double_ends,
        };
        let mut tables = Vec::new();
        if self.lines.len() < self.rules.lines {
            let mut lines = self.lines.clone();
            lines.push(if is_double { vec![tile.0; gives + 1] } else { vec![tile.0, tile.1] });
            tables.push((None, lines));
        }
        for (line, ends) in self.lines.iter().enumerate() {
            for (place, end) in ends.iter().enumerate() {
                let other = if *end == tile.0 { tile.1 } else { tile.0 };
                if *end == tile.0 || *end == tile.1 {
                    let mut lines = self.lines.clone();
                    lines[line] = [&ends[..place], &vec![other; gives], &ends[place + 1..]].concat();
                    tables.push((Some(*end), lines));
                }
            }
        }
        tables
    }

    pub fn playable(&self, player: usize) -> Vec<Pair> {
        let hand = self.hands[player].iter().copied();
        let mut playable: Vec<Pair> = hand.filter(|tile| !self.tables(*tile).is_empty()).collect();
        playable.sort_unstable();
        playable
    }

    /// The table after a tile is laid, if the record says clearly which.
    fn laid(&self, tile: Pair, at: Option<u8>, new: bool) -> Option<Vec<Vec<u8>>> {
        let mut tables = self.tables(tile);
        let opens = new || self.lines.is_empty() && at.is_none();
        tables.retain(|(end, _)| if opens { end.is_none() } else { end.is_some() });
        tables.retain(|(end, _)| at.is_none() || *end == at);
        let mut ends: Vec<Vec<u8>> = tables.iter().map(|(_, lines)| lines.concat()).collect();
        ends.iter_mut().for_each(|ends| ends.sort_unstable());
        ends.sort_unstable();
        ends.dedup();
        (ends.len() == 1).then(|| tables.swap_remove(0).1)
    }

    /// Makes a move; whether it may be made.
    pub fn does(&mut self, player: usize, deed: Deed) -> bool {
        if player >= self.hands.len() || self.is_over() || self.turn().is_some_and(|turn| turn != player) {
            return false;
        }
        let could = self.playable(player);
        match deed {
            Deed::Play(tile, at, new) => {
                let Some(lines) = self.laid(tile, at, new) else { return false };
                let Some(place) = self.hands[player].iter().position(|held| *held == tile) else {
                    return false;
                };
                self.hands[player].remove(place);
                self.lines = lines;
                self.doubles += usize::from(tile.0 == tile.1);
            }
            Deed::Draw(tile) => {
                let again = self.drew() && self.rules.drawing == "one";
                let Some(place) = self.stock.iter().position(|left| *left == tile) else { return false };
                if self.to_draw() == 0 || again {
                    return false;
                }
                self.stock.remove(place);
                self.hands[player].push(tile);
            }
            Deed::Say(word) => {
                let used_up = self.to_draw() == 0;
                let may_pass = used_up || self.drew() && self.rules.drawing == "one";
                let fits = match word {
                    "passes" => may_pass,
                    "declares" => used_up && self.round().is_empty(),
                    _ => !self.round().is_empty(),
                };
                if !fits {
                    return false;
                }
            }
        }
        if !matches!(deed, Deed::Play(..)) && self.concealed[player].is_empty() {
            self.concealed[player] = could;
        }
        self.history.push((player, deed, self.to_draw()));
        true
    }

    /// The facts as they should be told.
    pub fn facts(&self, places: &[(usize, &'static str)]) -> Vec<Facts> {
        let tiles = |tiles: &[Pair]| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            let named = tiles.iter().map(|(a, b)| vec![("a", u32::from(*a)), ("b", u32::from(*b))]);
            Fact::List(named.collect())
        };
        let ends = self.lines.concat().iter().map(|end| u32::from(*end)).collect();
        let game = vec![("ends", Fact::Numbers(ends)), ("stock", tiles(&self.stock))];
        let mut all = vec![Facts { of: Thing::Game, facts: game }];
        let round = self.round();
        for (player, (side, part)) in places.iter().enumerate() {
            let said = round.iter().position(|other| *other == player).map_or(0, |place| place + 1);
            all.push(Facts {
                of: Thing::PartOf(*side, part),
                facts: vec![
                    ("tiles", tiles(&self.hands[player])),
                    ("said", Fact::Number(u32::try_from(said).unwrap())),
                    ("concealed", tiles(&self.concealed[player])),
                ],
            });
        }
        all
    }
}
