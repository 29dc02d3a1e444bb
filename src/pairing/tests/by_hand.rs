//! Values worked out by hand, and those that the regulation and the Berger tables print.

use super::super::knockout::{self, bracket};
use super::super::round_robin::{self, RoundRobinRound};
use super::super::{Impossible, letter, schedule};
use super::{BLUE_RED, YELLOW_GREEN, cut, drawn, entrants, regulation, who};
use crate::lot::lot;
use crate::ruleset::{Bracket, BracketMatch, Draw, Source};
use crate::value::Symbol;

fn by_position(number: u32, remainder: u32) -> Result<Vec<Vec<u32>>, Impossible> {
    drawn(number, 3, &cut(Draw::Position, Some(remainder)), 0).map(|pools| entrants(&pools))
}

#[test]
fn fifteen_players_are_five_pools() {
    let all = [[1, 6, 11], [2, 7, 12], [3, 8, 13], [4, 9, 14], [5, 10, 15]];
    assert_eq!(by_position(15, 2).unwrap(), all);
    assert_eq!(by_position(15, 4).unwrap(), all);
}

#[test]
fn the_last_group_is_the_smallest() {
    let fourteen = by_position(14, 2).unwrap();
    assert_eq!(fourteen, [vec![1, 6, 11], vec![2, 7, 12], vec![3, 8, 13], vec![4, 9, 14], vec![5, 10]]);
    let thirteen = by_position(13, 2).unwrap();
    assert_eq!(thirteen, [vec![1, 6, 11], vec![2, 7, 12], vec![3, 8, 13], vec![4, 9], vec![5, 10]]);
    assert_eq!(by_position(5, 2).unwrap(), [vec![1, 3, 5], vec![2, 4]]);
    assert_eq!(by_position(4, 2).unwrap(), [vec![1, 3], vec![2, 4]]);
    assert_eq!(by_position(2, 2).unwrap(), [[1, 2]]);
}

#[test]
fn who_is_left_over_comes_last_into_the_last_pools() {
    let fourteen = by_position(14, 4).unwrap();
    assert_eq!(fourteen, [vec![1, 6, 11], vec![2, 7, 12], vec![3, 8, 13, 5], vec![4, 9, 14, 10]]);
    let thirteen = by_position(13, 4).unwrap();
    assert_eq!(thirteen, [vec![1, 6, 10], vec![2, 7, 11], vec![3, 8, 12], vec![4, 9, 13, 5]]);
    assert_eq!(by_position(4, 4).unwrap(), [[1, 3, 4, 2]]);
    assert_eq!(by_position(8, 4).unwrap(), [[1, 4, 7, 3], [2, 5, 8, 6]]);
}

#[test]
fn members_know_their_group() {
    let pools = drawn(4, 3, &cut(Draw::Position, Some(4)), 0).unwrap();
    let groups: Vec<Option<u32>> = pools[0].members.iter().map(|member| member.group).collect();
    assert_eq!(groups, [Some(0), Some(1), Some(2), Some(0)]);
    assert_eq!(pools[0].number, 1);
}

#[test]
fn a_snake_turns() {
    let snake = |number, remainder| {
        drawn(number, 3, &cut(Draw::Snake, remainder), 0).map(|pools| entrants(&pools)).unwrap()
    };
    assert_eq!(snake(9, None), [[1, 6, 7], [2, 5, 8], [3, 4, 9]]);
    // It is still the last of each group who is left over.
    assert_eq!(snake(11, Some(4)), [vec![1, 7, 9], vec![2, 6, 10, 4], vec![3, 5, 11, 8]]);
    assert_eq!(snake(8, Some(2)), [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4]]);
}

