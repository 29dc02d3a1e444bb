//! An example in which every value is as small as it can be.
//!
//! Comes in: a plain example, and whether a smaller one would still do. Goes out: one whose values are, wherever that does,
//! the smallest that can be recorded: of numbers those nearest to nothing, no for yes, the first of the choices, nothing in
//! a list. It must never know what the example has to do. Start with [`Smallest::found`].

use super::invent::{entrants, is_invented};
use super::simplify::{Route, Work, owner, routes};
use crate::format::{ExampleEntry, Field, Literal, LiteralValue, Record};
use crate::ruleset::{Origin, Ruleset};
use crate::syntax::ast::Name;
use crate::value::{Date, Interval, Kind, Rational, Symbols, Type, parse_duration};
use rustc_hash::FxHashMap;

/// How a record calls who sits in a seat.
const ENTRANT: &str = "entrant";

/// The smallest day, where no range says so: 2000-01-01.
const DAY: i64 = 10_957;

/// The smallest values of what is recorded, by its name.
#[derive(Debug)]
pub struct Smallest<'r> {
    symbols: &'r Symbols,
    types: FxHashMap<&'r str, &'r Type>,
}

/// How large an example is: its games, its fields, how many of them are not as small as they can be, by how much, and at
/// last its words, so that one of two is always the smaller.
type Size = (usize, usize, usize, Rational, String);

impl<'r> Smallest<'r> {
    /// Of what a format records.
    pub fn of(ruleset: &'r Ruleset) -> Self {
        let recorded = ruleset.columns.iter().filter(|column| match column.origin {
            Origin::Recorded { .. } | Origin::State => true,
            Origin::Builtin(_) | Origin::Ruled | Origin::Hidden { .. } => false,
        });
        let types = recorded.map(|column| (column.name.as_str(), &column.ty)).collect();
        Self { symbols: &ruleset.symbols, types }
    }

    /// The smallest example that is found.
    pub fn found(&self, example: &ExampleEntry, holds: &dyn Fn(&ExampleEntry) -> bool) -> ExampleEntry {
        let mut work = Work { best: example.clone(), holds };
        for route in routes(&work.best) {
            shorten(&mut work, &route);
            let smaller = self.candidates(&mut work.best, &route);
            let done = smaller.into_iter().any(|value| work.attempt(|one| put(one, &route, value)));
            if !done {
                self.approach(&mut work, &route);
            }
        }
        work.attempt(renamed);
        work.best
    }

