//! Invented logs of games of one or more sides, some of them void, late, or in no order.

use crate::sheet::row_id;

/// A log: who sits where, and what is recorded of it.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) start: Vec<i64>,
    pub(super) games: usize,
    pub(super) void: Vec<bool>,
    /// Game and entrant of each side.
    pub(super) sides: Vec<(u32, u32)>,
    pub(super) score: Vec<i64>,
    pub(super) late: Vec<bool>,
    /// Side and value of each part.
    pub(super) parts: Vec<(u32, i64)>,
}

/// What invents a log.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn small(&mut self, end: usize) -> i64 {
        i64::try_from(self.below(end)).unwrap()
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for place in (1..values.len()).rev() {
            values.swap(place, self.below(place + 1));
        }
    }
}

impl Played {
    pub(super) fn new(random: &mut Random, entrants: usize, games: usize) -> Self {
        let mut played =
            Self { start: (0..entrants).map(|_| random.small(5)).collect(), games, ..Self::default() };
        let even = random.chance(40);
        let (voids, repeats) = (random.below(30), if random.chance(10) { 20 } else { 0 });
        let mut all: Vec<u32> = (0..row_id(entrants)).collect();
        for game in 0..row_id(games) {
            played.void.push(random.chance(voids));
            random.shuffle(&mut all);
            let sides = if even { 3 } else { 3 + random.below(3) }.min(entrants);
            for (side, &entrant) in all[..sides].iter().enumerate() {
                let twice = side > 0 && random.chance(repeats);
                played.sides.push((game, if twice { all[0] } else { entrant }));
            }
        }
        if random.chance(20) {
            random.shuffle(&mut played.sides);
        }
        // In some games nobody sits.
        for _ in 0..if random.chance(20) { random.below(4) } else { 0 } {
            played.games += 1;
            played.void.push(false);
        }
        for side in 0..row_id(played.sides.len()) {
            played.score.push(random.small(6));
            played.late.push(random.chance(voids / 3));
            for _ in 0..random.below(4) {
                played.parts.push((side, random.small(4)));
            }
        }
        if random.chance(20) {
            random.shuffle(&mut played.parts);
        }
        played
    }
}
