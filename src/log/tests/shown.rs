//! Tables and complaints as text.

use crate::diagnostic::Complaints;
use crate::log::{Change, Deed, Input, Log, Reading, read};
use crate::ruleset::{BuiltinColumn, PhaseId, Ruleset};
use crate::sheet::{Index, NO_ROW, SheetId};
use crate::source::Sources;
use crate::value::{Date, Kind, Value, format_duration};
use std::fmt::Write as _;

/// Logs by name.
pub type Logs<'a> = &'a [(&'a str, &'a [u8])];

/// Reads logs; tables or complaints as text, and what was left out.
pub fn outcome(ruleset: &Ruleset, logs: Logs<'_>, keep_going: bool) -> String {
    outcome_of(ruleset, logs, Reading { keep_going, ..Reading::default() })
}

/// The same, read in any way.
pub fn outcome_of(ruleset: &Ruleset, logs: Logs<'_>, reading: Reading) -> String {
    let inputs = logs.iter().map(|(name, bytes)| Input { name: (*name).to_owned(), bytes: Box::new(*bytes) });
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let settings = ruleset.defaults();
    let log = read(ruleset, &settings, inputs, reading, &mut sources, &mut complaints);
    let mut out = complained(&complaints, &sources).replace('\0', "␀");
    assert_eq!(log.is_none(), complaints.has_errors(), "{out}");
    if let Some(log) = log {
        out.push_str(&tables(ruleset, &log));
        if !log.acts.is_empty() {
            out.push_str(&acts(ruleset, &log));
        }
    }
    out
}

/// Reads a log in which nothing is wrong.
pub fn log(ruleset: &Ruleset, logs: Logs<'_>, reading: Reading) -> Log {
    let inputs = logs.iter().map(|(name, bytes)| Input { name: (*name).to_owned(), bytes: Box::new(*bytes) });
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let log = read(ruleset, &ruleset.defaults(), inputs, reading, &mut sources, &mut complaints);
    log.unwrap_or_else(|| panic!("{}", complained(&complaints, &sources)))
}

