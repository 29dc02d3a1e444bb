//! The claims of a format: proved, tried on records that nobody wrote, or broken by the smallest of them that is found.
//!
//! Comes in: a checked format, and from what to invent. Goes out: of each claim what is known, and how. The same seed
//! gives the same. It must never prove: that was done by the check. Start with [`claims`].

use super::invent::{self, Inventor};
use super::smallest::Smallest;
use super::{simplify, write};
use crate::engine::{self, Failed, RunError};
use crate::example::played;
use crate::format::{ExampleEntry, FormatFile};
use crate::ruleset::{Claim, Proof, Ruleset};
use crate::sheet::Tables;
use crate::source::Span;
use rayon::prelude::*;
use std::cell::RefCell;

/// Of so many records that break a claim the smallest is looked for.
const MADE_SMALL: usize = 4;

/// Where games have many sides, so few records are invented that they have no more than so many sides together.
const MOST_SIDES: u32 = 100_000;

/// What claims are tried on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trying {
    /// So many records are invented.
    pub invented: u32,
    /// What they are invented from.
    pub seed: u64,
}

impl Default for Trying {
    fn default() -> Self {
        Self { invented: 1000, seed: 0 }
    }
}

/// What is known of the claims of a format.
#[derive(Debug, Clone)]
pub struct Claims {
    /// What they were tried on.
    pub trying: Trying,
    /// So many events were invented besides.
    pub events: u32,
    /// Each claim, in the order of the format.
    pub all: Vec<ClaimRow>,
}

/// A claim.
#[derive(Debug, Clone)]
pub struct ClaimRow {
    /// In words.
    pub text: String,
    /// The sheet of whose rows it speaks.
    pub sheet: String,
    /// The condition in the file.
    pub at: Span,
    /// What is known of it.
    pub standing: Standing,
}

/// What is known of a claim.
#[derive(Debug, Clone)]
pub enum Standing {
    /// It holds whatever is recorded.
    Proved(Proof),
    /// It was neither proved nor broken.
    Tried {
        /// On so many records, which came to a row of which the claim speaks.
        records: usize,
    },
    /// It does not hold.
    Fails {
        /// Whether it is proved that no row ever fulfils it.
        never: bool,
        /// On so many records it was tried, those that break it among them.
        records: usize,
        /// The smallest record that was found to break it.
        broken_by: Option<Box<Broken>>,
    },
}

/// A record that breaks a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What is recorded, field by field: the path, as in an example, and the value.
    pub fields: Vec<(String, String)>,
    /// Which row breaks the claim, in words.
    pub row: String,
    /// What is computed there, in words; empty where there is nothing to tell.
    pub values: String,
    /// As an example.
    pub text: String,
}

impl Claims {
    /// How many are proved.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.all.iter().filter(|row| matches!(row.standing, Standing::Proved(_))).count()
    }

    /// How many fail.
    #[must_use]
    pub fn failing(&self) -> usize {
        self.all.iter().filter(|row| matches!(row.standing, Standing::Fails { .. })).count()
    }

    /// On how many records those were tried that are neither proved nor broken, one number for each.
    #[must_use]
    pub fn tried(&self) -> Vec<usize> {
        let tried = self.all.iter().filter_map(|row| match row.standing {
            Standing::Tried { records } => Some(records),
            Standing::Proved(_) | Standing::Fails { .. } => None,
        });
        tried.collect()
    }
}

/// Tries the claims that are not proved. `refuted` are the places of those of which it is proved that they never hold.
#[must_use]
pub fn claims(file: &FormatFile, ruleset: &Ruleset, refuted: &[Span], trying: Trying) -> Claims {
    let is_open = |claim: &Claim| claim.proof.is_none();
    let trials = if ruleset.claims.iter().any(is_open) {
        Trials::run(file, ruleset, trying)
    } else {
        Trials::default()
    };
    let all = ruleset.claims.iter().enumerate().map(|(place, claim)| {
        let standing = match &claim.proof {
            Some(proof) => Standing::Proved(proof.clone()),
            None => {
                let never = refuted.contains(&claim.at);
                let records = trials.records.get(place).copied().unwrap_or(0);
                let breaking = trials.breaking.get(place).map_or(&[] as &[ExampleEntry], Vec::as_slice);
                if never || !breaking.is_empty() {
                    let broken_by = smallest(file, ruleset, place, breaking).map(Box::new);
                    Standing::Fails { never, records, broken_by }
                } else {
                    Standing::Tried { records }
                }
            }
        };
        let sheet = ruleset.sheet(claim.sheet).name.clone();
        ClaimRow { text: claim.text.clone(), sheet, at: claim.at, standing }
    });
    let events = invent::events(ruleset);
    Claims { trying, events, all: all.collect() }
}

