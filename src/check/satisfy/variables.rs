//! The terms that conditions speak of: equal terms are one variable.
//!
//! `score - opponent.score` and `opponent.score - score` are one variable, up to a factor; so are equal
//! expressions of any other shape, however they are computed.

use super::Facts;
use super::spelling::{Spelling, spell};
use crate::check::ranges::Analysis;
use crate::check::ranges::arithmetic::scaled;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::Set;
use crate::ruleset::{Expr, LinkRole, Node};
use crate::sheet::{ColumnId, LinkId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Date, Kind, Rational, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// A sum of more terms than this is one term of its own.
const TERMS: usize = 16;

/// A term, by its place among [`Variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::check) struct VariableId(u32);

/// A term.
#[derive(Debug, Clone)]
pub(in crate::check) struct Variable {
    /// Where it is a sum: each part and its factor.
    pub(super) parts: Vec<(VariableId, Rational)>,
    /// Where it is a column: which, and the way there.
    pub(super) column: Option<(ColumnId, Vec<LinkId>)>,
    /// What sort of value it has.
    pub(in crate::check) kind: Kind,
    /// How the author writes it.
    pub(super) wording: Wording,
    /// What it can be, where no more is known.
    pub(in crate::check) base: Set,
}

/// Of what the words of a term are made, where somebody asks for them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wording {
    /// What stands in the file.
    Written(Span),
    /// A column of another row: its name.
    Named(Span),
    /// That two texts are equal.
    Equal(VariableId, VariableId),
    /// A sum: its parts.
    Sum,
}

/// All terms seen so far.
#[derive(Debug, Default)]
pub(in crate::check) struct Variables {
    all: Vec<Variable>,
    atoms: FxHashMap<Spelling, VariableId>,
    sums: FxHashMap<Vec<(VariableId, Rational)>, VariableId>,
    /// What was compared before, on the row itself and not closely: by where the expressions lie, which are those of the
    /// ruleset and stay where they are.
    compared: FxHashMap<(usize, Option<usize>), Option<Compared>>,
    /// The columns that the rule of a column mentions.
    pub(super) mentioned: FxHashMap<ColumnId, Option<Rc<[ColumnId]>>>,
}

impl Variables {
    /// The term with this id.
    pub(in crate::check) fn get(&self, id: VariableId) -> &Variable {
        &self.all[id.0 as usize]
    }

    fn add(&mut self, variable: Variable) -> VariableId {
        let id = VariableId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(variable);
        id
    }
}

/// A sum of variables, each with its factor, and a constant.
#[derive(Debug, Clone)]
pub(super) struct Linear {
    /// In their order.
    terms: SmallVec<[(VariableId, Rational); 2]>,
    constant: Rational,
}

/// `factor · variable + offset`, or a constant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Compared {
    /// Always this number.
    Constant(Rational),
    /// A variable on a scale of its own.
    Scaled { id: VariableId, factor: Rational, offset: Rational },
}

impl Linear {
    fn constant(constant: Rational) -> Self {
        Self { terms: SmallVec::new(), constant }
    }

    pub(super) fn term(id: VariableId) -> Self {
        Self { terms: smallvec![(id, Rational::ONE)], constant: Rational::ZERO }
    }

    /// The sum of these parts; they stand in the order of their terms.
    pub(super) fn of(parts: &[(VariableId, Rational)]) -> Self {
        Self { terms: parts.iter().copied().collect(), constant: Rational::ZERO }
    }

    pub(super) fn times(&self, factor: Rational) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (_, own) in &mut terms {
            *own = own.multiply(&factor).ok()?;
        }
        terms.retain(|(_, factor)| *factor != Rational::ZERO);
        Some(Self { terms, constant: self.constant.multiply(&factor).ok()? })
    }

    /// `self + factor · other`
    pub(super) fn plus(&self, other: &Self, factor: Rational) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.add(&other.constant.multiply(&factor).ok()?).ok()?;
        for (id, own) in &other.terms {
            let more = own.multiply(&factor).ok()?;
            match sum.terms.binary_search_by_key(id, |(known, _)| *known) {
                Ok(place) => sum.terms[place].1 = sum.terms[place].1.add(&more).ok()?,
                Err(place) => sum.terms.insert(place, (*id, more)),
            }
        }
        sum.terms.retain(|(_, factor)| *factor != Rational::ZERO);
        (sum.terms.len() <= TERMS).then_some(sum)
    }
}

