//! Moves in JSON: the same games as in files, who made which move, and what the rules leave open at a table.

use super::invented::{Lots, file, json, moves, usual};
use super::{score, score_json};
use proptest::prelude::*;
use rulesctl::diagnostic::Code;
use rulesctl::replay::blokus::{Corners, Move, Square, Variant};
use rulesctl::replay::{Fact, Facts, FaultKind, Record};

const NAMES: [&str; 4] = ["Ala", "Ola", "Ela", "Ula"];

fn read(moves: &str) -> Result<Record, String> {
    let mut jiter = jiter::Jiter::new(moves.as_bytes());
    let node = rulesctl::json::read(&mut jiter, moves.as_bytes()).unwrap();
    Record::from_json(&node)
        .map_err(|fault| format!("{} ({})", fault.message, fault.help.unwrap_or_default()))
}

fn replay(moves: &str) -> Result<Vec<Facts>, String> {
    read(moves)?.replay(&|_| None).map_err(|fault| fault.message)
}

/// Nobody is said to have made a move.
fn nobody(_: usize, _: &Move) -> Option<String> {
    None
}

/// Who plays each colour in turn, in the order of the colours; of three the fourth is played by all in turn.
fn in_turn(variant: Variant) -> impl FnMut(usize, &Move) -> Option<String> {
    let mut shared = 0;
    move |_, played| {
        let person = match variant {
            Variant::Four | Variant::Teams => played.colour,
            Variant::Two | Variant::Duo => played.colour % 2,
            Variant::Three if played.colour == 3 => {
                shared += 1;
                (shared - 1) % 3
            }
            Variant::Three => played.colour,
            Variant::Solo => 0,
        };
        Some(NAMES[person].to_owned())
    }
}

/// `, "players": […]`
fn players(variant: Variant) -> String {
    let count = match variant {
        Variant::Four | Variant::Teams => 4,
        Variant::Three => 3,
        Variant::Two | Variant::Duo => 2,
        Variant::Solo => 1,
    };
    format!(", \"players\": {:?}", &NAMES[..count])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_file_and_json_tell_the_same_game(seed in any::<u64>(), which in 0_usize..4) {
        let (variant, head) = [
            (Variant::Four, "GM[Blokus]P1[Ala]P2[Ola]P3[Ela]P4[Ula]"),
            (Variant::Two, "GM[Blokus Two-Player]PB[Ala]PW[Ola]"),
            (Variant::Three, "GM[Blokus Three-Player]P1[Ala]P2[Ola]P3[Ela]"),
            (Variant::Duo, "GM[Blokus Duo]PB[Ala]PW[Ola]"),
        ][which];
        let played = moves(variant, &usual(variant), Corners::Own, seed);
        let of_file = Record::read(file(variant, &played, head).as_bytes()).unwrap();
        let of_json = read(&json(variant, &played, &players(variant), in_turn(variant))).unwrap();
        prop_assert_eq!(of_file.replay(&|_| None), of_json.replay(&|_| None));
        prop_assert_eq!(of_file.picture(), of_json.picture());
        prop_assert_eq!((of_file.variant, of_file.moves()), (of_json.variant, of_json.moves()));
        let parts = |record: &Record| -> Vec<_> {
            record.players.iter().map(|player| (player.name.clone(), player.parts)).collect()
        };
        prop_assert_eq!(parts(&of_file), parts(&of_json));
    }

    #[test]
    fn whoever_begins_and_in_whichever_corner(seed in any::<u64>(), which in 0_usize..5) {
        let variant = [Variant::Four, Variant::Two, Variant::Three, Variant::Solo, Variant::Teams][which];
        let mut lots = Lots::new(seed);
        let order = match variant {
            Variant::Two | Variant::Teams => [[2, 3, 0, 1], [3, 2, 1, 0], [0, 3, 2, 1]][lots.below(3)],
            _ => [[2, 3, 0, 1], [3, 1, 0, 2], [0, 2, 3, 1]][lots.below(3)],
        };
        let corners = if variant == Variant::Teams { Corners::Clockwise } else { Corners::Free };
        let played = moves(variant, &order, corners, seed);
        let names: Vec<&str> = order.iter().map(|colour| variant.colours()[*colour]).collect();
        let head = format!(", \"order\": {names:?}");
        prop_assert!(replay(&json(variant, &played, &head, nobody)).is_ok());
        // Each has a corner of its own; in teams those of one team lie across.
        let corner = |colour: usize| {
            let first = played.iter().find(|played| played.colour == colour).unwrap();
            let corners = [(0, 19), (19, 19), (19, 0), (0, 0)];
            corners.iter().position(|&(column, row)| first.squares.contains(&Square { column, row })).unwrap()
        };
        let mut all = [corner(0), corner(1), corner(2), corner(3)];
        prop_assert!(variant != Variant::Teams || all[0].abs_diff(all[2]) == 2 && all[1].abs_diff(all[3]) == 2);
        all.sort_unstable();
        prop_assert_eq!(all, [0, 1, 2, 3]);
    }

    #[test]
    fn one_change_is_legal_or_caught(
        seed in any::<u64>(),
        which in 0_usize..6,
        changed in 0_usize..1000,
        square in 0_usize..5,
        column in 0_u8..21,
        row in 0_u8..21,
    ) {
        let variant = Variant::ALL[which];
        let mut played = moves(variant, &usual(variant), Corners::Own, seed);
        let changed = changed % played.len();
        let squares = &mut played[changed].squares;
        let (count, square) = (squares.len(), square % squares.len());
        squares[square] = Square { column, row };
        let text = json(variant, &played, &players(variant), in_turn(variant));
        // What became of the game is right or wrong from this move on, and not before.
        let record = read(&text).unwrap();
        match record.replay(&|_| None) {
            Ok(facts) => {
                prop_assert_eq!(played[changed].squares.len(), count);
                prop_assert_eq!(facts.len(), variant.colours().len());
            }
            Err(fault) => {
                prop_assert_eq!(fault.kind, FaultKind::Illegal);
                let number = fault.message.strip_prefix("move ").map(|rest| rest.split(',').next().unwrap().to_owned());
                match number {
                    Some(number) => prop_assert!(number.parse::<usize>().unwrap() > changed, "{}", fault.message),
                    None => prop_assert!(fault.message.starts_with("the game is not over after"), "{}", fault.message),
                }
            }
        }
    }

    #[test]
    fn another_hand_is_caught(seed in any::<u64>(), which in 0_usize..6, changed in 0_usize..1000, other in 1_usize..4) {
        let variant = Variant::ALL[which];
        let played = moves(variant, &usual(variant), Corners::Own, seed);
        let changed = changed % played.len();
        let mut right = in_turn(variant);
        let people = [4, 4, 2, 3, 1, 2][which];
        let mut swapped = false;
        let text = json(variant, &played, &players(variant), |place, move_| {
            let by = right(place, move_)?;
            let person = NAMES.iter().position(|name| *name == by)?;
            let wrong = NAMES[(person + other) % people];
            swapped |= place == changed && wrong != by;
            Some(if place == changed { wrong.to_owned() } else { by })
        });
        match replay(&text) {
            Ok(_) => prop_assert!(!swapped),
            Err(message) => {
                prop_assert!(swapped, "{message}");
                prop_assert!(message.starts_with(&format!("move {}, ", changed + 1)), "{message}");
            }
        }
    }
}

