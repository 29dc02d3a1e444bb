//! Strings the others together: loads, checks, tries, writes up, reads, scores.
//!
//! Comes in: texts and bytes, with what a person calls them. Goes out: a checked [`Format`], an [`Outcome`], and
//! in between every complaint, with the sources they point into. The command line and the tests both stand on it.
//! It must never know arguments, a terminal or an exit code. Start with [`Session::load`], then [`Session::score`]; games
//! are replayed without a format by [`Session::replay`].

mod audits;
mod blockwise;
mod claims;
mod diffs;
mod editions;
mod events;
mod replays;
mod simulations;
mod verifying;

pub use diffs::Compared;
pub use editions::Editions;
pub use events::Followed;
pub use replays::answer;
pub use simulations::{Field, stamp};
pub use verifying::{Verifying, published};

use crate::audit::Trying;
use crate::check;
use crate::diagnostic::{Code, Complaints, Diagnostic, Severity, render};
use crate::doc::{self, Document, Language};
use crate::engine::{self, Corrected, Outcome};
use crate::event::{Course, Given};
use crate::format::{self, FormatFile, Found, Library};
use crate::log::{self, LeftOut, Log, Reading, Unread};
use crate::report::{Stamp, Subject};
use crate::ruleset::{BuiltinColumn, Choice, Edition, Ruleset, Settings, SheetKind};
use crate::sheet::RecordPlace;
use crate::source::Sources;
use crate::value::Date;
use std::collections::BTreeMap;

/// So many complaints are shown in full.
const MOST_SHOWN: usize = 100;

/// So many errors of scoring are told of each kind.
const MOST_OF_A_KIND: usize = 50;

/// Without the games that cannot be scored, others may turn out not to be: then these are left out as well, round after
/// round, until all rounds together have looked at so many games…
const MOST_LOOKED_AT: usize = 20_000_000;

/// … but for so many rounds at least.
const LEAST_ROUNDS: usize = 100;

/// A format that has been loaded and checked.
#[derive(Debug, Clone)]
pub struct Format {
    /// As typed.
    pub file: FormatFile,
    /// What it means.
    pub ruleset: Ruleset,
}

/// How a log is scored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scoring {
    /// Whether bad records are left out and the rest is scored.
    pub keep_going: bool,
    /// What decides lots.
    pub seed: u64,
    /// The day by which something is over or overdue; `None`: the latest day that the log holds.
    pub today: Option<Date>,
    /// Whether a log without games will do: then its event, if there is one, is yet to begin.
    pub may_be_empty: bool,
}

/// An outcome, and how it came about.
#[derive(Debug, Clone)]
pub struct Scored {
    /// What came out.
    pub outcome: Outcome,
    /// The values of the options.
    pub settings: Settings,
    /// What decided lots.
    pub seed: u64,
    /// Of which rules, which logs and which seed it is.
    pub stamp: Stamp,
    /// Whose states at the end are different because of corrections; `None` where there are no corrections or no states,
    /// or where the log as it was first recorded cannot be scored.
    pub corrected: Option<Vec<Corrected>>,
    /// What of the log does not fit the event.
    pub remarks: Vec<Diagnostic>,
    /// How the event went, in a format with phases whose games name their rounds.
    pub course: Option<Course>,
    /// Which edition it is, in a format with editions.
    pub edition: Option<Edition>,
}

impl Scored {
    /// What a report is written about; by the rules that it was scored by.
    #[must_use]
    pub fn subject<'a>(&'a self, ruleset: &'a Ruleset) -> Subject<'a> {
        Subject {
            ruleset,
            settings: &self.settings,
            seed: self.seed,
            stamp: &self.stamp,
            outcome: &self.outcome,
            corrected: self.corrected.as_deref(),
            remarks: &self.remarks,
            course: self.course.as_ref(),
            edition: self.edition,
            after: None,
        }
    }
}

/// The complaints of one run, and the texts they point into.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// Every text that was read, or the part of it that matters.
    pub sources: Sources,
    /// Everything that was found wrong.
    pub complaints: Complaints,
}

impl Session {
    /// Nothing read yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads and checks a format; its examples are not tried. `None` where it has errors.
    pub fn load(&mut self, name: &str, found: &Found, library: &dyn Library) -> Option<Format> {
        let (format, own) = self.examine(name, found, library);
        let sound = !own.has_errors();
        self.complaints.extend(own);
        format.filter(|_| sound)
    }

