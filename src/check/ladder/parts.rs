//! Which steps are computed game by game, which before them, and which after.
//!
//! Comes in: all steps, each after what it needs. Goes out: the [`Ladder`], and the other steps with those first that need
//! no state. Start with [`Checker::part_ladder`].

use crate::check::checker::Checker;
use crate::check::needs::needs;
use crate::ruleset::{Ladder, State, Step};
use crate::sheet::ColumnId;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Parts the steps, once there are all of them.
    pub(in crate::check) fn part_ladder(&mut self) {
        if self.states.is_empty() {
            return;
        }
        let states: Vec<State> = self.states.iter().map(|state| state.columns).collect();
        let level = self.file.ladder.as_ref().is_some_and(|ladder| ladder.levels.is_some());
        let moved = dependent(&self.ruleset.steps, &states);
        self.complain_of_beyond(&moved);
        self.complain_of_invented_states(&moved);
        let wanted = wanted(&self.ruleset.steps, &states);
        let (mut before, mut inside, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for step in std::mem::take(&mut self.ruleset.steps) {
            let out = step.out();
            if !moved.contains(&out) {
                before.push(step);
            } else if wanted.contains(&out) {
                inside.push(step);
            } else {
                after.push(step);
            }
        }
        let at = before.len();
        before.append(&mut after);
        self.ruleset.steps = before;
        let level = level.then(|| states.len().saturating_sub(1));
        self.ruleset.ladder = Some(Ladder { states, steps: inside, at, level });
    }
}

/// The columns that are not known before games are looked at one after the other: the states, and what needs one.
fn dependent(steps: &[Step], states: &[State]) -> FxHashSet<ColumnId> {
    let mut moved: FxHashSet<ColumnId> =
        states.iter().flat_map(|state| [state.before, state.now, state.last]).collect();
    for step in steps {
        if needs(step).iter().any(|column| moved.contains(column)) {
            moved.insert(step.out());
        }
    }
    moved
}

/// The columns that the values after a game need.
fn wanted(steps: &[Step], states: &[State]) -> FxHashSet<ColumnId> {
    let mut wanted: FxHashSet<ColumnId> = states.iter().map(|state| state.now).collect();
    // Each step stands behind what it needs.
    for step in steps.iter().rev() {
        if wanted.contains(&step.out()) {
            wanted.extend(needs(step));
        }
    }
    wanted
}
