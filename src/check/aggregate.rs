//! Aggregates: which rows they run over, and how those rows find the row that asks.
//!
//! An aggregate becomes a hidden column of the sheet that asks, filled by a [`Reduce`]. Which rows it
//! runs over is said by a list (`any(t in hand: …)`, `count(sides)`, `max(others.score)`) or follows
//! from the columns that it mentions: those of one sheet below.

use super::checker::{Checker, Definition};
use super::rows::Source;
use super::scope::{Scope, Target};
use crate::builtins::Aggregate;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Best, ColumnInfo, Expr, LinkRole, Node, Origin, Reduce, SheetKind, Step};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Call, Choice, Name, UnaryOperator};
use crate::value::{Kind, Rational, Type, Value};

impl Checker<'_> {
    pub(super) fn lower_aggregate(
        &mut self,
        call: &Call,
        aggregate: Aggregate,
        scope: &Scope,
        at: Span,
    ) -> Expr {
        let Some((source, value)) = self.source(call, aggregate, scope, at) else {
            return Self::unknown(at);
        };
        self.present.push(source.way.clone());
        let filter = call.filter.as_ref().map(|filter| self.condition(filter, &source.inside));
        let found: Vec<_> = filter.iter().map(|filter| (filter, true)).collect();
        let value = value.map(|value| self.assuming(&found, |checker| checker.lower(value, &source.inside)));
        self.present.pop();
        let value = value.map(|value| self.aggregated(aggregate, value));
        let counted = self.not_void(&source, at);
        let filter = match (filter, counted) {
            (None, None) => None,
            (Some(one), None) | (None, Some(one)) => Some(one),
            (Some(one), Some(other)) => Some(both(one, other, at)),
        };
        let may_pass_over = filter.is_some();
        let filter = match (self.where_said(&source.inside, at), filter) {
            (Some(guard), Some(filter)) => Some(both(guard, filter, at)),
            (guard, filter) => guard.or(filter),
        };
        let best = call.choice.as_ref().and_then(|choice| self.lower_best(choice, scope));
        let kind = match (&value, aggregate) {
            (_, Aggregate::Count) => Kind::Integer,
            (_, Aggregate::Any | Aggregate::All | Aggregate::None) => Kind::Flag,
            (Some(value), Aggregate::Mean) if value.ty.kind == Kind::Integer => Kind::Number,
            (Some(value), _) => value.ty.kind.clone(),
            (None, _) => Kind::Unknown,
        };
        let may_find_nothing = match aggregate {
            Aggregate::Mean | Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => {
                may_pass_over || !source.way.iter().all(|&link| self.has_children(link))
            }
            Aggregate::Sum | Aggregate::Count | Aggregate::Any | Aggregate::All | Aggregate::None => false,
        };
        let among_tied = match &self.tied_steps {
            None => None,
            Some(_) => Some(self.way_to_sides(source.rows, at)),
        };
        let out = self.add_column(
            ColumnInfo {
                name: self.words(at),
                sheet: source.asker.sheet,
                ty: Type::of(kind).maybe(may_find_nothing),
                origin: Origin::Hidden { aggregate: true },
                cites: Vec::new(),
                at: Some(at),
                text: None,
            },
            Definition::Given,
        );
        let step = Step::Reduce(Box::new(Reduce {
            out,
            over: source.rows,
            path: source.way,
            aggregate,
            value,
            filter,
            best,
            among_tied: among_tied.flatten(),
        }));
        match &mut self.tied_steps {
            Some(steps) => steps.push(step),
            None => self.ruleset.steps.push(step),
        }
        let leads = self.leads(&source.asker.path);
        let ty = self.ruleset.column(out).ty.clone();
        let optional = ty.optional || !leads;
        Expr { node: Node::Column { column: out, path: source.asker.path }, ty: ty.maybe(optional), at }
    }

    /// The argument, of a kind that the aggregate takes.
    fn aggregated(&mut self, aggregate: Aggregate, value: Expr) -> Expr {
        if value.ty.optional && value.ty.kind != Kind::Unknown {
            let words = self.words(value.at);
            let name = aggregate.name();
            // Whether a stand-in takes part or the row is passed over makes a difference: a mean, a least, a count.
            let mut diagnostic = self.complain_of_missing(&value);
            if let Node::Column { .. } = value.node {
                diagnostic = diagnostic.help(format!(
                    "take the rows where it is known, `{name}({words} where known({words}))`, or say what counts instead, `{name}({words} else …)`"
                ));
            }
            self.complain(diagnostic);
            return Self::unknown(value.at);
        }
        let name = format!("`{}`", aggregate.name());
        match aggregate {
            Aggregate::Sum | Aggregate::Mean => {
                let flag = value.ty.kind == Kind::Flag;
                if flag {
                    let words = self.words(value.at);
                    let diagnostic = self
                        .complain_of_kind(&format!("a number for {name}"), &value.ty.kind, value.at)
                        .help(match aggregate {
                            Aggregate::Sum => format!("write `count({words})`"),
                            _ => format!("write `{}(1 if {words} else 0)`", aggregate.name()),
                        });
                    self.complain(diagnostic);
                    return Self::unknown(value.at);
                }
                self.numeric(value, &name)
            }
            Aggregate::Min | Aggregate::Max => {
                if matches!(value.ty.kind, Kind::Date | Kind::Choice(_)) {
                    value
                } else {
                    self.numeric(value, &name)
                }
            }
            Aggregate::Count if !matches!(value.ty.kind, Kind::Flag | Kind::Unknown) => {
                let words = self.words(value.at);
                let diagnostic =
                    self.complain_of_condition(&format!("a condition for {name}"), &value).help(format!(
                        "{name} counts rows by their name, `count(sides)`, or those that meet a condition, `count({words} > 0)`"
                    ));
                self.complain(diagnostic);
                Self::unknown(value.at)
            }
            Aggregate::Count | Aggregate::Any | Aggregate::All | Aggregate::None => {
                self.wanted(value, &Kind::Flag, &format!("a condition for {name}"))
            }
            Aggregate::First | Aggregate::Last => value,
        }
    }

    fn lower_best(&mut self, choice: &Choice, scope: &Scope) -> Option<Best> {
        let count = self.lower(&choice.count, scope);
        let count = self.wanted(count, &Kind::Integer, "a whole number of rows");
        let word = if choice.best { "best" } else { "worst" };
        let least = count.ty.range.low.map(|low| low.at);
        // None of the rows may be what an option asks for, fewer than none may not.
        let wrong = match count.node {
            Node::Literal(_) if least.is_some_and(|least| least < Rational::ONE) => Some((
                format!("`{word} {} of` chooses nothing", self.words(count.at)),
                format!("`{word} 6 of …`"),
            )),
            Node::Option(_) if least.is_none_or(|least| least < Rational::ZERO) => Some((
                format!("`{word} … of` with an option that can be less than 0"),
                "`type = \"integer 0 to 100\"`".to_owned(),
            )),
            _ => None,
        };
        if let (Kind::Integer, Some((message, example))) = (&count.ty.kind, wrong) {
            self.complain(
                Diagnostic::new(Code::WrongArguments, message)
                    .at(count.at, "how many are chosen")
                    .help(format!("say how many: {example}")),
            );
            return None;
        }
        match count.node {
            Node::Literal(_) | Node::Option(_) => Some(Best { greatest: choice.best, count }),
            _ => {
                self.complain(
                    Diagnostic::new(Code::TypeMismatch, "how many are chosen is the same for everybody")
                        .at(count.at, "neither a number nor an option")
                        .help("write the number, or make it an option with `type = \"integer 1 to 100\"`"),
                );
                None
            }
        }
    }

    /// `value in LIST`
    pub(super) fn lower_member_of(&mut self, value: Expr, path: &[Name], scope: &Scope, at: Span) -> Expr {
        let Some(source) = self.over_list(path, Some("member"), scope, at) else {
            return Self::unknown(at);
        };
        let name = [("member", at), ("value", at)].map(|(text, span)| Name { text: text.to_owned(), span });
        let member = self.lower_path(&name, &source.inside, at);
        // The value is seen from the rule's row; from a member it is seen by way of the row that has the list.
        let Some(value) = outward(value, &source.asker.path, &source.way) else {
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "this is too much to look for in a list")
                    .at(at, "give the value a rule of its own, and look for that"),
            );
            return Self::unknown(at);
        };
        let equal = self.compare(BinaryOperator::Equal, value, member, at);
        let out = self.add_column(
            ColumnInfo {
                name: self.words(at),
                sheet: source.asker.sheet,
                ty: Type::of(Kind::Flag),
                origin: Origin::Hidden { aggregate: true },
                cites: Vec::new(),
                at: Some(at),
                text: None,
            },
            Definition::Given,
        );
        let step = Reduce {
            out,
            over: source.rows,
            path: source.way,
            aggregate: Aggregate::Any,
            value: Some(equal),
            filter: None,
            best: None,
            among_tied: None,
        };
        self.ruleset.steps.push(Step::Reduce(Box::new(step)));
        Expr { node: Node::Column { column: out, path: source.asker.path }, ty: Type::of(Kind::Flag), at }
    }

    /// That neither the row nor anything between it and the row that asks is void.
    fn not_void(&mut self, source: &Source, at: Span) -> Option<Expr> {
        let base = source.itself.clone();
        // Rows that are paired with the one that asks have in common with it what both are inside of.
        let common = match &self.ruleset.sheet(source.rows).kind {
            SheetKind::Join { inner_path, .. } => inner_path.last().map(|&link| self.ruleset.link(link).to),
            _ => Some(source.asker.sheet),
        };
        let around: Vec<SheetId> =
            common.into_iter().flat_map(|sheet| self.containers(sheet)).map(|(sheet, _)| sheet).collect();
        let mut all: Option<Expr> = None;
        for (sheet, way) in self.containers(base.sheet) {
            let Some(&void) = self.voids.get(&sheet).filter(|_| !around.contains(&sheet)) else { continue };
            self.need(void, Some(at));
            let path = [base.path.clone(), way].concat();
            let total = path.iter().all(|&link| self.ruleset.link(link).total);
            let mut is_void = Expr {
                node: Node::Column { column: void, path },
                ty: Type::of(Kind::Flag).maybe(!total),
                at,
            };
            if !total {
                let no = Expr { node: Node::Literal(Value::Flag(false)), ty: Type::of(Kind::Flag), at };
                is_void =
                    Expr { node: Node::Else(Box::new(is_void), Box::new(no)), ty: Type::of(Kind::Flag), at };
            }
            let node = Node::Unary(UnaryOperator::Not, Box::new(is_void));
            let counts = Expr { node, ty: Type::of(Kind::Flag), at };
            all = Some(match all {
                None => counts,
                Some(others) => both(others, counts, at),
            });
        }
        all
    }

    /// Whether every row that a link leads to is led to by some row.
    fn has_children(&self, link: LinkId) -> bool {
        let info = self.ruleset.link(link);
        let plans = &self.ruleset.plans;
        match (&self.ruleset.sheet(info.from).kind, &info.role) {
            (SheetKind::Side | SheetKind::MatchSide | SheetKind::Game, LinkRole::Inside(to)) => {
                self.ruleset.sheet(*to).kind != SheetKind::Event
            }
            // Nobody is without others where at least two play.
            (SheetKind::Join { except_self: true, .. }, LinkRole::Outer) => {
                plans.iter().all(|plan| plan.least >= 2)
            }
            (SheetKind::Part { of_game: true, .. }, LinkRole::Inside(_)) => true,
            (SheetKind::Part { .. }, LinkRole::Inside(_)) => plans.iter().all(|plan| {
                if plan.each.iter().any(|(sheet, _)| *sheet == info.from) {
                    return !self.ruleset.may_be_left_out(info.from);
                }
                plan.seats.iter().all(|seat| seat.parts.iter().any(|(sheet, _)| *sheet == info.from))
                    && !plan.seats.is_empty()
            }),
            _ => false,
        }
    }

    /// For a key `among tied`: the way from a row to the side (of a game or a match) that it belongs to.
    fn way_to_sides(&mut self, rows: SheetId, at: Span) -> Option<Vec<LinkId>> {
        let sides = [SheetKind::Side, SheetKind::MatchSide].map(|kind| self.ruleset.sheet_of(&kind));
        let way = sides.into_iter().flatten().find_map(|sides| self.way_up(rows, sides));
        if way.is_none() {
            let name = self.ruleset.sheet(rows).plural.clone();
            self.complain(
                Diagnostic::new(Code::WrongLevel, format!("`among tied` cannot look at {name}"))
                    .at(at, "these belong to no side")
                    .help("aggregate over sides, match sides or what they own"),
            );
        }
        way
    }

    /// Inside a key `among tied`, a ruled column of the entrant itself is computed anew with the key.
    pub(super) fn tied_inline(&mut self, target: &Target, scope: &Scope) -> Option<Expr> {
        self.tied_steps.as_ref()?;
        let ColumnId(number) = target.column;
        let Definition::Rule(entry) = self.definitions[number as usize] else { return None };
        let entrants = self.ruleset.sheet(scope.row).kind == SheetKind::Entrant;
        if !entrants || !target.path.is_empty() || self.ruleset.column(target.column).sheet != scope.row {
            return None;
        }
        if self.stack.contains(&target.column) {
            return None;
        }
        let rule = entry.rule.as_ref()?;
        self.used.insert(target.column);
        self.stack.push(target.column);
        let value = self.lower_body(&rule.body, scope.row, entry.span);
        self.stack.pop();
        Some(value)
    }
}

/// `one and other`
fn both(one: Expr, other: Expr, at: Span) -> Expr {
    let node = Node::Binary(BinaryOperator::And, Box::new(one), Box::new(other));
    Expr { node, ty: Type::of(Kind::Flag), at }
}

/// A simple value, seen from rows that lead by `way` to the row at the end of `asker`. `None` where it is not simple,
/// or lies elsewhere.
fn outward(value: Expr, asker: &[LinkId], way: &[LinkId]) -> Option<Expr> {
    let node = match value.node {
        Node::Column { column, path } => {
            Node::Column { column, path: [way, path.strip_prefix(asker)?].concat() }
        }
        Node::Literal(value) => Node::Literal(value),
        Node::Option(option) => Node::Option(option),
        Node::Widen(inner) => Node::Widen(Box::new(outward(*inner, asker, way)?)),
        Node::Unary(..)
        | Node::Binary(..)
        | Node::Among(..)
        | Node::If { .. }
        | Node::Else(..)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => return None,
    };
    Some(Expr { node, ..value })
}
