//! Whether an event can be invented: what the model leaves open, and how large an event may be.
//!
//! Comes in: a ruleset, and how many entrants there are. Goes out: what is in the way. Start with [`missing`], [`games`].

use super::open;
use crate::ruleset::{Admission, ColumnInfo, Ruleset, Scheme, Settings, SheetKind};
use crate::value::{Date, Kind, format_duration};

/// So many games of one phase can be invented.
pub const MOST_GAMES: u64 = 1_000_000;

/// A column that must be recorded and cannot be invented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its name, after that of its sheet: `side.time`.
    pub name: String,
    /// The table of the format in which a rule would invent it: `[simulate.side]`.
    pub table: String,
    /// A rule that would do: `time = "1 min * random(0, 60)"`.
    pub rule: String,
}

/// What cannot be invented before the format says how. Where entrants are listed nothing is invented of them.
#[must_use]
pub fn missing(ruleset: &Ruleset, entrants_are_listed: bool) -> Vec<Missing> {
    let all = ruleset.model.undrawable.iter().map(|&column| ruleset.column(column));
    let wanted =
        all.filter(|info| !(entrants_are_listed && ruleset.sheet(info.sheet).kind == SheetKind::Entrant));
    let described = wanted.map(|info| {
        let sheet = ruleset.sheet(info.sheet);
        let part = if matches!(sheet.kind, SheetKind::Part { .. }) { "part." } else { "" };
        Missing {
            name: format!("{}.{}", sheet.name, info.name),
            table: format!("[simulate.{part}{}]", sheet.name),
            rule: format!("{} = {}", key(&info.name), rule(info)),
        }
    });
    described.collect()
}

/// How many games the largest phase has among so many entrants, where everybody meets everybody, or whomever they like, or
/// in a bracket.
#[must_use]
pub fn games(ruleset: &Ruleset, settings: &Settings, entrants: u32) -> u64 {
    let of_phase = ruleset.phases.iter().map(|phase| {
        let field = match phase.entrants {
            Admission::Everybody => entrants,
            Admission::Places { first, last, .. } => {
                entrants.min(last.saturating_sub(first).saturating_add(1))
            }
        };
        let field = u64::from(field);
        match &phase.scheme {
            Scheme::RoundRobin(round_robin) => {
                let pairs = field.saturating_mul(field.saturating_sub(1)) / 2;
                let games = round_robin.schedule.as_ref().map_or(1, |schedule| schedule.games.len() as u64);
                pairs.saturating_mul(u64::from(round_robin.legs)).saturating_mul(games)
            }
            Scheme::Open(open) => {
                let each = open::limits(open, settings).each(field);
                let matches = field.saturating_mul(each) / 2;
                matches.saturating_mul(u64::from(open::games_of_match(open, settings)))
            }
            Scheme::Knockout(knockout) => field.saturating_mul(knockout.games_of_a_match(settings).into()),
            Scheme::Pools(_) => 0,
        }
    });
    of_phase.max().unwrap_or(0)
}

/// A name as a key of TOML.
fn key(name: &str) -> String {
    let is_bare = name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-');
    if is_bare { name.to_owned() } else { format!("\"{name}\"") }
}

fn rule(info: &ColumnInfo) -> String {
    let low = info.ty.range.low.map(|bound| bound.at.ceil());
    let high = info.ty.range.high.map(|bound| bound.at.floor());
    let whole = |at: Option<crate::value::Rational>| at.and_then(|at| at.to_i64());
    match &info.ty.kind {
        Kind::Integer | Kind::Number => {
            let (low, high) = match (whole(low), whole(high)) {
                (Some(low), Some(high)) => (low, high),
                (Some(low), None) => (low, low.saturating_add(100)),
                (None, Some(high)) => (high.saturating_sub(100), high),
                (None, None) => (0, 100),
            };
            format!("\"random({low}, {high})\"")
        }
        Kind::Duration => match (low, high) {
            (Some(low), _) => format!("\"{} + 1 s * random(0, 60)\"", format_duration(low)),
            (None, Some(high)) => format!("\"{} - 1 s * random(0, 60)\"", format_duration(high)),
            (None, None) => "\"1 min * random(0, 60)\"".to_owned(),
        },
        Kind::Date => {
            let day = whole(low)
                .or(whole(high))
                .map_or_else(|| "2000-01-01".to_owned(), |day| Date(day).to_string());
            format!("\"{day}\"")
        }
        Kind::Text => "'\"as you like\"'".to_owned(),
        Kind::Flag | Kind::Choice(_) | Kind::Unknown => "\"…\"".to_owned(),
    }
}
