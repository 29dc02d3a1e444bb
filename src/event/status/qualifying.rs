//! Who would qualify today, and who does or does not for certain.
//!
//! Comes in: a phase that takes its entrants from some places of another. Goes out: everybody who can still get there, in
//! the order of today, each surely in, surely out or open. The bounds are those of the first key of the standing: what is
//! recorded, and for each row that can still come the least and the most that it adds. They hold as long as what counts
//! today goes on counting, and nobody enters or withdraws. Level on that key is open: other keys, or lots, decide.
//! It must never guess: where bounds are not known, it says why. Start with [`of`].

use super::left;
use crate::engine::{Failed, Outcome};
use crate::event::choices::present;
use crate::event::course::{Course, PhaseCourse};
use crate::event::facts::{Facts, Ran};
use crate::event::places;
use crate::event::ranking::{Levels, levels};
use crate::ruleset::{Admission, Growth, Obscure, PhaseId, Ranking, Reach, Scheme};
use crate::value::{Rational, Value};

/// Who qualifies for a phase.
#[derive(Debug, Clone)]
pub struct Qualifying {
    /// The phase whose places count.
    pub of: PhaseId,
    /// From this place on.
    pub first: u32,
    /// To this one.
    pub last: u32,
    /// Whether it is decided: the places are final.
    pub is_decided: bool,
    /// Why nobody can be told to be surely in or out; `None` where that is known.
    pub unclear: Option<Unclear>,
    /// Everybody who plays for a place, the best of today first.
    pub chances: Vec<Chance>,
}

/// How an entrant stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// Who.
    pub entrant: u32,
    /// The place of today; those that share it have the same.
    pub place: u32,
    /// Whether the place is shared.
    pub shared: bool,
    /// Whether it would do, if nothing more were played.
    pub today: Today,
    /// Whether it will.
    pub fate: Fate,
    /// The bounds of the first key, where they are known.
    pub bounds: Option<Bounds>,
}

/// What the first key of an entrant can still come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// How many games or matches can still come; `None`: without end.
    pub left: Option<u32>,
    /// The least; `None`: without end.
    pub least: Option<Rational>,
    /// The most; `None`: without end.
    pub most: Option<Rational>,
}

/// Whether a place of today would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Today {
    /// It would.
    In,
    /// It would not.
    Out,
    /// Among those who share it some would get in.
    Level,
}

/// Whether an entrant qualifies, whatever is still played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Surely.
    In,
    /// Surely not.
    Out,
    /// Nobody can tell.
    Open,
}

/// Why nobody can be told to be surely in or out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unclear {
    /// The phase has not begun.
    NotBegun,
    /// No standing ranks it.
    NoStanding,
    /// A bracket gives its places.
    Bracket,
    /// What the first key can still come to is not known.
    Key(Obscure),
    /// It is not known how many games a match has.
    GamesOfMatches,
}

impl Unclear {
    /// Why, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotBegun => "the phase before it has not begun",
            Self::NoStanding => "no standing ranks the phase before it",
            Self::Bracket => "a bracket gives the places of the phase before it",
            Self::Key(why) => why.words(),
            Self::GamesOfMatches => {
                "the first key of the standing adds up games, or what matches are worth, and how many games a match still has is not known"
            }
        }
    }
}

/// Looks at who qualifies for a phase.
pub fn of(facts: &Facts<'_>, course: &Course, id: PhaseId) -> Result<Qualifying, Box<Failed>> {
    let Admission::Places { first, last, of } = facts.ruleset.phase(id).entrants else {
        return Ok(empty(id, (1, u32::MAX), Unclear::NoStanding));
    };
    let Some(phase) = course.phases.iter().find(|phase| phase.phase == of) else {
        return Ok(empty(of, (first, last), Unclear::NotBegun));
    };
    let admitted = course.phases.iter().find(|phase| phase.phase == id);
    if let Some(admitted) = admitted {
        // Who withdrew before the first game of the phase is passed over; who did after it has qualified all the same.
        let begin = facts.games_of(id).next().unwrap_or(facts.games);
        let mut found = decided(facts, phase, (first, last), begin);
        // What was settled between those who are level is known by who plays.
        for chance in &mut found.chances {
            let plays = admitted.entrants.contains(&chance.entrant);
            (chance.today, chance.fate) = if plays { (Today::In, Fate::In) } else { (Today::Out, Fate::Out) };
        }
        return Ok(found);
    }
    if phase.is_over {
        return Ok(decided(facts, phase, (first, last), facts.games));
    }
    under_way(facts, course, phase, (first, last))
}

