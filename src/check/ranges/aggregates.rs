//! What an aggregate can come to: from what a child can hold, and how many children there are.

use super::arithmetic::{binary, repeated};
use super::counts::{Count, is_full};
use super::evaluate::taken;
use super::region::Region;
use super::set::{Possible, Set, TextSet};
use super::{Analysis, children};
use crate::check::satisfy::Facts;
use crate::ruleset::{Aggregate, BuiltinColumn, Expr, LinkRole, Node, Plan, Reduce, SheetKind};
use crate::sheet::LinkId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Rational, Value};

/// Columns are looked through to their rules so many times.
const THROUGH: usize = 4;

impl<'r> Analysis<'r> {
    /// What an aggregate can come to.
    pub(super) fn reduce(&mut self, reduce: &'r Reduce) -> Possible {
        let mut count = self.children_of(reduce.over, &reduce.path);
        let mut facts = Facts::default();
        if let Some(filter) = &reduce.filter {
            let (yes, no) = self.truth(&facts, filter, &[]);
            if no {
                count.least = 0;
            }
            if !yes {
                count.most = Some(0);
            }
            facts = self.assume(&facts, filter, &[], true).unwrap_or_default();
        }
        if reduce.among_tied.is_some() {
            count.least = 0;
        }
        if let Some(best) = &reduce.best {
            let wanted = self.range(&best.count, &[], &Facts::default()).set.region(true).hull();
            let bound = |at: Option<crate::value::Bound>| {
                let at = at?.at.floor().to_i64()?.max(0);
                u64::try_from(at).ok()
            };
            count.least = count.least.min(wanted.and_then(|wanted| bound(wanted.low)).unwrap_or(0));
            if let Some(most) = wanted.and_then(|wanted| bound(wanted.high)) {
                count.most = Some(count.most.map_or(most, |before| before.min(most)));
            }
        }
        let value = match &reduce.value {
            Some(value) => self.range(value, &[], &facts),
            None => Possible::of(Set::Nothing),
        };
        if value.missing {
            count.least = 0;
        }
        let mut possible = self.aggregate(reduce, &value, count);
        if reduce.aggregate == Aggregate::Sum {
            if let (Some(value), None, None) = (&reduce.value, &reduce.best, &reduce.among_tied) {
                possible = self.by_seat(reduce, value, possible, count.least);
            }
        }
        possible
    }

    fn aggregate(&mut self, reduce: &Reduce, value: &Possible, count: Count) -> Possible {
        let (yes, no) = value.set.truth();
        let some = count.most != Some(0);
        let whole = |least: u64, most: Option<u64>| {
            Set::numbers(repeated(&Region::point(Rational::ONE), least, most))
        };
        let picked = || Possible {
            set: if some { value.set.clone() } else { Set::Nothing },
            missing: count.least == 0,
            zero: false,
        };
        match reduce.aggregate {
            Aggregate::Sum => {
                let region = match &value.set {
                    Set::Numbers(region) => repeated(region, count.least, count.most),
                    Set::Nothing => Region::point(Rational::ZERO),
                    Set::Flags { .. } | Set::Texts(_) | Set::Anything => Region::everything(false),
                };
                Possible::of(Set::numbers(region))
            }
            Aggregate::Mean => {
                let mut possible = picked();
                if let Set::Numbers(region) = &possible.set {
                    possible.set = Set::numbers(Region::new(region.hull(), false));
                }
                possible
            }
            Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => picked(),
            Aggregate::Count => Possible::of(match &reduce.value {
                None => whole(count.least, count.most),
                Some(_) => whole(if no { 0 } else { count.least }, if yes { count.most } else { Some(0) }),
            }),
            Aggregate::Any => Possible::of(Set::flags(some && yes, count.least == 0 || no)),
            Aggregate::All => Possible::of(Set::flags(count.least == 0 || yes, some && no)),
            Aggregate::None => Possible::of(Set::flags(count.least == 0 || no, some && yes)),
        }
    }

