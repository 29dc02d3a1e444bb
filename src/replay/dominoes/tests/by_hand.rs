//! Games worked out by hand: how they end, what counts as blocked, and what each house makes of them.

use super::{Settings, replay, told};
use crate::replay::{Choice, Record};

const SET_2: (&str, Choice<'_>) = ("set", Choice::Number(2));
const SET_4: (&str, Choice<'_>) = ("set", Choice::Name("double_4"));
const NO_DRAWING: (&str, Choice<'_>) = ("drawing", Choice::Name("none"));
const DRAW_ONE: (&str, Choice<'_>) = ("drawing", Choice::Name("one"));

fn game(deal: &str, played: &str) -> String {
    format!(r#"{{"of": "dominoes", "deal": {{{deal}}}, "played": [{played}]}}"#)
}

#[track_caller]
fn told_of(text: &str, settings: Settings<'_>) -> Vec<String> {
    match replay(text, settings) {
        Ok(facts) => told(&facts),
        Err(fault) => panic!("{fault:?}"),
    }
}

/// What is wrong with a record.
#[track_caller]
fn wrong(text: &str, settings: Settings<'_>) -> String {
    match replay(text, settings) {
        Ok(facts) => panic!("{:?}", told(&facts)),
        Err(fault) => fault.message,
    }
}

#[test]
fn a_game_ends_when_a_hand_is_empty() {
    let deal = r#""Ada": ["2-2", "1-2"], "Bo": ["0-0", "0-1"]"#;
    let played = r#"{"Ada": "2-2"}, {"Bo": "draws 1-1"}, {"Bo": "draws 0-2"}, {"Bo": "0-2"}, {"Ada": "1-2"}"#;
    assert_eq!(
        told_of(&game(deal, played), &[SET_2]),
        [
            "game: ends [0, 1], stock []",
            "0 hand: tiles [], said 0, concealed []",
            "1 hand: tiles [0-0 1-0 1-1], said 0, concealed []",
        ]
    );
    let on = format!(r#"{played}, {{"Bo": "0-0"}}"#);
    assert_eq!(wrong(&game(deal, &on), &[SET_2]), "move 6, `Bo`: the game was over: `Ada` had no tile left");
}

/// Every tile with a four lies on the table and both ends are fours: nobody can play. Five tiles are in the stock.
const FOURS: &str =
    r#""Ada": ["4-4", "2-4", "2-3", "3-4", "0-0"], "Bo": ["0-4", "0-1", "1-4", "1-1", "2-2"]"#;
const ALL_FOURS: &str = r#"{"Ada": "4-4"}, {"Bo": "0-4"}, {"Ada": "2-4"}, {"Bo": "0-1"}, {"Ada": "2-3"},
    {"Bo": "1-4"}, {"Ada": "3-4", "at": 3}"#;

fn fours(after: &str) -> String {
    game(FOURS, &format!("{ALL_FOURS}{after}"))
}

#[test]
fn a_game_is_blocked_when_nobody_can_play_and_the_stock_is_used_up() {
    let draws = r#", {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}, {"Bo": "draws 1-2"}, {"Bo": "draws 1-3"},
        {"Bo": "draws 3-3"}"#;
    let wanted = [
        "game: ends [4, 4], stock []",
        "0 hand: tiles [0-0], said 2, concealed []",
        "1 hand: tiles [2-0 3-0 1-1 2-1 3-1 2-2 3-3], said 1, concealed []",
    ];
    for said in
        [["declares", "confirms"], ["passes", "passes"], ["declares", "passes"], ["passes", "confirms"]]
    {
        let said = format!(r#"{draws}, {{"Bo": "{}"}}, {{"Ada": "{}"}}"#, said[0], said[1]);
        assert_eq!(told_of(&fours(&said), &[SET_4]), wanted, "{said}");
    }
    let unconfirmed = format!(r#"{draws}, {{"Bo": "declares"}}"#);
    assert_eq!(
        wrong(&fours(&unconfirmed), &[SET_4]),
        "the game is not over after move 13: `Ada` can play nothing, and has not confirmed it"
    );
    let again = format!(r#"{draws}, {{"Bo": "declares"}}, {{"Ada": "confirms"}}, {{"Bo": "declares"}}"#);
    assert_eq!(
        wrong(&fours(&again), &[SET_4]),
        "move 15, `Bo`: the game was over: everybody had said that they can play nothing"
    );
}

#[test]
fn it_is_not_blocked_while_the_stock_can_give() {
    // Only the first condition holds: nobody can play.
    assert_eq!(
        wrong(&fours(r#", {"Bo": "declares"}, {"Ada": "confirms"}"#), &[SET_4]),
        "move 8, `Bo`: they declare the game blocked, but the stock still has 5 tiles to give"
    );
    let four = r#", {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}, {"Bo": "draws 1-2"}, {"Bo": "draws 1-3"}"#;
    assert_eq!(
        wrong(&fours(&format!(r#"{four}, {{"Bo": "passes"}}"#)), &[SET_4]),
        "move 12, `Bo`: they pass, but the stock still has 1 tile to give"
    );
    assert_eq!(
        wrong(&fours(four), &[SET_4]),
        "the game is not over after move 11: `Bo` can play nothing, and has to draw"
    );
}

/// The stock is empty from the beginning.
const ALL_DEALT: &str = r#""Ada": ["2-2", "0-0"], "Bo": ["1-1", "0-1"], "Cy": ["0-2", "1-2"]"#;

#[test]
fn it_is_not_blocked_while_somebody_can_play() {
    // Only the second condition holds: the stock is used up. Cy plays, and breaks the verification off.
    let played = r#"{"Ada": "2-2"}, {"Bo": "declares"}, {"Cy": "0-2"}, {"Ada": "0-0"}"#;
    assert_eq!(
        told_of(&game(ALL_DEALT, played), &[SET_2]),
        [
            "game: ends [0, 2], stock []",
            "0 hand: tiles [], said 0, concealed []",
            "1 hand: tiles [1-0 1-1], said 0, concealed []",
            "2 hand: tiles [2-1], said 0, concealed []",
        ]
    );
    let early = r#"{"Ada": "2-2"}, {"Bo": "declares"}, {"Cy": "0-2"}, {"Ada": "confirms"}"#;
    assert_eq!(
        wrong(&game(ALL_DEALT, early), &[SET_2]),
        "move 4, `Ada`: there is nothing to confirm: nobody has declared the game blocked"
    );
}

#[test]
fn whoever_conceals_a_tile_breaks_no_rule_of_the_record() {
    // Cy could have played either tile, and the others took the word for it.
    let blocked = r#"{"Ada": "2-2"}, {"Bo": "declares"}, {"Cy": "confirms"}, {"Ada": "confirms"}"#;
    assert_eq!(
        told_of(&game(ALL_DEALT, blocked), &[SET_2]),
        [
            "game: ends [2, 2], stock []",
            "0 hand: tiles [0-0], said 3, concealed []",
            "1 hand: tiles [1-0 1-1], said 1, concealed []",
            "2 hand: tiles [2-0 2-1], said 2, concealed [2-0 2-1]",
        ]
    );
    // Ada conceals a tile, and somebody else plays: everything starts anew, and what was concealed stays known.
    let played_on = r#"{"Ada": "2-2"}, {"Bo": "passes"}, {"Cy": "0-2"}, {"Ada": "declares"}, {"Bo": "0-1"},
        {"Cy": "1-2", "at": 1}"#;
    assert_eq!(
        told_of(&game(ALL_DEALT, played_on), &[SET_2]),
        [
            "game: ends [2, 2], stock []",
            "0 hand: tiles [0-0], said 0, concealed [0-0]",
            "1 hand: tiles [1-1], said 0, concealed []",
            "2 hand: tiles [], said 0, concealed []",
        ]
    );
}

#[test]
fn what_was_concealed_first_is_told() {
    // Bo draws though 2-0 fits, and then holds 2-1 as well.
    let deal = r#""Ada": ["2-2", "0-0"], "Bo": ["2-0", "1-0"]"#;
    let played =
        r#"{"Ada": "2-2"}, {"Bo": "draws 1-1"}, {"Bo": "draws 2-1"}, {"Bo": "declares"}, {"Ada": "passes"}"#;
    assert_eq!(
        told_of(&game(deal, played), &[SET_2]),
        [
            "game: ends [2, 2], stock []",
            "0 hand: tiles [0-0], said 2, concealed []",
            "1 hand: tiles [1-0 2-0 1-1 2-1], said 1, concealed [2-0]",
        ]
    );
}

#[test]
fn a_house_where_one_tile_is_drawn() {
    // The stock gives five tiles: only when the last one is drawn, a pass is a declaration.
    let turns = r#", {"Bo": "draws 0-2"}, {"Bo": "passes"}, {"Ada": "draws 0-3"}, {"Ada": "passes"},
        {"Bo": "draws 1-2"}, {"Bo": "passes"}, {"Ada": "draws 1-3"}, {"Ada": "passes"}, {"Bo": "draws 3-3"}"#;
    let end = format!(r#"{turns}, {{"Bo": "declares"}}, {{"Ada": "confirms"}}"#);
    assert_eq!(
        told_of(&fours(&end), &[SET_4, DRAW_ONE]),
        [
            "game: ends [4, 4], stock []",
            "0 hand: tiles [0-0 3-0 3-1], said 2, concealed []",
            "1 hand: tiles [2-0 1-1 2-1 2-2 3-3], said 1, concealed []",
        ]
    );
    for (after, wanted) in [
        (r#", {"Bo": "passes"}"#, "move 8, `Bo`: they pass, but the stock still has 5 tiles to give"),
        (
            r#", {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}"#,
            "move 9, `Bo`: a second tile is drawn, and the house allows only one",
        ),
        (
            r#", {"Bo": "draws 0-2"}, {"Bo": "declares"}"#,
            "move 9, `Bo`: they declare the game blocked, but the stock still has 4 tiles to give",
        ),
        (
            r#", {"Bo": "draws 0-2"}, {"Bo": "passes"}, {"Ada": "confirms"}"#,
            "move 10, `Ada`: there is nothing to confirm: nobody has declared the game blocked",
        ),
        (
            r#", {"Bo": "draws 0-2"}"#,
            "the game is not over after move 8: `Bo` can play nothing, and has not passed",
        ),
    ] {
        assert_eq!(wrong(&fours(after), &[SET_4, DRAW_ONE]), wanted);
    }
}

#[test]
fn a_house_where_nobody_draws() {
    assert_eq!(
        told_of(&fours(r#", {"Bo": "declares"}, {"Ada": "confirms"}"#), &[SET_4, NO_DRAWING]),
        [
            "game: ends [4, 4], stock [2-0 3-0 2-1 3-1 3-3]",
            "0 hand: tiles [0-0], said 2, concealed []",
            "1 hand: tiles [1-1 2-2], said 1, concealed []",
        ]
    );
    assert_eq!(
        wrong(&fours(r#", {"Bo": "draws 0-2"}"#), &[SET_4, NO_DRAWING]),
        "move 8, `Bo`: nobody draws in this house"
    );
}

#[test]
fn a_house_where_tiles_stay_asleep() {
    let asleep = [SET_4, ("asleep", Choice::Number(2))];
    let draws = r#", {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}, {"Bo": "draws 1-2"}"#;
    let end = format!(r#"{draws}, {{"Bo": "declares"}}, {{"Ada": "confirms"}}"#);
    assert_eq!(
        told_of(&fours(&end), &asleep),
        [
            "game: ends [4, 4], stock [3-1 3-3]",
            "0 hand: tiles [0-0], said 2, concealed []",
            "1 hand: tiles [2-0 3-0 1-1 2-1 2-2], said 1, concealed []",
        ]
    );
    let more = format!(r#"{draws}, {{"Bo": "draws 1-3"}}"#);
    assert_eq!(
        wrong(&fours(&more), &asleep),
        "move 11, `Bo`: there is nothing to draw: the stock is used up"
    );
    let most = [SET_4, ("asleep", Choice::Number(6))];
    assert_eq!(wrong(&fours(""), &most), "the deal leaves 5 tiles in the stock, where 6 stay asleep");
}

#[test]
fn a_house_where_lines_branch_at_doubles() {
    let ends = |deal: &str, played: &str, double_ends: i64, spinner: Option<i64>, lines: i64| {
        let mut settings =
            vec![NO_DRAWING, ("double_ends", Choice::Number(double_ends)), ("lines", Choice::Number(lines))];
        settings.extend(spinner.map(|spinner| ("spinner", Choice::Number(spinner))));
        told_of(&game(deal, played), &settings).swap_remove(0).split_once(", stock").unwrap().0.to_owned()
    };
    // The first tile is the first double: one end more than it opens when attached.
    let deal = r#""Ada": ["6-6", "6-5"], "Bo": ["6-1", "0-0"]"#;
    let played = r#"{"Ada": "6-6"}, {"Bo": "6-1"}, {"Ada": "6-5"}"#;
    assert_eq!(ends(deal, played, 1, None, 1), "game: ends [1, 5]");
    assert_eq!(ends(deal, played, 1, Some(3), 1), "game: ends [1, 5, 6, 6]");
    assert_eq!(ends(deal, played, 2, None, 1), "game: ends [1, 5, 6]");
    assert_eq!(ends(deal, played, 3, Some(1), 1), "game: ends [1, 5]");
    // Attached, it takes one end and opens others in its place.
    let deal = r#""Ada": ["6-5", "3-3"], "Bo": ["5-5", "5-1"]"#;
    let played = r#"{"Ada": "6-5"}, {"Bo": "5-5"}, {"Ada": "passes"}, {"Bo": "5-1"}"#;
    assert_eq!(ends(deal, played, 1, None, 1), "game: ends [1, 6]");
    assert_eq!(ends(deal, played, 2, None, 1), "game: ends [1, 5, 6]");
    assert_eq!(ends(deal, played, 2, Some(3), 1), "game: ends [1, 5, 5, 6]");
    // Only the first double of the game is the spinner, be it in another line.
    let deal = r#""Ada": ["6-6", "6-5"], "Bo": ["5-5", "3-3"]"#;
    let played = r#"{"Ada": "6-6"}, {"Bo": "3-3", "line": "new"}, {"Ada": "6-5"}"#;
    assert_eq!(ends(deal, played, 1, Some(3), 2), "game: ends [5, 6, 6, 6, 3, 3]");
    assert_eq!(ends(deal, played, 2, Some(1), 2), "game: ends [5, 6, 3, 3, 3]");
    let deal = r#""Ada": ["6-6", "6-5", "4-4"], "Bo": ["5-5", "5-0", "3-3"]"#;
    let played = r#"{"Ada": "6-6"}, {"Bo": "passes"}, {"Ada": "6-5"}, {"Bo": "5-5"}, {"Ada": "passes"},
        {"Bo": "5-0"}, {"Ada": "passes"}, {"Bo": "passes"}"#;
    assert_eq!(ends(deal, played, 2, Some(1), 1), "game: ends [0, 5, 6]");
}

#[test]
fn whoever_may_open_a_line_can_play_any_tile() {
    let deal = r#""Ada": ["2-2", "0-0"], "Bo": ["1-1", "0-1"], "Cy": ["0-2", "1-2"]"#;
    let played = r#"{"Ada": "2-2"}, {"Bo": "passes"}, {"Cy": "0-2"}, {"Ada": "0-0"}"#;
    let facts = told_of(&game(deal, played), &[SET_2, ("lines", Choice::Number(2))]);
    assert_eq!(facts[2], "1 hand: tiles [1-0 1-1], said 0, concealed [1-0 1-1]");
    // The first tile opens a line whether it is said or not; after it the others only where the house allows.
    let new = r#"{"Ada": "2-2", "line": "new"}, {"Bo": "declares"}, {"Cy": "0-2"}, {"Ada": "0-0"}"#;
    assert_eq!(told_of(&game(deal, new), &[SET_2])[0], "game: ends [0, 2], stock []");
    let second = r#"{"Ada": "2-2"}, {"Bo": "1-1", "line": "new"}"#;
    assert_eq!(
        wrong(&game(deal, second), &[SET_2]),
        "move 2, `Bo`: there is a line, and the house allows only one"
    );
}

#[test]
fn an_end_is_named_where_it_matters() {
    let deal = r#""Ada": ["2-1", "0-0"], "Bo": ["1-1", "2-2"], "Cy": ["0-2", "1-0"]"#;
    let played =
        |last: &str| game(deal, &format!(r#"{{"Ada": "2-1"}}, {{"Bo": "1-1"}}, {{"Cy": "0-2"}}{last}"#));
    let both = r#", {"Ada": "passes"}, {"Bo": "passes"}, {"Cy": "1-0"}"#;
    assert_eq!(wrong(&played(both), &[SET_2]), "move 6, `Cy`: `1-0` fits two open ends");
    let fault = replay(&played(both), &[SET_2]).unwrap_err();
    assert_eq!(fault.help.as_deref(), Some("write `\"at\": 0` or `\"at\": 1` beside it"));
    for (end, wanted) in [("0", "[1, 1]"), ("1", "[0, 0]"), ("\"1\"", "[0, 0]")] {
        let with = both.replace("1-0\"", &format!("1-0\", \"at\": {end}"));
        assert_eq!(told_of(&played(&with), &[SET_2])[0], format!("game: ends {wanted}, stock []"));
    }
    // Several ends with one number are all the same: nothing has to be said.
    let deal = r#""Ada": ["6-6", "6-5"], "Bo": ["6-1", "0-0"]"#;
    let played = r#"{"Ada": "6-6"}, {"Bo": "6-1"}, {"Ada": "6-5"}"#;
    told_of(&game(deal, played), &[("spinner", Choice::Number(3))]);
}

#[test]
fn tiles_and_names_are_read_however_they_are_written() {
    let deal = r#""Ada": ["2-2", "1-2"], "Bo": ["0-0", "0-1"]"#;
    let played = r#"{"Ada": "2-2"}, {"Bo": "draws 1-1"}, {"Bo": "draws 0-2"}, {"Bo": "0-2"}, {"Ada": "1-2"}"#;
    let wanted = told_of(&game(deal, played), &[SET_2]);
    let deal = r#""Ada ": [[2, 2], "2|1"], " Bo": ["0:0", [0, "1"]]"#;
    let played = r#"{" Ada": [2, 2]}, {"Bo": " draws  1|1 "}, {"Bo": "draws 2:0"}, {"at": "2", "Bo": [0, 2]},
        {"Ada": "2 - 1", "at": 2}"#;
    assert_eq!(told_of(&game(deal, played), &[SET_2]), wanted);
}

#[test]
fn partners_sit_opposite_each_other() {
    let deal = r#""Ada": ["0-0", "3-3"], "Bo": ["1-1", "1-2"], "Cy": ["2-2", "2-3"], "Di": ["0-1", "1-3"]"#;
    let played = r#"{"Bo": "1-1"}, {"Cy": "passes"}, {"Di": "0-1"}, {"Ada": "0-0"}, {"Bo": "1-2"}"#;
    let settings = [("set", Choice::Name("double-3")), NO_DRAWING];
    let game = |teams: &str| {
        format!(
            r#"{{"of": "dominoes", "teams": {{{teams}}}, "stock": ["3-0", "0-2"], "deal": {{{deal}}},
            "played": [{played}]}}"#
        )
    };
    let sides = |text: &str| {
        let players = Record::from_json(&super::node(text)).unwrap().players;
        assert!(players.iter().all(|player| player.parts.is_empty()));
        players.into_iter().map(|player| player.name.unwrap()).collect::<Vec<_>>()
    };
    let text = game(r#""North": ["Ada", "Cy"], "East": ["Bo", "Di"]"#);
    assert_eq!(sides(&text), ["North", "East"]);
    assert_eq!(
        told_of(&text, &settings),
        [
            "game: ends [0, 2], stock [2-0 3-0]",
            "0 hand: tiles [3-3], said 0, concealed []",
            "1 hand: tiles [], said 0, concealed []",
            "0 partner: tiles [2-2 3-2], said 0, concealed []",
            "1 partner: tiles [3-1], said 0, concealed []",
        ]
    );
    // Who of a team is named first does not matter, only how they sit; the teams are named in the order in which they sit.
    let turned = game(r#""North": ["Cy", "Ada"], "East": ["Di", "Bo"]"#);
    assert_eq!(told_of(&turned, &settings), told_of(&text, &settings));
    let other = game(r#""East": ["Bo", "Di"], "North": ["Ada", "Cy"]"#);
    assert_eq!(wrong(&other, &settings), "`Ada` sits where `East` has a player");
}
