//! A knockout: its bracket drawn and as a table, the games of a match, the last days.

use super::{day, schedule};
use crate::doc::document::{Block, Drawing, Line, Page, Table, plain, said};
use crate::doc::view::View;
use crate::pairing::knockout;
use crate::ruleset::{Admission, Bracket, BracketMatch, ClauseId, Day, Draw, Knockout, Phase, Source};
use std::collections::BTreeSet;

/// A bracket for any number of entrants is drawn for so many, where nobody knows how many there will be…
const DRAWN_FOR: u32 = 8;

/// … and for so many at most.
const MOST_DRAWN: u32 = 64;

/// What is to be said of the matches of a knockout.
pub fn facts(view: &View<'_>, knockout: &Knockout) -> Vec<Line> {
    let words = view.words;
    let mut facts = Vec::new();
    if let Some(games) = knockout.games {
        facts.push(view.fact(words.games_of_match, view.count(games)));
    }
    if knockout.extra {
        facts.push(view.fact(words.level_match, plain(words.one_more_game)));
    }
    if knockout.schedule.is_some() {
        let who = match knockout.draw {
            Draw::Lot => words.a_by_lot,
            Draw::Position | Draw::Snake => words.a_by_position,
        };
        facts.push(view.fact(words.who_is_a, plain(who)));
    }
    facts
}

/// Writes the bracket, the schedule and the last days.
pub fn write(view: &View<'_>, phase: &Phase, knockout: &Knockout, page: &mut Page) {
    let words = view.words;
    let many = match phase.entrants {
        Admission::Places { first, last, .. } => Some(last.saturating_sub(first).saturating_add(1)),
        Admission::Everybody => None,
    };
    let (matches, note) = match (&knockout.bracket, many) {
        (Bracket::Written(matches), _) => (matches.clone(), None),
        (bracket @ Bracket::SingleElimination { third_place }, many) => {
            let note = if *third_place { words.elimination_third } else { words.elimination };
            let drawn = many.unwrap_or(DRAWN_FOR).min(MOST_DRAWN);
            (knockout::bracket(bracket, drawn), Some((note, drawn, many)))
        }
    };
    page.heading(4, &format!("bracket-{}", phase.name), plain(words.bracket));
    if let Some((note, drawn, many)) = note {
        page.paragraph(plain(note));
        if many != Some(drawn) {
            page.paragraph(plain(words.drawn_for.replace("{0}", &drawn.to_string())));
        }
    }
    let first = match phase.entrants {
        Admission::Places { first, .. } => first,
        Admission::Everybody => 1,
    };
    let sides: Vec<[String; 2]> = matches
        .iter()
        .map(|one| one.sides.map(|side| side_words(view, side, (first, many, &matches))))
        .collect();
    let described =
        matches.iter().zip(&sides).map(|(one, [left, right])| format!("{}: {left} – {right}.", one.name));
    let described = described.collect::<Vec<_>>().join(" ");
    let title = format!("{}: {}", view.ruleset.title, phase.title);
    let round = words.round_number;
    if !matches.is_empty() {
        page.blocks.push(Block::Drawing(Drawing {
            title,
            described,
            matches: matches.clone(),
            sides: sides.clone(),
            round,
        }));
    }
    write_matches(view, phase, (&matches, &sides), page);
    write_other_days(view, phase, &matches, page);
    if let Some(schedule) = &knockout.schedule {
        page.heading(4, &format!("games-{}", phase.name), plain(words.games_of_match_heading));
        schedule::write(view, schedule, page);
    }
}

/// The matches as a table.
fn write_matches(
    view: &View<'_>,
    phase: &Phase,
    (matches, sides): (&[BracketMatch], &[[String; 2]]),
    page: &mut Page,
) {
    let words = view.words;
    let place = |place: Option<u32>| place.map_or_else(Line::new, |place| plain(place.to_string()));
    let deadline = |one: &BracketMatch| phase.deadlines.iter().find(|deadline| deadline.is_of(&one.name));
    let cites = matches.iter().map(|one| -> Vec<ClauseId> {
        one.cites.iter().chain(deadline(one).iter().flat_map(|deadline| &deadline.cites)).copied().collect()
    });
    let cites: Vec<Vec<ClauseId>> = cites.collect();
    let cites: Vec<&[ClauseId]> = cites.iter().map(Vec::as_slice).collect();
    let cites = view.cited_lines(&cites, page);
    let rows = matches.iter().zip(sides).zip(cites).map(|((one, [left, right]), cited)| {
        vec![
            said(one.name.as_str()),
            plain(left.as_str()),
            plain(right.as_str()),
            place(one.winner_place),
            place(one.loser_place),
            deadline(one).map_or_else(Line::new, |deadline| plain(day(view, deadline.by))),
            cited,
        ]
    });
    let head = [
        plain(words.a_match),
        plain(words.side_number.replace("{0}", "1")),
        plain(words.side_number.replace("{0}", "2")),
        plain(words.place_of_winner),
        plain(words.place_of_loser),
        plain(words.last_day),
        plain(words.clause),
    ];
    page.table(Table { head: head.into(), rows: rows.collect() });
}

/// The last days of matches that were not drawn, as only a larger bracket has them.
fn write_other_days(view: &View<'_>, phase: &Phase, matches: &[BracketMatch], page: &mut Page) {
    let words = view.words;
    let others =
        phase.deadlines.iter().filter(|deadline| !matches.iter().any(|one| deadline.is_of(&one.name)));
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let rows = others.filter(|deadline| seen.insert(&deadline.matches)).map(|deadline| {
        let by: Day = deadline.by;
        vec![said(deadline.matches.as_str()), plain(day(view, by)), view.cited(&deadline.cites)]
    });
    let rows: Vec<Vec<Line>> = rows.collect();
    page.table(Table { head: [words.a_match, words.last_day, words.clause].map(plain).into(), rows });
}

/// Who comes into a match: a number of the entrants, or out of another match.
fn side_words(
    view: &View<'_>,
    side: Source,
    (first, many, matches): (u32, Option<u32>, &[BracketMatch]),
) -> String {
    let words = view.words;
    let name = |place: u16| matches.get(usize::from(place)).map_or("", |one| one.name.as_str());
    match side {
        Source::Seed(number) if many.is_some_and(|many| number > many) => words.bye.to_owned(),
        Source::Seed(number) => {
            let place = number.saturating_add(first).saturating_sub(1);
            words.seed.replace("{0}", &place.to_string())
        }
        Source::Winner(place) => words.winner_of.replace("{0}", name(place)),
        Source::Loser(place) => words.loser_of.replace("{0}", name(place)),
    }
}