fn empty(of: PhaseId, (first, last): (u32, u32), why: Unclear) -> Qualifying {
    Qualifying { of, first, last, is_decided: false, unclear: Some(why), chances: Vec::new() }
}

/// The places are final, but for those who are level; who has withdrawn before this many games is passed over.
fn decided(facts: &Facts<'_>, phase: &PhaseCourse, (first, last): (u32, u32), begin: u32) -> Qualifying {
    let stays = |entrant: u32| !facts.has_withdrawn(entrant, begin);
    let levels = places::levels_of(facts.ruleset, phase).filtered(stays);
    let mut chances = today(&levels, (first, last));
    for chance in &mut chances {
        chance.fate = match chance.today {
            Today::In => Fate::In,
            Today::Out => Fate::Out,
            Today::Level => Fate::Open,
        };
    }
    Qualifying { of: phase.phase, first, last, is_decided: true, unclear: None, chances }
}

fn under_way(
    facts: &Facts<'_>,
    course: &Course,
    phase: &PhaseCourse,
    (first, last): (u32, u32),
) -> Result<Qualifying, Box<Failed>> {
    let ruleset = facts.ruleset;
    let Some(standing) = ruleset.phase(phase.phase).standing else {
        let why = match ruleset.phase(phase.phase).scheme {
            Scheme::Knockout(_) => Unclear::Bracket,
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => Unclear::NoStanding,
        };
        return Ok(empty(phase.phase, (first, last), why));
    };
    let Ran { outcome, .. } = so_far(facts, course, phase)?;
    let present = present(phase, &course.withdrawn);
    let levels = levels(&Ranking::Standing, Some(standing), &outcome, &present);
    let mut chances = today(&levels, (first, last));
    let reach = ruleset.reaches.get(usize::from(standing.0));
    let growth = match reach.unwrap_or(&Reach::Unknown(Obscure::NoSum)) {
        Reach::Sum(growth) => Ok(growth),
        Reach::Unknown(why) => Err(Unclear::Key(*why)),
    };
    let left =
        growth.and_then(|growth| Ok((growth, left::rows_left(facts, course, (phase, &outcome), growth)?)));
    let unclear = match left {
        Ok((growth, left)) => {
            for chance in &mut chances {
                let left = left.get(chance.entrant as usize).copied().flatten();
                chance.bounds = Some(bounds(facts, &outcome, growth, (chance.entrant, left)));
            }
            let (ranked, _) = levels.split();
            settle(&mut chances, (ranked.len(), growth.highest_first), (first, last));
            None
        }
        Err(why) => Some(why),
    };
    // Who is in no place today has yet to do something for it.
    let (ranked, _) = levels.split();
    for chance in chances.iter_mut().skip(ranked.len()) {
        chance.today = Today::Out;
        if chance.fate == Fate::In {
            chance.fate = Fate::Open;
        }
    }
    Ok(Qualifying { of: phase.phase, first, last, is_decided: false, unclear, chances })
}

/// What was played of a phase and of those before it, scored.
fn so_far(facts: &Facts<'_>, course: &Course, phase: &PhaseCourse) -> Result<Ran, Box<Failed>> {
    let last = left::last_round(phase, &facts.ruleset.phase(phase.phase).scheme);
    let keep = |game: u32| {
        let of = facts.phase(game);
        let in_time = || last.is_none_or(|last| facts.round(game).is_some_and(|round| round <= last));
        of < phase.phase || of == phase.phase && in_time()
    };
    facts.score(u32::MAX, course.seed, keep)
}

