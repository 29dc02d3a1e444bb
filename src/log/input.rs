//! From a path or a stream to lines, one at a time, in a buffer that is used again.
//!
//! Comes in: an [`Input`]. Goes out: the bytes of one record after another, with line numbers, never
//! more of the file in memory than its longest record. It must never know CSV, JSON or a column.
//! Start with [`open`] and [`Lines::next`].

use super::Input;
use crate::diagnostic::{Code, Diagnostic};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// A record that is longer is refused, not read into memory.
const LONGEST_RECORD: usize = 64 << 20;
/// What standard input is called.
pub(super) const STDIN: &str = "<stdin>";
const FIRST_BUFFER: usize = 256 << 10;
/// The mark with which some programs begin a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opens a log; `-` is standard input.
///
/// # Errors
/// R0701, when there is no such file, it is a directory, or it may not be read.
pub fn open(path: &str) -> Result<Input<'static>, Box<Diagnostic>> {
    if path == "-" {
        return Ok(Input { name: STDIN.to_owned(), bytes: Box::new(io::stdin()) });
    }
    let refuse =
        |message: String, help: &str| Box::new(Diagnostic::new(Code::Unreadable, message).help(help));
    let describe = |error: &io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            let parent = Path::new(path).parent().filter(|parent| !parent.as_os_str().is_empty());
            let message = match parent.filter(|parent| !parent.exists()) {
                Some(parent) => {
                    format!("there is no log `{path}`: the directory `{}` does not exist", parent.display())
                }
                None => format!("there is no log `{path}`"),
            };
            refuse(message, "give the path of a file in CSV or JSON Lines, or `-` for standard input")
        }
        io::ErrorKind::PermissionDenied => {
            refuse(format!("the log `{path}` may not be read"), "give yourself the right to read it")
        }
        _ => refuse(format!("the log `{path}` cannot be read: {error}"), "give the path of another file"),
    };
    let facts = fs::metadata(path).map_err(|error| describe(&error))?;
    if facts.is_dir() {
        return Err(refuse(
            format!("`{path}` is a directory, not a log"),
            "name the files in it, one after the other",
        ));
    }
    let file = File::open(path).map_err(|error| describe(&error))?;
    Ok(Input { name: path.to_owned(), bytes: Box::new(file) })
}

/// Why no more lines can be read.
#[derive(Debug)]
pub(super) enum LineError {
    /// The system says no.
    Io(io::Error),
    /// A record is longer than the limit.
    TooLong,
    /// The text is UTF-16.
    Utf16,
}

/// The lines of a log. A current record is one line, or several ([`Self::extend`]).
pub(super) struct Lines<'a> {
    source: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// The current record in the buffer, without what ends it.
    record: std::ops::Range<usize>,
    next: usize,
    filled: usize,
    terminator: u8,
    /// The number of the first line of the current record.
    line: u32,
    next_line: u32,
    ended: bool,
    started: bool,
    cut: bool,
    most: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: Box<dyn Read + 'a>) -> Self {
        Self {
            source,
            buffer: vec![0; FIRST_BUFFER],
            record: 0..0,
            next: 0,
            filled: 0,
            terminator: b'\n',
            line: 1,
            next_line: 1,
            ended: false,
            started: false,
            cut: false,
            most: LONGEST_RECORD,
        }
    }

    /// Another limit for the length of a record.
    #[cfg(test)]
    pub fn with_limit(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Goes to the next line; `false` at the end.
    pub fn next(&mut self) -> Result<bool, LineError> {
        if !self.started {
            self.start()?;
        }
        self.record = self.next..self.next;
        self.line = self.next_line;
        self.extend()
    }

    /// Adds the next line to the current record; `false` at the end.
    pub fn extend(&mut self) -> Result<bool, LineError> {
        let mut searched = self.next;
        loop {
            if let Some(length) = memchr::memchr(self.terminator, &self.buffer[searched..self.filled]) {
                self.record.end = searched + length;
                self.next = searched + length + 1;
                self.next_line = self.next_line.saturating_add(1);
                self.cut = false;
                return Ok(true);
            }
            searched = self.filled;
            if self.ended {
                let more = self.next < self.filled;
                self.record.end = self.filled;
                self.next = self.filled;
                self.cut = more;
                return Ok(more);
            }
            searched -= self.fill()?;
        }
    }

    /// The current record without the end of its last line.
    pub fn record(&self) -> &[u8] {
        let line = &self.buffer[self.record.clone()];
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// The number of the first line of the current record.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Whether the file ends without the end of this line.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    fn start(&mut self) -> Result<(), LineError> {
        self.started = true;
        while self.filled < 4096 && !self.ended {
            self.fill()?;
        }
        let begin = &self.buffer[..self.filled];
        if is_utf16(begin) {
            return Err(LineError::Utf16);
        }
        if begin.starts_with(MARK) {
            self.next = MARK.len();
        }
        // Lines may end in a carriage return alone; whoever writes so writes no line feed at all.
        let lone =
            begin.iter().position(|&byte| byte == b'\r').is_some_and(|at| at + 1 < begin.len() || self.ended);
        if lone && !begin.contains(&b'\n') {
            self.terminator = b'\r';
        }
        Ok(())
    }

    /// Reads more; gives how far everything moved to the front.
    fn fill(&mut self) -> Result<usize, LineError> {
        let moved = self.record.start;
        if moved > 0 {
            self.buffer.copy_within(moved..self.filled, 0);
            self.record = 0..self.record.end - moved;
            self.next -= moved;
            self.filled -= moved;
        }
        if self.filled == self.buffer.len() {
            if self.filled >= self.most {
                return Err(LineError::TooLong);
            }
            self.buffer.resize(self.filled * 2, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(LineError::Io(error)),
            }
            return Ok(moved);
        }
    }
}

/// Whether a text begins like one in UTF-16: with its mark, or with a NUL in every second byte.
fn is_utf16(begin: &[u8]) -> bool {
    if begin.starts_with(b"\xFF\xFE") || begin.starts_with(b"\xFE\xFF") {
        return true;
    }
    let pairs = &begin[..begin.len().min(16)];
    let nul_at = |place: usize| pairs.iter().skip(place).step_by(2).all(|&byte| byte == 0);
    let text_at = |place: usize| pairs.iter().skip(place).step_by(2).all(|&byte| byte != 0);
    pairs.len() >= 8 && (nul_at(1) && text_at(0) || nul_at(0) && text_at(1))
}
