//! Whether conditions can hold together.
//!
//! Comes in: conditions of one row, each wanted true or false. Goes out: [`Facts`] under which all of them come out
//! as wanted, or the certainty that there are none, or that it would take too long to tell.
//! A condition is taken apart down to comparisons of one [`Variables`] term with a number, choices, and flags; a
//! ruled yes/no column is looked through to its rule. Whatever cannot be taken apart is a variable of its own, so
//! "there are none" is always true, while facts may be found that no game shows.
//! It must never complain. Start with [`Analysis::satisfy`].

mod bearing;
mod comparisons;
mod facts;
mod lines;
mod spelling;
mod variables;
mod witness;
mod wording;

pub(super) use facts::Facts;
pub(super) use variables::{Variables, unwiden};

use super::ranges::Analysis;
use super::ranges::set::Set;
use crate::ruleset::{Expr, Node, Origin};
use crate::sheet::LinkId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::Value;

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

    /// A condition of the row that a way leads to.
    pub(super) fn of(expr: &'e Expr, prefix: &[LinkId], wanted: bool) -> Self {
        Self { expr, prefix: prefix.to_vec(), wanted, through: 0 }
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

/// What is known where a condition comes out as wanted.
#[derive(Debug, Clone)]
pub(super) struct Assumed {
    /// What holds in all the ways in which it can; `None` where it never does.
    facts: Option<Facts>,
    /// Whether these are all facts of the only way, or it is sure that there is none.
    only: bool,
}

/// What is left to do with a goal.
enum Next<'e> {
    /// It is settled, or has become facts.
    Done,
    /// It contradicts what is known.
    Never,
    /// All of these goals have to be met instead.
    All(Vec<Goal<'e>>),
    /// All of the first or all of the second.
    Either(Vec<Goal<'e>>, Vec<Goal<'e>>),
}

/// A search that has come some way.
#[derive(Clone)]
struct State<'e> {
    goals: Vec<Goal<'e>>,
    /// Goals that can be met in two ways.
    choices: Vec<Goal<'e>>,
    facts: Facts,
}

impl<'r> Analysis<'r> {
    /// Whether all goals can be met under `facts`. The last goal is looked at first.
    pub(super) fn satisfy<'e>(&mut self, facts: &Facts, goals: Vec<Goal<'e>>) -> Answer
    where
        'r: 'e,
    {
        if let Some(known) = self.only_way(facts, &goals) {
            let found =
                known.facts.clone().and_then(|mut facts| self.look_deeper(&mut facts).then_some(facts));
            return found.map_or(Answer::Impossible, Answer::Found);
        }
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
        if !facts.is_empty() || !prefix.is_empty() || self.is_close() {
            return self.assume_anew(facts, expr, prefix, wanted).facts;
        }
        // The same is asked for ranges, for what is never reached, and for what can go wrong.
        let key = (std::ptr::from_ref(expr).addr(), wanted);
        if let Some(known) = self.assumed.get(&key) {
            return known.facts.clone();
        }
        let found = self.assume_anew(facts, expr, prefix, wanted);
        let facts = found.facts.clone();
        self.assumed.insert(key, found);
        facts
    }

    /// Under which facts a single goal is met, where it was asked before what is known then, and there is but one way.
    fn only_way(&self, facts: &Facts, goals: &[Goal]) -> Option<&Assumed> {
        let [goal] = goals else { return None };
        if !facts.is_empty() || !goal.prefix.is_empty() || goal.through > 0 || self.is_close() {
            return None;
        }
        self.assumed.get(&(std::ptr::from_ref(goal.expr).addr(), goal.wanted)).filter(|known| known.only)
    }

    fn assume_anew(&mut self, facts: &Facts, expr: &Expr, prefix: &[LinkId], wanted: bool) -> Assumed {
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
            return Assumed { facts: Some(facts.clone()), only: false };
        }
        Assumed { facts: ways, only: count <= 1 }
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
        // What leaves no choice comes first; choices wait, so that as few of them as possible are tried in vain.
        let mut open = vec![State { goals, choices: Vec::new(), facts: facts.clone() }];
        let mut steps = steps;
        while let Some(mut state) = open.pop() {
            let possible = loop {
                let (goal, choose) = match state.goals.pop() {
                    Some(goal) => (goal, false),
                    None => match state.choices.pop() {
                        Some(choice) => (choice, true),
                        None => break self.settle(&mut state.facts),
                    },
                };
                if steps == 0 || !self.spend() {
                    return false;
                }
                steps -= 1;
                match self.take_apart(&goal, &mut state.facts) {
                    Next::Done => {}
                    Next::Never => break false,
                    Next::All(goals) => state.goals.extend(goals),
                    Next::Either(..) if !choose => state.choices.push(goal),
                    Next::Either(first, second) => {
                        let mut other = state.clone();
                        other.goals.extend(second);
                        open.push(other);
                        state.goals.extend(first);
                    }
                }
            };
            if possible && !met(self, state.facts) {
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
            Node::Unary(UnaryOperator::Not, inner) => Next::All(vec![goal.part(inner, !wanted)]),
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                // `and` is true, or `or` false, in one way; the rest comes about through the left or the right.
                let both = (*operator == BinaryOperator::And) == wanted;
                let (first, second) = (goal.part(left, wanted), goal.part(right, wanted));
                if both {
                    Next::All(vec![second, first])
                } else {
                    Next::Either(vec![first], vec![second, goal.part(left, !wanted)])
                }
            }
            Node::Binary(operator, left, right) => {
                self.take_comparison(goal, *operator, (left, right), facts)
            }
            Node::Among(subject, members) => self.take_among(goal, subject, members, facts),
            Node::If { value, condition, otherwise } => Next::Either(
                vec![goal.part(value, wanted), goal.part(condition, true)],
                vec![goal.part(otherwise, wanted), goal.part(condition, false)],
            ),
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
                        Next::All(vec![Goal { expr: definition, prefix, wanted, through }])
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
            | Node::Random(_)
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
            if !self.bears_on(facts, column) {
                continue;
            }
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
