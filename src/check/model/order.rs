//! The steps of the model in order, and complaints about what is invented from itself.
//!
//! Comes in: the steps that invent, and those that score. Goes out: one list in which each step stands after what it
//! looks at, with the scoring steps that it looks at, and no others. Start with [`Checker::in_order`].

use crate::check::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Origin, Step, VerdictKind};
use crate::sheet::ColumnId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// What the model runs: `own` steps, and whatever of the scoring they look at.
    pub(super) fn in_order(&mut self, own: &[Step]) -> Vec<Step> {
        let mut order = Order::default();
        // An own step comes before one that scores: recorded columns are computed nowhere else.
        for step in self.ruleset.steps.iter().chain(own) {
            order.steps.insert(step.out(), step);
        }
        for step in own {
            order.visit(step.out());
        }
        // What is void does not matter if it cannot be computed, so that it has to be known where anything is.
        let inner: BTreeSet<ColumnId> = own.iter().map(Step::out).collect();
        if order.done.iter().any(|column| !inner.contains(column)) {
            let voids = self.ruleset.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Void);
            for verdict in voids {
                order.visit(verdict.condition);
            }
        }
        let Order { done, circles, steps, .. } = order;
        let sorted = done.iter().filter_map(|column| steps.get(column).copied().cloned()).collect();
        for circle in circles {
            let diagnostic = self.complain_of_circle(&circle, own);
            self.complain(diagnostic);
        }
        sorted
    }

    fn complain_of_circle(&self, circle: &[ColumnId], own: &[Step]) -> Diagnostic {
        let is_invented =
            |column: &ColumnId| matches!(self.ruleset.column(*column).origin, Origin::Recorded { .. });
        // An aggregate is called by its words, which say nothing without the rule around it.
        let start = circle.iter().position(is_invented).unwrap_or(0);
        let turned: Vec<ColumnId> = circle[start..].iter().chain(&circle[..start]).copied().collect();
        let first = turned.first().map_or_else(String::new, |&column| self.full_name(column));
        let mut diagnostic = Diagnostic::new(Code::Cycle, format!("`{first}` is invented from itself"));
        for column in turned.iter().filter(|column| is_invented(column)) {
            let step = own.iter().find(|step| step.out() == *column);
            if let Some(Step::Map { value, .. }) = step {
                diagnostic = diagnostic.at(value.at, format!("invents `{}`", self.full_name(*column)));
            }
        }
        if turned.len() > 1 {
            let mut way: Vec<String> = turned.iter().map(|&column| self.full_name(column)).collect();
            way.push(first);
            diagnostic = diagnostic.note(format!("the circle: {}", way.join(" → ")));
        }
        diagnostic.help("invent one value after the other: start with one that looks at none of the others")
    }
}

/// A walk from what is wanted to what it needs.
#[derive(Default)]
struct Order<'s> {
    steps: FxHashMap<ColumnId, &'s Step>,
    /// Each after what it needs.
    done: Vec<ColumnId>,
    seen: BTreeSet<ColumnId>,
    /// What needs itself: the columns, each needing the next.
    circles: Vec<Vec<ColumnId>>,
}

impl Order<'_> {
    fn visit(&mut self, start: ColumnId) {
        let mut way: Vec<(ColumnId, std::vec::IntoIter<ColumnId>)> = Vec::new();
        self.enter(start, &mut way);
        while let Some((column, rest)) = way.last_mut() {
            let column = *column;
            match rest.next() {
                Some(next) => {
                    if let Some(place) = way.iter().position(|(other, _)| *other == next) {
                        self.circles.push(way[place..].iter().map(|(other, _)| *other).collect());
                    } else {
                        self.enter(next, &mut way);
                    }
                }
                None => {
                    self.done.push(column);
                    way.pop();
                }
            }
        }
    }

    fn enter(&mut self, column: ColumnId, way: &mut Vec<(ColumnId, std::vec::IntoIter<ColumnId>)>) {
        let Some(step) = self.steps.get(&column) else { return };
        if self.seen.insert(column) {
            way.push((column, step.reads().into_iter()));
        }
    }
}
