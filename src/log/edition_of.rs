//! Which edition each game and each act belongs to, once all of a log is read and corrected.
//!
//! Comes in: a [`Recorder`] that has read everything. Goes out: the column `edition` of every game and the edition of every
//! act. It must never know what an edition is scored by. Start with [`settle`].
//!
//! A match belongs as a whole to one edition: to the one that its first game with a name for it says, else to that of its
//! first game with a date. In a knockout the names of matches come again in every edition, so there each game speaks for
//! itself; one that is played no more than a day from the game before it in its match, past midnight, goes with that one,
//! and so does one that says nothing.

use super::acts::{Act, Deed};
use super::cell::shortened;
use super::complain::Reporter;
use super::editions::{by_day, by_name, names_come_again, phase_of};
use super::recorder::Recorder;
use super::slots::{Address, GAME, SIDE};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{BuiltinColumn, Edition, Every, PhaseId};
use crate::value::{Date, Symbol, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives every game its edition, and every act.
pub(super) fn settle(recorder: &mut Recorder<'_>, reporter: &mut Reporter<'_>) {
    let Some(every) = recorder.editions.as_ref().map(|editions| editions.every) else { return };
    let games = Games::new(recorder, every);
    let editions = games.editions(reporter);
    let acts = of_acts(&games, &editions);
    let Some(column) = recorder.layout.builtin_of_game(BuiltinColumn::Edition) else { return };
    let mut names: FxHashMap<Edition, Symbol> = FxHashMap::default();
    for (row, edition) in editions.iter().enumerate() {
        let name = edition.map(|edition| {
            *names.entry(edition).or_insert_with(|| recorder.symbols.intern(&edition.to_string()))
        });
        let value = name.map_or(Value::Missing, Value::Text);
        recorder.store.correct(Address { table: GAME, row, column }, value);
    }
    for (act, edition) in recorder.acts.iter_mut().zip(acts) {
        act.edition = edition;
    }
}

/// The games that were read.
struct Games<'g, 'r> {
    recorder: &'g Recorder<'r>,
    every: Every,
}

/// What a match that has been met says so far.
struct Met {
    /// The edition of all of its games, or of those to come.
    edition: Option<Edition>,
    /// Whether a game names it.
    named: bool,
    /// The day of its last game that has one.
    day: Option<Date>,
    /// Its games that wait for another to say the edition.
    waiting: Vec<u32>,
}

impl<'g, 'r> Games<'g, 'r> {
    fn new(recorder: &'g Recorder<'r>, every: Every) -> Self {
        Self { recorder, every }
    }

    fn count(&self) -> usize {
        self.recorder.games()
    }

    fn value(&self, row: usize, builtin: BuiltinColumn) -> Value {
        let column = self.recorder.layout.builtin_of_game(builtin);
        column.map_or(Value::Missing, |column| {
            self.recorder.store.value(self.recorder.layout, Address { table: GAME, row, column })
        })
    }

    fn phase(&self, row: usize) -> PhaseId {
        phase_of(self.recorder.layout.ruleset, Some(self.value(row, BuiltinColumn::Phase)))
    }

    fn named(&self, row: usize) -> Option<Edition> {
        by_name(self.value(row, BuiltinColumn::Edition), &self.recorder.symbols, self.every)
    }

    fn dated(&self, row: usize) -> Option<Edition> {
        let day = self.value(row, BuiltinColumn::Date);
        by_day(self.recorder.layout.ruleset, self.phase(row), day, self.every)
    }

    /// What tells one match from others, into `key`; whether the game is one of a match.
    fn key(&self, row: usize, key: &mut Vec<u64>) -> bool {
        let Value::Text(in_match) = self.value(row, BuiltinColumn::MatchId) else { return false };
        let sides = self.recorder.store.rows_of_game(SIDE, u32::try_from(row).unwrap_or(u32::MAX));
        key.clear();
        key.extend(sides.map(|side| u64::from(self.recorder.store.side_entrant(side))));
        key.sort_unstable();
        key.extend([u64::from(in_match.0), u64::from(self.phase(row).0)]);
        key.push(match self.value(row, BuiltinColumn::Round) {
            Value::Integer(round) => round.cast_unsigned(),
            _ => 0,
        });
        true
    }

    /// The edition of each game; what corrections made of a game that says none, or another than its match, is complained
    /// of.
    fn editions(&self, reporter: &mut Reporter<'_>) -> Vec<Option<Edition>> {
        let mut found: Vec<Option<Edition>> = vec![None; self.count()];
        let mut matches: FxHashMap<Box<[u64]>, usize> = FxHashMap::default();
        let mut met: Vec<Met> = Vec::new();
        // Of games outside knockouts: their matches, whose edition is known at the end.
        let mut whole: Vec<(usize, usize)> = Vec::new();
        let mut key = Vec::new();
        // The games of a match mostly follow one another.
        let mut last: (Vec<u64>, usize) = (Vec::new(), 0);
        for row in 0..self.count() {
            let (named, dated) = (self.named(row), self.dated(row));
            if !self.key(row, &mut key) {
                found[row] = named.or(dated);
                continue;
            }
            if last.0 != key {
                let place = matches.get(key.as_slice()).copied().unwrap_or_else(|| {
                    matches.insert(key.as_slice().into(), met.len());
                    met.push(Met { edition: None, named: false, day: None, waiting: Vec::new() });
                    met.len() - 1
                });
                last.0.clone_from(&key);
                last.1 = place;
            }
            let place = last.1;
            let known = &mut met[place];
            if names_come_again(self.recorder.layout.ruleset, self.phase(row)) {
                let day = match self.value(row, BuiltinColumn::Date) {
                    Value::Date(day) => Some(day),
                    _ => None,
                };
                found[row] = known.next((named, dated), day);
                match found[row] {
                    Some(_) => {
                        known.waiting.drain(..).for_each(|waiting| found[waiting as usize] = known.edition);
                    }
                    None => known.waiting.extend(u32::try_from(row)),
                }
            } else {
                whole.push((row, place));
                match named {
                    Some(named) if !known.named => (known.edition, known.named) = (Some(named), true),
                    Some(named) if known.edition != Some(named) => self.complain_of_two(row, reporter),
                    Some(_) => {}
                    None => known.edition = known.edition.or(dated),
                }
            }
        }
        whole.iter().for_each(|&(row, place)| found[row] = met[place].edition);
        self.complain_of_none(&found, reporter);
        found
    }

    /// As games are read those that say nothing are complained of with their text; here it is what corrections left.
    fn complain_of_none(&self, found: &[Option<Edition>], reporter: &mut Reporter<'_>) {
        let corrected: FxHashSet<u32> =
            self.recorder.acts.iter().flat_map(|act| act.what.games()).copied().collect();
        let none = found.iter().zip(0..).filter(|(edition, _)| edition.is_none()).map(|(_, row)| row);
        for row in none.filter(|row| corrected.contains(row)) {
            let game = self.name(row as usize);
            let message = format!("as it is corrected, nothing says of which edition the game `{game}` is");
            reporter.without_place(
                Diagnostic::new(Code::NoEdition, message)
                    .note(format!("the game stands at {}", self.place(row as usize, reporter)))
                    .help("say in the correction on which day it was played, `date`, or of which edition it is, `edition`"),
            );
        }
    }

    /// A match of which two editions are named as it is read is complained of there; here it is what corrections made.
    fn complain_of_two(&self, row: usize, reporter: &mut Reporter<'_>) {
        let game = self.name(row);
        let corrected = self.recorder.acts.iter().any(|act| !act.what.changes().is_empty());
        let message =
            format!("as games are corrected, the game `{game}` is of another edition than its match");
        if corrected {
            reporter.without_place(
                Diagnostic::new(Code::NoEdition, message)
                    .note(format!("the game stands at {}", self.place(row, reporter)))
                    .help("a match belongs as a whole to one edition: correct all of its games"),
            );
        }
    }

    fn name(&self, row: usize) -> String {
        let id = self.recorder.id_of_game(row).unwrap_or_else(|| (row + 1).to_string());
        shortened(&id)
    }

    fn place(&self, row: usize, reporter: &Reporter<'_>) -> String {
        let place = self.recorder.store.games.get(row);
        place.map(|place| reporter.place_name(*place)).unwrap_or_default()
    }
}

impl Met {
    /// The edition of the next game of a match of a knockout.
    fn next(
        &mut self,
        (named, dated): (Option<Edition>, Option<Edition>),
        day: Option<Date>,
    ) -> Option<Edition> {
        let goes_on = self.day.zip(day).is_some_and(|(last, day)| day.0.abs_diff(last.0) <= 1);
        let edition = match (named, dated) {
            (Some(named), _) => Some(named),
            (None, Some(_)) if goes_on => self.edition,
            (None, Some(dated)) => Some(dated),
            (None, None) => self.edition,
        };
        (self.edition, self.day) = (edition, day.or(self.day));
        edition
    }
}

/// The phase that an act is about.
fn of_phase(deed: &Deed) -> Option<PhaseId> {
    match deed {
        Deed::Winner { phase, .. }
        | Deed::Order { phase, .. }
        | Deed::Pools { phase, .. }
        | Deed::Close { phase } => Some(*phase),
        Deed::Withdrawal { .. }
        | Deed::Seed(_)
        | Deed::Correction { .. }
        | Deed::Report { .. }
        | Deed::Void { .. }
        | Deed::Confirmation { .. } => None,
    }
}

/// The edition of each act: as it says; that of its game; that of its phase on its day; that of the game before it.
/// `None` where there is no game to tell by.
fn of_acts(games: &Games<'_, '_>, editions: &[Option<Edition>]) -> Vec<Option<Edition>> {
    let ruleset = games.recorder.layout.ruleset;
    let known: FxHashSet<Edition> = editions.iter().flatten().copied().collect();
    let by_date = |act: &Act| {
        let day = act.date?;
        match of_phase(&act.what) {
            Some(phase) => by_day(ruleset, phase, Value::Date(day), games.every),
            // The latest edition under way that has games; else the one that begins then.
            None => {
                let first = Edition::of(day, games.every)?;
                let under_way = (0..ruleset.periods()).filter_map(|periods| first.earlier(periods));
                Some(under_way.into_iter().find(|edition| known.contains(edition)).unwrap_or(first))
            }
        }
    };
    // Acts stand in the order of the log, so the last game of each phase moves along with them.
    let mut last: Vec<Option<Edition>> = vec![None; ruleset.phases.len().max(1)];
    let mut newest = None;
    let mut next = 0;
    let mut all = Vec::with_capacity(games.recorder.acts.len());
    for act in &games.recorder.acts {
        let before = (act.games_before as usize).min(editions.len());
        for (row, edition) in editions.iter().enumerate().take(before).skip(next) {
            if let (Some(edition), Some(last)) = (*edition, last.get_mut(usize::from(games.phase(row).0))) {
                (*last, newest) = (Some(edition), Some(edition));
            }
        }
        next = next.max(before);
        let of_game =
            act.what.games().first().and_then(|game| editions.get(*game as usize).copied().flatten());
        let of_phase =
            of_phase(&act.what).and_then(|phase| last.get(usize::from(phase.0)).copied().flatten());
        let after = || editions.get(before..).and_then(|after| after.iter().flatten().next().copied());
        let found = act.edition.or(of_game).or_else(|| by_date(act)).or(of_phase).or(newest).or_else(after);
        all.push(found);
    }
    all
}
