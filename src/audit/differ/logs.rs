//! What becomes of a log when it is scored by another format.
//!
//! Comes in: the same log, scored by two formats. Goes out: who moves in which standing, the values that change, row by row
//! as far as they are wanted, whom phases admit instead, which matches are won by somebody else. Rows are compared
//! where both formats have the same rows; where they have not, that is said. Start with [`compare_logs`].

use super::changed::{
    CellChange, LogChange, MatchChange, Moved, PhaseChange, RowChange, SheetChange, StandingChange,
};
use super::rounds;
use crate::engine::Outcome;
use crate::event::{Course, MatchCourse};
use crate::example::Shared;
use crate::ruleset::{BuiltinColumn, LinkRole, Ruleset, SheetKind};
use crate::sheet::{ColumnId, Index, NO_ROW, SheetId};
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A log, scored by one of the two formats.
#[derive(Debug, Clone, Copy)]
pub struct LogSide<'a> {
    /// By these rules.
    pub ruleset: &'a Ruleset,
    /// What came out.
    pub outcome: &'a Outcome,
    /// How the event went.
    pub course: Option<&'a Course>,
}

/// Compares what a log comes to; of each sheet no more than `most` rows are shown.
#[must_use]
pub fn compare_logs(old: LogSide<'_>, new: LogSide<'_>, most: usize) -> LogChange {
    let shared = Shared::new(old.ruleset, new.ruleset);
    let names = [old, new].map(|side| entrants(&side));
    let both = Both { sides: [old, new], names, shared };
    let mut change = LogChange { standings: both.standings(), ..LogChange::default() };
    both.sheets(most, &mut change);
    both.event(&mut change);
    change
}

struct Both<'a> {
    sides: [LogSide<'a>; 2],
    /// The entrants, in the order of their rows.
    names: [Vec<String>; 2],
    shared: Shared<'a>,
}

fn entrants(side: &LogSide<'_>) -> Vec<String> {
    let LogSide { ruleset, outcome, .. } = side;
    let found = ruleset.sheet_of(&SheetKind::Entrant).and_then(|sheet| {
        let name = ruleset.builtin(sheet, BuiltinColumn::Name)?;
        let rows = (0..outcome.tables.rows(sheet)).map(|row| text(side, name, row).unwrap_or_default());
        Some(rows.collect())
    });
    found.unwrap_or_default()
}

fn text(side: &LogSide<'_>, column: ColumnId, row: usize) -> Option<String> {
    match side.outcome.value(side.ruleset, column, u32::try_from(row).ok()?) {
        Value::Missing => None,
        value => Some(value.words(&side.outcome.symbols)),
    }
}

