//! Differences are opened, unless there are very many.
//!
//! Comes in: whose figure or place differs. Goes out: why it is what it was computed to be. It must never say what differs. Start
//! with [`Comparison::open`].

use super::Comparison;
use crate::explain::{Explanation, Question, Reach, explain};

/// So many differences are opened where not all are: to open one takes as long as to look at all games.
pub(super) const MOST_OPENED: usize = 20;

impl Comparison<'_> {
    /// Opens a difference, unless that was done with very many.
    pub(super) fn open(&mut self, open: impl FnOnce(&Self) -> Option<Explanation>) -> Option<Explanation> {
        if self.wanted.reach.most.is_some() && self.opened == MOST_OPENED {
            self.found.unopened += 1;
            return None;
        }
        self.opened += 1;
        open(self)
    }

    pub(super) fn opened(
        &self,
        entrant: &str,
        column: Option<&str>,
        standing: Option<&str>,
    ) -> Option<Explanation> {
        let question = Question { entrant: Some(entrant), column, standing, ..Question::default() };
        let Reach { depth, most } = self.wanted.reach;
        // A place is opened by what tells it from its neighbours; a figure down to the clauses of what it is made of.
        let depth = depth.map(|depth| depth + usize::from(column.is_some()));
        explain(self.subject, question, Reach { depth, most }).ok()
    }
}
