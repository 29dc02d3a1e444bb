//! Whom entrants could meet next in a phase in which opponents are chosen freely.
//!
//! Comes in: such a phase. Goes out: for each entrant how many matches were played and are left, and a few opponents: not
//! met as often as allowed, with matches left, nearest in the standing. They are suggestions: nothing prescribes them, and
//! nothing is drawn. Start with [`choices`].

use super::course::{Course, PhaseCourse};
use super::meetings::Meetings;
use super::ranking::{levels, mask};
use crate::ruleset::{Open, Ranking, Ruleset, Scheme, Settings};

/// So many opponents are suggested.
const MOST_SUGGESTED: usize = 3;

/// What an entrant can still do in an open phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Who.
    pub entrant: u32,
    /// How many matches (games, where the format has no matches) count so far.
    pub played: u32,
    /// How many more there can be; `None`: without end.
    pub left: Option<u32>,
    /// Whom they could meet, the nearest in the standing first.
    pub opponents: Vec<u32>,
}

/// What everybody can still do, in the order of the standing; nothing where the last phase is not an open one.
#[must_use]
pub fn choices(ruleset: &Ruleset, settings: &Settings, course: &Course) -> Vec<Choice> {
    let Some(phase) = course.phases.last() else { return Vec::new() };
    let Scheme::Open(open) = &ruleset.phase(phase.phase).scheme else { return Vec::new() };
    let Some(outcome) = phase.rounds.last().and_then(|round| round.outcome.as_deref()) else {
        return Vec::new();
    };
    let present = present(phase, &course.withdrawn);
    let meetings = Meetings::of(ruleset, outcome, phase.phase);
    let left = left(ruleset, settings, open, &meetings, &present);
    let standing = ruleset.phase(phase.phase).standing;
    let order = levels(&Ranking::Standing, standing, outcome, &present).order().to_vec();
    let often = open.most_meetings.as_ref().map(|limit| limit.count.of(settings));
    let can_play = |entrant: u32| left[entrant as usize] != Some(0);
    let live: Vec<u32> = order.iter().copied().filter(|&entrant| can_play(entrant)).collect();
    let mut at = 0;
    order
        .iter()
        .map(|&entrant| {
            let mut opponents = Vec::new();
            if live.get(at) == Some(&entrant) {
                let suits = |other: u32| often.is_none_or(|often| meetings.between(entrant, other) < often);
                opponents = nearest(&live, at, suits);
                at += 1;
            }
            let played = meetings.counting.get(entrant as usize).copied().unwrap_or(0);
            Choice { entrant, played, left: left[entrant as usize], opponents }
        })
        .collect()
}

/// Those around a place of an order that suit, the nearest first; of two that are equally near the one ahead.
fn nearest(order: &[u32], place: usize, suits: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found = Vec::new();
    let (mut above, mut below) = (place.checked_sub(1), place + 1);
    while found.len() < MOST_SUGGESTED && (above.is_some() || below < order.len()) {
        for next in [above, Some(below)] {
            let other = next.and_then(|next| order.get(next)).copied();
            found.extend(other.filter(|other| found.len() < MOST_SUGGESTED && suits(*other)));
        }
        above = above.and_then(|above| above.checked_sub(1));
        below += 1;
    }
    found
}

/// Who plays in a phase and has not withdrawn.
pub(super) fn present(phase: &PhaseCourse, withdrawn: &[u32]) -> Vec<u32> {
    let gone = mask(withdrawn);
    let stays = |entrant: &u32| !gone.get(*entrant as usize).copied().unwrap_or(false);
    phase.entrants.iter().copied().filter(stays).collect()
}

/// How many more matches each entrant can have in an open phase, by row of the entrant sheet; `None`: without end.
pub(super) fn left(
    ruleset: &Ruleset,
    settings: &Settings,
    open: &Open,
    meetings: &Meetings,
    present: &[u32],
) -> Vec<Option<u32>> {
    let rows = meetings.counting.len().max(mask(present).len());
    let counting = |row: usize| meetings.counting.get(row).copied().unwrap_or(0);
    let mut left: Vec<Option<u32>> = match open.most_matches.as_ref().map(|limit| limit.count.of(settings)) {
        Some(most) => (0..rows).map(|row| Some(most.saturating_sub(counting(row)))).collect(),
        None => vec![None; rows],
    };
    let Some(often) = open.most_meetings.as_ref().map(|limit| limit.count.of(settings)) else { return left };
    if ruleset.plan(settings).most != Some(2) {
        return left;
    }
    // Where opponents run out before matches do, these are what is left.
    let mut is_live = vec![false; rows];
    for &entrant in present {
        is_live[entrant as usize] = left[entrant as usize] != Some(0);
    }
    let live = u32::try_from(is_live.iter().filter(|live| **live).count()).unwrap_or(u32::MAX);
    let met = |entrant: u32| {
        let met = meetings.met.get(entrant as usize);
        let all = met.into_iter().flatten().filter(|(other, _)| is_live[**other as usize]);
        all.map(|(_, times)| (*times).min(often)).sum::<u32>()
    };
    let possible: Vec<(u32, u32)> = present
        .iter()
        .filter(|entrant| is_live[**entrant as usize])
        .map(|&entrant| (entrant, often.saturating_mul(live - 1).saturating_sub(met(entrant))))
        .collect();
    for (entrant, possible) in possible {
        let known = &mut left[entrant as usize];
        *known = Some(known.map_or(possible, |known| known.min(possible)));
    }
    left
}
