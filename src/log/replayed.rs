//! A game as the record of its moves: one file, one game; or the key `moves` in a record of JSON.
//!
//! Comes in: bytes, or a tree. Goes out: a game whose sides are the players, and which records the facts of the replayed
//! moves that the format has columns for. It must never know the rules of any game. Start with [`tell`], which needs no
//! other game, and [`read`]; and with [`of_json`].

use super::cell::{Spelling, shortened};
use super::complain::{Place, RecordText, Reporter, Trouble, and_list};
use super::input::Lines;
use super::recorder::{Ended, Extent, Recorder};
use super::slots::{Address, GAME, Layout, TableId};
use crate::diagnostic::Code;
use crate::json::Node;
use crate::replay::{Choice, Fact, Facts, Fault, FaultKind, Player, Record, Thing};
use crate::ruleset::{BuiltinColumn, OptionType, Plan};
use crate::sheet::RecordPlace;
use crate::value::Symbols;
use std::ops::Range;

/// A game as the record of its moves tells it: all that can be said of it without any other game.
pub(super) struct Told {
    record: Record,
    /// What was replayed; nothing where the players have no seats.
    facts: Option<Result<Vec<Facts>, Box<Fault>>>,
}

impl Told {
    fn new(record: Record, layout: &Layout<'_>) -> Self {
        let is_seated = seated(layout.plan, layout.symbols(), &record.players).is_some();
        let facts = is_seated.then(|| record.replay(&|name| layout.choice(name)));
        Self { record, facts }
    }
}

/// Reads and replays the record of a game.
pub(super) fn tell(bytes: &[u8], layout: &Layout<'_>) -> Result<Told, Box<Fault>> {
    Record::read(bytes).map(|record| Told::new(record, layout))
}

/// Takes in what the current record of `lines` tells as one game, with this id where the format does not have games without.
pub(super) fn read(
    (lines, told): (&Lines<'_>, Result<Told, Box<Fault>>),
    log: u32,
    id: &str,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) {
    let bytes = lines.record();
    let text = RecordText { bytes, place: RecordPlace { log, line: lines.line() } };
    recorder.spelling = Spelling::default();
    recorder.extent = Extent::File;
    recorder.begin();
    let whole = match told {
        Ok(told) => {
            let whole = place(&told.record.at);
            head(&told.record, id, recorder);
            stage(told, recorder);
            whole
        }
        Err(fault) => {
            refuse(*fault, recorder);
            Place::default()
        }
    };
    let name_place = |place| reporter.place_name(place);
    let ended = Ended { place: text.place, bytes, whole, locate: &|_| None, name_place: &name_place };
    recorder.finish_game(ended);
    if !recorder.troubles.is_empty() {
        reporter.record(text, None, &mut recorder.troubles);
    }
}

/// What a file says of its game beside the moves; a file that is read names its game.
fn head(record: &Record, id: &str, recorder: &mut Recorder<'_>) {
    let layout = recorder.layout;
    let game = |column| Address { table: GAME, row: 0, column };
    if let Some(column) = layout.builtin_of_game(BuiltinColumn::Id).filter(|_| !id.is_empty()) {
        recorder.text(game(column), id, place(&record.at));
    }
    if let (Some(column), Some((round, at))) = (layout.builtin_of_game(BuiltinColumn::Round), &record.round) {
        recorder.text(game(column), round, place(at));
    }
    let date = layout.table(GAME).fields.iter().position(|field| field.name == "date");
    if let (Some(column), Some((date, at))) = (date, &record.date) {
        recorder.text(game(column), date, place(at));
    }
}

/// The game that the value of `moves` in a record of JSON tells.
pub(super) fn of_json(moves: &Node, recorder: &mut Recorder<'_>) {
    match Record::from_json(moves) {
        Ok(record) => stage(Told::new(record, recorder.layout), recorder),
        Err(fault) => refuse(*fault, recorder),
    }
}

/// Stages who plays a game, and what is known of it.
fn stage(told: Told, recorder: &mut Recorder<'_>) {
    let (layout, Told { record, facts }) = (recorder.layout, told);
    if !recorder.sides_fit(&record) {
        return;
    }
    let seated = seated(layout.plan, layout.symbols(), &record.players);
    let (Some(seated), Some(facts)) = (seated, facts) else {
        recorder.troubles.push(other_seats(&record, layout));
        recorder.given_up = true;
        return;
    };
    let facts = match facts {
        Ok(facts) => facts,
        Err(fault) => return refuse(*fault, recorder),
    };
    for (side, player) in &seated {
        let at = place(&player.at);
        if layout.seats.is_empty() && *side >= recorder.stage.entrants.len() {
            recorder.stage.add_side(at);
        }
        // A player without a name is called by the seat.
        let name = player.name.as_deref().or(layout.seats.get(*side).map(String::as_str));
        recorder.entrant(*side, name.unwrap_or_default(), at);
    }
    let at = place(&record.at);
    for Facts { of, facts } in facts {
        let Some((table, row)) = row_of(of, &seated, &record.players, layout) else { continue };
        recorder.stage.touch(table, row, at);
        for (name, fact) in facts {
            recorder.fact(table, row, name, fact, at);
        }
    }
}

/// The row of what facts are known of, where the format has it.
fn row_of(
    of: Thing,
    seated: &[(usize, &Player)],
    players: &[Player],
    layout: &Layout<'_>,
) -> Option<(TableId, usize)> {
    match of {
        Thing::Game => Some((GAME, 0)),
        Thing::Part(name) => {
            let mut named = layout.named().filter(|(.., named)| layout.symbols().text(named.name) == name);
            named.next().map(|(table, row, _)| (table, row))
        }
        Thing::PartOf(number, name) => {
            let player = players.get(number)?;
            let (side, _) = seated.iter().find(|(_, seated)| std::ptr::eq(*seated, player))?;
            let mut each = layout.each().filter(|(.., each)| layout.symbols().text(*each) == name);
            each.next().map(|(table, row, _)| (table, layout.row_of_side(table, row, *side)))
        }
    }
}

impl Recorder<'_> {
    /// Records a fact where the format has a column of its name: what it does not record, it does not need.
    fn fact(&mut self, table: TableId, row: usize, name: &str, fact: Fact, at: Place) {
        let layout = self.layout;
        let column = layout.table(table).fields.iter().position(|field| field.name == name);
        let list = layout.lists_of(table).find(|(_, list)| list.plural == name).map(|(list, _)| list);
        match (fact, column, list) {
            (Fact::Number(number), Some(column), _) => {
                self.number(Address { table, row, column }, &number.to_string(), at);
            }
            (Fact::Flag(yes), Some(column), _) => self.flag(Address { table, row, column }, yes, at),
            (Fact::Numbers(numbers), _, Some(list)) => {
                self.complain_of_list(list, row);
                self.begin_list(list, row, at);
                for number in numbers {
                    let row = self.stage.add_element(list, row, at);
                    self.number(Address { table: list, row, column: 0 }, &number.to_string(), at);
                }
            }
            (Fact::List(things), _, Some(list)) => {
                self.complain_of_list(list, row);
                self.begin_list(list, row, at);
                for thing in things {
                    let row = self.stage.add_element(list, row, at);
                    for (name, number) in thing {
                        let fields = &layout.table(list).fields;
                        let Some(column) = fields.iter().position(|field| field.name == name) else {
                            continue;
                        };
                        self.number(Address { table: list, row, column }, &number.to_string(), at);
                    }
                }
            }
            (Fact::Number(_) | Fact::Flag(_), None, _) | (Fact::Numbers(_) | Fact::List(_), _, None) => {}
        }
    }
}

