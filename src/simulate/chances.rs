//! What many invented events say: chances of places, means, meetings, seats, hours.
//!
//! Inert: made by [`super::many`], shown by `report`. Start with [`Chances`].

use super::Estimate;
use crate::event::Due;
use crate::ruleset::PhaseId;
use crate::sheet::ColumnId;
use crate::value::Rational;

/// What many invented events say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chances {
    /// How many events were played.
    pub events: u32,
    /// How many rounds and games each of them has.
    pub rounds: u32,
    /// How many games.
    pub games: u32,
    /// Where each of them ended.
    pub due: Due,
    /// The columns of the standing that are averaged: heading and column.
    pub columns: Vec<(String, ColumnId)>,
    /// The phase whose standing it is.
    pub standing_of: Option<PhaseId>,
    /// Of each entrant, the best mean place first.
    pub entrants: Vec<EntrantChances>,
    /// How often entrants meet again.
    pub meetings: Meetings,
    /// Of each seat, in the order of the format; none where it has no seats.
    pub seats: Vec<SeatChances>,
    /// The games in which nobody alone had the first place; `None` where no placing says who wins a game.
    pub undecided: Option<Estimate>,
    /// How long the games of an event take one after the other, those of other pools and matches at the same time, in
    /// seconds; `None` where the format does not say how long a game takes.
    pub time: Option<Rational>,
    /// What was decided by lot.
    pub lots: LotChances,
}

/// What many events say of an entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantChances {
    /// The name.
    pub name: String,
    /// The places that were ever reached, the best first; at the end, that none was.
    pub places: Vec<PlaceChance>,
    /// The mean place; `None` where none was ever reached.
    pub place: Option<Estimate>,
    /// The means of [`Chances::columns`].
    pub means: Vec<Option<Estimate>>,
}

/// How often an entrant reached a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceChance {
    /// The place; `None`: none at all.
    pub place: Option<u32>,
    /// In how many events.
    pub times: u32,
    /// The share of the events.
    pub chance: Estimate,
}

/// How often entrants meet again, in rounds other than those of a knockout. Two entrants meet in a round when they play
/// against each other in it, however often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meetings {
    /// How many games of an event are played in such rounds.
    pub games: u32,
    /// How many pairs meet in more than one round.
    pub pairs: Option<Estimate>,
    /// How many of the games are played by entrants who have met in an earlier round.
    pub repeats: Option<Estimate>,
}

/// What many events say of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatChances {
    /// Its name.
    pub name: String,
    /// How often an entrant sits there at least in an event, outside a knockout.
    pub least: u32,
    /// And at most.
    pub most: u32,
    /// The share of the games that are won from there; `None` where no placing says who wins a game.
    pub wins: Option<Estimate>,
}

/// What was decided by lot, though it should have been played out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LotChances {
    /// The share of the events in which lots put entrants in order whom a standing left level, where the order mattered.
    pub orders: Option<Estimate>,
    /// The share of the events in which a lot decided a match.
    pub matches: Option<Estimate>,
    /// The share of the events in which either happened.
    pub any: Option<Estimate>,
}
