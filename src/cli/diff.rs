//! `rulesctl diff`: what a change of a format changes, in results.

use super::asked::{Choices, several};
use super::edition::Wanted;
use super::formats::{self, LIBRARY};
use super::output::Plain;
use super::terminal::Terminal;
use super::{Exit, inputs};
use crate::audit::differ::{Comparison, LogAnswer};
use crate::diagnostic::{Complaints, one_of};
use crate::log::Unread;
use crate::report::{self, DiffShape, DiffSubject, Shape};
use crate::session::{Compared, Scoring, Session};

/// So many examples are invented to tell the two formats apart.
const INVENTED: u32 = 2000;

/// So many rows of each sheet of a log are kept where not all are wanted.
const MOST_ROWS: usize = 10;

const EXIT_CODES: &str = "\
Exit codes:
  0  the two score alike, as far as is known: the answer says how that is known
  1  they do not, or a log comes out differently; or a format or the log has errors
  2  the command was used wrongly
  3  a file cannot be read or written";

/// What `--set` is here.
const SETTINGS: &str =
    "Set an option of both formats, e.g. tie=split; of one, where the other does not have it";

/// Says what is different between two formats, in results and not in text: whether they score alike; if not, a small record
/// that they score differently, with the clauses behind it; which clauses and rules are touched; and what becomes of the
/// standings, games and matches of a log.
#[derive(Debug, clap::Args)]
#[command(
    after_help = EXIT_CODES,
    mut_arg("edition", several),
    mut_arg("settings", |argument| argument.help(SETTINGS)),
    mut_arg("seed", |argument| argument.help("What records are invented from, and the number that decides drawn lots"))
)]
pub struct Arguments {
    /// The old format: the name of one that ships with the program, or the path of a .toml file
    old: String,

    /// The new format
    new: String,

    /// Files with games, or folders of such files, read as one log by both formats
    #[arg(value_name = "LOG")]
    logs: Vec<String>,

    #[command(flatten)]
    choices: Choices,

    /// Write lists out
    #[arg(long)]
    all: bool,

