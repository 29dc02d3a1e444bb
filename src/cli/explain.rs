//! `rulesctl explain`: why a figure is what it is.

use super::edition::{self, Wanted};
use super::load::{Loaded, load};
use super::terminal::Terminal;
use super::{Exit, Setting, day, inputs};
use crate::explain::{Absent, Question, Reach, Subject, explain as answer};
use crate::report::{self, ExplainShape, ExplainSubject};
use crate::ruleset::{Over, Ruleset};
use crate::session::{Scored, Scoring};
use crate::value::Date;
use clap::ValueEnum;

/// So many rows of an aggregate are told.
const MOST_ROWS: usize = 12;

/// So deep a figure is opened for people.
const DEPTH: usize = 2;

/// So deep a page opens what is asked about without a column.
const DEPTH_OF_PAGE: usize = 3;

/// How an explanation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// Indented lines, opened as far as a question needs
    Text,
    /// Everything, for programs
    Json,
    /// One page that folds, for a browser and for paper
    Html,
}

/// Opens a figure: the rule, the clause, the line that was taken and why none before it, the rows that went into it, down to
/// the records. Without a column it opens a place: by what somebody is above and below the neighbours.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// All that was recorded, as CSV, JSON Lines or records of moves, in files or folders; `-` for standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<String>,

    /// Whose figure or place
    #[arg(long, value_name = "ENTRANT")]
    entrant: Option<String>,

    /// In which game, by its id; of a game without one by its number
    #[arg(long, value_name = "GAME", conflicts_with = "in_match")]
    game: Option<String>,

    /// In which match
    #[arg(long = "match", value_name = "MATCH")]
    in_match: Option<String>,

    /// Which figure: the name of a column, such as points, now.level, blue.score
    #[arg(long, value_name = "COLUMN")]
    column: Option<String>,

    /// The place in this standing alone
    #[arg(long, value_name = "NAME", conflicts_with_all = ["game", "in_match"])]
    standing: Option<String>,

    /// Say why this clause has no part in it: the first condition that does not hold, and what would have made it hold
    #[arg(long, value_name = "CLAUSE")]
    why_not: Option<String>,

    /// Open so many figures below what was asked for; as text a few, as JSON and HTML all of them, where it is not given
    #[arg(long, value_name = "N")]
    depth: Option<usize>,

    /// Write long lists out
    #[arg(long)]
    all: bool,

    /// Lines for people, JSON for programs, HTML for a browser
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Text)]
    output: Output,

    /// Leave bad records out, and explain what the rest gives
    #[arg(long)]
    keep_going: bool,

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
    match explain(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn explain(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    if let Some(exit) = inputs::refuse_swapped("explain", &arguments.format, &arguments.logs, terminal) {
        return Err(exit);
    }
    let Loaded { mut session, format, settings } = load(&arguments.format, &arguments.settings, terminal)?;
    let scoring = Scoring {
        keep_going: arguments.keep_going,
        seed: arguments.seed,
        today: day::today(arguments.date, &format, &arguments.format, terminal)?,
    };
    let wanted = Wanted::read(arguments.edition.as_deref(), &format, &arguments.format, terminal)?;
    let logs = inputs::watched(inputs::find(&arguments.logs, terminal)?, terminal);
    let scored: Option<(Scored, Ruleset)> = if format.ruleset.editions.is_none() {
        let scored = session.score(&format, settings, logs, scoring);
        scored.map(|scored| (scored, format.ruleset.clone()))
    } else {
        match session.editions(&format, settings, logs, scoring, false) {
            None => None,
            Some(editions) if is_of_season(arguments, &format.ruleset) => {
                let scored = session.score_season(&editions);
                scored.map(|scored| (scored, editions.of_season.clone()))
            }
            Some(editions) => {
                let shown = wanted.of(&editions, false, terminal)?;
                edition::only(&shown, "an explanation", terminal)?;
                let scored = shown.first().and_then(|edition| session.score_edition(&editions, *edition));
                scored.map(|scored| (scored, editions.rules.clone()))
            }
        }
    };
    terminal.complain(&session);
    let Some((scored, ruleset)) = scored else {
        let exit = Exit::of(&session.complaints);
        return Err(if exit == Exit::Fine { Exit::Errors } else { exit });
    };
    let subject = Subject {
        ruleset: &ruleset,
        settings: &scored.settings,
        outcome: &scored.outcome,
        seed: scored.seed,
        course: scored.course.as_ref(),
        sources: &session.sources,
    };
    let explanation = answer(subject, question(arguments), reach(arguments))
        .map_err(|Absent { message, help }| terminal.refuse(&message, Some(&help)))?;
    let subject = ExplainSubject {
        name: &ruleset.name,
        title: &ruleset.title,
        hash: &scored.hash,
        outcome: &scored.outcome,
        all: arguments.all,
        explanation: &explanation,
    };
    let shape = match arguments.output {
        Output::Text => ExplainShape::Text,
        Output::Json => ExplainShape::Json,
        Output::Html => ExplainShape::Html,
    };
    Ok(terminal.result(|out| report::write_explanation(subject, shape, out)))
}

/// Whether what is asked about is a standing over all editions.
fn is_of_season(arguments: &Arguments, ruleset: &Ruleset) -> bool {
    let mut standings = ruleset.standings.iter();
    standings.any(|one| Some(&one.name) == arguments.standing.as_ref() && one.over == Over::Season)
}

fn question(arguments: &Arguments) -> Question<'_> {
    Question {
        entrant: arguments.entrant.as_deref(),
        game: arguments.game.as_deref(),
        in_match: arguments.in_match.as_deref(),
        column: arguments.column.as_deref(),
        standing: arguments.standing.as_deref(),
        why_not: arguments.why_not.as_deref(),
    }
}

fn reach(arguments: &Arguments) -> Reach {
    let depth = match arguments.output {
        Output::Text => Some(match (&arguments.column, &arguments.game, &arguments.in_match) {
            (None, None, None) => 0,
            (Some(_), None, None) | (None, _, _) => 1,
            (Some(_), _, _) => DEPTH,
        }),
        // A page folds; but of a place it would hold all that two neighbours ever did.
        Output::Html => (arguments.column.is_none() && arguments.why_not.is_none()).then_some(DEPTH_OF_PAGE),
        Output::Json => None,
    };
    Reach { depth: arguments.depth.or(depth), most: (!arguments.all).then_some(MOST_ROWS) }
}