    /// Values that are smaller than the one that is there, the smallest first.
    fn candidates(&self, example: &mut ExampleEntry, route: &Route) -> Vec<LiteralValue> {
        let Some((name, value)) = at(example, route) else { return Vec::new() };
        let Some(ty) = self.types.get(name.as_str()) else { return Vec::new() };
        let all: Vec<LiteralValue> = match &ty.kind {
            Kind::Flag => vec![LiteralValue::Flag(false)],
            Kind::Choice(choices) => {
                let texts = choices.iter().map(|choice| self.symbols.text(*choice).to_owned());
                texts.map(LiteralValue::Text).collect()
            }
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                least(ty).and_then(|least| literal(&ty.kind, least)).into_iter().collect()
            }
            Kind::Text | Kind::Unknown => Vec::new(),
        };
        all.into_iter().take_while(|one| *one != value).collect()
    }

    /// Goes nearer to the smallest value, in ever smaller steps.
    fn approach(&self, work: &mut Work<'_>, route: &Route) {
        let Some((name, value)) = at(&mut work.best, route) else { return };
        let Some((ty, least)) = self.types.get(name.as_str()).and_then(|ty| Some((*ty, least(ty)?))) else {
            return;
        };
        let distance = amount(&ty.kind, &value).and_then(|now| now.subtract(&least).ok());
        let Some(distance) = distance else { return };
        let is_below = distance < Rational::ZERO;
        let mut step = distance.abs().ok().and_then(|size| size.floor().to_i64()).unwrap_or(0);
        while step > 0 {
            let towards = Rational::from_integer(i128::from(if is_below { step } else { -step }));
            let smaller = at(&mut work.best, route).and_then(|(_, value)| {
                let next = amount(&ty.kind, &value)?.add(&towards).ok()?;
                let passed = if is_below { next > least } else { next < least };
                if passed { None } else { literal(&ty.kind, next) }
            });
            if !smaller.is_some_and(|value| work.attempt(|one| put(one, route, value))) {
                step /= 2;
            }
        }
    }

    /// How large an example is.
    pub fn size(&self, example: &ExampleEntry) -> Size {
        let mut example = example.clone();
        let all = routes(&example);
        let mut away = 0;
        let mut by = Rational::ZERO;
        for route in &all {
            if self.candidates(&mut example, route).is_empty() {
                continue;
            }
            away += 1;
            let Some((name, value)) = at(&mut example, route) else { continue };
            let far = self.types.get(name.as_str()).and_then(|ty| {
                let far = amount(&ty.kind, &value)?.subtract(&least(ty)?).ok()?;
                far.abs().ok()
            });
            by = far.and_then(|far| by.add(&far).ok()).unwrap_or(by);
        }
        let fields = all.len() + example.entrants.len() + example.begin.len() + example.set.len();
        (example.games.len(), fields, away, by, super::write::games(&example))
    }

    /// What an example records, field by field: the path, and the value.
    pub fn fields(example: &ExampleEntry) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for (name, value) in &example.set {
            out.push((format!("set {}", name.text), value.value.text()));
        }
        for (called, records) in [("entrant", &example.entrants), ("begin", &example.begin)] {
            for (name, record) in records {
                inside(record, &format!("{called} {}", name.text), &mut out);
            }
        }
        for (number, (record, _)) in example.games.iter().enumerate() {
            let path = if example.games.len() > 1 { format!("game {}: ", number + 1) } else { String::new() };
            if record.is_empty() {
                out.push((format!("{path}game"), "nothing recorded".to_owned()));
            }
            for (name, field) in record {
                let of_game = if matches!(field, Field::Record(_)) { "" } else { "game." };
                of_field(field, &format!("{path}{of_game}{}", name.text), &mut out);
            }
        }
        out
    }
}

/// Takes the items out of a list, the last first.
fn shorten(work: &mut Work<'_>, route: &Route) {
    let count = match owner(&mut work.best, route).and_then(|(record, place)| record.get(place)) {
        Some((_, Field::List(items))) => items.len(),
        Some((_, Field::Value(_) | Field::Record(_))) | None => return,
    };
    for item in (0..count).rev() {
        work.attempt(|one| match owner(one, route).and_then(|(record, place)| record.get_mut(place)) {
            Some((_, Field::List(items))) if item < items.len() => {
                items.remove(item);
                true
            }
            Some(_) | None => false,
        });
    }
}

fn inside(record: &Record, path: &str, out: &mut Vec<(String, String)>) {
    if record.is_empty() {
        out.push((path.to_owned(), "nothing recorded".to_owned()));
    }
    for (name, field) in record {
        of_field(field, &format!("{path}.{}", name.text), out);
    }
}

fn of_field(field: &Field, path: &str, out: &mut Vec<(String, String)>) {
    match field {
        Field::Value(value) => out.push((path.to_owned(), value.value.text())),
        Field::Record(record) => inside(record, path, out),
        Field::List(_) => out.push((path.to_owned(), super::write::field(field))),
    }
}

