//! The names that an expression mentions.

use crate::syntax::ast::{Body, Call, Expression, Members, Name, Term};
use crate::syntax::is_plain_name;

/// Calls `visit` on every path of an expression; `inner` says whether to look into aggregates as well.
pub(super) fn each_path<'e>(
    expression: &'e Expression,
    inner: bool,
    is_aggregate: &dyn Fn(&Call) -> bool,
    visit: &mut dyn FnMut(&'e [Name]),
) {
    let mut each = |part: &'e Expression| each_path(part, inner, is_aggregate, visit);
    match &expression.term {
        Term::Integer(_) | Term::Number(_) | Term::Duration(_) | Term::Date(_) | Term::Flag(_) => {}
        // What is no plain name may be a name in quotes.
        Term::Text(text) if is_plain_name(&text.text) => {}
        Term::Text(text) => visit(std::slice::from_ref(text)),
        Term::Path(path) => visit(path),
        Term::Unary(_, operand) => each(operand),
        Term::Binary(_, left, right) | Term::Else(left, right) => {
            each(left);
            each(right);
        }
        Term::In(value, members) => {
            each(value);
            match members {
                Members::Listed(listed) => listed.iter().for_each(each),
                Members::Range(low, high) => {
                    each(low);
                    each(high);
                }
                Members::List(path) => visit(path),
            }
        }
        Term::If { value, condition, otherwise } => {
            each(value);
            each(condition);
            each(otherwise);
        }
        Term::Call(call) => {
            if inner || !is_aggregate(call) {
                each_of_call(call, inner, is_aggregate, visit);
            }
        }
    }
}

/// The same for the parts of a call.
pub(super) fn each_of_call<'e>(
    call: &'e Call,
    inner: bool,
    is_aggregate: &dyn Fn(&Call) -> bool,
    visit: &mut dyn FnMut(&'e [Name]),
) {
    if let Some(binder) = &call.binder {
        visit(&binder.list);
    }
    for argument in call.arguments.iter().chain(&call.filter) {
        each_path(argument, inner, is_aggregate, visit);
    }
}

/// Every name that an expression mentions, in the order of the text.
pub(super) fn names_in(expression: &Expression) -> Vec<&str> {
    let mut names = Vec::new();
    each_path(expression, true, &|_| true, &mut |path| {
        names.extend(path.iter().map(|name| name.text.as_str()));
    });
    names
}

/// Every name that the body of a rule mentions.
pub(super) fn names_in_body(body: &Body) -> Vec<&str> {
    expressions(body).into_iter().flat_map(names_in).collect()
}

/// Calls `visit` on every call in the body of a rule, in no order.
pub(super) fn each_call<'e>(body: &'e Body, visit: &mut dyn FnMut(&'e Call)) {
    let mut open = expressions(body);
    while let Some(expression) = open.pop() {
        match &expression.term {
            Term::Integer(_)
            | Term::Number(_)
            | Term::Duration(_)
            | Term::Date(_)
            | Term::Flag(_)
            | Term::Text(_)
            | Term::Path(_) => {}
            Term::Unary(_, operand) => open.push(operand),
            Term::Binary(_, left, right) | Term::Else(left, right) => open.extend([&**left, &**right]),
            Term::In(value, members) => {
                open.push(value);
                match members {
                    Members::Listed(listed) => open.extend(listed),
                    Members::Range(low, high) => open.extend([&**low, &**high]),
                    Members::List(_) => {}
                }
            }
            Term::If { value, condition, otherwise } => open.extend([&**value, &**condition, &**otherwise]),
            Term::Call(call) => {
                visit(call);
                open.extend(call.arguments.iter().chain(&call.filter));
                open.extend(call.choice.as_ref().map(|choice| &choice.count));
            }
        }
    }
}

/// The expressions of the body of a rule.
fn expressions(body: &Body) -> Vec<&Expression> {
    let mut parts: Vec<&Expression> = Vec::new();
    match body {
        Body::Expression(expression) => parts.push(expression),
        Body::Tally(items) => {
            for item in items {
                parts.push(&item.value);
                parts.extend(&item.condition);
            }
        }
        Body::Bands(bands) => {
            parts.push(&bands.subject);
            parts.extend(bands.bands.iter().flat_map(|band| &band.values));
        }
        Body::Cases(cases) => {
            for case in cases {
                parts.extend(&case.condition);
                parts.push(&case.value);
            }
        }
    }
    parts
}
