//! What the format does not describe: drawn evenly from what is declared.
//!
//! Comes in: the columns for which the model has steps. Goes out: a step for every other recorded column that must hold
//! something and can be drawn, and the columns that cannot. Where nothing need be recorded, nothing is invented.

use crate::check::checker::Checker;
use crate::check::types::type_of;
use crate::ruleset::expression::{BandLine, BandTable, Random, Taken};
use crate::ruleset::{ColumnInfo, Expr, Node, Origin, SheetKind, Step};
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Interval, Kind, Rational, Type, Value};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Adds the even draws; gives the columns that cannot be drawn.
    pub(super) fn draw_the_rest(&mut self) -> Vec<ColumnId> {
        let described = self.file.simulate.iter().flat_map(|simulate| &simulate.invented);
        // A rule that was refused is complained about; its column is not drawn instead.
        let named: BTreeSet<ColumnId> = described
            .filter_map(|entry| Some((self.sheet_named(&entry.sheet)?, entry)))
            .flat_map(|(sheet, entry)| entry.rules.iter().map(move |rule| (sheet, rule)))
            .filter_map(|(sheet, rule)| self.own_column(sheet, &rule.name.text))
            .collect();
        let mut undrawable = Vec::new();
        for (column, info) in (0_u32..).map(ColumnId).zip(&self.ruleset.columns) {
            let required = matches!(info.origin, Origin::Recorded { default: None }) && !info.ty.optional;
            let in_a_list = matches!(self.ruleset.sheet(info.sheet).kind, SheetKind::List { .. });
            if !required || in_a_list || named.contains(&column) {
                continue;
            }
            match draw(column, info) {
                Some(value) => self.ruleset.steps.push(Step::Map { out: column, value }),
                None => undrawable.push(column),
            }
        }
        undrawable
    }
}

/// Any of the values that the column is declared to hold; `None` where they cannot be counted.
fn draw(column: ColumnId, info: &ColumnInfo) -> Option<Expr> {
    let at = info.at.unwrap_or_default();
    match &info.ty.kind {
        Kind::Integer => {
            let (low, high) = ends(&info.ty.range)?;
            Some(random(column, (low, high), at))
        }
        Kind::Flag => {
            let [drawn, yes] = [random(column, (0, 1), at), literal(Value::Integer(1), at)];
            let node = Node::Binary(BinaryOperator::Equal, Box::new(drawn), Box::new(yes));
            Some(Expr { node, ty: Type::of(Kind::Flag), at })
        }
        Kind::Choice(choices) => {
            let count = i64::try_from(choices.len()).ok().filter(|&count| count > 0)?;
            let band = |(number, &choice): (i64, &crate::value::Symbol)| BandLine {
                taken: Taken::Ranges(vec![Interval::closed(number.into(), number.into())]),
                values: vec![literal(Value::Text(choice), at)],
                cites: Vec::new(),
                at,
                range_at: at,
            };
            let bands = (1..).zip(choices.iter()).map(band).collect();
            let subject = random(column, (1, count), at);
            let node = Node::Bands(Box::new(BandTable { subject, pick: None, bands }));
            Some(Expr { node, ty: Type::of(info.ty.kind.clone()), at })
        }
        Kind::Number | Kind::Text | Kind::Date | Kind::Duration | Kind::Unknown => None,
    }
}

/// The least and the greatest integer of a range that has both.
fn ends(range: &Interval) -> Option<(i64, i64)> {
    let (low, high) = (range.low?, range.high?);
    let inside = |whole: i64, step: i64| {
        if range.contains(Rational::from(whole)) { Some(whole) } else { whole.checked_add(step) }
    };
    let low = inside(low.at.ceil().to_i64()?, 1)?;
    let high = inside(high.at.floor().to_i64()?, -1)?;
    (low <= high).then_some((low, high))
}

fn random(column: ColumnId, (low, high): (i64, i64), at: Span) -> Expr {
    let [low, high] = [low, high].map(|end| literal(Value::Integer(end), at));
    let node = Node::Random(Box::new(Random { low, high, column, number: 1 }));
    Expr { node, ty: Type::of(Kind::Integer), at }
}

fn literal(value: Value, at: Span) -> Expr {
    Expr { node: Node::Literal(value), ty: type_of(&value), at }
}