    /// Tables for people, JSON for programs
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match diff(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn diff(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let names = [arguments.old.as_str(), arguments.new.as_str()];
    refuse_unfit(arguments, terminal)?;
    let mut session = Session::new();
    let old = load(names[0], &mut session, terminal)?;
    let new = load(names[1], &mut session, terminal)?;
    let [old, new] = set(arguments, [old, new], &mut session, terminal)?;
    let scoring =
        Scoring { seed: arguments.choices.seed, today: arguments.choices.date, ..Scoring::default() };
    let logs = if arguments.logs.is_empty() {
        if arguments.choices.date.is_some() || arguments.choices.edition.is_some() {
            let help = "give a log behind the two formats, or leave them out";
            return Err(terminal.refuse("`--date` and `--edition` are about a log", Some(help)));
        }
        Vec::new()
    } else {
        answers(arguments, (&old, &new), scoring, (&mut session, terminal))?
    };
    let comparison = session.compare(&old, &new, (arguments.choices.seed, INVENTED));
    let subject = DiffSubject {
        names,
        rulesets: [&old.format.ruleset, &new.format.ruleset],
        sources: &session.sources,
        comparison: &comparison,
        seed: arguments.choices.seed,
        logs: &logs,
    };
    let shape = match arguments.output.shape() {
        Shape::Json => DiffShape::Json,
        Shape::Table | Shape::Csv => DiffShape::Table { all: arguments.all },
    };
    let written = terminal.result(|out| report::write_diff(subject, shape, out));
    Ok(if written == Exit::Fine { verdict(&comparison, &logs) } else { written })
}

fn verdict(comparison: &Comparison, logs: &[LogAnswer]) -> Exit {
    let is_amiss = |log: &LogAnswer| log.is_different() || log.is_refused();
    if comparison.is_different() || logs.iter().any(is_amiss) { Exit::Errors } else { Exit::Fine }
}

/// Refuses a log in the place of a format, and standard input, which can be read only once.
fn refuse_unfit(arguments: &Arguments, terminal: &Terminal) -> Result<(), Exit> {
    if arguments.logs.iter().any(|log| log == "-") {
        let help = "a log is read by each of the two formats: save it as a file";
        return Err(terminal.refuse("standard input can be read once", Some(help)));
    }
    for name in [&arguments.old, &arguments.new] {
        if !formats::is_format(name) && std::path::Path::new(name).exists() {
            let help = format!("write: rulesctl diff OLD NEW {name} (the file of a format ends in `.toml`)");
            let message = format!("`{name}` is not a format: two formats come first, then the logs");
            return Err(terminal.refuse(&message, Some(&help)));
        }
    }
    Ok(())
}

fn load(name: &str, session: &mut Session, terminal: &Terminal) -> Result<Compared, Exit> {
    let found = formats::find(name, terminal)?;
    let Some(format) = session.load(formats::stem(name), &found, &LIBRARY) else {
        terminal.complain(session);
        return Err(Exit::of(&session.complaints));
    };
    // Warnings about the format are for `check`.
    session.complaints = Complaints::new();
    let settings = format.ruleset.defaults();
    Ok(Compared { format, settings, given: Vec::new() })
}

/// Sets options in each format that has them.
fn set(
    arguments: &Arguments,
    both: [Compared; 2],
    session: &mut Session,
    terminal: &Terminal,
) -> Result<[Compared; 2], Exit> {
    let has =
        |one: &Compared, name: &str| one.format.ruleset.options.iter().any(|option| option.name == name);
    if let Some(unknown) =
        arguments.choices.settings.iter().find(|setting| !both.iter().any(|one| has(one, &setting.name)))
    {
        let all = both.iter().flat_map(|one| &one.format.ruleset.options);
        let mut known: Vec<&str> = all.map(|option| option.name.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        let help = if known.is_empty() {
            "neither has any option".to_owned()
        } else {
            format!("there is {}", one_of(&known))
        };
        let message = format!("no option of either format is called `{}`", unknown.name);
        return Err(terminal.refuse(&message, Some(&help)));
    }
    let mut done = Vec::new();
    for mut one in both {
        let own = arguments.choices.settings.iter().filter(|setting| has(&one, &setting.name));
        one.given = own.map(|setting| (setting.name.clone(), setting.value.clone())).collect();
        let choices: Vec<(String, String)> = one.given.clone();
        let choices = choices.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let Some(settings) = session.settings(&mut one.format, choices) else {
            terminal.complain(session);
            return Err(Exit::Usage);
        };
        one.settings = settings;
        done.push(one);
    }
    <[Compared; 2]>::try_from(done).map_err(|_| Exit::Usage)
}

/// What becomes of the logs.
fn answers(
    arguments: &Arguments,
    (old, new): (&Compared, &Compared),
    scoring: Scoring,
    (session, terminal): (&mut Session, &Terminal),
) -> Result<Vec<LogAnswer>, Exit> {
    let most = if arguments.all || arguments.output == Plain::Json { usize::MAX } else { MOST_ROWS };
    let read = || inputs::find(&arguments.logs, terminal);
    let (logs, again): (Vec<Unread<'static>>, Vec<Unread<'static>>) = (read()?, read()?);
    let editions = [old, new].map(|one| one.format.ruleset.editions.as_ref().map(|editions| editions.every));
    let Some(_) = editions[0].filter(|_| editions[0] == editions[1]) else {
        if arguments.choices.edition.is_some() {
            let help = "leave `--edition` out";
            return Err(terminal.refuse("the two formats have no editions in common", Some(help)));
        }
        return Ok(vec![session.compare_log((old, logs), (new, again), scoring, most)]);
    };
    let wanted = Wanted::read(arguments.choices.edition.as_deref(), &old.format, &arguments.old, terminal)?;
    let both = match session.editions_of_both((old, logs), (new, again), scoring) {
        Ok(both) => both,
        Err(refused) => return Ok(vec![*refused]),
    };
    let shown = wanted.of(&both[0], false, terminal)?;
    let mut all: Vec<LogAnswer> =
        shown.iter().map(|edition| session.compare_edition(&both, *edition, most)).collect();
    let one = matches!(wanted, Wanted::One(_));
    if !one && both.iter().all(crate::session::Editions::has_season) {
        all.push(session.compare_season(&both, most));
    }
    Ok(all)
}
