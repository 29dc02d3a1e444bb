//! What an event must withstand: withdrawals, late entries, records that do not fit, ties on everything.

use super::driver::{Event, last, names, number};
use rulesctl::event::{Course, Due, GameState, How};
use rulesctl::session::Followed;
use std::fmt::Write as _;

/// An event of so many entrants after some rounds.
fn after(entrants: usize, rounds: usize) -> Event {
    let mut event = Event::of(entrants, 11);
    (0..rounds).for_each(|_| event.play());
    event
}

/// What is due, in a line a round.
fn shown(followed: &Followed) -> String {
    let names = names(followed);
    let list = |all: &[u32]| all.iter().map(|&who| names[who as usize]).collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for phase in &followed.course.phases {
        for round in &phase.rounds {
            write!(out, "round {}:", round.number).unwrap();
            for pool in &round.pools {
                let members: Vec<u32> = pool.members.iter().map(|member| member.entrant).collect();
                write!(out, " [{}]", list(&members)).unwrap();
            }
            for settled in &round.settled {
                let how = match settled.how {
                    How::Lot { .. } => "lot",
                    How::Decision(_) => "decision",
                };
                write!(out, " ({}: {how})", list(&settled.order)).unwrap();
            }
            for game in &round.games {
                if let GameState::Cancelled(who) = game.state {
                    write!(out, " {} cancelled for {}", game.id, names[who as usize]).unwrap();
                }
            }
            out.push('\n');
        }
        for course in &phase.bracket {
            let sides: Vec<&str> = course
                .sides
                .iter()
                .map(|side| side.entrant().map_or("–", |who| names[who as usize]))
                .collect();
            let winner = course.winner().map_or("nobody", |who| names[who as usize]);
            let won = course.won().map_or_else(String::new, |how| format!(": {winner} ({how:?})"));
            writeln!(out, "{}: {}{won}", course.line.name, sides.join(" v ")).unwrap();
        }
    }
    let due = format!("{:?}", followed.course.due);
    writeln!(out, "due: {}", due.split([' ', '{']).next().unwrap()).unwrap();
    out
}

/// How an event stands, and what is complained of.
fn told(event: &Event) -> String {
    let (followed, complaints) = event.pair();
    followed.map_or(complaints.clone(), |followed| format!("{}{complaints}", shown(&followed)))
}

/// Adds a line to the log.
fn add(event: &mut Event, line: &str) {
    writeln!(event.log, "{line}").unwrap();
}

/// Plays the round that is due so that every game ends level.
fn play_level(event: &mut Event) {
    let (followed, _) = event.pair();
    let followed = followed.unwrap();
    let (phase, round) = last(&followed.course);
    for game in &round.games {
        let line = event.line(&followed, (phase, round, game), &game.id, |_, _| 5);
        add(event, &line);
    }
}

fn course(event: &Event) -> Course {
    event.pair().0.unwrap().course
}

#[test]
fn missing_results_are_listed() {
    let mut event = after(6, 1);
    let (followed, _) = event.pair();
    let followed = followed.unwrap();
    let (phase, round) = last(&followed.course);
    event.record(&followed, phase, round, "qualification-2-2");
    event.record(&followed, phase, round, "qualification-2-5");
    insta::assert_snapshot!("missing", told(&event));
}

#[test]
fn a_game_is_recorded_twice() {
    let mut event = after(6, 1);
    let again = event.log.lines().next().unwrap().replace("qualification-1-1", "again");
    add(&mut event, &again);
    insta::assert_snapshot!("twice", told(&event));
}

#[test]
fn a_game_is_played_in_other_seats() {
    let mut event = after(6, 0);
    let (followed, _) = event.pair();
    let followed = followed.unwrap();
    let (phase, round) = last(&followed.course);
    for game in &round.games {
        let mut game = game.clone();
        if game.id == "qualification-1-4" {
            let [(_, one), (_, other)] = game.pairing.sides[..] else { panic!("two sides") };
            game.pairing.sides[0].1 = other;
            game.pairing.sides[1].1 = one;
        }
        let id = game.id.clone();
        let line = event
            .line(&followed, (phase, round, &game), &id, |_, colour| number(&format!("{id}{colour}")) % 20);
        add(&mut event, &line);
    }
    insta::assert_snapshot!("swapped", told(&event));
}

#[test]
fn a_game_of_a_round_that_is_not_paired_yet() {
    let mut event = after(6, 1);
    let early = event
        .log
        .lines()
        .next()
        .unwrap()
        .replace("qualification-1-1", "early")
        .replace("\"round\": 1", "\"round\": 3");
    add(&mut event, &early);
    insta::assert_snapshot!("early", told(&event));
}

