//! What a ruleset says, part by part: enough to tell which parts of two rulesets differ.
//!
//! Comes in: a ruleset. Goes out: its parts, each with a fingerprint that covers what the semantic hash covers of it. Steps
//! that a rule needs and that bear no name are a part of it; columns that do are known by their names. Start with
//! [`Ruleset::parts`].

use super::Writer;
use crate::ruleset::{BuiltinColumn, OptionType, Origin, Over, Plan, Ruleset, SheetKind, Step, VerdictKind};
use crate::sheet::ColumnId;
use crate::value::Value;
use std::collections::BTreeMap;

/// What a part of a ruleset is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// An option.
    Option,
    /// Who sits where.
    Seating,
    /// A recorded column, or a list.
    Recorded,
    /// A ruled column.
    Rule,
    /// The order of the sides of a game, or of a match.
    Placing,
    /// Verdicts of one kind on one sheet.
    Verdicts,
    /// A state of the ladder.
    State,
    /// The levels.
    Levels,
    /// A standing.
    Standing,
    /// How often the event is held anew.
    Edition,
    /// A phase.
    Phase,
    /// A claim that has to be tried on every game. It computes nothing, and is no part of the semantic hash.
    Claim,
}

/// A part of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesetPart {
    /// What it is.
    pub kind: PartKind,
    /// What it is called: `side.points`, `standing.evening`, `phase final`.
    pub name: String,
    /// The same of two parts that come to the same.
    pub fingerprint: String,
}

impl Ruleset {
    /// All parts, in the order of the ruleset.
    #[must_use]
    pub fn parts(&self) -> Vec<RulesetPart> {
        let keys = self.standings.iter().flat_map(|standing| &standing.keys);
        let among_tied = keys.filter_map(|key| key.among_tied.as_ref()).flatten();
        let steps = among_tied.chain(self.scoring()).map(|step| (step.out(), step)).collect();
        let mut found = Parts { ruleset: self, steps, all: Vec::new() };
        found.options();
        found.seating();
        found.recorded();
        found.rules();
        found.verdicts();
        found.ladder();
        found.standings();
        found.event();
        found.claims();
        found.all
    }
}

struct Parts<'r> {
    ruleset: &'r Ruleset,
    steps: BTreeMap<ColumnId, &'r Step>,
    all: Vec<RulesetPart>,
}

impl<'r> Parts<'r> {
    fn add(&mut self, kind: PartKind, name: String, write: impl FnOnce(&mut Writer<'r>)) {
        let mut writer = Writer {
            ruleset: self.ruleset,
            unscored: self.ruleset.unscored(),
            out: String::new(),
            inside: Some((self.steps.clone(), Vec::new())),
        };
        write(&mut writer);
        let fingerprint = blake3::hash(writer.out.as_bytes()).to_hex().to_string();
        self.all.push(RulesetPart { kind, name, fingerprint });
    }

    fn options(&mut self) {
        let ruleset = self.ruleset;
        for option in &ruleset.options {
            self.add(PartKind::Option, format!("options.{}", option.name), |writer| {
                match &option.values {
                    OptionType::Choices(choices) => choices.iter().for_each(|&choice| writer.symbol(choice)),
                    OptionType::Typed(ty) => writer.ty(ty),
                }
                writer.value(option.default);
                writer.word(option.fixed);
            });
        }
    }

    fn seating(&mut self) {
        let ruleset = self.ruleset;
        self.add(PartKind::Seating, "seating".to_owned(), |writer| {
            ruleset.plans.iter().for_each(|plan: &Plan| writer.plan(plan));
        });
    }

    fn recorded(&mut self) {
        let ruleset = self.ruleset;
        for column in &ruleset.columns {
            let Origin::Recorded { default } = column.origin else { continue };
            let name = format!("{}.{}", ruleset.sheet(column.sheet).name, column.name);
            self.add(PartKind::Recorded, name, |writer| {
                writer.ty(&column.ty);
                writer.value(default.unwrap_or(Value::Missing));
            });
        }
    }

    fn rules(&mut self) {
        let ruleset = self.ruleset;
        let states: Vec<ColumnId> =
            ruleset.ladder.iter().flat_map(|ladder| &ladder.states).map(|state| state.now).collect();
        for (id, column) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
            let sheet = ruleset.sheet(column.sheet);
            let (kind, name) = match column.origin {
                Origin::Ruled if !states.contains(&id) => {
                    (PartKind::Rule, format!("{}.{}", sheet.name, column.name))
                }
                Origin::Builtin(BuiltinColumn::Place) => {
                    let of = if sheet.kind == SheetKind::MatchSide { "match" } else { "game" };
                    (PartKind::Placing, format!("{of}.placing"))
                }
                Origin::Ruled
                | Origin::Builtin(_)
                | Origin::Recorded { .. }
                | Origin::State
                | Origin::Hidden { .. } => continue,
            };
            if let Some(&step) = self.steps.get(&id) {
                self.add(kind, name, |writer| {
                    writer.ty_kind(&column.ty);
                    writer.step(step);
                });
            }
        }
    }

