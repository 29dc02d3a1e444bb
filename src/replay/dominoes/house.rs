//! How a house plays: which set, who draws how much, how lines branch.
//!
//! Comes in: what the organiser chose. Goes out: a [`House`], or the choice that makes no sense. It must never know a
//! game or a file. Start with [`House::chosen`].

use super::tiles::{HIGHEST, pips};
use crate::diagnostic::one_of;
use crate::replay::moves::{did_you_mean, shown};
use crate::replay::{Choice, Choices};

/// No set has more tiles.
const MOST_TILES: u32 = 190;
/// A double has room for so many tiles on its sides and corners.
const MOST_ENDS: u32 = 8;

/// Whether, and how much, they draw who can play nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// Until a tile can be played, or the stock is used up.
    UntilPlayable,
    /// One tile.
    One,
    /// Nothing.
    Never,
}

/// The ways to draw, by their names.
const DRAWING: [(&str, Drawing); 3] =
    [("until_playable", Drawing::UntilPlayable), ("one", Drawing::One), ("none", Drawing::Never)];

/// The rules that each house makes for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct House {
    /// The highest number of pips in the set.
    pub set: u8,
    /// Whether, and how much, is drawn.
    pub drawing: Drawing,
    /// How many tiles always stay in the stock.
    pub asleep: u32,
    /// How many lines may be opened.
    pub lines: u32,
    /// How many ends a double opens that is attached to a line.
    pub double_ends: u32,
    /// How many ends the first double of the game opens.
    pub spinner: u32,
}

impl Default for House {
    fn default() -> Self {
        Self { set: 6, drawing: Drawing::UntilPlayable, asleep: 0, lines: 1, double_ends: 1, spinner: 1 }
    }
}

/// A choice that makes no sense in this game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// What is wrong.
    pub message: String,
    /// What would do.
    pub help: String,
}

impl House {
    /// The house as the organiser chose it, and as most houses are where nothing was chosen.
    ///
    /// # Errors
    /// The first choice that makes no sense.
    pub fn chosen(choices: Choices<'_>) -> Result<Self, Unfit> {
        let usual = Self::default();
        let number = |name: &str, least: u32, most: u32, usual: u32| {
            choices(name).map_or(Ok(usual), |chosen| number(name, chosen, least, most))
        };
        let double_ends = number("double_ends", 1, MOST_ENDS, usual.double_ends)?;
        Ok(Self {
            set: choices("set").map_or(Ok(usual.set), set)?,
            drawing: choices("drawing").map_or(Ok(usual.drawing), drawing)?,
            asleep: number("asleep", 0, MOST_TILES, usual.asleep)?,
            lines: number("lines", 1, MOST_TILES, usual.lines)?,
            double_ends,
            spinner: number("spinner", 1, MOST_ENDS, double_ends)?,
        })
    }
}

fn unfit(name: &str, chosen: Choice<'_>, help: String) -> Unfit {
    let chosen = match chosen {
        Choice::Number(number) => format!("`{number}`"),
        Choice::Flag(yes) => if yes { "`yes`" } else { "`no`" }.to_owned(),
        Choice::Name(name) => shown(name),
    };
    Unfit { message: format!("the option `{name}` is {chosen}, and dominoes are not played so"), help }
}

fn number(name: &str, chosen: Choice<'_>, least: u32, most: u32) -> Result<u32, Unfit> {
    let number = match chosen {
        Choice::Number(number) => u32::try_from(number).ok().filter(|number| (least..=most).contains(number)),
        Choice::Flag(_) | Choice::Name(_) => None,
    };
    number.ok_or_else(|| unfit(name, chosen, format!("choose a whole number from {least} to {most}")))
}

/// The highest number of a set: `6`, or a name that ends in it, `double_6`.
fn set(chosen: Choice<'_>) -> Result<u8, Unfit> {
    let highest = match chosen {
        Choice::Number(number) => u8::try_from(number).ok(),
        Choice::Name(name) => {
            let digits =
                name.strip_prefix("double").map_or(name, |rest| rest.trim_start_matches(['_', '-', ' ']));
            pips(digits)
        }
        Choice::Flag(_) => None,
    };
    highest.filter(|highest| (1..=HIGHEST).contains(highest)).ok_or_else(|| {
        let help =
            format!("choose the highest number of pips, from 1 to {HIGHEST}, or a name such as `double_6`");
        unfit("set", chosen, help)
    })
}

fn drawing(chosen: Choice<'_>) -> Result<Drawing, Unfit> {
    let name = match chosen {
        Choice::Name(name) => name,
        Choice::Number(_) | Choice::Flag(_) => "",
    };
    let names = DRAWING.map(|(name, _)| name);
    let found = DRAWING.iter().find(|(known, _)| *known == name).map(|(_, drawing)| *drawing);
    found.ok_or_else(|| {
        unfit("drawing", chosen, did_you_mean(name, &names, &format!("choose {}", one_of(&names))))
    })
}
