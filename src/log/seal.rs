//! A hash of all bytes of the logs, one after the other, so that whoever repeats a computation knows that it is of the same logs.
//!
//! Comes in: logs that are still to be read. Goes out: the same, and the hash; what can be read once only is kept for the
//! reader. Start with [`hashed`].

use super::unread::{Input, Unread};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use std::fs::File;
use std::io::{self, Cursor, Read};

/// So many bytes are read at a time.
const PIECE: usize = 64 << 10;

/// The logs, and the BLAKE3 hash of their bytes: what `cat LOG… | b3sum` prints. Nothing where one cannot be read, which is complained of.
pub fn hashed<'a>(logs: Vec<Unread<'a>>, complaints: &mut Complaints) -> Option<(Vec<Unread<'a>>, String)> {
    let mut hasher = blake3::Hasher::new();
    let mut again = Vec::new();
    for log in logs {
        let name = log.name().to_owned();
        match add(log, &mut hasher) {
            Ok(log) => again.push(log),
            Err(error) => {
                let message = format!("the log `{name}` cannot be read: {error}");
                complaints
                    .push(Diagnostic::new(Code::Unreadable, message).help("give the path of another file"));
                return None;
            }
        }
    }
    Some((again, hasher.finalize().to_hex().to_string()))
}

fn add<'a>(log: Unread<'a>, hasher: &mut blake3::Hasher) -> io::Result<Unread<'a>> {
    match log {
        Unread::File(file) => {
            let mut bytes = File::open(&file.path)?;
            let mut piece = vec![0; PIECE];
            loop {
                let read = bytes.read(&mut piece)?;
                if read == 0 {
                    break;
                }
                hasher.update(&piece[..read]);
            }
            Ok(Unread::File(file))
        }
        Unread::Stream(Input { name, mut bytes }) => {
            let mut kept = Vec::new();
            bytes.read_to_end(&mut kept)?;
            hasher.update(&kept);
            Ok(Unread::Stream(Input { name, bytes: Box::new(Cursor::new(kept)) }))
        }
    }
}
