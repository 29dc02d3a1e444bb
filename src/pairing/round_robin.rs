//! Round robin: everybody meets everybody, in rounds.
//!
//! The circle method with the sides of the Berger tables (FIDE Handbook, C.05, annex 1): the last number stays where it
//! is and changes sides from round to round, the others go round it. So the sides balance: for everybody they differ by
//! one game at most. With an odd number, whoever would meet the last has no game.
//! It must never know what the order comes from. Start with [`rounds`].

/// A round in which everybody plays once at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRobinRound {
    /// Who meets; the one who is named first has the first side.
    pub pairs: Vec<(u32, u32)>,
    /// Who has no game.
    pub bye: Option<u32>,
}

/// The rounds of entrants in the order of their numbers; in every other leg they change sides.
#[must_use]
pub fn rounds(order: &[u32], legs: u32) -> Vec<RoundRobinRound> {
    (1..=count(order.len(), legs)).filter_map(|number| round(order, number)).collect()
}

/// How many rounds there are; none for fewer than two entrants.
#[must_use]
pub fn count(entrants: usize, legs: u32) -> u32 {
    u32::try_from(circle(entrants).unwrap_or(0)).unwrap_or(u32::MAX).saturating_mul(legs)
}

/// The round with this number, from 1, of as many legs as it takes; `None` for fewer than two entrants.
#[must_use]
pub fn round(order: &[u32], number: u32) -> Option<RoundRobinRound> {
    let circle = circle(order.len())?;
    let half = circle.div_ceil(2);
    let before = number.checked_sub(1)? as usize;
    let (leg, in_leg) = (before / circle, before % circle);
    // Who meets the last; then those next to them on the circle meet, and so on outward.
    let turn = in_leg * half % circle;
    let mut round = RoundRobinRound { pairs: Vec::with_capacity(half), bye: None };
    for step in 0..half {
        let (first, second) = match step {
            0 if in_leg.is_multiple_of(2) => (turn, circle),
            0 => (circle, turn),
            _ => ((turn + step) % circle, (turn + circle - step) % circle),
        };
        match (order.get(first), order.get(second)) {
            (Some(&first), Some(&second)) if leg.is_multiple_of(2) => round.pairs.push((first, second)),
            (Some(&first), Some(&second)) => round.pairs.push((second, first)),
            (one, other) => round.bye = one.or(other).copied(),
        }
    }
    Some(round)
}

/// How many go round the last: with an odd number all of them.
fn circle(entrants: usize) -> Option<usize> {
    (entrants > 1).then(|| entrants - usize::from(entrants.is_multiple_of(2)))
}
