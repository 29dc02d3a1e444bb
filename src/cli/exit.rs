//! How the program ends.

use crate::diagnostic::{Code, Complaints};
use std::process::ExitCode;

/// The exit codes, named. A verdict is not a failure of the program, but a script must be able to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All is well; warnings are no errors.
    Fine = 0,
    /// The format or the log has errors; they have been printed.
    Errors = 1,
    /// The command was used wrongly.
    Usage = 2,
    /// A file cannot be read or written.
    File = 3,
}

impl Exit {
    /// What the complaints come to.
    #[must_use]
    pub fn of(complaints: &Complaints) -> Self {
        if complaints.iter().any(|complaint| complaint.code == Code::Unreadable) {
            Self::File
        } else if complaints.has_errors() {
            Self::Errors
        } else {
            Self::Fine
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
