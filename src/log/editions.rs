//! Which edition a game belongs to, while the log is read: what no game can be without, and what one match cannot have.
//!
//! Comes in: games that are staged, one after the other. Goes out: complaints about those that say neither their edition
//! nor their day, and about matches that name two editions. Which edition each game has in the end is found out when all
//! is read, in `edition_of`. It must never know an encoding. Start with [`Recorder::judge_edition`].

use super::cell::shortened;
use super::complain::{Place, RecordText, Reporter, Trouble};
use super::recorder::{Ended, Recorder};
use crate::diagnostic::Code;
use crate::ruleset::{BuiltinColumn, Edition, Every, PhaseId, Ruleset, Scheme};
use crate::sheet::{RecordPlace, row_id};
use crate::value::{Symbol, Symbols, Value};
use rustc_hash::FxHashMap;

/// What to do about a game that says too little.
const HELP: &str = "say on which day it was played, `date`, or of which edition it is, `edition`";

/// What matches say of their editions so far.
#[derive(Debug)]
pub(super) struct Editions {
    pub every: Every,
    /// The first game of each match that names its edition.
    named: FxHashMap<Box<[u64]>, (Symbol, RecordPlace)>,
    /// The first game of each match that says nothing.
    waiting: FxHashMap<Box<[u64]>, Waiting>,
    key: Vec<u64>,
}

/// A game of which other games of its match have to say the edition.
#[derive(Debug)]
struct Waiting {
    /// Its row.
    game: u32,
    /// Its match.
    name: Symbol,
    bytes: Vec<u8>,
    place: RecordPlace,
    whole: Place,
}

impl Editions {
    /// `None` in a format without editions.
    pub fn new(ruleset: &Ruleset) -> Option<Self> {
        let every = ruleset.editions.as_ref()?.every;
        Some(Self { every, named: FxHashMap::default(), waiting: FxHashMap::default(), key: Vec::new() })
    }
}

/// The phase of a game, by the value of its column; one that names none belongs to the first.
pub(super) fn phase_of(ruleset: &Ruleset, value: Option<Value>) -> PhaseId {
    let symbol = match value {
        Some(Value::Text(symbol)) => Some(symbol),
        _ => None,
    };
    let place = ruleset.phases.iter().position(|phase| Some(phase.symbol) == symbol);
    PhaseId(place.and_then(|place| u16::try_from(place).ok()).unwrap_or(0))
}

/// Whether the matches of a phase have the same names in every edition.
pub(super) fn names_come_again(ruleset: &Ruleset, phase: PhaseId) -> bool {
    match ruleset.phases.get(usize::from(phase.0)).map(|phase| &phase.scheme) {
        Some(Scheme::Knockout(_)) => true,
        Some(Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_)) | None => false,
    }
}

/// The edition of a game of this phase that was played on this day.
pub(super) fn by_day(ruleset: &Ruleset, phase: PhaseId, day: Value, every: Every) -> Option<Edition> {
    let Value::Date(day) = day else { return None };
    let period = ruleset.phases.get(usize::from(phase.0)).map_or(1, |phase| phase.period);
    Edition::of(day, every)?.earlier(period.saturating_sub(1))
}

/// The edition that a cell names.
pub(super) fn by_name(value: Value, symbols: &Symbols, every: Every) -> Option<Edition> {
    match value {
        Value::Text(symbol) => Edition::parse(symbols.text(symbol), every),
        _ => None,
    }
}

