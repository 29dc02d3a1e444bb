//! Audits: whether a format says enough.
//!
//! Comes in: a format, and logs of games. Goes out: what examples and games come to, and which changes nobody notices.
//! Start with [`Session::trace`].

use super::{Format, Scoring, Session};
use crate::audit::{self, Effort, Logged, Mutants, Trace};
use crate::log::Unread;
use crate::ruleset::Settings;

impl Session {
    /// Follows the examples of a format, and the games of these logs, read in order as one. `None` where they cannot be
    /// scored.
    pub fn trace<'a>(
        &mut self,
        format: &Format,
        settings: Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    ) -> Option<Trace> {
        let Format { file, ruleset } = format;
        let logs: Vec<Unread<'a>> = logs.into_iter().map(Into::into).collect();
        if logs.is_empty() {
            return Some(audit::trace(file, ruleset, None));
        }
        let scored = self.score(format, settings, logs, Scoring::default())?;
        let logged =
            Logged { outcome: &scored.outcome, settings: &scored.settings, course: scored.course.as_ref() };
        Some(audit::trace(file, ruleset, Some(logged)))
    }

    /// Tries small changes of a format whose examples come out right.
    #[must_use]
    pub fn mutants(&self, format: &Format, effort: Effort) -> Mutants {
        audit::mutants(&format.file, &format.ruleset, &self.sources, effort)
    }
}
