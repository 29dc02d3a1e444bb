//! Complaints about a log: from a place in a record to a diagnostic that shows its line.
//!
//! Comes in: [`Trouble`]s with places in the text of one record. Goes out: diagnostics, or (with
//! `keep_going`) the list of what was left out. It must never know a type or a column.
//! Start with [`Reporter::record`].

use super::LeftOut;
use crate::diagnostic::{Code, Complaints, Diagnostic, Severity};
use crate::json::{Node, What};
use crate::sheet::RecordPlace;
use crate::source::{SourceId, Sources, Span};
use std::fmt::Write as _;
use std::ops::Range;

/// So many errors are shown, and as many warnings; the others are counted.
const MOST_SHOWN: usize = 50;
/// A longer line is shown in part.
const LONGEST_SHOWN: usize = 1000;
/// So many bytes on either side of the mistake are shown of a longer line.
const SHOWN_AROUND: usize = 120;

/// A range of bytes in the text of one record (in an example: in the format file).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    pub start: u32,
    pub end: u32,
}

impl Place {
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |position: usize| u32::try_from(position).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end) }
    }
}

impl From<&Range<usize>> for Place {
    fn from(range: &Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// The complaint that a value must be something else.
pub(super) fn must_be(node: &Node, what: &str, wanted: &str) -> Trouble {
    let message = format!("{what} must be {wanted}, not {}", node.noun());
    let trouble = Trouble::new(Code::BadValue, message, Place::from(&node.at));
    if matches!(node.what, What::Null) {
        trouble.help("there is no null here: leave the key out")
    } else {
        trouble
    }
}

/// Something wrong with a record.
#[derive(Debug, Clone)]
pub(super) struct Trouble {
    pub code: Code,
    pub message: String,
    pub place: Place,
    pub label: String,
    pub also: Option<(Place, String)>,
    pub note: Option<String>,
    pub help: Option<String>,
    /// The name that was probably meant: it is not missing as well.
    pub meant: Option<String>,
}

impl Trouble {
    pub fn new(code: Code, message: impl Into<String>, place: Place) -> Self {
        Self {
            code,
            message: message.into(),
            place,
            label: String::new(),
            also: None,
            note: None,
            help: None,
            meant: None,
        }
    }

    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    pub fn also(mut self, place: Place, text: impl Into<String>) -> Self {
        self.also = Some((place, text.into()));
        self
    }

    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Offers the nearest name.
    pub fn did_you_mean(mut self, near: &str) -> Self {
        self.meant = Some(near.to_owned());
        self.help(format!("did you mean `{near}`?"))
    }

    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }

    /// Causes come before what follows from them: a game that is recorded twice lacks what its other rows have.
    fn rank(&self) -> u8 {
        match self.code {
            Code::DuplicateGame => 0,
            Code::MissingValue => 2,
            _ => 1,
        }
    }
}

/// The text that the places of a record point into, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecordText<'a> {
    pub bytes: &'a [u8],
    pub place: RecordPlace,
}

/// Turns troubles into diagnostics or into records left out.
pub(super) struct Reporter<'c> {
    sources: &'c mut Sources,
    complaints: &'c mut Complaints,
    keep_going: bool,
    /// The names of the logs.
    pub names: Vec<String>,
    /// What was left out so far.
    pub left_out: Vec<LeftOut>,
    errors: Room,
    warnings: Room,
    failed: bool,
}

impl<'c> Reporter<'c> {
    pub fn new(sources: &'c mut Sources, complaints: &'c mut Complaints, keep_going: bool) -> Self {
        Self {
            sources,
            complaints,
            keep_going,
            names: Vec::new(),
            left_out: Vec::new(),
            errors: Room::default(),
            warnings: Room::default(),
            failed: false,
        }
    }

