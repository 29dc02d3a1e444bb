//! Small formats, played.

mod free;
mod many;
mod previews;

use crate::format::{Found, ShippedFormats};
use crate::ruleset::Ruleset;
use crate::session::Session;

/// A checked format, from its text; the first line need not be written.
#[track_caller]
fn format(text: &str) -> Ruleset {
    let mut session = Session::new();
    let found = Found { path: "test.toml".to_owned(), text: format!("language = 1\n{text}") };
    let format = session.load("test", &found, &ShippedFormats);
    format.unwrap_or_else(|| panic!("{}", session.rendered(false))).ruleset
}

/// Two sides that each record a score, with a better chance for the better rating; whoever has more wins.
const DUEL: &str = r#"
[entrant.record]
rating = "integer 0 to 100?"

[side.record]
score = "integer 0 to 100"

[side.rules]
points = "1 if score > opponent.score else 0"

[seating]
seats = ["white", "black"]

[match.side.rules]
total = "sum(score)"

[match.placing]
order = "total highest first"
ties  = "share"

[entrant.rules]
points = "sum(side.points)"
scores = "sum(side.score)"

[standing.table]
order   = "points highest first"
columns = ["points", "scores"]

[simulate]
game_time = "30 min"

[simulate.entrant]
rating = "random(0, 100)"

[simulate.side]
score = "random(0, 3) + (entrant.rating else 0) div 50"
"#;

/// The same, with these phases.
#[track_caller]
fn duel(phases: &str) -> Ruleset {
    format(&format!("{DUEL}\n{phases}"))
}

/// Two rounds in pools of three, then a final of the first four.
const POOLS: &str = r#"
[[phase]]
name = "first"
pairing = "pools"
rounds = 3
standing = "table"
ties = "lot"

[phase.pools]
groups = 3
first = { by = "rating else 0 highest first", draw = "lot", remainder = "pools of 4" }
later = { by = "standing", draw = "position", remainder = "pools of 2" }

[phase.pools.schedule]
2 = '''
  A white v B black
  B white v A black
'''
3 = '''
  A white v B black
  B white v C black
  C white v A black
'''
4 = '''
  A white v B black
  C white v D black
  B white v C black
  D white v A black
'''

[[phase]]
name = "final"
entrants = "top 4 of first"
pairing = "knockout"
ties = "decision"
bracket = "single elimination, third place"
draw = "lot"
schedule = '''
  A white v B black
  B white v A black
'''
"#;
