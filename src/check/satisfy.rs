//! Whether conditions can hold together.
//!
//! Comes in: conditions of one row, each wanted true or false. Goes out: [`Facts`] under which all of them come out
//! as wanted, or the certainty that there are none, or that it would take too long to tell.
//! A condition is taken apart down to comparisons of one [`Variables`] term with a number, choices, and flags; a
//! ruled yes/no column is looked through to its rule. Whatever cannot be taken apart is a variable of its own, so
//! "there are none" is always true, while facts may be found that no game shows.
//! It must never complain. Start with [`Analysis::satisfy`].

mod facts;
mod spelling;
mod variables;
mod witness;

pub(super) use facts::Facts;
pub(super) use variables::{Variables, unwiden};

use super::ranges::Analysis;
use super::ranges::region::Region;
use super::ranges::set::{Set, TextSet};
use crate::ruleset::{Expr, Node, Origin};
use crate::sheet::LinkId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Bound, Interval, Kind, Rational, Value};
use variables::Compared;

/// A proof may take so many steps.
pub(super) const PROOF: usize = 40_000;
/// What is only to make a range narrower may take so many.
const NARROWING: usize = 400;
/// And look at so many ways of coming true.
const WAYS: usize = 16;
/// Rules are looked through to their definitions so many times.
const THROUGH: usize = 8;

/// A condition and what it has to be.
#[derive(Debug, Clone)]
pub(super) struct Goal<'e> {
    expr: &'e Expr,
    prefix: Vec<LinkId>,
    wanted: bool,
    through: usize,
}

impl<'e> Goal<'e> {
    /// A condition of the row itself.
    pub(super) fn new(expr: &'e Expr, wanted: bool) -> Self {
        Self { expr, prefix: Vec::new(), wanted, through: 0 }
    }

    fn part(&self, expr: &'e Expr, wanted: bool) -> Self {
        Self { expr, prefix: self.prefix.clone(), wanted, through: self.through }
    }
}

/// What came of a search.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// Everything comes out as wanted under these facts.
    Found(Facts),
    /// It never does.
    Impossible,
    /// It would take too long to tell.
    TooLarge,
}

/// What is left to do with a goal.
enum Next<'e> {
    /// It is settled, or has become facts.
    Done,
    /// It contradicts what is known.
    Never,
    /// Any of these lists of goals will do.
    Either(Vec<Vec<Goal<'e>>>),
}

