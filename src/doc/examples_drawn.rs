//! Worked examples of who comes together in a round.

use super::document::{Inline, Line, Page, Table, code, joined, plain};
use super::examples::write_reasons;
use super::view::View;
use crate::format::{DrawnExample, ExpectedGame, ExpectedRound, Together};

/// Writes an example.
pub fn write(view: &View<'_>, example: &DrawnExample, page: &mut Page) {
    let words = view.words;
    let phase = view.ruleset.find_phase(&example.phase.text);
    let title = phase.map(|phase| view.ruleset.phase(phase).title.clone());
    let round = example.round.map_or(1, |(round, _)| round);
    let facts = [
        view.fact(words.phase, vec![Inline::Said(title.unwrap_or_else(|| example.phase.text.clone()))]),
        view.fact(words.round, plain(round.to_string())),
        view.fact(words.entrants, plain(example.ranked.0.to_string())),
    ];
    page.paragraph(joined(facts, &Inline::Plain(words.semicolon.to_owned())));
    match &example.expect {
        ExpectedRound::Pools(pools, _) => write_together(view, words.pool, pools, page),
        ExpectedRound::Matches(matches, _) => write_together(view, words.a_match, matches, page),
        ExpectedRound::Sizes(sizes, _) => {
            let sizes = sizes.iter().map(|size| plain(size.to_string()));
            let sizes = joined(sizes, &Inline::Plain(words.comma.to_owned()));
            page.paragraph(view.fact(words.sizes_of_pools, sizes));
        }
        ExpectedRound::Refused(_) => page.paragraph(plain(words.cannot_be_paired)),
        ExpectedRound::Games => {}
    }
    if example.by_lot.is_some() && example.games.is_none() {
        page.paragraph(plain(words.one_draw));
    }
    if let Some((games, _)) = &example.games {
        if example.by_lot.is_some() {
            page.paragraph(plain(words.one_of_the_draws));
        }
        write_games(view, games, page);
    }
    write_reasons(view, (&example.because, &example.not_because), page);
}

fn write_together(view: &View<'_>, what: &'static str, all: &[Together], page: &mut Page) {
    let rows = (1_usize..).zip(all).map(|(number, (members, _))| {
        let members = members.iter().map(|member| plain(member.to_string()));
        let members = joined(members, &Inline::Plain(view.words.comma.to_owned()));
        vec![plain(number.to_string()), members]
    });
    let head = [what, view.words.who].map(plain).into();
    page.table(Table { head, rows: rows.collect() });
}

fn write_games(view: &View<'_>, games: &[ExpectedGame], page: &mut Page) {
    let words = view.words;
    let mut seats: Vec<&str> = Vec::new();
    for (seat, _) in games.iter().flat_map(|game| &game.seats) {
        if let Some(seat) = seat.as_ref().map(|seat| seat.text.as_str()).filter(|seat| !seats.contains(seat))
        {
            seats.push(seat);
        }
    }
    let most = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    let mut head = vec![plain(words.game)];
    if seats.is_empty() {
        head.extend((1..=most).map(|side| plain(words.side_number.replace("{0}", &side.to_string()))));
    } else {
        head.extend(seats.iter().map(|seat| code(*seat)));
    }
    head.push(plain(words.umpire));
    let rows = (1_usize..).zip(games).map(|(number, game)| {
        let mut row = vec![plain(number.to_string())];
        let who = |entrant: Option<u32>| entrant.map_or_else(Line::new, |entrant| plain(entrant.to_string()));
        if seats.is_empty() {
            row.extend((0..most).map(|side| who(game.seats.get(side).map(|(_, entrant)| *entrant))));
        } else {
            row.extend(seats.iter().map(|wanted| {
                let found = game
                    .seats
                    .iter()
                    .find(|(seat, _)| seat.as_ref().is_some_and(|seat| seat.text == *wanted));
                who(found.map(|(_, entrant)| *entrant))
            }));
        }
        row.push(who(game.umpire));
        row
    });
    page.table(Table { head, rows: rows.collect() });
}
