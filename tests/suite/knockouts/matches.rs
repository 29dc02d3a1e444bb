//! Match by match: which games a match has, which can be played, who goes on.

use super::cup::{Cup, Told, elimination, format, whole};
use rulesctl::event::{Due, GameState};

#[test]
fn a_match_is_due_as_soon_as_both_its_entrants_are_known() {
    let mut cup = Cup::of(&elimination(""), 8);
    assert_eq!(cup.shown().matches("due").count(), 4 + 1, "{}", cup.shown());
    cup.game("a", "quarter 1", [(1, 2), (8, 1)]);
    cup.game("b", "quarter 2", [(4, 0), (5, 1)]);
    // The other half has not begun.
    let told = cup.pair();
    let waiting = "quarter 1: P1 v P8, games P1
quarter 2: P4 v P5, games P5
quarter 3: P3 v P6, due (1 missing)
quarter 4: P2 v P7, due (1 missing)
semi 1: P1 v P5, due (1 missing)
semi 2: ? v ?, waits
final: ? v ?, waits
due: results
places: =5 P8, =5 P4
";
    assert_eq!(told.shown(), waiting);
    assert_eq!(told.missing(), ["cup-quarter 3-1", "cup-quarter 4-1", "cup-semi 1-1"]);
    insta::assert_snapshot!("two_rounds_under_way", told.complaints);
    cup.game("c", "semi 1", [(1, 0), (5, 3)]);
    assert!(cup.shown().contains("final: P5 v ?, waits"), "{}", cup.shown());
    assert!(cup.pair().course().phases[0].rounds[1].outcome.is_some());
    assert!(cup.pair().course().phases[0].rounds.iter().all(|round| !round.is_over));
}

#[test]
fn the_lines_of_the_schedule_are_played_in_turn() {
    let cup = Cup::of(
        &whole(
            "language = 1
[seating]
seats = ['north', 'south']
[side.record]
goals = 'integer 0 to 100'
[match.placing]
order = 'sum(goals) highest first'
[[phase]]
name = 'cup'
pairing = 'knockout'
bracket = 'single elimination'
games = 5
schedule = '''
  A north v B south
  B north v A south
'''
",
        ),
        2,
    );
    let told = cup.pair();
    let symbols = &told.followed.log.symbols;
    let north = told.course().phases[0].rounds[0].games.iter().map(|game| {
        let (_, who) =
            game.pairing.sides.iter().find(|(seat, _)| symbols.text(seat.unwrap()) == "north").unwrap();
        (game.id.clone(), Told::name(*who), game.pairing.slot)
    });
    let north: Vec<(String, String, u32)> = north.collect();
    let expected = [("1", "P1"), ("2", "P2"), ("3", "P1"), ("4", "P2"), ("5", "P1")];
    let expected =
        (1..).zip(expected).map(|(slot, (n, who))| (format!("cup-final-{n}"), who.to_owned(), slot));
    assert_eq!(north, expected.collect::<Vec<_>>());
}

#[test]
fn so_many_games_as_an_option_says() {
    let format = elimination("games = 'length'");
    let mut cup = Cup::of(&format, 2);
    assert_eq!(cup.pair().missing(), ["cup-final-1", "cup-final-2", "cup-final-3"]);
    cup.game("cup-final-1", "final", [(1, 9), (2, 0)]);
    // Out of order: what is missing is called as nothing that is there.
    cup.game("cup-final-3", "final", [(1, 9), (2, 0)]);
    assert_eq!(cup.pair().missing(), ["cup-final-2"]);
    // Two games do not decide a match of three.
    assert!(cup.shown().contains("due (1 missing)"));
    cup.game("cup-final-2", "final", [(1, 0), (2, 30)]);
    assert_eq!(cup.shown(), "final: P1 v P2, games P2\ndue: over\nplaces: 1 P2, 2 P1\n");
}

#[test]
fn a_level_match_goes_on_until_it_is_decided() {
    let mut cup = Cup::of(&elimination("games = 2\nextra = 'until decided'"), 2);
    cup.game("a", "final", [(1, 3), (2, 1)]);
    cup.game("b", "final", [(1, 0), (2, 2)]);
    assert_eq!(cup.pair().missing(), ["cup-final-3"]);
    cup.game("c", "final", [(1, 1), (2, 1)]);
    assert_eq!(cup.pair().missing(), ["cup-final-4"]);
    cup.game("d", "final", [(1, 0), (2, 1)]);
    let told = cup.pair();
    assert_eq!(
        (told.shown().as_str(), told.complaints.as_str()),
        ("final: P1 v P2, games P2\ndue: over\nplaces: 1 P2, 2 P1\n", "")
    );
    // Who plays on all the same changes nothing.
    cup.game("e", "final", [(1, 50), (2, 0)]);
    let told = cup.pair();
    assert!(told.shown().contains("games P2"), "{}", told.shown());
    insta::assert_snapshot!("played_on", told.complaints);
}

