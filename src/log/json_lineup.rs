//! Entrants whom acts name in JSON Lines: one, an order of them, pools of them.
//!
//! Comes in: trees. Goes out: rows of the entrant sheet, or complaints; who is not known so far is sought when all of the
//! log is read. It must never know what an act does. Start with [`ActReader::entrant`].

use super::cell::shortened;
use super::complain::{Place, Trouble, must_be};
use super::json_acts::ActReader;
use super::unresolved::{Sought, Thing};
use crate::diagnostic::Code;
use crate::json::{Member, Node, What};
use std::collections::BTreeMap;

impl ActReader<'_, '_> {
    /// The pools of a draw.
    pub fn pools(&mut self, member: &Member) -> Option<Vec<Vec<u32>>> {
        let wanted = "a list of pools, each a list of entrants: `[[\"A\", \"B\"], …]`";
        let What::List(nodes) = &member.value.what else {
            self.trouble(must_be(&member.value, "`pools`", wanted));
            return None;
        };
        self.not_empty(nodes, "no pool", &member.value)?;
        let mut seen = BTreeMap::new();
        let mut pools: Option<Vec<Vec<u32>>> = Some(Vec::new());
        for (node, number) in nodes.iter().zip(1_u32..) {
            let What::List(members) = &node.what else {
                self.trouble(must_be(node, "a pool", "a list of entrants"));
                pools = None;
                continue;
            };
            self.not_empty(members, &format!("pool {number} is empty: nobody"), node);
            let pool = self.entrants(members, "an entrant of a pool", &mut seen);
            pools = pools.zip(pool).map(|(mut pools, pool)| {
                pools.push(pool);
                pools
            });
        }
        pools
    }

    /// The order of a decision.
    pub fn order(&mut self, member: &Member) -> Option<Vec<u32>> {
        let What::List(nodes) = &member.value.what else {
            self.trouble(must_be(&member.value, "`order`", "a list of entrants, the best first"));
            return None;
        };
        if nodes.len() == 1 {
            self.trouble(
                Trouble::new(
                    Code::BadAct,
                    "an order of one entrant decides nothing",
                    Place::from(&member.value.at),
                )
                .help("name all who are level, the best first"),
            );
            return None;
        }
        self.not_empty(nodes, "nobody", &member.value)?;
        self.entrants(nodes, "an entrant of the order", &mut BTreeMap::new())
    }

    fn not_empty(&mut self, nodes: &[Node], nothing: &str, list: &Node) -> Option<()> {
        if !nodes.is_empty() {
            return Some(());
        }
        let trouble =
            Trouble::new(Code::BadAct, format!("{nothing} is named in this list"), Place::from(&list.at));
        self.trouble(trouble.help("name the entrants, or take the line out"));
        None
    }

    /// Entrants, each of whom may be there once.
    fn entrants(
        &mut self,
        nodes: &[Node],
        what: &str,
        seen: &mut BTreeMap<String, Place>,
    ) -> Option<Vec<u32>> {
        let mut all = Some(Vec::new());
        for node in nodes {
            let row = self.entrant(node, what);
            if let Some(name) = node.label().map(str::trim)
                && let Some(&first) = seen.get(name)
            {
                let message = format!("`{}` is named twice", shortened(name));
                self.trouble(
                    Trouble::new(Code::BadAct, message, Place::from(&node.at))
                        .label("a second time")
                        .also(first, "the first time")
                        .help("name each entrant once"),
                );
                all = None;
            }
            seen.extend(node.label().map(|name| (name.trim().to_owned(), Place::from(&node.at))));
            all = all.zip(row).map(|(mut all, row)| {
                all.push(row);
                all
            });
        }
        all
    }

    /// The row of the entrant whom a value names; who is not known so far is sought when all is read.
    pub fn entrant(&mut self, node: &Node, what: &str) -> Option<u32> {
        let Some(name) = node.label() else {
            self.trouble(must_be(node, what, "the name of an entrant, in quotes"));
            return None;
        };
        let name = self.recorder.checked_name(name, Place::from(&node.at))?;
        let row = self.recorder.entrants.find(name);
        if row.is_none() {
            let name = self.recorder.symbols.text(name).to_owned();
            self.sought.push(Sought { what: Thing::Entrant, name, place: Place::from(&node.at) });
        }
        row
    }
}
