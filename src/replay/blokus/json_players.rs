//! Who plays what, as JSON says it: a list of names, or an object with a name for each colour; and the order of the colours.
//!
//! Comes in: the values of `players` and `order`. Goes out: for each colour somebody, and the players as a format seats them.
//! It must never know a move. Start with [`seated`].

use super::game::{SINGLE, Variant};
use super::json::{name_of, shortened, text};
use super::recorded::Person;
use crate::diagnostic::{nearest, one_of};
use crate::json::{Node, What};
use crate::replay::moves::unlike;
use crate::replay::{Fault, Player};
use std::ops::Range;

/// What stands between the names of those who are a team, in the order of the alphabet: so it is one team in every game,
/// whichever of its colours each of them has.
const TOGETHER: &str = " & ";

/// Who plays.
pub(super) struct Seated {
    /// Each person, in the order of their first turns.
    pub people: Vec<Person>,
    /// Each side of the game.
    pub players: Vec<Player>,
}

type Name = Option<(String, Range<usize>)>;

/// The colours in the order in which they move: as it is said, or else as they are listed.
pub(super) fn order(variant: Variant, value: Option<&Node>) -> Result<Vec<usize>, Box<Fault>> {
    let colours = variant.colours();
    let Some(value) = value else { return Ok((0..colours.len()).collect()) };
    let What::List(all) = &value.what else {
        return Err(unlike(value, "`order`", "a list of the colours"));
    };
    let mut order = Vec::new();
    for node in all {
        let colour = colour(text(node, "a colour", "a text")?, &node.at, colours)?;
        if order.contains(&colour) {
            let message = format!("`{}` is there twice in the order", colours[colour]);
            return Err(Fault::unreadable(message, node.at.clone(), "name each colour once"));
        }
        order.push(colour);
    }
    if let Some(missing) = (0..colours.len()).find(|colour| !order.contains(colour)) {
        let message = format!("`{}` is missing in the order", colours[missing]);
        return Err(Fault::unreadable(message, value.at.clone(), "name each colour once"));
    }
    let is_of_one = |pair: &[usize]| {
        variant.players().iter().any(|player| pair.iter().all(|colour| player.contains(&colours[*colour])))
    };
    if matches!(variant, Variant::Teams | Variant::Two) && order.windows(2).any(is_of_one) {
        let message = "two colours of one side move one after the other";
        let help = "blue and red are one side, yellow and green the other: they move in turn";
        return Err(Fault::unreadable(message, value.at.clone(), help));
    }
    Ok(order)
}

/// Finds who plays. Where no names are recorded, people are called by their colours.
pub(super) fn seated(
    variant: Variant,
    order: &[usize],
    value: Option<&Node>,
    at: &Range<usize>,
) -> Result<Seated, Box<Fault>> {
    let names = match value {
        None => vec![None; variant.colours().len()],
        Some(Node { what: What::List(all), at }) => in_order(variant, order, all, at)?,
        Some(node @ Node { what: What::Object(_), .. }) => by_colour(variant, node)?,
        Some(node) => {
            return Err(unlike(
                node,
                "`players`",
                "a list of names, or an object with a name for each colour",
            ));
        }
    };
    let groups = groups(variant, order, &names);
    let mut people = Vec::new();
    let mut players = Vec::new();
    for parts in groups {
        let colours: Vec<usize> =
            (0..names.len()).filter(|&one| parts.contains(&variant.colours()[one])).collect();
        let mut named: Vec<&(String, Range<usize>)> = Vec::new();
        for name in colours.iter().filter_map(|&colour| names[colour].as_ref()) {
            if !named.iter().any(|known| known.0 == name.0) {
                named.push(name);
            }
        }
        if let (false, [_, second, ..]) = (variant == Variant::Teams, named.as_slice()) {
            let message =
                format!("`{}` and `{}` cannot both play {}", named[0].0, second.0, parts.join(" and "));
            return Err(Fault::unreadable(message, second.1.clone(), "one player has both colours"));
        }
        players.push(Player {
            name: together(&named),
            at: named.first().map_or_else(|| at.clone(), |first| first.1.clone()),
            parts,
        });
        if named.len() > 1 {
            people.extend(
                colours.iter().map(|&colour| Person::new(variant, vec![colour], names[colour].as_ref())),
            );
        } else {
            people.push(Person::new(variant, colours, named.first().copied()));
        }
    }
    let turn = |person: &Person| order.iter().position(|colour| person.colours.contains(colour));
    people.sort_by_key(turn);
    Ok(Seated { people, players })
}