/// The first three rounds of a game of three.
const THREE: &str = r#"{"blue": ["a20"]}, {"yellow": ["t20"]}, {"red": ["t1"]}, {"green": ["a1"], "by": "Ala"},
    {"blue": ["b19", "c19"]}, {"yellow": ["s19", "r19"]}, {"red": ["s2", "r2"]}, {"green": ["b2", "c2"], "by": "Ola"},
    {"blue": ["d18", "e18", "f18"]}, {"yellow": ["q18", "p18", "o18"]}, {"red": ["q3", "p3", "o3"]}"#;

fn three(players: &str, last: &str) -> String {
    let head = r#"{"of": "blokus", "variant": "three""#;
    replay(&format!("{head}, \"players\": {players}, \"played\": [{THREE}, {last}]}}")).unwrap_err()
}

#[test]
fn the_shared_colour_is_placed_in_turn() {
    let list = r#"["Ala", "Ola", "Ela"]"#;
    let green = |by: &str| three(list, &format!(r#"{{"green": ["d3", "e3", "f3"], "by": "{by}"}}"#));
    // The third is Ela's; then only the end is missing.
    assert_eq!(green("Ela"), "the game is not over after 12 moves: blue can place more");
    assert_eq!(green("Ala"), "move 12, green: green is shared, and it is the turn of `Ela`, not of `Ala`");
    assert_eq!(green("Ella"), "move 12, green: nobody called `Ella` plays");
    // Whoever plays yellow in place of green: then green is Ola's, and yellow is shared.
    let other = r#"{"blue": "Ala", "green": "Ola", "red": "Ela"}"#;
    assert_eq!(three(other, r#"{"green": ["d3"]}"#), "move 4, green: green is played by `Ola`, not by `Ala`");
    // Where nobody has a name, each is called by the colour.
    let unnamed = THREE.replace("Ala", "blue").replace("Ola", "yellow");
    let text = |by: &str| {
        format!(
            r#"{{"of": "blokus", "variant": "three", "played": [{unnamed}, {{"green": ["d3", "e3", "f3"], "by": "{by}"}}]}}"#
        )
    };
    assert_eq!(replay(&text("red")).unwrap_err(), "the game is not over after 12 moves: blue can place more");
    assert_eq!(
        replay(&text("blue")).unwrap_err(),
        "move 12, green: green is shared, and it is the turn of `red`, not of `blue`"
    );
}

#[test]
fn every_way_of_playing_is_scored() {
    let whole = |variant: Variant, head: &str| {
        let corners = if variant == Variant::Teams { Corners::Clockwise } else { Corners::Free };
        json(variant, &moves(variant, &usual(variant), corners, 5), head, nobody)
    };
    for (variant, way) in [
        (Variant::Four, "four"),
        (Variant::Teams, "teams"),
        (Variant::Two, "two"),
        (Variant::Three, "three"),
        (Variant::Solo, "one"),
    ] {
        let run = score_json(&[&whole(variant, &players(variant))], &[("players", way)]);
        assert!(run.codes().is_empty() && run.json.contains("Ala"), "{}", run.text());
        let run = score_json(&[&whole(variant, "")], &[("players", way)]);
        assert!(run.codes().is_empty() && !run.json.contains("Ala"), "{}", run.text());
    }
    // Those who are a team are one in every game.
    let teams = [
        r#"["Ela", "Ola", "Ala", "Ula"]"#,
        r#"["Ala", "Ula", "Ela", "Ola"]"#,
        r#"["Ala & Ela", "Ola & Ula"]"#,
    ];
    let games = teams.map(|names| whole(Variant::Teams, &format!(", \"players\": {names}")));
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let run = score_json(&games, &[("players", "teams")]);
    assert!(run.codes().is_empty(), "{}", run.text());
    assert_eq!(run.json.matches("\"name\": \"Ala & Ela\"").count(), 1);
    assert_eq!(run.json.matches("\"name\": ").count(), 2, "{}", run.json);
    // A game of two is no game of four.
    let run = score_json(&[&whole(Variant::Two, &players(Variant::Two))], &[]);
    assert_eq!(run.codes(), [Code::OtherSeats]);
    let duo = json(
        Variant::Duo,
        &moves(Variant::Duo, &[0, 1], Corners::Own, 5),
        ", \"players\": [\"Ala\", \"Ola\"]",
        nobody,
    );
    let run = score("blokus-duo", &[&format!("{{\"game\": {{\"moves\": {duo}}}}}")], &[]);
    assert!(run.codes().is_empty() && run.json.contains("\"Ola\""), "{}", run.text());
}

#[test]
fn one_player_places_all_colours() {
    let played = moves(Variant::Solo, &usual(Variant::Solo), Corners::Free, 9);
    let facts =
        replay(&json(Variant::Solo, &played, &players(Variant::Solo), in_turn(Variant::Solo))).unwrap();
    let left: u32 = facts
        .iter()
        .filter_map(|facts| match facts.facts.iter().find(|(name, _)| *name == "pieces_left") {
            Some((_, Fact::Number(left))) => Some(*left),
            _ => None,
        })
        .sum();
    assert_eq!(left as usize, 84 - played.len());
    let run = score_json(&[&json(Variant::Solo, &played, "", nobody)], &[("players", "one")]);
    assert!(run.json.contains(&format!("\"pieces_placed\": {}", played.len())), "{}", run.json);
}

#[test]
fn what_cannot_be_understood_is_said() {
    let with = |rest: &str| format!("{{\"of\": \"blokus\", {rest}}}");
    for (text, wanted) in [
        ("[]".to_owned(), "`moves` must be an object, not a list (write `{\"of\": …, \"played\": […]}`)"),
        ("{}".to_owned(), "the moves do not say of which game they are"),
        (r#"{"of": "blockus"}"#.to_owned(), "games of `blockus` cannot be replayed (did you mean `blokus`?)"),
        (r#"{"of": 3}"#.to_owned(), "games of `3` cannot be replayed"),
        (with(r#""variant": "two""#), "a record of moves without the moves"),
        (with(r#""variant": "too", "played": []"#), "`too` is no way of playing (did you mean `two`?)"),
        (
            with(r#""variant": 2, "played": []"#),
            "`variant` must be a way of playing, such as `\"two\"`, not a number",
        ),
        (with(r#""playd": []"#), "`playd` is no key of a record of moves (did you mean `played`?)"),
        (with(r#""played": [], "played": []"#), "`played` is there twice"),
        (with(r#""played": {}"#), "`played` must be a list of moves"),
        (with(r#""played": [3]"#), "move 1 must be an object"),
        (with(r#""played": [{}]"#), "move 1 does not say which colour moves"),
        (with(r#""played": [{"by": "Ala"}]"#), "move 1 does not say which colour moves"),
        (
            with(r#""played": [{"blu": ["a1"]}]"#),
            "move 1: `blu` is no colour of this game (did you mean `blue`?)",
        ),
        (with(r#""played": [{"blue": ["a1"], "red": ["b2"]}]"#), "move 1: a second colour in one move"),
        (with(r#""played": [{"blue": []}]"#), "move 1: the squares of the piece are missing"),
        (with(r#""played": [{"blue": null}]"#), "move 1: the squares of the piece are missing"),
        (
            with(r#""played": [{"blue": "pass"}]"#),
            "move 1: the squares of the piece are missing (write a list of squares, `[\"a20\", \"b20\"]`, or `\"passes\"`)",
        ),
        (
            with(r#""played": [{"blue": ["a1", "a2", "a3", "a4", "a5", "a6"]}]"#),
            "move 1: no piece has more than 5 squares",
        ),
        (
            with(r#""played": [{"blue": ["a1", 2]}]"#),
            "move 1: a square must be a text, such as `\"a1\"`, not a number",
        ),
        (with(r#""played": [{"blue": ["1a"]}]"#), "move 1: `1a` is no square"),
        (with(r#""played": [{"blue": ["a1"], "by": ""}]"#), "move 1: `by` is an empty name"),
        (with(r#""played": [{"blue": ["a1"], "by": "Ala", "by": "Ala"}]"#), "move 1: `by` is there twice"),
        (with(r#""players": ["Ala"], "played": []"#), "1 player is named, and 4 play"),
        (with(r#""players": "Ala", "played": []"#), "`players` must be a list of names"),
        (with(r#""players": {"blue": "Ala"}, "played": []"#), "nobody is named who plays yellow"),
        (
            with(r#""players": {"bleu": "Ala"}, "played": []"#),
            "`bleu` is no colour of this game (did you mean `blue`?)",
        ),
        (
            with(r#""variant": "three", "players": {"blue": "Ala"}, "played": []"#),
            "1 player is named, and 3 play",
        ),
        (
            with(
                r#""variant": "two", "players": {"blue": "Ala", "red": "Ola", "green": "Ela"}, "played": []"#,
            ),
            "`Ala` and `Ola` cannot both play blue and red",
        ),
        (with(r#""order": ["blue"], "played": []"#), "`yellow` is missing in the order"),
        (with(r#""order": ["blue", "blue"], "played": []"#), "`blue` is there twice in the order"),
        (
            with(r#""variant": "two", "order": ["blue", "red", "yellow", "green"], "played": []"#),
            "two colours of one side move one after the other",
        ),
    ] {
        let said = read(&text).map(|record| record.variant).unwrap_err();
        assert!(said.starts_with(wanted), "{text}: {said}");
    }
    let many = vec![r#"{"blue": "passes"}"#; 1_001].join(", ");
    assert!(
        read(&with(&format!("\"played\": [{many}]"))).unwrap_err().starts_with("no game has so many moves")
    );
    assert_eq!(
        replay(&with(r#""played": []"#)).unwrap_err(),
        "the game is not over after 0 moves: blue can place more"
    );
    assert_eq!(
        replay(&with(r#""played": [{"blue": "passes"}]"#)).unwrap_err(),
        "move 1, blue: it passes, but can place a piece"
    );
}

#[test]
fn at_a_table_the_corners_are_free_and_in_teams_they_go_round() {
    let first = |variant: &str, played: &str| {
        replay(&format!("{{\"of\": \"blokus\", \"variant\": \"{variant}\", \"played\": [{played}]}}"))
            .unwrap_err()
    };
    let beside = r#"{"blue": ["t1"]}, {"yellow": ["t20"]}, {"red": ["a1"]}, {"green": ["a20"]}"#;
    assert!(first("four", beside).starts_with("the game is not over after 4 moves"));
    assert_eq!(first("teams", beside), "move 2, yellow: the first piece does not cover a starting square");
    let round = r#"{"blue": ["t1"]}, {"yellow": ["a1"]}, {"red": ["a20"]}, {"green": ["t20"]}"#;
    assert!(first("teams", round).starts_with("the game is not over after 4 moves"));
    assert_eq!(
        first("four", r#"{"blue": ["t1"]}, {"yellow": ["t1"]}"#),
        "move 2, yellow: `t1` is taken by blue"
    );
    let inner = r#"{"blue": ["t1"]}, {"yellow": ["b2"]}"#;
    assert_eq!(first("four", inner), "move 2, yellow: the first piece does not cover a starting square");
}
