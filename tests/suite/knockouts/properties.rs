//! What holds of every knockout, however it goes.

use super::cup::{Cup, Told, format};
use proptest::prelude::*;
use rulesctl::event::{Due, GameState, MatchSide, MatchStage};
use std::collections::{BTreeMap, BTreeSet};

/// Something that happens.
#[derive(Debug, Clone)]
enum Step {
    /// A game that can be played is played: which, and the goals.
    Play(prop::sample::Index, u32, u32),
    /// Somebody withdraws.
    Withdraw(prop::sample::Index),
    /// A game is recorded that nobody prescribes, or nobody yet: of which match, who plays.
    Stray(prop::sample::Index, prop::sample::Index, prop::sample::Index),
    /// A match is decided, for one of its sides, for somebody else, for nobody.
    Decide(prop::sample::Index, Option<prop::sample::Index>),
}

fn any_step() -> impl Strategy<Value = Step> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        12 => (index(), 0_u32..3, 0_u32..3).prop_map(|(game, one, other)| Step::Play(game, one, other)),
        1 => index().prop_map(Step::Withdraw),
        1 => (index(), index(), index()).prop_map(|(of, one, other)| Step::Stray(of, one, other)),
        2 => (index(), prop::option::of(index())).prop_map(|(of, winner)| Step::Decide(of, winner)),
    ]
}

/// The ways of playing a bracket.
const KEYS: [&str; 4] = ["", "ties = 'lot'", "games = 2\nextra = 'until decided'", "games = 3\nties = 'lot'"];

fn cup(entrants: usize, third_place: bool, keys: usize) -> Cup {
    let third = if third_place { ", third place" } else { "" };
    let keys = KEYS[keys];
    let phase = format!(
        "[[phase]]\nname = 'cup'\npairing = 'knockout'\nbracket = 'single elimination{third}'\n{keys}\n"
    );
    Cup::of(&format(&phase), entrants)
}

/// Does a step, where it can be done.
fn take(cup: &mut Cup, told: &Told, entrants: usize, step: &Step) {
    let phase = &told.course().phases[0];
    match step {
        Step::Play(which, one, other) => {
            let games: Vec<_> = phase
                .rounds
                .iter()
                .flat_map(|round| &round.games)
                .filter(|game| game.state == GameState::Missing)
                .collect();
            if games.is_empty() {
                return;
            }
            let game = which.get(&games);
            let name = phase.bracket[game.in_match.unwrap()].line.name.clone();
            let sides = [game.pairing.sides[0].1 + 1, game.pairing.sides[1].1 + 1];
            cup.game(&game.id, &name, [(sides[0], *one), (sides[1], *other)]);
        }
        Step::Withdraw(who) => cup.withdraw(u32::try_from(who.index(entrants)).unwrap() + 1),
        Step::Stray(of, one, other) => {
            let (one, other) = (one.index(entrants), other.index(entrants));
            if phase.bracket.is_empty() || one == other {
                return;
            }
            let name = of.get(&phase.bracket).line.name.clone();
            let sides = [one, other].map(|who| (u32::try_from(who).unwrap() + 1, 1));
            cup.game(&format!("stray {}", cup.log.len()), &name, sides);
        }
        Step::Decide(which, winner) => {
            if phase.bracket.is_empty() {
                return;
            }
            let course = which.get(&phase.bracket);
            let winner = winner.map(|winner| {
                let known: Vec<u32> = course.entrants().collect();
                // Mostly one of the two; now and then somebody who has nothing to do with it.
                match winner.index(5) {
                    0 => u32::try_from(winner.index(entrants)).unwrap() + 1,
                    other if !known.is_empty() => known[other % known.len()] + 1,
                    _ => 1,
                }
            });
            cup.decide(&course.line.name.clone(), winner);
        }
    }
}

/// What is known of each match: who meets, and whether the games of a match that it leads to have begun.
fn decided(told: &Told) -> BTreeMap<String, (Vec<u32>, Option<u32>)> {
    let phase = &told.course().phases[0];
    let over = phase.bracket.iter().filter(|course| course.is_over());
    over.map(|course| (course.line.name.clone(), (course.entrants().collect(), course.winner()))).collect()
}

/// The matches from which somebody has been seen to go on: a game was recorded of a match that they lead to.
fn sealed(told: &Told) -> BTreeSet<String> {
    use rulesctl::ruleset::Source;
    let phase = &told.course().phases[0];
    let begun: BTreeSet<usize> = phase
        .rounds
        .iter()
        .flat_map(|round| &round.games)
        .filter(|game| matches!(game.state, GameState::Played(_)))
        .filter_map(|game| game.in_match)
        .collect();
    let mut open: Vec<usize> = begun.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(place) = open.pop() {
        for source in phase.bracket[place].line.sides {
            if let Source::Winner(of) | Source::Loser(of) = source
                && found.insert(phase.bracket[usize::from(of)].line.name.clone())
            {
                open.push(usize::from(of));
            }
        }
    }
    found
}

