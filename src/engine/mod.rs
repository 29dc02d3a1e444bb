//! Runs a [`Ruleset`] over sheets: columns, places, standings, reasons.
//!
//! Comes in: a checked ruleset, the settings of its options, a log in columns. Goes out: an
//! [`Outcome`]. It must never know a format as typed, a file or a terminal. Start with [`run`].

mod abreast;
mod accumulate;
mod annul;
mod bands;
mod batch;
mod best;
mod blend;
mod branches;
mod cases;
mod corrected;
mod derive;
mod describe;
mod fault;
mod filling;
mod filter;
mod folding;
mod held;
mod history;
mod invent;
mod joined;
mod kernel;
mod leaves;
mod lifted;
mod lookup;
mod lot;
mod matches;
mod needed;
mod opened;
mod order;
mod over;
mod pairs;
mod parts;
mod placing;
mod prepared;
mod reasons;
mod reduce;
mod runs;
mod same;
mod so_far;
mod specialised;
mod standing;
mod step;
mod steps;
mod tabled;
mod tally;
#[cfg(test)]
mod tests;
mod tied;
mod tile;
mod used;
mod verdict;
mod waves;
mod witness;
mod written;

pub use abreast::{Abreast, Drawing, Looked, Round, Wanted};
pub use branches::Part;
pub use corrected::{Corrected, CorrectedState, corrected};
pub use describe::{describe, reason};
pub use fault::{Failed, RunError};
pub use filter::{games_where, without_games};
pub use folding::{Fold, Folding};
pub use held::{Held, held};
pub use history::{History, Moved, Played, Reached, history};
pub use invent::{Fresh, invent};
pub use joined::{asks_no_id, joined};
pub use opened::{Fate, Opened, Share};
pub use order::{levels, order_of};
pub use over::{Excess, OverLimit};
pub use parts::Parts;
pub use reasons::{Why, reasons, why, why_in_place};
pub use same::come_to_the_same;
pub use so_far::SoFar;
pub use used::{Use, Uses, used};
pub use verdict::void_rows;

use crate::log::{Act, LeftOut, Log, Report, Results};
use crate::ruleset::{Ruleset, Settings, SheetKind};
use crate::sheet::{ColumnId, SheetId, Tables};
use crate::value::{Symbols, Value};
use pairs::{Course, Limits, Pairs};
use prepared::Prepared;
use standing::Ranking;
use verdict::Void;

/// Everything that was computed.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// All columns of all sheets.
    pub tables: Tables,
    /// The texts behind symbols.
    pub symbols: Symbols,
    /// The names of the logs.
    pub logs: Vec<String>,
    /// The standings, in the order of the ruleset.
    pub standings: Vec<StandingTable>,
    /// Rows that a `void`, `warn` or `fault` speaks of, by verdict and row.
    pub verdicts: Vec<VerdictHit>,
    /// Records that were left out.
    pub left_out: Vec<LeftOut>,
    /// What the arbiter did.
    pub acts: Vec<Act>,
    /// Further records of games, by others.
    pub reports: Vec<Report>,
    /// Matches that are over a limit of their phase, in their order.
    pub over: Vec<OverLimit>,
    /// For each entrant how many games stand in the log before the entrant's first mention.
    pub entered: Vec<u32>,
}

impl Outcome {
    /// A cell; missing where there is none.
    #[must_use]
    pub fn value(&self, ruleset: &Ruleset, column: ColumnId, row: u32) -> Value {
        let kind = &ruleset.column(column).ty.kind;
        let row = row as usize;
        let filled = self.tables.column(column).filter(|filled| row < filled.len());
        filled.map_or(Value::Missing, |filled| filled.value(row, kind))
    }

    /// The log that was scored; its tables hold what was computed as well.
    #[must_use]
    pub fn log(&self) -> Log {
        Log {
            tables: self.tables.clone(),
            symbols: self.symbols.clone(),
            names: self.logs.clone(),
            left_out: self.left_out.clone(),
            acts: self.acts.clone(),
            reports: self.reports.clone(),
            entered: self.entered.clone(),
            ..Log::default()
        }
    }
}

/// A standing.
#[derive(Debug, Clone)]
pub struct StandingTable {
    /// From the first to the last.
    pub rows: Vec<StandingRow>,
    /// For each key `among tied` its column, and for each row of the entrant sheet whether that entrant was level with
    /// somebody when the key was looked at. The cells of all others say nothing.
    pub compared: Vec<(ColumnId, Vec<bool>)>,
    /// Each look at a key `among tied`, in the order in which they were taken: who was level, and what the key was for each.
    /// The cells hold the last one.
    pub looks: Vec<Look>,
    /// For each key how many groups of entrants it told apart that the keys before it had left level.
    pub decided: Vec<u32>,
}

impl StandingTable {
    /// Whether the cell of an entrant says something in this standing.
    #[must_use]
    pub fn says(&self, column: ColumnId, entrant: u32) -> bool {
        let among_tied = self.compared.iter().find(|(known, _)| *known == column);
        among_tied.is_none_or(|(_, level)| level.get(entrant as usize).copied().unwrap_or(false))
    }

    /// The last look at a key `among tied` at which both of these were level.
    #[must_use]
    pub fn look(&self, column: ColumnId, pair: [u32; 2]) -> Option<&Look> {
        let has = |look: &Look, who: u32| look.level.iter().any(|(entrant, _)| *entrant == who);
        self.looks.iter().rfind(|look| look.column == column && pair.iter().all(|who| has(look, *who)))
    }
}

