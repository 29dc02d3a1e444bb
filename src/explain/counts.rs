//! Whether a game or a match counts: what annuls it, who disputes it, which limit it is over.
//!
//! Comes in: a row. Goes out: steps of a node. What a format says of void rows is a rule like any other and opens by itself.
//! Start with [`Builder::annulled`].

use super::cell::Builder;
use super::draw::words;
use super::find::{self, Row};
use super::names;
use super::tree::{Node, Step, What};
use crate::engine::Excess;
use crate::log::{Deed, Dispute, Results};
use crate::ruleset::{BuiltinColumn, SheetKind};
use crate::sheet::SheetId;
use crate::value::Value;

/// The column that says whether a row does not count.
pub(super) const VOID: &str = "void";

impl Builder<'_> {
    /// What makes a game or a match not count, whatever its rules say.
    pub(super) fn annulled(&self, sheet: SheetId, row: u32) -> Vec<Step> {
        let outcome = self.opened.outcome;
        let mut steps = Vec::new();
        if self.opened.ruleset.sheet(sheet).kind == SheetKind::Game {
            for act in &outcome.acts {
                let is_annulled = matches!(&act.what, Deed::Void { games } if games.rows.contains(&row));
                if is_annulled {
                    let (by, reason) = (act.by.clone(), act.reason.clone());
                    steps.push(Step::Annulled { by, reason, place: act.place });
                }
            }
            let results = Results { tables: &outcome.tables, acts: &outcome.acts, reports: &outcome.reports };
            let disputes = results.disputes().into_iter();
            let open = disputes.filter(|dispute| dispute.game == row && dispute.settled.is_none());
            steps.extend(open.flat_map(|dispute| self.disputed(&dispute)));
        }
        let over = outcome.over.iter().filter(|over| over.sheet == sheet && over.row == row);
        steps.extend(over.flat_map(|over| &over.why).map(|excess| Step::Said(self.excess(sheet, excess))));
        steps
    }

    fn disputed(&self, dispute: &Dispute) -> Vec<Step> {
        let outcome = self.opened.outcome;
        let reports = dispute.reports.iter().filter_map(|place| outcome.reports.get(*place));
        let step = |report: &crate::log::Report| Step::Disputed {
            by: outcome.symbols.text(report.by).to_owned(),
            place: report.place,
            changes: report
                .changes
                .iter()
                .map(|change| {
                    let info = self.opened.ruleset.column(change.column);
                    let of = names::name(&self.opened, info.sheet, change.row);
                    (info.name.clone(), of, change.before, change.after)
                })
                .collect(),
        };
        reports.map(step).collect()
    }

    fn excess(&self, sheet: SheetId, excess: &Excess) -> String {
        let what = &self.opened.ruleset.sheet(sheet).name;
        match excess {
            Excess::Matches { entrant, number, most } => format!(
                "over a limit: it is {what} {number} of {}, and {most} count",
                names::entrant(&self.opened, *entrant)
            ),
            Excess::Meetings { pair, earlier, most } => {
                let [one, other] = pair.map(|who| names::entrant(&self.opened, who));
                let earlier = names::name(&self.opened, sheet, *earlier);
                let earlier = earlier.in_match.or(earlier.game).unwrap_or_default();
                format!(
                    "over a limit: {one} and {other} have met in {earlier}, and {most} of their meetings count"
                )
            }
        }
    }

    /// That the game or the match of a row does not count, and why; and what else was recorded under its id.
    pub(super) fn not_counting(&mut self, row: Row) -> Vec<Node> {
        let ruleset = self.opened.ruleset;
        let mut nodes = Vec::new();
        for Row { sheet, row } in find::around(&self.opened, row) {
            let node = match ruleset.find_column(sheet, VOID) {
                Some(void) if self.opened.cell(void, row) == Value::Flag(true) => {
                    Some(self.cell(void, row, 0))
                }
                Some(_) | None => self.counts(sheet, row),
            };
            nodes.extend(node.filter(|node| node.value == Some(Value::Flag(true))));
            if ruleset.sheet(sheet).kind == SheetKind::Game {
                nodes.extend(self.recorded_otherwise(sheet, row));
            }
        }
        nodes
    }

    /// The other records under the id of a game: of an id only one game counts, and the others are annulled.
    fn recorded_otherwise(&self, sheet: SheetId, game: u32) -> Option<Node> {
        let places: Vec<String> = find::of_same_id(&self.opened, sheet, game)
            .into_iter()
            .filter_map(|other| names::record(&self.opened, other))
            .collect();
        let first = places.first()?;
        let id = names::game_id(&self.opened, sheet, game);
        let own = names::record(&self.opened, game).unwrap_or_default();
        let annulled = self.opened.outcome.tables.annulled(sheet).and_then(|rows| rows.get(game as usize));
        let text = if annulled == Some(&true) {
            format!(
                "this is the record in {own}, which is annulled; {id} is recorded in {} as well",
                places.join(", ")
            )
        } else {
            format!(
                "this is the record of {id} in {own}; the one in {} is annulled: ask for it with `--game {first}`",
                places.join(", ")
            )
        };
        Some(words(text))
    }

    /// Whether a row of a sheet on which no rule says so counts.
    pub(super) fn counts(&self, sheet: SheetId, row: u32) -> Option<Node> {
        let info = self.opened.ruleset.builtin(sheet, BuiltinColumn::Void)?;
        let is_annulled = self.opened.outcome.tables.annulled(sheet);
        let is_annulled = is_annulled.and_then(|rows| rows.get(row as usize)).copied().unwrap_or(false);
        let of = names::name(&self.opened, sheet, row);
        let what = What::Cell { column: self.opened.ruleset.column(info).name.clone(), of };
        let mut node = Node::new(what, Some(Value::Flag(is_annulled)));
        node.steps = self.annulled(sheet, row);
        Some(node)
    }
}
