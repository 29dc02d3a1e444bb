//! `rulesctl verify`: a published table against what comes out.

use super::edition::{self, Wanted};
use super::load::{Loaded, load};
use super::output::Plain;
use super::terminal::Terminal;
use super::{Exit, Setting, day, inputs};
use crate::explain::{Absent, Reach};
use crate::log;
use crate::report::{self, VerifySubject};
use crate::ruleset::{Over, Ruleset};
use crate::session::{Format, Scored, Scoring, Session, Verifying, published};
use crate::value::Date;
use std::fs::File;
use std::io::{self, Read};

/// So many rows of an aggregate are told.
const MOST_ROWS: usize = 6;

const EXIT_CODES: &str = "\
Exit codes:
  0  all figures agree
  1  there are differences; or the format or the log has errors; they are printed
  2  the command was used wrongly, or the table cannot be compared
  3  a file cannot be read or written";

/// Compares a table that somebody published with the one that comes out, and opens each difference down to the clause. What
/// is in the table and not known to the format is listed, and not compared.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// All that was recorded, as CSV, JSON Lines or records of moves, in files or folders; `-` for standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<String>,

    /// The published table, as CSV, JSON, or copied text; `-` for standard input
    #[arg(value_name = "PUBLISHED", required = true)]
    published: String,

    /// Which standing was published; the one that the table names, or the first of the format, where it is not given
    #[arg(long, value_name = "NAME")]
    standing: Option<String>,

    /// Open each difference further, and write long lists out
    #[arg(long)]
    all: bool,

    /// Lines for people, JSON for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,

    /// Set an option of the format, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,

    /// The number that decides drawn lots; the same number draws the same lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The day on which one asks, e.g. 2026-12-13: what is over or overdue depends on it; the latest day in the log, where it is
    /// not given
    #[arg(long, value_name = "DAY", value_parser = day::parse)]
    date: Option<Date>,

    /// Of an event that is held again and again, this edition, e.g. 2026-11; the one that is under way, where it is not given
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match verify(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn verify(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    if let Some(exit) = inputs::refuse_swapped("verify", &arguments.format, &arguments.logs, terminal) {
        return Err(exit);
    }
    if arguments.published == "-" && arguments.logs.iter().any(|log| log == "-") {
        return Err(
            terminal.refuse("standard input can be read once", Some("give the log or the table as a file"))
        );
    }
    let Loaded { mut session, format, settings } = load(&arguments.format, &arguments.settings, terminal)?;
    let absent = |Absent { message, help }| terminal.refuse(&message, Some(&help));
    let bytes = read(&arguments.published).map_err(|error| {
        let message = format!("the table `{}` cannot be read: {error}", arguments.published);
        let _ = terminal.refuse(&message, Some("PUBLISHED comes last: FORMAT, the logs, then the table"));
        Exit::File
    })?;
    let published = published(&arguments.published, &bytes).map_err(absent)?;
    let scoring = Scoring {
        keep_going: false,
        seed: arguments.seed,
        today: day::today(arguments.date, &format, &arguments.format, terminal)?,
    };
    let wanted = Wanted::read(arguments.edition.as_deref(), &format, &arguments.format, terminal)?;
    let logs = inputs::find(&arguments.logs, terminal)?;
    let Some((logs, hash_of_logs)) = log::hashed(logs, &mut session.complaints) else {
        terminal.complain(&session);
        return Err(Exit::of(&session.complaints));
    };
    let logs = inputs::watched(logs, terminal);
    let scored: Option<(Scored, Ruleset)> = if format.ruleset.editions.is_none() {
        let scored = session.score(&format, settings, logs, scoring);
        scored.map(|scored| (scored, format.ruleset.clone()))
    } else {
        match session.editions(&format, settings, logs, scoring, false) {
            None => None,
            Some(editions) if is_of_season(arguments, &format) => {
                let scored = session.score_season(&editions);
                scored.map(|scored| (scored, editions.of_season.clone()))
            }
            Some(editions) => {
                let shown = wanted.of(&editions, false, terminal)?;
                edition::only(&shown, "a published table", terminal)?;
                let scored = shown.first().and_then(|edition| session.score_edition(&editions, *edition));
                scored.map(|scored| (scored, editions.rules.clone()))
            }
        }
    };
    terminal.complain(&session);
    let Some((scored, ruleset)) = scored else { return Err(failed(&session)) };
    let how = Verifying { standing: arguments.standing.as_deref(), reach: reach(arguments.all) };
    let verified = scored.verify((&ruleset, &session), &published, how).map_err(absent)?;
    let subject = VerifySubject {
        ruleset: &ruleset,
        settings: &scored.settings,
        outcome: &scored.outcome,
        hash: &scored.hash,
        logs: &hash_of_logs,
        // Each edition draws by a seed of its own, which comes of the one that was given.
        seed: if scored.edition.is_some() { arguments.seed } else { scored.seed },
        edition: scored.edition,
        all: arguments.all,
        verified: &verified,
    };
    let exit = terminal.result(|out| report::write_verified(subject, arguments.output.shape(), out));
    Ok(if exit == Exit::Fine && !verified.differences.is_empty() { Exit::Errors } else { exit })
}

fn failed(session: &Session) -> Exit {
    let exit = Exit::of(&session.complaints);
    if exit == Exit::Fine { Exit::Errors } else { exit }
}

/// Whether what is asked about is a standing over all editions.
fn is_of_season(arguments: &Arguments, format: &Format) -> bool {
    let mut standings = format.ruleset.standings.iter();
    standings.any(|one| Some(&one.name) == arguments.standing.as_ref() && one.over == Over::Season)
}

/// How far a difference is opened.
fn reach(all: bool) -> Reach {
    if all { Reach { depth: Some(1), most: None } } else { Reach { depth: Some(0), most: Some(MOST_ROWS) } }
}

fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
