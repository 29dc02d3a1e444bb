//! `rulesctl simulate`: an event that is invented, or what comes of many.

use super::load::{Loaded, load};
use super::output::Output;
use super::terminal::Terminal;
use super::{Exit, Setting, inputs};
use crate::log::{self, Deed, Log};
use crate::report::{self, ChancesSubject, EventPart, EventSubject, Part};
use crate::ruleset::{Edition, Every, Settings};
use crate::session::{Field, Followed, Format, Session, stamp};
use crate::simulate::{self, Bounds, Runs};
use clap::value_parser;
use std::fs;
use std::path::Path;

/// With more entrants the places of many events would take too much room.
const MOST_ENTRANTS: usize = 1_000;

/// Plays an event among real or invented entrants, with invented results, and prints how it went: a preview. With `--runs`
/// it plays many, and prints chances and means. The same seed plays the same.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// The list of entrants, as CSV or JSON Lines
    #[arg(long, value_name = "FILE", conflicts_with = "players")]
    entrants: Option<String>,

    /// So many invented entrants instead
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000))]
    players: Option<u32>,

    /// The number that all chance comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Stop after so many rounds
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Play this edition, in a format with editions: 2026-11, or 2026 where they are years; else that of January 2026
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,

    /// Play so many events, and print chances and means
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    runs: Option<u32>,

    /// Play so many games among entrants who are drawn for each: for formats without phases
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000), conflicts_with_all = ["rounds", "runs"])]
    games: Option<u32>,

    /// Write the log of the event to this file, with its entrants, as JSON Lines: all that `score` needs
    #[arg(long, value_name = "FILE", conflicts_with = "runs")]
    log: Option<String>,

    /// Set an option of the format, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,

    /// Tables for people, JSON for programs; CSV for spreadsheets: the final places, or the chances of places
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Table)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match simulate(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn simulate(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, mut format, settings } =
        load(&arguments.format, &arguments.settings, terminal)?;
    // What is played is one edition.
    format.ruleset = format.ruleset.of_edition();
    match (format.ruleset.phases.is_empty(), arguments.games) {
        (true, None) => {
            let message =
                format!("the format `{}` has no phases, so nothing says who meets whom", arguments.format);
            return Err(terminal
                .refuse(&message, Some("say how many games are played by whoever is drawn: `--games 500`")));
        }
        (false, Some(_)) => {
            let message = format!("the format `{}` has phases, which say who meets whom", arguments.format);
            return Err(terminal.refuse(&message, Some("leave `--games` out")));
        }
        (true, Some(_)) | (false, None) => {}
    }
    refuse_missing(arguments, &format, terminal)?;
    let edition = edition(arguments, &format, terminal)?;
    let field = field(arguments, terminal)?;
    let entrants = session.entrants(&format, &settings, field, arguments.seed);
    let entrants = entrants.ok_or_else(|| complained(&session, terminal))?;
    refuse_size(arguments, (&format, &settings), &entrants, terminal)?;
    if let Some(games) = arguments.games {
        return season(arguments, games, &mut session, (&format, &settings), &entrants, terminal);
    }
    match arguments.runs {
        None => {
            let bounds = Bounds { rounds: arguments.rounds, edition, ..Bounds::default() };
            preview(arguments, &mut session, (&format, &settings), (&entrants, bounds), terminal)
        }
        Some(events) => {
            let runs = Runs { events, seed: arguments.seed, rounds: arguments.rounds, edition };
            chances(arguments, &mut session, (&format, &settings), (&entrants, runs), terminal)
        }
    }
}

/// Plays many events, and prints what they come to.
fn chances(
    arguments: &Arguments,
    session: &mut Session,
    (format, settings): (&Format, &Settings),
    (entrants, runs): (&Log, Runs),
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let progress = terminal.progress(runs.events);
    let chances = session.play_many(format, settings, entrants, runs, |played| progress.set(played));
    drop(progress);
    let Some(chances) = chances else {
        if session.complaints.is_empty() {
            return Err(terminal.refuse(
                "nothing can be played: opponents are chosen freely, and there is no game of two among them",
                None,
            ));
        }
        return Err(complained(session, terminal));
    };
    terminal.complain(session);
    let stamp = stamp(format, settings, (entrants, runs.seed));
    let subject = ChancesSubject { ruleset: &format.ruleset, settings, stamp: &stamp, chances: &chances };
    let exit = terminal.result(|out| report::write_chances(subject, arguments.output.shape(), out));
    Ok(if exit == Exit::Fine { Exit::of(&session.complaints) } else { exit })
}

/// Plays games that nobody pairs, writes their log, and prints what came of them.
fn season(
    arguments: &Arguments,
    games: u32,
    session: &mut Session,
    (format, settings): (&Format, &Settings),
    entrants: &Log,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let (least, count) = (format.ruleset.plan(settings).least as usize, entrants.entered.len());
    if count < least {
        let message = format!("a game has {least} sides at least, and there are too few entrants: {count}");
        return Err(terminal.refuse(&message, Some("let more of them play: `--players 40`")));
    }
    let played = session.season(format, settings, entrants, arguments.seed, games);
    let Some((log, scored)) = &played else { return Err(complained(session, terminal)) };
    write_log(arguments, format, settings, log, terminal)?;
    terminal.complain(session);
    let shape = arguments.output.shape();
    let part = Part::Standings;
    let exit = terminal.result(|out| report::write(scored.subject(&format.ruleset), shape, part, out));
    Ok(if exit == Exit::Fine { Exit::of(&session.complaints) } else { exit })
}

