//! Orders: the places of the sides of a game or a match, and the standings.

use super::checker::{Checker, Definition};
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::format::OrderEntry;
use crate::ruleset::{Expr, LinkRole, Node, OrderKey, Place, SheetKind, Standing, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::syntax::ast::{Direction, Expression, Key, Name, Term};
use crate::value::Kind;

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
            let key = OrderKey {
                column: void,
                direction: Direction::No,
                among_tied: None,
                cites: Vec::new(),
                at: None,
            };
            keys.insert(0, key);
        }
        self.ruleset.steps.push(Step::Place(Box::new(Place { out: column, group, keys, ties: entry.ties })));
    }

    pub(super) fn lower_standings(&mut self) {
        let Some(entrants) = self.ruleset.sheet_of(&SheetKind::Entrant) else { return };
        for entry in &self.file.standings {
            let order = entry.order.order.as_deref().unwrap_or_default();
            let keys: Vec<OrderKey> = order.iter().filter_map(|key| self.lower_key(key, entrants)).collect();
            let columns = match &entry.columns {
                Some(shown) => shown
                    .iter()
                    .map(|shown| {
                        let heading = self.heading(&shown.value, shown.label.as_ref());
                        (heading, self.column_for(&shown.value, entrants))
                    })
                    .collect(),
                None => {
                    let shown = order.iter().filter(|key| !key.among_tied);
                    shown
                        .zip(keys.iter().filter(|key| key.among_tied.is_none()))
                        .map(|(key, lowered)| (self.heading(&key.value, key.label.as_ref()), lowered.column))
                        .collect()
                }
            };
            let listed = entry.listed.as_ref().map(|listed| {
                let lowered = self.lower_condition(listed, entrants);
                self.hold(lowered, entrants)
            });
            self.ruleset.standings.push(Standing {
                name: entry.name.text.clone(),
                title: entry.title.clone().unwrap_or_else(|| entry.name.text.clone()),
                keys,
                ties: entry.order.ties,
                columns,
                listed,
            });
        }
    }

    /// The heading of a shown value: its label, the name of its column, or its words.
    fn heading(&self, value: &Expression, label: Option<&Name>) -> String {
        match (label, &value.term) {
            (Some(label), _) => label.text.clone(),
            (None, Term::Text(name)) => name.text.clone(),
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

    fn lower_key(&mut self, key: &'a Key, sheet: SheetId) -> Option<OrderKey> {
        let cites = self.cite(&key.cites);
        if key.among_tied {
            self.tied_steps = Some(Vec::new());
        }
        let value = self.lower(&key.value, &Scope::of(sheet));
        let value = self.met(value);
        let tied = self.tied_steps.take();
        let value = self.suits(value, key)?;
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
        Some(OrderKey { column, direction: key.direction.0, among_tied, cites, at: Some(key.value.span) })
    }

    /// Whether the direction suits the kind of the key.
    fn suits(&mut self, value: Expr, key: &Key) -> Option<Expr> {
        let (direction, span) = key.direction;
        let words = match (&value.ty.kind, direction) {
            (Kind::Unknown, _) => return None,
            (Kind::Integer | Kind::Number, Direction::Highest | Direction::Lowest)
            | (Kind::Duration, Direction::Longest | Direction::Shortest)
            | (Kind::Date, Direction::Latest | Direction::Earliest)
            | (Kind::Flag, Direction::Yes | Direction::No) => return Some(value),
            (Kind::Integer | Kind::Number, _) => "`highest first` or `lowest first`",
            (Kind::Duration, _) => "`shortest first` or `longest first`",
            (Kind::Date, _) => "`earliest first` or `latest first`",
            (Kind::Flag, _) => "`yes first` or `no first`",
            (Kind::Text | Kind::Choice(_), _) => {
                let words = self.words(value.at);
                let (what, help) = match &value.ty.kind {
                    Kind::Choice(_) => (
                        "a choice",
                        format!("give each choice a number in a rule of its own, with bands `by {words}`"),
                    ),
                    _ => ("a text", "rank by a number or a date".to_owned()),
                };
                self.complain(
                    Diagnostic::new(Code::WrongDirection, format!("{what} has no order"))
                        .at(value.at, "cannot be ranked")
                        .help(help),
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
