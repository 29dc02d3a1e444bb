//! Changes of a single expression: its operator, its literal, its function.
//!
//! Start with [`all`].

use super::text::{part, with_blanks_before, with_blanks_behind, word_between, word_in};
use super::walk::{Context, single_name};
use super::{Kind, Patch, Proposal, Shown, literals};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Call, Choice, Expression, Members, Name, Term, UnaryOperator};
use crate::syntax::is_plain_name;

type Proposals = Vec<Proposal<Expression>>;

/// Everything that is proposed for an expression, but not for its parts. `joined`: it is an operand of `and`.
pub(super) fn all(expression: &Expression, context: &Context<'_>, joined: bool) -> Proposals {
    let mut found = literal(expression, context, Kind::Literal);
    match &expression.term {
        Term::Integer(_) | Term::Number(_) | Term::Duration(_) | Term::Date(_) | Term::Flag(_) => {}
        Term::Text(_) | Term::Path(_) => found.extend(choice(expression, context)),
        Term::Unary(operator, inner) => found.extend(unary(expression, *operator, inner, context)),
        Term::Binary(operator, left, right) => {
            found.extend(binary(expression, *operator, [left, right], context, joined));
        }
        Term::In(value, members) => found.extend(membership(expression, value, members, context)),
        Term::If { value, condition, otherwise } => {
            found.push(exchanged(expression, [value, condition, otherwise], context));
        }
        Term::Else(..) => {}
        Term::Call(call) => found.extend(calls(expression, call, context)),
    }
    found
}

/// What is proposed for a default.
pub(super) fn defaults(expression: &Expression, context: &Context<'_>) -> Proposals {
    let mut found = literal(expression, context, Kind::Default);
    found.extend(choice(expression, context).into_iter().map(|one| Proposal { kind: Kind::Default, ..one }));
    found
}

/// A condition turned round, where it is a name alone: there is nothing else in it to change.
pub(super) fn turned(condition: &Expression, _: &Context<'_>) -> Proposals {
    single_name(&condition.term).map(|_| negated(condition, condition)).into_iter().collect()
}

/// Whether it is joined by `and` or `or`.
pub(super) fn is_joined(expression: &Expression) -> bool {
    is_and(expression) || is_or(expression)
}

fn is_and(expression: &Expression) -> bool {
    matches!(expression.term, Term::Binary(BinaryOperator::And, ..))
}

fn proposal(
    kind: Kind,
    title: String,
    (at, term): (Span, Term),
    expression: &Expression,
    patches: Vec<Patch>,
) -> Proposal<Expression> {
    let node = Expression { term, span: expression.span };
    Proposal { kind, title, at, shown: Shown::Text(patches), node }
}

fn literal(expression: &Expression, context: &Context<'_>, kind: Kind) -> Proposals {
    let (at, written) = (expression.span, context.text(expression.span));
    let mut all = literals::neighbours(&expression.term, written);
    let mut kind = kind;
    if let Term::Flag(flag) = expression.term {
        kind = if kind == Kind::Literal { Kind::Choice } else { kind };
        all.push((Term::Flag(!flag), (if flag { "no" } else { "yes" }).to_owned()));
    }
    let one = |(term, text): (Term, String)| {
        proposal(
            kind,
            format!("`{text}` for `{written}`"),
            (at, term),
            expression,
            vec![Patch::new(at, text)],
        )
    };
    all.into_iter().map(one).collect()
}

/// A name that is a choice, for its neighbour.
fn choice(expression: &Expression, context: &Context<'_>) -> Proposals {
    let at = expression.span;
    let written = context.text(at);
    let found = single_name(&expression.term).and_then(|name| {
        let other = context.beside(&name.text)?;
        let is_quoted = written != name.text;
        if !is_quoted && !is_plain_name(other) {
            return None;
        }
        let text = if is_quoted { written.replace(&name.text, other) } else { other.to_owned() };
        let new = Name { text: other.to_owned(), span: name.span };
        let term = match &expression.term {
            Term::Text(_) => Term::Text(new),
            _ => Term::Path(vec![new]),
        };
        let title = format!("`{other}` for `{}`", name.text);
        Some(proposal(Kind::Choice, title, (at, term), expression, vec![Patch::new(at, text)]))
    });
    found.into_iter().collect()
}

