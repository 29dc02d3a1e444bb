//! Games by hand, games at random beside a second bookkeeping, and records that are none.

mod by_hand;
mod faults;
mod malformed;
mod naive;
mod random;
mod sets;

use crate::json::{self, Node};
use crate::replay::{Choice, Fact, Facts, Fault, Record, Thing};
use jiter::Jiter;

/// What the organiser chose.
type Settings<'a> = &'a [(&'a str, Choice<'a>)];

fn node(text: &str) -> Node {
    let mut jiter = Jiter::new(text.as_bytes());
    let node = json::read(&mut jiter, text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    jiter.finish().unwrap();
    node
}

fn replay_node(node: &Node, settings: Settings<'_>) -> Result<Vec<Facts>, Box<Fault>> {
    let choices = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, choice)| *choice);
    Record::from_json(node)?.replay(&choices)
}

fn replay(text: &str, settings: Settings<'_>) -> Result<Vec<Facts>, Box<Fault>> {
    replay_node(&node(text), settings)
}

/// The facts in short: `2-1` for a tile, in the order in which they are listed.
fn told(facts: &[Facts]) -> Vec<String> {
    let value = |fact: &Fact| match fact {
        Fact::Number(number) => number.to_string(),
        Fact::Flag(yes) => yes.to_string(),
        Fact::Numbers(numbers) => format!("{numbers:?}"),
        Fact::List(tiles) => {
            let tiles = tiles.iter().map(|tile| match tile[..] {
                [("a", a), ("b", b)] if a <= b => format!("{b}-{a}"),
                _ => panic!("{tile:?} is no tile"),
            });
            format!("[{}]", tiles.collect::<Vec<_>>().join(" "))
        }
    };
    let line = |facts: &Facts| {
        let of = match facts.of {
            Thing::Game => "game".to_owned(),
            Thing::PartOf(side, part) => format!("{side} {part}"),
            Thing::Part(_) => panic!("{facts:?}"),
        };
        let facts = facts.facts.iter().map(|(name, fact)| format!("{name} {}", value(fact)));
        format!("{of}: {}", facts.collect::<Vec<_>>().join(", "))
    };
    facts.iter().map(line).collect()
}
