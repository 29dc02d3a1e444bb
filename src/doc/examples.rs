//! The chapter of the worked examples: what is written down, what comes out, and why.
//!
//! Comes in: examples as typed; `check` has tried them. A row of the table is one of those who play, a part, or the game.
//! Start with [`write`].

use super::document::{Inline, Line, Page, Table, code, filled, joined, plain, said};
use super::ranges::minus;
use super::view::View;
use super::{examples_drawn, examples_logged};
use crate::format::{ExampleEntry, Field, Literal, LiteralValue, Record};
use crate::ruleset::{OptionId, SheetKind};
use crate::syntax::ast::Name;

/// Writes the chapter, where there are examples.
pub fn write(view: &View<'_>, page: &mut Page) {
    let examples: Vec<_> =
        view.file.examples.iter().filter(|one| is_of_what_is_played(view, &one.set)).collect();
    let drawn = view.file.drawn_examples.iter().filter(|one| is_of_what_is_played(view, &one.set));
    let drawn: Vec<_> = drawn.collect();
    if examples.is_empty() && drawn.is_empty() {
        return;
    }
    page.heading(2, "examples", plain(view.words.examples));
    for example in examples {
        page.one_of_many(&format!("example-{}", example.name.text), said(example.name.text.as_str()));
        write_example(view, example, page);
    }
    for example in drawn {
        page.one_of_many(&format!("example-{}", example.name.text), said(example.name.text.as_str()));
        examples_drawn::write(view, example, page);
    }
}

/// Whether an example is played with the options that are chosen. Of those that it does not set it has the default.
fn is_of_what_is_played(view: &View<'_>, set: &[(Name, Literal)]) -> bool {
    (0..).map(OptionId).zip(&view.ruleset.options).all(|(id, option)| {
        let Some(chosen) = view.chosen.value(id) else { return true };
        match set.iter().find(|(name, _)| name.text == option.name) {
            Some((_, literal)) => literal.value.text() == chosen.exact(&view.ruleset.symbols),
            None => chosen == option.default,
        }
    })
}

/// What is known of one of those who play, of a part, or of the game.
#[derive(Default)]
struct Row {
    /// The game it is of, from 1; 0 where it is of none.
    game: usize,
    /// How the example calls it.
    name: String,
    /// Who it is, where a seat is taken by somebody with a name.
    entrant: Option<String>,
    before: Vec<Line>,
    recorded: Vec<Line>,
    outcome: Vec<Line>,
}

impl Row {
    fn is(&self, name: &str) -> bool {
        self.name == name || self.entrant.as_deref() == Some(name)
    }
}

fn write_example(view: &View<'_>, example: &ExampleEntry, page: &mut Page) {
    let words = view.words;
    let mut facts = Vec::new();
    for (name, value) in &example.set {
        let mut fact = code(name.text.as_str());
        fact.push(Inline::Plain(words.colon.to_owned()));
        fact.extend(chosen(view, &value.value));
        facts.push(fact);
    }
    if let Some(after) = &example.after {
        facts.push(view.fact(words.after_example, said(after.text.as_str())));
    }
    page.paragraph(joined(facts, &Inline::Plain(words.semicolon.to_owned())));
    if let Some(logged) = &example.logged {
        examples_logged::write_log(view, logged, page);
    }
    let rows = rows(view, example);
    let several = example.games.len() > 1;
    let between = Inline::Plain(words.semicolon.to_owned());
    let cells = |pieces: &[Line]| joined(pieces.iter().cloned(), &between);
    let table = rows.iter().map(|row| {
        let mut who = if row.name.is_empty() { plain(words.the_game) } else { called(view, &row.name) };
        if let Some(entrant) = &row.entrant {
            who = filled(words.name_and_seat, &[said(entrant.as_str()), who]);
        }
        let game = if several && row.game > 0 { plain(row.game.to_string()) } else { Line::new() };
        vec![game, who, cells(&row.before), cells(&row.recorded), cells(&row.outcome)]
    });
    let head = [words.game, words.who, words.before, words.is_recorded, words.comes_out].map(plain).into();
    page.table(Table { head, rows: table.collect() });
    if let Some(logged) = &example.logged {
        examples_logged::write_event(view, logged, page);
    }
    write_reasons(view, (&example.because, &example.not_because), page);
}

/// The clauses that have a part in what comes out, and those that have none.
pub fn write_reasons(view: &View<'_>, (because, not): (&[Name], &[Name]), page: &mut Page) {
    for (label, names) in [(view.words.because, because), (view.words.not_because, not)] {
        let ids: Vec<_> = names.iter().filter_map(|name| view.clause_named(&name.text)).collect();
        let texts = view.clauses(&ids).into_iter().map(|text| filled(view.words.quoted, &[said(text)]));
        let texts = joined(texts, &Inline::Plain(view.words.blank.to_owned()));
        if !texts.is_empty() {
            page.paragraph(view.fact(label, texts));
        }
    }
}

/// A seat or a part by its name in the format, anybody else as the example calls them.
fn called(view: &View<'_>, name: &str) -> Line {
    let seats = view.ruleset.plans.iter().flat_map(|plan| &plan.seats).map(|seat| seat.name);
    let parts = view.ruleset.sheets.iter().flat_map(|sheet| match &sheet.kind {
        SheetKind::Part { names, .. } => names.as_slice(),
        SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::Game
        | SheetKind::Side
        | SheetKind::List { .. }
        | SheetKind::Join { .. } => &[],
    });
    let is_known = seats.chain(parts.copied()).any(|symbol| view.text(symbol) == name);
    if is_known { code(name) } else { said(name) }
}