fn unary(
    expression: &Expression,
    operator: UnaryOperator,
    inner: &Expression,
    context: &Context<'_>,
) -> Proposals {
    let (kind, word) = match operator {
        UnaryOperator::Not => (Kind::Negation, "not"),
        UnaryOperator::Negate => (Kind::Sign, "-"),
    };
    let Some(sign) = word_in(context.sources, expression.span, word) else { return Vec::new() };
    let patch = Patch::new(with_blanks_behind(context.sources, sign), "");
    let title = format!("`{word}` left out");
    vec![proposal(kind, title, (sign, inner.term.clone()), expression, vec![patch])]
}

fn binary(
    expression: &Expression,
    operator: BinaryOperator,
    [left, right]: [&Expression; 2],
    context: &Context<'_>,
    joined: bool,
) -> Proposals {
    use BinaryOperator::{
        Add, And, AtLeast, AtMost, Divide, DivideFloor, Equal, Greater, Less, Modulo, Multiply, NotEqual, Or,
        Subtract,
    };
    let (kind, other) = match operator {
        Add => (Kind::Sign, Subtract),
        Subtract => (Kind::Sign, Add),
        Equal => (Kind::Comparison, NotEqual),
        NotEqual => (Kind::Comparison, Equal),
        Less => (Kind::Comparison, AtMost),
        AtMost => (Kind::Comparison, Less),
        Greater => (Kind::Comparison, AtLeast),
        AtLeast => (Kind::Comparison, Greater),
        And => (Kind::Connective, Or),
        Or => (Kind::Connective, And),
        Multiply | Divide | DivideFloor | Modulo => return Vec::new(),
    };
    let (word, new) = (sign(operator), sign(other));
    let mut found = Vec::new();
    if let Some(at) = word_between(context.sources, left.span, right.span, word) {
        let mut patches = vec![Patch::new(at, new)];
        match operator {
            // Without brackets another `and` or `or` would take a part of it.
            And if joined => patches.extend(bracketed(expression.span)),
            Or => {
                let needs = |side: &&&Expression| is_or(side) || is_and(side) && side.span == right.span;
                patches.extend([left, right].iter().filter(needs).flat_map(|side| bracketed(side.span)));
            }
            _ => {}
        }
        let term = Term::Binary(other, Box::new(left.clone()), Box::new(right.clone()));
        found.push(proposal(kind, format!("`{new}` for `{word}`"), (at, term), expression, patches));
    }
    if matches!(operator, And | Or) {
        let with = |first: &Expression, second: &Expression| {
            Term::Binary(operator, Box::new(first.clone()), Box::new(second.clone()))
        };
        for (place, side) in [left, right].into_iter().enumerate() {
            if single_name(&side.term).is_none() {
                continue;
            }
            let turned = negated(side, side);
            let term = if place == 0 { with(&turned.node, right) } else { with(left, &turned.node) };
            let node = Expression { term, span: expression.span };
            found.push(Proposal { node, ..turned });
        }
    }
    found
}

fn is_or(expression: &Expression) -> bool {
    matches!(expression.term, Term::Binary(BinaryOperator::Or, ..))
}

/// `not` put before a condition.
fn negated(condition: &Expression, whole: &Expression) -> Proposal<Expression> {
    let at = condition.span;
    let term = Term::Unary(UnaryOperator::Not, Box::new(condition.clone()));
    proposal(Kind::Negation, "`not` put in".to_owned(), (at, term), whole, vec![Patch::before(at, "not ")])
}

fn bracketed(at: Span) -> [Patch; 2] {
    [Patch::before(at, "("), Patch::behind(at, ")")]
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::DivideFloor => "div",
        BinaryOperator::Modulo => "mod",
        BinaryOperator::Equal => "=",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
    }
}

/// One of the members left out.
fn membership(
    expression: &Expression,
    value: &Expression,
    members: &Members,
    context: &Context<'_>,
) -> Proposals {
    let Members::Listed(listed) = members else { return Vec::new() };
    let mut found = Vec::new();
    for (place, member) in listed.iter().enumerate().filter(|_| listed.len() > 1) {
        let mut rest = listed.clone();
        rest.remove(place);
        // With the comma behind it; of the last one, with the comma before it.
        let gone = match (listed.get(place + 1), place.checked_sub(1).and_then(|before| listed.get(before))) {
            (Some(next), _) => Span { end: next.span.start, ..member.span },
            (None, Some(before)) => Span { start: before.span.end, ..member.span },
            (None, None) => member.span,
        };
        let term = Term::In(Box::new(value.clone()), Members::Listed(rest));
        let title = format!("`{}` left out", context.text(member.span));
        found.push(proposal(
            Kind::Member,
            title,
            (member.span, term),
            expression,
            vec![Patch::new(gone, "")],
        ));
    }
    found
}

