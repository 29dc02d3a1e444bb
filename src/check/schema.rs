//! What there is: the sheets, columns, links, options and seats of a format.

use super::checker::{Checker, Definition};
use super::given::counting;
use crate::format::{SeatingPlan, SheetEntry, SheetName, SideCount};
use crate::ruleset::{
    BuiltinColumn, ColumnInfo, LinkInfo, LinkRole, OptionType, Origin, Plan, Seat, SheetInfo, SheetKind,
};
use crate::sheet::{LinkId, SheetId};
use crate::syntax::ast::TypeBase;
use crate::value::{Kind, Symbol, Type, Value};

impl<'a> Checker<'a> {
    /// Lays out everything that has a name, so that rules can find it.
    pub(super) fn lay_out(&mut self) {
        self.lay_out_clauses();
        self.lay_out_options();
        self.lay_out_sheets();
        self.lay_out_plans();
        self.lay_out_links();
        self.lay_out_columns();
        self.lay_out_verdicts();
    }

    pub(super) fn add_sheet(&mut self, name: &str, plural: &str, kind: SheetKind) -> SheetId {
        let id = SheetId(u16::try_from(self.ruleset.sheets.len()).unwrap_or(u16::MAX));
        self.ruleset.sheets.push(SheetInfo { name: name.to_owned(), plural: plural.to_owned(), kind });
        id
    }

    fn lay_out_sheets(&mut self) {
        self.add_sheet("event", "events", SheetKind::Event);
        self.add_sheet("entrant", "entrants", SheetKind::Entrant);
        if self.file.matches.is_some() {
            self.add_sheet("match", "matches", SheetKind::Match);
            self.add_sheet("match.side", "match.sides", SheetKind::MatchSide);
        }
        self.add_sheet("game", "games", SheetKind::Game);
        self.add_sheet("side", "sides", SheetKind::Side);
        for part in &self.file.parts {
            if part.names.is_empty() {
                continue;
            }
            let names = part.names.iter().map(|name| self.ruleset.symbols.intern(&name.text)).collect();
            let plural =
                part.plural.as_ref().map_or_else(|| format!("{}s", part.name.text), |name| name.text.clone());
            let kind = SheetKind::Part { names, of_game: part.of_game };
            self.add_sheet(&part.name.text, &plural, kind);
        }
    }

    /// The sheet that a table of the file speaks of.
    pub(super) fn sheet_named(&self, name: &SheetName) -> Option<SheetId> {
        let kind = match name {
            SheetName::Event => SheetKind::Event,
            SheetName::Entrant => SheetKind::Entrant,
            SheetName::Match => SheetKind::Match,
            SheetName::MatchSide => SheetKind::MatchSide,
            SheetName::Game => SheetKind::Game,
            SheetName::Side => SheetKind::Side,
            SheetName::Part(part) => {
                let place =
                    self.ruleset.sheets.iter().position(|sheet| {
                        sheet.name == *part && matches!(sheet.kind, SheetKind::Part { .. })
                    })?;
                return u16::try_from(place).ok().map(SheetId);
            }
        };
        self.ruleset.sheet_of(&kind)
    }

    fn lay_out_plans(&mut self) {
        let Some(seating) = &self.file.seating else {
            let plan = self.plan_without_seats();
            self.ruleset.plans.push(plan);
            return;
        };
        let option = seating.by.as_ref().and_then(|by| self.option_named(&by.text));
        let fixed = option.filter(|&id| self.ruleset.options[id.0 as usize].fixed);
        let plans: Vec<Plan> = match (option, fixed) {
            (Some(_), Some(id)) => {
                let chosen = self.ruleset.options[id.0 as usize].default;
                let is_chosen = |plan: &&SeatingPlan| {
                    plan.choice.as_ref().is_some_and(|choice| {
                        self.ruleset.symbols.find(&choice.text).map(Value::Text) == Some(chosen)
                    })
                };
                seating.plans.iter().filter(is_chosen).cloned().collect::<Vec<_>>()
            }
            (Some(id), None) => {
                let OptionType::Choices(choices) = self.ruleset.options[id.0 as usize].values.clone() else {
                    return;
                };
                self.ruleset.seating_option = Some(id);
                let plan_of = |choice: &Symbol| {
                    let name = self.ruleset.symbols.text(*choice);
                    seating.plans.iter().find(|plan| plan.choice.as_ref().is_some_and(|own| own.text == name))
                };
                choices.iter().filter_map(plan_of).cloned().collect()
            }
            (None, _) => seating.plans.clone(),
        }
        .iter()
        .map(|plan| self.plan(plan))
        .collect();
        self.ruleset.plans = plans;
        if self.ruleset.plans.is_empty() {
            let plan = self.plan_without_seats();
            self.ruleset.plans.push(plan);
        }
    }

