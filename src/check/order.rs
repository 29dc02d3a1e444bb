//! Orders: the places of the sides of a game or a match, and the standings.

use super::checker::{Checker, Definition};
use super::choices::place_of;
use super::paths::names_in;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::format::{OrderEntry, StandingEntry};
use crate::ruleset::{Expr, LinkRole, Node, OrderKey, Place, SheetKind, Standing, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::syntax::ast::{Direction, Expression, Key, Name, Shown, Term};
use crate::value::Kind;

/// A key and what is shown for it: a choice is compared by its place in the list, and shown by its name.
struct LoweredKey {
    key: OrderKey,
    shown: ColumnId,
}

impl<'a> Checker<'a> {
    /// The column `place` of the sides of a game or a match.
    pub(super) fn lower_place(&mut self, column: ColumnId, entry: &'a OrderEntry) {
        let sides = self.ruleset.column(column).sheet;
        let around = match self.ruleset.sheet(sides).kind {
            SheetKind::MatchSide => SheetKind::Match,
            _ => SheetKind::Game,
        };
        let group = self
            .ruleset
            .sheet_of(&around)
            .and_then(|around| self.ruleset.link_of(sides, &LinkRole::Inside(around)));
        let (Some(group), Some(order)) = (group, &entry.order) else { return };
        let mut keys = Vec::new();
        for key in order {
            if key.among_tied {
                self.complain(
                    Diagnostic::new(Code::WrongLevel, "`among tied` needs a standing")
                        .at(key.direction.1, "the sides of one game have no games among them")
                        .help("use it in `[standing.NAME]`"),
                );
                continue;
            }
            keys.extend(self.lower_key(key, sides));
        }
        // Who does not count stands behind everybody who does.
        if let Some(&void) = self.voids.get(&sides) {
            self.need(void, Some(entry.span));
            keys.insert(0, void_last(void));
        }
        self.ruleset.steps.push(Step::Place(Box::new(Place { out: column, group, keys, ties: entry.ties })));
    }

    pub(super) fn lower_standings(&mut self) {
        let Some(entrants) = self.ruleset.sheet_of(&SheetKind::Entrant) else { return };
        for entry in &self.file.standings {
            let order = entry.order.order.as_deref().unwrap_or_default();
            let keys: Vec<(&Key, LoweredKey)> =
                order.iter().filter_map(|key| Some((key, self.lower_shown_key(key, entrants)?))).collect();
            let columns: Vec<(String, ColumnId)> = match &entry.columns {
                Some(shown) => shown.iter().map(|shown| self.lower_shown(shown, &keys, entrants)).collect(),
                None => keys.iter().map(|(key, lowered)| (self.heading_of_key(key), lowered.shown)).collect(),
            };
            self.complain_of_headings(entry, &columns);
            let void = self.voids.get(&entrants).map(|&void| void_last(void));
            let keys = void.into_iter().chain(keys.into_iter().map(|(_, lowered)| lowered.key)).collect();
            let listed = entry.listed.as_ref().map(|listed| {
                self.complain_of_constant(listed, "lists everybody or nobody");
                let lowered = self.lower_condition(listed, entrants);
                self.hold(lowered, entrants)
            });
            let over = self.lower_over(entry);
            self.ruleset.standings.push(Standing {
                name: entry.name.text.clone(),
                title: entry.title.clone().unwrap_or_else(|| entry.name.text.clone()),
                keys,
                ties: entry.order.ties,
                columns,
                listed,
                over,
            });
        }
    }

    /// An expression that mentions nothing is the same for everybody.
    fn complain_of_constant(&mut self, value: &Expression, what: &str) {
        if names_in(value).is_empty() {
            let words = self.words(value.span);
            self.complain(
                Diagnostic::new(Code::ConstantCondition, format!("`{words}` is the same for everybody"))
                    .at(value.span, what),
            );
        }
    }

    /// Two columns of a standing under one heading could not be told apart.
    fn complain_of_headings(&mut self, entry: &StandingEntry, columns: &[(String, ColumnId)]) {
        let name = &entry.name;
        for (place, (heading, _)) in columns.iter().enumerate() {
            let own = ["standing", "place", "entrant"].contains(&heading.as_str());
            if own || columns[..place].iter().any(|(earlier, _)| earlier == heading) {
                let message = format!("two columns of the standing `{}` are headed `{heading}`", name.text);
                self.complain(
                    Diagnostic::new(Code::NameTaken, message)
                        .at(name.span, "this standing")
                        .help("give one of them another heading: `VALUE as \"heading\"`"),
                );
            }
        }
    }

    /// A shown column: its heading, and what it holds. The column of a key `among tied` goes by its heading.
    fn lower_shown(
        &mut self,
        shown: &'a Shown,
        keys: &[(&Key, LoweredKey)],
        entrants: SheetId,
    ) -> (String, ColumnId) {
        let heading = self.heading(&shown.value, shown.label.as_ref());
        let name = match &shown.value.term {
            Term::Text(name) => Some(name),
            Term::Path(path) if path.len() == 1 => path.first(),
            _ => None,
        };
        let name = name.filter(|name| self.ruleset.find_column(entrants, &name.text).is_none());
        let called =
            |key: &Key| key.label.as_ref().is_some_and(|label| Some(&label.text) == name.map(|n| &n.text));
        let column = match keys.iter().find(|(key, _)| key.among_tied && called(key)) {
            Some((_, lowered)) => lowered.shown,
            None => self.column_for(&shown.value, entrants),
        };
        (heading, column)
    }

    /// The heading of the column of a key. Without a label, that of a key `among tied` says so: the same value may be
    /// a key of its own.
    fn heading_of_key(&self, key: &Key) -> String {
        let heading = self.heading(&key.value, key.label.as_ref());
        if key.among_tied && key.label.is_none() { format!("{heading} among tied") } else { heading }
    }

    /// The heading of a shown value: its label, the name of its column, or its words; what stands in for a missing
    /// value goes without saying.
    fn heading(&self, value: &Expression, label: Option<&Name>) -> String {
        match (label, &value.term) {
            (Some(label), _) => label.text.clone(),
            (None, Term::Text(name)) => name.text.clone(),
            (None, Term::Else(value, _)) => self.heading(value, None),
            (None, _) => {
                let words = self.words(value.span);
                words.strip_prefix("entrant.").map_or_else(|| words.clone(), str::to_owned)
            }
        }
    }

    /// The column that holds an expression over the rows of a sheet: its own, or a hidden one.
    fn column_for(&mut self, value: &'a Expression, sheet: SheetId) -> ColumnId {
        let lowered = self.lower_in_sheet(value, sheet);
        self.hold(lowered, sheet)
    }

    fn hold(&mut self, value: Expr, sheet: SheetId) -> ColumnId {
        if let Node::Column { column, path } = &value.node
            && path.is_empty()
        {
            return *column;
        }
        let words = self.words(value.at);
        let column = self.add_hidden(sheet, words, Some(value.at), Definition::Given);
        self.fill(column, value);
        column
    }

    /// A key over the rows of a sheet.
    pub(super) fn lower_key(&mut self, key: &'a Key, sheet: SheetId) -> Option<OrderKey> {
        self.lower_shown_key(key, sheet).map(|lowered| lowered.key)
    }

    /// A key, and the column that is shown for it.
    fn lower_shown_key(&mut self, key: &'a Key, sheet: SheetId) -> Option<LoweredKey> {
        self.complain_of_constant(&key.value, "ranks nobody");
        let cites = self.cite(&key.cites);
        if key.among_tied {
            self.tied_steps = Some(Vec::new());
        }
        let value = self.lower(&key.value, &Scope::of(sheet));
        // What is missing comes last; a choice is compared by its place in the list, and a missing one has none.
        let value = if matches!(value.ty.kind, Kind::Choice(_)) { self.met(value) } else { value };
        let tied = self.tied_steps.take();
        let value = self.suits(value, key)?;
        let is_choice = matches!(value.ty.kind, Kind::Choice(_));
        let shown = if is_choice && tied.is_none() { Some(self.hold(value.clone(), sheet)) } else { None };
        let value = place_of(value);
        let (column, among_tied) = match tied {
            None => (self.hold(value, sheet), None),
            Some(mut steps) => {
                if steps.is_empty() {
                    self.complain(
                        Diagnostic::new(Code::NothingToAggregate, "`among tied` needs games to look at")
                            .at(key.value.span, "this is the same whoever is level")
                            .help("aggregate over sides: `sum(points) highest first among tied`"),
                    );
                    return None;
                }
                let words = self.words(value.at);
                let column = self.add_hidden(sheet, words, Some(value.at), Definition::Given);
                self.ruleset.columns[column.0 as usize].ty = value.ty.clone();
                steps.push(Step::Map { out: column, value });
                (column, Some(steps))
            }
        };
        let key =
            OrderKey { column, direction: key.direction.0, among_tied, cites, at: Some(key.value.span) };
        Some(LoweredKey { key, shown: shown.unwrap_or(column) })
    }

    /// Whether the direction suits the kind of the key.
    fn suits(&mut self, value: Expr, key: &Key) -> Option<Expr> {
        let (direction, span) = key.direction;
        let words = match (&value.ty.kind, direction) {
            (Kind::Unknown, _) => return None,
            (Kind::Integer | Kind::Number | Kind::Choice(_), Direction::Highest | Direction::Lowest)
            | (Kind::Duration, Direction::Longest | Direction::Shortest)
            | (Kind::Date, Direction::Latest | Direction::Earliest)
            | (Kind::Flag, Direction::Yes | Direction::No) => return Some(value),
            (Kind::Integer | Kind::Number | Kind::Choice(_), _) => "`highest first` or `lowest first`",
            (Kind::Duration, _) => "`shortest first` or `longest first`",
            (Kind::Date, _) => "`earliest first` or `latest first`",
            (Kind::Flag, _) => "`yes first` or `no first`",
            (Kind::Text, _) => {
                self.complain(
                    Diagnostic::new(Code::WrongDirection, "a text has no order")
                        .at(value.at, "cannot be ranked")
                        .help("rank by a number, a date, or a choice: those go in the order in which they are listed"),
                );
                return None;
            }
        };
        let found = self.kind_words(&value.ty.kind);
        let given = self.words(span);
        self.complain(
            Diagnostic::new(Code::WrongDirection, format!("`{given}` does not suit {found}"))
                .at(span, "which end comes first?")
                .at(value.at, format!("this is {found}"))
                .help(format!("write {words}")),
        );
        None
    }
}

/// The key that puts void rows behind the others.
pub(super) fn void_last(void: ColumnId) -> OrderKey {
    OrderKey { column: void, direction: Direction::No, among_tied: None, cites: Vec::new(), at: None }
}
