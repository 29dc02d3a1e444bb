//! Rulesets without a format: two seats, a game, its sides. Every expression is written into one source.

use crate::builtins::{Aggregate, FunctionId};
use crate::diagnostic::Complaints;
use crate::ruleset::expression::{BandLine, BandTable, CaseLine, SeatPick, Taken, TallyItem};
use crate::ruleset::{
    BuiltinColumn, Claim, ColumnInfo, Expr, LinkInfo, LinkRole, Node, OptionId, OptionInfo, OptionType,
    Origin, Plan, Reduce, Ruleset, Seat, SheetInfo, SheetKind, Step, Verdict, VerdictKind,
};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Bound, Interval, Kind, Rational, Symbol, Type, Value};
use std::fmt::Write as _;

pub(super) const EVENT: SheetId = SheetId(0);
pub(super) const GAME: SheetId = SheetId(1);
pub(super) const SIDE: SheetId = SheetId(2);
pub(super) const ENTRANT: SheetId = SheetId(3);
pub(super) const TO_GAME: LinkId = LinkId(0);
pub(super) const OPPONENT: LinkId = LinkId(1);
pub(super) const TO_ENTRANT: LinkId = LinkId(3);

pub(super) struct Builder {
    pub(super) ruleset: Ruleset,
    text: String,
}

pub(super) fn whole(number: i128) -> Rational {
    Rational::from_integer(number)
}

pub(super) fn span(low: i128, high: i128) -> Interval {
    Interval::closed(whole(low), whole(high))
}

pub(super) fn at_least(low: i128) -> Interval {
    Interval { low: span(low, low).low, high: None }
}

pub(super) fn at_most(high: i128) -> Interval {
    Interval { low: None, high: span(high, high).high }
}

pub(super) fn above(low: i128) -> Interval {
    Interval { low: Some(Bound { at: whole(low), inclusive: false }), high: None }
}

pub(super) fn integer(low: i128, high: i128) -> Type {
    Type { kind: Kind::Integer, optional: false, range: span(low, high).into() }
}

pub(super) fn number(low: i128, high: i128) -> Type {
    Type { kind: Kind::Number, optional: false, range: span(low, high).into() }
}

pub(super) fn flag() -> Type {
    Type::of(Kind::Flag)
}

impl Builder {
    pub(super) fn new() -> Self {
        let mut ruleset = Ruleset::default();
        for (name, kind) in [
            ("event", SheetKind::Event),
            ("game", SheetKind::Game),
            ("side", SheetKind::Side),
            ("entrant", SheetKind::Entrant),
        ] {
            ruleset.sheets.push(SheetInfo { name: name.to_owned(), plural: format!("{name}s"), kind });
        }
        for (name, from, to, role) in [
            ("game", SIDE, GAME, LinkRole::Inside(GAME)),
            ("opponent", SIDE, SIDE, LinkRole::Opponent),
            ("event", GAME, EVENT, LinkRole::Inside(EVENT)),
            ("entrant", SIDE, ENTRANT, LinkRole::Entrant),
        ] {
            ruleset.links.push(LinkInfo { name: name.to_owned(), from, to, role, total: true });
        }
        let seats: Vec<Symbol> = ["north", "south"].iter().map(|name| ruleset.symbols.intern(name)).collect();
        ruleset.plans.push(Plan {
            seats: seats.iter().map(|name| Seat { name: *name, parts: Vec::new() }).collect(),
            least: 2,
            most: Some(2),
            ..Plan::default()
        });
        let mut builder = Self { ruleset, text: String::new() };
        let ty = Type::of(Kind::Choice(seats.into()));
        builder.column(SIDE, "seat", ty, Origin::Builtin(BuiltinColumn::Seat));
        builder
    }

