//! Acts that name somebody, a game or a match whom the log did not know when it came to them.
//!
//! Comes in: such acts, with their text. Goes out: complaints, once all of the log is read: only then can be said
//! whether a name comes later or never. It must never know an encoding. Start with [`report`].

use super::cell::shortened;
use super::complain::{Place, RecordText, Reporter, Trouble};
use super::recorder::Recorder;
use super::slots::{Address, GAME};
use crate::diagnostic::{Code, nearest};
use crate::ruleset::BuiltinColumn;
use crate::sheet::RecordPlace;
use crate::value::Value;

/// So many names are looked through for the nearest to those that are not there.
const MOST_COMPARED: usize = 500_000;

/// An act that cannot be done.
pub(super) struct Unresolved {
    /// The text of the record.
    pub bytes: Vec<u8>,
    /// Where it stands.
    pub place: RecordPlace,
    /// What else is wrong with it.
    pub troubles: Vec<Trouble>,
    /// What it names.
    pub sought: Vec<Sought>,
}

/// A name of which nothing was known.
pub(super) struct Sought {
    pub what: Thing,
    pub name: String,
    pub place: Place,
}

/// What a name is to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    Entrant,
    Game,
    /// A game that is corrected.
    Corrected,
    Match,
}

/// Says of each such act what is wrong with it.
pub(super) fn report(recorder: &mut Recorder<'_>, reporter: &mut Reporter<'_>) {
    let mut compared = 0;
    for mut act in std::mem::take(&mut recorder.unresolved) {
        for sought in &act.sought {
            let trouble = match sought.what {
                Thing::Entrant => no_entrant(sought, recorder, reporter, &mut compared),
                Thing::Game | Thing::Corrected => no_game(sought, recorder, reporter, &mut compared),
                Thing::Match => Some(no_match(sought, recorder, reporter, &mut compared)),
            };
            act.troubles.extend(trouble);
        }
        if !act.troubles.is_empty() {
            let text = RecordText { bytes: &act.bytes, place: act.place };
            reporter.record(text, None, &mut act.troubles);
        }
    }
}

fn no_entrant(
    sought: &Sought,
    recorder: &Recorder<'_>,
    reporter: &Reporter<'_>,
    compared: &mut usize,
) -> Option<Trouble> {
    let name = shortened(&sought.name);
    let symbol = recorder.symbols.find(&sought.name);
    let trouble = |message: String| Trouble::new(Code::ActOfUnknown, message, sought.place);
    let entrants = &recorder.entrants;
    if let Some(row) = symbol.and_then(|symbol| entrants.find(symbol)) {
        let place = entrants.all().get(row as usize).and_then(super::entrants::Entrant::first_place);
        let place = place.map(|place| reporter.place_name(place)).unwrap_or_default();
        return Some(
            trouble(format!("`{name}` is not yet in the log here"))
                .note(format!("the entrant first stands at {place}"))
                .help("register the entrant before this line: a log is what happened, in order"),
        );
    }
    if symbol.is_some_and(|symbol| entrants.left_out().contains(&symbol)) {
        let message = format!("the record of the entrant `{name}` is left out");
        return reporter.keeps_going().then(|| trouble(message));
    }
    let names = entrants.all().iter().map(|entrant| recorder.symbols.text(entrant.name));
    *compared += entrants.len();
    let near = if *compared > MOST_COMPARED { None } else { nearest(&sought.name, names) };
    let trouble = trouble(format!("there is no entrant `{name}`"));
    Some(match near {
        Some(near) => trouble.help(format!("did you mean `{}`?", shortened(near))),
        None => trouble.help("mend the name, or register the entrant before this line"),
    })
}

