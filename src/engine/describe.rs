//! A [`RunError`] in words: the rule, its clauses, and the row as a person would name it.
//!
//! Comes in: an error, and the tables it arose from. Goes out: a [`Diagnostic`] (R0801 to R0805).
//! It must never compute. Start with [`describe`].

use super::fault::RunError;
use super::witness;
use crate::diagnostic::{Code, Diagnostic};
use crate::log::Log;
use crate::ruleset::{BuiltinColumn, ClauseId, LinkRole, OrderKey, Origin, Ruleset, SheetKind, Step};
use crate::sheet::{ColumnId, LinkId, NO_ROW, SheetId, Tables};
use crate::source::Span;
use crate::value::{Fault, Kind, Value, format_duration};

/// The error in words. `log` is the one that came back with it.
#[must_use]
pub fn describe(error: &RunError, ruleset: &Ruleset, log: &Log) -> Diagnostic {
    let rows = Rows { ruleset, log };
    match error {
        RunError::Fault { column, sheet, row, rows: count, fault, clauses, at, .. } => {
            let (code, what, help) = words(*fault);
            let rule = rule(ruleset, *column, *at);
            let behind = witness::behind_error(error, ruleset, log).unwrap_or_else(|| "here".to_owned());
            let place = rows.place(*sheet, *row);
            // Where the aggregate itself fails, not what it is computed from, all of it is shown.
            let info = ruleset.column(*column);
            let is_aggregate = info.origin == Origin::Hidden { aggregate: true } && info.sheet == *sheet;
            let at = info.at.filter(|_| is_aggregate).unwrap_or(*at);
            let mut diagnostic = Diagnostic::new(code, format!("{what} in `{rule}`: {place}")).at(at, behind);
            for clause in clauses {
                diagnostic = diagnostic.note(clause_note(ruleset, *clause));
            }
            more(rows.record(diagnostic, *sheet, *row), *count).help(help)
        }
        RunError::Tie { standing, sheet, rows: tied } => {
            let names: Vec<String> = tied.iter().map(|&row| rows.name(*sheet, row)).collect();
            let names = list(&names);
            let (what, first) = match standing {
                Some(standing) => (format!("the standing `{standing}`"), None),
                None => (
                    format!("the placing of `{}`", ruleset.sheet(*sheet).name),
                    tied.first().map(|&row| (*sheet, row)),
                ),
            };
            let place = first.and_then(|(sheet, row)| rows.container(sheet, row));
            let place = place.map_or_else(String::new, |place| format!(" in {place}"));
            let mut diagnostic = Diagnostic::new(
                Code::TieRefused,
                format!("{names} are level{place}, and {what} refuses ties"),
            );
            let keys = keys_of(ruleset, standing.as_deref(), *sheet);
            let values = witness::of_keys(keys, tied.first().copied().unwrap_or(NO_ROW), log, ruleset);
            for (at, value) in values.into_iter().rev() {
                let each = if value.is_empty() {
                    "the same for each".to_owned()
                } else {
                    format!("{value} for each")
                };
                diagnostic = diagnostic.at(at, each);
            }
            if let Some((sheet, row)) = first {
                diagnostic = rows.record(diagnostic, sheet, row);
            }
            diagnostic.help("add a key to the order that tells them apart, or set `ties` to `share` or `lot`")
        }
        RunError::Claim { claim, row, rows: count, .. } => {
            let Some(claim) = ruleset.claims.get(*claim) else {
                return Diagnostic::new(Code::ClaimBroken, "a claim does not hold");
            };
            let place = rows.place(claim.sheet, *row);
            let diagnostic = Diagnostic::new(
                Code::ClaimBroken,
                format!("the claim `{}` does not hold: {place}", claim.text),
            )
            .at(
                claim.at,
                witness::behind_error(error, ruleset, log).unwrap_or_else(|| "does not hold".to_owned()),
            );
            more(rows.record(diagnostic, claim.sheet, *row), *count)
                .help("correct the record, or the rules, or the claim")
        }
    }
}

/// The keys of a standing, or of the placing of a sheet.
fn keys_of<'r>(ruleset: &'r Ruleset, standing: Option<&str>, sheet: SheetId) -> &'r [OrderKey] {
    let keys = match standing {
        Some(name) => {
            let found = ruleset.standings.iter().find(|standing| standing.name == name);
            found.map(|standing| standing.keys.as_slice())
        }
        None => witness::all_steps(ruleset).find_map(|step| match step {
            Step::Place(place) if ruleset.column(place.out).sheet == sheet => Some(place.keys.as_slice()),
            Step::Place(_) | Step::Map { .. } | Step::Reduce(_) => None,
        }),
    };
    keys.unwrap_or(&[])
}

