//! Every place of a format that games can come to, or that cites a clause.
//!
//! Comes in: a format as typed, and what it means. Goes out: its [`Site`]s, sheet by sheet in the order of the file, those of
//! the formats that it builds on among them. It must never know what was used. Start with [`sites`].

use crate::engine::Part;
use crate::example::PhasePart;
use crate::format::{
    FormatFile, LadderEntry, LevelsEntry, OptionValues, OrderEntry, RuleEntry, SheetEntry, SheetName,
    StateEntry, VerdictEntry,
};
use crate::ruleset::{ClauseId, Origin, Ruleset};
use crate::source::Span;
use crate::syntax::ast::{Body, Expression, Key, Name, Rule, Term, VerdictKind};

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A rule.
    Rule,
    /// A line of a tally.
    Item,
    /// A line of a table of bands.
    Band,
    /// A line of a list of cases.
    Case,
    /// The value of an `if … else`.
    Then,
    /// The other one.
    Otherwise,
    /// A value that may be missing.
    There,
    /// What stands in for it.
    Fallback,
    /// A verdict.
    Verdict(VerdictKind),
    /// A key of an order.
    Key,
    /// A level.
    Level,
    /// The levels as a whole.
    Levels,
    /// A choice of an option.
    Choice,
    /// An edition.
    Edition,
    /// A phase.
    Phase,
    /// The last day of a match.
    Deadline,
    /// How pools are made.
    Cut,
    /// A line of a schedule.
    Line,
    /// A match of a bracket.
    Match,
}

/// How it is found out whether games came to a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// By any of these parts.
    Parts(Vec<Part>),
    /// By any of these parts of a phase.
    Phases(Vec<PhasePart>),
    /// By the value of an option: its place, and the choice.
    Choice(usize, String),
    /// Not at all: the place only cites.
    Cites,
}

/// A place of a format.
#[derive(Debug, Clone)]
pub struct Site {
    /// The sheet, standing or phase that it belongs to.
    pub group: String,
    /// What stands there.
    pub what: What,
    /// What it is a part of: `side.points`.
    pub of: String,
    /// Where.
    pub at: Span,
    /// The clauses that are cited there.
    pub cites: Vec<ClauseId>,
    /// How it is found out whether games came to it.
    pub test: Test,
}

/// All places of a format.
#[must_use]
pub fn sites(file: &FormatFile, ruleset: &Ruleset) -> Vec<Site> {
    let mut found = Found { ruleset, group: String::new(), of: String::new(), all: Vec::new() };
    for sheet in &file.sheets {
        found.sheet(sheet);
    }
    if let Some(ladder) = &file.ladder {
        found.ladder(ladder);
    }
    for standing in &file.standings {
        found.group = format!("standing.{}", standing.name.text);
        found.of.clone_from(&found.group);
        if let Some(listed) = &standing.listed {
            found.branches(listed);
        }
        found.order(&standing.order);
    }
    found.calendar(file);
    super::phase_sites::add(file, &mut found);
    found.options(file);
    found.all
}

/// The places found so far.
pub(super) struct Found<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The sheet, standing or phase.
    pub(super) group: String,
    /// What the places are a part of.
    pub(super) of: String,
    all: Vec<Site>,
}

