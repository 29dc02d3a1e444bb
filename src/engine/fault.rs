//! Why nothing could be computed, and which games are to blame.
//!
//! Comes in: rows that have no value, ties, broken claims. Goes out: [`RunError`]s, and with [`RunError::games`] the games
//! without which the rest can be scored. It must never word a message: that is `describe`.

use super::reduce::Trouble;
use crate::log::Log;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{ClauseId, LinkRole, Ruleset, SheetKind, Step};
use crate::sheet::{ColumnId, NO_ROW, SheetId, Tables, row_id};
use crate::source::Span;
use crate::value::Fault;
use std::collections::BTreeSet;

/// Why nothing could be computed, and the log, with whatever was computed before.
#[derive(Debug, Clone)]
pub struct Failed {
    /// All faults of the first step that fails, all refused ties, all broken claims. At least one.
    pub errors: Vec<RunError>,
    /// The log, for messages and to go on without some of its games.
    pub log: Log,
}

/// Why nothing could be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunError {
    /// A rule has no exact value on a row.
    Fault {
        /// The column (for a hidden one, the rule that needs it is named by its span).
        column: ColumnId,
        /// The sheet whose rows are counted: the column's own, or the one that is aggregated.
        sheet: SheetId,
        /// The first row on which it happens.
        row: u32,
        /// On how many rows it happens.
        rows: usize,
        /// All of these rows.
        every: Vec<u32>,
        /// What happens.
        fault: Fault,
        /// The clauses of the rule, of the line of it that was taken.
        clauses: Vec<ClauseId>,
        /// The part of the rule that fails.
        at: Span,
    },
    /// A tie where `ties = "refuse"`.
    Tie {
        /// The standing's name, or `None` for a placing.
        standing: Option<String>,
        /// The sheet whose rows are tied.
        sheet: SheetId,
        /// The rows.
        rows: Vec<u32>,
    },
    /// A claim that a row breaks.
    Claim {
        /// Which, by its place in [`Ruleset::claims`].
        claim: usize,
        /// The first row.
        row: u32,
        /// How many rows.
        rows: usize,
        /// All of these rows.
        every: Vec<u32>,
    },
}

impl RunError {
    /// The rows of the game sheet that are to blame. None where no game alone is: for a row of the entrants or of the
    /// event, and for a tie in a standing.
    #[must_use]
    pub fn games(&self, ruleset: &Ruleset, tables: &Tables) -> BTreeSet<u32> {
        let (sheet, rows) = match self {
            Self::Fault { sheet, every, .. } => (*sheet, every),
            Self::Tie { sheet, rows, .. } => (*sheet, rows),
            Self::Claim { claim, every, .. } => match ruleset.claims.get(*claim) {
                Some(claim) => (claim.sheet, every),
                None => return BTreeSet::new(),
            },
        };
        games_of(sheet, rows, ruleset, tables)
    }
}

/// The faults of a step.
pub(super) fn of_step(step: &Step, trouble: &Trouble, ruleset: &Ruleset) -> Option<RunError> {
    let first = trouble.faults.first()?;
    let column = step.out();
    let mut clauses = ruleset.column(column).cites.clone();
    for expr in whole(step) {
        cites_at(expr, first.at, &mut clauses);
    }
    clauses.sort_unstable();
    clauses.dedup();
    Some(RunError::Fault {
        column,
        sheet: trouble.sheet,
        row: row_id(first.row),
        rows: trouble.faults.len(),
        every: trouble.faults.iter().map(|fault| row_id(fault.row)).collect(),
        fault: first.fault,
        clauses,
        at: first.at,
    })
}

fn whole(step: &Step) -> Vec<&Expr> {
    match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => reduce.value.iter().chain(&reduce.filter).collect(),
        Step::Place(_) => Vec::new(),
    }
}

/// The clauses cited on the lines in which a place lies.
fn cites_at(expr: &Expr, at: Span, clauses: &mut Vec<ClauseId>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.node {
            Node::Tally(items) => {
                let lines = items.iter().filter(|item| holds(item.at, at));
                clauses.extend(lines.flat_map(|item| &item.cites));
            }
            Node::Bands(table) => {
                let lines = table.bands.iter().filter(|band| holds(band.at, at));
                clauses.extend(lines.flat_map(|band| &band.cites));
            }
            Node::Cases(lines) => {
                let lines = lines.iter().filter(|line| holds(line.at, at));
                clauses.extend(lines.flat_map(|line| &line.cites));
            }
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_) => {}
        }
        expr.parts(&mut open);
    }
}

/// Whether a place lies inside another.
pub(super) fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// From rows of any sheet to the games that they belong to.
pub(super) fn games_of(sheet: SheetId, rows: &[u32], ruleset: &Ruleset, tables: &Tables) -> BTreeSet<u32> {
    let inside = |kind: &SheetKind| ruleset.link_of(sheet, &LinkRole::Inside(ruleset.sheet_of(kind)?));
    let onward = match &ruleset.sheet(sheet).kind {
        SheetKind::Game => return rows.iter().copied().collect(),
        SheetKind::Match => return games_inside(sheet, rows, ruleset, tables),
        SheetKind::Event | SheetKind::Entrant => None,
        SheetKind::Side => inside(&SheetKind::Game),
        SheetKind::Part { .. } => inside(&SheetKind::Game).or_else(|| inside(&SheetKind::Side)),
        SheetKind::MatchSide => inside(&SheetKind::Match),
        SheetKind::List { owner, .. } => ruleset.link_of(sheet, &LinkRole::Inside(*owner)),
        SheetKind::Join { .. } => ruleset.link_of(sheet, &LinkRole::Outer),
    };
    let Some((link, index)) = onward.and_then(|link| Some((link, tables.link(link)?))) else {
        return BTreeSet::new();
    };
    let rows: Vec<u32> =
        rows.iter().map(|&row| index.get(row as usize)).filter(|&target| target != NO_ROW).collect();
    games_of(ruleset.link(link).to, &rows, ruleset, tables)
}

fn games_inside(matches: SheetId, rows: &[u32], ruleset: &Ruleset, tables: &Tables) -> BTreeSet<u32> {
    let link = ruleset.sheet_of(&SheetKind::Game).and_then(|games| {
        let link = ruleset.link_of(games, &LinkRole::Inside(matches))?;
        Some((tables.link(link)?, tables.rows(games)))
    });
    let wanted: BTreeSet<u32> = rows.iter().copied().collect();
    link.map_or_else(BTreeSet::new, |(index, games)| {
        (0..games).filter(|&game| wanted.contains(&index.get(game))).map(row_id).collect()
    })
}
