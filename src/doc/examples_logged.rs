//! Worked examples that are logs: what was recorded, record by record, and how the event stands then.

use super::document::{Inline, Line, Page, Table, code, filled, joined, plain, said};
use super::ranges::minus;
use super::view::View;
use crate::format::LoggedEntry;
use crate::json::{self, Member, Node, What};

/// Writes the log of an example.
pub fn write_log(view: &View<'_>, entry: &LoggedEntry, page: &mut Page) {
    let words = view.words;
    let lines: Vec<&str> = entry.log.text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let records: Option<Vec<Vec<Line>>> = lines.iter().map(|line| record(view, line)).collect();
    match records {
        Some(rows) => page.table(Table { head: [words.record, words.is_recorded].map(plain).into(), rows }),
        // A spreadsheet stands as it is.
        None => page.table(Table {
            head: vec![plain(words.is_recorded)],
            rows: lines.iter().map(|line| vec![code(*line)]).collect(),
        }),
    }
}

/// Writes how the event stands.
pub fn write_event(view: &View<'_>, entry: &LoggedEntry, page: &mut Page) {
    let words = view.words;
    let LoggedEntry { date, winners, nobody, undecided, meets, places, overdue, .. } = entry;
    let name = |name: &crate::syntax::ast::Name| said(name.text.as_str());
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for (one, players, _) in meets {
        let players: Vec<Line> = players.iter().map(name).collect();
        rows.push(vec![name(one), filled(words.meets, &players)]);
    }
    for (one, winner) in winners {
        rows.push(vec![name(one), filled(words.won_by, &[name(winner)])]);
    }
    rows.extend(nobody.iter().map(|one| vec![name(one), plain(words.nobody_goes_on)]));
    rows.extend(undecided.iter().map(|one| vec![name(one), plain(words.not_decided)]));
    page.table(Table { head: [words.a_match, words.comes_out].map(plain).into(), rows });
    let mut facts = Vec::new();
    if let Some(date) = date {
        facts.push(view.fact(words.asked_on, plain(date.to_string())));
    }
    let comma = Inline::Plain(words.comma.to_owned());
    if !places.is_empty() {
        let places = places.iter().map(|(who, place, _)| {
            let mut line = plain(format!("{place}\u{a0}"));
            line.extend(name(who));
            line
        });
        facts.push(view.fact(words.final_places, joined(places, &comma)));
    }
    if let Some((overdue, _)) = overdue {
        let all = joined(overdue.iter().map(name), &comma);
        facts.push(view.fact(words.overdue, if all.is_empty() { plain(words.empty_list) } else { all }));
    }
    page.paragraph(joined(facts, &Inline::Plain(words.semicolon.to_owned())));
}

/// A record: what it is, and what it says; `None` where the line is no record in JSON.
fn record(view: &View<'_>, line: &str) -> Option<Vec<Line>> {
    let words = view.words;
    let Node { what: What::Object(members), .. } = json::parse(line)? else { return None };
    let [Member { key, value, .. }] = members.as_slice() else { return None };
    let kind = match key.as_str() {
        "game" => words.a_game,
        "entrant" => words.an_entrant,
        "withdrawal" => words.a_withdrawal,
        "decision" => words.a_decision,
        "draw" => words.a_draw,
        "correction" => words.a_correction,
        "void" => words.an_annulment,
        "confirmation" => words.a_confirmation,
        "close" => words.a_closing,
        key => key,
    };
    let mut pieces = Vec::new();
    flatten(view, "", value, &mut pieces);
    Some(vec![plain(kind), joined(pieces, &Inline::Plain(words.semicolon.to_owned()))])
}

/// The values of a record, each with its way; of the sides each is called as who plays.
fn flatten(view: &View<'_>, way: &str, node: &Node, pieces: &mut Vec<Line>) {
    let words = view.words;
    if let What::Object(members) = &node.what {
        for Member { key, value, .. } in members {
            if way.is_empty() && key == "sides" {
                write_sides(view, value, pieces);
                continue;
            }
            let way = if way.is_empty() { key.clone() } else { format!("{way}.{key}") };
            flatten(view, &way, value, pieces);
        }
        return;
    }
    let mut line = code(way);
    line.push(Inline::Plain("\u{a0}".to_owned()));
    line.extend(value(words.nobody, view, node));
    pieces.push(line);
}

fn write_sides(view: &View<'_>, node: &Node, pieces: &mut Vec<Line>) {
    let What::Object(sides) = &node.what else {
        pieces.push(value(view.words.nobody, view, node));
        return;
    };
    for Member { key, value, .. } in sides {
        let mut own = Vec::new();
        flatten(view, "", value, &mut own);
        let mut line = said(key.as_str());
        line.push(Inline::Plain(view.words.colon.to_owned()));
        line.extend(joined(own, &Inline::Plain(view.words.comma.to_owned())));
        pieces.push(line);
    }
}

fn value(null: &str, view: &View<'_>, node: &Node) -> Line {
    match &node.what {
        What::Null => plain(null),
        What::Flag(flag) => plain(if *flag { view.words.yes } else { view.words.no }),
        What::Number(digits) => plain(minus(digits)),
        What::Text(text) => said(text.as_str()),
        What::List(items) => {
            let items = items.iter().map(|item| value(null, view, item));
            joined(items, &Inline::Plain(view.words.comma.to_owned()))
        }
        What::Object(_) => {
            let mut pieces = Vec::new();
            flatten(view, "", node, &mut pieces);
            joined(pieces, &Inline::Plain(view.words.comma.to_owned()))
        }
    }
}
