//! Files, cut into blocks at the ends of lines.
//!
//! Comes in: files, each from its first row on. Goes out: one block after the other, never more than one in memory besides those
//! that are being read. It must never know what a line says. Start with [`Source::next`].

use std::fs::File;
use std::io::{self, Read};

/// So many bytes make a block: few enough that all columns of its games stay in a near cache, and enough that what is done
/// once for each block does not matter.
const BLOCK: usize = 128 << 10;
/// A line that is longer is none of an ordinary log.
const LONGEST_LINE: usize = 1 << 20;
/// So many zeros stand behind the text of a block, so that it can be read in words.
pub(super) const PADDING: usize = 8;

/// What is still to be read.
pub(super) struct Source {
    files: std::vec::IntoIter<File>,
    current: Option<File>,
    /// How many files are done.
    file: usize,
    /// The beginning of a line whose end has not been read.
    begun: Vec<u8>,
    /// How many blocks were given.
    blocks: u32,
}

/// Where a block stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    /// The file.
    pub file: usize,
    /// Which block it is, over all files.
    pub number: u32,
    /// How many bytes of the buffer are text; zeros follow.
    pub length: usize,
}

impl Source {
    /// Files, in their order; of each the beginning that has been read already.
    pub fn new(files: Vec<File>) -> Self {
        let mut files = files.into_iter();
        let current = files.next();
        Self { files, current, file: 0, begun: Vec::new(), blocks: 0 }
    }

    /// Fills the buffer with whole lines, the last of which ends as all the others do; `None` at the end.
    ///
    /// # Errors
    /// Those of reading, and a line that is too long.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Cut>> {
        buffer.clear();
        buffer.append(&mut self.begun);
        while let Some(current) = &mut self.current {
            let before = buffer.len();
            let read = current.by_ref().take(BLOCK as u64).read_to_end(buffer)?;
            let file = self.file;
            if read < BLOCK {
                self.current = self.files.next();
                self.file += 1;
                if buffer.is_empty() {
                    continue;
                }
                if buffer.last() != Some(&b'\n') {
                    buffer.push(b'\n');
                }
            } else if let Some(end) = memchr::memrchr(b'\n', &buffer[before..]) {
                self.begun.extend_from_slice(&buffer[before + end + 1..]);
                buffer.truncate(before + end + 1);
            } else if buffer.len() > LONGEST_LINE {
                return Err(io::ErrorKind::InvalidData.into());
            } else {
                continue;
            }
            let cut = Cut { file, number: self.blocks, length: buffer.len() };
            self.blocks += 1;
            buffer.resize(cut.length + PADDING, 0);
            return Ok(Some(cut));
        }
        Ok(None)
    }
}
