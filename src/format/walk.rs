//! Tables of the file, key by key.
//!
//! Comes in: a value of the TOML document. Goes out: a [`Table`] whose entries stand in the order of the
//! file, or a complaint about its shape; a key that means nothing is named with the keys that do.
//! It must never know which table it reads. Start with [`Reader::table`].

use crate::diagnostic::{Code, Complaints, Diagnostic, nearest};
use crate::source::{SourceId, Span};
use crate::syntax::ast::Name;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Reads one file and collects what is wrong with it.
pub(super) struct Reader<'a> {
    /// The file.
    pub source: SourceId,
    /// Its text.
    pub text: &'a str,
    /// Where complaints go.
    pub complaints: &'a mut Complaints,
    /// Keys that a misspelt one was taken for, by the table: they are not missed once more.
    pub meant: Vec<(Span, String)>,
}

/// A value, where it stands, and what a message calls it.
#[derive(Clone)]
pub(super) struct Value<'t> {
    /// The value.
    pub node: &'t DeValue<'t>,
    /// Where; the header of a table, the key of a table that only its children name.
    pub span: Span,
    /// `` `names` ``, or ``an item of `names` ``.
    pub what: String,
}

/// A key and its value.
pub(super) struct Entry<'t> {
    /// The key.
    pub name: Name,
    /// The value.
    pub value: Value<'t>,
}

/// A table that has been opened.
pub(super) struct Table<'t> {
    /// `[side.record]`; `the file` for the whole.
    pub called: String,
    /// Its header.
    pub span: Span,
    /// Its keys, in the order of the file.
    pub entries: Vec<Entry<'t>>,
}

impl<'t> Table<'t> {
    /// What a sentence calls it.
    pub fn title(&self) -> String {
        if self.called.starts_with('[') { format!("`{}`", self.called) } else { self.called.clone() }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value<'t>> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// A key with its value.
    pub fn entry(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.name.text == key)
    }
}

impl<'a> Reader<'a> {
    /// Reads a file from its beginning.
    pub fn new(source: SourceId, text: &'a str, complaints: &'a mut Complaints) -> Self {
        Self { source, text, complaints, meant: Vec::new() }
    }
}

