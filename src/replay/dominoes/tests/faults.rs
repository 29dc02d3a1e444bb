//! Everything that can be wrong, and what is said of it.

use super::{Settings, replay};
use crate::replay::{Choice, FaultKind};
use std::fmt::Write as _;

/// Two players, three tiles each, double-3; the stock is 3-1, 3-2 and 3-3, then 1-0.
const DEAL: &str = r#""deal": {"Ada": ["0-0", "2-0", "2-2"], "Bo": ["1-1", "2-1", "3-0"]}"#;

fn say(all: &mut String, title: &str, text: &str, settings: Settings<'_>) {
    let settings = if settings.iter().any(|(name, _)| *name == "set") {
        settings.to_vec()
    } else {
        [&[("set", Choice::Number(3))], settings].concat()
    };
    let fault = match replay(text, &settings) {
        Ok(facts) => panic!("{title}: {facts:?}"),
        Err(fault) => fault,
    };
    let kind = match fault.kind {
        FaultKind::Unreadable => "unreadable",
        FaultKind::Illegal => "illegal",
    };
    let at = text.get(fault.at.clone()).unwrap_or_else(|| panic!("{title}: {:?} is no place", fault.at));
    writeln!(all, "{title}\n  {kind}: {}\n  at {at}", fault.message).unwrap();
    if let Some(help) = fault.help {
        writeln!(all, "  help: {help}").unwrap();
    }
}

