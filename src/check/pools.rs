//! Pools: groups, cuts, remainders, and a schedule for each size of pool that can occur.

use super::checker::Checker;
use super::phases::admitted;
use crate::diagnostic::{Code, Diagnostic};
use crate::format::{CutEntry, PhaseEntry, PoolsEntry};
use crate::ruleset::{Cut, Pools, Schedule};
use crate::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn lower_pools(&mut self, phase: &PhaseEntry, entry: &'a PoolsEntry) -> Option<Pools> {
        let first = self.lower_cut(phase, entry, &entry.first);
        let later = match &entry.later {
            Some(later) => self.lower_cut(phase, entry, later),
            None => first.clone(),
        };
        let schedules = self.lower_schedules(entry);
        Some(Pools {
            rounds: entry.rounds,
            groups: entry.groups,
            first: first?,
            later: later?,
            schedules: schedules?,
        })
    }

    fn lower_cut(&mut self, phase: &PhaseEntry, pools: &PoolsEntry, entry: &'a CutEntry) -> Option<Cut> {
        let cites = self.cite(&entry.cites);
        let by = self.lower_ranking(phase, &entry.by);
        let remainder = match entry.remainder {
            Some((size, span)) => Some(self.remainder(pools, size, span)?),
            None => None,
        };
        if let Some(count) = admitted(phase)
            && !can_be_cut(count, pools.groups, remainder)
        {
            let groups = pools.groups;
            let (message, help) = match remainder {
                None => (
                    format!("{count} entrants are no multiple of {groups}"),
                    format!(
                        "say which pools take in the remainder: `remainder = \"pools of {}\"`",
                        groups + 1
                    ),
                ),
                Some(size) => (
                    format!("{count} entrants cannot be put into pools of {groups} and of {size}"),
                    "admit more or fewer of them, or cut them into another number of groups".to_owned(),
                ),
            };
            self.complain(
                Diagnostic::new(Code::BadPhase, message)
                    .at(entry.span, "cut here")
                    .at(phase.name.span, format!("{count} play in this phase"))
                    .help(help),
            );
        }
        Some(Cut { by: by?, draw: entry.draw, remainder, cites, at: entry.span })
    }

    /// The size of the pools that take in a remainder: one more than there are groups, or one fewer.
    fn remainder(&mut self, pools: &PoolsEntry, size: u32, span: Span) -> Option<u32> {
        let groups = pools.groups;
        let sizes: Vec<u32> = [groups + 1, groups - 1].into_iter().filter(|size| *size > 1).collect();
        if sizes.contains(&size) {
            return Some(size);
        }
        let bye = if size < 2 {
            "; pools give nobody a bye: where somebody is to have no game in a round, pair it with `pairing = \"round-robin\"`, or \
             let opponents be chosen freely with `pairing = \"open\"`"
        } else {
            ""
        };
        let written: Vec<String> =
            sizes.iter().map(|size| format!("`remainder = \"pools of {size}\"`")).collect();
        self.complain(
            Diagnostic::new(
                Code::BadPhase,
                format!("pools of {size} cannot take in the remainder of {groups} groups"),
            )
            .at(
                span,
                if size < 2 {
                    "a pool has at least two"
                } else {
                    "one more than there are groups, or one fewer"
                },
            )
            .at(pools.groups_span, "the groups")
            .help(format!("write {}{bye}", written.join(" or "))),
        );
        None
    }

    /// A schedule for each size that can occur, the smallest first, and none for others.
    fn lower_schedules(&mut self, entry: &'a PoolsEntry) -> Option<Vec<Schedule>> {
        let cuts = [Some(&entry.first), entry.later.as_ref()];
        let mut sizes = vec![(entry.groups, entry.groups_span)];
        for (size, span) in cuts.into_iter().flatten().filter_map(|cut| cut.remainder) {
            let fits = size > 1 && size.abs_diff(entry.groups) == 1;
            if fits && !sizes.iter().any(|(known, _)| *known == size) {
                sizes.push((size, span));
            }
        }
        let mut whole = true;
        for (size, span) in &sizes {
            if !entry.schedules.iter().any(|schedule| schedule.size == *size) {
                whole = false;
                self.complain(
                    Diagnostic::new(Code::BadSchedule, format!("there is no schedule for pools of {size}"))
                        .at(*span, format!("makes pools of {size}"))
                        .help(format!(
                            "add `{size} = '''…'''` to `[phase.pools.schedule]`, a line for each game"
                        )),
                );
            }
        }
        let mut schedules = Vec::new();
        for (place, schedule) in entry.schedules.iter().enumerate() {
            let size = schedule.size;
            if let Some(first) = entry.schedules.iter().take(place).find(|first| first.size == size) {
                self.complain(
                    Diagnostic::new(Code::BadSchedule, format!("two schedules for pools of {size}"))
                        .at(schedule.span, "the second")
                        .at(first.span, "the first")
                        .help("take one of them out"),
                );
            }
            if !sizes.iter().any(|(known, _)| *known == size) {
                self.complain(
                    Diagnostic::new(Code::BadSchedule, format!("no pool of this phase has {size} entrants"))
                        .at(schedule.span, "never played")
                        .at(entry.groups_span, "full pools have one of each group")
                        .help("take the schedule out, or let such pools take in the remainder"),
                );
            }
            let lowered = self.lower_schedule(schedule);
            whole &= lowered.is_some();
            schedules.extend(lowered);
        }
        schedules.sort_by_key(|schedule| schedule.size);
        whole.then_some(schedules)
    }
}

/// Whether so many entrants can be put into pools of as many as there are groups, and of the other size.
fn can_be_cut(count: u32, groups: u32, remainder: Option<u32>) -> bool {
    let (full, rest) = (count / groups, count % groups);
    match remainder {
        _ if rest == 0 => full > 0,
        Some(size) if size > groups => rest <= full,
        Some(_) => groups - rest <= full + 1,
        None => false,
    }
}
