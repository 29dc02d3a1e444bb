//! The regulation, clause by clause: what implements each, and what shows that it does.
//!
//! Comes in: a format, and what examples and games came to. Goes out: a [`ClauseList`]. Start with [`clauses`].

use super::sites::{Site, Test, What};
use super::usage::Trace;
use crate::format::{ClauseStatus, FormatFile};
use crate::ruleset::ClauseId;
use crate::source::Span;
use std::collections::BTreeSet;

/// All clauses of a format.
#[derive(Debug, Clone)]
pub struct ClauseList {
    /// In the order of `[clauses]`, those of the formats that it builds on first.
    pub clauses: Vec<ClauseRow>,
    /// What the logs are called.
    pub logs: Vec<String>,
}

/// One clause.
#[derive(Debug, Clone)]
pub struct ClauseRow {
    /// Its name.
    pub name: String,
    /// Its words.
    pub text: String,
    /// What becomes of it.
    pub status: Status,
    /// Where it is stated.
    pub at: Span,
    /// Whether the format states it itself, and not one that it builds on.
    pub own: bool,
    /// What cites it, in the order of the file.
    pub cited: Vec<Citation>,
    /// The examples that it has a part in; first those that give it as a reason.
    pub examples: Vec<ShownBy>,
    /// How many rows of the logs came to something that cites it.
    pub rows: u64,
    /// In which logs, by their place in [`ClauseList::logs`].
    pub logs: BTreeSet<u32>,
}

/// What becomes of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It is computed.
    Rule,
    /// There is nothing to compute.
    Note,
    /// The replay of a game that is recorded by its moves sees to it.
    Verified,
    /// It is not computed yet; says for what it waits.
    Waits(String),
}

/// A place that cites a clause.
#[derive(Debug, Clone)]
pub struct Citation {
    /// What stands there.
    pub what: What,
    /// What it is a part of.
    pub of: String,
    /// Where.
    pub at: Span,
    /// Whether something can come to it: nobody comes to a level that is never given.
    pub reachable: bool,
}

/// An example that a clause has a part in.
#[derive(Debug, Clone)]
pub struct ShownBy {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub at: Span,
    /// Whether it gives the clause as a reason.
    pub because: bool,
}

impl ClauseRow {
    /// Whether an example or a game came to it, or nothing can.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.is_shown() || self.rows > 0
    }

    /// Whether an example came to it, or nothing can.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        !self.examples.is_empty() || self.is_out_of_reach()
    }

    /// Whether all that cites it is what nothing can come to.
    #[must_use]
    pub fn is_out_of_reach(&self) -> bool {
        !self.cited.is_empty() && self.cited.iter().all(|cited| !cited.reachable)
    }
}

/// Goes through the clauses.
#[must_use]
pub fn clauses(file: &FormatFile, trace: &Trace) -> ClauseList {
    let rows = (0_u32..).map(ClauseId).zip(&file.clauses).map(|(id, entry)| {
        let citing = || trace.sites.iter().zip(&trace.used).filter(|(site, _)| site.cites.contains(&id));
        let mut cited: Vec<Citation> = citing().map(|(site, _)| citation(site)).collect();
        cited.sort_by_key(|cited| cited.at);
        let shown = trace.shown.iter().filter(|shown| shown.clauses.contains(&id));
        let mut examples: Vec<ShownBy> = shown
            .map(|shown| ShownBy {
                name: shown.name.clone(),
                at: shown.at,
                because: shown.because.contains(&id),
            })
            .collect();
        examples.sort_by_key(|example| !example.because);
        ClauseRow {
            name: entry.name.text.clone(),
            text: entry.text.clone(),
            status: match &entry.status {
                ClauseStatus::Rule => Status::Rule,
                ClauseStatus::Note => Status::Note,
                ClauseStatus::Verified => Status::Verified,
                ClauseStatus::Waits(what) => Status::Waits(what.clone()),
            },
            at: entry.name.span,
            own: entry.name.span.source == file.source,
            cited,
            examples,
            rows: citing().map(|(_, used)| used.games.rows).max().unwrap_or(0),
            logs: citing().flat_map(|(_, used)| used.games.logs.iter().copied()).collect(),
        }
    });
    ClauseList { clauses: rows.collect(), logs: trace.logs.clone() }
}

fn citation(site: &Site) -> Citation {
    Citation {
        what: site.what,
        of: site.of.clone(),
        at: site.at,
        reachable: site.what != What::Level || site.test != Test::Cites,
    }
}
