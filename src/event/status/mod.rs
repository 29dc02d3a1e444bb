//! How an event stands, for whoever runs it: what was played in each phase, what comes next, what is in dispute or not
//! confirmed, who would qualify.
//!
//! Comes in: a [`Course`] and its log. Goes out: a [`Status`]. What is due or missing stands in the course itself.
//! Start with [`status`]; who goes on for certain is worked out in `qualifying`, what comes next in `ahead`.

mod ahead;
mod left;
mod qualifying;
mod reports;

pub use ahead::{Fewest, Playable, Played, StageAhead};
pub use qualifying::{Bounds, Chance, Fate, Qualifying, Today, Unclear};

use super::course::{Course, PhaseCourse};
use super::facts::Facts;
use super::{days, meetings};
use crate::engine::{self, Failed, Outcome};
use crate::log::{Dispute, Log};
use crate::ruleset::{Admission, PhaseId, Ruleset, Settings, SheetKind};
use crate::sheet::SheetId;
use crate::value::Date;

/// How an event stands.
#[derive(Debug, Clone)]
pub struct Status {
    /// Everything that was recorded, scored.
    pub outcome: Outcome,
    /// The phases of the format, in order.
    pub phases: Vec<PhaseStatus>,
    /// The disputes that wait for the arbiter; `None` where no result of the log is reported by anybody or confirmed.
    pub disputes: Option<Vec<Dispute>>,
    /// The games whose results nobody has confirmed, by row; `None` where no result of the log is confirmed.
    pub unconfirmed: Option<Vec<u32>>,
}

/// How a phase stands.
#[derive(Debug, Clone)]
pub struct PhaseStatus {
    /// Which.
    pub phase: PhaseId,
    /// How far it is.
    pub stage: Stage,
    /// Its last day, where it has one.
    pub last_day: Option<Date>,
    /// How many play in it: whoever was in when it began, or entered since; `None` as long as it waits.
    pub entrants: Option<usize>,
    /// Who of them has withdrawn since.
    pub withdrawn: Vec<u32>,
    /// Its games.
    pub games: Counted,
    /// Its matches, where the format has matches.
    pub matches: Option<Counted>,
    /// The matches of its bracket that can be played, or wait for the arbiter.
    pub playable: Vec<Playable>,
    /// The stages of its bracket that are not decided, where they have last days.
    pub stages: Vec<StageAhead>,
    /// Who has played how much, where opponents are chosen freely and it is under way.
    pub fewest: Option<Fewest>,
    /// Who qualifies for it, where it takes its entrants from another one.
    pub qualifying: Option<Qualifying>,
}

/// How far a phase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It waits for a phase before it.
    Waits,
    /// It can be played.
    UnderWay,
    /// It has been played to the end.
    Over,
}

/// How many count, and how many do not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// Those that count.
    pub counting: usize,
    /// Those that are void.
    pub void: usize,
}

/// Looks at how an event stands.
///
/// # Errors
/// When the games cannot be scored.
pub fn status(
    ruleset: &Ruleset,
    settings: &Settings,
    log: &Log,
    course: &Course,
) -> Result<Status, Box<Failed>> {
    let outcome = engine::run(ruleset, settings, log.clone(), course.seed)?;
    let games = by_phase(ruleset, &outcome, ruleset.sheet_of(&SheetKind::Game));
    let of_matches = ruleset.sheet_of(&SheetKind::Match);
    let matches = by_phase(ruleset, &outcome, of_matches);
    let facts = Facts::followed(ruleset, settings, log, course);
    let mut phases = Vec::new();
    for (id, phase) in (0..).map(PhaseId).zip(&ruleset.phases) {
        let known = course.phases.iter().find(|known| known.phase == id);
        let qualifying = match phase.entrants {
            Admission::Everybody => None,
            Admission::Places { .. } => Some(qualifying::of(&facts, course, id)?),
        };
        let place = usize::from(id.0);
        phases.push(PhaseStatus {
            phase: id,
            stage: stage(known),
            last_day: days::last_day(phase, course.edition),
            entrants: known.map(|known| known.entrants.len()),
            withdrawn: known.map(|known| withdrawn(known, course)).unwrap_or_default(),
            games: games[place],
            matches: of_matches.map(|_| matches[place]),
            playable: known.map(ahead::playable).unwrap_or_default(),
            stages: known.map(|known| ahead::stages(known, course.today)).unwrap_or_default(),
            fewest: known.and_then(|known| ahead::played(ruleset, settings, course, known)),
            qualifying,
        });
    }
    let unconfirmed = reports::unconfirmed(ruleset, log, &outcome);
    let disputes = reports::disputes(ruleset, log);
    Ok(Status { outcome, phases, disputes, unconfirmed })
}

/// Who of a phase has withdrawn, in the order of the log.
fn withdrawn(phase: &PhaseCourse, course: &Course) -> Vec<u32> {
    let played = super::ranking::mask(&phase.entrants);
    let plays = |entrant: &u32| played.get(*entrant as usize).copied().unwrap_or(false);
    course.withdrawn.iter().copied().filter(plays).collect()
}

fn stage(known: Option<&PhaseCourse>) -> Stage {
    match known {
        None => Stage::Waits,
        Some(known) if known.is_over => Stage::Over,
        Some(_) => Stage::UnderWay,
    }
}

/// The rows of a sheet, counted by phase.
fn by_phase(ruleset: &Ruleset, outcome: &Outcome, sheet: Option<SheetId>) -> Vec<Counted> {
    let mut counted = vec![Counted::default(); ruleset.phases.len()];
    let Some(sheet) = sheet else { return counted };
    let void = engine::void_rows(ruleset, &outcome.tables, sheet);
    for (phase, void) in meetings::phases_of(ruleset, outcome, sheet).into_iter().zip(void) {
        if let Some(counted) = counted.get_mut(usize::from(phase.0)) {
            let which = if void { &mut counted.void } else { &mut counted.counting };
            *which += 1;
        }
    }
    counted
}
