//! Arguments, files, terminal, exit codes; one file per command.
//!
//! Comes in: the command line. Goes out: results on standard output, complaints on standard error, an [`Exit`].
//! The only module that knows clap. It must never decide what is right or wrong about a format or a log: that is
//! said by the complaints of a [`crate::session::Session`]. Start with [`main`].

mod after;
mod asked;
mod audit;
mod bracket;
mod check;
mod day;
mod diff;
mod doc;
mod edition;
mod exit;
mod explain;
mod find;
mod formats;
mod inputs;
mod load;
mod outcome;
mod output;
mod pair;
mod replay;
mod score;
mod simulate;
mod status;
mod terminal;
mod verify;
mod watch;

pub use exit::Exit;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use terminal::{Color, Terminal};

const EXIT_CODES: &str = "\
Exit codes:
  0  all is well
  1  the format or the log has errors; they are printed
  2  the command was used wrongly
  3  a file cannot be read or written";

/// Tournament regulations written once, checked, and used to score games.
///
/// A format is one text file that says how games are scored and how entrants are ranked. Some formats ship with
/// the program and are called by name; your own are called by the path of their file.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// When to print in color
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Color::Auto, display_order = 110)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find what is wrong with formats, before any game is played
    Check(check::Arguments),
    /// Say what a change of a format changes, in results
    Diff(diff::Arguments),
    /// Write the regulation of a format as people read it, to be hung up
    Doc(doc::Arguments),
    /// Score the games of a log by a format
    Score(score::Arguments),
    /// Say why a figure is what it is, down to the clause and the record
    Explain(explain::Arguments),
    /// Compare a table that somebody published with what comes out
    Verify(verify::Arguments),
    /// Say who meets whom next
    Pair(pair::Arguments),
    /// Say how an event stands: what is due, what does not count, who would qualify
    Status(status::Arguments),
    /// Draw the bracket of a knockout
    Bracket(bracket::Arguments),
    /// Play an event with invented results, or many
    Simulate(simulate::Arguments),
    /// Verify games that are recorded by their moves, without a format
    Replay(replay::Arguments),
    /// Find an answer to a puzzle
    Find(find::Arguments),
}

/// Runs the program with the arguments it was called with.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            // Nobody is left to tell when this cannot be printed.
            let _ = error.print();
            return exit.into();
        }
    };
    let terminal = Terminal::new(arguments.color);
    let exit = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &terminal),
        Command::Diff(arguments) => diff::run(&arguments, &terminal),
        Command::Doc(arguments) => doc::run(&arguments, &terminal),
        Command::Score(arguments) => score::run(&arguments, &terminal),
        Command::Explain(arguments) => explain::run(&arguments, &terminal),
        Command::Verify(arguments) => verify::run(&arguments, &terminal),
        Command::Pair(arguments) => pair::run(&arguments, &terminal),
        Command::Status(arguments) => status::run(&arguments, &terminal),
        Command::Bracket(arguments) => bracket::run(&arguments, &terminal),
        Command::Simulate(arguments) => simulate::run(&arguments, &terminal),
        Command::Replay(arguments) => replay::run(&arguments, &terminal),
        Command::Find(arguments) => find::run(&arguments, &terminal),
    };
    terminal.close();
    exit.into()
}

/// `NAME=VALUE`
#[derive(Debug, Clone, PartialEq, Eq)]
struct Setting {
    name: String,
    value: String,
}

impl std::str::FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err("write the name of the option, `=` and its value: tie=split".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_hold_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_setting_is_a_name_and_a_value() {
        let setting: Setting = "tie = a=b".parse().unwrap();
        assert_eq!((setting.name.as_str(), setting.value.as_str()), ("tie", "a=b"));
        assert!("tie".parse::<Setting>().is_err());
        assert!("=split".parse::<Setting>().is_err());
    }
}
