//! What corrections came to, in words and for programs.
//!
//! Comes in: a [`View`]. Goes out: a line for each entrant whose states at the end are different because of them. It must
//! never compare anything. Start with [`lines`] or [`json`].

use super::cell::shown;
use super::fields::{self, Fields, list, text};
use super::grid::Sections;
use super::view::View;
use crate::engine::{Corrected, CorrectedState};
use crate::log::Deed;
use crate::value::Value;
use std::io::{self, Write};

/// Entrants beyond which the rest is counted.
const MOST_LINES: usize = 100;

/// Writes a line for each such entrant: `with the corrections: Ada dan instead of kyu, orbs 4 instead of 0`.
pub fn lines(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let Some(corrected) = view.subject.corrected else { return Ok(()) };
    let annuls = view.subject.outcome.acts.iter().any(|act| matches!(act.what, Deed::Void { .. }));
    let with = if annuls { "with what is corrected and annulled" } else { "with the corrections" };
    if corrected.is_empty() {
        return sections.line(&format!("{with}: nobody stands other than without them"));
    }
    for one in corrected.iter().take(MOST_LINES) {
        sections.line(&format!("{with}: {}", words(view, one)))?;
    }
    match corrected.len().saturating_sub(MOST_LINES) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--output json` writes all of them")),
    }
}

/// Writes them for programs: `[{"entrant": "Ada", "states": {"orbs": {"before": 0, "after": 4}}}]`.
pub fn json(view: &View<'_>, corrected: &[Corrected], out: &mut dyn Write) -> io::Result<()> {
    list(out, corrected, |out, one| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "entrant")?;
        text(out, view.entrant_name(one.entrant as usize))?;
        keys.key(out, "states")?;
        out.write_all(b"{")?;
        let mut states = Fields::new(", ");
        for state in &one.states {
            states.key(out, &view.ruleset().column(state.state.last).name)?;
            out.write_all(b"{")?;
            let mut both = Fields::new(", ");
            for (key, value) in [("before", state.before), ("after", state.after)] {
                if value != Value::Missing {
                    both.key(out, key)?;
                    fields::value(value, view.symbols(), out)?;
                }
            }
            out.write_all(b"}")?;
        }
        out.write_all(b"}}")
    })
}

/// `Ada dan instead of kyu, orbs 4 instead of 0`: the level comes first.
fn words(view: &View<'_>, one: &Corrected) -> String {
    let moved = |state: &CorrectedState| {
        let [before, after] = [state.before, state.after].map(|value| shown(value, view.symbols()));
        format!("{}{after} instead of {before}", view.label(state.state))
    };
    let moved: Vec<String> = view
        .states_at_the_end()
        .filter_map(|wanted| one.states.iter().find(|state| state.state == wanted))
        .map(moved)
        .collect();
    format!("{} {}", view.entrant_name(one.entrant as usize), moved.join(", "))
}
