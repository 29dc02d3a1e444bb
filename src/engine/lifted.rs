//! Parts of an expression that look at nothing but what several rows have in common: computed once for all of them.
//!
//! Comes in: an expression, and how many rows lead to one by a link. Goes out: the largest parts of it all of whose columns
//! lie behind one link that as many rows follow to each target. It must never know what is computed. Start with [`parts`].

use crate::ruleset::expression::{Expr, Node};
use crate::sheet::{Index, LinkId, Tables};

/// Where an expression looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looks {
    /// At no row.
    Nowhere,
    /// Only at what is behind a link.
    Behind(LinkId),
    /// At its own row too, or behind several links, or it draws.
    Anywhere,
}

impl Looks {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, looks) | (looks, Self::Nowhere) => looks,
            (one, other) if one == other => one,
            (Self::Behind(_) | Self::Anywhere, Self::Behind(_) | Self::Anywhere) => Self::Anywhere,
        }
    }

    /// Where a node looks, but for its parts.
    fn of(expr: &Expr, tables: &Tables) -> Self {
        match &expr.node {
            Node::Column { path, .. } => match path.first() {
                Some(&link) if every(link, tables).is_some_and(|every| every > 1) => Self::Behind(link),
                Some(_) | None => Self::Anywhere,
            },
            Node::Random(_) => Self::Anywhere,
            Node::Literal(_)
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => Self::Nowhere,
        }
    }
}

/// How many rows lead to each target of a link, where that is the same for all of them.
pub(super) fn every(link: LinkId, tables: &Tables) -> Option<usize> {
    match tables.link(link)? {
        Index::Every(every) => Some(*every as usize),
        Index::One | Index::Rows(_) => None,
    }
}

/// The largest of these parts, each with how many rows have in common what it looks at. A column alone is none of them:
/// wherever it stands, it is looked up so.
pub(super) fn parts<'e>(expr: &'e Expr, tables: &Tables) -> Vec<(&'e Expr, usize)> {
    // From the outermost inwards; behind each part stand the parts of it.
    let mut all: Vec<(&Expr, usize)> = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let before = open.len();
        expr.parts(&mut open);
        all.push((expr, open.len() - before));
    }
    // From the innermost outwards: where each looks, and how many parts it is with all of its own.
    let mut done: Vec<(Looks, usize)> = Vec::new();
    let mut found = Vec::with_capacity(all.len());
    for (expr, parts) in all.iter().rev() {
        let own = done.split_off(done.len().saturating_sub(*parts));
        let one = own.into_iter().fold((Looks::of(expr, tables), 1), |(looks, size), (other, more)| {
            (looks.and(other), size + more)
        });
        done.push(one);
        found.push(one);
    }
    let mut lifted = Vec::new();
    let mut after = 0;
    for (place, ((expr, _), (looks, size))) in all.iter().zip(found.into_iter().rev()).enumerate() {
        let Looks::Behind(link) = looks else { continue };
        let is_alone = matches!(expr.node, Node::Column { .. });
        if place >= after && !is_alone {
            after = place + size;
            lifted.extend(every(link, tables).map(|every| (*expr, every)));
        }
    }
    lifted
}
