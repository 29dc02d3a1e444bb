//! One JSON value as a tree, each node with its place: for records that are rare and whose keys need one another.
//!
//! Comes in: JSON tokens. Goes out: a [`Node`]. It must never know what a record says. Start with [`read`].

use jiter::{Jiter, JiterError, Peek};
use std::ops::Range;

/// What is nested deeper is passed over: no record goes so deep.
const DEEPEST: usize = 16;

/// A value.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where it stands, in bytes of the text.
    pub at: Range<usize>,
    /// What it is.
    pub what: What,
}

/// What a value is.
#[derive(Debug, Clone)]
pub enum What {
    /// Nothing; or what is nested too deep.
    Null,
    /// Yes or no.
    Flag(bool),
    /// The digits.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object, its keys in their order; one may be there twice.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Debug, Clone)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub at: Range<usize>,
    /// Its value.
    pub value: Node,
}

impl Node {
    /// A text or the digits of a number: a name, an id.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) | What::Number(text) => Some(text),
            What::Null | What::Flag(_) | What::List(_) | What::Object(_) => None,
        }
    }

    /// What it is, in words.
    #[must_use]
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
}

/// Reads the value that comes next in `bytes`, which `jiter` reads.
///
/// # Errors
/// What is no JSON.
pub fn read(jiter: &mut Jiter<'_>, bytes: &[u8]) -> Result<Node, JiterError> {
    node(jiter, bytes, 0)
}

/// A text that is one value; `None` where it is none.
#[must_use]
pub fn parse(text: &str) -> Option<Node> {
    let mut jiter = Jiter::new(text.as_bytes());
    let node = read(&mut jiter, text.as_bytes()).ok()?;
    jiter.finish().ok().map(|()| node)
}

fn node(jiter: &mut Jiter<'_>, bytes: &[u8], depth: usize) -> Result<Node, JiterError> {
    let peek = jiter.peek()?;
    let start = jiter.current_index();
    let at = token_at(bytes, start);
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
    Ok(Node { at, what })
}

fn members(jiter: &mut Jiter<'_>, bytes: &[u8], depth: usize) -> Result<Vec<Member>, JiterError> {
    let mut all = Vec::new();
    let mut start = jiter.current_index() + 1;
    let mut next = jiter.known_object()?.map(str::to_owned);
    while let Some(key) = next {
        let at = token_at(bytes, start);
        all.push(Member { key, at, value: node(jiter, bytes, depth + 1)? });
        start = jiter.current_index();
        next = jiter.next_key()?.map(str::to_owned);
    }
    Ok(all)
}

/// The token that begins at a place, or after the blanks, the comma or the colon that stand there.
#[must_use]
pub fn token_at(bytes: &[u8], start: usize) -> Range<usize> {
    let from = start.min(bytes.len());
    let rest = &bytes[from..];
    let skipped = rest.iter().take_while(|&&byte| b" \t\r\n,:".contains(&byte)).count();
    let start = from + skipped;
    let token = &bytes[start..];
    let length = match token.first() {
        None | Some(b'{' | b'[') => 1,
        Some(b'"') => {
            let mut escaped = false;
            let end = token.iter().skip(1).position(|&byte| {
                let ends = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.map_or(token.len(), |end| end + 2)
        }
        Some(_) => token.iter().take_while(|byte| !b" \t,]}:".contains(byte)).count().max(1),
    };
    start..start + length
}
