//! Simulations: entrants, read or invented, and events that are played among them.
//!
//! Comes in: a format with phases and a model. Goes out: one event that was played, or what many came to; what cannot be
//! read, invented or scored is a complaint. Start with [`Session::entrants`], then [`Session::play`].

use super::{Followed, Format, Scored, Session};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::engine::{self, Failed};
use crate::event;
use crate::log::{self, Log, Reading, Unread};
use crate::report::Stamp;
use crate::ruleset::{PhaseId, Settings};
use crate::simulate::{self, Bounds, Chances, Played, Runs};

/// Where entrants come from.
pub enum Field<'a> {
    /// They are listed in these logs.
    Listed(Vec<Unread<'a>>),
    /// So many are invented.
    Invented(u32),
}

/// Of what a simulation is: of the lists of entrants, where there are any.
#[must_use]
pub fn stamp(format: &Format, settings: &Settings, (entrants, seed): (&Log, u64)) -> Stamp {
    Stamp { rules: format.ruleset.semantic_hash(settings), logs: entrants.hash.clone(), seed }
}

impl Session {
    /// The entrants of a simulation: a log without games. `None` where they cannot be had.
    pub fn entrants(
        &mut self,
        format: &Format,
        settings: &Settings,
        field: Field<'_>,
        seed: u64,
    ) -> Option<Log> {
        let ruleset = &format.ruleset;
        match field {
            Field::Listed(logs) => {
                let mut own = Complaints::new();
                let reading = Reading { keep_going: false, may_be_empty: true };
                let log = log::read(ruleset, settings, logs, reading, &mut self.sources, &mut own);
                let sound = !own.has_errors();
                self.complaints.extend(own);
                log.iter()
                    .flat_map(|log| &log.disputed)
                    .for_each(|(_, told)| self.complaints.push(told.clone()));
                log.filter(|_| sound)
            }
            Field::Invented(count) => {
                let invented = simulate::entrants(ruleset, settings, count, seed);
                invented.map_err(|failed| self.refuse(format, &failed)).ok()
            }
        }
    }

    /// Plays so many games that nobody pairs, and scores them. What keeps them from being scored is a complaint: an error.
    pub fn season(
        &mut self,
        format: &Format,
        settings: &Settings,
        entrants: &Log,
        seed: u64,
        games: u32,
    ) -> Option<(Log, Scored)> {
        let ruleset = &format.ruleset;
        let played = simulate::season(ruleset, settings, entrants, seed, games);
        let log = played.map_err(|failed| self.refuse(format, &failed)).ok()?;
        let outcome = engine::run(ruleset, settings, log.clone(), seed);
        let outcome = outcome.map_err(|failed| self.refuse(format, &failed)).ok()?;
        Some((
            log,
            Scored {
                outcome,
                settings: settings.clone(),
                seed,
                stamp: stamp(format, settings, (entrants, seed)),
                corrected: None,
                remarks: Vec::new(),
                course: None,
                edition: None,
            },
        ))
    }

    /// Plays one event. What keeps it from going on is a complaint: an error.
    pub fn play(
        &mut self,
        format: &Format,
        settings: &Settings,
        entrants: &Log,
        seed: u64,
        bounds: Bounds,
    ) -> Option<Followed> {
        let ruleset = &format.ruleset;
        match simulate::play(ruleset, settings, entrants, seed, bounds) {
            Ok(Played { log, course, undecided, .. }) => {
                self.tell_undecided(format, &undecided);
                let waiting = event::waiting(&course, ruleset, settings, &log);
                waiting.into_iter().for_each(|one| self.complaints.push(one));
                let stamp = stamp(format, settings, (entrants, seed));
                Some(Followed { log, settings: settings.clone(), stamp, course })
            }
            Err(failed) => {
                self.refuse(format, &failed);
                None
            }
        }
    }

    /// Plays many events; ties that the format refuses are shared. `progress` is told how many have been played. `None` where
    /// none can be: with a complaint, but where nobody can meet another in a phase in which opponents are chosen freely.
    pub fn play_many(
        &mut self,
        format: &Format,
        settings: &Settings,
        entrants: &Log,
        runs: Runs,
        progress: impl Fn(u32),
    ) -> Option<Chances> {
        let ruleset = format.ruleset.with_ties_shared();
        let bounds = Bounds { rounds: runs.rounds, edition: runs.edition, ..Bounds::default() };
        let first = simulate::play(&ruleset, settings, entrants, runs.seed, bounds);
        let first = first.map_err(|failed| self.refuse(format, &failed)).ok()?;
        self.tell_undecided(format, &first.undecided);
        let waiting = event::waiting(&first.course, &ruleset, settings, &first.log);
        waiting.into_iter().for_each(|one| self.complaints.push(one));
        if first.log.tables.games.is_empty() {
            return None;
        }
        let chances = simulate::many(&ruleset, settings, (entrants, &first), runs, progress);
        chances.map_err(|failed| self.refuse(format, &failed)).ok()
    }

    /// Says of which matches the model decided no game.
    fn tell_undecided(&mut self, format: &Format, undecided: &[(PhaseId, String)]) {
        let Some((phase, name)) = undecided.first() else { return };
        let phase = &format.ruleset.phase(*phase).name;
        let more = undecided.len() - 1;
        let most = simulate::MOST_EXTRA;
        let message = format!("`{name}` of `{phase}` is level after {most} extra games: a lot decides");
        let diagnostic = Diagnostic::new(Code::NeverDecided, message);
        let note = (more > 0).then(|| format!("so it is in {more} more"));
        let diagnostic = note.into_iter().fold(diagnostic, Diagnostic::note);
        self.complaints.push(
            diagnostic.help("let the model of the format invent games that one side wins: `[simulate.side]`"),
        );
    }

    fn refuse(&mut self, format: &Format, failed: &Failed) {
        for error in &failed.errors {
            self.complaints.push(engine::describe(error, &format.ruleset, &failed.log));
        }
    }
}
