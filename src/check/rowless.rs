//! Complaints about aggregates that find no rows, and about rows where one value is wanted.
//!
//! Comes in: what an aggregate mentions, and the place of the rule. Goes out: one complaint that names the rows which can
//! be aggregated over from there.
//! It must never know a type. Start with `complain_of_nothing`.

use super::checker::Checker;
use super::lost::{BUILT_IN, a, needed_for, row_of};
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::SheetKind;
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::Name;

impl Checker<'_> {
    /// Complains of an aggregate that mentions nothing of the rows below.
    pub(super) fn complain_of_nothing(&mut self, mentioned: &[&[Name]], name: &str, scope: &Scope, at: Span) {
        let row = row_of(scope);
        let unknown = mentioned.iter().find_map(|path| {
            let last = path.last()?;
            let known = self.holder_of(&last.text).is_some() || self.option_named(&last.text).is_some();
            (!known).then_some((*path, last))
        });
        let diagnostic = match unknown {
            Some((path, last)) => self.lost_in_aggregate(path, last, name, row),
            None => {
                let sheet = a(&self.ruleset.sheet(row).name);
                let message = format!("`{name}` mentions no column of the rows below {sheet}");
                let help = self.rows_for(mentioned, name, scope);
                Diagnostic::new(Code::NothingToAggregate, message).at(at, "over which rows?").help(help)
            }
        };
        self.complain(diagnostic);
    }

    fn lost_in_aggregate(&self, path: &[Name], last: &Name, name: &str, row: SheetId) -> Diagnostic {
        if path.len() == 1
            && let Some(diagnostic) = self.many(&last.text, last.span, name)
        {
            return diagnostic;
        }
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("nothing is called `{}`", last.text))
            .at(last.span, "not a column of any sheet");
        if let Some(help) = needed_for(&last.text) {
            return diagnostic.help(help);
        }
        let rows = self.rows_below(row);
        let mut names = self.all_names();
        if name == "count" {
            names.splice(0..0, rows.iter().cloned());
        }
        if let Some(near) = nearest(&last.text, names.iter().map(String::as_str)) {
            return diagnostic.help(format!("did you mean `{near}`?"));
        }
        if name == "count" && !rows.is_empty() {
            return diagnostic.help(format!("rows are counted by their name: {}", one_of(&rows)));
        }
        let mut below: Vec<String> = Vec::new();
        for sheet in self.sheets().filter(|&sheet| sheet != row && self.way_up(sheet, row).is_some()) {
            let own = self.own_names(sheet).into_iter();
            below.extend(own.filter(|name| !BUILT_IN.contains(&name.as_str())));
        }
        if below.is_empty() {
            diagnostic
        } else {
            diagnostic.help(format!("the rows below have {}", one_of(&below)))
        }
    }

    /// What to write where an aggregate found no rows.
    fn rows_for(&mut self, mentioned: &[&[Name]], name: &str, scope: &Scope) -> String {
        let row = row_of(scope);
        let kind = self.ruleset.sheet(row).kind.clone();
        for path in mentioned {
            let Some((last, before)) = path.split_last() else { continue };
            let words = path.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
            if let Ok(Some(target)) = self.find_path(scope, path) {
                let own = target.path.is_empty() && path.len() == 1;
                return match kind {
                    SheetKind::Side | SheetKind::MatchSide if own => format!(
                        "`{words}` is one value here: take it as it is, or the other sides with `{name}(others.{words})`, or all sides with `{name}(s in sides: s.{words})`"
                    ),
                    _ => format!("`{words}` is one value here: take it as it is"),
                };
            }
            if !before.is_empty()
                && let Some(&list) = self.lists_named(before).first()
            {
                let list = self.ruleset.sheet(list);
                let called = before.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
                let letter: String = list.plural.chars().take(1).collect();
                return format!("name the rows: `{name}({letter} in {called}: {letter}.{})`", last.text);
            }
            let way = before.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
            let holder = self.sheets().find(|&sheet| {
                (way.is_empty() || self.ruleset.sheet(sheet).name == way)
                    && self.own_column(sheet, &last.text).is_some()
            });
            if let Some(holder) = holder {
                return self.way_to(row, holder, &last.text);
            }
        }
        let below = self.rows_below(row);
        match below.first() {
            None => format!("{} has nothing below it to aggregate over", a(&self.ruleset.sheet(row).name)),
            Some(first) => {
                format!("mention a column of {}, or count the rows: `count({first})`", one_of(&below))
            }
        }
    }

    /// The name of rows or of a list where a value is wanted.
    pub(super) fn many(&self, text: &str, span: Span, aggregate: &str) -> Option<Diagnostic> {
        let name = [Name { text: text.to_owned(), span }];
        let list = *self.lists_named(&name).first()?;
        let (message, help) = if matches!(self.ruleset.sheet(list).kind, SheetKind::List { .. }) {
            let letter: String = text.chars().take(1).collect();
            let taken = if self.own_column(list, "value").is_some() {
                letter.clone()
            } else {
                format!("{letter}.{}", self.own_names(list).first().map_or("…", String::as_str))
            };
            let aggregate = if aggregate == "count" { "sum" } else { aggregate };
            (
                format!("`{text}` is a list, not a value"),
                format!(
                    "count it: `count({text})`, or take its items together: `{aggregate}({letter} in {text}: {taken})`"
                ),
            )
        } else {
            let columns = self.own_names(list);
            let column = columns.iter().find(|column| !BUILT_IN.contains(&column.as_str()));
            let column = column.map_or("points", String::as_str);
            let aggregate = if aggregate == "count" { "sum" } else { aggregate };
            (
                format!("`{text}` are rows, not a value"),
                format!("count them: `count({text})`, or name a column of theirs: `{aggregate}({column})`"),
            )
        };
        Some(Diagnostic::new(Code::TypeMismatch, message).at(span, "many where one is wanted").help(help))
    }

    /// The names of rows that a rule of `row` can count.
    pub(super) fn rows_below(&self, row: SheetId) -> Vec<String> {
        let entrants = self.ruleset.sheet(row).kind == SheetKind::Entrant;
        self.sheets()
            .filter(|&other| other != row)
            .filter(|&other| {
                let stands_in = matches!(self.ruleset.sheet(other).kind, SheetKind::Game | SheetKind::Match);
                self.way_up(other, row).is_some() || entrants && stands_in
            })
            .map(|other| match &self.ruleset.sheet(other).kind {
                SheetKind::List { name, .. } => name.clone(),
                _ => self.ruleset.sheet(other).plural.clone(),
            })
            .collect()
    }
}
