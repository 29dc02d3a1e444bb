//! The shipped edition of a championship, against a plain account of its regulation that is written down here anew.
//!
//! Comes in: `examples/tarot-duel`, with every incident once. Goes out: its standing and its bracket, worked out from the
//! records alone, compared with what the program prints; and the pages that an organiser reads, as snapshots.

use crate::binary::{code, printed, run, said};
use crate::support::{files, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const FOLDER: &str = "examples/tarot-duel";
const NOVEMBER: [&str; 2] = ["--edition", "2026-11"];

/// A deal as it is recorded: who plays, the scores, the times.
#[derive(Default, Clone)]
struct Deal {
    day: String,
    phase: String,
    of_match: String,
    names: [String; 2],
    scores: [i64; 2],
    times: [Option<i64>; 2],
    counts: bool,
}

impl Deal {
    /// The match points of the two: the integer part of the root of the gap; or 1 to who was faster by more than 30 s.
    fn points(&self) -> [i64; 2] {
        let gap = self.scores[0] - self.scores[1];
        let root = (0..=gap.abs()).take_while(|root| root * root <= gap.abs()).last().unwrap();
        match (gap.signum(), self.times) {
            (1, _) => [root, 0],
            (-1, _) => [0, root],
            (_, [Some(one), Some(other)]) if other - one > 30 => [1, 0],
            (_, [Some(one), Some(other)]) if one - other > 30 => [0, 1],
            _ => [0, 0],
        }
    }
}

/// What is recorded: the names in the order of registration, the deals in the order of the log.
struct Records {
    names: Vec<String>,
    deals: Vec<(String, Deal)>,
}

fn records() -> Records {
    let mut all = Records { names: Vec::new(), deals: Vec::new() };
    for path in files(&root().join(FOLDER), "") {
        let text = fs::read_to_string(&path).unwrap();
        if path.extension().is_some_and(|ending| ending == "csv") {
            all.table(&text);
        } else {
            text.lines().for_each(|line| all.act(&serde_json::from_str(line).unwrap()));
        }
    }
    all
}

impl Records {
    fn table(&mut self, text: &str) {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        for row in reader.deserialize::<BTreeMap<String, String>>() {
            let row = row.unwrap();
            if let Some(name) = row.get("name") {
                self.names.push(name.clone());
                continue;
            }
            let number = |key: &str| row[key].parse::<i64>().ok();
            let deal = Deal {
                day: row["date"].clone(),
                phase: row
                    .get("phase")
                    .filter(|phase| !phase.is_empty())
                    .map_or("qualification", |it| it)
                    .to_owned(),
                of_match: row["match"].clone(),
                names: ["1", "2"].map(|side| row[side].clone()),
                scores: ["1.score", "2.score"].map(|key| number(key).unwrap()),
                times: ["1.time", "2.time"].map(number),
                counts: true,
            };
            self.deals.push((row["id"].clone(), deal));
        }
    }

    /// The acts of the arbiter, and records that contradict others.
    fn act(&mut self, record: &Value) {
        if let Some(name) = record["entrant"]["name"].as_str() {
            self.names.push(name.to_owned());
        } else if let Some(id) = record["void"]["game"].as_str() {
            self.deal(id).counts = false;
        } else if let Some(id) = record["game"]["id"].as_str() {
            self.deal(id).counts = false;
        } else if let Some(id) = record["decision"]["game"].as_str() {
            // In this log the arbiter lets stand what was recorded first.
            self.deal(id).counts = true;
        } else if let Some(id) = record["correction"]["game"].as_str() {
            let sides = record["correction"]["sides"].as_object().unwrap();
            let deal = self.deal(id);
            for (name, side) in sides {
                let place = deal.names.iter().position(|known| known == name).unwrap();
                deal.scores[place] = side["score"].as_i64().unwrap();
            }
        }
    }

    fn deal(&mut self, id: &str) -> &mut Deal {
        &mut self.deals.iter_mut().find(|(known, _)| known == id).unwrap().1
    }

    /// The deals of each match, in the order in which the matches began.
    fn matches(&self) -> Vec<Vec<&Deal>> {
        let mut all: Vec<Vec<&Deal>> = Vec::new();
        for (_, deal) in &self.deals {
            let same =
                |one: &&mut Vec<&Deal>| (&one[0].phase, &one[0].of_match) == (&deal.phase, &deal.of_match);
            match all.iter_mut().find(same) {
                Some(known) => known.push(deal),
                None => all.push(vec![deal]),
            }
        }
        all
    }
}

/// What each of the two has in a match.
fn totals(deals: &[&Deal]) -> BTreeMap<String, i64> {
    let mut totals: BTreeMap<String, i64> = deals[0].names.iter().map(|name| (name.clone(), 0)).collect();
    for deal in deals.iter().filter(|deal| deal.counts) {
        for (name, points) in deal.names.iter().zip(deal.points()) {
            *totals.get_mut(name).unwrap() += points;
        }
    }
    totals
}

/// Whether a match began in November, where the championship is held: one began at 23:30 in London, which is December.
fn is_november(deal: &Deal) -> bool {
    deal.day.starts_with("2026-11") && !deal.day.ends_with('Z')
}

fn november() -> Value {
    let shown = run(&[&["score", "tarot-duel", FOLDER, "--output", "json"][..], &NOVEMBER].concat());
    assert_eq!(code(&shown), 0, "{}", said(&shown));
    let all: Value = serde_json::from_str(&printed(&shown)).unwrap();
    all["editions"][0].clone()
}

#[test]
fn the_standing_of_the_qualification() {
    let records = records();
    let mut met: BTreeSet<BTreeSet<&String>> = BTreeSet::new();
    // Of each who has played: matches, points, and the sum of the scores.
    let mut sums: BTreeMap<&String, [i64; 3]> = BTreeMap::new();
    for deals in records.matches() {
        let counting = deals.iter().filter(|deal| deal.counts).count();
        if deals[0].phase != "qualification" || !is_november(deals[0]) || counting != 16 {
            continue;
        }
        let names = &deals[0].names;
        let has_room = |name| sums.get(name).is_none_or(|[played, ..]| *played < 15);
        if !names.iter().all(has_room) || !met.insert(names.iter().collect()) {
            continue;
        }
        let totals = totals(&deals);
        let best = totals.values().max().unwrap();
        let is_drawn = totals.values().all(|total| total == best);
        for name in names {
            let points = if is_drawn {
                2
            } else if totals[name] == *best {
                3
            } else {
                1
            };
            let sum = sums.entry(name).or_default();
            *sum = [sum[0] + 1, sum[1] + points, sum[2] + totals[name]];
        }
    }
    let mut order: Vec<&String> = records.names.iter().filter(|name| sums.contains_key(name)).collect();
    order.sort_by_key(|name| (-sums[*name][1], -sums[*name][2]));
    let wanted: Vec<(i64, &str, [i64; 3])> =
        (1..).zip(&order).map(|(place, name)| (place, name.as_str(), sums[*name])).collect();
    assert_eq!(wanted.len(), 36);
    let score = november();
    let rows = score["standings"]["qualification"].as_array().unwrap();
    let number = |value: &Value| value.as_i64().unwrap();
    let found: Vec<(i64, &str, [i64; 3])> = rows
        .iter()
        .map(|row| {
            let columns = ["played", "points", "total"].map(|column| number(&row["columns"][column]));
            (number(&row["place"]), row["entrant"].as_str().unwrap(), columns)
        })
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn the_matches_of_the_final_phase() {
    let records = records();
    let score = november();
    let bracket = score["phases"][1]["bracket"].as_array().unwrap();
    // 32 entrants, and the two who lose a semi-final.
    assert_eq!(bracket.len(), 31 + 1);
    let mut played = 0;
    for deals in records.matches().into_iter().filter(|deals| deals[0].phase == "final") {
        let totals = totals(&deals);
        let course = bracket.iter().find(|course| course["match"] == *deals[0].of_match).unwrap();
        for side in course["sides"].as_array().unwrap() {
            let name = side["entrant"].as_str().unwrap();
            assert_eq!(side["columns"]["total"].as_i64(), Some(totals[name]), "{course}");
        }
        if course["won_by"] == "games" {
            // Sixteen deals, and one more as long as the two were level.
            let level = |count: usize| {
                let sums = self::totals(&deals[..count]);
                sums.values().max() == sums.values().min()
            };
            let decided = (16..=deals.len()).find(|count| !level(*count));
            assert_eq!(decided, Some(deals.len()), "{course}");
            let winner = course["winner"].as_str().unwrap();
            assert_eq!(totals.values().max(), Some(&totals[winner]), "{course}");
            played += 1;
        }
    }
    let won_by = |by: &str| bracket.iter().filter(|course| course["won_by"] == by).count();
    assert_eq!((won_by("games"), played), (25, 25));
    // Fanch, TITI, and Célia and Gaspard together withdrew; the arbiter decided two.
    assert_eq!((won_by("walkover"), won_by("decision"), won_by("bye")), (3, 2, 2));
    let nobody = bracket.iter().filter(|course| course["nobody"] == true).count();
    assert_eq!(nobody, 2);
}

#[test]
fn what_an_organiser_reads() {
    let pages: [(&str, &[&str]); 6] = [
        ("standing", &["score", "--standing", "qualification", "--edition", "2026-11"]),
        ("bracket", &["bracket", "--edition", "2026-11"]),
        ("status", &["status", "--date", "2026-12-20"]),
        ("status_all", &["status", "--edition", "2026-12", "--all"]),
        ("season", &["score", "--standing", "all_time"]),
        ("pair", &["pair", "--edition", "2026-12"]),
    ];
    for (name, arguments) in pages {
        let (command, options) = arguments.split_first().unwrap();
        let page = run(&[&[command, "tarot-duel", FOLDER][..], options].concat());
        let shown = format!("{}──── said\n{}", printed(&page), said(&page));
        insta::assert_snapshot!(format!("championship_{name}"), shown);
    }
}

/// What `score` says beside its tables: which acts changed what, what does not count, what nobody has confirmed.
#[test]
fn what_the_acts_of_the_arbiter_changed() {
    let page = run(&[&["score", "tarot-duel", FOLDER][..], &NOVEMBER].concat());
    let text = printed(&page);
    let told = text.find("\nDoes not count\n").unwrap();
    insta::assert_snapshot!("championship_acts", text[told..].trim_start());
}
