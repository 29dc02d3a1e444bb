//! `rulesctl score`: the games of a log by a format.

use super::formats::{self, LIBRARY};
use super::terminal::Terminal;
use super::{Exit, Setting};
use crate::diagnostic::{Complaints, nearest, one_of};
use crate::log::{self, Input};
use crate::report::{self, Part, Shape};
use crate::session::{Format, Scoring, Session};
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Scores the games of a log by a format, and ranks the entrants. Several logs are read as one, in the order given.
/// By default nothing is scored when a record is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// Files with games, as CSV or JSON Lines, a list of entrants before them; `-` or nothing for standard input
    #[arg(value_name = "LOG")]
    logs: Vec<String>,

    /// Tables for people, JSON or CSV for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Table)]
    output: Output,

    /// Leave bad records out, list them, and score the rest; the exit code is 1 all the same
    #[arg(long)]
    keep_going: bool,

    /// Set an option of the format, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,

    /// Print this standing alone
    #[arg(long, value_name = "NAME", conflicts_with = "games")]
    standing: Option<String>,

    /// Print the games alone
    #[arg(long)]
    games: bool,

    /// The number that decides drawn lots; the same number draws the same lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// Tables whose columns align
    Table,
    /// Everything, exact
    Json,
    /// One table, exact: the standings, or the games
    Csv,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    if let Some(exit) = refuse_swapped(arguments, terminal) {
        return exit;
    }
    let found = match formats::find(&arguments.format, terminal) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let mut session = Session::new();
    let Some(mut format) = session.load(formats::stem(&arguments.format), &found, &LIBRARY) else {
        terminal.complain(&session);
        return Exit::of(&session.complaints);
    };
    // Warnings about the format are for `check`.
    session.complaints = Complaints::new();
    let part = match part(arguments, &format, terminal) {
        Ok(part) => part,
        Err(exit) => return exit,
    };
    let choices = arguments.settings.iter().map(|setting| (setting.name.as_str(), setting.value.as_str()));
    let Some(settings) = session.settings(&mut format, choices) else {
        terminal.complain(&session);
        return Exit::Usage;
    };
    let inputs = match inputs(&arguments.logs, terminal) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let scoring = Scoring { keep_going: arguments.keep_going, seed: arguments.seed };
    let scored = session.score(&format, settings, inputs, scoring);
    terminal.complain(&session);
    let Some(scored) = scored else {
        let exit = Exit::of(&session.complaints);
        return if exit == Exit::Fine { Exit::Errors } else { exit };
    };
    let shape = match arguments.output {
        Output::Table => Shape::Table,
        Output::Json => Shape::Json,
        Output::Csv => Shape::Csv,
    };
    if shape == Shape::Csv {
        // A table of standings has no room for them.
        terminal.list_left_out(&scored.outcome);
    }
    let exit = terminal.result(|out| report::write(scored.subject(&format), shape, part, out));
    match exit {
        Exit::Fine if !scored.outcome.left_out.is_empty() => Exit::Errors,
        Exit::Fine | Exit::Errors | Exit::Usage | Exit::File => exit,
    }
}

/// Refuses a log before the format.
fn refuse_swapped(arguments: &Arguments, terminal: &Terminal) -> Option<Exit> {
    let Arguments { format: first, logs, .. } = arguments;
    if formats::is_format(first) {
        return None;
    }
    let swapped = logs.iter().find(|log| formats::is_format(log));
    if swapped.is_none() && !Path::new(first).exists() {
        return None;
    }
    let format = swapped.map_or("FORMAT", String::as_str);
    let logs = std::iter::once(first).chain(logs.iter().filter(|log| *log != format));
    let logs: Vec<&str> = logs.map(String::as_str).collect();
    let hint = if swapped.is_some() { "" } else { " (the file of a format ends in `.toml`)" };
    let help = format!("write: rulesctl score {format} {}{hint}", logs.join(" "));
    let message = format!("`{first}` is not a format: FORMAT comes first, then the logs");
    Some(terminal.refuse(&message, Some(&help)))
}

/// What is printed; a standing that the format does not have is refused.
fn part<'a>(arguments: &'a Arguments, format: &Format, terminal: &Terminal) -> Result<Part<'a>, Exit> {
    let Some(wanted) = &arguments.standing else {
        return Ok(if arguments.games { Part::Games } else { Part::Everything });
    };
    let names: Vec<&str> = format.ruleset.standings.iter().map(|standing| standing.name.as_str()).collect();
    if names.contains(&wanted.as_str()) {
        return Ok(Part::Standing(wanted));
    }
    let help = match nearest(wanted, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is {}", one_of(&names)),
    };
    let message = format!("the format `{}` has no standing called `{wanted}`", arguments.format);
    Err(terminal.refuse(&message, Some(&help)))
}

fn inputs(logs: &[String], terminal: &Terminal) -> Result<Vec<Input<'static>>, Exit> {
    if logs.is_empty() && io::stdin().is_terminal() {
        let help = "give the path of a log, or pass one on: cat games.csv | rulesctl score …";
        return Err(terminal.refuse("there is no log to score", Some(help)));
    }
    let standard = ["-".to_owned()];
    let logs = if logs.is_empty() { &standard } else { logs };
    if logs.iter().filter(|log| *log == "-").count() > 1 {
        return Err(terminal.refuse("standard input can be read once", Some("leave out the second `-`")));
    }
    let mut inputs = Vec::new();
    let mut session = Session::new();
    for log in logs {
        match log::open(log) {
            Ok(input) => inputs.push(input),
            Err(complaint) => session.complaints.push(*complaint),
        }
    }
    terminal.complain(&session);
    if session.complaints.is_empty() { Ok(inputs) } else { Err(Exit::File) }
}
