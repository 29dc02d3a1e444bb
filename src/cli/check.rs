//! `rulesctl check`: everything that is wrong with formats, in one run.

use super::audit::{self, Output};
use super::formats::{self, LIBRARY};
use super::terminal::Terminal;
use super::{Exit, Setting};
use crate::audit::{Claims, Ruled, Trying};
use crate::diagnostic::{Code, Page, nearest};
use crate::format::{ClauseEntry, ClauseStatus, Library};
use crate::report;
use crate::session::{Format, Session};
use std::io::Write;

/// Finds what is wrong with formats: misspelt names, values of the wrong kind, tables with gaps, rules that need
/// each other, clauses that nothing states, examples that come out differently, claims that a record breaks. Of one
/// format it also says what each ruled column can hold. Without a FORMAT, every format that ships with the program is
/// checked.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file; with --clauses or --coverage
    /// one format, and logs behind it; with --claims or --mutants one format
    #[arg(value_name = "FORMAT")]
    pub(super) formats: Vec<String>,

    /// Print what codes mean, each with an example and how to mend it
    #[arg(long, value_name = "CODE", num_args = 1.., conflicts_with_all = ["formats", "settings", "audit"])]
    explain: Vec<String>,

    /// Also check that an option of the format can be set like this, e.g. tie=split
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) settings: Vec<Setting>,

    /// Go through the regulation: which rules implement each clause, which examples and which games of the logs show it
    #[arg(long, group = "audit")]
    pub(super) clauses: bool,

    /// Go through the claims: which are proved and by what, which were only tried and on how many records, and of those that
    /// fail the smallest record that breaks them; exit code 1 where one fails
    #[arg(long, group = "audit")]
    pub(super) claims: bool,

    /// Say which rules, lines and keys no example and no game of the logs ever came to
    #[arg(long, group = "audit")]
    pub(super) coverage: bool,

    /// Change the format in small ways, and say which changes no example and no claim notices, each with an example that
    /// would; exit code 1 where there are any
    #[arg(long, group = "audit")]
    pub(super) mutants: bool,

    /// With --mutants: try no more changes than this
    #[arg(long, value_name = "COUNT", default_value_t = 3000, requires = "mutants")]
    pub(super) most: usize,

    /// With --claims or --mutants: what records are invented from; with --clauses or --coverage: what decides lots in the
    /// logs, unless a draw is recorded there
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "audit")]
    pub(super) seed: u64,

    /// How to print it
    #[arg(long, value_name = "SHAPE", value_enum, default_value_t = Output::Table, requires = "audit")]
    pub(super) output: Output,

    /// With --coverage: end with exit code 1 where something was never used
    #[arg(long, requires = "coverage")]
    pub(super) strict: bool,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    if !arguments.explain.is_empty() {
        return explain(&arguments.explain, terminal);
    }
    if arguments.clauses || arguments.claims || arguments.coverage || arguments.mutants {
        return audit::run(arguments, terminal);
    }
    let every = arguments.formats.is_empty();
    let names = if every { LIBRARY.names() } else { arguments.formats.clone() };
    let mut worst = Exit::Fine;
    let mut lines = String::new();
    let mut columns = Vec::new();
    for name in &names {
        match check(name, &arguments.settings, terminal) {
            Ok(checked) => {
                lines.push_str(&checked.line);
                columns = checked.columns;
                worst = worse(worst, checked.exit);
            }
            Err(exit) => worst = worse(worst, exit),
        }
    }
    // Of many formats there is a line each.
    let is_alone = names.len() == 1 && !columns.is_empty();
    let written = terminal.result(|out| {
        out.write_all(lines.as_bytes())?;
        if is_alone {
            out.write_all(b"\n")?;
            report::write_ruled(&columns, out)?;
        }
        Ok(())
    });
    worse(worst, written)
}

/// A format that was checked.
struct Checked {
    line: String,
    /// What its ruled columns can hold.
    columns: Vec<Ruled>,
    exit: Exit,
}

/// Checks one format.
fn check(name: &str, settings: &[Setting], terminal: &Terminal) -> Result<Checked, Exit> {
    let found = formats::find(name, terminal)?;
    let mut session = Session::new();
    let checked = session.check_claims(formats::stem(name), &found, &LIBRARY, Trying::default());
    let exit = Exit::of(&session.complaints);
    let (errors, warnings) = session.counts();
    let verdict = match (errors, warnings) {
        (0, 0) => "no complaints".to_owned(),
        (0, warnings) => counted(warnings, "warning"),
        (errors, 0) => counted(errors, "error"),
        (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    };
    let mut usage = Exit::Fine;
    let mut columns = Vec::new();
    let contents = checked.map(|(mut format, claims)| {
        columns = session.ruled(&format);
        let choices = settings.iter().map(|setting| (setting.name.as_str(), setting.value.as_str()));
        if session.settings(&mut format, choices).is_none() {
            usage = Exit::Usage;
        }
        format!("{}, ", contents(&format, &claims))
    });
    terminal.complain(&session);
    let line = format!("{name}: {}{verdict}\n", contents.unwrap_or_default());
    Ok(Checked { line, columns, exit: worse(exit, usage) })
}

/// `12 rules, 2 states, 5 levels, 9 clauses, 1 claim proved, 14 examples`
fn contents(format: &Format, claims: &Claims) -> String {
    let file = &format.file;
    let rules: usize = file.sheets.iter().map(|sheet| sheet.rules.len()).sum();
    let mut counts = vec![counted(rules, "rule")];
    if let Some(ladder) = &file.ladder {
        let levels = ladder.levels.as_ref().map_or(0, |levels| levels.levels.len());
        let parts = [(ladder.states.len(), "state"), (levels, "level")];
        counts.extend(
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)),
        );
    }
    counts.push(clauses(&file.clauses));
    counts.extend(Some(report::claims_words(claims)).filter(|words| !words.is_empty()));
    counts.push(counted(file.examples.len() + file.drawn_examples.len(), "example"));
    counts.join(", ")
}

/// How many clauses there are, and how many of them only a record of moves can verify.
fn clauses(clauses: &[ClauseEntry]) -> String {
    let all = counted(clauses.len(), "clause");
    match clauses.iter().filter(|clause| clause.status == ClauseStatus::Verified).count() {
        0 => all,
        verified => format!("{all} ({verified} verified in records of moves)"),
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn worse(one: Exit, other: Exit) -> Exit {
    if other as u8 > one as u8 { other } else { one }
}

fn explain(ids: &[String], terminal: &Terminal) -> Exit {
    let mut texts = Vec::new();
    for id in ids {
        let Some(code) = Code::find(id) else {
            let near = nearest(id, Code::ALL.iter().map(|code| code.id()));
            let help = near.map(|near| format!("did you mean {near}?"));
            let help = help
                .as_deref()
                .or(Some("a code stands in square brackets after `error` or `warning`: R0301"));
            return terminal.refuse(&format!("there is no code `{id}`"), help);
        };
        texts.push(Page::read(code.page()).map_or_else(|_| code.page().to_owned(), |page| page.to_text()));
    }
    terminal.result(|out| out.write_all(texts.join("\n\n").as_bytes()))
}
