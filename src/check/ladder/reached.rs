//! Which levels anybody can reach.
//!
//! Comes in: the levels, and what states can be. Goes out: a warning (R0511) for each level to which no game and no start
//! leads, and for one that is said to be never given and can be begun with. Which levels can be reached is found from the
//! start on: a level is reached where the conditions of the higher ones can all fail and its own hold, for somebody on a
//! level that has been reached. It says only what is proved. Start with [`prove`].

use crate::check::ranges::Analysis;
use crate::check::ranges::set::{Set, TextSet};
use crate::check::satisfy::{Answer, Facts, Goal};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::expression::CaseLine;
use crate::ruleset::{Expr, Node, Ruleset, State};
use crate::source::Span;
use crate::syntax::is_plain_name;
use crate::value::{Kind, Symbol, Type, Value};
use std::collections::BTreeSet;

/// So many higher levels are shown.
const SHOWN: usize = 4;

/// Complains of levels that nobody can reach.
pub(in crate::check) fn prove(analysis: &mut Analysis, complaints: &mut Complaints) {
    let ruleset = analysis.ruleset;
    let Some(ladder) = &ruleset.ladder else { return };
    let Some(state) = ladder.level.and_then(|place| ladder.states.get(place)) else { return };
    let Some(value) = analysis.definition(state.now) else { return };
    let rule = ruleset.rule_of(state.now, value);
    let (Node::Cases(lines), Kind::Choice(levels)) = (&rule.node, &ruleset.column(state.before).ty.kind)
    else {
        return;
    };
    let Some(begun) = begun(analysis, state, levels) else { return };
    let before = Expr {
        node: Node::Column { column: state.before, path: Vec::new() },
        ty: Type::of(Kind::Choice(levels.clone())),
        at: Span::default(),
    };
    let mut reached = begun.clone();
    let facts = loop {
        let set = Set::Texts(TextSet::Only(reached.clone()));
        let Some(facts) = analysis.suppose(&Facts::default(), &before, &[], &set) else { return };
        let more: Vec<Symbol> = (0..lines.len())
            .filter_map(|place| Some((place, given(&lines[place])?)))
            .filter(|(place, level)| !reached.contains(level) && can_be(analysis, lines, *place, &facts))
            .map(|(_, level)| level)
            .collect();
        if more.is_empty() {
            break facts;
        }
        reached.extend(more);
    };
    for &level in levels.iter() {
        let name = ruleset.symbols.text(level).to_owned();
        let place = lines.iter().position(|line| given(line) == Some(level));
        match place {
            Some(place) if !reached.contains(&level) => {
                complaints.push(unreached(analysis, lines, place, &facts, &name));
            }
            // Only the start can lead to a level that is never given.
            None if reached.contains(&level) => complaints.push(begun_with(ruleset, state, rule, &name)),
            Some(_) | None => {}
        }
    }
}

/// A level that is never given, and that somebody may begin with.
fn begun_with(ruleset: &Ruleset, state: &State, rule: &Expr, name: &str) -> Diagnostic {
    let start = ruleset.column(state.start).at.unwrap_or(rule.at);
    Diagnostic::new(
        Code::LevelUnreached,
        format!("the level `{name}` is `never` given, and somebody may begin with it"),
    )
    .at(start, "begins with it")
    .help("begin with another level, or leave `never` out")
}

/// The levels that an entrant may begin with.
fn begun(analysis: &Analysis, state: &State, levels: &[Symbol]) -> Option<BTreeSet<Symbol>> {
    match &analysis.column(state.start).set {
        Set::Texts(texts) => Some(levels.iter().copied().filter(|level| texts.contains(*level)).collect()),
        Set::Nothing | Set::Numbers(_) | Set::Flags { .. } | Set::Anything => None,
    }
}

fn given(line: &CaseLine) -> Option<Symbol> {
    match line.value.node {
        Node::Literal(Value::Text(level)) => Some(level),
        _ => None,
    }
}

/// Whether no line above takes the row, and this one does.
fn can_be<'r>(analysis: &mut Analysis<'r>, lines: &'r [CaseLine], place: usize, facts: &Facts) -> bool {
    let all: Vec<usize> = (0..place).collect();
    !leaves_nothing(analysis, lines, &all, place, facts)
}

/// Whether the lines `above` take everybody whom the line would take.
fn leaves_nothing<'r>(
    analysis: &mut Analysis<'r>,
    lines: &'r [CaseLine],
    above: &[usize],
    place: usize,
    facts: &Facts,
) -> bool {
    above.iter().any(|above| lines[*above].condition.is_none())
        || matches!(analysis.satisfy(facts, goals(lines, above, place)), Answer::Impossible)
}

fn goals<'r>(lines: &'r [CaseLine], above: &[usize], place: usize) -> Vec<Goal<'r>> {
    let conditions = above.iter().rev().filter_map(|above| lines[*above].condition.as_ref());
    let mut goals: Vec<Goal> = conditions.map(|condition| Goal::new(condition, false)).collect();
    goals.extend(lines[place].condition.as_ref().map(|condition| Goal::new(condition, true)));
    goals
}

fn unreached<'r>(
    analysis: &mut Analysis<'r>,
    lines: &'r [CaseLine],
    place: usize,
    facts: &Facts,
    name: &str,
) -> Diagnostic {
    let line = &lines[place];
    let named = if is_plain_name(name) { name.to_owned() } else { format!("\"{name}\"") };
    let mut complaint =
        Diagnostic::new(Code::LevelUnreached, format!("nobody can ever have the level `{name}`"))
            .at(line.at, "never given");
    // Higher levels, none of which could be left out.
    let mut above: Vec<usize> = (0..place).collect();
    for candidate in (0..place).rev() {
        let without: Vec<usize> = above.iter().copied().filter(|other| *other != candidate).collect();
        if leaves_nothing(analysis, lines, &without, place, facts) {
            above = without;
        }
    }
    if above.is_empty() {
        return complaint
            .note("its condition is never true, and nobody begins with it")
            .help(format!("mend its condition; or say that it only stands in the list: `{named} never`"));
    }
    let label = if above.len() == 1 {
        "this level takes everybody who would have it"
    } else {
        "takes a part of them"
    };
    for higher in above.iter().take(SHOWN) {
        let condition = lines[*higher].condition.as_ref().map_or(lines[*higher].at, |condition| condition.at);
        complaint = complaint.at(condition, label);
    }
    complaint.help(format!(
        "mend the conditions, or the order of the levels; or say that it only stands in the list: `{named} never`"
    ))
}
