//! Phases of a checked format: what they have become, and what the hash of the rules tells apart.

use rulesctl::format::{FormatFinder, Found};
use rulesctl::ruleset::{Admission, Bracket, Ranking, Ruleset, Scheme, Source};
use rulesctl::session::Session;

const CUP: &str = r#"language = 1

[seating]
seats = ["north", "south"]

[side.record]
score = "integer"

[entrant.record]
rating = "integer?"

[standing.overall]
order = "sum(side.score) highest first"

[match.placing]
order = "sum(score) highest first"

[[phase]]
name = "qualification"
title = "First phase"
rounds = 4
pairing = "pools"
standing = "overall"

[phase.pools]
groups = 3
first = { by = "entrant.rating else 0 highest first", draw = "lot" }

[phase.pools.schedule]
3 = '''
  A v B  umpire C
  B south v C north
  C v A
'''

[[phase]]
name = "final"
entrants = "top 4 of qualification"
pairing = "knockout"
bracket = '''
  final:  winner of semi 1 v winner of semi 2   -> winner 1, loser 2
  semi 2: seed 2 v seed 3
  third:  loser of semi 1 v loser of semi 2     -> winner 3, loser 4
  semi 1: seed 1 v seed 4
'''
"#;

fn load(text: &str) -> Ruleset {
    let mut session = Session::new();
    let found = Found { path: "cup.toml".to_owned(), text: text.to_owned() };
    let format = session.load("cup", &found, &FormatFinder);
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    format.unwrap().ruleset
}

fn hash(text: &str) -> String {
    let ruleset = load(text);
    ruleset.semantic_hash(&ruleset.defaults())
}

#[test]
fn a_line_without_seats_takes_them_in_their_order() {
    let ruleset = load(CUP);
    let Scheme::Pools(pools) = &ruleset.phases[0].scheme else { panic!("pools") };
    let games: Vec<String> = pools.schedules[0]
        .games
        .iter()
        .map(|game| {
            let side = |side: &rulesctl::ruleset::ScheduledSide| {
                format!("{} {}", side.member, ruleset.symbols.text(side.seat.unwrap()))
            };
            let sides: Vec<String> = game.sides.iter().map(side).collect();
            format!("{} umpire {:?}", sides.join(" v "), game.umpire)
        })
        .collect();
    assert_eq!(
        games,
        [
            "0 north v 1 south umpire Some(2)",
            "1 south v 2 north umpire None",
            "2 north v 0 south umpire None"
        ]
    );
    assert!(matches!(&pools.first.by, Ranking::Keys(keys) if keys.len() == 1));
    assert!(
        matches!(&pools.later.by, Ranking::Keys(_)),
        "later cuts are as the first, where nothing is said"
    );
}

#[test]
fn matches_stand_behind_those_that_they_wait_for() {
    let ruleset = load(CUP);
    let last = &ruleset.phases[1];
    assert_eq!(
        last.entrants,
        Admission::Places { first: 1, last: 4, of: ruleset.find_phase("qualification").unwrap() }
    );
    let Scheme::Knockout(knockout) = &last.scheme else { panic!("a knockout") };
    let Bracket::Written(matches) = &knockout.bracket else { panic!("written") };
    let names: Vec<&str> = matches.iter().map(|meeting| meeting.name.as_str()).collect();
    assert_eq!(names, ["semi 2", "semi 1", "final", "third"]);
    assert_eq!(matches[2].sides, [Source::Winner(1), Source::Winner(0)]);
    assert_eq!(matches[3].sides, [Source::Loser(1), Source::Loser(0)]);
    assert_eq!((matches[3].winner_place, matches[3].loser_place), (Some(3), Some(4)));
}

#[test]
fn the_hash_tells_how_an_event_goes() {
    let whole = hash(CUP);
    let said = |old: &str, new: &str| {
        assert!(CUP.contains(old), "{old}");
        hash(&CUP.replace(old, new))
    };
    let of_no_matter = [
        ("First phase", "Second phase"),
        ("C v A\n", "C north v A south\n"),
        ("language = 1\n", "language = 1\n\n[clauses]\nx = { text = \"x\", note = true }\n"),
    ];
    for (old, new) in of_no_matter {
        assert_eq!(whole, said(old, new), "{new}");
    }
    let of_matter = [
        ("rounds = 4", "rounds = 5"),
        ("rating else 0 highest", "rating else 0 lowest"),
        ("draw = \"lot\"", "draw = \"snake\""),
        ("umpire C", ""),
        ("B south v C north", "B north v C south"),
        ("standing = \"overall\"", "standing = \"overall\"\nties = \"lot\""),
        ("winner 3, loser 4", "winner 4, loser 3"),
        ("seed 2 v seed 3", "seed 3 v seed 2"),
        ("\nbracket = '''", "\ndraw = \"lot\"\nbracket = '''"),
        ("\nbracket = '''", "\nschedule = 'A v B'\nbracket = '''"),
    ];
    for (old, new) in of_matter {
        assert_ne!(whole, said(old, new), "{new}");
    }
    let remainder = CUP
        .replace("draw = \"lot\"", "draw = \"lot\", remainder = \"pools of 2\"")
        .replace("3 = '''", "2 = 'A v B'\n3 = '''");
    assert_ne!(whole, hash(&remainder));
}
