//! How an event stands, for programs: everything.
//!
//! Comes in: an [`EventView`] and a [`Status`]. Goes out: JSON, piece by piece. Start with [`write`].

use super::qualifying::{fate_word, today_word};
use super::{StatusSubject, missing};
use crate::event::{
    Bounds, Chance, Counted, MatchCourse, PhaseCourse, PhaseStatus, Playable, Progress, Qualifying, Stage,
};
use crate::report::agreed;
use crate::report::event::{EventView, head, write_due, write_overdue};
use crate::report::fields::{self, Fields, list, number, text, texts};
use crate::report::remarks;
use crate::ruleset::VerdictKind;
use crate::value::Value;
use std::io::{self, Write};

/// Writes how an event stands.
pub fn write(view: &EventView<'_>, subject: StatusSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let status = subject.status;
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, subject.event.stamp, &mut top, out)?;
    top.key(out, "due")?;
    write_due(view, out)?;
    if view.ruleset.is_dated() {
        top.key(out, "overdue")?;
        write_overdue(view, out)?;
    }
    top.key(out, "phases")?;
    list(out, &status.phases, |out, phase| one_phase(view, phase, out))?;
    let outcome = view.outcome(&status.outcome);
    let void: Vec<String> = remarks::lines(&outcome, VerdictKind::Void, &|_| true).collect();
    top.key(out, "void")?;
    list(out, &void, |out, line| text(out, line))?;
    agreed::json_of(&outcome, status.disputes.as_deref().unwrap_or_default(), &mut top, out)?;
    top.key(out, "withdrawn")?;
    texts(out, view.course.withdrawn.iter().map(|&entrant| view.name(entrant)))?;
    out.write_all(b"}")
}

fn one_phase(view: &EventView<'_>, phase: &PhaseStatus, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n   ");
    keys.key(out, "phase")?;
    text(out, &view.phase(phase.phase).name)?;
    keys.key(out, "title")?;
    text(out, &view.phase(phase.phase).title)?;
    keys.key(out, "stage")?;
    text(
        out,
        match phase.stage {
            Stage::Waits => "not begun",
            Stage::UnderWay => "under way",
            Stage::Over => "over",
        },
    )?;
    if let Some(day) = phase.last_day {
        keys.key(out, "last_day")?;
        text(out, &day.to_string())?;
    }
    if let Some(entrants) = phase.entrants {
        keys.key(out, "entrants")?;
        write!(out, "{entrants}")?;
        keys.key(out, "withdrawn")?;
        texts(out, phase.withdrawn.iter().map(|&entrant| view.name(entrant)))?;
    }
    for (key, played) in [("matches", phase.matches), ("games", Some(phase.games))] {
        if let Some(Counted { counting, void }) = played {
            keys.key(out, key)?;
            write!(out, "{{\"counting\": {counting}, \"void\": {void}}}")?;
        }
    }
    if let Some(course) = view.course.phases.iter().find(|course| course.phase == phase.phase) {
        ahead(view, (phase, course), &mut keys, out)?;
        let open: Vec<_> = missing(course).collect();
        keys.key(out, "missing")?;
        list(out, &open, |out, (round, game)| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            keys.key(out, "id")?;
            text(out, &game.id)?;
            number(&mut keys, "round", round.number, out)?;
            keys.key(out, "entrants")?;
            texts(out, game.pairing.sides.iter().map(|(_, entrant)| view.name(*entrant)))?;
            out.write_all(b"}")
        })?;
    }
    if let Some(qualifying) = &phase.qualifying {
        keys.key(out, "qualifying")?;
        one_qualifying(view, qualifying, out)?;
    }
    out.write_all(b"}")
}

/// What comes next: matches that can be played, last days, who has matches to play.
fn ahead(
    view: &EventView<'_>,
    (phase, course): (&PhaseStatus, &PhaseCourse),
    keys: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !course.bracket.is_empty() {
        keys.key(out, "playable")?;
        list(out, &phase.playable, |out, one| match course.bracket.get(one.place) {
            Some(found) => one_playable(view, one, found, out),
            None => out.write_all(b"{}"),
        })?;
    }
    if !phase.stages.is_empty() {
        keys.key(out, "stages")?;
        list(out, &phase.stages, |out, stage| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            keys.key(out, "matches")?;
            text(out, &stage.name)?;
            keys.key(out, "last_day")?;
            text(out, &stage.last_day.to_string())?;
            for (key, count) in [("open", stage.open), ("all", stage.all)] {
                keys.key(out, key)?;
                write!(out, "{count}")?;
            }
            keys.key(out, "overdue")?;
            write!(out, "{}}}", stage.is_past)
        })?;
    }
    let Some(fewest) = &phase.fewest else { return Ok(()) };
    if let Some(most) = fewest.most {
        number(keys, "most_matches", most, out)?;
    }
    keys.key(out, "played")?;
    list(out, &fewest.entrants, |out, one| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "entrant")?;
        text(out, view.name(one.entrant))?;
        number(&mut keys, "played", one.played, out)?;
        if let Some(left) = one.left {
            number(&mut keys, "left", left, out)?;
        }
        out.write_all(b"}")
    })
}

fn one_playable(
    view: &EventView<'_>,
    one: &Playable,
    found: &MatchCourse,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "match")?;
    text(out, &found.line.name)?;
    keys.key(out, "entrants")?;
    texts(out, found.entrants().map(|entrant| view.name(entrant)))?;
    let Progress { played, all, disputed, missing } = one.progress;
    for (key, count) in [("played", played), ("missing", missing), ("disputed", disputed), ("games", all)] {
        keys.key(out, key)?;
        write!(out, "{count}")?;
    }
    if one.is_level {
        keys.key(out, "level")?;
        out.write_all(b"true")?;
    }
    if let Some(day) = found.last_day {
        keys.key(out, "last_day")?;
        text(out, &day.to_string())?;
    }
    out.write_all(b"}")
}

fn one_qualifying(view: &EventView<'_>, qualifying: &Qualifying, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "of")?;
    text(out, &view.phase(qualifying.of).name)?;
    number(&mut keys, "first", qualifying.first, out)?;
    number(&mut keys, "last", qualifying.last, out)?;
    keys.key(out, "decided")?;
    write!(out, "{}", qualifying.is_decided)?;
    if let Some(why) = qualifying.unclear {
        keys.key(out, "unclear")?;
        text(out, why.words())?;
    }
    keys.key(out, "entrants")?;
    list(out, &qualifying.chances, |out, chance| one_chance(view, chance, out))?;
    out.write_all(b"}")
}

fn one_chance(view: &EventView<'_>, chance: &Chance, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    number(&mut keys, "place", chance.place, out)?;
    if chance.shared {
        keys.key(out, "shared")?;
        out.write_all(b"true")?;
    }
    keys.key(out, "entrant")?;
    text(out, view.name(chance.entrant))?;
    keys.key(out, "today")?;
    text(out, today_word(chance.today))?;
    keys.key(out, "surely")?;
    text(out, fate_word(chance.fate))?;
    if let Some(Bounds { left, least, most }) = chance.bounds {
        for (key, bound) in [("least", least), ("most", most)] {
            if let Some(bound) = bound {
                keys.key(out, key)?;
                fields::value(Value::Number(bound), view.recorded.symbols, out)?;
            }
        }
        if let Some(left) = left {
            number(&mut keys, "left", left, out)?;
        }
    }
    out.write_all(b"}")
}
