//! A published table against a scored log.
//!
//! Comes in: the bytes that were published, and what was scored. Goes out: what the comparison came to. Start with
//! [`Scored::verify`].

use super::{Scored, Session};
use crate::engine::Outcome;
use crate::explain::{Absent, Reach, Subject};
use crate::log::{self, Published};
use crate::ruleset::Ruleset;
use crate::verify::{self, Verified, Wanted};

/// How a published table is compared.
#[derive(Debug, Clone, Copy)]
pub struct Verifying<'a> {
    /// Which standing was published, or `places`; `None`: what the file names, or the first standing.
    pub standing: Option<&'a str>,
    /// After which round; `None`: as the file says, or as the log stands.
    pub after: Option<&'a str>,
    /// How far differences are opened.
    pub reach: Reach,
}

/// Reads a published table.
///
/// # Errors
/// What is wrong with it.
pub fn published(name: &str, bytes: &[u8]) -> Result<Published, Absent> {
    let wrong = |(message, help): (String, String)| Absent {
        message: format!("the table `{name}` cannot be compared: {message}"),
        help,
    };
    log::published(bytes).map_err(wrong)
}

impl Scored {
    /// Compares a published table with what came out, by the rules that it was scored by.
    ///
    /// # Errors
    /// Where there is nothing to compare.
    pub fn verify(
        &self,
        (ruleset, session): (&Ruleset, &Session),
        published: &Published,
        how: Verifying<'_>,
    ) -> Result<Verified, Absent> {
        let subject = Subject {
            ruleset,
            settings: &self.settings,
            outcome: &self.outcome,
            seed: self.seed,
            course: self.course.as_ref(),
            sources: &session.sources,
        };
        let Verifying { standing, after, reach } = how;
        let wanted = Wanted { standing, after, edition: self.edition, reach };
        verify::verify(subject, published, wanted)
    }

    /// What a published table was compared with: all that came out, or what had come out by a round.
    #[must_use]
    pub fn compared_with(&self, verified: &Verified) -> &Outcome {
        let round = verified.after.and_then(|(id, number)| {
            let phase = self.course.as_ref()?.phases.iter().find(|phase| phase.phase == id)?;
            phase.rounds.iter().find(|round| round.number == number)?.outcome.as_deref()
        });
        round.unwrap_or(&self.outcome)
    }
}
