//! What of a format nothing ever came to.
//!
//! Comes in: what examples and games came to. Goes out: a [`Coverage`], sheet by sheet. Start with [`coverage`].

use super::sites::{Test, What};
use super::usage::Trace;
use crate::format::FormatFile;
use crate::source::{SourceId, Span};

/// How much of a format was used.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// The sheets, standings and phases, in the order of the format; those that other formats say something of come last.
    pub groups: Vec<Group>,
    /// How many examples there are.
    pub examples: usize,
    /// What the logs are called.
    pub logs: Vec<String>,
    /// Whether some rows of the logs were too many to be looked at.
    pub passed_over: bool,
}

/// What one file says of a sheet, a standing, a phase, or the options.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The file.
    pub source: SourceId,
    /// Whether it is the format itself, and not one that it builds on.
    pub own: bool,
    /// How many places it has.
    pub places: usize,
    /// Those that nothing came to.
    pub unused: Vec<Unused>,
}

/// A place that nothing came to.
#[derive(Debug, Clone)]
pub struct Unused {
    /// What stands there.
    pub what: What,
    /// What it is a part of.
    pub of: String,
    /// Where.
    pub at: Span,
}

impl Coverage {
    /// How many places there are in the format itself, or in those that it builds on.
    #[must_use]
    pub fn places(&self, own: bool) -> usize {
        self.groups.iter().filter(|group| group.own == own).map(|group| group.places).sum()
    }

    /// How many of them nothing came to.
    #[must_use]
    pub fn unused(&self, own: bool) -> usize {
        self.groups.iter().filter(|group| group.own == own).map(|group| group.unused.len()).sum()
    }
}

/// Gathers what nothing came to.
#[must_use]
pub fn coverage(file: &FormatFile, trace: &Trace) -> Coverage {
    let mut groups: Vec<Group> = Vec::new();
    let places = trace.sites.iter().zip(&trace.used).filter(|(site, _)| site.test != Test::Cites);
    for (site, used) in places {
        let source = site.at.source;
        let known = groups.iter().position(|group| group.name == site.group && group.source == source);
        let place = known.unwrap_or_else(|| {
            let (name, own) = (site.group.clone(), source == file.source);
            groups.push(Group { name, source, own, places: 0, unused: Vec::new() });
            groups.len() - 1
        });
        groups[place].places += 1;
        if used.is_nothing() {
            groups[place].unused.push(Unused { what: site.what, of: site.of.clone(), at: site.at });
        }
    }
    groups.sort_by_key(|group| !group.own);
    groups.iter_mut().for_each(|group| group.unused.sort_by_key(|unused| unused.at));
    Coverage { groups, examples: trace.shown.len(), logs: trace.logs.clone(), passed_over: trace.passed_over }
}