#[test]
fn without_extra_games_a_level_match_waits_or_is_drawn() {
    let level = |keys: &str| {
        let mut cup = Cup::of(&elimination(keys), 2);
        cup.game("a", "final", [(1, 3), (2, 3)]);
        cup.pair()
    };
    assert_eq!(level("").course().due, Due::Winner { matches: vec![0] });
    let drawn = level("ties = 'lot'");
    assert!(drawn.shown().contains("lot P"), "{}", drawn.shown());
}

#[test]
fn a_void_game_is_played_again() {
    let format = whole(
        "language = 1
[seating]
sides = 2
[game.record]
broken_off = 'yes/no = no'
[[game.void]]
when = 'broken_off'
text = 'broken off'
[side.record]
goals = 'integer 0 to 100'
[match.placing]
order = 'sum(goals) highest first'
[[phase]]
name = 'cup'
pairing = 'knockout'
bracket = 'single elimination'
games = 3
",
    );
    let mut cup = Cup::of(&format, 2);
    let broken_off = |cup: &mut Cup, id: &str| {
        cup.game(id, "final", [(1, 9), (2, 0)]);
        cup.log = cup.log.replacen(
            &format!("\"id\": \"{id}\""),
            &format!("\"id\": \"{id}\", \"broken_off\": true"),
            1,
        );
    };
    cup.game("cup-final-1", "final", [(1, 0), (2, 1)]);
    broken_off(&mut cup, "cup-final-2");
    // The id is taken; the next that is free is 4.
    assert_eq!(cup.pair().missing(), ["cup-final-4", "cup-final-3"]);
    cup.game("cup-final-3", "final", [(1, 0), (2, 1)]);
    broken_off(&mut cup, "cup-final-4");
    assert_eq!(cup.pair().missing(), ["cup-final-5"]);
    cup.game("cup-final-5", "final", [(1, 0), (2, 1)]);
    let told = cup.pair();
    assert_eq!(
        (told.shown().as_str(), told.complaints.as_str()),
        ("final: P1 v P2, games P2\ndue: over\nplaces: 1 P2, 2 P1\n", "")
    );
    let games = &told.course().phases[0].rounds[0].games;
    let shown: Vec<(&str, bool)> =
        games.iter().map(|game| (game.id.as_str(), matches!(game.state, GameState::Void(_)))).collect();
    let all = [("cup-final-1", false), ("cup-final-5", false), ("cup-final-3", false)];
    assert_eq!(shown, [&all[..], &[("cup-final-2", true), ("cup-final-4", true)]].concat());
}

#[test]
fn a_match_is_one_match_whether_its_games_name_their_round_or_not() {
    let mut cup = Cup::of(&elimination("games = 2"), 2);
    cup.game("a", "final", [(1, 3), (2, 1)]);
    cup.game("b", "final", [(1, 3), (2, 1)]);
    cup.log = cup.log.replace("\"id\": \"b\"", "\"id\": \"b\", \"round\": 1");
    assert_eq!(cup.shown(), "final: P1 v P2, games P1\ndue: over\nplaces: 1 P1, 2 P2\n");
    let scored = cup.score();
    assert_eq!(scored.course.unwrap().due, Due::Over);
    // A round that does not fit says nothing against a match that is named.
    cup.log = cup.log.replace("\"round\": 1", "\"round\": 2");
    assert_eq!(cup.shown(), "final: P1 v P2, games P1\ndue: over\nplaces: 1 P1, 2 P2\n");
}

#[test]
fn games_that_name_no_match_are_those_of_their_round() {
    let mut cup = Cup::of(&elimination(""), 4);
    cup.game("a", "x", [(1, 3), (4, 1)]);
    cup.game("b", "x", [(1, 3), (3, 1)]);
    cup.game("c", "x", [(2, 0), (3, 1)]);
    cup.log = cup.log.replace(" \"match\": \"x\",", "");
    let mut with_rounds = cup.clone();
    for (id, round) in [("a", 1), ("b", 2), ("c", 1)] {
        let old = format!("\"id\": \"{id}\"");
        with_rounds.log = with_rounds.log.replace(&old, &format!("{old}, \"round\": {round}"));
    }
    let over = "semi 1: P1 v P4, games P1\nsemi 2: P2 v P3, games P3\nfinal: P1 v P3, games P1\n";
    assert!(with_rounds.shown().starts_with(over), "{}", with_rounds.shown());
    assert_eq!(with_rounds.score().course.unwrap().due, Due::Over);
}

