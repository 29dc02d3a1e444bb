//! `rulesctl check --clauses`, `--claims`, `--coverage`, `--mutants`: whether a format says enough.

use super::check::Arguments;
use super::formats::{self, LIBRARY};
use super::terminal::Terminal;
use super::{Exit, inputs};
use crate::audit::{self, Effort, Trying};
use crate::diagnostic::{Code, Complaints};
use crate::format::Found;
use crate::report::{self, Audited, Shape};
use crate::session::{Format, Scoring, Session};
use clap::ValueEnum;

/// So many examples are invented to tell a change from the format as it is.
const INVENTED: u32 = 2000;

/// How an audit is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people
    Table,
    /// Everything, for programs
    Json,
}

impl Output {
    fn shape(self) -> Shape {
        match self {
            Self::Table => Shape::Table,
            Self::Json => Shape::Json,
        }
    }
}

/// Runs an audit of one format: the first of the names; the others are logs.
pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    let Some((name, logs)) = arguments.formats.split_first() else {
        let help = "write: rulesctl check FORMAT --clauses, with logs behind the format if you like";
        return terminal.refuse("which format?", Some(help));
    };
    if let Some(exit) = inputs::refuse_swapped("check", name, logs, terminal) {
        return exit;
    }
    let found = match formats::find(name, terminal) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if arguments.claims {
        if !logs.is_empty() {
            let help = "what is scored is tried on every claim by `score`";
            return terminal.refuse("--claims needs no logs: it invents records", Some(help));
        }
        return claims(arguments, (name, &found), terminal);
    }
    let mut session = Session::new();
    let format = session.check(formats::stem(name), &found, &LIBRARY);
    let Some(mut format) = format.filter(|_| !session.complaints.has_errors()) else {
        terminal.complain(&session);
        return Exit::of(&session.complaints);
    };
    if arguments.mutants {
        terminal.complain(&session);
        if !logs.is_empty() {
            let help = "what games come to is said by --coverage";
            return terminal.refuse("--mutants needs no logs: it invents games", Some(help));
        }
        return mutants(arguments, (name, &format), &session, terminal);
    }
    let logs = match inputs::find(logs, terminal) {
        Ok(logs) => logs,
        Err(exit) => return exit,
    };
    let choices = arguments.settings.iter().map(|setting| (setting.name.as_str(), setting.value.as_str()));
    let Some(settings) = session.settings(&mut format, choices) else {
        terminal.complain(&session);
        return Exit::Usage;
    };
    let scoring = Scoring { seed: arguments.seed, ..Scoring::default() };
    let trace = session.trace(&format, (settings, scoring), inputs::watched(logs, terminal));
    terminal.complain(&session);
    match trace {
        Some(trace) => write(arguments, (name, &format), &session, &trace, terminal),
        None => Exit::of(&session.complaints),
    }
}

fn write(
    arguments: &Arguments,
    (name, format): (&str, &Format),
    session: &Session,
    trace: &audit::Trace,
    terminal: &Terminal,
) -> Exit {
    let audited = Audited { name, sources: &session.sources };
    let shape = arguments.output.shape();
    if arguments.clauses {
        let clauses = audit::clauses(&format.file, trace);
        return terminal.result(|out| report::write_clauses(audited, &clauses, shape, out));
    }
    let coverage = audit::coverage(&format.file, trace);
    let written = terminal.result(|out| report::write_coverage(audited, &coverage, shape, out));
    let wanting = arguments.strict && coverage.unused(true) > 0;
    if written == Exit::Fine && wanting { Exit::Errors } else { written }
}

/// What is known of the claims. What is complained of them is what is written, so it is not said twice.
fn claims(arguments: &Arguments, (name, found): (&str, &Found), terminal: &Terminal) -> Exit {
    let mut session = Session::new();
    let trying = Trying { seed: arguments.seed, ..Trying::default() };
    let checked = session.check_claims(formats::stem(name), found, &LIBRARY, trying);
    let is_told = checked.is_some();
    let mut others = Complaints::new();
    for complaint in session.complaints.iter() {
        let is_claim = matches!(complaint.code, Code::ClaimFails | Code::ClaimBreaks);
        if !(is_told && is_claim) {
            others.push(complaint.clone());
        }
    }
    session.complaints = others;
    terminal.complain(&session);
    let Some((format, claims)) = checked.filter(|_| !session.complaints.has_errors()) else {
        return Exit::of(&session.complaints);
    };
    let columns = session.ruled(&format);
    let audited = Audited { name, sources: &session.sources };
    let shape = arguments.output.shape();
    let written = terminal.result(|out| report::write_claims(audited, (&claims, &columns), shape, out));
    if written == Exit::Fine && claims.failing() > 0 { Exit::Errors } else { written }
}

fn mutants(
    arguments: &Arguments,
    (name, format): (&str, &Format),
    session: &Session,
    terminal: &Terminal,
) -> Exit {
    let effort = Effort { most: arguments.most, invented: INVENTED, seed: arguments.seed };
    let progress = terminal.progress(u32::try_from(arguments.most).unwrap_or(u32::MAX));
    let found = session.mutants(format, effort, &|done, all| progress.set_of(done, all));
    drop(progress);
    let audited = Audited { name, sources: &session.sources };
    let shape = arguments.output.shape();
    let written = terminal.result(|out| report::write_mutants(audited, &found, shape, out));
    let wanting = found.survivors().next().is_some();
    if written == Exit::Fine && wanting { Exit::Errors } else { written }
}