#[test]
fn a_game_that_nobody_prescribed() {
    let mut event = after(6, 1);
    let lines: Vec<String> = event.log.lines().map(str::to_owned).collect();
    event.log.clear();
    for line in &lines {
        let wrong = line.contains("qualification-1-6");
        let line = if wrong { line.replace("\"P4\"", "\"P6\"") } else { line.clone() };
        add(&mut event, &line);
    }
    insta::assert_snapshot!("not_prescribed", told(&event));
}

#[test]
fn a_correction_after_the_next_round_was_paired() {
    let mut event = after(9, 2);
    let before = course(&event);
    add(
        &mut event,
        r#"{"correction": {"game": "qualification-1-1", "sides": {"blue_red": {"blue": {"squares_left": 89}, "red": {"squares_left": 80}}}, "by": "arbiter", "reason": "miscounted"}}"#,
    );
    let told = told(&event);
    let now = course(&event);
    // The round that was paired stands; the standing after it counts the correction.
    let members = |course: &Course, round: usize| course.phases[0].rounds[round].pools.clone();
    assert_eq!(members(&before, 1), members(&now, 1));
    insta::assert_snapshot!("corrected", told);
}

#[test]
fn a_correction_before_the_next_round_is_paired_is_just_a_correction() {
    let mut event = after(9, 1);
    add(
        &mut event,
        r#"{"correction": {"game": "qualification-1-1", "sides": {"blue_red": {"blue": {"squares_left": 3}}}}}"#,
    );
    assert!(event.pair().1.is_empty());
}