impl Both<'_> {
    fn name(&self, side: usize, entrant: u32) -> String {
        self.names[side].get(entrant as usize).cloned().unwrap_or_default()
    }

    fn standings(&self) -> Vec<StandingChange> {
        let changes = self.shared.standings().iter().filter_map(|&(place, other)| {
            let [old, new] = self.sides;
            let (one, two) = (old.outcome.standings.get(place)?, new.outcome.standings.get(other)?);
            let rows = [one, two].map(|table| table.rows.iter().map(|row| (row.entrant, row.place)));
            let [before, after] = rows;
            let before: Vec<(String, u32)> =
                before.map(|(entrant, place)| (self.name(0, entrant), place)).collect();
            let after: Vec<(String, u32)> =
                after.map(|(entrant, place)| (self.name(1, entrant), place)).collect();
            let moved = moved(&before, &after);
            let info = &new.ruleset.standings[other];
            (!moved.is_empty()).then(|| StandingChange {
                name: info.name.clone(),
                title: info.title.clone(),
                entrants: after.len(),
                moved,
            })
        });
        changes.collect()
    }

    fn sheets(&self, most: usize, change: &mut LogChange) {
        let [old, _] = self.sides;
        let games = old.ruleset.sheet_of(&SheetKind::Game).map_or(0, |sheet| old.outcome.tables.rows(sheet));
        let mut in_games = vec![false; games];
        for &(sheet, other) in self.shared.sheets() {
            let info = old.ruleset.sheet(sheet);
            let columns: Vec<(ColumnId, ColumnId)> = self
                .shared
                .columns()
                .iter()
                .filter(|(column, _)| old.ruleset.column(*column).sheet == sheet)
                .copied()
                .collect();
            if columns.is_empty() || matches!(info.kind, SheetKind::List { .. } | SheetKind::Join { .. }) {
                continue;
            }
            if !self.has_same_rows(sheet, other) {
                change.other_rows.push(info.name.clone());
                continue;
            }
            let found = self.sheet(sheet, &columns, most, &mut in_games);
            if found.changed > 0 {
                change.sheets.push(found);
            }
        }
        change.games = [games, in_games.iter().filter(|differs| **differs).count()];
    }

    fn sheet(
        &self,
        sheet: SheetId,
        columns: &[(ColumnId, ColumnId)],
        most: usize,
        in_games: &mut [bool],
    ) -> SheetChange {
        let [old, new] = self.sides;
        let rows = old.outcome.tables.rows(sheet);
        let game = self.link_to_game(sheet);
        let mut counts = vec![0; columns.len()];
        let mut found = SheetChange {
            sheet: old.ruleset.sheet(sheet).name.clone(),
            rows,
            columns: Vec::new(),
            changed: 0,
            shown: Vec::new(),
        };
        let mut differing: Vec<usize> = Vec::new();
        for row in 0..rows {
            let Ok(id) = u32::try_from(row) else { break };
            differing.clear();
            for (place, (one, other)) in columns.iter().enumerate() {
                let cells =
                    (old.outcome.value(old.ruleset, *one, id), new.outcome.value(new.ruleset, *other, id));
                let same = match cells {
                    (Value::Text(one), Value::Text(other)) => {
                        old.outcome.symbols.text(one) == new.outcome.symbols.text(other)
                    }
                    (one, other) => one == other,
                };
                if !same {
                    counts[place] += 1;
                    differing.push(place);
                }
            }
            if differing.is_empty() {
                continue;
            }
            found.changed += 1;
            let of_game = game.as_ref().map_or(NO_ROW, |game| game.get(row)) as usize;
            if let Some(differs) = in_games.get_mut(of_game) {
                *differs = true;
            }
            if found.shown.len() < most {
                let cells = differing.iter().map(|&place| {
                    let (one, other) = columns[place];
                    let words = |side: &LogSide<'_>, column| {
                        text(side, column, row).unwrap_or_else(|| "–".to_owned())
                    };
                    CellChange {
                        column: old.ruleset.column(one).name.clone(),
                        values: [words(&old, one), words(&new, other)],
                    }
                });
                found.shown.push(RowChange { row: self.row_name(sheet, row), cells: cells.collect() });
            }
        }
        let named = columns.iter().zip(counts).filter(|(_, count)| *count > 0);
        found.columns =
            named.map(|((column, _), count)| (old.ruleset.column(*column).name.clone(), count)).collect();
        found
    }

    /// The games that the rows of a sheet are of.
    fn link_to_game(&self, sheet: SheetId) -> Option<Index> {
        let [old, _] = self.sides;
        let games = old.ruleset.sheet_of(&SheetKind::Game)?;
        if sheet == games {
            return Some(Index::SAME);
        }
        let link = old.ruleset.link_of(sheet, &LinkRole::Inside(games))?;
        old.outcome.tables.link(link).cloned()
    }

    /// Whether the rows of a sheet are the same by both: as many, of the same games and entrants.
    fn has_same_rows(&self, sheet: SheetId, other: SheetId) -> bool {
        let [old, new] = self.sides;
        let rows = old.outcome.tables.rows(sheet);
        if rows != new.outcome.tables.rows(other) {
            return false;
        }
        if old.ruleset.sheet(sheet).kind == SheetKind::Entrant {
            return self.names[0] == self.names[1];
        }
        let kinds = [SheetKind::Game, SheetKind::Side, SheetKind::Match];
        let of = |side: &LogSide<'_>, from: SheetId, role: Option<LinkRole>| {
            let link = side.ruleset.link_of(from, &role?)?;
            side.outcome.tables.link(link).cloned()
        };
        let inside = |side: &LogSide<'_>, kind: &SheetKind| side.ruleset.sheet_of(kind).map(LinkRole::Inside);
        let same = |one: Option<Index>, other: Option<Index>| match (one, other) {
            (Some(one), Some(other)) => one == other || (0..rows).all(|row| one.get(row) == other.get(row)),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let entrants =
            same(of(&old, sheet, Some(LinkRole::Entrant)), of(&new, other, Some(LinkRole::Entrant)));
        let entrants = entrants && self.names[0] == self.names[1];
        entrants
            && kinds
                .iter()
                .all(|kind| same(of(&old, sheet, inside(&old, kind)), of(&new, other, inside(&new, kind))))
    }

    /// `game 3, Ada`
    fn row_name(&self, sheet: SheetId, row: usize) -> String {
        let [old, _] = self.sides;
        let ruleset = old.ruleset;
        let up = |kind: &SheetKind| {
            let above = ruleset.sheet_of(kind)?;
            let index = old.outcome.tables.link(ruleset.link_of(sheet, &LinkRole::Inside(above))?)?;
            let row = index.get(row);
            (row != NO_ROW).then_some((above, row as usize))
        };
        match &ruleset.sheet(sheet).kind {
            SheetKind::Event => "event".to_owned(),
            SheetKind::Entrant => self.name(0, u32::try_from(row).unwrap_or(NO_ROW)),
            SheetKind::Game | SheetKind::Match => {
                let is_game = ruleset.sheet(sheet).kind == SheetKind::Game;
                let called = if is_game { BuiltinColumn::Id } else { BuiltinColumn::MatchId };
                let id = ruleset.builtin(sheet, called).and_then(|column| text(&old, column, row));
                let id = id.unwrap_or_else(|| (row + 1).to_string());
                format!("{} {id}", if is_game { "game" } else { "match" })
            }
            SheetKind::Side | SheetKind::MatchSide => {
                let above = up(&SheetKind::Game).or_else(|| up(&SheetKind::Match));
                let above = above.map(|(sheet, row)| format!("{}, ", self.row_name(sheet, row)));
                let link = ruleset.link_of(sheet, &LinkRole::Entrant);
                let who = link.and_then(|link| old.outcome.tables.link(link)).map(|index| index.get(row));
                format!("{}{}", above.unwrap_or_default(), self.name(0, who.unwrap_or(NO_ROW)))
            }
            SheetKind::Part { .. } => {
                let above = up(&SheetKind::Side).or_else(|| up(&SheetKind::Game));
                let above = above.map(|(sheet, row)| format!("{}, ", self.row_name(sheet, row)));
                let own = ruleset.builtin(sheet, BuiltinColumn::Name);
                let own = own.and_then(|column| text(&old, column, row));
                let own = own.unwrap_or_else(|| ruleset.sheet(sheet).name.clone());
                format!("{}{own}", above.unwrap_or_default())
            }
            SheetKind::List { .. } | SheetKind::Join { .. } => (row + 1).to_string(),
        }
    }

    fn event(&self, change: &mut LogChange) {
        let [old, new] = self.sides;
        let (Some(before), Some(after)) = (old.course, new.course) else { return };
        let name = |side: &LogSide<'_>, phase: &crate::event::PhaseCourse| {
            side.ruleset.phase(phase.phase).name.clone()
        };
        for phase in &before.phases {
            let called = name(&old, phase);
            let Some(other) = after.phases.iter().find(|other| name(&new, other) == called) else {
                change.only[0].push(called);
                continue;
            };
            if rounds::takes_places(old.ruleset, &called) || rounds::takes_places(new.ruleset, &called) {
                let admitted = [
                    phase.entrants.iter().map(|one| self.name(0, *one)).collect::<Vec<_>>(),
                    other.entrants.iter().map(|one| self.name(1, *one)).collect(),
                ];
                if admitted[0] != admitted[1] {
                    let only = |own: usize| -> Vec<String> {
                        let others: BTreeSet<&String> = admitted[1 - own].iter().collect();
                        admitted[own].iter().filter(|who| !others.contains(who)).cloned().collect()
                    };
                    let only = [only(0), only(1)];
                    let reordered = only.iter().all(Vec::is_empty);
                    change.phases.push(PhaseChange { phase: called.clone(), only, reordered });
                }
            }
            self.matches(&called, &phase.bracket, &other.bracket, change);
        }
        let known = before.phases.iter().map(|phase| name(&old, phase)).collect::<BTreeSet<_>>();
        let came = after.phases.iter().map(|phase| name(&new, phase)).filter(|name| !known.contains(name));
        change.only[1].extend(came);
        let places = |side: usize, course: &Course| -> Vec<(String, u32)> {
            course.places.iter().map(|place| (self.name(side, place.entrant), place.place)).collect()
        };
        change.places = moved(&places(0, before), &places(1, after));
    }

    fn matches(&self, phase: &str, old: &[MatchCourse], new: &[MatchCourse], change: &mut LogChange) {
        for one in old {
            let Some(other) = new.iter().find(|other| other.line.name == one.line.name) else { continue };
            let winners = [
                one.winner().map(|winner| self.name(0, winner)),
                other.winner().map(|winner| self.name(1, winner)),
            ];
            let decided = [one.is_over(), other.is_over()];
            if winners[0] != winners[1] || decided[0] != decided[1] {
                change.matches.push(MatchChange {
                    phase: phase.to_owned(),
                    name: one.line.name.clone(),
                    winners,
                    decided,
                });
            }
        }
    }
}

/// Who has another place; in the new order, those who have none at the end.
fn moved(before: &[(String, u32)], after: &[(String, u32)]) -> Vec<Moved> {
    let known: FxHashMap<&str, u32> = before.iter().map(|(name, place)| (name.as_str(), *place)).collect();
    let now: FxHashMap<&str, u32> = after.iter().map(|(name, place)| (name.as_str(), *place)).collect();
    let moved = after.iter().map(|(name, place)| Moved {
        entrant: name.clone(),
        places: [known.get(name.as_str()).copied(), Some(*place)],
    });
    let gone = before.iter().filter(|(name, _)| !now.contains_key(name.as_str()));
    let gone = gone.map(|(name, place)| Moved { entrant: name.clone(), places: [Some(*place), None] });
    moved.chain(gone).filter(|one| one.places[0] != one.places[1]).collect()
}
