//! What makes games and matches void beside the conditions of a format: limits of open phases, and what the log annuls.
//!
//! Comes in: the phases as typed, the sheets. Goes out: columns. It must never know a row. Start with
//! [`Checker::add_limited`].

use super::checker::{Checker, Definition};
use crate::format::{PhaseEntry, SchemeEntry};
use crate::ruleset::{BuiltinColumn, ColumnInfo, Origin, SheetKind};
use crate::value::{Kind, Type};

impl Checker<'_> {
    /// Matches (games, where there are none) may be over a limit of an open phase, and are void then.
    pub(super) fn add_limited(&mut self) {
        let is_limited = |entry: &PhaseEntry| match &entry.scheme {
            Some(SchemeEntry::Open(open)) => open.most_matches.is_some() || open.most_meetings.is_some(),
            Some(SchemeEntry::Pools(_) | SchemeEntry::RoundRobin(_) | SchemeEntry::Knockout(_)) | None => {
                false
            }
        };
        if !self.file.phases.iter().any(is_limited) {
            return;
        }
        let unit = [SheetKind::Match, SheetKind::Game].iter().find_map(|kind| self.ruleset.sheet_of(kind));
        let Some(sheet) = unit else { return };
        let over = self.add_column(
            ColumnInfo {
                name: "over a limit".to_owned(),
                sheet,
                ty: Type::of(Kind::Flag),
                origin: Origin::Hidden { aggregate: false },
                cites: Vec::new(),
                at: None,
                text: None,
            },
            Definition::Given,
        );
        self.limited.push((sheet, over));
        self.add_void(sheet);
    }

    /// Games and matches of which nothing in the format says that they are void may be annulled all the same: the log says
    /// so. No rule sees that column, and it is filled only where something is annulled.
    pub(super) fn add_annulled(&mut self) {
        for kind in [SheetKind::Match, SheetKind::Game] {
            let Some(sheet) = self.ruleset.sheet_of(&kind).filter(|sheet| !self.voids.contains_key(sheet))
            else {
                continue;
            };
            self.ruleset.columns.push(ColumnInfo {
                name: "void".to_owned(),
                sheet,
                ty: Type::of(Kind::Flag),
                origin: Origin::Builtin(BuiltinColumn::Void),
                cites: Vec::new(),
                at: None,
                text: None,
            });
        }
    }
}
