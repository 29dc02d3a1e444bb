//! Who may know whom, and what every source file looks like. The plan is data; a breach is told in words that
//! say what to do.

use crate::support::{files, root, stem};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The modules by layer: a module may know those of lower layers.
const LAYERS: &[(usize, &str)] = &[
    (0, "source"),
    (0, "value"),
    (0, "json"),
    (0, "lot"),
    (0, "spread"),
    (1, "diagnostic"),
    (2, "syntax"),
    (2, "builtins"),
    (2, "sheet"),
    (3, "format"),
    (3, "ruleset"),
    (4, "check"),
    (4, "log"),
    (4, "replay"),
    (5, "engine"),
    (5, "pairing"),
    (6, "event"),
    (6, "example"),
    (7, "simulate"),
    (7, "explain"),
    (7, "doc"),
    (8, "audit"),
    (8, "verify"),
    (9, "report"),
    (10, "session"),
    (11, "cli"),
];

/// Neighbours of one layer that may know each other: who, whom.
const SIDEWAYS: &[(&str, &str)] = &[
    // A record of moves is one more encoding of a log.
    ("log", "replay"),
    // An example that gives a log is followed as any other.
    ("example", "event"),
];

/// Lower modules that must not be known all the same: who, whom, why.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("engine", "format", "it runs a checked ruleset, and never a format as typed"),
    ("engine", "check", "it runs what was checked"),
    ("doc", "engine", "it writes up what is checked, and never what came out"),
    ("doc", "event", "it writes up what is checked, and never what came out"),
    ("doc", "log", "it writes up what is checked, and never what came out"),
    ("explain", "format", "it opens what a checked ruleset computed, and never a format as typed"),
    ("explain", "check", "it opens what was checked"),
    ("report", "format", "it shows an outcome, and never a format as typed"),
    ("report", "check", "it computes nothing"),
    ("pairing", "engine", "it is pure: entrants in order come in, pairings go out"),
    ("pairing", "log", "it is pure: entrants in order come in, pairings go out"),
    ("log", "check", "it reads what the ruleset says is recorded"),
    ("replay", "ruleset", "it is pure: moves come in, facts go out"),
    ("replay", "format", "it is pure: moves come in, facts go out"),
    ("replay", "sheet", "it is pure: moves come in, facts go out"),
];

