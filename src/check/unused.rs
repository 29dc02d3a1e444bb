//! Recorded columns that nothing uses, clauses that nothing cites.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Origin, SheetKind};
use crate::source::Span;
use crate::syntax::ast::after_game;

impl Checker<'_> {
    /// Complains of what stands in the file and has no part in anything. Where a rule could not be read or understood
    /// nobody knows what it would have used, and nothing is said.
    pub(super) fn find_unused(&mut self) {
        if self.complaints.has_errors() {
            return;
        }
        self.find_uncited();
        let mentioned = |name: &str| {
            self.file
                .examples
                .iter()
                .flat_map(|example| &example.expect)
                .any(|(path, _)| path.last().is_some_and(|last| last.text == name))
        };
        // What a base records is not this file's to take away; a note is recorded for its own sake.
        let noted = |at: Span| {
            let mut recorded = self.file.sheets.iter().flat_map(|sheet| &sheet.recorded);
            at.source != self.file.source || recorded.any(|column| column.note && column.name.span == at)
        };
        let unused: Vec<_> = self
            .ruleset
            .columns
            .iter()
            .zip(0_u32..)
            .filter(|(column, number)| {
                let shape_of_list = matches!(self.ruleset.sheet(column.sheet).kind, SheetKind::List { .. });
                matches!(column.origin, Origin::Recorded { .. })
                    && !shape_of_list
                    && !self.used.contains(&crate::sheet::ColumnId(*number))
                    && !mentioned(&column.name)
            })
            .filter_map(|(column, _)| column.at.map(|at| (column.name.clone(), at)))
            .filter(|(_, at)| !noted(*at))
            .collect();
        let states: Vec<_> = self
            .states
            .iter()
            .filter(|state| !state.is_used(&self.used) && !noted(state.at()))
            .filter(|state| !mentioned(state.name()) && !mentioned(&after_game(state.name())))
            .map(|state| (state.name().to_owned(), state.at()))
            .collect();
        for (name, at) in states {
            self.complain(
                Diagnostic::new(Code::UnusedColumn, format!("nothing uses the state `{name}`"))
                    .at(at, "kept from game to game")
                    .help("use it in a rule, a level or the columns of a standing, or take it out"),
            );
        }
        for (name, at) in unused {
            self.complain(
                Diagnostic::new(Code::UnusedColumn, format!("nothing uses the recorded column `{name}`"))
                    .at(at, "recorded here")
                    .help("use it in a rule, or mark it as kept for its own sake: `{ type = \"…\", note = true }`"),
            );
        }
    }
}
