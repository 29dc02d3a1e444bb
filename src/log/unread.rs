//! A log that is still to be read: a file, opened when it is its turn, or a stream that is open already.
//!
//! Comes in: paths and streams. Goes out: for each a name for messages, and its bytes once. It must never know what is in
//! them. Start with [`Unread`]; [`super::find`] makes them from the paths that a person gives.

use super::input::Lines;
use super::seal::Seal;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What standard input is called.
pub(super) const STDIN: &str = "<stdin>";
/// A file that is not larger is read whole.
const SMALL: u64 = 64 << 10;

/// A log to be read from a stream: its name for messages, and its bytes.
pub struct Input<'a> {
    /// A path, or `<stdin>`.
    pub name: String,
    /// The bytes, read once from the front.
    pub bytes: Box<dyn Read + Send + 'a>,
}

/// A log to be read from a file. It is opened when it is its turn: there may be more files than can be open at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) id: String,
}

/// A log to be read.
pub enum Unread<'a> {
    /// From a stream.
    Stream(Input<'a>),
    /// From a file.
    File(LogFile),
}

impl<'a> From<Input<'a>> for Unread<'a> {
    fn from(input: Input<'a>) -> Self {
        Self::Stream(input)
    }
}

impl From<LogFile> for Unread<'_> {
    fn from(file: LogFile) -> Self {
        Self::File(file)
    }
}

impl<'a> Unread<'a> {
    /// What it is called in messages.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Stream(Input { name, .. }) | Self::File(LogFile { name, .. }) => name,
        }
    }

    /// The id of a game that has a file for itself; nothing for standard input.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Stream(Input { name, .. }) if name == STDIN => String::new(),
            Self::Stream(Input { name, .. }) => without_ending(name),
            Self::File(file) => file.id.clone(),
        }
    }

    /// Opens it.
    pub(super) fn lines(self) -> io::Result<Lines<'a>> {
        Ok(match self {
            Self::Stream(input) => Lines::new(input.bytes),
            Self::File(file) => match file.bytes()? {
                Bytes::Small(bytes) => Lines::whole(bytes),
                Bytes::Large(file) => Lines::new(Box::new(file)),
            },
        })
    }

    /// Opens it, when it is its turn; its bytes count.
    pub(super) fn sealed(self, seal: &Seal) -> io::Result<Lines<'a>> {
        Ok(self.lines()?.sealed(seal))
    }
}

/// The bytes of a file.
pub(super) enum Bytes {
    /// All of them.
    Small(Vec<u8>),
    /// A file that is better read piece by piece.
    Large(File),
}

impl LogFile {
    /// The file at this path.
    pub(super) fn at(path: &str) -> Self {
        Self { path: path.into(), name: path.to_owned(), id: without_ending(path) }
    }

    /// Opens the file, and reads it if it is small.
    pub(super) fn bytes(&self) -> io::Result<Bytes> {
        let mut file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        if length > SMALL {
            return Ok(Bytes::Large(file));
        }
        let mut bytes = Vec::new();
        // One byte more than there should be, so that the end is found at once.
        bytes.reserve_exact(usize::try_from(length).unwrap_or_default() + 1);
        file.read_to_end(&mut bytes)?;
        Ok(Bytes::Small(bytes))
    }
}

/// The name of a file without its folder and its ending.
fn without_ending(path: &str) -> String {
    Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