    /// A sum over the sides of a game in which every seat is taken: seat by seat, and where the value is a table over
    /// something that all sides of the game have in common, line by line.
    fn by_seat(&mut self, reduce: &'r Reduce, value: &'r Expr, plain: Possible, least: u64) -> Possible {
        let ruleset = self.ruleset;
        let [link] = reduce.path.as_slice() else {
            return plain;
        };
        let inside = matches!(ruleset.link(*link).role, LinkRole::Inside(_));
        let sides = ruleset.sheet(reduce.over).kind == SheetKind::Side
            && ruleset.sheet(ruleset.link(*link).to).kind == SheetKind::Game;
        let plans = self.plans().to_vec();
        if !inside || !sides || plans.is_empty() || !plans.iter().all(|plan| is_full(plan)) {
            return plain;
        }
        let Some(seat) = ruleset.builtin(reduce.over, BuiltinColumn::Seat) else {
            return plain;
        };
        let seat = Expr {
            node: Node::Column { column: seat, path: Vec::new() },
            ty: ruleset.column(seat).ty.clone(),
            at: value.at,
        };
        let value = self.looked_through(value);
        let mut total = Set::Nothing;
        for plan in plans {
            total = total.join(&self.plan_total(plan, &seat, value, &reduce.path));
        }
        // Rows may be passed over, all of them or some.
        let set = if least == 0 { plain.set } else { plain.set.meet(&total) };
        Possible { set, ..plain }
    }

    fn plan_total(&mut self, plan: &Plan, seat: &Expr, value: &'r Expr, path: &[LinkId]) -> Set {
        let Node::Bands(table) = &value.node else {
            return self.seats_total(plan, seat, value, &Facts::default());
        };
        if !self.is_shared(&table.subject, path, THROUGH) {
            return self.seats_total(plan, seat, value, &Facts::default());
        }
        let subject = self.range(&table.subject, &[], &Facts::default()).set;
        let mut total = Set::Nothing;
        for place in 0..table.bands.len() {
            let taken = taken(table, place, &subject);
            if let Some(facts) = self.suppose(&Facts::default(), &table.subject, &[], &taken) {
                total = total.join(&self.seats_total(plan, seat, value, &facts));
            }
        }
        total
    }

    fn seats_total(&mut self, plan: &Plan, seat: &Expr, value: &Expr, facts: &Facts) -> Set {
        let mut total = Region::point(Rational::ZERO);
        for taken in &plan.seats {
            let only = Set::Texts(TextSet::Only([taken.name].into()));
            let Some(facts) = self.suppose(facts, seat, &[], &only) else {
                return Set::Nothing;
            };
            let part = match self.range(value, &[], &facts).set {
                Set::Numbers(region) => region,
                Set::Nothing => return Set::Nothing,
                Set::Flags { .. } | Set::Texts(_) | Set::Anything => return Set::Anything,
            };
            total = binary(BinaryOperator::Add, &total, &part).unwrap_or_else(|| Region::everything(false));
        }
        Set::numbers(total)
    }

    /// The rule behind a column of the same row.
    fn looked_through(&self, value: &'r Expr) -> &'r Expr {
        let mut value = value;
        for _ in 0..THROUGH {
            let definition = match &value.node {
                Node::Column { column, path } if path.is_empty() => self.definition(*column),
                Node::Widen(inner) => Some(&**inner),
                _ => None,
            };
            match definition {
                Some(definition) => value = definition,
                None => break,
            }
        }
        value
    }

    /// Whether an expression is the same on all rows that `path` joins.
    fn is_shared(&self, expr: &Expr, path: &[LinkId], through: usize) -> bool {
        match &expr.node {
            Node::Literal(value) => *value != Value::Missing,
            Node::Option(_) => true,
            Node::Column { path: own, .. } if own.starts_with(path) => true,
            Node::Column { column, path: own } => {
                through > 0
                    && own.is_empty()
                    && self.definition(*column).is_some_and(|rule| self.is_shared(rule, path, through - 1))
            }
            Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => children(expr).into_iter().all(|child| self.is_shared(child, path, through)),
        }
    }
}
