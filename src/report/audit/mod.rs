//! Audits of a format: tables for people, JSON for programs.
//!
//! Comes in: what an audit found, and the sources that it points into. Goes out: text. It must never judge.
//! Start with [`write_clauses`], [`write_claims`], [`write_coverage`] and [`write_mutants`].

mod claims;
mod clauses;
mod coverage;
mod mutants;
pub(super) mod words;

use super::Shape;
use crate::audit::{Claims, ClauseList, Coverage, Mutants, Ruled};
use crate::source::Sources;
use std::io::{self, Write};

/// What an audit is written about: what the format is called, and the texts that places point into.
#[derive(Debug, Clone, Copy)]
pub struct Audited<'a> {
    /// The name by which it was asked for.
    pub name: &'a str,
    /// Where it was read from.
    pub sources: &'a Sources,
}

/// Writes the clauses of a format.
///
/// # Errors
/// When `out` does.
pub fn write_clauses(
    audited: Audited<'_>,
    list: &ClauseList,
    shape: Shape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        Shape::Table | Shape::Csv => clauses::table(audited, list, out),
        Shape::Json => clauses::json(audited, list, out),
    }
}

/// Writes the claims of a format; for programs with what its ruled columns can hold.
///
/// # Errors
/// When `out` does.
pub fn write_claims(
    audited: Audited<'_>,
    (found, columns): (&Claims, &[Ruled]),
    shape: Shape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        Shape::Table | Shape::Csv => claims::table(audited, found, out),
        Shape::Json => claims::json(audited, found, columns, out),
    }
}

/// How many claims are proved, tried, and failing, in a few words; empty where there are none.
#[must_use]
pub fn claims_words(found: &Claims) -> String {
    claims::summary(found)
}

/// Writes what the ruled columns of a format can hold.
///
/// # Errors
/// When `out` does.
pub fn write_ruled(columns: &[Ruled], out: &mut dyn Write) -> io::Result<()> {
    claims::ruled(columns, out)
}

/// Writes what of a format nothing ever came to.
///
/// # Errors
/// When `out` does.
pub fn write_coverage(
    audited: Audited<'_>,
    found: &Coverage,
    shape: Shape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        Shape::Table | Shape::Csv => coverage::table(audited, found, out),
        Shape::Json => coverage::json(audited, found, out),
    }
}

/// Writes what becomes of the changes of a format.
///
/// # Errors
/// When `out` does.
pub fn write_mutants(
    audited: Audited<'_>,
    found: &Mutants,
    shape: Shape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        Shape::Table | Shape::Csv => mutants::table(audited, found, out),
        Shape::Json => mutants::json(audited, found, out),
    }
}
