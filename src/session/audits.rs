//! Audits: whether a format says enough.
//!
//! Comes in: a format, and logs of games. Goes out: what examples and games come to, and which changes nobody notices.
//! Start with [`Session::trace`].

use super::{Format, Scored, Scoring, Session};
use crate::audit::{self, Effort, Logged, Mutants, Trace};
use crate::log::Unread;
use crate::ruleset::{Ruleset, Settings};

impl Session {
    /// Follows the examples of a format, and the games of these logs, read in order as one and scored like this. `None`
    /// where they cannot be scored.
    pub fn trace<'a>(
        &mut self,
        format: &Format,
        (settings, scoring): (Settings, Scoring),
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    ) -> Option<Trace> {
        let Format { file, ruleset } = format;
        let logs: Vec<Unread<'a>> = logs.into_iter().map(Into::into).collect();
        if logs.is_empty() {
            return Some(audit::trace(file, ruleset, &[]));
        }
        if ruleset.editions.is_some() {
            return self.trace_editions(format, (settings, scoring), logs);
        }
        let scored = self.score(format, settings, logs, scoring)?;
        Some(audit::trace(file, ruleset, &[logged(ruleset, &scored)]))
    }

    /// The same, each edition as the event that it is, and what ranks over all of them.
    fn trace_editions<'a>(
        &mut self,
        format: &Format,
        (settings, scoring): (Settings, Scoring),
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    ) -> Option<Trace> {
        let editions = self.editions(format, settings, logs, scoring)?;
        let mut all = Vec::new();
        for &edition in &editions.known {
            all.push((&editions.rules, self.score_edition(&editions, edition)?));
        }
        if editions.has_season() {
            all.push((&editions.of_season, self.score_season(&editions)?));
        }
        let all: Vec<Logged<'_>> = all.iter().map(|(rules, scored)| logged(rules, scored)).collect();
        Some(audit::trace(&format.file, &format.ruleset, &all))
    }

    /// Tries small changes of a format whose examples come out right. `done` is told how many were tried, and of how many.
    #[must_use]
    pub fn mutants(&self, format: &Format, effort: Effort, done: &(dyn Fn(usize, usize) + Sync)) -> Mutants {
        audit::mutants((&format.file, &format.ruleset), &self.sources, effort, done)
    }
}

fn logged<'a>(ruleset: &'a Ruleset, scored: &'a Scored) -> Logged<'a> {
    Logged { ruleset, outcome: &scored.outcome, settings: &scored.settings, course: scored.course.as_ref() }
}
