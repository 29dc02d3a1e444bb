//! Reading ahead: files are opened, read and replayed on all cores, while those before them are taken in one by one.
//!
//! Comes in: logs that are [`Unread`]. Goes out: each in its turn, [`Prepared`] as far as it can be without the others:
//! so what comes out does not depend on how many cores there are. Never more than some hundreds of small files are in
//! memory. It must never know a recorder. Start with [`in_turn`].

use super::input::{LineError, Lines};
use super::replayed::{self, Told};
use super::seal::Seal;
use super::slots::Layout;
use super::unread::{Bytes, LogFile, Unread};
use crate::replay::{self, Fault};
use rayon::prelude::*;

/// So many logs are prepared at once: enough for many cores, and few enough to be kept in memory.
const AT_ONCE: usize = 256;

/// A log that can be taken in.
pub(super) struct Prepared<'a> {
    /// What it is called in messages.
    pub name: String,
    /// The id of its game, where it is a record of moves.
    pub id: String,
    /// Its lines, from the first that is not blank; of a record of moves this is all of it.
    pub lines: Lines<'a>,
    /// How it begins.
    pub begin: Result<Begin, LineError>,
}

/// How a log begins, which says how it is written.
pub(super) enum Begin {
    /// Nothing stands in it.
    Empty,
    /// Records of JSON.
    Json,
    /// The moves of a game.
    Moves(Box<Result<Told, Box<Fault>>>),
    /// A table.
    Table,
}

/// Shows every log in its turn; all bytes that are read count, in the same order.
pub(super) fn in_turn<'a>(
    unread: &mut dyn Iterator<Item = Unread<'a>>,
    (layout, seal): (&Layout<'_>, &Seal),
    mut take: impl FnMut(Prepared<'a>),
) {
    let mut ready = Vec::new();
    loop {
        let next: Vec<Unread<'a>> = unread.take(AT_ONCE).collect();
        if ready.is_empty() && next.is_empty() {
            return;
        }
        let all = std::mem::take(&mut ready);
        let take_all = || all.into_iter().for_each(|one: Ahead<'a>| take(one.prepared(layout, seal)));
        if next.len() < 2 {
            // A single log needs nobody beside it.
            ready = next.into_iter().map(Ahead::Later).collect();
            take_all();
            continue;
        }
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| ready = next.into_par_iter().map(|one| Ahead::of(one, layout)).collect());
            take_all();
        });
    }
}

/// A log whose turn has not come.
enum Ahead<'a> {
    Prepared(Box<Prepared<'a>>),
    /// It is read when its turn has come: a stream, which may wait for others, or a large file.
    Later(Unread<'a>),
}

impl<'a> Ahead<'a> {
    /// As much as can be done before its turn.
    fn of(unread: Unread<'a>, layout: &Layout<'_>) -> Self {
        let Unread::File(file) = unread else { return Self::Later(unread) };
        match file.bytes() {
            Ok(Bytes::Small(bytes)) => {
                let LogFile { name, id, .. } = file;
                Self::Prepared(Box::new(Prepared::new((name, id), Lines::whole(bytes), layout)))
            }
            Ok(Bytes::Large(_)) | Err(_) => Self::Later(file.into()),
        }
    }

    fn prepared(self, layout: &Layout<'_>, seal: &Seal) -> Prepared<'a> {
        match self {
            Self::Prepared(prepared) => Prepared { lines: prepared.lines.sealed(seal), ..*prepared },
            Self::Later(unread) => {
                let names = (unread.name().to_owned(), unread.id());
                match unread.sealed(seal) {
                    Ok(lines) => Prepared::new(names, lines, layout),
                    Err(error) => Prepared::refused(names, LineError::Io(error)),
                }
            }
        }
    }
}

impl<'a> Prepared<'a> {
    fn new((name, id): (String, String), mut lines: Lines<'a>, layout: &Layout<'_>) -> Self {
        let begin = begin(&mut lines, layout);
        Self { name, id, lines, begin }
    }

    fn refused((name, id): (String, String), error: LineError) -> Self {
        Self { name, id, lines: Lines::whole(Vec::new()), begin: Err(error) }
    }
}

/// Goes to the first line that is not blank. A record of moves is read to its end, and replayed.
fn begin(lines: &mut Lines<'_>, layout: &Layout<'_>) -> Result<Begin, LineError> {
    while lines.next()? {
        let line = lines.record();
        match line.trim_ascii().first() {
            None => {}
            Some(b'{' | b'[') => return Ok(Begin::Json),
            Some(b'(') if replay::begins(line) => {
                while lines.extend()? {}
                return Ok(Begin::Moves(Box::new(replayed::tell(lines.record(), layout))));
            }
            Some(_) => return Ok(Begin::Table),
        }
    }
    Ok(Begin::Empty)
}
