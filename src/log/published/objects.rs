//! JSON: a list with an object for each row, or what `score --output json` writes.
//!
//! Comes in: the text. Goes out: a table for each list of rows. Start with [`read`].

use super::rounds;
use super::{Published, PublishedRow, PublishedTable};
use crate::json::{self, Member, Node, What};

/// Reads it.
///
/// # Errors
/// What is wrong, in words, and what to do.
pub(super) fn read(text: &str) -> Result<Published, (String, String)> {
    let help = "write a list of objects, one for each row, or what `rulesctl score` or `rulesctl pair` writes with `--output json`";
    let wrong = |message: &str| (message.to_owned(), help.to_owned());
    let node = json::parse(text).ok_or_else(|| wrong("it is not JSON"))?;
    let mut found = Published::default();
    match &node.what {
        What::List(rows) => found.tables.push(table(text, rows)),
        What::Object(members) => {
            outcome(text, members, &mut found);
            if let Some(What::Object(season)) = get(members, "season").map(|node| &node.what) {
                standings(text, season, &mut found);
            }
            if let Some(What::List(editions)) = get(members, "editions").map(|node| &node.what) {
                for edition in editions {
                    if let What::Object(members) = &edition.what {
                        outcome(text, members, &mut found);
                    }
                }
            }
        }
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => {}
    }
    if found.tables.is_empty() { Err(wrong("it holds no table")) } else { Ok(found) }
}

/// What is written of one outcome: its standings, and the rounds of its event.
fn outcome(text: &str, members: &[Member], found: &mut Published) {
    standings(text, members, found);
    let edition = get(members, "edition").and_then(Node::label).map(str::to_owned);
    let phases = get(members, "phases").map(|node| &node.what);
    let of_phases = match phases {
        Some(What::List(phases)) => phases.as_slice(),
        _ => &[],
    };
    let of_phases = of_phases.iter().filter_map(|phase| match &phase.what {
        What::Object(members) => get(members, "rounds"),
        _ => None,
    });
    for rounds in get(members, "rounds").into_iter().chain(of_phases) {
        let What::List(rounds) = &rounds.what else { continue };
        for round in rounds {
            let table = rounds::table(text, round);
            found.tables.extend(table.map(|table| PublishedTable { edition: edition.clone(), ..table }));
        }
    }
}

/// The standings of one outcome, by name.
fn standings(text: &str, members: &[Member], found: &mut Published) {
    let edition = get(members, "edition").and_then(Node::label).map(str::to_owned);
    let Some(What::Object(all)) = get(members, "standings").map(|node| &node.what) else { return };
    for Member { key, value, .. } in all {
        if let What::List(rows) = &value.what {
            let (name, edition) = (Some(key.clone()), edition.clone());
            found.tables.push(PublishedTable { name, edition, ..table(text, rows) });
        }
    }
}

pub(super) fn get<'a>(members: &'a [Member], key: &str) -> Option<&'a Node> {
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

fn table(text: &str, rows: &[Node]) -> PublishedTable {
    let mut table = PublishedTable::default();
    for node in rows {
        let line = line_of(text, node);
        let mut cells = Vec::new();
        if let What::Object(members) = &node.what {
            collect(members, &mut cells);
        }
        if cells.is_empty() {
            table.unread.push((line, format!("it is {}, and no row", node.noun())));
            continue;
        }
        mark_shared(&mut cells);
        add(&mut table, line, cells);
    }
    let most = table.headings.len();
    table.rows.iter_mut().for_each(|row| row.cells.resize(most, String::new()));
    table
}

/// On which line a value begins.
pub(super) fn line_of(text: &str, node: &Node) -> usize {
    text.get(..node.at.start).map_or(0, |before| before.matches('\n').count() + 1)
}

/// Adds a row, and the headings that it has first.
pub(super) fn add(table: &mut PublishedTable, line: usize, cells: Vec<(String, String)>) {
    let mut row = PublishedRow { line, cells: vec![String::new(); table.headings.len()] };
    for (heading, cell) in cells {
        match table.headings.iter().position(|known| *known == heading) {
            Some(place) => row.cells[place] = cell,
            None => {
                table.headings.push(heading);
                row.cells.push(cell);
            }
        }
    }
    table.rows.push(row);
}

/// The cells of an object; those of an object inside of it are cells of the same row.
pub(super) fn collect(members: &[Member], cells: &mut Vec<(String, String)>) {
    for Member { key, value, .. } in members {
        if let What::List(sides) = &value.what
            && rounds::sides(key, sides, cells)
        {
            continue;
        }
        let cell = match &value.what {
            What::Null => String::new(),
            What::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            What::Number(text) | What::Text(text) => text.trim().to_owned(),
            What::List(all) => all.iter().filter_map(Node::label).collect::<Vec<_>>().join(", "),
            What::Object(inner) => {
                collect(inner, cells);
                continue;
            }
        };
        cells.push((key.clone(), cell));
    }
}

/// A row of our own says beside its place whether that is shared.
fn mark_shared(cells: &mut Vec<(String, String)>) {
    let Some(at) = cells.iter().position(|(key, cell)| key == "shared" && (cell == "yes" || cell == "no"))
    else {
        return;
    };
    if let Some(place) = cells.iter().position(|(key, _)| key == "place") {
        let (_, shared) = cells.remove(at);
        let place = if at < place { place - 1 } else { place };
        if shared == "yes" {
            cells[place].1.insert(0, '=');
        }
    }
}
