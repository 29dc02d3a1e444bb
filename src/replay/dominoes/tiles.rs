//! Tiles, and sets of them: a whole set of dominoes, a hand, a stock.
//!
//! Comes in: numbers of pips. Goes out: tiles and sets. It must never know whose they are. Start with [`Tile`] and
//! [`Tiles`].

use std::fmt;

/// The highest number of pips of the largest set.
pub const HIGHEST: u8 = 18;

/// A tile; both ways round it is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    low: u8,
    high: u8,
}

impl Tile {
    /// A tile with these numbers of pips, where there is a set that has it.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let (low, high) = (one.min(other), one.max(other));
        (high <= HIGHEST).then_some(Self { low, high })
    }

    /// Reads `6-1`, `1-6`, `6|1` or `6:1`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (one, other) = text.split_once(['-', '|', ':'])?;
        Self::new(pips(one)?, pips(other)?)
    }

    /// The lower of its numbers.
    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    /// The higher of its numbers.
    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    /// Whether both numbers are the same.
    #[must_use]
    pub fn is_double(self) -> bool {
        self.low == self.high
    }

    /// What lies at its other end, where it has this number.
    #[must_use]
    pub fn across(self, number: u8) -> Option<u8> {
        match number {
            _ if number == self.low => Some(self.high),
            _ if number == self.high => Some(self.low),
            _ => None,
        }
    }
}

/// A number of pips of one or two digits.
pub(super) fn pips(text: &str) -> Option<u8> {
    let digits = text.trim();
    let is_number = matches!(digits.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9']);
    digits.parse().ok().filter(|_| is_number)
}

impl fmt::Display for Tile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.high, self.low)
    }
}

/// A set of tiles: for each number of pips, a bit for each number that stands beside it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tiles([u32; HIGHEST as usize + 1]);

impl Tiles {
    /// All tiles up to a number of pips.
    #[must_use]
    pub fn up_to(highest: u8) -> Self {
        let numbers = 0..=highest.min(HIGHEST);
        numbers.clone().flat_map(|low| numbers.clone().map(move |high| Tile { low, high })).collect()
    }

    /// Whether a tile is in it.
    #[must_use]
    pub fn has(&self, tile: Tile) -> bool {
        self.0[usize::from(tile.low)] >> tile.high & 1 == 1
    }

    /// Puts a tile in; whether it was not there.
    pub fn insert(&mut self, tile: Tile) -> bool {
        let is_new = !self.has(tile);
        self.0[usize::from(tile.low)] |= 1 << tile.high;
        self.0[usize::from(tile.high)] |= 1 << tile.low;
        is_new
    }

    /// Takes a tile out; whether it was there.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let was_there = self.has(tile);
        self.0[usize::from(tile.low)] &= !(1 << tile.high);
        self.0[usize::from(tile.high)] &= !(1 << tile.low);
        was_there
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        (0..).zip(&self.0).map(|(low, beside): (u32, &u32)| (beside >> low).count_ones()).sum()
    }

    /// Those that have one of these numbers, a bit for each.
    #[must_use]
    pub fn with(&self, numbers: u32) -> Self {
        self.iter().filter(|tile| (1 << tile.low | 1 << tile.high) & numbers != 0).collect()
    }

    /// Those that are not in another set.
    #[must_use]
    pub fn without(&self, others: &Self) -> Self {
        self.iter().filter(|tile| !others.has(*tile)).collect()
    }

    /// Each of them, by the lower number and then the higher.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..=HIGHEST).flat_map(move |low| {
            let beside = self.0[usize::from(low)];
            (low..=HIGHEST).filter(move |high| beside >> high & 1 == 1).map(move |high| Tile { low, high })
        })
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut all = Self::default();
        tiles.into_iter().for_each(|tile| {
            all.insert(tile);
        });
        all
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter().map(|tile| tile.to_string())).finish()
    }
}

/// So many tiles are named in a sentence; the others are counted.
const MOST_NAMED: u32 = 8;

/// Some of them, for a sentence.
impl fmt::Display for Tiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count();
        if count == 0 {
            return write!(out, "nothing");
        }
        let named = if count > MOST_NAMED + 1 { MOST_NAMED } else { count };
        for (place, tile) in (0..named).zip(self.iter()) {
            let before = match place {
                0 => "",
                _ if place + 1 == count => " and ",
                _ => ", ",
            };
            write!(out, "{before}`{tile}`")?;
        }
        if named < count { write!(out, " and {} more", count - named) } else { Ok(()) }
    }
}
