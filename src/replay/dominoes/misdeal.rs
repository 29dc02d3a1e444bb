//! Hands that cannot have been dealt, and what is said of them.
//!
//! Comes in: what is wrong with the deal, and the names of the players. Goes out: the same in words. It must never know
//! how it was found. Start with [`Misdeal`].

use super::illegal::{Names, tiles};
use super::tiles::{Tile, Tiles};

/// Hands from which nobody can play. A place is that of the tile in the hand of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misdeal {
    /// Too few or too many players.
    Players(usize),
    /// Somebody has no tile.
    Empty(usize),
    /// Somebody has more or fewer tiles than the first player.
    Uneven { player: usize, size: usize, wanted: usize },
    /// The set does not have so many tiles.
    TooLarge { hands: usize, size: usize, set: u8 },
    /// The set does not have the tile.
    NotInSet { player: usize, place: usize, tile: Tile, set: u8 },
    /// The tile is in another hand as well, or twice in this one.
    Twice { player: usize, place: usize, tile: Tile, other: usize },
    /// Fewer are left than must stay in the stock.
    TooFewLeft { left: u32, asleep: u32 },
}

impl Misdeal {
    /// What is wrong.
    pub(super) fn message(&self, names: Names<'_>) -> String {
        match self {
            Self::Players(1) => "a hand is dealt to 1 player".to_owned(),
            Self::Players(number) => format!("hands are dealt to {number} players"),
            Self::Empty(player) => format!("no tile is dealt to {}", names.of(*player)),
            Self::Uneven { player, size, wanted } => {
                format!(
                    "the hand of {} has {size} tiles, and that of {} {wanted}",
                    names.of(*player),
                    names.of(0)
                )
            }
            Self::TooLarge { hands, size, set } => {
                let count = Tiles::up_to(*set).count();
                format!(
                    "{hands} hands of {size} are {} tiles, and the double-{set} set has {count}",
                    hands * size
                )
            }
            Self::NotInSet { player, tile, set, .. } => {
                format!("{} is dealt `{tile}`, which is no tile of the double-{set} set", names.of(*player))
            }
            Self::Twice { player, tile, other, .. } if player == other => {
                format!("{} is dealt `{tile}` twice", names.of(*player))
            }
            Self::Twice { player, tile, other, .. } => {
                format!("{} and {} are both dealt `{tile}`", names.of(*other), names.of(*player))
            }
            Self::TooFewLeft { left, asleep } => {
                format!("the deal leaves {} in the stock, where {asleep} stay asleep", tiles(*left))
            }
        }
    }

    /// What to do about it.
    pub(super) fn help(&self) -> String {
        match self {
            Self::Players(_) => "2 to 8 can play".to_owned(),
            Self::Empty(_) | Self::Uneven { .. } => {
                "all hands have the same number of tiles, as they were before the first move".to_owned()
            }
            Self::TooLarge { .. } => "choose the option `set` for the set that was used".to_owned(),
            Self::NotInSet { set, .. } => format!(
                "its highest tile is `{set}-{set}`; choose the option `set` for the set that was used"
            ),
            Self::Twice { .. } => "each tile is there once, and `6-1` and `1-6` are the same".to_owned(),
            Self::TooFewLeft { .. } => "choose a smaller number for the option `asleep`".to_owned(),
        }
    }
}