impl Analysis<'_> {
    /// The variable of an expression as it stands, whatever it is made of.
    pub(in crate::check) fn atom(&mut self, expr: &Expr, prefix: &[LinkId]) -> VariableId {
        let mut key = Spelling::new();
        spell(self, expr, prefix, &mut key);
        if let Some(known) = self.variables.atoms.get(&key) {
            return *known;
        }
        let base = match &expr.node {
            // What a condition can come to is told by taking it apart, and this one has come out of that whole.
            Node::Among(..) => Set::Flags { yes: true, no: true },
            Node::Binary(..) if expr.ty.kind == Kind::Flag => Set::Flags { yes: true, no: true },
            _ => self.range(expr, prefix, &Facts::default()).set,
        };
        let column = match &unwiden(expr).node {
            Node::Column { column, path } => Some((*column, self.way(prefix, path))),
            _ => None,
        };
        let variable = Variable {
            parts: Vec::new(),
            column,
            kind: unwiden(expr).ty.kind.clone(),
            wording: if prefix.is_empty() { Wording::Written(expr.at) } else { Wording::Named(expr.at) },
            base,
        };
        let id = self.variables.add(variable);
        self.variables.atoms.insert(key, id);
        id
    }

    /// The variable of an expression, if some condition speaks of it.
    pub(in crate::check) fn find_atom(&self, expr: &Expr, prefix: &[LinkId]) -> Option<VariableId> {
        let mut key = Spelling::new();
        spell(self, expr, prefix, &mut key);
        self.variables.atoms.get(&key).copied()
    }

    /// Whether two texts are equal, as a variable.
    pub(super) fn equality(&mut self, first: VariableId, second: VariableId) -> VariableId {
        let key: Spelling = smallvec![15, u64::from(first.0), u64::from(second.0)];
        if let Some(known) = self.variables.atoms.get(&key) {
            return *known;
        }
        let base = Set::Flags { yes: true, no: true };
        let wording = Wording::Equal(first, second);
        let id =
            self.variables.add(Variable { parts: Vec::new(), column: None, kind: Kind::Flag, wording, base });
        self.variables.atoms.insert(key, id);
        id
    }

    /// `left - right` as a variable on a scale.
    pub(super) fn compare(&mut self, left: &Expr, right: &Expr, prefix: &[LinkId]) -> Option<Compared> {
        self.measured(left, Some(right), prefix)
    }

    /// A numeric expression as a variable on a scale.
    pub(super) fn measure(&mut self, expr: &Expr, prefix: &[LinkId]) -> Option<Compared> {
        self.measured(expr, None, prefix)
    }

    fn measured(&mut self, left: &Expr, right: Option<&Expr>, prefix: &[LinkId]) -> Option<Compared> {
        let place = |expr: &Expr| std::ptr::from_ref(expr).addr();
        let key = (prefix.is_empty() && !self.is_close()).then(|| (place(left), right.map(place)));
        if let Some(known) = key.and_then(|key| self.variables.compared.get(&key)) {
            return *known;
        }
        let found = self.measured_anew(left, right, prefix);
        if let Some(key) = key {
            self.variables.compared.insert(key, found);
        }
        found
    }

    fn measured_anew(&mut self, left: &Expr, right: Option<&Expr>, prefix: &[LinkId]) -> Option<Compared> {
        let mut linear = self.linear(left, prefix)?;
        if let Some(right) = right {
            linear = linear.plus(&self.linear(right, prefix)?, Rational::from_integer(-1))?;
        }
        self.normal(&linear, &unwiden(left).ty.kind)
    }

    pub(super) fn normal(&mut self, linear: &Linear, kind: &Kind) -> Option<Compared> {
        let mut terms = linear.terms.iter();
        let Some((first, leading)) = terms.next() else {
            return Some(Compared::Constant(linear.constant));
        };
        if terms.next().is_none() {
            return Some(Compared::Scaled { id: *first, factor: *leading, offset: linear.constant });
        }
        // Divided by the first factor, then made whole: one form for all multiples.
        let mut common: i128 = 1;
        let mut divided = Vec::new();
        for (id, own) in &linear.terms {
            let own = own.divide(leading).ok()?;
            let step = own.denominator() / num_integer::gcd(common, own.denominator());
            common = common.checked_mul(step)?;
            divided.push((*id, own));
        }
        let common = Rational::from_integer(common);
        let mut parts = Vec::new();
        for (id, own) in divided {
            parts.push((id, own.multiply(&common).ok()?));
        }
        let factor = leading.divide(&common).ok()?;
        let id = match self.variables.sums.get(&parts) {
            Some(known) => *known,
            None => self.new_sum(parts, kind),
        };
        Some(Compared::Scaled { id, factor, offset: linear.constant })
    }

    fn new_sum(&mut self, parts: Vec<(VariableId, Rational)>, kind: &Kind) -> VariableId {
        let mut base = Region::point(Rational::ZERO);
        for (id, factor) in &parts {
            let part = self.variables.get(*id);
            let region = scaled(&part.base.region(false), *factor);
            base = crate::check::ranges::arithmetic::binary(BinaryOperator::Add, &base, &region)
                .unwrap_or_else(|| Region::everything(false));
        }
        let base = Set::numbers(base);
        let id = self.variables.add(Variable {
            parts: parts.clone(),
            column: None,
            kind: kind.clone(),
            wording: Wording::Sum,
            base,
        });
        self.variables.sums.insert(parts, id);
        id
    }

    /// A numeric expression as a sum; `None` where its numbers grow too large.
    pub(super) fn linear(&mut self, expr: &Expr, prefix: &[LinkId]) -> Option<Linear> {
        if let Some((rule, way)) = self.arithmetic(expr, prefix) {
            return self
                .inside(|analysis| analysis.linear(rule, &way))
                .unwrap_or_else(|| Some(Linear::term(self.atom(expr, prefix))));
        }
        let minus = Rational::from_integer(-1);
        match &expr.node {
            Node::Literal(Value::Integer(value)) => Some(Linear::constant(Rational::from(*value))),
            Node::Literal(Value::Number(value) | Value::Duration(value)) => Some(Linear::constant(*value)),
            Node::Literal(Value::Date(Date(day))) => Some(Linear::constant(Rational::from(*day))),
            Node::Widen(inner) => self.linear(inner, prefix),
            Node::Unary(UnaryOperator::Negate, inner) => self.linear(inner, prefix)?.times(minus),
            Node::Binary(operator, left, right) if has_dates(left) || has_dates(right) => {
                let days = *operator == BinaryOperator::Subtract && has_dates(left) && has_dates(right);
                if !days {
                    return Some(Linear::term(self.atom(expr, prefix)));
                }
                let difference = self.linear(left, prefix)?.plus(&self.linear(right, prefix)?, minus)?;
                difference.times(Rational::from_integer(86_400))
            }
            Node::Binary(BinaryOperator::Add, left, right) => {
                self.linear(left, prefix)?.plus(&self.linear(right, prefix)?, Rational::ONE)
            }
            Node::Binary(BinaryOperator::Subtract, left, right) => {
                self.linear(left, prefix)?.plus(&self.linear(right, prefix)?, minus)
            }
            Node::Binary(BinaryOperator::Multiply, left, right) => match (constant(left), constant(right)) {
                (Some(factor), _) => self.linear(right, prefix)?.times(factor),
                (None, Some(factor)) => self.linear(left, prefix)?.times(factor),
                (None, None) => Some(Linear::term(self.atom(expr, prefix))),
            },
            Node::Binary(BinaryOperator::Divide, left, right) => match constant(right) {
                Some(divisor) if divisor != Rational::ZERO => {
                    self.linear(left, prefix)?.times(Rational::ONE.divide(&divisor).ok()?)
                }
                Some(_) | None => Some(Linear::term(self.atom(expr, prefix))),
            },
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => Some(Linear::term(self.atom(expr, prefix))),
        }
    }
}

