//! The tree of nodes and properties in which games are commonly recorded (the Smart Game Format).
//!
//! Comes in: bytes. Goes out: the properties of the main line, one after the other; variations are passed over. It must
//! never know a game. Start with [`main_line`]. Nothing is copied and nothing calls itself, however deep variations lie.

use super::Fault;
use std::ops::Range;

/// So many values of one property are looked at.
const MOST_VALUES: usize = 64;
/// A longer name is no property's.
const LONGEST_NAME: usize = 64;

/// What the letters are called in which old records are written.
const LATIN: [&str; 8] =
    ["", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "us-ascii"];

/// A property with its values.
#[derive(Debug)]
pub(super) struct Property<'a> {
    /// Its name: capital letters and digits.
    pub name: &'a str,
    /// Where it stands.
    pub at: Range<usize>,
    /// Where its first values stand, without brackets; there is at least one.
    pub values: &'a [Range<usize>],
}

/// Shows every property of the main line.
///
/// # Errors
/// What is no tree, or what the visitor complains of.
pub(super) fn main_line(
    bytes: &[u8],
    mut visit: impl FnMut(&Property<'_>) -> Result<(), Box<Fault>>,
) -> Result<(), Box<Fault>> {
    let mut reader = Reader { bytes, at: 0 };
    let mut name = String::new();
    let mut values = Vec::new();
    let mut open = 0_usize;
    // The first variation at every fork is the main line; when it is closed the rest is only passed over.
    let mut is_main = true;
    loop {
        reader.skip_blank();
        let start = reader.at;
        match reader.next() {
            Some(b'(') => open += 1,
            Some(b')') if open == 0 => {
                return Err(Fault::unreadable("a `)` that closes nothing", start..start + 1, ""));
            }
            Some(b')') => {
                open -= 1;
                is_main = false;
                if open == 0 {
                    return reader.end();
                }
            }
            Some(_) if open == 0 => {
                return Err(Fault::unreadable("a record of moves begins with `(;`", start..start + 1, ""));
            }
            Some(b';') => {}
            Some(byte) if byte.is_ascii_alphanumeric() => {
                reader.name(&mut name)?;
                let at = start..reader.at;
                reader.values(&mut values, &at)?;
                if is_main {
                    visit(&Property { name: &name, at, values: &values })?;
                }
            }
            Some(_) => {
                let help = "between `;`, `(` and `)` stand properties: a name in capital letters and values in brackets";
                return Err(Fault::unreadable(
                    "this is no property",
                    start..reader.after_character(start),
                    help,
                ));
            }
            None => {
                let message = "the record is cut short: a `(` is never closed";
                return Err(Fault::unreadable(message, reader.last(), "end it with `)`"));
            }
        }
    }
}

/// The text of a value: without its escapes, with blanks for line ends. Bytes that are not UTF-8 are taken for Latin-1,
/// in which old records are written.
pub(super) fn text(raw: &[u8]) -> String {
    let plain = plain(raw);
    let text = String::from_utf8(plain).unwrap_or_else(|error| latin(error.as_bytes()));
    text.trim().to_owned()
}

/// The text of a value in letters of this name, where they can be read: UTF-8, whatever is said, and Latin-1, where that is
/// said or nothing is.
pub(super) fn decoded(raw: &[u8], letters: Option<&str>) -> Option<String> {
    let is_latin = letters.is_none_or(|letters| {
        let letters = letters.to_ascii_lowercase();
        LATIN.contains(&letters.trim())
    });
    (is_latin || std::str::from_utf8(raw).is_ok()).then(|| text(raw))
}

fn plain(raw: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => match bytes.next() {
                // A line that goes on in the next.
                Some(b'\r') => drop(bytes.next_if_eq(&b'\n')),
                Some(b'\n') | None => {}
                Some(escaped) => plain.push(escaped),
            },
            byte if byte.is_ascii_whitespace() => plain.push(b' '),
            byte => plain.push(byte),
        }
    }
    plain
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn skip_blank(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// The name that began with the byte before. Small letters in it do not count.
    fn name(&mut self, name: &mut String) -> Result<(), Box<Fault>> {
        let start = self.at - 1;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        if self.at - start > LONGEST_NAME {
            return Err(Fault::unreadable("this name of a property is too long", start..self.at, ""));
        }
        name.clear();
        let bytes = self.bytes.get(start..self.at).unwrap_or_default();
        name.extend(bytes.iter().filter(|byte| !byte.is_ascii_lowercase()).map(|&byte| char::from(byte)));
        Ok(())
    }

    fn values(&mut self, values: &mut Vec<Range<usize>>, name: &Range<usize>) -> Result<(), Box<Fault>> {
        values.clear();
        loop {
            self.skip_blank();
            if self.peek() != Some(b'[') {
                break;
            }
            self.at += 1;
            let (open, start) = (self.at - 1, self.at);
            self.close().ok_or_else(|| {
                Fault::unreadable("a `[` that is never closed", open..start, "end the value with `]`")
            })?;
            if values.len() < MOST_VALUES {
                values.push(start..self.at - 1);
            }
        }
        if values.is_empty() {
            let help = "write its value in brackets behind its name";
            return Err(Fault::unreadable("a property without a value", name.clone(), help));
        }
        Ok(())
    }

    /// Goes behind the bracket that closes a value.
    fn close(&mut self) -> Option<()> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let found = memchr::memchr2(b']', b'\\', rest)?;
            self.at += found + 1;
            match rest.get(found) {
                Some(b']') => return Some(()),
                _ => self.at += 1,
            }
        }
    }

    /// Behind the tree nothing else stands.
    fn end(&mut self) -> Result<(), Box<Fault>> {
        self.skip_blank();
        match self.peek() {
            // Some programs end a file so.
            None | Some(0 | 0x1A) => Ok(()),
            Some(b'(') => {
                let help = "give each game a file of its own";
                Err(Fault::unreadable("a second game in one file", self.at..self.at + 1, help))
            }
            Some(_) => {
                let message = "something stands behind the end of the record";
                Err(Fault::unreadable(message, self.at..self.after_character(self.at), "take it out"))
            }
        }
    }

    fn after_character(&self, start: usize) -> usize {
        let rest = self.bytes.get(start + 1..).unwrap_or_default();
        start + 1 + rest.iter().take_while(|byte| **byte & 0xC0 == 0x80).count()
    }

    fn last(&self) -> Range<usize> {
        let end = self.bytes.trim_ascii_end().len();
        end.saturating_sub(1)..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(bytes: &[u8]) -> Result<Vec<String>, Box<Fault>> {
        let mut names = Vec::new();
        main_line(bytes, |property| {
            let values = property.values.iter().map(|at| text(&bytes[at.clone()]));
            names.push(format!("{}={}", property.name, values.collect::<Vec<_>>().join("|")));
            Ok(())
        })?;
        Ok(names)
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        let record = b"(\n ;GM[x]\n (;A[1](;B[2];C[3])(;D[4](;E[5])))\n (;F[6])\n)\n\x1a";
        assert_eq!(names(record).unwrap(), ["GM=x", "A=1", "B=2", "C=3"]);
    }

    #[test]
    fn escapes_and_old_letters_are_understood() {
        assert_eq!(names(b"(;C[a\\]b\\\\ [c\\\nd\ne])").unwrap(), ["C=a]b\\ [cd e"]);
        assert_eq!(names(b"(;PlayerBlack[J\xf6rg][\xc3\xa9])").unwrap(), ["PB=J\u{f6}rg|\u{e9}"]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let message = |bytes: &[u8]| names(bytes).unwrap_err().message;
        assert_eq!(message(b"(;A[1]"), "the record is cut short: a `(` is never closed");
        assert_eq!(message(b"(;A[1"), "a `[` that is never closed");
        assert_eq!(message(b"(;A[1\\]"), "a `[` that is never closed");
        assert_eq!(message(b"(;A;B[1])"), "a property without a value");
        assert_eq!(message(b"(;A[1])(;B[1])"), "a second game in one file");
        assert_eq!(message(b"(;A[1]) x"), "something stands behind the end of the record");
        assert_eq!(message(b"(;\xc3\xa9)"), "this is no property");
        assert_eq!(message(b")"), "a `)` that closes nothing");
    }

    #[test]
    fn depth_and_length_do_no_harm() {
        let deep = [b"(;A[1]".repeat(100_000), b")".repeat(100_000)].concat();
        assert_eq!(names(&deep).unwrap().len(), 100_000);
        let side = [b"(;A[1](;B[2])".to_vec(), b"(;C[3]".repeat(100_000), b")".repeat(100_001)].concat();
        assert_eq!(names(&side).unwrap(), ["A=1", "B=2"]);
        let long = [b"(;C[".to_vec(), b"x\\]".repeat(1 << 20), b"]A[1])".to_vec()].concat();
        assert_eq!(names(&long).unwrap().len(), 2);
        let many = [b"(;C".to_vec(), b"[x]".repeat(1 << 20), b")".to_vec()].concat();
        assert_eq!(names(&many).unwrap().len(), 1);
    }
}