impl Found<'_> {
    /// Adds a place.
    pub(super) fn add(&mut self, what: What, at: Span, cites: &[Name], test: Test) {
        let (group, of) = (self.group.clone(), self.of.clone());
        let cites = cites.iter().filter_map(|name| self.clause(name)).collect();
        self.all.push(Site { group, what, of, at, cites, test });
    }

    fn clause(&self, name: &Name) -> Option<ClauseId> {
        let mut clauses = (0_u32..).map(ClauseId).zip(&self.ruleset.clauses);
        clauses.find(|(_, clause)| clause.name == name.text).map(|(id, _)| id)
    }

    fn part(&mut self, what: What, at: Span, cites: &[Name], part: Part) {
        self.add(what, at, cites, Test::Parts(vec![part]));
    }

    fn sheet(&mut self, sheet: &SheetEntry) {
        let name = sheet.sheet.to_string();
        self.group.clone_from(&name);
        for rule in &sheet.rules {
            self.of = format!("{name}.{}", rule.name.text);
            self.rule_of_column(rule);
        }
        if let Some(placing) = &sheet.placing {
            self.of = format!("{name}.placing");
            self.order(placing);
        }
        for verdict in &sheet.verdicts {
            self.verdict(&sheet.sheet, verdict);
        }
    }

    /// The rule of a column that bears its name.
    fn rule_of_column(&mut self, entry: &RuleEntry) {
        let Some(rule) = &entry.rule else { return };
        let columns = self.ruled_at(entry.name.span);
        self.add(What::Rule, entry.name.span, cites_as_a_whole(rule), Test::Parts(columns));
        self.body(&rule.body);
    }

    /// The ruled columns whose rule is named here.
    fn ruled_at(&self, at: Span) -> Vec<Part> {
        let columns = (0_u32..).map(crate::sheet::ColumnId).zip(&self.ruleset.columns);
        let here = columns.filter(|(_, info)| info.origin == Origin::Ruled && info.at == Some(at));
        here.map(|(id, _)| Part::Column(id)).collect()
    }

    fn verdict(&mut self, sheet: &SheetName, verdict: &VerdictEntry) {
        let Some((condition, cites)) = &verdict.condition else { return };
        let kind = match verdict.kind {
            VerdictKind::Void => "void",
            VerdictKind::Warn => "warn",
            VerdictKind::Fault => "fault",
        };
        self.of = format!("{sheet}.{kind}");
        let ruleset = self.ruleset;
        let all = ruleset.verdicts.iter().enumerate();
        let hits = all.filter(|(_, known)| ruleset.column(known.condition).at == Some(condition.span));
        let hits = hits.map(|(place, _)| Part::Verdict(place)).collect();
        self.add(What::Verdict(verdict.kind), condition.span, cites, Test::Parts(hits));
        self.branches(condition);
        if let Some(costs) = &verdict.costs {
            self.add_citing(costs, condition.span);
            self.body(&costs.body);
        }
    }

    /// A rule that no column bears the name of: what it cites as a whole.
    fn add_citing(&mut self, rule: &Rule, at: Span) {
        let cites = cites_as_a_whole(rule);
        if !cites.is_empty() {
            self.add(What::Rule, at, cites, Test::Cites);
        }
    }

    fn ladder(&mut self, ladder: &LadderEntry) {
        "ladder".clone_into(&mut self.group);
        for state in &ladder.states {
            self.state(state);
        }
        if let Some(levels) = &ladder.levels {
            self.levels(levels);
        }
    }

    fn state(&mut self, state: &StateEntry) {
        self.of = format!("ladder.state.{}", state.name.text);
        let columns = self.ruled_at(state.name.span);
        if let Some(rule) = &state.after.rule {
            self.add(What::Rule, state.name.span, cites_as_a_whole(rule), Test::Parts(columns));
            self.body(&rule.body);
        }
        if let Some(rule) = &state.start.rule {
            self.add_citing(rule, state.start.span);
            self.body(&rule.body);
        }
    }

    fn levels(&mut self, levels: &LevelsEntry) {
        "ladder.levels".clone_into(&mut self.of);
        if !levels.cites.is_empty() {
            let columns = self.ruled_at(levels.key);
            self.add(What::Levels, levels.key, &levels.cites, Test::Parts(columns));
        }
        for level in &levels.levels {
            // Nobody comes to a level that is never given.
            let test = match level.never {
                Some(_) => Test::Cites,
                None => Test::Parts(vec![Part::Case(level.span)]),
            };
            self.add(What::Level, level.span, &level.cites, test);
            if let Some(condition) = &level.condition {
                self.branches(condition);
            }
        }
        if let Some(rule) = &levels.start.rule {
            self.add_citing(rule, levels.start.span);
            self.body(&rule.body);
        }
    }

    pub(super) fn order(&mut self, entry: &OrderEntry) {
        for key in entry.order.iter().flatten() {
            self.key(key);
        }
    }

    pub(super) fn key(&mut self, key: &Key) {
        self.part(What::Key, key.value.span, &key.cites, Part::Key(key.value.span));
        // What is computed anew for those still level leaves no trace by which it could be found.
        if !key.among_tied {
            self.branches(&key.value);
        }
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Expression(expression) => self.branches(expression),
            Body::Tally(items) => {
                for item in items {
                    self.part(What::Item, item.span, &item.cites, Part::Item(item.span));
                    item.condition.iter().for_each(|condition| self.branches(condition));
                    self.branches(&item.value);
                }
            }
            Body::Bands(table) => {
                self.branches(&table.subject);
                for band in &table.bands {
                    self.part(What::Band, band.span, &band.cites, Part::Band(band.span));
                    band.values.iter().for_each(|value| self.branches(value));
                }
            }
            Body::Cases(lines) => {
                for line in lines {
                    self.part(What::Case, line.span, &line.cites, Part::Case(line.span));
                    line.condition.iter().for_each(|condition| self.branches(condition));
                    self.branches(&line.value);
                }
            }
        }
    }

    /// Both sides of every `if … else`, and of every `else`.
    fn branches(&mut self, expression: &Expression) {
        let at = expression.span;
        match &expression.term {
            Term::If { value, otherwise, .. } => {
                self.part(What::Then, value.span, &[], Part::Then(at));
                self.part(What::Otherwise, otherwise.span, &[], Part::Otherwise(at));
            }
            Term::Else(value, fallback) => {
                self.part(What::There, value.span, &[], Part::There(at));
                self.part(What::Fallback, fallback.span, &[], Part::Fallback(at));
            }
            Term::Integer(_)
            | Term::Number(_)
            | Term::Duration(_)
            | Term::Date(_)
            | Term::Text(_)
            | Term::Flag(_)
            | Term::Path(_)
            | Term::Unary(..)
            | Term::Binary(..)
            | Term::In(..)
            | Term::Call(_) => {}
        }
        expression.parts().into_iter().for_each(|part| self.branches(part));
    }

    fn calendar(&mut self, file: &FormatFile) {
        if let Some(edition) = file.edition.as_ref().filter(|edition| !edition.cites.is_empty()) {
            "edition".clone_into(&mut self.group);
            self.of.clone_from(&self.group);
            self.add(What::Edition, edition.span, &edition.cites, Test::Cites);
        }
    }

    /// The choices of options that can still be made.
    fn options(&mut self, file: &FormatFile) {
        "options".clone_into(&mut self.group);
        for (place, option) in file.options.iter().enumerate() {
            let fixed = self.ruleset.options.get(place).is_none_or(|option| option.fixed);
            let Some(OptionValues::Choices(choices)) = option.values.as_ref().filter(|_| !fixed) else {
                continue;
            };
            self.of = format!("options.{}", option.name.text);
            for choice in choices {
                self.add(What::Choice, choice.span, &[], Test::Choice(place, choice.text.clone()));
            }
        }
    }
}

/// What a rule cites as a whole: behind an expression, or on the head line of a table.
fn cites_as_a_whole(rule: &Rule) -> &[Name] {
    match &rule.body {
        Body::Bands(table) if rule.cites.is_empty() => &table.cites,
        Body::Bands(_) | Body::Expression(_) | Body::Tally(_) | Body::Cases(_) => &rule.cites,
    }
}
