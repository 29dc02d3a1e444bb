//! `rulesctl score`: the games of a log by a format.

mod editions;

use super::after::{self, Absent, After};
use super::asked::{Asked, Bad, several};
use super::load::Loaded;
use super::output::Output;
use super::terminal::Terminal;
use super::{Exit, inputs, pair};
use crate::diagnostic::{Code, nearest, one_of};
use crate::event::Course;
use crate::log::Unread;
use crate::report::{self, Part, Shape, Subject};
use crate::ruleset::{Ruleset, Settings};
use crate::session::{Format, Scored, Scoring, Session};
use std::io::{self, IsTerminal};

/// What does not fit an event.
const OF_EVENTS: [Code; 6] = [
    Code::NotPrescribed,
    Code::SeatsSwapped,
    Code::PlayedTwice,
    Code::TooEarly,
    Code::TooLate,
    Code::IdleAct,
];

/// Scores the games of a log by a format, and ranks the entrants. Several logs are read as one, in the order given.
/// By default nothing is scored when a record is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES, mut_arg("edition", several))]
pub struct Arguments {
    #[command(flatten)]
    asked: Asked,

    /// Files with games, as CSV, JSON Lines or records of moves, a list of entrants before them; or folders of such files,
    /// each of which is read as one log; `-` or nothing for standard input
    #[arg(value_name = "LOG")]
    logs: Vec<String>,

    /// Tables for people, JSON or CSV for programs; CSV holds the standings, or the games
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Table)]
    output: Output,

    #[command(flatten)]
    bad: Bad,

    /// Print this standing alone
    #[arg(long, value_name = "NAME", conflicts_with = "games")]
    standing: Option<String>,

    /// Print the games alone
    #[arg(long)]
    games: bool,

    /// Print what became of this entrant alone, game by game
    #[arg(long, value_name = "ENTRANT", conflicts_with_all = ["games", "standing"])]
    history: Option<String>,

    /// Print the standing as it was after this round, e.g. "qualification 2"; with `--games`, the games up to it
    #[arg(long, value_name = "ROUND")]
    after: Option<String>,

    /// Let games and records that do not fit the phases of the format, which are warnings, end with exit code 1
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match score(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn score(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, format, settings } =
        arguments.asked.load("score", &arguments.logs, terminal)?;
    let part = part(arguments, &format, terminal)?;
    if (arguments.after.is_some() || arguments.strict) && format.ruleset.phases.is_empty() {
        return Err(pair::refuse_without_phases(&arguments.asked.format, terminal));
    }
    if format.ruleset.editions.is_none() {
        arguments.asked.wanted(&format, terminal)?;
    }
    let logs = logs(&arguments.logs, terminal)?;
    let scoring = Scoring {
        keep_going: arguments.bad.keep_going,
        may_be_empty: false,
        seed: arguments.asked.choices.seed,
        today: arguments.asked.today(&format, terminal)?,
    };
    if let Some(scored) = without_games(arguments, (&session, &format), &settings, (&logs, scoring)) {
        let subject = scored.subject(&format.ruleset);
        let written = terminal.result(|out| report::write(subject, Shape::Csv, part, out));
        return Ok(exit(written, false, arguments, &session));
    }
    let logs = inputs::watched(logs, terminal);
    if format.ruleset.editions.is_some() {
        let read = (&mut session, &format);
        return editions::score(arguments, read, (settings, scoring), (logs, part), terminal);
    }
    let scored = session.score(&format, settings, logs, scoring);
    terminal.complain(&session);
    let Some(scored) = scored else {
        let exit = Exit::of(&session.complaints);
        return Err(if exit == Exit::Fine { Exit::Errors } else { exit });
    };
    let course = match &scored.course {
        None if arguments.after.is_some() || arguments.strict => return Err(no_course(&session, terminal)),
        course => course.as_ref(),
    };
    let subject = scored.subject(&format.ruleset);
    let part = match &arguments.history {
        Some(wanted) => history(wanted, subject, terminal)?,
        None => part,
    };
    let after = match (&arguments.after, course) {
        (Some(wanted), Some(course)) => Some(after(wanted, &format.ruleset, course, terminal)?),
        (None, _) | (_, None) => None,
    };
    let (subject, part) = match &after {
        Some(after) => as_it_was(subject, after, part, terminal)?,
        None => (subject, part),
    };
    let shape = arguments.output.shape();
    if shape == Shape::Csv {
        // A table of standings has no room for them.
        terminal.list_left_out(&scored.outcome.left_out, &scored.outcome.logs);
    }
    let written = terminal.result(|out| report::write(subject, shape, part, out));
    Ok(exit(written, !scored.outcome.left_out.is_empty(), arguments, &session))
}

