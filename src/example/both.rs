//! The games of an example by two formats that were written independently: where both give something, whether it is the same.
//!
//! Comes in: an example, two formats. Goes out: what came out, or why nothing did; whether both agree on what both have;
//! the clauses behind a value. Columns, standings and sheets are matched by their names. It must never know in what the
//! formats differ. Start with [`attempt`], then [`Shared`].

use super::apart::{Difference, Played, Seen, is_computed};
use super::{cells, drawn, play};
use crate::diagnostic::{Complaints, Severity};
use crate::engine;
use crate::format::{DrawnExample, ExampleEntry, FormatFile, LiteralValue};
use crate::ruleset::{ClauseId, Ruleset, VerdictKind};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::Value;
use std::collections::BTreeSet;

/// Why an example has no outcome, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// It cannot be read: something that it records cannot be, or is missing.
    Unread(String),
    /// It is read and cannot be scored.
    Unscored(String),
}

/// Scores the games of an example; what it expects does not matter. Texts of the example are added to those of the rules.
///
/// # Errors
/// Why there is no outcome.
pub fn attempt(file: &FormatFile, ruleset: &mut Ruleset, example: &ExampleEntry) -> Result<Played, Refused> {
    let mut complaints = Complaints::new();
    match play(file, ruleset, example, &mut complaints) {
        Ok((settings, outcome)) => Ok(Played { settings, outcome }),
        Err(Some(mut failed)) => {
            failed.log.names.clear();
            let first = failed.errors.first().map(|error| engine::describe(error, ruleset, &failed.log));
            Err(Refused::Unscored(first.map_or_else(String::new, |first| first.message)))
        }
        Err(None) => {
            let first = complaints.iter().find(|one| one.code.severity() == Severity::Error);
            Err(Refused::Unread(first.map_or_else(String::new, |first| first.message.clone())))
        }
    }
}

/// What two rulesets both compute.
#[derive(Debug)]
pub struct Shared<'r> {
    rulesets: [&'r Ruleset; 2],
    columns: Vec<(ColumnId, ColumnId)>,
    standings: Vec<(usize, usize)>,
    /// Sheets with verdicts, in either.
    sheets: Vec<(SheetId, SheetId)>,
}

impl<'r> Shared<'r> {
    /// Of these two.
    #[must_use]
    pub fn new(first: &'r Ruleset, second: &'r Ruleset) -> Self {
        let sheets = (0_u16..).map(SheetId).zip(&first.sheets);
        let sheets = sheets.filter_map(|(id, info)| Some((id, named(second, &info.name)?)));
        let sheets: Vec<(SheetId, SheetId)> = sheets.collect();
        let mut columns = Vec::new();
        for &(sheet, other) in &sheets {
            let own = first
                .columns_of(sheet)
                .filter(|(id, info)| is_computed(info) && first.find_column(sheet, &info.name) == Some(*id));
            columns.extend(own.filter_map(|(id, info)| Some((id, second.find_column(other, &info.name)?))));
        }
        let standings = first.standings.iter().enumerate().filter_map(|(place, standing)| {
            Some((place, second.standings.iter().position(|other| other.name == standing.name)?))
        });
        Self { rulesets: [first, second], columns, standings: standings.collect(), sheets }
    }

    /// The columns that both compute.
    #[must_use]
    pub fn columns(&self) -> &[(ColumnId, ColumnId)] {
        &self.columns
    }

    /// The standings that both have, by their places.
    #[must_use]
    pub fn standings(&self) -> &[(usize, usize)] {
        &self.standings
    }

    /// The sheets that both have.
    #[must_use]
    pub fn sheets(&self) -> &[(SheetId, SheetId)] {
        &self.sheets
    }

    /// Whether both compute this: `side.points`, `standing.evening`.
    #[must_use]
    pub fn has(&self, of: &str) -> bool {
        let first = self.rulesets[0];
        if let Some(standing) = of.strip_prefix("standing.") {
            return self.standings.iter().any(|(place, _)| first.standings[*place].name == standing);
        }
        self.columns.iter().any(|(id, _)| {
            let info = first.column(*id);
            let rest = of.strip_prefix(first.sheet(info.sheet).name.as_str());
            rest.and_then(|rest| rest.strip_prefix('.')) == Some(info.name.as_str())
        })
    }

