//! Changes of a format that nobody would notice.
//!
//! Comes in: a checked format. Goes out: what becomes of each small change of it: whether the check complains, an example
//! or a claim notices, it means the same; and for those that survive an example that would notice. Each change is made on
//! the tree, checked, lowered and tried by itself, on all cores, and the result does not depend on how many there are.
//! Start with [`mutants`].

use super::change::{self, Change, Kind};
use super::witness::{Shown, Witness, Witnesses};
use crate::check::{self, domains};
use crate::diagnostic::{Code, Complaints, Severity};
use crate::engine::come_to_the_same;
use crate::example;
use crate::format::{FormatFile, SheetEntry};
use crate::ruleset::{Expr, Ruleset, Step};
use crate::source::{SourceId, Sources};
use crate::value::Value;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Combinations of values beyond which two rules are not compared on all of them.
const MOST_COMBINATIONS: usize = 200_000;

/// Values of one column beyond which they are not listed.
const MOST_VALUES: usize = 20_000;

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// No more changes than this; of more, every so many-th is tried.
    pub most: usize,
    /// So many examples are invented.
    pub invented: u32,
    /// What they are invented from.
    pub seed: u64,
}

/// What becomes of the changes of a format.
#[derive(Debug, Clone)]
pub struct Mutants {
    /// How many changes there are.
    pub proposed: usize,
    /// Those that were tried, in the order of the file.
    pub tried: Vec<Trial>,
    /// How many invented examples there were to tell them apart.
    pub invented: usize,
    /// Conditions of warnings and of faults without a cost, which no example can expect: none of them was changed.
    pub told_only: usize,
    /// The files that the format builds on, which were not changed.
    pub bases: Vec<SourceId>,
}

/// A change, and what becomes of it.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The change.
    pub change: Change,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// An example comes out differently.
    Example(String),
    /// A claim no longer holds.
    Claim(String),
    /// The check complains.
    Refused(Code),
    /// The rules are the same: they have the same hash.
    Same,
    /// The rules come to the same for all values that can be.
    Equivalent,
    /// No example notices, and no invented one tells the two apart.
    Alike,
    /// No example notices, and this one would.
    Survives(Box<Shown>),
}

impl Mutants {
    /// How many of the changes that were tried came to this.
    #[must_use]
    pub fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        self.tried.iter().filter(|trial| is(&trial.fate)).count()
    }

    /// Those that nobody notices.
    pub fn survivors(&self) -> impl Iterator<Item = (&Change, &Shown)> {
        self.tried.iter().filter_map(|trial| match &trial.fate {
            Fate::Survives(shown) => Some((&trial.change, &**shown)),
            Fate::Example(_)
            | Fate::Claim(_)
            | Fate::Refused(_)
            | Fate::Same
            | Fate::Equivalent
            | Fate::Alike => None,
        })
    }
}

/// Tries the changes of a format.
#[must_use]
pub fn mutants(file: &FormatFile, ruleset: &Ruleset, sources: &Sources, effort: Effort) -> Mutants {
    let all = change::changes(file, sources);
    let proposed = all.len();
    let chosen = chosen(all, effort.most);
    let bench = Bench::new(file, ruleset, sources, effort);
    let tried = chosen.into_par_iter().map(|change| Trial { fate: bench.fate(&change), change });
    Mutants {
        proposed,
        tried: tried.collect(),
        invented: bench.witnesses.count(),
        told_only: file.sheets.iter().map(|sheet| told_only(sheet, file.source)).sum(),
        bases: bases(file),
    }
}

/// Of more than so many, every so many-th: from everywhere in the file.
fn chosen(all: Vec<Change>, most: usize) -> Vec<Change> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let is_chosen = |place: usize| (place * most) / count != ((place + 1) * most) / count;
    all.into_iter().enumerate().filter(|(place, _)| is_chosen(*place)).map(|(_, change)| change).collect()
}

fn told_only(sheet: &SheetEntry, source: SourceId) -> usize {
    let own = sheet.verdicts.iter().filter(|verdict| verdict.span.source == source);
    own.filter(|verdict| change::is_told_only(verdict)).count()
}

/// The files in which rules stand, but for the format itself.
fn bases(file: &FormatFile) -> Vec<SourceId> {
    let rules = file.sheets.iter().flat_map(|sheet| &sheet.rules).map(|rule| rule.span.source);
    let orders = file.standings.iter().map(|standing| standing.order.span.source);
    let all: BTreeSet<SourceId> = rules.chain(orders).filter(|source| *source != file.source).collect();
    all.into_iter().collect()
}

/// What every change is tried on.
struct Bench<'a> {
    file: &'a FormatFile,
    ruleset: &'a Ruleset,
    sources: &'a Sources,
    hash: String,
    /// How many complaints of each kind the unchanged format has.
    complaints: BTreeMap<Code, usize>,
    domains: Vec<Option<Vec<Value>>>,
    witnesses: Witnesses<'a>,
}

