//! A round for programs: its order, who was level, pools, games, the standing after it.
//!
//! Comes in: a phase and one of its rounds. Goes out: an object. Start with [`round`].

use super::acts::act_number;
use super::entrants;
use crate::event::{GameCourse, GameState, How, PhaseCourse, RoundCourse, Settled};
use crate::pairing::letter;
use crate::report::columns::write_columns;
use crate::report::event::games::side_rows;
use crate::report::event::view::EventView;
use crate::report::fields::{Fields, id, list, number, text, texts};
use crate::report::json::write_rows;
use crate::report::view::View;
use std::io::{self, Write};

/// Writes a round; with results where they are wanted and it has been scored.
pub fn round(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    round: &RoundCourse,
    results: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "phase")?;
    text(out, &view.phase(phase.phase).name)?;
    keys.key(out, "round")?;
    write!(out, "{}", round.number)?;
    keys.key(out, "seed")?;
    write!(out, "{}", round.seed)?;
    keys.key(out, "order")?;
    entrants(view, &round.order, out)?;
    if !round.settled.is_empty() {
        keys.key(out, "level")?;
        settled(view, &round.settled, round.seed, out)?;
    }
    if !round.pools.is_empty() {
        keys.key(out, "drawn_by_hand")?;
        write!(out, "{}", round.by_hand)?;
        keys.key(out, "pools")?;
        pools(view, round, out)?;
    }
    keys.key(out, "byes")?;
    entrants(view, &round.byes, out)?;
    keys.key(out, "games")?;
    let outcome = round.outcome.as_deref().filter(|_| results).map(|outcome| view.outcome(outcome));
    list(out, &round.games, |out, one| game(view, phase, (round, one), outcome.as_ref(), out))?;
    standing(view, phase, round, (&mut keys, out))?;
    out.write_all(b"}")
}

/// The standing after a round, where one ranks the phase and the round is over.
pub fn standing(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    round: &RoundCourse,
    (keys, out): (&mut Fields, &mut dyn Write),
) -> io::Result<()> {
    // An open phase has a standing before it is over.
    let is_told = round.is_over || view.is_open(phase);
    if let (Some(outcome), Some((place, standing)), true) =
        (&round.outcome, view.standing_of(phase.phase), is_told)
        && let Some(table) = outcome.standings.get(place)
    {
        keys.key(out, "standing")?;
        write_rows(&view.outcome(outcome), standing, table, out)?;
    }
    Ok(())
}

fn pools(view: &EventView<'_>, round: &RoundCourse, out: &mut dyn Write) -> io::Result<()> {
    list(out, &round.pools, |out, pool| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        number(&mut keys, "pool", pool.number, out)?;
        keys.key(out, "members")?;
        out.write_all(b"[")?;
        for (place, member) in (0..).zip(&pool.members) {
            out.write_all(if place == 0 { b"{" } else { b", {" })?;
            let mut keys = Fields::new(", ");
            keys.key(out, "member")?;
            text(out, &letter(place))?;
            keys.key(out, "entrant")?;
            text(out, view.name(member.entrant))?;
            if let Some(group) = member.group {
                keys.key(out, "group")?;
                text(out, &letter(group))?;
            }
            out.write_all(b"}")?;
        }
        out.write_all(b"]}")
    })
}

fn game(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    (round, game): (&RoundCourse, &GameCourse),
    outcome: Option<&View<'_>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "id")?;
    text(out, &game.id)?;
    if let Some(pool) = game.pool {
        number(&mut keys, "pool", pool, out)?;
    }
    if let Some(course) = game.in_match.and_then(|place| phase.bracket.get(place)) {
        keys.key(out, "match")?;
        text(out, &course.line.name)?;
    }
    number(&mut keys, "slot", game.pairing.slot, out)?;
    keys.key(out, "sides")?;
    out.write_all(b"[")?;
    let rows = outcome.map_or_else(Vec::new, |outcome| side_rows(outcome, round, game));
    for (place, (seat, entrant)) in game.pairing.sides.iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        if let Some(seat) = seat {
            keys.key(out, "seat")?;
            text(out, view.seat(*seat))?;
        }
        keys.key(out, "entrant")?;
        text(out, view.name(*entrant))?;
        if let (Some(Some(row)), Some(outcome)) = (rows.get(place), outcome)
            && let Some(sides) = &outcome.sides
        {
            keys.key(out, "columns")?;
            write_columns(outcome, sides, *row, out)?;
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]")?;
    if let Some(umpire) = game.pairing.umpire {
        keys.key(out, "umpire")?;
        text(out, view.name(umpire))?;
    }
    keys.key(out, "state")?;
    match game.state {
        GameState::Played(row) => {
            text(out, "played")?;
            keys.key(out, "game")?;
            id(out, &view.game_id(row))?;
        }
        GameState::Void(row) => {
            text(out, "void")?;
            keys.key(out, "game")?;
            id(out, &view.game_id(row))?;
        }
        GameState::Disputed(row) => {
            text(out, "disputed")?;
            keys.key(out, "game")?;
            id(out, &view.game_id(row))?;
        }
        GameState::Missing => text(out, "missing")?,
        GameState::Cancelled(who) => {
            text(out, "cancelled")?;
            keys.key(out, "withdrawn")?;
            text(out, view.name(who))?;
        }
        GameState::Decided(_) => text(out, "decided")?,
    }
    out.write_all(b"}")
}

/// Those who were level, in the order that was found.
pub fn settled(view: &EventView<'_>, all: &[Settled], seed: u64, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"[")?;
    for (place, one) in all.iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "order")?;
        entrants(view, &one.order, out)?;
        match &one.how {
            How::Lot { occasion } => {
                keys.key(out, "by")?;
                text(out, "lot")?;
                keys.key(out, "occasion")?;
                text(out, occasion)?;
                keys.key(out, "lots")?;
                let lots = view.lots(seed);
                let lots: Vec<String> =
                    one.order.iter().map(|&who| lots.of(occasion, who).to_string()).collect();
                texts(out, lots.iter().map(String::as_str))?;
            }
            How::Decision(act) => {
                keys.key(out, "by")?;
                text(out, "decision")?;
                act_number(&mut keys, *act, out)?;
            }
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]")
}
