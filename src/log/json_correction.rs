//! Corrections in JSON Lines: what was recorded wrongly of a game, and what is right.
//!
//! Comes in: the tree of one record. Goes out: changed cells, or complaints; a correction is done whole or not at all.
//! It must never know lines or files. Start with [`ActReader::correction`].

mod lists;

use super::acts::{Change, Deed};
use super::cell::{shortened, wanted_value};
use super::complain::{Place, Trouble, and_list, must_be};
use super::facing::Facing;
use super::json_acts::{ActReader, Members, OF_EVERY_ACT};
use super::json_keys::{JsonKeys, unknown_key};
use super::keys::{Key, Keys};
use super::recorder::{Ended, Recorder};
use super::slots::{Address, GAME, SIDE, TableId, TableKind};
use super::unresolved::Thing;
use crate::diagnostic::{Code, nearest};
use crate::json::{Member, Node, What};
use crate::ruleset::BuiltinColumn;
use std::collections::BTreeMap;

impl ActReader<'_, '_> {
    /// The keys of a correction itself, and those of the game. A column of the game goes before a key of the same name
    /// that other acts have.
    pub fn split<'n>(&mut self, members: &'n [Member], keys: &JsonKeys) -> (Members<'n>, Vec<&'n Member>) {
        let (mut said, mut of_game) = (Members::new(), Vec::new());
        let mut first = BTreeMap::new();
        for member in members {
            let common = OF_EVERY_ACT.iter().copied().filter(|key| keys.game.find(key).is_none());
            let own = ["game"].into_iter().chain(common).find(|key| *key == member.key);
            match (own, first.insert(member.key.as_str(), Place::from(&member.at))) {
                (Some(key), _) => self.take(&mut said, key, member),
                (None, Some(first)) => self.twice(&member.key, Place::from(&member.at), first),
                (None, None) => of_game.push(member),
            }
        }
        (said, of_game)
    }

    /// Corrects a game.
    pub fn correction(
        &mut self,
        said: &Members<'_>,
        of_game: &[&Member],
        keys: &JsonKeys,
        ended: Ended<'_>,
    ) -> Option<Deed> {
        let game = self.needed(said, "game", "the id of the game, or its number in the log", ended)?;
        let game = self.game(&game.value, Thing::Corrected)?;
        let mut correction = Correction::new(self.recorder, keys, game, ended);
        for member in of_game {
            correction.of_game(member);
        }
        let changes = correction.finish()?;
        Some(Deed::Correction { game, changes })
    }
}

/// A correction while it is read.
struct Correction<'c, 'r> {
    recorder: &'c mut Recorder<'r>,
    keys: &'c JsonKeys,
    /// Which rows are corrected.
    facing: Facing,
    ended: Ended<'c>,
    /// The cells that were staged, each with the one that it corrects.
    cells: Vec<(Address, Address)>,
}

impl<'c, 'r> Correction<'c, 'r> {
    /// Sets the stage with the sides of the game.
    fn new(recorder: &'c mut Recorder<'r>, keys: &'c JsonKeys, game: u32, ended: Ended<'c>) -> Self {
        let facing = Facing::of(recorder, game);
        for (side, row) in facing.sides.iter().enumerate() {
            if recorder.layout.plan.seats.is_empty() {
                recorder.stage.add_side(ended.whole);
            }
            let entrant = row.map(|row| recorder.store.side_entrant(row));
            let entrant = entrant.and_then(|entrant| recorder.entrants.all().get(entrant as usize));
            recorder.stage.entrants[side] = entrant.map(|entrant| (entrant.name, ended.whole));
        }
        Self { recorder, keys, facing, ended, cells: Vec::new() }
    }

    fn of_game(&mut self, member: &Member) {
        match self.keys.game.find(&member.key) {
            Some(Key::Field(column))
                if self.recorder.layout.builtin_of_game(BuiltinColumn::Id) == Some(column) =>
            {
                self.refuse(
                    "the id of a game cannot be corrected",
                    "it names the game; leave it as it is",
                    member,
                );
            }
            Some(Key::Field(column)) => self.value(Address { table: GAME, row: 0, column }, &member.value),
            Some(Key::Sides) => self.sides(&member.value),
            Some(Key::Moves) => self.refuse(
                "the moves of a game cannot be corrected",
                "correct what came of them, by the names of the columns",
                member,
            ),
            Some(Key::Part(table, row)) => self.part(table, row, member),
            Some(Key::Rows(list)) => self.list(list, (GAME, 0), member),
            Some(Key::PartField(_) | Key::PartRows(..) | Key::Name | Key::Entrant | Key::Seat) => {}
            None => self.unknown(&self.keys.game, member),
        }
    }