/// What is wrong, in one line that names no row: for the games that are left out because of it.
#[must_use]
pub fn reason(error: &RunError, ruleset: &Ruleset, log: &Log) -> String {
    match error {
        RunError::Fault { column, fault, at, .. } => {
            format!("{} in `{}`", words(*fault).1, rule(ruleset, *column, *at))
        }
        RunError::Tie { sheet, rows: tied, .. } => {
            let rows = Rows { ruleset, log };
            let names: Vec<String> = tied.iter().map(|&row| rows.name(*sheet, row)).collect();
            format!("{} are level, and ties are refused", list(&names))
        }
        RunError::Claim { claim, .. } => match ruleset.claims.get(*claim) {
            Some(claim) => format!("the claim `{}` does not hold", claim.text),
            None => "a claim does not hold".to_owned(),
        },
    }
}

fn words(fault: Fault) -> (Code, &'static str, &'static str) {
    match fault {
        Fault::Overflow => (
            Code::Overflow,
            "a result that is too large",
            "look for a value in the record that is far too large; whole numbers have 64 bits, fractions 128 over 128, dates the years -9999 to 9999",
        ),
        Fault::DivisionByZero => {
            (Code::DivisionByZero, "a division by zero", "say what the value is then: `… else 0`")
        }
        Fault::NegativeRoot => (
            Code::OutOfDomain,
            "a square root of a negative number",
            "take the root of `abs(…)` or `max(…, 0)`, or let a condition keep negative numbers out",
        ),
        Fault::NoBand => (
            Code::OutOfDomain,
            "a value that no line takes",
            "add a line that takes it, or a last line `otherwise`",
        ),
        Fault::EmptyDraw => (
            Code::OutOfDomain,
            "a draw from a range that holds nothing",
            "write the lower end first, and see that it cannot pass the upper one: `random(min(…, …), max(…, …))`",
        ),
        Fault::OutOfRange => (
            Code::OutOfDomain,
            "a value outside the range that is declared",
            "keep it inside, for example with `min(max(…, LOWEST), HIGHEST)`, or declare a wider range",
        ),
        Fault::PartOfDay => (
            Code::OutOfDomain,
            "a date moved by a part of a day",
            "a date moves by whole days: round the duration, for example `floor(time / 1 d) * 1 d`",
        ),
    }
}

/// The rule as its author knows it: for a hidden step, the rule in whose text it stands.
fn rule(ruleset: &Ruleset, column: ColumnId, at: Span) -> String {
    let qualified = |sheet: SheetId, name: &str| format!("{}.{name}", ruleset.sheet(sheet).name);
    let info = ruleset.column(column);
    match info.origin {
        Origin::Ruled | Origin::State | Origin::Builtin(_) | Origin::Recorded { .. } => {
            qualified(info.sheet, &info.name)
        }
        Origin::Hidden { .. } => match witness::rule_around(ruleset, at).map(|other| ruleset.column(other)) {
            Some(other) => qualified(other.sheet, &other.name),
            None => info.name.clone(),
        },
    }
}

fn clause_note(ruleset: &Ruleset, clause: ClauseId) -> String {
    let clause = ruleset.clause(clause);
    format!("clause `{}`: {}", clause.name, clause.text)
}

fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn more(diagnostic: Diagnostic, rows: usize) -> Diagnostic {
    match rows {
        0 | 1 => diagnostic,
        2 => diagnostic.note("the same on 1 more row"),
        _ => diagnostic.note(format!("the same on {} more rows", rows - 1)),
    }
}

/// Rows as people name them.
struct Rows<'a> {
    ruleset: &'a Ruleset,
    log: &'a Log,
}

