//! Claims: what is proved is never broken, and what is broken is shown by the smallest record.
//!
//! Each folder of `tests/claims` is shown as those of `tests/events` are: its files, and what its commands print.

use crate::commands::picture;
use crate::support::{Folder, files, root, stem};
use proptest::prelude::*;
use rulesctl::audit::{Claims, Standing, Trying, claims};
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::ruleset::Proof;
use rulesctl::session::{Format, Session};
use std::fs;
use std::path::PathBuf;

#[test]
fn claims_look_like_this() {
    insta::glob!("../claims", "*/commands", |path| {
        insta::assert_snapshot!(picture(path));
    });
}

/// A format without errors, and what is known of its claims.
fn known(name: &str, text: &str, folder: PathBuf, trying: Trying) -> Option<(Format, Claims)> {
    let mut session = Session::new();
    let found = Found { path: format!("{name}.toml"), text: text.to_owned() };
    session.check_claims(name, &found, &Folder(folder), trying)
}

/// What the claims of a format are broken by, though they are proved.
fn wrongly_proved(format: &Format, trying: Trying) -> Vec<String> {
    let mut open = format.ruleset.clone();
    open.claims.retain(|claim| claim.proof.is_some());
    open.claims.iter_mut().for_each(|claim| claim.proof = None);
    let found = claims(&format.file, &open, &[], trying);
    let broken = found.all.into_iter().filter(|row| matches!(row.standing, Standing::Fails { .. }));
    broken.map(|row| format!("{}: {:?}", row.text, row.standing)).collect()
}

#[test]
fn what_is_proved_is_broken_by_no_record() {
    let trying = Trying { invented: 150, seed: 1 };
    let mut proved = 0;
    let mut try_one = |name: &str, text: &str, folder: PathBuf| {
        let Some((format, found)) = known(name, text, folder, Trying { invented: 0, seed: 0 }) else {
            return;
        };
        proved += found.proved();
        assert_eq!(wrongly_proved(&format, trying), [""; 0], "{name}");
    };
    for folder in ["tests/language", "tests/events", "tests/audits", "tests/check", "tests/claims"] {
        for path in files(&root().join(folder), ".toml") {
            let folder = path.parent().unwrap().to_owned();
            try_one(&stem(&path), &fs::read_to_string(&path).unwrap(), folder);
        }
    }
    for name in ShippedFormats.names() {
        try_one(&name, &ShippedFormats.find(&name, "").unwrap().text, root().join("formats"));
    }
    assert!(proved > 25, "only {proved} claims are proved");
}

/// Two sides, each with a score from 0 to 9; a table over it, and one over the lead.
fn two_tables(bands: &[(u8, i8)], leads: [i8; 3], bonus: i8) -> String {
    let mut table = String::from("by score\n");
    for (place, (from, points)) in bands.iter().enumerate() {
        let to = bands.get(place + 1).map_or(9, |(next, _)| next - 1);
        table.push_str(&format!("  {from} to {to} -> {points}\n"));
    }
    let [won, level, lost] = leads;
    format!(
        r#"
language = 1

[seating]
sides = 2

[side.record]
score = "integer 0 to 9"
late = "yes/no"

[side.rules]
lead = "score - opponent.score"
base = '''
{table}'''
points = '''
+ base
+ {bonus}  if score >= 7
'''
share = '''
by lead
  1 or more   -> {won}
  0           -> {level}
  -1 or less  -> {lost}
'''
chosen = '''
lead > 0 and not late                    -> {won}
opponent.lead > 0 and not opponent.late  -> {lost}
otherwise                                -> {level}
'''

[claims]
"rising"   = "score < opponent.score or points >= opponent.points"
"apart"    = {{ on = "side", holds = "none(others.score < score and others.points > points)" }}
"shared"   = {{ on = "game", holds = "sum(share) = 4" }}
"chosen"   = {{ on = "game", holds = "sum(chosen) = 4" }}
"bounded"  = "side.points <= 6"

[standing.all]
order = "sum(points) highest first"
"#
    )
}

/// Which of the claims hold, by trying every pair of scores.
fn by_hand(bands: &[(u8, i8)], [won, level, lost]: [i8; 3], bonus: i8) -> [bool; 5] {
    let points = |score: u8| {
        let (_, base) = bands.iter().rev().find(|(from, _)| *from <= score).unwrap();
        base + if score >= 7 { bonus } else { 0 }
    };
    let mut holds = [true; 5];
    for own in 0..=9 {
        for other in 0..own {
            holds[0] &= points(own) >= points(other);
            holds[1] &= points(own) >= points(other);
        }
        holds[4] &= points(own) <= 6;
    }
    holds[2] = won + lost == 4 && level * 2 == 4;
    // Who leads and is late shares, and so does the other.
    holds[3] = holds[2];
    holds
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_claim_about_tables_is_proved_where_it_holds(
        starts in proptest::collection::btree_set(1_u8..=9, 0..4),
        points in proptest::collection::vec(0_i8..=6, 5),
        leads in prop_oneof![Just([3, 2, 1]), Just([4, 2, 0]), [0_i8..=4, 0_i8..=4, 0_i8..=4]],
        bonus in 0_i8..=2,
        sorted in any::<bool>(),
    ) {
        let mut points = points;
        if sorted {
            points.sort_unstable();
        }
        let bands: Vec<(u8, i8)> = std::iter::once(0).chain(starts).zip(points).collect();
        let text = two_tables(&bands, leads, bonus);
        let (format, found) = known("tables", &text, root(), Trying::default()).unwrap();
        prop_assert_eq!(wrongly_proved(&format, Trying { invented: 60, seed: 3 }), [""; 0]);
        for (row, holds) in found.all.iter().zip(by_hand(&bands, leads, bonus)) {
            let is_proved = matches!(row.standing, Standing::Proved(_));
            let fails = matches!(row.standing, Standing::Fails { .. });
            // A proof is never wrong, a record that breaks a claim neither; and of tables over a score all is known.
            prop_assert_eq!((is_proved, fails), (holds, !holds), "{} in\n{}", row.text, text);
        }
    }
}

