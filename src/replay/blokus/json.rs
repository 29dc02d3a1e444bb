//! Moves written in JSON: an object with the way of playing, the players, and a list of what was placed.
//!
//! Comes in: the members of that object. Goes out: a [`Record`]. It must never know a format, or where the object stands.
//! Start with [`from_json`]. At a table nothing is fixed that the rules leave open: who begins, and in which corner, is as it
//! was played. Who plays what is found in `json_players`.

use super::board::Square;
use super::game::{CLASSIC, Corners, Move, Variant};
use super::json_players::{self, Seated, seated};
use super::layout::Layout;
use super::pieces::MOST_SQUARES;
use super::recorded::{Laid, MOST_MOVES, Moves, RECTANGLE, Recorded};
use crate::diagnostic::{nearest, one_of};
use crate::json::{Member, Node, What};
use crate::replay::moves::{keys, unlike};
use crate::replay::{Fault, Game as Played, Record};
use std::ops::Range;

/// What the object may say.
const KEYS: [&str; 5] = ["of", "variant", "players", "order", "played"];
/// What stands instead of squares where a colour has no move.
const PASSES: &str = "passes";
/// Who made a move.
const BY: &str = "by";

/// What is laid.
#[derive(Clone, Copy)]
enum Way {
    Game(Variant),
    Rectangle,
}

/// Reads the members of an object that stands at this place.
///
/// # Errors
/// What cannot be understood.
pub(in crate::replay) fn from_json(members: &[Member], at: &Range<usize>) -> Result<Record, Box<Fault>> {
    let [_, variant, players, order, played] = keys(members, KEYS)?;
    let (way, at) = match variant {
        Some(member) => (way(&member.value)?, member.value.at.clone()),
        None => (Way::Game(Variant::Four), at.clone()),
    };
    let Some(played) = played else {
        let help = "add `\"played\": [{\"blue\": [\"a20\", \"b20\"]}, …]`";
        return Err(Fault::unreadable("a record of moves without the moves", at, help));
    };
    let said = players.map(|member| &member.value);
    match way {
        Way::Game(variant) => {
            let order = json_players::order(variant, order.map(|member| &member.value))?;
            let (laid, end) = played_by(&played.value, variant.colours(), true)?;
            let Seated { people, players } = seated(variant, &order, said, &at)?;
            let corners = match variant {
                Variant::Four | Variant::Two | Variant::Three | Variant::Solo => Corners::Free,
                Variant::Teams => Corners::Clockwise,
                Variant::Duo => Corners::Own,
            };
            let moves = Moves { variant, order, corners, laid, people, end };
            let game = Played::Blokus(Recorded::Game(moves));
            Ok(Record { variant: variant.name(), at, players, date: None, round: None, game })
        }
        Way::Rectangle => {
            if let Some(order) = order {
                let message = "the rectangle is laid in any order";
                return Err(Fault::unreadable(message, order.at.clone(), "take `order` out"));
            }
            let (laid, _) = played_by(&played.value, CLASSIC, false)?;
            // Whoever lays the rectangle plays alone.
            let order = json_players::order(Variant::Solo, None)?;
            let seated = seated(Variant::Solo, &order, said, &at)?;
            let player = seated.players.first();
            let name_at = player.map_or_else(|| at.clone(), |player| player.at.clone());
            let player = player.and_then(|player| player.name.clone());
            let mut record = Layout { laid, player, at }.record();
            record.players.iter_mut().for_each(|player| player.at = name_at.clone());
            Ok(record)
        }
    }
}

fn way(value: &Node) -> Result<Way, Box<Fault>> {
    let name = text(value, "`variant`", "a way of playing, such as `\"two\"`")?;
    if name == RECTANGLE {
        return Ok(Way::Rectangle);
    }
    let found = Variant::ALL.into_iter().find(|variant| variant.name() == name);
    found.map(Way::Game).ok_or_else(|| {
        let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).chain([RECTANGLE]).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", one_of(&names)),
        };
        let message = format!("`{}` is no way of playing", shortened(name));
        Fault::unreadable(message, value.at.clone(), &help)
    })
}

