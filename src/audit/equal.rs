//! Proofs that a change of a format changes nothing.
//!
//! Comes in: the rules before and after a change. Goes out: why both come to the same whatever is recorded, or nothing where
//! that cannot be proved. What is told of one step is true of the whole, as all others are the same. It must never try
//! games: that no game tells two rules apart is no proof. Start with [`Equality::reason`].

use super::change::Kind;
use super::rows;
use crate::engine::come_to_the_same;
use crate::ruleset::expression::CaseLine;
use crate::ruleset::{
    BuiltinColumn, Count, Expr, Node, OptionId, OrderKey, Reduce, Ruleset, Scheme, SheetKind, Standing, Step,
};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind as ValueKind, Type, Value};

/// Combinations of values beyond which two rules are not compared on all of them.
const MOST_COMBINATIONS: usize = 200_000;

/// So often the columns that a condition looks at are replaced by their rules.
const MOST_REPLACED: usize = 2;

/// Why a change changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Both rules give the same for all values that can be recorded.
    Everywhere,
    /// The conditions of two cases that were exchanged never hold together.
    NeverTogether,
    /// There is never more than one row to choose from.
    OneRow,
    /// Every row gives the same value.
    RowsAlike,
    /// No rule tells the two values of an option apart.
    Unread,
    /// A key of the standing is different for everybody, so that nobody is ever level.
    NeverLevel,
}

/// The rules before and after.
pub(super) struct Equality<'a> {
    old: &'a Ruleset,
    new: &'a Ruleset,
    /// Every value that each column can hold, where there are few.
    domains: &'a [Option<Vec<Value>>],
}

impl<'a> Equality<'a> {
    pub(super) fn new(old: &'a Ruleset, new: &'a Ruleset, domains: &'a [Option<Vec<Value>>]) -> Self {
        Self { old, new, domains }
    }

    /// Why the change changes nothing.
    pub(super) fn reason(&self, kind: Kind) -> Option<Reason> {
        let (old, new) = (self.old, self.new);
        let keys = |ruleset: &Ruleset| -> Vec<OrderKey> {
            ruleset.standings.iter().flat_map(|standing| standing.keys.clone()).collect()
        };
        let same_frame = old.columns == new.columns
            && old.symbols.is_same(&new.symbols)
            && old.scoring().count() == new.scoring().count()
            && old.steps.len() == new.steps.len()
            && keys(old) == keys(new);
        if !same_frame {
            return None;
        }
        if kind == Kind::Default {
            return self.unread();
        }
        if kind == Kind::Ties {
            return self.never_level();
        }
        if !is_in_a_rule(kind) {
            return None;
        }
        let mut changed = old.scoring().zip(new.scoring()).filter(|(one, other)| one != other).peekable();
        changed.peek()?;
        changed.map(|(one, other)| self.steps(one, other)).try_fold(Reason::Everywhere, |found, reason| {
            let reason = reason?;
            Some(if reason == Reason::Everywhere { found } else { reason })
        })
    }

    /// What becomes of those who are level matters to nobody where a key is the number of the entrant.
    fn never_level(&self) -> Option<Reason> {
        let (old, new) = (self.old, self.new);
        let same_steps = old.scoring().zip(new.scoring()).all(|(one, other)| one == other);
        let number = old
            .sheet_of(&SheetKind::Entrant)
            .and_then(|entrants| old.builtin(entrants, BuiltinColumn::Number))?;
        let mut changed =
            old.standings.iter().zip(&new.standings).filter(|(one, other)| one.ties != other.ties);
        let is_strict = |standing: &Standing| {
            standing.keys.iter().any(|key| key.column == number && key.among_tied.is_none())
        };
        let all = changed.clone().count() > 0 && changed.all(|(one, _)| is_strict(one));
        (same_steps && all).then_some(Reason::NeverLevel)
    }

    fn steps(&self, one: &Step, other: &Step) -> Option<Reason> {
        match (one, other) {
            (Step::Map { out, value }, Step::Map { out: other_out, value: other }) => {
                (out == other_out).then(|| self.values(value, other)).flatten()
            }
            (Step::Reduce(one), Step::Reduce(other)) => self.aggregates(one, other),
            (Step::Place(one), Step::Place(other)) => (one == other).then_some(Reason::Everywhere),
            (Step::Map { .. } | Step::Reduce(_) | Step::Place(_), _) => None,
        }
    }

