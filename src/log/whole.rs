//! What can be said only when all of a log has been read: no games, entrants of whom too little is recorded, names that
//! nobody registered, names that look alike, umpires who are nobody.
//!
//! Comes in: a [`Recorder`] that has read everything. Goes out: complaints. It must never know an encoding.
//! Start with [`judge`].

use super::Reading;
use super::alike;
use super::cell::shortened;
use super::complain::{Reporter, and_list};
use super::entrants::Entrant;
use super::recorder::Recorder;
use super::umpires;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::value::Symbols;
use rustc_hash::FxHashMap;

/// So many registered names are looked through for the nearest to names that are not registered.
const MOST_COMPARED: usize = 500_000;
/// So many names that look alike are told apart by their places.
const MOST_NAMED: usize = 8;

/// Judges a log as a whole.
pub(super) fn judge(recorder: &Recorder<'_>, reading: Reading, reporter: &mut Reporter<'_>) {
    if !reading.may_be_empty
        && recorder.games() == 0
        && reporter.left_out.is_empty()
        && !reporter.names.is_empty()
    {
        let (message, help) = if recorder.unplayed.games.is_empty() {
            ("entrants are recorded, but no games", "give a log that records games as well")
        } else {
            ("no game is played yet", "fill in the results of at least one game")
        };
        reporter.without_place(Diagnostic::new(Code::EmptyLog, message).help(help));
    }
    let names = Names::new(recorder);
    names.judge_alike(reporter);
    names.judge_unregistered(recorder, reporter);
    umpires::judge(recorder, reporter);
}

/// The entrants of a log and their names.
struct Names<'r> {
    entrants: &'r [Entrant],
    symbols: &'r Symbols,
    /// Those who are registered, by the log or by a record that was left out of it.
    registered: Vec<&'r str>,
    /// Groups of two or more whose names look alike.
    alike: Vec<Vec<usize>>,
}

impl<'r> Names<'r> {
    fn new(recorder: &'r Recorder<'_>) -> Self {
        let (entrants, symbols) = (recorder.entrants.all(), &recorder.symbols);
        let all: Vec<&str> = entrants.iter().map(|entrant| symbols.text(entrant.name)).collect();
        let recorded = entrants.iter().filter(|entrant| entrant.record.is_some());
        let recorded = recorded.map(|entrant| symbols.text(entrant.name));
        let left_out = recorder.entrants.left_out().iter().map(|name| symbols.text(*name));
        let registered = recorded.chain(left_out).collect();
        Self { entrants, symbols, registered, alike: alike::groups(&all) }
    }