fn no_game(
    sought: &Sought,
    recorder: &Recorder<'_>,
    reporter: &Reporter<'_>,
    compared: &mut usize,
) -> Option<Trouble> {
    let name = shortened(&sought.name);
    let symbol = recorder.symbols.find(&sought.name);
    let is_corrected = sought.what == Thing::Corrected;
    let code = if is_corrected { Code::BadCorrection } else { Code::ActOfUnknown };
    let trouble = |message: String| Trouble::new(code, message, sought.place);
    if let Some(game) = symbol.and_then(|symbol| recorder.duplicates.game(symbol)) {
        let place =
            recorder.store.games.get(game).map(|place| reporter.place_name(*place)).unwrap_or_default();
        return Some(
            trouble(format!("the game `{name}` is not yet recorded here"))
                .note(format!("it stands at {place}"))
                .help(format!(
                    "write {} below the game: a log is what happened, in order",
                    if is_corrected { "the correction" } else { "this line" }
                )),
        );
    }
    if symbol.is_some_and(|symbol| recorder.duplicates.refused(symbol).is_some()) {
        let verb = if is_corrected { "corrected" } else { "spoken of" };
        let message = format!("the game `{name}` is left out, so it cannot be {verb}");
        return reporter.keeps_going().then(|| trouble(message));
    }
    let number: Option<usize> = sought.name.parse().ok();
    let id = number.and_then(|number| recorder.id_of_game(number.checked_sub(1)?));
    if let (Some(number), Some(id)) = (number, id) {
        let id = shortened(&id);
        return Some(trouble(format!("game {number} of the log has an id: `{id}`")).help(format!(
            "write `\"game\": \"{id}\"`; only games without an id are named by their numbers"
        )));
    }
    let games = recorder.games();
    *compared += games;
    let ids = (0..games).filter_map(|game| recorder.id_of_game(game));
    let ids: Vec<String> = if *compared > MOST_COMPARED { Vec::new() } else { ids.collect() };
    let trouble = trouble(format!("there is no game `{name}`"));
    Some(match nearest(&sought.name, ids.iter().map(String::as_str)) {
        Some(near) => trouble.help(format!("did you mean `{}`?", shortened(near))),
        None if ids.is_empty() && games == 1 => trouble.help("the only game has no id: its number is 1"),
        None if ids.is_empty() && games > 1 => {
            trouble.help(format!("name the game by its number in the log: 1 to {games}"))
        }
        None => trouble.help("name the game by its `id`, or by its number in the log where it has none"),
    })
}

fn no_match(
    sought: &Sought,
    recorder: &mut Recorder<'_>,
    reporter: &Reporter<'_>,
    compared: &mut usize,
) -> Trouble {
    let name = shortened(&sought.name);
    let trouble = |message: String| Trouble::new(Code::ActOfUnknown, message, sought.place);
    if let Some(symbol) = recorder.symbols.find(&sought.name)
        && let Some(game) = recorder.games_of_match(symbol).first().copied()
    {
        let place = recorder.store.games.get(game as usize).copied();
        let place = place.map(|place| reporter.place_name(place)).unwrap_or_default();
        return trouble(format!("no game of such a match `{name}` stands above this line"))
            .note(format!("a game of a match `{name}` stands at {place}"))
            .help("mend its `phase` or `round`, or write this line below the games: a log is what happened, in order");
    }
    let names = recorder.match_names();
    *compared += names.len();
    let names = if *compared > MOST_COMPARED { Vec::new() } else { names };
    let trouble = trouble(format!("there is no match `{name}`"));
    match nearest(&sought.name, names.iter().map(String::as_str)) {
        Some(near) => trouble.help(format!("did you mean `{}`?", shortened(near))),
        None => trouble.help("name the match as its games do: `match`"),
    }
}

impl Recorder<'_> {
    /// The id of a game that is recorded.
    pub fn id_of_game(&self, game: usize) -> Option<String> {
        let column = self.layout.builtin_of_game(BuiltinColumn::Id)?;
        if game >= self.games() {
            return None;
        }
        match self.store.value(self.layout, Address { table: GAME, row: game, column }) {
            Value::Text(id) => Some(self.symbols.text(id).to_owned()),
            _ => None,
        }
    }
}