fn rows(view: &View<'_>, example: &ExampleEntry) -> Vec<Row> {
    let words = view.words;
    let mut rows: Vec<Row> = Vec::new();
    for (number, (record, _)) in (1..).zip(&example.games) {
        for (name, field) in record {
            let mut row = Row { game: number, ..Row::default() };
            match field {
                Field::Record(inner) => {
                    row.name.clone_from(&name.text);
                    row.entrant = entrant_of(inner);
                    flatten(view, "", inner, &mut row.recorded);
                }
                Field::Value(_) | Field::List(_) => {
                    match rows.iter_mut().find(|row| row.name.is_empty() && row.game == number) {
                        Some(known) => {
                            known.recorded.push(pair(&name.text, field_line(view, field)));
                            continue;
                        }
                        None => row.recorded.push(pair(&name.text, field_line(view, field))),
                    }
                }
            }
            rows.push(row);
        }
    }
    for (given, place) in [(&example.begin, true), (&example.entrants, false)] {
        for (name, record) in given {
            let mut pieces = Vec::new();
            flatten(view, "", record, &mut pieces);
            match rows.iter_mut().find(|row| row.is(&name.text)) {
                Some(row) if place => row.before.extend(pieces),
                Some(row) => row.before.splice(0..0, pieces).for_each(drop),
                None => rows.push(Row { name: name.text.clone(), before: pieces, ..Row::default() }),
            }
        }
    }
    for (path, value) in &example.expect {
        let Some((who, rest)) = path.split_first() else { continue };
        let rest: Vec<&str> = rest.iter().map(|name| name.text.as_str()).collect();
        let value = match &value.value {
            // Whom a standing does not list has no place in it.
            LiteralValue::Text(text) if text == "missing" => plain("–"),
            value => value_line(view, value),
        };
        let outcome = pair(&rest.join("."), value);
        // What is expected is so after the last game.
        if let Some(row) = rows.iter_mut().rev().find(|row| row.is(&who.text)) {
            row.outcome.push(outcome);
            continue;
        }
        if who.text == "game" {
            if let Some(row) = rows.iter_mut().rev().find(|row| row.name.is_empty()) {
                row.outcome.push(outcome);
                continue;
            }
            rows.push(Row { game: example.games.len(), outcome: vec![outcome], ..Row::default() });
            continue;
        }
        let name = match who.text.as_str() {
            "match" => words.the_match.to_owned(),
            "event" => words.the_event.to_owned(),
            name => name.to_owned(),
        };
        match rows.iter_mut().find(|row| row.name == name) {
            Some(row) => row.outcome.push(outcome),
            None => rows.push(Row { name, outcome: vec![outcome], ..Row::default() }),
        }
    }
    rows
}

/// `entrant = "Ala"` of a seat.
fn entrant_of(record: &Record) -> Option<String> {
    record.iter().find_map(|(name, field)| match field {
        Field::Value(value) if name.text == "entrant" => Some(value.value.text()),
        Field::Value(_) | Field::Record(_) | Field::List(_) => None,
    })
}

fn flatten(view: &View<'_>, before: &str, record: &Record, out: &mut Vec<Line>) {
    for (name, field) in record {
        let name = if before.is_empty() { name.text.clone() } else { format!("{before}.{}", name.text) };
        match field {
            Field::Record(inner) => flatten(view, &name, inner, out),
            Field::Value(_) if name == "entrant" => {}
            Field::Value(_) | Field::List(_) => out.push(pair(&name, field_line(view, field))),
        }
    }
}

fn pair(name: &str, value: Line) -> Line {
    let mut line = if name.is_empty() { Line::new() } else { code(name) };
    line.push(Inline::Plain("\u{a0}".to_owned()));
    line.extend(value);
    line
}

fn field_line(view: &View<'_>, field: &Field) -> Line {
    match field {
        Field::Value(value) => value_line(view, &value.value),
        Field::List(items) => {
            let items = items.iter().map(|item| field_line(view, item));
            let items = joined(items, &Inline::Plain(view.words.comma.to_owned()));
            if items.is_empty() { plain(view.words.empty_list) } else { items }
        }
        Field::Record(record) => {
            let mut pieces = Vec::new();
            flatten(view, "", record, &mut pieces);
            joined(pieces, &Inline::Plain(view.words.comma.to_owned()))
        }
    }
}

/// What an option is set to.
fn chosen(view: &View<'_>, value: &LiteralValue) -> Line {
    match value {
        LiteralValue::Text(text) => code(text.as_str()),
        LiteralValue::Flag(_) | LiteralValue::Integer(_) | LiteralValue::Digits(_) => value_line(view, value),
    }
}

/// A value of an example.
fn value_line(view: &View<'_>, value: &LiteralValue) -> Line {
    match value {
        LiteralValue::Flag(flag) => plain(if *flag { view.words.yes } else { view.words.no }),
        LiteralValue::Integer(_) | LiteralValue::Digits(_) => plain(minus(&value.text())),
        LiteralValue::Text(text) => said(minus(text)),
    }
}
