//! An example made as plain as it can be.
//!
//! Comes in: an example, and whether a plainer one would still do. Goes out: one with no game, no value and no setting that
//! could be left out, and with small numbers where they will do. It must never know what it has to do. Start with
//! [`simplified`].

use crate::format::{ExampleEntry, Field, LiteralValue, Record};

/// Numbers that are tried instead of greater ones.
const SMALL: [i64; 6] = [0, 1, 2, 5, 10, 20];

/// The plainest example that is found.
pub(super) fn simplified(example: &ExampleEntry, holds: &dyn Fn(&ExampleEntry) -> bool) -> ExampleEntry {
    let mut work = Work { best: example.clone(), holds };
    work.shorten(|one| &mut one.games, 1);
    work.shorten(|one| &mut one.set, 0);
    work.shorten(|one| &mut one.begin, 0);
    work.shorten(|one| &mut one.entrants, 0);
    // What stands behind a place keeps its place when something behind that is taken out.
    for route in routes(&work.best).into_iter().rev() {
        work.attempt(|one| take_out(one, &route));
    }
    for route in routes(&work.best) {
        for small in SMALL {
            if work.attempt(|one| lessen(one, &route, small)) {
                break;
            }
        }
    }
    work.best
}

pub(super) struct Work<'h> {
    pub(super) best: ExampleEntry,
    pub(super) holds: &'h dyn Fn(&ExampleEntry) -> bool,
}

impl Work<'_> {
    /// Keeps a change where it changes something and the example still does.
    pub(super) fn attempt(&mut self, change: impl FnOnce(&mut ExampleEntry) -> bool) -> bool {
        let mut plainer = self.best.clone();
        let better = change(&mut plainer) && (self.holds)(&plainer);
        if better {
            self.best = plainer;
        }
        better
    }

    /// Takes items out of a list, the last first, down to so many.
    fn shorten<T>(&mut self, list: impl Fn(&mut ExampleEntry) -> &mut Vec<T>, least: usize) {
        for place in (0..list(&mut self.best).len()).rev() {
            self.attempt(|one| {
                let all = list(one);
                let can = all.len() > least && place < all.len();
                if can {
                    all.remove(place);
                }
                can
            });
        }
    }
}

/// Where a field stands: in which of the tables, and from field to field.
#[derive(Debug, Clone)]
pub(super) struct Route {
    table: usize,
    path: Vec<usize>,
}

/// The tables of an example: its games, what is recorded of entrants, what they begin with.
fn table(example: &mut ExampleEntry, number: usize) -> Option<&mut Record> {
    let ExampleEntry { games, entrants, begin, .. } = example;
    let games = games.iter_mut().map(|(record, _)| record);
    games.chain(entrants.iter_mut().chain(begin).map(|(_, record)| record)).nth(number)
}

/// The routes to all fields, each before those inside of it.
pub(super) fn routes(example: &ExampleEntry) -> Vec<Route> {
    fn inside(record: &Record, table: usize, path: &[usize], out: &mut Vec<Route>) {
        for (place, (_, field)) in record.iter().enumerate() {
            let path = [path, &[place]].concat();
            out.push(Route { table, path: path.clone() });
            if let Field::Record(inner) = field {
                inside(inner, table, &path, out);
            }
        }
    }
    let mut out = Vec::new();
    let named = example.entrants.iter().chain(&example.begin).map(|(_, record)| record);
    for (number, record) in example.games.iter().map(|(record, _)| record).chain(named).enumerate() {
        inside(record, number, &[], &mut out);
    }
    out
}

/// The table that a field stands in, and its place there.
pub(super) fn owner<'e>(example: &'e mut ExampleEntry, route: &Route) -> Option<(&'e mut Record, usize)> {
    let (&last, before) = route.path.split_last()?;
    let mut record = table(example, route.table)?;
    for &place in before {
        match record.get_mut(place) {
            Some((_, Field::Record(inner))) => record = inner,
            Some((_, Field::Value(_) | Field::List(_))) | None => return None,
        }
    }
    (last < record.len()).then_some((record, last))
}

