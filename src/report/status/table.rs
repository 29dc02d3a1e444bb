//! How an event stands, for people: what waits for the organiser, a part a phase, short lists.
//!
//! Comes in: an [`EventView`] and a [`Status`]. Goes out: text. Start with [`write`].

use super::{ahead, counted, qualifying};
use crate::event::{Counted, Due, PhaseStatus, Stage, Status};
use crate::log::{Dispute, Log};
use crate::report::event::{EventView, overdue};
use crate::report::grid::Sections;
use crate::report::view::{RowName, View};
use crate::report::{agreed, remarks};
use crate::ruleset::{Scheme, VerdictKind};
use std::io::{self, Write};

/// Names, games and lines of a list beyond which the rest is counted.
const MOST_LISTED: usize = 8;

/// Writes how an event stands.
pub fn write(
    view: &EventView<'_>,
    (status, log): (&Status, &Log),
    all: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sections = Sections::new(out);
    match view.course.edition {
        Some(edition) => sections.begin(&format!("{}, {edition}", view.ruleset.title))?,
        None => sections.begin(&view.ruleset.title)?,
    }
    if let Some(today) = view.course.today {
        sections.line(&format!("as of {today}"))?;
    }
    sections.line(&due(view))?;
    let most = if all { usize::MAX } else { MOST_LISTED };
    overdue(view, &mut sections)?;
    let outcome = view.outcome(&status.outcome);
    let open = status.disputes.as_deref().unwrap_or_default();
    disputes((&outcome, log), open, most, &mut sections)?;
    for phase in &status.phases {
        one_phase(view, phase, most, &mut sections)?;
    }
    // What is in dispute is listed already.
    let is_told =
        |name: &RowName| name.game.is_some_and(|game| open.iter().any(|one| one.game as usize == game));
    let is_new = |name: &RowName| !is_told(name);
    let void: Vec<String> = remarks::lines(&outcome, VerdictKind::Void, &is_new).collect();
    listed(&format!("Does not count: {}", void.len()), &void, most, &mut sections)?;
    if let Some(games) = &status.unconfirmed {
        let heading = format!("Not confirmed: {}", counted(games.len(), "game"));
        listed(&heading, &agreed::lines_of(&outcome), most, &mut sections)?;
    }
    Ok(())
}

/// What comes next, in a sentence.
fn due(view: &EventView<'_>) -> String {
    if let Some(sentence) = view.due() {
        return sentence;
    }
    let (phase, rounds) =
        view.course.under_way().map_or((None, Vec::new()), |(phase, rounds)| (Some(phase), rounds));
    let is_bracket = phase.is_some_and(|phase| matches!(view.phase(phase.phase).scheme, Scheme::Knockout(_)));
    let waits = view.course.due == Due::Results && rounds.iter().all(|round| round.missing() == 0);
    match (waits, is_bracket) {
        (true, _) => "What is in dispute waits for the arbiter: nothing else can be played before",
        (false, true) => "Matches of the bracket can be played: record their games",
        (false, false) => "A round is under way: record its games",
    }
    .to_owned()
}

/// The disputes that wait for the arbiter, and how each is settled.
fn disputes(
    (outcome, log): (&View<'_>, &Log),
    open: &[Dispute],
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    if open.is_empty() {
        return Ok(());
    }
    sections.begin(&format!("In dispute: {}", counted(open.len(), "game")))?;
    for dispute in open.iter().take(most) {
        let ways = log.settling(outcome.ruleset(), dispute.game);
        let words = agreed::words(&outcome.log(), dispute);
        sections.line(&format!("{}: {words}", agreed::name_of(outcome, dispute.game)))?;
        sections.line(&format!(
            "  one record stands, of {}: {}",
            ways.reporters.join(" or "),
            ways.decision
        ))?;
        sections.line(&format!("  or the game is corrected: {}", ways.correction))?;
    }
    match open.len().saturating_sub(most) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--all` lists them")),
    }
}

fn listed(heading: &str, lines: &[String], most: usize, sections: &mut Sections<'_>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    sections.begin(heading)?;
    lines.iter().take(most).try_for_each(|line| sections.line(line))?;
    match lines.len().saturating_sub(most) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--all` lists them")),
    }
}

fn one_phase(
    view: &EventView<'_>,
    phase: &PhaseStatus,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let stage = match phase.stage {
        Stage::Waits => "not begun",
        Stage::UnderWay => "under way",
        Stage::Over => "over",
    };
    let last = phase.last_day.map_or_else(String::new, |day| format!(", last day {day}"));
    sections.begin(&format!("{}: {stage}{last}", view.phase(phase.phase).title))?;
    if let Some(entrants) = phase.entrants {
        let since = match phase.withdrawn.len() {
            0 => String::new(),
            gone => {
                let have = if gone == 1 { "has" } else { "have" };
                let names = super::short(&super::names(view, &phase.withdrawn), most);
                format!("; {gone} {have} withdrawn since: {names}")
            }
        };
        sections.line(&format!("{}{since}", counted(entrants, "entrant")))?;
    }
    if phase.stage != Stage::Waits {
        for (played, what) in [(phase.matches, "match"), (Some(phase.games), "game")] {
            if let Some(played) = played {
                sections.line(&format!("recorded: {}", tally(played, what)))?;
            }
        }
    }
    if let Some(found) = &phase.qualifying {
        qualifying::write(view, found, most, sections)?;
    }
    ahead::write(view, phase, most, sections)
}

/// `5 games count, 1 does not`
fn tally(played: Counted, what: &str) -> String {
    let Counted { counting, void } = played;
    let counts = if counting == 1 { "counts" } else { "count" };
    let rest = match void {
        0 => String::new(),
        1 => ", 1 does not".to_owned(),
        more => format!(", {more} do not"),
    };
    format!("{} {counts}{rest}", counted(counting, what))
}
