//! What a change of a format changes: two formats, and logs that both score.
//!
//! Comes in: two formats that this session has loaded, logs once for each. Goes out: a [`Comparison`], and what becomes of
//! the logs. What keeps one of the two from scoring them is an answer, and no complaint. Start with [`Session::compare`].

use super::{Editions, Format, Scored, Scoring, Session};
use crate::audit::differ::{self, Comparison, LogAnswer, LogSide, Refusal, Side};
use crate::diagnostic::{Complaints, Severity};
use crate::log::Unread;
use crate::ruleset::{Edition, Ruleset, Settings};
use std::collections::BTreeSet;

/// One of the two formats.
#[derive(Debug, Clone)]
pub struct Compared {
    /// The format.
    pub format: Format,
    /// The values of its options.
    pub settings: Settings,
    /// Those that were set by hand.
    pub given: Vec<(String, String)>,
}

impl Compared {
    fn side(&self) -> Side<'_> {
        let Self { format: Format { file, ruleset }, settings, given } = self;
        Side { file, ruleset, settings, given }
    }
}

impl Session {
    /// Compares two formats, inventing so many examples from a seed where that is needed.
    #[must_use]
    pub fn compare(&self, old: &Compared, new: &Compared, effort: (u64, u32)) -> Comparison {
        differ::compare(&old.side(), &new.side(), &self.sources, effort)
    }

    /// Scores a log by both and compares; of each sheet no more than `most` rows are kept.
    pub fn compare_log<'a>(
        &mut self,
        (old, logs): (&Compared, Vec<Unread<'a>>),
        (new, again): (&Compared, Vec<Unread<'a>>),
        scoring: Scoring,
        most: usize,
    ) -> LogAnswer {
        let one = self.apart(|session| session.score(&old.format, old.settings.clone(), logs, scoring));
        let other = self.apart(|session| session.score(&new.format, new.settings.clone(), again, scoring));
        let rules = [&old.format.ruleset, &new.format.ruleset];
        answer(None, rules, [one, other], most)
    }

    /// Cuts a log into editions by both.
    ///
    /// # Errors
    /// Why one of the two, or both, cannot.
    pub fn editions_of_both<'a>(
        &mut self,
        (old, logs): (&Compared, Vec<Unread<'a>>),
        (new, again): (&Compared, Vec<Unread<'a>>),
        scoring: Scoring,
    ) -> Result<Box<[Editions; 2]>, Box<LogAnswer>> {
        let one = self.apart(|session| session.editions(&old.format, old.settings.clone(), logs, scoring));
        let other = self.apart(|session| session.editions(&new.format, new.settings.clone(), again, scoring));
        match (one, other) {
            (Ok(one), Ok(other)) => Ok(Box::new([one, other])),
            (one, other) => {
                let logs = [&one, &other].into_iter().flatten().find_map(|one| one.stamp.logs.clone());
                let refused = [one.err(), other.err()];
                let remarks = [Vec::new(), Vec::new()];
                Err(Box::new(LogAnswer { edition: None, logs, change: None, refused, remarks }))
            }
        }
    }

    /// Scores one edition by both and compares.
    pub fn compare_edition(&mut self, both: &[Editions; 2], edition: Edition, most: usize) -> LogAnswer {
        let [old, new] = both;
        let one = self.apart(|session| session.score_edition(old, edition));
        let other = self.apart(|session| session.score_edition(new, edition));
        answer(Some(edition), [&old.rules, &new.rules], [one, other], most)
    }

    /// Scores all editions together by both and compares.
    pub fn compare_season(&mut self, both: &[Editions; 2], most: usize) -> LogAnswer {
        let [old, new] = both;
        let one = self.apart(|session| session.score_season(old));
        let other = self.apart(|session| session.score_season(new));
        answer(None, [&old.of_season, &new.of_season], [one, other], most)
    }

    /// Does something whose complaints are an answer.
    fn apart<T>(&mut self, act: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Refusal> {
        let before = std::mem::replace(&mut self.complaints, Complaints::new());
        let done = act(self);
        let own = std::mem::replace(&mut self.complaints, before);
        done.ok_or_else(|| self.refusal(&own))
    }

    fn refusal(&self, own: &Complaints) -> Refusal {
        let errors: Vec<_> = own.iter().filter(|one| one.code.severity() == Severity::Error).collect();
        let Some(first) = errors.first() else {
            let message = "it cannot be scored".to_owned();
            return Refusal { code: String::new(), message, place: None, more: 0 };
        };
        let place = first.labels.first().map(|label| {
            let (line, _) = self.sources.line_column(label.span);
            format!("{}:{line}", self.sources.get(label.span.source).name)
        });
        Refusal {
            code: first.code.to_string(),
            message: first.message.clone(),
            place,
            more: errors.len() - 1,
        }
    }
}

fn answer(
    edition: Option<Edition>,
    rules: [&Ruleset; 2],
    scored: [Result<Scored, Refusal>; 2],
    most: usize,
) -> LogAnswer {
    let told = scored.each_ref().map(|scored| -> BTreeSet<&str> {
        let remarks = scored.iter().flat_map(|scored| &scored.remarks);
        remarks.map(|remark| remark.message.as_str()).collect()
    });
    let only = |own: usize| -> Vec<String> {
        told[own].difference(&told[1 - own]).map(|message| (*message).to_owned()).collect()
    };
    let remarks =
        if scored.iter().all(Result::is_ok) { [only(0), only(1)] } else { [Vec::new(), Vec::new()] };
    let change = match &scored {
        [Ok(one), Ok(other)] => {
            let old = LogSide { ruleset: rules[0], outcome: &one.outcome, course: one.course.as_ref() };
            let new = LogSide { ruleset: rules[1], outcome: &other.outcome, course: other.course.as_ref() };
            Some(Box::new(differ::compare_logs(old, new, most)))
        }
        [_, _] => None,
    };
    drop(told);
    let logs = scored.iter().flatten().find_map(|scored| scored.stamp.logs.clone());
    let refused = scored.map(Result::err);
    LogAnswer { edition, logs, change, refused, remarks }
}
