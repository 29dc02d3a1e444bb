//! An event for programs: everything, exact, keys in one order.
//!
//! Comes in: an [`EventView`]. Goes out: JSON, piece by piece; what the scores of a log say of their event as well.
//! A missing value is a key that is not there. Start with [`due`] or [`everything`].

mod acts;
mod bracket;
mod round;

pub use acts::{write_acts, write_late};
pub use round::{round, settled, standing};

use super::choices;
use super::view::{EventView, LogView};
use crate::event::{Awaited, Due, Overdue, PhaseCourse, Progress};
use crate::report::Stamp;
use crate::report::fields::{self, Fields, list, number, text, texts};
use bracket::bracket;
pub use bracket::bracket as write_bracket;
use std::io::{self, Write};

/// Writes what is due, as one object.
pub fn due(view: &EventView<'_>, stamp: &Stamp, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, stamp, &mut top, out)?;
    top.key(out, "due")?;
    write_due(view, out)?;
    if let Some((phase, rounds)) = view.course.under_way() {
        top.key(out, "rounds")?;
        list(out, &rounds, |out, one| round(view, phase, one, false, out))?;
    }
    if let Some((phase, after)) = view.level_after() {
        standing(view, phase, after, (&mut top, out))?;
    }
    if view.course.due == Due::Open {
        top.key(out, "entrants")?;
        choices::json(view, &choices::all(view), out)?;
    }
    if let Some(phase) = view.course.phases.last().filter(|phase| !phase.bracket.is_empty()) {
        top.key(out, "bracket")?;
        bracket(view, phase, out)?;
    }
    overdue(view, &mut top, out)?;
    withdrawn(view, &mut top, out)?;
    top.key(out, "places")?;
    write_places(view, out)?;
    out.write_all(b"}")
}

/// Writes every phase, and the final places.
pub fn everything(view: &EventView<'_>, stamp: &Stamp, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, stamp, &mut top, out)?;
    top.key(out, "due")?;
    write_due(view, out)?;
    top.key(out, "phases")?;
    write_phases(view, true, out)?;
    top.key(out, "places")?;
    write_places(view, out)?;
    overdue(view, &mut top, out)?;
    withdrawn(view, &mut top, out)?;
    top.key(out, "late_entries")?;
    write_late(view, out)?;
    top.key(out, "acts")?;
    write_acts(view, out)?;
    out.write_all(b"}\n")
}

/// What stands first: the edition, the format, its hash, its options, the seed, the day.
pub fn head(view: &EventView<'_>, stamp: &Stamp, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    if let Some(edition) = view.course.edition {
        top.key(out, "edition")?;
        text(out, &edition.to_string())?;
    }
    top.key(out, "format")?;
    text(out, &view.ruleset.name)?;
    stamp.hashes(top, out)?;
    top.key(out, "options")?;
    out.write_all(b"{")?;
    let mut options = Fields::new(", ");
    for (option, setting) in view.ruleset.options.iter().zip(&view.settings.0) {
        options.key(out, &option.name)?;
        fields::value(*setting, view.recorded.symbols, out)?;
    }
    out.write_all(b"}")?;
    top.key(out, "seed")?;
    write!(out, "{}", view.course.seed)?;
    let Some(today) = view.course.today else { return Ok(()) };
    top.key(out, "today")?;
    text(out, &today.to_string())
}

/// What is overdue, where the format has days by which something is.
fn overdue(view: &EventView<'_>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    if !view.ruleset.is_dated() {
        return Ok(());
    }
    top.key(out, "overdue")?;
    write_overdue(view, out)
}

fn withdrawn(view: &EventView<'_>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    top.key(out, "withdrawn")?;
    entrants(view, &view.course.withdrawn, out)
}

/// What comes next: `{"what": "round", "phase": "qualification", "round": 2}`.
pub fn write_due(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    let what = match &view.course.due {
        Due::Round => "round",
        Due::Results => "results",
        Due::Winner { .. } => "winner",
        Due::Order { .. } => "order",
        Due::Draw { .. } => "draw",
        Due::Open => "open",
        Due::Impossible { .. } => "impossible",
        Due::Over => "over",
    };
    keys.key(out, "what")?;
    text(out, what)?;
    let first =
        view.course.under_way().and_then(|(phase, rounds)| Some((phase.phase, rounds.first()?.number)));
    let place = match &view.course.due {
        Due::Round | Due::Results => first,
        Due::Winner { matches } => view.course.phases.last().and_then(|phase| {
            let course = matches.first().and_then(|place| phase.bracket.get(*place))?;
            Some((phase.phase, course.round))
        }),
        Due::Order { phase, round, .. }
        | Due::Draw { phase, round, .. }
        | Due::Impossible { phase, round, .. } => Some((*phase, *round)),
        Due::Open | Due::Over => None,
    };
    if let Some((phase, round)) = place {
        keys.key(out, "phase")?;
        text(out, &view.phase(phase).name)?;
        keys.key(out, "round")?;
        write!(out, "{round}")?;
    }
    match &view.course.due {
        Due::Order { levels, .. } => {
            keys.key(out, "level")?;
            out.write_all(b"[")?;
            for (place, level) in levels.iter().enumerate() {
                out.write_all(if place == 0 { b"" } else { b", " })?;
                entrants(view, level, out)?;
            }
            out.write_all(b"]")?;
        }
        Due::Draw { missing, extra, .. } => {
            keys.key(out, "missing")?;
            entrants(view, missing, out)?;
            keys.key(out, "extra")?;
            entrants(view, extra, out)?;
        }
        Due::Impossible { why, .. } => {
            keys.key(out, "why")?;
            text(out, &why.words().0)?;
        }
        Due::Round | Due::Results | Due::Winner { .. } | Due::Open | Due::Over => {}
    }
    if let Some(phase) = view.course.phases.last() {
        decide(view, phase, &mut keys, out)?;
    }
    out.write_all(b"}")
}

