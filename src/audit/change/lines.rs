//! Changes of the lines of a tally, of a list of cases, of the levels.
//!
//! Start with [`items`] or [`cases`].

use super::text::{lines, part, with_blanks_before, word_between};
use super::walk::Context;
use super::{Kind, Patch, Proposal, Shown};
use crate::source::Span;
use crate::syntax::ast::{Case, Expression, Item, Level, Name, Term};

/// A line with what it cites.
pub(super) fn cited(line: Span, cites: &[Name]) -> Span {
    cites.last().map_or(line, |last| line.to(last.span))
}

/// An item left out, its sign turned round, its condition left out.
pub(super) fn items(items: &[Item], context: &Context<'_>) -> Vec<Proposal<Vec<Item>>> {
    let mut found = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let with = |change: &dyn Fn(&mut Item)| {
            let mut all = items.to_vec();
            change(&mut all[place]);
            all
        };
        let sign = part(item.span, 0..1);
        let (word, other) = if item.negative { ("-", "+") } else { ("+", "-") };
        found.push(Proposal {
            kind: Kind::Sign,
            title: format!("`{other}` for `{word}`"),
            at: sign,
            shown: Shown::Text(vec![Patch::new(sign, other)]),
            node: with(&|item| item.negative = !item.negative),
        });
        if items.len() > 1 {
            let mut rest = items.to_vec();
            rest.remove(place);
            // A single line that begins with `-` would be an expression and no tally.
            let is_tally = rest.iter().any(|item| !item.negative) || rest.len() > 1;
            let shown = if is_tally {
                without_line(cited(item.span, &item.cites), context)
            } else {
                rest = with(&|item| *item = nothing(item));
                Shown::Text(vec![Patch::new(cited(item.span, &item.cites), "+ 0")])
            };
            found.push(Proposal {
                kind: Kind::Item,
                title: "the item left out".to_owned(),
                at: item.span,
                shown,
                node: rest,
            });
        }
        if let Some(condition) = &item.condition
            && let Some(word) = word_between(context.sources, item.value.span, condition.span, "if")
        {
            let gone = Span { end: item.span.end, ..with_blanks_before(context.sources, word) };
            found.push(Proposal {
                kind: Kind::Condition,
                title: "the condition of the item left out".to_owned(),
                at: word.to(condition.span),
                shown: Shown::Text(vec![Patch::new(gone, "")]),
                node: with(&|item| item.condition = None),
            });
        }
    }
    found
}

/// An item that adds nothing.
fn nothing(item: &Item) -> Item {
    let value = Expression { term: Term::Integer(0), span: item.value.span };
    Item { negative: false, value, condition: None, cites: Vec::new(), span: item.span }
}

/// A case left out; two neighbouring ones exchanged.
pub(super) fn cases(cases: &[Case], context: &Context<'_>) -> Vec<Proposal<Vec<Case>>> {
    let mut found = Vec::new();
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| case.condition.is_some()) {
        let here = cited(case.span, &case.cites);
        if cases.len() > 1 {
            let mut rest = cases.to_vec();
            rest.remove(place);
            found.push(Proposal {
                kind: Kind::Case,
                title: "the case left out".to_owned(),
                at: case.span,
                shown: without_line(here, context),
                node: rest,
            });
        }
        if let Some(next) = cases.get(place + 1).filter(|next| next.condition.is_some()) {
            let mut swapped = cases.to_vec();
            swapped.swap(place, place + 1);
            let there = cited(next.span, &next.cites);
            found.push(Proposal {
                kind: Kind::Lines,
                title: "the case and the next one exchanged".to_owned(),
                at: case.span,
                shown: exchanged(here, there, context),
                node: swapped,
            });
        }
    }
    found
}

/// `kept` left out.
pub(super) fn kept(level: &Level) -> Vec<Proposal<Level>> {
    let one = level.kept.map(|at| Proposal {
        kind: Kind::Kept,
        title: "`kept` left out".to_owned(),
        at,
        shown: Shown::Text(vec![Patch::new(at, "")]),
        node: Level { kept: None, ..level.clone() },
    });
    one.into_iter().collect()
}

/// Something taken out of the file, with its lines where nothing else stands there.
pub(super) fn without_line(at: Span, context: &Context<'_>) -> Shown {
    let whole = lines(context.sources, at);
    let before = context.text(Span { end: at.start, ..whole });
    let behind = context.text(Span { start: at.end, ..whole }).trim_start();
    let alone = before.trim().is_empty() && (behind.is_empty() || behind.starts_with('#'));
    Shown::Text(vec![Patch::new(if alone { whole } else { at }, "")])
}

/// Two stretches of text, each in the place of the other.
pub(super) fn exchanged(one: Span, other: Span, context: &Context<'_>) -> Shown {
    let text = |at: Span| context.text(at).to_owned();
    Shown::Text(vec![Patch::new(one, text(other)), Patch::new(other, text(one))])
}