/// Writes the log of what was played, where that is wanted.
fn write_log(
    arguments: &Arguments,
    format: &Format,
    settings: &Settings,
    log: &Log,
    terminal: &Terminal,
) -> Result<(), Exit> {
    if let Some(path) = &arguments.log
        && let Err(error) = fs::write(path, log::write(log, &format.ruleset, settings))
    {
        terminal.refuse(&format!("the log `{path}` cannot be written: {error}"), None);
        return Err(Exit::File);
    }
    Ok(())
}

/// Plays one event, writes its log, and prints how it went.
fn preview(
    arguments: &Arguments,
    session: &mut Session,
    (format, settings): (&Format, &Settings),
    (entrants, bounds): (&Log, Bounds),
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let played = session.play(format, settings, entrants, arguments.seed, bounds);
    let Some(Followed { log, settings, stamp, course }) = &played else {
        return Err(complained(session, terminal));
    };
    write_log(arguments, format, settings, log, terminal)?;
    terminal.complain(session);
    let subject = EventSubject { ruleset: &format.ruleset, settings, stamp, log, course };
    let shape = arguments.output.shape();
    let exit = terminal.result(|out| report::write_event(subject, shape, EventPart::Everything, out));
    Ok(if exit == Exit::Fine { Exit::of(&session.complaints) } else { exit })
}

/// What was complained of, told; how the program ends.
fn complained(session: &Session, terminal: &Terminal) -> Exit {
    terminal.complain(session);
    match Exit::of(&session.complaints) {
        Exit::Fine => Exit::Errors,
        exit @ (Exit::Errors | Exit::Usage | Exit::File) => exit,
    }
}

/// The edition that was typed; whatever is no edition of the format is refused.
fn edition(arguments: &Arguments, format: &Format, terminal: &Terminal) -> Result<Option<Edition>, Exit> {
    let Some(typed) = arguments.edition.as_deref().map(str::trim) else { return Ok(None) };
    let Some(editions) = &format.ruleset.editions else {
        let message = format!("the format `{}` has no editions", arguments.format);
        let help = "leave `--edition` out; what is held again and again says so by `[edition]`";
        return Err(terminal.refuse(&message, Some(help)));
    };
    Edition::parse(typed, editions.every).map(Some).ok_or_else(|| {
        let help = match editions.every {
            Every::Month => "write the year and the month in which it begins: `2026-11`",
            Every::Year => "write the year in which it begins: `2026`",
        };
        terminal.refuse(&format!("`{typed}` is no edition"), Some(help))
    })
}

/// Refuses a format whose results cannot be invented.
fn refuse_missing(arguments: &Arguments, format: &Format, terminal: &Terminal) -> Result<(), Exit> {
    let missing = simulate::missing(&format.ruleset, arguments.entrants.is_some());
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().map(|one| format!("`{}`", one.name)).collect();
    let message = format!("the format does not say how to invent {}", names.join(", "));
    let mut help = "say it, for example:".to_owned();
    let mut table = "";
    for one in &missing {
        if one.table != table {
            help.push_str("\n    ");
            help.push_str(&one.table);
        }
        table = &one.table;
        help.push_str("\n    ");
        help.push_str(&one.rule);
    }
    Err(terminal.refuse(&message, Some(&help)))
}

fn field(arguments: &Arguments, terminal: &Terminal) -> Result<Field<'static>, Exit> {
    if let (Some(entrants), Some(log)) = (&arguments.entrants, &arguments.log)
        && Path::new(log).starts_with(entrants)
    {
        let message = if entrants == log {
            format!("the log would be written over the list of entrants `{log}`")
        } else {
            format!("the log `{log}` would be written among the lists of entrants in `{entrants}`")
        };
        return Err(terminal.refuse(&message, Some("give it another name")));
    }
    match (&arguments.entrants, arguments.players) {
        (Some(path), _) => Ok(Field::Listed(inputs::find([path], terminal)?)),
        (None, Some(count)) => Ok(Field::Invented(count)),
        (None, None) => {
            let help = "name a list of them: `--entrants FILE`, or have some invented: `--players 15`";
            Err(terminal.refuse("there are no entrants", Some(help)))
        }
    }
}

/// Refuses a log in which more stands than entrants, and more entrants than can be played.
fn refuse_size(
    arguments: &Arguments,
    (format, settings): (&Format, &Settings),
    entrants: &Log,
    terminal: &Terminal,
) -> Result<(), Exit> {
    let path = arguments.entrants.as_deref().unwrap_or_default();
    let games = entrants.tables.games.len();
    if games > 0 {
        let message =
            format!("`{path}` is a log with games, and a simulation plays an event from its beginning");
        let help = "give the list of entrants alone; who meets whom next in a real event is told by `pair`";
        return Err(terminal.refuse(&message, Some(help)));
    }
    let is_decided = |deed: &Deed| !matches!(deed, Deed::Withdrawal { .. } | Deed::Seed(_));
    if arguments.runs.is_some() && entrants.acts.iter().any(|act| is_decided(&act.what)) {
        let message = format!("`{path}` records draws or decisions, which would be the same in every event");
        return Err(terminal.refuse(&message, Some("take them out, or leave out `--runs`")));
    }
    let count = entrants.entered.len();
    if arguments.runs.is_some() && count > MOST_ENTRANTS {
        let message = format!("{count} entrants are too many for `--runs`: {MOST_ENTRANTS} are the most");
        return Err(terminal.refuse(&message, Some("play one event, without `--runs`")));
    }
    let games = simulate::games(&format.ruleset, settings, u32::try_from(count).unwrap_or(u32::MAX));
    if games > simulate::MOST_GAMES {
        let message = format!("{games} games are too many: {} of a phase are the most", simulate::MOST_GAMES);
        return Err(terminal.refuse(&message, Some("try fewer entrants")));
    }
    Ok(())
}
