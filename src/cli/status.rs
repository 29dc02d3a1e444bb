//! `rulesctl status`: how an event stands.

mod editions;

use super::asked::{Asked, SoFar};
use super::load::Loaded;
use super::output::Plain;
use super::terminal::Terminal;
use super::{Exit, pair};
use crate::event::Given;
use crate::report::{self, Shape, StatusShape, StatusSubject};

/// What `--edition` is here.
const EDITIONS: &str = "Of an event that is held again and again, this edition, e.g. 2026-11, or `all`; those that have begun and are not over, \
                        where it is not given";

/// Says how an event stands: what is overdue and what is in dispute; then phase by phase what was recorded, what can be played
/// and by which day, who has played least; what does not count and why, and what nobody has confirmed. Where a phase takes
/// its entrants from another one: who would qualify today, and who is surely in or surely out.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES, mut_arg("edition", |argument| argument.help(EDITIONS)))]
pub struct Arguments {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    so_far: SoFar,

    /// A table for people, JSON for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,

    /// Write lists out, and a line for everybody who can still qualify
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match status(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn status(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, format, settings } =
        arguments.asked.load("status", &arguments.so_far.logs, terminal)?;
    if format.ruleset.phases.is_empty() {
        return Err(pair::refuse_without_phases(&arguments.asked.format, terminal));
    }
    let today = arguments.asked.today(&format, terminal)?;
    let logs = arguments.so_far.find(terminal)?;
    let given = Given { today, ..Given::seed(arguments.asked.choices.seed) };
    let shape = match arguments.output.shape() {
        Shape::Json => StatusShape::Json,
        Shape::Table | Shape::Csv => StatusShape::Table { all: arguments.all },
    };
    if format.ruleset.editions.is_some() {
        let asked = (arguments, shape);
        return editions::status(asked, (&mut session, &format), (settings, given), logs, terminal);
    }
    arguments.asked.wanted(&format, terminal)?;
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
