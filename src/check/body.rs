//! The four forms of a rule: expression, tally, bands, cases.

use super::checker::Checker;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::ruleset::expression::{BandLine, BandTable, CaseLine, SeatPick, Taken, TallyItem};
use crate::ruleset::{BuiltinColumn, Expr, Node, Origin};
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::{Band, BandRange, Bands, Body, Case, Expression, Item, Name};
use crate::value::{Interval, Kind, Symbol, Type, Value};

impl Checker<'_> {
    /// The body of a rule of `sheet`.
    pub(super) fn lower_body(&mut self, body: &Body, sheet: SheetId, at: Span) -> Expr {
        let scope = Scope::of(sheet);
        match body {
            Body::Expression(expression) => self.lower(expression, &scope),
            Body::Tally(items) => self.lower_tally(items, &scope, at),
            Body::Bands(bands) => self.lower_bands(bands, &scope),
            Body::Cases(cases) => self.lower_cases(cases, &scope, at),
        }
    }

    fn lower_tally(&mut self, items: &[Item], scope: &Scope, at: Span) -> Expr {
        let mut values = Vec::new();
        let mut rest = Vec::new();
        for item in items {
            let condition = item.condition.as_ref().map(|condition| self.condition(condition, scope));
            let found: Vec<_> = condition.iter().map(|condition| (condition, true)).collect();
            let value = self.assuming(&found, |checker| checker.lower(&item.value, scope));
            let value = self.met(value);
            values.push(self.numeric(value, "an item of a tally"));
            rest.push((item.negative, condition, self.cite(&item.cites), item.span));
        }
        let (values, kind) = self.one_kind(values, "the items of a tally");
        let items = values
            .into_iter()
            .zip(rest)
            .map(|(value, (negative, condition, cites, at))| TallyItem {
                negative,
                value,
                condition,
                cites,
                at,
            })
            .collect();
        Expr { node: Node::Tally(items), ty: Type::of(kind), at }
    }

    fn lower_cases(&mut self, cases: &[Case], scope: &Scope, at: Span) -> Expr {
        let mut values = Vec::new();
        let mut rest = Vec::new();
        for case in cases {
            // A line is only looked at where the conditions of the earlier ones do not hold.
            let earlier = rest.iter().filter_map(|(condition, ..): &(Option<Expr>, _, _)| condition.as_ref());
            let mut found: Vec<_> = earlier.map(|condition| (condition, false)).collect();
            let condition = case
                .condition
                .as_ref()
                .map(|condition| self.assuming(&found, |checker| checker.condition(condition, scope)));
            found.extend(condition.iter().map(|condition| (condition, true)));
            values.push(self.assuming(&found, |checker| checker.lower(&case.value, scope)));
            rest.push((condition, self.cite(&case.cites), case.span));
        }
        let optional = values.iter().any(|value| value.ty.optional);
        let (values, kind) = self.one_kind(values, "the values of the cases");
        let lines = values
            .into_iter()
            .zip(rest)
            .map(|(value, (condition, cites, at))| CaseLine { condition, value, cites, at })
            .collect();
        Expr { node: Node::Cases(lines), ty: Type::of(kind).maybe(optional), at }
    }

    fn lower_bands(&mut self, bands: &Bands, scope: &Scope) -> Expr {
        let subject = self.lower(&bands.subject, scope);
        let subject = self.met(subject);
        if subject.ty.kind == Kind::Flag {
            let words = self.words(subject.at);
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "bands over yes or no")
                    .at(subject.at, "two values need no table")
                    .help(format!("write `VALUE if {words} else VALUE`")),
            );
        }
        let head = self.cite(&bands.cites);
        let columns = bands.columns.len().max(1);
        let mut values = Vec::new();
        let mut rest = Vec::new();
        let last = bands.bands.len().saturating_sub(1);
        for (place, band) in bands.bands.iter().enumerate() {
            if band.ranges.is_none() && place < last {
                self.complain(
                    Diagnostic::new(Code::BandOverlap, "`otherwise` takes what the lines after it take")
                        .at(band.range_span, "takes everything that is left")
                        .at(bands.bands[place + 1].range_span, "takes some of it as well")
                        .help("write `otherwise` as the last line"),
                );
            }
            if band.values.len() != columns {
                let found = band.values.len();
                self.complain(
                    Diagnostic::new(
                        Code::WrongArguments,
                        format!("the table has {columns} columns, and this line has {found} values"),
                    )
                    .at(band.span, "one value for each column")
                    .at(bands.span, "the columns"),
                );
                return Self::unknown(bands.span);
            }
            values.extend(band.values.iter().map(|value| self.lower(value, scope)));
            let taken = self.taken(band, &subject.ty.kind);
            let mut cites = head.clone();
            cites.extend(self.cite(&band.cites));
            rest.push((taken, cites, band.span, band.range_span));
        }
        let optional = values.iter().any(|value| value.ty.optional);
        let (values, kind) = self.one_kind(values, "the values of the bands");
        let Ok(pick) = self.seat_pick(bands, scope) else { return Self::unknown(bands.span) };
        let mut values = values.into_iter();
        let lines = rest
            .into_iter()
            .map(|(taken, cites, at, range_at)| BandLine {
                taken: taken.unwrap_or(Taken::Otherwise),
                values: values.by_ref().take(columns).collect(),
                cites,
                at,
                range_at,
            })
            .collect();
        let ty =
            Type::of(if subject.ty.kind == Kind::Unknown { Kind::Unknown } else { kind }).maybe(optional);
        Expr { node: Node::Bands(Box::new(BandTable { subject, pick, bands: lines })), ty, at: bands.span }
    }

    /// What a band takes; `None` where a complaint was made.
    fn taken(&mut self, band: &Band, kind: &Kind) -> Option<Taken> {
        let Some(ranges) = &band.ranges else { return Some(Taken::Otherwise) };
        match kind {
            Kind::Choice(_) | Kind::Text => {
                let mut choices: Vec<Symbol> = Vec::new();
                for range in ranges {
                    if let Kind::Choice(all) = kind {
                        for choice in self.choices_of_band(range, all, kind)? {
                            if choices.contains(&choice) {
                                self.complain_of_twice(band.range_span);
                            } else {
                                choices.push(choice);
                            }
                        }
                        continue;
                    }
                    let BandRange::Exactly(choice) = range else {
                        self.complain(
                            Diagnostic::new(Code::TypeMismatch, "a range of texts")
                                .at(band.range_span, "texts have no size")
                                .help("list them: `win, draw -> 1`"),
                        );
                        return None;
                    };
                    match self.constant_choice(choice, kind)? {
                        Value::Text(symbol) if choices.contains(&symbol) => {
                            self.complain_of_twice(choice.span);
                        }
                        Value::Text(symbol) => choices.push(symbol),
                        _ => return None,
                    }
                }
                Some(Taken::Choices(choices))
            }
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                let mut intervals: Vec<Interval> = Vec::new();
                for range in ranges {
                    let interval = self.constant_range(range, kind)?;
                    if intervals.iter().any(|earlier| earlier.overlaps(&interval)) {
                        self.complain_of_twice(band.range_span);
                    }
                    intervals.push(interval);
                }
                Some(Taken::Ranges(intervals))
            }
            Kind::Flag | Kind::Unknown => None,
        }
    }

    fn complain_of_twice(&mut self, at: Span) {
        self.complain(
            Diagnostic::new(Code::BandOverlap, "one band takes a value twice")
                .at(at, "named twice in this line")
                .help("name each value once"),
        );
    }

    pub(super) fn constant_choice(&mut self, expression: &Expression, kind: &Kind) -> Option<Value> {
        let Kind::Choice(choices) = kind else { return self.constant(expression, kind) };
        let value = self.constant(expression, &Kind::Text)?;
        if matches!(value, Value::Text(symbol) if choices.contains(&symbol)) {
            return Some(value);
        }
        let words = self.words(expression.span);
        let diagnostic = self.complain_of_choice(words.trim_matches('"'), choices, expression.span);
        self.complain(diagnostic);
        None
    }

    /// For a table with one column per seat: how a row finds its own.
    fn seat_pick(&mut self, bands: &Bands, scope: &Scope) -> Result<Option<SeatPick>, ()> {
        if bands.columns.is_empty() {
            return Ok(None);
        }
        let span = bands.span;
        let name = [Name { text: "seat".to_owned(), span }];
        let target = self.find_path(scope, &name).ok().flatten().filter(|target| {
            self.ruleset.column(target.column).origin == Origin::Builtin(BuiltinColumn::Seat)
        });
        let Some(target) = target else {
            self.complain(
                Diagnostic::new(Code::WrongLevel, "a table with a column per seat belongs to a side")
                    .at(span, "the rows of this sheet have no seat")
                    .help("write the rule in `[side.rules]`"),
            );
            return Err(());
        };
        let kind = self.ruleset.column(target.column).ty.kind.clone();
        let mut seats = Vec::new();
        for column in &bands.columns {
            let text = Expression { term: crate::syntax::ast::Term::Text(column.clone()), span: column.span };
            match self.constant_choice(&text, &kind) {
                Some(Value::Text(symbol)) => seats.push(symbol),
                _ => return Err(()),
            }
        }
        if let Kind::Choice(all) = &kind {
            let missing: Vec<String> = all
                .iter()
                .filter(|seat| !seats.contains(seat))
                .map(|&seat| self.ruleset.symbols.text(seat).to_owned())
                .collect();
            if !missing.is_empty() {
                let seats: Vec<&str> = all.iter().map(|&seat| self.ruleset.symbols.text(seat)).collect();
                let help = format!("name every seat in the first line: `-> {}`", seats.join(", "));
                self.complain(
                    Diagnostic::new(
                        Code::BandGap,
                        format!("the table has no column for the seat {}", one_of(&missing)),
                    )
                    .at(span, "one column for each seat")
                    .help(help),
                );
                return Err(());
            }
        }
        let ty = self.ruleset.column(target.column).ty.clone();
        let seat = Expr { node: Node::Column { column: target.column, path: target.path }, ty, at: span };
        Ok(Some(SeatPick { seats, seat }))
    }
}