/// Crates and parts of the standard library that only some modules may use.
const ONLY_HERE: &[(&str, &[&str])] = &[
    ("pest", &["syntax"]),
    ("pest_derive", &["syntax"]),
    ("toml", &["format"]),
    ("include_dir", &["format"]),
    ("csv", &["log", "report"]),
    ("csv_core", &["log"]),
    ("jiter", &["json", "log"]),
    // `log` writes games as JSON Lines; it reads them with `jiter`, which knows where each token stands.
    ("serde_json", &["report", "log"]),
    ("comfy_table", &["report"]),
    // `log` reads tables that were printed, whose columns stand below one another in a terminal.
    ("unicode_width", &["report", "log"]),
    ("annotate_snippets", &["diagnostic"]),
    ("strsim", &["diagnostic"]),
    ("num_rational", &["value"]),
    ("num_integer", &["value", "check", "engine"]),
    ("jiff", &["value"]),
    // `log` hashes the bytes of logs, so that a result can say of which logs it is.
    ("blake3", &["ruleset", "lot", "log"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    // `simulate` plays many events at once; `log` reads and replays many files at once, and takes them in one by one;
    // `audit` tries many changes of a format.
    // `engine` lays out the next games while it climbs some, and `report` writes many rows of a standing.
    // `spread` is for everybody else: lists whose items do not hang on one another, such as the rules of a format.
    ("rayon", &["simulate", "log", "audit", "engine", "report", "spread"]),
    ("std::fs", &["cli", "format", "log"]),
    ("std::env", &["cli"]),
    ("std::process", &["cli", "main"]),
];

/// What stands in no source outside its tests.
const NEVER: &[(&str, &str)] = &[
    (".unwrap()", "say what happens instead, or `#[expect(…, reason = \"…\")]`"),
    ("todo!(", "finish it"),
    ("unimplemented!(", "finish it"),
    ("TODO", "finish it, or leave it out"),
    ("FIXME", "mend it"),
    ("f64", "values are exact: use Rational"),
    ("f32", "values are exact: use Rational"),
    ("unsafe ", "there is a safe way"),
];

/// Most lines of a file, its tests left out.
const MOST_LINES: usize = 450;

#[test]
fn modules_know_only_what_lies_below() {
    let mut wrong = String::new();
    for file in sources() {
        for known in file.known() {
            let (Some(own), Some(other)) = (layer(&file.module), layer(&known)) else { continue };
            let (who, place) = (&file.module, &file.path);
            if own < other {
                let _ = writeln!(
                    wrong,
                    "{place}: `{who}` (layer {own}) uses `{known}` (layer {other}), which lies above it: pass it what \
                     it needs, or move the code up"
                );
            } else if own == other && *who != known && !SIDEWAYS.contains(&(who, &known)) {
                let _ = writeln!(
                    wrong,
                    "{place}: `{who}` uses `{known}`, its neighbour in layer {own}: move what both need down, or \
                     list the pair in SIDEWAYS with a reason"
                );
            }
            if let Some((.., why)) = FORBIDDEN.iter().find(|(a, b, _)| a == who && *b == known) {
                let _ = writeln!(wrong, "{place}: `{who}` must not use `{known}`: {why}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_module_has_a_layer() {
    let known: BTreeSet<&str> = LAYERS.iter().map(|(_, module)| *module).collect();
    for file in sources().iter().filter(|file| !["lib", "main"].contains(&file.module.as_str())) {
        assert!(
            known.contains(file.module.as_str()),
            "{}: give the module `{}` a layer in LAYERS, and a line in the table of src/lib.rs",
            file.path,
            file.module
        );
    }
}

#[test]
fn the_table_of_the_library_is_the_plan() {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("//! | ")?.split(" | ");
        let layer: usize = cells.next()?.parse().ok()?;
        Some((layer, cells.next()?.trim_matches(['[', ']', '`']).to_owned()))
    });
    let rows: Vec<(usize, String)> = rows.collect();
    let plan: Vec<(usize, String)> =
        LAYERS.iter().map(|(layer, module)| (*layer, (*module).to_owned())).collect();
    assert_eq!(
        rows, plan,
        "the table in src/lib.rs and LAYERS in tests/suite/architecture.rs must say the same"
    );
}

#[test]
fn crates_stay_where_they_belong() {
    let mut wrong = String::new();
    for file in sources() {
        for (name, homes) in ONLY_HERE {
            if file.uses(name) && !homes.contains(&file.module.as_str()) {
                let _ = writeln!(
                    wrong,
                    "{}: `{name}` is for {} alone: ask them for what you need",
                    file.path,
                    homes.join(", ")
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn no_source_knows_a_game() {
    let formats = files(&root().join("formats"), ".toml");
    let mut games: BTreeSet<String> = formats.iter().map(|path| stem(path)).collect();
    games.extend(formats.iter().filter_map(|path| Some(stem(path).split_once('-')?.0.to_owned())));
    let mut wrong = String::new();
    // Moves are replayed by the rules of their game: each has a folder of its own, and only its name is known outside.
    for file in sources().iter().filter(|file| file.module != "replay") {
        for (number, line) in file.code() {
            let line = line.to_lowercase();
            for game in games.iter().filter(|game| line.contains(game.as_str())) {
                let _ = writeln!(
                    wrong,
                    "{}:{number}: the program knows no game, and here stands `{game}`: what is special to it belongs \
                     into formats/{game}.toml",
                    file.path
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn nothing_is_left_undone() {
    let mut wrong = String::new();
    for file in sources() {
        for (number, line) in file.code() {
            for (never, instead) in NEVER.iter().filter(|(never, _)| has_word(line, never)) {
                let _ = writeln!(wrong, "{}:{number}: `{never}`: {instead}", file.path);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn files_are_small_and_have_a_door_sign() {
    let mut wrong = String::new();
    for file in sources() {
        if !file.text.starts_with("//!") {
            let _ = writeln!(
                wrong,
                "{}: begin it with `//!`: its place, what comes in, what goes out, what it must never know, where to \
                 start",
                file.path
            );
        }
        let lines = file.text[..file.end_of_code()].lines().count();
        if lines > MOST_LINES {
            let _ = writeln!(
                wrong,
                "{}: {lines} lines, and {MOST_LINES} are the most: move one idea into a file of its own",
                file.path
            );
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A source file.
struct Source {
    /// From the root of the crate.
    path: String,
    /// The top-level module.
    module: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let folder = root().join("src");
    let mut found = Vec::new();
    for path in files(&folder, ".rs") {
        let inner = path.strip_prefix(&folder).unwrap();
        let is_test = inner.components().any(|part| {
            let part = Path::new(part.as_os_str());
            part.file_stem().is_some_and(|stem| stem == "tests")
        });
        if is_test {
            continue;
        }
        let first = Path::new(inner.components().next().unwrap().as_os_str());
        found.push(Source {
            path: format!("src/{}", inner.display()),
            module: stem(first),
            text: fs::read_to_string(&path).unwrap(),
        });
    }
    found
}

impl Source {
    /// Where its tests begin.
    fn end_of_code(&self) -> usize {
        self.text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(self.text.len())
    }

    /// Its lines with their numbers, without comments and tests.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text[..self.end_of_code()].lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
        lines.map(|(place, line)| (place + 1, line.split(" // ").next().unwrap_or(line)))
    }

    /// The modules of the crate that it names: `crate::a`, `crate::{a, b::c}`.
    fn known(&self) -> BTreeSet<String> {
        let code: Vec<&str> = self.code().map(|(_, line)| line).collect();
        let code = code.join("\n");
        let mut known = BTreeSet::new();
        for (at, _) in code.match_indices("crate::") {
            if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == '$')
            {
                continue;
            }
            let rest = &code[at + "crate::".len()..];
            match rest.strip_prefix('{') {
                Some(group) => known.extend(group_names(group)),
                None => known.extend(word(rest)),
            }
        }
        known
    }

    /// Whether it names a crate, or a path.
    fn uses(&self, name: &str) -> bool {
        let path = format!("{name}::");
        self.code().any(|(_, line)| {
            line.match_indices(&path).any(|(at, _)| {
                !line[..at]
                    .ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
            }) || line.trim() == format!("use {name};")
        })
    }
}

/// The names at the outer level of `a, b::{c, d}, e}`.
fn group_names(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut fresh = true;
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            _ if fresh && depth == 0 && !sign.is_whitespace() => {
                names.extend(word(&group[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

fn word(text: &str) -> Option<String> {
    let end = text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// Whether a line has this word, and not a longer one that ends or begins with it.
fn has_word(line: &str, wanted: &str) -> bool {
    let joins = |sign: char| sign.is_alphanumeric() || sign == '_';
    let bare = |sign: Option<char>| sign.is_some_and(joins);
    line.match_indices(wanted).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + wanted.len()..].chars().next();
        !(bare(before) && bare(wanted.chars().next()) || bare(after) && bare(wanted.chars().next_back()))
    })
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().find(|(_, known)| *known == module).map(|(layer, _)| *layer)
}

#[test]
fn paths_are_understood() {
    let source = |text: &str| Source { path: String::new(), module: "log".to_owned(), text: text.to_owned() };
    let known: Vec<String> =
        source("use crate::{sheet::{A, B}, value};\nlet x = crate::check::y;").known().into_iter().collect();
    assert_eq!(known, ["check", "sheet", "value"]);
    assert!(source("use csv::Reader;").uses("csv"));
    assert!(!source("my_csv::Reader; // csv::x").uses("csv"));
    assert!(has_word("a.unwrap();", ".unwrap()") && !has_word("let f640 = 1;", "f64"));
}
