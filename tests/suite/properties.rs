//! One log, one outcome, however it is written: CSV of any dialect and of both shapes, JSON Lines, fields in any
//! order, one file or several; and again and again the same.

use crate::support::{Folder, root, unstamped};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use rulesctl::format::Found;
use rulesctl::log::Input;
use rulesctl::report::{self, Part, Shape};
use rulesctl::session::{Format, Scoring, Session};
use serde_json::Value;

/// Without seats: two or three sides; values of every kind, some of them optional.
const OPEN: &str = "language = 1
[seating]
sides = '2 to 3'
[game.record]
weight = 'integer 1 to 9 = 1'
note = 'text?'
[side.record]
score = 'number'
time = 'duration?'
late = 'yes/no = no'
grade = 'one of gold, silver, \"not ranked\"?'
[side.rules]
points = '''
  + score * weight
  + (time else 1 min) / 1 s
  - 5   if late
  + 10  if known(grade) and (grade else silver) = gold
'''
[game.rules]
noted = 'known(note)'
[game.placing]
order = '''
  late no first
  points highest first
'''
[entrant.rules]
points = 'sum(points)'
best = 'sum(best 2 of points)'
places = 'sum(place)'
noted = 'count(games where noted)'
[standing.overall]
order = '''
  points highest first
  places lowest first
'''
";

/// With seats, each of which owns a part; one of three is empty at times.
const SEATED: &str = "language = 1
[seating]
sides = '2 to 3'
seats = { north = ['n'], east = ['e'], south = ['s'] }
[part.board]
names = ['n', 'e', 's']
[part.board.record]
moves = 'integer'
[game.record]
weight = 'integer 1 to 9 = 1'
note = 'text?'
[side.record]
score = 'number'
time = 'duration?'
late = 'yes/no = no'
grade = 'one of gold, silver, \"not ranked\"?'
[side.rules]
points = '''
  + score * weight + sum(moves)
  + (time else 1 min) / 1 s
  - 5   if late
  + 10  if known(grade) and (grade else silver) = gold
'''
[game.rules]
noted = 'known(note)'
[entrant.rules]
points = 'sum(points)'
noted = 'count(games where noted)'
[standing.overall]
order = 'points highest first'
";

const NAMES: [&str; 6] = ["Ada", "Bo, Jr.", "Cy; \"the\" Third", "花子", "Åsa Öberg", "d=e"];
const SEATS: [(&str, &str); 3] = [("north", "n"), ("east", "e"), ("south", "s")];

#[derive(Debug, Clone)]
struct Side {
    /// Among [`NAMES`].
    name: usize,
    /// Among [`SEATS`].
    seat: usize,
    /// In hundredths.
    score: i32,
    moves: i32,
    /// In tenths of a second.
    time: Option<u32>,
    late: Option<bool>,
    grade: Option<&'static str>,
}

#[derive(Debug, Clone)]
struct Game {
    weight: Option<u32>,
    note: Option<&'static str>,
    sides: Vec<Side>,
}

fn games() -> impl Strategy<Value = Vec<Game>> {
    let side = (
        any::<i16>(),
        0..200_i32,
        proptest::option::of(0..100_000_u32),
        proptest::option::of(any::<bool>()),
        proptest::option::of(prop_oneof![Just("gold"), Just("silver"), Just("not ranked")]),
    );
    let sides = (2..=3_usize).prop_flat_map(move |count| {
        let names = subsequence((0..NAMES.len()).collect::<Vec<_>>(), count).prop_shuffle();
        let seats = subsequence(vec![0, 1, 2], count);
        (names, seats, proptest::collection::vec(side.clone(), count))
    });
    let sides = sides.prop_map(|(names, seats, sides)| {
        let all = names.into_iter().zip(seats).zip(sides);
        all.map(|((name, seat), (score, moves, time, late, grade))| Side {
            name,
            seat,
            score: i32::from(score),
            moves,
            time,
            late,
            grade,
        })
        .collect()
    });
    let note =
        proptest::option::of(prop_oneof![Just("a, b; c"), Just("said \"no\""), Just("3,5"), Just("é")]);
    let game = (proptest::option::of(1..=9_u32), note, sides);
    let game = game.prop_map(|(weight, note, sides)| Game { weight, note, sides });
    proptest::collection::vec(game, 1..8)
}

/// How CSV is written.
#[expect(clippy::struct_excessive_bools, reason = "each is a liberty of its own")]
#[derive(Debug, Clone, Copy)]
struct Dialect {
    delimiter: char,
    decimal_comma: bool,
    mark: bool,
    crlf: bool,
    quote_all: bool,
    last_line_ends: bool,
    /// How far the columns are turned.
    turn: Index,
}

fn dialect() -> impl Strategy<Value = Dialect> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<Index>());
    (prop_oneof![Just(','), Just(';'), Just('\t')], flags).prop_map(
        |(delimiter, (comma, mark, crlf, quote_all, last_line_ends, turn))| Dialect {
            delimiter,
            decimal_comma: comma && delimiter != ',',
            mark,
            crlf,
            quote_all,
            last_line_ends,
            turn,
        },
    )
}

