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
    let mut sides: Vec<Option<usize>> = vec![None; names.len()];
    for member in members {
        let name = member.key.trim();
        if name.is_empty() {
            let help = "write the name of the team";
            return Err(Fault::unreadable("a team has no name", member.at.clone(), help));
        }
        if teams.iter().any(|team| team.name.as_deref() == Some(name)) {
            return Err(twice(member, "name each team once"));
        }
        for node in two(member)? {
            let player = of_player(node, names)?;
            if sides[player].replace(teams.len()).is_some() {
                let message = format!("{} is in two places of `teams`", shown(&names[player]));
                return Err(Fault::unreadable(message, node.at.clone(), "name each player once"));
            }
        }
        teams.push(Player { name: Some(name.to_owned()), at: member.at.clone(), parts: &[] });
    }
    if let Some(alone) = sides.iter().position(Option::is_none) {
        let message = format!("{} is in no team", shown(&names[alone]));
        return Err(Fault::unreadable(message, node.at.clone(), "name each player of the deal in a team"));
    }
    let count = teams.len();
    if count < 2 {
        let help = "leave `teams` out where everybody plays alone";
        return Err(Fault::unreadable("there is only one team", node.at.clone(), help));
    }
    // Who sits where is known from the order: first one of each team, and then their partners.
    if let Some(player) = (0..names.len()).find(|player| sides[*player] != Some(player % count)) {
        let team = teams[player % count].name.as_deref().unwrap_or_default();
        let message = format!("{} sits where {} has a player", shown(&names[player]), shown(team));
        let help = "teams sit alternately: in the order of `teams` the deal names one of each, and then their partners";
        return Err(Fault::unreadable(message, node.at.clone(), help));
    }
    let place = |player| Place { side: player % count, part: if player < count { HAND } else { PARTNER } };
    let places = (0..names.len()).map(place).collect();
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
