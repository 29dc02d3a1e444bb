//! Changes of orders: keys exchanged, left out, turned round; what becomes of ties.
//!
//! Start with [`all`].

use super::lines::{cited, exchanged, without_line};
use super::text::{lines, part, with_blanks_before, word_in};
use super::walk::Context;
use super::{Kind, Patch, Proposal, Shown};
use crate::source::Span;
use crate::syntax::ast::{Direction, Key, Order, Ties};

/// An order, and what becomes of ties.
#[derive(Clone)]
pub(super) struct Ranked {
    pub(super) keys: Order,
    pub(super) ties: Ties,
}

/// All changes of an order, which stands at this place.
pub(super) fn all(ranked: &Ranked, at: Span, context: &Context<'_>) -> Vec<Proposal<Ranked>> {
    let keys = &ranked.keys;
    let mut found = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let with = |change: &dyn Fn(&mut Key)| {
            let mut new = ranked.clone();
            change(&mut new.keys[place]);
            new
        };
        let (direction, said) = key.direction;
        let (other, words) = opposite(direction);
        found.push(Proposal {
            kind: Kind::Direction,
            title: format!("`{words}` for `{}`", context.text(said)),
            at: said,
            shown: Shown::Text(vec![Patch::new(said, words)]),
            node: with(&|key| key.direction.0 = other),
        });
        if let Some(tied) = among_tied(key, context) {
            found.push(Proposal {
                kind: Kind::AmongTied,
                title: "`among tied` left out".to_owned(),
                at: tied,
                shown: Shown::Text(vec![Patch::new(with_blanks_before(context.sources, tied), "")]),
                node: with(&|key| key.among_tied = false),
            });
        }
        if keys.len() > 1 {
            let mut rest = ranked.clone();
            rest.keys.remove(place);
            found.push(Proposal {
                kind: Kind::Key,
                title: "the key left out".to_owned(),
                at: key.value.span,
                shown: without_line(whole(key, context), context),
                node: rest,
            });
        }
        if let Some(next) = keys.get(place + 1) {
            let mut swapped = ranked.clone();
            swapped.keys.swap(place, place + 1);
            found.push(Proposal {
                kind: Kind::Keys,
                title: "the key and the next one exchanged".to_owned(),
                at: key.value.span,
                shown: exchanged(whole(key, context), whole(next, context), context),
                node: swapped,
            });
        }
    }
    let (ties, word, new) = match ranked.ties {
        Ties::Share => (Ties::Refuse, "share", "refuse"),
        Ties::Lot => (Ties::Share, "lot", "share"),
        Ties::Refuse => (Ties::Share, "refuse", "share"),
    };
    found.push(Proposal {
        kind: Kind::Ties,
        title: format!("`{new}` for `{word}` where entrants are level"),
        at,
        shown: Shown::Words(format!("ties = \"{word}\""), format!("ties = \"{new}\"")),
        node: Ranked { ties, ..ranked.clone() },
    });
    found
}

fn opposite(direction: Direction) -> (Direction, &'static str) {
    match direction {
        Direction::Highest => (Direction::Lowest, "lowest first"),
        Direction::Lowest => (Direction::Highest, "highest first"),
        Direction::Latest => (Direction::Earliest, "earliest first"),
        Direction::Earliest => (Direction::Latest, "latest first"),
        Direction::Longest => (Direction::Shortest, "shortest first"),
        Direction::Shortest => (Direction::Longest, "longest first"),
        Direction::Yes => (Direction::No, "no first"),
        Direction::No => (Direction::Yes, "yes first"),
    }
}

/// Where a key says `among tied`.
fn among_tied(key: &Key, context: &Context<'_>) -> Option<Span> {
    let rest = lines(context.sources, key.direction.1);
    let rest = Span { start: key.direction.1.end, ..rest };
    let tied = word_in(context.sources, rest, "tied").filter(|_| key.among_tied)?;
    Some(word_in(context.sources, rest, "among")?.to(tied))
}

/// A key with its heading, its direction and what it cites; a line that begins with brackets begins with them.
fn whole(key: &Key, context: &Context<'_>) -> Span {
    let end = among_tied(key, context).unwrap_or(key.direction.1);
    let whole = cited(key.value.span.to(end), &key.cites);
    let line = lines(context.sources, Span { end: whole.start, ..whole });
    let before = context.text(Span { end: whole.start, ..line });
    let brackets = before.len() - before.trim_end_matches(['(', ' ', '\t']).len();
    let opened = before[before.len() - brackets..].find('(');
    match opened {
        Some(at) => {
            let start = before.len() - brackets + at;
            Span { start: part(line, start..start).start, ..whole }
        }
        None => whole,
    }
}
