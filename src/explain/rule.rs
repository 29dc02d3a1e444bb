//! What a rule looks at on one row: items, bands, cases, both sides of `if … else`, and the cells it reads.
//!
//! Comes in: an expression, a row. Goes out: what was decided on the way, and a child for each cell that was looked at, in
//! the order in which they are written. Start with [`Builder::rule`].

use super::cell::Builder;
use super::tree::{Node as Told, Step, What};
use crate::ruleset::expression::{BandTable, CaseLine, Expr, Node, TallyItem};
use crate::ruleset::{OptionId, Origin};
use crate::sheet::ColumnId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Fault, Value};

/// Something that a rule reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    Cell(ColumnId, u32),
    Option(OptionId),
}

/// What a part of a rule reads, and what was decided in it.
#[derive(Default)]
pub(super) struct Reads {
    inputs: Vec<Input>,
    steps: Vec<Step>,
}

impl Reads {
    fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.steps.is_empty()
    }
}

impl Builder<'_> {
    /// Opens a rule on a row.
    pub(super) fn rule(&mut self, value: &Expr, row: u32, node: &mut Told, depth: usize) {
        match &value.node {
            Node::Tally(items) => self.tally(items, row, node, depth),
            Node::Bands(table) => self.bands(value, table, row, node, depth),
            Node::Cases(lines) => self.cases(lines, row, node, depth),
            // What was added to the rule of a state stands where the whole rule does.
            Node::If { value: before, condition, otherwise } if before.at == value.at => {
                match self.opened.holds(condition, row) {
                    Some(true) => {
                        let why = self.findings(condition, row);
                        let text = "what it was before".to_owned();
                        node.steps.push(Step::Chosen { text, why });
                        self.read(before, row, node, depth);
                    }
                    Some(false) | None => self.rule(otherwise, row, node, depth),
                }
            }
            // A rule that is nothing but an aggregate is opened as that aggregate.
            Node::Column { column, path }
                if path.is_empty()
                    && matches!(
                        self.opened.ruleset.column(*column).origin,
                        Origin::Hidden { aggregate: true }
                    ) =>
            {
                let (clauses, rule) = (std::mem::take(&mut node.clauses), node.rule.take());
                self.fill(*column, row, node, depth);
                node.clauses.splice(0..0, clauses);
                node.rule = rule.or(node.rule.take());
            }
            Node::Widen(inner) => self.rule(inner, row, node, depth),
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
            | Node::Random(_) => self.read(value, row, node, depth),
        }
    }

    fn tally(&mut self, items: &[TallyItem], row: u32, node: &mut Told, depth: usize) {
        for item in items {
            let holds = item.condition.as_ref().map(|condition| self.opened.holds(condition, row));
            let counts = holds.is_none_or(|holds| holds == Some(true));
            let text = self.item_words(item);
            let value = if counts { self.opened.value(&item.value, row).ok() } else { None };
            let value = value.map(|value| if item.negative { negated(value) } else { value });
            let mut child = Told::new(What::Item { text, counts }, value);
            let mut reads = Reads::default();
            if let Some(condition) = &item.condition {
                let why = self.findings(condition, row);
                child.steps.push(Step::If(why));
                self.reads(condition, row, &mut reads);
            }
            if counts {
                let of_value = self.single(&item.value, row).filter(|_| !item.negative && reads.is_empty());
                match of_value {
                    // An item that is nothing but a figure is opened as that figure.
                    Some((column, row)) => self.fill(column, row, &mut child, depth + 1),
                    None => self.reads(&item.value, row, &mut reads),
                }
                child.clauses.splice(0..0, self.quotes.clauses(&item.cites));
            }
            self.open(reads, &mut child, depth);
            node.children.push(child);
        }
    }

    /// An item as it is written.
    pub(super) fn item_words(&self, item: &TallyItem) -> String {
        let sign = if item.negative { '-' } else { '+' };
        let mut text = format!("{sign} {}", self.quotes.words(super::why::bare(&item.value).at));
        if let Some(condition) = &item.condition {
            text.push_str(" if ");
            text.push_str(&self.condition_words(condition));
        }
        text
    }

    fn bands(&mut self, expr: &Expr, table: &BandTable, row: u32, node: &mut Told, depth: usize) {
        let subject = self.opened.value(&table.subject, row).unwrap_or(Value::Missing);
        let text = self.quotes.words(super::why::bare(&table.subject).at);
        node.steps.push(Step::Over { text, value: subject });
        let mut reads = Reads::default();
        self.reads(&table.subject, row, &mut reads);
        let taken = self.opened.band(expr, table, row);
        for (place, line) in table.bands.iter().enumerate() {
            let words = self.quotes.words(line.range_at);
            let values: Vec<String> =
                line.values.iter().map(|value| self.quotes.words(super::why::bare(value).at)).collect();
            let quote = self.quotes.as_line(format!("{words} -> {}", values.join(", ")), line.at);
            match taken {
                Some((here, column)) if here == place => {
                    let clauses = self.quotes.clauses(&line.cites);
                    node.steps.push(Step::Taken { line: quote, clauses, why: Vec::new() });
                    if let Some(value) = line.values.get(column) {
                        self.reads(value, row, &mut reads);
                    }
                    break;
                }
                Some(_) | None => {
                    let why = vec![Self::beside(words, &line.taken, subject)];
                    node.steps.push(Step::Passed { line: quote, why });
                }
            }
        }
        self.open(reads, node, depth);
    }

    fn cases(&mut self, lines: &[CaseLine], row: u32, node: &mut Told, depth: usize) {
        let mut reads = Reads::default();
        for line in lines {
            let quote = self.case(line);
            let holds = line.condition.as_ref().map(|condition| self.opened.holds(condition, row));
            let why = match &line.condition {
                Some(condition) => {
                    self.reads(condition, row, &mut reads);
                    self.findings(condition, row)
                }
                None => Vec::new(),
            };
            match holds {
                None | Some(Some(true)) => {
                    let clauses = self.quotes.clauses(&line.cites);
                    node.steps.push(Step::Taken { line: quote, clauses, why });
                    self.reads(&line.value, row, &mut reads);
                    break;
                }
                Some(Some(false)) => node.steps.push(Step::Passed { line: quote, why }),
                Some(None) => {
                    node.steps.push(Step::Passed { line: quote, why });
                    break;
                }
            }
        }
        self.open(reads, node, depth);
    }

    /// A line of a list of cases.
    pub(super) fn case(&self, line: &CaseLine) -> super::tree::Quote {
        let condition = line.condition.as_ref();
        let condition = condition.map_or_else(|| "otherwise".to_owned(), |one| self.condition_words(one));
        let value = self.quotes.words(super::why::bare(&line.value).at);
        self.quotes.as_line(format!("{condition} -> {value}"), line.at)
    }

    /// Opens whatever an expression reads.
    pub(super) fn read(&mut self, expr: &Expr, row: u32, node: &mut Told, depth: usize) {
        let mut reads = Reads::default();
        self.reads(expr, row, &mut reads);
        self.open(reads, node, depth);
    }

    /// Opens what was read.
    pub(super) fn open(&mut self, reads: Reads, node: &mut Told, depth: usize) {
        node.steps.extend(reads.steps);
        for input in reads.inputs {
            let child = match input {
                Input::Cell(column, row) => {
                    // An aggregate is a part of the rule that it stands in.
                    let is_part = matches!(self.opened.ruleset.column(column).origin, Origin::Hidden { .. });
                    self.cell(column, row, if is_part { depth } else { depth + 1 })
                }
                Input::Option(OptionId(place)) => {
                    let place = usize::from(place);
                    let name = self.opened.ruleset.options.get(place).map(|option| option.name.clone());
                    let value = self.opened.settings.0.get(place).copied();
                    Told::new(What::Option(name.unwrap_or_default()), value)
                }
            };
            node.children.push(child);
        }
    }

    /// Finds out what an expression reads on a row.
    pub(super) fn reads(&mut self, expr: &Expr, row: u32, into: &mut Reads) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.node {
                Node::Literal(_) => {}
                Node::Option(option) => add(into, Input::Option(*option)),
                Node::Column { column, path } => {
                    if let Some(target) = self.opened.target(path, row) {
                        add(into, Input::Cell(*column, target));
                    }
                }
                Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                    let deciding = *operator == BinaryOperator::Or;
                    if self.opened.holds(left, row) != Some(deciding) {
                        open.push(right);
                    }
                    open.push(left);
                }
                Node::If { value, condition, otherwise } => {
                    let branch = match self.opened.holds(condition, row) {
                        Some(true) => Some(&**value),
                        Some(false) => Some(&**otherwise),
                        None => None,
                    };
                    if let Some(branch) = branch {
                        let why = self.findings(condition, row);
                        let text = self.quotes.words(super::why::bare(branch).at);
                        into.steps.push(Step::Chosen { text, why });
                    }
                    open.extend(branch);
                    open.push(condition);
                }
                Node::Else(value, fallback) => {
                    let is_gone = match self.opened.value(value, row) {
                        Ok(value) => value == Value::Missing,
                        Err(fault) => fault == Fault::DivisionByZero,
                    };
                    if is_gone {
                        if value.at != expr.at {
                            let missing = self.quotes.words(value.at);
                            let text = self.quotes.words(super::why::bare(fallback).at);
                            into.steps.push(Step::Instead { missing, text });
                        }
                        open.push(fallback);
                    }
                    open.push(value);
                }
                Node::Widen(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Among(..)
                | Node::Known(_)
                | Node::Call(..)
                | Node::Random(_)
                | Node::Tally(_)
                | Node::Bands(_)
                | Node::Cases(_) => {
                    let start = open.len();
                    expr.parts(&mut open);
                    // The leftmost is looked at first.
                    open[start..].reverse();
                }
            }
        }
    }
}

fn add(into: &mut Reads, input: Input) {
    if !into.inputs.contains(&input) {
        into.inputs.push(input);
    }
}

/// A number with the other sign.
fn negated(value: Value) -> Value {
    match value {
        Value::Integer(whole) => whole.checked_neg().map_or(value, Value::Integer),
        Value::Number(number) => number.negate().map_or(value, Value::Number),
        Value::Duration(number) => number.negate().map_or(value, Value::Duration),
        Value::Flag(_) | Value::Text(_) | Value::Date(_) | Value::Missing => value,
    }
}
