//! Logs that are made without any text.

use super::fixtures::{duo, event, sets, three_of_four, tiles};
use super::shown::{acts, log, tables};
use crate::log::{Deed, Draft, NewGame, Reading, write};
use crate::ruleset::PhaseId;
use insta::assert_snapshot;

#[test]
fn an_event_is_drafted() {
    let ruleset = event();
    let seat = |name: &str| ruleset.symbols.find(name);
    let mut draft = Draft::new(&ruleset, &ruleset.defaults());
    let [ada, bo, cy] = ["Ada", "Bo", "Cy"].map(|name| draft.add_entrant(name));
    assert_eq!(draft.add_entrant("Ada"), ada);
    draft.add_act(None, None, Deed::Seed(42));
    let sides = [(seat("yellow_green"), ada), (seat("blue_red"), bo)];
    let game = NewGame {
        round: Some(1),
        id: Some("q1"),
        pool: Some("A"),
        umpire: Some(cy),
        sides: &sides,
        ..NewGame::default()
    };
    assert_eq!(draft.add_game(game), 0);
    let sides = [(None, cy), (None, ada)];
    let late = draft.add_entrant("Di");
    assert_eq!(draft.add_game(NewGame { phase: Some(PhaseId(1)), sides: &sides, ..NewGame::default() }), 1);
    draft.add_act(Some("arbiter"), Some("ill"), Deed::Withdrawal { entrant: late });
    let log = draft.finish();
    assert_snapshot!(
        tables(&ruleset, &log) + &acts(&ruleset, &log) + &write(&log, &ruleset, &ruleset.defaults())
    );
}

#[test]
fn a_draft_goes_on() {
    let text = r#"{"entrant": {"name": "Ada"}}
{"game": {"id": "g1", "sides": {"Ada": {"first": {"points": 1, "breaks": [1, 2]}, "second": {"points": 2}}, "Bo": {"first": {"points": 4}, "third": {"points": 5}}}}}
{"correction": {"game": "g1", "sides": {"Ada": {"first": {"points": 3}}}}}
"#;
    let ruleset = sets(&[]);
    let read = log(&ruleset, &[("log", text.as_bytes())], Reading::default());
    let same = Draft::of(&ruleset, &ruleset.defaults(), &read).finish();
    assert_eq!(tables(&ruleset, &same), tables(&ruleset, &read));
    assert_eq!((&same.acts, &same.entered), (&read.acts, &read.entered));
    let mut draft = Draft::of(&ruleset, &ruleset.defaults(), &read);
    let (bo, ada, cy) = (draft.add_entrant("Bo"), draft.add_entrant("Ada"), draft.add_entrant("Cy"));
    assert_eq!([bo, ada, cy], [1, 0, 2]);
    for sides in [[(None, cy), (None, ada)], [(None, bo), (None, cy)]] {
        draft.add_game(NewGame { sides: &sides, ..NewGame::default() });
    }
    let log = draft.finish();
    assert_snapshot!(tables(&ruleset, &log) + &acts(&ruleset, &log));
}

#[test]
fn drafts_of_other_formats() {
    let ruleset = three_of_four();
    let mut draft = Draft::new(&ruleset, &ruleset.defaults());
    let all = ["A", "B", "C"].map(|name| draft.add_entrant(name));
    let seat = |name: &str| ruleset.symbols.find(name);
    draft.add_game(NewGame {
        sides: &[(seat("blue"), all[0]), (seat("green"), all[1]), (seat("red"), all[2])],
        ..NewGame::default()
    });
    let log = draft.finish();
    let mut out = tables(&ruleset, &log);
    let ruleset = tiles();
    let text = r#"{"entrant": {"name": "A", "born": "2001-02-03", "clubs": ["x", "y"]}}
{"entrant": {"name": "B", "born": "2001-02-03"}}
{"game": {"ends": [6, 1], "sides": {"A": {"marks": [1, 2], "hand": [{"a": 1, "b": 2, "dots": [4, 5]}]}, "B": {}}}}
"#;
    let read = super::shown::log(&ruleset, &[("log", text.as_bytes())], Reading::default());
    let mut draft = Draft::of(&ruleset, &ruleset.defaults(), &read);
    draft.add_game(NewGame { sides: &[(None, 1), (None, 0)], ..NewGame::default() });
    draft.add_entrant("C");
    out += &tables(&ruleset, &draft.finish());
    assert_snapshot!(out);
}

#[test]
fn a_long_draft_is_cheap() {
    let ruleset = duo();
    let mut draft = Draft::new(&ruleset, &ruleset.defaults());
    let entrants: Vec<u32> = (0..100).map(|number| draft.add_entrant(&format!("P{number}"))).collect();
    for game in 0..20_000 {
        let sides = [(None, entrants[game % 100]), (None, entrants[(game * 7 + 1) % 100])];
        draft.add_game(NewGame { round: Some(1), sides: &sides, ..NewGame::default() });
    }
    assert_eq!(draft.finish().tables.games.len(), 20_000);
}
