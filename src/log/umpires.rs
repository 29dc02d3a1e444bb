//! Umpires who are nobody: in formats with phases an umpire is one of the entrants.
//!
//! Comes in: a [`Recorder`] that has read everything. Goes out: a warning for each name that no entrant has. It must
//! never know who has to be umpire. Start with [`judge`].

use super::cell::shortened;
use super::complain::Reporter;
use super::recorder::Recorder;
use super::slots::{Address, GAME};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ruleset::BuiltinColumn;
use crate::value::{Symbol, Value};
use rustc_hash::FxHashSet;

/// So many names are looked through for the nearest to those that nobody has.
const MOST_COMPARED: usize = 500_000;

/// Warns of umpires who are no entrants, where entrants are registered.
pub(super) fn judge(recorder: &Recorder<'_>, reporter: &mut Reporter<'_>) {
    let layout = recorder.layout;
    let entrants = &recorder.entrants;
    let Some(column) = layout.builtin_of_game(BuiltinColumn::Umpire) else { return };
    if layout.ruleset.phases.is_empty() || entrants.all().iter().all(|entrant| entrant.record.is_none()) {
        return;
    }
    let mut said: FxHashSet<Symbol> = FxHashSet::default();
    let mut compared = 0;
    for row in 0..recorder.games() {
        let cell = Address { table: GAME, row, column };
        let Value::Text(umpire) = recorder.store.value(layout, cell) else { continue };
        let is_known = entrants.find(umpire).is_some() || entrants.left_out().contains(&umpire);
        if is_known || !said.insert(umpire) {
            continue;
        }
        let text = recorder.symbols.text(umpire);
        let names = entrants.all().iter().map(|entrant| recorder.symbols.text(entrant.name));
        compared += entrants.len();
        let near = if compared > MOST_COMPARED { None } else { nearest(text, names) };
        let place = recorder.store.games.get(row).map(|place| reporter.place_name(*place));
        let name = shortened(text);
        let help = near.map_or_else(
            || "mend the name, register the entrant, or leave the umpire out".to_owned(),
            |near| format!("did you mean `{}`?", shortened(near)),
        );
        let message = format!("`{name}` is umpire, but is not one of the entrants");
        reporter.without_place(
            Diagnostic::new(Code::UnknownUmpire, message)
                .note(format!("the first such game stands at {}", place.unwrap_or_default()))
                .help(help),
        );
    }
}