#[test]
fn somebody_withdraws_between_rounds_and_somebody_enters_late() {
    let mut event = after(7, 1);
    add(&mut event, r#"{"withdrawal": {"entrant": "P4", "reason": "ill"}}"#);
    add(&mut event, r#"{"entrant": {"name": "Żółć", "rating": 1800, "born": "2011-11-11"}}"#);
    add(&mut event, r#"{"entrant": {"name": "王小明"}}"#);
    event.play();
    let end = told(&event);
    insta::assert_snapshot!("withdrawn_and_late", end);
    event.finish();
}

#[test]
fn somebody_withdraws_in_the_middle_of_a_round() {
    let mut event = after(6, 1);
    let (followed, _) = event.pair();
    let followed = followed.unwrap();
    let (phase, round) = last(&followed.course);
    let gone = round.pools[0].members[0].entrant;
    for game in &round.games {
        if game.pairing.sides.iter().all(|(_, who)| *who != gone) {
            event.record(&followed, phase, round, &game.id);
        }
    }
    let name = names(&followed)[gone as usize].to_owned();
    add(&mut event, &format!("{{\"withdrawal\": {{\"entrant\": \"{name}\"}}}}"));
    insta::assert_snapshot!("withdrawn_in_a_round", told(&event));
    event.finish();
}

#[test]
fn pools_are_drawn_by_hand() {
    let mut event = Event::of(5, 1);
    add(
        &mut event,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": [["P1", "P2", "P3"], ["P4", "P5"]], "by": "arbiter"}}"#,
    );
    insta::assert_snapshot!("by_hand", told(&event));
    // Somebody is missing in these.
    let mut event = Event::of(6, 1);
    add(
        &mut event,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": [["P1", "P2", "P3"], ["P4", "P5"]]}}"#,
    );
    insta::assert_snapshot!("by_hand_wrong", told(&event));
}

#[test]
fn the_seed_is_recorded() {
    let mut event = Event::of(9, 1);
    let other = Event::of(9, 2);
    add(&mut event, r#"{"draw": {"seed": 2}}"#);
    let pools = |event: &Event| course(event).phases[0].rounds[0].pools.clone();
    assert_eq!(pools(&event), pools(&other));
}

#[test]
fn ties_on_everything() {
    let mut event = Event::of(6, 1);
    event.entrants = "name\nP1\nP2\nP3\nP4\nP5\nP6\n".to_owned();
    for _ in 0..4 {
        play_level(&mut event);
    }
    // The pools are drawn where the format says so; who is in the final is decided.
    insta::assert_snapshot!("level", told(&event));
    let (followed, _) = event.pair();
    event.decide(&followed.unwrap());
    play_level(&mut event);
    // Level after two games: the arbiter.
    insta::assert_snapshot!("level_semi", told(&event));
    assert!(matches!(course(&event).due, Due::Winner { .. }));
    event.finish();
    insta::assert_snapshot!("level_to_the_end", told(&event));
}

#[test]
fn decisions_that_nothing_waits_for() {
    let mut event = after(6, 1);
    add(&mut event, r#"{"decision": {"phase": "final", "match": "semi 1", "winner": "P1"}}"#);
    add(&mut event, r#"{"decision": {"phase": "qualification", "round": 1, "order": ["P1", "P2"]}}"#);
    insta::assert_snapshot!("idle", told(&event));
}

#[test]
fn a_final_that_was_paired_stands() {
    let mut event = Event::of(6, 11);
    let before = event.finish();
    // With this the first of the first phase would have been far behind.
    for game in before.phases[0].rounds.iter().flat_map(|round| &round.games) {
        let winner = before.phases[1].entrants[0];
        let Some((seat, _)) = game.pairing.sides.iter().find(|(_, who)| *who == winner) else { continue };
        let (followed, _) = event.pair();
        let seat = followed.unwrap().log.symbols.text(seat.unwrap()).to_owned();
        let colour = seat.split('_').next().unwrap();
        let line = format!(
            "{{\"correction\": {{\"game\": \"{}\", \"sides\": {{\"{seat}\": {{\"{colour}\": {{\"squares_left\": 89}}}}}}}}}}",
            game.id
        );
        add(&mut event, &line);
    }
    let (followed, complaints) = event.pair();
    let after = followed.unwrap().course;
    assert_eq!(before.phases[1].entrants, after.phases[1].entrants);
    assert_eq!(after.due, Due::Over);
    assert!(complaints.contains("round 1 of `final` was paired before a correction"), "{complaints}");
    assert!(!complaints.contains("R0901"), "{complaints}");
}

#[test]
fn a_decision_below_what_it_should_decide_changes_nothing() {
    let mut event = Event::of(6, 1);
    event.entrants = "name\nP1\nP2\nP3\nP4\nP5\nP6\n".to_owned();
    for _ in 0..2 {
        play_level(&mut event);
    }
    let before = course(&event);
    add(
        &mut event,
        r#"{"decision": {"phase": "qualification", "round": 1, "order": ["P3", "P1", "P2", "P4", "P5", "P6"]}}"#,
    );
    let (followed, complaints) = event.pair();
    let after = followed.unwrap().course;
    assert_eq!(before.phases[0].rounds[1].pools, after.phases[0].rounds[1].pools);
    assert!(complaints.contains("R0906") && !complaints.contains("R0901"), "{complaints}");
}

#[test]
fn a_match_is_decided_before_it_is_played() {
    let mut event = after(6, 4);
    let semi = course(&event).phases[1].bracket[0].clone();
    let (followed, _) = event.pair();
    let who = names(&followed.unwrap())[semi.sides[1].entrant().unwrap() as usize].to_owned();
    add(
        &mut event,
        &format!(r#"{{"decision": {{"phase": "final", "match": "semi 1", "winner": "{who}"}}}}"#),
    );
    let (followed, complaints) = event.pair();
    assert_eq!(complaints, "");
    let course = followed.unwrap().course;
    assert_eq!(course.phases[1].bracket[0].winner(), semi.sides[1].entrant());
    assert!(matches!(last(&course).1.games[0].state, GameState::Decided(_)));
    event.finish();
}

#[test]
fn a_seed_counts_from_where_it_stands() {
    let mut event = after(6, 5);
    let before = course(&event);
    add(&mut event, r#"{"draw": {"seed": 5}}"#);
    let after = course(&event);
    assert_eq!(before.phases[1].rounds[0].seed, after.phases[1].rounds[0].seed);
    assert_eq!(after.phases[1].rounds[1].seed, 5);
    event.finish();
    // Scoring draws what pairing drew.
    let mut session = rulesctl::session::Session::new();
    let input = |name: &str, text: &'static str| rulesctl::log::Input {
        name: name.to_owned(),
        bytes: Box::new(text.as_bytes()),
    };
    let inputs = vec![
        input("entrants.csv", event.entrants.clone().leak()),
        input("event.jsonl", event.log.clone().leak()),
    ];
    let scoring = rulesctl::session::Scoring { seed: 11, ..Default::default() };
    let scored = session.score(event.format, event.format.ruleset.defaults(), inputs, scoring);
    assert_eq!(session.rendered(false), "");
    assert_eq!(scored.unwrap().course.unwrap().due, Due::Over);
}
