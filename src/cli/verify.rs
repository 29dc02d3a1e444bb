//! `rulesctl verify`: a published table, or published pairings, against what comes out.

use super::Exit;
use super::asked::{Asked, Recorded};
use super::load::Loaded;
use super::outcome::{self, About};
use super::output::Plain;
use super::terminal::Terminal;
use crate::explain::{Absent, Reach};
use crate::report::{self, VerifySubject};
use crate::session::{Verifying, published};
use std::fs::File;
use std::io::{self, Read};

/// So many rows of an aggregate are told.
const MOST_ROWS: usize = 6;

const EXIT_CODES: &str = "\
Exit codes:
  0  all figures agree
  1  there are differences, or bad records were left out; or the format or the log has errors; they are printed
  2  the command was used wrongly, or the table cannot be compared
  3  a file cannot be read or written";

/// Compares a table that somebody published with the one that comes out, or pairings with those that the format prescribes and
/// the seed draws, and opens each difference down to the clause, the record and the lot. What is in the table and not known to the
/// format is listed, and not compared.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    recorded: Recorded,

    /// The published table or pairings, as CSV, JSON, or copied text; `-` for standard input
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
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match verify(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn verify(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    if arguments.published == "-" && arguments.recorded.logs.iter().any(|log| log == "-") {
        return Err(
            terminal.refuse("standard input can be read once", Some("give the log or the table as a file"))
        );
    }
    let Loaded { mut session, format, settings } =
        arguments.asked.load("verify", &arguments.recorded.logs, terminal)?;
    let absent = |Absent { message, help }| terminal.refuse(&message, Some(&help));
    let bytes = read(&arguments.published).map_err(|error| {
        let message = format!("the table `{}` cannot be read: {error}", arguments.published);
        let _ = terminal.refuse(&message, Some("PUBLISHED comes last: FORMAT, the logs, then the table"));
        Exit::File
    })?;
    let published = published(&arguments.published, &bytes).map_err(absent)?;
    let about = About {
        what: "a published table",
        asked: &arguments.asked,
        recorded: &arguments.recorded,
        may_begin: true,
        standing: arguments.standing.as_deref(),
    };
    let (scored, ruleset) = outcome::score((&mut session, &format), settings, &about, terminal)?;
    let how = Verifying { standing: arguments.standing.as_deref(), reach: reach(arguments.all) };
    let verified = scored.verify((&ruleset, &session), &published, how).map_err(absent)?;
    let subject = VerifySubject {
        ruleset: &ruleset,
        settings: &scored.settings,
        outcome: &scored.outcome,
        stamp: &scored.stamp,
        edition: scored.edition,
        all: arguments.all,
        verified: &verified,
    };
    let exit = terminal.result(|out| report::write_verified(subject, arguments.output.shape(), out));
    let is_amiss = !verified.differences.is_empty() || !scored.outcome.left_out.is_empty();
    Ok(if exit == Exit::Fine && is_amiss { Exit::Errors } else { exit })
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
