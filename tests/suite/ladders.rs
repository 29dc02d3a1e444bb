//! Ladders of a checked format: what is computed game by game, and what the hash of the rules tells apart.

use rulesctl::format::{FormatFinder, Found};
use rulesctl::ruleset::{Expr, Node, Origin, Ruleset, SheetKind, Step};
use rulesctl::session::Session;
use rulesctl::sheet::ColumnId;
use std::collections::BTreeSet;

const CLUB: &str = r#"language = 1

[seating]
sides = "2 to 4"

[side.record]
score = "integer 0 to 100"

[entrant.record]
born = "integer 1900 to 2100 = 2000"

[game.placing]
order = '''
  net    highest first
  level  lowest first
'''

[[side.void]]
when = 'level = low and score > 90'
text = "too good"

[game.rules]
total  = "sum(score)"
strong = "any(level >= high)"

[side.rules]
net    = "score + (0 if level >= high else 10)"
double = "score * 2"
share  = "double - game.total"
ahead  = "count(others.wins < wins)"
gained = "now.wins - wins"

[entrant.rules]
young  = "born > 2010"
climbs = "count(now.level > level)"

[ladder.state.wins]
type  = "integer 0 or more"
start = "1 if young else 0"
after = "wins + (1 if place = 1 and ahead < 3 else 0) + (share mod 2)"

[ladder.state.rounds]
start = 0
after = "rounds + 1"

[ladder.levels]
start  = "low"
levels = '''
  low
  mid   when now.wins >= 2
  high  when now.wins >= 5 and not game.strong   kept
'''

[standing.overall]
order = '''
  level   highest first
  rounds  highest first
'''
columns = ["level", "wins", "climbs", "sum(gained) as gained"]
"#;

fn load(text: &str) -> Ruleset {
    let mut session = Session::new();
    let found = Found { path: "club.toml".to_owned(), text: text.to_owned() };
    let format = session.load("club", &found, &FormatFinder);
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    format.unwrap().ruleset
}

fn hash(text: &str) -> String {
    let ruleset = load(text);
    ruleset.semantic_hash(&ruleset.defaults())
}

/// The columns that a step looks at.
fn looks(step: &Step) -> Vec<ColumnId> {
    let mut open: Vec<&Expr> = match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => reduce.value.iter().chain(&reduce.filter).collect(),
        Step::Place(place) => return place.keys.iter().map(|key| key.column).collect(),
    };
    let mut found = Vec::new();
    while let Some(expr) = open.pop() {
        if let Node::Column { column, .. } = expr.node {
            found.push(column);
        }
        expr.parts(&mut open);
    }
    found
}

#[test]
fn only_what_needs_a_state_and_is_needed_by_one_goes_from_game_to_game() {
    let ruleset = load(CLUB);
    let ladder = ruleset.ladder.as_ref().unwrap();
    let outs: BTreeSet<ColumnId> = ladder.steps.iter().map(Step::out).collect();
    let name = |column: ColumnId| {
        let info = ruleset.column(column);
        format!("{}.{}", ruleset.sheet(info.sheet).name, info.name)
    };
    let named: Vec<String> = outs
        .iter()
        .filter(|column| !matches!(ruleset.column(**column).origin, Origin::Hidden { .. }))
        .map(|column| name(*column))
        .collect();
    let expected = [
        "side.place",
        "game.strong",
        "game.total",
        "side.share",
        "side.net",
        "side.ahead",
        "side.now.wins",
        "side.now.rounds",
        "side.now.level",
        "side.void",
    ];
    assert_eq!(named.iter().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(expected));
    for step in &ladder.steps {
        let kind = &ruleset.sheet(ruleset.column(step.out()).sheet).kind;
        assert!(
            matches!(kind, SheetKind::Game | SheetKind::Side | SheetKind::Join { .. }),
            "{}",
            name(step.out())
        );
    }
}

#[test]
fn every_step_stands_behind_what_it_looks_at() {
    let ruleset = load(CLUB);
    let ladder = ruleset.ladder.as_ref().unwrap();
    let given: BTreeSet<ColumnId> =
        ladder.states.iter().flat_map(|state| [state.before, state.last]).collect();
    let before: BTreeSet<ColumnId> = ruleset.steps[..ladder.at].iter().map(Step::out).collect();
    let after: BTreeSet<ColumnId> = ruleset.steps[ladder.at..].iter().map(Step::out).collect();
    for step in &ruleset.steps[..ladder.at] {
        assert!(looks(step).iter().all(|column| !given.contains(column) && !after.contains(column)));
    }
    for state in &ladder.states {
        assert!(before.contains(&state.start));
        assert!(ladder.steps.iter().any(|step| step.out() == state.now));
    }
    let computed: BTreeSet<ColumnId> = ruleset.scoring().map(Step::out).collect();
    let mut done = BTreeSet::new();
    for step in ruleset.scoring() {
        for column in looks(step) {
            assert!(done.contains(&column) || !computed.contains(&column));
        }
        assert!(done.insert(step.out()), "computed twice");
    }
    assert_eq!(ladder.level, Some(2));
}

#[test]
fn the_hash_knows_the_ladder() {
    let own = hash(CLUB);
    let same = [
        ("start = 0\n", "start = 0 # none\n"),
        ("[ladder.state.rounds]\n", "[ladder.state.rounds]\ntext = \"how many\"\n"),
    ];
    for (old, new) in same {
        assert!(CLUB.contains(old));
        assert_eq!(hash(&CLUB.replace(old, new)), own, "{new}");
    }
    let others = [
        ("start = 0\n", "start = 1\n"),
        ("rounds + 1\"", "rounds + 2\""),
        ("start  = \"low\"", "start  = \"mid\""),
        ("not game.strong   kept", "not game.strong"),
        ("now.wins >= 2", "now.wins >= 3"),
        ("  low\n  mid", "  none  never\n  low\n  mid"),
    ];
    for (old, new) in others {
        assert!(CLUB.contains(old), "{old}");
        assert_ne!(hash(&CLUB.replace(old, new)), own, "{new}");
    }
}
