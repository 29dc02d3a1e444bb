//! From the paths that a person gives to the logs they lead to: a file is a log, a folder is all logs in it.
//!
//! Comes in: a path. Goes out: the logs as [`Unread`], in order, and complaints of what is not there. It must never
//! know what stands in a log. Start with [`find`].

use super::folder;
use super::unread::{Input, LogFile, STDIN, Unread};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The logs that a path leads to, in the order in which they are read; `-` is standard input. None where there are none,
/// which is complained of.
pub fn find(path: &str, complaints: &mut Complaints) -> Vec<Unread<'static>> {
    if path == "-" {
        return vec![Input { name: STDIN.to_owned(), bytes: Box::new(io::stdin()) }.into()];
    }
    match fs::metadata(path) {
        Ok(facts) if facts.is_dir() => folder::logs(path, complaints).into_iter().map(Unread::from).collect(),
        // Whether it may be read is known when it is opened; what is no file can be opened only once.
        Ok(facts) => match File::open(path) {
            Ok(_) if facts.is_file() => vec![LogFile::at(path).into()],
            Ok(stream) => vec![Input { name: path.to_owned(), bytes: Box::new(stream) }.into()],
            Err(error) => refused(path, &error, complaints),
        },
        Err(error) => refused(path, &error, complaints),
    }
}

fn refused(path: &str, error: &io::Error, complaints: &mut Complaints) -> Vec<Unread<'static>> {
    let (message, help) = match error.kind() {
        io::ErrorKind::NotFound => {
            let parent = Path::new(path).parent().filter(|parent| !parent.as_os_str().is_empty());
            let message = match parent.filter(|parent| !parent.exists()) {
                Some(parent) => {
                    format!("there is no log `{path}`: the directory `{}` does not exist", parent.display())
                }
                None => format!("there is no log `{path}`"),
            };
            (message, "give the path of a file, of a folder of files, or `-` for standard input")
        }
        io::ErrorKind::PermissionDenied => {
            (format!("the log `{path}` may not be read"), "give yourself the right to read it")
        }
        _ => (format!("the log `{path}` cannot be read: {error}"), "give the path of another file"),
    };
    complaints.push(Diagnostic::new(Code::Unreadable, message).help(help));
    Vec::new()
}
