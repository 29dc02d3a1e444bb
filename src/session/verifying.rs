//! A published table against a scored log.
//!
//! Comes in: the bytes that were published, and what was scored. Goes out: what the comparison came to. Start with
//! [`Scored::verify`].

use super::{Scored, Session};
use crate::explain::{Absent, Reach, Subject};
use crate::log::{self, Published};
use crate::ruleset::Ruleset;
use crate::verify::{self, Verified, Wanted};

/// How a published table is compared.
#[derive(Debug, Clone, Copy)]
pub struct Verifying<'a> {
    /// Which standing was published; `None`: the one that the file names, or the first.
    pub standing: Option<&'a str>,
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
        let wanted = Wanted { standing: how.standing, edition: self.edition, reach: how.reach };
        verify::verify(subject, published, wanted)
    }
}
