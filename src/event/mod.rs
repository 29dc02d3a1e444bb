//! Strings phases together: who is in, what was prescribed and played, what is due.
//!
//! Comes in: a ruleset with phases, a log. Goes out: a [`Course`]: every round as it was prescribed, each of its games
//! found in the log or missing, the standings between, the bracket, and what comes next. What pairs the next round is
//! what checks the rounds that were played.
//! It must never know a format as typed, a file or a terminal. Start with [`follow`], which makes a [`Course`].

mod admit;
mod after;
mod choices;
mod course;
mod days;
mod describe;
mod draws;
mod facts;
mod follow;
mod found;
mod given;
mod knockout;
mod look_back;
mod meetings;
mod open;
mod places;
mod pools;
mod ranking;
mod round_robin;
mod status;

pub use after::{After, NoSuchRound, after};
pub use choices::{Choice, choices};
pub use course::*;
pub use describe::{remarks, waiting};
pub use draws::{
    group_occasion, groups, level_occasion, match_occasion, members, numbers, pools, winner_occasion,
};
pub use follow::follow;
pub use given::Given;
pub use knockout::{Winners, sides};
pub use look_back::is_followable;
pub use places::{by_bracket, merged, so_far};
pub use ranking::{Levels, Settler, of_rows};
pub use status::{
    Bounds, Chance, Counted, Fate, Fewest, PhaseStatus, Playable, Played, Qualifying, Stage, StageAhead,
    Status, Today, Unclear, status,
};
