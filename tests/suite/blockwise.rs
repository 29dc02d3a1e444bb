//! Standings whose games come by in blocks are, to the byte, those of a log that is read as a whole; and whatever is out of the
//! ordinary is left to the reader of whole logs, which says what it is.

use crate::support::Folder;
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::log::{Input, Unread};
use rulesctl::report::{self, Part, Shape};
use rulesctl::session::{Format, Scored, Scoring, Session};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const POOLS: &str = "id,blue_red,yellow_green,blue.squares_left,blue.last_was_single,red.squares_left,red.last_was_single,\
     yellow.squares_left,yellow.last_was_single,green.squares_left,green.last_was_single\n";

/// Games of many entrants, some of whom have long names, and names in other scripts.
fn games(header: &str, count: usize, entrants: u64) -> String {
    let mut state = 7_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    };
    let name = |number: u64| match number % 4 {
        0 => format!("P{number}"),
        1 => format!("Łukasz {number} z Łodzi"),
        2 => format!("鈴木{number}"),
        _ => format!("E{number:07}"),
    };
    let mut csv = header.to_owned();
    for game in 1..=count {
        let one = below(entrants);
        let other = (one + 1 + below(entrants - 1)) % entrants;
        let _ = write!(csv, "{game},{},{}", name(one), name(other));
        for _ in 0..4 {
            let left = below(26).saturating_sub(4);
            let single = if left == 0 { ["", "yes", "no"][usize::try_from(below(3)).unwrap()] } else { "" };
            let _ = write!(csv, ",{left},{single}");
        }
        csv.push('\n');
    }
    csv
}

pub struct Trial {
    folder: PathBuf,
    session: Session,
    format: Format,
}

impl Trial {
    pub fn shipped(format: &str) -> Self {
        Self::of(&ShippedFormats, format)
    }

    pub fn of(library: &dyn Library, format: &str) -> Self {
        let mut session = Session::new();
        let found = library.find(format, "").unwrap_or_else(|_| panic!("{format} is there"));
        let loaded = session.load(format, &found, library);
        let format = loaded.unwrap_or_else(|| panic!("{}", session.rendered(false)));
        let folder = std::env::temp_dir().join(format!("blockwise-{:?}", std::thread::current().id()));
        fs::create_dir_all(&folder).unwrap();
        Self { folder, session, format }
    }