impl Rows<'_> {
    fn tables(&self) -> &Tables {
        &self.log.tables
    }

    /// The row, and what it is inside of: "`TITI` (`north`) in game `7`".
    fn place(&self, sheet: SheetId, row: u32) -> String {
        let name = self.name(sheet, row);
        match self.container(sheet, row) {
            Some(container) => format!("{name} in {container}"),
            None => name,
        }
    }

    /// The row alone.
    fn name(&self, sheet: SheetId, row: u32) -> String {
        let info = self.ruleset.sheet(sheet);
        let number = u64::from(row) + 1;
        match &info.kind {
            SheetKind::Event => "the whole log".to_owned(),
            SheetKind::Entrant => {
                self.text(sheet, BuiltinColumn::Name, row).unwrap_or_else(|| format!("entrant {number}"))
            }
            SheetKind::Game => match self.text(sheet, BuiltinColumn::Id, row) {
                Some(id) => format!("game {id}"),
                None => format!("game {number}"),
            },
            SheetKind::Match => {
                let sides = self.ruleset.sheet_of(&SheetKind::MatchSide);
                let names: Vec<String> = sides
                    .map(|sides| {
                        let inside = self.ruleset.link_of(sides, &LinkRole::Inside(sheet));
                        let rows = 0..u32::try_from(self.tables().rows(sides)).unwrap_or(NO_ROW);
                        let rows =
                            rows.filter(|&side| inside.is_some_and(|link| self.follow(link, side) == row));
                        rows.map(|side| self.name(sides, side)).collect()
                    })
                    .unwrap_or_default();
                if names.is_empty() {
                    format!("match {number}")
                } else {
                    format!("the match of {}", list(&names))
                }
            }
            SheetKind::Side | SheetKind::MatchSide => {
                let entrant = self.ruleset.link_of(sheet, &LinkRole::Entrant);
                let entrant = entrant.map(|link| (self.ruleset.link(link).to, self.follow(link, row)));
                let name = match entrant {
                    Some((entrants, entrant)) if entrant != NO_ROW => self.name(entrants, entrant),
                    Some(_) | None => format!("side {number}"),
                };
                match self.text(sheet, BuiltinColumn::Seat, row) {
                    Some(seat) if info.kind == SheetKind::Side && seat != name => format!("{name} ({seat})"),
                    Some(_) | None => name,
                }
            }
            SheetKind::Part { .. } => {
                let own = self.text(sheet, BuiltinColumn::Name, row);
                let own = own.unwrap_or_else(|| format!("{} {number}", info.name));
                let side = self.ruleset.sheet_of(&SheetKind::Side).and_then(|sides| {
                    let side = self.follow(self.ruleset.link_of(sheet, &LinkRole::Inside(sides))?, row);
                    (side != NO_ROW).then(|| self.name(sides, side))
                });
                side.map_or(own.clone(), |side| format!("{own} of {side}"))
            }
            SheetKind::List { owner, name, .. } => {
                let link = self.ruleset.link_of(sheet, &LinkRole::Inside(*owner));
                let of = link.map(|link| self.follow(link, row)).filter(|&of| of != NO_ROW);
                let written = self.ruleset.written(sheet).map(|written| {
                    let text = written.text(self.ruleset, self.tables(), &self.log.symbols, row as usize);
                    format!("`{text}`")
                });
                let value = written.unwrap_or_else(|| "a value".to_owned());
                of.map_or_else(
                    || format!("{value} of `{name}`"),
                    |of| format!("{value} of `{name}` of {}", self.name(*owner, of)),
                )
            }
            SheetKind::Join { .. } => {
                let ends = [LinkRole::Outer, LinkRole::Inner].map(|role| {
                    let link = self.ruleset.link_of(sheet, &role)?;
                    Some(self.name(self.ruleset.link(link).to, self.follow(link, row)))
                });
                list(&ends.into_iter().flatten().collect::<Vec<_>>())
            }
        }
    }

    /// The game or match that a row belongs to.
    fn container(&self, sheet: SheetId, row: u32) -> Option<String> {
        let (sheet, row) = match &self.ruleset.sheet(sheet).kind {
            SheetKind::List { owner, .. } => {
                (*owner, self.follow(self.ruleset.link_of(sheet, &LinkRole::Inside(*owner))?, row))
            }
            SheetKind::Join { .. } => {
                let link = self.ruleset.link_of(sheet, &LinkRole::Outer)?;
                (self.ruleset.link(link).to, self.follow(link, row))
            }
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::Part { .. } => (sheet, row),
        };
        [SheetKind::Game, SheetKind::Match].iter().find_map(|kind| {
            let to = self.ruleset.sheet_of(kind)?;
            let target = self.follow(self.ruleset.link_of(sheet, &LinkRole::Inside(to))?, row);
            // A game is known by itself; the match around it need not be named.
            let is_game = self.ruleset.sheet(sheet).kind == SheetKind::Game;
            (target != NO_ROW && !is_game).then(|| self.name(to, target))
        })
    }

    /// Adds where the game was recorded.
    fn record(&self, diagnostic: Diagnostic, sheet: SheetId, row: u32) -> Diagnostic {
        let games = super::fault::games_of(sheet, &[row], self.ruleset, self.tables());
        let place = games.first().and_then(|&game| self.tables().games.get(game as usize));
        match place.and_then(|place| Some((self.log.names.get(place.log as usize)?, place.line))) {
            Some((name, line)) => diagnostic.note(format!("recorded in {name}, line {line}")),
            None => diagnostic,
        }
    }

    fn follow(&self, link: LinkId, row: u32) -> u32 {
        self.tables().link(link).map_or(NO_ROW, |index| index.get(row as usize))
    }

    fn text(&self, sheet: SheetId, builtin: BuiltinColumn, row: u32) -> Option<String> {
        let id = self.ruleset.builtin(sheet, builtin)?;
        let column = self.tables().column(id).filter(|column| (row as usize) < column.len())?;
        match column.value(row as usize, &Kind::Text) {
            Value::Text(symbol) => Some(format!("`{}`", self.log.symbols.text(symbol))),
            Value::Integer(number) => Some(format!("`{number}`")),
            Value::Number(number) => Some(format!("`{number}`")),
            Value::Duration(seconds) => Some(format!("`{}`", format_duration(seconds))),
            Value::Date(date) => Some(format!("`{date}`")),
            Value::Flag(_) | Value::Missing => None,
        }
    }
}
