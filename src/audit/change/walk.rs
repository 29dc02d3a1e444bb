//! The walk through everything of a format that can be changed.
//!
//! Each place of it has a number. Listing gathers what is proposed at each place; making takes one proposal of one place.
//! Only what stands in the file itself is changed: what it builds on is a format of its own. Start with [`Walker::format`].

use super::orders::{self, Ranked};
use super::{Change, Proposal, Shown, bands, expressions, lines, phases};
use crate::format::{
    FormatFile, LadderEntry, LevelsEntry, Literal, LiteralValue, OptionEntry, OptionValues, OrderEntry,
    RecordedEntry, RuleEntry, SheetEntry, StandingEntry, VerdictEntry,
};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{Body, Expression, Level, Rule, Term, TypeBase, VerdictKind};

/// What a walk is for.
pub(super) enum Mode {
    /// All changes are gathered.
    Listing,
    /// One is made: at this place, the one of this number.
    Making((u32, usize)),
    /// It has been made.
    Done,
}

/// What changes are proposed from.
pub(super) struct Context<'a> {
    /// The texts behind spans.
    pub(super) sources: &'a Sources,
    /// The file whose places are changed.
    source: SourceId,
    /// Every list of choices.
    choices: Vec<Vec<String>>,
}

impl Context<'_> {
    /// What stands at a place.
    pub(super) fn text(&self, at: Span) -> &str {
        self.sources.slice(at)
    }

    /// The choice beside this one in its list.
    pub(super) fn beside(&self, choice: &str) -> Option<&str> {
        let list = self.choices.iter().find(|list| list.iter().any(|one| one == choice))?;
        let place = list.iter().position(|one| one == choice)?;
        let beside = list.get(place + 1).or_else(|| list.get(place.checked_sub(1)?))?;
        Some(beside)
    }
}

