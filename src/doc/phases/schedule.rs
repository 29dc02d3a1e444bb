//! A schedule as a table: a game a line.

use crate::doc::document::{Line, Page, Table, code, plain};
use crate::doc::view::View;
use crate::pairing::letter;
use crate::ruleset::{ClauseId, Schedule};
use crate::value::Symbol;

/// Writes a schedule.
pub fn write(view: &View<'_>, schedule: &Schedule, page: &mut Page) {
    let words = view.words;
    let seats = seats(schedule);
    let most = schedule.games.iter().map(|game| game.sides.len()).max().unwrap_or(0);
    let mut head = vec![plain(words.game)];
    if seats.is_empty() {
        head.extend((1..=most).map(|side| plain(words.side_number.replace("{0}", &side.to_string()))));
    } else {
        head.extend(seats.iter().map(|&seat| code(view.text(seat))));
    }
    head.push(plain(words.umpire));
    head.push(plain(words.clause));
    let cites: Vec<&[ClauseId]> = schedule.games.iter().map(|game| game.cites.as_slice()).collect();
    let cites = view.cited_lines(&cites, page);
    let games = schedule.games.iter().zip(cites);
    let rows = (1_usize..).zip(games).map(|(number, (game, cited))| {
        let mut row = vec![plain(number.to_string())];
        if seats.is_empty() {
            let who =
                |side: usize| game.sides.get(side).map_or_else(Line::new, |side| plain(letter(side.member)));
            row.extend((0..most).map(who));
        } else {
            let who = |&seat: &Symbol| {
                let side = game.sides.iter().find(|side| side.seat == Some(seat));
                side.map_or_else(Line::new, |side| plain(letter(side.member)))
            };
            row.extend(seats.iter().map(who));
        }
        row.push(game.umpire.map_or_else(Line::new, |umpire| plain(letter(umpire))));
        row.push(cited);
        row
    });
    page.table(Table { head, rows: rows.collect() });
}

/// The seats of a schedule, in the order in which they are first named.
fn seats(schedule: &Schedule) -> Vec<Symbol> {
    let mut seats = Vec::new();
    for seat in schedule.games.iter().flat_map(|game| &game.sides).filter_map(|side| side.seat) {
        if !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    seats
}
