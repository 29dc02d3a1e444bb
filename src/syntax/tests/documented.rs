//! The grammar as it is documented: every rule has examples, and each is read by that very rule.

use crate::syntax::KEYWORDS;
use crate::syntax::expected;
use crate::syntax::grammar::{self, Rule};
use std::collections::BTreeMap;

const FILES: [(&str, &str); 11] = [
    ("words", include_str!("../../../grammar/words.pest")),
    ("expression", include_str!("../../../grammar/expression.pest")),
    ("tally", include_str!("../../../grammar/tally.pest")),
    ("bands", include_str!("../../../grammar/bands.pest")),
    ("cases", include_str!("../../../grammar/cases.pest")),
    ("order", include_str!("../../../grammar/order.pest")),
    ("types", include_str!("../../../grammar/types.pest")),
    ("schedule", include_str!("../../../grammar/schedule.pest")),
    ("bracket", include_str!("../../../grammar/bracket.pest")),
    ("selection", include_str!("../../../grammar/selection.pest")),
    ("levels", include_str!("../../../grammar/levels.pest")),
];

/// Every rule of the grammar with its examples and its definition.
fn rules() -> BTreeMap<String, (Vec<String>, String)> {
    let mut rules = BTreeMap::new();
    for (file, text) in FILES {
        let mut examples = Vec::new();
        let mut current: Option<String> = None;
        for line in text.lines() {
            if let Some(example) = line.strip_prefix("/// e.g. `") {
                let example = example.strip_suffix('`').unwrap_or_else(|| panic!("{file}: {line}"));
                examples.push(example.to_owned());
            } else if let Some((name, definition)) =
                line.split_once(" = ").filter(|_| !line.starts_with([' ', '/']))
            {
                rules.insert(name.to_owned(), (std::mem::take(&mut examples), definition.to_owned()));
                current = Some(name.to_owned());
            } else if line.starts_with(' ')
                && let Some((_, definition)) = current.as_ref().and_then(|name| rules.get_mut(name))
            {
                definition.push_str(line);
            }
        }
        assert!(examples.is_empty(), "{file}: examples without a rule");
    }
    rules
}

#[test]
fn every_rule_has_examples_that_it_reads() {
    let rules = rules();
    for rule in Rule::all_rules() {
        let name = format!("{rule:?}");
        if *rule == Rule::EOI {
            continue;
        }
        let (examples, definition) = rules.get(&name).unwrap_or_else(|| panic!("`{name}` is not documented"));
        assert!(!examples.is_empty(), "`{name}` has no example");
        for example in examples {
            let silent = definition.starts_with('_');
            let found =
                grammar::found(*rule, example).unwrap_or_else(|error| panic!("{name}: {example}\n{error}"));
            if found.is_empty() {
                assert!(silent, "`{name}` gives nothing for `{example}`");
            } else {
                assert_eq!(found, example, "`{name}` does not read its example to the end");
            }
        }
    }
}

#[test]
fn entries_refuse_what_stands_behind() {
    let rules = rules();
    let entries: Vec<Rule> =
        Rule::all_rules().iter().copied().filter(|rule| format!("{rule:?}").starts_with("whole_")).collect();
    assert_eq!(entries.len(), 14);
    for entry in entries {
        let (examples, definition) = &rules[&format!("{entry:?}")];
        assert!(definition.starts_with("_{ SOI ~ ") && definition.ends_with(" ~ EOI }"), "{entry:?}");
        for example in examples {
            for garbage in [" )", " $", " ]", " 5 5", "\u{a0}", " by"] {
                assert!(
                    grammar::parse(entry, &format!("{example}{garbage}")).is_err(),
                    "{entry:?}: {example}{garbage}"
                );
            }
        }
    }
}

#[test]
fn keywords_are_not_names() {
    let definition = &rules()["keyword"].1;
    assert_eq!(definition.matches('"').count(), 2 * KEYWORDS.len(), "this test knows every keyword");
    for keyword in KEYWORDS {
        assert!(!crate::syntax::is_plain_name(keyword), "{keyword}");
        for name in [
            format!("{keyword}x"),
            format!("{keyword}_"),
            format!("x{keyword}"),
            format!("{keyword}1"),
            keyword.to_uppercase(),
        ] {
            assert!(crate::syntax::is_plain_name(&name), "{name}");
        }
    }
    for name in [
        "android",
        "二段",
        "número",
        "nu\u{301}mero",
        "_x",
        "to",
        "best",
        "of",
        "first",
        "highest",
        "s",
        "true",
    ] {
        assert!(crate::syntax::is_plain_name(name), "{name}");
    }
    for wrong in ["", "1a", "a b", "a-b", "a.b", " a", "a ", "\"a\"", "\u{301}a", "a#", "a\n"] {
        assert!(!crate::syntax::is_plain_name(wrong), "{wrong:?}");
    }
}

/// In an ordered choice a literal that begins another one must come after it.
#[test]
fn longer_literals_come_first() {
    let rules = rules();
    let literal = |name: &str| -> Option<String> {
        let definition = &rules.get(name)?.1;
        let start = definition.find('"')? + 1;
        let end = start + definition[start..].find('"')?;
        let guarded = definition.contains("!XID_CONTINUE") || definition[end..].contains('!');
        (!guarded && !definition.contains('|')).then(|| definition[start..end].to_owned())
    };
    for (name, (_, definition)) in &rules {
        let definition = definition.replace('\\', "");
        for group in definition.split(['(', ')', '~', '{', '}']) {
            let words: Vec<String> = group
                .split('|')
                .map(|word| word.trim().trim_matches('"').to_owned())
                .map(|word| literal(&word).unwrap_or(word))
                .filter(|word| !word.is_empty())
                .collect();
            for (place, first) in words.iter().enumerate() {
                for later in &words[place + 1..] {
                    let same_kind = group.contains('"') || !first.starts_with(char::is_alphabetic);
                    assert!(
                        !(same_kind && later.starts_with(first.as_str())),
                        "{name}: `{first}` hides `{later}`"
                    );
                }
            }
        }
    }
}

/// Alternatives that begin with the same part which can nest would be read again and again.
#[test]
fn no_two_alternatives_begin_alike() {
    let nests = [
        "expression",
        "disjunction",
        "comparison",
        "sum",
        "signed",
        "operand",
        "reference",
        "bracketed",
        "arguments",
        "listed",
        "open",
    ];
    for (name, (_, definition)) in rules() {
        for group in definition.split(['(', ')', '{', '}']) {
            let mut first: Vec<&str> = group
                .split('|')
                .filter_map(|alternative| alternative.split('~').next())
                .map(|part| part.trim().trim_end_matches(['?', '*', '+']))
                .filter(|part| nests.contains(part))
                .collect();
            let all = first.len();
            first.sort_unstable();
            first.dedup();
            assert_eq!(first.len(), all, "{name}: {group}");
        }
    }
}

#[test]
fn operators_are_told_by_the_next_character() {
    let rules = rules();
    let groups = Rule::all_rules().iter().filter_map(|ahead| Some((*ahead, expected::group(*ahead)?)));
    let groups: Vec<_> = groups.collect();
    assert_eq!(groups.len(), 4);
    for (ahead, operators) in groups {
        for operator in operators {
            for example in &rules[&format!("{operator:?}")].0 {
                assert!(grammar::found(ahead, example).is_ok(), "{ahead:?} passes over {operator:?}");
            }
        }
    }
}

#[test]
fn keywords_begin_like_keywords() {
    for keyword in KEYWORDS {
        assert!(grammar::found(Rule::unlike_keywords, keyword).is_err(), "{keyword}");
    }
}
