//! Rules without the variants that are not played: what follows from options whose value is known.
//!
//! Comes in: an expression of a rule, and the options that are chosen. Goes out: what is left of it. What is put together
//! anew stands nowhere in the file, so its place is empty; everything else keeps its own. Start with [`Chosen::fold`].

use crate::ruleset::expression::{BandTable, CaseLine, Taken, TallyItem};
use crate::ruleset::{Expr, Node, OptionId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::Value;

/// The options that are chosen, by their places; `None`: all variants are shown.
#[derive(Debug, Clone, Default)]
pub struct Chosen(pub Vec<Option<Value>>);

impl Chosen {
    /// The value of an option, where it is chosen.
    pub fn value(&self, OptionId(place): OptionId) -> Option<Value> {
        self.0.get(usize::from(place)).copied().flatten()
    }

    /// What is left of an expression.
    pub fn fold(&self, expr: &Expr) -> Expr {
        let known = |value: Value| Expr { node: Node::Literal(value), ty: expr.ty.clone(), at: Span::default() };
        match &expr.node {
            Node::Literal(_) | Node::Column { .. } | Node::Random(_) => expr.clone(),
            Node::Option(option) => self.value(*option).map_or_else(|| expr.clone(), known),
            Node::Widen(inner) => {
                let inner = self.fold(inner);
                match (literal(&inner), is_new(&inner)) {
                    (Some(value), true) => known(value),
                    (_, true) => anew(expr, Node::Widen(Box::new(inner))),
                    (_, false) => expr.clone(),
                }
            }
            Node::Unary(operator, inner) => {
                let inner = self.fold(inner);
                match (operator, literal(&inner)) {
                    (UnaryOperator::Not, Some(Value::Flag(flag))) => known(Value::Flag(!flag)),
                    (UnaryOperator::Not | UnaryOperator::Negate, _) if !is_new(&inner) => expr.clone(),
                    (UnaryOperator::Not | UnaryOperator::Negate, _) => {
                        anew(expr, Node::Unary(*operator, Box::new(inner)))
                    }
                }
            }
            Node::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            Node::Among(value, members) => {
                let value = self.fold(value);
                let members: Vec<Expr> = members.iter().map(|member| self.fold(member)).collect();
                let all: Option<Vec<Value>> = members.iter().map(literal).collect();
                match (literal(&value), all) {
                    (Some(value), Some(all)) => known(Value::Flag(all.contains(&value))),
                    _ if is_new(&value) || members.iter().any(is_new) => {
                        anew(expr, Node::Among(Box::new(value), members))
                    }
                    _ => expr.clone(),
                }
            }
            Node::If { value, condition, otherwise } => {
                let [value, condition, otherwise] = [value, condition, otherwise].map(|part| self.fold(part));
                match literal(&condition) {
                    Some(Value::Flag(true)) => value,
                    Some(Value::Flag(false)) => otherwise,
                    _ if [&value, &condition, &otherwise].into_iter().any(is_new) => anew(
                        expr,
                        Node::If {
                            value: Box::new(value),
                            condition: Box::new(condition),
                            otherwise: Box::new(otherwise),
                        },
                    ),
                    _ => expr.clone(),
                }
            }
            Node::Else(value, fallback) => {
                let [value, fallback] = [value, fallback].map(|part| self.fold(part));
                if literal(&value).is_some() {
                    return value;
                }
                let changed = is_new(&value) || is_new(&fallback);
                let node = Node::Else(Box::new(value), Box::new(fallback));
                if changed { anew(expr, node) } else { expr.clone() }
            }
            Node::Known(inner) => {
                let inner = self.fold(inner);
                if is_new(&inner) { anew(expr, Node::Known(Box::new(inner))) } else { expr.clone() }
            }
            Node::Call(function, arguments) => {
                let arguments: Vec<Expr> = arguments.iter().map(|argument| self.fold(argument)).collect();
                let changed = arguments.iter().any(is_new);
                if changed { anew(expr, Node::Call(*function, arguments)) } else { expr.clone() }
            }
            Node::Tally(items) => {
                let items = items.iter().filter_map(|item| self.item(item)).collect();
                Expr { node: Node::Tally(items), ..expr.clone() }
            }
            Node::Bands(table) => self.bands(expr, table),
            Node::Cases(lines) => self.cases(expr, lines),
        }
    }

    fn binary(&self, expr: &Expr, operator: BinaryOperator, left: &Expr, right: &Expr) -> Expr {
        use BinaryOperator as Is;
        let [left, right] = [left, right].map(|side| self.fold(side));
        let flag = |flag: bool| Expr {
            node: Node::Literal(Value::Flag(flag)),
            ty: expr.ty.clone(),
            at: Span::default(),
        };
        let values = literal(&left).zip(literal(&right));
        let sizes = values.and_then(|(left, right)| left.size().zip(right.size()));
        let decided = match operator {
            Is::And => match (literal(&left), literal(&right)) {
                (Some(Value::Flag(true)), _) => return right,
                (_, Some(Value::Flag(true))) => return left,
                (Some(Value::Flag(false)), _) | (_, Some(Value::Flag(false))) => Some(false),
                _ => None,
            },
            Is::Or => match (literal(&left), literal(&right)) {
                (Some(Value::Flag(false)), _) => return right,
                (_, Some(Value::Flag(false))) => return left,
                (Some(Value::Flag(true)), _) | (_, Some(Value::Flag(true))) => Some(true),
                _ => None,
            },
            // A whole number may stand where a number is meant.
            Is::Equal => sizes.map(|(left, right)| left == right).or(values.map(|(left, right)| left == right)),
            Is::NotEqual => sizes.map(|(left, right)| left != right).or(values.map(|(left, right)| left != right)),
            Is::Less => sizes.map(|(left, right)| left < right),
            Is::AtMost => sizes.map(|(left, right)| left <= right),
            Is::Greater => sizes.map(|(left, right)| left > right),
            Is::AtLeast => sizes.map(|(left, right)| left >= right),
            Is::Add | Is::Subtract | Is::Multiply | Is::Divide | Is::DivideFloor | Is::Modulo => None,
        };
        match decided {
            Some(decided) => flag(decided),
            None if is_new(&left) || is_new(&right) => {
                anew(expr, Node::Binary(operator, Box::new(left), Box::new(right)))
            }
            None => expr.clone(),
        }
    }

    fn item(&self, item: &TallyItem) -> Option<TallyItem> {
        let condition = item.condition.as_ref().map(|condition| self.fold(condition));
        let condition = match condition.as_ref().and_then(literal) {
            Some(Value::Flag(false)) => return None,
            Some(Value::Flag(true)) => None,
            _ => condition,
        };
        Some(TallyItem { value: self.fold(&item.value), condition, ..item.clone() })
    }

    fn bands(&self, expr: &Expr, table: &BandTable) -> Expr {
        let mut table = table.clone();
        table.subject = self.fold(&table.subject);
        for value in table.bands.iter_mut().flat_map(|band| &mut band.values) {
            *value = self.fold(value);
        }
        let subject = literal(&table.subject).filter(|_| table.pick.is_none());
        let takes = |taken: &Taken, subject: Value| match taken {
            Taken::Ranges(ranges) => {
                subject.size().is_some_and(|size| ranges.iter().any(|range| range.contains(size)))
            }
            Taken::Choices(choices) => choices.iter().any(|&choice| Value::Text(choice) == subject),
            Taken::Otherwise => true,
        };
        let band = subject.and_then(|subject| table.bands.iter().find(|band| takes(&band.taken, subject)));
        match band.and_then(|band| band.values.first().zip(Some(band))) {
            // The clauses of the band that is left stay with it.
            Some((value, band)) if !band.cites.is_empty() => {
                let line =
                    CaseLine { condition: None, value: value.clone(), cites: band.cites.clone(), at: band.at };
                Expr { node: Node::Cases(vec![line]), ..expr.clone() }
            }
            Some((value, _)) => value.clone(),
            None => Expr { node: Node::Bands(Box::new(table)), ..expr.clone() },
        }
    }

    fn cases(&self, expr: &Expr, lines: &[CaseLine]) -> Expr {
        let mut left = Vec::new();
        for line in lines {
            let condition = line.condition.as_ref().map(|condition| self.fold(condition));
            let condition = match condition.as_ref().and_then(literal) {
                Some(Value::Flag(false)) => continue,
                Some(Value::Flag(true)) => None,
                _ => condition,
            };
            let is_last = condition.is_none();
            left.push(CaseLine { condition, value: self.fold(&line.value), ..line.clone() });
            if is_last {
                break;
            }
        }
        match left.as_slice() {
            [CaseLine { condition: None, value, cites, .. }] if cites.is_empty() => value.clone(),
            _ => Expr { node: Node::Cases(left), ..expr.clone() },
        }
    }
}

/// Whether an expression stands nowhere in the file as it is.
pub fn is_new(expr: &Expr) -> bool {
    expr.at.range().is_empty()
}

/// The value of a literal.
pub fn literal(expr: &Expr) -> Option<Value> {
    match &expr.node {
        Node::Literal(value) => Some(*value),
        Node::Widen(inner) => literal(inner),
        _ => None,
    }
}

fn anew(expr: &Expr, node: Node) -> Expr {
    Expr { node, ty: expr.ty.clone(), at: Span::default() }
}
