//! Schedules, brackets and selections: what they become, and what is said of those that cannot be read.

use super::{outcome, snapshot};
use crate::syntax::ast::{
    Bracket, BracketLine, BracketOrigin, BracketSide, Name, Schedule, ScheduleLine, Selection,
};
use crate::syntax::{parse_bracket, parse_schedule, parse_selection};

fn cites(cites: &[Name]) -> String {
    cites.iter().map(|cite| format!(" @{}", cite.text)).collect::<Vec<_>>().concat()
}

fn letter(number: u32) -> char {
    char::from(b'A' + u8::try_from(number).unwrap())
}

fn game(line: &ScheduleLine) -> String {
    let sides: Vec<String> = line
        .sides
        .iter()
        .map(|side| {
            let seat = side.seat.as_ref().map_or(String::new(), |seat| format!(" in {:?}", seat.text));
            format!("{}{seat}", letter(side.letter.number))
        })
        .collect();
    let umpire = line.umpire.map_or(String::new(), |umpire| format!(" under {}", letter(umpire.number)));
    format!("(game {}{umpire}{})", sides.join(", "), cites(&line.cites))
}

fn schedule(lines: &Schedule) -> String {
    lines.iter().map(|line| format!("{}\n", game(line))).collect::<Vec<_>>().concat()
}

fn side(side: &BracketSide) -> String {
    match &side.origin {
        BracketOrigin::Seed(seed) => format!("seed {seed}"),
        BracketOrigin::Winner(name) => format!("winner {:?}", name.text),
        BracketOrigin::Loser(name) => format!("loser {:?}", name.text),
    }
}

fn meeting(line: &BracketLine) -> String {
    let [first, second] = &line.sides;
    let place = |word: &str, place: Option<(u32, _)>| {
        place.map_or(String::new(), |(place, _)| format!(" {word} is {place}"))
    };
    format!(
        "(match {:?} {}, {}{}{}{})\n",
        line.name.text,
        side(first),
        side(second),
        place("winner", line.winner),
        place("loser", line.loser),
        cites(&line.cites)
    )
}

fn bracket(bracket: &Bracket) -> String {
    match bracket {
        Bracket::Written(lines) => lines.iter().map(meeting).collect(),
        Bracket::SingleElimination { third_place } => format!("(single third={third_place})\n"),
    }
}

fn selection(selection: &Selection) -> String {
    format!("(places {} to {} of {:?})\n", selection.first, selection.last, selection.of.text)
}

fn schedules(texts: &[&str]) -> String {
    texts.iter().fold(String::new(), |out, text| {
        format!("{out}{text}\n{}\n", outcome(text, parse_schedule, schedule))
    })
}

fn brackets(texts: &[&str]) -> String {
    texts
        .iter()
        .fold(String::new(), |out, text| format!("{out}{text}\n{}\n", outcome(text, parse_bracket, bracket)))
}

fn selections(texts: &[&str]) -> String {
    texts.iter().fold(String::new(), |out, text| {
        format!("{out}{text}\n{}\n", outcome(text, parse_selection, selection))
    })
}

#[test]
fn schedules_are_read() {
    let texts = [
        "A v B",
        "A",
        "  A yellow_green  v  C blue_red      umpire B    @in_a_pool @\"4.2 c\"   # the first\n\n  B yellow_green  v  A blue_red umpire C",
        "A blue v B yellow\n  v C red v D green",
        "A \"first chair\" v B \"v\" umpire C",
        "A 青 v B umpires",
        "A v B @x\n  @y",
    ];
    snapshot("schedules_are_read", &schedules(&texts));
}

#[test]
fn unreadable_schedules() {
    let texts = [
        "",
        "A vs B",
        "A vs. B",
        "A blue vs B red",
        "A - B",
        "A – B",
        "A-B",
        "A : B",
        "A against B",
        "A V B",
        "A x B",
        "a v b",
        "A v 2",
        "1 v 2",
        "Ada v Bo",
        "A v",
        "v B",
        "A v B v",
        "A yellow-green v B blue",
        "A yellow green v B blue",
        "A A v B",
        "A v B umpire",
        "A v B umpire c",
        "A v B referee C",
        "A s v B t arbiter C",
        "A v B, C v D",
        "A v B; C v D",
        "A v B C v D",
        "A v B -> 1",
        "A “blue” v B",
        "A blue v B red @4.2",
        "AB v C",
        "game 1: A v B",
        "A by v B",
        "A v\n\nB v C",
    ];
    snapshot("unreadable_schedules", &schedules(&texts));
}

