//! Trees as compact s-expressions.

use crate::syntax::ast::*;

pub(super) fn rule(rule: &Rule) -> String {
    let body = match &rule.body {
        Body::Expression(value) => expression(value),
        Body::Tally(items) => format!("(tally{})", lines(items, item)),
        Body::Bands(table) => format!(
            "(bands {}{}{}{})",
            expression(&table.subject),
            tagged(" -> ", &table.columns, name),
            cites(&table.cites),
            lines(&table.bands, band)
        ),
        Body::Cases(cases) => format!("(cases{})", lines(cases, case)),
    };
    format!("{body}{}", cites(&rule.cites))
}

pub(super) fn condition((value, cited): &(Expression, Vec<Name>)) -> String {
    format!("{}{}", expression(value), cites(cited))
}

pub(super) fn order(keys: &Order) -> String {
    format!("(order{})", lines(keys, key))
}

pub(super) fn shown(shown: &Shown) -> String {
    format!("{}{}", expression(&shown.value), label(shown.label.as_ref()))
}

pub(super) fn type_text(kind: &TypeText) -> String {
    let base = match &kind.base {
        TypeBase::Integer => "integer".to_owned(),
        TypeBase::Number => "number".to_owned(),
        TypeBase::Flag => "yes/no".to_owned(),
        TypeBase::Text => "text".to_owned(),
        TypeBase::Date => "date".to_owned(),
        TypeBase::Duration => "duration".to_owned(),
        TypeBase::Choice(names) => format!("(one-of {})", joined(names, name)),
        TypeBase::List(inner) => format!("(list {})", type_text(inner)),
        TypeBase::Parts(part) => format!("(list-of-part {})", name(part)),
    };
    let range = kind.range.as_ref().map_or(String::new(), |(ends, _)| format!(" {}", range(ends)));
    let default = kind.default.as_ref().map_or(String::new(), |value| format!(" = {}", expression(value)));
    format!("{base}{range}{}{default}", if kind.optional { " optional" } else { "" })
}

pub(super) fn expression(expression: &Expression) -> String {
    match &expression.term {
        Term::Integer(whole) => whole.to_string(),
        Term::Number(number) => format!("n{number}"),
        Term::Duration(seconds) => format!("{seconds}s"),
        Term::Date(date) => date.to_string(),
        Term::Text(text) => format!("{:?}", text.text),
        Term::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Term::Path(names) => path(names),
        Term::Unary(operator, inside) => format!("({operator:?} {})", self::expression(inside)),
        Term::Binary(operator, left, right) => {
            format!("({operator:?} {} {})", self::expression(left), self::expression(right))
        }
        Term::In(value, members) => format!("(In {} {})", self::expression(value), self::members(members)),
        Term::If { value, condition, otherwise } => format!(
            "(If {} {} {})",
            self::expression(condition),
            self::expression(value),
            self::expression(otherwise)
        ),
        Term::Else(value, otherwise) => {
            format!("(Else {} {})", self::expression(value), self::expression(otherwise))
        }
        Term::Call(call) => self::call(call),
    }
}

fn members(members: &Members) -> String {
    match members {
        Members::Listed(all) => format!("[{}]", joined(all, expression)),
        Members::Range(low, high) => format!("{}..{}", expression(low), expression(high)),
        Members::List(names) => path(names),
    }
}

fn call(call: &Call) -> String {
    let mut out = format!("{}!", name(&call.function));
    if let Some(choice) = &call.choice {
        let which = if choice.best { "best" } else { "worst" };
        out = format!("{out} ({which} {})", expression(&choice.count));
    }
    if let Some(binder) = &call.binder {
        out = format!("{out} ({} : {})", name(&binder.name), path(&binder.list));
    }
    for argument in &call.arguments {
        out = format!("{out} {}", expression(argument));
    }
    if let Some(filter) = &call.filter {
        out = format!("{out} (where {})", expression(filter));
    }
    format!("({out})")
}

fn item(item: &Item) -> String {
    let sign = if item.negative { '-' } else { '+' };
    let condition =
        item.condition.as_ref().map_or(String::new(), |value| format!(" (if {})", expression(value)));
    format!("({sign} {}{condition}){}", expression(&item.value), cites(&item.cites))
}

fn band(band: &Band) -> String {
    let ranges = band.ranges.as_ref().map_or("otherwise".to_owned(), |ranges| joined(ranges, range));
    format!("({ranges} -> {}){}", joined(&band.values, expression), cites(&band.cites))
}

fn range(range: &BandRange) -> String {
    match range {
        BandRange::Between(low, high) => format!("{}..{}", expression(low), expression(high)),
        BandRange::AtLeast(low) => format!("{}..", expression(low)),
        BandRange::AtMost(high) => format!("..{}", expression(high)),
        BandRange::Above(low) => format!(">{}", expression(low)),
        BandRange::Below(high) => format!("<{}", expression(high)),
        BandRange::Exactly(value) => expression(value),
    }
}

fn case(case: &Case) -> String {
    let condition = case.condition.as_ref().map_or("otherwise".to_owned(), expression);
    format!("({condition} -> {}){}", expression(&case.value), cites(&case.cites))
}

fn key(key: &Key) -> String {
    let tied = if key.among_tied { " among-tied" } else { "" };
    let label = label(key.label.as_ref());
    format!("({}{label} {:?}{tied}){}", expression(&key.value), key.direction.0, cites(&key.cites))
}

fn label(label: Option<&Name>) -> String {
    label.map_or(String::new(), |label| format!(" as {}", name(label)))
}

fn cites(cites: &[Name]) -> String {
    tagged(" @", cites, name)
}

fn tagged<T>(tag: &str, all: &[T], show: fn(&T) -> String) -> String {
    if all.is_empty() { String::new() } else { format!("{tag}{}", joined(all, show)) }
}

fn lines<T>(all: &[T], show: fn(&T) -> String) -> String {
    all.iter().fold(String::new(), |text, one| format!("{text}\n  {}", show(one)))
}

fn joined<T>(all: &[T], show: fn(&T) -> String) -> String {
    all.iter().map(show).collect::<Vec<_>>().join(" ")
}

fn path(names: &[Name]) -> String {
    names.iter().map(name).collect::<Vec<_>>().join(".")
}

fn name(name: &Name) -> String {
    if crate::syntax::is_plain_name(&name.text) { name.text.clone() } else { format!("|{}|", name.text) }
}
