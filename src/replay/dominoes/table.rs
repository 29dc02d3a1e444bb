//! The tiles on the table, as what can still be attached to: the open ends of all lines.
//!
//! Comes in: tiles that are laid. Goes out: open ends. It must never know whose turn it is. Start with [`Table::attach`].
//! Where the tiles lie does not matter for anything that follows, so only the ends are kept.

use super::house::House;
use super::tiles::Tile;

/// The lines on the table.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// The open ends, line by line.
    ends: Vec<u8>,
    lines: u32,
    has_spinner: bool,
}

impl Table {
    /// Every open end of every line, in order.
    pub fn ends(&self) -> &[u8] {
        &self.ends
    }

    /// How many lines there are.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// The numbers of the open ends, a bit for each.
    pub fn numbers(&self) -> u32 {
        self.ends.iter().fold(0, |numbers, end| numbers | 1 << end)
    }

    /// Whether an end with this number is open.
    pub fn is_open(&self, number: u8) -> bool {
        self.ends.contains(&number)
    }

    /// Opens a line: the lower end of its tile comes first.
    pub fn open(&mut self, tile: Tile, house: &House) {
        self.lines += 1;
        if tile.is_double() {
            let more = self.ends_of_double(house);
            self.ends.extend((0..=more).map(|_| tile.low()));
        } else {
            self.ends.extend([tile.low(), tile.high()]);
        }
    }

    /// Attaches a tile to the first open end with this number: what it opens takes the place of that end.
    pub fn attach(&mut self, tile: Tile, number: u8, house: &House) {
        let place = self.ends.iter().position(|end| *end == number);
        let (Some(place), Some(across)) = (place, tile.across(number)) else { return };
        let more = if tile.is_double() { self.ends_of_double(house) } else { 1 };
        self.ends.splice(place..=place, (0..more).map(|_| across));
    }

    /// How many ends the next double opens.
    fn ends_of_double(&mut self, house: &House) -> u32 {
        if std::mem::replace(&mut self.has_spinner, true) { house.double_ends } else { house.spinner }
    }
}