    fn logs(&self, texts: &[&[u8]]) -> Vec<String> {
        let write = |(number, text): (usize, &&[u8])| {
            let path = self.folder.join(format!("log-{number}.csv"));
            fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        texts.iter().enumerate().map(write).collect()
    }

    /// The standings, as CSV, of games that come by in blocks; nothing where they have to be read as a whole.
    pub fn in_blocks(&self, texts: &[&[u8]]) -> Option<String> {
        let mut session = Session::new();
        let paths = self.logs(texts);
        let unread: Vec<Unread<'_>> =
            paths.iter().flat_map(|path| rulesctl::log::find(path, &mut session.complaints)).collect();
        let settings = self.format.ruleset.defaults();
        let scored = self.session.standings(&self.format, &settings, &unread, Scoring::default())?;
        Some(self.csv(&scored))
    }

    /// The same, of logs that are read as a whole, and what is complained of.
    pub fn whole(&self, texts: &[&[u8]]) -> (Option<String>, String) {
        let mut session = self.session.clone();
        let inputs = texts
            .iter()
            .enumerate()
            .map(|(number, text)| Input { name: format!("log-{number}.csv"), bytes: Box::new(*text) });
        let settings = self.format.ruleset.defaults();
        let scored = session.score(&self.format, settings, inputs, Scoring::default());
        (scored.map(|scored| self.csv(&scored)), session.rendered(false))
    }

    fn csv(&self, scored: &Scored) -> String {
        let mut out = Vec::new();
        report::write(scored.subject(&self.format.ruleset), Shape::Csv, Part::Everything, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    pub fn agrees(&self, texts: &[&[u8]]) {
        let (whole, complaints) = self.whole(texts);
        assert_eq!(complaints, "");
        assert_eq!(self.in_blocks(texts).expect("it is all in order"), whole.expect("it is scored"));
    }
}

#[test]
fn blocks_come_to_what_the_whole_comes_to() {
    let trial = Trial::shipped("blokus-pools");
    let many = games(POOLS, 20_000, 3_000);
    trial.agrees(&[many.as_bytes()]);
    // Cut anywhere between two games, with other ends of lines, without a last one, with a mark at its head, and empty lines.
    let body = &many[POOLS.len()..];
    let cut = 7 + body[70_000..].find('\n').unwrap() + 70_000 - 6;
    let (one, other) = body.split_at(cut);
    let other = format!("\u{feff}{POOLS}{}", other.trim_end()).replace('\n', "\r\n");
    trial.agrees(&[format!("{POOLS}{one}\n\n").as_bytes(), other.as_bytes()]);
    let semicolons = many.replace(',', ";");
    trial.agrees(&[semicolons.as_bytes()]);
    // Two columns in another order, and one left out, whose default holds.
    let few: String = many.lines().fold(String::new(), |mut few, line| {
        let cells: Vec<&str> = line.split(',').collect();
        let _ = writeln!(
            few,
            "{},{},{},{},{},{},{}",
            cells[2], cells[9], cells[0], cells[1], cells[7], cells[5], cells[3]
        );
        few
    });
    trial.agrees(&[few.as_bytes()]);
}

/// The games of a wide table as JSON Lines, with keys in another order in every third of them.
fn as_lines(table: &str) -> String {
    let seats = [("blue_red", ["blue", "red"]), ("yellow_green", ["yellow", "green"])];
    let mut lines = String::new();
    for (number, row) in table.lines().skip(1).enumerate() {
        let cells: Vec<&str> = row.split(',').collect();
        let sides = seats.iter().enumerate().map(|(side, (seat, colours))| {
            let mut keys = vec![format!("\"entrant\": \"{}\"", cells[1 + side])];
            keys.extend(colours.iter().enumerate().map(|(colour, name)| {
                let at = 3 + 4 * side + 2 * colour;
                let single = match cells[at + 1] {
                    "" => String::new(),
                    single => format!(", \"last_was_single\": {}", single == "yes"),
                };
                format!("\"{name}\": {{\"squares_left\": {}{single}}}", cells[at])
            }));
            if number % 3 == 1 {
                keys.reverse();
            }
            format!("\"{seat}\": {{{}}}", keys.join(", "))
        });
        let sides: Vec<String> = sides.collect();
        let id = if number % 2 == 0 { format!("\"{}\"", cells[0]) } else { cells[0].to_owned() };
        let _ = writeln!(lines, "{{\"game\": {{\"id\": {id}, \"sides\": {{{}}}}}}}", sides.join(", "));
    }
    lines
}

#[test]
fn lines_of_json_come_to_what_the_table_comes_to() {
    let trial = Trial::shipped("blokus-pools");
    let table = games(POOLS, 9_000, 2_000);
    let lines = as_lines(&table);
    trial.agrees(&[lines.as_bytes()]);
    assert_eq!(trial.in_blocks(&[lines.as_bytes()]), trial.in_blocks(&[table.as_bytes()]));
    // Both in one log, and blanks where they do not matter.
    let half = lines.lines().take(4_000).fold(String::new(), |half, line| half + "  " + line + " \r\n\n");
    let rest: String = table.lines().skip(4_001).fold(POOLS.to_owned(), |rest, row| rest + row + "\n");
    assert_eq!(trial.in_blocks(&[half.as_bytes(), rest.as_bytes()]), trial.in_blocks(&[table.as_bytes()]));
    let good = as_lines(&format!("{POOLS}1,Ada,Bo,3,,0,yes,5,,7,\n"));
    let odd = |from: &str, to: &str| {
        let line = good.replace("Ada", "Cy").replace("\"id\": \"1\"", "\"id\": \"2\"").replacen(from, to, 1);
        trial.in_blocks(&[format!("{good}{line}").as_bytes()])
    };
    assert!(odd("Cy", "Dee").is_some());
    for (from, to) in [
        ("\"Cy\"", "\"C\\u0079\""),
        ("\"Cy\"", "7"),
        ("\"Cy\"", "\" Cy\""),
        ("\"Cy\"", "\"Bo\""),
        ("\"Cy\"", "null"),
        ("\"squares_left\": 3", "\"squares_left\": 3.5"),
        ("\"squares_left\": 3", "\"squares_left\": \"many\""),
        ("\"squares_left\": 3", "\"squares_left\": 90"),
        ("\"squares_left\": 3", "\"squares_left\": 3, \"squares_left\": 3"),
        ("\"squares_left\": 3", "\"last_was_single\": false"),
        ("\"squares_left\": 3", "\"squares_left\": 3, \"squares\": 3"),
        ("\"last_was_single\": true", "\"last_was_single\": null"),
        ("\"yellow_green\"", "\"blue_red\""),
        ("\"yellow_green\"", "\"purple\""),
        ("\"id\": \"2\"", "\"id\": \"1\""),
        ("\"id\": \"2\"", "\"id\": 1"),
        ("\"id\": \"2\"", "\"id\": -2"),
        ("\"id\": \"2\"", "\"id\": 99999999999999999999"),
        ("\"id\": \"2\"", "\"id\": 2, \"round\": 1"),
        ("{\"game\": ", "{\"entrant\": "),
        ("}}}}", "}}}"),
        ("}}}}", "}}}} {}"),
        ("}}}}", "}}}, \"void\": {}}"),
    ] {
        assert_eq!(odd(from, to), None, "{to} instead of {from}");
    }
}

#[test]
fn however_many_readers_there_are_the_bytes_are_the_same() {
    let trial = Trial::shipped("blokus-pools");
    let many = games(POOLS, 15_000, 4_000);
    let by = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trial.in_blocks(&[many.as_bytes()])).unwrap()
    };
    let one = by(1);
    for threads in [2, 3, 7] {
        assert_eq!(by(threads), one, "{threads} threads");
    }
}

#[test]
fn who_is_listed_beforehand_keeps_the_place_and_the_record() {
    let trial = Trial::shipped("blokus-pools");
    let list = "name,rating,born\nAda,1500,1990-02-03\nBo,,2001-12-31\nCy,1200,\nNobody,1,1950-01-01\n";
    let games = format!("{POOLS}a,Cy,Bo,3,,0,yes,5,,7,\nb,Bo,Ada,0,,0,,0,yes,0,\nc,Ada,Cy,8,,9,,3,,0,no\n");
    trial.agrees(&[list.as_bytes(), games.as_bytes()]);
    // Somebody who is not listed is worth a warning.
    let stranger = format!("{games}d,Ada,Dee,1,,1,,1,,1,\n");
    assert_eq!(trial.in_blocks(&[list.as_bytes(), stranger.as_bytes()]), None);
}

#[test]
fn other_formats_come_to_the_same() {
    let duo = Trial::shipped("blokus-duo");
    duo.agrees(&[
        b"id,purple,orange,purple.squares_left,orange.squares_left\n1,Ada,Bo,3,0\n2,Bo,Cy,0,0\n3,Cy,Ada,5,5\n",
    ]);
    let ladder = Trial::shipped("blokus-ladder");
    let mut log = "id,blue,yellow,red,green,blue.残マス,blue.残ピース,yellow.残マス,yellow.残ピース,red.残マス,red.残ピース,\
         green.残マス,green.残ピース\n"
        .to_owned();
    for game in 0..12_000_usize {
        let who = |seat: usize| (game * 7 + seat * 401 + game / 97 * seat) % 1600 + seat * 1600;
        let left = |seat: usize| (game * 13 + seat * 29) % 23;
        let _ = write!(log, "{game},N{},N{},N{},N{}", who(0), who(1), who(2), who(3));
        (0..4).for_each(|seat| {
            let _ = write!(log, ",{},{}", left(seat), left(seat).div_ceil(5));
        });
        log.push('\n');
    }
    ladder.agrees(&[log.as_bytes()]);
}

/// Aggregates, optional values, lengths of time, conditions that are missing: whatever a game can be asked by itself.
const EVERYTHING: &str = r#"
language = 1
title = "Everything that can be asked of a game by itself"

[options.bonus]
text = "what a clean game is worth"
type = "integer 0 to 10"
default = 3

[seating]
seats = { white = [], black = [] }

[game.record]
board = "integer 1 or more?"
rated = "yes/no = yes"

[side.record]
points = "integer -1000 to 1000?"
time = "duration?"
share = "number 0 to 1?"

[game.rules]
margin = "abs((white.points else 0) - (black.points else 0))"
long = "any((time else 0 s) > 1 min)"

[side.rules]
got = '''
  + (points else -1)
  + bonus             if not game.long
  - 2                 if (share else 0) = 1/2
'''
won = "got > opponent.got"
kind = '''
by got
  10 or more  -> 3
  0 to 9      -> 2
  otherwise   -> 1
'''

[[game.void]]
when = "(board else 0) = 13"
text = "that board is broken"

[entrant.rules]
games = "count(sides)"
rated = "count(sides where game.rated)"
wins = "count(won)"
total = "sum(side.got)"
kinds = "sum(side.kind where game.margin > 1)"
clean = "none(side.kind = 3 and game.long)"
ever_won = "any(won)"
lost_all = "none(won)"
mean_time = "mean(side.time where known(side.time))"
shares = "sum(side.share where known(side.share))"

[event.rules]
played = "count(games)"
mean_margin = "mean(game.margin) else 0"
widest = "count(g in games: g.margin > 100)"

[standing.all]
title = "All"
order = '''
  total   highest first
  wins    highest first
'''
ties = "share"
columns = ["games", "rated", "wins", "total", "kinds", "clean", "ever_won", "lost_all", "mean_time", "shares"]
"#;

#[test]
fn whatever_a_game_is_asked_by_itself_comes_to_the_same() {
    let folder = std::env::temp_dir().join("blockwise-everything");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("everything.toml"), EVERYTHING).unwrap();
    let trial = Trial::of(&Folder(folder), "everything.toml");
    let mut log = "id,white,black,board,rated,white.points,black.points,white.time,black.time,white.share,black.share\n".to_owned();
    for game in 0..9_000_u32 {
        let pick =
            |of: &[&'static str], step: u32| of[(game / step % u32::try_from(of.len()).unwrap()) as usize];
        let _ = writeln!(
            log,
            "g{game},N{},M{},{},{},{},{},{},{},{},{}",
            game % 61,
            game % 53,
            pick(&["", "1", "13", "2"], 3),
            pick(&["", "yes", "no", "1", "false"], 1),
            pick(&["", "-3", "0", "12", "1000", "-1000"], 2),
            pick(
                &["7", "", "-0", "120", "9999999"].map(|points| if points == "9999999" {
                    "999"
                } else {
                    points
                }),
                5
            ),
            pick(&["", "0:30", "61", "1:00"], 7),
            pick(&["45 s", "", "2 min"], 4),
            pick(&["", "1/2", "0.25", "1"], 6),
            pick(&["0", "", "1/3"], 11),
        );
    }
    trial.agrees(&[log.as_bytes()]);
}

#[test]
fn what_needs_a_word_is_left_to_whoever_says_it() {
    let trial = Trial::shipped("blokus-pools");
    let good = "1,Ada,Bo,3,,0,yes,5,,7,\n2,Bo,Cy,3,,0,,5,,7,\n";
    trial.agrees(&[format!("{POOLS}{good}").as_bytes()]);
    let odd: [(&str, &str); 19] = [
        ("an id that is there twice", "2,Ada,Cy,3,,0,,5,,7,\n"),
        ("a number that is too large", "3,Ada,Cy,90,,0,,5,,7,\n"),
        ("a number that is none", "3,Ada,Cy,3x,,0,,5,,7,\n"),
        ("a number below the range", "3,Ada,Cy,-1,,0,,5,,7,\n"),
        ("a number beyond all numbers", "3,Ada,Cy,99999999999999999999,,0,,5,,7,\n"),
        ("something that is missing", "3,Ada,Cy,,,0,,5,,7,\n"),
        ("a game that is not played", "3,Ada,Cy,,,,,,,,\n"),
        ("a cell too few", "3,Ada,Cy,3,,0,,5,,7\n"),
        ("a cell too many", "3,Ada,Cy,3,,0,,5,,7,,\n"),
        ("a quote", "3,\"Ada\",Cy,3,,0,,5,,7,\n"),
        ("a quote that is never closed", "3,\"Ada,Cy,3,,0,,5,,7,\n"),
        ("a blank before a name", "3, Ada,Cy,3,,0,,5,,7,\n"),
        ("a blank before a number", "3,Ada,Cy, 3,,0,,5,,7,\n"),
        ("somebody against themselves", "3,Ada,Ada,3,,0,,5,,7,\n"),
        ("nobody", "3,,Cy,3,,0,,5,,7,\n"),
        ("names that look alike", "3,ada,Cy,3,,0,,5,,7,\n"),
        ("neither yes nor no", "3,Ada,Cy,0,maybe,0,,5,,7,\n"),
        ("no id", ",Ada,Cy,3,,0,,5,,7,\n"),
        ("a line of blanks", "  \n"),
    ];
    for (what, line) in odd {
        let log = format!("{POOLS}{good}{line}");
        assert_eq!(trial.in_blocks(&[log.as_bytes()]), None, "{what}");
    }
    let not_text = [format!("{POOLS}{good}3,Ad").as_bytes(), b"\xff", b",Cy,3,,0,,5,,7,\n"].concat();
    assert_eq!(trial.in_blocks(&[&not_text]), None, "bytes that are no text");
    for log in [POOLS, "", "\n", "id,blue_red\n1,Ada\n", "{\"id\": 1}\n"] {
        assert_eq!(trial.in_blocks(&[log.as_bytes()]), None, "{log}");
    }
    let headless = format!("{POOLS}{good}");
    assert_eq!(trial.in_blocks(&[headless.as_bytes(), POOLS.as_bytes()]), None, "a log without games");
}

#[test]
fn what_an_event_says_of_its_games_needs_all_of_them() {
    let pools = Trial::shipped("blokus-pools");
    let rounds =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/blokus-pools/round-2.csv")).unwrap();
    assert_eq!(pools.in_blocks(&[&rounds]), None, "its games name their rounds");
    let tarot = Trial::shipped("tarot-duel");
    assert_eq!(tarot.in_blocks(&[b"id,1,2\na,Ada,Bo\n"]), None, "it is held again and again");
}
