//! Complaints about names of states in places that cannot see them.
//!
//! Start with [`Checker::lost_state`].

use crate::check::checker::Checker;
use crate::check::lost::a;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::SheetKind;
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::NOW;

impl Checker<'_> {
    /// A bare name that nothing around a rule of `row` bears, where it has to do with states.
    pub(in crate::check) fn lost_state(
        &mut self,
        row: SheetId,
        text: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let sheet = self.ruleset.sheet(row).name.clone();
        let after = text.strip_prefix(NOW).and_then(|rest| rest.strip_prefix('.'));
        let state = after.unwrap_or(text);
        let known = self.states.iter().any(|other| other.name() == state);
        match (known, after) {
            (true, _) => {
                let help = match self.ruleset.sheet(row).kind {
                    SheetKind::Entrant => format!("write `{state}`: the value after the last game"),
                    SheetKind::Event if after.is_none() => {
                        format!(
                            "aggregate over the entrants, or over the sides: `max(entrant.{state})`, `max(side.{state})`"
                        )
                    }
                    _ => {
                        let side = self.ruleset.sheet_of(&SheetKind::Side)?;
                        self.way_to(row, side, text)
                    }
                };
                let message = format!("a rule of `{sheet}` cannot see `{text}`, a state of entrants");
                Some(
                    Diagnostic::new(Code::WrongLevel, message)
                        .at(span, format!("{} is not one entrant in one game", a(&sheet)))
                        .help(help),
                )
            }
            (false, Some(column)) if self.holder_of(column).is_some() => Some(
                Diagnostic::new(Code::UnknownName, format!("`{column}` is not a state"))
                    .at(span, "only a state has one value before a game and another after it")
                    .help(format!("write `{column}`")),
            ),
            (false, _) => None,
        }
    }
}