/// What came of the records, claim by claim.
#[derive(Default)]
struct Trials {
    /// On how many each was tried.
    records: Vec<usize>,
    /// The first of those that break it.
    breaking: Vec<Vec<ExampleEntry>>,
}

/// What came of one record: of each claim whether it was tried, and whether it is broken.
type Trial = Vec<(bool, bool)>;

impl Trials {
    fn run(file: &FormatFile, ruleset: &Ruleset, trying: Trying) -> Self {
        let inventor = Inventor::new(ruleset, trying.seed);
        let least = ruleset.plans.iter().map(|plan| plan.least).max().unwrap_or(1).max(1);
        let invented = trying.invented.min((MOST_SIDES / least).max(1));
        let numbers: Vec<u32> = inventor.numbers(invented).collect();
        let each: Vec<Trial> = numbers
            .par_iter()
            .copied()
            .map_init(|| ruleset.clone(), |own, number| trial(file, own, &inventor.example(number)))
            .collect();
        let count = ruleset.claims.len();
        let mut trials = Self { records: vec![0; count], breaking: vec![Vec::new(); count] };
        for (number, trial) in numbers.into_iter().zip(each) {
            for (place, (tried, broken)) in trial.into_iter().enumerate() {
                trials.records[place] += usize::from(tried);
                if broken && trials.breaking[place].len() < MADE_SMALL {
                    trials.breaking[place].push(inventor.example(number));
                }
            }
        }
        trials
    }
}

fn trial(file: &FormatFile, own: &mut Ruleset, example: &ExampleEntry) -> Trial {
    match played(file, own, example) {
        Ok(played) => {
            own.claims.iter().map(|claim| (is_tried(own, claim, &played.outcome.tables), false)).collect()
        }
        // Where a rule has no value, claims were not looked at.
        Err(Some(failed)) if failed.errors.iter().any(|error| matches!(error, RunError::Claim { .. })) => {
            let broken = |place: usize| broken(&failed, place).is_some();
            let tables = &failed.log.tables;
            let claims = own.claims.iter().enumerate();
            claims
                .map(|(place, claim)| (is_tried(own, claim, tables) || broken(place), broken(place)))
                .collect()
        }
        Err(Some(_) | None) => Vec::new(),
    }
}

/// Whether there is a row of which a claim speaks: one that is not void.
fn is_tried(ruleset: &Ruleset, claim: &Claim, tables: &Tables) -> bool {
    let Some(filled) = tables.column(claim.condition).filter(|_| claim.proof.is_none()) else { return false };
    let void = engine::void_rows(ruleset, tables, claim.sheet);
    void.iter().enumerate().any(|(row, is_void)| !is_void && filled.is_known(row))
}

fn broken(failed: &Failed, place: usize) -> Option<&RunError> {
    failed.errors.iter().find(|error| match error {
        RunError::Claim { claim, .. } => *claim == place,
        RunError::Fault { .. } | RunError::Tie { .. } => false,
    })
}

/// The smallest record that is found to break a claim, from some that do.
fn smallest(file: &FormatFile, ruleset: &Ruleset, place: usize, breaking: &[ExampleEntry]) -> Option<Broken> {
    let own = RefCell::new(ruleset.clone());
    let breaks = |example: &ExampleEntry| match played(file, &mut own.borrow_mut(), example) {
        Err(Some(failed)) => broken(&failed, place).is_some(),
        Ok(_) | Err(None) => false,
    };
    let smallest = Smallest::of(ruleset);
    let all = breaking.iter().map(|example| {
        let plain = simplify::lowered(&simplify::simplified(example, &breaks), &breaks);
        smallest.found(&plain, &breaks)
    });
    let mut found = all.min_by_key(|example| smallest.size(example))?;
    let claim = ruleset.claims.get(place)?;
    claim.text.clone_into(&mut found.name.text);
    let Err(Some(mut failed)) = played(file, &mut own.borrow_mut(), &found) else { return None };
    failed.log.names.clear();
    let told = engine::describe(broken(&failed, place)?, &own.borrow(), &failed.log);
    let row = told.message.strip_prefix(&format!("the claim `{}` does not hold: ", claim.text));
    let values = told.labels.first().map(|label| label.text.as_str());
    // What only says that it does not hold, or that many rows are behind it, tells no value.
    let values = values.filter(|values| values.contains(" is ") && !values.ends_with(")` is no"));
    Some(Broken {
        fields: Smallest::fields(&found),
        row: row.unwrap_or_default().to_owned(),
        values: values.unwrap_or_default().to_owned(),
        text: write::games(&found),
    })
}
