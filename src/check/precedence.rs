//! The order in which rules are lowered, and complaints about those that need each other.
//!
//! [`order`] is a guess by names alone, good enough that a rule finds what it needs lowered before
//! it; the checker itself follows real references and finds real circles.

use super::checker::{Checker, Definition, LONGEST_CHAIN, Progress};
use super::ladder::StateInWork;
use super::paths;
use super::scope::PREVIOUS;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::Origin;
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Body, Term};
use rustc_hash::FxHashMap;

/// All computed columns; each after those whose names it mentions, as far as that goes.
pub(super) fn order(checker: &Checker<'_>) -> Vec<ColumnId> {
    let computed: Vec<ColumnId> = (0_u32..)
        .map(ColumnId)
        .zip(&checker.definitions)
        .filter(|(_, definition)| !matches!(definition, Definition::Given))
        .map(|(column, _)| column)
        .collect();
    let mut by_name: FxHashMap<&str, Vec<ColumnId>> = FxHashMap::default();
    for &column in &computed {
        by_name.entry(&checker.ruleset.column(column).name).or_default().push(column);
    }
    let mentioned = |column: ColumnId| -> Vec<ColumnId> {
        let names = match checker.definitions[column.0 as usize] {
            Definition::Rule(entry) => entry.rule.as_ref().map(|rule| paths::names_in_body(&rule.body)),
            Definition::Condition(entry) => {
                entry.condition.as_ref().map(|(condition, _)| paths::names_in(condition))
            }
            Definition::Costs(entry) => entry.costs.as_ref().map(|rule| paths::names_in_body(&rule.body)),
            Definition::Place(entry) => entry
                .order
                .as_ref()
                .map(|order| order.iter().flat_map(|key| paths::names_in(&key.value)).collect()),
            Definition::Start(place) => checker.states.get(place).map(StateInWork::names_of_start),
            Definition::After(place) => checker.states.get(place).map(StateInWork::names_after),
            Definition::Given | Definition::Void | Definition::Penalty | Definition::OfState(_) => None,
        };
        let names = names.unwrap_or_default();
        names.into_iter().filter_map(|name| by_name.get(name)).flatten().copied().collect()
    };

    let mut seen = vec![Progress::Waiting; checker.definitions.len()];
    let mut order = Vec::with_capacity(computed.len());
    for &start in &computed {
        let mut path = vec![(start, None::<std::vec::IntoIter<ColumnId>>)];
        while let Some((column, rest)) = path.last_mut() {
            let column = *column;
            if rest.is_none() {
                if seen[column.0 as usize] != Progress::Waiting {
                    path.pop();
                    continue;
                }
                seen[column.0 as usize] = Progress::Lowering;
                *rest = Some(mentioned(column).into_iter());
            }
            if let Some(next) = rest.as_mut().and_then(Iterator::next) {
                path.push((next, None));
            } else {
                seen[column.0 as usize] = Progress::Done;
                order.push(column);
                path.pop();
            }
        }
    }
    order
}

impl Checker<'_> {
    /// A rule that needs itself: shows the way round.
    pub(super) fn complain_of_cycle(&mut self, column: ColumnId, from: Option<Span>) {
        let start = self.stack.iter().position(|&other| other == column).unwrap_or(0);
        let circle = self.stack[start..].to_vec();
        let mut way: Vec<String> = circle.iter().map(|&member| self.full_name(member)).collect();
        way.push(self.full_name(column));
        let names_itself = circle.len() == 1 && self.begins_with_its_name(column);
        let mut diagnostic = Diagnostic::new(
            Code::Cycle,
            if circle.len() == 1 {
                format!("`{}` needs itself", self.full_name(column))
            } else {
                format!("`{}` needs itself in a circle", self.full_name(column))
            },
        );
        let closing = from.or(self.ruleset.column(column).at);
        if let Some(span) = closing {
            let label = if circle.len() == 1 { "this is the rule itself" } else { "this closes the circle" };
            diagnostic = diagnostic.at(span, label);
        }
        for &member in circle.iter().filter(|_| circle.len() > 1) {
            // A condition or an order that holds the closing place is plain to see without a label of its own.
            let around = |span: &Span| closing.is_none_or(|closing| span.to(closing) != *span);
            if let Some(span) = self.ruleset.column(member).at.filter(around) {
                diagnostic = diagnostic.at(span, format!("`{}`", self.full_name(member)));
            }
        }
        let info_name = self.ruleset.column(column).name.clone();
        let looks_back = from.is_some_and(|span| self.words(span).starts_with(PREVIOUS));
        let help = if looks_back {
            "what goes from game to game is a state: `[ladder.state.NAME]`, with what it begins with"
                .to_owned()
        } else if let (Some(state), 1) = (info_name.strip_prefix("now."), circle.len()) {
            format!("write `{state}`: the value before the game")
        } else if names_itself {
            let name = &self.ruleset.column(column).name;
            format!("leave out `{name} =`: the key says already what the rule is called")
        } else if circle.len() == 1 {
            "start from other columns; a recorded column and a rule have different names".to_owned()
        } else {
            diagnostic = diagnostic.note(format!("the circle: {}", way.join(" → ")));
            "let one of these rules start from recorded columns alone".to_owned()
        };
        self.complain(diagnostic.help(help));
    }

    /// A chain of rules too long to follow.
    pub(super) fn complain_of_chain(&mut self, column: ColumnId) {
        let mut diagnostic = Diagnostic::new(
            Code::TooDeep,
            format!("rules need each other through more than {LONGEST_CHAIN} steps"),
        );
        if let Some(span) = self.ruleset.column(column).at {
            diagnostic = diagnostic.at(span, "needed at the end of such a chain");
        }
        self.complain(diagnostic.help("write rules in the order in which they build on each other"));
    }

    /// Whether a rule is written `NAME = VALUE`, as if the string held the key as well.
    fn begins_with_its_name(&self, column: ColumnId) -> bool {
        let Definition::Rule(entry) = self.definitions[column.0 as usize] else { return false };
        let Some(Body::Expression(expression)) = entry.rule.as_ref().map(|rule| &rule.body) else {
            return false;
        };
        let Term::Binary(BinaryOperator::Equal, left, _) = &expression.term else { return false };
        matches!(&left.term, Term::Path(path) if matches!(path.as_slice(), [name] if name.text == entry.name.text))
    }

    /// `side.points`
    pub(super) fn full_name(&self, column: ColumnId) -> String {
        let info = self.ruleset.column(column);
        if matches!(info.origin, Origin::Hidden { .. }) {
            return info.name.clone();
        }
        format!("{}.{}", self.ruleset.sheet(info.sheet).name, info.name)
    }
}
