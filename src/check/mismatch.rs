//! Complaints about kinds: what a value is, what was wanted, and how it is mended.
//!
//! Comes in: an expression of a kind that does not fit. Goes out: one complaint in the author's words, with help that
//! can be pasted where what was meant is plain.
//! It must never decide whether a kind fits. Start with `complain_of_kind`.

use super::checker::Checker;
use super::types::type_of;
use crate::builtins::{AGGREGATES, FUNCTIONS};
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{Expr, LinkRole, Node, Origin, SheetKind};
use crate::sheet::LinkId;
use crate::source::Span;
use crate::syntax::ast::Call;
use crate::value::{Kind, Rational, Symbol, Type, Value};

/// A longer text is called "this" in a message.
const LONGEST: usize = 40;

impl Checker<'_> {
    /// A complaint that a value is of the wrong kind.
    pub(super) fn complain_of_kind(&self, wanted: &str, found: &Kind, at: Span) -> Diagnostic {
        let found = self.kind_words(found);
        let message = format!("{wanted} is wanted, and {} is {found}", self.called(at));
        Diagnostic::new(Code::TypeMismatch, message).at(at, found)
    }

    /// A complaint that a value is no condition.
    pub(super) fn complain_of_condition(&self, wanted: &str, expr: &Expr) -> Diagnostic {
        let words = self.words(expr.at);
        let diagnostic = self.complain_of_kind(wanted, &expr.ty.kind, expr.at);
        let help = match &expr.ty.kind {
            Kind::Integer | Kind::Number => format!("compare it with something: `{words} > 0`"),
            Kind::Duration => format!("compare it with something: `{words} > 0 s`"),
            Kind::Date => format!("compare it with a day: `{words} > 2026-11-30`"),
            Kind::Choice(_) | Kind::Text if is_literal(expr) => {
                let text = words.trim_matches('"');
                let names: Vec<&str> =
                    self.ruleset.columns.iter().map(|column| column.name.as_str()).collect();
                match nearest(text, names) {
                    Some(near) => format!("did you mean `\"{near}\"`?"),
                    None => "a text alone is no condition: compare something with it".to_owned(),
                }
            }
            Kind::Choice(choices) => {
                let first = choices.first().map_or("…", |&choice| self.ruleset.symbols.text(choice));
                format!("compare it with one of its choices: `{words} = {first}`")
            }
            Kind::Text => format!("compare it with a text: `{words} = \"…\"`"),
            Kind::Flag | Kind::Unknown => return diagnostic,
        };
        diagnostic.help(help)
    }

    /// A complaint that a value may be missing.
    pub(super) fn complain_of_missing(&self, expr: &Expr) -> Diagnostic {
        let words = self.words(expr.at);
        let stand_in = match &expr.ty.kind {
            Kind::Flag => "no".to_owned(),
            Kind::Text => "\"\"".to_owned(),
            Kind::Choice(choices) => {
                choices.first().map_or("…", |&choice| self.ruleset.symbols.text(choice)).to_owned()
            }
            Kind::Duration => "0 s".to_owned(),
            Kind::Date => "2026-01-01".to_owned(),
            Kind::Integer | Kind::Number | Kind::Unknown => "0".to_owned(),
        };
        let diagnostic = Diagnostic::new(Code::OptionalUnmet, format!("`{words}` may be missing"))
            .at(expr.at, "used as if it were always there")
            .help(format!("say what counts when it is missing: `({words} else {stand_in})`"));
        let Node::Column { column, path } = &expr.node else { return diagnostic };
        let weak = path.iter().map(|&link| self.ruleset.link(link)).find(|link| !link.total);
        match weak.map(|link| &link.role) {
            Some(LinkRole::Opponent) if self.is_of_part(path) => {
                diagnostic.note("the other side need not have recorded this part")
            }
            Some(LinkRole::Opponent) => diagnostic.note(
                "a game of this format may have more or fewer than two sides; where it always has two, say so: `sides = 2` in `[seating]`",
            ),
            Some(LinkRole::Previous) => diagnostic.note("the first game has none before it"),
            Some(LinkRole::Seat(_)) => diagnostic.note("not every game of this format has a side in this seat"),
            Some(
                LinkRole::Inside(_) | LinkRole::Entrant | LinkRole::Outer | LinkRole::Inner,
            ) => diagnostic,
            None => match &self.ruleset.column(*column).origin {
                Origin::Hidden { aggregate: true } => {
                    diagnostic.note("of no rows at all there is none")
                }
                Origin::Hidden { aggregate: false }
                | Origin::Recorded { .. }
                | Origin::Ruled | Origin::State
                | Origin::Builtin(_) => diagnostic,
            },
        }
    }

    /// Whether the weak link of a path leads from a part to that of the other side.
    fn is_of_part(&self, path: &[LinkId]) -> bool {
        let weak = path.iter().map(|&link| self.ruleset.link(link)).find(|link| !link.total);
        weak.is_some_and(|link| matches!(self.ruleset.sheet(link.from).kind, SheetKind::Part { .. }))
    }

    /// What makes two values of different kinds fit, where that is plain.
    pub(super) fn mend_pair(&self, one: &Expr, other: &Expr) -> Option<String> {
        self.mend_first(one, other).or_else(|| self.mend_first(other, one))
    }

    fn mend_first(&self, value: &Expr, other: &Expr) -> Option<String> {
        let words = self.words(other.at);
        let number = matches!(other.ty.kind, Kind::Integer | Kind::Number);
        let text = match &other.node {
            Node::Literal(Value::Text(symbol)) => Some(self.ruleset.symbols.text(*symbol)),
            _ => None,
        };
        match (&value.ty.kind, text) {
            (Kind::Duration, _) if number && is_literal(other) => {
                Some(format!("a duration has a unit: `{words} s`, `{words} min`"))
            }
            (Kind::Duration, _) if number && !is_literal(value) => {
                Some(format!("a number times a unit is a duration: `{words} * 1 s`"))
            }
            (Kind::Date, _) if number => Some("a date is written like `2026-11-30`".to_owned()),
            (Kind::Flag, _) if number && !is_literal(value) => {
                let flag = self.words(value.at);
                Some(format!("yes/no is a condition by itself: `{flag}`, or `not {flag}`"))
            }
            (Kind::Flag, Some("yes" | "no")) => {
                Some(format!("write it without quotes: `{}`", words.trim_matches('"')))
            }
            (Kind::Integer | Kind::Number, Some(text)) if Rational::parse(text, '.').is_some() => {
                Some(format!("a number stands without quotes: `{text}`"))
            }
            (Kind::Text, None) if number && is_literal(other) => {
                Some(format!("a text stands in quotes: `\"{words}\"`"))
            }
            _ => None,
        }
    }

    /// A complaint about a name that is none of the choices.
    pub(super) fn complain_of_choice(&self, name: &str, choices: &[Symbol], at: Span) -> Diagnostic {
        let names: Vec<&str> = choices.iter().map(|&choice| self.ruleset.symbols.text(choice)).collect();
        let diagnostic = Diagnostic::new(Code::UnknownChoice, format!("`{name}` is none of the choices"));
        match nearest(name, names.iter().copied()) {
            Some(near) => diagnostic.at(at, "not one of them").help(format!("did you mean `{near}`?")),
            None => diagnostic.at(at, "not one of them").help(format!("it can be {}", one_of(&names))),
        }
    }

    /// A complaint about a call of something that is no function.
    pub(super) fn complain_of_function(&self, call: &Call) -> Diagnostic {
        let name = call.function.text.as_str();
        let mut known: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
        known.extend(
            AGGREGATES
                .iter()
                .map(|aggregate| aggregate.name)
                .filter(|name| !FUNCTIONS.iter().any(|function| function.name == *name)),
        );
        known.extend([super::expression::KNOWN, super::random::RANDOM]);
        let is_column =
            self.by_name.values().any(|known| known.contains_key(name)) || self.option_named(name).is_some();
        let help = match (nearest(name, known.iter().copied()), foreign(name)) {
            (None, None) if is_column => {
                format!("`{name}` is a column; a product is written with `*`: `{name} * (…)`")
            }
            (Some(near), _) | (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("there are `{}`", known.join("`, `")),
        };
        Diagnostic::new(Code::UnknownFunction, format!("no function is called `{name}`"))
            .at(call.function.span, "not a function, nor an aggregate")
            .help(help)
    }

    /// A kind in words: `an integer`, `` one of `win`, `draw` ``.
    pub(super) fn kind_words(&self, kind: &Kind) -> String {
        let Kind::Choice(choices) = kind else {
            return Type::of(kind.clone()).words(&self.ruleset.symbols);
        };
        match &choices[..] {
            [one] => format!("the text `{}`", self.ruleset.symbols.text(*one)),
            all => {
                let names: Vec<&str> =
                    all.iter().take(4).map(|&choice| self.ruleset.symbols.text(choice)).collect();
                let more = if all.len() > names.len() { ", …" } else { "" };
                format!("one of `{}`{more}", names.join("`, `"))
            }
        }
    }

    /// The author's words for what stands there, unless they are too long for a sentence.
    fn called(&self, at: Span) -> String {
        let words = self.words(at);
        if words.chars().count() > LONGEST { "this".to_owned() } else { format!("`{words}`") }
    }
}

/// Whether a value is written out.
pub(super) fn is_literal(expr: &Expr) -> bool {
    match &expr.node {
        Node::Literal(value) => type_of(value).kind != Kind::Unknown,
        _ => false,
    }
}

/// What functions of other languages are called here.
fn foreign(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "average" | "avg" => "mean",
        "total" | "add" => "sum",
        "sqrt" | "squareroot" | "square_root" | "root" => "isqrt",
        "trunc" | "truncate" | "int" | "rounddown" => "floor",
        "ceiling" | "roundup" => "ceil",
        "length" | "len" | "size" | "number" | "countif" | "counta" => "count",
        "maximum" | "highest" | "largest" | "greatest" | "most" => "max",
        "minimum" | "lowest" | "smallest" | "least" => "min",
        "some" | "exists" => "any",
        "every" | "each" => "all",
        "absolute" => "abs",
        "rand" | "rnd" | "randint" | "randbetween" | "dice" | "chance" => "random",
        "isset" | "is_known" | "has" | "exist" => "known",
        _ => return None,
    })
}
