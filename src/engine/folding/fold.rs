//! What blocks of games have added up to so far.
//!
//! Comes in: a block of games, complete in itself. Goes out: aggregates in the making. It must never hold a game longer than its
//! block, but for what a ladder looks at. Start with [`Fold::add`].

use super::Folding;
use super::climb::Kept;
use crate::engine::derive;
use crate::engine::kernel::Evaluator;
use crate::engine::pairs::Limits;
use crate::engine::prepared::Prepared;
use crate::engine::reduce::Gathering;
use crate::engine::step::{self, Stepped};
use crate::engine::tabled::Under;
use crate::engine::verdict::{self, Void};
use crate::log::Block;

/// What the blocks so far add up to, by the numbers of entrants that they use.
pub struct Fold<'f> {
    folding: &'f Folding<'f>,
    prepared: Prepared,
    blocks: usize,
    pub(super) gathered: Vec<Gathering<'f>>,
    /// What is kept of blocks for what goes from game to game.
    pub(super) kept: Vec<Kept>,
}

impl<'f> Fold<'f> {
    pub(super) fn new(folding: &'f Folding<'f>) -> Self {
        let symbols = &folding.ruleset.symbols;
        let begun = |reduce| Gathering::new(folding.ruleset, symbols, reduce, 0..0);
        let gathered = folding.needs.folds.iter().map(begun).collect();
        Self { folding, prepared: Prepared::default(), blocks: 0, gathered, kept: Vec::new() }
    }

    /// Adds the games of a block; `false` where something fails.
    pub fn add(&mut self, block: Block) -> bool {
        let Block { mut tables, entrants, number } = block;
        let Folding { ruleset, settings, seed, needs } = self.folding;
        let symbols = &ruleset.symbols;
        if !derive::complete_for(ruleset, &needs.asked, &mut tables, Limits::USUAL).is_empty() {
            return false;
        }
        let prepared = &mut self.prepared;
        prepared.forget_links();
        self.blocks += 1;
        // The more blocks there were, the more will come.
        let lasting = self.blocks.is_power_of_two().then_some(self.blocks);
        let under = Under { ruleset, settings, symbols };
        for step in &needs.games {
            prepared.step(step, ruleset, &tables);
            if let Some(times) = lasting {
                prepared.tabulate(step, under, (&tables, times));
            }
            let run = Evaluator {
                ruleset,
                settings,
                symbols,
                tables: &tables,
                prepared,
                seed: *seed,
                is_lifted: false,
            };
            let Stepped { column, ties, trouble } = step::eval(&run, step, None, *seed);
            if !ties.is_empty() || !trouble.faults.is_empty() {
                return false;
            }
            tables.set_column(step.out(), column);
        }
        if !verdict::broken(ruleset, &tables, &mut Void::new(ruleset, &tables)).is_empty() {
            return false;
        }
        for (gathering, reduce) in self.gathered.iter_mut().zip(&needs.folds) {
            prepared.reduce(reduce, ruleset, &tables);
            if let Some(times) = lasting {
                prepared.tabulate_reduce(reduce, under, (&tables, times));
            }
            let run = Evaluator {
                ruleset,
                settings,
                symbols,
                tables: &tables,
                prepared,
                seed: *seed,
                is_lifted: false,
            };
            gathering.grow(if self.folding.is_of_event(reduce) { 1 } else { entrants });
            if !gathering.pass(&run, None).is_empty() {
                return false;
            }
        }
        self.kept.extend(needs.climbing.as_ref().map(|climbing| climbing.kept(ruleset, number, tables)));
        true
    }
}
