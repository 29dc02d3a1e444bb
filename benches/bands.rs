//! How long the engine takes for the six bands with their bonuses, from columns in memory to the column of the points.
//!
//! `bands RECORDS SEED TIMES`. Run by `benches/compare`, which sets programs beside it that do the same to the same records.
//! Where a log would be read, the columns are filled from memory, and the links between the sheets are there from a first run: what
//! is timed is the steps of the format, and what goes with every run.

#![allow(missing_docs, clippy::pedantic, clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "peers/src/random.rs"]
mod random;
#[path = "peers/src/records.rs"]
mod records;
#[path = "peers/src/timed.rs"]
mod timed;

use records::Record;
use rulesctl::engine::run;
use rulesctl::format::{FormatFinder, Found};
use rulesctl::log::Log;
use rulesctl::ruleset::{BuiltinColumn, LinkRole, Ruleset, SheetKind};
use rulesctl::session::{Format, Session};
use rulesctl::sheet::{Column, Data, Index, RecordPlace, Tables};
use rulesctl::value::Symbol;
use std::env;

const FORMAT: &str = include_str!("bands.toml");

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let [count, seed, times] = numbers[..] else { return println!("bands RECORDS SEED TIMES") };
    let found = Found { path: "bands.toml".to_owned(), text: FORMAT.to_owned() };
    let Format { ruleset, .. } = Session::new().load("bands", &found, &FormatFinder).unwrap();
    let settings = ruleset.defaults();
    let filled = filled(&ruleset, &records::records(count as usize, seed));
    let mut log = run(&ruleset, &settings, filled, 0).unwrap().log();
    for step in &ruleset.steps {
        log.tables.take_column(step.out()).unwrap();
    }
    let side = ruleset.sheet_of(&SheetKind::Side).unwrap();
    let points = ruleset.find_column(side, "points").unwrap();
    timed::times(
        times as usize,
        || log.clone(),
        |log| run(&ruleset, &settings, log, 0).unwrap(),
        |outcome| {
            let Data::Integer(points) = &outcome.tables.column(points).unwrap().data else { unreachable!() };
            timed::checksum(points.iter())
        },
    );
}

/// A log of these sides: two of each game, all played by the same two.
fn filled(ruleset: &Ruleset, records: &[Record]) -> Log {
    let [entrant, game, side] =
        [SheetKind::Entrant, SheetKind::Game, SheetKind::Side].map(|kind| ruleset.sheet_of(&kind).unwrap());
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    tables.set_rows(entrant, 2);
    tables.set_rows(game, records.len() / 2);
    tables.set_rows(side, records.len());
    tables.set_link(ruleset.link_of(side, &LinkRole::Inside(game)).unwrap(), Index::Every(2));
    let entrants = (0..records.len()).map(|row| row as u32 % 2).collect();
    tables.set_link(ruleset.link_of(side, &LinkRole::Entrant).unwrap(), Index::Rows(entrants));
    let column = |name: &str| ruleset.find_column(side, name).unwrap();
    let mut integers = |name: &str, field: fn(&Record) -> i64| {
        let values = records.iter().map(field).collect();
        tables.set_column(column(name), Column::full(Data::Integer(values)));
    };
    integers("s", |record| record.s);
    integers("left_1", |record| record.left_1);
    integers("left_2", |record| record.left_2);
    let mut flags = |name: &str, field: fn(&Record) -> bool| {
        tables.set_column(column(name), Column::full(Data::Flag(records.iter().map(field).collect())));
    };
    flags("single_1", |record| record.single_1);
    flags("single_2", |record| record.single_2);
    let mut symbols = ruleset.symbols.clone();
    let [blue_red, yellow_green] = ["blue_red", "yellow_green"].map(|seat| symbols.intern(seat));
    let seat = |record: &Record| if record.blue_red { blue_red } else { yellow_green };
    let seats: Vec<Symbol> = records.iter().map(seat).collect();
    tables.set_column(ruleset.builtin(side, BuiltinColumn::Seat).unwrap(), Column::full(Data::Symbol(seats)));
    let names = ["Ada", "Bo"].map(|name| symbols.intern(name)).to_vec();
    tables.set_column(
        ruleset.builtin(entrant, BuiltinColumn::Name).unwrap(),
        Column::full(Data::Symbol(names)),
    );
    tables.games = (0..records.len() / 2).map(|game| RecordPlace { log: 0, line: game as u32 + 1 }).collect();
    Log { tables, symbols, names: vec!["memory".to_owned()], ..Log::default() }
}
