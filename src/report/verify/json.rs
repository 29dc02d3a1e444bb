//! A comparison for programs, under keys that stay.
//!
//! Start with [`write`]. It must never leave anything out that the text tells.

use super::VerifySubject;
use super::table::part_word;
use crate::report::explain::trees_as_json;
use crate::report::fields::{Fields, list, text, texts, value};
use crate::report::left_out;
use crate::ruleset::Ruleset;
use crate::verify::{Amiss, Compared, Difference, Differing, Heading, How, Meaning, Part};
use std::io::{self, Write};

/// Writes it.
pub fn write(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let VerifySubject { ruleset, verified, .. } = subject;
    let mut top = Fields::new(",\n ");
    out.write_all(b"{")?;
    word(&mut top, "format", &ruleset.name, out)?;
    subject.stamp.hashes(&mut top, out)?;
    top.key(out, "options")?;
    out.write_all(b"{")?;
    let mut options = Fields::new(", ");
    for (option, setting) in ruleset.options.iter().zip(&subject.settings.0) {
        options.key(out, &option.name)?;
        value(*setting, &subject.outcome.symbols, out)?;
    }
    out.write_all(b"}")?;
    count(&mut top, "seed", subject.stamp.seed, out)?;
    if let Some(edition) = subject.edition {
        word(&mut top, "edition", &edition.to_string(), out)?;
    }
    match &verified.compared {
        Compared::Standing(place) => {
            let name = ruleset.standings.get(*place).map_or("", |standing| standing.name.as_str());
            word(&mut top, "standing", name, out)?;
        }
        Compared::Places => count(&mut top, "final_places", true, out)?,
        Compared::Rounds(rounds) => {
            top.key(out, "rounds")?;
            texts(out, rounds.iter().map(String::as_str))?;
        }
    }
    if let Some((phase, round)) = verified.after {
        top.key(out, "after")?;
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        word(&mut keys, "phase", &ruleset.phase(phase).name, out)?;
        count(&mut keys, "round", round, out)?;
        out.write_all(b"}")?;
    }
    if let Some(better) = &verified.fits_better {
        word(&mut top, "fits_better", better, out)?;
    }
    count(&mut top, "figures", verified.figures, out)?;
    count(&mut top, "agreeing", verified.agreeing, out)?;
    count(&mut top, "rounded", verified.rounded, out)?;
    count(&mut top, "in_one_of_two_ways", verified.in_one_way, out)?;
    top.key(out, "columns")?;
    list(out, &verified.headings, |out, heading| column(subject, heading, out))?;
    top.key(out, "not_compared")?;
    texts(out, verified.beside.iter().map(String::as_str))?;
    top.key(out, "differences")?;
    list(out, &verified.differences, |out, one| difference(subject, one, out))?;
    count(&mut top, "not_opened", verified.unopened, out)?;
    top.key(out, "left_out")?;
    let outcome = subject.whole;
    list(out, &outcome.left_out, |out, left| left_out::json(&outcome.logs, left, out))?;
    out.write_all(b"}\n")
}

fn word(keys: &mut Fields, key: &str, words: &str, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    text(out, words)
}

fn count(keys: &mut Fields, key: &str, count: impl std::fmt::Display, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    write!(out, "{count}")
}

fn column(subject: VerifySubject<'_>, heading: &Heading, out: &mut dyn Write) -> io::Result<()> {
    let mut keys = Fields::new(", ");
    out.write_all(b"{")?;
    word(&mut keys, "heading", &heading.name, out)?;
    let (is, name) = match heading.meaning {
        Meaning::Entrant => ("entrant", None),
        Meaning::Place => ("place", None),
        Meaning::Standing => ("standing", None),
        Meaning::Edition => ("edition", None),
        Meaning::Column(column) => ("column", Some(subject.ruleset.column(column).name.as_str())),
        Meaning::Empty => ("empty", None),
        Meaning::Reached => ("reached", None),
        Meaning::Pairing(part) => ("pairing", Some(part_key(part, subject.ruleset))),
        Meaning::Unknown => ("not_compared", None),
    };
    word(&mut keys, "is", is, out)?;
    if let Some(name) = name {
        word(&mut keys, "column", name, out)?;
    }
    out.write_all(b"}")
}

