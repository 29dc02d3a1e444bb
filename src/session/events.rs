//! Events: a log followed through the phases of its format.
//!
//! Comes in: a format with phases, a log. Goes out: the course of the event, and as complaints what does not fit and what
//! keeps the next round from being paired. Start with [`Session::pair`].

use super::{Format, Scored, Scoring, Session};
use crate::diagnostic::{Complaints, Diagnostic};
use crate::engine;
use crate::event::{self, Course, Given};
use crate::log::{self, Log, Reading, Unread};
use crate::ruleset::Settings;

/// An event that has been followed.
#[derive(Debug, Clone)]
pub struct Followed {
    /// Its log.
    pub log: Log,
    /// The values of the options.
    pub settings: Settings,
    /// The semantic hash of the rules that were in force.
    pub hash: String,
    /// How it went.
    pub course: Course,
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
        let ruleset = &format.ruleset;
        let mut own = Complaints::new();
        let reading = Reading { keep_going: false, may_be_empty: true };
        let log = log::read(ruleset, &settings, logs, reading, &mut self.sources, &mut own);
        let sound = !own.has_errors();
        self.complaints.extend(own);
        let log = log.filter(|_| sound)?;
        let given = Given { today: given.today.or_else(|| log.latest_day(ruleset)), ..given };
        match event::follow(ruleset, &settings, &log, given) {
            Ok(course) => {
                self.remark(format, &settings, &log, &course);
                let waiting = event::waiting(&course, ruleset, &settings, &log);
                waiting.into_iter().for_each(|one| self.complaints.push(one));
                let hash = ruleset.semantic_hash(&settings);
                Some(Followed { log, settings, hash, course })
            }
            Err(failed) => {
                for error in &failed.errors {
                    self.complaints.push(engine::describe(error, ruleset, &failed.log));
                }
                None
            }
        }
    }

    /// Follows the event of a log that has been scored, where its games name their rounds.
    pub(super) fn follow(&mut self, format: &Format, scored: &mut Scored, scoring: Scoring) {
        let ruleset = &format.ruleset;
        if !event::is_followable(ruleset, &scored.outcome.tables) {
            return;
        }
        let log = scored.outcome.log();
        // What can be scored as a whole can be scored in parts, unless a claim or a tie stands in the way.
        let today = scoring.today.or_else(|| log.latest_day(ruleset));
        match event::follow(ruleset, &scored.settings, &log, Given { seed: scoring.seed, today }) {
            Ok(course) => {
                scored.remarks = self.remark(format, &scored.settings, &log, &course);
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
    fn remark(
        &mut self,
        format: &Format,
        settings: &Settings,
        log: &Log,
        course: &Course,
    ) -> Vec<Diagnostic> {
        let remarks = event::remarks(course, &format.ruleset, settings, log);
        remarks.iter().for_each(|remark| self.complaints.push(remark.clone()));
        remarks
    }
}
