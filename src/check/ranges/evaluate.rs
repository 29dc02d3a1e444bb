//! What an expression can come to under given facts.

use super::arithmetic::{between, binary, function, negated, scaled};
use super::region::Region;
use super::set::{Possible, Set, TextSet};
use super::{Analysis, INSIDE, children};
use crate::check::satisfy::Facts;
use crate::ruleset::expression::{BandTable, CaseLine, Taken, TallyItem};
use crate::ruleset::{Expr, Node};
use crate::sheet::LinkId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Bound, Interval, Kind, Rational};

/// The conditions of a tally are tried in all combinations as long as there are no more of them than this.
const CONDITIONS: usize = 6;

impl Analysis<'_> {
    /// What `expr` can come to on a row of which `facts` hold. `prefix` leads from that row to the row on which the
    /// expression stands.
    pub(in crate::check) fn range(&mut self, expr: &Expr, prefix: &[LinkId], facts: &Facts) -> Possible {
        if self.level >= INSIDE || !self.spend() {
            return Possible { zero: true, ..Possible::of_type(&expr.ty) };
        }
        self.level += 1;
        let mut possible = self.plain_range(expr, prefix, facts);
        self.level -= 1;
        if let Some(set) = self.refined(facts, expr, prefix) {
            possible.set = possible.set.meet(&set);
        }
        possible.set = fitting(possible.set, &expr.ty.kind);
        possible
    }

    fn plain_range(&mut self, expr: &Expr, prefix: &[LinkId], facts: &Facts) -> Possible {
        match &expr.node {
            Node::Literal(value) => Possible::of(Set::of_value(value)),
            Node::Column { column, path } => {
                let mut possible = self.column(*column).clone();
                possible.missing |= prefix.iter().chain(path).any(|link| !self.ruleset.link(*link).total);
                possible
            }
            Node::Option(id) => Possible::of(self.option(*id)),
            Node::Widen(inner) => self.range(inner, prefix, facts),
            Node::Unary(UnaryOperator::Negate, inner) => {
                let inner = self.range(inner, prefix, facts);
                let set = match &inner.set {
                    Set::Numbers(region) => Set::numbers(negated(region)),
                    Set::Nothing => Set::Nothing,
                    Set::Flags { .. } | Set::Texts(_) | Set::Anything => Set::of_type(&expr.ty),
                };
                Possible::of(set).after(&inner)
            }
            Node::Unary(UnaryOperator::Not, _) | Node::Among(..) => self.flag_range(expr, prefix, facts),
            Node::Binary(operator, left, right) => {
                self.binary_range(expr, *operator, (left, right), prefix, facts)
            }
            Node::If { value, condition, otherwise } => {
                let after = self.mishaps(condition, prefix, facts);
                let mut joined = Possible::of(Set::Nothing).after(&after);
                if let Some(facts) = self.assume(facts, condition, prefix, true) {
                    joined = joined.join(&self.range(value, prefix, &facts));
                }
                if let Some(facts) = self.assume(facts, condition, prefix, false) {
                    joined = joined.join(&self.range(otherwise, prefix, &facts));
                }
                joined
            }
            Node::Else(value, fallback) => {
                let value = self.range(value, prefix, facts);
                if value.missing || value.zero {
                    self.range(fallback, prefix, facts).join(&Possible::of(value.set))
                } else {
                    value
                }
            }
            Node::Known(inner) => {
                let inner = self.range(inner, prefix, facts);
                let set = Set::flags(!inner.set.is_nothing(), inner.missing);
                Possible { set, missing: false, zero: inner.zero }
            }
            Node::Call(id, arguments) => {
                let ranges: Vec<Possible> =
                    arguments.iter().map(|argument| self.range(argument, prefix, facts)).collect();
                let regions: Vec<Region> = ranges.iter().map(|range| range.set.region(false)).collect();
                let set = match function(id.row().name, &regions) {
                    Some(region) => Set::numbers(region),
                    None => Set::of_type(&expr.ty),
                };
                ranges.iter().fold(Possible::of(set), Possible::after)
            }
            Node::Random(random) => {
                let low = self.range(&random.low, prefix, facts);
                let high = self.range(&random.high, prefix, facts);
                let set = Set::numbers(between(&low.set.region(true), &high.set.region(true)));
                Possible::of(set).after(&low).after(&high)
            }
            Node::Tally(items) => self.tally_range(items, prefix, facts),
            Node::Bands(table) => self.bands_range(table, prefix, facts),
            Node::Cases(lines) => self.cases_range(lines, prefix, facts),
        }
    }

    fn binary_range(
        &mut self,
        expr: &Expr,
        operator: BinaryOperator,
        (left, right): (&Expr, &Expr),
        prefix: &[LinkId],
        facts: &Facts,
    ) -> Possible {
        if expr.ty.kind == Kind::Flag {
            return self.flag_range(expr, prefix, facts);
        }
        let dates = (left.ty.kind == Kind::Date, right.ty.kind == Kind::Date);
        let first = self.range(left, prefix, facts);
        let second = self.range(right, prefix, facts);
        let divides =
            matches!(operator, BinaryOperator::Divide | BinaryOperator::DivideFloor | BinaryOperator::Modulo);
        let region = second.set.region(false);
        let zero = divides && region.contains(Rational::ZERO);
        let set = combine(operator, dates, &first.set.region(false), &region)
            .map_or_else(|| Set::of_type(&expr.ty), Set::numbers);
        let mut possible = Possible::of(set).after(&first).after(&second);
        possible.zero |= zero;
        possible
    }

    /// What a condition can come to.
    fn flag_range(&mut self, expr: &Expr, prefix: &[LinkId], facts: &Facts) -> Possible {
        let (yes, no) = self.truth(facts, expr, prefix);
        let mishaps = self.mishaps(expr, prefix, facts);
        Possible::of(Set::flags(yes, no)).after(&mishaps)
    }

    /// What can go wrong in an expression; its values are not looked at.
    fn mishaps(&mut self, expr: &Expr, prefix: &[LinkId], facts: &Facts) -> Possible {
        let nothing = Possible::of(Set::Nothing);
        if !can_go_wrong(expr) {
            return nothing;
        }
        match &expr.node {
            Node::Unary(UnaryOperator::Not, _) | Node::Among(..) => {}
            Node::Binary(..) if expr.ty.kind == Kind::Flag => {}
            _ => return nothing.after(&self.range(expr, prefix, facts)),
        }
        let mut all = nothing;
        for child in children(expr) {
            let child = self.mishaps(child, prefix, facts);
            all = all.after(&child);
        }
        all
    }

    fn tally_range(&mut self, items: &[TallyItem], prefix: &[LinkId], facts: &Facts) -> Possible {
        let conditions: Vec<&Expr> = items.iter().filter_map(|item| item.condition.as_ref()).collect();
        let mut all = Possible::of(Set::Nothing);
        for condition in &conditions {
            let mishaps = self.mishaps(condition, prefix, facts);
            all = all.after(&mishaps);
        }
        if conditions.len() > CONDITIONS {
            let sum = self.tally_apart(items, prefix, facts);
            return sum.after(&all);
        }
        // Every combination of the conditions that can hold together.
        let mut open = vec![(Vec::new(), facts.clone())];
        while let Some((truths, facts)) = open.pop() {
            let Some(condition) = conditions.get(truths.len()) else {
                let sum = self.tally_under(items, &truths, prefix, &facts);
                all = all.join(&sum);
                continue;
            };
            for truth in [true, false] {
                if let Some(facts) = self.assume(&facts, condition, prefix, truth) {
                    let mut truths = truths.clone();
                    truths.push(truth);
                    open.push((truths, facts));
                }
            }
        }
        all
    }

    fn tally_under(
        &mut self,
        items: &[TallyItem],
        truths: &[bool],
        prefix: &[LinkId],
        facts: &Facts,
    ) -> Possible {
        let mut truths = truths.iter();
        let mut sum = Possible::of(Set::Numbers(Region::point(Rational::ZERO)));
        for item in items {
            if item.condition.is_some() && truths.next() == Some(&false) {
                continue;
            }
            let value = self.range(&item.value, prefix, facts);
            sum = plus(&sum, &value, item.negative);
        }
        sum
    }

    /// Each item by itself: what it comes to where its condition holds, or nothing.
    fn tally_apart(&mut self, items: &[TallyItem], prefix: &[LinkId], facts: &Facts) -> Possible {
        let none = Possible::of(Set::Numbers(Region::point(Rational::ZERO)));
        let mut sum = none.clone();
        for item in items {
            let value = match &item.condition {
                None => self.range(&item.value, prefix, facts),
                Some(condition) => {
                    let held = self.assume(facts, condition, prefix, true);
                    let held = held.map(|facts| self.range(&item.value, prefix, &facts));
                    held.map_or_else(|| none.clone(), |value| value.join(&none))
                }
            };
            sum = plus(&sum, &value, item.negative);
        }
        sum
    }

    fn bands_range(&mut self, table: &BandTable, prefix: &[LinkId], facts: &Facts) -> Possible {
        let subject = self.range(&table.subject, prefix, facts);
        let mut all = Possible::of(Set::Nothing).after(&subject);
        for place in 0..table.bands.len() {
            let taken = taken(table, place, &subject.set);
            let Some(facts) = self.suppose(facts, &table.subject, prefix, &taken) else {
                continue;
            };
            let values = &table.bands[place].values;
            let Some(pick) = &table.pick else {
                if let Some(value) = values.first() {
                    all = all.join(&self.range(value, prefix, &facts));
                }
                continue;
            };
            for (seat, value) in pick.seats.iter().zip(values) {
                let seat = Set::Texts(TextSet::Only([*seat].into()));
                if let Some(facts) = self.suppose(&facts, &pick.seat, prefix, &seat) {
                    all = all.join(&self.range(value, prefix, &facts));
                }
            }
        }
        all
    }

    fn cases_range(&mut self, lines: &[CaseLine], prefix: &[LinkId], facts: &Facts) -> Possible {
        let mut all = Possible::of(Set::Nothing);
        let mut left = Some(facts.clone());
        for line in lines {
            let Some(rest) = left else {
                break;
            };
            let Some(condition) = &line.condition else {
                return all.join(&self.range(&line.value, prefix, &rest));
            };
            let mishaps = self.mishaps(condition, prefix, &rest);
            all = all.after(&mishaps);
            if let Some(facts) = self.assume(&rest, condition, prefix, true) {
                all = all.join(&self.range(&line.value, prefix, &facts));
            }
            left = self.assume(&rest, condition, prefix, false);
        }
        all
    }
}

