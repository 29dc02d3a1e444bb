//! The rows of one sheet, those of a wave side by side.
//!
//! Comes in: the wave of each row. Goes out: an order of the rows, and which of them a wave has. Inside a wave rows keep
//! the order of the log. Start with [`Rows::new`].

use crate::sheet::row_id;
use std::cell::OnceCell;
use std::ops::Range;

/// An order of the rows of a sheet.
pub(super) struct Rows {
    /// The row of the log that stands at each place; `None` where the log has them in this order.
    pub order: Option<Vec<u32>>,
    /// The place after the last row of each wave.
    ends: Vec<usize>,
    places: OnceCell<Vec<u32>>,
}

impl Rows {
    /// Puts rows in the order of their waves, each less than `count`.
    pub(super) fn new(waves: &[u32], count: usize) -> Self {
        let mut ends = vec![0_usize; count];
        for &wave in waves {
            ends[wave as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let order = (!waves.is_sorted()).then(|| {
            let mut next: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).take(count).collect();
            let mut order = vec![0; waves.len()];
            for (row, &wave) in waves.iter().enumerate() {
                let place = &mut next[wave as usize];
                order[*place] = row_id(row);
                *place += 1;
            }
            order
        });
        Self { order, ends, places: OnceCell::new() }
    }

    /// The places of the rows of a wave.
    pub(super) fn of_wave(&self, wave: usize) -> Range<usize> {
        let start = wave.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[wave]
    }

    /// The row of the log that stands at a place.
    pub(super) fn row(&self, place: u32) -> u32 {
        match &self.order {
            Some(order) => order[place as usize],
            None => place,
        }
    }

    /// The places at which the rows of the log stand; `None` where that is what they are.
    pub(super) fn places(&self) -> Option<&[u32]> {
        let order = self.order.as_ref()?;
        let places = self.places.get_or_init(|| {
            let mut places = vec![0; order.len()];
            for (place, &row) in order.iter().enumerate() {
                places[row as usize] = row_id(place);
            }
            places
        });
        Some(places)
    }
}