    /// Any number of sides from two on.
    fn plan_without_seats(&self) -> Plan {
        Plan { seats: Vec::new(), each: self.parts_of_each(&[]), least: 2, most: None }
    }

    /// The parts that every side owns: of each kind of which no seat owns one, and that is not the game's.
    fn parts_of_each(&self, seats: &[Seat]) -> Vec<(SheetId, Symbol)> {
        let mut all = Vec::new();
        for (sheet, info) in (0..).map(SheetId).zip(&self.ruleset.sheets) {
            if let SheetKind::Part { names, of_game: false } = &info.kind
                && !seats.iter().flat_map(|seat| &seat.parts).any(|(owned, _)| *owned == sheet)
            {
                all.extend(names.iter().map(|&name| (sheet, name)));
            }
        }
        all
    }

    fn plan(&mut self, entry: &SeatingPlan) -> Plan {
        let seats: Vec<Seat> = entry
            .seats
            .iter()
            .map(|(name, parts)| Seat {
                name: self.ruleset.symbols.intern(&name.text),
                parts: parts.iter().filter_map(|part| self.single_part(&part.text)).collect(),
            })
            .collect();
        let count = u32::try_from(seats.len()).unwrap_or(u32::MAX);
        let sides = entry.sides.unwrap_or(if seats.is_empty() {
            SideCount { least: 2, most: None }
        } else {
            SideCount { least: count, most: Some(count) }
        });
        let most = if seats.is_empty() { sides.most } else { Some(sides.most.unwrap_or(count).min(count)) };
        Plan { each: self.parts_of_each(&seats), seats, least: sides.least, most }
    }

    /// The part of which `name` is a single one.
    fn single_part(&self, name: &str) -> Option<(SheetId, Symbol)> {
        let symbol = self.ruleset.symbols.find(name)?;
        let place = self.ruleset.sheets.iter().position(|sheet| match &sheet.kind {
            SheetKind::Part { names, .. } => names.contains(&symbol),
            _ => false,
        })?;
        Some((SheetId(u16::try_from(place).ok()?), symbol))
    }

    pub(super) fn add_link(
        &mut self,
        name: &str,
        from: SheetId,
        to: SheetId,
        role: LinkRole,
        total: bool,
    ) -> LinkId {
        let id = LinkId(u16::try_from(self.ruleset.links.len()).unwrap_or(u16::MAX));
        self.ruleset.links.push(LinkInfo { name: name.to_owned(), from, to, role, total });
        id
    }

    pub(super) fn add_inside(&mut self, from: SheetId, to: SheetId, total: bool) {
        let name = self.ruleset.sheet(to).name.clone();
        self.add_link(&name, from, to, LinkRole::Inside(to), total);
    }

