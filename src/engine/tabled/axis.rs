//! What one column can hold, place by place.
//!
//! Comes in: a column that an expression looks at. Goes out: an [`Axis`] with a place for each of its values, if they are few; and
//! for rows, the places of their values. It must never know the expression. Start with [`Axis::new`].

use crate::engine::batch::{Batch, Known, Lane, Values, View};
use crate::ruleset::Ruleset;
use crate::sheet::{Column, ColumnId, Data, LinkId};
use crate::value::{Interval, Kind, Symbol, Type, Value};

/// No place.
const NOWHERE: u16 = u16::MAX;
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
    /// No, then yes.
    Flags,
    /// The choices, and by the number of a symbol its place.
    Symbols { choices: Vec<Symbol>, places: Vec<u16> },
}

impl Axis {
    /// `None` where the column can hold more than `most` different values.
    pub fn new(ruleset: &Ruleset, column: ColumnId, path: &[LinkId], ty: &Type, most: usize) -> Option<Self> {
        let (points, values) = match &ty.kind {
            Kind::Integer => {
                let (first, last) = ends(ruleset, column)?;
                let last = last.checked_sub(first).filter(|last| *last >= 0)?;
                (Points::Integers { first, last }, usize::try_from(last).ok()?.checked_add(1)?)
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
        Some(Self { column, path: path.to_vec(), ty: ty.clone(), points, count, shift: 0 })
    }

    /// How many bits the number of a place has.
    pub fn bits(&self) -> u32 {
        self.count.next_power_of_two().trailing_zeros()
    }

    /// The value at a place.
    pub fn value(&self, place: usize) -> Value {
        if self.ty.optional && place + 1 == self.count {
            return Value::Missing;
        }
        match &self.points {
            Points::Integers { first, .. } => {
                i64::try_from(place).map_or(Value::Missing, |place| Value::Integer(first + place))
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

    /// Adds the places of these values to those of the axes before; `false` where a value has none.
    #[must_use]
    pub fn mark(&self, batch: &Batch<'_>, all: &mut [u16]) -> bool {
        match (&self.points, &batch.values) {
            (Points::Integers { first, last }, Values::Integer(lane)) => {
                // The sign of `beyond` is set where the value lies below the first or above the last.
                self.put(lane, &batch.known, all, |value| {
                    let place = value.wrapping_sub(*first);
                    Spot { place: low_bits(place), beyond: place | last.wrapping_sub(place) }
                })
            }
            (Points::Flags, Values::Flag(lane)) => {
                self.put(lane, &batch.known, all, |flag| Spot { place: u16::from(flag), beyond: 0 })
            }
            (Points::Symbols { places, .. }, Values::Symbol(lane)) => {
                self.put(lane, &batch.known, all, |symbol| {
                    let place = places.get(symbol.0 as usize).copied().unwrap_or(NOWHERE);
                    Spot { place, beyond: -i64::from(place == NOWHERE) }
                })
            }
            (Points::Integers { .. } | Points::Flags | Points::Symbols { .. }, _) => false,
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
        let mut beyond = 0;
        match (known, lane.view()) {
            (None, View::Same(value)) => {
                let Spot { place, beyond: own } = spot(value);
                beyond = own;
                all.iter_mut().for_each(|all| *all |= place << shift);
            }
            (None, View::Each(values)) => {
                for (all, &value) in all.iter_mut().zip(values) {
                    let Spot { place, beyond: own } = spot(value);
                    beyond |= own;
                    *all |= place << shift;
                }
            }
            (Some(known), _) => {
                let Some(missing) = self.ty.optional.then_some(self.count - 1) else { return false };
                let missing = u16::try_from(missing).unwrap_or(NOWHERE);
                for (row, all) in all.iter_mut().enumerate() {
                    let own = spot(lane.get(row));
                    let Spot { place, beyond: own } =
                        if known.get(row) { own } else { Spot { place: missing, beyond: 0 } };
                    beyond |= own;
                    *all |= place << shift;
                }
            }
        }
        beyond >= 0
    }
}

/// The place of a value; `beyond` is negative where it has none.
struct Spot {
    place: u16,
    beyond: i64,
}

#[inline]
fn low_bits(value: i64) -> u16 {
    let [low, high, ..] = value.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// The least and the greatest integer that a column can hold.
fn ends(ruleset: &Ruleset, column: ColumnId) -> Option<(i64, i64)> {
    if let Some(&ends) = ruleset.narrow.get(&column) {
        return Some(ends);
    }
    let Interval { low, high } = ruleset.column(column).ty.range;
    Some((low?.at.floor().to_i64()?, high?.at.ceil().to_i64()?))
}
