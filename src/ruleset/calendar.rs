//! Days, editions and limits of an event.
//!
//! Inert, like the rest of the ruleset. Start with [`Editions`].

use super::{ClauseId, OptionId, Over, Ruleset, Settings, Standing, StandingId};
use crate::source::Span;
use crate::value::{Value, Zone};

pub use crate::syntax::ast::{Day, Every};

/// An event that is held anew again and again: one log holds all of its editions.
#[derive(Debug, Clone)]
pub struct Editions {
    /// How often.
    pub every: Every,
    /// Where the days of dates with a time begin and end. `None`: as each date is written.
    pub zone: Option<Zone>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
}

/// The last day of some matches of a bracket.
#[derive(Debug, Clone)]
pub struct Deadline {
    /// The name of a match, or what stands before its number: `semi` is `semi 1` and `semi 2`.
    pub matches: String,
    /// The last day.
    pub by: Day,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// Where it stands.
    pub at: Span,
}

impl Deadline {
    /// Whether it is one of a match of this name.
    #[must_use]
    pub fn is_of(&self, name: &str) -> bool {
        let rest = name.strip_prefix(self.matches.as_str());
        rest.is_some_and(|rest| {
            let number = rest.strip_prefix(' ').unwrap_or_default();
            rest.is_empty() || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

/// How many, said in the format or by an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Number(u32),
    /// As many as this option says.
    Option(OptionId),
}

impl Count {
    /// How many under these settings.
    #[must_use]
    pub fn of(self, settings: &Settings) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Option(OptionId(place)) => match settings.0.get(usize::from(place)) {
                Some(Value::Integer(number)) => {
                    u32::try_from(*number).unwrap_or(if *number < 0 { 0 } else { u32::MAX })
                }
                Some(_) | None => u32::MAX,
            },
        }
    }
}

/// How many count.
#[derive(Debug, Clone)]
pub struct Limit {
    /// So many.
    pub count: Count,
    /// The clauses that say so; where there are none, those of the phase do.
    pub cites: Vec<ClauseId>,
}

/// An open phase: entrants find their opponents themselves.
#[derive(Debug, Clone, Default)]
pub struct Open {
    /// How many matches of an entrant count (games, in formats without matches); `None`: all.
    pub most_matches: Option<Limit>,
    /// How many matches of a pair count; `None`: all.
    pub most_meetings: Option<Limit>,
    /// How many games a match has; `None`: one.
    pub games: Option<Count>,
}

impl Ruleset {
    /// Whether games have dates of their own, by which something is over or begins.
    #[must_use]
    pub fn is_dated(&self) -> bool {
        self.editions.is_some()
            || self.phases.iter().any(|phase| phase.until.is_some() || !phase.deadlines.is_empty())
    }
}

impl Ruleset {
    /// What one edition is scored by: without the standings over all of them.
    #[must_use]
    pub fn of_edition(&self) -> Self {
        self.with_standings(Over::Edition)
    }

    /// What all editions together are scored by: the standings over all of them, and no phase has a standing.
    #[must_use]
    pub fn of_season(&self) -> Self {
        self.with_standings(Over::Season)
    }

    fn with_standings(&self, over: Over) -> Self {
        let mut kept = self.clone();
        let is_kept = |standing: &Standing| standing.over == over;
        let place = |StandingId(place): StandingId| {
            let place = usize::from(place);
            let earlier = self.standings.iter().take(place).filter(|standing| is_kept(standing));
            self.standings.get(place).filter(|standing| is_kept(standing))?;
            u16::try_from(earlier.count()).ok().map(StandingId)
        };
        let both = self.reaches.iter().zip(&self.standings);
        kept.reaches =
            both.filter(|(_, standing)| is_kept(standing)).map(|(reach, _)| reach.clone()).collect();
        kept.standings.retain(is_kept);
        kept.phases.iter_mut().for_each(|phase| phase.standing = phase.standing.and_then(place));
        kept
    }
}
