//! Facts as an example in words: `lead = 0 and time = 12 s`.

use super::Facts;
use crate::check::ranges::Analysis;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::{Set, TextSet};
use crate::check::ranges::words;

/// More terms than this are not spelled out.
const TERMS: usize = 6;

impl Analysis<'_> {
    /// An example under these facts; each value that is chosen makes the next one narrower. May be empty.
    pub(in crate::check) fn witness(&self, facts: &Facts) -> String {
        let mut facts = facts.clone();
        let mut remarks = Vec::new();
        let stated: Vec<_> = facts.stated().collect();
        for id in stated {
            let set = self.known(&facts, id);
            let variable = self.variables.get(id);
            let text = &variable.text;
            let (chosen, remark) = match &set {
                Set::Numbers(region) => {
                    let Some(at) = region.sample() else { continue };
                    let remark = format!("{text} = {}", words::number(at, &variable.kind));
                    (Set::Numbers(Region::point(at)), remark)
                }
                Set::Flags { yes: true, no } => {
                    // A flag that may be either needs no remark.
                    if *no {
                        continue;
                    }
                    (set.clone(), text.clone())
                }
                Set::Flags { .. } if text.contains(' ') => (set.clone(), format!("not ({text})")),
                Set::Flags { .. } => (set.clone(), format!("not {text}")),
                Set::Texts(TextSet::Only(only)) => {
                    let Some(first) = only.first() else { continue };
                    let remark = format!("{text} = {}", self.ruleset.symbols.text(*first));
                    (Set::Texts(TextSet::Only([*first].into())), remark)
                }
                Set::Texts(TextSet::Except(_)) => {
                    let remark =
                        format!("{text} is {}", words::set(&set, &variable.kind, &self.ruleset.symbols));
                    (set.clone(), remark.replace('`', "\""))
                }
                Set::Nothing | Set::Anything => continue,
            };
            let mut tried = facts.clone();
            if self.learn(&mut tried, id, &chosen) && self.settle(&mut tried) {
                facts = tried;
                remarks.push(remark);
            }
        }
        remarks.truncate(TERMS);
        remarks.join(" and ")
    }
}