/// Calls those who play by the first of the invented names, in the order in which they come.
fn renamed(example: &mut ExampleEntry) -> bool {
    let mut met: Vec<String> = Vec::new();
    let mut meet = |name: &str| {
        if is_invented(name) && !met.iter().any(|known| known == name) {
            met.push(name.to_owned());
        }
    };
    for (name, field) in example.games.iter().flat_map(|(record, _)| record) {
        match field {
            Field::Record(inner) => {
                meet(&name.text);
                inner.iter().filter_map(entrant).for_each(&mut meet);
            }
            Field::Value(_) | Field::List(_) => {}
        }
    }
    example.entrants.iter().chain(&example.begin).for_each(|(name, _)| meet(&name.text));
    let names = entrants(met.len());
    let rename = |text: &mut String| {
        if let Some(place) = met.iter().position(|known| known == text) {
            text.clone_from(&names[place]);
        }
    };
    for (name, field) in example.games.iter_mut().flat_map(|(record, _)| record) {
        if let Field::Record(inner) = field {
            rename(&mut name.text);
            for (_, field) in inner.iter_mut().filter(|(called, _)| called.text == ENTRANT) {
                if let Field::Value(Literal { value: LiteralValue::Text(text), .. }) = field {
                    rename(text);
                }
            }
        }
    }
    example.entrants.iter_mut().chain(&mut example.begin).for_each(|(name, _)| rename(&mut name.text));
    met != names
}

/// Who sits in a seat.
fn entrant((name, field): &(Name, Field)) -> Option<&str> {
    match field {
        Field::Value(Literal { value: LiteralValue::Text(text), .. }) if name.text == ENTRANT => Some(text),
        Field::Value(_) | Field::Record(_) | Field::List(_) => None,
    }
}

/// The name and the value of a field that is no record and no list.
fn at(example: &mut ExampleEntry, route: &Route) -> Option<(String, LiteralValue)> {
    let (record, place) = owner(example, route)?;
    match record.get(place)? {
        (name, Field::Value(literal)) => Some((name.text.clone(), literal.value.clone())),
        (_, Field::Record(_) | Field::List(_)) => None,
    }
}

fn put(example: &mut ExampleEntry, route: &Route, value: LiteralValue) -> bool {
    match owner(example, route).and_then(|(record, place)| record.get_mut(place)) {
        Some((_, Field::Value(literal))) => {
            literal.value = value;
            true
        }
        Some((_, Field::Record(_) | Field::List(_))) | None => false,
    }
}

/// The number of a range that is nearest to nothing; of days the first.
fn least(ty: &Type) -> Option<Rational> {
    let Interval { low, high } = *ty.range;
    let (low, high) = (low.map(|low| low.at), high.map(|high| high.at));
    match &ty.kind {
        Kind::Date => Some(low.or(high).unwrap_or(Rational::from_integer(i128::from(DAY)))),
        Kind::Integer | Kind::Number | Kind::Duration => {
            let zero = Rational::ZERO;
            Some(match (low.filter(|low| *low > zero), high.filter(|high| *high < zero)) {
                (Some(low), _) => low,
                (None, Some(high)) => high,
                (None, None) => zero,
            })
        }
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => None,
    }
}

/// A recorded number, as one.
fn amount(kind: &Kind, value: &LiteralValue) -> Option<Rational> {
    match (kind, value) {
        (Kind::Integer | Kind::Number, LiteralValue::Integer(whole)) => {
            Some(Rational::from_integer(i128::from(*whole)))
        }
        (Kind::Number, LiteralValue::Digits(digits)) => Rational::parse(digits, '.'),
        (Kind::Duration, LiteralValue::Text(text)) => parse_duration(text, '.'),
        (Kind::Date, LiteralValue::Digits(day)) => {
            Date::parse(day).map(|day| Rational::from_integer(i128::from(day.0)))
        }
        (
            Kind::Integer
            | Kind::Number
            | Kind::Duration
            | Kind::Date
            | Kind::Flag
            | Kind::Text
            | Kind::Choice(_)
            | Kind::Unknown,
            _,
        ) => None,
    }
}

/// A number, as it is recorded.
fn literal(kind: &Kind, at: Rational) -> Option<LiteralValue> {
    match kind {
        Kind::Integer => at.to_i64().map(LiteralValue::Integer),
        Kind::Number => Some(LiteralValue::Digits(at.to_string())),
        Kind::Duration => Some(LiteralValue::Text(format!("{at} s"))),
        Kind::Date => at.to_i64().map(|day| LiteralValue::Digits(Date(day).to_string())),
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => None,
    }
}
