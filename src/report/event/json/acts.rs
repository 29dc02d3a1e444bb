//! What the arbiter did, for programs.
//!
//! Comes in: an [`LogView`]. Goes out: a list of acts, in the order of the log. Start with [`write_acts`].

use super::entrants;
use crate::log::{Act, Deed, Games};
use crate::report::event::acts::path;
use crate::report::event::view::LogView;
use crate::report::fields::{self, Fields, id, list, number, text};
use crate::sheet::RecordPlace;
use crate::value::Value;
use std::io::{self, Write};

/// Writes what the arbiter did.
pub fn write_acts(view: &LogView<'_>, out: &mut dyn Write) -> io::Result<()> {
    list(out, view.recorded.acts, |out, act| one_act(view, act, out))
}

/// Writes who entered after the first game.
pub fn write_late(view: &LogView<'_>, out: &mut dyn Write) -> io::Result<()> {
    list(out, &view.late_entries(), |out, entry| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "entrant")?;
        text(out, view.name(entry.entrant))?;
        number(&mut keys, "games_before", entry.games_before, out)?;
        place(view, entry.place, &mut keys, out)?;
        out.write_all(b"}")
    })
}

/// Which act decided, by its place in `acts`, from 1.
pub fn act_number(keys: &mut Fields, act: usize, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, "act")?;
    write!(out, "{}", act + 1)
}

fn one_act(view: &LogView<'_>, act: &Act, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "what")?;
    match &act.what {
        Deed::Withdrawal { entrant } => {
            text(out, "withdrawal")?;
            keys.key(out, "entrant")?;
            text(out, view.name(*entrant))?;
        }
        Deed::Winner { phase, name, winner } => {
            text(out, "decision")?;
            keys.key(out, "phase")?;
            text(out, &view.phase(*phase).name)?;
            keys.key(out, "match")?;
            text(out, name)?;
            keys.key(out, "winner")?;
            match winner {
                Some(winner) => text(out, view.name(*winner))?,
                None => out.write_all(b"null")?,
            }
        }
        Deed::Order { phase, round, order } => {
            text(out, "decision")?;
            keys.key(out, "phase")?;
            text(out, &view.phase(*phase).name)?;
            if let Some(round) = round {
                number(&mut keys, "round", *round, out)?;
            }
            keys.key(out, "order")?;
            entrants(view, order, out)?;
        }
        Deed::Pools { phase, round, pools } => {
            text(out, "draw")?;
            keys.key(out, "phase")?;
            text(out, &view.phase(*phase).name)?;
            number(&mut keys, "round", *round, out)?;
            keys.key(out, "pools")?;
            out.write_all(b"[")?;
            for (place, pool) in pools.iter().enumerate() {
                out.write_all(if place == 0 { b"" } else { b", " })?;
                entrants(view, pool, out)?;
            }
            out.write_all(b"]")?;
        }
        Deed::Seed(seed) => {
            text(out, "draw")?;
            keys.key(out, "seed")?;
            write!(out, "{seed}")?;
        }
        Deed::Correction { game, .. } => {
            text(out, "correction")?;
            one_game(view, *game, &mut keys, out)?;
            changes(view, act, &mut keys, out)?;
        }
        Deed::Report { game, by, .. } => {
            text(out, "decision")?;
            one_game(view, *game, &mut keys, out)?;
            keys.key(out, "report")?;
            text(out, by)?;
            changes(view, act, &mut keys, out)?;
        }
        Deed::Void { games } => {
            text(out, "void")?;
            several_games(view, games, &mut keys, out)?;
        }
        Deed::Confirmation { games, .. } => {
            text(out, "confirmation")?;
            several_games(view, games, &mut keys, out)?;
        }
        Deed::Close { phase } => {
            text(out, "close")?;
            keys.key(out, "phase")?;
            text(out, &view.phase(*phase).name)?;
        }
    }
    for (key, word) in [("by", &act.by), ("reason", &act.reason)] {
        if let Some(word) = word {
            keys.key(out, key)?;
            text(out, word)?;
        }
    }
    if let Some(date) = act.date {
        keys.key(out, "date")?;
        text(out, &date.to_string())?;
    }
    number(&mut keys, "games_before", act.games_before, out)?;
    place(view, act.place, &mut keys, out)?;
    out.write_all(b"}")
}

/// Where a record stands.
fn place(view: &LogView<'_>, at: RecordPlace, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, "file")?;
    text(out, view.log_name(at))?;
    number(keys, "line", at.line, out)
}

fn one_game(view: &LogView<'_>, game: u32, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, "game")?;
    id(out, &view.game_id(game))
}

/// The match that an act names, where it names one; and the games.
fn several_games(
    view: &LogView<'_>,
    games: &Games,
    keys: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(of_match) = &games.of_match {
        keys.key(out, "match")?;
        id(out, of_match)?;
    }
    keys.key(out, "games")?;
    out.write_all(b"[")?;
    for (place, game) in games.rows.iter().enumerate() {
        out.write_all(if place == 0 { b"" } else { b", " })?;
        id(out, &view.game_id(*game))?;
    }
    out.write_all(b"]")
}

fn changes(view: &LogView<'_>, act: &Act, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, "changes")?;
    out.write_all(b"[")?;
    for (place, change) in act.what.changes().iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "column")?;
        text(out, &path(view, change))?;
        for (key, value) in [("before", change.before), ("after", change.after)] {
            if value != Value::Missing {
                keys.key(out, key)?;
                fields::value(value, view.recorded.symbols, out)?;
            }
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]")
}
