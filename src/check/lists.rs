//! Recorded lists: each is a sheet of its own, whose rows are the elements.
//!
//! Comes in: recorded columns that hold lists of values or of parts. Goes out: their sheets, with the columns of an element.
//! It must never know how an element is written. Start with [`Checker::add_list`].

use super::checker::{Checker, Definition};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::format::{RecordedEntry, SheetEntry, SheetName};
use crate::ruleset::{ColumnInfo, Origin, SheetKind};
use crate::sheet::SheetId;
use crate::syntax::ast::TypeBase;

impl<'a> Checker<'a> {
    /// A recorded list is a sheet of its own, inside the sheet that records it.
    pub(super) fn add_list(&mut self, owner: SheetId, column: &'a RecordedEntry) {
        let Some(kind) = &column.kind else { return };
        if kind.optional || kind.default.is_some() {
            let at = kind.default.as_ref().map_or(kind.span, |default| default.span);
            self.complain(
                Diagnostic::new(
                    Code::TypeMismatch,
                    "a list is never missing: where nothing is recorded it is empty",
                )
                .at(at, "of no use behind a list")
                .help("leave it out"),
            );
        }
        let name = &column.name.text;
        let full = format!("{}.{name}", self.ruleset.sheet(owner).name);
        let parts = matches!(kind.base, TypeBase::Parts(_));
        let list = self.add_sheet(&full, name, SheetKind::List { owner, name: name.clone(), parts });
        self.add_inside(list, owner, true);
        self.add_builtins(list);
        match &kind.base {
            TypeBase::List(element) => {
                if let TypeBase::List(_) | TypeBase::Parts(_) = element.base {
                    self.complain(
                        Diagnostic::new(Code::TypeMismatch, "a list of lists")
                            .at(element.span, "this is a list already")
                            .help("give the inner list a part of its own: `[part.NAME]`"),
                    );
                    return;
                }
                let (ty, default) = self.declared_type(element);
                let info = ColumnInfo {
                    name: "value".to_owned(),
                    sheet: list,
                    ty,
                    origin: Origin::Recorded { default },
                    cites: Vec::new(),
                    at: Some(column.name.span),
                    text: column.text.clone(),
                };
                self.add_column(info, Definition::Given);
            }
            TypeBase::Parts(part) => {
                let parts = self.file.parts.iter().map(|part| part.name.text.as_str());
                let entry = self
                    .file
                    .sheets
                    .iter()
                    .find(|entry| matches!(&entry.sheet, SheetName::Part(name) if *name == part.text));
                match entry {
                    Some(entry) => {
                        self.lists.push((list, &part.text));
                        self.add_entry_columns(list, entry);
                        self.lay_out_written(list, &part.text);
                    }
                    None => {
                        let help = match nearest(&part.text, parts) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!(
                                "declare it, `[part.{}.record]`, or use one of integer, number, yes/no, text, date, duration",
                                part.text
                            ),
                        };
                        self.complain(
                            Diagnostic::new(Code::UnknownName, format!("no part is called `{}`", part.text))
                                .at(part.span, "a list of what?")
                                .help(help),
                        );
                    }
                }
            }
            TypeBase::Integer
            | TypeBase::Number
            | TypeBase::Flag
            | TypeBase::Text
            | TypeBase::Date
            | TypeBase::Duration
            | TypeBase::Choice(_) => {}
        }
    }

    /// A part without names is a shape for lists; a table for it alone makes no sheet.
    pub(super) fn complain_of_listless_part(&mut self, entry: &SheetEntry) {
        let SheetName::Part(part) = &entry.sheet else { return };
        let in_use = self.file.sheets.iter().flat_map(|sheet| &sheet.recorded).any(|column| {
            matches!(column.kind.as_ref().map(|kind| &kind.base), Some(TypeBase::Parts(name)) if name.text == *part)
        });
        let declared = self.file.parts.iter().find(|declared| declared.name.text == *part);
        if let (false, Some(declared)) = (in_use, declared) {
            self.complain(
                Diagnostic::new(Code::BadSeating, format!("no game can have a `{part}`"))
                    .at(declared.name.span, "has no names, and is in no list")
                    .help(format!(
                        "name the single ones, `names = [\"…\"]`, or record a list of them: `hand = \"list of {part}\"`"
                    )),
            );
        }
    }
}