    pub(super) fn column(&mut self, sheet: SheetId, name: &str, ty: Type, origin: Origin) -> ColumnId {
        let id = ColumnId(u32::try_from(self.ruleset.columns.len()).unwrap());
        let at = Some(self.say(name));
        self.ruleset.columns.push(ColumnInfo {
            name: name.to_owned(),
            sheet,
            ty,
            origin,
            cites: Vec::new(),
            at,
            text: None,
        });
        id
    }

    /// A recorded column of the sides, as an expression.
    pub(super) fn recorded(&mut self, name: &str, ty: Type) -> Expr {
        let column = self.column(SIDE, name, ty, Origin::Recorded { default: None });
        self.read(column)
    }

    pub(super) fn choices(&mut self, names: &[&str]) -> Type {
        let symbols: Vec<Symbol> = names.iter().map(|name| self.ruleset.symbols.intern(name)).collect();
        Type::of(Kind::Choice(symbols.into()))
    }

    pub(super) fn option(&mut self, name: &str, choices: &[&str], fixed: bool) -> Expr {
        let ty = self.choices(choices);
        let Kind::Choice(symbols) = &ty.kind else { unreachable!() };
        let id = OptionId(u16::try_from(self.ruleset.options.len()).unwrap());
        self.ruleset.options.push(OptionInfo {
            name: name.to_owned(),
            text: None,
            values: OptionType::Choices(symbols.to_vec()),
            default: Value::Text(symbols[0]),
            fixed,
        });
        self.expr(name, Node::Option(id), ty)
    }

    pub(super) fn read(&mut self, column: ColumnId) -> Expr {
        self.read_by(&[], column)
    }

    pub(super) fn read_by(&mut self, path: &[LinkId], column: ColumnId) -> Expr {
        let info = self.ruleset.column(column).clone();
        let names: Vec<&str> =
            path.iter().map(|link| &*self.ruleset.link(*link).name).chain([&*info.name]).collect();
        let text = names.join(".");
        self.expr(&text, Node::Column { column, path: path.to_vec() }, info.ty)
    }

    pub(super) fn say(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        self.text.push('\n');
        Span::new(source(), start..end)
    }

    pub(super) fn expr(&mut self, text: &str, node: Node, ty: Type) -> Expr {
        Expr { node, ty, at: self.say(text) }
    }

    pub(super) fn text_of(&self, expr: &Expr) -> String {
        self.text[expr.at.range()].to_owned()
    }

    pub(super) fn int(&mut self, value: i64) -> Expr {
        self.expr(&value.to_string(), Node::Literal(Value::Integer(value)), Type::of(Kind::Integer))
    }

    pub(super) fn seconds(&mut self, value: i128) -> Expr {
        let literal = Node::Literal(Value::Duration(whole(value)));
        self.expr(&format!("{value} s"), literal, Type::of(Kind::Duration))
    }

