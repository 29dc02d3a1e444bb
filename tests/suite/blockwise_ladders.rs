//! What goes from game to game is the same, to the byte, where games come by in blocks; and what is to be said of it is left to
//! whoever reads logs as a whole.

use crate::blockwise::Trial;
use crate::support::Folder;
use std::fmt::Write as _;
use std::fs;

/// Ratings of three who play each other: with parts, pairs of sides, sides that are void by their level, what entrants bring along,
/// and whatever is counted of it afterwards.
const TRIPLES: &str = r#"
language = 1
title = "A ladder of three"

[options.step]
text = "what a win is worth"
type = "integer 1 to 5"
default = 2

[seating]
seats = { north = ["n1", "n2"], east = ["e1", "e2"], west = ["w1", "w2"] }

[entrant.record]
came_with = "integer 0 or more?"

[part.set]
names = ["n1", "n2", "e1", "e2", "w1", "w2"]

[part.set.record]
points = "integer 0 to 99 = 0"

[side.record]
late = "yes/no = no"

[side.rules]
raw = "sum(points)"
net = "raw + (5 if level = low else 0)"
stronger = "count(others.rating > rating)"
gained = "now.rating - rating"

[game.rules]
highest = "max(side.rating)"
mixed = "any(level = low) and any(level = high)"

[game.placing]
order = '''
  net  highest first
  raw  lowest first
'''
ties = "share"

[[side.void]]
when = "level = high and late"
text = "too late for this level"

[[game.void]]
when = "all(raw = 0)"
text = "nobody has played"

[entrant.rules]
games = "count(sides)"
net = "sum(side.gained)"
climbs = "count(now.level > level)"
strong = "sum(stronger)"
places = "mean(place)"
raws = "sum(raw)"
surplus = "rating - net"

[event.rules]
most = "count(g in games: (g.highest else 0) > 20)"

[ladder.state.rating]
type = "integer 0 or more"
start = "came_with else 10"
after = "max(0, rating + (step if place = 1 else 0) - (stronger if place = 3 else 0))"

[ladder.state.idle]
start = false
after = "raw = 0"

[ladder.levels]
start = "low"
levels = '''
  low
  mid   when now.rating >= 14
  high  when now.rating >= 20   kept
'''

[standing.all]
order = '''
  level   highest first
  rating  highest first
  raws    highest first
'''
columns = ["level", "rating", "idle", "games", "net", "climbs", "strong", "places", "surplus", "most"]

[standing.climbers]
order = "climbs highest first"
listed = "climbs > 0"
columns = ["climbs"]

[claims]
"three have three places" = { on = "side", holds = "place <= 3" }
CLAIMS
"#;

const HEADER: &str =
    "id,north,east,west,n1.points,n2.points,e1.points,e2.points,w1.points,w2.points,north.late,west.late\n";

fn trial(name: &str, claims: &str, change: [&str; 2]) -> Trial {
    let folder = std::env::temp_dir().join(format!("blockwise-ladders-{name}"));
    fs::create_dir_all(&folder).unwrap();
    let format = TRIPLES.replace("CLAIMS", claims).replacen(change[0], change[1], 1);
    fs::write(folder.join("triples.toml"), format).unwrap();
    Trial::of(&Folder(folder), "triples.toml")
}

/// So many games of so many entrants.
fn games(count: usize, entrants: usize) -> String {
    let mut log = HEADER.to_owned();
    for game in 0..count {
        let who = |seat: usize| 3 * ((game * 7 + game / 31 * (seat + 1)) % (entrants / 3)) + seat;
        let points = |place: usize| (game * (13 + place) + place * 29 + game / 17) % 23;
        let _ = write!(log, "{game},N{},N{},Entrant {}", who(0), who(1), who(2));
        let is_idle = game % 101 == 0;
        (0..6).for_each(|place| {
            let _ = write!(log, ",{}", if is_idle { 0 } else { points(place) });
        });
        let _ = writeln!(log, ",{},{}", ["", "yes", "no"][game % 3], ["no", ""][game % 2]);
    }
    log
}

#[test]
fn ratings_of_blocks_are_those_of_the_whole() {
    let trial = trial("same", "", ["", ""]);
    // More games than are climbed at a time, and many blocks.
    trial.agrees(&[games(34_000, 600).as_bytes()]);
    // Three who play all games, so that no two of these stand side by side.
    trial.agrees(&[games(400, 3).as_bytes()]);
}

#[test]
fn whoever_is_listed_brings_the_rating_along() {
    let trial = trial("listed", "", ["", ""]);
    let mut list = "name,came_with\nNobody,77\n".to_owned();
    (0..9).for_each(|one| {
        let name = if one % 3 == 2 { format!("Entrant {one}") } else { format!("N{one}") };
        let _ = writeln!(list, "{name},{}", ["", "0", "19"][one / 3]);
    });
    trial.agrees(&[list.as_bytes(), games(300, 9).as_bytes()]);
}

#[test]
fn however_many_cores_climb_the_bytes_are_the_same() {
    let trial = trial("cores", "", ["", ""]);
    let log = games(5_000, 90);
    let by = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trial.in_blocks(&[log.as_bytes()])).unwrap()
    };
    let one = by(1);
    for threads in [2, 5] {
        assert_eq!(by(threads), one, "{threads} threads");
    }
}

#[test]
fn what_fails_on_the_way_is_left_to_whoever_says_it() {
    let log = games(3_000, 90);
    for (name, claims, change, said) in [
        (
            "claim",
            "\"nobody gets far\" = { on = \"side\", holds = \"now.rating < 17\" }",
            ["", ""],
            "nobody gets far",
        ),
        ("range", "", ["type = \"integer 0 or more\"\nstart", "type = \"integer 0 to 15\"\nstart"], "rating"),
        ("tie", "", ["  raw  lowest first\n'''\nties = \"share\"", "'''\nties = \"refuse\""], "level"),
    ] {
        let trial = trial(name, claims, change);
        let (whole, complaints) = trial.whole(&[log.as_bytes()]);
        assert_eq!(whole, None, "{name}");
        assert!(complaints.contains(said), "{name}: {complaints}");
        assert_eq!(trial.in_blocks(&[log.as_bytes()]), None, "{name}");
    }
}
