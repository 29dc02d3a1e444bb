//! `[[example]]`: worked examples of the regulation.
//!
//! Comes in: the tables. Goes out: an [`ExampleEntry`] for each: games and entrants as recorded, the
//! values that are expected as paths, the clauses that are the reasons. One that speaks of a phase is read elsewhere.
//! It must never know which columns there are. Start with [`read`].

use super::names::Naming;
use super::options::settings;
use super::walk::{Reader, Table, Value};
use super::{ExampleEntry, Field, FormatFile, Literal, Record, examples_drawn, examples_logged};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{NOW, Name, after_game};
use toml::de::DeValue;

const KEYS: [&str; 10] =
    ["name", "set", "after", "entrants", "game", "games", "expect", "because", "not_because", "begin"];
const NAME: &str = "name = \"Deal 1\"";
const GAME: &str = "game = { TITI.score = 54, TOTO.score = 74 }";
const EXPECT: &str = "expect = { TOTO.match_points = 4 }";
const ENTRANTS: &str = "entrants = { TITI = { born = \"2001-02-03\" } }";
const BEGIN: &str = "begin = { TITI = { level = \"1 dan\" } }";
/// More than any record needs.
const DEEPEST: usize = 12;

/// Reads the examples into `format`.
pub(super) fn read(reader: &mut Reader<'_>, value: &Value<'_>, format: &mut FormatFile) {
    let mut names: Vec<Name> = Vec::new();
    for table in reader.tables(value, "[[example]]") {
        let name = if examples_drawn::is_drawn(&table) {
            let example = examples_drawn::read(reader, &table);
            let name = example.as_ref().map(|example| example.name.clone());
            format.drawn_examples.extend(example);
            name
        } else {
            let example = if examples_logged::is_logged(&table) {
                examples_logged::read(reader, &table)
            } else {
                read_example(reader, &table)
            };
            let name = example.name.clone();
            format.examples.push(example);
            Some(name)
        };
        let Some(name) = name.filter(|_| table.get("name").is_some()) else { continue };
        if let Some(twin) = names.iter().find(|older| older.text == name.text) {
            reader.complain(
                Diagnostic::new(Code::NameTaken, format!("two examples are called `{}`", name.text))
                    .at(name.span, "the second")
                    .at(twin.span, "the first")
                    .help("give one of them another name"),
            );
        }
        names.push(name);
    }
}

fn read_example(reader: &mut Reader<'_>, table: &Table<'_>) -> ExampleEntry {
    reader.known(table, &KEYS);
    let name = read_name(reader, table);
    let set = read_set(reader, table);
    let after = table.get("after").and_then(|value| reader.reference(value, "after = \"Deal 1\""));
    let entrants = table
        .get("entrants")
        .and_then(|value| reader.table(value, "`entrants`", ENTRANTS))
        .map(|entrants| read_entrants(reader, &entrants));
    let begin = table
        .get("begin")
        .and_then(|value| reader.table(value, "`begin`", BEGIN))
        .map(|begin| read_entrants(reader, &begin));
    let games = read_games(reader, table);
    let expect = reader
        .required(table, "expect", EXPECT)
        .map(|value| read_expected(reader, value))
        .unwrap_or_default();
    let because = table.get("because").map(|value| reader.references(value, "because = [\"gap\"]"));
    let not_because =
        table.get("not_because").map(|value| reader.references(value, "not_because = [\"gap\"]"));
    ExampleEntry {
        name,
        set,
        after,
        entrants: entrants.unwrap_or_default(),
        begin: begin.unwrap_or_default(),
        games,
        expect,
        because: because.unwrap_or_default(),
        not_because: not_because.unwrap_or_default(),
        logged: None,
        span: table.span,
    }
}

/// `expect`
pub(super) fn read_expected(reader: &mut Reader<'_>, value: &Value<'_>) -> Vec<(Vec<Name>, Literal)> {
    let mut expect = Vec::new();
    if let Some(expected) = reader.table(value, "`expect`", EXPECT) {
        if expected.entries.is_empty() {
            reader.complain(
                Diagnostic::new(Code::WrongShape, "`expect` is empty")
                    .at(value.span, "nothing is expected of the example")
                    .help(format!("write it like this: `{EXPECT}`")),
            );
        }
        flatten(reader, &expected, &mut Vec::new(), &mut expect);
    }
    expect
}

/// The name; without one, none to speak of.
pub(super) fn read_name(reader: &mut Reader<'_>, table: &Table<'_>) -> Name {
    let name = reader.required(table, "name", NAME).and_then(|value| reader.reference(value, NAME));
    if let Some(name) = &name {
        reader.check_name(name, Naming::ForPeople);
    }
    name.unwrap_or_else(|| Name { text: String::new(), span: table.span })
}

