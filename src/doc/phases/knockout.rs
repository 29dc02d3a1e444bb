//! A knockout: its bracket drawn and as a table, the games of a match, the last days.

use super::{day, schedule};
use crate::doc::document::{Block, Drawing, Line, Page, Table, plain, said};
use crate::doc::view::View;
use crate::pairing::knockout;
use crate::ruleset::{
    Admission, Bracket, BracketMatch, ClauseId, Day, Deadline, Draw, Knockout, Phase, Source,
};
use std::collections::BTreeSet;

/// A bracket for any number of entrants is drawn for so many, where nobody knows how many there will be…
const DRAWN_FOR: u32 = 8;

/// … and for so many at most.
const MOST_DRAWN: u32 = 64;

/// Room for a name.
const WRITE_IN: &str = "______________";

/// Whether losers play on in matches of a bracket.
pub fn has_losers(knockout: &Knockout) -> bool {
    match &knockout.bracket {
        Bracket::Written(matches) => {
            let mut sides = matches.iter().flat_map(|line| line.sides);
            sides.any(|side| matches!(side, Source::Loser(_)))
        }
        Bracket::SingleElimination { third_place } => *third_place,
    }
}

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
    let (first, many) = match phase.entrants {
        Admission::Places { first, last, .. } => (first, Some(last.saturating_sub(first).saturating_add(1))),
        Admission::Everybody => (1, None),
    };
    page.heading(4, &format!("bracket-{}", phase.name), plain(words.bracket));
    let matches = match &knockout.bracket {
        Bracket::Written(matches) => matches.clone(),
        bracket @ Bracket::SingleElimination { third_place } => {
            page.paragraph(plain(if *third_place { words.elimination_third } else { words.elimination }));
            let drawn = many.unwrap_or(DRAWN_FOR).min(MOST_DRAWN);
            if many != Some(drawn) {
                page.paragraph(plain(words.drawn_for.replace("{0}", &drawn.to_string())));
            }
            knockout::bracket(bracket, drawn)
        }
    };
    let side = |side: Source| side_words(view, side, (first, many, &matches));
    let sides: Vec<[String; 2]> = matches.iter().map(|one| one.sides.map(side)).collect();
    draw(view, phase, (&matches, &sides), page);
    match knockout.bracket {
        Bracket::Written(_) => write_matches(view, phase, (&matches, &sides), page),
        Bracket::SingleElimination { .. } => write_rounds(view, phase, &matches, page),
    }
    write_other_days(view, phase, &matches, page);
    if let Some(schedule) = &knockout.schedule {
        page.heading(4, &format!("games-{}", phase.name), plain(words.games_of_match_heading));
        schedule::write(view, schedule, page);
    }
}

/// The bracket as a drawing. Whoever comes by a line is written in by hand.
fn draw(
    view: &View<'_>,
    phase: &Phase,
    (matches, sides): (&[BracketMatch], &[[String; 2]]),
    page: &mut Page,
) {
    if matches.is_empty() {
        return;
    }
    let described = matches.iter().zip(sides);
    let described = described.map(|(one, [left, right])| format!("{}: {left} – {right}.", one.name));
    let drawn = matches.iter().zip(sides).map(|(one, words)| {
        [0, 1].map(|side: usize| match one.sides[side] {
            Source::Winner(_) => WRITE_IN.to_owned(),
            Source::Seed(_) | Source::Loser(_) => words[side].clone(),
        })
    });
    page.blocks.push(Block::Drawing(Drawing {
        title: format!("{}: {}", view.ruleset.title, phase.title),
        described: described.collect::<Vec<_>>().join(" "),
        matches: matches.to_vec(),
        sides: drawn.collect(),
        round: view.words.round_number,
    }));
}

/// The deadline of a match.
fn deadline<'p>(phase: &'p Phase, one: &BracketMatch) -> Option<&'p Deadline> {
    phase.deadline_of(&one.name)
}

/// On what a match rests, with its deadline.
fn cites(phase: &Phase, one: &BracketMatch) -> Vec<ClauseId> {
    let of_deadline = deadline(phase, one).into_iter().flat_map(|deadline| &deadline.cites);
    one.cites.iter().chain(of_deadline).copied().collect()
}

/// The matches of a bracket that is written match by match.
fn write_matches(
    view: &View<'_>,
    phase: &Phase,
    (matches, sides): (&[BracketMatch], &[[String; 2]]),
    page: &mut Page,
) {
    let words = view.words;
    let cites: Vec<Vec<ClauseId>> = matches.iter().map(|one| cites(phase, one)).collect();
    let cites: Vec<&[ClauseId]> = cites.iter().map(Vec::as_slice).collect();
    let cites = view.cited_lines(&cites, page);
    let rows = matches.iter().zip(sides).zip(cites).map(|((one, [left, right]), cited)| {
        let mut row = vec![said(one.name.as_str()), plain(left.as_str()), plain(right.as_str())];
        row.extend(ends(view, phase, one));
        row.push(cited);
        row
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

/// The rounds of a bracket that is laid out for any number of entrants: matches that differ in nothing are one line.
fn write_rounds(view: &View<'_>, phase: &Phase, matches: &[BracketMatch], page: &mut Page) {
    let words = view.words;
    let mut rounds: Vec<(&str, [Line; 3], Vec<ClauseId>)> = Vec::new();
    for one in matches {
        let stem = one.name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end();
        let (ends, cites) = (ends(view, phase, one), cites(phase, one));
        let is_known = rounds.iter().any(|known| known.0 == stem && known.1 == ends && known.2 == cites);
        if !is_known {
            let name = if rounds.iter().any(|known| known.0 == stem) { one.name.as_str() } else { stem };
            rounds.push((name, ends, cites));
        }
    }
    let cites: Vec<&[ClauseId]> = rounds.iter().map(|(.., cites)| cites.as_slice()).collect();
    let cites = view.cited_lines(&cites, page);
    let rows = rounds.iter().zip(cites).map(|((name, ends, _), cited)| {
        let mut row = vec![said(*name)];
        row.extend(ends.iter().cloned());
        row.push(cited);
        row
    });
    let head = [words.round, words.place_of_winner, words.place_of_loser, words.last_day, words.clause];
    page.table(Table { head: head.map(plain).into(), rows: rows.collect() });
}

/// The places that a match decides, and its last day.
fn ends(view: &View<'_>, phase: &Phase, one: &BracketMatch) -> [Line; 3] {
    let place = |place: Option<u32>| place.map_or_else(Line::new, |place| plain(place.to_string()));
    let last = deadline(phase, one).map_or_else(Line::new, |deadline| plain(day(view, deadline.by)));
    [place(one.winner_place), place(one.loser_place), last]
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