#[test]
fn what_is_wrong_with_a_game() {
    let mut all = String::new();
    let none = ("drawing", Choice::Name("none"));
    let one = ("drawing", Choice::Name("one"));
    let mut played = |title: &str, moves: &str, settings: Settings<'_>| {
        say(&mut all, title, &format!(r#"{{"of": "dominoes", {DEAL}, "played": [{moves}]}}"#), settings);
    };
    played("not in the set", r#"{"Ada": "7-7"}"#, &[]);
    played("drawn and not in the set", r#"{"Ada": "2-2"}, {"Bo": "draws 7-7"}"#, &[]);
    played("in the other hand", r#"{"Ada": "1-1"}"#, &[]);
    played("in the stock", r#"{"Ada": "3-3"}"#, &[]);
    played("on the table", r#"{"Ada": "2-2"}, {"Bo": "2-1"}, {"Ada": "2-2"}"#, &[]);
    played("not their turn", r#"{"Ada": "2-2"}, {"Ada": "2-0"}"#, &[]);
    played(
        "not their turn while another one draws",
        r#"{"Ada": "0-0"}, {"Bo": "draws 3-1"}, {"Ada": "2-0"}"#,
        &[],
    );
    played("fits nowhere", r#"{"Ada": "2-2"}, {"Bo": "3-0"}"#, &[]);
    played(
        "fits nowhere, but may open a line",
        r#"{"Ada": "2-2"}, {"Bo": "3-0"}"#,
        &[("lines", Choice::Number(2))],
    );
    played("no such end", r#"{"Ada": "2-2"}, {"Bo": "2-1", "at": 1}"#, &[]);
    played("not on the tile", r#"{"Ada": "2-2"}, {"Bo": "2-1", "at": 3}"#, &[]);
    played("nothing to attach to", r#"{"Ada": "2-2", "at": 2}"#, &[]);
    played(
        "fits twice",
        r#"{"Ada": "2-0"}, {"Bo": "3-0"}, {"Ada": "2-2"}, {"Bo": "draws 3-2"}, {"Bo": "3-2"}"#,
        &[],
    );
    played("one line", r#"{"Ada": "2-2"}, {"Bo": "1-1", "line": "new"}"#, &[]);
    played(
        "two lines",
        r#"{"Ada": "2-2"}, {"Bo": "1-1", "line": "new"}, {"Ada": "0-0", "line": "new"}"#,
        &[("lines", Choice::Number(2))],
    );
    played("nobody draws", r#"{"Ada": "0-0"}, {"Bo": "draws 3-1"}"#, &[none]);
    played("a second one", r#"{"Ada": "0-0"}, {"Bo": "draws 3-1"}, {"Bo": "draws 3-2"}"#, &[one]);
    played("draws what lies there", r#"{"Ada": "0-0"}, {"Bo": "draws 0-0"}"#, &[]);
    played("draws what another one has", r#"{"Ada": "0-0"}, {"Bo": "draws 2-2"}"#, &[]);
    played("draws what is in the hand", r#"{"Ada": "0-0"}, {"Bo": "draws 1-1"}"#, &[]);
    let drawn = r#"{"Ada": "0-0"}, {"Bo": "draws 3-1"}, {"Bo": "draws 3-2"}, {"Bo": "draws 3-3"}, {"Bo": "draws 1-0"}"#;
    played("used up", &format!(r#"{drawn}, {{"Bo": "draws 1-0"}}"#), &[]);
    played(
        "used up but for one",
        &format!(r#"{}, {{"Bo": "draws 1-0"}}"#, drawn.replace(r#", {"Bo": "draws 1-0"}"#, "")),
        &[("asleep", Choice::Number(1))],
    );
    played("passes too early", r#"{"Ada": "0-0"}, {"Bo": "passes"}"#, &[]);
    played("passes too early, where one is drawn", r#"{"Ada": "0-0"}, {"Bo": "passes"}"#, &[one]);
    played("declares too early", r#"{"Ada": "0-0"}, {"Bo": "declares"}"#, &[]);
    played(
        "declares where a pass would do",
        r#"{"Ada": "0-0"}, {"Bo": "draws 3-1"}, {"Bo": "declares"}"#,
        &[one],
    );
    played("nothing to confirm", r#"{"Ada": "0-0"}, {"Bo": "confirms"}"#, &[none]);
    played("declared before", r#"{"Ada": "0-0"}, {"Bo": "declares"}, {"Ada": "declares"}"#, &[none]);
    played(
        "over, blocked",
        r#"{"Ada": "0-0"}, {"Bo": "declares"}, {"Ada": "confirms"}, {"Bo": "3-0"}"#,
        &[none],
    );
    let out =
        r#"{"Ada": "0-0"}, {"Bo": "3-0"}, {"Ada": "2-0"}, {"Bo": "2-1"}, {"Ada": "passes"}, {"Bo": "1-1"}"#;
    played("over, a hand is empty", &format!(r#"{out}, {{"Ada": "passes"}}"#), &[none]);
    played("cut before the first move", "", &[]);
    played("cut, and somebody can play", r#"{"Ada": "0-0"}"#, &[]);
    let stuck = r#"{"Ada": "0-0"}, {"Bo": "3-0"}, {"Ada": "2-0"}, {"Bo": "2-1"}"#;
    played("cut, and somebody has to draw", stuck, &[]);
    played("cut before it is declared", stuck, &[none]);
    let declared = format!(r#"{stuck}, {{"Ada": "declares"}}"#);
    played("cut, and somebody can play instead of confirming it", &declared, &[none]);
    let three = r#"{"of": "dominoes", "deal": {"Ada": ["3-3", "2-2"], "Bo": ["0-0", "1-1"], "Cy": ["0-1", "0-2"]},
        "played": [{"Ada": "3-3"}, {"Bo": "declares"}]}"#;
    say(&mut all, "cut before two confirm it", three, &[none]);
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_wrong_with_a_deal() {
    let mut all = String::new();
    let mut dealt = |title: &str, deal: &str, settings: Settings<'_>| {
        say(&mut all, title, &format!(r#"{{"of": "dominoes", "deal": {{{deal}}}, "played": []}}"#), settings);
    };
    dealt("nobody", "", &[]);
    dealt("alone", r#""Ada": ["0-0"]"#, &[]);
    let nine: Vec<String> = (0..9).map(|number| format!(r#""P{number}": ["{number}-0"]"#)).collect();
    dealt("nine players", &nine.join(", "), &[("set", Choice::Number(9))]);
    dealt("no tiles", r#""Ada": [], "Bo": []"#, &[]);
    dealt("a hand that is empty", r#""Ada": ["0-0"], "Bo": []"#, &[]);
    dealt("other sizes", r#""Ada": ["0-0"], "Bo": ["1-1", "2-2"]"#, &[]);
    let many = r#""Ada": ["0-0", "0-1"], "Bo": ["0-0", "0-1"]"#;
    dealt("more than there are", many, &[("set", Choice::Name("double_1"))]);
    dealt("not in the set", r#""Ada": ["0-0"], "Bo": ["4-4"]"#, &[]);
    dealt("twice in a hand", r#""Ada": ["0-1", "1-0"], "Bo": ["1-1", "2-2"]"#, &[]);
    dealt("in two hands", r#""Ada": ["0-0", "1-1"], "Bo": ["2-1", [1, 1]]"#, &[]);
    dealt("too few left", r#""Ada": ["0-0"], "Bo": ["1-1"]"#, &[("asleep", Choice::Number(9))]);
    dealt("two of one name", r#""Ada": ["0-0"], "Ada": ["1-1"]"#, &[]);
    dealt("no name", r#""Ada": ["0-0"], " ": ["1-1"]"#, &[]);
    dealt("called as a key", r#""at": ["0-0"], "Bo": ["1-1"]"#, &[]);
    dealt("no hand", r#""Ada": ["0-0"], "Bo": "1-1""#, &[]);
    dealt("no tile", r#""Ada": ["0-0"], "Bo": ["1-x"]"#, &[]);
    dealt("no list of two", r#""Ada": ["0-0"], "Bo": [[1, 1, 1]]"#, &[]);
    dealt("a number", r#""Ada": ["0-0"], "Bo": [11]"#, &[]);
    dealt("too many pips", r#""Ada": ["0-0"], "Bo": ["19-0"]"#, &[]);
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_wrong_with_teams() {
    let mut all = String::new();
    let four = r#""Ada": ["0-0"], "Bo": ["1-1"], "Cy": ["2-2"], "Di": ["3-3"]"#;
    let mut teams = |title: &str, teams: &str| {
        let text = format!(r#"{{"of": "dominoes", "deal": {{{four}}}, "played": [], "teams": {teams}}}"#);
        say(&mut all, title, &text, &[]);
    };
    teams("teams that are a list", r#"[["Ada", "Cy"], ["Bo", "Di"]]"#);
    teams("partners beside each other", r#"{"North": ["Ada", "Bo"], "East": ["Cy", "Di"]}"#);
    teams("teams in another order", r#"{"East": ["Bo", "Di"], "North": ["Ada", "Cy"]}"#);
    teams("one team", r#"{"North": ["Ada", "Cy"]}"#);
    teams("no team", "{}");
    teams("a team of three", r#"{"North": ["Ada", "Bo", "Cy"], "East": ["Di"]}"#);
    teams("somebody who does not play", r#"{"North": ["Ada", "Cyx"], "East": ["Bo", "Di"]}"#);
    teams("in two teams", r#"{"North": ["Ada", "Cy"], "East": ["Bo", "Ada"]}"#);
    teams("a team without a name", r#"{"": ["Ada", "Cy"], "East": ["Bo", "Di"]}"#);
    teams("a team twice", r#"{"North": ["Ada", "Cy"], "North": ["Bo", "Di"]}"#);
    teams("a player that is a list", r#"{"North": [["Ada"], "Cy"], "East": ["Bo", "Di"]}"#);
    let two = r#"{"of": "dominoes", "deal": {"Ada": ["0-0"], "Bo": ["1-1"]}, "played": [],
        "teams": {"North": ["Ada", "Bo"]}}"#;
    say(&mut all, "two players in a team", two, &[]);
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_wrong_with_a_record() {
    let mut all = String::new();
    let mut record = |title: &str, text: &str| say(&mut all, title, text, &[]);
    record("no object", "[]");
    record("no game", r#"{"deal": {}}"#);
    record("another game", r#"{"of": "chess"}"#);
    record("nearly", r#"{"of": "domino"}"#);
    record("a game that is a list", r#"{"of": []}"#);
    record("no deal", r#"{"of": "dominoes", "played": []}"#);
    record("no moves", r#"{"of": "dominoes", "deal": {}}"#);
    record("a key that is not known", r#"{"of": "dominoes", "deals": {}}"#);
    record("a key twice", r#"{"of": "dominoes", "deal": {}, "deal": {}}"#);
    record("the game twice", r#"{"of": "dominoes", "of": "dominoes", "deal": {}, "played": []}"#);
    record("null", r#"{"of": "dominoes", "deal": null, "played": []}"#);
    let mut played = |title: &str, moves: &str| {
        say(&mut all, title, &format!(r#"{{"of": "dominoes", {DEAL}, "played": {moves}}}"#), &[]);
    };
    played("moves that are an object", "{}");
    played("a move that is a text", r#"["2-2"]"#);
    played("a move of nobody", r#"[{"at": 2}]"#);
    played("a move of somebody else", r#"[{"Adda": "2-2"}]"#);
    played("a move of two", r#"[{"Ada": "2-2", "Bo": "2-1"}]"#);
    played("two moves of one", r#"[{"Ada": "2-2"}, {"Bo": "passes", "Bo": "2-1"}]"#);
    played("no move", r#"[{"Ada": "pass"}]"#);
    played("no word", r#"[{"Ada": "pases"}]"#);
    played("nothing drawn", r#"[{"Ada": "draws"}]"#);
    played("no tile drawn", r#"[{"Ada": "draws 2"}]"#);
    played("nothing done", r#"[{"Ada": ""}]"#);
    played("no list of two", r#"[{"Ada": [2]}]"#);
    played("a move that is a number", r#"[{"Ada": 22}]"#);
    played("no number of an end", r#"[{"Ada": "2-2", "at": "left"}]"#);
    played("an end that is a list", r#"[{"Ada": "2-2", "at": [2]}]"#);
    played("an end twice", r#"[{"Ada": "2-2", "at": 2, "at": 2}]"#);
    played("another line", r#"[{"Ada": "2-2", "line": "second"}]"#);
    played("a line that is a flag", r#"[{"Ada": "2-2", "line": true}]"#);
    played("an end and a line", r#"[{"Ada": "2-2", "line": "new", "at": 2}]"#);
    played("an end and no tile", r#"[{"Ada": "passes", "at": 2}]"#);
    let end = r#"{"Ada": "0-0"}, {"Bo": "declares"}, {"Ada": "passes"}"#;
    let mut stock = |title: &str, stock: &str| {
        let text = format!(r#"{{"of": "dominoes", {DEAL}, "played": [{end}], "stock": {stock}}}"#);
        say(&mut all, title, &text, &[("drawing", Choice::Name("none"))]);
    };
    stock("a stock that is a text", r#""3-1""#);
    stock("a stock with no tile", r#"["3"]"#);
    stock("too few", r#"["3-1", "3-2", "3-3"]"#);
    stock("twice", r#"["3-1", "3-2", "3-3", "1-0", "0-1"]"#);
    stock("on the table", r#"["3-1", "3-2", "3-3", "1-0", "0-0"]"#);
    stock("in a hand", r#"["3-1", "3-2", "3-3", "1-0", "1-1"]"#);
    stock("not in the set", r#"["3-1", "3-2", "3-3", "1-0", "4-4"]"#);
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_wrong_with_a_house() {
    let mut all = String::new();
    let text = format!(r#"{{"of": "dominoes", {DEAL}, "played": []}}"#);
    for (name, choice) in [
        ("set", Choice::Number(0)),
        ("set", Choice::Number(19)),
        ("set", Choice::Number(-6)),
        ("set", Choice::Name("double_six")),
        ("set", Choice::Name("double_25")),
        ("set", Choice::Flag(true)),
        ("drawing", Choice::Name("on")),
        ("drawing", Choice::Name("sometimes")),
        ("drawing", Choice::Number(1)),
        ("drawing", Choice::Flag(false)),
        ("asleep", Choice::Number(-1)),
        ("asleep", Choice::Name("two")),
        ("lines", Choice::Number(0)),
        ("lines", Choice::Number(i64::MAX)),
        ("double_ends", Choice::Number(0)),
        ("spinner", Choice::Number(9)),
        ("spinner", Choice::Flag(true)),
    ] {
        say(&mut all, &format!("{name}: {choice:?}"), &text, &[(name, choice)]);
    }
    insta::assert_snapshot!(all);
}
