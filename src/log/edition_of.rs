//! Which edition each game and each act belongs to, once all of a log is read and corrected.
//!
//! Comes in: a [`Recorder`] that has read everything. Goes out: the column `edition` of every game and the edition of every
//! act. It must never know what an edition is scored by. Start with [`settle`].
//!
//! A match belongs as a whole to one edition: to the one that its first game with a name for it says, else to that of its
//! first game with a date. In a knockout the names of matches come again in every edition, so there each game speaks for
//! itself; one that is played no more than a day from the game before it in its match, past midnight, goes with that one,
//! and so does one that says nothing.

use super::acts::{Act, Change, Deed};
use super::cell::shortened;
use super::complain::{Reporter, and_list};
use super::editions::{by_day, by_name, names_come_again, phase_of};
use super::recorder::Recorder;
use super::slots::{Address, GAME, SIDE};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::{BuiltinColumn, Edition, Every, PhaseId, SheetKind};
use crate::sheet::{ColumnId, RecordPlace};
use crate::source::Sources;
use crate::value::{Date, Symbol, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives every game its edition, and every act.
pub(super) fn settle(recorder: &mut Recorder<'_>, reporter: &mut Reporter<'_>) {
    let Some(every) = recorder.editions.as_ref().map(|editions| editions.every) else { return };
    let games = Games::new(recorder, every, false);
    let editions = games.editions(reporter);
    let acts = of_acts(&games, &editions, reporter);
    let moved = games.moved(&editions, reporter);
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
    let ruleset = recorder.layout.ruleset;
    let of_edition =
        ruleset.sheet_of(&SheetKind::Game).and_then(|game| ruleset.builtin(game, BuiltinColumn::Edition));
    for Moved { act, was, is } in moved {
        let was = was.map(|was| recorder.symbols.intern(&was.to_string()));
        let is = is.map(|is| recorder.symbols.intern(&is.to_string()));
        if let Some(Deed::Correction { changes, .. }) = recorder.acts.get_mut(act).map(|act| &mut act.what) {
            // What stood there before is the edition to which the game belonged.
            changes.retain(|change| Some(change.column) != of_edition || was != is);
            let own = changes.iter_mut().filter(|change| Some(change.column) == of_edition);
            own.for_each(|change| change.before = was.map_or(change.before, Value::Text));
        }
    }
}

/// The games that were read.
struct Games<'g, 'r> {
    recorder: &'g Recorder<'r>,
    every: Every,
    /// What was recorded in cells of the games that were corrected, by row and column, where that is looked at.
    before: FxHashMap<(usize, ColumnId), Value>,
}

/// A correction of the edition of a game, or of its day.
struct Moved {
    /// Its place among the acts.
    act: usize,
    /// The edition of the game as it was recorded.
    was: Option<Edition>,
    /// That of the game as it is corrected.
    is: Option<Edition>,
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
    /// The games as they are corrected; or as they were recorded.
    fn new(recorder: &'g Recorder<'r>, every: Every, as_recorded: bool) -> Self {
        let mut before = FxHashMap::default();
        for act in recorder.acts.iter().filter(|_| as_recorded) {
            let Deed::Correction { game, changes } = &act.what else { continue };
            for change in changes {
                before.entry((*game as usize, change.column)).or_insert(change.before);
            }
        }
        Self { recorder, every, before }
    }

    /// The corrections that name the edition of a game, or the day, with the edition to which it belonged and that to which
    /// it belongs now. Where another one comes of it, that is said.
    fn moved(&self, now: &[Option<Edition>], reporter: &mut Reporter<'_>) -> Vec<Moved> {
        let ruleset = self.recorder.layout.ruleset;
        let column = |builtin| {
            let game = ruleset.sheet_of(&SheetKind::Game)?;
            ruleset.builtin(game, builtin)
        };
        let (edition, date) = (column(BuiltinColumn::Edition), column(BuiltinColumn::Date));
        let is_either = |change: &Change| [edition, date].contains(&Some(change.column));
        let acts = self.recorder.acts.iter().enumerate();
        let about: Vec<(usize, &Act)> =
            acts.filter(|(_, act)| act.what.changes().iter().any(is_either)).collect();
        if about.is_empty() {
            return Vec::new();
        }
        let mut silent = Complaints::new();
        let mut sources = Sources::new();
        let recorded = Games::new(self.recorder, self.every, true);
        let recorded = recorded.editions(&mut Reporter::new(&mut sources, &mut silent, true));
        let mut all = Vec::new();
        for (place, act) in about {
            let Deed::Correction { game, .. } = &act.what else { continue };
            let [was, is] = [&recorded, now].map(|of| of.get(*game as usize).copied().flatten());
            if let (Some(was), Some(is)) = (was, is)
                && was != is
            {
                self.say_moved(*game as usize, (was, is), (act.place, reporter));
            }
            all.push(Moved { act: place, was, is });
        }
        all
    }

    fn say_unclear(place: RecordPlace, (found, all): (Edition, &[Edition]), reporter: &mut Reporter<'_>) {
        let at = reporter.place_name(place);
        let all: Vec<String> = all.iter().map(Edition::to_string).collect();
        let message = format!("the withdrawal at {at} does not say of which edition it is: {found} is taken");
        reporter.without_place(
            Diagnostic::new(Code::UnclearEdition, message)
                .note(format!("on that day {} are under way", and_list(&all)))
                .help(format!("add `\"edition\": \"{found}\"`, or another; who withdraws from several needs a record of each")),
        );
    }

    fn say_moved(
        &self,
        game: usize,
        (was, is): (Edition, Edition),
        (place, reporter): (RecordPlace, &mut Reporter<'_>),
    ) {
        let at = reporter.place_name(place);
        let message = format!("a correction moves the game `{}` from edition {was} to {is}", self.name(game));
        reporter.without_place(
            Diagnostic::new(Code::Moved, message)
                .note(format!("the correction stands at {at}; the game at {}", self.place(game, reporter)))
                .note("in a correction `date` and `edition` are those of the game, and not of the act")
                .help("where that is not meant, take them out of the correction"),
        );
    }

    fn count(&self) -> usize {
        self.recorder.games()
    }

    fn value(&self, row: usize, builtin: BuiltinColumn) -> Value {
        if !self.before.is_empty() {
            let ruleset = self.recorder.layout.ruleset;
            let column = ruleset.sheet_of(&SheetKind::Game).and_then(|game| ruleset.builtin(game, builtin));
            if let Some(before) = column.and_then(|column| self.before.get(&(row, column))) {
                return *before;
            }
        }
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
fn of_acts(
    games: &Games<'_, '_>,
    editions: &[Option<Edition>],
    reporter: &mut Reporter<'_>,
) -> Vec<Option<Edition>> {
    let ruleset = games.recorder.layout.ruleset;
    let all_known: FxHashSet<Edition> = editions.iter().flatten().copied().collect();
    let mut known: FxHashSet<Edition> = FxHashSet::default();
    let under_way = |day: Date| {
        let first = Edition::of(day, games.every)?;
        Some((0..ruleset.periods()).filter_map(move |periods| first.earlier(periods)))
    };
    let by_date = |act: &Act, known: &FxHashSet<Edition>| {
        let day = act.date?;
        match of_phase(&act.what) {
            Some(phase) => by_day(ruleset, phase, Value::Date(day), games.every),
            // The latest edition under way of which games stand above it; else the one that begins then. What is recorded
            // below changes nothing of it.
            None => {
                under_way(day)?.find(|edition| known.contains(edition)).or_else(|| under_way(day)?.next())
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
                known.insert(edition);
            }
        }
        next = next.max(before);
        let of_game =
            act.what.games().first().and_then(|game| editions.get(*game as usize).copied().flatten());
        let of_phase =
            of_phase(&act.what).and_then(|phase| last.get(usize::from(phase.0)).copied().flatten());
        let after = || editions.get(before..).and_then(|after| after.iter().flatten().next().copied());
        let found =
            act.edition.or(of_game).or_else(|| by_date(act, &known)).or(of_phase).or(newest).or_else(after);
        // Of whom it is not said, and could be said of several.
        if let (Some(found), Some(day), Deed::Withdrawal { .. }) = (found, act.date, &act.what)
            && act.edition.is_none()
        {
            let others: Vec<Edition> = under_way(day).into_iter().flatten().collect();
            let mut others: Vec<Edition> = others.into_iter().filter(|one| all_known.contains(one)).collect();
            others.sort_unstable();
            if others.len() > 1 {
                Games::say_unclear(act.place, (found, &others), reporter);
            }
        }
        all.push(found);
    }
    all
}