impl Recorder<'_> {
    /// Complains of a list that stands beside the moves from which it comes.
    fn complain_of_list(&mut self, list: TableId, owner: usize) {
        let Some(&(.., place)) =
            self.stage.lists.iter().find(|(known, row, _)| (*known, *row) == (list, owner))
        else {
            return;
        };
        let name = &self.layout.table(list).plural;
        let message = format!("`{name}` is recorded, and comes from the moves as well");
        self.troubles.push(
            Trouble::new(Code::BadValue, message, place).help("leave it out: the moves say what it is"),
        );
    }

    /// Whether the sides that stand beside moves are the players of the moves, in their order; complains where they are
    /// not. In formats with seats each side has its own.
    fn sides_fit(&mut self, record: &Record) -> bool {
        let staged = &self.stage.entrants;
        if !self.layout.seats.is_empty() || staged.is_empty() {
            return true;
        }
        let called = |player: &Player| player.name.as_deref().unwrap_or_default().trim().to_owned();
        let players: Vec<String> = record.players.iter().map(called).collect();
        let sides: Vec<String> = staged
            .iter()
            .map(|side| side.map_or_else(String::new, |(name, _)| self.symbols.text(name).to_owned()))
            .collect();
        if sides.len() <= players.len() && sides.iter().zip(&players).all(|(side, player)| side == player) {
            return true;
        }
        let shown = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| shortened(name)).collect();
            and_list(&names)
        };
        let at = staged.iter().flatten().next().map_or(place(&record.at), |(_, place)| *place);
        let message = format!(
            "the sides are {}, and the players of the moves are {}, in this order",
            shown(&sides),
            shown(&players)
        );
        let help = "leave `sides` out, as the moves say who plays, or write them in the order of the moves";
        self.troubles.push(Trouble::new(Code::WrongSides, message, at).help(help));
        self.given_up = true;
        false
    }
}