/// Complaints, each with its place and what it points at.
pub fn complained(complaints: &Complaints, sources: &Sources) -> String {
    let mut out = String::new();
    for diagnostic in complaints.iter() {
        let _ = writeln!(out, "{}: {}", diagnostic.code, diagnostic.message);
        for label in &diagnostic.labels {
            let (line, column) = sources.line_column(label.span);
            let name = &sources.get(label.span.source).name;
            let _ =
                writeln!(out, "  --> {name}:{line}:{column} [{}] {}", sources.slice(label.span), label.text);
        }
        for note in &diagnostic.notes {
            let _ = writeln!(out, "  note: {note}");
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

/// All columns and links that were filled.
pub fn tables(ruleset: &Ruleset, log: &Log) -> String {
    let mut out = String::new();
    for (place, sheet) in ruleset.sheets.iter().enumerate() {
        let id = SheetId(u16::try_from(place).unwrap());
        let rows = log.tables.rows(id);
        if rows == 0 {
            continue;
        }
        let _ = writeln!(out, "{} ({rows})", sheet.name);
        for (column, info) in ruleset.columns_of(id) {
            if let Some(values) = log.tables.column(column) {
                assert_eq!(values.len(), rows, "{}.{}", sheet.name, info.name);
                let shown: Vec<String> =
                    (0..rows).map(|row| value(&values.value(row, &info.ty.kind), log)).collect();
                let _ = writeln!(out, "  {}: {}", info.name, shown.join(" | "));
            }
        }
        for (link, info) in (0..).map(crate::sheet::LinkId).zip(&ruleset.links) {
            if info.from != id {
                continue;
            }
            if let Some(index) = log.tables.link(link) {
                let targets = (0..rows).map(|row| match index.get(row) {
                    NO_ROW => "-".to_owned(),
                    target => target.to_string(),
                });
                let kind = match index {
                    Index::Every(count) => format!("every {count}"),
                    Index::One => "one".to_owned(),
                    Index::Rows(all) => {
                        assert_eq!(all.len(), rows);
                        "rows".to_owned()
                    }
                };
                let _ =
                    writeln!(out, "  -> {} ({kind}): {}", info.name, targets.collect::<Vec<_>>().join(" "));
            }
        }
    }
    let places: Vec<String> = log
        .tables
        .games
        .iter()
        .map(|place| format!("{}:{}", log.names[place.log as usize], place.line))
        .collect();
    let _ = writeln!(out, "places: {}", places.join(" "));
    for left in &log.left_out {
        let game = left.game.as_deref().unwrap_or("-");
        let _ = writeln!(out, "left out: line {}, game {game}: {}", left.place.line, left.reason);
    }
    out
}

/// What the arbiter did, and who entered when.
pub fn acts(ruleset: &Ruleset, log: &Log) -> String {
    let names =
        ruleset.builtin(SheetId(1), BuiltinColumn::Name).and_then(|name| log.tables.column(name)).unwrap();
    let name = |row: &u32| value(&names.value(*row as usize, &Kind::Text), log);
    let list = |rows: &[u32]| rows.iter().map(name).collect::<Vec<_>>().join(" ");
    let entered =
        log.entered.iter().map(|&games| if games == u32::MAX { "-".to_owned() } else { games.to_string() });
    let mut out = format!("entered: {}\n", entered.collect::<Vec<_>>().join(" "));
    for act in &log.acts {
        let phase = |phase: PhaseId| ruleset.phase(phase).name.clone();
        let what = match &act.what {
            Deed::Withdrawal { entrant } => format!("withdrawal of {}", name(entrant)),
            Deed::Winner { phase: of, name: of_match, winner } => {
                let winner = winner.as_ref().map_or_else(|| "nobody".to_owned(), name);
                format!("{}: {of_match} to {winner}", phase(*of))
            }
            Deed::Order { phase: of, round, order } => {
                format!("{} {round:?}: order {}", phase(*of), list(order))
            }
            Deed::Pools { phase: of, round, pools } => {
                let pools: Vec<String> = pools.iter().map(|pool| list(pool)).collect();
                format!("{} {round}: pools {}", phase(*of), pools.join(" / "))
            }
            Deed::Seed(seed) => format!("seed {seed}"),
            Deed::Correction { game, changes } => {
                format!("correction of game {game}: {}", changed(ruleset, log, changes))
            }
            Deed::Report { game, by, changes } => {
                format!("game {game} as by {by}: {}", changed(ruleset, log, changes))
            }
            Deed::Void { games } => format!("void {games:?}"),
            Deed::Confirmation { games, changes } => {
                let changes = changed(ruleset, log, changes);
                let said = if changes.is_empty() { String::new() } else { format!(": {changes}") };
                format!("confirmed {games:?}{said}")
            }
            Deed::Close { phase: of } => format!("close {}", phase(*of)),
        };
        let place = &log.names[act.place.log as usize];
        let by = act.by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
        let reason = act.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
        let date = act.date.map_or_else(String::new, |date| format!(" on {date}"));
        let _ =
            writeln!(out, "{place}:{} after {}: {what}{by}{reason}{date}", act.place.line, act.games_before);
    }
    out
}

fn changed(ruleset: &Ruleset, log: &Log, changes: &[Change]) -> String {
    let changes = changes.iter().map(|change| {
        let info = ruleset.column(change.column);
        let (before, after) = (value(&change.before, log), value(&change.after, log));
        format!("{}.{}[{}] {before} -> {after}", ruleset.sheet(info.sheet).name, info.name, change.row)
    });
    changes.collect::<Vec<_>>().join(", ")
}

fn value(value: &Value, log: &Log) -> String {
    match value {
        Value::Integer(whole) => whole.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Text(text) => log.symbols.text(*text).escape_debug().to_string(),
        Value::Date(Date(day)) => Date(*day).to_string(),
        Value::Duration(seconds) => format_duration(*seconds),
        Value::Missing => "·".to_owned(),
    }
}