impl<'a> Bench<'a> {
    fn new(file: &'a FormatFile, ruleset: &'a Ruleset, sources: &'a Sources, effort: Effort) -> Self {
        let mut complaints = Complaints::new();
        let _ = check::check(file, sources, &mut complaints);
        Self {
            file,
            ruleset,
            sources,
            hash: ruleset.semantic_hash(&ruleset.defaults()),
            complaints: counted(&complaints),
            domains: domains(ruleset, sources, MOST_VALUES),
            witnesses: Witnesses::new(file, ruleset, effort.seed, effort.invented),
        }
    }

    fn fate(&self, change: &Change) -> Fate {
        let file = change::changed(self.file, self.sources, change);
        let mut complaints = Complaints::new();
        let checked = check::check(&file, self.sources, &mut complaints);
        if let Some(code) = self.complained(&complaints) {
            let claim = complaints.iter().find(|one| one.code == Code::ClaimFails);
            return claim.map_or(Fate::Refused(code), |claim| Fate::Claim(claim.message.clone()));
        }
        let Some(changed) = checked else { return Fate::Refused(Code::Syntax) };
        if changed.semantic_hash(&changed.defaults()) == self.hash {
            return Fate::Same;
        }
        if let Some(name) = example::first_that_fails(&file, &changed) {
            return Fate::Example(name.text.clone());
        }
        if is_in_a_rule(change.kind) && self.is_equivalent(&changed) {
            return Fate::Equivalent;
        }
        match self.witnesses.find((&file, &changed), &change.of, &change.title) {
            Some(Witness::Claim(claim)) => Fate::Claim(claim),
            Some(Witness::Example(shown)) => Fate::Survives(shown),
            None => Fate::Alike,
        }
    }

    /// The first thing that the check says of the changed format and not of the unchanged one.
    fn complained(&self, complaints: &Complaints) -> Option<Code> {
        let errors = complaints.iter().map(|one| one.code).find(|code| code.severity() == Severity::Error);
        let more = |code: &Code, count: usize| count > self.complaints.get(code).copied().unwrap_or(0);
        errors.or_else(|| {
            counted(complaints).into_iter().find(|(code, count)| more(code, *count)).map(|(code, _)| code)
        })
    }

    /// Whether every rule that was changed comes to the same for all values of what it looks at.
    fn is_equivalent(&self, changed: &Ruleset) -> bool {
        let (old, new) = (self.ruleset, changed);
        let same_frame = old.columns == new.columns
            && old.symbols.is_same(&new.symbols)
            && old.steps.len() == new.steps.len()
            && old.scoring().count() == new.scoring().count();
        if !same_frame {
            return false;
        }
        let mut steps: Vec<(&Step, &Step)> = old.scoring().zip(new.scoring()).collect();
        let keys = |ruleset: &'_ Ruleset| -> Vec<crate::ruleset::OrderKey> {
            ruleset.standings.iter().flat_map(|standing| standing.keys.clone()).collect()
        };
        if keys(old) != keys(new) {
            return false;
        }
        steps.retain(|(one, other)| one != other);
        !steps.is_empty() && steps.iter().all(|(one, other)| self.come_to_the_same(one, other))
    }

    fn come_to_the_same(&self, one: &Step, other: &Step) -> bool {
        let same = |one: &Expr, other: &Expr| {
            one == other
                || come_to_the_same(self.ruleset, [one, other], &self.domains, MOST_COMBINATIONS)
                    .unwrap_or(false)
        };
        let both = |one: &Option<Expr>, other: &Option<Expr>| match (one, other) {
            (Some(one), Some(other)) => same(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        match (one, other) {
            (Step::Map { out, value }, Step::Map { out: other_out, value: other }) => {
                out == other_out && same(value, other)
            }
            (Step::Reduce(one), Step::Reduce(other)) => {
                let frame = |reduce: &crate::ruleset::Reduce| {
                    let mut frame = reduce.clone();
                    (frame.value, frame.filter) = (None, None);
                    frame
                };
                frame(one) == frame(other)
                    && both(&one.value, &other.value)
                    && both(&one.filter, &other.filter)
            }
            (Step::Place(one), Step::Place(other)) => one == other,
            (Step::Map { .. } | Step::Reduce(_) | Step::Place(_), _) => false,
        }
    }
}

fn counted(complaints: &Complaints) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for complaint in complaints.iter() {
        *counts.entry(complaint.code).or_insert(0) += 1;
    }
    counts
}

/// Whether a change is of what a rule computes, and of nothing else.
fn is_in_a_rule(kind: Kind) -> bool {
    match kind {
        Kind::Literal
        | Kind::Edge
        | Kind::Choice
        | Kind::Comparison
        | Kind::Connective
        | Kind::Negation
        | Kind::Sign
        | Kind::Function
        | Kind::Filter
        | Kind::Member
        | Kind::Item
        | Kind::Condition
        | Kind::Case
        | Kind::Lines
        | Kind::Kept => true,
        Kind::Keys
        | Kind::Key
        | Kind::Direction
        | Kind::AmongTied
        | Kind::Ties
        | Kind::Default
        | Kind::Schedule
        | Kind::Seeds
        | Kind::Pools => false,
    }
}