    fn sides(&mut self, node: &Node) {
        match &node.what {
            What::Object(members) => {
                for member in members {
                    if let Some(side) = self.side_named(&member.key, member) {
                        self.side(side, &member.value);
                    }
                }
            }
            What::List(nodes) => {
                for node in nodes {
                    self.side_of_list(node);
                }
            }
            What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => self.trouble(must_be(
                node,
                "`sides`",
                "an object with a key for each side, or a list of sides",
            )),
        }
    }

    /// A side that says itself which it is.
    fn side_of_list(&mut self, node: &Node) {
        let What::Object(members) = &node.what else {
            return self.trouble(must_be(node, "a side", "an object: `{…}`"));
        };
        let named = |key: &str| members.iter().find(|member| member.key == key);
        let Some((member, name)) =
            named("seat").or(named("entrant")).and_then(|member| Some((member, member.value.label()?)))
        else {
            let message = "this side does not say which it is";
            return self.trouble(
                Trouble::new(Code::WrongSides, message, Place::from(&node.at))
                    .help("add `\"entrant\": \"…\"` or `\"seat\": \"…\"`"),
            );
        };
        if let Some(side) = self.side_named(name, member) {
            self.side(side, node);
        }
    }

    /// The side with this seat, or of this entrant.
    fn side_named(&mut self, name: &str, member: &Member) -> Option<usize> {
        let recorder = &self.recorder;
        let seats = &recorder.layout.seats;
        let seat = seats.iter().position(|seat| seat == name);
        let name_of = |side: usize| {
            let (name, _) = recorder.stage.entrants.get(side).copied().flatten()?;
            Some(recorder.symbols.text(name))
        };
        let side =
            seat.or_else(|| (0..self.facing.sides.len()).find(|&side| name_of(side) == Some(name.trim())));
        if side.is_some_and(|side| self.facing.sides[side].is_some()) {
            return side;
        }
        let taken: Vec<&str> = (0..self.facing.sides.len()).filter_map(name_of).collect();
        let message = match seat {
            Some(_) => format!("nobody sits at `{name}` in this game"),
            None => format!("`{}` does not play in this game", shortened(name)),
        };
        let names = taken.iter().copied().chain(seats.iter().map(String::as_str));
        let help = match nearest(name, names).filter(|_| seat.is_none()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its entrants are {}", and_list(&taken)),
        };
        let code = if seat.is_some() { Code::BadCorrection } else { Code::ActOfUnknown };
        self.trouble(Trouble::new(code, message, Place::from(&member.at)).help(help));
        None
    }

    fn side(&mut self, side: usize, node: &Node) {
        let Some(members) = self.members(node, "a side") else { return };
        let keys = &self.keys.sides[if self.recorder.layout.seats.is_empty() { 0 } else { side }];
        for member in members {
            match keys.find(&member.key).map(|key| self.recorder.layout.of_side(key, side)) {
                Some(Key::Entrant) => {
                    let known = self.entrant_of(side);
                    self.same(known.as_deref(), "who plays a side", member);
                }
                Some(Key::Seat) => {
                    let known = self.recorder.layout.seats.get(side).map(String::as_str);
                    self.same(known, "a seat", member);
                }
                Some(Key::Field(column)) => {
                    self.value(Address { table: SIDE, row: side, column }, &member.value);
                }
                Some(Key::Rows(list)) => self.list(list, (SIDE, side), member),
                Some(Key::Part(table, row)) => self.part(table, row, member),
                Some(Key::PartField(address)) => self.value(address, &member.value),
                Some(Key::PartRows(list, row)) => match self.recorder.layout.table(list).kind {
                    TableKind::Loose { owner } | TableKind::Values { owner } => {
                        self.list(list, (owner, row), member);
                    }
                    TableKind::Entrant
                    | TableKind::Game
                    | TableKind::Side
                    | TableKind::Named(_)
                    | TableKind::Each(_) => {}
                },
                Some(Key::Name | Key::Sides | Key::Moves) => {}
                None => self.unknown(keys, member),
            }
        }
    }

    fn part(&mut self, table: TableId, row: usize, member: &Member) {
        let Some(members) = self.members(&member.value, "a part") else { return };
        if self.row_of(table, row).is_none() {
            return self.not_recorded(&member.key, Place::from(&member.at));
        }
        let keys = &self.keys.rows[table.0];
        for member in members {
            match keys.find(&member.key) {
                Some(Key::Field(column)) => self.value(Address { table, row, column }, &member.value),
                Some(Key::Rows(list)) => self.list(list, (table, row), member),
                _ => self.unknown(keys, member),
            }
        }
    }

    /// Stages what is right.
    fn value(&mut self, address: Address, node: &Node) {
        match self.row_of(address.table, address.row) {
            Some(row) => self.correct(address, row, node),
            None => {
                let name = self.recorder.layout.row_name(address.table, address.row);
                let name = name.unwrap_or_default().to_owned();
                self.not_recorded(&name, Place::from(&node.at));
            }
        }
    }

