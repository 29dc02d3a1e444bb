//! One name for two things.
//!
//! Comes in: a whole format, with what it builds on. Goes out: complaints about columns, parts and
//! seats that could not be told apart. It must never know a rule. Start with [`check`].

use super::ladder::LEVEL;
use super::walk::Reader;
use super::{FormatFile, PartEntry, SheetEntry, SheetName};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Name, after_game};

/// Words that lead from one sheet to another in a rule.
const LINKS: [&str; 13] = [
    "event", "entrant", "entrants", "match", "matches", "game", "games", "side", "sides", "opponent",
    "others", "previous", "now",
];

/// Columns that rules see in every format, whatever they are of.
const BUILT_IN: [&str; 7] = ["name", "number", "id", "phase", "round", "seat", "place"];

/// And those of every format that has phases.
const OF_PHASES: [&str; 4] = ["pool", "umpire", "reported_by", "confirmed_by"];

/// Complains of names that are taken twice.
pub(super) fn check(format: &FormatFile, complaints: &mut Complaints) {
    for sheet in &format.sheets {
        columns(format, sheet, complaints);
    }
    states(format, complaints);
    options(format, complaints);
    parts(format, complaints);
    for (seat, _) in format.seating.iter().flat_map(|seating| &seating.plans).flat_map(|plan| &plan.seats) {
        if LINKS.contains(&seat.text.as_str()) {
            let message = format!("a seat cannot be called `{}`, which every format has", seat.text);
            complaints.push(taken(message, seat.span, "the seat"));
        } else if let Some(part) = format.parts.iter().find(|part| part.name.text == seat.text) {
            let message = format!("`{}` is a seat and a part", seat.text);
            complaints.push(taken(message, seat.span, "the seat").at(part.name.span, "the part"));
        }
    }
}

impl Reader<'_> {
    /// Complains of names that stand twice in a list; `what` is each of them.
    pub fn once(&mut self, names: &[Name], what: &str) {
        for (place, name) in names.iter().enumerate() {
            if let Some(first) = names.iter().take(place).find(|first| first.text == name.text) {
                let message = format!("the {what} `{}` is there twice", name.text);
                let help = "leave it in one place";
                self.complain(
                    Diagnostic::new(Code::NameTaken, message)
                        .at(name.span, "again")
                        .at(first.span, "first here")
                        .help(help),
                );
            }
        }
    }
}

fn taken(message: String, span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::NameTaken, message).at(span, label).help("give one of them another name")
}

fn columns(format: &FormatFile, sheet: &SheetEntry, complaints: &mut Complaints) {
    let part = match &sheet.sheet {
        SheetName::Part(name) => format.parts.iter().find(|part| part.name.text == *name),
        SheetName::Event
        | SheetName::Entrant
        | SheetName::Match
        | SheetName::MatchSide
        | SheetName::Game
        | SheetName::Side => None,
    };
    let mut builtin = builtin(&sheet.sheet, part, format.matches.is_some());
    let with_phases = sheet.sheet == SheetName::Game && !format.phases.is_empty();
    if with_phases {
        builtin.extend(OF_PHASES);
    }
    if sheet.sheet == SheetName::Game && format.is_dated() {
        builtin.push("date");
    }
    if sheet.sheet == SheetName::Game && format.edition.is_some() {
        builtin.push("edition");
    }
    let recorded = sheet.recorded.iter().map(|column| &column.name);
    let ruled = sheet.rules.iter().map(|column| &column.name);
    for name in recorded.chain(ruled) {
        if builtin.contains(&name.text.as_str()) {
            let is_written = part.is_some_and(|part| part.names.is_empty()) && name.text == "name";
            let formats = match every_format(with_phases && OF_PHASES.contains(&name.text.as_str())) {
                _ if is_written => "every format that says how it is written",
                formats => formats,
            };
            let message = format!("`{}` has a column `{}` of its own in {formats}", sheet.sheet, name.text);
            complaints.push(
                Diagnostic::new(Code::NameTaken, message)
                    .at(name.span, "written once more")
                    .note(format!("such columns of `{}` are `{}`", sheet.sheet, builtin.join("`, `")))
                    .help("give it another name"),
            );
        }
    }
    for rule in &sheet.rules {
        if let Some(recorded) = sheet.recorded.iter().find(|recorded| recorded.name.text == rule.name.text) {
            let message = format!("`{}` is recorded and ruled as well", rule.name.text);
            complaints
                .push(taken(message, rule.name.span, "the rule").at(recorded.name.span, "recorded here"));
        }
    }
}

