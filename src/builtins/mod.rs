//! The one table of functions and aggregates.
//!
//! A function takes values and gives a value; an aggregate takes the rows of a sheet. Each has a
//! name, a signature in words, a sentence, an example, and (functions) its implementation.
//! `docs/language.md` prints these tables. It must never receive the interpreter.
//! To add a function, add a row to [`FUNCTIONS`].

mod aggregates;
mod functions;

pub use aggregates::{AGGREGATES, Aggregate, AggregateInfo};
pub use functions::{FUNCTIONS, Function, FunctionId, Overload};
