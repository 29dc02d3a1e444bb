//! Chances for programs: JSON. What is counted is exact; chances, means and their errors are decimals of one length.

use super::{ChancesSubject, DECIMALS, fixed};
use crate::event::Due;
use crate::report::fields::{self, Fields, list, number, text};
use crate::simulate::{EntrantChances, Estimate, PlaceChance, SeatChances};
use crate::value::{Rational, Value};
use std::io::{self, Write};

/// Writes everything, with a line break at its end.
pub fn write(subject: ChancesSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let ChancesSubject { ruleset, settings, stamp, chances } = subject;
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    top.key(out, "format")?;
    text(out, &ruleset.name)?;
    stamp.hashes(&mut top, out)?;
    top.key(out, "options")?;
    out.write_all(b"{")?;
    let mut options = Fields::new(", ");
    for (option, setting) in ruleset.options.iter().zip(&settings.0) {
        options.key(out, &option.name)?;
        fields::value(*setting, subject.symbols(), out)?;
    }
    out.write_all(b"}")?;
    top.key(out, "seed")?;
    write!(out, "{}", stamp.seed)?;
    number(&mut top, "runs", chances.events, out)?;
    number(&mut top, "rounds", chances.rounds, out)?;
    number(&mut top, "games", chances.games, out)?;
    top.key(out, "ended")?;
    text(out, ended(&chances.due))?;
    top.key(out, "entrants")?;
    list(out, &chances.entrants, |out, one| entrant(subject, one, out))?;
    top.key(out, "meetings")?;
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    number(&mut keys, "games", chances.meetings.games, out)?;
    estimate(&mut keys, "pairs_again", chances.meetings.pairs, out)?;
    estimate(&mut keys, "repeats", chances.meetings.repeats, out)?;
    out.write_all(b"}")?;
    top.key(out, "seats")?;
    list(out, &chances.seats, |out, one| seat(one, out))?;
    estimate(&mut top, "undecided", chances.undecided, out)?;
    if let Some(time) = chances.time {
        top.key(out, "time")?;
        fields::value(Value::Duration(time), subject.symbols(), out)?;
    }
    top.key(out, "lots")?;
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    estimate(&mut keys, "orders", chances.lots.orders, out)?;
    estimate(&mut keys, "matches", chances.lots.matches, out)?;
    estimate(&mut keys, "any", chances.lots.any, out)?;
    out.write_all(b"}}\n")
}

/// Where each of the events ended.
fn ended(due: &Due) -> &'static str {
    match due {
        Due::Round | Due::Results => "rounds",
        Due::Winner { .. } | Due::Order { .. } => "decision",
        Due::Open => "open",
        Due::Draw { .. } => "draw",
        Due::Impossible { .. } => "impossible",
        Due::Over => "over",
    }
}

fn entrant(subject: ChancesSubject<'_>, one: &EntrantChances, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "entrant")?;
    text(out, &one.name)?;
    estimate(&mut keys, "place", one.place, out)?;
    keys.key(out, "means")?;
    out.write_all(b"{")?;
    let mut means = Fields::new(", ");
    for ((heading, _), mean) in subject.chances.columns.iter().zip(&one.means) {
        estimate(&mut means, heading, *mean, out)?;
    }
    out.write_all(b"}")?;
    keys.key(out, "places")?;
    out.write_all(b"[")?;
    for (number, place) in one.places.iter().enumerate() {
        out.write_all(if number == 0 { b"" } else { b", " })?;
        one_place(place, out)?;
    }
    out.write_all(b"]}")
}

fn one_place(place: &PlaceChance, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    if let Some(place) = place.place {
        number(&mut keys, "place", place, out)?;
    }
    number(&mut keys, "times", place.times, out)?;
    decimal(&mut keys, "chance", Some(place.chance.value), out)?;
    decimal(&mut keys, "error", place.chance.error, out)?;
    out.write_all(b"}")
}

fn seat(one: &SeatChances, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "seat")?;
    text(out, &one.name)?;
    number(&mut keys, "least", one.least, out)?;
    number(&mut keys, "most", one.most, out)?;
    estimate(&mut keys, "wins", one.wins, out)?;
    out.write_all(b"}")
}

/// A key with an estimate: `{"value": 0.250000, "error": 0.025000}`; none where there is nothing to say.
fn estimate(keys: &mut Fields, key: &str, estimate: Option<Estimate>, out: &mut dyn Write) -> io::Result<()> {
    let Some(estimate) = estimate.filter(|estimate| fixed(estimate.value, DECIMALS).is_some()) else {
        return Ok(());
    };
    keys.key(out, key)?;
    out.write_all(b"{")?;
    let mut own = Fields::new(", ");
    decimal(&mut own, "value", Some(estimate.value), out)?;
    decimal(&mut own, "error", estimate.error, out)?;
    out.write_all(b"}")
}

/// A key with a number; none where it is too large for as many digits.
fn decimal(keys: &mut Fields, key: &str, value: Option<Rational>, out: &mut dyn Write) -> io::Result<()> {
    let Some(digits) = value.and_then(|value| fixed(value, DECIMALS)) else { return Ok(()) };
    keys.key(out, key)?;
    out.write_all(digits.as_bytes())
}
