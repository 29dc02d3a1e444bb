//! What becomes of the four players of a game: places, wins, orbs and levels.

use super::Player;

/// All levels, from the lowest to the highest.
pub const LEVELS: [&str; 14] = [
    "3級",
    "2級",
    "1級",
    "初段",
    "二段",
    "三段",
    "四段",
    "五段",
    "六段",
    "七段",
    "八段",
    "九段",
    "十段",
    "Blokusマスター",
];
pub const START: u8 = 1;
const FIRST_KYU: u8 = 2;
pub const FIRST_DAN: u8 = 3;
const FOURTH_DAN: u8 = 6;
const MASTER: u8 = 13;

/// So many orbs are needed for the levels above the first dan.
const ORBS: [u32; 9] = [5, 6, 8, 10, 12, 15, 18, 22, 26];

/// A player in a game, and what was left.
#[derive(Clone, Copy)]
pub struct Side {
    pub player: u32,
    pub squares: u32,
    pub pieces: u32,
}

/// Plays a game: everything is worked out from what the players were before it.
pub fn play(sides: &[Side; 4], players: &mut [Player<'_>]) {
    let level = |side: &Side| players[side.player as usize].level;
    let any_kyu = sides.iter().any(|side| level(side) < FIRST_DAN);
    let open = any_kyu && sides.iter().any(|side| level(side) >= FOURTH_DAN);
    let places = sides.map(|side| {
        let better = |other: &&Side| (other.squares, other.pieces) < (side.squares, side.pieces);
        1 + sides.iter().filter(better).count() as u32
    });
    let worst = places.iter().copied().max().unwrap_or(1);
    for (side, place) in sides.iter().zip(places) {
        let player = &mut players[side.player as usize];
        let (first, last, perfect) = (place == 1, place == worst, side.squares == 0);
        player.games += 1;
        player.firsts += u32::from(first);
        player.places += place;
        player.pieces += side.pieces;
        player.squares += side.squares;
        player.perfects += u32::from(perfect);
        player.climb(open, first, last, perfect);
    }
}

impl Player<'_> {
    fn climb(&mut self, open: bool, first: bool, last: bool, perfect: bool) {
        self.wins += u32::from(first);
        self.row = if first { self.row + 1 } else { 0 };
        let kyu = self.level < FIRST_DAN;
        self.orbs = if kyu && self.wins >= 2 {
            4
        } else if kyu {
            self.orbs
        } else if open {
            let again = self.level == FIRST_DAN && self.orbs == 0 && first;
            if again { 4 } else { self.orbs }
        } else if self.orbs == 0 && first {
            4 + u32::from(perfect) - u32::from(last)
        } else {
            (self.orbs + u32::from(first) + u32::from(perfect)).saturating_sub(u32::from(last))
        };
        self.level = self.reached();
    }

    fn reached(&self) -> u8 {
        if self.level == MASTER || (self.orbs >= 30 && self.row == 3) {
            return MASTER;
        }
        let above = ORBS.iter().filter(|&&orbs| self.orbs >= orbs).count() as u8;
        match above {
            0 if self.wins >= 2 || self.level >= FIRST_DAN => FIRST_DAN,
            0 if self.wins >= 1 => FIRST_KYU,
            0 => START,
            _ => FIRST_DAN + above,
        }
    }
}
