//! `rulesctl pair`: who meets whom next.

mod editions;

use super::Exit;
use super::asked::{Asked, SoFar, several};
use super::formats;
use super::load::Loaded;
use super::output::Output;
use super::terminal::Terminal;
use crate::diagnostic::{nearest, one_of};
use crate::event::{Course, Given};
use crate::report::{self, EventPart};
use crate::ruleset::{Ruleset, Scheme};
use crate::session::Followed;

/// What `--explain` calls the numbers of a round robin.
const TABLE: &str = "table";

/// Prints the round that is due: who meets whom, where they sit, who is umpire; in a knockout every match that can be
/// played. What the log holds so far is compared with what was prescribed. When results are missing, or somebody has to
/// decide, that is said instead. Where opponents are chosen freely it says how many matches everybody has left, and whom they
/// could meet.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES, mut_arg("edition", several))]
pub struct Arguments {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    so_far: SoFar,

    /// Tables for people, JSON for programs; CSV is a sheet to be filled in and scored
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Table)]
    output: Output,

    /// Print how a pool (by its number) or a match (by its name) came about: groups, ranks, lots; in a round robin say
    /// `table` for the numbers by which everybody meets everybody. The id of a game explains what it belongs to
    #[arg(long, value_name = "WHAT")]
    explain: Option<String>,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match pair(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn pair(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, format, settings } =
        arguments.asked.load("pair", &arguments.so_far.logs, terminal)?;
    if format.ruleset.phases.is_empty() {
        return Err(refuse_without_phases(&arguments.asked.format, terminal));
    }
    let today = arguments.asked.today(&format, terminal)?;
    if format.ruleset.editions.is_none() {
        arguments.asked.wanted(&format, terminal)?;
    }
    let logs = arguments.so_far.find(terminal)?;
    let given = Given { today, ..Given::seed(arguments.asked.choices.seed) };
    if format.ruleset.editions.is_some() {
        return editions::pair(arguments, (&mut session, &format), (settings, given), logs, terminal);
    }
    let followed = session.pair(&format, settings, logs, given);
    let exit = Exit::of(&session.complaints);
    let Some(followed) = followed else {
        terminal.complain(&session);
        return Err(if exit == Exit::Fine { Exit::Errors } else { exit });
    };
    let part = match &arguments.explain {
        Some(wanted) => explained(wanted, &format.ruleset, &followed, terminal)?,
        None => EventPart::Due,
    };
    terminal.complain(&session);
    let subject = followed.subject(&format.ruleset);
    let written = terminal.result(|out| report::write_event(subject, arguments.output.shape(), part, out));
    Ok(if written == Exit::Fine { exit } else { written })
}

/// Refuses a format that speaks of games alone.
pub(super) fn refuse_without_phases(name: &str, terminal: &Terminal) -> Exit {
    let message =
        format!("the format `{}` has no phases: it does not say who meets whom", formats::stem(name));
    let help =
        "a format says so under `[[phase]]`: pairing = \"pools\", \"round-robin\", \"knockout\" or \"open\"";
    terminal.refuse(&message, Some(help))
}

/// A pool of the round that is due, a match of the bracket under way, or the table of a round robin; what is not there is
/// refused.
fn explained(
    wanted: &str,
    ruleset: &Ruleset,
    followed: &Followed,
    terminal: &Terminal,
) -> Result<EventPart, Exit> {
    let course = &followed.course;
    let phase = course.phases.last();
    let bracket = phase.map_or(&[][..], |phase| &phase.bracket);
    if let Some(place) = bracket.iter().position(|course| course.line.name == wanted) {
        return Ok(EventPart::Match(place));
    }
    let scheme = phase.map(|phase| &ruleset.phase(phase.phase).scheme);
    for round in report::rounds_due(course) {
        let number = wanted.parse().ok();
        if let Some(pool) = round.pools.iter().find(|pool| Some(pool.number) == number) {
            return Ok(EventPart::Pool(pool.number));
        }
        if let Some(place) = round.games.iter().position(|game| game.id == wanted) {
            let game = &round.games[place];
            let in_match = game.in_match.map(EventPart::Match);
            let part = game.pool.map(EventPart::Pool).or(in_match);
            return Ok(part.unwrap_or(EventPart::Numbers(Some(place))));
        }
        if matches!(scheme, Some(Scheme::RoundRobin(_))) && wanted == TABLE {
            return Ok(EventPart::Numbers(None));
        }
    }
    let (message, help) = no_such_part(wanted, ruleset, course);
    Err(terminal.refuse(&message, Some(&help)))
}

/// What is wrong where nothing of this name can be explained, and what can be.
fn no_such_part(wanted: &str, ruleset: &Ruleset, course: &Course) -> (String, String) {
    let phase = course.phases.last();
    let name = phase.map_or("", |phase| &ruleset.phase(phase.phase).name);
    let bracket = phase.map_or(&[][..], |phase| &phase.bracket);
    let round = report::rounds_due(course).first().copied();
    if let Some(round) = round.filter(|round| !round.pools.is_empty()) {
        let help = match round.pools.len() {
            1 => "there is pool 1 alone".to_owned(),
            pools => format!("there are pools 1 to {pools}"),
        };
        return (format!("round {} of `{name}` has no pool `{wanted}`", round.number), help);
    }
    if !bracket.is_empty() {
        let matches: Vec<&str> = bracket.iter().map(|course| course.line.name.as_str()).collect();
        let help = match nearest(wanted, matches.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", one_of(&matches)),
        };
        return (format!("`{name}` has no match `{wanted}`"), help);
    }
    if let Some(round) = round {
        let help = match nearest(wanted, round.games.iter().map(|game| game.id.as_str())) {
            Some(near) => format!("did you mean `{near}`? Or say `--explain {TABLE}`"),
            None => format!("say `--explain {TABLE}`: the numbers of the table say who meets whom"),
        };
        return (format!("round {} of `{name}` has no game `{wanted}`", round.number), help);
    }
    (
        "no round is due that could be explained".to_owned(),
        "leave `--explain` out to see what is due".to_owned(),
    )
}
