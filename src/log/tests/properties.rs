//! Any order, any dialect, any encoding: the same tables. Any bytes: no panic.

use super::fixtures::{duel, duo, tiles};
use super::shown::{outcome, tables};
use crate::diagnostic::Complaints;
use crate::log::{Input, Reading, read};
use crate::ruleset::Ruleset;
use crate::source::Sources;
use proptest::prelude::*;
use std::fmt::Write as _;

/// A game of two seats that own two colours each.
#[derive(Debug, Clone)]
pub struct Game {
    pub names: [String; 2],
    pub squares: [u8; 4],
    pieces: [Option<u8>; 4],
    last: [Option<bool>; 4],
    times: [Option<(u16, u8)>; 2],
    round: Option<i64>,
}

const SEATS: [&str; 2] = ["blue_red", "yellow_green"];
const COLOURS: [&str; 4] = ["blue", "red", "yellow", "green"];

pub fn game() -> impl Strategy<Value = Game> {
    let name = "[A-Za-zéß二\"',;.|#{} ]{0,6}[a-z]";
    (
        [name, name],
        prop::array::uniform4(0..=89_u8),
        prop::array::uniform4(prop::option::of(0..=21_u8)),
        prop::array::uniform4(prop::option::of(any::<bool>())),
        prop::array::uniform2(prop::option::of((any::<u16>(), 0..100_u8))),
        prop::option::of(any::<i64>()),
    )
        .prop_filter("two entrants", |(names, ..)| names[0].trim() != names[1].trim())
        .prop_map(|(names, squares, pieces, last, times, round)| Game {
            names: names.map(|name| name.trim().to_owned()),
            squares,
            pieces,
            last,
            times,
            round,
        })
}

#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of some program")]
struct Dialect {
    delimiter: char,
    end: &'static str,
    mark: bool,
    quote_all: bool,
    last_end: bool,
    comma: bool,
    short: bool,
}

fn dialect() -> impl Strategy<Value = Dialect> {
    (prop::sample::select(vec![',', ';', '\t']), prop::sample::select(vec!["\n", "\r\n"]), any::<[bool; 5]>())
        .prop_map(|(delimiter, end, [mark, quote_all, last_end, comma, short])| Dialect {
            delimiter,
            end,
            mark,
            quote_all,
            last_end,
            comma: comma && delimiter != ',',
            short,
        })
}

impl Dialect {
    fn time(self, (whole, hundredths): (u16, u8)) -> String {
        format!("{whole}{}{hundredths:02}", if self.comma { ',' } else { '.' })
    }

    fn write(self, rows: &[Vec<String>]) -> String {
        let mut out = String::new();
        if self.mark {
            out.push('\u{FEFF}');
        }
        for row in rows {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| {
                    let needs = cell.contains(['"', ',', ';', '\t']);
                    if needs || self.quote_all {
                        format!("\"{}\"", cell.replace('"', "\"\""))
                    } else {
                        cell.clone()
                    }
                })
                .collect();
            out.push_str(&cells.join(&self.delimiter.to_string()));
            out.push_str(self.end);
        }
        if !self.last_end {
            out.truncate(out.trim_end_matches(['\r', '\n']).len());
        }
        out
    }
}

fn shuffled(mut rows: Vec<Vec<String>>, order: &[usize]) -> Vec<Vec<String>> {
    for row in &mut rows {
        for (place, other) in order.iter().enumerate() {
            let length = row.len();
            row.swap(place % length, other % length);
        }
    }
    rows
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn yes(value: Option<bool>) -> Option<&'static str> {
    value.map(|yes| if yes { "yes" } else { "no" })
}

fn wide(games: &[Game], dialect: Dialect) -> Vec<Vec<String>> {
    let mut header = vec!["id".to_owned(), "round".to_owned()];
    for seat in SEATS {
        header.extend([seat.to_owned(), format!("{seat}.time")]);
    }
    for (place, colour) in COLOURS.iter().enumerate() {
        let colour =
            if dialect.short { (*colour).to_owned() } else { format!("{}.{colour}", SEATS[place / 2]) };
        header.extend(
            ["squares_left", "pieces_left", "monomino_last"].map(|field| format!("{colour}.{field}")),
        );
    }
    let mut rows = vec![header];
    for (id, game) in games.iter().enumerate() {
        let mut row = vec![format!("g{id}"), shown(game.round)];
        for seat in 0..2 {
            row.extend([game.names[seat].clone(), shown(game.times[seat].map(|time| dialect.time(time)))]);
        }
        for colour in 0..4 {
            row.push(game.squares[colour].to_string());
            row.extend([shown(game.pieces[colour]), shown(yes(game.last[colour]))]);
        }
        rows.push(row);
    }
    rows
}