impl Recorder<'_> {
    /// The edition that the staged game says itself, by its name or its day.
    pub fn staged_edition(&self) -> Option<Edition> {
        let every = self.editions.as_ref()?.every;
        let named =
            self.staged(BuiltinColumn::Edition).and_then(|value| by_name(value, &self.symbols, every));
        named.or_else(|| {
            let phase = phase_of(self.layout.ruleset, self.staged(BuiltinColumn::Phase));
            by_day(self.layout.ruleset, phase, self.staged(BuiltinColumn::Date)?, every)
        })
    }

    /// The edition that a recorded game says itself.
    pub fn said_edition(&self, game: u32) -> Option<Edition> {
        let every = self.editions.as_ref()?.every;
        let named = self.of_game(BuiltinColumn::Edition, game);
        let named = named.and_then(|value| by_name(value, &self.symbols, every));
        named.or_else(|| {
            let phase = phase_of(self.layout.ruleset, self.of_game(BuiltinColumn::Phase, game));
            by_day(self.layout.ruleset, phase, self.of_game(BuiltinColumn::Date, game)?, every)
        })
    }

    fn staged(&self, builtin: BuiltinColumn) -> Option<Value> {
        self.builtin(builtin).filter(|cell| cell.seen).map(|cell| cell.value)
    }

    /// Complains of a game of which nothing says the edition, and of one that names another edition than its match does.
    pub(super) fn judge_edition(&mut self, ended: Ended<'_>) {
        if self.editions.is_none() || self.troubles.iter().any(Trouble::is_error) {
            return;
        }
        // A further record of a game is of the edition of the first, whatever it says of it.
        if self.reported_again().is_some() {
            return;
        }
        let phase = phase_of(self.layout.ruleset, self.staged(BuiltinColumn::Phase));
        let says_nothing = self.staged_edition().is_none();
        let Some(Value::Text(in_match)) = self.staged(BuiltinColumn::MatchId) else {
            if says_nothing {
                self.troubles.push(self.of_none(ended.whole));
            }
            return;
        };
        let named = match self.staged(BuiltinColumn::Edition) {
            Some(Value::Text(name)) if !names_come_again(self.layout.ruleset, phase) => Some(name),
            _ => None,
        };
        if named.is_none() && !says_nothing {
            return;
        }
        let round = self.staged(BuiltinColumn::Round);
        let game = row_id(self.games());
        let Some(editions) = &mut self.editions else { return };
        editions.key.clear();
        editions.key.extend(self.stage.entrants.iter().flatten().map(|(name, _)| u64::from(name.0)));
        editions.key.sort_unstable();
        editions.key.extend([u64::from(in_match.0), u64::from(phase.0)]);
        editions.key.push(match round {
            Some(Value::Integer(round)) => round.cast_unsigned(),
            _ => 0,
        });
        let key = editions.key.as_slice();
        let Some(name) = named else {
            if !editions.waiting.contains_key(key) {
                let (bytes, place, whole) = (ended.bytes.to_vec(), ended.place, ended.whole);
                editions.waiting.insert(key.into(), Waiting { game, name: in_match, bytes, place, whole });
            }
            return;
        };
        match editions.named.get(key) {
            Some(&(first, place)) if first != name => {
                let trouble = self.other_edition(in_match, (name, first), place, ended);
                self.troubles.push(trouble);
            }
            Some(_) => {}
            None => {
                editions.named.insert(key.into(), (name, ended.place));
            }
        }
    }

    /// The complaint about a game of which nothing says the edition.
    fn of_none(&self, whole: Place) -> Trouble {
        let date = self.builtin(BuiltinColumn::Date).filter(|cell| cell.seen);
        match date {
            Some(date) => Trouble::new(Code::NoEdition, "no edition has a game on this day", date.place)
                .help("editions begin with the year 0; mend the date"),
            None => {
                Trouble::new(Code::NoEdition, "nothing says of which edition this game is", whole).help(HELP)
            }
        }
    }

    fn other_edition(
        &self,
        in_match: Symbol,
        (name, first): (Symbol, Symbol),
        place: RecordPlace,
        ended: Ended<'_>,
    ) -> Trouble {
        let [in_match, name, first] = [in_match, name, first].map(|text| shortened(self.symbols.text(text)));
        let at = self.builtin(BuiltinColumn::Edition).map_or(ended.whole, |cell| cell.place);
        Trouble::new(
            Code::NoEdition,
            format!("a game of the match `{in_match}` is of edition {name}, and an earlier one of {first}"),
            at,
        )
        .note(format!("the earlier one stands at {}", (ended.name_place)(place)))
        .help("a match belongs as a whole to one edition: mend one of the two, or give another match another id")
    }

    /// Whether a match is played by others is asked of one edition at a time, where its name comes again in each.
    pub(super) fn edition_of_match(&self) -> Option<Edition> {
        let phase = phase_of(self.layout.ruleset, self.staged(BuiltinColumn::Phase));
        self.staged_edition().filter(|_| names_come_again(self.layout.ruleset, phase))
    }
}

/// Complains of the matches of which no game says the edition, once it is known which game has none.
pub(super) fn report(recorder: &mut Recorder<'_>, reporter: &mut Reporter<'_>) {
    let Some(editions) = &mut recorder.editions else { return };
    let mut waiting: Vec<Waiting> = std::mem::take(&mut editions.waiting).into_values().collect();
    waiting.sort_by_key(|waiting| waiting.game);
    for Waiting { game, name, bytes, place, whole } in waiting {
        if matches!(recorder.of_game(BuiltinColumn::Edition, game), Some(Value::Text(_))) {
            continue;
        }
        let name = shortened(recorder.symbols.text(name));
        let message = format!("no game of the match `{name}` says of which edition it is");
        let trouble = Trouble::new(Code::NoEdition, message, whole).label("its first game").help(HELP);
        reporter.record(RecordText { bytes: &bytes, place }, None, &mut vec![trouble]);
    }
}
