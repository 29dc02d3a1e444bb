//! Tests of the rule language, from the outside: rule strings in, trees or complaints out.

mod documented;
mod endurance;
mod levels;
mod mistakes;
mod phases;
mod printer;
mod spans;
mod texts;
mod trees;

use super::*;
use crate::source::Sources;

/// A rule string in literal quotes, alone in its file; it begins in the second line.
pub(super) fn rule_text(text: &str) -> (Sources, RuleText) {
    let file = format!("'''\n{text}'''");
    let mut sources = Sources::new();
    let id = sources.add("test.toml", file.clone());
    let decoded = RuleText::new(id, 0..file.len(), &file).unwrap();
    assert_eq!(decoded.text(), text);
    (sources, decoded)
}

/// A complaint with its places marked: code, message, the text under each label, help.
pub(super) fn spoken(complaints: &Complaints, sources: &Sources) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for one in complaints.iter() {
        writeln!(out, "{}: {}", one.code, one.message).unwrap();
        for label in &one.labels {
            let (line, column) = sources.line_column(label.span);
            let text = sources.slice(label.span);
            writeln!(out, "   {line}:{column} `{}` {}", text.escape_debug(), label.text).unwrap();
        }
        for note in &one.notes {
            writeln!(out, "   note: {note}").unwrap();
        }
        if let Some(help) = &one.help {
            writeln!(out, "   help: {help}").unwrap();
        }
    }
    out
}

/// Compares a text with the snapshot of this name.
pub(super) fn snapshot(name: &str, text: &str) {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Parses with `parse` and shows the tree with `show`, or the complaints.
pub(super) fn outcome<T>(
    text: &str,
    parse: fn(&RuleText, &mut Complaints) -> Option<T>,
    show: fn(&T) -> String,
) -> String {
    let (sources, decoded) = rule_text(text);
    let mut complaints = Complaints::new();
    let tree = parse(&decoded, &mut complaints);
    assert_eq!(tree.is_some(), complaints.is_empty(), "a tree or complaints, never both or neither: {text}");
    tree.as_ref().map_or_else(|| spoken(&complaints, &sources), show)
}
