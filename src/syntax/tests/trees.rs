//! The tree of every construct of the language.

use super::{outcome, printer, snapshot};
use crate::source::RuleText;
use crate::syntax::{parse_condition, parse_expression, parse_order, parse_rule, parse_shown, parse_type};

/// Every text with its tree, for a snapshot that is read from the top to the bottom.
fn all<T>(
    texts: &[&str],
    parse: fn(&RuleText, &mut crate::diagnostic::Complaints) -> Option<T>,
    show: fn(&T) -> String,
) -> String {
    texts.iter().fold(String::new(), |out, text| {
        format!("{out}{}\n    => {}\n", text.trim(), outcome(text, parse, show))
    })
}

#[test]
fn literals_and_names() {
    snapshot(
        "literals_and_names",
        &all(
            &[
                "12",
                "0.5",
                "33%",
                "2.5%",
                "30 s",
                "500 ms",
                "20 min",
                "2 h",
                "1 d",
                "1.5 h",
                "2026-11-30",
                "\"two\"",
                "\"\"",
                "yes",
                "no",
                "spread",
                "entrant.born",
                "match.side.total",
                "entrant.\"games played\"",
                "\"games played\".total",
                "android",
                "notary",
                "ifs",
                "_hidden",
                "二段",
                "número",
                "nu\u{301}mero",
                "to",
                "best",
                "first",
                "s",
                "-5",
                "- 5",
                "--5",
                "-spread",
                "9223372036854775807",
                "-9223372036854775808",
                "2026-11",
                "t1.x2",
            ],
            parse_expression,
            printer::expression,
        ),
    );
}

#[test]
fn precedence() {
    snapshot(
        "precedence",
        &all(
            &[
                "a + b * c",
                "(a + b) * c",
                "a - b - c",
                "a / b / c",
                "a div b mod c",
                "-a * b",
                "a - -b",
                "a = b + 1",
                "a != b",
                "a < b",
                "a <= b",
                "a > b",
                "a >= b",
                "not a = b",
                "not not a",
                "a and b or c and d",
                "a or b and c",
                "not a and b",
                "15 if completed else 0",
                "a if b else c if d else e",
                "a else b else c",
                "a else b if c else d",
                "(a if b else c) else d",
                "a + b if c or d else e",
                "-(a + b)",
                "((a))",
                "a\n  + b\n  # a remark\n  + c # another",
                "a+b",
                "a -b",
                "a-b",
            ],
            parse_expression,
            printer::expression,
        ),
    );
}

#[test]
fn membership() {
    snapshot(
        "membership",
        &all(
            &[
                "a in (x, y)",
                "a in 1 to 5",
                "a in ends",
                "a in game.ends",
                "a in low + 1 to high",
                "not a in (1)",
                "seat in (\"a b\", c) and x",
                "a in -1 to 1",
                "t.a in \"my list\"",
                "a + 1 in (1, (2))",
            ],
            parse_expression,
            printer::expression,
        ),
    );
}

#[test]
fn functions_and_aggregates() {
    snapshot(
        "functions_and_aggregates",
        &all(
            &[
                "isqrt(lead)",
                "max(a, b, 3)",
                "count(sides)",
                "count()",
                "mean(spread where spread > 0)",
                "sum(best 6 of points)",
                "sum(worst discards of points where played)",
                "sum(best)",
                "sum(best + 1)",
                "any(t in hand: t.a in ends)",
                "any(t in hand)",
                "all(t in game.hand: t.a = 1 where t.b)",
                "sum(best 2 of t in hand: t.a + t.b)",
                "max (a)",
                "min(max(a, b), c)",
                "none(completed)",
                "sum(x where y) else 0",
            ],
            parse_expression,
            printer::expression,
        ),
    );
}

#[test]
fn citations() {
    snapshot(
        "citations",
        &all(&["a > 1 @gap", "a @gap @\"4.2 c\" # why", "a"], parse_condition, printer::condition),
    );
}

#[test]
fn tallies() {
    snapshot(
        "tallies",
        &all(
            &[
                "\n  - squares_left\n  + 15  if completed                      @all_placed\n  + 5   if completed and monomino_last    @last_piece\n",
                "+ 1",
                "- 1",
                "- a\n- b",
                "- a if b\n  and c\n+ (d if e else f) * 2 @x @y\n\n# remark\n+ sum(\n  g\n  + h\n)\n  @z",
                "\r\n  + a\r\n  - b # c\r\n",
                "- a\n* b",
            ],
            parse_rule,
            printer::rule,
        ),
    );
}

#[test]
fn bands() {
    snapshot(
        "bands",
        &all(
            &[
                "by spread        -> blue_red, yellow_green\n  19 or more     ->       50,            0\n  10 to 18       ->       40,           10\n  0              ->       20,           30\n  -12 to -1      ->       10,           40\n  -13 or less    ->        0,           50\n",
                "by place @points\n  1 -> 25 @win\n  2, 3 -> 18\n  4 to 6, 8 -> max(1, 2)\n  above 10 -> -1\n  below 0 -> x else 0\n  otherwise -> 0 @rest",
                "by (a + b) -> \"first col\"\n  above -> 1\n  red, \"light blue\" -> 2\n  0.5 to 33% -> 3\n  30 s to 1 min -> 4\n  -30 s or less -> 5\n  2026-01-01 or more -> 6\n yes -> 7\nlow to game.high -> 8",
                "by x\n 1 ->\n 2\n 2 -> 3 +\n 4",
                "by x # head\n# between\n -9223372036854775808 to 9223372036854775807 -> 1",
            ],
            parse_rule,
            printer::rule,
        ),
    );
}

#[test]
fn cases() {
    snapshot(
        "cases",
        &all(
            &[
                "\n  lead > 0                                     -> isqrt(lead)   @gap\n  lead = 0 and opponent.time - time > 30 s     -> 1             @speed\n  otherwise                                    -> 0\n",
                "a\n and b -> 1\n -c > 3 ->\n  2\n  + d\n  @x\notherwise -> 0",
                "a -> 1 if b else 2",
            ],
            parse_rule,
            printer::rule,
        ),
    );
}

#[test]
fn orders() {
    snapshot(
        "orders",
        &all(
            &[
                "\n  squares_left  lowest first\n  pieces_left   lowest first         @fewer_pieces\n",
                "sum(points) as \"total points\" highest first among tied @c\nentrant.born latest first @youngest\nborn earliest first\nt longest first\nt shortest first\nwon yes first\nlost no first\nhighest highest first\na as b highest first",
            ],
            parse_order,
            printer::order,
        ),
    );
    snapshot(
        "shown",
        &all(&["played", "sum(points) as total", "a / b as \"a b\""], parse_shown, printer::shown),
    );
}

#[test]
fn types() {
    snapshot(
        "types",
        &all(
            &[
                "integer",
                "integer 0 to 89",
                "integer?",
                "integer 0 to 21?",
                "integer 0 to 89 = 0",
                "yes/no = no",
                "yes/no",
                "text",
                "text = \"none\"",
                "date",
                "date 2000-01-01 or more",
                "duration 0 s to 1 h = 30 s",
                "one of a, b, c = a",
                "one of a, \"not played\"?",
                "one of x",
                "list of integer",
                "list of integer 0 to 6?",
                "list of tile",
                "list of one of a, b",
                "number 0 or more",
                "number -1 or less",
                "number above 0",
                "number below 1.5",
                "integer -9223372036854775808 to 9223372036854775807",
                "integer = -1",
                "number 0 to limit",
            ],
            parse_type,
            printer::type_text,
        ),
    );
}
