//! Who plays with whom: teams of two who sit opposite each other.
//!
//! Comes in: the value of `teams`, and the players clockwise. Goes out: the teams, and the [`Place`] of each player. It
//! must never know a tile. Start with [`read`].

use super::illegal::Names;
use crate::json::{Member, Node};
use crate::replay::moves::{list, object, shown, twice, unlike};
use crate::replay::{Fault, Player};

/// The part of who plays alone, and of the first one of a team.
pub(super) const HAND: &str = "hand";
/// The part of the second one of a team.
const PARTNER: &str = "partner";

/// What a player is in the game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The number of the side, from 0.
    pub side: usize,
    /// The name of the part.
    pub part: &'static str,
}

/// The teams, and the place of each player.
pub(super) fn read(node: &Node, names: &[String]) -> Result<(Vec<Player>, Vec<Place>), Box<Fault>> {
    let members = object(node, "`teams`", "an object, each team with its two players")?;
    let mut teams = Vec::<Player>::new();
    let mut places: Vec<Option<Place>> = vec![None; names.len()];
    for member in members {
        let name = member.key.trim();
        if name.is_empty() {
            let help = "write the name of the team";
            return Err(Fault::unreadable("a team has no name", member.at.clone(), help));
        }
        if teams.iter().any(|team| team.name.as_deref() == Some(name)) {
            return Err(twice(member, "name each team once"));
        }
        let side = teams.len();
        for (node, part) in two(member)?.iter().zip([HAND, PARTNER]) {
            let place = of_player(node, names)?;
            if places[place].replace(Place { side, part }).is_some() {
                let message = format!("{} is in two places of `teams`", shown(&names[place]));
                return Err(Fault::unreadable(message, node.at.clone(), "name each player once"));
            }
        }
        teams.push(Player { name: Some(name.to_owned()), at: member.at.clone(), parts: &[] });
    }
    if let Some(alone) = places.iter().position(Option::is_none) {
        let message = format!("{} is in no team", shown(&names[alone]));
        return Err(Fault::unreadable(message, node.at.clone(), "name each player of the deal in a team"));
    }
    let places: Vec<Place> = places.into_iter().flatten().collect();
    if teams.len() < 2 {
        let help = "leave `teams` out where everybody plays alone";
        return Err(Fault::unreadable("there is only one team", node.at.clone(), help));
    }
    // Whoever sits so many places further is the partner, and nobody before.
    let apart =
        places.iter().zip(places.iter().skip(teams.len())).position(|(one, other)| one.side != other.side);
    if let Some(place) = apart {
        let message = format!(
            "{} and {} sit opposite each other, and are not in one team",
            shown(&names[place]),
            shown(&names[place + teams.len()])
        );
        let help = "teams sit alternately: the deal names one of each team, and then their partners in the same order";
        return Err(Fault::unreadable(message, node.at.clone(), help));
    }
    Ok((teams, places))
}

fn two(member: &Member) -> Result<&[Node], Box<Fault>> {
    let (what, wanted) = (format!("the team {}", shown(&member.key)), "a list of two players");
    let nodes = list(&member.value, &what, wanted)?;
    if nodes.len() == 2 {
        return Ok(nodes);
    }
    let message = format!("{what} must have two players, not {}", nodes.len());
    Err(Fault::unreadable(message, member.at.clone(), "dominoes are played alone or in teams of two"))
}

fn of_player(node: &Node, names: &[String]) -> Result<usize, Box<Fault>> {
    let Some(name) = node.label() else {
        return Err(unlike(node, "a player of a team", "a name"));
    };
    let found = names.iter().position(|known| known == name.trim());
    found.ok_or_else(|| Names(names).without(name, node.at.clone()))
}