    fn text(&self, entrant: usize) -> &'r str {
        self.entrants.get(entrant).map_or("", |entrant| self.symbols.text(entrant.name))
    }

    fn is_registered(&self, entrant: usize) -> bool {
        self.entrants.get(entrant).is_some_and(|entrant| entrant.record.is_some())
    }

    /// Warns of entrants whose names look alike. Who is not registered, but looks like one who is, gets another warning.
    fn judge_alike(&self, reporter: &mut Reporter<'_>) {
        for group in &self.alike {
            let registered: Vec<usize> =
                group.iter().copied().filter(|&entrant| self.is_registered(entrant)).collect();
            match registered.len() {
                0 => self.warn_alike(group, reporter),
                1 => {}
                _ => self.warn_alike(&registered, reporter),
            }
        }
    }

    fn warn_alike(&self, group: &[usize], reporter: &mut Reporter<'_>) {
        if reporter.is_full_of_warnings() {
            // It is only counted.
            return reporter.without_place(Diagnostic::new(Code::AlikeNames, String::new()));
        }
        let shown: Vec<String> =
            group.iter().take(MOST_NAMED).map(|&entrant| shortened(self.text(entrant))).collect();
        let count =
            if group.len() == 2 { "two entrants".to_owned() } else { format!("{} entrants", group.len()) };
        let message = format!("{} look alike, but are {count}", quoted(&shown, group.len()));
        let places = group.iter().zip(&shown).enumerate().map(|(place, (&entrant, name))| {
            let first = self.entrants.get(entrant).and_then(Entrant::first_place);
            let first = first.map(|first| reporter.place_name(first)).unwrap_or_default();
            if place == 0 {
                format!("`{name}` first stands at {first}")
            } else {
                format!("`{name}` at {first}")
            }
        });
        let places: Vec<String> = places.collect();
        let first = group.first().map_or("", |&entrant| self.text(entrant));
        let mut others = group.iter().skip(1).take(MOST_NAMED);
        let unseen = others.find_map(|&entrant| alike::difference(first, self.text(entrant)));
        let mut diagnostic = Diagnostic::new(Code::AlikeNames, message).note(places.join(", "));
        if let Some(unseen) = unseen.filter(|_| group.len() == 2) {
            diagnostic = diagnostic.note(unseen);
        }
        reporter.without_place(diagnostic.help(
            "write the name of one entrant the same way everywhere; tell two apart by a first name or a club",
        ));
    }

    /// Complains of entrants who are not registered: an error where something must be recorded of them, else a warning
    /// where others are registered.
    fn judge_unregistered(&self, recorder: &Recorder<'_>, reporter: &mut Reporter<'_>) {
        let required = recorder.required_of_entrants();
        if required.is_empty() && self.registered.is_empty() {
            return;
        }
        let mut likeness = self.likeness();
        for (row, entrant) in self.entrants.iter().enumerate() {
            let (None, Some(game)) = (entrant.record, entrant.first_game) else { continue };
            let name = shortened(self.text(row));
            let game = reporter.place_name(game);
            let first_game = format!("the first game of `{name}` stands at {game}");
            if !required.is_empty() {
                reporter.without_place(
                    Diagnostic::new(
                        Code::MissingValue,
                        format!("{} of the entrant `{name}` is not recorded", and_list(&required)),
                    )
                    .note(first_game)
                    .help(how_to_record(&name, &required, likeness.of(row, self))),
                );
            } else if recorder.entrants.left_out().contains(&entrant.name) {
                // It would be registered, if its record were right.
            } else if reporter.is_full_of_warnings() {
                // It is only counted.
                reporter.without_place(Diagnostic::new(Code::UnregisteredEntrant, String::new()));
            } else {
                // In an event the place of a record says from when on somebody takes part.
                let is_event = !recorder.layout.ruleset.phases.is_empty();
                let at = if is_event { "above the first game" } else { "anywhere in the log" };
                let help = match likeness.of(row, self) {
                    Some(near) => {
                        format!("did you mean `{}`? If not, register `{name}` as well, {at}", shortened(near))
                    }
                    None => format!("register `{name}` as well, {at}, or mend the name"),
                };
                let message = format!("`{name}` plays, but is not one of the registered entrants");
                reporter.without_place(
                    Diagnostic::new(Code::UnregisteredEntrant, message).note(first_game).help(help),
                );
            }
        }
    }

    fn likeness(&self) -> Likeness {
        let mut alike = FxHashMap::default();
        for group in &self.alike {
            if let Some(&registered) = group.iter().find(|&&entrant| self.is_registered(entrant)) {
                alike.extend(group.iter().map(|&entrant| (entrant, registered)));
            }
        }
        Likeness { alike, compared: 0 }
    }
}

/// Who may be meant by a name that is not registered.
struct Likeness {
    /// The registered entrant whose name looks like that of another entrant.
    alike: FxHashMap<usize, usize>,
    /// How many names were looked through so far.
    compared: usize,
}

impl Likeness {
    fn of<'r>(&mut self, entrant: usize, names: &Names<'r>) -> Option<&'r str> {
        if let Some(&registered) = self.alike.get(&entrant) {
            return Some(names.text(registered));
        }
        self.compared += names.registered.len();
        if self.compared > MOST_COMPARED {
            return None;
        }
        let name = names.text(entrant);
        let length = name.chars().count();
        let of_its_length =
            names.registered.iter().copied().filter(|known| known.chars().count().abs_diff(length) <= 3);
        nearest(name, of_its_length)
    }
}

/// How to record what must be recorded of an entrant.
fn how_to_record(name: &str, required: &[&str], near: Option<&str>) -> String {
    let first = required.first().copied().unwrap_or_default();
    let how = format!(
        "give a list of entrants before the games, in CSV with the columns `name` and {}, or as a line of JSON Lines: \
         `{{\"entrant\": {{\"name\": \"{name}\", \"{first}\": …}}}}`",
        and_list(required)
    );
    near.map_or(how.clone(), |near| format!("did you mean `{}`? If not, {how}", shortened(near)))
}

/// `a`, `b` and `c`, of `count` names.
fn quoted(names: &[String], count: usize) -> String {
    if names.len() == count {
        return and_list(names);
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("{} and others", names.join(", "))
}
