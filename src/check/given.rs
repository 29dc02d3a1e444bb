//! The columns that every format has, and those of formats with phases, days or editions.
//!
//! Comes in: a sheet. Goes out: its built-in columns. It must never know a rule. Start with [`Checker::add_builtins`].

use super::checker::Checker;
use crate::ruleset::{BuiltinColumn, Origin, SheetKind};
use crate::sheet::SheetId;
use crate::value::{Bound, Interval, Kind, Rational, Symbol, Type};

impl Checker<'_> {
    pub(super) fn add_builtins(&mut self, sheet: SheetId) {
        let text = || Type::of(Kind::Text);
        let round = || Type { optional: true, ..counting() };
        let phase = self.phase_type();
        let columns: Vec<(BuiltinColumn, &str, Type)> = match &self.ruleset.sheet(sheet).kind {
            SheetKind::Event | SheetKind::Join { .. } => Vec::new(),
            SheetKind::Entrant => vec![(BuiltinColumn::Name, "name", text())],
            SheetKind::Match => {
                vec![(BuiltinColumn::Phase, "phase", phase), (BuiltinColumn::Round, "round", round())]
            }
            SheetKind::MatchSide | SheetKind::List { .. } => Vec::new(),
            SheetKind::Game => {
                let mut columns = vec![
                    (BuiltinColumn::Id, "id", text().maybe(true)),
                    (BuiltinColumn::Phase, "phase", phase),
                    (BuiltinColumn::Round, "round", round()),
                ];
                if self.file.matches.is_some() {
                    columns.insert(1, (BuiltinColumn::MatchId, "match", text().maybe(true)));
                }
                if !self.file.phases.is_empty() {
                    columns.push((BuiltinColumn::Pool, "pool", text().maybe(true)));
                    columns.push((BuiltinColumn::Umpire, "umpire", text().maybe(true)));
                    columns.push((BuiltinColumn::ReportedBy, "reported_by", text().maybe(true)));
                    columns.push((BuiltinColumn::ConfirmedBy, "confirmed_by", text().maybe(true)));
                }
                if self.file.is_dated() {
                    columns.push((BuiltinColumn::Date, "date", Type::of(Kind::Date).maybe(true)));
                }
                if self.file.edition.is_some() {
                    columns.push((BuiltinColumn::Edition, "edition", text().maybe(true)));
                }
                columns
            }
            SheetKind::Side => {
                let mut seats: Vec<Symbol> = Vec::new();
                for seat in self.ruleset.plans.iter().flat_map(|plan| &plan.seats) {
                    if !seats.contains(&seat.name) {
                        seats.push(seat.name);
                    }
                }
                let kind = if seats.is_empty() { Kind::Text } else { Kind::Choice(seats.into()) };
                vec![(BuiltinColumn::Seat, "seat", Type::of(kind))]
            }
            SheetKind::Part { names, .. } => {
                vec![(BuiltinColumn::Name, "name", Type::of(Kind::Choice(names.as_slice().into())))]
            }
        };
        let is_event = self.ruleset.sheet(sheet).kind == SheetKind::Event;
        for (builtin, name, ty) in columns {
            self.add_given(sheet, name, ty, Origin::Builtin(builtin));
        }
        if !is_event {
            self.add_given(sheet, "number", counting(), Origin::Builtin(BuiltinColumn::Number));
        }
    }
}

/// Whole numbers from 1.
pub(super) fn counting() -> Type {
    let one = Bound { at: Rational::ONE, inclusive: true };
    Type { range: Interval { low: Some(one), high: None }.into(), ..Type::of(Kind::Integer) }
}