fn long(games: &[Game], dialect: Dialect, turned: bool) -> Vec<Vec<String>> {
    let mut header: Vec<String> = ["game", "seat", "entrant", "round", "time"].map(str::to_owned).to_vec();
    for colour in COLOURS {
        header.extend(
            ["squares_left", "pieces_left", "monomino_last"].map(|field| format!("{colour}.{field}")),
        );
    }
    let mut rows = vec![header];
    for (id, game) in games.iter().enumerate() {
        let order = if turned { [1, 0] } else { [0, 1] };
        for seat in order {
            let time = shown(game.times[seat].map(|time| dialect.time(time)));
            let mut row = vec![
                format!("g{id}"),
                SEATS[seat].to_owned(),
                game.names[seat].clone(),
                shown(game.round),
                time,
            ];
            for colour in 0..4 {
                if colour / 2 == seat {
                    row.push(game.squares[colour].to_string());
                    row.extend([shown(game.pieces[colour]), shown(yes(game.last[colour]))]);
                } else {
                    row.extend([const { String::new() }; 3]);
                }
            }
            rows.push(row);
        }
    }
    rows
}

pub fn json(games: &[Game], turned: bool) -> String {
    let mut out = String::new();
    for (id, game) in games.iter().enumerate() {
        let order = if turned { [1, 0] } else { [0, 1] };
        let sides: Vec<String> = order
            .iter()
            .map(|&seat| {
                let mut fields =
                    vec![format!("\"entrant\": {}", serde_json::to_string(&game.names[seat]).unwrap())];
                if let Some((whole, hundredths)) = game.times[seat] {
                    fields.push(format!("\"time\": {whole}.{hundredths:02}"));
                }
                for (colour, name) in COLOURS.iter().enumerate().skip(2 * seat).take(2) {
                    let mut part = format!("\"squares_left\": {}", game.squares[colour]);
                    if let Some(pieces) = game.pieces[colour] {
                        let _ = write!(part, ", \"pieces_left\": \"{pieces}\"");
                    }
                    if let Some(last) = game.last[colour] {
                        let _ = write!(part, ", \"monomino_last\": {last}");
                    }
                    fields.push(format!("\"{name}\": {{{part}}}"));
                }
                if turned {
                    fields.reverse();
                }
                format!("\"{}\": {{{}}}", SEATS[seat], fields.join(", "))
            })
            .collect();
        let round = game.round.map(|round| format!(", \"round\": {round}")).unwrap_or_default();
        let _ =
            writeln!(out, "{{\"game\": {{\"id\": \"g{id}\"{round}, \"sides\": {{{}}}}}}}", sides.join(", "));
    }
    out
}

/// The tables without the lines that the games stand on.
fn read_one(ruleset: &Ruleset, log: &str) -> String {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let inputs = vec![Input { name: "log".to_owned(), bytes: Box::new(log.as_bytes()) }];
    let read = read(ruleset, &ruleset.defaults(), inputs, Reading::default(), &mut sources, &mut complaints);
    let said = super::shown::complained(&complaints, &sources);
    let Some(mut log) = read else { panic!("{said}\n{log}") };
    log.tables.games.clear();
    said + &tables(ruleset, &log)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_encoding_gives_the_same_tables(
        games in prop::collection::vec(game(), 1..4),
        dialect in dialect(),
        order in prop::collection::vec(any::<usize>(), 20),
        turned in any::<bool>(),
    ) {
        let ruleset = duo();
        let expected = read_one(&ruleset, &json(&games, false));
        prop_assert_eq!(&read_one(&ruleset, &json(&games, turned)), &expected);
        let log = dialect.write(&shuffled(wide(&games, dialect), &order));
        prop_assert_eq!(&read_one(&ruleset, &log), &expected, "{}", log);
        let log = dialect.write(&shuffled(long(&games, dialect, turned), &order));
        prop_assert_eq!(&read_one(&ruleset, &log), &expected, "{}", log);
    }

    #[test]
    fn any_bytes_are_met_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), going in any::<bool>()) {
        outcome(&duo(), &[("log", &bytes)], going);
        outcome(&tiles(), &[("log", &bytes)], going);
    }

    #[test]
    fn nearly_right_logs_are_met_without_panic(
        games in prop::collection::vec(game(), 1..3),
        dialect in dialect(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"\"\",;\n\r{}[]:x1\0\xFF\\ .".to_vec())), 0..6),
        shape in 0..3_u8,
        going in any::<bool>(),
    ) {
        let mut log = match shape {
            0 => json(&games, true),
            1 => dialect.write(&wide(&games, dialect)),
            _ => dialect.write(&long(&games, dialect, true)),
        }
        .into_bytes();
        for (place, byte) in changes {
            let place = place.index(log.len());
            log[place] = byte;
        }
        outcome(&duo(), &[("log", &log)], going);
        outcome(&duel(), &[("log", &log)], going);
    }
}
