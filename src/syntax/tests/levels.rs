//! Levels: what they become, and what is said of those that cannot be read.

use super::printer::expression;
use super::{outcome, snapshot};
use crate::syntax::ast::{Level, Levels};
use crate::syntax::parse_levels;

fn level(level: &Level) -> String {
    let condition =
        level.condition.as_ref().map_or(String::new(), |when| format!(" when {}", expression(when)));
    let kept = if level.kept.is_some() { " kept" } else { "" };
    let never = if level.never.is_some() { " never" } else { "" };
    let cites = level.cites.iter().map(|cite| format!(" @{}", cite.text)).collect::<Vec<_>>().concat();
    format!("(level {:?}{condition}{kept}{never}{cites})\n", level.name.text)
}

fn levels(texts: &[&str]) -> String {
    let show = |levels: &Levels| levels.iter().map(level).collect::<String>();
    texts
        .iter()
        .fold(String::new(), |out, text| format!("{out}{text}\n{}\n", outcome(text, parse_levels, show)))
}

#[test]
fn levels_are_read() {
    let texts = [
        "beginner",
        "  \"3級\"  never   @list   # stands in the list\n\n  \"2級\"   when now.wins >= 0\n  二段 when now.orbs >= 5 kept @kept @\"4.2 c\"",
        "expert\n  when now.wins >= 2\n    and place = 1\n  kept\n  @a\nmaster when\n now.wins > 30",
        "\"when\" when x\n\"kept\" kept\n\"never\" never",
        "a when (opponent.now.level >= b\n and side.now.x > 1) or s.now",
        "a when any(s in sides: s.now.wins > now.wins)",
    ];
    snapshot("levels_are_read", &levels(&texts));
}

#[test]
fn unreadable_levels() {
    let texts = [
        "",
        "3級",
        "3",
        "First Kyu when wins > 3",
        "when wins > 3",
        "never",
        "a if wins > 3",
        "a -> wins > 3",
        "a: wins > 3",
        "a where wins > 3",
        "a >= 3",
        "a when",
        "a when kept",
        "a kept when wins > 3",
        "a when wins > 3 never",
        "a never kept",
        "a when wins > 3 keep",
        "a when wins > 3 forever",
        "a @x kept",
        "a, b, c",
        "a when wins > 3, b when wins > 4",
        "a when wins => 3",
        "a When wins > 3",
        "a when wins > 3 @4.2",
        "「初段」 when wins > 3",
        "wins > 3 -> a",
        "a when when wins > 3",
        "a 3",
    ];
    snapshot("unreadable_levels", &levels(&texts));
}
