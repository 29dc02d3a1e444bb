//! A hash of all bytes of the logs, one after the other, taken while they are read: so that whoever repeats a computation
//! knows that it is of the same logs.
//!
//! Comes in: streams of bytes, in the order of the logs. Goes out: the same streams, and their BLAKE3 hash. It must never read
//! anything a second time, or keep it. Start with [`Seal::over`].

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// What the bytes that have been read so far come to.
#[derive(Debug, Clone, Default)]
pub(super) struct Seal(Arc<Mutex<blake3::Hasher>>);

impl Seal {
    /// A stream whose bytes count as they are read.
    pub fn over<'a>(&self, bytes: Box<dyn Read + Send + 'a>) -> Box<dyn Read + Send + 'a> {
        Box::new(Sealed { bytes, seal: self.clone() })
    }

    /// Counts bytes that are in memory.
    pub fn add(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }

    /// What `cat LOG… | b3sum` prints.
    pub fn hash(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).finalize().to_hex().to_string()
    }
}

/// A stream whose bytes count as they are read.
struct Sealed<'a> {
    bytes: Box<dyn Read + Send + 'a>,
    seal: Seal,
}

impl Read for Sealed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.seal.add(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}
