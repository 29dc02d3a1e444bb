//! `rulesctl bracket`: a bracket as a tree.

use super::asked::{Asked, SoFar};
use super::load::Loaded;
use super::terminal::Terminal;
use super::watch::{Watching, watch};
use super::{Exit, pair};
use crate::diagnostic::{nearest, one_of};
use crate::event::{Course, Given, PhaseCourse};
use crate::report::{self, TreeShape};
use crate::ruleset::{Phase, Ruleset, Scheme};
use clap::ValueEnum;

/// Draws the bracket of a knockout as far as it has been played: rounds from left to right, who met whom, what came out,
/// and who went on.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    so_far: SoFar,

    /// The phase whose bracket it is; the last one that has been drawn up, where it is not given
    #[arg(long, value_name = "NAME")]
    phase: Option<String>,

    /// A tree for a terminal, JSON for programs, SVG for a page
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Drawn::Table)]
    output: Drawn,
}

/// How a bracket is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drawn {
    /// A tree for a terminal
    Table,
    /// Everything, for programs
    Json,
    /// A picture for a page
    Svg,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    match bracket(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn bracket(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let Loaded { mut session, format, settings } =
        arguments.asked.load("bracket", &arguments.so_far.logs, terminal)?;
    if format.ruleset.phases.is_empty() {
        return Err(pair::refuse_without_phases(&arguments.asked.format, terminal));
    }
    let wanted = wanted(arguments.phase.as_deref(), &format.ruleset, terminal)?;
    let today = arguments.asked.today(&format, terminal)?;
    let logs = arguments.so_far.find(terminal)?;
    let given = Given { today, ..Given::seed(arguments.asked.choices.seed) };
    let edition = arguments.asked.choices.edition.as_deref();
    let asked = Watching { what: "a bracket", name: &arguments.asked.format, edition, given };
    let (followed, ruleset) = watch((&mut session, &format), settings, logs, &asked, terminal)?;
    terminal.complain(&session);
    let exit = Exit::of(&session.complaints);
    let phase = find(&followed.course, &ruleset, wanted, terminal)?;
    let subject = followed.subject(&ruleset);
    let shape = match arguments.output {
        Drawn::Table => TreeShape::Text,
        Drawn::Json => TreeShape::Json,
        Drawn::Svg => TreeShape::Svg,
    };
    let written = terminal.result(|out| report::write_tree(subject, phase, shape, out));
    Ok(if written == Exit::Fine { exit } else { written })
}

/// The phase that is wanted; one that is not there, or has no bracket, is refused.
fn wanted<'a>(
    name: Option<&str>,
    ruleset: &'a Ruleset,
    terminal: &Terminal,
) -> Result<Option<&'a Phase>, Exit> {
    let knockouts = ruleset.phases.iter().filter(|phase| matches!(phase.scheme, Scheme::Knockout(_)));
    let knockouts: Vec<&Phase> = knockouts.collect();
    if knockouts.is_empty() {
        let help = "a phase with a bracket is written with pairing = \"knockout\"";
        return Err(terminal.refuse("the format has no knockout, so there is no bracket", Some(help)));
    }
    let Some(name) = name else { return Ok(None) };
    if let Some(phase) = knockouts.iter().find(|phase| phase.name == name) {
        return Ok(Some(phase));
    }
    let names: Vec<&str> = knockouts.iter().map(|phase| phase.name.as_str()).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is {}", one_of(&names)),
    };
    Err(terminal.refuse(&format!("the format has no knockout called `{name}`"), Some(&help)))
}

/// The bracket that is wanted, or the last one; one that has not been drawn up yet is refused.
fn find<'a>(
    course: &'a Course,
    ruleset: &Ruleset,
    wanted: Option<&Phase>,
    terminal: &Terminal,
) -> Result<&'a PhaseCourse, Exit> {
    let is_wanted =
        |phase: &&PhaseCourse| wanted.is_none_or(|wanted| ruleset.phase(phase.phase).name == wanted.name);
    let mut drawn = course.phases.iter().rev().filter(|phase| !phase.bracket.is_empty());
    drawn.find(is_wanted).ok_or_else(|| {
        let message = match wanted {
            Some(phase) => format!("the bracket of `{}` has not been drawn up yet", phase.name),
            None => "no bracket has been drawn up yet".to_owned(),
        };
        let help = "`rulesctl status` says what is to be played before it";
        let _ = terminal.refuse(&message, Some(help));
        Exit::Errors
    })
}
