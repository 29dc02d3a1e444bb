//! Which of two rows comes first: the keys of an order, and the order of texts and choices.
//!
//! Comes in: columns and directions. Goes out: comparisons that are the same on every run; what is missing comes last.
//! It must never know what is done with those that are level. Start with [`Keys`].

use crate::ruleset::OrderKey;
use crate::sheet::{Column, Data, Integers, Tables};
use crate::syntax::ast::Direction;
use crate::value::{Kind, Rational, Symbol, Symbols};
use std::cmp::Ordering;

/// Rows in the order of keys that have been computed: those of one group are level. Inside a group they keep their order.
#[must_use]
pub fn levels(keys: &[OrderKey], tables: &Tables, rows: &[u32]) -> Vec<Vec<u32>> {
    let keys = Keys::new(keys, tables);
    let mut order = rows.to_vec();
    order.sort_by(|&left, &right| keys.compare(left, right));
    order.chunk_by(|&left, &right| keys.compare(left, right).is_eq()).map(<[u32]>::to_vec).collect()
}

/// The order of the two rows of a column, as this key compares them.
#[must_use]
pub fn order_of(key: &OrderKey, column: &Column) -> Ordering {
    Key { column: Some(column), descending: descends(key.direction) }.compare(0, 1)
}

/// So few rows are compared sooner than it is worked out where each of them stands.
const FEW: usize = 32;

/// The keys of an order over the rows of one sheet.
pub(super) struct Keys<'a>(Vec<Key<'a>>);

/// One key.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    column: Option<&'a Column>,
    descending: bool,
}

impl<'a> Keys<'a> {
    /// The keys over columns that have been computed.
    pub(super) fn new(keys: &[OrderKey], tables: &'a Tables) -> Self {
        Self(keys.iter().map(|key| Key::new(key, tables)).collect())
    }

    /// The values of the only key, where they are whole and all of them are there; and whether the greatest comes first.
    pub(super) fn only_whole(&self) -> Option<(&'a Integers, bool)> {
        match &*self.0 {
            [only] => only.whole(),
            _ => None,
        }
    }

