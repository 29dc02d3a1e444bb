//! Every expression of every rule, with what is known where it stands.
//!
//! Comes in: the steps of a ruleset. Goes out: complaints about conditions that are always the same (R0506), divisors
//! that can be zero (R0507), integers that can grow too large (R0508) and roots of negative numbers (R0510); tables
//! and lists of cases are handed on to `bands` and `cases`. What stands behind a condition is looked at with that
//! condition known to be true. It must never look at a claim. Start with [`Walk::rule`].

use super::choices::is_place_of;
use super::ranges::arithmetic::{between, binary, negated};
use super::ranges::region::Region;
use super::ranges::set::{Possible, Set, TextSet};
use super::ranges::{Analysis, children, combine, fits, taken, words};
use super::satisfy::{Answer, Facts, Goal, unwiden};
use super::{bands, cases};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::expression::{BandTable, CaseLine, Random, TallyItem};
use crate::ruleset::{Expr, Node, Reduce};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Bound, Interval, Kind, Rational};

/// A longer expression is not written out in a message.
const LONGEST_NAMED: usize = 60;

/// Which complaints are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// What is never used: bands, cases and conditions. An option that the format fixes may still have any value.
    pub(super) unused: bool,
    /// What can go wrong. An option that the format fixes has that value.
    pub(super) wrong: bool,
}

/// A walk through the expressions of a ruleset.
pub(super) struct Walk<'a, 'r> {
    pub(super) analysis: &'a mut Analysis<'r>,
    pub(super) asked: Asked,
    pub(super) complaints: &'a mut Complaints,
}

