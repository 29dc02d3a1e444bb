//! The records that settle a dispute, for whoever is to write one.
//!
//! Comes in: a game in dispute. Goes out: who reports it, and two lines of JSON. It must never know who is right.
//! Start with [`Log::settling`].

use super::{Log, quoted};
use crate::ruleset::{BuiltinColumn, Ruleset, SheetKind};
use crate::value::{Kind, Value};

/// How a dispute can be settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settling {
    /// Who reports the game, whoever recorded it first before the others.
    pub reporters: Vec<String>,
    /// The record by which one of their records stands: that of the first.
    pub decision: String,
    /// The record that says what is right.
    pub correction: String,
}

impl Log {
    /// How a dispute about a game can be settled.
    #[must_use]
    pub fn settling(&self, ruleset: &Ruleset, game: u32) -> Settling {
        let text = |builtin| {
            let sheet = ruleset.sheet_of(&SheetKind::Game)?;
            let column = self.tables.column(ruleset.builtin(sheet, builtin)?)?;
            match column.value(game as usize, &Kind::Text) {
                Value::Text(text) => Some(self.symbols.text(text).to_owned()),
                Value::Integer(_)
                | Value::Number(_)
                | Value::Flag(_)
                | Value::Date(_)
                | Value::Duration(_)
                | Value::Missing => None,
            }
        };
        let mut reporters: Vec<String> = text(BuiltinColumn::ReportedBy).into_iter().collect();
        for report in self.reports.iter().filter(|report| report.game == game) {
            let by = self.symbols.text(report.by);
            if !reporters.iter().any(|known| known == by) {
                reporters.push(by.to_owned());
            }
        }
        let id = text(BuiltinColumn::Id).unwrap_or_else(|| (u64::from(game) + 1).to_string());
        let id = quoted(&id);
        let first = quoted(reporters.first().map_or("", String::as_str));
        let decision = format!("{{\"decision\": {{\"game\": {id}, \"report\": {first}, \"by\": \"…\"}}}}");
        let correction =
            format!("{{\"correction\": {{\"game\": {id}, …, \"by\": \"…\", \"reason\": \"…\"}}}}");
        Settling { reporters, decision, correction }
    }
}
