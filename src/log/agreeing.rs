//! Results that somebody confirms, and disputes that are decided.
//!
//! Comes in: recorded games, and who confirms them or whose record is to stand. Goes out: what that changes. It must never
//! know an encoding. Start with [`Recorder::confirm`] and [`Recorder::let_stand`].

use super::acts::Change;
use super::cell::shortened;
use super::complain::{Place, Trouble};
use super::recorder::Recorder;
use super::reports::Difference;
use super::slots::{Address, GAME, SIDE};
use crate::diagnostic::Code;
use crate::ruleset::BuiltinColumn;
use crate::sheet::{NO_ROW, row_id};
use crate::value::{Symbol, Value};

impl Recorder<'_> {
    /// That somebody confirms a game; nothing where it is confirmed already, or that is not for them to do.
    pub fn confirmation(&self, game: u32, by: Symbol) -> Option<Difference> {
        let column = self.layout.builtin_of_game(BuiltinColumn::ConfirmedBy)?;
        let address = Address { table: GAME, row: game as usize, column };
        let is_open = self.store.value(self.layout, address) == Value::Missing;
        let change = Change {
            column: self.layout.field(address).column,
            row: game,
            before: Value::Missing,
            after: Value::Text(by),
        };
        (is_open && self.why_not_confirmed(game, by).is_none()).then_some(Difference { address, change })
    }

    /// Why somebody cannot confirm a recorded game.
    fn why_not_confirmed(&self, game: u32, by: Symbol) -> Option<&'static str> {
        let sides = self.store.rows_of_game(SIDE, game).map(|side| self.store.side_entrant(side));
        let names =
            sides.filter(|&who| who != NO_ROW).filter_map(|who| self.entrants.all().get(who as usize));
        let umpire = self.of_game(BuiltinColumn::Umpire, game);
        if !names.into_iter().any(|entrant| entrant.name == by) && umpire != Some(Value::Text(by)) {
            Some("does not play in it")
        } else if self.of_game(BuiltinColumn::ReportedBy, game) == Some(Value::Text(by)) {
            Some("reported it")
        } else if self.reported.is_disputed(game) {
            Some("cannot settle the dispute about it")
        } else {
            None
        }
    }

    /// Lets somebody confirm games; what that changes. Warns where it is not for them to do.
    pub fn confirm(&mut self, games: &[u32], by: &str, place: Place) -> Vec<Change> {
        let by = self.symbols.intern(by);
        let refused = games.iter().find_map(|&game| Some((game, self.why_not_confirmed(game, by)?)));
        if let Some((game, why)) = refused {
            let game = game as usize;
            let id = self.id_of_game(game).unwrap_or_else(|| (game + 1).to_string());
            let name = shortened(self.symbols.text(by));
            let message = format!("`{name}` cannot confirm the game `{}`: `{name}` {why}", shortened(&id));
            let help = match why {
                "cannot settle the dispute about it" => {
                    "let the arbiter correct the game, or say which record stands"
                }
                _ => "a result is confirmed by somebody else who plays in the game, or by its umpire",
            };
            self.troubles.push(Trouble::new(Code::WrongReporter, message, place).help(help));
        }
        let changes: Vec<Difference> = games.iter().filter_map(|&game| self.confirmation(game, by)).collect();
        for one in &changes {
            self.store.correct(one.address, one.change.after);
        }
        changes.into_iter().map(|one| one.change).collect()
    }

    /// Lets the record of somebody stand, of those that contradict one another; what that changes, or who has reported
    /// the game. `None` where it is not in dispute.
    pub fn let_stand(&mut self, game: u32, by: &str) -> Option<Result<Vec<Change>, Vec<String>>> {
        let open = self.reported.open.get(&game)?.clone();
        let by = self.symbols.find(by);
        let first = self.of_game(BuiltinColumn::ReportedBy, game);
        let reports = || open.iter().filter_map(|&report| self.reported.all.get(report));
        if first == by.map(Value::Text) || by.is_some_and(|by| self.agreed(game, by, &open)) {
            return Some(Ok(Vec::new()));
        }
        let Some(report) = reports().find(|report| Some(report.by) == by) else {
            let first = first.into_iter().filter_map(|first| match first {
                Value::Text(first) => Some(first),
                _ => None,
            });
            let names = first.chain(reports().map(|report| report.by));
            return Some(Err(names.map(|name| self.symbols.text(name).to_owned()).collect()));
        };
        let (by, said) = (report.by, report.changes.clone());
        let of_game = |builtin, after| {
            let column = self.layout.builtin_of_game(builtin)?;
            Some((Address { table: GAME, row: game as usize, column }, after))
        };
        let cells = said.iter().filter_map(|change| Some((self.address_of(change)?, change.after)));
        let cells = cells.chain(of_game(BuiltinColumn::ReportedBy, Value::Text(by))).chain(
            of_game(BuiltinColumn::ConfirmedBy, Value::Missing).filter(|_| {
                let confirmed = self.layout.builtin_of_game(BuiltinColumn::ConfirmedBy);
                let column =
                    confirmed.map(|column| self.layout.field(Address { table: GAME, row: 0, column }).column);
                said.iter().all(|change| Some(change.column) != column)
            }),
        );
        let mut changes = Vec::new();
        for (address, after) in cells.collect::<Vec<_>>() {
            let before = self.store.value(self.layout, address);
            if before != after {
                self.store.correct(address, after);
                let column = self.layout.field(address).column;
                changes.push(Change { column, row: row_id(address.row), before, after });
            }
        }
        Some(Ok(changes))
    }

    /// Whether somebody reported a game as it stands.
    fn agreed(&self, game: u32, by: Symbol, open: &[usize]) -> bool {
        let contradicts = |report: &usize| self.reported.all.get(*report).is_some_and(|one| one.by == by);
        self.reported.by.contains(&(game, by)) && !open.iter().any(contradicts)
    }

    /// The cell that a change is of.
    fn address_of(&self, change: &Change) -> Option<Address> {
        let sheet = self.layout.ruleset.column(change.column).sheet;
        let (table, info) = self.layout.all().find(|(_, table)| table.sheet == Some(sheet))?;
        let column = info.fields.iter().position(|field| field.column == change.column)?;
        Some(Address { table, row: change.row as usize, column })
    }
}
