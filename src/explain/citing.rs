//! Where a format cites a clause outside of the rules of its columns: standings, conditions of records, phases.
//!
//! Comes in: a clause. Goes out: words, each with how to ask about it. It must never look at a log. Start with [`elsewhere`].

use crate::ruleset::{Bracket, Cut};
use crate::ruleset::{ClauseId, Knockout, Phase, Ruleset, Schedule, Scheme, SheetKind, VerdictKind};

/// Every such place.
pub(super) fn elsewhere(ruleset: &Ruleset, clause: ClauseId) -> Vec<String> {
    let mut found = Vec::new();
    for verdict in ruleset.verdicts.iter().filter(|verdict| verdict.cites.contains(&clause)) {
        let what = match verdict.kind {
            VerdictKind::Void => "what makes",
            VerdictKind::Warn => "a warning about",
            VerdictKind::Fault => "a fault of",
        };
        let sheet = &ruleset.sheet(verdict.sheet).name;
        let void = if verdict.kind == VerdictKind::Void { " void" } else { "" };
        let how = match ruleset.sheet(verdict.sheet).kind {
            SheetKind::Match => "`--match`",
            SheetKind::MatchSide => "`--match` and `--entrant`",
            SheetKind::Side => "`--game` and `--entrant`",
            SheetKind::Entrant => "`--entrant`",
            SheetKind::Event
            | SheetKind::Game
            | SheetKind::Part { .. }
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => "`--game`",
        };
        found.push(format!("{what} a {sheet}{void}: say {how}"));
    }
    for standing in &ruleset.standings {
        if standing.keys.iter().any(|key| key.cites.contains(&clause)) {
            found.push(format!("the order of “{}”: say `--entrant`, and no column or game", standing.title));
        }
    }
    for phase in &ruleset.phases {
        if cites(phase, clause) {
            found.push(format!("the phase “{}”: say `--entrant` or `--game`, and no column", phase.title));
        }
    }
    found
}

/// Whether a phase cites a clause anywhere.
fn cites(phase: &Phase, clause: ClauseId) -> bool {
    let in_schedule = |schedule: &Schedule| schedule.games.iter().any(|line| line.cites.contains(&clause));
    let in_cut = |cut: &Cut| cut.cites.contains(&clause);
    let inside = match &phase.scheme {
        Scheme::Pools(pools) => {
            in_cut(&pools.first) || in_cut(&pools.later) || pools.schedules.iter().any(in_schedule)
        }
        Scheme::RoundRobin(robin) => robin.schedule.as_ref().is_some_and(in_schedule),
        Scheme::Knockout(Knockout { bracket, schedule, .. }) => {
            let written = match bracket {
                Bracket::Written(lines) => lines.as_slice(),
                Bracket::SingleElimination { .. } => &[],
            };
            written.iter().any(|line| line.cites.contains(&clause))
                || schedule.as_ref().is_some_and(in_schedule)
        }
        Scheme::Open(_) => false,
    };
    inside || phase.cites.contains(&clause)
}