/// The player of each seat that is taken: the seat owns what the player plays, and nothing else. A seat that owns what
/// several play is theirs if they have one name. Players who own nothing sit in their order. `None` where somebody has
/// no seat, or the game would not have the sides it needs.
fn seated<'p>(plan: &Plan, symbols: &Symbols, players: &'p [Player]) -> Option<Vec<(usize, &'p Player)>> {
    let in_order = players.iter().all(|player| player.parts.is_empty());
    if in_order {
        let count = u32::try_from(players.len()).ok()?;
        let has_room = plan.seats.is_empty() || players.len() <= plan.seats.len();
        let fits = has_room && count >= plan.least && plan.most.is_none_or(|most| count <= most);
        return fits.then(|| players.iter().enumerate().collect());
    }
    let mut seated = Vec::new();
    let mut found = 0;
    for (number, seat) in plan.seats.iter().enumerate() {
        let owned: Vec<&str> = seat.parts.iter().map(|&(_, name)| symbols.text(name)).collect();
        let here: Vec<&Player> =
            players.iter().filter(|player| player.parts.iter().any(|part| owned.contains(part))).collect();
        let Some(&first) = here.first() else { continue };
        let played: usize = here.iter().map(|player| player.parts.len()).sum();
        let all_owned = here.iter().flat_map(|player| player.parts).all(|part| owned.contains(part));
        if !all_owned || played != owned.len() || here.iter().any(|player| player.name != first.name) {
            return None;
        }
        found += here.len();
        seated.push((number, first));
    }
    let count = u32::try_from(seated.len()).ok()?;
    let fits = count >= plan.least && plan.most.is_none_or(|most| count <= most);
    (fits && found == players.len()).then_some(seated)
}

/// The complaint that the players of a record have no seats as the game is played here, and how they would have.
fn other_seats(record: &Record, layout: &Layout<'_>) -> Trouble {
    let symbols = layout.symbols();
    let message = format!(
        "the players of this game (`{}`, `{}`) do not fit the seats of the format",
        record.of(),
        record.variant
    );
    let players = record.players.iter().map(|player| {
        let name =
            player.name.as_ref().map_or("somebody".to_owned(), |name| format!("`{}`", shortened(name)));
        if player.parts.is_empty() { name } else { format!("{name} with {}", player.parts.join(" and ")) }
    });
    let players: Vec<String> = players.collect();
    let players = players.join(", ");
    let seats = layout.plan.seats.iter().map(|seat| {
        let parts: Vec<&str> = seat.parts.iter().map(|&(_, name)| symbols.text(name)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(" and ") }
    });
    let seats: Vec<String> =
        layout.seats.iter().zip(seats).map(|(name, owned)| format!("`{name}` with {owned}")).collect();
    let in_order = record.players.iter().all(|player| player.parts.is_empty());
    let note = if in_order {
        format!("the players are {players}; a game here has {}", layout.sides_wanted())
    } else if seats.is_empty() {
        format!("the players are {players}; the sides of the format have no seats")
    } else {
        format!("the players are {players}; the seats are {}", seats.join(", "))
    };
    let trouble = Trouble::new(Code::OtherSeats, message, place(&record.at)).note(note);
    let fitting = fitting(record, layout);
    if fitting.is_empty() {
        return trouble
            .help("score it by a format with seats for these players, or record its result by hand");
    }
    trouble.help(format!("score it as it was played, with {}", fitting.join(" or ")))
}

/// The settings under which the players of a record have seats: of several those under which it is replayed without a
/// fault, if there are any.
fn fitting(record: &Record, layout: &Layout<'_>) -> Vec<String> {
    let Some(id) = layout.ruleset.seating_option else { return Vec::new() };
    let option = &layout.ruleset.options[id.0 as usize];
    let OptionType::Choices(choices) = &option.values else { return Vec::new() };
    let symbols = layout.symbols();
    let plans = choices.iter().zip(&layout.ruleset.plans);
    let seated = plans.filter(|(_, plan)| seated(plan, symbols, &record.players).is_some());
    let seated: Vec<&str> = seated.map(|(choice, _)| symbols.text(*choice)).collect();
    let is_replayed = |choice: &&&str| {
        let chosen = |name: &str| {
            if name == option.name { Some(Choice::Name(choice)) } else { layout.choice(name) }
        };
        record.replay(&chosen).is_ok()
    };
    let replayed: Vec<&str> = seated.iter().filter(is_replayed).copied().collect();
    let fitting = if replayed.is_empty() { seated } else { replayed };
    fitting.iter().map(|choice| format!("`--set {}={choice}`", option.name)).collect()
}

fn refuse(fault: Fault, recorder: &mut Recorder<'_>) {
    recorder.troubles.push(trouble(fault));
    recorder.given_up = true;
}

/// What is wrong with a record of moves, as a complaint.
pub(super) fn trouble(fault: Fault) -> Trouble {
    let code = match fault.kind {
        FaultKind::Unreadable => Code::UnreadableMoves,
        FaultKind::Illegal => Code::IllegalMove,
    };
    let mut trouble = Trouble::new(code, fault.message, place(&fault.at));
    trouble.help = fault.help;
    trouble
}

fn place(at: &Range<usize>) -> Place {
    Place::new(at.start, at.end)
}