impl<'r> Walk<'_, 'r> {
    /// A rule, as a whole.
    pub(super) fn rule(&mut self, rule: &'r Expr, facts: &Facts) {
        self.walk(rule, facts, false);
    }

    /// A condition that decides about a row or a line; returns what is known where it holds.
    pub(super) fn condition(&mut self, condition: &'r Expr, facts: &Facts) -> Option<Facts> {
        self.walk(condition, facts, false);
        self.constant(condition, facts);
        self.analysis.assume(facts, condition, &[], true)
    }

    /// An aggregate, as a whole.
    pub(super) fn aggregate(&mut self, reduce: &'r Reduce) {
        let column = self.analysis.ruleset.column(reduce.out);
        let Some(at) = column.at.filter(|_| self.asked.wrong && column.ty.kind == Kind::Integer) else {
            return;
        };
        if let Set::Numbers(region) = &self.analysis.column(reduce.out).set {
            let finite = region.hull().is_some_and(|hull| hull.low.is_some() && hull.high.is_some());
            if finite {
                let region = region.clone();
                self.overflow(at, &region);
            }
        }
    }

    /// `guarded`: an `else` around it takes care of division by zero.
    fn walk(&mut self, expr: &'r Expr, facts: &Facts, guarded: bool) {
        match &expr.node {
            Node::Literal(_) | Node::Column { .. } | Node::Option(_) => {}
            Node::Widen(_) | Node::Known(_) | Node::Unary(UnaryOperator::Not, _) | Node::Among(..) => {
                for child in children(expr) {
                    self.walk(child, facts, guarded);
                }
            }
            Node::Unary(UnaryOperator::Negate, inner) => {
                self.walk(inner, facts, guarded);
                if let Some(inner) = self.finite(expr, inner, facts) {
                    self.overflow(expr.at, &negated(&inner));
                }
            }
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                self.walk(left, facts, guarded);
                // The right side only matters where the left does not decide.
                let open = *operator == BinaryOperator::And;
                if let Some(facts) = self.analysis.assume(facts, left, &[], open) {
                    self.walk(right, &facts, guarded);
                }
            }
            Node::Binary(operator, left, right) => {
                self.walk(left, facts, guarded);
                self.walk(right, facts, guarded);
                self.arithmetic(expr, *operator, (left, right), facts, guarded);
            }
            Node::If { value, condition, otherwise } => {
                self.walk(condition, facts, guarded);
                self.constant(condition, facts);
                if let Some(facts) = self.analysis.assume(facts, condition, &[], true) {
                    self.walk(value, &facts, guarded);
                }
                if let Some(facts) = self.analysis.assume(facts, condition, &[], false) {
                    self.walk(otherwise, &facts, guarded);
                }
            }
            Node::Else(value, fallback) => {
                self.walk(value, facts, true);
                self.walk(fallback, facts, guarded);
            }
            Node::Call(function, arguments) => {
                for argument in arguments {
                    self.walk(argument, facts, guarded);
                }
                if function.row().name == "isqrt" && self.asked.wrong {
                    self.root(arguments, facts);
                }
            }
            Node::Random(random) => {
                self.walk(&random.low, facts, guarded);
                self.walk(&random.high, facts, guarded);
                if self.asked.wrong {
                    self.draw(expr, random, facts);
                }
            }
            Node::Tally(items) => self.tally(expr, items, facts),
            Node::Bands(table) => self.bands(table, facts),
            Node::Cases(lines) => self.cases(lines, facts),
        }
    }

    fn tally(&mut self, expr: &'r Expr, items: &'r [TallyItem], facts: &Facts) {
        for item in items {
            let held = match &item.condition {
                Some(condition) => self.condition(condition, facts),
                None => Some(facts.clone()),
            };
            if let Some(facts) = held {
                self.walk(&item.value, &facts, false);
            }
        }
        let mut sum = Some(Region::point(Rational::ZERO));
        for item in items {
            let value = self.finite(expr, &item.value, facts);
            sum = sum.zip(value).and_then(|(sum, value)| {
                let value = if item.condition.is_some() {
                    value.union(&Region::point(Rational::ZERO))
                } else {
                    value
                };
                let operator = if item.negative { BinaryOperator::Subtract } else { BinaryOperator::Add };
                binary(operator, &sum, &value)
            });
        }
        if let Some(sum) = sum {
            self.overflow(expr.at, &sum);
        }
    }

    fn bands(&mut self, table: &'r BandTable, facts: &Facts) {
        self.walk(&table.subject, facts, false);
        if is_place_of(table) {
            return;
        }
        let subject = self.analysis.range(&table.subject, &[], facts).set;
        if self.asked.wrong {
            bands::prove(self.analysis, table, &subject, self.complaints);
        }
        if self.asked.unused {
            bands::find_unreached(self.analysis, table, &subject, self.complaints);
        }
        for (place, band) in table.bands.iter().enumerate() {
            let taken = taken(table, place, &subject);
            let Some(facts) = self.analysis.suppose(facts, &table.subject, &[], &taken) else {
                continue;
            };
            for (column, value) in band.values.iter().enumerate() {
                let seat = table.pick.as_ref().and_then(|pick| Some((&pick.seat, *pick.seats.get(column)?)));
                let facts = match seat {
                    None => Some(facts.clone()),
                    Some((seat, name)) => {
                        let only = Set::Texts(TextSet::Only([name].into()));
                        self.analysis.suppose(&facts, seat, &[], &only)
                    }
                };
                if let Some(facts) = facts {
                    self.walk(value, &facts, false);
                }
            }
        }
    }

    fn cases(&mut self, lines: &'r [CaseLine], facts: &Facts) {
        if self.asked.wrong {
            cases::prove(self.analysis, lines, facts, self.complaints);
        }
        if self.asked.unused {
            cases::find_unreached(self.analysis, lines, facts, self.complaints);
        }
        self.each_case(lines, facts);
    }

    /// Every line of a list, with what is known where it is looked at; not the list as a whole.
    pub(super) fn each_case(&mut self, lines: &'r [CaseLine], facts: &Facts) {
        let mut left = Some(facts.clone());
        for line in lines {
            let Some(rest) = left.take() else {
                break;
            };
            let Some(condition) = &line.condition else {
                self.walk(&line.value, &rest, false);
                break;
            };
            self.walk(condition, &rest, false);
            if let Some(facts) = self.analysis.assume(&rest, condition, &[], true) {
                self.walk(&line.value, &facts, false);
            }
            left = self.analysis.assume(&rest, condition, &[], false);
        }
    }

    /// Complains about a condition that is always the same.
    fn constant(&mut self, condition: &'r Expr, facts: &Facts) {
        if !self.asked.unused {
            return;
        }
        let yes = self.analysis.satisfy(facts, vec![Goal::new(condition, true)]);
        let no = self.analysis.satisfy(facts, vec![Goal::new(condition, false)]);
        let (always, known) = match (yes, no) {
            (Answer::Found(known), Answer::Impossible) => (true, known),
            (Answer::Impossible, Answer::Found(known)) => (false, known),
            // Neither: nothing ever comes here.
            (Answer::Found(_), Answer::Found(_)) | (Answer::Impossible, Answer::Impossible) => return,
            (Answer::TooLarge, _) | (_, Answer::TooLarge) => {
                self.complaints.push(
                    Diagnostic::new(Code::NotAnalysed, "this condition is too large to be fully analysed")
                        .at(condition.at, "whether it is always the same is not known")
                        .help("divide it: let columns of their own say its parts"),
                );
                return;
            }
        };
        let what = if always { "always true" } else { "never true" };
        let mut complaint = Diagnostic::new(Code::ConstantCondition, format!("this condition is {what}"))
            .at(condition.at, what)
            .help(if always {
                "leave it out, or mend it"
            } else {
                "leave out what depends on it, or mend it"
            });
        complaint.notes.extend(self.analysis.told(&known, facts, &self.written(condition.at)));
        self.complaints.push(complaint);
    }

    fn arithmetic(
        &mut self,
        expr: &'r Expr,
        operator: BinaryOperator,
        (left, right): (&'r Expr, &'r Expr),
        facts: &Facts,
        guarded: bool,
    ) {
        if !self.asked.wrong {
            return;
        }
        let divides =
            matches!(operator, BinaryOperator::Divide | BinaryOperator::DivideFloor | BinaryOperator::Modulo);
        if divides && !guarded {
            self.divisor(expr, right, facts);
        }
        if expr.ty.kind == Kind::Integer {
            let sides = self.finite(expr, left, facts).zip(self.finite(expr, right, facts));
            if let Some(result) =
                sides.and_then(|(left, right)| combine(operator, (false, false), &left, &right))
            {
                self.overflow(expr.at, &result);
            }
        }
    }

    fn divisor(&mut self, division: &'r Expr, divisor: &'r Expr, facts: &Facts) {
        let Set::Numbers(region) = self.analysis.range(divisor, &[], facts).set else {
            return;
        };
        if !region.contains(Rational::ZERO) {
            return;
        }
        let name = self.written(divisor.at);
        let (message, label) = match region.only() {
            Some(_) => (format!("division by `{name}`, which is always zero"), "always zero".to_owned()),
            None => {
                let kind = &unwiden(divisor).ty.kind;
                (
                    format!("division by `{name}`, which can be zero"),
                    format!("can be {}", words::region(&region, kind)),
                )
            }
        };
        let whole = self.named(division.at).unwrap_or_else(|| "…".to_owned());
        self.complaints.push(
            Diagnostic::new(Code::MayDivideByZero, message)
                .at(divisor.at, label)
                .help(format!("say what counts then: `{whole} else 0`, or divide only `if` it is not zero")),
        );
    }

    fn root(&mut self, arguments: &'r [Expr], facts: &Facts) {
        let Some(argument) = arguments.first() else {
            return;
        };
        let Set::Numbers(region) = self.analysis.range(argument, &[], facts).set else {
            return;
        };
        let below = Interval { low: None, high: Some(Bound { at: Rational::ZERO, inclusive: false }) };
        let negative = region.intersect(&Region::new([below], false));
        if negative.is_empty() {
            return;
        }
        let name = self.written(argument.at);
        let mut complaint = Diagnostic::new(
            Code::MayLeaveDomain,
            format!("`{name}` can be negative, and a negative number has no square root"),
        )
        .at(argument.at, format!("can be {}", words::region(&region, &Kind::Integer)))
        .help("take the root only `if` it is 0 or more, or of its `abs(…)`");
        // The one nearest to zero is the easiest to see.
        let nearest = negative.hull().and_then(|hull| hull.high);
        if let Some(bound) = nearest.filter(|bound| bound.inclusive) {
            complaint = complaint.note(format!("for instance `{name} = {}`", bound.at));
        }
        self.complaints.push(complaint);
    }

    /// Complains of a draw from nothing: the lower end is always above the upper one.
    fn draw(&mut self, expr: &'r Expr, random: &'r Random, facts: &Facts) {
        let mut region = |end: &'r Expr| self.analysis.range(end, &[], facts).set.region(true);
        let (low, high) = (region(&random.low), region(&random.high));
        if low.is_empty() || high.is_empty() || !between(&low, &high).is_empty() {
            return;
        }
        let [from, to] = [&random.low, &random.high].map(|end| self.written(end.at));
        let end = |region: &Region| format!("can be {}", words::region(region, &Kind::Integer));
        self.complaints.push(
            Diagnostic::new(Code::MayLeaveDomain, format!("`{}` draws from nothing", self.written(expr.at)))
                .at(random.low.at, end(&low))
                .at(random.high.at, end(&high))
                .help(format!("write the lower end first: `random({to}, {from})`")),
        );
    }

    /// What an operand of an integer operation can be, where both ends are known.
    fn finite(&mut self, whole: &Expr, part: &'r Expr, facts: &Facts) -> Option<Region> {
        if whole.ty.kind != Kind::Integer || !self.asked.wrong {
            return None;
        }
        let Possible { set: Set::Numbers(region), .. } = self.analysis.range(part, &[], facts) else {
            return None;
        };
        let hull = region.hull()?;
        (hull.low.is_some() && hull.high.is_some()).then_some(region)
    }

    fn overflow(&mut self, at: Span, result: &Region) {
        let finite = result.hull().is_none_or(|hull| hull.low.is_some() && hull.high.is_some());
        if finite && fits(result) {
            return;
        }
        let message = match self.named(at) {
            Some(name) => format!("`{name}` can be too large"),
            None => "the result can be too large".to_owned(),
        };
        let mut complaint = Diagnostic::new(Code::MayOverflow, message)
            .at(at, "may need more than 64 bits")
            .help("narrow the ranges of what it is computed from");
        if finite {
            complaint = complaint.note(format!("it can be {}", words::region(result, &Kind::Integer)));
        }
        self.complaints.push(complaint);
    }

    /// As the author writes it, where that is short enough for a message.
    fn named(&self, at: Span) -> Option<String> {
        Some(self.written(at)).filter(|name| !name.is_empty() && name.chars().count() <= LONGEST_NAMED)
    }

    fn written(&self, at: Span) -> String {
        self.analysis.sources.slice(at).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
