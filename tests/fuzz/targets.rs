//! What is done with bytes that may be anything, once for each reader: none of it may panic, and all of it must end.
//!
//! The same functions are driven in two ways: by the tests of the house over deterministic mutations (`tests/suite/fuzzed.rs`), and
//! by libFuzzer (`fuzz/`). A target takes the bytes of a file as they are, so every file of the kind is a seed.

use rulesctl::diagnostic::Complaints;
use rulesctl::event::Given;
use rulesctl::format::{Absent, Found, Library, ShippedFormats};
use rulesctl::json;
use rulesctl::log::{self, Input, Reading};
use rulesctl::replay::Record;
use rulesctl::report::{self, Part, Shape};
use rulesctl::ruleset::Settings;
use rulesctl::session::{Format, Scoring, Session};
use rulesctl::source::{RuleText, Sources};
use rulesctl::syntax;
use std::io;
use std::sync::LazyLock;

/// A target by its name.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 6] = [
    Target { name: "format", run: format },
    Target { name: "rule", run: rule },
    Target { name: "csv", run: csv },
    Target { name: "json_lines", run: json_lines },
    Target { name: "moves", run: moves },
    Target { name: "moves_json", run: moves_json },
];

/// Something of every kind, and the formats by which logs are read.
const EVERYTHING: &str = include_str!("everything.toml");
const CUP: &str = include_str!("../events/two_pools/cup.toml");

/// The formats that ship, and those above.
struct Formats;

impl Library for Formats {
    fn find(&self, name: &str, from: &str) -> Result<Found, Absent> {
        let own = match name {
            "everything" => EVERYTHING,
            "cup" => CUP,
            _ => return ShippedFormats.find(name, from),
        };
        Ok(Found { path: format!("{name}.toml"), text: own.to_owned() })
    }

    fn names(&self) -> Vec<String> {
        ShippedFormats.names()
    }
}

/// A format and the settings by which logs are read.
struct Loaded {
    format: Format,
    settings: Settings,
}

fn loaded((name, choices): (&str, &[(&str, &str)])) -> Loaded {
    let mut session = Session::new();
    let found = Formats.find(name, "").ok();
    let format = found.and_then(|found| session.load(name, &found, &Formats));
    let mut format = format.unwrap_or_else(|| panic!("{name}: {}", session.rendered(false)));
    let settings = session.settings(&mut format, choices.iter().copied());
    Loaded { settings: settings.unwrap_or_else(|| panic!("{name}: {choices:?}")), format }
}

static EVERYTHING_LOADED: LazyLock<Loaded> = LazyLock::new(|| loaded(("everything", &[])));
static OTHERS: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let names = ["cup", "blokus-pools", "blokus-ladder", "tarot-duel", "blokus"];
    names.into_iter().map(|name| loaded((name, &[]))).collect()
});
/// The ways of playing of which there are records of moves.
static PLAYED: LazyLock<[Loaded; 3]> = LazyLock::new(|| {
    [("blokus", &[][..]), ("blokus", &[("players", "two")]), ("dominoes-blocked", &[])].map(loaded)
});

/// A number that is always the same for the same bytes.
fn sum(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |sum, byte| usize::from(*byte) + sum)
}

/// Reads a log by the format that has everything, and by one of the others: all of them take too long.
fn read_by_two(bytes: &[u8]) {
    scored(&EVERYTHING_LOADED, bytes);
    scored(&OTHERS[sum(bytes) % OTHERS.len()], bytes);
}

/// The file of a format: read, checked, its examples tried.
pub fn format(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        checked(text);
    }
}

fn checked(text: &str) {
    let mut session = Session::new();
    let found = Found { path: "fuzzed.toml".to_owned(), text: text.to_owned() };
    let format = session.check("fuzzed", &found, &Formats);
    let _ = session.rendered(true);
    if let Some(format) = format {
        let _ = format.ruleset.semantic_hash(&format.ruleset.defaults());
    }
}

/// Where a rule string can stand in a format.
const PLACES: [&str; 12] = [
    "[side.rules]\nfuzzed = RULE\n",
    "[game.rules]\nfuzzed = RULE\n",
    "[entrant.rules]\nfuzzed = RULE\n",
    "[side.record]\nfuzzed = RULE\n",
    "[standing.fuzzed]\norder = RULE\n",
    "[claims]\nfuzzed = RULE\n",
    "[[side.warn]]\nwhen = RULE\ntext = 'fuzzed'\n",
    "[ladder.state.fuzzed]\nstart = 0\nafter = RULE\n",
    "[ladder.levels]\nstart = 'beginner'\nlevels = RULE\n",
    "[simulate.side]\nscore = RULE\n",
    "[[phase]]\nname = 'pools'\npairing = 'round-robin'\nstanding = 'table'\nschedule = RULE\n",
    "[[phase]]\nname = 'pools'\npairing = 'knockout'\nbracket = RULE\n",
];

