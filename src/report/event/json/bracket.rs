//! A bracket for programs: its matches, who meets, what came out, who went on and why.
//!
//! Comes in: a phase with a bracket. Goes out: a list. Start with [`bracket`].

use super::acts::act_number;
use crate::event::{MatchCourse, MatchSide, MatchStage, PhaseCourse, Won};
use crate::report::event::bracket::{MatchResults, MatchRows};
use crate::report::event::view::EventView;
use crate::report::event::words::source;
use crate::report::fields::{self, Fields, list, number, text};
use crate::sheet::ColumnId;
use crate::value::Value;
use std::io::{self, Write};

/// Writes the matches of a bracket.
pub fn bracket(view: &EventView<'_>, phase: &PhaseCourse, out: &mut dyn Write) -> io::Result<()> {
    let results = MatchResults::new(view, phase);
    let columns = results.columns();
    let places: Vec<usize> = (0..phase.bracket.len()).collect();
    list(out, &places, |out, place| {
        let course = &phase.bracket[*place];
        one_match(view, phase, course, (results.rows(*place, course), &columns), out)
    })
}

fn one_match(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    course: &MatchCourse,
    (results, columns): (Option<MatchRows<'_>>, &[ColumnId]),
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "match")?;
    text(out, &course.line.name)?;
    number(&mut keys, "round", course.round, out)?;
    keys.key(out, "sides")?;
    out.write_all(b"[")?;
    for (place, side) in course.sides.iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "from")?;
        text(out, &source(&phase.bracket, course.line.sides[place]))?;
        match side {
            MatchSide::Entrant(entrant) => {
                keys.key(out, "entrant")?;
                text(out, view.name(*entrant))?;
            }
            MatchSide::Nobody => {
                keys.key(out, "nobody")?;
                out.write_all(b"true")?;
            }
            MatchSide::Open => {}
        }
        if let Some((outcome, rows)) = results
            && let Some(row) = rows[place]
        {
            keys.key(out, "columns")?;
            out.write_all(b"{")?;
            let mut cells = Fields::new(", ");
            for &column in columns {
                let value = outcome.value(column, row);
                if value != Value::Missing {
                    cells.key(out, &view.ruleset.column(column).name)?;
                    fields::value(value, outcome.symbols(), out)?;
                }
            }
            out.write_all(b"}")?;
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]")?;
    for (key, place) in [("winner_place", course.line.winner_place), ("loser_place", course.line.loser_place)]
    {
        if let Some(place) = place {
            number(&mut keys, key, place, out)?;
        }
    }
    stage(view, course, &mut keys, out)?;
    out.write_all(b"}")
}

/// How far a match is, its last day, and who went on and why.
fn stage(
    view: &EventView<'_>,
    course: &MatchCourse,
    keys: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    keys.key(out, "stage")?;
    text(
        out,
        match course.stage {
            MatchStage::Waits => "waits",
            MatchStage::Due => "due",
            MatchStage::Level => "level",
            MatchStage::Over { .. } => "over",
        },
    )?;
    if let Some(day) = course.last_day {
        keys.key(out, "last_day")?;
        text(out, &day.to_string())?;
    }
    let MatchStage::Over { winner, by } = course.stage else { return Ok(()) };
    match winner {
        Some(winner) => {
            keys.key(out, "winner")?;
            text(out, view.name(winner))?;
        }
        None => {
            keys.key(out, "nobody")?;
            out.write_all(b"true")?;
        }
    }
    keys.key(out, "won_by")?;
    text(
        out,
        match by {
            Won::Games => "games",
            Won::Bye => "bye",
            Won::Walkover => "walkover",
            Won::Decision(_) => "decision",
            Won::Lot => "lot",
        },
    )?;
    if let Won::Decision(act) = by {
        act_number(keys, act, out)?;
    }
    Ok(())
}
