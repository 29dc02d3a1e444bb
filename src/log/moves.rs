//! The records of moves in logs, replayed with no format: what was played, and whether it was played by the rules.
//!
//! Comes in: logs. Goes out: each game that is recorded by its moves, with the facts of its replay, as soon as it was read.
//! It must never know a column. Start with [`replays`]. What else a log records is passed over; how many games had no
//! moves is told, and a log in which no game has any is refused.

use super::complain::{Place, RecordText, Reporter, Trouble};
use super::input::{LineError, Lines};
use super::json_lines::{KINDS, is_cut_short, not_json, not_lines, unknown_record, whole_tokens};
use super::replayed;
use super::unread::Unread;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::json::{self, Member, Node, What};
use crate::replay::{Choices, Facts, Record};
use crate::sheet::RecordPlace;
use crate::source::Sources;
use jiter::Jiter;
use std::io;

/// A game that was replayed.
#[derive(Debug, Clone, Copy)]
pub struct Replayed<'a> {
    /// What the log calls it.
    pub id: Option<&'a str>,
    /// The name of the log, and the line in it.
    pub log: &'a str,
    /// The line in which its record begins.
    pub line: u32,
    /// What was recorded.
    pub record: &'a Record,
    /// What came out.
    pub facts: &'a [Facts],
}

/// What becomes of each game.
pub type Visit<'v> = &'v mut dyn FnMut(Replayed<'_>) -> io::Result<()>;

/// Replays the games of logs, in order. What is wrong with one of them is a complaint, and the others are replayed all the
/// same. `choices` say how the organiser chose to play, where a game leaves it open. Gives how many games had no moves.
///
/// # Errors
/// When `visit` does.
pub fn replays<'a>(
    logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    choices: Choices<'_>,
    sources: &mut Sources,
    complaints: &mut Complaints,
    visit: Visit<'_>,
) -> io::Result<usize> {
    let mut reporter = Reporter::new(sources, complaints, false);
    let mut passed_over = 0;
    for (log, unread) in (0..).zip(logs) {
        let unread: Unread<'_> = unread.into();
        let (name, id) = (unread.name().to_owned(), unread.id());
        reporter.names.push(name.clone());
        let mut reading = Reading {
            log,
            name: &name,
            id: &id,
            choices,
            visit,
            reporter: &mut reporter,
            found: 0,
            without: 0,
        };
        let read = match unread.lines() {
            Ok(mut lines) => reading.log(&mut lines)?.map_err(|error| (error, lines.line())),
            Err(error) => Err((LineError::Io(error), 0)),
        };
        let (found, without) = match read {
            Ok(()) => (reading.found, reading.without),
            Err((error, line)) => {
                reporter.without_place(super::refuse_line(&error, &name, line));
                (1, 0)
            }
        };
        passed_over += without;
        if found == 0 {
            let message = format!("no game in `{name}` is recorded by its moves");
            let help = "give files of Pentobi (`.blksgf`), or JSON Lines whose games have `moves`";
            reporter.without_place(Diagnostic::new(Code::EmptyLog, message).help(help));
        }
    }
    reporter.finish();
    Ok(passed_over)
}

/// One log while it is read.
struct Reading<'x, 'c, 'o> {
    log: u32,
    name: &'x str,
    /// The id of a game that has the log for itself.
    id: &'x str,
    choices: Choices<'o>,
    visit: Visit<'x>,
    reporter: &'x mut Reporter<'c>,
    /// Records of moves, or what cannot be read.
    found: usize,
    /// Games without moves.
    without: usize,
}

