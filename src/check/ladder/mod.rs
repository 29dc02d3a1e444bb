//! What goes from game to game: the states of a ladder, and their columns.
//!
//! A state is four columns: what an entrant begins with (hidden, of entrants), its value before a game and after it (of
//! sides), and its value after the last game (of entrants). Two of them are computed; the engine fills the others.
//! Levels have a file of their own; `parts` says what is computed game by game, and `beyond` what that may look at;
//! `reached` and `outside` are the proofs. Start with [`Checker::lay_out_ladder`].

mod beyond;
mod levels;
mod lost;
mod outside;
mod parts;
mod reached;

pub(super) use outside::prove as prove_ranges;
pub(super) use reached::prove as prove_levels;

use super::checker::{Checker, Definition};
use super::paths::{names_in, names_in_body};
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::format::{LevelsEntry, RuleEntry, StateEntry};
use crate::ruleset::{ColumnInfo, Expr, LinkRole, Node, Origin, Ruleset, SheetKind, State, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Body, TypeText, after_game};
use crate::value::{Kind, Type};
use std::collections::BTreeSet;

/// The column of a level.
const LEVEL: &str = "level";

/// A state and its columns.
pub(super) struct StateInWork<'a> {
    entry: Entry<'a>,
    columns: State,
}

#[derive(Clone, Copy)]
enum Entry<'a> {
    State(&'a StateEntry),
    Levels(&'a LevelsEntry),
}

impl<'a> StateInWork<'a> {
    /// Its name.
    pub(super) fn name(&self) -> &'a str {
        self.entry.name()
    }

    /// Where it is named.
    pub(super) fn at(&self) -> Span {
        self.entry.at()
    }

    /// Whether anything looks at it. Levels are what a ladder is for.
    pub(super) fn is_used(&self, used: &BTreeSet<ColumnId>) -> bool {
        let State { before, now, last, .. } = self.columns;
        matches!(self.entry, Entry::Levels(_))
            || [before, now, last].iter().any(|column| used.contains(column))
    }

    /// Every name that its start mentions.
    pub(super) fn names_of_start(&self) -> Vec<&'a str> {
        let rule = self.entry.start().rule.as_ref();
        rule.map(|rule| names_in_body(&rule.body)).unwrap_or_default()
    }

    /// Every name that its value after a game comes from.
    pub(super) fn names_after(&self) -> Vec<&'a str> {
        match self.entry {
            Entry::State(state) => {
                state.after.rule.as_ref().map(|rule| names_in_body(&rule.body)).unwrap_or_default()
            }
            Entry::Levels(levels) => {
                levels.levels.iter().filter_map(|level| level.condition.as_ref()).flat_map(names_in).collect()
            }
        }
    }
}

impl<'a> Entry<'a> {
    fn start(self) -> &'a RuleEntry {
        match self {
            Self::State(state) => &state.start,
            Self::Levels(levels) => &levels.start,
        }
    }

    fn name(self) -> &'a str {
        match self {
            Self::State(state) => &state.name.text,
            Self::Levels(_) => LEVEL,
        }
    }

    fn at(self) -> Span {
        match self {
            Self::State(state) => state.name.span,
            Self::Levels(levels) => levels.key,
        }
    }

    fn text(self) -> Option<String> {
        match self {
            Self::State(state) => state.text.clone(),
            Self::Levels(levels) => levels.text.clone(),
        }
    }
}

