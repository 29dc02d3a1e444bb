//! Wrong spellings, and what is said about them. Each snapshot reads: the rule, then the complaint with
//! `line:column` and the text that it points at.

use super::{outcome, printer, snapshot};
use crate::diagnostic::Complaints;
use crate::source::RuleText;
use crate::syntax::{parse_expression, parse_order, parse_rule, parse_type};

fn all<T>(
    texts: &[&str],
    parse: fn(&RuleText, &mut Complaints) -> Option<T>,
    show: fn(&T) -> String,
) -> String {
    texts.iter().fold(String::new(), |out, text| format!("{out}{text}\n{}\n", outcome(text, parse, show)))
}

#[test]
fn signs_of_other_languages() {
    let texts = [
        "a == b",
        "a === b",
        "a && b",
        "a || b",
        "not a and !b",
        "a <> b",
        "a ≠ b",
        "a !== b",
        "a => 3",
        "a ≥ 3",
        "a =< 3",
        "a ≤ 3",
        "“two” = a",
        "a = „two“",
        "a = «two»",
        "a = ’two’",
        "a = “two",
        "a – b",
        "a − b",
        "a × b",
        "a ÷ b",
        "a ^ 2",
        "a ** 2",
        "a²",
        "a % 2",
        "50 % of",
        "a -> b",
        "a → b",
        "a --> b",
        "a := b",
        "1..9",
        "a // 2",
        "a /* x */",
        "[a]",
        "{a}",
        "a\u{a0}+ b",
        "a\u{200b}",
        "（a）",
        "a＋1",
        "a － 1",
        "a、b",
        "１＋a",
        "a ?? b",
        "a ?: b",
        "a & b | c",
        "a ∈ b",
        "sum(a) ≥ “x” && b",
    ];
    snapshot("signs_of_other_languages", &all(&texts, parse_expression, printer::expression));
}

#[test]
fn words_of_other_languages() {
    let texts = [
        "a = true",
        "False",
        "a if b else null",
        "a if b else none",
        "a = nil",
        "none(a)",
        "tie = none",
        "x.true",
        "if a then b else c",
        "a if b then c",
        "a if b else if c then d else e",
        "a if b elif c else d",
        "a ? b : c",
        "a AND b",
        "a if NOT b else c",
        "a not in (b)",
        "a is b",
        "a is not b",
        "a between 1 and 5",
        "a when b else c",
        "a modulo 2",
        "a xor b",
    ];
    snapshot("words_of_other_languages", &all(&texts, parse_expression, printer::expression));
}

#[test]
fn numbers() {
    let texts = [
        "4O0",
        "a + 1l",
        "12abc",
        "1e5",
        "0x1F",
        "30s",
        "1.5h",
        "30 seconds",
        "1 hour",
        "1_000",
        "1'000",
        "1 000",
        "1,000",
        "0,5",
        "a > 0,5",
        ".5",
        "5.",
        "1\u{202f}000",
        "2026-1-5",
        "2026/11/30",
        "30.11.2026",
        "2026-13-40",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999999999999999999999999.5",
        "1.2.3",
        "sum(best 99999999999999999999 of a)",
        "1 h 30 min",
    ];
    snapshot("numbers", &all(&texts, parse_expression, printer::expression));
}

#[test]
fn unreadable_expressions() {
    let texts = [
        "",
        "  # only a remark",
        "a b",
        "a +",
        "+",
        "(a + 3",
        "a + 3)",
        "max(a, b",
        "max(a,, b)",
        "max(a b)",
        "a + * b",
        "a and and b",
        "0 < x < 5",
        "a = b = c",
        "a + 1 < (b) <= c",
        "1 +\n  2 +\n  ) 3",
        "15 if completed",
        "a if b else",
        "a in",
        "a in 5",
        "a in (b",
        "a in 1 to",
        "a.",
        "a .b",
        "a. b",
        "x.by",
        "by",
        "where",
        "sum(best of a)",
        "sum(best 6 a)",
        "any(t in hand t)",
        "f.g(x)",
        "\"f\"(x)",
        "\"open",
        "a = \"open",
        "a @x",
        "entrant.\"\"",
        "a;b",
        "a $ b",
        "a else else b",
        "nu\u{301}mero ná me",
        "二段 段",
        "a\u{301} \u{301}b",
        "1 + not a",
        "a < not b",
        "not",
    ];
    snapshot("unreadable_expressions", &all(&texts, parse_expression, printer::expression));
}

#[test]
fn unreadable_rules() {
    let texts = [
        "a @4.2",
        "a @last-piece",
        "a @",
        "a @x b",
        "- a if c",
        "15 if a\n+ 5 if b\n",
        "+ 15 if a else 5",
        "+ a else b",
        "+ a\n+ \n- b == c\n+ d e",
        "by x",
        "by x ->\n 1 -> 2",
        "by x\n 10-18 -> 1\n 19+ -> 2\n >= 5 -> 3\n < 3 -> 4\n 1 2 -> 3\n else -> 0",
        "by x -> a, b\n 1 -> 1\n 2 -> 1, 2, 3",
        "by x\n 1 -> 1, 2",
        "by x\n 1 => 1",
        "by x\n 1 to -> 1\n 1 or -> 3\n -yes -> 1\n a + 1 -> 2",
        "a -> 1\nb => 2\nelse -> 0",
        "a -> 1\nb c -> 2\notherwise 3",
        "a →  1\notherwise → 0",
        "a -> none",
        "a -> 1 -> 2",
        "a -> (1\nb -> 2",
    ];
    snapshot("unreadable_rules", &all(&texts, parse_rule, printer::rule));
}

#[test]
fn unreadable_orders() {
    let texts = [
        "sum(points)",
        "points desc",
        "points highest",
        "points as highest first",
        "points highest first among",
        "a highest first b lowest first",
        "a = total highest first",
        "a lowest first\nb\nc smallest first",
    ];
    snapshot("unreadable_orders", &all(&texts, parse_order, printer::order));
}

#[test]
fn unreadable_types() {
    let texts = [
        "int",
        "bool",
        "list of string",
        "integer 5",
        "integer 0-89",
        "integer 0..89",
        "integer >= 0",
        "one of",
        "one of a b",
        "integer = 0?",
        "yes/no = true",
        "list of list of integer",
        "tile",
        "integer 0 to",
        "text 0 to 5",
        "one of a, a-b",
        "yes / no",
    ];
    snapshot("unreadable_types", &all(&texts, parse_type, printer::type_text));
}

/// The rule in the first block of each page is refused with the page's code and no other; the mended one is read.
#[test]
fn pages() {
    use crate::diagnostic::Code;
    let codes = [Code::Syntax, Code::WrongSpelling, Code::TooDeep, Code::MixedNumber, Code::LiteralTooLarge];
    for code in codes {
        let rules: Vec<&str> = code
            .page()
            .split("[side.rules]\n")
            .skip(1)
            .map(|block| block.split('"').nth(1).unwrap())
            .collect();
        let [wrong, mended] = rules[..] else { panic!("{code}") };
        let told = outcome(wrong, parse_rule, printer::rule);
        let told: Vec<&str> = told.lines().filter(|line| line.starts_with("R0")).collect();
        assert!(!told.is_empty() && told.iter().all(|line| line.starts_with(code.id())), "{code}: {told:?}");
        assert!(!outcome(mended, parse_rule, printer::rule).starts_with("R0"), "{code}");
    }
}
