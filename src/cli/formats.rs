//! Finding a format: by the name of one that ships with the program, or by the path of a file.

use super::Exit;
use super::terminal::Terminal;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{Absent, FormatFinder, Found, Library};
use crate::session::Session;
use std::path::Path;

/// The library of the command line.
pub const LIBRARY: FormatFinder = FormatFinder;

/// Finds a format; where it cannot be had that is said, and how the program ends.
pub fn find(name: &str, terminal: &Terminal) -> Result<Found, Exit> {
    match LIBRARY.find(name, "") {
        Ok(found) => Ok(found),
        Err(Absent::Unreadable(reason)) => {
            let mut session = Session::new();
            let message = format!("the format `{name}` cannot be read: {reason}");
            session.complaints.push(Diagnostic::new(Code::Unreadable, message));
            terminal.complain(&session);
            Err(Exit::File)
        }
        Err(Absent::Unknown) => {
            let names = LIBRARY.names();
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let help = match nearest(name, known.iter().copied()) {
                _ if Path::new(name).exists() => "a format is a file whose name ends in `.toml`".to_owned(),
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "give the path of a file that ends in `.toml`".to_owned(),
                None => format!(
                    "there is {}; a file of your own is named by its path: ./{name}.toml",
                    one_of(&known)
                ),
            };
            Err(terminal.refuse(&format!("no format called `{name}` ships with the program"), Some(&help)))
        }
    }
}

/// Whether this is how a format is called: the name of one that ships with the program, or a path.
pub fn is_format(name: &str) -> bool {
    name.strip_suffix(".toml").is_some() || LIBRARY.names().iter().any(|known| known == name)
}

/// What a format is called: its shipped name, or the stem of its path.
pub fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file)
}