impl Reader<'_> {
    /// A range of bytes of the file.
    pub fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    /// The text of a value as it is written.
    pub fn raw(&self, value: &Value<'_>) -> &str {
        self.text.get(value.span.range()).unwrap_or("")
    }

    /// Adds a complaint that points at `span`.
    pub fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push(diagnostic);
    }

    /// Opens a value that has to be a table; `called` is its header, `example` how it could be written.
    pub fn table<'t>(&mut self, value: &Value<'t>, called: &str, example: &str) -> Option<Table<'t>> {
        match value.node {
            DeValue::Table(map) => Some(self.open(map, value.span, called)),
            DeValue::Array(items)
                if !items.is_empty() && items.iter().all(|item| item.get_ref().is_table()) =>
            {
                self.complain(
                    Diagnostic::new(Code::WrongShape, format!("{} is one table, not several", value.what))
                        .at(value.span, "a list of tables")
                        .help(format!("write it once: `{example}`")),
                );
                None
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => {
                self.wrong(value, "a table", example);
                None
            }
        }
    }

    /// The entries of a TOML table, in the order of the file.
    pub fn open<'t>(&self, map: &'t DeTable<'t>, span: Span, called: &str) -> Table<'t> {
        let mut entries: Vec<Entry<'t>> = map
            .iter()
            .map(|(key, value)| {
                let text = key.get_ref().to_string();
                let what = format!("`{text}`");
                let value = Value { node: value.get_ref(), span: self.span(value.span()), what };
                Entry { name: Name { text, span: self.span(key.span()) }, value }
            })
            .collect();
        entries.sort_by_key(|entry| entry.name.span);
        Table { called: called.to_owned(), span, entries }
    }

    /// The tables of `[[…]]`, `called` with double brackets. One table with single brackets is complained about, but read.
    pub fn tables<'t>(&mut self, value: &Value<'t>, called: &str) -> Vec<Table<'t>> {
        match value.node {
            DeValue::Array(items) => {
                let mut tables = Vec::new();
                for item in self.items(value, items) {
                    tables.extend(self.table(&item, called, called));
                }
                tables
            }
            DeValue::Table(map) => {
                self.complain(
                    Diagnostic::new(
                        Code::WrongShape,
                        format!(
                            "{} can be there several times, so that it takes double brackets",
                            value.what
                        ),
                    )
                    .at(value.span, "one table")
                    .help(format!("write double brackets: `{called}`")),
                );
                vec![self.open(map, value.span, called)]
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {
                self.wrong(value, "a list of tables", called);
                Vec::new()
            }
        }
    }

    /// The items of a list, each called after the list.
    pub fn items<'t>(&self, list: &Value<'t>, items: &'t toml::de::DeArray<'t>) -> Vec<Value<'t>> {
        let item = |item: &'t toml::Spanned<DeValue<'t>>| Value {
            node: item.get_ref(),
            span: self.span(item.span()),
            what: format!("an item of {}", list.what.trim_start_matches("an item of ")),
        };
        items.iter().map(item).collect()
    }

    /// Complains of every key that is not among `keys`.
    pub fn known(&mut self, table: &Table<'_>, keys: &[&str]) {
        for entry in &table.entries {
            if !keys.contains(&entry.name.text.as_str()) {
                self.unknown(table, &entry.name, keys, None);
            }
        }
    }

    /// Complains of one key; `hint` says what to do where more is known than the nearest key.
    pub fn unknown(&mut self, table: &Table<'_>, name: &Name, keys: &[&str], hint: Option<String>) {
        let near = nearest(&name.text, keys.iter().copied())
            .or_else(|| foreign(&name.text, keys))
            .filter(|_| hint.is_none());
        self.meant.extend(near.map(|near| (table.span, near.to_owned())));
        let help = hint
            .or_else(|| near.map(|near| format!("did you mean `{near}`?")))
            .or_else(|| {
                let of_the_file = matches!(name.text.as_str(), "language" | "title" | "extends" | "set");
                of_the_file.then(|| {
                    format!("`{}` is a key of the whole file: move it up, before the first header", name.text)
                })
            })
            .unwrap_or_else(|| "take it out, or write one of the keys that are known here".to_owned());
        let list: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        let what = if self.is_in_header(name) { "table" } else { "key" };
        self.complain(
            Diagnostic::new(Code::UnknownKey, format!("{} has no {what} `{}`", table.title(), name.text))
                .at(name.span, "means nothing here")
                .note(format!("the keys of {} are {}", table.title(), list.join(", ")))
                .help(help),
        );
    }

    /// Whether a name stands in a header: `[side.rules]`.
    fn is_in_header(&self, name: &Name) -> bool {
        let before = self.text.get(..name.span.range().start).unwrap_or("");
        let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
        line.trim_start().starts_with('[') && !line.contains('=')
    }

    /// Complains of `[standing]` where `[standing.NAME]` is wanted: a table of named tables holds a key of one of them.
    pub fn nameless(&mut self, table: &Table<'_>, keys: &[&str], example: &str) -> bool {
        let mut own = table.entries.iter().filter(|entry| !entry.value.node.is_table());
        let Some(entry) = own.find(|entry| keys.contains(&entry.name.text.as_str())) else { return false };
        self.complain(
            Diagnostic::new(Code::WrongShape, format!("{} needs a name", table.title()))
                .at(table.span, "what is it called?")
                .at(entry.name.span, "a key of one that has a name")
                .help(format!("write `{example}`, or another name")),
        );
        true
    }

    /// A key that must be there: its value, or a complaint with an example.
    pub fn required<'v, 't>(
        &mut self,
        table: &'v Table<'t>,
        key: &str,
        example: &str,
    ) -> Option<&'v Value<'t>> {
        let value = table.get(key);
        if value.is_none() {
            self.missing(table, &format!("`{key}`"), example);
        }
        value
    }

    /// Complains that a table lacks something.
    pub fn missing(&mut self, table: &Table<'_>, what: &str, example: &str) {
        if self.meant.iter().any(|(span, key)| *span == table.span && what.contains(&format!("`{key}`"))) {
            return;
        }
        self.complain(
            Diagnostic::new(Code::MissingKey, format!("{} has no {what}", table.title()))
                .at(table.span, format!("{what} is missing here"))
                .help(format!("add `{example}`")),
        );
    }

    /// Complains that a value is of another shape than the one wanted.
    pub fn wrong(&mut self, value: &Value<'_>, wanted: &str, example: &str) {
        let got = shape(value.node);
        self.complain(
            Diagnostic::new(Code::WrongShape, format!("{} must be {wanted}, not {got}", value.what))
                .at(value.span, got)
                .help(format!("write it like this: `{example}`")),
        );
    }
}

/// The key that is called otherwise in other places.
fn foreign<'k>(name: &str, keys: &[&'k str]) -> Option<&'k str> {
    let candidates: &[&str] = match name.to_lowercase().as_str() {
        "description" | "comment" | "remark" | "meaning" | "message" | "label" | "says" => &["text"],
        "values" | "options" | "one_of" | "alternatives" => &["choices"],
        "kind" | "format" => &["type"],
        "if" | "condition" | "where" => &["when"],
        "condition_holds" | "claim" | "rule" => &["holds", "rules"],
        "reason" | "reasons" | "cites" | "clauses" | "why" => &["because"],
        "result" | "results" | "outcome" => &["expect"],
        "cost" | "penalty" => &["costs", "fault"],
        "sort" | "sorting" | "ranking" | "keys" | "by" => &["order", "placing"],
        "tie" | "tiebreak" | "tie_break" | "draws" => &["ties"],
        "filter" | "only" | "shows" => &["listed"],
        "recorded" | "columns" | "data" | "inputs" | "fields" => &["record"],
        "scoring" | "formulas" | "computed" => &["rules"],
        "warning" | "warnings" => &["warn"],
        "invalid" => &["void"],
        "foul" | "fouls" => &["fault"],
        "players" | "teams" => &["sides"],
        "tournament" | "competition" | "league" | "season" | "championship" => &["event"],
        "name" | "headline" => &["title"],
        _ => &[],
    };
    keys.iter().copied().find(|key| candidates.contains(key))
}

/// What a person calls a TOML value.
pub(super) fn shape(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(true) => "`true`",
        DeValue::Boolean(false) => "`false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
