//! Opens any figure down to the record and the clause: why it is what it is, and why not otherwise.
//!
//! Comes in: an outcome, the rules that it was computed by, the text of the format, a question. Goes out: an
//! [`Explanation`], a tree of plain data. It is the evaluation that gave the figure, looked at row by row: nothing is
//! computed a second way. It must never know how a tree is shown. Start with [`explain`].

mod answer;
mod cell;
mod change;
mod citing;
mod counts;
mod draw;
mod find;
mod history;
mod names;
mod phases;
mod place;
mod quote;
mod rows;
mod rule;
mod search;
mod tree;
mod why;
mod why_not;
mod why_not_event;
mod why_not_place;

pub use answer::{Subject, explain, open, prescribed};
pub use cell::Reach;
pub use find::{Absent, Question};
pub use tree::*;
