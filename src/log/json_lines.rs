//! JSON Lines: one record on each line.
//!
//! Comes in: lines. Goes out: games and entrants, through the recorder. It must never know how a value
//! is read. Start with [`read`]; what stands inside a game is read in `json_game`.

use super::complain::{Place, RecordText, Reporter, Trouble, and_list};
use super::input::{LineError, Lines};
use super::json_acts::ActKind;
use super::json_game::JsonRecord;
use super::json_keys::JsonKeys;
use super::recorder::{Ended, Recorder};
use crate::diagnostic::{Code, nearest};
use crate::json::{self, Node};
use crate::sheet::RecordPlace;
use jiter::{Jiter, JiterError, JiterErrorType, JsonErrorType, Peek};

/// Kinds of record that a later version reads.
const LATER: [&str; 1] = ["penalty"];

/// Kinds of record.
pub(super) const KINDS: [&str; 9] =
    ["game", "entrant", "withdrawal", "decision", "draw", "correction", "void", "confirmation", "close"];

/// Reads the current line and all that follow.
pub(super) fn read(
    lines: &mut Lines<'_>,
    log: u32,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(), LineError> {
    let mut keys = JsonKeys::new(recorder.layout);
    let mut tape = Vec::new();
    loop {
        let is_last = is_cut_short(lines)?;
        let bytes = if is_last { lines.record().trim_ascii_end() } else { lines.record() };
        if !bytes.trim_ascii().is_empty() {
            let text = RecordText { bytes, place: RecordPlace { log, line: lines.line() } };
            if let Some(trouble) = not_lines(bytes).filter(|_| !is_last) {
                reporter.fatal(text, vec![trouble]);
                return Ok(());
            }
            recorder.begin();
            tape = line(text, tape, lines.is_cut(), &mut keys, recorder, reporter);
        }
        if !lines.next()? {
            return Ok(());
        }
    }
}

/// What a line turned out to hold.
enum Kind {
    Game,
    Entrant,
    Act(ActKind, Node),
    Other,
}

fn line(
    text: RecordText<'_>,
    tape: Vec<u8>,
    is_cut: bool,
    keys: &mut JsonKeys,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Vec<u8> {
    let bytes = text.bytes;
    let mut jiter = Jiter::with_tape(bytes, tape);
    let mut whole = Place::new(0, 0);
    let kind = if let Err(error) = std::str::from_utf8(bytes) {
        recorder.troubles.push(super::not_utf8(bytes, error.valid_up_to(), 0));
        recorder.given_up = true;
        Kind::Other
    } else {
        match record(&mut jiter, bytes, &mut whole, keys, recorder) {
            Ok(kind) => kind,
            Err(error) => {
                recorder.troubles.push(not_json(&error, bytes, is_cut));
                recorder.given_up = true;
                Kind::Other
            }
        }
    };
    let ended = Ended {
        place: text.place,
        bytes,
        whole,
        locate: &|_| None,
        name_place: &|place| reporter.place_name(place),
    };
    match kind {
        Kind::Game => {
            recorder.finish_game(ended);
        }
        Kind::Entrant => {
            recorder.finish_entrant(ended);
        }
        Kind::Act(kind, node) => recorder.finish_act(kind, &node, keys, ended),
        Kind::Other => {}
    }
    if !recorder.troubles.is_empty() {
        whole_tokens(bytes, &mut recorder.troubles);
        let game = recorder.game_id().map(|id| recorder.symbols.text(id).to_owned());
        reporter.record(text, game, &mut recorder.troubles);
    }
    jiter.into_tape()
}

fn record(
    jiter: &mut Jiter<'_>,
    bytes: &[u8],
    whole: &mut Place,
    keys: &mut JsonKeys,
    recorder: &mut Recorder<'_>,
) -> Result<Kind, JiterError> {
    let start = jiter.current_index();
    if jiter.peek()? != Peek::Object {
        recorder.troubles.push(
            Trouble::new(Code::NotJson, "this line is not a record", Place::new(start, start))
                .help("write one record on each line: `{\"game\": {…}}` or `{\"entrant\": {…}}`"),
        );
        recorder.given_up = true;
        return Ok(Kind::Other);
    }
    let start = jiter.current_index() + 1;
    *whole = Place::new(start, start);
    let kind = match jiter.known_object()? {
        Some("game") => Kind::Game,
        Some("entrant") => Kind::Entrant,
        Some(other) => match ActKind::of(other) {
            Some(kind) => Kind::Act(kind, json::read(jiter, bytes)?),
            None => {
                recorder.troubles.push(unknown_record(other, *whole));
                Kind::Other
            }
        },
        None => {
            recorder.troubles.push(
                Trouble::new(Code::UnknownRecord, "an empty record", Place::new(start - 1, start))
                    .help("write `{\"game\": {…}}` or `{\"entrant\": {…}}`, or take the line out"),
            );
            Kind::Other
        }
    };
    let mut inside = JsonRecord { recorder, keys };
    match kind {
        Kind::Game => inside.game(jiter, bytes)?,
        Kind::Entrant => inside.entrant(jiter)?,
        Kind::Act(..) => {}
        Kind::Other => {
            recorder.given_up = true;
            return Ok(kind);
        }
    }
    let after = jiter.current_index();
    if let Some(second) = jiter.next_key()? {
        let message = format!("a second record on one line: `{}`", super::cell::shortened(second));
        recorder.troubles.push(
            Trouble::new(Code::UnknownRecord, message, Place::new(after, after))
                .help("write one record on each line"),
        );
        recorder.given_up = true;
        return Ok(kind);
    }
    jiter.finish()?;
    Ok(kind)
}

pub(super) fn unknown_record(name: &str, place: Place) -> Trouble {
    let shown = super::cell::shortened(name);
    if LATER.contains(&name) {
        return Trouble::new(
            Code::UnknownRecord,
            format!("this version does not read records of the kind `{shown}`"),
            place,
        )
        .help(format!("take the line out; this version reads {}", and_list(&KINDS)));
    }
    let trouble = Trouble::new(Code::UnknownRecord, format!("`{shown}` is not a kind of record"), place);
    if name == "late_entry" {
        return trouble
            .help("write `entrant`: a late entry is a record of an entrant that stands after games");
    }
    match nearest(name, KINDS) {
        Some(near) => trouble.help(format!("did you mean `{near}`?")),
        None => trouble.help(format!("the kinds are {}", and_list(&KINDS))),
    }
}

/// Whether a record begins on this line with a brace, and the log ends there: it was cut short, and is not spread over several
/// lines.
pub(super) fn is_cut_short(lines: &mut Lines<'_>) -> Result<bool, LineError> {
    while lines.record().trim_ascii() == b"{" {
        if !lines.extend()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The complaint about JSON that is spread over several lines, or one list of all records.
pub(super) fn not_lines(bytes: &[u8]) -> Option<Trouble> {
    let first = bytes.trim_ascii().split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let text = first.trim_ascii();
    if text != b"{" && text.first() != Some(&b'[') {
        return None;
    }
    let message = if text == b"{" {
        "a record begins here that is spread over several lines"
    } else {
        "a list begins here, where a record should stand"
    };
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    let help = "write each record on one line of its own (JSON Lines), with no list around them";
    Some(Trouble::new(Code::NotJson, message, Place::new(start, start + 1)).help(help))
}

/// The complaint about a line that is not JSON.
pub(super) fn not_json(error: &JiterError, bytes: &[u8], is_cut: bool) -> Trouble {
    let at = error.index.min(bytes.len());
    let place = Place::new(at, (at + 1).min(bytes.len()).max(at));

    let JiterErrorType::JsonError(kind) = &error.error_type else {
        return Trouble::new(Code::NotJson, "this line is not JSON", place);
    };
    let message = match kind {
        JsonErrorType::EofWhileParsingList
        | JsonErrorType::EofWhileParsingObject
        | JsonErrorType::EofWhileParsingString
        | JsonErrorType::EofWhileParsingValue
        | JsonErrorType::UnexpectedEndOfHexEscape => {
            let trouble = Trouble::new(
                Code::NotJson,
                "the line ends too early: the record is not complete",
                Place::new(bytes.len(), bytes.len() + 1),
            );
            return if is_cut {
                trouble
                    .label("the file ends here, in the middle of a record")
                    .help("the log was cut off: copy it again")
            } else {
                trouble.label("the line ends here").help("write the whole record on one line")
            };
        }
        JsonErrorType::ExpectedColon => "`:` is missing after a key",
        JsonErrorType::ExpectedListCommaOrEnd => "`,` or `]` is missing here",
        JsonErrorType::ExpectedObjectCommaOrEnd => "`,` or `}` is missing here",
        JsonErrorType::ExpectedSomeIdent | JsonErrorType::ExpectedSomeValue => "this is not a value",
        JsonErrorType::KeyMustBeAString => "a key must stand in double quotes",
        JsonErrorType::TrailingComma => "a comma with nothing after it",
        JsonErrorType::TrailingCharacters => "there is something after the end of the record",
        JsonErrorType::InvalidNumber | JsonErrorType::NumberOutOfRange | JsonErrorType::FloatExpectingInt => {
            "this is not a number in JSON"
        }
        JsonErrorType::InvalidEscape
        | JsonErrorType::InvalidUnicodeCodePoint
        | JsonErrorType::LoneLeadingSurrogateInHexEscape => "this is not a character that JSON can write",
        JsonErrorType::ControlCharacterWhileParsingString => "a character that cannot be printed in a text",
        JsonErrorType::RecursionLimitExceeded => "brackets are nested too deeply",
        JsonErrorType::DuplicateKey(_) | JsonErrorType::InternalError(_) => "this line is not JSON",
    };
    let help = match kind {
        JsonErrorType::ExpectedSomeIdent | JsonErrorType::ExpectedSomeValue
            if bytes.get(at).is_some_and(u8::is_ascii_alphabetic) =>
        {
            "a text stands in double quotes; where nothing is known, leave the key out"
        }
        JsonErrorType::ExpectedSomeIdent | JsonErrorType::ExpectedSomeValue => {
            "a value is a number, a text in double quotes, `true`, `false`, `[…]` or `{…}`"
        }
        JsonErrorType::TrailingCharacters => "write one record on each line",
        JsonErrorType::KeyMustBeAString if is_after_decimal_comma(bytes, at) => {
            "write a decimal point in a number, not a comma: `1.5`"
        }
        _ => "a record is written like `{\"game\": {\"sides\": {…}}}`",
    };
    Trouble::new(Code::NotJson, message, place).help(help)
}

/// Whether a digit stands here, and before it a comma directly after a digit, as in `1,5`.
fn is_after_decimal_comma(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(at.saturating_sub(2)..=at).unwrap_or_default();
    matches!(before, [first, b',', last] if first.is_ascii_digit() && last.is_ascii_digit())
}

/// Widens places of which only the start is known to the tokens that begin there.
pub(super) fn whole_tokens(bytes: &[u8], troubles: &mut [Trouble]) {
    for trouble in troubles {
        trouble.place = token_at(bytes, trouble.place);
        if let Some((place, _)) = &mut trouble.also {
            *place = token_at(bytes, *place);
        }
    }
}

/// The token that begins at a place of which only the start is known.
fn token_at(bytes: &[u8], place: Place) -> Place {
    if place.end > place.start {
        return place;
    }
    Place::from(&json::token_at(bytes, place.start as usize))
}