fn check(told: &Told) -> Result<(), TestCaseError> {
    let course = told.course();
    let phase = &course.phases[0];
    for one in &phase.bracket {
        let sides: Vec<u32> = one.entrants().collect();
        let open = one.sides.contains(&MatchSide::Open);
        prop_assert_eq!(open, one.stage == MatchStage::Waits, "{}", told.shown());
        prop_assert!(one.winner().is_none_or(|winner| sides.contains(&winner)));
        let is_due = phase.rounds.iter().flat_map(|round| &round.games).any(|game| {
            game.state == GameState::Missing
                && game.in_match.is_some_and(|place| phase.bracket[place].line == one.line)
        });
        prop_assert_eq!(is_due, one.stage == MatchStage::Due, "{}", told.shown());
    }
    let stages = |stage: MatchStage| phase.bracket.iter().any(|one| one.stage == stage);
    let expected = match &course.due {
        Due::Round | Due::Results => stages(MatchStage::Due),
        Due::Winner { matches } => !stages(MatchStage::Due) && !matches.is_empty(),
        Due::Over => phase.bracket.iter().all(rulesctl::event::MatchCourse::is_over),
        due => panic!("{due:?}"),
    };
    prop_assert!(expected, "{}", told.shown());
    // Nobody has two places, and who is ahead of so many has at best the next.
    let mut placed: Vec<u32> = course.places.iter().map(|place| place.entrant).collect();
    placed.sort_unstable();
    placed.dedup();
    prop_assert_eq!(placed.len(), course.places.len());
    for (ahead, place) in course.places.iter().enumerate() {
        let better = course.places.iter().filter(|other| other.place < place.place).count();
        prop_assert!(place.place as usize > better, "{ahead}: {}", told.shown());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens, in any order that respects who meets whom: nothing panics, what was played on stands, and scoring
    /// the log says what pairing it says.
    #[test]
    fn however_it_goes(
        entrants in 1_usize..=9,
        third_place: bool,
        keys in 0..KEYS.len(),
        steps in prop::collection::vec(any_step(), 0..40),
    ) {
        let mut cup = cup(entrants, third_place, keys);
        let mut before = BTreeMap::new();
        let mut games = 0;
        for step in &steps {
            let told = cup.pair();
            check(&told)?;
            let now = decided(&told);
            for name in sealed(&told) {
                if let Some(known) = before.get(&name) {
                    prop_assert_eq!(now.get(&name), Some(known), "{}\n{}", name, told.shown());
                }
            }
            before = now;
            take(&mut cup, &told, entrants, step);
            games += usize::from(matches!(step, Step::Play(..)));
        }
        let told = cup.pair();
        check(&told)?;
        if games > 0 && cup.log.contains("\"game\"") {
            let scored = cup.score().course.unwrap();
            prop_assert_eq!(&scored.due, &told.course().due);
            prop_assert_eq!(&scored.places, &told.course().places);
            let stages = |course: &rulesctl::event::Course| -> Vec<MatchStage> {
                course.phases[0].bracket.iter().map(|one| one.stage).collect()
            };
            prop_assert_eq!(stages(&scored), stages(told.course()));
            let remarks = told.course().remarks.len() + told.course().overdue.len();
            prop_assert_eq!(scored.remarks.len(), remarks);
        }
    }

    /// Played to its end, so many entrants have one match fewer than there are of them, and one more for the third place;
    /// everybody who has not lost plays on; and everybody has a place.
    #[test]
    fn everybody_who_is_not_out_plays_on(
        entrants in 1_usize..=40,
        third_place: bool,
        results in prop::collection::vec((0_u32..3, 0_u32..3), 300),
    ) {
        let mut cup = cup(entrants, third_place, 1);
        let mut results = results.into_iter();
        loop {
            let told = cup.pair();
            let phase = &told.course().phases[0];
            let lost: BTreeSet<u32> = phase.bracket.iter().filter_map(rulesctl::event::MatchCourse::loser).collect();
            let there: BTreeSet<u32> = phase
                .bracket
                .iter()
                .filter(|one| !one.is_over())
                .flat_map(|one| one.entrants().collect::<Vec<_>>())
                .collect();
            let all = u32::try_from(entrants).unwrap();
            if told.course().due == Due::Over {
                let played = phase.bracket.iter().filter(|one| one.entrants().count() == 2).count();
                let third = usize::from(third_place && entrants > 3);
                prop_assert_eq!(played, entrants - 1 + third);
                prop_assert_eq!(told.course().places.len(), entrants);
                prop_assert_eq!(told.course().places.iter().filter(|place| place.place == 1).count(), 1);
                break;
            }
            for who in 0..all {
                prop_assert!(lost.contains(&who) || there.contains(&who), "P{} has vanished", who + 1);
            }
            let games: Vec<_> = phase.rounds.iter().flat_map(|round| &round.games).cloned().collect();
            for game in games.iter().filter(|game| game.state == GameState::Missing) {
                let name = phase.bracket[game.in_match.unwrap()].line.name.clone();
                let [(_, one), (_, other)] = game.pairing.sides[..] else { panic!() };
                let (first, second) = results.next().unwrap();
                cup.game(&game.id, &name, [(one + 1, first), (other + 1, second)]);
            }
        }
    }
}
