//! The semantic hash of the effective rules.
//!
//! Two formats with one hash score alike: it covers sheets, columns with their types, seats, steps,
//! verdicts, states, standings, phases and the values of the options, and how a part is written where a rule looks at it;
//! not the model of a simulation, titles, texts, clauses, claims or where anything stands in a file.

mod parts;
mod phases;

pub use parts::{PartKind, RulesetPart};

use super::expression::{BandLine, Taken};
use super::{
    Best, Expr, Ladder, Node, OptionType, OrderKey, Origin, Over, Plan, Ruleset, Settings, SheetKind, Step,
};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::value::{Kind, Symbol, Type, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl Ruleset {
    /// The hash of what these rules, under these settings, compute: 16 hexadecimal digits.
    #[must_use]
    pub fn semantic_hash(&self, settings: &Settings) -> String {
        let mut writer =
            Writer { ruleset: self, unscored: self.unscored(), out: String::new(), inside: None };
        writer.all(settings);
        let hash = blake3::hash(writer.out.as_bytes());
        hash.to_hex()[..16].to_owned()
    }

    fn unscored(&self) -> Unscored {
        fn over(step: &Step) -> Option<SheetId> {
            match step {
                Step::Reduce(reduce) => Some(reduce.over),
                Step::Map { .. } | Step::Place(_) => None,
            }
        }
        let keys = self.standings.iter().flat_map(|standing| &standing.keys);
        let among_tied = keys.filter_map(|key| key.among_tied.as_ref()).flatten();
        let scored: BTreeSet<SheetId> = self.scoring().chain(among_tied).filter_map(over).collect();
        let others = self.model_steps().chain(&self.texts);
        let sheets = others.filter_map(over).filter(|sheet| !scored.contains(sheet));
        Unscored { columns: self.model_steps().map(Step::out).collect(), sheets: sheets.collect() }
    }
}

/// What only the model of a simulation or the text of a verdict needs: it does not score. (Columns of texts come after all
/// others, so that nothing is counted past them.)
struct Unscored {
    columns: BTreeSet<ColumnId>,
    sheets: BTreeSet<SheetId>,
}

struct Writer<'a> {
    ruleset: &'a Ruleset,
    unscored: Unscored,
    out: String,
    /// Where one part is written: the steps that columns without a name are written as, and those that were met.
    inside: Option<(BTreeMap<ColumnId, &'a Step>, Vec<ColumnId>)>,
}

impl Writer<'_> {
    fn word(&mut self, word: impl std::fmt::Display) {
        let _ = write!(self.out, "{word}\u{1f}");
    }

    fn symbol(&mut self, symbol: Symbol) {
        let text = self.ruleset.symbols.text(symbol).to_owned();
        self.word(text);
    }

    fn sheet(&mut self, sheet: SheetId) {
        let name = self.ruleset.sheet(sheet).name.clone();
        self.word(name);
    }

    /// A column by its sheet, name and number among columns of that name: hidden ones are told apart by their order.
    fn column(&mut self, column: ColumnId) {
        let info = self.ruleset.column(column);
        if matches!(info.origin, Origin::Hidden { .. }) && self.written_inside(column) {
            return;
        }
        let name = match info.origin {
            Origin::Hidden { .. } => {
                let hidden = |(other, earlier): &(ColumnId, &super::ColumnInfo)| {
                    *other < column
                        && earlier.sheet == info.sheet
                        && matches!(earlier.origin, Origin::Hidden { .. })
                        && !self.unscored.columns.contains(other)
                };
                let all = (0_u32..).map(ColumnId).zip(&self.ruleset.columns);
                format!("#{}", all.filter(hidden).count())
            }
            Origin::Recorded { .. } | Origin::Builtin(_) | Origin::Ruled | Origin::State => info.name.clone(),
        };
        self.sheet(info.sheet);
        self.word(name);
    }

    /// Writes a column without a name as its step, where one part is written; the second time it is only numbered.
    fn written_inside(&mut self, column: ColumnId) -> bool {
        let Some((steps, met)) = &mut self.inside else { return false };
        let Some(&step) = steps.get(&column) else { return false };
        match met.iter().position(|known| *known == column) {
            Some(place) => self.word(format_args!("#{place}")),
            None => {
                met.push(column);
                self.step(step);
            }
        }
        true
    }

    fn path(&mut self, path: &[LinkId]) {
        for &link in path {
            let info = self.ruleset.link(link);
            let (name, to) = (info.name.clone(), info.to);
            self.word(name);
            self.sheet(to);
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Text(symbol) => self.symbol(symbol),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => self.word(format_args!("{value:?}")),
        }
    }

    fn ty_kind(&mut self, ty: &Type) {
        match &ty.kind {
            Kind::Choice(choices) => choices.iter().for_each(|&choice| self.symbol(choice)),
            kind => self.word(format_args!("{kind:?}")),
        }
    }

    fn ty(&mut self, ty: &Type) {
        self.ty_kind(ty);
        self.word(format_args!("{}{:?}", ty.optional, ty.range));
    }

    fn all(&mut self, settings: &Settings) {
        for (option, value) in self.ruleset.options.iter().zip(&settings.0) {
            self.word(&option.name);
            if let OptionType::Choices(choices) = &option.values {
                choices.iter().for_each(|&choice| self.symbol(choice));
            }
            self.value(*value);
        }
        self.plan(self.ruleset.plan(settings));
        for column in &self.ruleset.columns {
            if let Origin::Recorded { default } = column.origin {
                self.sheet(column.sheet);
                self.word(&column.name);
                self.ty(&column.ty);
                self.value(default.unwrap_or(Value::Missing));
            }
        }
        for (id, sheet) in (0_u16..).map(SheetId).zip(&self.ruleset.sheets) {
            let is_pairs = matches!(sheet.kind, SheetKind::Join { .. });
            if is_pairs && self.unscored.sheets.contains(&id) {
                continue;
            }
            self.word(&sheet.name);
            if let SheetKind::Join { except_self, outer_path, inner_path } = &sheet.kind {
                self.word(except_self);
                self.path(outer_path);
                self.path(inner_path);
            }
            if let SheetKind::Part { names, of_game: true } = &sheet.kind {
                names.iter().for_each(|&name| self.symbol(name));
            }
        }
        self.ruleset.scoring().for_each(|step| self.step(step));
        self.ruleset.ladder.iter().for_each(|ladder| self.ladder(ladder));
        self.written();
        for verdict in &self.ruleset.verdicts {
            self.word(format_args!("{:?}", verdict.kind));
            self.column(verdict.condition);
        }
        for standing in &self.ruleset.standings {
            self.word(&standing.name);
            self.keys(&standing.keys);
            self.word(format_args!("{:?}", standing.ties));
            standing.listed.into_iter().for_each(|column| self.column(column));
            match standing.over {
                Over::Edition => {}
                Over::Season => self.word("season"),
            }
        }
        self.editions();
        self.ruleset.phases.iter().for_each(|phase| self.phase(phase));
    }

    fn plan(&mut self, plan: &Plan) {
        self.word(format_args!("{} {:?}", plan.least, plan.most));
        for seat in &plan.seats {
            self.symbol(seat.name);
            for &(sheet, part) in &seat.parts {
                self.sheet(sheet);
                self.symbol(part);
            }
        }
        for &(sheet, part) in &plan.each {
            self.word("each");
            self.sheet(sheet);
            self.symbol(part);
        }
    }

    /// How elements of lists are written, where a rule that scores looks at it.
    fn written(&mut self) {
        let keys = self.ruleset.standings.iter().flat_map(|standing| &standing.keys);
        let among_tied = keys.filter_map(|key| key.among_tied.as_ref()).flatten();
        let read: BTreeSet<ColumnId> =
            self.ruleset.scoring().chain(among_tied).flat_map(Step::reads).collect();
        for written in self.ruleset.written.iter().filter(|written| read.contains(&written.name)) {
            self.word("written");
            for (column, then) in &written.columns {
                self.column(*column);
                self.word(then);
            }
        }
    }

    fn ladder(&mut self, ladder: &Ladder) {
        for (place, state) in ladder.states.iter().enumerate() {
            self.word(if ladder.level == Some(place) { "level" } else { "state" });
            for column in [state.start, state.before, state.now, state.last] {
                self.column(column);
            }
            self.ty(&self.ruleset.column(state.now).ty);
        }
    }

    fn keys(&mut self, keys: &[OrderKey]) {
        for key in keys {
            self.column(key.column);
            self.word(format_args!("{:?}", key.direction));
            for step in key.among_tied.iter().flatten() {
                self.step(step);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        self.word("step");
        // A part bears its name already, and what it needs has none.
        if self.inside.is_none() {
            self.column(step.out());
        }
        match step {
            Step::Map { value, .. } => self.expr(value),
            Step::Reduce(reduce) => {
                self.sheet(reduce.over);
                self.path(&reduce.path);
                self.word(reduce.aggregate.name());
                for part in reduce.value.iter().chain(&reduce.filter) {
                    self.expr(part);
                }
                self.word(format_args!("{} {}", reduce.value.is_some(), reduce.among_tied.is_some()));
                if let Some(Best { greatest, count }) = &reduce.best {
                    self.word(greatest);
                    self.expr(count);
                }
            }
            Step::Place(place) => {
                self.path(&[place.group]);
                self.keys(&place.keys);
                self.word(format_args!("{:?}", place.ties));
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.word("(");
        match &expr.node {
            Node::Literal(value) => self.value(*value),
            Node::Column { column, path } => {
                self.path(path);
                self.column(*column);
            }
            Node::Option(option) => {
                let name = self.ruleset.options[option.0 as usize].name.clone();
                self.word(format_args!("option {name}"));
            }
            Node::Widen(inner) => self.expr(inner),
            Node::Unary(operator, inner) => {
                self.word(format_args!("{operator:?}"));
                self.expr(inner);
            }
            Node::Binary(operator, left, right) => {
                self.word(format_args!("{operator:?}"));
                self.expr(left);
                self.expr(right);
            }
            Node::Among(value, members) => {
                self.word("in");
                self.expr(value);
                members.iter().for_each(|member| self.expr(member));
            }
            Node::If { value, condition, otherwise } => {
                self.word("if");
                [condition, value, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            Node::Else(value, fallback) => {
                self.word("else");
                self.expr(value);
                self.expr(fallback);
            }
            Node::Known(inner) => {
                self.word("known");
                self.expr(inner);
            }
            Node::Call(function, arguments) => {
                self.word(function.row().name);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            Node::Random(random) => {
                self.word("random");
                self.expr(&random.low);
                self.expr(&random.high);
            }
            Node::Tally(items) => {
                self.word("tally");
                for item in items {
                    self.word(item.negative);
                    self.expr(&item.value);
                    item.condition.iter().for_each(|condition| self.expr(condition));
                }
            }
            Node::Bands(table) => {
                self.word("bands");
                self.expr(&table.subject);
                if let Some(pick) = &table.pick {
                    pick.seats.iter().for_each(|&seat| self.symbol(seat));
                }
                table.bands.iter().for_each(|band| self.band(band));
            }
            Node::Cases(cases) => {
                self.word("cases");
                for case in cases {
                    case.condition.iter().for_each(|condition| self.expr(condition));
                    self.expr(&case.value);
                }
            }
        }
        self.word(")");
    }

    fn band(&mut self, band: &BandLine) {
        match &band.taken {
            Taken::Ranges(ranges) => self.word(format_args!("{ranges:?}")),
            Taken::Choices(choices) => choices.iter().for_each(|&choice| self.symbol(choice)),
            Taken::Otherwise => self.word("otherwise"),
        }
        band.values.iter().for_each(|value| self.expr(value));
    }
}