/// Standings for which no game need be kept: those that are written as CSV, of logs in which all is well.
fn without_games(
    arguments: &Arguments,
    (session, format): (&Session, &Format),
    settings: &Settings,
    (logs, scoring): (&[Unread<'_>], Scoring),
) -> Option<Scored> {
    let writes_games =
        arguments.games || arguments.history.is_some() || arguments.output.shape() != Shape::Csv;
    let follows = arguments.after.is_some() || arguments.strict;
    if writes_games || follows {
        return None;
    }
    session.standings(format, settings, logs, scoring)
}

/// How the program ends when a result has been written.
fn exit(written: Exit, is_left_out: bool, arguments: &Arguments, session: &Session) -> Exit {
    let is_amiss = arguments.strict && session.complaints.iter().any(|one| OF_EVENTS.contains(&one.code));
    match written {
        Exit::Fine if is_amiss || is_left_out => Exit::Errors,
        // What was scored as a whole could not be scored up to some round.
        Exit::Fine => Exit::of(&session.complaints),
        Exit::Errors | Exit::Usage | Exit::File => written,
    }
}

/// What became of an entrant; a name that the log does not have is refused.
fn history(wanted: &str, subject: Subject<'_>, terminal: &Terminal) -> Result<Part<'static>, Exit> {
    let names = subject.entrants();
    let found = (0..).zip(&names).find(|(_, name)| **name == wanted.trim());
    if let Some((entrant, _)) = found {
        return Ok(Part::History(entrant));
    }
    let help = match nearest(wanted.trim(), names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is {}", one_of(&names)),
    };
    Err(terminal.refuse(&format!("nobody in the log is called `{wanted}`"), Some(&help)))
}

/// A round that is over; another is refused.
fn after<'a>(
    wanted: &str,
    ruleset: &Ruleset,
    course: &'a Course,
    terminal: &Terminal,
) -> Result<After<'a>, Exit> {
    after::find(wanted, ruleset, course)
        .map_err(|Absent { message, help }| terminal.refuse(&message, Some(&help)))
}

/// What came out up to a round, and what of it is printed: the standing that ranks its phase, unless something else is
/// wanted.
fn as_it_was<'a>(
    subject: Subject<'a>,
    after: &After<'a>,
    part: Part<'a>,
    terminal: &Terminal,
) -> Result<(Subject<'a>, Part<'a>), Exit> {
    let phase = subject.ruleset.phase(after.phase.phase);
    let standings = &subject.ruleset.standings;
    let part = match (part, phase.standing, standings.as_slice()) {
        (Part::Everything, Some(id), _) => Part::Standing(&subject.ruleset.standing(id).name),
        (Part::Everything, None, [only]) => Part::Standing(&only.name),
        (Part::Everything, None, _) => {
            let message = format!("no standing ranks the phase `{}`", phase.name);
            let names: Vec<&str> = standings.iter().map(|standing| standing.name.as_str()).collect();
            let help = if names.is_empty() {
                "say `--games` for the games up to that round".to_owned()
            } else {
                format!("say which one: `--standing` with {}", one_of(&names))
            };
            return Err(terminal.refuse(&message, Some(&help)));
        }
        (Part::Standings | Part::Standing(_) | Part::Games | Part::History(_), _, _) => part,
    };
    let outcome = after.round.outcome.as_deref().unwrap_or(subject.outcome);
    let after = Some((phase.name.as_str(), after.round.number));
    Ok((Subject { outcome, after, course: None, corrected: None, ..subject }, part))
}

/// Refuses to compare a log with phases where that cannot be done.
fn no_course(session: &Session, terminal: &Terminal) -> Exit {
    if session.complaints.has_errors() {
        return Exit::Errors;
    }
    let help = "record with each game its `round`, in a knockout its `match`, and its `phase` where there are several";
    terminal.refuse("no game of the log names its round, so there is no event to follow", Some(help))
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
    let message = format!("the format `{}` has no standing called `{wanted}`", arguments.asked.format);
    Err(terminal.refuse(&message, Some(&help)))
}

fn logs(logs: &[String], terminal: &Terminal) -> Result<Vec<Unread<'static>>, Exit> {
    if logs.is_empty() && io::stdin().is_terminal() {
        let help = "give the path of a log, or pass one on: cat games.csv | rulesctl score …";
        return Err(terminal.refuse("there is no log to score", Some(help)));
    }
    let standard = ["-".to_owned()];
    inputs::find(if logs.is_empty() { &standard } else { logs }, terminal)
}
