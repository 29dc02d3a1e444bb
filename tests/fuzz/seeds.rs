//! The files that ship, as seeds for each target. They are found where they lie: there are no copies of them.

use std::fs;
use std::path::{Path, PathBuf};

/// The seeds of a target, with their names, in the order of their paths; `root` is the folder of the crate.
pub fn seeds(target: &str, root: &Path) -> Vec<(String, Vec<u8>)> {
    let files = |endings: &[&str]| -> Vec<(String, Vec<u8>)> {
        let mut paths = Vec::new();
        ["formats", "examples", "tests"].iter().for_each(|folder| below(&root.join(folder), &mut paths));
        paths.sort();
        let wanted = paths.into_iter().filter(|path| {
            path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
        });
        wanted.map(|path| (path.display().to_string(), fs::read(&path).unwrap_or_default())).collect()
    };
    match target {
        "format" => files(&["toml"]),
        "rule" => files(&["toml"]).iter().flat_map(|(name, bytes)| rules(name, bytes)).collect(),
        "csv" => files(&["csv", "tsv"]),
        "json_lines" => files(&["jsonl"]),
        "moves" => files(&["blksgf"]),
        "moves_json" => files(&["jsonl"]).iter().flat_map(|(name, bytes)| moves(name, bytes)).collect(),
        _ => Vec::new(),
    }
}

fn below(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { below(&path, paths) } else { paths.push(path) }
    }
}

/// The strings of a format.
fn rules(name: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    if let Ok(table) = toml::from_slice::<toml::Table>(bytes) {
        strings(&toml::Value::Table(table), &mut found);
    }
    (1..).zip(found).map(|(number, text)| (format!("{name} {number}"), text.into_bytes())).collect()
}

fn strings(value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => found.push(text.clone()),
        toml::Value::Array(all) => all.iter().for_each(|one| strings(one, found)),
        toml::Value::Table(table) => table.iter().for_each(|(_, one)| strings(one, found)),
        toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => {}
    }
}

/// The values of `moves` in the records of a log.
fn moves(name: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let moves = lines.filter_map(|line| line.get("game")?.get("moves").map(ToString::to_string));
    (1..).zip(moves).map(|(number, text)| (format!("{name} {number}"), text.into_bytes())).collect()
}
