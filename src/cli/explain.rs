//! `rulesctl explain`: why a figure is what it is.

use super::Exit;
use super::asked::{Asked, Recorded};
use super::load::Loaded;
use super::outcome::{self, About};
use super::terminal::Terminal;
use crate::engine::Outcome;
use crate::explain::{Absent, Question, Reach, Subject, explain as answer};
use crate::report::{self, ExplainShape, ExplainSubject};
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
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    recorded: Recorded,

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
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match explain(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn explain(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, format, settings } =
        arguments.asked.load("explain", &arguments.recorded.logs, terminal)?;
    let about = About {
        what: "an explanation",
        asked: &arguments.asked,
        recorded: &arguments.recorded,
        may_begin: false,
        standing: arguments.standing.as_deref(),
    };
    let (scored, ruleset) = outcome::score((&mut session, &format), settings, &about, terminal)?;
    let subject = Subject {
        ruleset: &ruleset,
        settings: &scored.settings,
        outcome: &scored.outcome,
        seed: scored.seed,
        course: scored.course.as_ref(),
        sources: &session.sources,
    };
    let Outcome { left_out, logs, .. } = &scored.outcome;
    let explanation = answer(subject, question(arguments), reach(arguments)).map_err(|absent| {
        // It may be what was left out that is asked about.
        terminal.list_left_out(left_out, logs);
        let Absent { message, help } = absent;
        terminal.refuse(&message, Some(&help))
    })?;
    let subject = ExplainSubject {
        name: &ruleset.name,
        title: &ruleset.title,
        stamp: &scored.stamp,
        outcome: &scored.outcome,
        all: arguments.all,
        explanation: &explanation,
    };
    let shape = match arguments.output {
        Output::Text => ExplainShape::Text,
        Output::Json => ExplainShape::Json,
        Output::Html => ExplainShape::Html,
    };
    let exit = terminal.result(|out| report::write_explanation(subject, shape, out));
    Ok(if exit == Exit::Fine && !left_out.is_empty() { Exit::Errors } else { exit })
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
