//! The same rules under other names.
//!
//! Comes in: two rulesets. Goes out: the second with the names of the first, where some of its columns or standings are
//! called otherwise and nothing else differs. It must never guess: whether nothing else differs is told by the hash. Start
//! with [`renamed`].

use crate::ruleset::{Origin, Ruleset, RulesetPart, Settings};
use crate::sheet::ColumnId;

/// What is called otherwise.
#[derive(Debug, Clone)]
pub(super) struct Renamed {
    /// The name in the first, and in the second: `side.points`.
    pub names: Vec<(String, String)>,
    /// The parts of the second under the names of the first.
    pub parts: Vec<RulesetPart>,
    /// Whether something that is recorded is called otherwise, so that logs must be written otherwise.
    pub in_logs: bool,
}

/// The second ruleset under the names of the first; `None` where that is not enough to make them the same.
pub(super) fn renamed(
    (old, settings): (&Ruleset, &Settings),
    (new, new_settings): (&Ruleset, &Settings),
) -> Option<Renamed> {
    let mut own = new.clone();
    let mut names = Vec::new();
    let mut in_logs = false;
    if old.sheets.len() != new.sheets.len() {
        return None;
    }
    for (number, sheet) in (0_u16..).map(crate::sheet::SheetId).zip(&old.sheets) {
        let other = new.sheet(number);
        if sheet.name != other.name {
            return None;
        }
        for is_recorded in [true, false] {
            let gone = alone((old, number), new, is_recorded);
            let came = alone((new, number), old, is_recorded);
            if gone.len() != came.len() {
                return None;
            }
            for (gone, came) in gone.into_iter().zip(came) {
                let name = &old.column(gone).name;
                names.push((
                    format!("{}.{name}", sheet.name),
                    format!("{}.{}", sheet.name, new.column(came).name),
                ));
                in_logs |= is_recorded;
                own.columns.get_mut(came.0 as usize)?.name.clone_from(name);
            }
        }
    }
    let unknown = |ruleset: &Ruleset, other: &Ruleset| -> Vec<usize> {
        let is_unknown = |name: &str| !other.standings.iter().any(|standing| standing.name == name);
        let all = ruleset.standings.iter().enumerate();
        all.filter(|(_, standing)| is_unknown(&standing.name)).map(|(place, _)| place).collect()
    };
    let (gone, came) = (unknown(old, new), unknown(new, old));
    if gone.len() != came.len() {
        return None;
    }
    for (gone, came) in gone.into_iter().zip(came) {
        let name = &old.standings[gone].name;
        names.push((format!("standing.{name}"), format!("standing.{}", new.standings[came].name)));
        own.standings[came].name.clone_from(name);
    }
    let same = !names.is_empty()
        && old.semantic_hash(settings) == own.semantic_hash(new_settings)
        && super::claims(old) == super::claims(&own);
    same.then(|| Renamed { names, parts: own.parts(), in_logs })
}

/// The columns of a sheet that have a name, and that the other ruleset does not have there.
fn alone(
    (ruleset, sheet): (&Ruleset, crate::sheet::SheetId),
    other: &Ruleset,
    is_recorded: bool,
) -> Vec<ColumnId> {
    let is_meant = |origin: &Origin| match origin {
        Origin::Recorded { .. } => is_recorded,
        Origin::Ruled | Origin::State => !is_recorded,
        Origin::Builtin(_) | Origin::Hidden { .. } => false,
    };
    let has = |ruleset: &Ruleset, name: &str| {
        ruleset.columns_of(sheet).any(|(_, info)| info.name == name && is_meant(&info.origin))
    };
    let own = ruleset.columns_of(sheet).filter(|(_, info)| is_meant(&info.origin));
    own.filter(|(_, info)| !has(other, &info.name)).map(|(id, _)| id).collect()
}