impl<'a> Checker<'a> {
    /// Lays out the columns of every state, the level last.
    pub(super) fn lay_out_ladder(&mut self) {
        let Some(ladder) = &self.file.ladder else { return };
        let states = ladder.states.iter().map(Entry::State).chain(ladder.levels.iter().map(Entry::Levels));
        let sheets = [SheetKind::Side, SheetKind::Entrant].map(|kind| self.ruleset.sheet_of(&kind));
        let [Some(side), Some(entrant)] = sheets else { return };
        for (place, entry) in states.enumerate() {
            let ty = match entry {
                Entry::State(StateEntry { kind: Some(kind), .. }) => self.type_of_state(kind),
                Entry::State(_) => Type::of(Kind::Unknown),
                Entry::Levels(levels) => self.type_of_levels(levels),
            };
            let typed = ty.kind != Kind::Unknown;
            let name = entry.name();
            let words = format!("what `{name}` begins with");
            let start = self.add_hidden(entrant, words, Some(entry.start().span), Definition::Start(place));
            self.ruleset.columns[start.0 as usize].ty = ty.clone();
            let given = || if typed { Definition::Given } else { Definition::OfState(place) };
            let column = |name: String, sheet: SheetId, origin: Origin| ColumnInfo {
                name,
                sheet,
                ty: ty.clone(),
                origin,
                cites: Vec::new(),
                at: Some(entry.at()),
                text: entry.text(),
            };
            let before = self.add_column(column(name.to_owned(), side, Origin::State), given());
            let now =
                self.add_column(column(after_game(name), side, Origin::Ruled), Definition::After(place));
            let last = self.add_column(column(name.to_owned(), entrant, Origin::State), given());
            self.states.push(StateInWork { entry, columns: State { start, before, now, last } });
        }
    }

