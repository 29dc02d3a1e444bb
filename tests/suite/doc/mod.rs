//! The regulation as people read it: what stands on the page, and that the engine does the same.

mod agrees;
mod html;
mod pages;
mod phone;

use crate::support::{Folder, files, root};
use rulesctl::doc::{Document, Language};
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::report::{PageShape, write_document};
use rulesctl::session::Session;
use std::fs;
use std::path::{Path, PathBuf};

/// A page of a format, with options set.
fn document(text: &str, language: Option<Language>, set: &[(&str, &str)]) -> Document {
    document_in(&root().join("formats"), text, language, set)
}

/// The same of a format that lies in a folder.
fn document_in(folder: &Path, text: &str, language: Option<Language>, set: &[(&str, &str)]) -> Document {
    let mut session = Session::new();
    let found = Found { path: "page.toml".to_owned(), text: text.to_owned() };
    let library = Folder(folder.to_owned());
    let mut format =
        session.load("page", &found, &library).unwrap_or_else(|| panic!("{}", session.rendered(false)));
    let settings = session.settings(&mut format, set.iter().copied()).unwrap();
    let chosen: Vec<&str> = set.iter().map(|(name, _)| *name).collect();
    session.write_up(&format, &settings, &chosen, language)
}

/// A page as text.
fn written(document: &Document, shape: PageShape) -> String {
    let mut out = Vec::new();
    write_document(document, shape, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A page of a format as Markdown.
fn markdown(text: &str, language: Option<Language>, set: &[(&str, &str)]) -> String {
    written(&document(text, language, set), PageShape::Markdown)
}

/// Every format that there is: those that ship, those of the events, and one for each construct of the language; each with
/// its folder.
fn formats() -> Vec<(PathBuf, String, String)> {
    let folders =
        ["formats", "tests/events", "tests/language"].map(|folder| files(&root().join(folder), ".toml"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.parent().unwrap().to_owned(), path.display().to_string(), text)
    };
    folders.into_iter().flatten().map(read).collect()
}

/// The text of a format that ships.
fn shipped(name: &str) -> String {
    ShippedFormats.find(name, "").unwrap().text
}
