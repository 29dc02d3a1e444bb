//! Steps as they are under one choice of options, for logs that record only some columns, or for games that have something in
//! common: what is settled beforehand is worked out once, and not on every row.
//!
//! Comes in: steps, in order. Goes out: steps that come to the same. It must never compute a row. Start with [`Specialised::step`].

use crate::builtins::Aggregate;
use crate::ruleset::expression::{CaseLine, Expr, Node, TallyItem};
use crate::ruleset::{BuiltinColumn, LinkRole, Origin, Reduce, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{Column, ColumnId, LinkId, Tables};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Kind, Rational, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What is known of a column on every row.
#[derive(Clone, Copy)]
enum Settled {
    /// It holds this, or is missing.
    Value(Value),
    /// It holds what another column of its sheet holds.
    Same(ColumnId),
}

/// What is known beforehand.
pub(super) struct Specialised<'r> {
    ruleset: &'r Ruleset,
    settings: &'r Settings,
    columns: FxHashMap<ColumnId, Settled>,
}

impl<'r> Specialised<'r> {
    /// `given` are the columns of games that a log records.
    pub fn new(ruleset: &'r Ruleset, settings: &'r Settings, given: &BTreeSet<ColumnId>) -> Self {
        let mut columns = FxHashMap::default();
        for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
            let is_above = matches!(ruleset.sheet(info.sheet).kind, SheetKind::Entrant | SheetKind::Event);
            if is_above || given.contains(&id) {
                continue;
            }
            let value = match (&info.origin, ruleset.phases.first()) {
                (Origin::Recorded { default }, _) => default.unwrap_or(Value::Missing),
                (Origin::Builtin(BuiltinColumn::Phase), Some(first)) => Value::Text(first.symbol),
                _ => continue,
            };
            columns.insert(id, Settled::Value(value));
        }
        Self { ruleset, settings, columns }
    }

    /// For games of which these tables hold all that is known beforehand; the columns `open` are not, whatever they hold there.
    pub fn of_games(
        ruleset: &'r Ruleset,
        settings: &'r Settings,
        tables: &Tables,
        open: &BTreeSet<ColumnId>,
    ) -> Self {
        let mut columns = FxHashMap::default();
        for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
            let is_of_games = ruleset.sheet(info.sheet).kind.is_of_game();
            let column = tables.column(id).filter(|_| is_of_games && !open.contains(&id));
            if let Some(value) = column.and_then(|column| common(column, &info.ty.kind)) {
                columns.insert(id, Settled::Value(value));
            }
        }
        Self { ruleset, settings, columns }
    }

    /// Whether it is known beforehand that a condition holds on no row.
    pub fn never_holds(&self, column: ColumnId) -> bool {
        matches!(self.columns.get(&column), Some(Settled::Value(Value::Flag(false) | Value::Missing)))
    }

    /// Whether what a column holds is known beforehand.
    pub fn is_settled(&self, column: ColumnId) -> bool {
        matches!(self.columns.get(&column), Some(Settled::Value(_)))
    }

    /// Those of these steps that columns need, in order, or that may fail; whatever they look at is added to the columns.
    pub fn needed(&self, steps: Vec<Step>, columns: &mut BTreeSet<ColumnId>) -> Vec<Step> {
        let is_recorded = |column| matches!(self.ruleset.column(column).origin, Origin::Recorded { .. });
        let is_sound = |column| {
            !is_recorded(column) && (self.ruleset.faultless.contains(&column) || self.is_settled(column))
        };
        let mut needed = Vec::with_capacity(steps.len());
        for step in steps.into_iter().rev() {
            if columns.contains(&step.out()) || !is_sound(step.out()) {
                columns.extend(step.reads());
                needed.push(step);
            }
        }
        needed.reverse();
        needed
    }

    /// The step, with all that is settled worked out.
    pub fn step(&mut self, step: &Step) -> Step {
        let (special, settled) = match step {
            Step::Map { out, value } => {
                let value = self.expr(value);
                let settled = match &value.node {
                    Node::Literal(value) => Some(Settled::Value(*value)),
                    Node::Column { column, path } if path.is_empty() => Some(Settled::Same(*column)),
                    _ => None,
                };
                (Step::Map { out: *out, value }, settled)
            }
            Step::Reduce(reduce) => {
                let reduce = self.reduce(reduce);
                let settled = settled(&reduce).map(|flag| Settled::Value(Value::Flag(flag)));
                (Step::Reduce(Box::new(reduce)), settled)
            }
            Step::Place(_) => (step.clone(), None),
        };
        // Of entrants and the event there may be no row to say it of.
        let sheet = self.ruleset.column(step.out()).sheet;
        let is_above = matches!(self.ruleset.sheet(sheet).kind, SheetKind::Entrant | SheetKind::Event);
        if let Some(settled) = settled.filter(|_| !is_above) {
            self.columns.insert(step.out(), settled);
        }
        special
    }

    /// An aggregate, with all that is settled worked out.
    pub fn reduce(&self, reduce: &Reduce) -> Reduce {
        let filter = reduce.filter.as_ref().map(|filter| self.expr(filter));
        Reduce {
            value: reduce.value.as_ref().map(|value| self.expr(value)),
            filter: filter.filter(|filter| literal(filter) != Some(Value::Flag(true))),
            ..reduce.clone()
        }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let part = |part: &Expr| Box::new(self.expr(part));
        let node = match &expr.node {
            Node::Literal(value) => Node::Literal(*value),
            Node::Option(option) => match self.settings.0.get(option.0 as usize) {
                Some(value) => Node::Literal(*value),
                None => expr.node.clone(),
            },
            Node::Column { column, path } => self.column(*column, path),
            Node::Widen(inner) => Node::Widen(part(inner)),
            Node::Unary(operator, inner) => {
                let inner = self.expr(inner);
                match (operator, literal(&inner)) {
                    (UnaryOperator::Not, Some(Value::Flag(flag))) => Node::Literal(Value::Flag(!flag)),
                    _ => Node::Unary(*operator, Box::new(inner)),
                }
            }
            Node::Binary(operator, left, right) => {
                return binary(expr, *operator, self.expr(left), self.expr(right));
            }
            Node::Among(inner, others) => {
                let inner = self.expr(inner);
                let others: Vec<Expr> = others.iter().map(|other| self.expr(other)).collect();
                let known: Option<Vec<Value>> = others.iter().map(literal).collect();
                match (literal(&inner), known) {
                    (Some(value), Some(known))
                        if value != Value::Missing && !known.contains(&Value::Missing) =>
                    {
                        Node::Literal(Value::Flag(known.contains(&value)))
                    }
                    _ => Node::Among(Box::new(inner), others),
                }
            }
            Node::If { value, condition, otherwise } => {
                let condition = self.expr(condition);
                match literal(&condition) {
                    Some(Value::Flag(true)) => return self.expr(value),
                    Some(Value::Flag(false)) => return self.expr(otherwise),
                    _ => Node::If {
                        value: part(value),
                        condition: Box::new(condition),
                        otherwise: part(otherwise),
                    },
                }
            }
            Node::Else(value, fallback) => {
                let value = self.expr(value);
                match literal(&value) {
                    Some(Value::Missing) => return self.expr(fallback),
                    Some(_) => return value,
                    None => Node::Else(Box::new(value), part(fallback)),
                }
            }
            Node::Known(inner) => {
                let inner = self.expr(inner);
                match literal(&inner) {
                    Some(value) => Node::Literal(Value::Flag(value != Value::Missing)),
                    None => Node::Known(Box::new(inner)),
                }
            }
            Node::Call(function, arguments) => {
                Node::Call(*function, arguments.iter().map(|argument| self.expr(argument)).collect())
            }
            Node::Random(_) => expr.node.clone(),
            Node::Tally(items) => return self.tally(expr, items),
            Node::Bands(table) => {
                let mut table = table.clone();
                table.subject = self.expr(&table.subject);
                if let Some(pick) = &mut table.pick {
                    pick.seat = self.expr(&pick.seat);
                }
                for value in table.bands.iter_mut().flat_map(|band| &mut band.values) {
                    *value = self.expr(value);
                }
                Node::Bands(table)
            }
            Node::Cases(lines) => return self.cases(expr, lines),
        };
        instead(expr, node)
    }

    fn column(&self, column: ColumnId, path: &[LinkId]) -> Node {
        // A part of the game is inside of no side, and a game may be of no match; whatever it is, it is inside of a game.
        let leads_there = |link: &LinkId| match self.ruleset.link(*link).role {
            LinkRole::Inside(to) => !matches!(
                self.ruleset.sheet(to).kind,
                SheetKind::Side | SheetKind::Match | SheetKind::MatchSide
            ),
            LinkRole::Entrant
            | LinkRole::Opponent
            | LinkRole::Previous
            | LinkRole::Seat(_)
            | LinkRole::Outer
            | LinkRole::Inner => false,
        };
        match self.columns.get(&column) {
            Some(Settled::Value(value)) if path.iter().all(leads_there) => Node::Literal(*value),
            Some(Settled::Same(other)) => self.column(*other, path),
            Some(Settled::Value(_)) | None => Node::Column { column, path: path.to_vec() },
        }
    }

    fn tally(&self, expr: &Expr, items: &[TallyItem]) -> Expr {
        let mut left = Vec::new();
        for item in items {
            let condition = item.condition.as_ref().map(|condition| self.expr(condition));
            match condition.as_ref().and_then(literal) {
                Some(Value::Flag(false)) => {}
                Some(Value::Flag(true)) => {
                    left.push(TallyItem { value: self.expr(&item.value), condition: None, ..item.clone() });
                }
                _ => left.push(TallyItem { value: self.expr(&item.value), condition, ..item.clone() }),
            }
        }
        match (left.as_slice(), &expr.ty.kind) {
            ([], Kind::Integer) => instead(expr, Node::Literal(Value::Integer(0))),
            ([], Kind::Number) => instead(expr, Node::Literal(Value::Number(Rational::ZERO))),
            ([], Kind::Duration) => instead(expr, Node::Literal(Value::Duration(Rational::ZERO))),
            ([TallyItem { negative: false, value, condition: None, .. }], kind) if value.ty.kind == *kind => {
                value.clone()
            }
            _ => instead(expr, Node::Tally(left)),
        }
    }

    fn cases(&self, expr: &Expr, lines: &[CaseLine]) -> Expr {
        let mut left: Vec<CaseLine> = Vec::new();
        for line in lines {
            let condition = line.condition.as_ref().map(|condition| self.expr(condition));
            let holds = condition.as_ref().map_or(Some(Value::Flag(true)), literal);
            if holds == Some(Value::Flag(false)) {
                continue;
            }
            let value = self.expr(&line.value);
            if holds == Some(Value::Flag(true)) {
                if left.is_empty() {
                    return value;
                }
                left.push(CaseLine { condition: None, value, ..line.clone() });
                break;
            }
            left.push(CaseLine { condition, value, ..line.clone() });
        }
        if left.is_empty() { expr.clone() } else { instead(expr, Node::Cases(left)) }
    }
}

