//! Rules without the variants that are not played: what follows from options whose value is known.
//!
//! Comes in: an expression of a rule, and the options that are chosen. Goes out: what is left of it. What is put together
//! anew stands nowhere in the file, so its place is empty; everything else keeps its own. Start with [`Chosen::fold`].

use crate::ruleset::expression::{BandTable, CaseLine, Taken, TallyItem};
use crate::ruleset::{Aggregate, Expr, Node, OptionId, Ruleset, Step};
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::Value;
use std::collections::BTreeMap;

/// What is known of the variants that are played.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// The options that are chosen, by their places; `None`: all variants are shown.
    pub options: Vec<Option<Value>>,
    /// Aggregates of which no row takes part in what is played, and what they come to.
    pub empty: BTreeMap<ColumnId, Value>,
}

impl Chosen {
    /// What is known where these options are chosen.
    pub fn new(ruleset: &Ruleset, options: Vec<Option<Value>>) -> Self {
        let mut chosen = Self { options, empty: BTreeMap::new() };
        let empty = ruleset.scoring().filter_map(|step| match step {
            Step::Reduce(reduce) => {
                let filter = chosen.fold(reduce.filter.as_ref()?);
                let value = of_nothing(reduce.aggregate);
                (literal(&filter) == Some(Value::Flag(false))).then_some((reduce.out, value))
            }
            Step::Map { .. } | Step::Place(_) => None,
        });
        chosen.empty = empty.collect();
        chosen
    }

    /// The value of an option, where it is chosen.
    pub fn value(&self, OptionId(place): OptionId) -> Option<Value> {
        self.options.get(usize::from(place)).copied().flatten()
    }

    /// What is left of an expression.
    pub fn fold(&self, expr: &Expr) -> Expr {
        self.folded(expr).unwrap_or_else(|| expr.clone())
    }

    /// What is left of an expression; `None` where that is all of it.
    fn folded(&self, expr: &Expr) -> Option<Expr> {
        let known = |value: Value| Some(anew(expr, Node::Literal(value)));
        let mut parts = Parts { chosen: self, changed: false };
        let node = match &expr.node {
            Node::Literal(_) | Node::Random(_) => return None,
            Node::Column { column, path } => {
                return self.empty.get(column).filter(|_| path.is_empty()).and_then(|value| known(*value));
            }
            Node::Option(option) => return self.value(*option).and_then(known),
            Node::Widen(inner) => {
                let inner = parts.take(inner);
                match literal(&inner) {
                    Some(value) if parts.changed => return known(value),
                    _ => Node::Widen(Box::new(inner)),
                }
            }
            Node::Unary(operator, inner) => {
                let inner = parts.take(inner);
                match (operator, literal(&inner)) {
                    (UnaryOperator::Not, Some(Value::Flag(flag))) => return known(Value::Flag(!flag)),
                    (UnaryOperator::Not | UnaryOperator::Negate, _) => {
                        Node::Unary(*operator, Box::new(inner))
                    }
                }
            }
            Node::Binary(operator, left, right) => {
                let [left, right] = [left, right].map(|side| parts.take(side));
                match binary(*operator, &left, &right) {
                    Decided::Flag(flag) => return known(Value::Flag(flag)),
                    Decided::Left => return Some(left),
                    Decided::Right => return Some(right),
                    Decided::Open => Node::Binary(*operator, Box::new(left), Box::new(right)),
                }
            }
            Node::Among(value, members) => {
                let value = parts.take(value);
                let members: Vec<Expr> = members.iter().map(|member| parts.take(member)).collect();
                let all: Option<Vec<Value>> = members.iter().map(literal).collect();
                if let (Some(value), Some(all)) = (literal(&value), all) {
                    return known(Value::Flag(all.contains(&value)));
                }
                Node::Among(Box::new(value), members)
            }
            Node::If { value, condition, otherwise } => {
                let condition = parts.take(condition);
                match literal(&condition) {
                    Some(Value::Flag(true)) => return Some(self.fold(value)),
                    Some(Value::Flag(false)) => return Some(self.fold(otherwise)),
                    _ => {
                        let [value, otherwise] = [value, otherwise].map(|part| Box::new(parts.take(part)));
                        Node::If { value, condition: Box::new(condition), otherwise }
                    }
                }
            }
            Node::Else(value, fallback) => {
                let [value, fallback] = [value, fallback].map(|part| parts.take(part));
                match literal(&value) {
                    Some(Value::Missing) => return Some(fallback),
                    Some(_) => return Some(value),
                    None => Node::Else(Box::new(value), Box::new(fallback)),
                }
            }
            Node::Known(inner) => {
                let inner = parts.take(inner);
                match literal(&inner) {
                    Some(value) => return known(Value::Flag(value != Value::Missing)),
                    None => Node::Known(Box::new(inner)),
                }
            }
            Node::Call(function, arguments) => {
                Node::Call(*function, arguments.iter().map(|argument| parts.take(argument)).collect())
            }
            Node::Tally(items) => {
                let items = items.iter().filter_map(|item| parts.item(item)).collect();
                return parts.changed.then(|| Expr { node: Node::Tally(items), ..expr.clone() });
            }
            Node::Bands(table) => return parts.bands(expr, table),
            Node::Cases(lines) => return parts.cases(expr, lines),
        };
        parts.changed.then(|| anew(expr, node))
    }
}