fn take_out(example: &mut ExampleEntry, route: &Route) -> bool {
    let Some((record, place)) = owner(example, route) else { return false };
    record.remove(place);
    true
}

fn lessen(example: &mut ExampleEntry, route: &Route, small: i64) -> bool {
    let Some((record, place)) = owner(example, route) else { return false };
    match record.get_mut(place) {
        Some((_, Field::Value(literal))) => match &mut literal.value {
            LiteralValue::Integer(whole) if whole.unsigned_abs() > small.unsigned_abs() => {
                *whole = small;
                true
            }
            LiteralValue::Integer(_)
            | LiteralValue::Digits(_)
            | LiteralValue::Flag(_)
            | LiteralValue::Text(_) => false,
        },
        Some((_, Field::Record(_) | Field::List(_))) | None => false,
    }
}

/// The same example with whole numbers as near to zero as is found: one by one, and all under one name together, since what
/// lies between them may be what matters.
pub(super) fn lowered(example: &ExampleEntry, holds: &dyn Fn(&ExampleEntry) -> bool) -> ExampleEntry {
    let mut work = Work { best: example.clone(), holds };
    let mut names: Vec<String> = Vec::new();
    for route in routes(&work.best) {
        if let Some((record, place)) = owner(&mut work.best, &route)
            && !names.contains(&record[place].0.text)
        {
            names.push(record[place].0.text.clone());
        }
    }
    for name in &names {
        work.lower(|record, place| record[place].0.text == *name);
    }
    for route in routes(&work.best) {
        work.lower_one(&route);
    }
    work.best
}

impl Work<'_> {
    /// Takes ever less off all numbers of which `is_meant` speaks.
    fn lower(&mut self, is_meant: impl Fn(&Record, usize) -> bool) {
        let all = routes(&self.best);
        let numbers = all.iter().filter_map(|route| {
            let (record, place) = owner(&mut self.best, route)?;
            if is_meant(record, place) { whole(record, place) } else { None }
        });
        let mut step = numbers.min().unwrap_or(0);
        while step > 0 {
            let lowered = self.attempt(|one| {
                let mut changed = false;
                for route in routes(one) {
                    if let Some((record, place)) = owner(one, &route)
                        && is_meant(record, place)
                        && let Some(number) = whole(record, place).filter(|number| *number >= step)
                    {
                        changed = true;
                        set(record, place, number - step);
                    }
                }
                changed
            });
            if !lowered {
                step /= 2;
            }
        }
    }

    /// The same of one number.
    fn lower_one(&mut self, route: &Route) {
        let Some(mut step) = owner(&mut self.best, route).and_then(|(record, place)| whole(record, place))
        else {
            return;
        };
        while step > 0 {
            let lowered = self.attempt(|one| match owner(one, route) {
                Some((record, place)) => match whole(record, place).filter(|number| *number >= step) {
                    Some(number) => {
                        set(record, place, number - step);
                        true
                    }
                    None => false,
                },
                None => false,
            });
            if !lowered {
                step /= 2;
            }
        }
    }
}

/// A whole number that is not negative.
fn whole(record: &Record, place: usize) -> Option<i64> {
    match record.get(place) {
        Some((_, Field::Value(literal))) => match literal.value {
            LiteralValue::Integer(whole) => Some(whole).filter(|whole| *whole >= 0),
            LiteralValue::Digits(_) | LiteralValue::Flag(_) | LiteralValue::Text(_) => None,
        },
        Some((_, Field::Record(_) | Field::List(_))) | None => None,
    }
}

fn set(record: &mut Record, place: usize, number: i64) {
    if let Some((_, Field::Value(literal))) = record.get_mut(place) {
        literal.value = LiteralValue::Integer(number);
    }
}