    fn verdicts(&mut self) {
        let ruleset = self.ruleset;
        for (number, sheet) in (0_u16..).zip(&ruleset.sheets) {
            for (kind, word) in
                [(VerdictKind::Void, "void"), (VerdictKind::Warn, "warn"), (VerdictKind::Fault, "fault")]
            {
                let is_here =
                    |verdict: &&crate::ruleset::Verdict| verdict.sheet.0 == number && verdict.kind == kind;
                if !ruleset.verdicts.iter().any(|verdict| is_here(&verdict)) {
                    continue;
                }
                self.add(PartKind::Verdicts, format!("{}.{word}", sheet.name), |writer| {
                    for verdict in ruleset.verdicts.iter().filter(is_here) {
                        writer.column(verdict.condition);
                        verdict.costs.into_iter().for_each(|column| writer.column(column));
                    }
                });
            }
        }
    }

    fn ladder(&mut self) {
        let ruleset = self.ruleset;
        let Some(ladder) = &ruleset.ladder else { return };
        for (place, state) in ladder.states.iter().enumerate() {
            let (kind, name) = if ladder.level == Some(place) {
                (PartKind::Levels, "ladder.levels".to_owned())
            } else {
                (PartKind::State, format!("ladder.state.{}", ruleset.column(state.last).name))
            };
            let steps = [state.start, state.now].map(|column| self.steps.get(&column).copied());
            self.add(kind, name, |writer| {
                writer.ty(&ruleset.column(state.now).ty);
                steps.into_iter().flatten().for_each(|step| writer.step(step));
            });
        }
    }

    fn standings(&mut self) {
        let ruleset = self.ruleset;
        for standing in &ruleset.standings {
            self.add(PartKind::Standing, format!("standing.{}", standing.name), |writer| {
                writer.keys(&standing.keys);
                writer.word(format_args!("{:?}", standing.ties));
                standing.listed.into_iter().for_each(|column| writer.column(column));
                writer.word(standing.over == Over::Season);
            });
        }
    }

    fn event(&mut self) {
        let ruleset = self.ruleset;
        if ruleset.editions.is_some() {
            self.add(PartKind::Edition, "edition".to_owned(), Writer::editions);
        }
        for phase in &ruleset.phases {
            self.add(PartKind::Phase, format!("phase {}", phase.name), |writer| writer.phase(phase));
        }
    }

    fn claims(&mut self) {
        let ruleset = self.ruleset;
        for claim in ruleset.claims.iter().filter(|claim| claim.proof.is_none()) {
            self.add(PartKind::Claim, format!("claim \"{}\"", claim.text), |writer| {
                writer.sheet(claim.sheet);
                writer.column(claim.condition);
            });
        }
    }
}