impl Reading<'_, '_, '_> {
    fn log(&mut self, lines: &mut Lines<'_>) -> io::Result<Result<(), LineError>> {
        match first_byte(lines) {
            Err(error) => Ok(Err(error)),
            Ok(Some(b'{' | b'[')) => self.json(lines),
            Ok(Some(b'(')) => self.file(lines),
            Ok(Some(_) | None) => Ok(Ok(())),
        }
    }

    /// A log that is one game.
    fn file(&mut self, lines: &mut Lines<'_>) -> io::Result<Result<(), LineError>> {
        loop {
            match lines.extend() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Ok(Err(error)),
            }
        }
        self.found += 1;
        let text =
            RecordText { bytes: lines.record(), place: RecordPlace { log: self.log, line: lines.line() } };
        let id = Some(self.id).filter(|id| !id.is_empty());
        let result = Record::read(text.bytes).and_then(|record| {
            let facts = record.replay(self.choices)?;
            Ok((record, facts))
        });
        match result {
            Ok((record, facts)) => {
                let line = lines.line();
                (self.visit)(Replayed { id, log: self.name, line, record: &record, facts: &facts })?;
            }
            Err(fault) => self.reporter.record(text, None, &mut vec![replayed::trouble(*fault)]),
        }
        Ok(Ok(()))
    }

    fn json(&mut self, lines: &mut Lines<'_>) -> io::Result<Result<(), LineError>> {
        loop {
            let is_last = match is_cut_short(lines) {
                Ok(is_last) => is_last,
                Err(error) => return Ok(Err(error)),
            };
            let bytes = if is_last { lines.record().trim_ascii_end() } else { lines.record() };
            if !bytes.trim_ascii().is_empty() {
                let text = RecordText { bytes, place: RecordPlace { log: self.log, line: lines.line() } };
                if let Some(trouble) = not_lines(bytes).filter(|_| !is_last) {
                    self.found += 1;
                    self.reporter.fatal(text, vec![trouble]);
                    return Ok(Ok(()));
                }
                if let Err(trouble) = self.line(text, lines.is_cut())? {
                    self.found += 1;
                    let mut troubles = vec![trouble];
                    whole_tokens(bytes, &mut troubles);
                    self.reporter.record(text, None, &mut troubles);
                }
            }
            match lines.next() {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    fn line(&mut self, text: RecordText<'_>, is_cut: bool) -> io::Result<Result<(), Trouble>> {
        let game = match game(text.bytes, is_cut) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(Ok(())),
            Err(trouble) => return Ok(Err(*trouble)),
        };
        let find = |key: &str| game.iter().find(|member| member.key == key).map(|member| &member.value);
        let Some(moves) = find("moves") else {
            self.without += 1;
            return Ok(Ok(()));
        };
        self.found += 1;
        let id = find("id").and_then(Node::label);
        let record = match Record::from_json(moves) {
            Ok(record) => record,
            Err(fault) => return Ok(Err(replayed::trouble(*fault))),
        };
        let facts = match record.replay(self.choices) {
            Ok(facts) => facts,
            Err(fault) => return Ok(Err(replayed::trouble(*fault))),
        };
        let line = text.place.line;
        (self.visit)(Replayed { id, log: self.name, line, record: &record, facts: &facts })?;
        Ok(Ok(()))
    }
}

/// Goes to the first line that is not blank; the byte that it begins with.
fn first_byte(lines: &mut Lines<'_>) -> Result<Option<u8>, LineError> {
    while lines.next()? {
        if let Some(&first) = lines.record().trim_ascii().first() {
            return Ok(Some(first));
        }
    }
    Ok(None)
}

/// What a line says of a game; `None` where it records something else.
fn game(bytes: &[u8], is_cut: bool) -> Result<Option<Vec<Member>>, Box<Trouble>> {
    if let Err(error) = std::str::from_utf8(bytes) {
        return Err(Box::new(super::not_utf8(bytes, error.valid_up_to(), 0)));
    }
    let mut jiter = Jiter::new(bytes);
    let node = json::read(&mut jiter, bytes).and_then(|node| jiter.finish().map(|()| node));
    let node = node.map_err(|error| Box::new(not_json(&error, bytes, is_cut)))?;
    let place = Place::from(&node.at);
    let What::Object(mut members) = node.what else {
        let trouble = Trouble::new(Code::NotJson, "this line is not a record", place);
        return Err(Box::new(trouble.help("write one record on each line: `{\"game\": {…}}`")));
    };
    let Some(kind) = members.first() else { return Ok(None) };
    if !KINDS.contains(&kind.key.as_str()) {
        return Err(Box::new(unknown_record(&kind.key, Place::from(&kind.at))));
    }
    if kind.key != "game" {
        return Ok(None);
    }
    let Member { value, .. } = members.swap_remove(0);
    match value.what {
        What::Object(members) => Ok(Some(members)),
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) => {
            Err(Box::new(super::complain::must_be(&value, "a game", "an object: `{…}`")))
        }
    }
}
