//! The rules as they are for whoever cannot wait for a decision.
//!
//! Start with [`Ruleset::with_ties_shared`].

use super::{Ruleset, Step, Ties};

impl Ruleset {
    /// The rules with ties shared that they refuse: among many events there is always one with a tie, and a match that is
    /// under way may be level.
    #[must_use]
    pub fn with_ties_shared(&self) -> Self {
        let mut relaxed = self.clone();
        let share = |ties: &mut Ties| {
            if *ties == Ties::Refuse {
                *ties = Ties::Share;
            }
        };
        relaxed.standings.iter_mut().for_each(|standing| share(&mut standing.ties));
        for step in relaxed.steps.iter_mut().chain(&mut relaxed.model.steps) {
            match step {
                Step::Place(place) => share(&mut place.ties),
                Step::Map { .. } | Step::Reduce(_) => {}
            }
        }
        relaxed
    }

    /// Whether a tie anywhere is refused.
    #[must_use]
    pub fn refuses_ties(&self) -> bool {
        let refuses = |step: &Step| match step {
            Step::Place(place) => place.ties == Ties::Refuse,
            Step::Map { .. } | Step::Reduce(_) => false,
        };
        self.standings.iter().any(|standing| standing.ties == Ties::Refuse) || self.steps.iter().any(refuses)
    }
}
