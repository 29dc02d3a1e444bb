//! The proofs, on rulesets built by hand, and against all values of small ranges.

mod bands;
mod builder;
mod cases;
mod claims;
mod conditions;
mod evaluator;
mod ranges;
