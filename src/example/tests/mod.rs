//! Examples of who meets whom, and what is said of those that come out differently.

mod phases;

use super::try_all;
use crate::check::check;
use crate::diagnostic::{Complaints, render};
use crate::format::{FormatFinder, load};
use crate::source::{Sources, Span};

/// The phases stand in this text as comments: they are built by hand.
const FORMAT: &str = r#"language = 1

[clauses]
rounds = "Four rounds are played."
groups = "The groups of the first round are made of the ratings."
lots   = "The pools of the first round are drawn."
thirds = "Then the groups are made of the points."
pool   = "In a pool everybody plays both pairs of colours."
semis  = "The first plays the fourth, the second the third."

[seating]
seats = ["blue_red", "yellow_green"]

[side.record]
score = "integer"

[standing.all]
order = "sum(score) highest first"

# first round
# later rounds
# phase
"#;

/// What is said of these examples, by the complaint.
fn said(examples: &str) -> String {
    let text = format!("{FORMAT}{examples}");
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file = load("own", "own.toml", &text, &FormatFinder, &mut sources, &mut complaints);
    if complaints.has_errors() {
        return rendered(&complaints, &sources);
    }
    let file = file.unwrap();
    let mut ruleset = check(&file, &sources, &mut complaints).unwrap();
    assert!(!complaints.has_errors(), "{}", rendered(&complaints, &sources));
    let at = |words: &str| {
        let start = text.find(words).unwrap();
        Span::new(file.source, start..start + words.len())
    };
    phases::add(&mut ruleset, &at);
    let mut complaints = Complaints::new();
    try_all(&file, &ruleset, &mut complaints);
    rendered(&complaints, &sources)
}

