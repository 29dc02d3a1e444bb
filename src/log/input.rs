//! From a stream to lines, one at a time, in a buffer that is used again.
//!
//! Comes in: a stream, or all bytes of a small file. Goes out: the bytes of one record after another, with line numbers,
//! never more of a stream in memory than its longest record. It must never know CSV, JSON or a column.
//! Start with [`Lines::next`].

use super::seal::Seal;
use std::io::{self, Read};

/// A record that is longer is refused, not read into memory.
const LONGEST_RECORD: usize = 64 << 20;
const FIRST_BUFFER: usize = 256 << 10;
/// The mark with which some programs begin a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

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
    source: Box<dyn Read + Send + 'a>,
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
    /// The lines of a stream.
    pub fn new(source: Box<dyn Read + Send + 'a>) -> Self {
        Self::with(source, vec![0; FIRST_BUFFER], 0)
    }

    /// The lines of a text that is in memory.
    pub fn whole(bytes: Vec<u8>) -> Self {
        let filled = bytes.len();
        Self { ended: true, ..Self::with(Box::new(io::empty()), bytes, filled) }
    }

    fn with(source: Box<dyn Read + Send + 'a>, buffer: Vec<u8>, filled: usize) -> Self {
        Self {
            source,
            buffer,
            record: 0..0,
            next: 0,
            filled,
            terminator: b'\n',
            line: 1,
            next_line: 1,
            ended: false,
            started: false,
            cut: false,
            most: LONGEST_RECORD,
        }
    }

    /// The same lines; all their bytes count, those that are in memory at once and those of a stream as they are read.
    pub fn sealed(self, seal: &Seal) -> Self {
        seal.add(&self.buffer[..self.filled]);
        Self { source: seal.over(self.source), ..self }
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

    /// Reads what is left, and looks at none of it.
    pub fn pass_over_rest(&mut self) -> Result<(), LineError> {
        loop {
            self.record = self.filled..self.filled;
            self.next = self.filled;
            if self.ended {
                return Ok(());
            }
            self.fill()?;
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
