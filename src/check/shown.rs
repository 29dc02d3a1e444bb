//! What tables show of a sheet: `columns` of `[game]`, `[side]`, `[part.colour]`…
//!
//! Comes in: names. Goes out: columns of that sheet. It must never know what they hold. Start with
//! [`Checker::find_shown`].

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{Origin, Ruleset};
use crate::sheet::{ColumnId, SheetId};
use crate::syntax::ast::Name;

impl Checker<'_> {
    /// Finds the columns that tables show, and complains of names that are none.
    pub(super) fn find_shown(&mut self) {
        for entry in &self.file.sheets {
            let Some(names) = &entry.columns else { continue };
            let name = entry.sheet.to_string();
            let place = self.ruleset.sheets.iter().position(|sheet| sheet.name == name);
            let Some(sheet) = place.and_then(|place| u16::try_from(place).ok()).map(SheetId) else {
                continue;
            };
            let mut shown = Vec::new();
            for name in names {
                match self.own_column(sheet, &name.text) {
                    Some(column) => shown.push(column),
                    None => {
                        let diagnostic = no_column(&self.ruleset, sheet, name);
                        self.complain(diagnostic);
                    }
                }
            }
            self.used.extend(&shown);
            self.ruleset.shown.push((sheet, shown));
        }
    }
}

fn no_column(ruleset: &Ruleset, sheet: SheetId, name: &Name) -> Diagnostic {
    let whose = &ruleset.sheet(sheet).name;
    let known = |(_, column): &(ColumnId, &crate::ruleset::ColumnInfo)| match column.origin {
        Origin::Recorded { .. } | Origin::Ruled | Origin::State => true,
        Origin::Builtin(_) | Origin::Hidden { .. } => false,
    };
    let known: Vec<&str> =
        ruleset.columns_of(sheet).filter(known).map(|(_, column)| column.name.as_str()).collect();
    let message = format!("`{whose}` has no column `{}`", name.text);
    Diagnostic::new(Code::UnknownName, message).at(name.span, "shown here").help(
        match nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "leave `columns` out: there is nothing to show".to_owned(),
            None => format!("there is {}", one_of(&known)),
        },
    )
}
