//! The page and the engine say the same: every row of a printed table of bands, and every printed level, is tried.
//!
//! What is printed is read back from the page, as somebody in the hall would, and becomes worked examples of a format that
//! builds on the one that was printed; the engine scores them, and a difference is an error. Where the bands are cut over a
//! column, that column is recorded instead of computed, so that any value can be had.

use super::{markdown, shipped};
use crate::support::{Folder, root};
use proptest::prelude::*;
use rulesctl::doc::Language;
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::session::Session;

/// A printed table of bands.
#[derive(Debug, Clone)]
struct Printed {
    /// What it gives.
    name: String,
    /// What it is cut over.
    subject: String,
    /// The headings of its values: a seat, or the name.
    heads: Vec<String>,
    /// What each row takes, and its values.
    rows: Vec<(String, Vec<String>)>,
}

/// Every table of bands on a page in English.
fn tables(page: &str) -> Vec<Printed> {
    let mut found = Vec::new();
    let lines: Vec<&str> = page.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some((name, subject)) = line.strip_suffix(':').and_then(|line| line.split_once(" goes by "))
        else {
            continue;
        };
        if subject == "the first line that applies" {
            continue;
        }
        let cells = |line: &str| -> Vec<String> {
            line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
        };
        let head = cells(lines[at + 2]);
        let heads: Vec<String> = head.into_iter().skip(1).filter(|head| head != "Clause").collect();
        let rows = lines[at + 4..].iter().take_while(|line| line.starts_with('|')).map(|line| {
            let mut cells = cells(line).into_iter();
            let taken = cells.next().unwrap();
            (taken, cells.take(heads.len()).collect())
        });
        let plain = |text: &str| text.trim_matches('`').to_owned();
        found.push(Printed { name: plain(name), subject: plain(subject), rows: rows.collect(), heads });
    }
    found
}

/// The ends of a printed range of whole numbers: `10 to 18`, `19 or more`, `−13 or less`, `0`.
fn ends(taken: &str) -> (Option<i64>, Option<i64>) {
    let number = |text: &str| text.replace('−', "-").parse::<i64>().unwrap_or_else(|_| panic!("`{taken}`"));
    if let Some(low) = taken.strip_suffix(" or more") {
        return (Some(number(low)), None);
    }
    if let Some(high) = taken.strip_suffix(" or less") {
        return (None, Some(number(high)));
    }
    match taken.split_once(" to ") {
        Some((low, high)) => (Some(number(low)), Some(number(high))),
        None => (Some(number(taken)), Some(number(taken))),
    }
}

fn takes(taken: &str, value: i64) -> bool {
    let (low, high) = ends(taken);
    low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
}

/// What a game must hold so that the bands of a format can be tried.
struct Trial {
    format: &'static str,
    /// Laid over the format, so that the subject is recorded.
    over: &'static str,
    /// What the game records beside it.
    game: &'static str,
}

const TRIALS: [Trial; 2] = [
    Trial {
        format: "blokus-pools",
        over: "[game.record]\nprobe = 'integer = 0'\n[game.rules]\ns = 'probe'\n",
        game: "blue.squares_left = 9, red.squares_left = 9, yellow.squares_left = 9, green.squares_left = 9",
    },
    Trial {
        format: "dominoes-blocked",
        over: "",
        game: "ends = [0, 0], Ada.hand = { tiles = [\"1-1\"], said = 1 }, Bo.hand = { tiles = [\"1-2\"], said = 2 }",
    },
];

/// An example in which the subject has this value; the printed row says what comes out.
fn example(trial: &Trial, table: &Printed, value: &str, values: &[String]) -> String {
    let expected: Vec<String> = table
        .heads
        .iter()
        .zip(values)
        .map(|(head, value)| {
            // A table with a column for each seat is a rule of the side; the others are of the game here.
            let who = if *head == table.name { "game" } else { head };
            format!("{who}.{} = {value}", table.name)
        })
        .collect();
    let (set, probe) = if trial.over.is_empty() {
        (format!("set = {{ {} = \"{value}\" }}\n", table.subject), String::new())
    } else {
        (String::new(), format!("probe = {value}, "))
    };
    format!(
        "[[example]]\nname = \"{} of {value}\"\n{set}game = {{ {probe}{} }}\nexpect = {{ {} }}\n",
        table.name,
        trial.game,
        expected.join(", ")
    )
}

/// The errors of a format that builds on one that ships.
fn errors(base: &str, over: &str, examples: &[String]) -> String {
    let text = format!("language = 1\nextends = \"{base}\"\n{over}\n{}", examples.join("\n"));
    let mut session = Session::new();
    let found = Found { path: "trial.toml".to_owned(), text };
    session.check("trial", &found, &Folder(root().join("formats")));
    if session.counts().0 == 0 { String::new() } else { session.rendered(false) }
}

fn bands_of(trial: &Trial) -> Vec<Printed> {
    tables(&markdown(&shipped(trial.format), Some(Language::English), &[]))
}

