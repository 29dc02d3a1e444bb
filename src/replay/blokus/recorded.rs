//! The record of one game, from whatever it was read: its moves, who made them, and how it is replayed.
//!
//! Comes in: moves with their places. Goes out: the facts of each colour, or a [`Fault`] that names the move and its place;
//! and a [`Picture`] of the last position. It must never know an encoding. Start with [`Recorded::replay`].

use super::facts::{Facts, Illegal};
use super::game::{Corners, Game, Move, Variant};
use super::layout::Layout;
use super::pieces::{PIECES, PieceId, piece_of};
use crate::diagnostic::nearest;
use crate::replay::{Choice, Choices, Fact, Facts as Known, Fault, FaultKind, Ink, Picture, Thing};
use std::ops::Range;

/// No game has more moves, passes among them.
pub(super) const MOST_MOVES: usize = 1_000;
/// By this option a format says which of the ways of playing it scores.
const WAY: &str = "players";
/// … and by this choice that it scores the puzzle.
pub(in crate::replay) const RECTANGLE: &str = "rectangle";

/// What was recorded.
#[derive(Debug, Clone)]
pub(in crate::replay) enum Recorded {
    /// A game.
    Game(Moves),
    /// An answer to the puzzle.
    Layout(Layout),
}

/// The moves of a game.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Moves {
    pub variant: Variant,
    /// The colours in the order in which they move.
    pub order: Vec<usize>,
    pub corners: Corners,
    pub laid: Vec<Laid>,
    /// Who plays, in the order of their first turns.
    pub people: Vec<Person>,
    /// Where the record ends.
    pub end: Range<usize>,
}

/// A move, and where it stands.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Laid {
    pub played: Move,
    pub at: Range<usize>,
    /// Who made it, where that is recorded.
    pub by: Option<(String, Range<usize>)>,
}

/// Somebody who plays.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Person {
    /// Their name; where it is not recorded, their colours.
    pub labels: Vec<String>,
    /// The places of their colours.
    pub colours: Vec<usize>,
}

impl Recorded {
    /// Replays every move.
    pub fn replay(&self, choices: Choices<'_>) -> Result<Vec<Known>, Box<Fault>> {
        let way = match choices(WAY) {
            Some(Choice::Name(way)) => Some(way),
            Some(Choice::Number(_) | Choice::Flag(_)) | None => None,
        };
        match self {
            Self::Game(moves) if way == Some(RECTANGLE) => Err(moves.no_layout()),
            Self::Game(moves) => moves.replay(),
            Self::Layout(layout) if way.is_none_or(|way| way == RECTANGLE) => layout.replay(),
            Self::Layout(layout) => Err(layout.no_game()),
        }
    }

    /// The moves in their order.
    pub fn laid(&self) -> &[Laid] {
        match self {
            Self::Game(moves) => &moves.laid,
            Self::Layout(layout) => &layout.laid,
        }
    }

    /// What lies on the board at last.
    pub fn picture(&self) -> Picture {
        match self {
            Self::Game(moves) => moves.picture(),
            Self::Layout(layout) => layout.picture(),
        }
    }
}

impl Moves {
    fn replay(&self) -> Result<Vec<Known>, Box<Fault>> {
        let mut game = Game::begin(self.variant, &self.order, self.corners);
        let illegal = |illegal: Illegal, at: &Range<usize>| {
            let (message, help) = (illegal.to_string(), illegal.help());
            Box::new(Fault { kind: FaultKind::Illegal, message, at: at.clone(), help })
        };
        // So often was the colour placed that is nobody's.
        let mut shared = 0;
        for (number, laid) in (1..).zip(&self.laid) {
            game.play(&laid.played).map_err(|error| illegal(error, &laid.at))?;
            self.check_who(number, laid, shared)?;
            let is_own = self.people.iter().any(|person| person.colours.contains(&laid.played.colour));
            shared += usize::from(!is_own && !laid.played.squares.is_empty());
        }
        let facts = game.finish().map_err(|error| illegal(error, &self.end))?;
        let colours = self.variant.colours().iter().zip(facts);
        Ok(colours.map(|(name, facts)| Known { of: Thing::Part(name), facts: named(facts) }).collect())
    }