/// What the band at `place` takes of the values that the subject can have.
pub(in crate::check) fn taken(table: &BandTable, place: usize, subject: &Set) -> Set {
    let Some(band) = table.bands.get(place) else {
        return Set::Nothing;
    };
    match (&band.taken, subject) {
        (_, Set::Nothing) => Set::Nothing,
        (_, Set::Anything) => Set::Anything,
        (Taken::Ranges(ranges), Set::Numbers(region)) => {
            Set::numbers(region.intersect(&Region::new(ranges.iter().copied(), false)))
        }
        (Taken::Choices(choices), Set::Texts(texts)) => {
            Set::texts(texts.intersect(&TextSet::Only(choices.iter().copied().collect())))
        }
        (Taken::Otherwise, Set::Numbers(region)) => {
            let others = table.bands.iter().flat_map(|band| match &band.taken {
                Taken::Ranges(ranges) => ranges.as_slice(),
                Taken::Choices(_) | Taken::Otherwise => &[],
            });
            Set::numbers(region.without(&others.copied().collect::<Vec<_>>()))
        }
        (Taken::Otherwise, Set::Texts(texts)) => {
            let others = table.bands.iter().flat_map(|band| match &band.taken {
                Taken::Choices(choices) => choices.as_slice(),
                Taken::Ranges(_) | Taken::Otherwise => &[],
            });
            Set::texts(texts.intersect(&TextSet::Except(others.copied().collect())))
        }
        // Kinds that do not fit have been complained about.
        (Taken::Ranges(_) | Taken::Choices(_) | Taken::Otherwise, _) => subject.clone(),
    }
}

