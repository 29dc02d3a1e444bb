//! What became of an entrant, for programs.
//!
//! Comes in: a [`View`], the row of an entrant. Goes out: JSON: the entrant, when which level was first reached, the games
//! with the entrant's side. Start with [`json`].

use super::Story;
use crate::engine::{Moved, Played};
use crate::report::columns::write_columns;
use crate::report::fields::{self, Fields, id, list, text, texts};
use crate::report::json::{game_itself, head, one_side, tail};
use crate::report::view::View;
use std::io::{self, Write};

/// Writes it, as one object.
pub fn json(view: &View<'_>, entrant: u32, out: &mut dyn Write) -> io::Result<()> {
    let story = Story::new(view, entrant);
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, &mut top, out)?;
    top.key(out, "entrant")?;
    text(out, story.name())?;
    if let Some(entrants) = &view.entrants {
        top.key(out, "columns")?;
        write_columns(view, entrants, entrant as usize, out)?;
    }
    if view.has_levels() {
        top.key(out, "reached")?;
        list(out, &story.history.reached, |out, reached| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            keys.key(out, "level")?;
            fields::value(reached.level, view.symbols(), out)?;
            if let Some(game) = reached.game {
                keys.key(out, "game")?;
                id(out, &view.game_id(game as usize))?;
            }
            out.write_all(b"}")
        })?;
    }
    top.key(out, "games")?;
    list(out, &story.history.games, |out, played| story.game(played, out))?;
    tail(view, |name| story.is_about(name), &mut top, out)
}

impl Story<'_> {
    fn game(&self, played: &Played, out: &mut dyn Write) -> io::Result<()> {
        let game = played.game as usize;
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        game_itself(self.view, game, &mut keys, out)?;
        if let Some(sides) = &self.view.sides {
            keys.key(out, "side")?;
            one_side(self.view, sides, played.side as usize, out)?;
        }
        keys.key(out, "against")?;
        texts(out, self.against(game).into_iter())?;
        if played.is_void {
            keys.key(out, "void")?;
            out.write_all(b"true")?;
        }
        if let Some(moved) = played.level {
            keys.key(out, "moved")?;
            text(
                out,
                match moved {
                    Moved::Up => "reached",
                    Moved::Down => "lost",
                },
            )?;
        }
        out.write_all(b"}")
    }
}
