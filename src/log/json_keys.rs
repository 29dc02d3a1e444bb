//! The keys of JSON objects: which field each names, and which was there already.
//!
//! Comes in: tokens of one object. Goes out: its known keys, one after the other; complaints about the
//! others. It must never know what is done with a value. Start with [`Walk::next`].

use super::cell::shortened;
use super::complain::{Place, Trouble};
use super::keys::{Key, Keys};
use super::recorder::Recorder;
use super::slots::Layout;
use crate::diagnostic::{Code, nearest, one_of};
use jiter::{Jiter, JiterError};

/// The keys of every kind of object.
pub(super) struct JsonKeys {
    pub game: Keys,
    /// For each seat; one entry without seats.
    pub sides: Vec<Keys>,
    pub rows: Vec<Keys>,
}

impl JsonKeys {
    pub fn new(layout: &Layout<'_>) -> Self {
        let sides = if layout.seats.is_empty() {
            vec![layout.side_keys(None)]
        } else {
            (0..layout.seats.len()).map(|seat| layout.side_keys(Some(seat))).collect()
        };
        let rows = layout.all().map(|(table, _)| layout.row_keys(table)).collect();
        Self { game: layout.game_keys(), sides, rows }
    }
}

/// Which keys of an object were there already.
#[derive(Default)]
struct Seen {
    first: u64,
    others: Vec<usize>,
}

impl Seen {
    fn add(&mut self, key: usize) -> bool {
        if key < 64 {
            let bit = 1_u64 << key;
            let new = self.first & bit == 0;
            self.first |= bit;
            return new;
        }
        let new = !self.others.contains(&key);
        if new {
            self.others.push(key);
        }
        new
    }
}

/// A walk through the keys of one object.
pub(super) struct Walk {
    last: usize,
    seen: Seen,
    begun: bool,
}

/// A key that was met.
pub(super) enum Met {
    Known(Key, Place),
    /// A key to leave out, already complained about: its value is passed over.
    Passed,
}

impl Walk {
    pub fn new(keys: &mut Keys) -> Self {
        Self { last: keys.begin(), seen: Seen::default(), begun: false }
    }

    /// Goes to the next key; `None` at the end of the object.
    #[inline]
    pub fn next(
        &mut self,
        jiter: &mut Jiter<'_>,
        keys: &mut Keys,
        recorder: &mut Recorder<'_>,
    ) -> Result<Option<Met>, JiterError> {
        let start = jiter.current_index() + usize::from(!self.begun);
        let place = Place::new(start, start);
        let name = if std::mem::replace(&mut self.begun, true) {
            jiter.next_key()?
        } else {
            jiter.known_object()?
        };
        let Some(name) = name else { return Ok(None) };
        match keys.find_after(&mut self.last, name) {
            Some(key) if self.seen.add(self.last) => return Ok(Some(Met::Known(key, place))),
            Some(_) => recorder.troubles.push(
                Trouble::new(Code::BadValue, format!("the key `{}` is there twice", shortened(name)), place)
                    .help("leave out one of them"),
            ),
            None => recorder.troubles.push(unknown_key(name, keys.names(), recorder.layout, place)),
        }
        jiter.next_skip()?;
        Ok(Some(Met::Passed))
    }
}

/// The complaint about a key that is none of `keys`.
#[cold]
pub(super) fn unknown_key<'k>(
    name: &str,
    keys: impl Iterator<Item = &'k str>,
    layout: &Layout<'_>,
    place: Place,
) -> Trouble {
    let names: Vec<&str> = keys.collect();
    let part = layout.named().find(|(_, _, named)| layout.symbols().text(named.name) == name);
    if let Some(seat) = part.and_then(|(_, _, named)| named.seat) {
        let seat = &layout.seats[seat];
        let message = format!("`{name}` does not belong here, but to the seat `{seat}`");
        let trouble =
            Trouble::new(Code::WrongSides, message, place).help(format!("record it in the side `{seat}`"));
        return Trouble { meant: Some(name.to_owned()), ..trouble };
    }
    if layout.each().any(|(_, _, part)| layout.symbols().text(part) == name) {
        let message = format!("`{name}` does not belong here, but to a side");
        let trouble = Trouble::new(Code::WrongSides, message, place).help(format!(
            "record it in the side that it belongs to: `\"sides\": {{\"…\": {{\"{name}\": …}}}}`"
        ));
        return Trouble { meant: Some(name.to_owned()), ..trouble };
    }
    if let Some(reason) = layout.part_elsewhere(name) {
        return Trouble::new(Code::WrongSides, reason, place)
            .help("leave it out, or score the log with the options under which it was played");
    }
    let trouble =
        Trouble::new(Code::BadHeader, format!("`{}` is not a key that belongs here", shortened(name)), place);
    match nearest(name, names.iter().copied()) {
        Some(near) => trouble.did_you_mean(near),
        None if names.is_empty() => trouble.help("nothing is recorded here: leave it out"),
        None => trouble.help(format!("the keys are {}", one_of(&names))),
    }
}
