//! Of which rules, which logs and which seed something is: whoever has the same three computes the same.
//!
//! Comes in: two hashes and a number. Goes out: the last line of what is written for people, and the keys of JSON. It must
//! never hash anything. Start with [`Stamp`].

use super::fields::{Fields, text};
use std::io::{self, Write};

/// Of what an outcome is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The semantic hash of the rules that were in force.
    pub rules: String,
    /// The hash of the bytes of the logs; `None` where there are none.
    pub logs: Option<String>,
    /// What decides lots: as it was given, or as the log records it.
    pub seed: u64,
}

impl Stamp {
    /// `rules 5b7db8441826e82c, logs af13…, seed 7`
    #[must_use]
    pub fn words(&self) -> String {
        words(&self.rules, self.logs.as_deref(), self.seed)
    }

    /// The last line, below an empty one.
    pub(super) fn line(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.words())
    }

    /// The hashes.
    pub(super) fn hashes(&self, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        top.key(out, "hash")?;
        text(out, &self.rules)?;
        let Some(logs) = &self.logs else { return Ok(()) };
        top.key(out, "logs")?;
        text(out, logs)
    }

    /// The hashes and the seed.
    pub(super) fn all(&self, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        self.hashes(top, out)?;
        top.key(out, "seed")?;
        write!(out, "{}", self.seed)
    }
}

/// What an outcome is of, in words.
pub(super) fn words(rules: &str, logs: Option<&str>, seed: u64) -> String {
    let logs = logs.map_or_else(String::new, |logs| format!("logs {logs}, "));
    format!("rules {rules}, {logs}seed {seed}")
}
