//! The chapters of what goes from game to game: states, and the levels that entrants come to by them.
//!
//! Comes in: the list of cases that the engine decides a level by. Start with [`write`].

use super::document::{Inline, Line, Page, Table, code, plain, said};
use super::rules::Called;
use super::view::View;
use crate::format::{LadderEntry, LevelsEntry, StateEntry};
use crate::ruleset::expression::CaseLine;
use crate::ruleset::{Expr, Node, State};
use crate::syntax::ast::{BinaryOperator, NOW};
use crate::value::{Bound, Interval, Kind, Symbol, Value};

/// Writes the chapters, where the format has states.
pub fn write(view: &View<'_>, page: &mut Page) {
    let (Some(entry), Some(ladder)) = (&view.file.ladder, &view.ruleset.ladder) else { return };
    page.heading(2, "ladder", plain(view.words.ladder));
    page.paragraph(plain(view.words.ladder_intro));
    let LadderEntry { states, levels } = entry;
    for (state, columns) in states.iter().zip(&ladder.states) {
        write_state(view, state, columns, page);
    }
    if let (Some(levels), Some(columns)) = (levels, ladder.level_state()) {
        write_levels(view, levels, &columns, page);
    }
}

fn write_state(view: &View<'_>, entry: &StateEntry, columns: &State, page: &mut Page) {
    let words = view.words;
    let name = entry.name.text.as_str();
    page.heading(3, &format!("state-{name}"), code(name));
    if let Some(text) = &entry.text {
        page.paragraph(said(text.as_str()));
    }
    let ruleset = view.ruleset;
    if let Some(start) = view.rule(columns.start) {
        view.quote(&ruleset.column(columns.start).cites, page);
        page.paragraph(view.fact(words.begins_with, view.in_a_cell(&start)));
    }
    if let Some(after) = view.rule(columns.now) {
        let cites = &ruleset.column(columns.now).cites;
        let after_game = format!("{NOW}.{name}");
        view.write_rule(&Called { name: &after_game, cites }, &after, page);
    }
}

fn write_levels(view: &View<'_>, entry: &LevelsEntry, columns: &State, page: &mut Page) {
    let words = view.words;
    let ruleset = view.ruleset;
    page.heading(3, "levels", plain(words.levels));
    view.quote(&ruleset.column(columns.now).cites, page);
    if let Some(text) = &entry.text {
        page.paragraph(said(text.as_str()));
    }
    if let Some(start) = view.rule(columns.start) {
        view.quote(&ruleset.column(columns.start).cites, page);
        page.paragraph(view.fact(words.begins_with, view.in_a_cell(&start)));
    }
    page.paragraph(plain(words.levels_intro));
    let Some(rule) = view.rule(columns.now) else { return };
    let lines: &[CaseLine] = match &rule.node {
        Node::Cases(lines) => lines,
        _ => &[],
    };
    let Kind::Choice(names) = &ruleset.column(columns.before).ty.kind else { return };
    let rows = names.iter().map(|&name| row(view, name, (entry, lines), columns));
    let head = [words.level, words.reached_when, words.remark, words.clause].map(plain).into();
    page.table(Table { head, rows: rows.collect() });
}

fn row(
    view: &View<'_>,
    name: Symbol,
    (entry, lines): (&LevelsEntry, &[CaseLine]),
    columns: &State,
) -> Vec<Line> {
    let words = view.words;
    let called = said(view.text(name));
    let gives =
        |line: &&CaseLine| matches!(line.value.node, Node::Literal(Value::Text(symbol)) if symbol == name);
    let Some(line) = lines.iter().find(gives) else {
        let level = entry.levels.iter().find(|level| level.name.text == view.text(name));
        let cites = level.map(|level| level.cites.iter().filter_map(|cite| view.clause_named(&cite.text)));
        let cites: Vec<_> = cites.into_iter().flatten().collect();
        return vec![called, plain(words.never_reached), Line::new(), view.cited(&cites)];
    };
    let (condition, is_kept) = match &line.condition {
        Some(condition) => {
            kept(condition, columns).map_or((Some(condition), false), |inner| (Some(inner), true))
        }
        None => (None, false),
    };
    let reached = condition.map_or_else(|| plain(words.everybody), |condition| reached(view, condition));
    let remark = if is_kept { plain(words.kept) } else { Line::new() };
    vec![called, reached, remark, view.cited(&line.cites)]
}

/// The condition of a level that is kept, which is its own or that the level was reached before.
fn kept<'e>(condition: &'e Expr, columns: &State) -> Option<&'e Expr> {
    let Node::Binary(BinaryOperator::Or, own, before) = &condition.node else { return None };
    let Node::Among(value, _) = &before.node else { return None };
    let is_before =
        matches!(&value.node, Node::Column { column, path } if *column == columns.before && path.is_empty());
    (is_before && own.at == condition.at).then_some(own)
}

/// `オーブ: 5 or more`, or the condition.
fn reached(view: &View<'_>, condition: &Expr) -> Line {
    let as_range = || {
        let Node::Binary(operator, left, right) = &condition.node else { return None };
        let Node::Column { column, path } = &left.node else { return None };
        let states = view.ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
        let is_state = path.is_empty() && states.into_iter().any(|state| state.now == *column);
        let Node::Literal(value) = &right.node else { return None };
        let at = value.size().filter(|_| is_state)?;
        let closed = Some(Bound { at, inclusive: true });
        let open = Some(Bound { at, inclusive: false });
        let range = match operator {
            BinaryOperator::AtLeast => Interval { low: closed, high: None },
            BinaryOperator::Greater => Interval { low: open, high: None },
            BinaryOperator::AtMost => Interval { low: None, high: closed },
            BinaryOperator::Less => Interval { low: None, high: open },
            BinaryOperator::Equal => Interval { low: closed, high: closed },
            BinaryOperator::NotEqual
            | BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideFloor
            | BinaryOperator::Modulo
            | BinaryOperator::And
            | BinaryOperator::Or => return None,
        };
        let name = view.ruleset.column(*column).name.strip_prefix(NOW)?.trim_start_matches('.').to_owned();
        let mut line = code(name);
        line.push(Inline::Plain(view.words.colon.to_owned()));
        line.push(Inline::Plain(view.range(range, &left.ty.kind)));
        Some(line)
    };
    as_range().unwrap_or_else(|| view.expression(condition))
}
