//! The places of phases: cuts, lines of schedules, matches of brackets.
//!
//! Start with [`add`].

use super::sites::{Found, Test, What};
use crate::example::PhasePart;
use crate::format::{CutEntry, FormatFile, PhaseEntry, RankingEntry, ScheduleEntry, SchemeEntry};
use crate::ruleset::PhaseId;
use crate::source::Span;
use crate::syntax::ast::{Bracket, Name};

/// Adds the places of all phases.
pub(super) fn add(file: &FormatFile, found: &mut Found<'_>) {
    for (id, phase) in (0_u16..).map(PhaseId).zip(&file.phases) {
        found.group = format!("phase {}", phase.name.text);
        found.of.clone_from(&found.group);
        one(id, phase, found);
    }
}

fn one(id: PhaseId, phase: &PhaseEntry, found: &mut Found<'_>) {
    let mut add = |what, at: Span, cites: &[Name], part| found.add(what, at, cites, Test::Phases(vec![part]));
    add(What::Phase, phase.name.span, &phase.cites, PhasePart::Phase(id));
    let schedules: Vec<&ScheduleEntry> = match &phase.scheme {
        None | Some(SchemeEntry::Open(_)) => Vec::new(),
        Some(SchemeEntry::Pools(pools)) => {
            add(What::Cut, pools.first.span, &cites_of(&pools.first), PhasePart::Cut(id, true));
            if let Some(later) = &pools.later {
                add(What::Cut, later.span, &cites_of(later), PhasePart::Cut(id, false));
            }
            pools.schedules.iter().collect()
        }
        Some(SchemeEntry::RoundRobin(table)) => table.schedule.iter().collect(),
        Some(SchemeEntry::Knockout(knockout)) => {
            if let Some(Bracket::Written(lines)) = &knockout.bracket {
                for line in lines {
                    let part = PhasePart::Match(id, line.name.text.clone());
                    let end = line.sides[1].span;
                    add(What::Match, line.name.span.to(end), &line.cites, part);
                }
            }
            knockout.schedule.iter().collect()
        }
    };
    for schedule in schedules {
        for (number, line) in (0_u32..).zip(schedule.games.iter().flatten()) {
            add(What::Line, line.span, &line.cites, PhasePart::Line(id, schedule.size, number));
        }
    }
    if let Some(SchemeEntry::RoundRobin(table)) = &phase.scheme {
        let cites = cites_of_ranking(&table.by);
        if !cites.is_empty() {
            add(What::Cut, phase.name.span, &cites, PhasePart::Phase(id));
        }
    }
    for deadline in phase.deadlines.iter().filter(|deadline| !deadline.cites.is_empty()) {
        found.add(What::Deadline, deadline.matches.span, &deadline.cites, Test::Cites);
    }
}

/// What a cut cites, and the keys by which it is made.
fn cites_of(cut: &CutEntry) -> Vec<Name> {
    let mut cites = cut.cites.clone();
    cites.extend(cites_of_ranking(&cut.by));
    cites
}

fn cites_of_ranking(by: &RankingEntry) -> Vec<Name> {
    match by {
        RankingEntry::Keys(keys) => keys.iter().flat_map(|key| key.cites.iter().cloned()).collect(),
        RankingEntry::Standing(_) | RankingEntry::Entry => Vec::new(),
    }
}