/// A walk under way.
pub(super) struct Walker<'a> {
    context: Context<'a>,
    mode: Mode,
    /// What the places are a part of.
    of: String,
    next: u32,
    pub(super) found: Vec<Change>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(file: &FormatFile, sources: &'a Sources, mode: Mode) -> Self {
        let context = Context { sources, source: file.source, choices: choices(file) };
        Self { context, mode, of: String::new(), next: 0, found: Vec::new() }
    }

    /// Goes through a format.
    pub(super) fn format(&mut self, file: &mut FormatFile) {
        for sheet in &mut file.sheets {
            self.sheet(sheet);
        }
        if let Some(ladder) = &mut file.ladder {
            self.ladder(ladder);
        }
        for standing in &mut file.standings {
            self.standing(standing);
        }
        for phase in &mut file.phases {
            self.of = format!("phase {}", phase.name.text);
            phases::walk(self, phase);
        }
        let fixed: Vec<String> = file.fixed.iter().map(|(name, _)| name.text.clone()).collect();
        for option in file.options.iter_mut().filter(|option| !fixed.contains(&option.name.text)) {
            self.option(option);
        }
    }

    /// A place: what is proposed there is gathered, or made.
    pub(super) fn place<T>(
        &mut self,
        node: &mut T,
        at: Span,
        propose: impl FnOnce(&T, &Context<'_>) -> Vec<Proposal<T>>,
    ) {
        let number = self.next;
        self.next += 1;
        if at.source != self.context.source {
            return;
        }
        match self.mode {
            Mode::Listing => {
                let proposals = propose(node, &self.context);
                for (which, proposal) in proposals.into_iter().enumerate() {
                    let change = self.change(proposal, (number, which));
                    self.found.push(change);
                }
            }
            Mode::Making((wanted, which)) if wanted == number => {
                let mut proposals = propose(node, &self.context);
                if which < proposals.len() {
                    *node = proposals.swap_remove(which).node;
                }
                self.mode = Mode::Done;
            }
            Mode::Making(_) | Mode::Done => {}
        }
    }

    fn change<T>(&self, proposal: Proposal<T>, place: (u32, usize)) -> Change {
        let Proposal { kind, title, at, shown, .. } = proposal;
        Change {
            kind,
            title,
            of: self.of.clone(),
            at,
            hunks: shown.hunks(self.context.sources, at),
            patches: match shown {
                Shown::Text(patches) => patches,
                Shown::Words(..) => Vec::new(),
            },
            place,
        }
    }

    fn sheet(&mut self, sheet: &mut SheetEntry) {
        let name = sheet.sheet.to_string();
        for column in &mut sheet.recorded {
            self.of = format!("{name}.{}", column.name.text);
            self.recorded(column);
        }
        for rule in &mut sheet.rules {
            self.of = format!("{name}.{}", rule.name.text);
            self.rule(rule);
        }
        if let Some(placing) = &mut sheet.placing {
            self.of = format!("{name}.placing");
            self.order(placing);
        }
        for verdict in &mut sheet.verdicts {
            if is_told_only(verdict) {
                continue;
            }
            self.of = format!("{name}.{}", verdict_name(verdict.kind));
            if let Some((condition, _)) = &mut verdict.condition {
                self.condition(condition);
            }
            if let Some(costs) = &mut verdict.costs {
                self.body(costs);
            }
        }
    }

    fn recorded(&mut self, column: &mut RecordedEntry) {
        let Some(default) = column.kind.as_mut().and_then(|kind| kind.default.as_mut()) else { return };
        let at = default.span;
        self.place(default, at, expressions::defaults);
    }

    fn rule(&mut self, entry: &mut RuleEntry) {
        if let Some(rule) = &mut entry.rule {
            self.body(rule);
        }
    }

    fn body(&mut self, rule: &mut Rule) {
        match &mut rule.body {
            Body::Expression(expression) => self.expression(expression),
            Body::Tally(items) => {
                if let Some(at) = items.first().map(|item| item.span) {
                    self.place(items, at, |items, context| lines::items(items, context));
                }
                for item in items {
                    self.expression(&mut item.value);
                    if let Some(condition) = &mut item.condition {
                        self.expression(condition);
                    }
                }
            }
            Body::Bands(table) => {
                let at = table.span;
                self.place(table, at, bands::borders);
                self.expression(&mut table.subject);
                table.bands.iter_mut().flat_map(|band| &mut band.values).for_each(|one| self.expression(one));
            }
            Body::Cases(cases) => {
                if let Some(at) = cases.first().map(|case| case.span) {
                    self.place(cases, at, |cases, context| lines::cases(cases, context));
                }
                for case in cases {
                    if let Some(condition) = &mut case.condition {
                        self.expression(condition);
                    }
                    self.expression(&mut case.value);
                }
            }
        }
    }

    /// An expression, and all that it is made of.
    pub(super) fn expression(&mut self, expression: &mut Expression) {
        self.expression_in(expression, false);
    }

    /// A condition that decides about a row by itself.
    fn condition(&mut self, condition: &mut Expression) {
        let at = condition.span;
        self.place(condition, at, expressions::turned);
        self.expression(condition);
    }

    fn expression_in(&mut self, expression: &mut Expression, joined: bool) {
        let at = expression.span;
        self.place(expression, at, |expression, context| expressions::all(expression, context, joined));
        let joins = expressions::is_joined(expression);
        for part in expression.parts_mut() {
            self.expression_in(part, joins);
        }
    }

    fn order(&mut self, entry: &mut OrderEntry) {
        let at = entry.span;
        let Some(keys) = entry.order.take() else { return };
        let mut ranked = Ranked { keys, ties: entry.ties };
        self.place(&mut ranked, at, |ranked, context| orders::all(ranked, at, context));
        for key in &mut ranked.keys {
            self.expression(&mut key.value);
        }
        entry.order = Some(ranked.keys);
        entry.ties = ranked.ties;
    }

    fn standing(&mut self, standing: &mut StandingEntry) {
        self.of = format!("standing.{}", standing.name.text);
        self.order(&mut standing.order);
        if let Some(listed) = &mut standing.listed {
            self.condition(listed);
        }
    }

    fn ladder(&mut self, ladder: &mut LadderEntry) {
        for state in &mut ladder.states {
            self.of = format!("ladder.state.{}", state.name.text);
            self.rule(&mut state.start);
            self.rule(&mut state.after);
        }
        if let Some(levels) = &mut ladder.levels {
            "ladder.levels".clone_into(&mut self.of);
            self.levels(levels);
        }
    }

    fn levels(&mut self, levels: &mut LevelsEntry) {
        self.rule(&mut levels.start);
        for level in &mut levels.levels {
            let at = level.span;
            self.place(level, at, |level: &Level, _| lines::kept(level));
            if let Some(condition) = &mut level.condition {
                self.condition(condition);
            }
        }
    }

    fn option(&mut self, option: &mut OptionEntry) {
        self.of = format!("options.{}", option.name.text);
        let names: Vec<String> = match &option.values {
            Some(OptionValues::Choices(names)) => names.iter().map(|name| name.text.clone()).collect(),
            Some(OptionValues::Typed(_)) | None => Vec::new(),
        };
        if let Some(default) = &mut option.default {
            let at = default.span;
            self.place(default, at, |default: &Literal, _| other_defaults(default, &names));
        }
    }
}

