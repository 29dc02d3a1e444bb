//! Large tables of games, read block by block on all cores, straight into columns.
//!
//! Comes in: files of which each row or each line of JSON is a game, lists of entrants before them, and whoever takes the games in, a block at a time.
//! Goes out: who played, and what has become of the games; no game is kept. Only what is wholly in order is read so: at the first
//! cell, name or id that needs a word everything is given up, and whoever asked reads the logs record by record, which says the
//! word. So nothing here ever complains, and what comes out is the same. Start with [`Blocks::open`], then [`Blocks::read`].

mod form;
mod ids;
mod lines;
mod names;
mod rows;
mod source;

use super::alike;
use super::csv_header::{Header, Shape};
use super::csv_record::Records;
use super::input::Lines;
use super::json_keys::JsonKeys;
use super::slots::{ENTRANT, Layout};
use super::{Log, Reading, Unread};
use crate::diagnostic::Complaints;
use crate::ruleset::{BuiltinColumn, Ruleset, Settings, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Tables};
use crate::source::Sources;
use crate::value::Symbol;
use form::Form;
use ids::Ids;
use names::Names;
use rows::Reader;
use rustc_hash::FxHashMap;
use source::Source;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A header is no longer.
const LONGEST_HEADER: u64 = 64 << 10;

/// Something is out of the ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Odd;

/// Some games that follow one another.
pub struct Block {
    /// Games, their sides and parts, and the links between them; of the entrants only who plays which side, as numbers.
    pub tables: Tables,
    /// How many entrants the reader of this block knows.
    pub entrants: usize,
    /// Which block it is, over all files.
    pub number: u32,
}

/// What has become of all games.
pub struct Taken<S> {
    /// The entrants, and nothing else.
    pub log: Log,
    /// What each reader has made of its blocks, and for each number of an entrant that it used the row of the entrant.
    pub parts: Vec<(S, Vec<u32>)>,
}

/// Files that can be read block by block.
pub struct Blocks<'r> {
    layout: Layout<'r>,
    /// The entrants that are listed before the games.
    listed: Log,
    names: Vec<String>,
    forms: Vec<Form>,
    files: Vec<File>,
    given: BTreeSet<ColumnId>,
}

impl<'r> Blocks<'r> {
    /// Opens files and looks at their headers. `None` where they must be read record by record.
    pub fn open(ruleset: &'r Ruleset, settings: &Settings, logs: &[Unread<'_>]) -> Option<Self> {
        if ruleset.editions.is_some() {
            return None;
        }
        let layout = Layout::new(ruleset, settings);
        let (mut lists, mut forms, mut files) = (Vec::new(), Vec::new(), Vec::new());
        let mut given = BTreeSet::new();
        let mut names = Vec::new();
        for log in logs {
            let Unread::File(log) = log else { return None };
            names.push(log.name.clone());
            let mut file = File::open(&log.path).ok()?;
            let (form, start) = match begin(&mut file, &layout)? {
                Begin::Lines => (Form::of_lines(&layout)?, 0),
                Begin::Table(header, delimiter, start) => match header.shape {
                    Shape::Entrants if forms.is_empty() => {
                        lists.push(Unread::from(log.clone()));
                        continue;
                    }
                    Shape::Wide => (Form::of_table(&layout, &header, delimiter)?, start),
                    Shape::Entrants | Shape::Long => return None,
                },
            };
            given.extend(form.given(&layout));
            forms.push(form);
            file.seek(SeekFrom::Start(start)).ok()?;
            files.push(file);
        }
        let is_one_form = forms.windows(2).all(|two| two[0].sides == two[1].sides);
        let has_list = !lists.is_empty();
        if forms.is_empty() || !is_one_form || lists.len() > 1 {
            return None;
        }
        let mut complaints = Complaints::new();
        let reading = Reading { keep_going: false, may_be_empty: true };
        let listed = super::read(ruleset, settings, lists, reading, &mut Sources::new(), &mut complaints)?;
        let is_silent = complaints.iter().next().is_none();
        let is_empty = listed.entrants(ruleset).is_empty();
        (is_silent && is_empty != has_list).then_some(Self { layout, listed, names, forms, files, given })
    }

    /// The columns of games that the files record; of all others it is known what they hold.
    pub fn given(&self) -> &BTreeSet<ColumnId> {
        &self.given
    }

    /// Reads everything, and keeps the `wanted` ones of the recorded columns. Each reader begins with `begin`, and lets `take` have one block after the other, in order; where that says
    /// `false`, or something is out of the ordinary, it is `None`.
    pub fn read<S: Send>(
        self,
        wanted: &BTreeSet<ColumnId>,
        begin: impl Fn() -> S + Sync,
        take: impl Fn(&mut S, Block) -> bool + Sync,
    ) -> Option<Taken<S>> {
        let Self { layout, listed, names, mut forms, files, .. } = self;
        forms.iter_mut().for_each(|form| form.keep(&layout, wanted));
        let source = Mutex::new(Source::new(files));
        let gave_up = AtomicBool::new(false);
        let known = Names::known(listed.entrants(layout.ruleset))?;
        let parts = rayon::broadcast(|_| {
            let mut reader = Reader::new(known.clone(), layout.ruleset.symbols.clone(), forms.len());
            let mut state = begin();
            let mut buffer = Vec::new();
            let mut keys = JsonKeys::new(&layout);
            while !gave_up.load(Ordering::Relaxed) {
                let next = source.lock().ok().and_then(|mut source| source.next(&mut buffer).ok());
                let taken = match next {
                    Some(None) => return Some((reader, state)),
                    Some(Some(cut)) => {
                        let form = &forms[cut.file];
                        let block = if form.is_of_lines() {
                            lines::read((&layout, form), (&buffer, cut), &mut keys, &mut reader)
                        } else {
                            rows::read((&layout, form), (&buffer, cut), &mut reader)
                        };
                        block.is_ok_and(|block| take(&mut state, block))
                    }
                    None => false,
                };
                if !taken {
                    gave_up.store(true, Ordering::Relaxed);
                }
            }
            None
        });
        let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
        let (readers, states): (Vec<Reader>, Vec<S>) = parts.into_iter().unzip();
        let has_games = |file: usize| readers.iter().any(|reader| reader.has_games[file]);
        if !(0..forms.len()).all(has_games) {
            return None;
        }
        let (all, ids): (Vec<Names>, Vec<Ids>) =
            readers.into_iter().map(|reader| (reader.names, reader.ids)).unzip();
        if !Ids::all_differ(ids) {
            return None;
        }
        let (log, rows) = gathered(&layout, Log { names, ..listed }, &all)?;
        Some(Taken { log, parts: states.into_iter().zip(rows).collect() })
    }
}

