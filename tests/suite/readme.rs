//! Every command of the README does what the README says.
//!
//! A block ```` ```console ```` is run: a line that begins with `$ ` is a command, the lines below it are what it
//! prints (a line `…` stands for any lines). A block ```` ```toml ````, ```` ```csv ```` or ```` ```jsonl ```` below a
//! remark `<!-- file: NAME -->` is written to the scratch directory first; `cd` goes into one of its folders. `cargo run … --` is the built program.

use crate::support::{files, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that run these very tests, or need a network.
const NOT_HERE: &[&str] = &["cargo test", "cargo install", "git clone", ".ci/run"];

#[test]
fn every_command_does_what_it_says() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let mut scratch = Scratch::new();
    let mut ran = 0;
    for Block { language, name, text } in blocks(&readme) {
        match language.as_str() {
            "console" => {
                for (command, expected) in commands(&text) {
                    if NOT_HERE.iter().any(|start| command.starts_with(start)) {
                        continue;
                    }
                    if let Some(folder) = command.strip_prefix("cd ") {
                        scratch.enter(folder);
                        continue;
                    }
                    let printed = scratch.run(&command);
                    ran += 1;
                    assert!(
                        agrees(&expected, &printed),
                        "README.md says of `{command}`:\n{}\n\nit prints:\n{printed}",
                        expected.join("\n")
                    );
                }
            }
            "toml" | "csv" | "jsonl" => {
                if let Some(name) = name {
                    fs::write(scratch.here.join(name), text).unwrap();
                }
            }
            _ => {}
        }
    }
    assert!(ran > 0, "README.md must have a block ```console with a command");
}

/// A directory of its own with the formats and examples of the crate, removed at the end.
struct Scratch {
    top: PathBuf,
    /// Where commands are run.
    here: PathBuf,
}

impl Scratch {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("rulesctl-readme-{}", std::process::id()));
        for folder in ["formats", "examples"] {
            for file in files(&root().join(folder), "") {
                let target = path.join(file.strip_prefix(root()).unwrap());
                fs::create_dir_all(target.parent().unwrap()).unwrap();
                fs::copy(&file, target).unwrap();
            }
        }
        fs::create_dir_all(&path).unwrap();
        Self { here: path.clone(), top: path }
    }

    /// Goes into a folder that is there; one that a command would have made is passed over.
    fn enter(&mut self, folder: &str) {
        let inner = self.here.join(folder);
        if inner.is_dir() {
            self.here = inner;
        }
    }

    fn run(&self, command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_rulesctl"));
        let command = match command.split_once(" -- ").filter(|(cargo, _)| cargo.starts_with("cargo run")) {
            Some((_, arguments)) => format!("rulesctl {arguments}"),
            None => command.to_owned(),
        };
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("{{ {command}\n}} 2>&1"))
            .current_dir(&self.here)
            .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.top);
    }
}

/// A fenced block, its language, and the name of the file that a remark above it gives.
struct Block {
    language: String,
    name: Option<String>,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    let mut name = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(language), None) => {
                open = Some(Block {
                    language: language.trim().to_owned(),
                    name: name.take(),
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) if line.is_empty() => {}
            (None, None) => name = named(line),
        }
    }
    found
}

/// The commands of a block, each with the lines that it prints.
fn commands(block: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut going_on = false;
    for line in block.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                going_on = command.ends_with('\\');
                found.push((command.to_owned(), Vec::new()));
            }
            (None, Some((command, _))) if going_on => {
                going_on = line.ends_with('\\');
                command.push('\n');
                command.push_str(line);
            }
            (None, Some((_, expected))) => expected.push(line.trim_end().to_owned()),
            (None, None) => {}
        }
    }
    found
}

/// `<!-- file: NAME -->`
fn named(line: &str) -> Option<String> {
    let name = line.strip_prefix("<!-- file: ")?.strip_suffix("-->")?.trim();
    let plain = Path::new(name).components().count() == 1;
    plain.then(|| name.to_owned())
}

/// Whether a command printed what is expected; `…` stands for any lines, no lines at all for anything.
fn agrees(expected: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    expected.is_empty() || agree(&trimmed(&expected), &trimmed(&printed))
}

fn trimmed<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines[..end].to_vec()
}

fn agree(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skip| agree(rest, &printed[skip..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, more)| line == first && agree(rest, more))
        }
    }
}

#[test]
fn blocks_are_understood() {
    let text = "a\n```console\n$ one\nx\n…\nz\n$ two \\\n  more\n```\n<!-- file: a.toml -->\n\n```toml\nb = 1\n```\n";
    let found = blocks(text);
    let commands = commands(&found[0].text);
    assert_eq!(commands[0].0, "one");
    assert!(agrees(&commands[0].1, "x\ny\ny\nz\n"));
    assert!(!agrees(&commands[0].1, "x\ny\n"));
    assert_eq!(commands[1].0, "two \\\n  more");
    assert_eq!((found[0].name.as_deref(), found[1].name.as_deref()), (None, Some("a.toml")));
    assert_eq!(found[1].text, "b = 1\n");
}
