//! What a state looks at: its game, what came before, and what is recorded of its entrant.
//!
//! Comes in: all steps. Goes out: complaints (R0307) about states that need what is only known when all games are played,
//! such as the finals of entrants, matches and the event, and about models that look at a state.
//! Start with [`Checker::complain_of_beyond`].

use super::Entry;
use crate::check::checker::Checker;
use crate::check::needs::{Look, looks};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{LinkRole, Origin, SheetKind, State, Step};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a state must not look at, and where it does.
struct Beyond {
    /// The column that is looked at.
    column: ColumnId,
    /// Where.
    at: Option<Span>,
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// The value of a state after the last game.
    Last,
    /// What is gathered from several games.
    Several,
    /// The place in a match.
    PlaceInMatch,
    /// A state in the game that was recorded before, in which others played.
    GameBefore,
}

impl Checker<'_> {
    /// Complains of states that look beyond their game. `moved`: the columns that need a state.
    pub(super) fn complain_of_beyond(&mut self, moved: &FxHashSet<ColumnId>) {
        let steps: FxHashMap<ColumnId, &Step> =
            self.ruleset.steps.iter().map(|step| (step.out(), step)).collect();
        let mut complaints = Vec::new();
        for state in &self.states {
            let mut said: FxHashSet<(Option<Span>, ColumnId)> = FxHashSet::default();
            for root in [state.columns.start, state.columns.now] {
                let mut open = vec![vec![root]];
                // What another state looks at is said of that state.
                let mut seen: FxHashSet<ColumnId> =
                    self.states.iter().map(|state| state.columns.now).chain([root]).collect();
                while let Some(way) = open.pop() {
                    let Some(&column) = way.last() else { continue };
                    let Some(&step) = steps.get(&column) else { continue };
                    let found = self.beyond(step, moved);
                    let stop = found.iter().any(|found| found.column == column);
                    for found in found {
                        if said.insert((found.at, found.column)) {
                            complaints.push(self.complaint(state.entry, state.columns, &found, &way));
                        }
                    }
                    if stop {
                        continue;
                    }
                    for Look { column, .. } in looks(step) {
                        if seen.insert(column) {
                            open.push([way.as_slice(), &[column]].concat());
                        }
                    }
                }
            }
        }
        for complaint in complaints {
            self.complain(complaint);
        }
    }

    /// What a step looks at that is not known while games are looked at one after the other.
    fn beyond(&self, step: &Step, moved: &FxHashSet<ColumnId>) -> Vec<Beyond> {
        let out = step.out();
        let info = self.ruleset.column(out);
        let whole = |why| vec![Beyond { column: out, at: info.at, why }];
        match step {
            Step::Reduce(reduce) if !self.is_of_one_row(info.sheet, reduce.over) => {
                return whole(Why::Several);
            }
            Step::Place(_) if !self.is_of_a_game(info.sheet) => return whole(Why::PlaceInMatch),
            Step::Reduce(_) | Step::Place(_) | Step::Map { .. } => {}
        }
        let mut found = Vec::new();
        for Look { column, path, at } in looks(step) {
            let looked_at = self.ruleset.column(column);
            let of_entrant = self.ruleset.sheet(looked_at.sheet).kind == SheetKind::Entrant;
            if looked_at.origin == Origin::State && of_entrant {
                found.push(Beyond { column, at, why: Why::Last });
            } else if moved.contains(&column) && self.leads_to_game_before(path) {
                found.push(Beyond { column, at, why: Why::GameBefore });
            }
        }
        found
    }

    /// Whether an aggregate over `over` for the rows of `sheet` stays inside one game, or inside the record of an entrant.
    fn is_of_one_row(&self, sheet: SheetId, over: SheetId) -> bool {
        let of_entrant = |sheet: SheetId| self.ruleset.sheet(sheet).kind == SheetKind::Entrant;
        match &self.ruleset.sheet(over).kind {
            SheetKind::List { owner, .. } if of_entrant(*owner) => of_entrant(sheet),
            _ => self.is_of_a_game(sheet) && self.is_of_a_game(over),
        }
    }

    /// Whether the rows of a sheet belong to one game each.
    fn is_of_a_game(&self, sheet: SheetId) -> bool {
        match &self.ruleset.sheet(sheet).kind {
            SheetKind::Game | SheetKind::Side | SheetKind::Part { .. } => true,
            SheetKind::List { owner, .. } => self.is_of_a_game(*owner),
            SheetKind::Join { inner_path, .. } => {
                inner_path.last().is_some_and(|&link| self.is_of_a_game(self.ruleset.link(link).to))
            }
            SheetKind::Event | SheetKind::Entrant | SheetKind::Match | SheetKind::MatchSide => false,
        }
    }

    fn leads_to_game_before(&self, path: &[LinkId]) -> bool {
        path.iter().map(|&link| self.ruleset.link(link)).any(|link| {
            link.role == LinkRole::Previous && self.ruleset.sheet(link.from).kind == SheetKind::Game
        })
    }

    fn complaint(&self, entry: Entry<'_>, columns: State, found: &Beyond, way: &[ColumnId]) -> Diagnostic {
        let name = entry.name();
        let info = self.ruleset.column(found.column);
        let (called, sheet) = (&info.name, &self.ruleset.sheet(info.sheet).name);
        let (message, label, help) = match found.why {
            Why::Last => (
                format!("`{name}` looks at `{sheet}.{called}`, which is the value after the last game"),
                "not known while games are played",
                format!("write `{called}` alone in a rule of a side: the value before the game"),
            ),
            Why::Several => (
                format!("`{name}` looks at `{called}`, which is gathered from several games"),
                "not known while games are played",
                "let a state of its own gather it from game to game: `[ladder.state.NAME]`".to_owned(),
            ),
            Why::PlaceInMatch => (
                format!("`{name}` looks at the `place` in a match"),
                "not known before all games of the match are played",
                "look at the game alone: a state goes on from game to game".to_owned(),
            ),
            Why::GameBefore => (
                format!("`{name}` looks at a state in the game before, in which others may have played"),
                "not known while games are played",
                match self.ruleset.sheet(info.sheet).kind {
                    SheetKind::Game => {
                        format!(
                            "write `previous.game.{called}` in a rule of a side: the game before of the same entrant"
                        )
                    }
                    _ => format!(
                        "write `previous.{called}` in a rule of a side: the game before of the same entrant"
                    ),
                },
            ),
        };
        let mut complaint = Diagnostic::new(Code::BeyondGame, message);
        if let Some(at) = found.at {
            complaint = complaint.at(at, label);
        }
        let label = match entry {
            Entry::State(_) => "this state",
            Entry::Levels(_) => "these levels",
        };
        complaint = complaint.at(entry.at(), label);
        let root = way.first();
        let through: Vec<String> = way
            .iter()
            .filter(|&&column| Some(&column) != root && column != found.column)
            .map(|&column| format!("`{}`", self.full_name(column)))
            .collect();
        if !through.is_empty() {
            complaint = complaint.note(format!("by way of {}", through.join(", ")));
        }
        if root == Some(&columns.start) {
            return complaint
                .note("what it begins with is known before any game")
                .help("begin with what is recorded of the entrant, or with an option");
        }
        complaint.help(help)
    }

    /// Complains of a model that looks at a state: results are invented before anything is scored.
    pub(super) fn complain_of_invented_states(&mut self, moved: &FxHashSet<ColumnId>) {
        let own: Vec<(ColumnId, Span)> = self
            .ruleset
            .model_steps()
            .filter_map(|step| match step {
                Step::Map { out, value } => Some((*out, value.at)),
                Step::Reduce(_) | Step::Place(_) => None,
            })
            .filter(|(out, _)| matches!(self.ruleset.column(*out).origin, Origin::Recorded { .. }))
            .collect();
        let steps: FxHashMap<ColumnId, &Step> =
            self.ruleset.model.steps.iter().map(|step| (step.out(), step)).collect();
        let mut complaints = Vec::new();
        for (out, at) in own {
            let mut open = vec![out];
            let mut seen = FxHashSet::from_iter([out]);
            while let Some(column) = open.pop() {
                if moved.contains(&column) {
                    let (name, state) = (self.full_name(out), self.full_name(column));
                    complaints.push(
                        Diagnostic::new(
                            Code::NotYet,
                            format!("this version of the language invents nothing from a state, and `{name}` looks at `{state}`"),
                        )
                        .at(at, "a state is known only when games are scored")
                        .help("invent it from recorded columns, such as one that says how strong an entrant is"),
                    );
                    break;
                }
                if let Some(step) = steps.get(&column) {
                    open.extend(
                        looks(step).into_iter().map(|look| look.column).filter(|column| seen.insert(*column)),
                    );
                }
            }
        }
        for complaint in complaints {
            self.complain(complaint);
        }
    }
}
