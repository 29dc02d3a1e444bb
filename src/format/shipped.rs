//! Where formats are found: inside the program, and in files.
//!
//! Comes in: a name, and the path of the file that asks. Goes out: the text of a format.
//! The only place of the module that opens files.
//! It must never know what is in a format. Start with [`FormatFinder`].

use super::extends::stem;
use super::{Absent, Found, Library};
use include_dir::{Dir, include_dir};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/formats");

/// The formats that ship inside the program, by name.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShippedFormats;

/// The formats that ship inside the program by name, and files by a path that ends in `.toml`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FormatFinder;

impl Library for ShippedFormats {
    fn find(&self, name: &str, _from: &str) -> Result<Found, Absent> {
        let file = SHIPPED.get_file(format!("{name}.toml")).ok_or(Absent::Unknown)?;
        let text = file.contents_utf8().ok_or_else(not_utf8)?;
        Ok(Found { path: format!("{name}.toml"), text: text.to_owned() })
    }

    fn names(&self) -> Vec<String> {
        let toml = SHIPPED.files().filter_map(|file| file.path().to_str()?.strip_suffix(".toml"));
        let mut names: Vec<String> = toml.map(str::to_owned).collect();
        names.sort();
        names
    }
}

impl Library for FormatFinder {
    fn find(&self, name: &str, from: &str) -> Result<Found, Absent> {
        if stem(name) == name {
            return ShippedFormats.find(name, from);
        }
        let path = beside(from, name);
        let bytes = std::fs::read(&path).map_err(|error| {
            Absent::Unreadable(match error.kind() {
                ErrorKind::NotFound => format!("there is no file `{}`", path.display()),
                _ if path.is_dir() => format!("`{}` is a directory", path.display()),
                _ => format!("{error}").to_lowercase(),
            })
        })?;
        let text = String::from_utf8(bytes).map_err(|_| not_utf8())?;
        Ok(Found { path: path.display().to_string(), text })
    }

    fn names(&self) -> Vec<String> {
        ShippedFormats.names()
    }
}

fn not_utf8() -> Absent {
    Absent::Unreadable("it is not UTF-8".to_owned())
}

/// A path as seen from the directory of a file, without `.` and, where that is sure, without `..`.
fn beside(from: &str, name: &str) -> PathBuf {
    let directory = Path::new(from).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for component in directory.join(name).components() {
        let down = matches!(path.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if down => {
                path.pop();
            }
            Component::ParentDir | Component::Normal(_) | Component::RootDir | Component::Prefix(_) => {
                path.push(component);
            }
        }
    }
    path
}
