//! How long it takes to draw the pools of a round: three groups, by lot, and who is left over in pools of four.
//!
//! Compare the rows of one run with one another: a hundred times the entrants must take little more than a hundred times
//! as long; absolute times are those of the machine.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use rulesctl::pairing::{Lots, pools};
use rulesctl::ruleset::{Cut, Draw, Ranking};
use rulesctl::source::Span;

const ENTRANTS: [u32; 2] = [3_002, 300_002];

fn main() {
    divan::main();
}

#[divan::bench(args = ENTRANTS)]
fn by_lot(bencher: Bencher<'_, '_>, entrants: u32) {
    draw(bencher, entrants, Draw::Lot);
}

#[divan::bench(args = ENTRANTS)]
fn by_position(bencher: Bencher<'_, '_>, entrants: u32) {
    draw(bencher, entrants, Draw::Position);
}

fn draw(bencher: Bencher<'_, '_>, entrants: u32, draw: Draw) {
    let order: Vec<u32> = (0..entrants).rev().collect();
    let names: Vec<String> = order.iter().map(|entrant| format!("entrant {entrant}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cut = Cut { by: Ranking::Entry, draw, remainder: Some(4), cites: Vec::new(), at: Span::default() };
    bencher
        .counter(ItemsCount::new(order.len()))
        .bench(|| pools::draw(&order, &cut, 3, &Lots::new(7, &names), "qualification 1").unwrap());
}
