//! Which names a rule can see, and where they lead.
//!
//! A rule is computed on the rows of one sheet. It sees that sheet's columns and those of the sheets
//! its rows are inside of, nearest first; through `entrant`, `opponent`, a seat or the name of a
//! sheet it reaches other rows. Inside an aggregate it sees the rows aggregated over, and through
//! them outwards.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{LinkRole, SheetKind};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::syntax::ast::Name;
use std::collections::VecDeque;

/// The name that leads to the game before.
pub(super) const PREVIOUS: &str = "previous";

/// Where a rule stands: the sheet whose rows it is computed on, and what it sees from there.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// The sheet whose rows it is computed on.
    pub(super) row: SheetId,
    /// The rows that it sees, in the order in which names are looked up.
    pub(super) views: Vec<View>,
    /// Whether the last of these is the row that the rule as a whole is computed on, not only one that it looks at.
    pub(super) is_rooted: bool,
}

/// A row that a rule sees.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// Its sheet.
    pub(super) sheet: SheetId,
    /// The links from the rule's row to it.
    pub(super) path: Vec<LinkId>,
    /// The name it must be called by (`t` in `any(t in hand: …)`, `others`); `None`: its columns are seen bare.
    pub(super) name: Option<String>,
}

/// What a path of names leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) column: ColumnId,
    pub(super) path: Vec<LinkId>,
}

impl Scope {
    /// A rule of a sheet.
    pub(super) fn of(sheet: SheetId) -> Self {
        Self { row: sheet, views: vec![View { sheet, path: Vec::new(), name: None }], is_rooted: true }
    }
}

