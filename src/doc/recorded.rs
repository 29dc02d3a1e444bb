//! The chapter of the score sheet: what is written down of each game, of each side, of each part, of each entrant.

use super::document::{Inline, Line, Page, Table, code, filled, plain, said};
use super::view::View;
use crate::format::{RecordedEntry, SheetEntry, SheetName};
use crate::ruleset::{Origin, Scheme};
use crate::syntax::ast::{TypeBase, WrittenColumn};
use crate::value::Type;

/// Writes the chapter, where anything is recorded.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let has_any = view.file.sheets.iter().any(|sheet| !sheet.recorded.is_empty());
    if !has_any && view.ruleset.phases.is_empty() {
        return;
    }
    page.heading(2, "recorded", plain(words.recorded));
    let names = what_games_name(view);
    if !names.is_empty() {
        page.paragraph(view.fact(words.games_name, plain(names.join(words.comma))));
    }
    let mut sheets: Vec<&SheetEntry> =
        view.file.sheets.iter().filter(|sheet| !sheet.recorded.is_empty()).collect();
    sheets.sort_by_key(|sheet| rank(&sheet.sheet));
    for sheet in sheets {
        page.heading(3, &format!("recorded-{}", sheet.sheet), of_each(view, &sheet.sheet));
        page.table(Table {
            head: [words.name, words.meaning, words.holds, words.remark].map(plain).into(),
            rows: sheet.recorded.iter().map(|column| row(view, sheet, column)).collect(),
        });
        write_written(view, sheet, page);
    }
}

/// What is recorded most often comes first: a game, who plays in it, what is theirs.
fn rank(sheet: &SheetName) -> u8 {
    match sheet {
        SheetName::Game => 0,
        SheetName::Side => 1,
        SheetName::Part(_) => 2,
        SheetName::MatchSide | SheetName::Match => 3,
        SheetName::Entrant | SheetName::Event => 4,
    }
}

/// `Of each side`, `Of each colour`
pub fn of_each(view: &View<'_>, sheet: &SheetName) -> Line {
    let words = view.words;
    match sheet {
        SheetName::Event => plain(words.of_event),
        SheetName::Entrant => plain(words.of_entrant),
        SheetName::Match => plain(words.of_match),
        SheetName::MatchSide => plain(words.of_match_side),
        SheetName::Game => plain(words.of_game),
        SheetName::Side => plain(words.of_side),
        SheetName::Part(name) => filled(words.of_part, &[code(name.as_str())]),
    }
}

/// What a game says of itself so that it can be found again.
fn what_games_name(view: &View<'_>) -> Vec<&'static str> {
    let (ruleset, words) = (view.ruleset, view.words);
    let phases = &ruleset.phases;
    let rounds = phases.iter().any(|phase| match phase.scheme {
        Scheme::Pools(_) | Scheme::RoundRobin(_) => true,
        // A game that names its match need not name its round.
        Scheme::Knockout(_) | Scheme::Open(_) => false,
    });
    let has_match =
        phases.iter().any(|phase| matches!(phase.scheme, Scheme::Knockout(_))) || view.file.matches.is_some();
    let umpires = phases.iter().any(|phase| match &phase.scheme {
        Scheme::Pools(pools) => {
            pools.schedules.iter().flat_map(|schedule| &schedule.games).any(|game| game.umpire.is_some())
        }
        Scheme::RoundRobin(_) | Scheme::Knockout(_) | Scheme::Open(_) => false,
    });
    let all = [
        (phases.len() > 1, words.its_phase),
        (rounds, words.its_round),
        (has_match, words.its_match),
        (ruleset.is_dated(), words.its_date),
        (umpires, words.its_umpire),
    ];
    all.into_iter().filter(|(is_named, _)| *is_named).map(|(_, word)| word).collect()
}

fn row(view: &View<'_>, sheet: &SheetEntry, column: &RecordedEntry) -> Vec<Line> {
    let name = column.name.text.as_str();
    let text = column.text.as_deref().map_or_else(Line::new, said);
    let (holds, remark) = holds(view, sheet, column);
    vec![code(name), text, holds, remark]
}

/// What a recorded column holds, and whether it must be recorded.
fn holds(view: &View<'_>, sheet: &SheetEntry, column: &RecordedEntry) -> (Line, Line) {
    let words = view.words;
    let nothing = (Line::new(), Line::new());
    let Some(base) = column.kind.as_ref().map(|kind| &kind.base) else { return nothing };
    let Some(id) = view.sheet(&sheet.sheet) else { return nothing };
    match base {
        TypeBase::Parts(part) => (filled(words.list_of_parts, &[code(part.text.as_str())]), Line::new()),
        TypeBase::List(_) => {
            let called = format!("{}.{}", view.ruleset.sheet(id).name, column.name.text);
            let list = (0..).map(crate::sheet::SheetId).zip(&view.ruleset.sheets);
            let list = list.into_iter().find(|(_, sheet)| sheet.name == called).map(|(list, _)| list);
            let value = list.and_then(|list| view.column_of_list(list));
            let kind = value.map_or_else(Line::new, |value| view.kind(&view.ruleset.column(value).ty));
            (filled(words.list_of, &[kind]), Line::new())
        }
        TypeBase::Integer
        | TypeBase::Number
        | TypeBase::Flag
        | TypeBase::Text
        | TypeBase::Date
        | TypeBase::Duration
        | TypeBase::Choice(_) => {
            let Some(found) = view.ruleset.find_column(id, &column.name.text) else { return nothing };
            let info = view.ruleset.column(found);
            let default = match info.origin {
                Origin::Recorded { default } => default,
                Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. } => None,
            };
            (view.kind(&info.ty), remark(view, &info.ty, default.map(|default| view.value(default))))
        }
    }
}

fn remark(view: &View<'_>, ty: &Type, default: Option<Line>) -> Line {
    match default {
        Some(default) => filled(view.words.unless_recorded, &[default]),
        None if ty.optional => plain(view.words.optional),
        None => Line::new(),
    }
}

/// How an element of a list is written.
fn write_written(view: &View<'_>, sheet: &SheetEntry, page: &mut Page) {
    let SheetName::Part(name) = &sheet.sheet else { return };
    let part = view.file.parts.iter().find(|part| part.name.text == *name);
    let Some(written) = part.and_then(|part| part.written.as_ref()) else { return };
    let piece = |column: &WrittenColumn| {
        let then = column.then.as_ref().map_or("", |(then, _)| then.as_str());
        format!("{}{then}", column.name.text)
    };
    let form: String = written.columns.iter().map(piece).collect();
    let mut line = view.fact(view.words.written_like, vec![Inline::Code(form)]);
    line.push(Inline::Plain(view.words.stop.to_owned()));
    page.paragraph(line);
}