    /// Loads and checks a format, and tries its examples and claims. `None` where it has errors that leave nothing to run.
    pub fn check(&mut self, name: &str, found: &Found, library: &dyn Library) -> Option<Format> {
        self.check_claims(name, found, library, Trying::default()).map(|(format, _)| format)
    }

    /// A format, and what is wrong with it; it is there where that leaves something to run.
    fn examine(&mut self, name: &str, found: &Found, library: &dyn Library) -> (Option<Format>, Complaints) {
        let Found { path, text } = found;
        let mut own = Complaints::new();
        let file = format::load(name, path, text, library, &mut self.sources, &mut own);
        let ruleset = file.as_ref().and_then(|file| check::check(file, &self.sources, &mut own));
        (file.zip(ruleset).map(|(file, ruleset)| Format { file, ruleset }), own)
    }

    /// The settings of a run: every option has its default unless a choice says otherwise. `None` where one of them
    /// cannot be.
    pub fn settings<'a>(
        &mut self,
        format: &mut Format,
        choices: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<Settings> {
        let mut settings = format.ruleset.defaults();
        let mut sound = true;
        let mut set: Vec<&str> = Vec::new();
        for (name, value) in choices {
            if set.contains(&name) {
                self.complaints.push(
                    Diagnostic::new(Code::BadOption, format!("the option `{name}` is set twice"))
                        .help("set it once"),
                );
                sound = false;
            }
            set.push(name);
            let choice = Choice { name, value, places: None };
            if let Err(refusal) = format.ruleset.choose(&mut settings, choice) {
                self.complaints.push(*refusal);
                sound = false;
            }
        }
        sound.then_some(settings)
    }

    /// Writes up the regulation of a format that this session has loaded. `chosen` are the options that somebody set; of the
    /// others all variants are shown. `None` as language: that of the format.
    #[must_use]
    pub fn write_up(
        &self,
        format: &Format,
        settings: &Settings,
        chosen: &[&str],
        language: Option<Language>,
    ) -> Document {
        let Format { file, ruleset } = format;
        doc::write_up(doc::Subject { file, ruleset, sources: &self.sources, settings, chosen, language })
    }

