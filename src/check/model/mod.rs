//! The model: what a simulation invents, and in which order.
//!
//! Comes in: the rules of `[simulate]`, once all other rules are lowered. Goes out: the steps of [`Model`]; what the
//! format leaves open is drawn evenly from what is declared. Whatever is lowered here is kept apart from the steps that
//! score, and a column that only the model looks at is not thereby used.
//! It must never change what is scored. Start with [`Checker::lower_model`].

mod even;
mod order;

use super::checker::Checker;
use super::operators::widen;
use super::random::Inventing;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{InventedEntry, RuleEntry, SheetName};
use crate::ruleset::{Expr, Model, Node, Origin, SheetKind, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::{Kind, Rational, Value};

impl Checker<'_> {
    /// Lowers the model; everything else is lowered before.
    pub(super) fn lower_model(&mut self) {
        let scored = std::mem::take(&mut self.ruleset.steps);
        let used = self.used.clone();
        let file = self.file;
        for entry in file.simulate.iter().flat_map(|simulate| &simulate.invented) {
            match self.sheet_named(&entry.sheet) {
                Some(sheet) => {
                    for rule in &entry.rules {
                        self.lower_invented(sheet, rule);
                    }
                }
                None => self.complain_of_part(entry),
            }
        }
        let undrawable = self.draw_the_rest();
        let own = std::mem::replace(&mut self.ruleset.steps, scored);
        let game_time = self.game_time();
        let steps = self.in_order(&own);
        self.used = used;
        let described = file.simulate.is_some();
        self.ruleset.model = Model { steps, undrawable, game_time, described };
    }

    fn lower_invented(&mut self, sheet: SheetId, entry: &RuleEntry) {
        let column = self.own_column(sheet, &entry.name.text);
        let recorded = column.filter(|&id| matches!(self.ruleset.column(id).origin, Origin::Recorded { .. }));
        let Some(column) = recorded else {
            let diagnostic = self.complain_of_invented(sheet, &entry.name, column.is_some());
            return self.complain(diagnostic);
        };
        let Some(rule) = &entry.rule else { return };
        self.inventing = Some(Inventing::by(&rule.body, column, sheet));
        self.cite(&rule.cites);
        let value = self.lower_body(&rule.body, sheet, entry.span);
        self.inventing = None;
        let value = self.fitted(column, value);
        if value.ty.kind != Kind::Unknown {
            self.ruleset.steps.push(Step::Map { out: column, value });
        }
    }

    /// A value that the column is declared to hold, as far as kinds go.
    pub(in crate::check) fn fitted(&mut self, column: ColumnId, value: Expr) -> Expr {
        let ty = self.ruleset.column(column).ty.clone();
        let value = if ty.optional { value } else { self.met(value) };
        match (&ty.kind, &value.ty.kind) {
            (_, Kind::Unknown) | (Kind::Text, Kind::Choice(_)) => value,
            (Kind::Unknown, _) => Self::unknown(value.at),
            (Kind::Number, Kind::Integer) => widen(value),
            (Kind::Choice(all), Kind::Choice(given)) => {
                let Some(other) = given.iter().find(|choice| !all.contains(choice)) else { return value };
                let at = place_of(&value, Value::Text(*other)).unwrap_or(value.at);
                let name = self.ruleset.symbols.text(*other).to_owned();
                let diagnostic = self.complain_of_choice(&name, all, at);
                self.complain(diagnostic);
                Self::unknown(value.at)
            }
            (declared, given) if declared == given => value,
            (declared, given) => {
                let [wanted, found] = [declared, given].map(|kind| self.kind_words(kind));
                let name = self.full_name(column);
                let mut diagnostic = Diagnostic::new(
                    Code::TypeMismatch,
                    format!("`{name}` holds {wanted}, and this is {found}"),
                )
                .at(value.at, found);
                if let Some(at) = self.ruleset.column(column).at {
                    diagnostic = diagnostic.at(at, "declared here");
                }
                if let Some(help) = self.way_between(&ty.kind, &value.ty.kind) {
                    diagnostic = diagnostic.help(help);
                }
                self.complain(diagnostic);
                Self::unknown(value.at)
            }
        }
    }

    /// How a value of one kind becomes one of another, where that is plain.
    fn way_between(&self, wanted: &Kind, given: &Kind) -> Option<String> {
        let is_number = matches!(given, Kind::Integer | Kind::Number);
        Some(match wanted {
            Kind::Integer if *given == Kind::Number => "round it: `floor(…)`, `round(…)`".to_owned(),
            Kind::Flag if is_number => "write a condition, for example `random(1, 2) = 1`".to_owned(),
            Kind::Duration if is_number => "a number times a unit is a duration: `… * 1 s`".to_owned(),
            Kind::Date if is_number => "add days to a date: `2026-11-30 + … * 1 d`".to_owned(),
            Kind::Choice(choices) if is_number => {
                let first = choices.first().map_or("…", |&choice| self.ruleset.symbols.text(choice));
                format!("say which number is which: `by …`, and below it `1 -> \"{first}\"`, a line for each")
            }
            _ => return None,
        })
    }

    fn game_time(&mut self) -> Option<Rational> {
        let entry = self.file.simulate.as_ref()?.game_time.as_ref()?;
        match self.constant(entry, &Kind::Duration)? {
            Value::Duration(time) if time > Rational::ZERO => Some(time),
            _ => {
                self.complain(
                    Diagnostic::new(Code::TypeMismatch, "a game takes some time")
                        .at(entry.span, "no time at all")
                        .help("write how long it takes, for example `40 min`"),
                );
                None
            }
        }
    }

    /// A column that is not recorded, or not there.
    fn complain_of_invented(&self, sheet: SheetId, name: &Name, is_there: bool) -> Diagnostic {
        let (text, called) = (name.text.as_str(), self.ruleset.sheet(sheet).name.clone());
        let is_list = self.sheets().any(|list| match &self.ruleset.sheet(list).kind {
            SheetKind::List { owner, name, .. } => *owner == sheet && name == text,
            _ => false,
        });
        if is_list {
            return Diagnostic::new(
                Code::UnknownName,
                format!("`{text}` is a list, and no list is invented"),
            )
            .at(name.span, "stays empty in what is invented")
            .help("leave it out");
        }
        if is_there {
            let message =
                format!("`{text}` of `{called}` is not recorded, and only what is recorded is invented");
            return Diagnostic::new(Code::UnknownName, message)
                .at(name.span, "comes of what is recorded")
                .help("leave it out, and invent the recorded columns that it comes from");
        }
        let recorded = self.recorded(sheet);
        let help = match nearest(text, recorded.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => match self.sheets().find(|&other| self.recorded(other).iter().any(|own| own == text)) {
                Some(other) => format!(
                    "it is recorded of `{}`: {}",
                    self.ruleset.sheet(other).name,
                    self.table_of(other)
                ),
                None if recorded.is_empty() => format!("nothing is recorded of `{called}`"),
                None => format!("recorded of `{called}` is {}", one_of(&recorded)),
            },
        };
        Diagnostic::new(Code::UnknownName, format!("`{called}` has no recorded column `{text}`"))
            .at(name.span, "nothing to invent")
            .help(help)
    }

    fn table_of(&self, sheet: SheetId) -> String {
        let info = self.ruleset.sheet(sheet);
        match info.kind {
            SheetKind::Part { .. } => format!("write it in `[simulate.part.{}]`", info.name),
            SheetKind::List { .. } => "no list is invented".to_owned(),
            _ => format!("write it in `[simulate.{}]`", info.name),
        }
    }

    fn recorded(&self, sheet: SheetId) -> Vec<String> {
        let columns = self.ruleset.columns_of(sheet);
        let recorded = columns.filter(|(_, column)| matches!(column.origin, Origin::Recorded { .. }));
        recorded.map(|(_, column)| column.name.clone()).collect()
    }

    fn complain_of_part(&mut self, entry: &InventedEntry) {
        let SheetName::Part(name) = &entry.sheet else { return };
        let parts = self.file.parts.iter().map(|part| part.name.text.as_str());
        let diagnostic = if parts.clone().any(|part| part == name) {
            let message = format!("`{name}` is in lists alone, and no list is invented");
            Diagnostic::new(Code::UnknownName, message).help("leave it out")
        } else {
            let near = nearest(name, parts);
            let diagnostic = Diagnostic::new(Code::UnknownName, format!("no part is called `{name}`"));
            match near {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help("invent columns of a `[part.NAME]` that the format has"),
            }
        };
        self.complain(diagnostic.at(entry.span, "not there"));
    }
}

/// Where a literal stands.
fn place_of(expr: &Expr, literal: Value) -> Option<Span> {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if matches!(expr.node, Node::Literal(value) if value == literal) {
            return Some(expr.at);
        }
        expr.parts(&mut open);
    }
    None
}
