//! What is wrong with a record as a whole: its sides, what it lacks, whether it was there before.
//!
//! Comes in: a staged record. Goes out: complaints. It must never know an encoding.
//! Start with [`Recorder::judge_game`].

use super::cell::{shortened, wanted_value};
use super::complain::{Trouble, and_list};
use super::recorder::{Ended, Extent, Recorder};
use super::slots::{Address, ENTRANT, GAME, SIDE, TableId, TableKind, each_of};
use crate::diagnostic::{Code, one_of};
use crate::ruleset::BuiltinColumn;
use crate::value::{Symbol, Value};

/// So many entrants of a match are named.
const MOST_NAMED: usize = 8;

impl Recorder<'_> {
    /// Judges a game.
    pub(super) fn judge_game(&mut self, ended: Ended<'_>) {
        self.judge_record(ended);
        self.judge_repeats(ended);
        self.judge_edition(ended);
        if self.minds_slips && self.layout.has_matches() && !self.troubles.iter().any(Trouble::is_error) {
            self.judge_match(ended);
        }
    }

    /// Judges what a game records, whether or not it is recorded for the first time.
    pub(super) fn judge_record(&mut self, ended: Ended<'_>) {
        self.judge_sides(ended);
        self.judge_missing(ended);
        self.judge_reporters();
    }

    fn judge_sides(&mut self, ended: Ended<'_>) {
        let before = self.troubles.len();
        let mut count = 0;
        for side in 0..self.stage.entrants.len() {
            let row = self.stage.table(SIDE).rows[side];
            match self.stage.entrants[side] {
                Some(_) => count += 1,
                None if row.touched && self.troubles.is_empty() => {
                    let whose = self.side_name(side);
                    self.troubles.push(
                        Trouble::new(Code::WrongSides, format!("{whose} has no entrant"), row.place)
                            .help(format!("say who plays {whose}, or record nothing of it")),
                    );
                }
                None => {}
            }
        }
        if self.troubles.len() == before {
            self.judge_count(count, ended);
        }
        self.judge_twice();
        self.judge_foreign();
    }

    fn judge_count(&mut self, count: u32, ended: Ended<'_>) {
        let plan = self.layout.plan;
        if count >= plan.least && plan.most.is_none_or(|most| count <= most) || !self.troubles.is_empty() {
            return;
        }
        let verb = if count == 1 { "1 side is" } else { "no sides are" };
        let verb = if count > 1 { format!("{count} sides are") } else { verb.to_owned() };
        let message = format!("{verb} recorded, but a game has {}", self.layout.sides_wanted());
        let trouble = Trouble::new(Code::WrongSides, message, ended.whole);
        let seats = self.layout.seats.iter().zip(&self.stage.entrants);
        let empty: Vec<&String> = seats.filter(|(_, who)| who.is_none()).map(|(seat, _)| seat).collect();
        let trouble = if count < plan.least && !empty.is_empty() {
            trouble.help(format!("say who plays {}", one_of(&empty)))
        } else if count < plan.least {
            trouble.help(if self.extent == Extent::Rows {
                "check that no side is lost, and that the rows of the game follow one another"
            } else {
                "check that no side is lost"
            })
        } else {
            trouble.help(if self.layout.seats.is_empty() {
                "check that no side belongs to another game"
            } else {
                "leave the empty seat out of `sides`; what its parts record stands beside `sides`"
            })
        };
        self.troubles.push(trouble);
    }

    fn judge_twice(&mut self) {
        let sides = &self.stage.entrants;
        let twice = if sides.len() <= 8 {
            sides.iter().enumerate().find_map(|(place, who)| {
                let (name, at) = (*who)?;
                let first = sides[..place].iter().flatten().find(|(other, _)| *other == name)?;
                Some((name, at, first.1))
            })
        } else {
            let mut seen = rustc_hash::FxHashMap::default();
            sides
                .iter()
                .flatten()
                .find_map(|&(name, at)| seen.insert(name, at).map(|first| (name, at, first)))
        };
        if let Some((name, at, first)) = twice {
            let name = shortened(self.symbols.text(name));
            self.troubles.push(
                Trouble::new(Code::WrongSides, format!("`{name}` plays two sides of this game"), at)
                    .label("here")
                    .also(first, "and here")
                    .help("give each side its own entrant"),
            );
        }
    }

    fn judge_foreign(&mut self) {
        let mut troubles = Vec::new();
        for (table, row, named) in self.layout.named() {
            let Some(seat) = named.seat else { continue };
            if let Some(place) = self.stage.table(table).rows[row].foreign
                && self.stage.entrants[seat].is_some()
            {
                let (part, seat) = (self.layout.symbols().text(named.name), &self.layout.seats[seat]);
                troubles.push(
                    Trouble::new(
                        Code::WrongSides,
                        format!(
                            "`{part}` belongs to the seat `{seat}`, but is recorded in the row of another"
                        ),
                        place,
                    )
                    .help(format!("record it in the row of `{seat}`, and leave the cell empty here")),
                );
            }
        }
        self.troubles.append(&mut troubles);
    }

    fn judge_missing(&mut self, ended: Ended<'_>) {
        self.judge_row(GAME, 0, ended);
        for side in 0..self.stage.entrants.len() {
            if self.stage.entrants[side].is_some() {
                self.judge_row(SIDE, side, ended);
            }
        }
        let layout = self.layout;
        for (table, row, named) in layout.named() {
            let taken = named.seat.is_none_or(|seat| self.stage.entrants[seat].is_some());
            if taken || self.stage.table(table).rows[row].touched {
                self.judge_row(table, row, ended);
            }
        }
        // A part of every side of which nothing is recorded was not played.
        for (id, _) in layout.all().filter(|(_, table)| each_of(&table.kind).is_some()) {
            for row in 0..self.stage.table(id).rows.len() {
                let side = layout.side_of(id, row).and_then(|side| self.stage.entrants[side]);
                if side.is_some() && self.stage.table(id).rows[row].touched {
                    self.judge_row(id, row, ended);
                }
            }
        }
        self.judge_elements(ended);
    }

    pub(super) fn judge_elements(&mut self, ended: Ended<'_>) {
        let layout = self.layout;
        for (id, table) in layout.all() {
            if matches!(table.kind, TableKind::Loose { .. }) {
                for row in 0..self.stage.table(id).rows.len() {
                    self.judge_row(id, row, ended);
                }
            }
        }
    }

    #[inline]
    pub(super) fn judge_row(&mut self, table: TableId, row: usize, ended: Ended<'_>) {
        let fields = &self.layout.table(table).fields;
        for (column, field) in fields.iter().enumerate() {
            if field.required
                && !self.stage.table(table).row(row)[column].seen
                && !self.is_meant(table, row, &field.name)
            {
                self.missing(Address { table, row, column }, ended);
            }
        }
    }

    /// Whether a field seems to be there, spelled otherwise or in another place.
    #[cold]
    fn is_meant(&self, table: TableId, row: usize, field: &str) -> bool {
        let part = match &self.layout.table(table).kind {
            TableKind::Named(rows) => Some(self.layout.symbols().text(rows[row].name)),
            TableKind::Entrant
            | TableKind::Game
            | TableKind::Side
            | TableKind::Each(_)
            | TableKind::Loose { .. }
            | TableKind::Values { .. } => None,
        };
        let mut meant = self.troubles.iter().filter_map(|trouble| trouble.meant.as_deref());
        meant.any(|name| name == field || Some(name) == part)
    }

    #[cold]
    fn missing(&mut self, address: Address, ended: Ended<'_>) {
        let row = self.stage.table(address.table).rows[address.row];
        let side = self.layout.side_of(address.table, address.row);
        let side = side.map(|side| self.stage.table(SIDE).rows[side]);
        // Where the value would stand, else the row that lacks it, else the side that lacks the whole row.
        let near = [Some(row), side].into_iter().flatten().find(|row| row.touched && address.table != GAME);
        let place = (ended.locate)(address).unwrap_or(near.map_or(ended.whole, |row| row.place));
        let whose = self.describe(address);
        let field = self.layout.field(address);
        let mut help = format!("record {}", wanted_value(field, &self.symbols));
        let is_first = !self.troubles.iter().any(|trouble| trouble.code == Code::MissingValue);
        if self.unplayed.by_empty_rows && is_first && address.table != ENTRANT {
            help.push_str("; leave all results of the row empty if the game is not played yet");
        }
        let mut trouble =
            Trouble::new(Code::MissingValue, format!("{whose} is not recorded"), place).help(help);
        if let Some(text) = &field.text {
            trouble = trouble.note(format!("`{}` is: {text}", field.name));
        }
        self.troubles.push(trouble);
    }

    fn judge_repeats(&mut self, ended: Ended<'_>) {
        if let Some(id) = self.game_id() {
            // Rows of one game that stand apart may each be too few: then none of them was added.
            let is_refused = self.extent == Extent::Rows && self.troubles.iter().any(Trouble::is_error);
            let refused = self.duplicates.refused(id).filter(|_| is_refused);
            // A game that was annulled may be played again under its id.
            let counts = |game: &usize| u32::try_from(*game).is_ok_and(|game| !self.annulled.contains(&game));
            let earlier = self.duplicates.game(id).filter(counts);
            let earlier = earlier.map(|game| self.store.games[game]).or(refused);
            if let Some(earlier) = earlier {
                let earlier = (ended.name_place)(earlier);
                let name = shortened(self.symbols.text(id));
                let help = match self.extent {
                    Extent::Record if self.layout.builtin_of_game(BuiltinColumn::ReportedBy).is_some() => {
                        "take one of them out, or give it another id; where two report one game, each says `reported_by`; where it was \
                         played again, record above it that the first does not count: `{\"void\": {\"game\": …}}`"
                    }
                    Extent::Record => "take one of them out, or give it another id",
                    Extent::Rows => {
                        "the rows of one game must follow one another; give another game another id"
                    }
                    Extent::File => {
                        "a file of moves gives its name to the game: rename one of them, or give the folder that holds \
                         both, and the game is called by the path below it"
                    }
                };
                let place = self.builtin(BuiltinColumn::Id).map_or(ended.whole, |id| id.place);
                self.troubles.push(
                    Trouble::new(Code::DuplicateGame, format!("the game `{name}` is recorded twice"), place)
                        .note(format!("the first time at {earlier}"))
                        .help(help),
                );
            }
        }
        // Two sets of a match may well be alike; two records of moves are so where a file was copied.
        let is_told_apart = self.game_id().is_some() || self.layout.has_matches();
        if self.minds_slips
            && (!is_told_apart || self.extent == Extent::File)
            && !self.troubles.iter().any(Trouble::is_error)
            && let Some(earlier) = self.duplicates.add_record(ended.bytes, ended.place)
        {
            let earlier = (ended.name_place)(earlier);
            self.troubles.push(
                Trouble::new(
                    Code::RepeatedLine,
                    "this game is alike to the letter to an earlier one",
                    ended.whole,
                )
                .note(format!("the earlier one stands at {earlier}"))
                .help(if self.extent == Extent::File {
                    "take one of the files out if it is a copy of the other"
                } else {
                    "take it out if it is the same game; games with an `id` are told apart by it"
                }),
            );
        }
    }

    /// A match that others played before.
    fn judge_match(&mut self, ended: Ended<'_>) {
        let Some(id) = self.builtin(BuiltinColumn::MatchId) else { return };
        let Value::Text(name) = id.value else { return };
        let phase = match self.builtin(BuiltinColumn::Phase).map(|phase| phase.value) {
            Some(Value::Text(phase)) => Some(phase),
            _ => None,
        };
        let round = match self.builtin(BuiltinColumn::Round).map(|round| round.value) {
            Some(Value::Integer(round)) => Some(round),
            _ => None,
        };
        let edition = self.edition_of_match();
        let entrants = self.stage.entrants.iter().flatten().map(|&(name, _)| name);
        let Some(others) = self.pairings.add((name, phase, round, edition), ended.place, entrants) else {
            return;
        };
        let name_of = |name: Symbol| shortened(self.symbols.text(name));
        let list = |names: &mut dyn Iterator<Item = Symbol>| {
            let names: Vec<String> = names.take(MOST_NAMED).map(name_of).collect();
            and_list(&names)
        };
        let here = list(&mut self.stage.entrants.iter().flatten().map(|&(name, _)| name));
        let there = list(&mut others.entrants.iter().copied());
        let earlier = (ended.name_place)(others.place);
        let id_text = name_of(name);
        self.troubles.push(
            Trouble::new(
                Code::MatchOfOthers,
                format!("the match `{id_text}` is played by {here} here, but by {there} before"),
                id.place,
            )
            .note(format!(
                "the game of {there} stands at {earlier}; as they are written, these are two matches"
            ))
            .help("mend the id of the match or a name; if all are right, give each match an id of its own"),
        );
    }
}