    pub(super) fn choice(&mut self, name: &str, ty: &Type) -> Expr {
        let symbol = self.ruleset.symbols.intern(name);
        self.expr(name, Node::Literal(Value::Text(symbol)), ty.clone())
    }

    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        use BinaryOperator as Op;
        let sign = match operator {
            Op::Add => "+",
            Op::Subtract => "-",
            Op::Multiply => "*",
            Op::Divide => "/",
            Op::DivideFloor => "div",
            Op::Modulo => "mod",
            Op::Equal => "=",
            Op::NotEqual => "!=",
            Op::Less => "<",
            Op::AtMost => "<=",
            Op::Greater => ">",
            Op::AtLeast => ">=",
            Op::And => "and",
            Op::Or => "or",
        };
        let numbers = left.ty.kind == Kind::Number || right.ty.kind == Kind::Number || operator == Op::Divide;
        let arithmetic = matches!(
            operator,
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::DivideFloor | Op::Modulo
        );
        let widen = numbers && left.ty.kind.is_numeric();
        let (left, right) = if widen { (widened(left), widened(right)) } else { (left, right) };
        let ty = if arithmetic { Type::of(left.ty.kind.clone()) } else { flag() };
        let text = format!("{} {sign} {}", self.text_of(&left), self.text_of(&right));
        self.expr(&text, Node::Binary(operator, Box::new(left), Box::new(right)), ty)
    }

    pub(super) fn compare(&mut self, left: &Expr, operator: BinaryOperator, right: i64) -> Expr {
        let right = self.int(right);
        self.binary(operator, left.clone(), right)
    }

    pub(super) fn not(&mut self, inner: Expr) -> Expr {
        let text = format!("not {}", self.text_of(&inner));
        self.expr(&text, Node::Unary(UnaryOperator::Not, Box::new(inner)), flag())
    }

    pub(super) fn call(&mut self, name: &str, arguments: Vec<Expr>) -> Expr {
        let words: Vec<String> = arguments.iter().map(|argument| self.text_of(argument)).collect();
        let ty = match name {
            "floor" | "ceil" | "round" => Type::of(Kind::Integer),
            _ => Type::of(arguments[0].ty.kind.clone()),
        };
        let id = FunctionId::find(name).unwrap();
        self.expr(&format!("{name}({})", words.join(", ")), Node::Call(id, arguments), ty)
    }

    pub(super) fn either(&mut self, value: Expr, condition: Expr, otherwise: Expr) -> Expr {
        let words = [&value, &condition, &otherwise].map(|part| self.text_of(part));
        let ty = Type::of(value.ty.kind.clone());
        let node = Node::If {
            value: Box::new(value),
            condition: Box::new(condition),
            otherwise: Box::new(otherwise),
        };
        self.expr(&format!("{} if {} else {}", words[0], words[1], words[2]), node, ty)
    }

    pub(super) fn fallback(&mut self, value: Expr, fallback: Expr) -> Expr {
        let text = format!("{} else {}", self.text_of(&value), self.text_of(&fallback));
        let ty = Type::of(value.ty.kind.clone());
        self.expr(&text, Node::Else(Box::new(value), Box::new(fallback)), ty)
    }

    pub(super) fn tally(&mut self, items: Vec<(bool, Expr, Option<Expr>)>) -> Expr {
        let items = items
            .into_iter()
            .map(|(negative, value, condition)| {
                let at = value.at;
                TallyItem { negative, value, condition, cites: Vec::new(), at }
            })
            .collect();
        self.expr("the tally", Node::Tally(items), Type::of(Kind::Integer))
    }

    pub(super) fn bands(&mut self, subject: Expr, lines: Vec<(&str, Taken, Vec<Expr>)>) -> Expr {
        let bands = lines
            .into_iter()
            .map(|(text, taken, values)| {
                let at = self.say(text);
                BandLine { taken, values, cites: Vec::new(), at, range_at: at }
            })
            .collect();
        let table = BandTable { subject, pick: None, bands };
        self.expr("the table", Node::Bands(Box::new(table)), Type::of(Kind::Integer))
    }

    /// The same with a column for each seat.
    pub(super) fn seated(&mut self, table: Expr) -> Expr {
        let seats = self.ruleset.plans[0].seats.iter().map(|seat| seat.name).collect();
        let seat = self.ruleset.builtin(SIDE, BuiltinColumn::Seat).unwrap();
        let seat = self.read(seat);
        let Node::Bands(mut bands) = table.node else { unreachable!() };
        bands.pick = Some(SeatPick { seats, seat });
        Expr { node: Node::Bands(bands), ..table }
    }

    pub(super) fn cases(&mut self, lines: Vec<(Option<Expr>, Expr)>) -> Expr {
        let lines = lines
            .into_iter()
            .map(|(condition, value)| {
                let at = condition.as_ref().map_or_else(|| self.say("otherwise"), |condition| condition.at);
                CaseLine { condition, value, cites: Vec::new(), at }
            })
            .collect();
        self.expr("the cases", Node::Cases(lines), Type::of(Kind::Integer))
    }

    pub(super) fn rule_on(&mut self, sheet: SheetId, name: &str, value: Expr) -> ColumnId {
        let out = self.column(sheet, name, value.ty.clone(), Origin::Ruled);
        self.ruleset.steps.push(Step::Map { out, value });
        out
    }

    /// A ruled column of the sides, as an expression.
    pub(super) fn rule(&mut self, name: &str, value: Expr) -> Expr {
        let out = self.rule_on(SIDE, name, value);
        self.read(out)
    }

    /// An aggregate over the sides of a game, as an expression of the game.
    pub(super) fn over_sides(
        &mut self,
        aggregate: Aggregate,
        value: Option<Expr>,
        filter: Option<Expr>,
    ) -> Expr {
        self.reduce(GAME, vec![TO_GAME], aggregate, value, filter)
    }

    pub(super) fn reduce(
        &mut self,
        to: SheetId,
        path: Vec<LinkId>,
        aggregate: Aggregate,
        value: Option<Expr>,
        filter: Option<Expr>,
    ) -> Expr {
        let words = value.as_ref().map(|value| self.text_of(value)).unwrap_or_default();
        let kind = match aggregate {
            Aggregate::Any | Aggregate::All | Aggregate::None => Kind::Flag,
            Aggregate::Count => Kind::Integer,
            Aggregate::Mean => Kind::Number,
            Aggregate::Sum | Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => {
                value.as_ref().unwrap().ty.kind.clone()
            }
        };
        let name = format!("{}({words})", aggregate.name());
        let out = self.column(to, &name, Type::of(kind), Origin::Hidden { aggregate: true });
        self.ruleset.steps.push(Step::Reduce(Box::new(Reduce {
            out,
            over: SIDE,
            path,
            aggregate,
            value,
            filter,
            best: None,
            among_tied: None,
        })));
        self.read(out)
    }

    pub(super) fn verdict(&mut self, kind: VerdictKind, condition: Expr) {
        let out = self.column(SIDE, "when", flag(), Origin::Hidden { aggregate: false });
        self.ruleset.steps.push(Step::Map { out, value: condition });
        self.ruleset.verdicts.push(Verdict {
            kind,
            sheet: SIDE,
            condition: out,
            text: Vec::new(),
            cites: Vec::new(),
            costs: None,
        });
    }

    pub(super) fn claim(&mut self, sheet: SheetId, text: &str, condition: Expr) {
        let at = condition.at;
        let out = self.column(sheet, text, flag(), Origin::Hidden { aggregate: false });
        self.ruleset.steps.push(Step::Map { out, value: condition });
        self.ruleset.claims.push(Claim { text: text.to_owned(), sheet, condition: out, proof: None, at });
    }

    pub(super) fn sources(&self) -> Sources {
        let mut sources = Sources::new();
        sources.add("test", self.text.clone());
        sources
    }

    pub(super) fn complaints(&mut self) -> Complaints {
        let mut complaints = Complaints::new();
        let sources = self.sources();
        super::super::prove(&mut self.ruleset, &sources, &mut complaints);
        complaints
    }

    /// Every complaint: code and message, then each label and note on a line of its own.
    pub(super) fn prove(&mut self) -> String {
        let complaints = self.complaints();
        let mut text = String::new();
        for complaint in complaints.iter() {
            let _ = writeln!(text, "{} {}", complaint.code, complaint.message);
            for label in &complaint.labels {
                let _ = writeln!(text, "  {}: {}", &self.text[label.span.range()], label.text);
            }
            for note in &complaint.notes {
                let _ = writeln!(text, "  note: {note}");
            }
            if let Some(help) = &complaint.help {
                let _ = writeln!(text, "  help: {help}");
            }
        }
        text
    }
}

pub(super) fn widened(expr: Expr) -> Expr {
    if expr.ty.kind != Kind::Integer {
        return expr;
    }
    let at = expr.at;
    Expr { node: Node::Widen(Box::new(expr)), ty: Type::of(Kind::Number), at }
}

fn source() -> SourceId {
    Sources::new().add("test", "")
}
