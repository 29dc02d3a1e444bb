//! Knockouts: who meets whom in a bracket.
//!
//! Comes in: a bracket as it is written, or the wish for single elimination and the number of entrants. Goes out: its
//! matches, each after those that its sides come from. It must never know who plays. Start with [`bracket`].

use crate::ruleset::{Bracket, BracketMatch, Source};

/// More entrants than this have no single elimination: its matches have no more numbers.
pub const MOST: u32 = 1 << 16;

/// The matches of a bracket.
///
/// As it is written; or single elimination in which the best meet as late as can be: seeds 1 and 2 in the final at the
/// earliest. A seed beyond the number of entrants is nobody, so that the other side goes on without playing. There are no
/// matches for fewer than two entrants, and none for more than [`MOST`].
#[must_use]
pub fn bracket(bracket: &Bracket, entrants: u32) -> Vec<BracketMatch> {
    match bracket {
        Bracket::Written(matches) => matches.clone(),
        Bracket::SingleElimination { third_place } => elimination(entrants, *third_place),
    }
}

/// The round of each match, from 1: one after the latest of the matches that its sides come from.
#[must_use]
pub fn rounds(matches: &[BracketMatch]) -> Vec<u32> {
    let mut rounds: Vec<u32> = Vec::with_capacity(matches.len());
    for one in matches {
        let before = one.sides.iter().filter_map(|side| match side {
            Source::Seed(_) => None,
            Source::Winner(place) | Source::Loser(place) => rounds.get(usize::from(*place)),
        });
        let round = 1 + before.max().copied().unwrap_or(0);
        rounds.push(round);
    }
    rounds
}

fn elimination(entrants: u32, third_place: bool) -> Vec<BracketMatch> {
    if !(2..=MOST).contains(&entrants) {
        return Vec::new();
    }
    let mut matches: Vec<BracketMatch> = Vec::new();
    let mut round = first_round(entrants.next_power_of_two());
    while round.len() > 1 {
        let start = matches.len();
        let has_third = third_place && round.len() == 2;
        // Who loses is as good as everybody else who loses in this round.
        let loser_place = u32::try_from(round.len() + 1).ok().filter(|_| !has_third);
        for (number, sides) in (1_usize..).zip(&round) {
            let name = name(round.len(), number);
            matches.push(BracketMatch {
                name,
                sides: *sides,
                winner_place: None,
                loser_place,
                cites: Vec::new(),
            });
        }
        let played: Vec<u16> = (start..matches.len()).filter_map(|place| u16::try_from(place).ok()).collect();
        if has_third {
            matches.extend(pairs(&played, Source::Loser).map(|sides| decisive("third", sides, 3)));
        }
        round = pairs(&played, Source::Winner).collect();
    }
    matches.extend(round.into_iter().map(|sides| decisive("final", sides, 1)));
    matches
}

/// The first matches: the best against the last, and the better half spread over all of it.
fn first_round(size: u32) -> Vec<[Source; 2]> {
    let mut seeds = vec![1];
    let mut held = 1;
    while held < size {
        held *= 2;
        // Down, up, down: the second best comes to the other end.
        let opposed = seeds.iter().enumerate().flat_map(|(at, &seed)| {
            let opponent = held + 1 - seed;
            if at.is_multiple_of(2) { [seed, opponent] } else { [opponent, seed] }
        });
        seeds = opposed.collect();
    }
    let (matches, _) = seeds.as_chunks();
    matches.iter().map(|&[one, other]| [Source::Seed(one.min(other)), Source::Seed(one.max(other))]).collect()
}

/// The sides of the matches that come after these: of the first and the second, of the third and the fourth…
fn pairs(played: &[u16], source: fn(u16) -> Source) -> impl Iterator<Item = [Source; 2]> {
    let (pairs, _) = played.as_chunks::<2>();
    pairs.iter().map(move |pair| pair.map(source))
}

/// A match in which two places are decided: this one and the next.
fn decisive(name: &str, sides: [Source; 2], place: u32) -> BracketMatch {
    BracketMatch {
        name: name.to_owned(),
        sides,
        winner_place: Some(place),
        loser_place: Some(place + 1),
        cites: Vec::new(),
    }
}

fn name(in_round: usize, number: usize) -> String {
    match in_round {
        2 => format!("semi {number}"),
        4 => format!("quarter {number}"),
        _ => format!("round of {} {number}", in_round * 2),
    }
}