    fn aggregates(&self, one: &Reduce, other: &Reduce) -> Option<Reason> {
        if let Some(reason) = rows::never_more_than_one(self.old, one, other) {
            return Some(reason);
        }
        let frame = |reduce: &Reduce| Reduce { value: None, filter: None, ..reduce.clone() };
        if frame(one) != frame(other) {
            return None;
        }
        let both = |one: &Option<Expr>, other: &Option<Expr>| match (one, other) {
            (Some(one), Some(other)) => self.values(one, other),
            (None, None) => Some(Reason::Everywhere),
            (Some(_), None) | (None, Some(_)) => None,
        };
        let value = both(&one.value, &other.value)?;
        let filter = both(&one.filter, &other.filter)?;
        Some(value.max(filter))
    }

    /// As a whole, or part by part.
    fn values(&self, one: &Expr, other: &Expr) -> Option<Reason> {
        if one == other || self.agree(one, other) {
            return Some(Reason::Everywhere);
        }
        if self.are_exchanged(one, other) {
            return Some(Reason::NeverTogether);
        }
        if blank(one) != blank(other) {
            return None;
        }
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        one.parts(&mut parts);
        other.parts(&mut others);
        if parts.is_empty() || parts.len() != others.len() {
            return None;
        }
        let pairs = parts.into_iter().zip(others);
        pairs
            .map(|(part, other)| self.values(part, other))
            .try_fold(Reason::Everywhere, |found, reason| Some(found.max(reason?)))
    }

    fn agree(&self, one: &Expr, other: &Expr) -> bool {
        come_to_the_same(self.old, [one, other], self.domains, MOST_COMBINATIONS) == Some(true)
    }

    /// Whether two lists of cases are the same but for two neighbours whose conditions never hold together.
    fn are_exchanged(&self, one: &Expr, other: &Expr) -> bool {
        let (Node::Cases(lines), Node::Cases(others)) = (&one.node, &other.node) else { return false };
        if lines.len() != others.len() {
            return false;
        }
        let differ: Vec<usize> = (0..lines.len()).filter(|&place| lines[place] != others[place]).collect();
        let [first, second] = differ[..] else { return false };
        lines[first] == others[second]
            && lines[second] == others[first]
            && second == first + 1
            && self.never_together(&lines[first], &lines[second])
    }

    fn never_together(&self, one: &CaseLine, other: &CaseLine) -> bool {
        let (Some(first), Some(second)) = (&one.condition, &other.condition) else { return false };
        if exclude_each_other(first, second) {
            return true;
        }
        let ty = Type::of(ValueKind::Flag);
        let (left, right) = (Box::new(first.clone()), Box::new(second.clone()));
        let mut both =
            Expr { node: Node::Binary(BinaryOperator::And, left, right), ty: ty.clone(), at: first.at };
        let never = Expr { node: Node::Literal(Value::Flag(false)), ty, at: first.at };
        (0..=MOST_REPLACED).any(|_| {
            let found = self.agree(&both, &never);
            self.replace_columns(&mut both);
            found
        })
    }

