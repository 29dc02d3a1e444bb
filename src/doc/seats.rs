//! The chapter of those who play: how many sides a game has, where they sit, and what is theirs.

use super::document::{Inline, Line, Page, Table, code, joined, plain};
use super::view::View;
use crate::ruleset::{OptionType, Plan, Seat};
use crate::value::{Bound, Interval, Kind, Symbol, Value};

/// Writes the chapter.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    page.heading(2, "seats", plain(words.who_plays));
    let plans = plans(view);
    if let [(None, plan)] = plans.as_slice() {
        page.paragraph(view.fact(words.sides_of_game, plain(sides(view, plan))));
        page.table(Table {
            head: [words.seat, words.owns].map(plain).into(),
            rows: plan.seats.iter().map(|seat| vec![code(view.text(seat.name)), owned(view, seat)]).collect(),
        });
        write_each(view, plan, page);
        return;
    }
    let option =
        view.ruleset.seating_option.and_then(|option| view.ruleset.options.get(usize::from(option.0)));
    let by = option.map_or_else(Line::new, |option| code(option.name.as_str()));
    let mut rows = Vec::new();
    for (choice, plan) in plans {
        let name = choice.map_or_else(Line::new, |choice| code(view.text(choice)));
        for (place, seat) in plan.seats.iter().enumerate() {
            let (name, sides) = if place == 0 {
                (name.clone(), plain(sides(view, plan)))
            } else {
                (plain(words.ditto), plain(words.ditto))
            };
            rows.push(vec![name, sides, code(view.text(seat.name)), owned(view, seat)]);
        }
        if plan.seats.is_empty() {
            rows.push(vec![name, plain(sides(view, plan)), Line::new(), Line::new()]);
        }
    }
    let head = vec![by, plain(words.sides_of_game), plain(words.seat), plain(words.owns)];
    page.table(Table { head, rows });
}

/// The plans that may be played, each with the choice that it belongs to where there are several.
fn plans<'v>(view: &'v View<'_>) -> Vec<(Option<Symbol>, &'v Plan)> {
    let ruleset = view.ruleset;
    let Some(option) = ruleset.seating_option else {
        return ruleset.plans.first().map(|plan| (None, plan)).into_iter().collect();
    };
    let OptionType::Choices(choices) = &ruleset.options[usize::from(option.0)].values else {
        return Vec::new();
    };
    let is_played =
        |choice: Symbol| view.chosen.value(option).is_none_or(|chosen| chosen == Value::Text(choice));
    let played: Vec<(Symbol, &Plan)> =
        choices.iter().copied().zip(&ruleset.plans).filter(|(choice, _)| is_played(*choice)).collect();
    match played.as_slice() {
        [(_, plan)] => vec![(None, plan)],
        _ => played.into_iter().map(|(choice, plan)| (Some(choice), plan)).collect(),
    }
}

fn sides(view: &View<'_>, plan: &Plan) -> String {
    let bound = |at: u32| Bound { at: i64::from(at).into(), inclusive: true };
    view.range(Interval { low: Some(bound(plan.least)), high: plan.most.map(bound) }, &Kind::Integer)
}

fn owned(view: &View<'_>, seat: &Seat) -> Line {
    let parts = seat.parts.iter().map(|(_, part)| code(view.text(*part)));
    joined(parts, &Inline::Plain(view.words.comma.to_owned()))
}

/// What every side owns, where no seat does.
fn write_each(view: &View<'_>, plan: &Plan, page: &mut Page) {
    let parts = plan.each.iter().map(|(_, part)| code(view.text(*part)));
    let parts = joined(parts, &Inline::Plain(view.words.comma.to_owned()));
    if !parts.is_empty() {
        page.paragraph(view.fact(view.words.each_owns, parts));
    }
}