fn difference(subject: VerifySubject<'_>, one: &Difference, out: &mut dyn Write) -> io::Result<()> {
    let mut keys = Fields::new(", ");
    out.write_all(b"{")?;
    let kind = match &one.what {
        Differing::Place { .. } => "place",
        Differing::Reached { .. } => "reached",
        Differing::Figure { .. } => "figure",
        Differing::Unknown { .. } => "unknown",
        Differing::NotListed => "not_listed",
        Differing::NotPublished => "not_published",
        Differing::Twice { .. } => "twice",
        Differing::Pairing(amiss) => how_word(amiss.how),
        Differing::NoRow { .. } => "no_row",
    };
    word(&mut keys, "difference", kind, out)?;
    if !one.entrant.is_empty() {
        word(&mut keys, "entrant", &one.entrant, out)?;
    }
    if let Some(line) = one.line {
        count(&mut keys, "line", line, out)?;
    }
    match &one.what {
        Differing::Place { heading, published, place, shared } => {
            word(&mut keys, "heading", heading, out)?;
            word(&mut keys, "published", published, out)?;
            count(&mut keys, "recomputed", place, out)?;
            if *shared {
                count(&mut keys, "shared", shared, out)?;
            }
        }
        Differing::Reached { heading, published, phase } => {
            word(&mut keys, "heading", heading, out)?;
            word(&mut keys, "published", published, out)?;
            word(&mut keys, "recomputed", phase, out)?;
        }
        Differing::Figure { heading, column, published, value: held, unread, is_twofold } => {
            word(&mut keys, "heading", heading, out)?;
            word(&mut keys, "column", column, out)?;
            word(&mut keys, "published", published, out)?;
            keys.key(out, "recomputed")?;
            value(*held, &subject.outcome.symbols, out)?;
            if let Some(wanted) = unread {
                word(&mut keys, "is_not", wanted, out)?;
            }
            if *is_twofold {
                count(&mut keys, "two_ways", is_twofold, out)?;
            }
        }
        Differing::Unknown { near: Some(near) } => word(&mut keys, "near", near, out)?,
        Differing::Twice { first } => count(&mut keys, "first", first, out)?,
        Differing::Pairing(amiss) => pairing(amiss, &mut keys, out)?,
        Differing::NoRow { reason } => word(&mut keys, "reason", reason, out)?,
        Differing::Unknown { near: None } | Differing::NotListed | Differing::NotPublished => {}
    }
    if let Some(explanation) = &one.explanation {
        keys.key(out, "explained")?;
        trees_as_json(subject.explained(explanation), out)?;
    }
    out.write_all(b"}")
}

fn part_key(part: Part, ruleset: &Ruleset) -> &str {
    match part {
        Part::Side => "side",
        Part::Sides => "sides",
        Part::Seat(_)
        | Part::Phase
        | Part::Round
        | Part::Game
        | Part::Pool
        | Part::Match
        | Part::Slot
        | Part::Umpire => part_word(part, ruleset),
    }
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Meeting => "meeting",
        How::Seats => "seats",
        How::Detail => "detail",
        How::Extra => "extra",
        How::Unlisted => "unlisted",
        How::NoRound => "no_round",
    }
}

fn pairing(amiss: &Amiss, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    let Amiss { round, game, published, prescribed, elsewhere, heading, how: _ } = amiss;
    word(keys, "round", round, out)?;
    let said = [
        ("game", game),
        ("heading", heading),
        ("published", published),
        ("prescribed", prescribed),
        ("elsewhere", elsewhere),
    ];
    for (key, said) in said {
        if let Some(said) = said {
            word(keys, key, said, out)?;
        }
    }
    Ok(())
}