fn has_dates(expr: &Expr) -> bool {
    expr.ty.kind == Kind::Date
}

fn constant(expr: &Expr) -> Option<Rational> {
    match &expr.node {
        Node::Literal(Value::Integer(value)) => Some(Rational::from(*value)),
        Node::Literal(Value::Number(value) | Value::Duration(value)) => Some(*value),
        Node::Widen(inner) => constant(inner),
        Node::Unary(UnaryOperator::Negate, inner) => constant(inner)?.negate().ok(),
        _ => None,
    }
}

/// The expression without the widening around it.
pub(in crate::check) fn unwiden(expr: &Expr) -> &Expr {
    match &expr.node {
        Node::Widen(inner) => unwiden(inner),
        _ => expr,
    }
}

impl Analysis<'_> {
    /// Two ways, one after the other. The opponent of the opponent is the row itself.
    pub(super) fn way(&self, prefix: &[LinkId], path: &[LinkId]) -> Vec<LinkId> {
        let mut way: Vec<LinkId> = Vec::with_capacity(prefix.len() + path.len());
        for link in prefix.iter().chain(path) {
            let info = self.ruleset.link(*link);
            let back = way.last() == Some(link) && info.role == LinkRole::Opponent && info.total;
            if back {
                way.pop();
            } else {
                way.push(*link);
            }
        }
        way
    }
}