    /// Puts the rules of columns of the same row into the places of these columns.
    fn replace_columns(&self, expr: &mut Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let rule = match &expr.node {
                Node::Column { column, path } if path.is_empty() => {
                    self.old.scoring().find_map(|step| match step {
                        Step::Map { out, value } if out == column => Some(value.clone()),
                        Step::Map { .. } | Step::Reduce(_) | Step::Place(_) => None,
                    })
                }
                _ => None,
            };
            match rule {
                Some(rule) => *expr = rule,
                None => expr.parts_mut(&mut open),
            }
        }
    }

    /// Whether nothing but the default of one option differs, and no rule tells the two defaults apart.
    fn unread(&self) -> Option<Reason> {
        let (old, new) = (self.old, self.new);
        let pairs = || (0_u16..).map(OptionId).zip(old.options.iter().zip(&new.options));
        let mut changed = pairs().filter(|(_, (one, other))| one.default != other.default);
        let ((option, (before, after)), None) = (changed.next()?, changed.next()) else { return None };
        let steps =
            old.steps == new.steps && old.scoring().zip(new.scoring()).all(|(one, other)| one == other);
        if !steps || old.seating_option == Some(option) || is_read_by_a_phase(old, option) {
            return None;
        }
        let both = [before.default, after.default];
        let all = old.scoring().chain(&old.texts).all(|step| self.same_under(step, option, both));
        all.then_some(Reason::Unread)
    }

    fn same_under(&self, step: &Step, option: OptionId, both: [Value; 2]) -> bool {
        let parts: Vec<&Expr> = match step {
            Step::Map { value, .. } => vec![value],
            Step::Reduce(reduce) => {
                let count = reduce.best.as_ref().map(|best| &best.count);
                if count.is_some_and(|count| mentions(count, option)) {
                    return false;
                }
                reduce.value.iter().chain(&reduce.filter).collect()
            }
            Step::Place(_) => Vec::new(),
        };
        parts.into_iter().all(|expr| self.same_value_under(expr, option, both))
    }

    fn same_value_under(&self, expr: &Expr, option: OptionId, both: [Value; 2]) -> bool {
        if !mentions(expr, option) {
            return true;
        }
        let [one, other] = both.map(|value| with(expr, option, value));
        if self.agree(&one, &other) {
            return true;
        }
        let mut parts = Vec::new();
        expr.parts(&mut parts);
        !parts.is_empty() && parts.into_iter().all(|part| self.same_value_under(part, option, both))
    }
}

/// An expression without what it is made of.
fn blank(expr: &Expr) -> Node {
    let mut expr = expr.clone();
    let mut parts = Vec::new();
    expr.parts_mut(&mut parts);
    for part in parts {
        part.node = Node::Literal(Value::Missing);
    }
    expr.node
}

fn mentions(expr: &Expr, option: OptionId) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if expr.node == Node::Option(option) {
            return true;
        }
        expr.parts(&mut open);
    }
    false
}

/// An expression with a value in the place of an option.
fn with(expr: &Expr, option: OptionId, value: Value) -> Expr {
    let mut whole = expr.clone();
    let mut open = vec![&mut whole];
    while let Some(expr) = open.pop() {
        if expr.node == Node::Option(option) {
            expr.node = Node::Literal(value);
        }
        expr.parts_mut(&mut open);
    }
    whole
}

/// Whether a phase asks for the option: how many games a match has, how many matches count.
fn is_read_by_a_phase(ruleset: &Ruleset, option: OptionId) -> bool {
    let is_it = |count: Option<Count>| count == Some(Count::Option(option));
    ruleset.phases.iter().any(|phase| match &phase.scheme {
        Scheme::Knockout(knockout) => is_it(knockout.games),
        Scheme::Open(open) => {
            [&open.most_matches, &open.most_meetings]
                .into_iter()
                .any(|limit| is_it(limit.as_ref().map(|limit| limit.count)))
                || is_it(open.games)
        }
        Scheme::Pools(_) | Scheme::RoundRobin(_) => false,
    })
}

/// Whether a change is of what a rule computes, and of nothing else.
/// Whether two conditions compare the same two values, in ways of which one alone can hold.
fn exclude_each_other(one: &Expr, other: &Expr) -> bool {
    let (Node::Binary(first, left, right), Node::Binary(second, other_left, other_right)) =
        (&one.node, &other.node)
    else {
        return false;
    };
    let same = left.node == other_left.node && right.node == other_right.node;
    same && [(first, second), (second, first)].into_iter().any(|pair| {
        matches!(
            pair,
            (BinaryOperator::Greater, BinaryOperator::Equal | BinaryOperator::Less | BinaryOperator::AtMost)
                | (BinaryOperator::Less, BinaryOperator::Equal | BinaryOperator::AtLeast)
                | (BinaryOperator::Equal, BinaryOperator::NotEqual)
        )
    })
}

fn is_in_a_rule(kind: Kind) -> bool {
    match kind {
        Kind::Literal
        | Kind::Edge
        | Kind::Choice
        | Kind::Comparison
        | Kind::Connective
        | Kind::Negation
        | Kind::Sign
        | Kind::Function
        | Kind::Filter
        | Kind::Member
        | Kind::Item
        | Kind::Condition
        | Kind::Case
        | Kind::Lines
        | Kind::Kept => true,
        Kind::Keys
        | Kind::Key
        | Kind::Direction
        | Kind::AmongTied
        | Kind::Ties
        | Kind::Default
        | Kind::Schedule
        | Kind::Seeds
        | Kind::Pools => false,
    }
}