#[test]
fn every_format_with_bands_is_tried() {
    for name in ShippedFormats.names() {
        let has_bands = !tables(&markdown(&shipped(&name), Some(Language::English), &[])).is_empty();
        let is_tried = TRIALS.iter().any(|trial| trial.format == name);
        assert_eq!(has_bands, is_tried, "say in TRIALS how the bands of {name} can be tried");
    }
}

#[test]
fn the_engine_gives_what_the_bands_on_the_page_say() {
    for trial in &TRIALS {
        for table in bands_of(trial) {
            let mut examples = Vec::new();
            for (taken, values) in &table.rows {
                if trial.over.is_empty() {
                    examples.push(example(trial, &table, taken.trim_matches('`'), values));
                    continue;
                }
                let (low, high) = ends(taken);
                let mut edges: Vec<i64> = low.into_iter().chain(high).collect();
                edges.extend(low.filter(|_| high.is_none()).map(|low| low + 100_000));
                edges.extend(high.filter(|_| low.is_none()).map(|high| high - 100_000));
                edges.dedup();
                examples.extend(edges.iter().map(|edge| example(trial, &table, &edge.to_string(), values)));
            }
            assert!(examples.len() >= table.rows.len());
            assert_eq!(errors(trial.format, trial.over, &examples), "", "{table:?}");
        }
    }
}

#[test]
fn a_page_that_says_something_else_is_noticed() {
    let trial = &TRIALS[0];
    let table = bands_of(trial).remove(0);
    let wrong = ["40".to_owned(), "0".to_owned()];
    let errors = errors(trial.format, trial.over, &[example(trial, &table, "19", &wrong)]);
    assert!(errors.contains("base"), "{errors}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn so_it_is_for_any_value(values in prop::collection::vec(-60_i64..60, 30)) {
        let trial = &TRIALS[0];
        for table in bands_of(trial) {
            let mut values = values.clone();
            values.sort_unstable();
            values.dedup();
            let examples = values.iter().map(|value| {
                let mut rows = table.rows.iter().filter(|(taken, _)| takes(taken, *value));
                let (_, expected) = rows.next().expect("a row takes it");
                assert!(rows.next().is_none(), "two rows take {value}");
                example(trial, &table, &value.to_string(), expected)
            });
            let examples: Vec<String> = examples.collect();
            prop_assert_eq!(errors(trial.format, trial.over, &examples), "");
        }
    }
}

/// The printed levels of the ladder, from the lowest, each with the state that it asks for and how much of it.
fn levels() -> Vec<(String, String, i64)> {
    let page = markdown(&shipped("blokus-ladder"), Some(Language::English), &[]);
    let (_, table) = page.split_once("| Level | Reached when |").expect("a table of levels");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows = rows.filter_map(|line| {
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        let (level, reached) = (cells.next()?, cells.next()?);
        let (state, range) = reached.split_once(": ")?;
        let least = range.strip_suffix(" or more")?.parse().ok()?;
        Some((level.to_owned(), state.trim_matches('`').to_owned(), least))
    });
    rows.collect()
}

/// The states stay as they are, whatever is played.
const STILL: &str = "[ladder.state.\"オーブ\"]\ntype = \"integer 0 or more\"\nstart = 0\nafter = \"オーブ\"\n\
                     [ladder.state.\"累積勝\"]\ntype = \"integer 0 or more\"\nstart = 0\nafter = \"累積勝\"\n";

fn ladder_example(levels: &[(String, String, i64)], wins: i64, orbs: i64) -> String {
    let holds =
        |(_, state, least): &&(String, String, i64)| *least <= if state == "累積勝" { wins } else { orbs };
    // Who has reached none of them is where everybody begins.
    let level = levels.iter().rev().find(holds).map_or("2級", |(level, ..)| level.as_str());
    let side = |seat: &str, name: &str| {
        format!("{seat} = {{ entrant = \"{name}\", \"残マス\" = 9, \"残ピース\" = 2 }}")
    };
    let sides = [side("blue", "A"), side("yellow", "B"), side("red", "C"), side("green", "D")].join(", ");
    format!(
        "[[example]]\nname = \"{wins} wins, {orbs} orbs\"\nbegin = {{ A = {{ \"累積勝\" = {wins}, \"オーブ\" = {orbs} }} }}\n\
         game = {{ {sides} }}\nexpect = {{ A.\"now.level\" = \"{level}\" }}\n"
    )
}

#[test]
fn the_engine_gives_the_levels_on_the_page() {
    let levels = levels();
    assert_eq!(levels.len(), 11, "{levels:?}");
    let mut examples = Vec::new();
    for (_, state, least) in &levels {
        for value in [least - 1, *least, least + 1] {
            let (wins, orbs) = if state == "累積勝" { (value, 0) } else { (0, value) };
            examples.push(ladder_example(&levels, wins, orbs));
        }
    }
    examples.sort();
    examples.dedup();
    assert_eq!(errors("blokus-ladder", STILL, &examples), "");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn so_it_is_for_any_states(states in prop::collection::btree_set((0_i64..5, 0_i64..40), 20)) {
        let levels = levels();
        let examples: Vec<String> =
            states.into_iter().map(|(wins, orbs)| ladder_example(&levels, wins, orbs)).collect();
        prop_assert_eq!(errors("blokus-ladder", STILL, &examples), "");
    }
}