/// The moves, and where their list ends.
fn played_by(
    value: &Node,
    colours: &[&'static str],
    may_pass: bool,
) -> Result<(Vec<Laid>, Range<usize>), Box<Fault>> {
    let What::List(all) = &value.what else {
        return Err(unlike(value, "`played`", "a list of moves: `[{\"blue\": [\"a20\"]}, …]`"));
    };
    if let Some(first) = all.get(MOST_MOVES) {
        return Err(Fault::unreadable("no game has so many moves", first.at.clone(), ""));
    }
    let mut laid = Vec::with_capacity(all.len());
    for (number, node) in (1..).zip(all) {
        laid.push(one_move(number, node, colours, may_pass)?);
    }
    let end = laid.last().map_or_else(|| value.at.clone(), |last| last.at.clone());
    Ok((laid, end))
}

fn one_move(number: usize, node: &Node, colours: &[&str], may_pass: bool) -> Result<Laid, Box<Fault>> {
    let What::Object(members) = &node.what else {
        return Err(unlike(node, &format!("move {number}"), "an object: `{\"blue\": [\"a20\", \"b20\"]}`"));
    };
    let mut laid: Option<Laid> = None;
    let mut by: Option<(String, Range<usize>)> = None;
    for Member { key, at, value } in members {
        if key == BY {
            if by.is_some() {
                return Err(Fault::unreadable(format!("move {number}: `by` is there twice"), at.clone(), ""));
            }
            by = Some((name_of(value, &format!("move {number}: `by`"))?, value.at.clone()));
            continue;
        }
        let Some(colour) = colours.iter().position(|name| name == key) else {
            let message = format!("move {number}: `{}` is no colour of this game", shortened(key));
            let help = match nearest(key, colours.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the colours are {}", one_of(colours)),
            };
            return Err(Fault::unreadable(message, at.clone(), &help));
        };
        if laid.is_some() {
            let message = format!("move {number}: a second colour in one move");
            return Err(Fault::unreadable(message, at.clone(), "write an object for each move"));
        }
        let squares = squares(number, value, may_pass)?;
        laid = Some(Laid { played: Move { colour, squares }, at: at.clone(), by: None });
    }
    match laid {
        Some(laid) => Ok(Laid { by, ..laid }),
        None => {
            let message = format!("move {number} does not say which colour moves");
            let help = "write its squares: `{\"blue\": [\"a20\", \"b20\"]}`";
            Err(Fault::unreadable(message, node.at.clone(), help))
        }
    }
}

/// The squares of a move; none of them where the colour passes.
fn squares(number: usize, value: &Node, may_pass: bool) -> Result<Vec<Square>, Box<Fault>> {
    let all = match &value.what {
        What::List(all) if !all.is_empty() => all,
        What::Text(text) if text == PASSES && may_pass => return Ok(Vec::new()),
        What::Text(text) if text == PASSES => {
            let message = format!("move {number}: nobody passes who lays the rectangle");
            return Err(Fault::unreadable(message, value.at.clone(), "take the move out"));
        }
        What::List(_) | What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::Object(_) => {
            let message = format!("move {number}: the squares of the piece are missing");
            let help = if may_pass {
                "write a list of squares, `[\"a20\", \"b20\"]`, or `\"passes\"`"
            } else {
                "write a list of squares: `[\"a1\", \"b1\", \"c1\", \"d1\"]`"
            };
            return Err(Fault::unreadable(message, value.at.clone(), help));
        }
    };
    if all.len() > MOST_SQUARES {
        let message = format!("move {number}: no piece has more than {MOST_SQUARES} squares");
        return Err(Fault::unreadable(message, value.at.clone(), "write one piece for each move"));
    }
    let square = |node: &Node| {
        let name = text(node, &format!("move {number}: a square"), "a text, such as `\"a1\"`")?;
        Square::read(name.trim().as_bytes()).ok_or_else(|| {
            let message = format!("move {number}: `{}` is no square", shortened(name));
            Fault::unreadable(message, node.at.clone(), Square::HELP)
        })
    };
    all.iter().map(square).collect()
}

/// A text; else the complaint that there must be one.
pub(super) fn text<'n>(node: &'n Node, what: &str, wanted: &str) -> Result<&'n str, Box<Fault>> {
    match &node.what {
        What::Text(text) => Ok(text),
        What::Null | What::Flag(_) | What::Number(_) | What::List(_) | What::Object(_) => {
            Err(unlike(node, what, wanted))
        }
    }
}

/// The name of somebody.
pub(super) fn name_of(node: &Node, what: &str) -> Result<String, Box<Fault>> {
    let name = node.label().map(str::trim).ok_or_else(|| unlike(node, what, "a name, in quotes"))?;
    if name.is_empty() {
        return Err(Fault::unreadable(format!("{what} is an empty name"), node.at.clone(), "write the name"));
    }
    Ok(name.to_owned())
}

/// The beginning of a text that may be long.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