    /// What is wrong with one record; `game` is its id, where it has one.
    pub fn record(&mut self, text: RecordText<'_>, game: Option<String>, troubles: &mut Vec<Trouble>) {
        troubles.sort_by_key(Trouble::rank);
        let errors = troubles.iter().filter(|trouble| trouble.is_error()).count();
        if self.keep_going && errors > 0 {
            if let Some(first) = troubles.iter().find(|trouble| trouble.is_error()) {
                let left = left_out(text, game, first, errors);
                self.left_out.push(left);
            }
            troubles.clear();
            return;
        }
        let mut excerpts = Vec::new();
        for trouble in troubles.drain(..) {
            self.trouble(text, trouble, &mut excerpts);
        }
    }

    /// What is wrong with one record, for somebody else to say; nothing where there is no room for it.
    pub fn held_back(&mut self, text: RecordText<'_>, trouble: Trouble) -> Vec<Diagnostic> {
        let before = std::mem::take(self.complaints);
        self.record(text, None, &mut vec![trouble]);
        let told = std::mem::replace(self.complaints, before);
        told.iter().cloned().collect()
    }

    /// What is wrong with a log as a whole (its header, its encoding): fatal with `keep_going` too.
    pub fn fatal(&mut self, text: RecordText<'_>, troubles: Vec<Trouble>) {
        let mut excerpts = Vec::new();
        for trouble in troubles {
            self.trouble(text, trouble, &mut excerpts);
        }
    }

    /// What is wrong with no place to point at.
    pub fn without_place(&mut self, diagnostic: Diagnostic) {
        self.failed |= diagnostic.code.severity() == Severity::Error;
        if self.has_room(diagnostic.code) {
            self.complaints.push(diagnostic);
        }
    }

    /// Whether bad records are left out.
    pub fn keeps_going(&self) -> bool {
        self.keep_going
    }

    /// Whether a diagnostic was an error.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// A place in words: `games.csv:12`.
    pub fn place_name(&self, place: RecordPlace) -> String {
        let name = self.names.get(place.log as usize).map_or("", String::as_str);
        format!("{name}:{}", place.line)
    }

    /// Whether the next warning will only be counted.
    pub fn is_full_of_warnings(&self) -> bool {
        self.warnings.shown >= MOST_SHOWN
    }

    /// Says how many complaints were not shown; gives the names of the logs and what was left out.
    pub fn finish(self) -> (Vec<String>, Vec<LeftOut>) {
        for (room, noun) in [(self.errors, "complaint"), (self.warnings, "warning")] {
            if let Some((code, count)) = room.hidden {
                let noun = if count == 1 { noun.to_owned() } else { format!("{noun}s") };
                self.complaints.push(Diagnostic::new(code, format!("and {count} more {noun} of the log")));
            }
        }
        let mut left_out = self.left_out;
        left_out.sort_by_key(|left| left.place);
        (self.names, left_out)
    }

    fn has_room(&mut self, code: Code) -> bool {
        match code.severity() {
            Severity::Error => self.errors.take(code),
            Severity::Warning => self.warnings.take(code),
        }
    }

    fn trouble(&mut self, text: RecordText<'_>, trouble: Trouble, excerpts: &mut Vec<Excerpt>) {
        self.failed |= trouble.is_error();
        if !self.has_room(trouble.code) {
            return;
        }
        let (span, cut) = self.span(text, trouble.place, excerpts);
        let mut diagnostic = Diagnostic::new(trouble.code, trouble.message).at(span, trouble.label);
        if let Some((place, label)) = trouble.also {
            let (span, _) = self.span(text, place, excerpts);
            diagnostic = diagnostic.at(span, label);
        }
        if let Some(column) = cut {
            diagnostic =
                diagnostic.note(format!("the line is long and shown in part: this is its column {column}"));
        }
        if let Some(note) = trouble.note {
            diagnostic = diagnostic.note(note);
        }
        if let Some(help) = trouble.help {
            diagnostic = diagnostic.help(help);
        }
        self.complaints.push(diagnostic);
    }