    /// Whether the move was made by who it says. The colour that is nobody's is placed by all in turn, in the order in
    /// which they play; who says that it passes does not matter.
    fn check_who(&self, number: usize, laid: &Laid, shared: usize) -> Result<(), Box<Fault>> {
        let Some((by, at)) = &laid.by else { return Ok(()) };
        let Move { colour, squares } = &laid.played;
        let name = self.variant.colours().get(*colour).copied().unwrap_or("?");
        let owner = self.people.iter().find(|person| person.colours.contains(colour));
        let wanted = match owner {
            Some(owner) => owner,
            None if squares.is_empty() && self.people.iter().any(|person| person.is_called(by)) => {
                return Ok(());
            }
            None => match self.people.get(shared % self.people.len().max(1)) {
                Some(person) => person,
                None => return Ok(()),
            },
        };
        if wanted.is_called(by) {
            return Ok(());
        }
        let called = |person: &Person| format!("`{}`", person.label());
        if !self.people.iter().any(|person| person.is_called(by)) {
            let help = match nearest(by, self.people.iter().map(Person::label)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("who plays is {}", list(self.people.iter().map(called))),
            };
            let shown: String = by.chars().take(40).collect();
            let message = format!("move {number}, {name}: nobody called `{shown}` plays");
            return Err(Fault::unreadable(message, at.clone(), &help));
        }
        let (message, help) = if owner.is_some() {
            (format!("{name} is played by {}, not by `{by}`", called(wanted)), None)
        } else {
            let turns = list(self.people.iter().map(called));
            (
                format!("{name} is shared, and it is the turn of {}, not of `{by}`", called(wanted)),
                Some(format!("the shared colour is placed in turn: {turns}, and so on")),
            )
        };
        let message = format!("move {number}, {name}: {message}");
        Err(Box::new(Fault { kind: FaultKind::Illegal, message, at: at.clone(), help }))
    }

    /// The complaint that a game is no answer to the puzzle.
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    fn no_layout(&self) -> Box<Fault> {
        let at = self.laid.first().map_or_else(|| self.end.clone(), |first| first.at.clone());
        let message = "this is a game, and no layout of the rectangle";
        Fault::unreadable(message, at, "score it as it was played, by another choice of `players`")
    }

    fn picture(&self) -> Picture {
        let size = usize::from(self.variant.size());
        let colours = self.variant.colours();
        let mut rows = vec![vec![None; size]; size];
        paint(&mut rows, &self.laid);
        let below = colours.iter().enumerate().map(|(colour, name)| {
            let left = left(&self.laid, colour, |_| true);
            if left.is_empty() {
                format!("{name} has placed all pieces")
            } else {
                format!("{name} has left {}", list(left.iter().map(|name| format!("`{name}`"))))
            }
        });
        Picture { rows, inks: colours.iter().map(|name| ink(name)).collect(), below: below.collect() }
    }
}

impl Person {
    fn is_called(&self, by: &str) -> bool {
        self.labels.iter().any(|label| label == by)
    }

    fn label(&self) -> &str {
        self.labels.first().map_or("?", String::as_str)
    }
}

/// Puts the pieces that were laid into the rows of a picture, of which the first is the highest.
pub(super) fn paint(rows: &mut [Vec<Option<usize>>], laid: &[Laid]) {
    let height = rows.len();
    for Laid { played, .. } in laid {
        for square in &played.squares {
            let row = height.checked_sub(usize::from(square.row) + 1).and_then(|row| rows.get_mut(row));
            if let Some(place) = row.and_then(|row| row.get_mut(usize::from(square.column))) {
                *place = Some(played.colour);
            }
        }
    }
}

/// The names of the pieces that a colour has not laid, of those that are wanted.
pub(super) fn left(laid: &[Laid], colour: usize, is_wanted: impl Fn(PieceId) -> bool) -> Vec<&'static str> {
    let own = laid.iter().filter(|laid| laid.played.colour == colour);
    let used: Vec<PieceId> = own.filter_map(|laid| piece_of(&laid.played.squares)).collect();
    let all = (0..).zip(&PIECES).map(|(id, piece)| (PieceId(id), piece.name));
    all.filter(|(id, _)| is_wanted(*id) && !used.contains(id)).map(|(_, name)| name).collect()
}

/// `a`, `b` and `c`, as they are.
pub(super) fn list(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// How a colour is shown: its first letter, or its own colour.
pub(super) fn ink(name: &'static str) -> Ink {
    let shade = match name {
        "blue" => 27,
        "yellow" => 220,
        "red" => 160,
        "green" => 34,
        "purple" => 91,
        _ => 208,
    };
    let letter = name.chars().next().unwrap_or('?').to_ascii_uppercase();
    Ink { letter, name, shade }
}

/// The facts of a colour, by the names of the columns that record them.
fn named(facts: Facts) -> Vec<(&'static str, Fact)> {
    let Facts { squares_left, pieces_left, all_placed, last_was_single } = facts;
    vec![
        ("squares_left", Fact::Number(squares_left)),
        ("pieces_left", Fact::Number(pieces_left)),
        ("all_placed", Fact::Flag(all_placed)),
        ("last_was_single", Fact::Flag(last_was_single)),
    ]
}
