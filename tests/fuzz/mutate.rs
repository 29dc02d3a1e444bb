//! Bytes made wrong, the same on every machine: flipped, cut, repeated, spliced, and with words put in where they hurt.

/// Words that mean something to a reader.
const WORDS: [&str; 48] = [
    "\"",
    "'",
    "'''",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "(",
    ")",
    "(;",
    ";",
    ",",
    "|",
    ":",
    "=",
    "->",
    "@",
    "\\",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "𝕏",
    "-",
    "0",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "170141183460469231731687303715884105727",
    "1e999",
    "0.1",
    "1/0",
    "99999999 min",
    "-9999-01-01",
    "null",
    "true",
    "else",
    "otherwise",
    "sum(",
    "where",
    "if ",
    "not ",
    "previous.",
];

/// Numbers that look as if nobody had chosen them.
pub struct Lots(u64);

impl Lots {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`; 0 where that is nothing.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or_default().checked_rem(end).unwrap_or_default()
    }
}

/// A text made wrong in one to three places; `others` are texts of its kind.
pub fn mutated(text: &[u8], others: &[(String, Vec<u8>)], lots: &mut Lots) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=lots.below(3) {
        once(&mut text, others, lots);
    }
    text
}

fn once(text: &mut Vec<u8>, others: &[(String, Vec<u8>)], lots: &mut Lots) {
    let at = lots.below(text.len() + 1);
    let end = at + lots.below(text.len() + 1 - at);
    match lots.below(8) {
        // A bit is flipped.
        0 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << lots.below(8);
            }
        }
        // It ends too early, or begins too late.
        1 => text.truncate(at),
        2 => drop(text.drain(..at)),
        // Something is left out: a little, or as much as there is.
        3 => drop(text.drain(at..end.min(at + 12))),
        4 => drop(text.drain(at..end)),
        // A part stands there several times.
        5 => {
            let part = text[at..end.min(at + 200)].repeat(1 + lots.below(40));
            text.splice(at..at, part);
        }
        // A part of another text stands there.
        6 => {
            let other = others.get(lots.below(others.len())).map_or(&[][..], |(_, other)| other);
            let from = lots.below(other.len() + 1);
            let upto = from + lots.below(other.len() + 1 - from);
            text.splice(at..at, other[from..upto.min(from + 400)].iter().copied());
        }
        // A word stands there, with something or in its place.
        _ => {
            let word = WORDS[lots.below(WORDS.len())];
            let end = if lots.below(2) == 0 { at } else { end.min(at + word.len()) };
            text.splice(at..end, word.bytes());
        }
    }
}
