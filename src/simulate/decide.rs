//! What an arbiter would have to decide in an event that is invented: a lot does.
//!
//! Comes in: a log, and what is due. Goes out: the log with the decisions. It must never know how results come about.
//! Start with [`winners`].

use super::days::Days;
use crate::event::{self, Course, Due};
use crate::log::{Deed, Draft, Log};
use crate::pairing::{Lots, SharedLots};
use crate::ruleset::{Ruleset, Settings};

/// Who decides where an arbiter would have to.
pub(super) const DECIDES: &str = "simulation";

/// Why.
pub(super) const LEVEL: &str = "level: drawn by lot";

/// The log with decisions on matches of the last phase, for this reason.
pub(super) fn winners(
    (ruleset, settings): (&Ruleset, &Settings),
    log: &Log,
    (course, shared): (&Course, Option<&SharedLots>),
    days: &Days<'_>,
    (matches, reason): (&[usize], &str),
) -> Log {
    let names = log.entrants(ruleset);
    let lots = Lots::new(course.seed, &names).sharing(shared);
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    let phase = course.phases.last();
    for (phase, course) in matches.iter().filter_map(|place| Some((phase?, phase?.bracket.get(*place)?))) {
        let mut sides: Vec<u32> = course.entrants().collect();
        let name = &course.line.name;
        lots.order(&event::winner_occasion(&ruleset.phase(phase.phase).name, name), &mut sides);
        if let Some(&winner) = sides.first() {
            let deed = Deed::Winner { phase: phase.phase, name: name.clone(), winner: Some(winner) };
            draft.add_act(Some(DECIDES), Some(reason), deed);
        }
    }
    draft.finish()
}

/// The log with the order that is due.
pub(super) fn order(
    (ruleset, settings): (&Ruleset, &Settings),
    log: &Log,
    (course, shared): (&Course, Option<&SharedLots>),
    days: &Days<'_>,
) -> Log {
    let names = log.entrants(ruleset);
    let lots = Lots::new(course.seed, &names).sharing(shared);
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    if let Due::Order { phase, round, levels, .. } = &course.due {
        for level in levels {
            let mut order = level.clone();
            lots.order(&event::level_occasion(&ruleset.phase(*phase).name, *round), &mut order);
            let deed = Deed::Order { phase: *phase, round: Some(*round), order };
            draft.add_act(Some(DECIDES), Some(LEVEL), deed);
        }
    }
    draft.finish()
}