    /// Stages what is right of this row of the tables.
    fn correct(&mut self, address: Address, row: usize, node: &Node) {
        let field = self.recorder.layout.field(address);
        if matches!(node.what, What::Null) {
            if field.required {
                let whose = self.recorder.describe(address);
                let message = format!("{whose} must be recorded, so it cannot be taken back");
                let help = format!("record {}", wanted_value(field, &self.recorder.symbols));
                return self
                    .trouble(Trouble::new(Code::MissingValue, message, Place::from(&node.at)).help(help));
            }
            let cell = self.recorder.stage.cell_mut(address);
            (cell.value, cell.place, cell.seen) = (field.default, Place::from(&node.at), true);
        } else {
            self.stage(address, node);
        }
        self.cells.push((address, Address { row, ..address }));
    }

    fn stage(&mut self, address: Address, node: &Node) {
        let recorder = &mut *self.recorder;
        match &node.what {
            What::Text(text) => recorder.text(address, text, Place::from(&node.at)),
            What::Number(digits) => recorder.number(address, digits, Place::from(&node.at)),
            What::Flag(yes) => recorder.flag(address, *yes, Place::from(&node.at)),
            What::Null | What::List(_) | What::Object(_) => {
                recorder.no_value(address, node.noun(), Place::from(&node.at));
            }
        }
    }

    /// The row in the tables of a row of the stage.
    fn row_of(&self, table: TableId, row: usize) -> Option<usize> {
        self.facing.row_of(self.recorder, table, row)
    }

    /// Does what was read, if nothing is wrong with it.
    fn finish(self) -> Option<Vec<Change>> {
        if self.recorder.troubles.iter().any(Trouble::is_error) {
            return None;
        }
        let (layout, store) = (self.recorder.layout, &mut self.recorder.store);
        let mut changes = Vec::new();
        for &(staged, stored) in &self.cells {
            let after = self.recorder.stage.cell_mut(staged).value;
            let before = store.value(layout, stored);
            if before != after {
                store.correct(stored, after);
                let row = u32::try_from(stored.row).unwrap_or(u32::MAX);
                changes.push(Change { column: layout.field(stored).column, row, before, after });
            }
        }
        if !changes.is_empty() {
            return Some(changes);
        }
        let (whole, is_said) = (self.ended.whole, !self.cells.is_empty());
        self.recorder.troubles.push(if is_said {
            Trouble::new(
                Code::BadAct,
                "this correction changes nothing: the game is recorded so already",
                whole,
            )
            .help(if self.recorder.reported.is_disputed(self.facing.game) {
                "the game is in dispute: to let this record stand, write a decision with `game` and `report`"
            } else {
                "check that it names the right game, or take the line out"
            })
        } else {
            Trouble::new(Code::MissingValue, "this correction does not say what is right", whole)
                .help("give the right values, as in the record of a game, and only those")
        });
        None
    }

    fn members<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Member]> {
        let What::Object(members) = &node.what else {
            self.trouble(must_be(node, what, "an object: `{…}`"));
            return None;
        };
        let mut first = BTreeMap::new();
        for member in members {
            if let Some(first) = first.insert(member.key.as_str(), Place::from(&member.at)) {
                let message = format!("the key `{}` is there twice", shortened(&member.key));
                self.trouble(
                    Trouble::new(Code::BadValue, message, Place::from(&member.at))
                        .also(first, "the first time")
                        .help("leave out one of them"),
                );
                return None;
            }
        }
        Some(members)
    }

    fn entrant_of(&self, side: usize) -> Option<String> {
        let (name, _) = self.recorder.stage.entrants.get(side).copied().flatten()?;
        Some(self.recorder.symbols.text(name).to_owned())
    }

    /// What names a side may be said again, but not be changed.
    fn same(&mut self, known: Option<&str>, what: &str, member: &Member) {
        if member.value.label().map(str::trim) != known {
            let message = format!("{what} cannot be corrected");
            self.refuse(&message, "mend the record of the game itself", member);
        }
    }

    fn unknown(&mut self, keys: &Keys, member: &Member) {
        let trouble = unknown_key(&member.key, keys.names(), self.recorder.layout, Place::from(&member.at));
        self.trouble(trouble);
    }

    fn not_recorded(&mut self, name: &str, place: super::complain::Place) {
        let message = format!("nothing of `{name}` is recorded in this game, so it cannot be corrected");
        let help = "a correction changes what is recorded: mend the record of the game itself";
        self.trouble(Trouble::new(Code::BadCorrection, message, place).help(help));
    }

    fn refuse(&mut self, message: &str, help: &str, member: &Member) {
        self.trouble(Trouble::new(Code::BadCorrection, message, Place::from(&member.at)).help(help));
    }

    fn trouble(&mut self, trouble: Trouble) {
        self.recorder.troubles.push(trouble);
    }
}
