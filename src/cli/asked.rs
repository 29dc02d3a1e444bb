//! What is asked of many commands in the same words: the format, the logs, the options, the seed, the day, the edition.
//!
//! Comes in: arguments. Goes out: the same, read. It must never know a command. Start with [`Asked`].

use super::edition::Wanted;
use super::load::{Loaded, load};
use super::terminal::Terminal;
use super::{Exit, Setting, day, inputs};
use crate::log::Unread;
use crate::session::Format;
use crate::value::Date;

/// The format, and what is chosen.
#[derive(Debug, clap::Args)]
pub struct Asked {
    /// The name of a format that ships with the program, or the path of a .toml file
    pub format: String,

    #[command(flatten)]
    pub choices: Choices,
}

/// What is chosen. It is listed behind what a command has for itself.
#[derive(Debug, clap::Args)]
pub struct Choices {
    /// Set an option of the format, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE", display_order = 101)]
    pub settings: Vec<Setting>,

    /// The number that decides drawn lots; the same number draws the same lots
    #[arg(long, value_name = "N", default_value_t = 0, display_order = 102)]
    pub seed: u64,

    /// The day on which one asks, e.g. 2026-12-13: what is over or overdue depends on it; the latest day in the log, where it is
    /// not given
    #[arg(long, value_name = "DAY", value_parser = day::parse, display_order = 103)]
    pub date: Option<Date>,

    /// Of an event that is held again and again, this edition, e.g. 2026-11; the one that is under way, where it is not given
    #[arg(long, value_name = "EDITION", display_order = 104)]
    pub edition: Option<String>,
}

/// The logs of something that is over, or may be.
#[derive(Debug, clap::Args)]
pub struct Recorded {
    /// All that was recorded, as CSV, JSON Lines or records of moves, in files or folders; `-` for standard input
    #[arg(value_name = "LOG", required = true)]
    pub logs: Vec<String>,

    #[command(flatten)]
    pub bad: Bad,
}

/// What becomes of bad records.
#[derive(Debug, clap::Args)]
pub struct Bad {
    /// Leave bad records out, list them, and go on with the rest; the exit code is 1 all the same
    #[arg(long, display_order = 100)]
    pub keep_going: bool,
}

/// The logs of an event that goes on.
#[derive(Debug, clap::Args)]
pub struct SoFar {
    /// All that has been recorded so far, as CSV, JSON Lines or records of moves, in files or folders; nothing before the
    /// first game, `-` for standard input
    #[arg(value_name = "LOG")]
    pub logs: Vec<String>,

    /// The list of entrants, as CSV or JSON Lines; it is read before the logs
    #[arg(long, value_name = "FILE")]
    pub entrants: Option<String>,
}

/// How `--edition` is explained where several can be shown.
pub fn several(argument: clap::Arg) -> clap::Arg {
    argument.help(
        "Of an event that is held again and again, this edition, e.g. 2026-11, or `all`; those that are under way, where it is \
         not given",
    )
}

impl Asked {
    /// Finds and checks the format, and sets its options; a log in the place of the format is refused.
    pub fn load(&self, command: &str, logs: &[String], terminal: &Terminal) -> Result<Loaded, Exit> {
        if let Some(exit) = inputs::refuse_swapped(command, &self.format, logs, terminal) {
            return Err(exit);
        }
        load(&self.format, &self.choices.settings, terminal)
    }

    /// The day on which one asks.
    pub fn today(&self, format: &Format, terminal: &Terminal) -> Result<Option<Date>, Exit> {
        day::today(self.choices.date, format, &self.format, terminal)
    }

    /// Which editions are wanted.
    pub fn wanted(&self, format: &Format, terminal: &Terminal) -> Result<Wanted, Exit> {
        Wanted::read(self.choices.edition.as_deref(), format, &self.format, terminal)
    }
}

impl SoFar {
    /// Finds the logs, the list of entrants before them.
    pub fn find(&self, terminal: &Terminal) -> Result<impl Iterator<Item = Unread<'static>>, Exit> {
        let logs = inputs::find(self.entrants.iter().chain(&self.logs), terminal)?;
        Ok(inputs::watched(logs, terminal))
    }
}