    /// Whether outcomes of the same games are the same in all that both compute, and speak of the same rows.
    #[must_use]
    pub fn agree(&self, first: &Played, second: &Played) -> bool {
        let [one, other] = self.rulesets;
        let (first, second) = (&first.outcome, &second.outcome);
        let rows = |sheet: SheetId, other: SheetId| (first.tables.rows(sheet), second.tables.rows(other));
        let same = |(id, other_id): &(ColumnId, ColumnId)| {
            let (rows, others) = rows(one.column(*id).sheet, other.column(*other_id).sheet);
            rows == others
                && (0..rows).all(|row| {
                    let Ok(row) = u32::try_from(row) else { return false };
                    let cells = (first.value(one, *id, row), second.value(other, *other_id, row));
                    match cells {
                        (Value::Text(one), Value::Text(other)) => {
                            first.symbols.text(one) == second.symbols.text(other)
                        }
                        (one, other) => one == other,
                    }
                })
        };
        let ranked = |(place, other): &(usize, usize)| {
            let rows = first.standings.get(*place).map(|table| &table.rows);
            rows == second.standings.get(*other).map(|table| &table.rows)
        };
        self.columns.iter().all(same)
            && self.standings.iter().all(ranked)
            && self.spoken_of(Sides { first, second }).is_empty()
    }

    /// The verdicts of which the two speak of different numbers of rows: as differences whose paths nothing can be expected at.
    fn spoken_of(&self, sides: Sides<'_>) -> Vec<Difference> {
        let count = |ruleset: &Ruleset, outcome: &engine::Outcome, sheet: SheetId, kind: VerdictKind| {
            let hits = outcome.verdicts.iter().filter(|hit| {
                let verdict = &ruleset.verdicts[hit.verdict];
                verdict.sheet == sheet && verdict.kind == kind
            });
            hits.map(|hit| hit.row).collect::<BTreeSet<u32>>()
        };
        let [one, other] = self.rulesets;
        let mut found = Vec::new();
        for &(sheet, other_sheet) in &self.sheets {
            for (kind, word) in [(VerdictKind::Warn, "warn"), (VerdictKind::Fault, "fault")] {
                let rows = count(one, sides.first, sheet, kind);
                let others = count(other, sides.second, other_sheet, kind);
                if rows != others {
                    let name = one.sheet(sheet).name.clone();
                    found.push(Difference {
                        of: format!("{name}.{word}"),
                        path: vec![name, word.to_owned()],
                        value: LiteralValue::Text(rows_of(rows.len())),
                        other: Some(rows_of(others.len())),
                    });
                }
            }
        }
        found
    }

    /// What an example could expect that the two give differently, and what they speak of differently.
    #[must_use]
    pub fn differences(&self, first: &Played, second: &Played) -> Vec<Difference> {
        let [one, other] = self.rulesets;
        let first_seen = Seen { ruleset: one, played: first };
        let mut all = super::differences(first_seen, Some(Seen { ruleset: other, played: second }));
        all.retain(|difference| self.has(&difference.of));
        all.extend(self.spoken_of(Sides { first: &first.outcome, second: &second.outcome }));
        all
    }
}

#[derive(Clone, Copy)]
struct Sides<'a> {
    first: &'a engine::Outcome,
    second: &'a engine::Outcome,
}

fn rows_of(count: usize) -> String {
    match count {
        0 => "no row".to_owned(),
        1 => "1 row".to_owned(),
        rows => format!("{rows} rows"),
    }
}

/// The sheet of this name.
fn named(ruleset: &Ruleset, name: &str) -> Option<SheetId> {
    let place = ruleset.sheets.iter().position(|sheet| sheet.name == name)?;
    u16::try_from(place).ok().map(SheetId)
}

/// The clauses that have a part in what stands at a path.
#[must_use]
pub fn clauses_at(seen: Seen<'_>, path: &[String]) -> BTreeSet<ClauseId> {
    let names: Vec<Name> =
        path.iter().map(|text| Name { text: text.clone(), span: Span::default() }).collect();
    let Seen { ruleset, played } = seen;
    let cell = cells::find(ruleset, &played.settings, &played.outcome, &names);
    cell.map(|cell| cell.why(ruleset, &played.settings, &played.outcome).reasons()).unwrap_or_default()
}

/// The clauses that have a part in how a round is paired.
#[must_use]
pub fn clauses_of_round(ruleset: &Ruleset, example: &DrawnExample) -> BTreeSet<ClauseId> {
    let paired = drawn::pair(&mut ruleset.clone(), example, &mut Complaints::new());
    paired.map(|(_, prescribed)| prescribed.cites).unwrap_or_default()
}
