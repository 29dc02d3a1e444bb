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
    if order.len() < 2 {
        return Vec::new();
    }
    let half = order.len().div_ceil(2);
    let circle = 2 * half - 1;
    let one = |leg: u32, round: usize| {
        // Who meets the last; then those next to them on the circle meet, and so on outward.
        let turn = round * half % circle;
        let mut found = RoundRobinRound { pairs: Vec::with_capacity(half), bye: None };
        for step in 0..half {
            let (first, second) = match step {
                0 if round.is_multiple_of(2) => (turn, circle),
                0 => (circle, turn),
                _ => ((turn + step) % circle, (turn + circle - step) % circle),
            };
            match (order.get(first), order.get(second)) {
                (Some(&first), Some(&second)) if leg.is_multiple_of(2) => found.pairs.push((first, second)),
                (Some(&first), Some(&second)) => found.pairs.push((second, first)),
                (one, other) => found.bye = one.or(other).copied(),
            }
        }
        found
    };
    (0..legs).flat_map(|leg| (0..circle).map(move |round| one(leg, round))).collect()
}