/// Whether a verdict is said and nothing more: no example can expect that.
pub(in crate::audit) fn is_told_only(verdict: &VerdictEntry) -> bool {
    verdict.kind != VerdictKind::Void && verdict.costs.is_none()
}

fn verdict_name(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Void => "void",
        VerdictKind::Warn => "warn",
        VerdictKind::Fault => "fault",
    }
}

fn other_defaults(default: &Literal, choices: &[String]) -> Vec<Proposal<Literal>> {
    let at = default.span;
    let other = |value: LiteralValue, written: String| Proposal {
        kind: super::Kind::Default,
        title: format!("`{}` for `{}` by default", value.text(), default.value.text()),
        at,
        shown: Shown::Text(vec![super::Patch::new(at, written)]),
        node: Literal { value, span: at },
    };
    match &default.value {
        LiteralValue::Text(text) => choices
            .iter()
            .filter(|choice| *choice != text)
            .map(|choice| other(LiteralValue::Text(choice.clone()), format!("\"{choice}\"")))
            .collect(),
        LiteralValue::Integer(value) => [value.checked_add(1), value.checked_sub(1)]
            .into_iter()
            .flatten()
            .map(|value| other(LiteralValue::Integer(value), value.to_string()))
            .collect(),
        LiteralValue::Flag(value) => vec![other(LiteralValue::Flag(!value), (!value).to_string())],
        LiteralValue::Digits(_) => Vec::new(),
    }
}

/// Every list of choices that a format has.
fn choices(file: &FormatFile) -> Vec<Vec<String>> {
    let names = |names: &[crate::syntax::ast::Name]| names.iter().map(|name| name.text.clone()).collect();
    let mut all: Vec<Vec<String>> = Vec::new();
    for option in &file.options {
        if let Some(OptionValues::Choices(choices)) = &option.values {
            all.push(names(choices));
        }
    }
    for plan in file.seating.iter().flat_map(|seating| &seating.plans) {
        all.push(plan.seats.iter().map(|(seat, _)| seat.text.clone()).collect());
    }
    all.extend(file.parts.iter().map(|part| names(&part.names)));
    all.push(file.phases.iter().map(|phase| phase.name.text.clone()).collect());
    let levels = file.ladder.iter().flat_map(|ladder| &ladder.levels);
    all.extend(levels.map(|levels| levels.levels.iter().map(|level| level.name.text.clone()).collect()));
    let states = file.ladder.iter().flat_map(|ladder| &ladder.states).map(|state| state.kind.as_ref());
    let recorded = file.sheets.iter().flat_map(|sheet| &sheet.recorded).map(|column| column.kind.as_ref());
    for kind in states.chain(recorded).flatten() {
        if let TypeBase::Choice(choices) = &kind.base {
            all.push(names(choices));
        }
    }
    all
}

/// The name that a term is, where it is nothing else.
pub(super) fn single_name(term: &Term) -> Option<&crate::syntax::ast::Name> {
    match term {
        Term::Path(path) if path.len() == 1 => path.first(),
        Term::Text(name) => Some(name),
        Term::Path(_)
        | Term::Integer(_)
        | Term::Number(_)
        | Term::Duration(_)
        | Term::Date(_)
        | Term::Flag(_)
        | Term::Unary(..)
        | Term::Binary(..)
        | Term::In(..)
        | Term::If { .. }
        | Term::Else(..)
        | Term::Call(_) => None,
    }
}
