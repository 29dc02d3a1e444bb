//! What one column can hold, place by place.
//!
//! Comes in: a column that an expression looks at. Goes out: an [`Axis`] with a place for each of its values, if they are few; and
//! for rows, the places of their values. It must never know the expression. Start with [`Axis::new`].

use super::cuts::LookedAt;
use crate::engine::batch::{Batch, Known, Lane, Values, View};
use crate::ruleset::Ruleset;
use crate::sheet::{Column, ColumnId, Data, IntegerSlice, LinkId};
use crate::value::{Interval, Kind, Symbol, Type, Value};
use std::collections::BTreeSet;
use std::ops::Range;

/// No place.
const NOWHERE: u16 = u16::MAX;
/// Where a column is cut more often than this, each of its values has a place of its own: each cut is a pass over the rows.
const CUTS: usize = 12;
/// So many choices are looked for one after the other; more are looked up.
const CHOICES: usize = 4;
/// Symbols are looked up by their numbers up to this one: those of a format come first.
const SYMBOLS: u32 = 1 << 12;

/// The values of a column, one place each; then a place for a missing one, where it may be missing.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The column.
    pub column: ColumnId,
    /// The way to its row.
    pub path: Vec<LinkId>,
    /// What it is declared to hold.
    pub ty: Type,
    points: Points,
    /// How many places.
    pub count: usize,
    /// By how many bits its places are moved, to stand beside those of other axes.
    pub shift: u32,
}

#[derive(Debug, Clone)]
enum Points {
    /// From the first, up to so many beyond it.
    Integers { first: i64, last: i64 },
    /// Of the same, those before the first cut, those between two, and those from the last one on.
    Parts { first: i64, last: i64, cuts: Vec<i64> },
    /// No, then yes.
    Flags,
    /// The choices, and by the number of a symbol its place.
    Symbols { choices: Vec<Symbol>, places: Vec<u16> },
}

impl Axis {
    /// `None` where the column can hold more than `most` values that the expression tells apart.
    pub fn new(ruleset: &Ruleset, seen: &LookedAt<'_>, most: usize) -> Option<Self> {
        let (column, ty) = (seen.column, seen.ty);
        let (points, values) = match &ty.kind {
            Kind::Integer => {
                let (first, last) = ends(ruleset, column)?;
                let last = last.checked_sub(first).filter(|last| *last >= 0)?;
                let cuts = seen.cuts.as_ref().map(|cuts| within(cuts, first, last));
                match cuts.filter(|cuts| cuts.len() <= CUTS && last <= i64::from(i16::MAX)) {
                    Some(cuts) => {
                        let parts = cuts.len() + 1;
                        (Points::Parts { first, last, cuts }, parts)
                    }
                    None => (Points::Integers { first, last }, usize::try_from(last).ok()?.checked_add(1)?),
                }
            }
            Kind::Flag => (Points::Flags, 2),
            Kind::Choice(choices) => {
                let greatest = choices.iter().map(|choice| choice.0).max().filter(|most| *most < SYMBOLS)?;
                let mut places = vec![NOWHERE; greatest as usize + 1];
                for (place, choice) in (0..).zip(choices.iter()) {
                    places[choice.0 as usize] = place;
                }
                (Points::Symbols { choices: choices.to_vec(), places }, choices.len())
            }
            Kind::Number | Kind::Text | Kind::Date | Kind::Duration | Kind::Unknown => return None,
        };
        let count = values.checked_add(usize::from(ty.optional)).filter(|count| *count <= most)?;
        Some(Self { column, path: seen.path.to_vec(), ty: ty.clone(), points, count, shift: 0 })
    }

    /// How many bits the number of a place has.
    pub fn bits(&self) -> u32 {
        self.count.next_power_of_two().trailing_zeros()
    }