/// The options that an example sets.
pub(super) fn read_set(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Name, Literal)> {
    let set = table.get("set").and_then(|value| reader.table(value, "`set`", "set = { players = \"two\" }"));
    set.map(|set| settings(reader, &set)).unwrap_or_default()
}

fn read_entrants(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Name, Record)> {
    let mut entrants = Vec::new();
    for entry in &table.entries {
        let called = format!("the entrant `{}`", entry.name.text);
        let fields = reader.table(&entry.value, &called, ENTRANTS);
        let record = fields.map(|fields| read_record(reader, &fields, 1));
        entrants.extend(record.map(|record| (entry.name.clone(), record)));
    }
    entrants
}

fn read_games(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Record, Span)> {
    let mut found: Vec<Table<'_>> = Vec::new();
    match (table.get("game"), table.get("games")) {
        (Some(game), None) => found.extend(reader.table(game, "`game`", GAME)),
        (None, Some(games)) => {
            let example = "games = [{ TITI.score = 54, TOTO.score = 74 }]";
            let items = reader.list(games, "a list of games", example).unwrap_or_default();
            // Before the first game there are entrants at least.
            if items.is_empty() && table.get("after").is_none() && table.get("entrants").is_none() {
                reader.wrong(games, "a list of games, with one at least", example);
            }
            for item in &items {
                found.extend(reader.table(item, "`games`", example));
            }
        }
        (None, None) if table.get("after").is_some() => {}
        (None, None) => reader.missing(table, "`game`", GAME),
        (Some(_), Some(games)) => reader.complain(
            Diagnostic::new(Code::WrongShape, "the example has a `game` and `games`")
                .at(games.span, "one of the two is enough")
                .help("put all of them into `games = [{…}, {…}]`"),
        ),
    }
    found.iter().map(|game| (read_record(reader, game, 1), game.span)).collect()
}

fn read_record(reader: &mut Reader<'_>, table: &Table<'_>, depth: usize) -> Record {
    let mut record = Record::new();
    for entry in &table.entries {
        let field = read_field(reader, &entry.value, depth);
        record.extend(field.map(|field| (entry.name.clone(), field)));
    }
    record
}

fn read_field(reader: &mut Reader<'_>, value: &Value<'_>, depth: usize) -> Option<Field> {
    if depth > DEEPEST {
        too_deep(reader, value);
        return None;
    }
    match value.node {
        DeValue::Table(map) => {
            let table = reader.open(map, value.span, &value.what);
            Some(Field::Record(read_record(reader, &table, depth + 1)))
        }
        DeValue::Array(items) => {
            let items = reader.items(value, items);
            let fields = items.iter().filter_map(|item| read_field(reader, item, depth + 1));
            Some(Field::List(fields.collect()))
        }
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => Some(Field::Value(reader.literal(value, GAME)?)),
    }
}

/// `TITI.match_points = 0`: the paths of a table, each with its value.
fn flatten(
    reader: &mut Reader<'_>,
    table: &Table<'_>,
    path: &mut Vec<Name>,
    expect: &mut Vec<(Vec<Name>, Literal)>,
) {
    for entry in &table.entries {
        path.push(entry.name.clone());
        match entry.value.node {
            DeValue::Table(_) if path.len() > DEEPEST => too_deep(reader, &entry.value),
            DeValue::Table(map) => {
                let inner = reader.open(map, entry.value.span, &entry.value.what);
                flatten(reader, &inner, path, expect);
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => {
                let literal = reader.literal(&entry.value, EXPECT);
                expect.extend(literal.map(|literal| (joined(path), literal)));
            }
        }
        path.pop();
    }
}

/// A path in which `now.wins` is one name.
fn joined(path: &[Name]) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for name in path {
        match names.last_mut() {
            // The first is whoever the path speaks of.
            Some(before) if before.text == NOW && before.span != path[0].span => {
                before.text = after_game(&name.text);
                before.span = before.span.to(name.span);
            }
            Some(_) | None => names.push(name.clone()),
        }
    }
    names
}

fn too_deep(reader: &mut Reader<'_>, value: &Value<'_>) {
    reader.complain(
        Diagnostic::new(Code::WrongShape, format!("{} is nested too deeply", value.what))
            .at(value.span, format!("more than {DEEPEST} tables in one another"))
            .help("a game has columns, sides and parts, and no more levels than that"),
    );
}
