//! How long it takes to read a log, from a file to columns.
//!
//! `reading FILE TIMES`: a log of `formats/blokus-pools.toml`. Run by `benches/compare`, which sets readers beside it that keep
//! nothing of what they read.

#![allow(missing_docs, clippy::pedantic, clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "peers/src/timed.rs"]
mod timed;

use rulesctl::diagnostic::Complaints;
use rulesctl::format::{FormatFinder, Library};
use rulesctl::log::{self, Log, Reading};
use rulesctl::ruleset::{BuiltinColumn, Ruleset, SheetKind};
use rulesctl::session::{Format, Session};
use rulesctl::sheet::{Data, SheetId};
use rulesctl::source::Sources;
use std::env;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, times] = &arguments[..] else { return println!("reading FILE TIMES") };
    let found = FormatFinder.find("blokus-pools", "").unwrap();
    let Format { ruleset, .. } = Session::new().load("blokus-pools", &found, &FormatFinder).unwrap();
    let settings = ruleset.defaults();
    let read = |()| {
        let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
        let found = log::find(path, &mut complaints);
        log::read(&ruleset, &settings, found, Reading::default(), &mut sources, &mut complaints).unwrap()
    };
    timed::times(times.parse().unwrap(), || (), read, |log| sums(&ruleset, log));
}

/// What a reader must come to.
fn sums(ruleset: &Ruleset, log: &Log) -> String {
    let game = ruleset.sheet_of(&SheetKind::Game).unwrap();
    let colour = ruleset.sheets.iter().position(|sheet| sheet.name == "colour").unwrap();
    let colour = SheetId(u16::try_from(colour).unwrap());
    let games = log.tables.rows(game);
    let column =
        |sheet, name: &str| &log.tables.column(ruleset.find_column(sheet, name).unwrap()).unwrap().data;
    let Data::Integer(left) = column(colour, "squares_left") else { unreachable!() };
    let Data::Flag(single) = column(colour, "last_was_single") else { unreachable!() };
    let id = log.tables.column(ruleset.builtin(game, BuiltinColumn::Id).unwrap()).unwrap();
    let Data::Symbol(ids) = &id.data else { unreachable!() };
    let ids: u64 = ids.iter().map(|id| log.symbols.text(*id).parse::<u64>().unwrap()).sum();
    let (left, singles) = (left.iter().sum::<i64>(), single.iter().filter(|single| **single).count());
    format!("games {games} ids {ids} left {left} singles {singles}")
}