    fn lay_out_links(&mut self) {
        let find = |kind: SheetKind| self.ruleset.sheet_of(&kind);
        let (Some(event), Some(entrant), Some(game), Some(side)) =
            (find(SheetKind::Event), find(SheetKind::Entrant), find(SheetKind::Game), find(SheetKind::Side))
        else {
            return;
        };
        let matches = find(SheetKind::Match).zip(find(SheetKind::MatchSide));
        self.add_inside(entrant, event, true);
        self.add_inside(side, game, true);
        if let Some((the_match, match_side)) = matches {
            self.add_inside(side, match_side, true);
            self.add_inside(game, the_match, true);
            self.add_inside(match_side, the_match, true);
            self.add_inside(the_match, event, true);
            self.add_link("entrant", match_side, entrant, LinkRole::Entrant, true);
        }
        self.add_inside(game, event, true);
        self.add_link("entrant", side, entrant, LinkRole::Entrant, true);
        let has_side = |plan: &Plan, part: SheetId| {
            plan.least as usize == plan.seats.len() || plan.each.iter().any(|(each, _)| *each == part)
        };
        for place in 0..self.ruleset.sheets.len() {
            let sheet = SheetId(u16::try_from(place).unwrap_or(u16::MAX));
            if let SheetKind::Part { of_game, .. } = self.ruleset.sheet(sheet).kind {
                if !of_game {
                    let total = self.ruleset.plans.iter().all(|plan| has_side(plan, sheet));
                    self.add_inside(sheet, side, total);
                }
                self.add_inside(sheet, game, true);
            }
        }
    }

    fn lay_out_columns(&mut self) {
        for place in 0..self.ruleset.sheets.len() {
            self.add_builtins(SheetId(u16::try_from(place).unwrap_or(u16::MAX)));
        }
        for entry in &self.file.sheets {
            match self.sheet_named(&entry.sheet) {
                Some(sheet) => self.add_entry_columns(sheet, entry),
                None => self.complain_of_listless_part(entry),
            }
        }
        self.complain_of_written_names();
        self.lay_out_ladder();
    }

    pub(super) fn add_entry_columns(&mut self, sheet: SheetId, entry: &'a SheetEntry) {
        for column in &entry.recorded {
            let Some(kind) = &column.kind else {
                self.add_given(
                    sheet,
                    &column.name.text,
                    Type::of(Kind::Unknown),
                    Origin::Recorded { default: None },
                );
                continue;
            };
            if let TypeBase::List(_) | TypeBase::Parts(_) = kind.base {
                self.add_list(sheet, column);
                continue;
            }
            let (ty, default) = self.declared_type(kind);
            let info = ColumnInfo {
                name: column.name.text.clone(),
                sheet,
                ty,
                origin: Origin::Recorded { default },
                cites: Vec::new(),
                at: Some(column.name.span),
                text: column.text.clone(),
            };
            self.add_column(info, Definition::Given);
        }
        for rule in &entry.rules {
            let info = ColumnInfo {
                name: rule.name.text.clone(),
                sheet,
                ty: Type::of(Kind::Unknown),
                origin: Origin::Ruled,
                cites: Vec::new(),
                at: Some(rule.name.span),
                text: None,
            };
            self.add_column(info, Definition::Rule(rule));
        }
        if let Some(placing) = &entry.placing {
            let sides = match entry.sheet {
                SheetName::Game => self.ruleset.sheet_of(&SheetKind::Side),
                SheetName::Match => self.ruleset.sheet_of(&SheetKind::MatchSide),
                SheetName::Event
                | SheetName::Entrant
                | SheetName::MatchSide
                | SheetName::Side
                | SheetName::Part(_) => None,
            };
            if let Some(sides) = sides {
                let info = ColumnInfo {
                    name: "place".to_owned(),
                    sheet: sides,
                    ty: counting(),
                    origin: Origin::Builtin(BuiltinColumn::Place),
                    cites: Vec::new(),
                    at: Some(placing.span),
                    text: None,
                };
                self.add_column(info, Definition::Place(placing));
            }
        }
    }

    pub(super) fn add_given(&mut self, sheet: SheetId, name: &str, ty: Type, origin: Origin) {
        let info =
            ColumnInfo { name: name.to_owned(), sheet, ty, origin, cites: Vec::new(), at: None, text: None };
        self.add_column(info, Definition::Given);
    }
}
