//! A string of a TOML file, decoded, that knows where each of its bytes stands in the file.

use super::{SourceId, Span};
use std::ops::Range;
use thiserror::Error;

/// Why a token is not a TOML string.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a TOML string")]
pub struct TextError;

/// A decoded string and its way back to the file.
#[derive(Debug, Clone)]
pub struct RuleText {
    source: SourceId,
    token: Range<usize>,
    text: String,
    pieces: Vec<Piece>,
}

/// A stretch of the decoded text and the stretch of the token that it came from. Where both are of one
/// length they are the same bytes; else the stretch of the token is one escape for one character.
#[derive(Debug, Clone)]
struct Piece {
    text: Range<usize>,
    raw: Range<usize>,
}

impl RuleText {
    /// Decodes a string token (with its quotes) that stands at `token` in `source`.
    ///
    /// # Errors
    /// When it is not a string that TOML allows.
    pub fn new(source: SourceId, token: Range<usize>, raw: &str) -> Result<Self, TextError> {
        let (text, pieces) = Decoder::new(raw)?.decode()?;
        Ok(Self { source, token, text, pieces })
    }

    /// The decoded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A part of the text, as a text of its own; a range that cuts through an escape takes the whole of it. `None` where the
    /// range cuts through a character, or lies outside.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Option<Self> {
        let text = self.text.get(range.clone())?.to_owned();
        let start = self.raw_start(range.start);
        let end = if range.is_empty() { start } else { self.raw_end(range.end) };
        let mut pieces = vec![Piece { text: 0..0, raw: 0..0 }];
        for piece in self.pieces.iter().filter(|piece| !piece.text.is_empty()) {
            let inside = piece.text.start.max(range.start)..piece.text.end.min(range.end);
            if inside.is_empty() {
                continue;
            }
            let raw = if piece.is_verbatim() {
                let before = inside.start - piece.text.start;
                piece.raw.start + before..piece.raw.start + before + inside.len()
            } else {
                piece.raw.clone()
            };
            pieces.push(Piece {
                text: inside.start - range.start..inside.end - range.start,
                raw: raw.start - start..raw.end - start,
            });
        }
        let token = self.token.start + start..self.token.start + end.max(start);
        Some(Self { source: self.source, token, text, pieces })
    }

    /// The token, quotes included.
    #[must_use]
    pub fn whole(&self) -> Span {
        Span::new(self.source, self.token.clone())
    }

    /// Where a range of the decoded text stands in the file. An empty range becomes an empty span before
    /// the character that stands there; a range that cuts through an escape is widened to the whole escape.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.raw_start(range.start);
        let end = if range.end > range.start { self.raw_end(range.end) } else { start };
        Span::new(self.source, self.token.start + start..self.token.start + end.max(start))
    }

    /// The empty place behind the character that ends at `position`.
    #[must_use]
    pub fn end(&self, position: usize) -> Span {
        let end = self.token.start + if position == 0 { self.raw_start(0) } else { self.raw_end(position) };
        Span::new(self.source, end..end)
    }

    /// Where the character that holds the byte at `position` begins in the token.
    fn raw_start(&self, position: usize) -> usize {
        let after = self.pieces.partition_point(|piece| piece.text.end <= position);
        match self.pieces.get(after) {
            Some(piece) if piece.is_verbatim() => piece.raw.start + (position - piece.text.start),
            Some(piece) => piece.raw.start,
            None => self.pieces.last().map_or(0, |piece| piece.raw.end),
        }
    }

    /// Where the character that holds the byte before `position` ends in the token.
    fn raw_end(&self, position: usize) -> usize {
        let at = self.pieces.partition_point(|piece| piece.text.end < position);
        match self.pieces.get(at) {
            Some(piece) if piece.is_verbatim() => piece.raw.start + (position - piece.text.start),
            Some(piece) => piece.raw.end,
            None => self.pieces.last().map_or(0, |piece| piece.raw.end),
        }
    }
}

impl Piece {
    fn is_verbatim(&self) -> bool {
        self.text.len() == self.raw.len()
    }
}

/// Walks a token once from the left to the right.
struct Decoder<'r> {
    raw: &'r str,
    /// The next byte to read.
    at: usize,
    /// Where the closing quotes begin.
    end: usize,
    quote: char,
    multi_line: bool,
    text: String,
    pieces: Vec<Piece>,
}

