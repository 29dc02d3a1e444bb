//! Phases as typed, and those of a format that is built on.

use super::*;
use crate::syntax::ast::Bracket;

const CUP: &str = r#"language = 1
[[phase]]
name = "qualification"
title = "First phase"
rounds = 4
pairing = "pools"
standing = "qualification"
ties = "lot"
cites = ["four_rounds"]
[phase.pools]
groups = 3
first = { by = "rating highest first", draw = "lot", remainder = "pools of 4", cites = ["thirds"] }
later = { by = "standing", draw = "snake", remainder = "pools  of  2" }
[phase.pools.schedule]
3 = '''
  A v B  umpire C
  B v C'''
2 = "A v B"
[[phase]]
name = "league"
pairing = "round-robin"
legs = 2
by = " entry "
draw = "lot"
schedule = "A v B"
[[phase]]
name = "final"
entrants = "places 3 to 6 of league"
pairing = "knockout"
bracket = "single elimination, third place"
[[phase]]
name = "free"
pairing = "open"
"#;

fn ranking(by: &RankingEntry) -> String {
    match by {
        RankingEntry::Standing(_) => "standing".to_owned(),
        RankingEntry::Entry => "entry".to_owned(),
        RankingEntry::Keys(order) => format!("{} keys", order.len()),
    }
}

fn schedule(entry: &ScheduleEntry) -> String {
    format!("{} in {:?} games", entry.size, entry.games.as_ref().map(Vec::len))
}

fn cut(entry: &CutEntry) -> String {
    let remainder = entry.remainder.map(|(size, _)| size);
    format!("{} {:?} {remainder:?} {} cites", ranking(&entry.by), entry.draw, entry.cites.len())
}

fn scheme(scheme: &SchemeEntry) -> String {
    match scheme {
        SchemeEntry::Pools(pools) => {
            let schedules: Vec<String> = pools.schedules.iter().map(schedule).collect();
            format!(
                "pools {} rounds {} groups\n  first {}\n  later {:?}\n  {}",
                pools.rounds,
                pools.groups,
                cut(&pools.first),
                pools.later.as_ref().map(cut),
                schedules.join(", ")
            )
        }
        SchemeEntry::RoundRobin(table) => format!(
            "round robin {} legs by {} {:?} {:?}",
            table.legs,
            ranking(&table.by),
            table.draw,
            table.schedule.as_ref().map(schedule)
        ),
        SchemeEntry::Knockout(knockout) => {
            let bracket = match &knockout.bracket {
                Some(Bracket::Written(lines)) => format!("{} matches", lines.len()),
                Some(Bracket::SingleElimination { third_place }) => format!("single, third {third_place}"),
                None => "not read".to_owned(),
            };
            format!("knockout {bracket} {:?} {:?}", knockout.draw, knockout.schedule.as_ref().map(schedule))
        }
        SchemeEntry::Open(_) => "open".to_owned(),
    }
}

fn phases(text: &str, shelf: &[(&'static str, &'static str)]) -> String {
    let (format, sources, found) = read(text, shelf);
    assert_eq!(complaints(&sources, &found), "");
    let mut out = String::new();
    for phase in format.unwrap().phases {
        let entrants =
            phase.entrants.as_ref().map(|of| format!("{} to {} of {}", of.first, of.last, of.of.text));
        writeln!(
            out,
            "{} {:?} from {entrants:?} ranked by {:?} {:?} {} cites\n  {}",
            phase.name.text,
            phase.title,
            phase.standing.map(|name| name.text),
            phase.ties,
            phase.cites.len(),
            phase.scheme.as_ref().map_or("not read".to_owned(), scheme)
        )
        .unwrap();
    }
    out
}

#[test]
fn phases_are_read() {
    insta::assert_snapshot!(phases(CUP, &[]));
}

#[test]
fn phases_of_a_base_are_kept_or_replaced_as_a_whole() {
    let kept = phases("language = 1\nextends = \"cup\"\n", &[("cup", CUP)]);
    assert_eq!(kept, phases(CUP, &[]));
    let own = "language = 1\nextends = \"cup\"\n[[phase]]\nname = \"league\"\npairing = \"open\"\n";
    let replaced = phases(own, &[("cup", CUP)]);
    assert_eq!(replaced, "league None from None ranked by None Decision 0 cites\n  open\n");
}