#[test]
fn brackets_are_read() {
    let texts = [
        "semi 1: seed 1 v seed 4\n  semi 2: seed 2 v seed 3\nthird: loser of semi  1 v loser of semi 2 -> winner 3, loser 4 @small_final\nfinal: winner of semi 1 v winner of semi 2 -> winner 1, loser 2",
        "quarter-final 2: seed 1 v seed 8",
        "1/2: seed 1 v seed 2",
        "準決勝１: seed 1 v seed 2\n決勝: winner of 準決勝１ v seed 3 -> winner 1",
        "demi-finale n: seed 1 v seed 2 -> loser 3@x",
        "\"match d'appui\": seed 1 v seed 2\nlast: winner of \"match d'appui\" v loser of \"match d'appui\"",
        "v-shaped: seed 1 v seed 2",
        "2nd: seed 1 v seed 2 # remark",
        "winner of x: seed 1 v winner of winner of x",
        "final: winner of semi 1 v\n   winner of semi 2\n   -> loser 2,\n winner 1",
        "single elimination",
        "  single   elimination ,third place # all of it",
    ];
    snapshot("brackets_are_read", &brackets(&texts));
}

#[test]
fn unreadable_brackets() {
    let texts = [
        "seed 1 v seed 4",
        ": seed 1 v seed 4",
        "semi 1 seed 1 v seed 4",
        "semi 1: seed 1 vs seed 4",
        "semi 1: seed 1 - seed 4",
        "semi 1: seed 1 – seed 4",
        "final: winner of semi 1 vs winner of semi 2",
        "final: winner of semi 1 against winner of semi 2 -> winner 1",
        "final: winner of semi 1 - winner of semi 2 -> winner 1",
        "final: Winner of semi 1 v Seed 2",
        "final: winner semi 1 v winner semi 2",
        "final: semi 1 v semi 2",
        "final: 1 v 4",
        "final: seed one v seed 2",
        "final: seed 0 v seed 2",
        "final: seed 99999999999 v seed 2",
        "final: seed 1 v seed 2 v seed 3",
        "final: seed 1",
        "final: seed 1 v",
        "final:",
        "final: seed 1 v seed 2 -> 1, 2",
        "final: seed 1 v seed 2 -> winner",
        "final: seed 1 v seed 2 -> winner 1, winner 2",
        "final: seed 1 v seed 2 -> winner 1 loser 2",
        "final: seed 1 v seed 2 => winner 1",
        "final: seed 1 v seed 2 → winner 1",
        "final: seed 1 v seed 2 -> place 1",
        "final: bye v seed 2",
        "final： seed 1 v seed 2",
        "demi–finale: seed 1 v seed 2",
        "l'ultime: seed 1 v seed 2",
        "double elimination",
        "single",
        "single elimination with third place",
        "third place",
        "Single Elimination",
        "semi 1: seed 1 v\nsemi 2: seed 2 v seed 3",
    ];
    snapshot("unreadable_brackets", &brackets(&texts));
}

#[test]
fn selections_are_read_or_not() {
    let texts = [
        "top 4 of qualification",
        "places 5 to 8 of \"group stage\"",
        "places 3 to 3 of 予選",
        "",
        "everybody",
        "top four of qualification",
        "top 4",
        "top 4 qualification",
        "best 4 of qualification",
        "first 4 of qualification",
        "places 5-8 of qualification",
        "places 5 – 8 of qualification",
        "place 5 of qualification",
        "places 8 to 5 of qualification",
        "top 0 of qualification",
        "qualification",
        "top 4 of group stage",
        "winner of final",
    ];
    snapshot("selections_are_read_or_not", &selections(&texts));
}