fn binary(expr: &Expr, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    let both = (literal(&left), literal(&right));
    let settled = match (operator, both) {
        (BinaryOperator::And, (Some(Value::Flag(false)), _)) => Some(false),
        (BinaryOperator::Or, (Some(Value::Flag(true)), _)) => Some(true),
        (BinaryOperator::And, (Some(Value::Flag(true)), _))
        | (BinaryOperator::Or, (Some(Value::Flag(false)), _)) => {
            return right;
        }
        (BinaryOperator::And, (_, Some(Value::Flag(true))))
        | (BinaryOperator::Or, (_, Some(Value::Flag(false)))) => {
            return left;
        }
        (_, (Some(Value::Missing), _) | (_, Some(Value::Missing))) => None,
        (BinaryOperator::Equal, (Some(one), Some(other))) => Some(one == other),
        (BinaryOperator::NotEqual, (Some(one), Some(other))) => Some(one != other),
        (BinaryOperator::Less, (Some(Value::Integer(one)), Some(Value::Integer(other)))) => Some(one < other),
        (BinaryOperator::AtMost, (Some(Value::Integer(one)), Some(Value::Integer(other)))) => {
            Some(one <= other)
        }
        (BinaryOperator::Greater, (Some(Value::Integer(one)), Some(Value::Integer(other)))) => {
            Some(one > other)
        }
        (BinaryOperator::AtLeast, (Some(Value::Integer(one)), Some(Value::Integer(other)))) => {
            Some(one >= other)
        }
        _ => None,
    };
    debug_assert!(expr.ty.kind == Kind::Flag || settled.is_none(), "only conditions are settled");
    instead(
        expr,
        match settled {
            Some(flag) => Node::Literal(Value::Flag(flag)),
            None => Node::Binary(operator, Box::new(left), Box::new(right)),
        },
    )
}

/// A node in the place of an expression.
fn instead(expr: &Expr, node: Node) -> Expr {
    Expr { node, ty: expr.ty.clone(), at: expr.at }
}

/// What an aggregate comes to on every row, where that is known.
fn settled(reduce: &Reduce) -> Option<bool> {
    let value = literal(reduce.value.as_ref()?)?;
    match (reduce.aggregate, value) {
        (Aggregate::Any, Value::Flag(false)) => Some(false),
        (Aggregate::All, Value::Flag(true)) | (Aggregate::None, Value::Flag(false)) => Some(true),
        _ => None,
    }
}

/// What a column holds on every row.
fn common(column: &Column, kind: &Kind) -> Option<Value> {
    let first = (!column.is_empty()).then(|| column.value(0, kind))?;
    (1..column.len()).all(|row| column.value(row, kind) == first).then_some(first)
}

fn literal(expr: &Expr) -> Option<Value> {
    match expr.node {
        Node::Literal(value) => Some(value),
        _ => None,
    }
}
