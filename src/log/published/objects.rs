//! JSON: a list with an object for each row, or what `score --output json` writes.
//!
//! Comes in: the text. Goes out: a table for each list of rows. Start with [`read`].

use super::{Published, PublishedRow, PublishedTable};
use crate::json::{self, Member, Node, What};

/// Reads it.
///
/// # Errors
/// What is wrong, in words, and what to do.
pub(super) fn read(text: &str) -> Result<Published, (String, String)> {
    let help = "write a list of objects, one for each row, or what `rulesctl score --output json` writes";
    let wrong = |message: &str| (message.to_owned(), help.to_owned());
    let node = json::parse(text).ok_or_else(|| wrong("it is not JSON"))?;
    let mut found = Published::default();
    match &node.what {
        What::List(rows) => found.tables.push(table(text, rows)),
        What::Object(members) => {
            standings(text, members, &mut found);
            if let Some(What::Object(season)) = get(members, "season").map(|node| &node.what) {
                standings(text, season, &mut found);
            }
            if let Some(What::List(editions)) = get(members, "editions").map(|node| &node.what) {
                for edition in editions {
                    if let What::Object(members) = &edition.what {
                        standings(text, members, &mut found);
                    }
                }
            }
        }
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => {}
    }
    if found.tables.is_empty() { Err(wrong("it holds no table")) } else { Ok(found) }
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

fn get<'a>(members: &'a [Member], key: &str) -> Option<&'a Node> {
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

fn table(text: &str, rows: &[Node]) -> PublishedTable {
    let mut table = PublishedTable::default();
    for node in rows {
        let line = text.get(..node.at.start).map_or(0, |before| before.matches('\n').count() + 1);
        let mut cells = Vec::new();
        if let What::Object(members) = &node.what {
            collect(members, &mut cells);
        }
        if cells.is_empty() {
            table.unread.push((line, format!("it is {}, and no row", node.noun())));
            continue;
        }
        mark_shared(&mut cells);
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
    let most = table.headings.len();
    table.rows.iter_mut().for_each(|row| row.cells.resize(most, String::new()));
    table
}

/// The cells of an object; those of an object inside of it are cells of the same row.
fn collect(members: &[Member], cells: &mut Vec<(String, String)>) {
    for Member { key, value, .. } in members {
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