/// A rule string: in every form of its own, and in every place of a format.
pub fn rule(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let quoted = quoted(text);
    let mut sources = Sources::new();
    let source = sources.add("fuzzed.toml", quoted.as_str());
    let mut complaints = Complaints::new();
    if let Ok(text) = RuleText::new(source, 0..quoted.len(), &quoted) {
        syntax::parse_rule(&text, &mut complaints);
        syntax::parse_condition(&text, &mut complaints);
        syntax::parse_expression(&text, &mut complaints);
        syntax::parse_order(&text, &mut complaints);
        syntax::parse_shown(&text, &mut complaints);
        syntax::parse_type(&text, &mut complaints);
        syntax::parse_schedule(&text, &mut complaints);
        syntax::parse_bracket(&text, &mut complaints);
        syntax::parse_selection(&text, &mut complaints);
        syntax::parse_levels(&text, &mut complaints);
    }
    // Two places each time: each costs a whole format.
    for place in PLACES.iter().cycle().skip(sum(bytes) % PLACES.len()).step_by(5).take(2) {
        let place = place.replace("RULE", &quoted);
        checked(&format!("language = 1\nextends = 'everything'\n{place}"));
    }
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = "\"\"\"".to_owned();
    for sign in text.chars() {
        match sign {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' | '\t' => quoted.push(sign),
            sign if sign.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(sign))),
            sign => quoted.push(sign),
        }
    }
    quoted + "\"\"\""
}

/// A log in CSV; what begins like another encoding is left to its own target.
pub fn csv(bytes: &[u8]) {
    if !matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[' | b'(')) {
        read_by_two(bytes);
    }
}

/// A log in JSON Lines.
pub fn json_lines(bytes: &[u8]) {
    if matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[')) {
        read_by_two(bytes);
    }
}

/// The record of a game's moves, as a file.
pub fn moves(bytes: &[u8]) {
    if let Ok(record) = Record::read(bytes) {
        let _ = record.replay(&|_| None);
    }
    PLAYED.iter().for_each(|loaded| scored(loaded, bytes));
}

/// The record of a game's moves, as the value of a key of JSON.
pub fn moves_json(bytes: &[u8]) {
    let mut jiter = jiter::Jiter::new(bytes);
    if let Ok(node) = json::read(&mut jiter, bytes)
        && let Ok(record) = Record::from_json(&node)
    {
        let _ = record.replay(&|_| None);
    }
    let line: Vec<u8> = bytes.iter().copied().filter(|byte| !b"\r\n".contains(byte)).collect();
    let log = [b"{\"game\": {\"id\": \"fuzzed\", \"moves\": ", line.as_slice(), b"}}\n"].concat();
    PLAYED.iter().for_each(|loaded| scored(loaded, &log));
}

/// Reads a log, scores it, pairs what comes next, and writes all of it.
fn scored(Loaded { format, settings }: &Loaded, bytes: &[u8]) {
    let input = || [Input { name: "fuzzed".to_owned(), bytes: Box::new(bytes) }];
    for keep_going in [false, true] {
        let mut session = Session::new();
        let scoring = Scoring { keep_going, ..Scoring::default() };
        let scored = session.score(format, settings.clone(), input(), scoring);
        let _ = session.rendered(true);
        let Some(scored) = scored else {
            assert!(session.complaints.has_errors(), "nothing was scored, and nothing was said");
            continue;
        };
        assert!(keep_going || scored.outcome.left_out.is_empty(), "nobody had asked to leave anything out");
        let subject = || scored.subject(&format.ruleset);
        let _ = report::write(subject(), Shape::Table, Part::Everything, &mut io::sink());
        let _ = report::write(subject(), Shape::Json, Part::Everything, &mut io::sink());
        let _ = report::write(subject(), Shape::Csv, Part::Games, &mut io::sink());
        break;
    }
    written_and_read_again(format, settings, bytes);
    if !format.ruleset.phases.is_empty() {
        let mut session = Session::new();
        let followed = session.pair(format, settings.clone(), input(), Given::default());
        assert!(
            followed.is_some() || session.complaints.has_errors(),
            "nothing was paired, and nothing was said"
        );
        let _ = session.rendered(true);
    }
}

/// What can be read can be written, and be read again.
fn written_and_read_again(format: &Format, settings: &Settings, bytes: &[u8]) {
    let ruleset = &format.ruleset;
    let read = |bytes: &[u8]| {
        let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
        let input = [Input { name: "fuzzed".to_owned(), bytes: Box::new(bytes) }];
        let log = log::read(ruleset, settings, input, Reading::default(), &mut sources, &mut complaints);
        (log, complaints)
    };
    let (Some(log), _) = read(bytes) else { return };
    let text = log::write(&log, ruleset, settings);
    let (again, complaints) = read(text.as_bytes());
    assert!(again.is_some(), "{text}\n{:?}", complaints.iter().next());
    let again = again.map(|again| log::write(&again, ruleset, settings));
    assert_eq!(again.as_deref(), Some(text.as_str()), "a log that was written and read is another");
}
