//! Who has met whom in a phase, in matches that count (in games, where the format has no matches).
//!
//! Comes in: what was scored. Goes out: for each entrant how many there are, and against whom. It must never know a
//! standing. Start with [`Meetings::of`].

use crate::engine::{self, Outcome};
use crate::ruleset::{BuiltinColumn, LinkRole, PhaseId, Ruleset, SheetKind};
use crate::sheet::{Grouping, NO_ROW, SheetId};
use crate::value::{Kind, Value};
use rustc_hash::FxHashMap;

/// Matches that count, by entrant.
pub(super) struct Meetings {
    /// How many each entrant has.
    pub counting: Vec<u32>,
    /// How often each has met whom.
    pub met: Vec<FxHashMap<u32, u32>>,
}

impl Meetings {
    /// Counts the matches of a phase.
    pub fn of(ruleset: &Ruleset, outcome: &Outcome, phase: PhaseId) -> Self {
        let entrants = ruleset.sheet_of(&SheetKind::Entrant);
        let entrants = entrants.map_or(0, |sheet| outcome.tables.rows(sheet));
        let mut all = Self { counting: vec![0; entrants], met: vec![FxHashMap::default(); entrants] };
        all.count(ruleset, outcome, phase);
        all
    }

    fn count(&mut self, ruleset: &Ruleset, outcome: &Outcome, phase: PhaseId) -> Option<()> {
        let tables = &outcome.tables;
        let (unit, sides) = units(ruleset)?;
        let inside = tables.link(ruleset.link_of(sides, &LinkRole::Inside(unit))?)?;
        let entrants = tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?;
        let of_unit = Grouping::new(inside, tables.rows(sides), tables.rows(unit));
        let void = engine::void_rows(ruleset, tables, unit);
        let phases = phases_of(ruleset, outcome, unit);
        for (row, _) in phases.iter().enumerate().filter(|(row, of)| **of == phase && !void[*row]) {
            let who = of_unit.children(row).iter().map(|side| entrants.get(*side as usize));
            let who: Vec<u32> = who.filter(|who| *who != NO_ROW).collect();
            for &one in &who {
                self.counting[one as usize] += 1;
                for &other in who.iter().filter(|other| **other != one) {
                    *self.met[one as usize].entry(other).or_default() += 1;
                }
            }
        }
        Some(())
    }

    /// How often two have met.
    pub fn between(&self, one: u32, other: u32) -> u32 {
        self.met.get(one as usize).and_then(|met| met.get(&other)).copied().unwrap_or(0)
    }
}

/// What is counted: matches and their sides, or games and theirs.
pub(super) fn units(ruleset: &Ruleset) -> Option<(SheetId, SheetId)> {
    match ruleset.sheet_of(&SheetKind::Match) {
        Some(matches) => Some((matches, ruleset.sheet_of(&SheetKind::MatchSide)?)),
        None => Some((ruleset.sheet_of(&SheetKind::Game)?, ruleset.sheet_of(&SheetKind::Side)?)),
    }
}

/// The phase of each row of the games or the matches; a row that names none belongs to the first.
pub(super) fn phases_of(ruleset: &Ruleset, outcome: &Outcome, sheet: SheetId) -> Vec<PhaseId> {
    let column = ruleset.builtin(sheet, BuiltinColumn::Phase).and_then(|id| outcome.tables.column(id));
    let of = |row: usize| {
        let value = column.filter(|column| row < column.len()).map(|column| column.value(row, &Kind::Text));
        let named = match value {
            Some(Value::Text(symbol)) => ruleset.find_phase(outcome.symbols.text(symbol)),
            Some(
                Value::Integer(_)
                | Value::Number(_)
                | Value::Flag(_)
                | Value::Date(_)
                | Value::Duration(_)
                | Value::Missing,
            )
            | None => None,
        };
        named.unwrap_or(PhaseId(0))
    };
    (0..outcome.tables.rows(sheet)).map(of).collect()
}