    /// The value at a place, or one of those that share it.
    pub fn value(&self, place: usize) -> Value {
        if self.ty.optional && place + 1 == self.count {
            return Value::Missing;
        }
        match &self.points {
            Points::Integers { first, .. } => {
                i64::try_from(place).map_or(Value::Missing, |place| Value::Integer(first + place))
            }
            Points::Parts { first, cuts, .. } => {
                let beyond = place.checked_sub(1).and_then(|cut| cuts.get(cut));
                Value::Integer(first + beyond.copied().unwrap_or_default())
            }
            Points::Flags => Value::Flag(place == 1),
            Points::Symbols { choices, .. } => {
                choices.get(place).map_or(Value::Missing, |&it| Value::Text(it))
            }
        }
    }

    /// A column without a row, for values of this axis.
    pub fn empty(&self) -> Column {
        Column::full(Data::empty(&self.ty.kind))
    }

    /// Adds the places of these rows of its column, which is one of the same sheet, to those of the axes before; `false` where a
    /// value has none. `None` where not all are known, or another way is as good.
    pub fn mark_own(&self, column: &Column, rows: Range<usize>, all: &mut [u16]) -> Option<bool> {
        if column.known.is_some() {
            return None;
        }
        match (&self.points, &column.data) {
            (Points::Integers { first, last }, Data::Integer(values)) => {
                let shift = self.shift;
                Some(offsets(values.slice(rows), (*first, *last), all, |all, offset| *all |= offset << shift))
            }
            (Points::Parts { first, last, cuts }, Data::Integer(values)) => {
                let mut beyond = vec![0_u16; rows.len()];
                let put = |beyond: &mut u16, offset| *beyond = offset;
                let are_there = offsets(values.slice(rows), (*first, *last), &mut beyond, put);
                // A short pass over the rows for each cut: each takes several of them at a time.
                for &cut in cuts {
                    let cut = low_bits(cut);
                    for (all, &beyond) in all.iter_mut().zip(&beyond) {
                        *all += u16::from(beyond >= cut) << self.shift;
                    }
                }
                Some(are_there)
            }
            (Points::Symbols { choices, .. }, Data::Symbol(values)) if choices.len() <= CHOICES => {
                let mut found = 0;
                for (place, choice) in (0_u16..).zip(choices) {
                    for (all, symbol) in all.iter_mut().zip(&values[rows.clone()]) {
                        found += u32::from(symbol == choice);
                        *all |= if symbol == choice { place << self.shift } else { 0 };
                    }
                }
                Some(found as usize == rows.len())
            }
            (Points::Integers { .. } | Points::Parts { .. } | Points::Flags | Points::Symbols { .. }, _) => {
                None
            }
        }
    }

    /// Adds the places of these values to those of the axes before; `false` where a value has none.
    #[must_use]
    pub fn mark(&self, batch: &Batch<'_>, all: &mut [u16]) -> bool {
        match (&self.points, &batch.values) {
            (Points::Integers { first, last }, Values::Integer(lane)) => {
                self.put(lane, &batch.known, all, |value| {
                    let place = value.wrapping_sub(*first);
                    Spot { place: low_bits(place), is_there: (0..=*last).contains(&place) }
                })
            }
            (Points::Parts { first, last, cuts }, Values::Integer(lane)) => {
                self.put(lane, &batch.known, all, |value| {
                    let beyond = value.wrapping_sub(*first);
                    let place = (0..).zip(cuts).take_while(|(_, cut)| **cut <= beyond).count();
                    Spot {
                        place: u16::try_from(place).unwrap_or(NOWHERE),
                        is_there: (0..=*last).contains(&beyond),
                    }
                })
            }
            (Points::Flags, Values::Flag(lane)) => {
                self.put(lane, &batch.known, all, |flag| Spot { place: u16::from(flag), is_there: true })
            }
            (Points::Symbols { places, .. }, Values::Symbol(lane)) => {
                self.put(lane, &batch.known, all, |symbol| {
                    let place = places.get(symbol.0 as usize).copied().unwrap_or(NOWHERE);
                    Spot { place, is_there: place != NOWHERE }
                })
            }
            (Points::Integers { .. } | Points::Parts { .. } | Points::Flags | Points::Symbols { .. }, _) => {
                false
            }
        }
    }

