//! Whole formats, alone and one on another.

use super::rendered::rendered;
use super::*;

/// Everything that a format can say, once.
const RICH: &str = r#"language = 1
title = "Everything"

[source]
title = "The rules"
checked = 2026-11-30
pages = 3

[clauses]
gap = "Points are the root of the gap."
conduct = { text = "Play fair.", note = true }
final = { text = "The first two play a final.", waits = "knockout" }
pass = { text = "Who has no move passes.", verified = "moves" }
"4.2" = '''Two
lines.'''

[options.players]
text = "How many play."
choices = ["four", "two"]
default = "four"
[options.limit]
type = "integer 1 to 100"
default = 12

[seating]
by = "players"
[seating.four]
seats = { blue = ["blue"], red = ["red"] }
[seating.two]
sides = "1 to 2"
seats.both = ["blue", "red"]
seats.nobody = []

[part.colour]
names = ["blue", "red"]
[part.colour.rules]
score = '''
  - squares_left            @gap
  + 15  if squares_left = 0
'''
[part.colour.record]
squares_left = "integer 0 to 89"
pieces_left = { type = "integer 0 to 21?", text = "Pieces not placed." }
[part.tile]
plural = "hand"
of = "game"
record.a = "integer 0 to 6 = 0"

[side]
rules.total = "sum(colour.score)"
[[side.fault]]
when = "total < -100 @conduct"
text = "Far too little."
costs = '5 @"4.2"'
[[side.warn]]
when = "total > 100"
text = "Much."

[game]
record = { spread = "number", ends = "list of integer" }
[game.placing]
order = "total highest first"
ties = "lot"
[[game.void]]
when = "spread < 0"
text = "Not played."

[match.side.rules]
wins = "sum(side.total)"
[match.rules]
long = "count(games) > 4"

[entrant.record]
born = "date?"
[entrant.rules]
points = "sum(total)"
[event.rules]
games_played = "count(games)"

[standing.overall]
title = "Overall"
order = '''
  points        highest first   @gap
  entrant.born  latest first
'''
columns = ["points", "sum(total) as total"]
listed = "points > 0"
ties = "refuse"
[standing.other]
order = "points lowest first"

[claims]
"at most 64" = "points <= 64"
"sums to 50" = { on = "match.side", holds = "wins <= 50" }

[[example]]
name = "Deal 1"
set = { players = "two", limit = 3 }
entrants = { TITI = { born = 2001-02-03 }, "P 2" = {} }
game = { both = { entrant = "TITI", blue.squares_left = 0 }, spread = 0.50, ends = [1, 2] }
expect = { TITI.points = 0, "P 2".points = "2/3", flag = true }
because = ["gap"]
not_because = ["4.2"]
[[example]]
name = "Deal 2"
after = "Deal 1"
expect.TITI.points = 1_000
[[example.games]]
spread = 1
[[example.games]]
spread = 2
"#;

#[test]
fn rich_format() {
    let (format, sources, found) = read(RICH, &[]);
    assert_eq!(complaints(&sources, &found), "");
    let alone = rendered(&format.unwrap(), &sources);
    insta::assert_snapshot!(alone);
    // The same with a byte-order mark and CRLF.
    let (format, sources, found) = read(&format!("\u{feff}{}", RICH.replace('\n', "\r\n")), &[]);
    assert_eq!(complaints(&sources, &found), "");
    assert_eq!(alone, rendered(&format.unwrap(), &sources));
}

#[test]
fn overlay() {
    let own = r#"language = 1
extends = "rich"
set = { players = "two" }
[clauses]
conduct = "Play very fair."
more = "One more."
[options.limit]
default = 20
[options.extra]
choices = ["a"]
default = "a"
[part.tile]
of = "side"
[part.card.record]
value = "integer"
[part.colour.record]
pieces_left = "integer 0 to 9"
corners = "integer"
[part.colour.rules]
score = "1"
[[side.warn]]
when = "total > 5"
text = "Added."
[standing.overall]
order = "points lowest first"
[standing.third]
order = "points lowest first"
[claims]
"at most 64" = "points <= 60"
"a third" = "points >= 0"
[seating]
sides = 2
"#;
    let (format, sources, found) = read(own, &[("rich", RICH)]);
    assert_eq!(complaints(&sources, &found), "");
    insta::assert_snapshot!(rendered(&format.unwrap(), &sources));
}

#[test]
fn broken_rules_leave_the_rest() {
    let text = "language = 1\n[side.record]\na = \"integr\"\nb = \"integer\"\n[side.rules]\nc = 'b +'\nd = 'b'\n[options.o]\ntype = \"integerr\"\ndefault = 1\n[standing.s]\norder = 'c highest'\n";
    let (format, sources, found) = read(text, &[]);
    let lines =
        found.sorted().iter().map(|one| sources.line_column(one.labels[0].span).0).collect::<Vec<_>>();
    assert_eq!(lines, [3, 6, 9, 12]);
    insta::assert_snapshot!(rendered(&format.unwrap(), &sources));
}

#[test]
fn files_are_found_beside_the_file_that_asks() {
    let directory = std::env::temp_dir().join(format!("formats-{}", std::process::id()));
    std::fs::create_dir_all(directory.join("deep")).unwrap();
    std::fs::write(directory.join("base.toml"), "language = 1\ntitle = \"base\"\n").unwrap();
    std::fs::write(directory.join("bytes.toml"), b"language = 1 # \xff\n").unwrap();
    let from = directory.join("deep/own.toml").display().to_string();
    let found = FormatFinder.find("../base.toml", &from).unwrap();
    assert_eq!(found.path, directory.join("base.toml").display().to_string());
    let reason = |name: &str| match FormatFinder.find(name, &from) {
        Err(Absent::Unreadable(reason)) => reason.replace(&directory.display().to_string(), "DIR"),
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("../bytes.toml"), "it is not UTF-8");
    assert_eq!(reason("none.toml"), "there is no file `DIR/deep/none.toml`");
    assert_eq!(FormatFinder.find("none", &from), Err(Absent::Unknown));
    let (mut sources, mut found) = (Sources::new(), Complaints::new());
    let text = "language = 1\nextends = \"../base.toml\"\n";
    let format = load("own", &from, text, &FormatFinder, &mut sources, &mut found).unwrap();
    assert_eq!((format.title.as_deref(), format.bases.as_slice()), (Some("base"), &["base".to_owned()][..]));
    let text = "language = 1\nextends = \"../deep/./own.toml\"\n";
    std::fs::write(&from, text).unwrap();
    assert!(load("own", &from, text, &FormatFinder, &mut sources, &mut found).is_none());
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn every_shipped_format_is_found() {
    for name in ShippedFormats.names() {
        assert_eq!(FormatFinder.find(&name, "").unwrap().path, format!("{name}.toml"));
    }
}