#[test]
fn what_was_decided_in_one_half_does_not_bind_the_other() {
    let mut cup = Cup::of(&elimination(""), 8);
    for (name, one, other) in [("quarter 1", 1, 8), ("quarter 2", 4, 5), ("quarter 3", 3, 6)] {
        cup.game(name, name, [(one, 2), (other, 1)]);
    }
    cup.game("semi", "semi 1", [(1, 2), (4, 1)]);
    // Below the first game of semi 1: too late for it, in time for semi 2.
    cup.add(r#"{"correction": {"game": "quarter 3", "sides": {"P6": {"goals": 5}}}}"#);
    let told = cup.pair();
    assert!(told.shown().contains("quarter 3: P3 v P6, games P6"), "{}", told.shown());
    assert!(!told.complaints.contains("R0905"), "{}", told.complaints);
    cup.add(r#"{"correction": {"game": "quarter 1", "sides": {"P8": {"goals": 5}}}}"#);
    let told = cup.pair();
    assert!(told.shown().contains("quarter 1: P1 v P8, games P1"), "{}", told.shown());
    assert!(told.complaints.contains("R0905"), "{}", told.complaints);
}

#[test]
fn a_game_that_comes_too_early_binds_nobody() {
    let mut cup = Cup::of(&elimination(""), 4);
    cup.game("final", "final", [(1, 2), (2, 1)]);
    assert!(cup.pair().complaints.contains("R0904"));
    cup.game("a", "semi 1", [(1, 2), (4, 1)]);
    cup.decide("semi 2", Some(2));
    let told = cup.pair();
    assert_eq!(told.course().due, Due::Over, "{}", told.shown());
    assert_eq!(told.complaints, "");
}

#[test]
fn decisions_that_change_nothing_are_told() {
    let mut cup = Cup::of(&elimination(""), 4);
    cup.decide("final", Some(1));
    cup.decide("semi 1", Some(2));
    cup.game("a", "semi 1", [(1, 2), (4, 1)]);
    cup.decide("semi 1", Some(4));
    cup.decide("semi 2", Some(3));
    cup.decide("semi 2", Some(2));
    let told = cup.pair();
    // The first one counts now that the final is known.
    assert_eq!(
        told.shown(),
        "semi 1: P1 v P4, games P1\nsemi 2: P2 v P3, decision P2\nfinal: P1 v P2, decision P1\ndue: over\nplaces: 1 P1, 2 P2, =3 P4, =3 P3\n"
    );
    insta::assert_snapshot!("idle_decisions", told.complaints);
    // Before it is known, it is told that it has no effect yet.
    let mut early = Cup::of(&elimination(""), 4);
    early.decide("final", Some(1));
    early.decide("third", Some(1));
    insta::assert_snapshot!("early_decisions", early.pair().complaints);
}

#[test]
fn byes_go_to_the_best_whatever_the_number() {
    let elimination = elimination("");
    for (entrants, byes) in [(2, 0), (3, 1), (5, 3), (31, 1), (33, 31), (64, 0)] {
        let told = Cup::of(&elimination, entrants).pair();
        let bracket = &told.course().phases[0].bracket;
        let byes_of: Vec<String> = bracket
            .iter()
            .filter(|course| course.round == 1 && course.is_over())
            .map(|course| Told::name(course.winner().unwrap()))
            .collect();
        let mut expected: Vec<String> = (1..=byes).map(|number| format!("P{number}")).collect();
        let mut byes_of = byes_of;
        byes_of.sort();
        expected.sort();
        assert_eq!(byes_of, expected, "{entrants}");
        assert_eq!(told.course().due, Due::Round);
    }
    let alone = Cup::of(&elimination, 1);
    assert_eq!((alone.shown().as_str(), alone.pair().complaints.as_str()), ("due: over\nplaces: 1 P1\n", ""));
    // Where nobody has entered at all there is nothing to be over.
    assert!(matches!(Cup::of(&elimination, 0).pair().course().due, Due::Impossible { .. }));
}

#[test]
fn the_first_32_of_20() {
    let format = format(
        "[[phase]]
name = 'all'
pairing = 'round-robin'
standing = 'table'
ties = 'lot'
[[phase]]
name = 'cup'
entrants = 'top 32 of all'
pairing = 'knockout'
bracket = 'single elimination'
",
    );
    let mut cup = Cup::of(&format, 20);
    for round in 1..=19 {
        let told = cup.pair();
        let games = &told.course().phases[0].rounds[round - 1].games;
        let lines: Vec<String> = games
            .iter()
            .map(|game| {
                let [(_, one), (_, other)] = game.pairing.sides[..] else { panic!() };
                format!(
                    r#"{{"game": {{"id": "{}", "phase": "all", "round": {round}, "sides": [{{"entrant": "P{}", "goals": {}}}, {{"entrant": "P{}", "goals": {}}}]}}}}"#,
                    game.id,
                    one + 1,
                    100 - one,
                    other + 1,
                    100 - other
                )
            })
            .collect();
        lines.iter().for_each(|line| cup.add(line));
    }
    let told = cup.pair();
    let bracket = &told.course().phases[1].bracket;
    assert_eq!(bracket.len(), 31);
    assert_eq!(bracket.iter().filter(|course| course.round == 1 && course.is_over()).count(), 12);
    assert_eq!(told.course().due, Due::Round);
}
