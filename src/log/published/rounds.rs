//! JSON: the rounds of an event, as `pair --output json` writes them.
//!
//! Comes in: an object with `games`. Goes out: a table with a row for each of them, and for whoever has no opponent. Start with
//! [`table`].

use super::PublishedTable;
use super::objects::{add, collect, get, line_of};
use crate::json::{Node, What};

/// What is written instead of an opponent.
const BYE: &str = "bye";

/// What a list of those who meet is called.
const SIDES: &[&str] = &["sides", "players", "entrants", "teams", "pairing"];

/// The games of a round.
pub(super) fn table(text: &str, round: &Node) -> Option<PublishedTable> {
    let What::Object(members) = &round.what else { return None };
    let What::List(games) = &get(members, "games")?.what else { return None };
    let own = |key: &str| {
        let cell = get(members, key).and_then(Node::label)?;
        Some((key.to_owned(), cell.to_owned()))
    };
    let of_round: Vec<(String, String)> = ["phase", "round"].into_iter().filter_map(own).collect();
    let mut table = PublishedTable::default();
    for game in games {
        let What::Object(members) = &game.what else {
            table.unread.push((line_of(text, game), format!("it is {}, and no game", game.noun())));
            continue;
        };
        let mut cells = of_round.clone();
        // Whether it was played says nothing of who meets.
        let said =
            members.iter().filter(|member| !["state", "game", "withdrawn"].contains(&member.key.as_str()));
        said.for_each(|member| collect(std::slice::from_ref(member), &mut cells));
        add(&mut table, line_of(text, game), cells);
    }
    if let Some(What::List(byes)) = get(members, "byes").map(|node| &node.what) {
        for bye in byes {
            let Some(name) = bye.label() else { continue };
            let mut cells = of_round.clone();
            cells.push((heading(0), name.to_owned()));
            cells.push((heading(1), BYE.to_owned()));
            add(&mut table, line_of(text, bye), cells);
        }
    }
    let most = table.headings.len();
    table.rows.iter_mut().for_each(|row| row.cells.resize(most, String::new()));
    Some(table)
}

/// The cells of those who meet, each under the name of their seat, or a number; whether it is a list of them.
pub(super) fn sides(key: &str, sides: &[Node], cells: &mut Vec<(String, String)>) -> bool {
    let names: Option<Vec<(String, String)>> = (0..).zip(sides).map(|(at, side)| one(at, side)).collect();
    let Some(names) = names.filter(|names| names.len() > 1 && SIDES.contains(&key)) else { return false };
    cells.extend(names);
    true
}

fn one(at: usize, side: &Node) -> Option<(String, String)> {
    match &side.what {
        What::Object(members) => {
            let name = get(members, "entrant").or_else(|| get(members, "name"))?.label()?;
            let seat = get(members, "seat").and_then(Node::label);
            Some((seat.map_or_else(|| heading(at), str::to_owned), name.to_owned()))
        }
        What::Text(name) => Some((heading(at), name.trim().to_owned())),
        What::Null | What::Flag(_) | What::Number(_) | What::List(_) => None,
    }
}

fn heading(at: usize) -> String {
    format!("side {}", at + 1)
}
