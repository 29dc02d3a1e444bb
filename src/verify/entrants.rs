//! The entrants of a log by their names, as other people type them.
//!
//! Comes in: an outcome, a name. Goes out: a row of the entrant sheet. Start with [`Entrants::find`].

use super::cell::plain;
use crate::diagnostic::nearest;
use crate::explain::Subject;
use crate::ruleset::{BuiltinColumn, SheetKind};
use crate::sheet::row_id;
use rustc_hash::FxHashMap;

/// The names of the entrants.
pub(super) struct Entrants {
    names: Vec<String>,
    exact: FxHashMap<String, u32>,
    /// Without regard to case and blanks; none where two are alike.
    alike: FxHashMap<String, Option<u32>>,
}

impl Entrants {
    pub fn new(subject: &Subject<'_>) -> Self {
        let Subject { ruleset, outcome, .. } = *subject;
        let sheet = ruleset.sheet_of(&SheetKind::Entrant);
        let column = sheet.and_then(|sheet| Some((sheet, ruleset.builtin(sheet, BuiltinColumn::Name)?)));
        let names: Vec<String> = column.map_or_else(Vec::new, |(sheet, column)| {
            let rows = 0..row_id(outcome.tables.rows(sheet));
            rows.map(|row| outcome.value(ruleset, column, row).words(&outcome.symbols)).collect()
        });
        let exact = (0..).zip(&names).map(|(row, name)| (name.clone(), row)).collect();
        let mut alike: FxHashMap<String, Option<u32>> = FxHashMap::default();
        for (row, name) in (0..).zip(&names) {
            alike.entry(folded(name)).and_modify(|known| *known = None).or_insert(Some(row));
        }
        Self { names, exact, alike }
    }

    /// The entrant of this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        let known = |name: &str| {
            self.exact.get(name).copied().or_else(|| self.alike.get(&folded(name)).copied().flatten())
        };
        let name = name.trim();
        // In Markdown asterisks make a name heavy, unless they are a part of it.
        known(name).or_else(|| known(plain(name)).filter(|_| name.contains('*')))
    }

    /// The name of a row.
    pub fn name(&self, row: u32) -> &str {
        self.names.get(row as usize).map_or("", String::as_str)
    }

    /// Who may be meant.
    pub fn near(&self, name: &str) -> Option<String> {
        nearest(name, self.names.iter().map(String::as_str)).map(str::to_owned)
    }

    /// All names.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A name without regard to case, and with one blank for many.
pub(super) fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
