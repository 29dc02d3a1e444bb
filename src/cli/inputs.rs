//! The logs that a command reads: files by their paths, and standard input.

use super::Exit;
use super::formats;
use super::terminal::Terminal;
use crate::log::{self, Input};
use crate::session::Session;
use std::path::Path;

/// Opens logs; where one cannot be had that is said, and how the program ends.
pub fn open<'a>(
    logs: impl IntoIterator<Item = &'a String>,
    terminal: &Terminal,
) -> Result<Vec<Input<'static>>, Exit> {
    let mut inputs = Vec::new();
    let mut session = Session::new();
    let mut standard = 0;
    for log in logs {
        standard += usize::from(log == "-");
        if standard > 1 {
            return Err(terminal.refuse("standard input can be read once", Some("leave out the second `-`")));
        }
        match log::open(log) {
            Ok(input) => inputs.push(input),
            Err(complaint) => session.complaints.push(*complaint),
        }
    }
    terminal.complain(&session);
    if session.complaints.is_empty() { Ok(inputs) } else { Err(Exit::File) }
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