/// Arithmetic of numbers, and of days with seconds: `dates` says on which side days stand.
pub(in crate::check) fn combine(
    operator: BinaryOperator,
    dates: (bool, bool),
    left: &Region,
    right: &Region,
) -> Option<Region> {
    let day = Rational::from_integer(86_400);
    match dates {
        (false, false) => binary(operator, left, right),
        (true, true) => Some(scaled(&binary(operator, left, right)?, day)),
        (true, false) | (false, true) => {
            let days = |region: &Region| scaled(region, Rational::ONE.divide(&day).unwrap_or(Rational::ONE));
            let (left, right) =
                if dates.0 { (left.clone(), days(right)) } else { (days(left), right.clone()) };
            let sum = binary(operator, &left, &right)?;
            // Only whole days come out; the ends may lie a little too far apart.
            let outward = |piece: &Interval| Interval {
                low: piece.low.map(|bound| Bound { at: bound.at.floor(), inclusive: true }),
                high: piece.high.map(|bound| Bound { at: bound.at.ceil(), inclusive: true }),
            };
            Some(Region::new(sum.pieces().iter().map(outward), true))
        }
    }
}

fn plus(sum: &Possible, value: &Possible, negative: bool) -> Possible {
    let operator = if negative { BinaryOperator::Subtract } else { BinaryOperator::Add };
    let set = match (&sum.set, &value.set) {
        (Set::Nothing, _) | (_, Set::Nothing) => Set::Nothing,
        (left, right) => {
            binary(operator, &left.region(false), &right.region(false)).map_or(Set::Anything, Set::numbers)
        }
    };
    Possible::of(set).after(sum).after(value)
}