impl<'r> Decoder<'r> {
    fn new(raw: &'r str) -> Result<Self, TextError> {
        let quote = raw.chars().next().filter(|first| matches!(first, '"' | '\'')).ok_or(TextError)?;
        let triple = if quote == '"' { "\"\"\"" } else { "'''" };
        let multi_line = raw.len() >= 6 && raw.starts_with(triple);
        let delimiter = if multi_line { 3 } else { 1 };
        if raw.len() < 2 * delimiter || !raw.ends_with(&triple[..delimiter]) {
            return Err(TextError);
        }
        let mut decoder = Self {
            raw,
            at: delimiter,
            end: raw.len() - delimiter,
            quote,
            multi_line,
            text: String::with_capacity(raw.len()),
            pieces: Vec::new(),
        };
        if multi_line {
            decoder.at += decoder.line_end(decoder.at).unwrap_or(0);
        }
        Ok(decoder)
    }

    fn decode(mut self) -> Result<(String, Vec<Piece>), TextError> {
        let mut quotes = 0;
        // An empty piece, so that even an empty text knows where it stands.
        self.pieces.push(Piece { text: 0..0, raw: self.at..self.at });
        while let Some(letter) = self.raw[self.at..self.end].chars().next() {
            quotes = if letter == self.quote { quotes + 1 } else { 0 };
            if quotes > if self.multi_line { 2 } else { 0 } {
                return Err(TextError);
            }
            match letter {
                '\\' if self.quote == '"' => self.escape()?,
                '\n' | '\r' => {
                    let length = self.line_end(self.at).filter(|_| self.multi_line).ok_or(TextError)?;
                    self.keep(length);
                }
                '\t' => self.keep(1),
                letter if letter.is_ascii_control() => return Err(TextError),
                letter => self.keep(letter.len_utf8().max(self.ordinary())),
            }
        }
        Ok((self.text, self.pieces))
    }

    /// How many bytes from here on are neither a quote, nor an escape, nor a line end.
    fn ordinary(&self) -> usize {
        let rest = &self.raw[self.at..self.end];
        let special = |letter: char| matches!(letter, '"' | '\'' | '\\') || letter.is_ascii_control();
        rest.find(special).unwrap_or(rest.len())
    }

    /// The length of the end of line at `at`, if there is one.
    fn line_end(&self, at: usize) -> Option<usize> {
        let rest = &self.raw[at..self.end];
        if rest.starts_with("\r\n") {
            Some(2)
        } else if rest.starts_with('\n') {
            Some(1)
        } else {
            None
        }
    }

    /// The next `length` bytes stand for themselves.
    fn keep(&mut self, length: usize) {
        let raw = self.at..self.at + length;
        let start = self.text.len();
        self.text.push_str(&self.raw[raw.clone()]);
        self.at = raw.end;
        match self.pieces.last_mut() {
            Some(piece) if piece.is_verbatim() && piece.raw.end == raw.start => {
                piece.raw.end = raw.end;
                piece.text.end = self.text.len();
            }
            Some(_) | None => self.pieces.push(Piece { text: start..self.text.len(), raw }),
        }
    }

    fn escape(&mut self) -> Result<(), TextError> {
        let rest = &self.raw[self.at + 1..self.end];
        let simple = |letter| Ok((letter, 2));
        let (letter, length) = match rest.chars().next().ok_or(TextError)? {
            'b' => simple('\u{8}'),
            't' => simple('\t'),
            'n' => simple('\n'),
            'f' => simple('\u{c}'),
            'r' => simple('\r'),
            'e' => simple('\u{1b}'),
            '"' => simple('"'),
            '\\' => simple('\\'),
            'x' => hexadecimal(rest, 2),
            'u' => hexadecimal(rest, 4),
            'U' => hexadecimal(rest, 8),
            ' ' | '\t' | '\r' | '\n' => return self.joined_lines(),
            _ => Err(TextError),
        }?;
        let start = self.text.len();
        self.text.push(letter);
        self.pieces.push(Piece { text: start..self.text.len(), raw: self.at..self.at + length });
        self.at += length;
        Ok(())
    }

    /// A backslash at the end of a line swallows the line end and all blanks after it.
    fn joined_lines(&mut self) -> Result<(), TextError> {
        let blanks = |at: usize| {
            let rest = &self.raw[at..self.end];
            rest.len() - rest.trim_start_matches([' ', '\t']).len()
        };
        let mut at = self.at + 1;
        at += blanks(at);
        at += self.line_end(at).filter(|_| self.multi_line).ok_or(TextError)?;
        loop {
            at += blanks(at);
            match self.line_end(at) {
                Some(length) => at += length,
                None => break,
            }
        }
        self.at = at;
        Ok(())
    }
}

/// The character whose number stands in `digits` hexadecimal digits after the letter of the escape.
fn hexadecimal(rest: &str, digits: usize) -> Result<(char, usize), TextError> {
    let number = rest.get(1..=digits).ok_or(TextError)?;
    if !number.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(TextError);
    }
    let number = u32::from_str_radix(number, 16).map_err(|_| TextError)?;
    Ok((char::from_u32(number).ok_or(TextError)?, digits + 2))
}

#[cfg(test)]
mod tests;