impl Dialect {
    fn number(self, value: i32) -> String {
        let size = value.unsigned_abs();
        let sign = if value < 0 { "-" } else { "" };
        let point = if self.decimal_comma { ',' } else { '.' };
        format!("{sign}{}{point}{:02}", size / 100, size % 100)
    }

    /// Columns, each with a heading and a cell for each row, as a file.
    fn file(self, mut columns: Vec<(String, Vec<String>)>) -> String {
        let turn = self.turn.index(columns.len());
        columns.rotate_left(turn);
        let rows = columns[0].1.len();
        let end = if self.crlf { "\r\n" } else { "\n" };
        let mut lines = vec![columns.iter().map(|(heading, _)| self.cell(heading)).collect::<Vec<_>>()];
        lines.extend((0..rows).map(|row| columns.iter().map(|(_, cells)| self.cell(&cells[row])).collect()));
        let lines: Vec<String> = lines.iter().map(|cells| cells.join(&self.delimiter.to_string())).collect();
        let mark = if self.mark { "\u{feff}" } else { "" };
        format!("{mark}{}{}", lines.join(end), if self.last_line_ends { end } else { "" })
    }

    fn cell(self, text: &str) -> String {
        if self.quote_all || text.contains([self.delimiter, '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    }
}

fn maybe<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A recorded column of the sides: its name, and its cell.
type SideColumn<'a> = (&'a str, Box<dyn Fn(&Side) -> String + 'a>);

fn side_columns(dialect: Dialect) -> Vec<SideColumn<'static>> {
    let seconds = move |tenths: u32| {
        let point = if dialect.decimal_comma { ',' } else { '.' };
        format!("{}{point}{}", tenths / 10, tenths % 10)
    };
    vec![
        ("score", Box::new(move |side| dialect.number(side.score))),
        ("time", Box::new(move |side| maybe(side.time.map(seconds)))),
        ("late", Box::new(|side| maybe(side.late.map(|late| if late { "yes" } else { "no" })))),
        ("grade", Box::new(|side| maybe(side.grade))),
    ]
}

/// A row a side.
fn long(games: &[Game], seated: bool, dialect: Dialect) -> String {
    let rows: Vec<(usize, &Game, &Side)> = games
        .iter()
        .enumerate()
        .flat_map(|(number, game)| game.sides.iter().map(move |side| (number, game, side)))
        .collect();
    let column = |heading: &str, cell: &dyn Fn(usize, &Game, &Side) -> String| {
        let cells = rows.iter().map(|(number, game, side)| cell(*number, game, side)).collect();
        (heading.to_owned(), cells)
    };
    let mut columns = vec![
        column("game", &|number, _, _| format!("g{number}")),
        column("entrant", &|_, _, side| NAMES[side.name].to_owned()),
        column("weight", &|_, game, _| maybe(game.weight)),
        column("note", &|_, game, _| maybe(game.note)),
    ];
    for (heading, cell) in side_columns(dialect) {
        columns.push(column(heading, &|_, _, side| cell(side)));
    }
    if seated {
        columns.push(column("seat", &|_, _, side| SEATS[side.seat].0.to_owned()));
        columns.push(column("moves", &|_, _, side| side.moves.to_string()));
    }
    dialect.file(columns)
}

/// A row a game.
fn wide(games: &[Game], seated: bool, dialect: Dialect) -> String {
    let column = |heading: String, cell: &dyn Fn(usize, &Game) -> String| {
        let cells = games.iter().enumerate().map(|(number, game)| cell(number, game)).collect();
        (heading, cells)
    };
    let mut columns = vec![
        column("id".to_owned(), &|number, _| format!("g{number}")),
        column("weight".to_owned(), &|_, game| maybe(game.weight)),
        column("note".to_owned(), &|_, game| maybe(game.note)),
    ];
    for (place, (seat, part)) in SEATS.into_iter().enumerate() {
        let side = |game: &Game| {
            let mut sides = game.sides.iter();
            if seated { sides.find(|side| side.seat == place).cloned() } else { sides.nth(place).cloned() }
        };
        let seat = if seated { seat.to_owned() } else { (place + 1).to_string() };
        columns.push(column(seat.clone(), &|_, game| maybe(side(game).map(|side| NAMES[side.name]))));
        for (heading, cell) in side_columns(dialect) {
            let heading = format!("{seat}.{heading}");
            columns.push(column(heading, &|_, game| side(game).map_or_else(String::new, |side| cell(&side))));
        }
        if seated {
            let heading = format!("{part}.moves");
            columns.push(column(heading, &|_, game| maybe(side(game).map(|side| side.moves))));
        }
    }
    dialect.file(columns)
}

/// A game a line, its fields in any order.
fn lines(games: &[Game], seated: bool, turn: Index) -> String {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let sides = game.sides.iter().map(|side| {
            let mut fields = vec![
                format!("\"entrant\": {}", Value::from(NAMES[side.name])),
                format!("\"score\": \"{}/100\"", side.score),
            ];
            fields.extend(side.time.map(|tenths| format!("\"time\": {}.{}", tenths / 10, tenths % 10)));
            fields.extend(side.late.map(|late| format!("\"late\": {late}")));
            fields.extend(side.grade.map(|grade| format!("\"grade\": {}", Value::from(grade))));
            if seated {
                let (seat, part) = SEATS[side.seat];
                fields.push(format!("\"seat\": \"{seat}\""));
                fields.push(format!("\"{part}\": {{\"moves\": {}}}", side.moves));
            }
            object(fields, turn)
        });
        let sides: Vec<String> = sides.collect();
        let mut fields = vec![format!("\"id\": \"g{number}\""), format!("\"sides\": [{}]", sides.join(", "))];
        fields.extend(game.weight.map(|weight| format!("\"weight\": {weight}")));
        fields.extend(game.note.map(|note| format!("\"note\": {}", Value::from(note))));
        text.push_str(&format!("{{\"game\": {}}}\n", object(fields, turn)));
    }
    text
}

fn object(mut fields: Vec<String>, turn: Index) -> String {
    let turn = turn.index(fields.len());
    fields.rotate_left(turn);
    format!("{{{}}}", fields.join(", "))
}

fn loaded(text: &str) -> Format {
    let mut session = Session::new();
    let found = Found { path: "open.toml".to_owned(), text: text.to_owned() };
    let format = session.load("open", &found, &Folder(root()));
    assert!(format.is_some(), "{}", session.rendered(false));
    format.unwrap()
}

/// The outcome of some logs, read as one.
fn outcome(format: &Format, logs: &[&str], shape: Shape) -> String {
    let mut session = Session::new();
    let input = |log: &&str| Input {
        name: "games".to_owned(),
        bytes: Box::new(std::io::Cursor::new(log.to_string())),
    };
    let inputs: Vec<Input<'_>> = logs.iter().map(input).collect();
    let settings = format.ruleset.defaults();
    let scored = session.score(format, settings, inputs, Scoring::default());
    assert!(scored.is_some(), "{}\n{}", logs.join("\n---\n"), session.rendered(false));
    let scored = scored.unwrap();
    let mut out = Vec::new();
    report::write(scored.subject(&format.ruleset), shape, Part::Everything, &mut out).unwrap();
    unstamped(&String::from_utf8(out).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wide_long_and_lines_agree(games in games(), dialects in [dialect(), dialect()], turn in any::<Index>()) {
        for (text, seated) in [(OPEN, false), (SEATED, true)] {
            let format = loaded(text);
            let mut games = games.clone();
            if seated {
                // A wide row has its sides in the order of the seats.
                games.iter_mut().for_each(|game| game.sides.sort_by_key(|side| side.seat));
            }
            let lines = outcome(&format, &[&lines(&games, seated, turn)], Shape::Json);
            let [one, other] = dialects;
            let long = long(&games, seated, one);
            prop_assert_eq!(&outcome(&format, &[&long], Shape::Json), &lines, "{}", long);
            let wide = wide(&games, seated, other);
            prop_assert_eq!(&outcome(&format, &[&wide], Shape::Json), &lines, "{}", wide);
        }
    }

    #[test]
    fn scoring_twice_gives_the_same_bytes(games in games(), dialect in dialect()) {
        let log = long(&games, true, dialect);
        for shape in [Shape::Json, Shape::Csv, Shape::Table] {
            prop_assert_eq!(
                outcome(&loaded(SEATED), &[&log], shape),
                outcome(&loaded(SEATED), &[&log], shape)
            );
        }
    }

    #[test]
    fn two_files_are_one(games in games(), dialect in dialect(), at in any::<Index>(), turn in any::<Index>()) {
        let format = loaded(OPEN);
        let whole = outcome(&format, &[&lines(&games, false, turn)], Shape::Json);
        // The numbers of the games go on in the second file.
        let at = at.index(games.len());
        let rest = lines(&games, false, turn);
        let rest: Vec<&str> = rest.lines().skip(at).collect();
        if at > 0 {
            let first = long(&games[..at], false, dialect);
            prop_assert_eq!(&outcome(&format, &[&first, &rest.join("\n")], Shape::Json), &whole);
        }
    }

    #[test]
    fn the_order_of_games_changes_no_standing(games in games(), turn in any::<Index>()) {
        let format = loaded(OPEN);
        let names = NAMES.iter().map(|name| format!("{{\"entrant\": {{\"name\": {}}}}}\n", Value::from(*name)));
        let names: String = names.collect();
        let text = lines(&games, false, turn);
        let mut turned: Vec<&str> = text.lines().collect();
        turned.reverse();
        let turns = turn.index(turned.len());
        turned.rotate_left(turns);
        let tables = |log: &str| {
            let report: Value = serde_json::from_str(&outcome(&format, &[&names, log], Shape::Json)).unwrap();
            (report["standings"].clone(), report["entrants"].clone())
        };
        prop_assert_eq!(tables(&text), tables(&turned.join("\n")));
    }
}