#[test]
fn lots_put_each_group_in_order() {
    let pools = drawn(13, 3, &cut(Draw::Lot, Some(4)), 7).unwrap();
    let in_order = |letter: &str, own: std::ops::RangeInclusive<u32>| {
        let mut own: Vec<u32> = own.collect();
        // Entrant 1 stands in row 1, and that row is called 2.
        own.sort_by_key(|entrant| {
            lot(7, &format!("qualification 1 {letter}"), "", &(entrant + 1).to_string())
        });
        own
    };
    let (a, b, c) = (in_order("A", 1..=5), in_order("B", 6..=9), in_order("C", 10..=13));
    let wanted = [
        vec![a[0], b[0], c[0]],
        vec![a[1], b[1], c[1]],
        vec![a[2], b[2], c[2]],
        vec![a[3], b[3], c[3], a[4]],
    ];
    assert_eq!(entrants(&pools), wanted);
}

#[test]
fn some_numbers_cannot_be_cut() {
    let pools = |entrants, remainder| Impossible::Pools { entrants, groups: 3, remainder };
    assert_eq!(by_position(5, 4), Err(pools(5, Some(4))));
    assert_eq!(by_position(2, 4), Err(Impossible::TooFew { entrants: 2, least: 3 }));
    assert_eq!(by_position(1, 4), Err(Impossible::TooFew { entrants: 1, least: 3 }));
    assert_eq!(by_position(0, 4), Err(Impossible::TooFew { entrants: 0, least: 3 }));
    assert_eq!(by_position(1, 2), Err(Impossible::TooFew { entrants: 1, least: 2 }));
    let without = |number| drawn(number, 3, &cut(Draw::Position, None), 0);
    assert_eq!(without(14), Err(pools(14, None)));
    assert!(without(15).is_ok());
    // Two pools of four with three places empty: one pool would have two.
    let of_four = |number| drawn(number, 4, &cut(Draw::Position, Some(3)), 0).is_ok();
    assert_eq!((3..=9).filter(|&number| of_four(number)).collect::<Vec<_>>(), [3, 4, 6, 7, 8, 9]);
    // Nobody plays alone.
    assert!(drawn(5, 2, &cut(Draw::Position, Some(1)), 0).is_err());
    assert!(drawn(5, 1, &cut(Draw::Position, None), 0).is_err());
    assert!(drawn(5, 0, &cut(Draw::Position, None), 0).is_err());
    assert!(drawn(5, u32::MAX, &cut(Draw::Position, Some(u32::MAX)), 0).is_err());
}

