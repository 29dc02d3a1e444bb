//! A format and what it builds on.
//!
//! Comes in: the text of a file. Goes out: its [`FormatFile`]; where it `extends` another, that one is
//! read first and the file is laid over it. A chain that leads back to itself is shown as a path.
//! It must never know where files lie: a [`Library`] does. Start with [`Loader::load`].

use super::walk::{Reader, Value};
use super::{Absent, FormatFile, Found, Library, SheetName, root, sheets};
use crate::diagnostic::{Code, Complaints, Diagnostic, Label, nearest, one_of};
use crate::source::Sources;
use std::sync::Arc;
use toml::de::DeTable;

/// More than any regulation builds on.
const LONGEST_CHAIN: usize = 32;

/// Reads formats, each after what it builds on.
pub(super) struct Loader<'a> {
    /// Where bases are found.
    pub library: &'a dyn Library,
    /// Where texts are kept.
    pub sources: &'a mut Sources,
    /// Where complaints go.
    pub complaints: &'a mut Complaints,
    /// The paths of the files that are being read, from the first.
    pub chain: Vec<String>,
}

impl Loader<'_> {
    /// Reads one file; `None` where there is nothing that could be checked.
    pub fn load(&mut self, name: &str, found: Found) -> Option<FormatFile> {
        let text: Arc<str> = Arc::from(found.text);
        let source = self.sources.add(found.path.clone(), Arc::clone(&text));
        let (document, errors) = DeTable::parse_recoverable(&text);
        let mut own = Complaints::new();
        let mut reader = Reader::new(source, &text, &mut own);
        let table = reader.open(document.get_ref(), reader.span(0..0), "the file");
        if !reader.speaks(&table) {
            self.complaints.extend(own);
            return None;
        }
        if !errors.is_empty() {
            let trusted = Reader::new(source, &text, self.complaints).syntax_errors(&errors);
            root::read(&mut Reader::new(source, &text, &mut own), &table, &mut fresh());
            for diagnostic in own.iter().filter(|diagnostic| is_sure(diagnostic, trusted)) {
                self.complaints.push(diagnostic.clone());
            }
            return None;
        }
        self.chain.push(found.path);
        let base = match table.get("extends") {
            Some(value) => self.base(&mut Reader::new(source, &text, &mut own), value),
            None => Some(fresh()),
        };
        self.chain.pop();
        let missing = base.is_none();
        let mut format = base.unwrap_or_else(fresh);
        name.clone_into(&mut format.name);
        format.source = source;
        root::read(&mut Reader::new(source, &text, &mut own), &table, &mut format);
        self.complaints.extend(own);
        (!missing).then_some(format)
    }

    /// The format that a file builds on, made ready to be built on.
    fn base(&mut self, reader: &mut Reader<'_>, value: &Value<'_>) -> Option<FormatFile> {
        let wanted = reader.reference(value, "extends = \"league\"")?;
        let from = self.chain.last().cloned().unwrap_or_default();
        let found = match self.library.find(&wanted.text, &from) {
            Ok(found) => found,
            Err(absent) => {
                let names = self.library.names();
                reader.complain(not_found(&wanted.text, &absent, &names).at(wanted.span, "built on here"));
                return None;
            }
        };
        if let Some(place) = self.chain.iter().position(|path| *path == found.path) {
            let mut path: Vec<&str> = self.chain.iter().skip(place).map(String::as_str).collect();
            path.push(&found.path);
            reader.complain(
                Diagnostic::new(Code::BadExtends, "the formats build on each other in a circle")
                    .at(wanted.span, "leads back")
                    .note(path.join(" → "))
                    .help("take one `extends` out"),
            );
            return None;
        }
        if self.chain.len() >= LONGEST_CHAIN {
            reader.complain(
                Diagnostic::new(
                    Code::BadExtends,
                    format!("more than {LONGEST_CHAIN} formats build on each other"),
                )
                .at(wanted.span, "one too many")
                .help("put some of them together"),
            );
            return None;
        }
        let stem = stem(&wanted.text).to_owned();
        let mut base = self.load(&stem, found)?;
        base.bases.insert(0, stem);
        base.examples.clear();
        base.drawn_examples.clear();
        Some(base)
    }
}

/// `blokus` for `blokus` and for `formats/blokus.toml`.
pub(super) fn stem(name: &str) -> &str {
    let Some(path) = name.strip_suffix(".toml") else { return name };
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn fresh() -> FormatFile {
    let mut format = FormatFile::default();
    for sheet in [SheetName::Game, SheetName::Side, SheetName::Entrant, SheetName::Event] {
        sheets::entry_mut(&mut format, sheet);
    }
    format
}

/// Whether a complaint about a file that is not TOML throughout would be there without that as well.
fn is_sure(diagnostic: &Diagnostic, trusted: usize) -> bool {
    let before = |label: &Label| label.span.range().end <= trusted;
    diagnostic.code != Code::MissingKey && diagnostic.labels.iter().all(before)
}

fn not_found(wanted: &str, absent: &Absent, names: &[String]) -> Diagnostic {
    match absent {
        Absent::Unknown => {
            let near = nearest(wanted, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => "write the path of a file that ends in `.toml`".to_owned(),
                None => format!("write {}, or the path of a file that ends in `.toml`", one_of(names)),
            };
            Diagnostic::new(Code::BadExtends, format!("there is no format `{wanted}`")).help(help)
        }
        Absent::Unreadable(reason) => {
            Diagnostic::new(Code::BadExtends, format!("the format `{wanted}` cannot be read: {reason}"))
                .help("a path is taken from the directory of the file that builds on it")
        }
    }
}
