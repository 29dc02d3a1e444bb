//! Complaints about names that lead nowhere: what was probably meant, and where it can be seen.
//!
//! Comes in: a path of names that nothing was found for, and the place of the rule. Goes out: one complaint with the
//! nearest name, or the way to the column that does bear the name.
//! It must never know a type. Start with `complain_of_path`.

use super::checker::Checker;
use super::scope::{PREVIOUS, Scope};
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{Origin, SheetKind};
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::Kind;
use rustc_hash::FxHashSet;

/// The name that means the other sides of the same game or match.
pub(super) const OTHERS: &str = "others";

impl Checker<'_> {
    /// Complains of a path that leads nowhere.
    pub(super) fn complain_of_path(&mut self, scope: &Scope, path: &[Name], span: Span) {
        let Some((last, before)) = path.split_last() else { return };
        let row = row_of(scope);
        let named = |first: &Name| scope.views.iter().any(|view| view.name.as_deref() == Some(&first.text));
        let diagnostic = match before.first() {
            Some(first) if !named(first) && self.walk(row, before).is_none() => {
                self.lost_way(scope, path, first, last).unwrap_or_else(|| self.lost_start(scope, path, first))
            }
            Some(first) => {
                let view = scope.views.iter().find(|view| view.name.as_deref() == Some(&first.text));
                let target = match view {
                    Some(view) => self.walk(view.sheet, before.get(1..).unwrap_or_default()),
                    None => self.walk(row, before),
                };
                self.lost_column(scope, path, target.map_or(row, |(sheet, _)| sheet))
            }
            None => self.lost_name(scope, last, span),
        };
        self.complain(diagnostic);
    }

    /// `side.points` where there are several sides, `opponent.points` where there is none.
    fn lost_way(&mut self, scope: &Scope, path: &[Name], first: &Name, last: &Name) -> Option<Diagnostic> {
        let row = row_of(scope);
        let span = first.span.to(last.span);
        let sheet = self.ruleset.sheet(row).name.clone();
        let level = |message: String, label: &str| Diagnostic::new(Code::WrongLevel, message).at(span, label);
        let of_side = matches!(self.ruleset.sheet(row).kind, SheetKind::Side | SheetKind::MatchSide);
        if first.text == OTHERS && of_side {
            return Some(
                level("`others` are several".to_owned(), "a value of which of them?")
                    .help(format!("aggregate over them: `max(others.{})`", last.text)),
            );
        }
        if first.text == PREVIOUS {
            return Some(level(format!("{} has no `{PREVIOUS}`", a(&sheet)), "only a side or a game has").help(
                "write the rule in `[side.rules]`, where `previous` is the game before of the same entrant, or in `[game.rules]`",
            ));
        }
        if first.text == OTHERS || first.text == "opponent" {
            return Some(level(format!("{} has no `{}`", a(&sheet), first.text), "only a side has").help(
                format!(
                    "write the rule in `[side.rules]`, where `{}` stands for the other side{}",
                    first.text,
                    if first.text == OTHERS { "s" } else { "" }
                ),
            ));
        }
        let way =
            path.iter().take(path.len() - 1).map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        let below = self.sheets().find(|&other| {
            let info = self.ruleset.sheet(other);
            info.name == way || info.plural == way
        })?;
        let column = self.column_meant(below, &last.text);
        let several = self.ruleset.sheet(below).plural.clone();
        Some(
            level(
                format!("a rule of `{sheet}` cannot see a single `{way}`"),
                &format!("there are several {several} here, or none"),
            )
            .help(if self.own_column(below, &column).is_some() {
                self.way_to(row, below, &column)
            } else if matches!(self.find_path(scope, std::slice::from_ref(last)), Ok(Some(_))) {
                format!("write `{}` alone", last.text)
            } else {
                format!("their columns are {}", one_of(&self.own_names(below)))
            }),
        )
    }

    /// A path whose first name nothing bears.
    fn lost_start(&mut self, scope: &Scope, path: &[Name], first: &Name) -> Diagnostic {
        let diagnostic =
            Diagnostic::new(Code::UnknownName, format!("nothing is called `{}` here", first.text))
                .at(first.span, "leads nowhere");
        if let [one, other] = path
            && let swapped = [other.clone(), one.clone()]
            && matches!(self.find_path(scope, &swapped), Ok(Some(_)))
        {
            return diagnostic.help(format!("write `{}.{}`", other.text, one.text));
        }
        if let Some(help) = needed_for(&first.text) {
            return diagnostic.help(help);
        }
        let row = row_of(scope);
        let mut ways: Vec<String> = self
            .containers(row)
            .into_iter()
            .map(|(container, _)| self.ruleset.sheet(container).name.clone())
            .chain(scope.views.iter().filter_map(|view| view.name.clone()))
            .chain(["entrant".to_owned(), "opponent".to_owned()])
            .collect();
        for seat in self.ruleset.plans.iter().flat_map(|plan| &plan.seats) {
            ways.push(self.ruleset.symbols.text(seat.name).to_owned());
        }
        let mut seen: Vec<String> = Vec::new();
        for way in ways {
            let leads = self.walk(row, &[Name { text: way.clone(), span: first.span }]).is_some()
                || scope.views.iter().any(|view| view.name.as_ref() == Some(&way));
            if leads && !seen.contains(&way) {
                seen.push(way);
            }
        }
        diagnostic.help(match nearest(&first.text, seen.iter().map(String::as_str)) {
            Some(near) => {
                let rest: Vec<&str> = path.iter().skip(1).map(|name| name.text.as_str()).collect();
                format!("did you mean `{near}.{}`?", rest.join("."))
            }
            None => format!("before a dot can stand {}", one_of(&seen)),
        })
    }

    /// A path that leads to rows of `target`, which have no such column.
    fn lost_column(&mut self, scope: &Scope, path: &[Name], target: SheetId) -> Diagnostic {
        let (Some((last, before)), sheet) = (path.split_last(), self.ruleset.sheet(target).name.clone())
        else {
            return Diagnostic::new(Code::UnknownName, "nothing is written here");
        };
        let way = before.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        let known = self.own_names(target);
        let not = format!("not a column of `{sheet}`");
        if let Some(near) = nearest(&last.text, known.iter().map(String::as_str)) {
            return Diagnostic::new(Code::UnknownName, format!("nothing is called `{}`", last.text))
                .at(last.span, not)
                .help(format!("did you mean `{way}.{near}`?"));
        }
        let Some(holder) = self.holder_of(&last.text) else {
            return Diagnostic::new(Code::UnknownName, format!("nothing is called `{}`", last.text))
                .at(last.span, not)
                .help(if known.is_empty() {
                    format!("`{sheet}` has no columns")
                } else {
                    format!("the columns of `{sheet}` are {}", one_of(&known))
                });
        };
        let name = self.ruleset.sheet(holder).name.clone();
        let longer = Name { text: name.clone(), span: last.span };
        let chain = [before, &[longer], std::slice::from_ref(last)].concat();
        let help = if matches!(self.find_path(scope, &chain), Ok(Some(_))) {
            format!("write `{way}.{name}.{}`", last.text)
        } else if matches!(self.find_path(scope, std::slice::from_ref(last)), Ok(Some(_))) {
            format!("write `{}` alone", last.text)
        } else {
            self.way_to(target, holder, &last.text)
        };
        Diagnostic::new(
            Code::WrongLevel,
            format!("`{way}` does not have `{}`, a column of `{name}`", last.text),
        )
        .at(last.span, not)
        .help(help)
    }

    /// A bare name that nothing around the rule bears.
    fn lost_name(&mut self, scope: &Scope, name: &Name, span: Span) -> Diagnostic {
        let row = row_of(scope);
        let sheet = self.ruleset.sheet(row).name.clone();
        let text = name.text.as_str();
        if let Some(view) = scope.views.iter().find(|view| view.name.as_deref() == Some(text)) {
            let columns = self.own_names(view.sheet);
            let column = columns.iter().find(|column| *column != "number").map_or("…", String::as_str);
            return Diagnostic::new(Code::TypeMismatch, format!("`{text}` is a row, not a value"))
                .at(span, "which of its columns?")
                .help(format!("name one of them: `{text}.{column}`"));
        }
        if let Some(diagnostic) = self.many(text, span, "count") {
            return diagnostic;
        }
        let mut seats = self.ruleset.plans.iter().flat_map(|plan| &plan.seats);
        if seats.any(|seat| self.ruleset.symbols.text(seat.name) == text) {
            return Diagnostic::new(Code::TypeMismatch, format!("`{text}` is a seat, not a value"))
                .at(span, "what of the side in this seat?")
                .help(format!("name a column of its side: `{text}.points`; the name alone is `\"{text}\"`"));
        }
        if let Some(diagnostic) = self.lost_state(row, text, span) {
            return diagnostic;
        }
        if let Some(holder) = self.holder_of(text) {
            let name = self.ruleset.sheet(holder).name.clone();
            return Diagnostic::new(
                Code::WrongLevel,
                format!("a rule of `{sheet}` cannot see `{text}`, a column of `{name}`"),
            )
            .at(span, format!("not a column of `{sheet}`, nor of what it is inside of"))
            .help(self.way_to(row, holder, text));
        }
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("nothing is called `{text}`"))
            .at(span, "not a column, nor an option");
        if let Some(help) = needed_for(text) {
            return diagnostic.help(help);
        }
        let visible = self.visible_names(row);
        let words = ["yes", "no"];
        if let Some(near) = nearest(text, visible.iter().map(String::as_str).chain(words)) {
            return diagnostic.help(format!("did you mean `{near}`?"));
        }
        let everywhere = self.all_names();
        if let Some(near) = nearest(text, everywhere.iter().map(String::as_str))
            && let Some(holder) = self.holder_of(near)
        {
            let holder = &self.ruleset.sheet(holder).name;
            return diagnostic.help(format!("did you mean `{near}`, a column of `{holder}`?"));
        }
        diagnostic.help(if visible.is_empty() {
            "a column is recorded in `[side.record]` or `[game.record]`, or ruled in `[side.rules]`"
                .to_owned()
        } else {
            format!("here are {}", one_of(&visible))
        })
    }

    /// How a rule of `row` gets at a column of `holder`.
    pub(super) fn way_to(&mut self, row: SheetId, holder: SheetId, column: &str) -> String {
        let (name, plural) = {
            let info = self.ruleset.sheet(holder);
            (info.name.clone(), info.plural.clone())
        };
        let kind = self.own_column(holder, column).map(|column| self.ruleset.column(column).ty.kind.clone());
        let aggregate = match kind {
            Some(Kind::Flag) => "count",
            Some(Kind::Date | Kind::Choice(_)) => "max",
            _ => "sum",
        };
        let from = self.ruleset.sheet(row).kind.clone();
        let of_holder = self.ruleset.sheet(holder).kind.clone();
        if self.way_up(holder, row).is_some() {
            let holders = self.sheets().filter(|&sheet| {
                self.own_column(sheet, column).is_some() && self.way_up(sheet, row).is_some()
            });
            let words = if holders.count() > 1 { format!("{name}.{column}") } else { column.to_owned() };
            return format!("aggregate over the {plural}: `{aggregate}({words})`");
        }
        match of_holder {
            SheetKind::Entrant if self.way_up(row, holder).is_some() => format!("write `entrant.{column}`"),
            SheetKind::Entrant => format!(
                "only a side has one entrant: give `[side.rules]` a column with `entrant.{column}`, and aggregate over that"
            ),
            SheetKind::Game | SheetKind::Match if from == SheetKind::Entrant => {
                let letter: String = plural.chars().take(1).collect();
                format!("aggregate over the {plural}: `{aggregate}({letter} in {plural}: {letter}.{column})`")
            }
            SheetKind::Game
            | SheetKind::Match
            | SheetKind::Event
            | SheetKind::Side
            | SheetKind::MatchSide
            | SheetKind::Part { .. }
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => format!(
                "`{column}` is a column of `{name}`, whose rows are not around those of `{}`",
                self.ruleset.sheet(row).name
            ),
        }
    }

    /// Every sheet but those that were made for an aggregate.
    pub(super) fn sheets(&self) -> impl Iterator<Item = SheetId> {
        let real = |&sheet: &SheetId| !matches!(self.ruleset.sheet(sheet).kind, SheetKind::Join { .. });
        let all = (0..self.ruleset.sheets.len()).filter_map(|place| u16::try_from(place).ok().map(SheetId));
        all.filter(real)
    }

    /// The first sheet with a column of this name.
    pub(super) fn holder_of(&self, name: &str) -> Option<SheetId> {
        self.sheets().find(|&sheet| self.own_column(sheet, name).is_some())
    }

    /// A column of `sheet` by a name that may be misspelt.
    fn column_meant(&self, sheet: SheetId, name: &str) -> String {
        let own = self.own_names(sheet);
        if own.iter().any(|known| known == name) {
            return name.to_owned();
        }
        nearest(name, own.iter().map(String::as_str)).unwrap_or(name).to_owned()
    }

    pub(super) fn own_names(&self, sheet: SheetId) -> Vec<String> {
        let columns = self.ruleset.columns_of(sheet).map(|(_, column)| column);
        let shown = columns.filter(|column| !matches!(column.origin, Origin::Hidden { .. }));
        shown.map(|column| column.name.clone()).collect()
    }

    pub(super) fn all_names(&self) -> Vec<String> {
        once(self.sheets().flat_map(|sheet| self.own_names(sheet)))
    }

    fn visible_names(&self, sheet: SheetId) -> Vec<String> {
        let around = self.containers(sheet);
        let mut names = once(around.into_iter().flat_map(|(container, _)| self.own_names(container)));
        names.extend(self.ruleset.options.iter().map(|option| option.name.clone()));
        names.sort_by_key(|name| BUILT_IN.contains(&name.as_str()));
        names
    }
}

/// Each name once, in the order in which they first come.
fn once(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

/// Columns that every format has; they are named last.
pub(super) const BUILT_IN: [&str; 8] = ["name", "number", "id", "phase", "round", "match", "seat", "penalty"];

pub(super) fn row_of(scope: &Scope) -> SheetId {
    scope.views.first().map_or(scope.row, |view| view.sheet)
}

/// A name that is there only where the format has something else.
pub(super) fn needed_for(name: &str) -> Option<&'static str> {
    Some(match name {
        "place" => {
            "there are places where the format has `[game.placing]` (or `[match.placing]`) with an `order`"
        }
        "penalty" => "there is a penalty where a `[[side.fault]]` (or that of another sheet) has `costs`",
        "pool" | "umpire" => "games have a pool and an umpire where the format has phases: `[[phase]]`",
        "match" | "matches" => "games are grouped into matches where the format has a table `[match]`",
        _ => return None,
    })
}

/// The name of a sheet with its article.
pub(super) fn a(sheet: &str) -> String {
    let vowel = sheet.starts_with(['a', 'e', 'i', 'o', 'u']);
    if vowel { format!("an `{sheet}`") } else { format!("a `{sheet}`") }
}
