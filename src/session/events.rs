//! Events: a log followed through the phases of its format.
//!
//! Comes in: a format with phases, a log. Goes out: the course of the event, and as complaints what does not fit and what
//! keeps the next round from being paired. Start with [`Session::pair`].

use super::{Format, Scored, Session};
use crate::diagnostic::Diagnostic;
use crate::engine;
use crate::event::{self, Course, Given, Status};
use crate::log::{Log, Reading, Unread};
use crate::report::{EventSubject, Stamp};
use crate::ruleset::{Ruleset, Settings};

/// An event that has been followed.
#[derive(Debug, Clone)]
pub struct Followed {
    /// Its log.
    pub log: Log,
    /// The values of the options.
    pub settings: Settings,
    /// Of which rules, which logs and which seed it is.
    pub stamp: Stamp,
    /// How it went.
    pub course: Course,
}

impl Followed {
    /// What a report is written about; by the rules that it was followed by.
    #[must_use]
    pub fn subject<'a>(&'a self, ruleset: &'a Ruleset) -> EventSubject<'a> {
        let Self { log, settings, stamp, course } = self;
        EventSubject { ruleset, settings, stamp, log, course }
    }
}

impl Session {
    /// Reads logs, in order, as one, and follows the event as far as they go; where no day is given, today is the latest
    /// day that they hold. `None` where they cannot be read or
    /// scored. What keeps the next round from being paired is a complaint: an error.
    pub fn pair<'a>(
        &mut self,
        format: &Format,
        settings: Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        given: Given,
    ) -> Option<Followed> {
        let reading = Reading { keep_going: false, may_be_empty: true };
        let log = self.read(&format.ruleset, &settings, logs, reading)?;
        let given = Given { today: given.today.or_else(|| log.latest_day(&format.ruleset)), ..given };
        self.pair_log(&format.ruleset, settings, log, given)
    }

    /// The same, for whoever wants to look: that the event waits for something is no complaint.
    pub fn watch<'a>(
        &mut self,
        format: &Format,
        settings: Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        given: Given,
    ) -> Option<Followed> {
        let reading = Reading { keep_going: false, may_be_empty: true };
        let log = self.read(&format.ruleset, &settings, logs, reading)?;
        let given = Given { today: given.today.or_else(|| log.latest_day(&format.ruleset)), ..given };
        self.watch_log(&format.ruleset, settings, log, given)
    }

    /// Follows the event of a log as far as it goes.
    pub(super) fn pair_log(
        &mut self,
        ruleset: &Ruleset,
        settings: Settings,
        log: Log,
        given: Given,
    ) -> Option<Followed> {
        let followed = self.watch_log(ruleset, settings, log, given)?;
        let Followed { settings, log, course, .. } = &followed;
        let waiting = event::waiting(course, ruleset, settings, log);
        waiting.into_iter().for_each(|one| self.complaints.push(one));
        Some(followed)
    }

    /// The same, without a word about what it waits for.
    pub(super) fn watch_log(
        &mut self,
        ruleset: &Ruleset,
        settings: Settings,
        log: Log,
        given: Given,
    ) -> Option<Followed> {
        let followed = self.follow_log(ruleset, settings, log, given)?;
        self.remark(ruleset, &followed.settings, &followed.log, &followed.course);
        Some(followed)
    }

    /// The same, without a word about what does not fit either.
    pub(super) fn follow_log(
        &mut self,
        ruleset: &Ruleset,
        settings: Settings,
        log: Log,
        given: Given,
    ) -> Option<Followed> {
        match event::follow(ruleset, &settings, &log, given) {
            Ok(course) => {
                let rules = ruleset.semantic_hash(&settings);
                let stamp = Stamp { rules, logs: log.hash.clone(), seed: course.seed };
                Some(Followed { log, settings, stamp, course })
            }
            Err(failed) => {
                for error in &failed.errors {
                    self.complaints.push(engine::describe(error, ruleset, &failed.log));
                }
                None
            }
        }
    }

    /// How an event stands that was followed; `None` where its games cannot be scored.
    pub fn status(&mut self, ruleset: &Ruleset, followed: &Followed) -> Option<Status> {
        match event::status(ruleset, &followed.settings, &followed.log, &followed.course) {
            Ok(status) => Some(status),
            Err(failed) => {
                for error in &failed.errors {
                    self.complaints.push(engine::describe(error, ruleset, &failed.log));
                }
                None
            }
        }
    }

    /// Follows the event of a log that has been scored, where the log says enough.
    pub(super) fn follow(&mut self, ruleset: &Ruleset, scored: &mut Scored, given: Given) {
        let is_to_begin = !ruleset.phases.is_empty() && scored.outcome.tables.games.is_empty();
        if !is_to_begin && !event::is_followable(ruleset, &scored.outcome.tables) {
            return;
        }
        let log = scored.outcome.log();
        // What can be scored as a whole can be scored in parts, unless a claim or a tie stands in the way.
        match event::follow(ruleset, &scored.settings, &log, given) {
            Ok(course) => {
                scored.remarks = self.remark(ruleset, &scored.settings, &log, &course);
                scored.course = Some(course);
            }
            Err(failed) => {
                for error in &failed.errors {
                    self.complaints.push(engine::describe(error, ruleset, &failed.log));
                }
            }
        }
    }

    /// What does not fit is complained of, and given back.
    pub(super) fn remark(
        &mut self,
        ruleset: &Ruleset,
        settings: &Settings,
        log: &Log,
        course: &Course,
    ) -> Vec<Diagnostic> {
        let remarks = event::remarks(course, ruleset, settings, log);
        remarks.iter().for_each(|remark| self.complaints.push(remark.clone()));
        remarks
    }
}
