//! Why a key of a standing did not decide a place: it did; or an earlier key had told the entrants apart already; or they
//! are level by it.
//!
//! Comes in: a standing, an entrant, a clause. Goes out: a node for each key that cites it, with the comparisons beside it. It
//! must never put anybody in order. Start with [`Builder::why_not_key`].

use super::cell::Builder;
use super::names;
use super::tree::{Node, RowName, Step, What};
use crate::ruleset::{ClauseId, SheetKind};

impl Builder<'_> {
    /// What part the keys of a standing that cite a clause have in the place of an entrant.
    pub(super) fn why_not_key(
        &mut self,
        standing: usize,
        entrant: u32,
        clause: ClauseId,
        depth: usize,
    ) -> Vec<Node> {
        let ruleset = self.opened.ruleset;
        let Some(info) = ruleset.standings.get(standing) else { return Vec::new() };
        let mut nodes = Vec::new();
        for (number, key) in info.keys.iter().enumerate() {
            if !key.cites.contains(&clause) {
                continue;
            }
            let Some(place) = self.place(standing, entrant, depth) else { continue };
            let title = &info.title;
            let text = self.key_words(key);
            // Whether it was looked at beside a neighbour, and whether it decided.
            let looked = |against: &Node| {
                against.children.iter().find_map(|child| {
                    let What::Key { text: known, ahead, .. } = &child.what else { return None };
                    (*known == text).then_some(ahead.is_some())
                })
            };
            let found: Vec<Option<bool>> = place.children.iter().map(looked).collect();
            let taken = found.contains(&Some(true));
            let name = self.name_of_entrant(entrant);
            let who = names::entrant(&self.opened, entrant);
            let why = if taken {
                format!("it decides the place of {who}")
            } else if found.contains(&Some(false)) {
                format!("it was looked at, and {who} is level by it")
            } else if place.children.is_empty() {
                format!("nobody else is in “{title}”")
            } else if number == 0 {
                "it was not looked at".to_owned()
            } else {
                format!("nobody was level with {who} when its turn came: an earlier key had decided")
            };
            let column = format!("the order of “{title}”");
            let mut node = Node::new(What::WhyNot { text, column, of: name, taken }, None);
            node.rule = key.at.map(|at| self.quotes.of(at));
            node.clauses = self.quotes.clauses(&[clause]);
            node.steps.push(Step::Said(why));
            node.children = place.children;
            nodes.push(node);
        }
        nodes
    }

    fn name_of_entrant(&self, entrant: u32) -> RowName {
        let sheet = self.opened.ruleset.sheet_of(&SheetKind::Entrant);
        sheet.map(|sheet| names::name(&self.opened, sheet, entrant)).unwrap_or_default()
    }
}