impl Checker<'_> {
    /// The sheets that a row of `from` is inside of, nearest first, itself at the head, with the way there.
    pub(super) fn containers(&self, from: SheetId) -> Vec<(SheetId, Vec<LinkId>)> {
        self.reachable(from, |role| matches!(role, LinkRole::Inside(_)))
    }

    fn reachable(&self, from: SheetId, follow: impl Fn(&LinkRole) -> bool) -> Vec<(SheetId, Vec<LinkId>)> {
        let mut found = vec![(from, Vec::new())];
        let mut queue = VecDeque::from([0_usize]);
        while let Some(place) = queue.pop_front() {
            let (sheet, path) = found[place].clone();
            for (number, link) in self.ruleset.links.iter().enumerate() {
                let known = found.iter().any(|(other, _)| *other == link.to);
                if link.from == sheet && follow(&link.role) && !known {
                    let mut longer = path.clone();
                    longer.push(LinkId(u16::try_from(number).unwrap_or(u16::MAX)));
                    queue.push_back(found.len());
                    found.push((link.to, longer));
                }
            }
        }
        found
    }

    /// The links from a row of `from` to the row of `to` that it belongs to; `None` where there is no such row.
    pub(super) fn way_up(&self, from: SheetId, to: SheetId) -> Option<Vec<LinkId>> {
        self.reachable(from, |role| matches!(role, LinkRole::Inside(_) | LinkRole::Entrant))
            .into_iter()
            .find(|(sheet, _)| *sheet == to)
            .map(|(_, path)| path)
    }

    /// A column of a sheet by its name.
    pub(super) fn own_column(&self, sheet: SheetId, name: &str) -> Option<ColumnId> {
        self.by_name.get(&sheet)?.get(name).copied()
    }

    /// Finds what a path of names leads to; `Ok(None)` where nothing is found.
    pub(super) fn find_path(&mut self, scope: &Scope, path: &[Name]) -> Result<Option<Target>, Diagnostic> {
        let Some((last, before)) = path.split_last() else { return Ok(None) };
        for view in &scope.views {
            let mut rest = before;
            if let Some(column) = self.single_value(view, path) {
                return Ok(Some(Target { column, path: view.path.clone() }));
            }
            if let Some(called) = &view.name {
                match rest.split_first() {
                    Some((first, others)) if first.text == *called => rest = others,
                    _ => continue,
                }
            }
            if let ([link], Some(column)) = (rest, self.own_column(view.sheet, &last.text))
                && link.text == "opponent"
                && self.every_side_owns(view.sheet)
            {
                let way = vec![self.opponent_link(view.sheet)];
                return Ok(Some(Target { column, path: [view.path.as_slice(), &way].concat() }));
            }
            if let Some((sheet, way)) = self.walk(view.sheet, rest) {
                let outward = before.is_empty();
                if let Some((column, up)) = self.column_from(sheet, last, outward)? {
                    let path = [view.path.as_slice(), &way, &up].concat();
                    return Ok(Some(Target { column, path }));
                }
            }
        }
        Ok(None)
    }

    /// The value of a row of a list of values, called by the name of the row alone: `e` in `any(e in ends: e > 6)`.
    fn single_value(&self, view: &View, path: &[Name]) -> Option<ColumnId> {
        let [name] = path else { return None };
        let is_list = matches!(self.ruleset.sheet(view.sheet).kind, SheetKind::List { .. });
        if !is_list || view.name.as_ref() != Some(&name.text) {
            return None;
        }
        self.own_column(view.sheet, "value")
    }

    /// A column of `sheet`, or (with `outward`) of the sheets that its rows are inside of, nearest first.
    fn column_from(
        &self,
        sheet: SheetId,
        name: &Name,
        outward: bool,
    ) -> Result<Option<(ColumnId, Vec<LinkId>)>, Diagnostic> {
        if let Some(column) = self.own_column(sheet, &name.text) {
            return Ok(Some((column, Vec::new())));
        }
        if !outward {
            return Ok(None);
        }
        let mut found: Vec<(ColumnId, Vec<LinkId>)> = Vec::new();
        for (container, way) in self.containers(sheet) {
            if let Some(column) = self.own_column(container, &name.text) {
                match found.first() {
                    Some((_, nearer)) if nearer.len() < way.len() => break,
                    _ => found.push((column, way)),
                }
            }
        }
        if let [(first, _), (second, _), ..] = found.as_slice() {
            let (first, second) = (self.full_name(*first), self.full_name(*second));
            return Err(Diagnostic::new(
                Code::AmbiguousName,
                format!("`{}` could be `{first}` or `{second}`", name.text),
            )
            .at(name.span, "which of them?")
            .help(format!("write `{first}` or `{second}`")));
        }
        Ok(found.pop())
    }

    /// Follows `entrant`, `opponent`, `previous`, seats and names of sheets from a row of `start`.
    pub(super) fn walk(&mut self, start: SheetId, names: &[Name]) -> Option<(SheetId, Vec<LinkId>)> {
        let mut sheet = start;
        let mut way = Vec::new();
        let mut rest = names;
        while let Some((first, others)) = rest.split_first() {
            let mut taken = others;
            let (next, links) = if let Some((second, beyond)) = others.split_first()
                && let Some(found) = self.container_named(sheet, &format!("{}.{}", first.text, second.text))
            {
                taken = beyond;
                found
            } else {
                self.step(sheet, &first.text)?
            };
            sheet = next;
            way.extend(links);
            rest = taken;
        }
        Some((sheet, way))
    }

    pub(super) fn container_named(&self, sheet: SheetId, name: &str) -> Option<(SheetId, Vec<LinkId>)> {
        self.containers(sheet).into_iter().find(|(container, _)| self.ruleset.sheet(*container).name == name)
    }

    fn step(&mut self, sheet: SheetId, name: &str) -> Option<(SheetId, Vec<LinkId>)> {
        if name == "entrant" {
            let (entrant, way) = self
                .reachable(sheet, |role| matches!(role, LinkRole::Inside(_) | LinkRole::Entrant))
                .into_iter()
                .find(|(other, _)| self.ruleset.sheet(*other).kind == SheetKind::Entrant)?;
            return Some((entrant, way));
        }
        if let Some(found) = self.container_named(sheet, name) {
            return Some(found);
        }
        if name == "opponent" {
            let (from, mut way) = self.containers(sheet).into_iter().find(|(container, _)| {
                matches!(self.ruleset.sheet(*container).kind, SheetKind::Side | SheetKind::MatchSide)
            })?;
            way.push(self.opponent_link(from));
            return Some((from, way));
        }
        if name == PREVIOUS {
            let (from, mut way) = self.containers(sheet).into_iter().find(|(container, _)| {
                matches!(self.ruleset.sheet(*container).kind, SheetKind::Side | SheetKind::Game)
            })?;
            way.push(self.previous_link(from));
            return Some((from, way));
        }
        let seat = self.ruleset.symbols.find(name)?;
        let plans = &self.ruleset.plans;
        if !plans.iter().any(|plan| plan.seats.iter().any(|other| other.name == seat)) {
            return None;
        }
        let always = plans.iter().all(|plan| {
            plan.least as usize == plan.seats.len() && plan.seats.iter().any(|other| other.name == seat)
        });
        let (game, mut way) = self
            .containers(sheet)
            .into_iter()
            .find(|(container, _)| self.ruleset.sheet(*container).kind == SheetKind::Game)?;
        let side = self.ruleset.sheet_of(&SheetKind::Side)?;
        let role = LinkRole::Seat(seat);
        let link = match self.ruleset.link_of(game, &role) {
            Some(link) => link,
            None => self.add_link(name, game, side, role, always),
        };
        way.push(link);
        Some((side, way))
    }

    /// Whether the rows are parts of which every side has its own: then `opponent` is the same part of the other side.
    fn every_side_owns(&self, sheet: SheetId) -> bool {
        let plans = &self.ruleset.plans;
        !plans.is_empty() && plans.iter().all(|plan| plan.each.iter().any(|(part, _)| *part == sheet))
    }

    /// The link to the side of the same entrant in its game before, or to the game before.
    fn previous_link(&mut self, from: SheetId) -> LinkId {
        match self.ruleset.link_of(from, &LinkRole::Previous) {
            Some(link) => link,
            None => self.add_link(PREVIOUS, from, from, LinkRole::Previous, false),
        }
    }

    fn opponent_link(&mut self, from: SheetId) -> LinkId {
        match self.ruleset.link_of(from, &LinkRole::Opponent) {
            Some(link) => link,
            None => {
                // A part of the other side need not be recorded.
                let sides = matches!(self.ruleset.sheet(from).kind, SheetKind::Side | SheetKind::MatchSide);
                let two =
                    self.ruleset.plans.iter().all(|plan| plan.least == 2 && plan.most == Some(2)) && sides;
                self.add_link("opponent", from, from, LinkRole::Opponent, two)
            }
        }
    }
}
