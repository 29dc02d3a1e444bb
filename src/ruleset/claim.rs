//! Claims, and how they were proved.
//!
//! Comes in: nothing; it is data. Goes out: nothing. It must never know how a proof goes. Start with [`Claim`].

use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;

/// A claim: a condition that every row of a sheet fulfils.
#[derive(Debug, Clone)]
pub struct Claim {
    /// In words.
    pub text: String,
    /// On whose rows.
    pub sheet: SheetId,
    /// The hidden column (yes/no).
    pub condition: ColumnId,
    /// How it was proved, so that it need not be tried; `None` where it was not.
    pub proof: Option<Proof>,
    /// The condition in the file.
    pub at: Span,
}

/// How a claim was proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// By what one value can be.
    Range {
        /// The value, as it is written.
        of: String,
        /// All that it can be, in words.
        is: String,
    },
    /// A sum that always comes to one number.
    Sum {
        /// The sum, as it is written.
        of: String,
        /// The number, in words.
        is: String,
    },
    /// On every line of the bands, cases and items that it speaks of.
    Lines,
    /// In every way in which its conditions can come out.
    Cases,
}
