//! Rows of a CSV log that name a game and hold no result: the game is not played yet.
//!
//! Comes in: a staged game, and what must be recorded of one. Goes out: whether it is played, and a warning for each file
//! that has some that are not. It must never know who meets whom. Start with [`Recorder::is_unplayed`].

use super::cell::Field;
use super::complain::Reporter;
use super::recorder::{Extent, Recorder};
use super::slots::{Layout, TableKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::Origin;
use crate::sheet::RecordPlace;
use crate::value::Symbol;

/// So many lines are named.
const MOST_LINES: usize = 8;

/// Games that were named, but not played.
#[derive(Debug, Default)]
pub(super) struct Unplayed {
    /// Whether an empty row of the log at hand is such a game.
    pub by_empty_rows: bool,
    /// All of them, log by log.
    pub games: Vec<Game>,
}

/// A game that was named, but not played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game {
    id: Option<Symbol>,
    place: RecordPlace,
    /// Whether it has a row for each side.
    has_rows: bool,
}

/// Whether an empty row says that a game is not played yet: in formats with phases sheets are printed to be filled in.
/// Where nothing need be recorded of a game, an empty row is a game like any other.
pub(super) fn may_be_empty(layout: &Layout<'_>) -> bool {
    let is_required = layout.all().any(|(_, table)| match &table.kind {
        TableKind::Game | TableKind::Side | TableKind::Named(_) | TableKind::Each(_) => {
            table.fields.iter().any(|field| field.required)
        }
        // A list may have no values.
        TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => false,
    });
    is_required && !layout.ruleset.phases.is_empty()
}

impl Recorder<'_> {
    /// Whether the row names a game of which nothing at all is recorded.
    pub(super) fn is_unplayed(&self) -> bool {
        self.unplayed.by_empty_rows && !self.given_up && self.troubles.is_empty() && !self.holds_result()
    }

    /// Notes a game that is not played yet. Who is named in it takes part all the same.
    pub(super) fn add_unplayed(&mut self, place: RecordPlace) {
        let game = Game { id: self.game_id(), place, has_rows: self.extent == Extent::Rows };
        self.unplayed.games.push(game);
        let Self { entrants, stage, .. } = self;
        for (name, _) in stage.entrants.iter().flatten() {
            entrants.appears(*name, place);
        }
    }

    fn holds_result(&self) -> bool {
        self.layout.all().any(|(id, table)| {
            let staged = self.stage.table(id);
            match &table.kind {
                TableKind::Entrant => false,
                TableKind::Loose { .. } | TableKind::Values { .. } => !staged.rows.is_empty(),
                TableKind::Game | TableKind::Side | TableKind::Named(_) | TableKind::Each(_) => {
                    (0..staged.rows.len()).any(|row| {
                        let mut cells = staged.row(row).iter().zip(&table.fields);
                        cells.any(|(cell, field)| cell.seen && self.is_result(field))
                    })
                }
            }
        })
    }

    /// Whether a field is declared by the format: who plays whom, and when, is no result.
    fn is_result(&self, field: &Field) -> bool {
        match self.layout.ruleset.column(field.column).origin {
            Origin::Recorded { .. } => true,
            Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. } => false,
        }
    }
}

/// Warns of the games that are not played yet, once for each log. One that is recorded in another place is no loss.
pub(super) fn report(recorder: &Recorder<'_>, reporter: &mut Reporter<'_>) {
    for games in recorder.unplayed.games.chunk_by(|one, next| one.place.log == next.place.log) {
        let is_recorded = |game: &Game| game.id.is_some_and(|id| recorder.duplicates.game(id).is_some());
        let games: Vec<&Game> = games.iter().filter(|game| !is_recorded(game)).collect();
        let Some(first) = games.first() else { continue };
        let name = reporter.names.get(first.place.log as usize).cloned().unwrap_or_default();
        let message = match (games.len(), first.has_rows) {
            (1, false) => format!("1 game of `{name}` is not played yet: its row holds no result"),
            (1, true) => format!("1 game of `{name}` is not played yet: its rows hold no result"),
            (count, _) => format!("{count} games of `{name}` are not played yet: their rows hold no result"),
        };
        reporter.without_place(
            Diagnostic::new(Code::UnplayedGame, message)
                .note(place_of(&games))
                .help("fill the results in when they are there: until then the rows are no games"),
        );
    }
}

/// `they stand in the lines 3, 6 and 7`
fn place_of(games: &[&Game]) -> String {
    let lines: Vec<String> = games.iter().take(MOST_LINES).map(|game| game.place.line.to_string()).collect();
    match lines.split_last() {
        Some((last, [])) => format!("it stands in line {last}"),
        Some((last, others)) if games.len() == lines.len() => {
            format!("they stand in the lines {} and {last}", others.join(", "))
        }
        Some(_) | None => {
            format!("they stand in the lines {} and {} more", lines.join(", "), games.len() - lines.len())
        }
    }
}
