//! Games that several report: a second record of a game by somebody else confirms it, or contradicts it.
//!
//! Comes in: a staged game whose id is known, and which says who reports it. Goes out: a [`Report`]: what it says otherwise,
//! and whether that contradicts what is recorded. What only one of two records says is no contradiction, and is taken over.
//! It must never know an encoding. Start with [`Recorder::reported_again`].

use super::acts::Change;
use super::cell::shortened;
use super::complain::{Place, RecordText, Reporter, Trouble, and_list};
use super::facing::Facing;
use super::recorder::{Ended, Recorder};
use super::results::Report;
use super::slots::{Address, ENTRANT, GAME, TableId, TableKind};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::json;
use crate::ruleset::BuiltinColumn;
use crate::sheet::{RecordPlace, row_id};
use crate::value::{Symbol, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many differences between two records are named.
const MOST_NAMED: usize = 4;

/// What several have reported so far.
#[derive(Debug, Default)]
pub(super) struct Reported {
    pub all: Vec<Report>,
    /// Who has reported a game beside whoever recorded it first.
    pub by: FxHashSet<(u32, Symbol)>,
    /// Of each game in dispute the records that contradict what stands, by their places in `all`.
    pub open: FxHashMap<u32, Vec<usize>>,
    /// What is to be said of records that contradict others, unless the dispute is settled further on.
    disputed: Vec<Disputed>,
}

/// A record that contradicts another.
#[derive(Debug)]
struct Disputed {
    /// Its place among all reports.
    report: usize,
    bytes: Vec<u8>,
    place: RecordPlace,
    trouble: Trouble,
}

/// A value that two records give differently.
pub(super) struct Difference {
    pub address: Address,
    pub change: Change,
}

impl Reported {
    /// Whether a game is in dispute.
    pub fn is_disputed(&self, game: u32) -> bool {
        self.open.contains_key(&game)
    }

    /// Ends the dispute about a game.
    pub fn settle(&mut self, game: u32) {
        self.open.remove(&game);
    }
}

/// Warns of the games that are in dispute at the end of the log. In a format with editions that is held back, with the rows of
/// the games: whoever shows an edition says it.
pub(super) fn warn(
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
    held_back: &mut Vec<(u32, Diagnostic)>,
) {
    let has_editions = recorder.layout.ruleset.editions.is_some();
    let Reported { open, disputed, all, .. } = &mut recorder.reported;
    // What is annulled does not wait for anybody.
    let annulled = &recorder.annulled;
    let waits = open.iter().filter(|(game, _)| !annulled.contains(game));
    let open: FxHashSet<usize> = waits.flat_map(|(_, reports)| reports).copied().collect();
    for one in std::mem::take(disputed).into_iter().filter(|one| open.contains(&one.report)) {
        let text = RecordText { bytes: &one.bytes, place: one.place };
        match all.get(one.report).filter(|_| has_editions) {
            Some(report) => {
                let told = reporter.held_back(text, one.trouble);
                held_back.extend(told.into_iter().map(|told| (report.game, told)));
            }
            None => reporter.record(text, None, &mut vec![one.trouble]),
        }
    }
}

impl Recorder<'_> {
    /// The game that this record reports once more: one of its id, recorded by somebody else.
    pub fn reported_again(&self) -> Option<u32> {
        let by = self.names(BuiltinColumn::ReportedBy)?;
        let game = u32::try_from(self.duplicates.game(self.game_id()?)?).ok()?;
        let Some(Value::Text(first)) = self.of_game(BuiltinColumn::ReportedBy, game) else { return None };
        let is_new = first != by && !self.reported.by.contains(&(game, by));
        (is_new && !self.annulled.contains(&game)).then_some(game)
    }

    /// Whoever a built-in column of the staged game names.
    fn names(&self, builtin: BuiltinColumn) -> Option<Symbol> {
        match self.builtin(builtin)?.value {
            Value::Text(name) => Some(name),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }

    /// Lets names of reporters and of those who confirm be names like others, without blanks around them.
    pub fn trim_reporters(&mut self) {
        for builtin in [BuiltinColumn::ReportedBy, BuiltinColumn::ConfirmedBy] {
            let (Some(column), Some(name)) = (self.layout.builtin_of_game(builtin), self.names(builtin))
            else {
                continue;
            };
            let text = self.symbols.text(name);
            if text.len() != text.trim().len() {
                let trimmed = text.trim().to_owned();
                let name = self.symbols.intern(&trimmed);
                self.stage.cell_mut(Address { table: GAME, row: 0, column }).value = Value::Text(name);
            }
        }
    }

    /// Warns where somebody reports or confirms a game who cannot. Who reports a game does not confirm it: that is left out.
    pub fn judge_reporters(&mut self) {
        let (reported, confirmed) =
            (self.names(BuiltinColumn::ReportedBy), self.names(BuiltinColumn::ConfirmedBy));
        for (builtin, verb) in
            [(BuiltinColumn::ReportedBy, "reports"), (BuiltinColumn::ConfirmedBy, "confirms")]
        {
            let (Some(by), Some(cell)) = (self.names(builtin), self.builtin(builtin)) else { continue };
            let players = self.stage.entrants.iter().flatten().map(|(name, _)| *name);
            if players.clone().chain(self.names(BuiltinColumn::Umpire)).any(|name| name == by) {
                continue;
            }
            let names: Vec<&str> = players.map(|name| self.symbols.text(name)).collect();
            let by = self.symbols.text(by);
            let message = format!("`{}` {verb} this game, but does not play in it", shortened(by));
            let help = match nearest(by, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("name {}, or the umpire of the game", and_list(&names)),
            };
            self.troubles.push(Trouble::new(Code::WrongReporter, message, cell.place).help(help));
        }
        if let (Some(by), Some(cell)) =
            (confirmed.filter(|_| reported == confirmed), self.builtin(BuiltinColumn::ConfirmedBy))
        {
            let by = shortened(self.symbols.text(by));
            self.troubles.push(
                Trouble::new(
                    Code::WrongReporter,
                    format!("`{by}` reported this game, and confirms it as well"),
                    cell.place,
                )
                .help("a result is confirmed by somebody else: leave it out"),
            );
            if let Some(column) = self.layout.builtin_of_game(BuiltinColumn::ConfirmedBy) {
                self.stage.cell_mut(Address { table: GAME, row: 0, column }).value = Value::Missing;
            }
        }
    }

    /// Judges a further record of a game, and keeps it if nothing is wrong with it.
    pub fn finish_report(&mut self, game: u32, ended: Ended<'_>) {
        if !self.given_up {
            self.judge_record(ended);
        }
        if self.troubles.iter().any(Trouble::is_error) {
            return;
        }
        let Some(by) = self.names(BuiltinColumn::ReportedBy) else { return };
        let Some(facing) = self.face(game, ended) else { return };
        let mut differences = match self.differences(&facing) {
            Ok(differences) => differences,
            Err(what) => {
                let message = format!("{} cannot be compared with the first: {what}", self.says(by, game));
                return self.not_comparable(message, game, ended);
            }
        };
        let contradicts = differences.iter().any(|one| one.change.before != Value::Missing);
        if contradicts {
            self.dispute(&differences, (game, by), ended);
        } else {
            let confirmed = self.layout.builtin_of_game(BuiltinColumn::ConfirmedBy);
            let is_said = differences
                .iter()
                .any(|one| one.address.table == GAME && Some(one.address.column) == confirmed);
            differences.extend(self.confirmation(game, by).filter(|_| !is_said));
            for one in &differences {
                let row = one.change.row as usize;
                self.store.correct(Address { row, ..one.address }, one.change.after);
            }
        }
        self.reported.by.insert((game, by));
        self.reported.all.push(Report {
            game,
            by,
            place: ended.place,
            games_before: row_id(self.games()),
            changes: differences.into_iter().map(|one| one.change).collect(),
            contradicts,
        });
        self.records += 1;
    }

    /// Notes what is to be said of a record that contradicts another.
    fn dispute(&mut self, differences: &[Difference], (game, by): (u32, Symbol), ended: Ended<'_>) {
        let differing = differences.iter().filter(|one| one.change.before != Value::Missing);
        let words = |value: Value| shortened(&value.words(&self.symbols));
        let mut notes: Vec<String> = differing
            .map(|Difference { address, change }| {
                let [before, after] = [change.before, change.after].map(words);
                format!("{} is `{before}` there, and `{after}` here", self.describe(*address))
            })
            .collect();
        let more = notes.len().saturating_sub(MOST_NAMED);
        notes.truncate(MOST_NAMED);
        notes.extend((more > 0).then(|| format!("and {more} more")));
        let first = match self.of_game(BuiltinColumn::ReportedBy, game) {
            Some(Value::Text(first)) => self.symbols.text(first),
            _ => "",
        };
        let place = self.builtin(BuiltinColumn::Id).map_or(ended.whole, |id| id.place);
        let at = self.store.games.get(game as usize).map(|&at| (ended.name_place)(at)).unwrap_or_default();
        let id = shortened(&self.id_of_game(game as usize).unwrap_or_default());
        let [first, by] = [first, self.symbols.text(by)].map(shortened);
        let message = format!("the game `{id}` is in dispute: `{by}` reports it otherwise than `{first}`");
        let trouble = Trouble::new(Code::Disputed, message, place)
            .note(format!("the record of `{first}` stands at {at}: {}", notes.join("; ")))
            .help(format!(
                "until it is corrected, or a record stands by `{{\"decision\": {{\"game\": \"{id}\", \"report\": \
                 \"{first}\"}}}}`, it does not count"
            ));
        let report = self.reported.all.len();
        self.reported.open.entry(game).or_default().push(report);
        let place = Place::from(&json::token_at(ended.bytes, trouble.place.start as usize));
        let is_token = trouble.place.end > trouble.place.start;
        let trouble = Trouble { place: if is_token { trouble.place } else { place }, ..trouble };
        self.reported.disputed.push(Disputed {
            report,
            bytes: ended.bytes.to_vec(),
            place: ended.place,
            trouble,
        });
    }

    /// `` the record of the game `g1` by `Bo` ``
    fn says(&self, by: Symbol, game: u32) -> String {
        let id = shortened(&self.id_of_game(game as usize).unwrap_or_default());
        format!("the record of the game `{id}` by `{}`", shortened(self.symbols.text(by)))
    }

    fn not_comparable(&mut self, message: String, game: u32, ended: Ended<'_>) {
        let place = self.builtin(BuiltinColumn::Id).map_or(ended.whole, |id| id.place);
        let at = self.store.games.get(game as usize).map(|&at| (ended.name_place)(at)).unwrap_or_default();
        self.troubles.push(
            Trouble::new(Code::DuplicateGame, message, place)
                .note(format!("the game is recorded first at {at}"))
                .help("mend it; another game has another id"),
        );
    }

    /// The sides of the stage, each facing that of the same entrant; complains where others play, or in other seats.
    fn face(&mut self, game: u32, ended: Ended<'_>) -> Option<Facing> {
        let mut facing = Facing::of(self, game);
        let entrant = |row: usize| self.entrants.all().get(self.store.side_entrant(row) as usize);
        let name = |row: usize| entrant(row).map(|entrant| entrant.name);
        let staged: Vec<Option<Symbol>> =
            self.stage.entrants.iter().map(|who| who.map(|(name, _)| name)).collect();
        if self.layout.plan.seats.is_empty() {
            let rows: Vec<usize> = facing.sides.iter().flatten().copied().collect();
            let find = |who: &Option<Symbol>| rows.iter().copied().find(|&row| name(row) == *who);
            let found: Vec<Option<usize>> = staged.iter().map(find).collect();
            let is_same = found.len() == rows.len() && found.iter().all(Option::is_some);
            facing.sides = found;
            if is_same {
                return Some(facing);
            }
        } else if facing.sides.iter().zip(&staged).all(|(row, who)| row.and_then(name) == *who) {
            return Some(facing);
        }
        let by = self.names(BuiltinColumn::ReportedBy)?;
        let seats = if self.layout.plan.seats.is_empty() { "" } else { ", or other seats" };
        let message = format!("{} names other players{seats}", self.says(by, game));
        self.not_comparable(message, game, ended);
        None
    }

    /// What the stage says otherwise than the game that it faces; what it has that the game has not, or the other way
    /// round, where that cannot be compared.
    fn differences(&self, facing: &Facing) -> Result<Vec<Difference>, String> {
        let mut found = Vec::new();
        let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
        for (id, _) in self.layout.all() {
            let faced = self.faced(id, facing, &rows)?;
            for (row, stored) in faced.iter().enumerate() {
                if let Some(stored) = *stored {
                    self.compare_row((id, row), stored, &mut found);
                }
            }
            rows.push(faced);
        }
        Ok(found)
    }

    /// The row that each row of a table of the stage faces.
    fn faced(
        &self,
        id: TableId,
        facing: &Facing,
        above: &[Vec<Option<usize>>],
    ) -> Result<Vec<Option<usize>>, String> {
        let staged = self.stage.table(id);
        let sits = |side: usize| self.stage.entrants.get(side).copied().flatten().is_some();
        let single = |is_there: &dyn Fn(usize) -> bool| {
            (0..staged.rows.len())
                .map(|row| match (is_there(row), facing.row_of(self, id, row)) {
                    (true, Some(stored)) => Ok(Some(stored)),
                    (false, None) => Ok(None),
                    (true, None) | (false, Some(_)) => {
                        let part = self.layout.row_name(id, row).unwrap_or_default();
                        let side = self.layout.side_of(id, row).map(|side| self.side_name(side));
                        let side = side.map_or_else(String::new, |side| format!(" of {side}"));
                        Err(format!("only one of them records `{part}`{side}"))
                    }
                })
                .collect()
        };
        match &self.layout.table(id).kind {
            TableKind::Entrant => Ok(Vec::new()),
            TableKind::Game => Ok(vec![Some(facing.game as usize)]),
            TableKind::Side => Ok(facing.sides.clone()),
            TableKind::Named(all) => single(&|row| {
                all.get(row).is_some_and(|named| named.seat.is_none_or(sits)) || staged.rows[row].touched
            }),
            TableKind::Each(_) => {
                let sheet = self.layout.table(id).sheet;
                let may_be_left_out = sheet.is_some_and(|sheet| self.layout.ruleset.may_be_left_out(sheet));
                single(&|row| {
                    self.layout.side_of(id, row).is_some_and(sits)
                        && (!may_be_left_out || staged.rows[row].touched)
                })
            }
            TableKind::Loose { owner } | TableKind::Values { owner } if *owner == ENTRANT => Ok(Vec::new()),
            TableKind::Loose { owner } | TableKind::Values { owner } => {
                let mut faced = vec![None; staged.rows.len()];
                for (row, stored) in above.get(owner.0).into_iter().flatten().enumerate() {
                    let own = |element: &usize| staged.rows[*element].owner as usize == row;
                    let mut elements = (0..staged.rows.len()).filter(own);
                    let mut recorded = stored.map_or(0..0, |stored| self.store.elements(id, row_id(stored)));
                    loop {
                        match (elements.next(), recorded.next()) {
                            (Some(element), Some(stored)) => faced[element] = Some(stored),
                            (None, None) => break,
                            (Some(_), None) | (None, Some(_)) => {
                                let plural = &self.layout.table(id).plural;
                                return Err(format!("it has another number of `{plural}`"));
                            }
                        }
                    }
                }
                Ok(faced)
            }
        }
    }

    fn compare_row(&self, (table, row): (TableId, usize), stored: usize, found: &mut Vec<Difference>) {
        let layout = self.layout;
        let builtin = |builtin| layout.builtin_of_game(builtin).filter(|_| table == GAME);
        let (id, phase) = (builtin(BuiltinColumn::Id), builtin(BuiltinColumn::Phase));
        let (reported, confirmed) = (builtin(BuiltinColumn::ReportedBy), builtin(BuiltinColumn::ConfirmedBy));
        for (column, cell) in self.stage.table(table).row(row).iter().enumerate() {
            if [id, reported].contains(&Some(column)) {
                continue;
            }
            let address = Address { table, row, column };
            let field = layout.field(address);
            let before = self.store.value(layout, Address { row: stored, ..address });
            // The phase is that of the first record, where the further one does not say it.
            let after = if cell.seen {
                cell.value
            } else if phase == Some(column) {
                Value::Missing
            } else {
                field.default
            };
            let is_said = after != Value::Missing && after != before;
            // Two may have confirmed a game.
            if is_said && (confirmed != Some(column) || before == Value::Missing) {
                let change = Change { column: field.column, row: row_id(stored), before, after };
                found.push(Difference { address, change });
            }
        }
    }
}