/// The matches that somebody has to decide, and who is level in them.
fn decide(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    keys: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    let level = phase.level();
    if level.is_empty() {
        return Ok(());
    }
    keys.key(out, "decide")?;
    out.write_all(b"[")?;
    for (place, course) in level.iter().filter_map(|place| phase.bracket.get(*place)).enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "match")?;
        text(out, &course.line.name)?;
        keys.key(out, "level")?;
        entrants(view, &course.entrants().collect::<Vec<_>>(), out)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")
}

/// What something overdue waits for: `"waits_for": "games", "missing": 7, "games": 16`.
fn waits_for(view: &EventView<'_>, late: &Overdue, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, "waits_for")?;
    match &late.waits_for {
        Awaited::Games(Progress { all, disputed, missing, .. }) => {
            text(out, if *missing == 0 && *disputed > 0 { "arbiter" } else { "games" })?;
            for (key, count) in [("missing", missing), ("disputed", disputed), ("games", all)] {
                keys.key(out, key)?;
                write!(out, "{count}")?;
            }
            Ok(())
        }
        Awaited::Decision => text(out, "arbiter"),
        Awaited::Matches(matches) => {
            text(out, "matches")?;
            let phase = view.course.phases.iter().find(|phase| phase.phase == late.phase);
            let before = matches.iter().filter_map(|place| phase?.bracket.get(*place));
            keys.key(out, "matches")?;
            texts(out, before.map(|course| course.line.name.as_str()))
        }
    }
}

/// What should have been over by now: `{"phase": "final", "match": "semi 1", "last_day": "2026-12-27", "waits_for": "arbiter",
/// "cites": []}`.
pub fn write_overdue(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    list(out, &view.course.overdue, |out, late| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "phase")?;
        text(out, &view.phase(late.phase).name)?;
        if let Some(course) = view.late_match(late) {
            keys.key(out, "match")?;
            text(out, &course.line.name)?;
            keys.key(out, "entrants")?;
            entrants(view, &course.entrants().collect::<Vec<_>>(), out)?;
        }
        keys.key(out, "last_day")?;
        text(out, &late.day.to_string())?;
        waits_for(view, late, &mut keys, out)?;
        keys.key(out, "cites")?;
        texts(out, late.cites.iter().map(|clause| view.ruleset.clause(*clause).name.as_str()))?;
        out.write_all(b"}")
    })
}

/// The phases with their rounds; with results where they are wanted.
pub fn write_phases(view: &EventView<'_>, results: bool, out: &mut dyn Write) -> io::Result<()> {
    list(out, &view.course.phases, |out, phase| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(",\n   ");
        keys.key(out, "phase")?;
        text(out, &view.phase(phase.phase).name)?;
        keys.key(out, "title")?;
        text(out, &view.phase(phase.phase).title)?;
        keys.key(out, "over")?;
        write!(out, "{}", phase.is_over)?;
        keys.key(out, "entrants")?;
        entrants(view, &phase.entrants, out)?;
        if !phase.settled.is_empty() {
            keys.key(out, "level")?;
            settled(view, &phase.settled, view.seed_of(phase), out)?;
        }
        keys.key(out, "rounds")?;
        list(out, &phase.rounds, |out, one| round(view, phase, one, results, out))?;
        if !phase.bracket.is_empty() {
            keys.key(out, "bracket")?;
            bracket(view, phase, out)?;
        }
        out.write_all(b"}")
    })
}

/// The places, as far as they are known: final where the event is over.
pub fn write_places(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    list(out, &view.course.places, |out, place| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        number(&mut keys, "place", place.place, out)?;
        keys.key(out, "entrant")?;
        text(out, view.name(place.entrant))?;
        if place.shared {
            keys.key(out, "shared")?;
            out.write_all(b"true")?;
        }
        keys.key(out, "phase")?;
        text(out, &view.phase(place.phase).name)?;
        out.write_all(b"}")
    })
}

/// Writes the names of entrants.
pub fn entrants(view: &LogView<'_>, rows: &[u32], out: &mut dyn Write) -> io::Result<()> {
    texts(out, rows.iter().map(|&row| view.name(row)))
}