impl<'r> Analysis<'r> {
    /// Whether all goals can be met under `facts`. The last goal is looked at first.
    pub(super) fn satisfy<'e>(&mut self, facts: &Facts, goals: Vec<Goal<'e>>) -> Answer
    where
        'r: 'e,
    {
        let mut found = None;
        let complete = self.search(facts, goals, PROOF, &mut |analysis, mut facts| {
            if analysis.look_deeper(&mut facts) {
                found = Some(facts);
            }
            found.is_none()
        });
        match (found, complete) {
            (Some(facts), _) => Answer::Found(facts),
            (None, true) => Answer::Impossible,
            (None, false) => Answer::TooLarge,
        }
    }

    /// What is known where a condition comes out as wanted: everything that holds in all the ways in which it can.
    /// `None` where it never does.
    pub(super) fn assume(
        &mut self,
        facts: &Facts,
        expr: &Expr,
        prefix: &[LinkId],
        wanted: bool,
    ) -> Option<Facts> {
        let goal = Goal { expr, prefix: prefix.to_vec(), wanted, through: 0 };
        let mut ways: Option<Facts> = None;
        let mut count = 0;
        let complete = self.search(facts, vec![goal], NARROWING, &mut |_, way| {
            count += 1;
            ways = Some(match &ways {
                None => way,
                Some(before) => before.join(&way),
            });
            count < WAYS
        });
        if !complete || count >= WAYS {
            return Some(facts.clone());
        }
        ways
    }

    /// Whether a condition can be yes, and whether it can be no.
    pub(super) fn truth(&mut self, facts: &Facts, expr: &Expr, prefix: &[LinkId]) -> (bool, bool) {
        let mut can = |wanted| {
            let goal = Goal { expr, prefix: prefix.to_vec(), wanted, through: 0 };
            let mut found = false;
            let complete = self.search(facts, vec![goal], NARROWING, &mut |_, _| {
                found = true;
                false
            });
            found || !complete
        };
        (can(true), can(false))
    }

    /// Hands every way to meet all goals to `met` until it returns `false`. Returns whether every way was looked at
    /// (or `met` has seen enough).
    fn search<'e>(
        &mut self,
        facts: &Facts,
        goals: Vec<Goal<'e>>,
        steps: usize,
        met: &mut dyn FnMut(&mut Self, Facts) -> bool,
    ) -> bool
    where
        'r: 'e,
    {
        let mut open = vec![(goals, facts.clone())];
        let mut steps = steps;
        while let Some((mut goals, mut facts)) = open.pop() {
            let possible = loop {
                let Some(goal) = goals.pop() else {
                    break self.settle(&mut facts);
                };
                if steps == 0 || !self.spend() {
                    return false;
                }
                steps -= 1;
                match self.take_apart(&goal, &mut facts) {
                    Next::Done => {}
                    Next::Never => break false,
                    Next::Either(mut ways) => {
                        let Some(first) = ways.pop() else {
                            break false;
                        };
                        for way in ways {
                            let mut others = goals.clone();
                            others.extend(way);
                            open.push((others, facts.clone()));
                        }
                        goals.extend(first);
                    }
                }
            };
            if possible && !met(self, facts) {
                return true;
            }
        }
        true
    }

    fn take_apart<'e>(&mut self, goal: &Goal<'e>, facts: &mut Facts) -> Next<'e>
    where
        'r: 'e,
    {
        let wanted = goal.wanted;
        match &goal.expr.node {
            Node::Literal(Value::Flag(value)) => settled(*value == wanted),
            Node::Unary(UnaryOperator::Not, inner) => Next::Either(vec![vec![goal.part(inner, !wanted)]]),
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                // `and` is true, or `or` false, in one way; the rest comes about through the left or the right.
                let both = (*operator == BinaryOperator::And) == wanted;
                let (first, second) = (goal.part(left, wanted), goal.part(right, wanted));
                Next::Either(if both {
                    vec![vec![second, first]]
                } else {
                    vec![vec![second, goal.part(left, !wanted)], vec![first]]
                })
            }
            Node::Binary(operator, left, right) => {
                self.take_comparison(goal, *operator, (left, right), facts)
            }
            Node::Among(subject, members) => self.take_among(goal, subject, members, facts),
            Node::If { value, condition, otherwise } => Next::Either(vec![
                vec![goal.part(otherwise, wanted), goal.part(condition, false)],
                vec![goal.part(value, wanted), goal.part(condition, true)],
            ]),
            Node::Column { column, path } => {
                let looked_through = self.ruleset.column(*column).origin
                    != Origin::Hidden { aggregate: true }
                    && goal.through < THROUGH
                    && self.is_total(&goal.prefix)
                    && self.is_total(path);
                match self.definition(*column).filter(|_| looked_through) {
                    Some(definition) => {
                        let prefix = goal.prefix.iter().chain(path).copied().collect();
                        let through = goal.through + 1;
                        Next::Either(vec![vec![Goal { expr: definition, prefix, wanted, through }]])
                    }
                    None => self.take_whole(goal, facts),
                }
            }
            Node::Literal(_)
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(UnaryOperator::Negate, _)
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => self.take_whole(goal, facts),
        }
    }

    /// A condition that is not taken apart: a flag of its own.
    fn take_whole<'e>(&mut self, goal: &Goal<'e>, facts: &mut Facts) -> Next<'e> {
        let id = self.atom(goal.expr, &goal.prefix);
        settled(self.learn(facts, id, &Set::flags(goal.wanted, !goal.wanted)))
    }

    fn take_comparison<'e>(
        &mut self,
        goal: &Goal<'e>,
        operator: BinaryOperator,
        (left, right): (&'e Expr, &'e Expr),
        facts: &mut Facts,
    ) -> Next<'e> {
        let wanted = goal.wanted;
        match unwiden(left).ty.kind {
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                let Some(region) = allowed(operator, wanted) else {
                    return self.take_whole(goal, facts);
                };
                match self.compare(left, right, &goal.prefix) {
                    None => self.take_whole(goal, facts),
                    Some(Compared::Constant(constant)) => settled(region.contains(constant)),
                    Some(compared) => settled(self.learn_compared(facts, compared, &region)),
                }
            }
            Kind::Flag => {
                let equal = match operator {
                    BinaryOperator::Equal => wanted,
                    BinaryOperator::NotEqual => !wanted,
                    _ => return self.take_whole(goal, facts),
                };
                Next::Either(vec![
                    vec![goal.part(right, !equal), goal.part(left, false)],
                    vec![goal.part(right, equal), goal.part(left, true)],
                ])
            }
            Kind::Text | Kind::Choice(_) => {
                let equal = match operator {
                    BinaryOperator::Equal => wanted,
                    BinaryOperator::NotEqual => !wanted,
                    _ => return self.take_whole(goal, facts),
                };
                let (subject, text) = match (&left.node, &right.node) {
                    (_, Node::Literal(Value::Text(text))) => (left, *text),
                    (Node::Literal(Value::Text(text)), _) => (right, *text),
                    _ => return self.take_equal_texts(goal, (left, right), equal, facts),
                };
                let only = TextSet::Only([text].into());
                let texts = if equal { only } else { only.complement() };
                let id = self.atom(subject, &goal.prefix);
                settled(self.learn(facts, id, &Set::Texts(texts)))
            }
            Kind::Unknown => self.take_whole(goal, facts),
        }
    }

    /// Two texts that are both not known: `a = b`, `b = a`, `a != b` are one flag.
    fn take_equal_texts<'e>(
        &mut self,
        goal: &Goal<'e>,
        (left, right): (&'e Expr, &'e Expr),
        equal: bool,
        facts: &mut Facts,
    ) -> Next<'e> {
        let (first, second) = (self.atom(left, &goal.prefix), self.atom(right, &goal.prefix));
        if first == second {
            return settled(equal);
        }
        let meet = self.known(facts, first).meet(&self.known(facts, second));
        if equal && meet.is_nothing() {
            return Next::Never;
        }
        let id = self.equality(first.min(second), first.max(second));
        settled(self.learn(facts, id, &Set::flags(equal, !equal)))
    }

    fn take_among<'e>(
        &mut self,
        goal: &Goal<'e>,
        subject: &'e Expr,
        members: &'e [Expr],
        facts: &mut Facts,
    ) -> Next<'e> {
        let literals: Option<Vec<Value>> = members
            .iter()
            .map(|member| match &unwiden(member).node {
                Node::Literal(value) => Some(*value),
                _ => None,
            })
            .collect();
        let Some(literals) = literals else {
            return self.take_whole(goal, facts);
        };
        match unwiden(subject).ty.kind {
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                let points = literals.iter().filter_map(|value| Set::of_value(value).region(false).hull());
                let inside = Region::new(points.collect::<Vec<_>>(), false);
                let region = if goal.wanted { inside } else { inside.complement() };
                match self.measure(subject, &goal.prefix) {
                    None => self.take_whole(goal, facts),
                    Some(Compared::Constant(constant)) => settled(region.contains(constant)),
                    Some(compared) => settled(self.learn_compared(facts, compared, &region)),
                }
            }
            Kind::Text | Kind::Choice(_) => {
                let texts = literals.iter().filter_map(|value| match value {
                    Value::Text(text) => Some(*text),
                    _ => None,
                });
                let inside = TextSet::Only(texts.collect());
                let texts = if goal.wanted { inside } else { inside.complement() };
                let id = self.atom(subject, &goal.prefix);
                settled(self.learn(facts, id, &Set::texts(texts)))
            }
            Kind::Flag | Kind::Unknown => self.take_whole(goal, facts),
        }
    }

    /// Looks through each column that the facts speak of to its rule, and at what that rule can come to under them;
    /// `false` where that contradicts them.
    fn look_deeper(&mut self, facts: &mut Facts) -> bool {
        for id in facts.terms() {
            let Some((column, path)) = self.variables.get(id).column.clone() else {
                continue;
            };
            let Some(definition) = self.definition(column).filter(|_| self.is_total(&path)) else {
                continue;
            };
            let set = self.range(definition, &path, facts).set;
            if !self.follow(facts, id, &set) {
                return false;
            }
        }
        self.settle(facts)
    }

    fn is_total(&self, path: &[LinkId]) -> bool {
        path.iter().all(|link| self.ruleset.link(*link).total)
    }
}

fn settled<'e>(possible: bool) -> Next<'e> {
    if possible { Next::Done } else { Next::Never }
}

/// What `left - right` may be for the comparison to come out as wanted.
fn allowed(operator: BinaryOperator, wanted: bool) -> Option<Region> {
    let zero = |inclusive| Some(Bound { at: Rational::ZERO, inclusive });
    let interval = match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => Interval { low: zero(true), high: zero(true) },
        BinaryOperator::Less => Interval { low: None, high: zero(false) },
        BinaryOperator::AtMost => Interval { low: None, high: zero(true) },
        BinaryOperator::Greater => Interval { low: zero(false), high: None },
        BinaryOperator::AtLeast => Interval { low: zero(true), high: None },
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => return None,
    };
    let region = Region::new([interval], false);
    let outside = (operator == BinaryOperator::NotEqual) == wanted;
    Some(if outside { region.complement() } else { region })
}