    /// The span of a place in an excerpt that shows its line; the true column where the line was cut.
    fn span(
        &mut self,
        text: RecordText<'_>,
        place: Place,
        excerpts: &mut Vec<Excerpt>,
    ) -> (Span, Option<usize>) {
        let line = Line::around(text.bytes, place);
        let number = text.place.line as usize + line.number;
        let known = excerpts.iter().find(|known| known.line == number && known.whole && !line.is_long());
        if let Some(known) = known {
            let (_, range) = line.show();
            return (Span::new(known.source, range), None);
        }
        let (shown, range) = line.show();
        let name = self.names.get(text.place.log as usize).cloned().unwrap_or_default();
        let source = self.sources.add_excerpt(name, shown, number);
        excerpts.push(Excerpt { line: number, whole: !line.is_long(), source });
        (Span::new(source, range), line.is_long().then(|| line.column()))
    }
}

/// A record that is left out for the first of its errors.
fn left_out(text: RecordText<'_>, game: Option<String>, trouble: &Trouble, errors: usize) -> LeftOut {
    let line = Line::around(text.bytes, trouble.place);
    let below = u32::try_from(line.number).unwrap_or(u32::MAX);
    let place = RecordPlace { line: text.place.line.saturating_add(below), ..text.place };
    let mut reason = trouble.message.clone();
    if errors > 1 {
        let _ = write!(reason, " (and {} more)", errors - 1);
    }
    LeftOut { place, column: Some(line.column()), game, reason }
}

/// `a`, `b` and `c`.
pub(super) fn and_list<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

/// How much was shown of one kind of complaints.
#[derive(Debug, Default)]
struct Room {
    shown: usize,
    /// The code of the first that was not shown, and how many there were.
    hidden: Option<(Code, usize)>,
}

impl Room {
    /// Whether there is room for one more; counts it if not.
    fn take(&mut self, code: Code) -> bool {
        if self.shown < MOST_SHOWN {
            self.shown += 1;
            return true;
        }
        let (first, count) = self.hidden.unwrap_or((code, 0));
        self.hidden = Some((first, count + 1));
        false
    }
}

/// A line that was added to the sources for this record.
struct Excerpt {
    line: usize,
    whole: bool,
    source: SourceId,
}

/// The line of a text that a place stands in.
struct Line<'a> {
    bytes: &'a [u8],
    /// How many lines of the text come before it.
    number: usize,
    start: usize,
    end: usize,
}

impl<'a> Line<'a> {
    fn around(text: &'a [u8], place: Place) -> Self {
        let start = (place.start as usize).min(text.len());
        let (before, after) = text.split_at(start);
        let from = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let upto = after.iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| start + newline);
        let mut bytes = &text[from..upto];
        if let [rest @ .., b'\r'] = bytes {
            bytes = rest;
        }
        let number = memchr::memchr_iter(b'\n', before).count();
        let start = (start - from).min(bytes.len());
        let end = (place.end as usize).saturating_sub(from).clamp(start, bytes.len());
        Self { bytes, number, start, end }
    }

    fn is_long(&self) -> bool {
        self.bytes.len() > LONGEST_SHOWN
    }

    /// The column of the place, in characters, from 1.
    fn column(&self) -> usize {
        String::from_utf8_lossy(&self.bytes[..self.start]).chars().count() + 1
    }

    /// The text to show, and where the place stands in it.
    fn show(&self) -> (String, std::ops::Range<usize>) {
        let (mut from, mut upto) = (0, self.bytes.len());
        if self.is_long() {
            from = self.start.saturating_sub(SHOWN_AROUND);
            upto = self.end.min(self.start + SHOWN_AROUND).saturating_add(SHOWN_AROUND).min(upto);
            let inside_character = |at: usize| self.bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
            from += (0..4).take_while(|step| inside_character(from + step)).count();
            upto += (0..4).take_while(|step| inside_character(upto + step)).count();
        }
        let from = from.min(self.start);
        let end = self.end.clamp(self.start, upto.max(self.start));
        let mut shown = String::new();
        if from > 0 {
            shown.push('…');
        }
        shown.push_str(&String::from_utf8_lossy(&self.bytes[from..self.start]));
        let start = shown.len();
        shown.push_str(&String::from_utf8_lossy(&self.bytes[self.start..end]));
        let stop = shown.len();
        shown.push_str(&String::from_utf8_lossy(&self.bytes[end..upto.max(end)]));
        if upto < self.bytes.len() {
            shown.push('…');
        }
        (shown, start..stop)
    }
}
