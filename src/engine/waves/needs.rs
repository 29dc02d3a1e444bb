//! What the steps of a ladder look at.
//!
//! Comes in: the steps. Goes out: the columns and links that have to be laid out for them. It must never look at a row.
//! Start with [`Needs::new`].

use super::super::pairs::Course;
use crate::ruleset::{BuiltinColumn, Expr, Ladder, LinkRole, Node, Ruleset, SheetKind, Step, Ties};
use crate::sheet::{ColumnId, LinkId, SheetId};
use std::collections::BTreeSet;

/// Columns and links.
#[derive(Default)]
pub(in super::super) struct Needs {
    /// Columns that no step of the ladder fills.
    pub columns: BTreeSet<ColumnId>,
    /// The links that are gone along.
    pub links: BTreeSet<LinkId>,
    /// Whether something that the ladder computes is looked at in the game before in the log, whoever played it.
    pub one_by_one: bool,
}

impl Needs {
    /// What a ladder needs.
    pub(super) fn new(course: &Course<'_>, ladder: &Ladder) -> Self {
        Self::with(course, ladder, &[])
    }

    /// What a ladder needs, and steps that are taken after it on the same rows.
    pub(in super::super) fn with(course: &Course<'_>, ladder: &Ladder, later: &[&Step]) -> Self {
        let ruleset = course.ruleset;
        let all = || ladder.steps.iter().chain(later.iter().copied());
        let mut own: BTreeSet<ColumnId> = all().map(Step::out).collect();
        own.extend(ladder.states.iter().map(|state| state.before));
        let steps = with_passing(course, all());
        let mut columns: BTreeSet<ColumnId> = steps.iter().flat_map(|step| step.reads()).collect();
        let mut links: BTreeSet<LinkId> = steps.iter().flat_map(|step| step.links()).collect();
        links.extend(of_sides(ruleset));
        for step in &steps {
            columns.extend(of_lots(ruleset, step));
            let sheets = [Some(ruleset.column(step.out()).sheet), over(step)];
            sheets.into_iter().flatten().for_each(|sheet| of_pairs(ruleset, sheet, &mut links));
        }
        let is_laid = |column: &ColumnId| {
            !own.contains(column) && !course.passing.contains(&ruleset.column(*column).sheet)
        };
        columns.retain(is_laid);
        let one_by_one = steps.iter().any(|step| looks_back(ruleset, step, &own));
        Self { columns, links, one_by_one }
    }
}

/// The steps of a ladder, and the steps before it that are computed anew whenever pairs are laid out for it.
fn with_passing<'a>(course: &Course<'a>, steps: impl Iterator<Item = &'a Step>) -> Vec<&'a Step> {
    let mut steps: Vec<&Step> = steps.collect();
    let mut known: BTreeSet<ColumnId> = BTreeSet::new();
    let mut looked_at = 0;
    while let Some(step) = steps.get(looked_at) {
        looked_at += 1;
        let passing = |column: &ColumnId| course.passing.contains(&course.ruleset.column(*column).sheet);
        for column in step.reads().into_iter().filter(passing) {
            if known.insert(column) {
                steps.extend(course.steps.iter().filter(|step| step.out() == column));
            }
        }
    }
    steps
}

/// The links from sides to their entrants and games.
fn of_sides(ruleset: &Ruleset) -> impl Iterator<Item = LinkId> {
    let sides = ruleset.sheet_of(&SheetKind::Side);
    let links = (0_u16..).map(LinkId).zip(&ruleset.links);
    let wanted = links.filter(move |(_, link)| {
        let is_needed = match link.role {
            LinkRole::Entrant => true,
            LinkRole::Inside(to) => ruleset.sheet(to).kind == SheetKind::Game,
            LinkRole::Opponent
            | LinkRole::Previous
            | LinkRole::Seat(_)
            | LinkRole::Outer
            | LinkRole::Inner => false,
        };
        is_needed && Some(link.from) == sides
    });
    wanted.map(|(id, _)| id)
}

/// What names rows when lots are drawn.
fn of_lots(ruleset: &Ruleset, step: &Step) -> Vec<ColumnId> {
    match step {
        Step::Place(place) if place.ties == Ties::Lot => {
            let sheets = [ruleset.sheet_of(&SheetKind::Entrant), Some(ruleset.link(place.group).to)];
            let named = sheets.into_iter().flatten().flat_map(|sheet| {
                let names = [BuiltinColumn::Name, BuiltinColumn::Id, BuiltinColumn::Number];
                names.into_iter().filter_map(move |name| ruleset.builtin(sheet, name))
            });
            named.collect()
        }
        Step::Place(_) | Step::Map { .. } | Step::Reduce(_) => Vec::new(),
    }
}

fn over(step: &Step) -> Option<SheetId> {
    match step {
        Step::Reduce(reduce) => Some(reduce.over),
        Step::Map { .. } | Step::Place(_) => None,
    }
}

/// The links by which a sheet of pairs comes about, and those of the pairs that it is made of.
fn of_pairs(ruleset: &Ruleset, sheet: SheetId, links: &mut BTreeSet<LinkId>) {
    let SheetKind::Join { outer_path, inner_path, .. } = &ruleset.sheet(sheet).kind else {
        return;
    };
    links.extend(outer_path.iter().chain(inner_path));
    for end in [LinkRole::Outer, LinkRole::Inner].iter().filter_map(|role| ruleset.link_of(sheet, role)) {
        links.insert(end);
        of_pairs(ruleset, ruleset.link(end).to, links);
    }
}

/// Whether a step looks at one of these columns by way of the game before in the log.
fn looks_back(ruleset: &Ruleset, step: &Step, own: &BTreeSet<ColumnId>) -> bool {
    let leads_back = |path: &[LinkId]| {
        path.iter()
            .map(|&link| ruleset.link(link))
            .any(|link| link.role == LinkRole::Previous && ruleset.sheet(link.from).kind == SheetKind::Game)
    };
    let mut open: Vec<&Expr> = match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => reduce.value.iter().chain(&reduce.filter).collect(),
        Step::Place(_) => Vec::new(),
    };
    while let Some(expr) = open.pop() {
        if let Node::Column { column, path } = &expr.node
            && own.contains(column)
            && leads_back(path)
        {
            return true;
        }
        expr.parts(&mut open);
    }
    false
}
