//! A million sides of games in memory: what the six bands with their bonuses are worked out from.

use super::random::Random;

/// One side of a game.
#[derive(Clone, Copy)]
pub struct Record {
    /// Blue and red, or yellow and green.
    pub blue_red: bool,
    /// By how much blue and red lead.
    pub s: i64,
    /// The squares left of the first colour, and of the second.
    pub left_1: i64,
    #[allow(missing_docs)]
    pub left_2: i64,
    /// Whether the last piece of each was the single square.
    pub single_1: bool,
    #[allow(missing_docs)]
    pub single_2: bool,
}

/// So many records from a seed: two sides of each game, blue and red first.
pub fn records(count: usize, seed: u64) -> Vec<Record> {
    let mut random = Random(seed);
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let s = random.between(-45, 45);
        for blue_red in [true, false] {
            let [(left_1, single_1), (left_2, single_2)] = [(); 2].map(|()| colour(&mut random));
            all.push(Record { blue_red, s, left_1, left_2, single_1, single_2 });
        }
    }
    all
}

/// What a colour has left, and whether it was completed with the single square.
pub fn colour(random: &mut Random) -> (i64, bool) {
    let left = random.between(-3, 22).max(0);
    (left, left == 0 && random.below(5) < 2)
}