impl Person {
    fn new(variant: Variant, colours: Vec<usize>, name: Option<&(String, Range<usize>)>) -> Self {
        let labels = match name {
            Some((name, _)) => vec![name.clone()],
            None => colours.iter().map(|&colour| variant.colours()[colour].to_owned()).collect(),
        };
        Self { labels, colours }
    }
}

/// The name of those who play together.
fn together(named: &[&(String, Range<usize>)]) -> Option<String> {
    let mut names: Vec<&str> = named.iter().map(|named| named.0.as_str()).collect();
    names.sort_unstable();
    (!names.is_empty()).then(|| names.join(TOGETHER))
}

/// The colours of each side. Of three players each has one, and nobody the one that has no name, or that moves last.
fn groups(variant: Variant, order: &[usize], names: &[Name]) -> Vec<&'static [&'static str]> {
    if variant != Variant::Three {
        return variant.players().to_vec();
    }
    let unnamed = names.iter().position(Option::is_none);
    let is_named = names.iter().any(Option::is_some);
    let nobodys = if is_named { unnamed } else { order.last().copied() };
    SINGLE
        .iter()
        .enumerate()
        .filter(|(colour, _)| Some(*colour) != nobodys)
        .map(|(_, parts)| *parts)
        .collect()
}

/// Names in the order of play.
fn in_order(
    variant: Variant,
    order: &[usize],
    all: &[Node],
    at: &Range<usize>,
) -> Result<Vec<Name>, Box<Fault>> {
    let colours = variant.colours();
    let counts: &[usize] = match variant {
        Variant::Four => &[4],
        Variant::Teams => &[4, 2],
        Variant::Two | Variant::Duo => &[2],
        Variant::Three => &[3],
        Variant::Solo => &[1],
    };
    if !counts.contains(&all.len()) {
        let wanted = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
        let message = format!("{}, and {wanted} play", counted(all.len()));
        return Err(Fault::unreadable(message, at.clone(), "name them in the order in which they play"));
    }
    let mut names = vec![None; colours.len()];
    for (place, node) in all.iter().enumerate() {
        let name = Some((name_of(node, "a player")?, node.at.clone()));
        let Some(&first) = order.get(place) else { continue };
        names[first].clone_from(&name);
        let is_whole = all.len() < colours.len() && variant != Variant::Three;
        let own = variant.players().iter().find(|own| is_whole && own.contains(&colours[first]));
        for colour in (0..colours.len()).filter(|&one| own.is_some_and(|own| own.contains(&colours[one]))) {
            names[colour].clone_from(&name);
        }
    }
    Ok(names)
}

/// Names by colour.
fn by_colour(variant: Variant, node: &Node) -> Result<Vec<Name>, Box<Fault>> {
    let What::Object(members) = &node.what else { return Ok(Vec::new()) };
    let colours = variant.colours();
    let mut names: Vec<Name> = vec![None; colours.len()];
    for member in members {
        let colour = colour(&member.key, &member.at, colours)?;
        if names[colour].is_some() {
            let message = format!("`{}` is there twice", member.key);
            return Err(Fault::unreadable(message, member.at.clone(), "leave out one of them"));
        }
        names[colour] = Some((name_of(&member.value, "a player")?, member.value.at.clone()));
    }
    let count = names.iter().flatten().count();
    if variant == Variant::Three && count != 3 {
        let message = format!("{}, and 3 play", counted(count));
        return Err(Fault::unreadable(
            message,
            node.at.clone(),
            "the colour of which nobody is named is shared",
        ));
    }
    let is_named = |parts: &&[&str]| parts.iter().any(|part| names[place(colours, part)].is_some());
    if let Some(parts) = variant.players().iter().find(|parts| variant != Variant::Three && !is_named(parts))
    {
        let message = format!("nobody is named who plays {}", parts.join(" and "));
        return Err(Fault::unreadable(message, node.at.clone(), "name a player for it"));
    }
    Ok(names)
}

fn counted(players: usize) -> String {
    if players == 1 { "1 player is named".to_owned() } else { format!("{players} players are named") }
}

fn place(colours: &[&str], name: &str) -> usize {
    colours.iter().position(|known| *known == name).unwrap_or(0)
}

fn colour(name: &str, at: &Range<usize>, colours: &[&str]) -> Result<usize, Box<Fault>> {
    colours.iter().position(|known| *known == name).ok_or_else(|| {
        let help = match nearest(name, colours.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the colours are {}", one_of(colours)),
        };
        Fault::unreadable(format!("`{}` is no colour of this game", shortened(name)), at.clone(), &help)
    })
}