fn rendered(complaints: &Complaints, sources: &Sources) -> String {
    let all = complaints.sorted();
    all.into_iter().map(|one| render(one, sources, false)).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_the_regulation_shows_comes_out() {
    let said = said(
        r#"
[[example]]
name        = "Fifteen"
phase       = "qualification"
round       = 2
ranked      = 15
pools       = [[1, 6, 11], [2, 7, 12], [3, 8, 13], [4, 9, 14], [5, 10, 15]]
because     = ["thirds", "pool", "rounds"]
not_because = ["groups", "lots"]

[[example]]
name   = "Fourteen"
phase  = "qualification"
round  = 4
ranked = 14
pools  = [[1, 6, 11], [2, 7, 12], [3, 8, 13], [4, 9, 14], [5, 10]]

[[example]]
name    = "Fourteen, drawn by lot"
phase   = "qualification"
ranked  = 14
sizes   = [4, 4, 3, 3]
because = ["groups", "lots"]

[[example]]
name    = "Five cannot be drawn"
phase   = "qualification"
ranked  = 5
refused = true
because     = ["lots"]
not_because = ["pool"]

[[example]]
name   = "A pool"
phase  = "qualification"
round  = 2
ranked = 3
games  = [
  { yellow_green = 1, blue_red = 3, umpire = 2 },
  { yellow_green = 2, blue_red = 1 },
  [2, 3],
]

[[example]]
name    = "Semi-finals"
phase   = "final"
ranked  = 4
matches = [[4, 1], [2, 3]]
because = ["semis"]

[[example]]
name    = "Five in a cup"
phase   = "cup"
ranked  = 5
matches = [[1], [4, 5], [3], [2]]
games   = [{ blue_red = 4, yellow_green = 5 }]

[[example]]
name    = "A league"
phase   = "league"
round   = 2
ranked  = 5
matches = [[5, 3], [1, 2], [4]]

[[example]]
name    = "The second leg of a league"
phase   = "league"
round   = 4
ranked  = 4
matches = [[4, 1], [3, 2]]

[[example]]
name    = "Nobody has a league"
phase   = "lots league"
ranked  = 1
refused = true
"#,
    );
    assert_eq!(said, "");
}

#[test]
fn what_comes_out_differently_is_shown() {
    let said = said(
        r#"
[[example]]
name   = "Fourteen"
phase  = "qualification"
round  = 2
ranked = 14
pools  = [[1, 6, 11], [2, 7, 12], [3, 8, 13], [5, 9, 14], [4, 10]]

[[example]]
name   = "One pool too few"
phase  = "qualification"
round  = 2
ranked = 14
pools  = [[1, 6, 11, 5], [2, 7, 12, 10], [3, 8, 13], [4, 9, 14]]

[[example]]
name   = "Sizes"
phase  = "qualification"
ranked = 14
sizes  = [3, 3, 3, 3, 2]

[[example]]
name   = "Five"
phase  = "qualification"
ranked = 5
sizes  = [5]

[[example]]
name    = "Six"
phase   = "qualification"
ranked  = 6
refused = true

[[example]]
name    = "Six later"
phase   = "qualification"
round   = 2
ranked  = 6
refused = true

[[example]]
name    = "Cup"
phase   = "cup"
ranked  = 6
matches = [[1, 6], [4, 5], [3, 6], [2, 6]]

[[example]]
name   = "Colours"
phase  = "qualification"
round  = 3
ranked = 3
games  = [
  { yellow_green = 1, blue_red = 2, umpire = 3 },
  { yellow_green = 2, blue_red = 1, umpire = 1 },
  { yellow_green = 3, blue_red = 2 },
]

[[example]]
name   = "One game too few"
phase  = "qualification"
round  = 3
ranked = 3
pools  = [[1, 2, 3]]
games  = [{ yellow_green = 1, blue_red = 3, umpire = 2 }]
"#,
    );
    insta::assert_snapshot!(said);
}

#[test]
fn other_reasons_are_told() {
    let said = said(
        r#"
[[example]]
name        = "Fifteen"
phase       = "qualification"
round       = 2
ranked      = 15
sizes       = [3, 3, 3, 3, 3]
because     = ["thirds", "lots"]
not_because = ["rounds"]

[[example]]
name    = "Nothing is cited"
phase   = "league"
ranked  = 2
matches = [[1, 2]]
because = ["semis"]
"#,
    );
    insta::assert_snapshot!(said);
}

#[test]
fn what_cannot_be_asked_is_told() {
    let said = said(
        r#"
[[example]]
name   = "No such phase"
phase  = "qualificaton"
ranked = 15
sizes  = [3]

[[example]]
name   = "A phase of another format"
phase  = "swiss"
ranked = 15
sizes  = [3]

[[example]]
name   = "No such round"
phase  = "qualification"
round  = 5
ranked = 15
sizes  = [3]

[[example]]
name   = "By lot"
phase  = "qualification"
ranked = 7
pools  = [[1, 3, 5], [2, 4, 6, 7]]

[[example]]
name    = "By lot as well"
phase   = "lots league"
ranked  = 4
matches = [[1, 4], [2, 3]]

[[example]]
name   = "Seats by lot"
phase  = "final"
ranked = 4
games  = [{ blue_red = 1, yellow_green = 4 }]

[[example]]
name   = "Depends on results"
phase  = "final"
round  = 2
ranked = 4
matches = [[1, 2]]

[[example]]
name   = "Pools in a knockout"
phase  = "final"
ranked = 4
pools  = [[1, 4], [2, 3]]

[[example]]
name    = "Matches in pools"
phase   = "qualification"
round   = 2
ranked  = 4
matches = [[1, 3], [2, 4]]

[[example]]
name    = "Matches in pools by lot"
phase   = "qualification"
ranked  = 4
matches = [[1, 3], [2, 4]]

[[example]]
name    = "Nothing is paired"
phase   = "free"
ranked  = 4
matches = [[1, 3], [2, 4]]

[[example]]
name   = "No such seat"
phase  = "cup"
ranked = 2
games  = [{ blue_red = 1, yellow_gren = 2 }]

[[example]]
name    = "No such clause"
phase   = "cup"
ranked  = 2
matches = [[1, 2]]
because = ["semi"]
"#,
    );
    insta::assert_snapshot!(said);
}

#[test]
fn what_some_lots_give_is_right() {
    // By these numbers 1 or 4 may be the first side of the first match, and 2 or 3 of the second; in a pool of four the
    // first group is 1 and 2, and one of them is left over.
    let right = said(
        r#"
[[example]]
name   = "The first semi-final the other way round"
phase  = "final"
ranked = 4
by_lot = true
games  = [
  { yellow_green = 4, blue_red = 1 }, { yellow_green = 1, blue_red = 4 },
  { yellow_green = 2, blue_red = 3 }, { yellow_green = 3, blue_red = 2 },
]

[[example]]
name   = "A pool of four, the second player left over"
phase  = "qualification"
ranked = 4
by_lot = true
games  = [
  { yellow_green = 1, blue_red = 4 }, { yellow_green = 3, blue_red = 2 },
  { yellow_green = 4, blue_red = 3 }, { yellow_green = 2, blue_red = 1 },
]

[[example]]
name   = "A pool of four, the first player left over"
phase  = "qualification"
ranked = 4
by_lot = true
games  = [
  { yellow_green = 2, blue_red = 4 }, { yellow_green = 3, blue_red = 1 },
  { yellow_green = 4, blue_red = 3 }, { yellow_green = 1, blue_red = 2 },
]
"#,
    );
    assert_eq!(right, "");
}

#[test]
fn what_no_lots_give_is_told() {
    let said = said(
        r#"
[[example]]
name   = "Somebody plays the same colours twice"
phase  = "final"
ranked = 4
by_lot = true
games  = [
  { yellow_green = 4, blue_red = 1 }, { yellow_green = 4, blue_red = 1 },
  { yellow_green = 2, blue_red = 3 }, { yellow_green = 3, blue_red = 2 },
]

[[example]]
name   = "The third player in the place of the first"
phase  = "qualification"
ranked = 4
by_lot = true
games  = [
  { yellow_green = 3, blue_red = 4 }, { yellow_green = 1, blue_red = 2 },
  { yellow_green = 4, blue_red = 1 }, { yellow_green = 2, blue_red = 3 },
]

[[example]]
name   = "No lots are drawn"
phase  = "qualification"
round  = 2
ranked = 2
by_lot = true
games  = [{ yellow_green = 1, blue_red = 2 }, { yellow_green = 2, blue_red = 1 }]
"#,
    );
    insta::assert_snapshot!(said);
}

#[test]
fn the_largest_examples_take_no_time() {
    assert!(
        said("[[example]]\nname = \"x\"\nphase = \"league\"\nranked = 10000\nmatches = [[1, 2]]\n").len()
            < 3000
    );
    assert!(
        said("[[example]]\nname = \"x\"\nphase = \"cup\"\nranked = 10000\nmatches = [[1, 2]]\n").len() < 3000
    );
    assert!(
        said("[[example]]\nname = \"x\"\nphase = \"qualification\"\nranked = 10000\nsizes = [3]\n").len()
            < 200_000
    );
}