#[test]
fn what_is_impossible_has_words() {
    let words = |impossible: &Impossible| {
        let (message, help) = impossible.words();
        format!("{message}\n= {help}")
    };
    let pools = |entrants, remainder| words(&Impossible::Pools { entrants, groups: 3, remainder });
    let all = [
        pools(5, Some(4)),
        pools(14, None),
        words(&Impossible::Pools { entrants: 5, groups: 4, remainder: Some(3) }),
        words(&Impossible::NoSchedule { size: 4 }),
        words(&Impossible::TooFew { entrants: 0, least: 3 }),
        words(&Impossible::TooFew { entrants: 1, least: 3 }),
        words(&Impossible::TooFew { entrants: 2, least: 3 }),
    ];
    insta::assert_snapshot!(all.join("\n"), @r#"
    5 entrants are 1 pool of 3 and 2 left over, but it can take in only 1
    = pools can be drawn for 4 or 6 entrants; or draw the pools by hand, and record them in the log: `{"draw": …}`
    14 entrants are 4 pools of 3 and 2 left over, and nothing says where they go
    = write `remainder = "pools of 4"` or `remainder = "pools of 2"`; as it is, pools can be drawn for 12 or 15 entrants
    5 entrants cannot be put into pools of 4 and of 3: 1 pool of 4 would not take them all in, and 2 of 3 need 6
    = pools can be drawn for 4 or 6 entrants; or draw the pools by hand, and record them in the log: `{"draw": …}`
    no schedule says how a pool of 4 plays
    = write one under `schedule`: `4 = '''…'''`, a line for each game
    there is nobody to pair
    = let 3 entrants enter, or more
    1 entrant is too few to pair
    = there must be 3 at least: let 2 more enter
    2 entrants are too few to pair
    = there must be 3 at least: let 1 more enter
    "#);
}

#[test]
fn a_pool_of_three_needs_an_umpire() {
    let all = regulation();
    let games = schedule::games(schedule::for_size(&all, 3).unwrap(), &[10, 20, 30]);
    let sides: Vec<Vec<u32>> = games.iter().map(who).collect();
    assert_eq!(sides, [[10, 30], [20, 10], [30, 20]]);
    assert_eq!(games[0].sides[0].0, Some(YELLOW_GREEN));
    assert_eq!(games[0].sides[1].0, Some(BLUE_RED));
    let umpires: Vec<Option<u32>> = games.iter().map(|game| game.umpire).collect();
    assert_eq!(umpires, [Some(20), Some(30), Some(10)]);
    let slots: Vec<u32> = games.iter().map(|game| game.slot).collect();
    assert_eq!(slots, [1, 2, 3]);
    let lines: Vec<u32> = games.iter().map(|game| game.line).collect();
    assert_eq!(lines, [0, 1, 2]);
    assert_eq!(schedule::for_size(&all, 5).unwrap_err(), Impossible::NoSchedule { size: 5 });
}

#[test]
fn in_a_pool_of_four_two_games_go_on_at_once() {
    let games = schedule::games(&regulation()[2], &[10, 20, 30, 40]);
    let slots: Vec<u32> = games.iter().map(|game| game.slot).collect();
    assert_eq!(slots, [1, 1, 2, 2]);
}

#[test]
fn an_umpire_is_busy_too() {
    let one = super::schedule(5, &[(0, 1, Some(4)), (2, 4, None), (0, 1, None)]);
    let games = schedule::games(&one, &[1, 2, 3, 4, 5]);
    assert_eq!(games.iter().map(|game| game.slot).collect::<Vec<_>>(), [1, 2, 2]);
    assert!(schedule::games(&one, &[1, 2]).len() == 1, "lines with nobody in them are left out");
}

#[test]
fn without_a_schedule_there_is_one_game() {
    let games = schedule::plain(&[Symbol(3), Symbol(4)], &[8, 9]);
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].sides, [(Some(Symbol(3)), 8), (Some(Symbol(4)), 9)]);
    assert_eq!(schedule::plain(&[], &[8, 9])[0].sides, [(None, 8), (None, 9)]);
    assert!(schedule::plain(&[], &[]).is_empty());
}

/// `1-4 2-3`: the first side is named first.
fn table(numbers: u32) -> Vec<String> {
    let order: Vec<u32> = (1..=numbers).collect();
    round_robin::rounds(&order, 1).iter().map(in_words).collect()
}

