//! Columns back in the order of the log.
//!
//! A long column is dear to make room for, so the room of one that has been put back is that of the next. It must never
//! know why rows stand where they do. Start with [`Restore::column`].

use crate::sheet::{Column, Data, Integers};
use crate::value::{Rational, Symbol};

/// Room that is used again.
#[derive(Default)]
pub(super) struct Restore {
    small: Vec<i16>,
    wide: Vec<i64>,
    numbers: Vec<Rational>,
    flags: Vec<bool>,
    symbols: Vec<Symbol>,
}

impl Restore {
    /// The column whose rows stand at these places of another.
    pub(super) fn column(&mut self, column: Column, places: &[u32]) -> Column {
        let data = match column.data {
            Data::Integer(Integers::Small(values)) => {
                Data::Integer(Integers::Small(taken(values, places, &mut self.small)))
            }
            Data::Integer(Integers::Wide(values)) => {
                Data::Integer(Integers::Wide(taken(values, places, &mut self.wide)))
            }
            Data::Number(values) => Data::Number(taken(values, places, &mut self.numbers)),
            Data::Flag(values) => Data::Flag(taken(values, places, &mut self.flags)),
            Data::Symbol(values) => Data::Symbol(taken(values, places, &mut self.symbols)),
        };
        let known = column.known.filter(|known| known.contains(&false));
        Column { data, known: known.map(|known| taken(known, places, &mut self.flags)) }
    }
}

fn taken<T: Copy>(values: Vec<T>, places: &[u32], room: &mut Vec<T>) -> Vec<T> {
    let mut out = std::mem::take(room);
    out.clear();
    out.extend(places.iter().map(|&place| values[place as usize]));
    *room = values;
    out
}