/// Integers of more than 64 bits are faults: the end on which they lie is open.
fn fitting(set: Set, kind: &Kind) -> Set {
    let Set::Numbers(region) = &set else {
        return set;
    };
    if *kind != Kind::Integer || fits(region) {
        return set;
    }
    let hull = region.hull().unwrap_or_default();
    let inside = |bound: &Bound| bound.at.to_i64().is_some();
    Set::numbers(Region::new(
        [Interval { low: hull.low.filter(inside), high: hull.high.filter(inside) }],
        true,
    ))
}

/// Whether all ends fit into 64 bits.
pub(in crate::check) fn fits(region: &Region) -> bool {
    let fits = |bound: Option<Bound>| bound.is_none_or(|bound| bound.at.to_i64().is_some());
    region.hull().is_none_or(|hull| fits(hull.low) && fits(hull.high))
}

/// Whether anything in an expression can be missing or divide by zero, going by its looks.
fn can_go_wrong(expr: &Expr) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if can_itself_go_wrong(expr) {
            return true;
        }
        expr.parts(&mut open);
    }
    false
}

fn can_itself_go_wrong(expr: &Expr) -> bool {
    match &expr.node {
        Node::Column { path, .. } => expr.ty.optional || !path.is_empty(),
        Node::Binary(operator, _, _) => {
            matches!(operator, BinaryOperator::Divide | BinaryOperator::DivideFloor | BinaryOperator::Modulo)
        }
        Node::Literal(_)
        | Node::Option(_)
        | Node::Widen(_)
        | Node::Unary(..)
        | Node::Among(..)
        | Node::If { .. }
        | Node::Else(..)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => false,
    }
}
