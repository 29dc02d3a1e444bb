//! One JSON value as a tree, each node with its place: for records that are rare and whose keys need one another.
//!
//! Comes in: JSON tokens. Goes out: a [`Node`]. It must never know what a record says. Start with [`read`].

use super::complain::{Place, Trouble};
use super::json_lines::token_at;
use crate::diagnostic::Code;
use jiter::{Jiter, JiterError, Peek};

/// What is nested deeper is passed over: no record goes so deep.
const DEEPEST: usize = 16;

/// A value.
#[derive(Debug)]
pub(super) struct Node {
    pub place: Place,
    pub what: What,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum What {
    Null,
    Flag(bool),
    /// The digits.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Member {
    pub key: String,
    /// Where the key stands.
    pub place: Place,
    pub value: Node,
}

impl Node {
    /// A text or the digits of a number: a name, an id.
    pub fn label(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) | What::Number(text) => Some(text),
            What::Null | What::Flag(_) | What::List(_) | What::Object(_) => None,
        }
    }

    /// What it is, in words.
    pub fn noun(&self) -> &'static str {
        match &self.what {
            What::Null => "null",
            What::Flag(_) => "yes or no",
            What::Number(_) => "a number",
            What::Text(_) => "a text",
            What::List(_) => "a list",
            What::Object(_) => "an object",
        }
    }

    /// The complaint that `what` must be something else.
    pub fn must_be(&self, what: &str, wanted: &str) -> Trouble {
        let message = format!("{what} must be {wanted}, not {}", self.noun());
        let trouble = Trouble::new(Code::BadValue, message, self.place);
        if matches!(self.what, What::Null) {
            trouble.help("there is no null here: leave the key out")
        } else {
            trouble
        }
    }
}

/// Reads the value that comes next in `bytes`.
pub(super) fn read(jiter: &mut Jiter<'_>, bytes: &[u8]) -> Result<Node, JiterError> {
    node(jiter, bytes, 0)
}

fn node(jiter: &mut Jiter<'_>, bytes: &[u8], depth: usize) -> Result<Node, JiterError> {
    let peek = jiter.peek()?;
    let start = jiter.current_index();
    let place = token_at(bytes, Place::new(start, start));
    let what = match peek {
        Peek::Null => {
            jiter.known_null()?;
            What::Null
        }
        Peek::True | Peek::False => What::Flag(jiter.known_bool(peek)?),
        Peek::String => What::Text(jiter.known_str()?.to_owned()),
        Peek::Array | Peek::Object if depth >= DEEPEST => {
            jiter.known_skip(peek)?;
            What::Null
        }
        Peek::Array => {
            let mut all = Vec::new();
            let mut next = jiter.known_array()?;
            while next.is_some() {
                all.push(node(jiter, bytes, depth + 1)?);
                next = jiter.array_step()?;
            }
            What::List(all)
        }
        Peek::Object => What::Object(members(jiter, bytes, depth)?),
        _ => {
            let digits = jiter.known_number_bytes(peek)?;
            What::Number(String::from_utf8_lossy(digits).into_owned())
        }
    };
    Ok(Node { place, what })
}

fn members(jiter: &mut Jiter<'_>, bytes: &[u8], depth: usize) -> Result<Vec<Member>, JiterError> {
    let mut all = Vec::new();
    let mut start = jiter.current_index() + 1;
    let mut next = jiter.known_object()?.map(str::to_owned);
    while let Some(key) = next {
        let place = token_at(bytes, Place::new(start, start));
        all.push(Member { key, place, value: node(jiter, bytes, depth + 1)? });
        start = jiter.current_index();
        next = jiter.next_key()?.map(str::to_owned);
    }
    Ok(all)
}
