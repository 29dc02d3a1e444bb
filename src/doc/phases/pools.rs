//! Pools: how they come about, and who meets whom in a pool of each size.

use super::schedule;
use crate::doc::document::{Page, Table, plain};
use crate::doc::view::View;
use crate::ruleset::{Cut, Draw, Pools};

/// Writes how the pools come about.
pub fn write(view: &View<'_>, pools: &Pools, page: &mut Page) {
    let words = view.words;
    let row = |label: &'static str, cut: &Cut| {
        let draw = plain(match cut.draw {
            Draw::Lot => words.draw_lot,
            Draw::Position => words.draw_position,
            Draw::Snake => words.draw_snake,
        });
        let remainder = match cut.remainder {
            Some(size) => plain(words.pools_of.replace("{0}", &size.to_string())),
            None => plain(words.no_remainder),
        };
        vec![plain(label), view.ranking(&cut.by), draw, remainder, view.cited(&cut.cites)]
    };
    let mut rows = vec![row(words.first_round, &pools.first)];
    if pools.rounds > 1 {
        rows.push(row(words.later_rounds, &pools.later));
    }
    let head = [words.round, words.cut_by, words.drawn, words.remainder, words.clause].map(plain).into();
    page.table(Table { head, rows });
    for schedule in &pools.schedules {
        let size = schedule.size.to_string();
        page.heading(4, &format!("pool-{size}"), plain(words.pool_of.replace("{0}", &size)));
        schedule::write(view, schedule, page);
    }
}