    /// Reads logs, in order, as one, and scores them. `None` where something is wrong that cannot be left out.
    pub fn score<'a>(
        &mut self,
        format: &Format,
        settings: Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        scoring: Scoring,
    ) -> Option<Scored> {
        let reading = Reading { keep_going: scoring.keep_going, may_be_empty: scoring.may_be_empty };
        let log = self.read(&format.ruleset, &settings, logs, reading)?;
        let today = scoring.today.or_else(|| log.latest_day(&format.ruleset));
        let given = Given { today, ..Given::seed(scoring.seed) };
        self.score_log(&format.ruleset, settings, log, (scoring.keep_going, given))
    }

    /// Reads logs, in order, as one. `None` where something is wrong that cannot be left out.
    fn read<'a>(
        &mut self,
        ruleset: &Ruleset,
        settings: &Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        reading: Reading,
    ) -> Option<Log> {
        let mut own = Complaints::new();
        let log = log::read(ruleset, settings, logs, reading, &mut self.sources, &mut own);
        let sound = reading.keep_going || !own.has_errors();
        self.complaints.extend(own);
        log.filter(|_| sound)
    }

    /// Scores a log, and follows its event.
    fn score_log(
        &mut self,
        ruleset: &Ruleset,
        settings: Settings,
        log: Log,
        (keep_going, given): (bool, Given),
    ) -> Option<Scored> {
        let seed = log.seed(u32::MAX, given.seed);
        let logs = log.hash.clone();
        let outcome = self.run(ruleset, &settings, log, (keep_going, seed))?;
        let stamp = Stamp { rules: ruleset.semantic_hash(&settings), logs, seed };
        let mut scored = Scored {
            outcome,
            settings,
            seed,
            stamp,
            corrected: None,
            remarks: Vec::new(),
            course: None,
            edition: given.edition,
        };
        scored.corrected = engine::corrected(ruleset, &scored.settings, &scored.outcome, scored.seed);
        self.follow(ruleset, &mut scored, given);
        Some(scored)
    }

    fn run(
        &mut self,
        ruleset: &Ruleset,
        settings: &Settings,
        mut log: Log,
        (keep_going, seed): (bool, u64),
    ) -> Option<Outcome> {
        let mut told = Told::default();
        let mut looked_at = 0;
        let outcome = loop {
            let mut failed = match engine::run(ruleset, settings, log, seed) {
                Ok(outcome) => break Some(outcome),
                Err(failed) => *failed,
            };
            looked_at += failed.log.tables.games.len().min(MOST_LOOKED_AT / LEAST_ROUNDS);
            let endless = looked_at > MOST_LOOKED_AT;
            let mut reasons: BTreeMap<u32, String> = BTreeMap::new();
            let mut hopeless = !keep_going || endless;
            for error in &failed.errors {
                let complaint = engine::describe(error, ruleset, &failed.log);
                let games = error.games(ruleset, &failed.log.tables);
                hopeless |= games.is_empty();
                match (keep_going, games.is_empty(), endless) {
                    (true, true, _) => told
                        .last
                        .push(complaint.note("no game alone is to blame, so there is none to leave out")),
                    (true, false, true) => told.last.push(complaint.note(
                        "whenever games were left out others failed; after so many rounds nothing is scored",
                    )),
                    (true, false, false) | (false, _, _) => told.add(complaint),
                }
                for game in games {
                    reasons.entry(game).or_insert_with(|| engine::reason(error, ruleset, &failed.log));
                }
            }
            if hopeless || reasons.is_empty() {
                break None;
            }
            let mut all = std::mem::take(&mut failed.log.left_out);
            all.extend(reasons.iter().map(|(game, reason)| left_out(ruleset, &failed.log, *game, reason)));
            log = engine::without_games(&failed.log, ruleset, &reasons.keys().copied().collect());
            log.left_out = all;
            log.left_out.sort_by_key(|left| left.place);
        };
        self.complaints.extend(told.finish());
        outcome
    }

    /// The complaints as text, in the order of the places they point at; past a hundred they are counted.
    #[must_use]
    pub fn rendered(&self, color: bool) -> String {
        let all = self.complaints.sorted();
        let shown = all.iter().take(MOST_SHOWN);
        let mut texts: Vec<String> = shown.map(|one| render(one, &self.sources, color)).collect();
        if let Some(more) = all.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            texts.push(format!("… and {more} more like these; mend the first, and check again\n"));
        }
        texts.join("\n")
    }

    /// How many errors and how many warnings there are.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.complaints.iter().filter(|one| one.code.severity() == Severity::Error).count();
        (errors, self.complaints.iter().count() - errors)
    }
}

/// The errors of scoring: the first of each kind, and how many there were.
#[derive(Default)]
struct Told {
    first: Vec<Diagnostic>,
    counts: BTreeMap<Code, usize>,
    /// Why nothing is scored.
    last: Vec<Diagnostic>,
}

impl Told {
    /// Adds an error, while there are few of its kind.
    fn add(&mut self, complaint: Diagnostic) {
        let count = self.counts.entry(complaint.code).or_insert(0);
        *count += 1;
        if *count <= MOST_OF_A_KIND {
            self.first.push(complaint);
        }
    }

    fn finish(mut self) -> Complaints {
        for (code, count) in self.counts {
            let more = count.saturating_sub(MOST_OF_A_KIND);
            let last = self.first.iter_mut().rev().find(|one| one.code == code).filter(|_| more > 0);
            if let Some(last) = last {
                last.notes.push(format!("and {more} more of this kind"));
            }
        }
        let mut complaints = Complaints::new();
        self.first.into_iter().chain(self.last).for_each(|one| complaints.push(one));
        complaints
    }
}

/// A game that has no outcome, as one of the records that were left out.
fn left_out(ruleset: &Ruleset, log: &Log, game: u32, reason: &str) -> LeftOut {
    let row = game as usize;
    let id = ruleset.sheet_of(&SheetKind::Game).and_then(|sheet| {
        let column = ruleset.builtin(sheet, BuiltinColumn::Id)?;
        let filled = log.tables.column(column).filter(|filled| row < filled.len() && filled.is_known(row))?;
        Some(filled.value(row, &ruleset.column(column).ty.kind).words(&log.symbols))
    });
    let place = log.tables.games.get(row).copied().unwrap_or(RecordPlace { log: 0, line: 0 });
    LeftOut { place, column: None, game: id, reason: reason.to_owned() }
}
