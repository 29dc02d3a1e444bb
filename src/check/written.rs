//! How a part of a list is written as one text: whether each of its values can be told in it.
//!
//! Comes in: the columns of a list, and the key `written` of its part. Goes out: a [`Written`] and the column `name`, or
//! complaints (R0116). It must never read such a text. Start with [`Checker::lay_out_written`].

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{BuiltinColumn, Origin, SheetKind, Step, Written};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast;
use crate::value::{Kind, Rational, Type};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Lays out how an element of a list is written, where its part says so.
    pub(super) fn lay_out_written(&mut self, list: SheetId, part: &str) {
        let file = self.file;
        let Some(entry) = file.parts.iter().find(|entry| entry.name.text == part) else { return };
        let Some(written) = &entry.written else { return };
        let mut columns = Vec::new();
        for column in &written.columns {
            match self.writable(list, column) {
                Ok(id) => columns.push((id, column.then.as_ref().map_or("", |(signs, _)| signs).to_owned())),
                Err(complaint) => self.complain(*complaint),
            }
        }
        let complete = columns.len() == written.columns.len();
        if !complete || !self.leaves_nothing_out(list, written, &columns) {
            return;
        }
        self.add_given(list, "name", Type::of(Kind::Text), Origin::Builtin(BuiltinColumn::Written));
        if let Some(name) = self.own_column(list, "name") {
            self.ruleset.written.push(Written { list, columns, name, needed: false });
        }
    }

    /// Complains of parts with names that say how they are written as well.
    pub(super) fn complain_of_written_names(&mut self) {
        for part in self.file.parts.iter().filter(|part| !part.names.is_empty()) {
            if let (Some(written), Some(first)) = (&part.written, part.names.first()) {
                self.complain(
                    Diagnostic::new(
                        Code::BadWritten,
                        format!("each `{}` is called by its name", part.name.text),
                    )
                    .at(written.span, "only a part of lists is written so")
                    .at(first.span, "its names")
                    .help("leave out `written`, or `names` where it is a part of lists"),
                );
            }
        }
    }

    /// Notes which of these texts a step looks at; the others need not be there.
    pub(super) fn find_needed_texts(&mut self) {
        let ruleset = &self.ruleset;
        let keys = super::ranges::key_lists(ruleset).flatten();
        let among_tied = keys.filter_map(|key| key.among_tied.as_ref()).flatten();
        let steps = ruleset.scoring().chain(among_tied).chain(&ruleset.model.steps).chain(&ruleset.texts);
        let read: BTreeSet<ColumnId> = steps.flat_map(Step::reads).collect();
        for written in &mut self.ruleset.written {
            written.needed = read.contains(&written.name);
        }
    }

    /// A column that can stand in such a text, with what stands behind it.
    fn writable(&self, list: SheetId, column: &ast::WrittenColumn) -> Result<ColumnId, Box<Diagnostic>> {
        let ast::WrittenColumn { name, then } = column;
        let refused =
            |message: String, label: &str| Diagnostic::new(Code::BadWritten, message).at(name.span, label);
        let Some(id) = self.own_column(list, &name.text) else {
            return Err(Box::new(self.unknown_in_written(list, name)));
        };
        let info = self.ruleset.column(id);
        if !matches!(info.origin, Origin::Recorded { .. }) {
            let message = format!("`{}` is not recorded, and only what is recorded is written", name.text);
            return Err(Box::new(refused(message, "computed").help("take it out")));
        }
        if info.ty.optional {
            let message = format!("`{}` need not be recorded, so it cannot always be written", name.text);
            let help =
                "take it out: who records it writes an object; or let it be recorded always, without `?`";
            let mut complaint = refused(message, "may be missing");
            complaint.labels.extend(info.at.map(|span| label(span, "declared here")));
            return Err(Box::new(complaint.help(help)));
        }
        if let Kind::Choice(choices) = &info.ty.kind {
            let odd = choices.iter().map(|&choice| self.ruleset.symbols.text(choice));
            if let Some(odd) = odd.clone().find(|choice| choice.contains('|') || choice.trim() != *choice) {
                let message = format!("the choice `{odd}` cannot be told in a list");
                let help = "give it a name without `|`, and without blanks at its ends";
                return Err(Box::new(refused(message, "has this choice").help(help)));
            }
        }
        let Some((signs, span)) = then else { return Ok(id) };
        match self.clash(&info.ty, signs) {
            None => Ok(id),
            Some((reason, help)) => {
                let message = format!("`{}` cannot be told from the {} behind it", name.text, words(signs));
                let complaint = refused(message, &reason);
                Err(Box::new(complaint.at(*span, "part of the value, or not?").help(help)))
            }
        }
    }

    /// Why a value could hold one of these signs, and what to do.
    fn clash(&self, ty: &Type, signs: &str) -> Option<(String, String)> {
        let core = signs.trim();
        let core = if core.is_empty() { " " } else { core };
        let held = |all: &str| {
            let sign = core.chars().find(|&sign| all.contains(sign))?;
            Some(if sign == ' ' { "a blank".to_owned() } else { format!("`{sign}`") })
        };
        let other = |of: &str| format!("take another sign, which {of} cannot hold");
        let low = ty.range.low.filter(|low| low.at >= Rational::ZERO);
        let is_numeric = matches!(ty.kind, Kind::Integer | Kind::Number | Kind::Duration);
        if is_numeric && low.is_none() && held("-−").is_some() {
            let help = "give it a range from 0 on, such as `integer 0 or more`, or take another sign";
            return Some(("may be negative".to_owned(), help.to_owned()));
        }
        match &ty.kind {
            Kind::Integer | Kind::Flag | Kind::Unknown => None,
            Kind::Number => held(".,/").map(|sign| (format!("a number may hold {sign}"), other("a number"))),
            Kind::Duration => held(":.,/ ")
                .map(|sign| (format!("a length of time may hold {sign}"), other("a length of time"))),
            Kind::Date => held("-").map(|_| ("a day holds `-`".to_owned(), other("a day"))),
            Kind::Text => {
                let help = "let the text be the last, take it out, or record one of some choices instead";
                Some(("a text may hold anything".to_owned(), help.to_owned()))
            }
            Kind::Choice(choices) => {
                let mut names = choices.iter().map(|&choice| self.ruleset.symbols.text(choice));
                let name = names.find(|name| held(name).is_some())?;
                Some((format!("may be `{name}`"), other(&format!("`{name}`"))))
            }
        }
    }

    /// Whether everything is in it that must be recorded; complains of what is not.
    fn leaves_nothing_out(
        &mut self,
        list: SheetId,
        written: &ast::Written,
        columns: &[(ColumnId, String)],
    ) -> bool {
        let left: Vec<(String, Option<Span>)> = self
            .ruleset
            .columns_of(list)
            .filter(|(id, info)| {
                info.origin == Origin::Recorded { default: None }
                    && !info.ty.optional
                    && !columns.iter().any(|(known, _)| known == id)
            })
            .map(|(_, info)| (info.name.clone(), info.at))
            .collect();
        for (name, at) in &left {
            let mut complaint = Diagnostic::new(
                Code::BadWritten,
                format!("`{name}` must be recorded, and is not in what is written"),
            )
            .at(written.span, "without it");
            complaint.labels.extend(at.map(|span| label(span, "recorded here")));
            let help = "put it in, let it be optional (`?`), or give it a default; or \
                        leave `written` out: then a part is an object";
            self.complain(complaint.help(help));
        }
        left.is_empty()
    }

    fn unknown_in_written(&self, list: SheetId, name: &ast::Name) -> Diagnostic {
        let is_list = self.ruleset.sheets.iter().any(
            |sheet| matches!(&sheet.kind, SheetKind::List { owner, name: own, .. } if *owner == list && *own == name.text),
        );
        if is_list {
            return Diagnostic::new(Code::BadWritten, format!("`{}` is a list", name.text))
                .at(name.span, "one value is wanted")
                .help("take it out: who records it writes an object");
        }
        let columns = self.ruleset.columns_of(list);
        let recorded = columns.filter(|(_, info)| matches!(info.origin, Origin::Recorded { .. }));
        let known: Vec<&str> = recorded.map(|(_, info)| info.name.as_str()).collect();
        let help = match nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "nothing is recorded of it: leave `written` out".to_owned(),
            None => format!("recorded is {}", one_of(&known)),
        };
        Diagnostic::new(Code::UnknownName, format!("the part has no recorded column `{}`", name.text))
            .at(name.span, "not there")
            .help(help)
    }
}

/// What stands between columns, in words.
fn words(signs: &str) -> String {
    if signs.trim().is_empty() { "blank".to_owned() } else { format!("`{}`", signs.trim()) }
}

fn label(span: Span, text: &str) -> crate::diagnostic::Label {
    crate::diagnostic::Label { span, text: text.to_owned() }
}
