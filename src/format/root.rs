//! The keys of the whole file.
//!
//! Comes in: the root table. Goes out: every table, read by the module of its name into a
//! [`FormatFile`]; a key of a later version of the language is told apart from one that means nothing.
//! It must never know what is in a table. Start with [`read`].

use super::walk::{Reader, Table, Value};
use super::{
    FormatFile, SheetName, calendar, claims, clauses, examples, ladder, options, parts, phases, seating,
    sheets, simulate, standings,
};
use crate::diagnostic::{Code, Diagnostic};

const KEYS: [&str; 22] = [
    "language",
    "title",
    "written_in",
    "extends",
    "set",
    "source",
    "clauses",
    "options",
    "seating",
    "part",
    "game",
    "side",
    "match",
    "entrant",
    "event",
    "standing",
    "edition",
    "phase",
    "ladder",
    "claims",
    "example",
    "simulate",
];

/// Keys that a later version of the language will know, and what they will be about.
const LATER: [(&str, &str); 1] = [("penalty", "penalties beside the games")];

/// Reads the file into `format`, which holds what it builds on.
pub(super) fn read(reader: &mut Reader<'_>, root: &Table<'_>, format: &mut FormatFile) {
    for entry in &root.entries {
        let key = entry.name.text.as_str();
        if let Some((_, about)) = LATER.iter().find(|(later, _)| *later == key) {
            reader.complain(
                Diagnostic::new(Code::NotYet, format!("this version of the language has no {about} yet"))
                    .at(entry.name.span, "kept for a later version")
                    .help(format!(
                        "take `{key}` out; a clause can say that it waits: `{{ text = \"…\", waits = \"{about}\" }}`"
                    )),
            );
        } else if !KEYS.contains(&key) {
            reader.unknown(root, &entry.name, &KEYS, hint(key));
        }
    }
    if let Some(value) = root.get("title")
        && let Some(title) = reader.string(value, "title = \"Club league\"")
    {
        format.title = Some(title);
    }
    if let Some(value) = root.get("written_in")
        && let Some(tag) = written_in(reader, value)
    {
        format.written_in = Some(tag);
    }
    if let Some(value) = root.get("set") {
        if root.get("extends").is_none() {
            reader.complain(
                Diagnostic::new(
                    Code::MissingKey,
                    "`set` fixes options of another format, and there is no `extends`",
                )
                .at(value.span, "of which format?")
                .help("add `extends = \"…\"`, or write the `default` of the option anew"),
            );
        }
        if root.get("extends").is_some() {
            options::read_fixed(reader, value, format);
        }
    }
    if let Some(table) = section(reader, root, "source") {
        let example = "url = \"https://example.org/rules\"";
        let known = table.entries.iter().filter_map(|entry| {
            reader.literal(&entry.value, example).map(|literal| (entry.name.clone(), literal))
        });
        format.regulation = known.collect();
    }
    if let Some(table) = section(reader, root, "clauses") {
        clauses::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "options") {
        options::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "part") {
        parts::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "seating") {
        seating::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "match") {
        format.matches = Some(table.span);
        sheets::entry_mut(format, SheetName::MatchSide);
        sheets::read(reader, &table, SheetName::Match, format);
    }
    for sheet in [SheetName::Game, SheetName::Side, SheetName::Entrant, SheetName::Event] {
        if let Some(table) = section(reader, root, &sheet.to_string()) {
            sheets::read(reader, &table, sheet, format);
        }
    }
    if let Some(table) = section(reader, root, "standing") {
        standings::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "edition") {
        calendar::edition(reader, &table, format);
    }
    if let Some(value) = root.get("phase") {
        phases::read(reader, value, format);
    }
    if let Some(table) = section(reader, root, "ladder") {
        ladder::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "claims") {
        claims::read(reader, &table, format);
    }
    if let Some(table) = section(reader, root, "simulate") {
        simulate::read(reader, &table, format);
    }
    if let Some(value) = root.get("example") {
        examples::read(reader, value, format);
    }
}

/// The language of the texts of the file, as pages tag it.
fn written_in(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<String> {
    let tag = reader.string(value, "written_in = \"fr\"")?;
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let primary = tag.split('-').next().unwrap_or_default();
    let is_primary =
        (2..=3).contains(&primary.len()) && primary.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_primary && tag.split('-').all(is_part) {
        return Some(tag);
    }
    reader.complain(
        Diagnostic::new(Code::WrongShape, format!("no language is called `{tag}`"))
            .at(value.span, "the language of the texts of this file")
            .help(
                "write its tag, two or three small letters: `en`, `fr`, `pl`, `ja`, or with a region `pt-BR`",
            ),
    );
    None
}

/// What to do about a key of the whole file that other regulations would have.
fn hint(key: &str) -> Option<String> {
    let help = match key {
        "rule" | "rules" | "scoring" | "points" => {
            "say whose rules they are: `[side.rules]`, `[game.rules]` or `[entrant.rules]`"
        }
        "record" | "records" | "columns" => {
            "say of what it is recorded: `[side.record]`, `[game.record]` or `[entrant.record]`"
        }
        "player" | "players" | "team" | "teams" | "participant" | "participants" | "competitor" => {
            "who plays is an `entrant`, with all its games; what it does in one game is a `side`"
        }
        "round" | "rounds" => {
            "rounds have no rules of their own; `round` is a column of every game, and how many there are is said in `[[phase]]`"
        }
        "pairing" | "phases" | "stage" | "stages" | "bracket" | "schedule" | "pools" => {
            "who meets whom is said phase by phase: `[[phase]]` with a `name` and a `pairing`"
        }
        "placing" | "ranking" | "table" | "order" | "ties" => {
            "entrants are put in order by `[standing.NAME]`, the sides of a game by `[game.placing]`"
        }
        "state" | "states" | "level" | "levels" | "rank" | "ranks" | "grade" | "grades" | "rating"
        | "ratings" => {
            "what goes from game to game stands in `[ladder]`: `[ladder.state.NAME]`, `[ladder.levels]`"
        }
        "void" | "warn" | "fault" => "say of what: `[[game.void]]`, `[[side.fault]]`",
        "author" | "url" | "licence" | "license" | "date" | "version" | "description" => {
            "what is known of the regulation itself stands in the table `[source]`"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

fn section<'t>(reader: &mut Reader<'_>, root: &Table<'t>, key: &str) -> Option<Table<'t>> {
    let value: &Value<'t> = root.get(key)?;
    let header = format!("[{key}]");
    reader.table(value, &header, &header)
}