/// The two sides of an `if … else` exchanged.
fn exchanged(
    expression: &Expression,
    [value, condition, otherwise]: [&Expression; 3],
    context: &Context<'_>,
) -> Proposal<Expression> {
    let term = Term::If {
        value: Box::new(otherwise.clone()),
        condition: Box::new(condition.clone()),
        otherwise: Box::new(value.clone()),
    };
    let moved = |part: &Expression| match part.term {
        Term::If { .. } | Term::Else(..) => format!("({})", context.text(part.span)),
        _ => context.text(part.span).to_owned(),
    };
    let patches = vec![Patch::new(value.span, moved(otherwise)), Patch::new(otherwise.span, moved(value))];
    let title = "the two sides of an `if` exchanged".to_owned();
    proposal(Kind::Negation, title, (expression.span, term), expression, patches)
}

/// Functions that stand for another.
const OTHERS: [(&str, &str); 9] = [
    ("min", "max"),
    ("max", "min"),
    ("first", "last"),
    ("last", "first"),
    ("any", "all"),
    ("all", "any"),
    ("none", "any"),
    ("floor", "ceil"),
    ("ceil", "floor"),
];

fn calls(expression: &Expression, call: &Call, context: &Context<'_>) -> Proposals {
    let mut found = Vec::new();
    let name = call.function.text.as_str();
    let at = call.function.span;
    let with = |change: &dyn Fn(&mut Call)| {
        let mut new = call.clone();
        change(&mut new);
        Term::Call(Box::new(new))
    };
    if let Some((_, other)) = OTHERS.iter().find(|(known, _)| *known == name) {
        let term = with(&|call| (*other).clone_into(&mut call.function.text));
        let title = format!("`{other}` for `{name}`");
        found.push(proposal(Kind::Function, title, (at, term), expression, vec![Patch::new(at, *other)]));
    }
    if let ("abs", [only]) = (name, call.arguments.as_slice()) {
        let title = "`abs` left out".to_owned();
        found.push(proposal(
            Kind::Function,
            title,
            (at, only.term.clone()),
            expression,
            vec![Patch::new(at, "")],
        ));
    }
    found.extend(best(expression, call, context, &with));
    if let ("count", [only], None) = (name, call.arguments.as_slice(), &call.binder)
        && matches!(only.term, Term::Path(_))
    {
        let turned = negated(only, only);
        let term = with(&|call| call.arguments = vec![turned.node.clone()]);
        found.push(Proposal { node: Expression { term, span: expression.span }, ..negated(only, only) });
    }
    if let Some(filter) = &call.filter
        && let Some(before) = call.arguments.last().map(|last| last.span)
        && let Some(word) = word_between(context.sources, before, filter.span, "where")
    {
        let term = with(&|call| call.filter = None);
        // To the bracket that closes the call.
        let gone =
            Span { end: expression.span.end.saturating_sub(1), ..with_blanks_before(context.sources, word) };
        let title = "the `where` left out".to_owned();
        found.push(proposal(Kind::Filter, title, (word, term), expression, vec![Patch::new(gone, "")]));
    }
    found
}

/// What is done to a copy of a call.
type CallChange<'a> = &'a dyn Fn(&mut Call);

/// The worst for the best; the greatest alone for the sum of all.
fn best(
    expression: &Expression,
    call: &Call,
    context: &Context<'_>,
    with: &dyn Fn(CallChange<'_>) -> Term,
) -> Proposals {
    let name = call.function.span;
    if let Some(choice) = &call.choice {
        let (word, other) = if choice.best { ("best", "worst") } else { ("worst", "best") };
        let Some(at) = word_between(context.sources, name, choice.count.span, word) else {
            return Vec::new();
        };
        let new = Choice { best: !choice.best, ..choice.clone() };
        let term = with(&|call| call.choice = Some(new.clone()));
        let title = format!("`{other}` for `{word}`");
        return vec![proposal(Kind::Function, title, (at, term), expression, vec![Patch::new(at, other)])];
    }
    let ("sum", [only], None) = (call.function.text.as_str(), call.arguments.as_slice(), &call.binder) else {
        return Vec::new();
    };
    let Some(open) = word_between(context.sources, name, Span { start: only.span.end, ..only.span }, "(")
    else {
        return Vec::new();
    };
    let count = Expression { term: Term::Integer(1), span: part(open, 1..1) };
    let choice = Choice { best: true, count };
    let term = with(&|call| call.choice = Some(choice.clone()));
    let title = "the greatest alone for the sum".to_owned();
    vec![proposal(Kind::Function, title, (name, term), expression, vec![Patch::behind(open, "best 1 of ")])]
}
