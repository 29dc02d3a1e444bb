//! Changes of a format that nobody would notice.
//!
//! Comes in: a checked format. Goes out: what becomes of each small change of it: whether the check complains, an example
//! or a claim notices, it means the same; and for those that survive an example that would notice. Each change is made on
//! the tree, checked, lowered and tried by itself, on all cores, and the result does not depend on how many there are.
//! Start with [`mutants`].

use super::change::{self, Change};
use super::equal::{Equality, Reason};
use super::witness::{Shown, Witness, Witnesses};
use crate::check::{self, domains};
use crate::diagnostic::{Code, Complaints, Severity};
use crate::example;
use crate::format::{FormatFile, SheetEntry};
use crate::ruleset::Ruleset;
use crate::source::{SourceId, Sources};
use crate::value::Value;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    /// How many invented examples there were to tell them apart: none where none was needed.
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
    /// The rules come to the same, and why.
    Equivalent(Reason),
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
            | Fate::Equivalent(_)
            | Fate::Alike => None,
        })
    }
}

/// Tries the changes of a format. `done` is told, from any of the cores, how many were tried, and of how many.
#[must_use]
pub fn mutants(
    (file, ruleset): (&FormatFile, &Ruleset),
    sources: &Sources,
    effort: Effort,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Mutants {
    let all = change::changes(file, sources);
    let proposed = all.len();
    let chosen = chosen(all, effort.most);
    let bench = Bench::new(file, ruleset, sources, effort);
    let (count, all) = (AtomicUsize::new(0), chosen.len());
    let trial = |change: Change| {
        let trial = Trial { fate: bench.fate(&change), change };
        done(count.fetch_add(1, Ordering::Relaxed) + 1, all);
        trial
    };
    let tried = chosen.into_par_iter().map(trial).collect();
    Mutants {
        proposed,
        tried,
        invented: bench.witnesses.get().map_or(0, Witnesses::count),
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
    effort: Effort,
    /// Invented once a change is met that no example notices.
    witnesses: OnceLock<Witnesses<'a>>,
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
            effort,
            witnesses: OnceLock::new(),
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
        if let Some(reason) = Equality::new(self.ruleset, &changed, &self.domains).reason(change.kind) {
            return Fate::Equivalent(reason);
        }
        match self.witnesses().find((&file, &changed), &change.of, &change.title) {
            Some(Witness::Claim(claim)) => Fate::Claim(claim),
            Some(Witness::Example(shown)) => Fate::Survives(shown),
            None => Fate::Alike,
        }
    }

    fn witnesses(&self) -> &Witnesses<'a> {
        let Effort { seed, invented, .. } = self.effort;
        self.witnesses.get_or_init(|| Witnesses::new(self.file, self.ruleset, seed, invented))
    }

    /// The first thing that the check says of the changed format and not of the unchanged one.
    fn complained(&self, complaints: &Complaints) -> Option<Code> {
        let errors = complaints.iter().map(|one| one.code).find(|code| code.severity() == Severity::Error);
        let more = |code: &Code, count: usize| count > self.complaints.get(code).copied().unwrap_or(0);
        errors.or_else(|| {
            counted(complaints).into_iter().find(|(code, count)| more(code, *count)).map(|(code, _)| code)
        })
    }
}

fn counted(complaints: &Complaints) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for complaint in complaints.iter() {
        *counts.entry(complaint.code).or_insert(0) += 1;
    }
    counts
}