    fn type_of_state(&mut self, kind: &TypeText) -> Type {
        let (ty, _) = self.declared_type(kind);
        if kind.optional || kind.default.is_some() {
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "a state always has a value")
                    .at(kind.span, "a type alone is wanted")
                    .help("leave `?` and `=` out of the type: what it begins with stands in `start`"),
            );
        }
        ty.maybe(false)
    }

    /// Makes sure that the type of a state is known.
    pub(super) fn need_start(&mut self, place: usize) {
        let Some(state) = self.states.get(place) else { return };
        let (column, at) = (state.columns.start, state.entry.start().span);
        self.need(column, Some(at));
    }

    /// What an entrant begins with.
    pub(super) fn lower_start(&mut self, place: usize) {
        let Some(state) = self.states.get(place) else { return };
        let (entry, columns) = (state.entry, state.columns);
        if matches!(entry, Entry::Levels(levels) if levels.levels.is_empty()) {
            return;
        }
        let Some(rule) = &entry.start().rule else { return };
        let declared = self.ruleset.column(columns.start).ty.clone();
        let value = self.lower_state_rule(&rule.body, columns.start, &declared.kind, entry.start().span);
        self.ruleset.columns[columns.start.0 as usize].cites = self.cite(&rule.cites);
        let value = if declared.kind == Kind::Unknown { self.untyped(value, entry) } else { value };
        let value = self.fit(columns.start, value, &declared.kind);
        if declared.kind == Kind::Unknown {
            let ty = Type::of(value.ty.kind.clone());
            for column in [columns.start, columns.before, columns.now, columns.last] {
                self.ruleset.columns[column.0 as usize].ty = ty.clone();
            }
        }
        self.ruleset.steps.push(Step::Map { out: columns.start, value });
    }

    fn fit(&mut self, column: ColumnId, value: Expr, declared: &Kind) -> Expr {
        if *declared == Kind::Unknown { self.met(value) } else { self.fitted(column, value) }
    }

    /// A state that declares no type is a number, a date, a length of time, or yes or no.
    fn untyped(&mut self, value: Expr, entry: Entry<'_>) -> Expr {
        if !matches!(value.ty.kind, Kind::Text | Kind::Choice(_)) {
            return value;
        }
        self.complain(
            Diagnostic::new(
                Code::TypeMismatch,
                format!("the state `{}` does not say what it can be", entry.name()),
            )
            .at(value.at, "one text of how many?")
            .at(entry.at(), "this state")
            .help("add its type, with all choices: `type = \"one of …\"`"),
        );
        Self::unknown(value.at)
    }

    /// The value of a state after a game.
    pub(super) fn lower_after(&mut self, place: usize) {
        self.need_start(place);
        let Some(state) = self.states.get(place) else { return };
        let (entry, columns) = (state.entry, state.columns);
        let declared = self.ruleset.column(columns.now).ty.clone();
        let value = match entry {
            Entry::Levels(levels) => {
                self.ruleset.columns[columns.now.0 as usize].cites = self.cite(&levels.cites);
                self.lower_levels(levels, &columns)
            }
            Entry::State(state) => {
                let Some(rule) = &state.after.rule else { return };
                self.ruleset.columns[columns.now.0 as usize].cites = self.cite(&rule.cites);
                let value = self.lower_state_rule(&rule.body, columns.now, &declared.kind, state.after.span);
                let value = self.whole_or_not(state, value, &declared.kind);
                self.fitted(columns.now, value)
            }
        };
        let value = self.unless_void(value, &columns);
        self.ruleset.steps.push(Step::Map { out: columns.now, value });
    }

    /// A rule whose value alone may be one of the choices.
    fn lower_state_rule(&mut self, body: &'a Body, column: ColumnId, kind: &Kind, at: Span) -> Expr {
        let sheet = self.ruleset.column(column).sheet;
        match body {
            Body::Expression(expression) => self.as_choice(expression, kind, &Scope::of(sheet)),
            Body::Tally(_) | Body::Bands(_) | Body::Cases(_) => self.lower_body(body, sheet, at),
        }
    }

    /// `start = 0` and `after = "x / 2"`: the kind of the start alone is not meant.
    fn whole_or_not(&mut self, state: &StateEntry, value: Expr, kind: &Kind) -> Expr {
        if state.kind.is_some() || (kind, &value.ty.kind) != (&Kind::Integer, &Kind::Number) {
            return value;
        }
        let name = &state.name.text;
        self.complain(
            Diagnostic::new(
                Code::TypeMismatch,
                format!("`{name}` begins as a whole number, and goes on as one with fractions"),
            )
            .at(value.at, "this is a number")
            .at(state.start.span, "this is a whole number")
            .help("say what it is: `type = \"number\"`; or round it: `floor(…)`"),
        );
        Self::unknown(value.at)
    }

    /// The value before the game, where the game or the side is void.
    fn unless_void(&mut self, value: Expr, columns: &State) -> Expr {
        let side = self.ruleset.column(columns.now).sheet;
        let game = self.ruleset.sheet_of(&SheetKind::Game);
        let to_game = game.and_then(|game| self.ruleset.link_of(side, &LinkRole::Inside(game)));
        let of_side = self.voids.get(&side).map(|&void| (void, Vec::new()));
        let of_game = game.and_then(|game| self.voids.get(&game)).zip(to_game);
        let of_game = of_game.map(|(&void, link)| (void, vec![link]));
        let at = value.at;
        let mut is_void: Option<Expr> = None;
        for (void, path) in of_game.into_iter().chain(of_side) {
            self.need(void, Some(at));
            let one = Expr { node: Node::Column { column: void, path }, ty: Type::of(Kind::Flag), at };
            is_void = Some(match is_void {
                None => one,
                Some(other) => Expr {
                    node: Node::Binary(BinaryOperator::Or, Box::new(other), Box::new(one)),
                    ty: Type::of(Kind::Flag),
                    at,
                },
            });
        }
        let Some(condition) = is_void else { return value };
        let ty = value.ty.clone();
        let before = self.value_before(columns, at);
        let node =
            Node::If { value: Box::new(before), condition: Box::new(condition), otherwise: Box::new(value) };
        Expr { node, ty, at }
    }

    /// The value of a state before the game.
    fn value_before(&self, columns: &State, at: Span) -> Expr {
        let ty = self.ruleset.column(columns.before).ty.clone();
        Expr { node: Node::Column { column: columns.before, path: Vec::new() }, ty, at }
    }

    /// The state whose value before a game is this column, where the rule for its value after one is being lowered: that
    /// it looks at itself makes it of no use to others.
    pub(super) fn is_own_state(&self, column: ColumnId) -> bool {
        let around = self.stack.last();
        self.states.iter().any(|state| state.columns.before == column && around == Some(&state.columns.now))
    }
}

/// Whether a column holds the level after a game.
pub(super) fn is_level(ruleset: &Ruleset, column: ColumnId) -> bool {
    let ladder = ruleset.ladder.as_ref();
    let level = ladder.and_then(|ladder| ladder.states.get(ladder.level?));
    level.is_some_and(|level| level.now == column)
}