/// How a file begins.
enum Begin {
    /// With a record of JSON.
    Lines,
    /// With the header of a table: what separates its cells, and where its rows begin.
    Table(Header, u8, u64),
}

fn begin(file: &mut File, layout: &Layout<'_>) -> Option<Begin> {
    let mut begin = Vec::new();
    file.take(LONGEST_HEADER).read_to_end(&mut begin).ok()?;
    let length = memchr::memchr(b'\n', &begin)? + 1;
    begin.truncate(length);
    let mut lines = Lines::whole(begin);
    lines.next().ok().filter(|is_there| *is_there)?;
    match lines.record().trim_ascii().first() {
        Some(b'{') => return Some(Begin::Lines),
        None | Some(b'[' | b'(' | b'"') => return None,
        Some(_) => {}
    }
    let mut records = Records::new(lines);
    records.split().ok()?;
    let header = Header::read(layout, &records).ok()?;
    Some(Begin::Table(header, records.delimiter(), u64::try_from(length).ok()?))
}

/// The entrants that all readers have met, in the order in which they first stand in the logs, and for each reader the rows of its
/// numbers. `None` where a name needs a word.
fn gathered(layout: &Layout<'_>, listed: Log, all: &[Names]) -> Option<(Log, Vec<Vec<u32>>)> {
    let ruleset = layout.ruleset;
    let known = listed.entrants(ruleset).len();
    let mut met: Vec<(u64, usize, usize)> = Vec::new();
    for (reader, names) in all.iter().enumerate() {
        met.extend((known..names.len()).map(|number| (names.first(number), reader, number)));
    }
    met.sort_unstable();
    let must_be_listed = layout.table(ENTRANT).fields.iter().any(|field| field.required);
    if !met.is_empty() && (known > 0 || must_be_listed) {
        return None;
    }
    let mut symbols = listed.symbols;
    let mut rows: Vec<Vec<u32>> = all.iter().map(|names| (0..).take(names.len()).collect()).collect();
    let mut by_name: FxHashMap<Symbol, u32> = FxHashMap::default();
    let mut new: Vec<Symbol> = Vec::new();
    for (_, reader, number) in met {
        let name = symbols.intern(std::str::from_utf8(all[reader].text(number)).ok()?);
        let row = *by_name.entry(name).or_insert_with(|| {
            new.push(name);
            crate::sheet::row_id(known + new.len() - 1)
        });
        rows[reader][number] = row;
    }
    let texts: Vec<&str> = new.iter().map(|&name| symbols.text(name)).collect();
    if !alike::groups(&texts).is_empty() {
        return None;
    }
    let mut tables = listed.tables;
    let mut entered = listed.entered;
    if known == 0 {
        entered = vec![0; new.len()];
        enter(layout, &mut tables, new);
    }
    Some((Log { tables, symbols, entered, ..listed }, rows))
}

/// Fills the table of entrants of whom nothing is recorded.
fn enter(layout: &Layout<'_>, tables: &mut Tables, names: Vec<Symbol>) {
    let ruleset = layout.ruleset;
    let Some(sheet) = ruleset.sheet_of(&SheetKind::Entrant) else { return };
    tables.set_rows(sheet, names.len());
    tables.registered = vec![None; names.len()];
    for field in &layout.table(ENTRANT).fields {
        let mut column = Column::full(Data::empty(&field.ty.kind));
        names.iter().for_each(|_| column.push(field.default));
        tables.set_column(field.column, column);
    }
    if let Some(column) = ruleset.builtin(sheet, BuiltinColumn::Name) {
        tables.set_column(column, Column::full(Data::Symbol(names)));
    }
}
