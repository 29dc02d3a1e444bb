//! How moves stand in JSON: objects with keys that are known, lists, texts, and what to say where they are not so.
//!
//! Comes in: nodes of a tree. Goes out: members and elements, or a [`Fault`]. It must never know a game.
//! Start with [`object`] and [`keys`].

use super::Fault;
use crate::diagnostic::{nearest, one_of};
use crate::json::{Member, Node, What};

/// Of a longer text so many letters are shown.
const LONGEST_SHOWN: usize = 40;

/// The members of an object.
pub(super) fn object<'n>(node: &'n Node, what: &str, wanted: &str) -> Result<&'n [Member], Box<Fault>> {
    match &node.what {
        What::Object(members) => Ok(members),
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) => {
            Err(unlike(node, what, wanted))
        }
    }
}

/// The elements of a list.
pub(super) fn list<'n>(node: &'n Node, what: &str, wanted: &str) -> Result<&'n [Node], Box<Fault>> {
    match &node.what {
        What::List(nodes) => Ok(nodes),
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::Object(_) => {
            Err(unlike(node, what, wanted))
        }
    }
}

/// The members of these keys, each where it is there. No other key may be there, and none twice.
pub(super) fn keys<'n, const N: usize>(
    members: &'n [Member],
    known: [&str; N],
) -> Result<[Option<&'n Member>; N], Box<Fault>> {
    let mut found = [None; N];
    for member in members {
        let Some(place) = known.iter().position(|name| *name == member.key) else {
            let message = format!("{} is no key of a record of moves", shown(&member.key));
            let help = did_you_mean(&member.key, &known, &format!("the keys are {}", one_of(&known)));
            return Err(Fault::unreadable(message, member.at.clone(), &help));
        };
        if found[place].replace(member).is_some() {
            return Err(twice(member, "leave out one of them"));
        }
    }
    Ok(found)
}

/// The complaint that a key is there twice.
#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
pub(super) fn twice(member: &Member, help: &str) -> Box<Fault> {
    Fault::unreadable(format!("{} is there twice", shown(&member.key)), member.at.clone(), help)
}

/// The complaint that something is another thing than it must be.
#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
pub(super) fn unlike(node: &Node, what: &str, wanted: &str) -> Box<Fault> {
    let help = match node.what {
        What::Null => "there is no null here; what is nested too deep counts as such",
        What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) | What::Object(_) => "",
    };
    Fault::unreadable(format!("{what} must be {wanted}, not {}", node.noun()), node.at.clone(), help)
}

/// The name that was probably meant, or what else there is to say.
pub(super) fn did_you_mean(name: &str, known: &[&str], otherwise: &str) -> String {
    let near = nearest(name, known.iter().copied());
    near.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean {}?", shown(near)))
}

/// A text as it is shown.
pub(super) fn shown(text: &str) -> String {
    format!("`{}`", shortened(text))
}

pub(super) fn shortened(text: &str) -> String {
    let mut letters = text.trim().chars();
    let mut short: String = letters.by_ref().take(LONGEST_SHOWN).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

impl Fault {
    /// The same, of a move or another thing.
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    pub(super) fn of(mut self: Box<Self>, what: &str) -> Box<Self> {
        self.message = format!("{what}: {}", self.message);
        self
    }
}