/// Everybody in the order of today.
fn today(levels: &Levels, (first, last): (u32, u32)) -> Vec<Chance> {
    let mut chances = Vec::with_capacity(levels.order().len());
    for group in levels.groups() {
        let place = u32::try_from(chances.len()).unwrap_or(u32::MAX).saturating_add(1);
        let end = place.saturating_add(u32::try_from(group.len()).unwrap_or(u32::MAX)) - 1;
        let today = if place > last || end < first {
            Today::Out
        } else if place >= first && end <= last {
            Today::In
        } else {
            Today::Level
        };
        let shared = group.len() > 1;
        chances.extend(group.iter().map(|&entrant| Chance {
            entrant,
            place,
            shared,
            today,
            fate: Fate::Open,
            bounds: None,
        }));
    }
    chances
}

/// What the first key of an entrant can still come to.
fn bounds(
    facts: &Facts<'_>,
    outcome: &Outcome,
    growth: &Growth,
    (entrant, left): (u32, Option<u32>),
) -> Bounds {
    let now = match outcome.value(facts.ruleset, growth.column, entrant) {
        Value::Integer(whole) => Some(Rational::from(whole)),
        Value::Number(number) | Value::Duration(number) => Some(number),
        Value::Flag(_) | Value::Text(_) | Value::Date(_) | Value::Missing => None,
    };
    let zero = Rational::from_integer(0);
    let with = |each: Option<Rational>| match (left, each) {
        (Some(0), _) => now,
        (_, Some(each)) if each == zero => now,
        (Some(left), Some(each)) => {
            let more = each.multiply(&Rational::from_integer(i128::from(left))).ok()?;
            now?.add(&more).ok()
        }
        (None, _) | (_, None) => None,
    };
    Bounds { left, least: with(growth.least), most: with(growth.most) }
}

/// Decides whose place is certain: by how many others can reach the least of somebody, and by how many are above the most.
/// The first `ranked` of them have a place for certain; the others may get one.
fn settle(chances: &mut [Chance], (ranked, highest_first): (usize, bool), (first, last): (u32, u32)) {
    // From here on the larger one is ahead; no bound is the end of everything.
    let end = |bound: Option<Rational>, is_low: bool| match (bound, is_low) {
        (None, true) => (-1, Rational::from_integer(0)),
        (None, false) => (1, Rational::from_integer(0)),
        (Some(bound), _) => (0, bound),
    };
    let pair = |chance: &Chance| {
        let (least, most) = chance.bounds.map_or((None, None), |bounds| (bounds.least, bounds.most));
        if highest_first {
            return (end(least, true), end(most, false));
        }
        let turned = |bound: Option<Rational>| bound.and_then(|bound| bound.negate().ok());
        (end(turned(most), true), end(turned(least), false))
    };
    let own: Vec<_> = chances.iter().map(pair).collect();
    let mut lows: Vec<_> = own.iter().take(ranked).map(|(low, _)| *low).collect();
    let mut highs: Vec<_> = own.iter().map(|(_, high)| *high).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    for (chance, (low, high)) in chances.iter_mut().zip(own) {
        let above = lows.len() - lows.partition_point(|other| *other <= high);
        // Everybody reaches their own least.
        let reaching = (highs.len() - highs.partition_point(|other| *other < low)).saturating_sub(1);
        let best = u32::try_from(above).unwrap_or(u32::MAX).saturating_add(1);
        let worst = u32::try_from(reaching).unwrap_or(u32::MAX).saturating_add(1);
        chance.fate = if best > last || worst < first {
            Fate::Out
        } else if best >= first && worst <= last {
            Fate::In
        } else {
            Fate::Open
        };
    }
}