fn in_words(round: &RoundRobinRound) -> String {
    let pairs = round.pairs.iter().map(|(one, other)| format!("{one}-{other}"));
    pairs.chain(round.bye.map(|bye| format!("({bye})"))).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_berger_tables_are_those_that_are_printed() {
    assert_eq!(table(2), ["1-2"]);
    assert_eq!(table(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
    assert_eq!(table(6), ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
    assert_eq!(
        table(8),
        [
            "1-8 2-7 3-6 4-5",
            "8-5 6-4 7-3 1-2",
            "2-8 3-1 4-7 5-6",
            "8-6 7-5 1-4 2-3",
            "3-8 4-2 5-1 6-7",
            "8-7 1-6 2-5 3-4",
            "4-8 5-3 6-2 7-1",
        ]
    );
}

#[test]
fn an_odd_number_has_a_bye_in_each_round() {
    assert_eq!(table(3), ["2-3 (1)", "1-2 (3)", "3-1 (2)"]);
    assert_eq!(table(5), ["2-5 3-4 (1)", "5-3 1-2 (4)", "3-1 4-5 (2)", "1-4 2-3 (5)", "4-2 5-1 (3)"]);
    assert!(table(1).is_empty() && table(0).is_empty());
}

#[test]
fn the_second_leg_has_the_sides_swapped() {
    let two = round_robin::rounds(&[7, 9, 8, 5], 2);
    let two: Vec<String> = two.iter().map(in_words).collect();
    assert_eq!(two, ["7-5 9-8", "5-8 7-9", "9-5 8-7", "5-7 8-9", "8-5 9-7", "5-9 7-8"]);
    assert!(round_robin::rounds(&[7, 9], 0).is_empty());
}

/// `semi 1: 1 v 4`; `w3` is the winner of the match with that place.
fn elimination(entrants: u32, third_place: bool) -> Vec<String> {
    let side = |side: Source| match side {
        Source::Seed(seed) => seed.to_string(),
        Source::Winner(place) => format!("w{place}"),
        Source::Loser(place) => format!("l{place}"),
    };
    let line = |one: &BracketMatch| {
        let [first, second] = one.sides.map(side);
        let places = [("winner", one.winner_place), ("loser", one.loser_place)];
        let places = places.iter().filter_map(|(who, place)| Some(format!(", {who} {}", (*place)?)));
        format!("{}: {first} v {second}{}", one.name, places.collect::<String>())
    };
    bracket(&Bracket::SingleElimination { third_place }, entrants).iter().map(line).collect()
}

#[test]
fn the_best_meet_as_late_as_can_be() {
    assert_eq!(elimination(2, true), ["final: 1 v 2, winner 1, loser 2"]);
    assert_eq!(
        elimination(4, true),
        [
            "semi 1: 1 v 4",
            "semi 2: 2 v 3",
            "third: l0 v l1, winner 3, loser 4",
            "final: w0 v w1, winner 1, loser 2"
        ]
    );
    assert_eq!(
        elimination(8, false),
        [
            "quarter 1: 1 v 8, loser 5",
            "quarter 2: 4 v 5, loser 5",
            "quarter 3: 3 v 6, loser 5",
            "quarter 4: 2 v 7, loser 5",
            "semi 1: w0 v w1, loser 3",
            "semi 2: w2 v w3, loser 3",
            "final: w4 v w5, winner 1, loser 2",
        ]
    );
    // Three byes.
    assert_eq!(elimination(5, false), elimination(8, false));
    let first: Vec<String> = elimination(9, false).into_iter().take(8).collect();
    assert_eq!(
        first,
        [
            "round of 16 1: 1 v 16, loser 9",
            "round of 16 2: 8 v 9, loser 9",
            "round of 16 3: 5 v 12, loser 9",
            "round of 16 4: 4 v 13, loser 9",
            "round of 16 5: 3 v 14, loser 9",
            "round of 16 6: 6 v 11, loser 9",
            "round of 16 7: 7 v 10, loser 9",
            "round of 16 8: 2 v 15, loser 9",
        ]
    );
    assert!(elimination(1, true).is_empty() && elimination(0, true).is_empty());
    assert!(elimination(knockout::MOST + 1, true).is_empty());
    // As many matches as there are numbers for them.
    assert_eq!(elimination(knockout::MOST, true).len(), 1 << 16);
}

#[test]
fn a_match_is_played_after_those_that_its_sides_come_from() {
    let matches = bracket(&Bracket::SingleElimination { third_place: true }, 8);
    assert_eq!(knockout::rounds(&matches), [1, 1, 1, 1, 2, 2, 3, 3]);
    assert_eq!(bracket(&Bracket::Written(matches.clone()), 4), matches);
    let from = |sides| BracketMatch { sides, ..matches[0].clone() };
    let written = [
        from([Source::Seed(4), Source::Seed(5)]),
        from([Source::Seed(3), Source::Winner(0)]),
        from([Source::Seed(6), Source::Seed(7)]),
        from([Source::Loser(2), Source::Winner(1)]),
        // What comes later does not count, nor does what is not there.
        from([Source::Winner(4), Source::Loser(99)]),
    ];
    assert_eq!(knockout::rounds(&written), [1, 2, 1, 3, 1]);
}

#[test]
fn letters_go_on_after_the_last() {
    let letters: Vec<String> = [0, 1, 25, 26, 51, 52, 701, 702].map(letter).to_vec();
    assert_eq!(letters, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    assert_eq!(letter(u32::MAX).len(), 7);
}