    /// The order of two rows by all keys.
    pub(super) fn compare(&self, left: u32, right: u32) -> Ordering {
        self.0
            .iter()
            .map(|key| key.compare(left, right))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// A value above, and a row below: ordered as they are.
fn in_one(value: i64, row: u32, descending: bool) -> u128 {
    let value = if descending { !value } else { value };
    (u128::from(value.cast_unsigned() ^ (1 << 63)) << u32::BITS) | u128::from(row)
}

/// The row that stands below.
fn row_in(one: u128) -> u32 {
    u32::try_from(one & u128::from(u32::MAX)).unwrap_or(u32::MAX)
}

impl<'a> Key<'a> {
    /// A key over a column that has been computed.
    pub(super) fn new(key: &OrderKey, tables: &'a Tables) -> Self {
        Self { column: tables.column(key.column), descending: descends(key.direction) }
    }

    /// Puts rows in the order of this key alone, those that are level in the order of their sheet, and tells where each
    /// group of these ends. `scratch` is used again.
    pub(super) fn sort(&self, rows: &mut [u32], scratch: &mut Vec<u128>, mut ends: impl FnMut(usize)) {
        if let Some((values, descending)) = self.whole() {
            scratch.clear();
            scratch.extend(rows.iter().map(|&row| in_one(values.at(row as usize), row, descending)));
            scratch.sort_unstable();
            for (row, one) in rows.iter_mut().zip(&*scratch) {
                *row = row_in(*one);
            }
            let mut end = 0;
            for level in scratch.chunk_by(|left, right| left >> u32::BITS == right >> u32::BITS) {
                end += level.len();
                ends(end);
            }
            return;
        }
        self.sort_others(rows);
        let mut end = 0;
        for level in rows.chunk_by(|&left, &right| self.compare(left, right).is_eq()) {
            end += level.len();
            ends(end);
        }
    }

    /// Its values, where they are whole and all of them are there; and whether the greatest comes first.
    fn whole(&self) -> Option<(&'a Integers, bool)> {
        match self.column {
            Some(Column { data: Data::Integer(values), known: None }) => Some((values, self.descending)),
            Some(_) | None => None,
        }
    }

    /// Rows of a column that holds other values, or not all of them.
    fn sort_others(&self, rows: &mut [u32]) {
        match self.column {
            Some(Column { data: Data::Number(values), known }) if rows.len() > FEW => {
                let is_known = |row: u32| known.as_ref().is_none_or(|known| known[row as usize]);
                let ranked =
                    rows.iter().map(|&row| Some((self.rank(&values[row as usize], is_known(row))?, row)));
                match ranked.collect::<Option<Vec<(u64, u32)>>>() {
                    Some(mut ranked) => {
                        ranked.sort_unstable();
                        rows.iter_mut().zip(ranked).for_each(|(row, (_, ranked))| *row = ranked);
                    }
                    None => self.sort_by_comparing(rows),
                }
            }
            Some(_) | None => self.sort_by_comparing(rows),
        }
    }

    fn sort_by_comparing(&self, rows: &mut [u32]) {
        rows.sort_by(|&left, &right| self.compare(left, right).then(left.cmp(&right)));
    }

    /// A whole number in the order of which a fraction stands among others; `None` where there is none of 64 bits. Two fractions
    /// with denominators below 2^16 differ by more than 2^-32, so no two of them have the same 32 digits behind the point.
    fn rank(&self, value: &Rational, is_known: bool) -> Option<u64> {
        if !is_known {
            return Some(u64::MAX);
        }
        let above = i32::try_from(value.numerator()).ok().filter(|&above| above > i32::MIN)?;
        let below = u16::try_from(value.denominator()).ok()?;
        let place = (i64::from(above) << 32).div_euclid(i64::from(below));
        let place = if self.descending { -place } else { place };
        // Nothing is as far up as what is missing.
        Some(place.wrapping_sub(i64::MIN).cast_unsigned())
    }

    /// The order of two rows by this key alone.
    pub(super) fn compare(&self, left: u32, right: u32) -> Ordering {
        let Some(column) = self.column else {
            return Ordering::Equal;
        };
        let (left, right) = (left as usize, right as usize);
        if let Some(known) = &column.known {
            match (known[left], known[right]) {
                (true, true) => {}
                (left, right) => return right.cmp(&left),
            }
        }
        let order = match &column.data {
            Data::Integer(values) => values.at(left).cmp(&values.at(right)),
            Data::Number(values) => values[left].cmp(&values[right]),
            Data::Flag(values) => values[left].cmp(&values[right]),
            Data::Symbol(values) => values[left].cmp(&values[right]),
        };
        if self.descending { order.reverse() } else { order }
    }
}

fn descends(direction: Direction) -> bool {
    match direction {
        Direction::Highest | Direction::Latest | Direction::Longest | Direction::Yes => true,
        Direction::Lowest | Direction::Earliest | Direction::Shortest | Direction::No => false,
    }
}

/// The order of choices (as they are listed) and of texts (by their letters).
pub(super) struct SymbolOrder<'a> {
    choices: Option<&'a [Symbol]>,
    symbols: &'a Symbols,
}

impl<'a> SymbolOrder<'a> {
    /// The order inside this kind.
    pub(super) fn new(kind: &'a Kind, symbols: &'a Symbols) -> Self {
        let choices = match kind {
            Kind::Choice(choices) => Some(&**choices),
            Kind::Integer
            | Kind::Number
            | Kind::Flag
            | Kind::Text
            | Kind::Date
            | Kind::Duration
            | Kind::Unknown => None,
        };
        Self { choices, symbols }
    }

    /// The order of two symbols.
    pub(super) fn compare(&self, left: Symbol, right: Symbol) -> Ordering {
        match self.choices {
            Some(choices) => {
                let place = |symbol| choices.iter().position(|&choice| choice == symbol);
                place(left).cmp(&place(right))
            }
            None => self.symbols.text(left).cmp(self.symbols.text(right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    use crate::sheet::{Column, Data};
    use crate::value::Rational;
    use proptest::prelude::*;

    fn fraction() -> impl Strategy<Value = Rational> {
        let above =
            prop_oneof![-9_i128..9, Just(i128::from(i32::MAX)), Just(i128::from(i32::MIN)), Just(1 << 70)];
        let below = prop_oneof![1_i128..9, 65_530_i128..65_540];
        (above, below).prop_map(|(above, below)| Rational::new(above, below).unwrap())
    }

    proptest! {
        /// However fractions are sorted, they stand in the order in which they are compared, and those that are level in that
        /// of their rows.
        #[test]
        fn fractions_are_sorted_as_they_are_compared(
            cells in prop::collection::vec((fraction(), prop::bool::weighted(0.8)), 0..80),
            has_missing: bool,
            descending: bool,
        ) {
            let (values, known): (Vec<Rational>, Vec<bool>) = cells.into_iter().unzip();
            let rows = 0..u32::try_from(values.len()).unwrap();
            let column = Column { data: Data::Number(values), known: has_missing.then_some(known) };
            let key = Key { column: Some(&column), descending };
            let mut sorted: Vec<u32> = rows.rev().collect();
            key.sort(&mut sorted, &mut Vec::new(), |_| {});
            for two in sorted.windows(2) {
                let order = key.compare(two[0], two[1]).then(two[0].cmp(&two[1]));
                prop_assert!(order.is_lt(), "{two:?}");
            }
        }
    }
}
