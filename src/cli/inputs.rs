//! The logs that a command reads: files and folders by their paths, and standard input.

use super::Exit;
use super::formats;
use super::terminal::Terminal;
use crate::log::{self, Unread};
use crate::session::Session;
use std::path::Path;

/// Finds logs. Where one cannot be had that is said, and how the program ends; what is passed over in a folder is said too.
pub fn find<'a>(
    paths: impl IntoIterator<Item = &'a String>,
    terminal: &Terminal,
) -> Result<Vec<Unread<'static>>, Exit> {
    let mut logs = Vec::new();
    let mut session = Session::new();
    let mut standard = 0;
    for path in paths {
        standard += usize::from(path == "-");
        if standard > 1 {
            return Err(terminal.refuse("standard input can be read once", Some("leave out the second `-`")));
        }
        logs.extend(log::find(path, &mut session.complaints));
    }
    terminal.complain(&session);
    match Exit::of(&session.complaints) {
        Exit::Fine => Ok(logs),
        exit @ (Exit::Errors | Exit::Usage | Exit::File) => Err(exit),
    }
}

/// The logs, in turn, and how many have been read, where that takes a while.
pub fn watched(logs: Vec<Unread<'static>>, terminal: &Terminal) -> impl Iterator<Item = Unread<'static>> {
    let progress = terminal.progress(u32::try_from(logs.len()).unwrap_or(u32::MAX));
    (0..).zip(logs).map(move |(read, log)| {
        progress.set(read);
        log
    })
}

/// Refuses a log before the format.
pub fn refuse_swapped(command: &str, first: &str, logs: &[String], terminal: &Terminal) -> Option<Exit> {
    if formats::is_format(first) {
        return None;
    }
    let swapped = logs.iter().find(|log| formats::is_format(log));
    if swapped.is_none() && !Path::new(first).exists() {
        return None;
    }
    let format = swapped.map_or("FORMAT", String::as_str);
    let logs = logs.iter().map(String::as_str).filter(|log| *log != format);
    let logs: Vec<&str> = std::iter::once(first).chain(logs).collect();
    let hint = if swapped.is_some() { "" } else { " (the file of a format ends in `.toml`)" };
    let help = format!("write: rulesctl {command} {format} {}{hint}", logs.join(" "));
    let message = format!("`{first}` is not a format: FORMAT comes first, then the logs");
    Some(terminal.refuse(&message, Some(&help)))
}
