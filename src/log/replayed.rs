//! A game as the record of its moves: one file, one game.
//!
//! Comes in: lines. Goes out: a game whose sides are the players, and whose parts record the facts of the replayed moves
//! that the format has columns for. It must never know the rules of any game. Start with [`read`].

use super::cell::{Spelling, shortened};
use super::complain::{Place, RecordText, Reporter, Trouble};
use super::input::{LineError, Lines};
use super::recorder::{Ended, Recorder};
use super::slots::{Address, Layout};
use crate::diagnostic::Code;
use crate::replay::{Fact, Fault, FaultKind, Player, Record};
use crate::ruleset::{OptionType, Plan};
use crate::sheet::RecordPlace;
use crate::value::Symbols;
use std::ops::Range;

/// Reads the current line and all that follow as one game.
pub(super) fn read(
    lines: &mut Lines<'_>,
    log: u16,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(), LineError> {
    while lines.extend()? {}
    let bytes = lines.record();
    let text = RecordText { bytes, place: RecordPlace { log, line: lines.line() } };
    recorder.spelling = Spelling::default();
    recorder.may_repeat = false;
    recorder.begin();
    let whole = match Record::read(bytes) {
        Ok(record) => {
            game(&record, recorder);
            place(&record.at)
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
    Ok(())
}

fn game(record: &Record, recorder: &mut Recorder<'_>) {
    let layout = recorder.layout;
    let Some(seated) = seated(layout.plan, layout.symbols(), &record.players) else {
        recorder.troubles.push(other_seats(record, layout));
        recorder.given_up = true;
        return;
    };
    let parts = match record.replay() {
        Ok(parts) => parts,
        Err(fault) => return refuse(*fault, recorder),
    };
    for (seat, player) in seated {
        // A player without a name is called by the seat.
        let name = player.name.as_deref().or(layout.seats.get(seat).map(String::as_str));
        recorder.entrant(seat, name.unwrap_or_default(), place(&player.at));
    }
    let at = place(&record.at);
    for part in parts {
        let wanted = |name| layout.symbols().text(name) == part.name;
        let Some((table, row, _)) = layout.named().find(|(.., named)| wanted(named.name)) else { continue };
        recorder.stage.touch(table, row, at);
        for (name, fact) in part.facts {
            let fields = &layout.table(table).fields;
            // What the format does not record, it does not need.
            let Some(column) = fields.iter().position(|field| field.name == name) else { continue };
            let address = Address { table, row, column };
            match fact {
                Fact::Number(number) => recorder.number(address, &number.to_string(), at),
                Fact::Flag(yes) => recorder.flag(address, yes, at),
            }
        }
    }
}

/// The player of each seat that is taken: the seat owns what the player plays, and nothing else. A seat that owns what
/// several play is theirs if they have one name. `None` where somebody has no seat, or the game would not have the
/// sides it needs.
fn seated<'p>(plan: &Plan, symbols: &Symbols, players: &'p [Player]) -> Option<Vec<(usize, &'p Player)>> {
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
    let message =
        format!("the players of this game of `{}` do not fit the seats of the format", record.variant);
    let players = record.players.iter().map(|player| {
        let name =
            player.name.as_ref().map_or("somebody".to_owned(), |name| format!("`{}`", shortened(name)));
        format!("{name} with {}", player.parts.join(" and "))
    });
    let players: Vec<String> = players.collect();
    let players = players.join(", ");
    let seats = layout.plan.seats.iter().map(|seat| {
        let parts: Vec<&str> = seat.parts.iter().map(|&(_, name)| symbols.text(name)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(" and ") }
    });
    let seats: Vec<String> =
        layout.seats.iter().zip(seats).map(|(name, owned)| format!("`{name}` with {owned}")).collect();
    let note = if seats.is_empty() {
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

/// The settings under which the players of a record have seats.
fn fitting(record: &Record, layout: &Layout<'_>) -> Vec<String> {
    let Some(id) = layout.ruleset.seating_option else { return Vec::new() };
    let option = &layout.ruleset.options[id.0 as usize];
    let OptionType::Choices(choices) = &option.values else { return Vec::new() };
    let plans = choices.iter().zip(&layout.ruleset.plans);
    plans
        .filter(|(_, plan)| seated(plan, layout.symbols(), &record.players).is_some())
        .map(|(choice, _)| format!("`--set {}={}`", option.name, layout.symbols().text(*choice)))
        .collect()
}

fn refuse(fault: Fault, recorder: &mut Recorder<'_>) {
    let code = match fault.kind {
        FaultKind::Unreadable => Code::UnreadableMoves,
        FaultKind::Illegal => Code::IllegalMove,
    };
    let mut trouble = Trouble::new(code, fault.message, place(&fault.at));
    trouble.help = fault.help;
    recorder.troubles.push(trouble);
    recorder.given_up = true;
}

fn place(at: &Range<usize>) -> Place {
    Place::new(at.start, at.end)
}
