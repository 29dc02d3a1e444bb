//! What two formats prescribe differently: rounds that are paired differently, and who is admitted to a phase.
//!
//! Comes in: two rulesets. Goes out: the first round and the fewest entrants for which they pair differently; the places
//! that are admitted. Entrants are numbers, as in the examples of a round. It must never know a log. Start with [`paired`]
//! and [`admitted`].

use super::search::names;
use super::{Admitted, Paired};
use crate::audit::write;
use crate::example::{clauses_of_round, drawn, pairs_alike};
use crate::ruleset::{Admission, Phase, Ruleset, Scheme};

/// So many rounds of a phase are looked at, and so many entrants.
const MOST_ROUNDS: u32 = 3;
const MOST_RANKED: u32 = 20;

/// The phases that both have.
fn both<'r>(old: &'r Ruleset, new: &'r Ruleset) -> impl Iterator<Item = (&'r Phase, &'r Phase)> {
    old.phases
        .iter()
        .filter_map(|phase| Some((phase, new.phases.iter().find(|other| other.name == phase.name)?)))
}

/// For each phase the first round that is paired differently.
pub(super) fn paired(old: &Ruleset, new: &Ruleset) -> Vec<Paired> {
    both(old, new).filter_map(|(phase, _)| of_phase(old, new, phase)).collect()
}

fn of_phase(old: &Ruleset, new: &Ruleset, phase: &Phase) -> Option<Paired> {
    let rounds = match &phase.scheme {
        Scheme::Pools(pools) => pools.rounds,
        Scheme::RoundRobin(table) => table.legs.saturating_mul(MOST_RANKED),
        Scheme::Knockout(_) => 1,
        Scheme::Open(_) => return None,
    };
    // The last round is looked at as well.
    let looked_at = (1..=rounds.min(MOST_ROUNDS)).chain((rounds > MOST_ROUNDS).then_some(rounds));
    for round in looked_at {
        for ranked in 2..=MOST_RANKED {
            let both = [old, new].map(|ruleset| drawn(ruleset, &phase.name, round, ranked));
            let [Some(one), Some(other)] = both else { continue };
            if pairs_alike(new, &one) && pairs_alike(old, &other) {
                continue;
            }
            return Some(Paired {
                phase: phase.name.clone(),
                round,
                ranked,
                clauses: [
                    names(old, &clauses_of_round(old, &one)),
                    names(new, &clauses_of_round(new, &other)),
                ],
                texts: [one, other].map(|mut example| {
                    example.name.text = format!("round {round} of `{}` is paired differently", phase.name);
                    write::drawn(&example)
                }),
            });
        }
    }
    None
}

/// The phases to which other places are admitted.
pub(super) fn admitted(old: &Ruleset, new: &Ruleset) -> Vec<Admitted> {
    both(old, new)
        .filter_map(|(phase, other)| {
            let [one, two] = [(old, phase), (new, other)].map(|(ruleset, phase)| places(ruleset, phase));
            (one != two).then(|| Admitted { phase: phase.name.clone(), places: [one, two] })
        })
        .collect()
}

fn places(ruleset: &Ruleset, phase: &Phase) -> Option<(u32, u32, String)> {
    match &phase.entrants {
        Admission::Everybody => None,
        Admission::Places { first, last, of } => Some((*first, *last, ruleset.phase(*of).name.clone())),
    }
}

/// Whether a phase takes its entrants from places of an earlier one.
pub(super) fn takes_places(ruleset: &Ruleset, phase: &str) -> bool {
    let found = ruleset.phases.iter().find(|known| known.name == phase);
    found.is_some_and(|phase| phase.entrants != Admission::Everybody)
}
