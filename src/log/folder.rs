//! A folder of logs is one log: the files in it and in the folders below it, in the order of their names.
//!
//! Comes in: the path of a folder. Goes out: its files, and a word on what in it is passed over: nothing is dropped in
//! silence. What a file is called says whether it is a log. It must never know what stands in one. Start with [`logs`].

use super::cell::shortened;
use super::natural;
use super::unread::LogFile;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use rustc_hash::FxHashSet;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// How the name of a log ends, in capitals or not.
const ENDINGS: [&str; 7] = ["csv", "tsv", "jsonl", "ndjson", "json", "sgf", "blksgf"];
/// So many endings of files that are passed over are named.
const MOST_NAMED: usize = 8;

/// The logs in a folder, in their order. It is complained of where there are none.
pub(super) fn logs(folder: &str, complaints: &mut Complaints) -> Vec<LogFile> {
    let mut walk = Walk::default();
    let mut own = Complaints::new();
    walk.all(folder, &mut own);
    let Walk { files, passed_over, .. } = walk;
    let passed_over = passed_over.words();
    if !files.is_empty() {
        if let Some((count, words)) = passed_over {
            let noun = if count == 1 { "entry is" } else { "entries are" };
            let message = format!("{count} {noun} passed over in the folder `{folder}`: {words}");
            own.push(Diagnostic::new(Code::PassedOver, message).help(format!(
                "the names of logs end in {}; a file with another name is read when it is given by itself",
                endings()
            )));
        }
    } else if !own.has_errors() {
        let empty = Diagnostic::new(Code::EmptyLog, format!("there is no log in the folder `{folder}`"));
        let note = passed_over.map(|(_, words)| format!("what is in it is passed over: {words}"));
        let empty = note.into_iter().fold(empty, Diagnostic::note);
        own.push(empty.help(format!("put a file in it whose name ends in {}", endings())));
    }
    complaints.extend(own);
    files.into_iter().map(|below| below.file(folder)).collect()
}

/// ``` `.csv`, `.tsv` or `.json` ```
fn endings() -> String {
    let all: Vec<String> = ENDINGS.iter().map(|ending| format!("`.{ending}`")).collect();
    all.split_last().map_or_else(String::new, |(last, others)| format!("{} or {last}", others.join(", ")))
}

/// What stands below a folder, named from there. The names of the folders in it end in `/`, on every machine.
#[derive(Clone, Default, PartialEq, Eq)]
struct Below(OsString);

impl Ord for Below {
    fn cmp(&self, other: &Self) -> Ordering {
        natural::order(self.0.as_encoded_bytes(), other.0.as_encoded_bytes())
    }
}

impl PartialOrd for Below {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Below {
    fn in_folder(&self, name: &OsStr) -> Self {
        let mut below = self.0.clone();
        below.push(name);
        Self(below)
    }

    fn path(&self, folder: &str) -> PathBuf {
        Path::new(folder).join(&self.0)
    }

    /// What it is called in messages.
    fn name(&self, folder: &str) -> String {
        format!("{}/{}", folder.trim_end_matches('/'), plain(&self.0))
    }

    fn file(self, folder: &str) -> LogFile {
        let id = plain(Path::new(&self.0).with_extension("").as_os_str());
        LogFile { path: self.path(folder), name: self.name(folder), id }
    }
}

/// A name as it can be printed: a file may be called anything.
fn plain(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    name.chars().map(|sign| if sign.is_control() { char::REPLACEMENT_CHARACTER } else { sign }).collect()
}

/// A way through folders, on which each is entered once, however many links lead there.
#[derive(Default)]
struct Walk {
    files: BTreeSet<Below>,
    /// Folders that are still to be entered.
    folders: Vec<Below>,
    /// Links to folders, which are followed when no folder is left: what lies there by itself is named so.
    links: BTreeSet<Below>,
    entered: FxHashSet<PathBuf>,
    passed_over: PassedOver,
}

impl Walk {
    fn all(&mut self, root: &str, complaints: &mut Complaints) {
        self.folders.push(Below::default());
        while let Some(below) = self.folders.pop().or_else(|| self.links.pop_first()) {
            if let Err(error) = self.enter(&below.path(root), &below) {
                let message = format!("the folder `{}` cannot be read: {error}", below.name(root));
                let help = "give yourself the right to read it, or name the logs one by one";
                complaints.push(Diagnostic::new(Code::Unreadable, message).help(help));
            }
        }
    }

    fn enter(&mut self, path: &Path, below: &Below) -> io::Result<()> {
        if !self.entered.insert(fs::canonicalize(path)?) {
            self.passed_over.links += 1;
            return Ok(());
        }
        for entry in fs::read_dir(path)? {
            self.meet(&entry?, below)?;
        }
        Ok(())
    }

    fn meet(&mut self, entry: &DirEntry, folder: &Below) -> io::Result<()> {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            self.passed_over.hidden += 1;
            return Ok(());
        }
        let own = entry.file_type()?;
        // A link that leads nowhere is complained of when it is read, if it is called like a log.
        let led_to = || fs::metadata(entry.path()).ok().map(|facts| facts.file_type());
        let kind = if own.is_symlink() { led_to() } else { Some(own) };
        let mut below = folder.in_folder(&name);
        if kind.as_ref().is_some_and(FileType::is_dir) {
            below.0.push("/");
            if own.is_symlink() {
                self.links.insert(below);
            } else {
                self.folders.push(below);
            }
        } else if !is_log(&name) {
            self.passed_over.add(&name);
        } else if kind.is_some_and(|kind| !kind.is_file()) {
            self.passed_over.no_files += 1;
        } else {
            self.files.insert(below);
        }
        Ok(())
    }
}

fn is_log(name: &OsStr) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// What is passed over, counted.
#[derive(Default)]
struct PassedOver {
    endings: BTreeMap<OsString, usize>,
    without_ending: usize,
    hidden: usize,
    /// Links to folders that were entered before.
    links: usize,
    /// Pipes and the like.
    no_files: usize,
}

impl PassedOver {
    fn add(&mut self, name: &OsStr) {
        match Path::new(name).extension() {
            Some(ending) => *self.endings.entry(ending.to_owned()).or_default() += 1,
            None => self.without_ending += 1,
        }
    }

    /// How many there are, and in words: the most frequent endings first.
    fn words(self) -> Option<(usize, String)> {
        let mut endings: Vec<(OsString, usize)> = self.endings.into_iter().collect();
        endings.sort_by_key(|(_, count)| Reverse(*count));
        let others = endings.split_off(endings.len().min(MOST_NAMED));
        let others: usize = others.iter().map(|(_, count)| count).sum();
        let named = endings.iter().map(|(ending, count)| {
            (*count, format!("{count} with the ending `.{}`", shortened(&ending.to_string_lossy())))
        });
        let link = if self.links == 1 { "link to a folder that is" } else { "links to folders that are" };
        let rest = [
            (others, format!("{others} with other endings")),
            (self.without_ending, format!("{} without an ending", self.without_ending)),
            (self.hidden, format!("{} hidden", self.hidden)),
            (self.links, format!("{} {link} read already", self.links)),
            (self.no_files, format!("{} that cannot be read as a file", self.no_files)),
        ];
        let told: Vec<(usize, String)> = named.chain(rest).filter(|(count, _)| *count > 0).collect();
        let words: Vec<&str> = told.iter().map(|(_, words)| words.as_str()).collect();
        let count = told.iter().map(|(count, _)| count).sum();
        (count > 0).then(|| (count, words.join(", ")))
    }
}
