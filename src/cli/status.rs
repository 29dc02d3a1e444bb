//! `rulesctl status`: how an event stands.

mod editions;

use super::edition::Wanted;
use super::load::{Loaded, load};
use super::output::Plain;
use super::terminal::Terminal;
use super::{Exit, Setting, day, inputs, pair};
use crate::event::Given;
use crate::report::{self, Shape, StatusShape, StatusSubject};
use crate::value::Date;

/// Says how an event stands: what is overdue and what is in dispute; then phase by phase what was recorded, what can be played
/// and by which day, who has played least; what does not count and why, and what nobody has confirmed. Where a phase takes
/// its entrants from another one: who would qualify today, and who is surely in or surely out.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// All that has been recorded so far, as CSV, JSON Lines or records of moves, in files or folders; `-` for standard
    /// input
    #[arg(value_name = "LOG")]
    logs: Vec<String>,

    /// The list of entrants, as CSV or JSON Lines; it is read before the logs
    #[arg(long, value_name = "FILE")]
    entrants: Option<String>,

    /// The number that decides drawn lots; the same number draws the same lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Set an option of the format, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,

    /// A table for people, JSON for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,

    /// Write lists out, and a line for everybody who can still qualify
    #[arg(long)]
    all: bool,

    /// The day on which one asks, e.g. 2026-12-13: what is over or overdue depends on it; the latest day in the log, where it is
    /// not given
    #[arg(long, value_name = "DAY", value_parser = day::parse)]
    date: Option<Date>,

    /// Of an event that is held again and again, this edition, e.g. 2026-11, or `all`; those that have begun and are not over,
    /// where it is not given
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match status(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn status(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    if let Some(exit) = inputs::refuse_swapped("status", &arguments.format, &arguments.logs, terminal) {
        return Err(exit);
    }
    let Loaded { mut session, format, settings } = load(&arguments.format, &arguments.settings, terminal)?;
    if format.ruleset.phases.is_empty() {
        return Err(pair::refuse_without_phases(&arguments.format, terminal));
    }
    let today = day::today(arguments.date, &format, &arguments.format, terminal)?;
    let logs = inputs::find(arguments.entrants.iter().chain(&arguments.logs), terminal)?;
    let logs = inputs::watched(logs, terminal);
    let given = Given { today, ..Given::seed(arguments.seed) };
    let shape = match arguments.output.shape() {
        Shape::Json => StatusShape::Json,
        Shape::Table | Shape::Csv => StatusShape::Table { all: arguments.all },
    };
    if format.ruleset.editions.is_some() {
        let asked = (arguments, shape);
        return editions::status(asked, (&mut session, &format), (settings, given), logs, terminal);
    }
    Wanted::read(arguments.edition.as_deref(), &format, &arguments.format, terminal)?;
    let followed = session.watch(&format, settings, logs, given);
    let status = followed.as_ref().and_then(|followed| session.status(&format.ruleset, followed));
    terminal.complain(&session);
    let exit = Exit::of(&session.complaints);
    let (Some(followed), Some(status)) = (followed, status) else {
        return Err(if exit == Exit::Fine { Exit::Errors } else { exit });
    };
    let subject = StatusSubject { event: followed.subject(&format.ruleset), status: &status };
    let written = terminal.result(|out| report::write_status(subject, shape, out));
    Ok(if written == Exit::Fine { exit } else { written })
}
