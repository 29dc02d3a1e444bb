//! `rulesctl replay`: games that are recorded by their moves, verified without any format.

use super::output::Plain;
use super::terminal::Terminal;
use super::{Exit, Setting, inputs};
use crate::replay::Choice;
use crate::report::Replays;
use crate::session::Session;
use std::cell::RefCell;
use std::io::{self, IsTerminal};

/// Replays games that are recorded move by move, and says of each whether every move, and the end, is by the rules of its
/// game: the board as it was at last, and what came out. No format is needed.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// Records of moves: files of Pentobi (.blksgf), or JSON Lines whose games have `moves`; `-` or nothing for standard
    /// input
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// Say how the game was played where its rules leave that open, as an option of a format would, e.g. set=9
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,

    /// Boards and tables for people, JSON for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match replay(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn replay(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    if arguments.files.is_empty() && io::stdin().is_terminal() {
        let help = "give the path of a file, or pass one on: cat game.blksgf | rulesctl replay -";
        return Err(terminal.refuse("there is no game to replay", Some(help)));
    }
    let standard = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &standard[..] } else { &arguments.files };
    let logs = inputs::find(files, terminal)?;
    let mut session = Session::new();
    let asked = RefCell::new(Vec::new());
    let choices = |name: &str| {
        let setting = arguments.settings.iter().find(|setting| setting.name == name)?;
        asked.borrow_mut().push(&setting.name);
        Some(choice(&setting.value))
    };
    let written = terminal.result(|out| {
        let mut replays = Replays::new(arguments.output.shape(), terminal.colors_results(), out);
        let passed_over = session.replay(logs, &choices, &mut |game| replays.game(&game))?;
        replays.finish(passed_over)
    });
    terminal.complain(&session);
    let exit = Exit::of(&session.complaints);
    let asked = asked.into_inner();
    let idle = arguments.settings.iter().find(|setting| !asked.contains(&&setting.name));
    if let Some(idle) = idle.filter(|_| exit == Exit::Fine) {
        let message = format!("no game that was replayed has an option `{}`", idle.name);
        return Err(terminal.refuse(&message, Some("leave it out")));
    }
    Ok(if exit == Exit::Fine { written } else { exit })
}

/// A value as an option of a format would hold it.
fn choice(value: &str) -> Choice<'_> {
    match value {
        "yes" | "true" => Choice::Flag(true),
        "no" | "false" => Choice::Flag(false),
        value => value.parse().map_or(Choice::Name(value), Choice::Number),
    }
}
