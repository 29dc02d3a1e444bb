//! Facts as an example in words: `lead = 0 and time = 12 s`.

use super::Facts;
use super::variables::VariableId;
use crate::check::ranges::Analysis;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::{Set, TextSet};
use crate::check::ranges::words;
use crate::value::{Interval, Rational};

/// More terms than this are not spelled out.
const TERMS: usize = 6;
/// The ranges of so many terms are told.
const TOLD: usize = 3;

impl Analysis<'_> {
    /// What the terms that `known` speaks of can be under `facts`, one remark each: what a condition was judged by.
    /// A term that is written like `condition` itself is no news, nor is one that can be anything.
    pub(in crate::check) fn told(&self, known: &Facts, facts: &Facts, condition: &str) -> Vec<String> {
        let mut remarks = Vec::new();
        for id in known.stated() {
            let (set, variable) = (self.known(facts, id), self.variables.get(id));
            let says_nothing = match &set {
                Set::Numbers(region) => region.pieces() == [Interval::default()],
                Set::Flags { yes, no } => *yes && *no,
                Set::Texts(TextSet::Except(except)) => except.is_empty(),
                Set::Anything => true,
                Set::Texts(TextSet::Only(_)) | Set::Nothing => false,
            };
            let text = self.text(id);
            if !says_nothing && text != condition {
                let words = words::set(&set, &variable.kind, &self.ruleset.symbols);
                remarks.push(format!("`{text}` can be {words}"));
            }
        }
        remarks.truncate(TOLD);
        remarks
    }

    /// An example under these facts; each value that is chosen makes the next one narrower. May be empty.
    pub(in crate::check) fn witness(&self, facts: &Facts) -> String {
        let mut facts = facts.clone();
        let mut remarks = Vec::new();
        let stated: Vec<_> = facts.stated().collect();
        for id in stated {
            let set = self.known(&facts, id);
            let variable = self.variables.get(id);
            let text = self.text(id);
            let (chosen, remark) = match &set {
                Set::Numbers(region) => {
                    let Some(at) = region.sample() else { continue };
                    let remark = match self.level(&variable.parts).filter(|_| at == Rational::ZERO) {
                        Some(level) => level,
                        None => format!("{text} = {}", words::number(at, &variable.kind)),
                    };
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

    /// A difference that is zero, as the author would write it: `score = opponent.score`.
    fn level(&self, parts: &[(VariableId, Rational)]) -> Option<String> {
        let [(left, plus), (right, minus)] = parts else {
            return None;
        };
        let opposite =
            plus.add(minus).is_ok_and(|sum| sum == Rational::ZERO) && plus.abs() == Ok(Rational::ONE);
        let text = |id: &VariableId| self.text(*id);
        opposite.then(|| format!("{} = {}", text(left), text(right)))
    }
}
