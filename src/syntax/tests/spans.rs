//! The place of every part: exactly its text in the file, whatever the quoting of the string.

use super::rule_text;
use crate::diagnostic::Complaints;
use crate::source::{RuleText, Sources};
use crate::syntax::ast::{Bands, Body, Expression, Term};
use crate::syntax::{parse_order, parse_rule, parse_type};

fn parsed(text: &str) -> (Sources, Body) {
    let (sources, decoded) = rule_text(text);
    let mut complaints = Complaints::new();
    let rule = parse_rule(&decoded, &mut complaints);
    (sources, rule.unwrap_or_else(|| panic!("{complaints:?}")).body)
}

#[test]
fn expressions() {
    let (sources, body) = parsed("  (a + (b))  *  max( c ,d )  # x");
    let Body::Expression(Expression { term: Term::Binary(_, sum, max), span }) = body else { panic!() };
    assert_eq!(sources.slice(span), "(a + (b))  *  max( c ,d )");
    assert_eq!(sources.slice(sum.span), "a + (b)");
    assert_eq!(sources.slice(max.span), "max( c ,d )");
    let Term::Binary(_, left, right) = sum.term else { panic!() };
    assert_eq!((sources.slice(left.span), sources.slice(right.span)), ("a", "b"));
    let Term::Call(call) = max.term else { panic!() };
    assert_eq!(sources.slice(call.function.span), "max");
    for (text, whole) in [
        ("- 5 ", "- 5"),
        ("not  a ", "not  a"),
        ("a in ( b , c ) ", "a in ( b , c )"),
        ("a in 1 to  5 ", "a in 1 to  5"),
        ("((a) if b else (c) )", "(a) if b else (c)"),
    ] {
        let (sources, body) = parsed(text);
        let Body::Expression(expression) = body else { panic!() };
        assert_eq!(sources.slice(expression.span), whole);
    }
}

#[test]
fn tally_lines() {
    let (sources, body) = parsed("\n  + 15  if completed   @all\n  - (a)   @\"x y\" # z\n");
    let Body::Tally(items) = body else { panic!() };
    let texts: Vec<&str> = items.iter().map(|item| sources.slice(item.span)).collect();
    assert_eq!(texts, ["+ 15  if completed", "- (a)"]);
    assert_eq!(sources.slice(items[1].cites[0].span), "\"x y\"");
    assert_eq!(items[1].cites[0].text, "x y");
}

#[test]
fn band_lines() {
    let (sources, body) =
        parsed("by spread  -> a, b  @head\n -12 to -1  ->  10, (0)  @x\n otherwise -> 1 , 2");
    let Body::Bands(Bands { span, bands, columns, .. }) = body else { panic!() };
    assert_eq!(sources.slice(span), "by spread  -> a, b");
    assert_eq!(sources.slice(columns[1].span), "b");
    let texts: Vec<_> =
        bands.iter().map(|band| (sources.slice(band.span), sources.slice(band.range_span))).collect();
    assert_eq!(texts, [("-12 to -1  ->  10, (0)", "-12 to -1"), ("otherwise -> 1 , 2", "otherwise")]);
    let (sources, body) = parsed("by spread\n 1 or more , 5  -> 1");
    let Body::Bands(Bands { span, bands, .. }) = body else { panic!() };
    assert_eq!(sources.slice(span), "by spread");
    assert_eq!(sources.slice(bands[0].range_span), "1 or more , 5");
}

#[test]
fn case_lines() {
    let (sources, body) = parsed("a\n and b -> (1) @x\n otherwise -> 0");
    let Body::Cases(cases) = body else { panic!() };
    let texts: Vec<&str> = cases.iter().map(|case| sources.slice(case.span)).collect();
    assert_eq!(texts, ["a\n and b -> (1)", "otherwise -> 0"]);
}

#[test]
fn keys_and_types() {
    let (sources, decoded) = rule_text("a as \"b c\"  highest   first among tied");
    let keys = parse_order(&decoded, &mut Complaints::new()).unwrap();
    assert_eq!(sources.slice(keys[0].direction.1), "highest   first");
    assert_eq!(sources.slice(keys[0].label.as_ref().unwrap().span), "\"b c\"");
    let (sources, decoded) = rule_text(" integer -3 to  4 ? = -1  # x");
    let kind = parse_type(&decoded, &mut Complaints::new()).unwrap();
    assert_eq!(sources.slice(kind.span), "integer -3 to  4 ? = -1");
    assert_eq!(sources.slice(kind.range.unwrap().1), "-3 to  4");
    assert_eq!(sources.slice(kind.default.unwrap().span), "-1");
}

#[test]
fn through_every_quoting() {
    let quotings = [
        "'é + (bad ==  c)'",
        "'''\r\né + (bad ==  c)'''",
        "\"\\u00e9 + \\x28bad ==  c)\"",
        "\"\"\"\né + \\\n     (bad ==\\t c)\"\"\"",
        "\"\"\"é \\U0000002B (bad \\x3D\\u003d  c)\"\"\"",
    ];
    for (place, raw) in quotings.into_iter().enumerate() {
        let file = format!("# 二段\nx = {raw}\n");
        let start = file.find(raw).unwrap();
        let mut sources = Sources::new();
        let id = sources.add("test.toml", file.clone());
        let text = RuleText::new(id, start..start + raw.len(), raw).unwrap();
        let mut complaints = Complaints::new();
        assert!(parse_rule(&text, &mut complaints).is_none());
        let pointed: Vec<&str> = complaints.iter().map(|one| sources.slice(one.labels[0].span)).collect();
        let wanted = if place == 4 { "\\x3D\\u003d" } else { "==" };
        assert_eq!(pointed, [wanted], "{raw}");
    }
}