/// The parts of an expression, and whether anything of them is left out.
struct Parts<'c> {
    chosen: &'c Chosen,
    changed: bool,
}

impl Parts<'_> {
    /// What is left of a part.
    fn take(&mut self, part: &Expr) -> Expr {
        let folded = self.chosen.folded(part);
        self.changed |= folded.is_some();
        folded.unwrap_or_else(|| part.clone())
    }

    /// What is left of a condition: `Err` where it never holds.
    fn condition(&mut self, condition: Option<&Expr>) -> Result<Option<Expr>, ()> {
        let Some(condition) = condition else { return Ok(None) };
        let condition = self.take(condition);
        match literal(&condition) {
            Some(Value::Flag(true)) => Ok(None),
            Some(Value::Flag(false)) => Err(()),
            _ => Ok(Some(condition)),
        }
    }

    fn item(&mut self, item: &TallyItem) -> Option<TallyItem> {
        let condition = self.condition(item.condition.as_ref()).ok()?;
        Some(TallyItem { value: self.take(&item.value), condition, ..item.clone() })
    }

    fn bands(&mut self, expr: &Expr, table: &BandTable) -> Option<Expr> {
        let mut table = table.clone();
        table.subject = self.take(&table.subject);
        for value in table.bands.iter_mut().flat_map(|band| &mut band.values) {
            *value = self.take(value);
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
                let (value, cites, at) = (value.clone(), band.cites.clone(), band.at);
                let line = CaseLine { condition: None, value, cites, at };
                Some(Expr { node: Node::Cases(vec![line]), ..expr.clone() })
            }
            Some((value, _)) => Some(value.clone()),
            None => self.changed.then(|| Expr { node: Node::Bands(Box::new(table)), ..expr.clone() }),
        }
    }

    fn cases(&mut self, expr: &Expr, lines: &[CaseLine]) -> Option<Expr> {
        let mut left = Vec::new();
        for line in lines {
            let Ok(condition) = self.condition(line.condition.as_ref()) else { continue };
            let is_last = condition.is_none();
            left.push(CaseLine { condition, value: self.take(&line.value), ..line.clone() });
            if is_last {
                break;
            }
        }
        match left.as_slice() {
            [CaseLine { condition: None, value, cites, .. }] if cites.is_empty() => Some(value.clone()),
            _ => self.changed.then(|| Expr { node: Node::Cases(left), ..expr.clone() }),
        }
    }
}

/// What two sides of an operator come to.
enum Decided {
    Flag(bool),
    Left,
    Right,
    Open,
}

fn binary(operator: BinaryOperator, left: &Expr, right: &Expr) -> Decided {
    use BinaryOperator as Is;
    let flags = [left, right].map(|side| match literal(side) {
        Some(Value::Flag(flag)) => Some(flag),
        _ => None,
    });
    let values = literal(left).zip(literal(right));
    let sizes = values.and_then(|(left, right)| left.size().zip(right.size()));
    // A whole number may stand where a number is meant.
    let equal = sizes.map(|(left, right)| left == right).or(values.map(|(left, right)| left == right));
    let decided = match operator {
        Is::And | Is::Or => {
            let neutral = operator == Is::And;
            return match flags {
                [Some(flag), _] if flag == neutral => Decided::Right,
                [_, Some(flag)] if flag == neutral => Decided::Left,
                [Some(flag), _] | [_, Some(flag)] => Decided::Flag(flag),
                [None, None] => Decided::Open,
            };
        }
        Is::Equal => equal,
        Is::NotEqual => equal.map(|equal| !equal),
        Is::Less => sizes.map(|(left, right)| left < right),
        Is::AtMost => sizes.map(|(left, right)| left <= right),
        Is::Greater => sizes.map(|(left, right)| left > right),
        Is::AtLeast => sizes.map(|(left, right)| left >= right),
        Is::Add | Is::Subtract | Is::Multiply | Is::Divide | Is::DivideFloor | Is::Modulo => None,
    };
    decided.map_or(Decided::Open, Decided::Flag)
}

/// What an aggregate comes to that no row takes part in.
fn of_nothing(aggregate: Aggregate) -> Value {
    match aggregate {
        Aggregate::Sum | Aggregate::Count => Value::Integer(0),
        Aggregate::Any => Value::Flag(false),
        Aggregate::All | Aggregate::None => Value::Flag(true),
        Aggregate::Mean | Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => {
            Value::Missing
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