/// A state is a column of sides and of entrants, and a level is a state.
fn states(format: &FormatFile, complaints: &mut Complaints) {
    let Some(ladder) = &format.ladder else { return };
    let level = ladder.levels.as_ref().map(|levels| Name { text: LEVEL.to_owned(), span: levels.key });
    for state in &ladder.states {
        let name = &state.name;
        if level.as_ref().is_some_and(|level| level.text == name.text) {
            complaints.push(taken(
                format!("the state `{LEVEL}` is that of the levels"),
                name.span,
                "a state of its own",
            ));
        }
    }
    let names: Vec<&Name> = ladder.states.iter().map(|state| &state.name).chain(&level).collect();
    for sheet in
        format.sheets.iter().filter(|sheet| matches!(sheet.sheet, SheetName::Side | SheetName::Entrant))
    {
        let recorded = sheet.recorded.iter().map(|column| &column.name);
        let own: Vec<&Name> = recorded.chain(sheet.rules.iter().map(|rule| &rule.name)).collect();
        for name in &names {
            let after = after_game(&name.text);
            let what = if name.text == LEVEL { "the level" } else { "the state" };
            if let Some(column) = own.iter().find(|column| column.text == name.text || column.text == after) {
                let message = format!("`{}` is a state and a column of `{}`", column.text, sheet.sheet);
                complaints.push(taken(message, column.span, "the column").at(name.span, what));
            }
        }
    }
    for name in &names {
        let of_side = builtin(&SheetName::Side, None, false).into_iter();
        if of_side.chain(builtin(&SheetName::Entrant, None, false)).any(|column| column == name.text) {
            let message = format!("a state cannot be called `{}`, a column that every format has", name.text);
            complaints.push(taken(message, name.span, "the state"));
        }
    }
    for option in &format.options {
        if let Some(name) = names.iter().find(|name| name.text == option.name.text) {
            let message = format!("`{}` is an option and a state", name.text);
            complaints.push(taken(message, name.span, "the state").at(option.name.span, "the option"));
        }
    }
}

/// Which formats have a column.
fn every_format(with_phases: bool) -> &'static str {
    if with_phases { "every format with phases" } else { "every format" }
}

/// A rule that sees a column never sees an option of the same name.
fn options(format: &FormatFile, complaints: &mut Complaints) {
    for option in &format.options {
        let name = option.name.text.as_str();
        for sheet in &format.sheets {
            let recorded = sheet.recorded.iter().map(|column| &column.name);
            let ruled = sheet.rules.iter().map(|column| &column.name);
            if let Some(column) = recorded.chain(ruled).find(|column| column.text == name) {
                let message = format!("`{name}` is an option and a column of `{}`", sheet.sheet);
                complaints.push(taken(message, column.span, "the column").at(option.name.span, "the option"));
            }
        }
        let of_phases = !format.phases.is_empty() && OF_PHASES.contains(&name);
        if BUILT_IN.contains(&name) || of_phases {
            let formats = every_format(of_phases);
            let message = format!("an option cannot be called `{name}`, a column that {formats} has");
            complaints.push(taken(message, option.name.span, "the option"));
        }
    }
}

/// The columns that a sheet has in every format.
fn builtin(sheet: &SheetName, part: Option<&PartEntry>, matches: bool) -> Vec<&'static str> {
    match sheet {
        SheetName::Event => Vec::new(),
        SheetName::Entrant => vec!["name", "number", "penalty", "void"],
        SheetName::MatchSide => vec!["number", "place", "penalty", "void"],
        SheetName::Game if matches => vec!["number", "id", "match", "phase", "round", "penalty", "void"],
        SheetName::Game | SheetName::Match => vec!["number", "id", "phase", "round", "penalty", "void"],
        SheetName::Side => vec!["number", "seat", "place", "penalty", "void"],
        SheetName::Part(_) if part.is_some_and(|part| !part.names.is_empty() || part.written.is_some()) => {
            vec!["name", "number", "penalty", "void"]
        }
        SheetName::Part(_) => vec!["number", "penalty", "void"],
    }
}

fn parts(format: &FormatFile, complaints: &mut Complaints) {
    for (place, part) in format.parts.iter().enumerate() {
        let default = Name { text: format!("{}s", part.name.text), span: part.name.span };
        let plural = part.plural.as_ref().unwrap_or(&default);
        for (name, label) in [(&part.name, "the part"), (plural, "its plural")] {
            let said =
                part.plural.is_none() && label == "its plural" && LINKS.contains(&part.name.text.as_str());
            if LINKS.contains(&name.text.as_str()) && !said {
                let message = format!("a part cannot be called `{}`, which every format has", name.text);
                complaints.push(taken(message, name.span, label));
            }
        }
        if plural.text == part.name.text {
            let message = format!("`{}` is one and several as well", plural.text);
            complaints.push(taken(message, plural.span, "its plural").at(part.name.span, "the part"));
        }
        for other in format.parts.iter().take(place) {
            let their_default = format!("{}s", other.name.text);
            let theirs = other.plural.as_ref().map_or(their_default.as_str(), |plural| plural.text.as_str());
            for name in [&part.name, plural] {
                if name.text == other.name.text || name.text == theirs {
                    let message = format!("two parts are called `{}`", name.text);
                    complaints.push(taken(message, name.span, "the second").at(other.name.span, "the first"));
                }
            }
            for name in &part.names {
                if let Some(first) = other.names.iter().find(|first| first.text == name.text) {
                    let message =
                        format!("`{}` is a {} and a {}", name.text, other.name.text, part.name.text);
                    complaints.push(taken(message, name.span, "the second").at(first.span, "the first"));
                }
            }
        }
    }
}