/// The smallest record that breaks the first claim of a format.
fn smallest(text: &str) -> Vec<(String, String)> {
    let (_, found) = known("small", text, root(), Trying::default()).unwrap();
    match &found.all[0].standing {
        Standing::Fails { broken_by: Some(broken), .. } => broken.fields.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_smallest_record_is_the_same_from_every_seed() {
    let text = two_tables(&[(0, 3), (4, 1), (6, 5)], [3, 2, 1], 0);
    for seed in 0..5 {
        let (_, found) = known("small", &text, root(), Trying { invented: 1000, seed }).unwrap();
        let Standing::Fails { broken_by: Some(broken), .. } = &found.all[0].standing else { panic!() };
        // 4 gives one point, and 0 three.
        let named =
            |(path, value): &'_ (String, String)| (path.split_once('.').unwrap().1.to_owned(), value.clone());
        let mut fields: Vec<(String, String)> = broken.fields.iter().map(named).collect();
        fields.sort_unstable();
        let expected = [("late", "no"), ("late", "no"), ("score", "0"), ("score", "4")];
        assert_eq!(fields, expected.map(|(path, value)| (path.to_owned(), value.to_owned())), "seed {seed}");
    }
}

#[test]
fn every_sort_of_value_is_as_small_as_it_can_be() {
    let text = r#"
language = 1

[seating]
seats = ["north", "south"]

[options.rule]
choices = ["old", "new"]
default = "old"

[side.record]
minus = "integer -20 to -3"
score = "integer 5 to 40"
rate = "number 0 or more"
time = "duration 10 s to 20 min"
day = "date 2026-03-01 or more"
grade = "one of low, mid, high"
wild = "yes/no"

[side.rules]
points = '''
minus <= -7 and score >= 12 and rate > 2 and time >= 30 s and day >= 2026-03-03 and grade >= mid and wild  -> 9
otherwise                                                                                               -> 0
'''

[claims]
"no nine" = { on = "side", holds = "points != 9 or rule = new" }

[standing.all]
order = "sum(points) highest first"
"#;
    // Such a record is rare among all, so it is found where the first side is of this sort.
    let fields = smallest(&text.replace(" and day >= 2026-03-03 and grade >= mid and wild", " and wild"));
    let of = |name: &str| -> Vec<&str> {
        let named = fields.iter().filter(|(path, _)| path.ends_with(name));
        let mut values: Vec<&str> = named.map(|(_, value)| value.as_str()).collect();
        values.sort_unstable();
        values
    };
    assert_eq!(of(".minus"), ["-3", "-7"]);
    assert_eq!(of(".score"), ["12", "5"]);
    assert_eq!(of(".time"), ["10 s", "30 s"]);
    assert_eq!(of(".day"), ["2026-03-01", "2026-03-01"]);
    assert_eq!(of(".grade"), ["low", "low"]);
    assert_eq!(of(".wild"), ["no", "yes"]);
    assert_eq!(of("set rule"), [""; 0]);
}

#[test]
fn void_records_break_nothing() {
    let text = r#"
language = 1

[seating]
sides = 2

[side.record]
score = "integer 0 to 3"

[[game.void]]
when = "sum(score) != 3"
text = "The sides share three points."

[claims]
"three are shared" = { on = "game", holds = "sum(score) = 3" }

[standing.all]
order = "sum(score) highest first"
"#;
    let (_, found) = known("void", text, root(), Trying::default()).unwrap();
    assert!(matches!(found.all[0].standing, Standing::Tried { records: 100.. }), "{:?}", found.all);
    let (void, rest) = text.split_once("[[game.void]]").unwrap();
    let open = format!("{void}{}", &rest[rest.find("[claims]").unwrap()..]);
    assert_eq!(
        smallest(&open),
        [("Ada.score".to_owned(), "0".to_owned()), ("Bo.score".to_owned(), "0".to_owned())]
    );
}

#[test]
fn how_a_claim_is_proved_is_said() {
    let text = two_tables(&[(0, 0), (4, 2)], [3, 2, 1], 1);
    let (format, _) = known("tables", &text, root(), Trying::default()).unwrap();
    let proofs: Vec<Option<Proof>> = format.ruleset.claims.iter().map(|claim| claim.proof.clone()).collect();
    let range = |of: &str, is: &str| Some(Proof::Range { of: of.to_owned(), is: is.to_owned() });
    let sum = |of: &str| Some(Proof::Sum { of: of.to_owned(), is: "4".to_owned() });
    let expected = [
        Some(Proof::Lines),
        Some(Proof::Lines),
        sum("sum(share)"),
        sum("sum(chosen)"),
        // Nothing or two, and one more from 7: what comes together is not looked into where the range alone will do.
        range("side.points", "0 to 3"),
    ];
    assert_eq!(proofs, expected);
}