/// A look at a key `among tied`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The column of the key.
    pub column: ColumnId,
    /// Who was level, and what the key was for each of them, over the games between them.
    pub level: Vec<(u32, Value)>,
}

/// A line of a standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingRow {
    /// The place; those that share it have the same.
    pub place: u32,
    /// The row of the entrant sheet.
    pub entrant: u32,
    /// Whether the place is shared.
    pub shared: bool,
}

/// A row that a verdict speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerdictHit {
    /// Which, by its place in [`Ruleset::verdicts`].
    pub verdict: usize,
    /// The row of its sheet.
    pub row: u32,
}

/// Computes everything. `seed` decides lots.
///
/// # Errors
/// All faults of the first step that fails, all refused ties, all broken claims; and the log.
pub fn run(ruleset: &Ruleset, settings: &Settings, log: Log, seed: u64) -> Result<Outcome, Box<Failed>> {
    run_within(ruleset, settings, log, (seed, Limits::USUAL))
}

/// [`run`], with so many pairs of rows at a time.
fn run_within(
    ruleset: &Ruleset,
    settings: &Settings,
    log: Log,
    (seed, limits): (u64, Limits),
) -> Result<Outcome, Box<Failed>> {
    let mut log = log;
    let mut tables = std::mem::take(&mut log.tables);
    let passing = derive::complete(ruleset, &mut tables, limits);
    written::fill(ruleset, &mut tables, &mut log.symbols);
    let annulled = Results { tables: &tables, ..log.results() }.annulled();
    annul::annul(ruleset, &mut tables, &annulled);
    let steps = &ruleset.steps;
    let course = Course { ruleset, settings, symbols: &log.symbols, steps, seed, limits, passing: &passing };
    let over = annul_over(&course, &mut tables);
    match compute(&course, &mut tables) {
        Ok(standings) => {
            let verdicts = verdict::hits(ruleset, &tables);
            let Log { symbols, names: logs, left_out, acts, reports, entered, .. } = log;
            Ok(Outcome { tables, symbols, logs, standings, verdicts, left_out, acts, reports, over, entered })
        }
        Err(errors) => Err(Box::new(Failed { errors, log: Log { tables, ..log } })),
    }
}

/// Lets matches that are over a limit of their phase not count. What makes matches void by the format is computed first:
/// those take up no room.
fn annul_over(course: &Course<'_>, tables: &mut Tables) -> Vec<OverLimit> {
    let ruleset = course.ruleset;
    let Some(wanted) = over::looked_at(ruleset) else { return Vec::new() };
    steps::take_for(course, wanted, tables);
    let over = over::over(ruleset, course.settings, tables);
    if let Some((sheet, rows)) = over::mask(tables, &over) {
        annul::annul_also(ruleset, tables, sheet, &rows);
    }
    over
}

fn compute(course: &Course<'_>, tables: &mut Tables) -> Result<Vec<StandingTable>, Vec<RunError>> {
    let ruleset = course.ruleset;
    let mut prepared = Prepared::default();
    let refused = steps::take(course, ruleset.ladder.as_ref(), &mut prepared, tables)?;
    steps::take(&Course { steps: &ruleset.texts, ..*course }, None, &mut prepared, tables)?;
    rank(course, &mut prepared, refused, tables)
}

/// Judges what has been computed, and ranks the entrants.
fn rank(
    course: &Course<'_>,
    prepared: &mut Prepared,
    refused: Vec<steps::Refused>,
    tables: &mut Tables,
) -> Result<Vec<StandingTable>, Vec<RunError>> {
    let ruleset = course.ruleset;
    let mut void = Void::new(ruleset, tables);
    let mut errors = Vec::new();
    for (sheet, mut rows) in refused {
        let void = void.rows(sheet);
        rows.retain(|&row| !void[row as usize]);
        if rows.len() > 1 {
            errors.push(RunError::Tie { standing: None, sheet, rows });
        }
    }
    for (claim, every) in verdict::broken(ruleset, tables, &mut void) {
        let row = every.first().copied().unwrap_or(0);
        errors.push(RunError::Claim { claim, row, rows: every.len(), every });
    }
    let mut standings = Vec::new();
    if let Some(entrants) = ruleset.sheet_of(&SheetKind::Entrant) {
        for standing in &ruleset.standings {
            prepared.keys(&standing.keys, ruleset, tables);
            match (Ranking { course, prepared: &mut *prepared }).eval(standing, entrants, None, tables) {
                Ok((table, ties)) => {
                    standings.push(table);
                    errors.extend(ties.into_iter().map(|rows| refusal(&standing.name, entrants, rows)));
                }
                Err((column, trouble)) => {
                    let steps = standing.keys.iter().filter_map(|key| key.among_tied.as_ref()).flatten();
                    let step = steps.chain(&ruleset.steps).find(|step| step.out() == column);
                    errors.extend(step.and_then(|step| fault::of_step(step, &trouble, ruleset)));
                    return Err(errors);
                }
            }
        }
    }
    if errors.is_empty() { Ok(standings) } else { Err(errors) }
}

fn refusal(standing: &str, sheet: SheetId, rows: Vec<u32>) -> RunError {
    RunError::Tie { standing: Some(standing.to_owned()), sheet, rows }
}
