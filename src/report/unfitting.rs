//! What of a log does not fit the event, for programs.
//!
//! Comes in: remarks. Goes out: a list of JSON. It must never know why something does not fit. Start with [`json`].

use super::fields::{Fields, rows, text, texts};
use crate::diagnostic::Diagnostic;
use std::io::{self, Write};

/// What of the log does not fit the event.
pub fn json(remarks: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    rows(out, remarks.len(), |out, place| {
        let remark = &remarks[place];
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "code")?;
        text(out, remark.code.id())?;
        keys.key(out, "message")?;
        text(out, &remark.message)?;
        keys.key(out, "notes")?;
        texts(out, remark.notes.iter().map(String::as_str))?;
        out.write_all(b"}")
    })
}
