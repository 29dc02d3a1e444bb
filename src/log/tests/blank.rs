//! Sheets to be filled in: their headers are those of logs.

use super::fixtures;
use super::shown::log;
use crate::log::{Reading, WideHeadings, wide_headings};
use crate::ruleset::Ruleset;

fn headings(ruleset: &Ruleset) -> WideHeadings {
    wide_headings(ruleset, &ruleset.defaults(), 2)
}

#[test]
fn every_heading_is_understood() {
    let seated = fixtures::sets(&["north", "south"]);
    let all = [fixtures::duo(), fixtures::event(), fixtures::three_of_four(), fixtures::two_ways()];
    let more = [
        fixtures::duel(),
        fixtures::sets(&[]),
        seated,
        fixtures::boats(),
        fixtures::tiles(),
        fixtures::racks(),
    ];
    for ruleset in all.iter().chain(&more) {
        let WideHeadings { sides, recorded } = headings(ruleset);
        let header = ["id", "phase", "round"].map(str::to_owned).into_iter().chain(sides).chain(recorded);
        let header = header.collect::<Vec<_>>().join(",");
        log(
            ruleset,
            &[("sheet.csv", header.as_bytes())],
            Reading { may_be_empty: true, ..Reading::default() },
        );
    }
}

#[test]
fn sides_come_first_then_their_parts_then_the_game() {
    let WideHeadings { sides, recorded } = headings(&fixtures::sets(&["north", "south"]));
    assert_eq!(sides, ["north", "south"]);
    let of_set = ["points", "aces", "golden", "breaks"];
    let mut expected = vec!["north.time".to_owned(), "south.time".to_owned()];
    for seat in ["north", "south"] {
        for set in ["first", "second", "third"] {
            expected.extend(of_set.map(|field| format!("{seat}.{set}.{field}")));
        }
    }
    assert_eq!(recorded, expected);
    // A list of parts stands in no cell.
    let expected = ["1.marks", "2.marks", "first.result", "second.result", "ends"];
    assert_eq!(headings(&fixtures::tiles()).recorded, expected);
}