    fn put<T: Copy>(
        &self,
        lane: &Lane<'_, T>,
        known: &Known<'_>,
        all: &mut [u16],
        spot: impl Fn(T) -> Spot,
    ) -> bool {
        let shift = self.shift;
        let mut are_there = true;
        match (known, lane.view()) {
            (None, View::Same(value)) => {
                let Spot { place, is_there } = spot(value);
                are_there = is_there;
                all.iter_mut().for_each(|all| *all |= place << shift);
            }
            (None, View::Each(values)) => {
                for (all, &value) in all.iter_mut().zip(values) {
                    let Spot { place, is_there } = spot(value);
                    are_there &= is_there;
                    *all |= place << shift;
                }
            }
            (Some(known), _) => {
                let Some(missing) = self.ty.optional.then_some(self.count - 1) else { return false };
                let missing = u16::try_from(missing).unwrap_or(NOWHERE);
                for (row, all) in all.iter_mut().enumerate() {
                    let own = spot(lane.get(row));
                    let Spot { place, is_there } =
                        if known.get(row) { own } else { Spot { place: missing, is_there: true } };
                    are_there &= is_there;
                    *all |= place << shift;
                }
            }
        }
        are_there
    }
}

/// The place of a value, and whether it has one.
struct Spot {
    place: u16,
    is_there: bool,
}

/// How far each value lies beyond the first; whether none lies before it or is more than `last` beyond it.
#[inline]
fn offsets(
    values: IntegerSlice<'_>,
    (first, last): (i64, i64),
    out: &mut [u16],
    put: impl Fn(&mut u16, u16),
) -> bool {
    match (values, i16::try_from(first), i16::try_from(first + last)) {
        // What lies before the first comes to more than `last` beyond it, as both ends are small.
        (IntegerSlice::Small(values), Ok(first), Ok(_)) => {
            let (first, last) = (first.cast_unsigned(), low_bits(last));
            let mut beyond = 0;
            for (out, value) in out.iter_mut().zip(values) {
                let offset = value.cast_unsigned().wrapping_sub(first);
                beyond |= offset.saturating_sub(last);
                put(out, offset);
            }
            beyond == 0
        }
        (IntegerSlice::Small(_), _, _) => {
            offsets(IntegerSlice::Wide(&values.to_wide()), (first, last), out, put)
        }
        (IntegerSlice::Wide(values), _, _) => {
            // The sign is set where a value lies before the first or too far beyond it. The values are passed over twice, as
            // either loop alone takes several of them at a time.
            let beyond = values.iter().fold(0, |beyond, value| {
                let offset = value.wrapping_sub(first);
                beyond | offset | last.wrapping_sub(offset)
            });
            let first = low_bits(first);
            for (out, &value) in out.iter_mut().zip(values) {
                put(out, low_bits(value).wrapping_sub(first));
            }
            beyond >= 0
        }
    }
}

#[inline]
fn low_bits(value: i64) -> u16 {
    let [low, high, ..] = value.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// The cuts that lie between the first value and the one that is so far beyond it, as far as they are beyond the first.
fn within(cuts: &BTreeSet<i64>, first: i64, last: i64) -> Vec<i64> {
    let beyond = cuts.iter().filter_map(|cut| cut.checked_sub(first));
    beyond.filter(|cut| (1..=last).contains(cut)).collect()
}

/// The least and the greatest integer that a column can hold.
fn ends(ruleset: &Ruleset, column: ColumnId) -> Option<(i64, i64)> {
    if let Some(&ends) = ruleset.narrow.get(&column) {
        return Some(ends);
    }
    let Interval { low, high } = *ruleset.column(column).ty.range;
    Some((low?.at.floor().to_i64()?, high?.at.ceil().to_i64()?))
}
