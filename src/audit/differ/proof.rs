//! Proofs that two formats come to the same, whatever is recorded.
//!
//! Comes in: two rulesets that differ in rules alone. Goes out: why they come to the same; nothing where that cannot be
//! proved. Rules are tried on every combination of values that they look at. It must never try games. Start with [`proved`].

use crate::audit::change::Kind;
use crate::audit::equal::{Equality, Reason};
use crate::check::domains;
use crate::ruleset::expression::Node;
use crate::ruleset::{Expr, OrderKey, PartKind, Ruleset, Step};
use crate::source::{Sources, Span};

/// Values of one column beyond which they are not listed.
const MOST_VALUES: usize = 20_000;

/// Why two rulesets come to the same.
pub(super) fn proved(old: &Ruleset, new: &Ruleset, sources: &Sources) -> Option<Reason> {
    let rest = |ruleset: &Ruleset| -> Vec<_> {
        let parts = ruleset.parts().into_iter();
        parts.filter(|part| part.kind != PartKind::Rule).collect()
    };
    let named =
        |ruleset: &Ruleset| -> Vec<String> { ruleset.parts().into_iter().map(|part| part.name).collect() };
    if rest(old) != rest(new) || named(old) != named(new) {
        return None;
    }
    let domains = domains(old, sources, MOST_VALUES);
    Equality::new(&bare(old), &bare(new), &domains).reason(Kind::Case)
}

/// The ruleset without anything that says where it stands, or on what it rests.
fn bare(ruleset: &Ruleset) -> Ruleset {
    let mut bare = ruleset.clone();
    for column in &mut bare.columns {
        column.at = None;
        column.text = None;
        column.cites.clear();
    }
    bare.steps.iter_mut().for_each(step);
    bare.ladder.iter_mut().flat_map(|ladder| &mut ladder.steps).for_each(step);
    bare.standings.iter_mut().for_each(|standing| keys(&mut standing.keys));
    bare
}

fn keys(all: &mut [OrderKey]) {
    for key in all {
        key.at = None;
        key.cites.clear();
        key.among_tied.iter_mut().flatten().for_each(step);
    }
}

fn step(step: &mut Step) {
    match step {
        Step::Map { value, .. } => expression(value),
        Step::Reduce(reduce) => {
            reduce.value.iter_mut().chain(&mut reduce.filter).for_each(expression);
            reduce.best.iter_mut().for_each(|best| expression(&mut best.count));
        }
        Step::Place(place) => keys(&mut place.keys),
    }
}

fn expression(expr: &mut Expr) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        expr.at = Span::default();
        match &mut expr.node {
            Node::Tally(items) => {
                for item in items {
                    item.at = Span::default();
                    item.cites.clear();
                }
            }
            Node::Bands(table) => {
                for band in &mut table.bands {
                    (band.at, band.range_at) = (Span::default(), Span::default());
                    band.cites.clear();
                }
            }
            Node::Cases(lines) => {
                for line in lines {
                    line.at = Span::default();
                    line.cites.clear();
                }
            }
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_) => {}
        }
        expr.parts_mut(&mut open);
    }
}
