//! A small outcome built by hand, in all three shapes.

use super::*;
use crate::engine::{StandingRow, StandingTable, VerdictHit};
use crate::log::LeftOut;
use crate::ruleset::{
    BuiltinColumn, Clause, ClauseId, ColumnInfo, LinkInfo, LinkRole, OptionInfo, OptionType, Origin, Over,
    Plan, Said, Seat, SheetInfo, SheetKind, Standing, Ties, Verdict, VerdictKind,
};
use crate::sheet::{Column, ColumnId, Data, Index, LinkId, NO_ROW, RecordPlace, SheetId, Tables};
use crate::value::{Kind, Rational, Symbol, Symbols, Type, Value};

const ENTRANT: SheetId = SheetId(1);
const GAME: SheetId = SheetId(2);
const SIDE: SheetId = SheetId(3);
const COLOUR: SheetId = SheetId(4);

/// Puts sheets, columns and links together, and fills them as it goes.
#[derive(Default)]
struct Builder {
    ruleset: Ruleset,
    columns: Vec<Column>,
    links: Vec<Index>,
}

impl Builder {
    fn symbol(&mut self, text: &str) -> Symbol {
        self.ruleset.symbols.intern(text)
    }

    fn sheet(&mut self, name: &str, kind: SheetKind) {
        self.ruleset.sheets.push(SheetInfo { name: name.to_owned(), plural: format!("{name}s"), kind });
    }

    fn column(
        &mut self,
        sheet: SheetId,
        name: &str,
        kind: Kind,
        origin: Origin,
        values: &[Value],
    ) -> ColumnId {
        let mut column = Column::full(Data::empty(&kind));
        for value in values {
            column.push(*value);
        }
        self.columns.push(column);
        self.ruleset.columns.push(ColumnInfo {
            name: name.to_owned(),
            sheet,
            ty: Type::of(kind),
            origin,
            cites: Vec::new(),
            at: None,
            text: None,
        });
        ColumnId(u32::try_from(self.columns.len() - 1).unwrap())
    }

    fn texts(&mut self, sheet: SheetId, builtin: BuiltinColumn, texts: &[&str]) -> ColumnId {
        let values: Vec<Value> = texts.iter().map(|text| Value::Text(self.symbol(text))).collect();
        let name = if builtin == BuiltinColumn::Seat { "seat" } else { "name" };
        self.column(sheet, name, Kind::Text, Origin::Builtin(builtin), &values)
    }

    fn link(&mut self, from: SheetId, to: SheetId, role: LinkRole, rows: &[u32]) {
        self.ruleset.links.push(LinkInfo { name: String::new(), from, to, role, total: false });
        self.links.push(Index::Rows(rows.to_vec()));
    }

    fn tables(self, rows: &[usize]) -> (Ruleset, Tables) {
        let mut tables = Tables::new(rows.len(), self.columns.len(), self.links.len());
        for (sheet, rows) in (0..).zip(rows) {
            tables.set_rows(SheetId(sheet), *rows);
        }
        for (id, column) in (0..).zip(self.columns) {
            tables.set_column(ColumnId(id), column);
        }
        for (id, link) in (0..).zip(self.links) {
            tables.set_link(LinkId(id), link);
        }
        (self.ruleset, tables)
    }
}

fn integers(values: &[i64]) -> Vec<Value> {
    values.iter().copied().map(Value::Integer).collect()
}

fn third(above: i128) -> Value {
    Value::Number(Rational::new(above, 3).unwrap())
}

/// Two games of two sides; each side owns one colour, the second game has a colour of its own.
fn sample() -> (Ruleset, Settings, Outcome) {
    let mut build = Builder::default();
    let colours: Vec<Symbol> = ["blue", "red", "緑"].iter().map(|name| build.symbol(name)).collect();
    build.ruleset.name = "duel".to_owned();
    build.sheet("event", SheetKind::Event);
    build.sheet("entrant", SheetKind::Entrant);
    build.sheet("game", SheetKind::Game);
    build.sheet("side", SheetKind::Side);
    build.sheet("colour", SheetKind::Part { names: colours, of_game: false });
    let recorded = Origin::Recorded { default: None };
    let hidden = Origin::Hidden { aggregate: true };

    build.texts(ENTRANT, BuiltinColumn::Name, &["Zażółć Gęślą", "山田 太郎", "O'Neil, \"Ann\""]);
    let points = build.column(ENTRANT, "points", Kind::Integer, Origin::Ruled, &integers(&[4, 4, 0]));
    let means = [third(7), Value::Number(Rational::new(1, 4).unwrap()), Value::Missing];
    let mean = build.column(ENTRANT, "mean(score)", Kind::Number, hidden.clone(), &means);
    let direct = build.column(ENTRANT, "points", Kind::Integer, hidden.clone(), &integers(&[1, 1, 0]));
    build.texts(GAME, BuiltinColumn::Id, &["1", "G-2"]);
    build.column(GAME, "spread", Kind::Integer, Origin::Ruled, &integers(&[12, -3]));
    build.texts(SIDE, BuiltinColumn::Seat, &["north", "south", "north", "south"]);
    build.column(
        SIDE,
        "place",
        Kind::Integer,
        Origin::Builtin(BuiltinColumn::Place),
        &integers(&[1, 2, 1, 1]),
    );
    let times = [Value::Duration(Rational::from_integer(90)), Value::Missing, Value::Missing, Value::Missing];
    build.column(SIDE, "time", Kind::Duration, recorded.clone(), &times);
    build.column(SIDE, "score", Kind::Integer, Origin::Ruled, &integers(&[20, 8, -3, 0]));
    let void = build.column(SIDE, "when", Kind::Flag, hidden, &[Value::Flag(false); 4]);
    build.texts(COLOUR, BuiltinColumn::Name, &["blue", "red", "blue", "red", "緑"]);
    build.column(COLOUR, "left", Kind::Integer, recorded, &integers(&[0, 7, 9, 9, 30]));
    build.column(COLOUR, "score", Kind::Integer, Origin::Ruled, &integers(&[20, -7, -9, -9, -30]));
    build.link(SIDE, GAME, LinkRole::Inside(GAME), &[0, 0, 1, 1]);
    build.link(SIDE, ENTRANT, LinkRole::Entrant, &[0, 1, 0, 2]);
    build.link(COLOUR, SIDE, LinkRole::Inside(SIDE), &[0, 1, 2, 3, NO_ROW]);
    build.link(COLOUR, GAME, LinkRole::Inside(GAME), &[0, 0, 1, 1, 1]);

    build.ruleset.clauses.push(Clause { name: "conduct".to_owned(), text: "Play fair.".to_owned() });
    build.ruleset.verdicts.push(Verdict {
        kind: VerdictKind::Warn,
        sheet: SIDE,
        condition: void,
        text: vec![Said::Words("a score below zero".to_owned())],
        cites: vec![ClauseId(0)],
        costs: None,
    });
    build.ruleset.standings.push(Standing {
        name: "overall".to_owned(),
        title: "General standing".to_owned(),
        keys: Vec::new(),
        ties: Ties::Share,
        columns: vec![
            ("points".to_owned(), points),
            ("mean".to_owned(), mean),
            ("direct".to_owned(), direct),
        ],
        listed: None,
        over: Over::default(),
    });
    let seats = ["north", "south"].map(|name| Seat { name: build.symbol(name), parts: Vec::new() });
    build.ruleset.plans.push(Plan { seats: seats.to_vec(), least: 2, most: Some(2), ..Plan::default() });
    let tie = build.symbol("split");
    build.ruleset.options.push(OptionInfo {
        name: "tie".to_owned(),
        text: None,
        values: OptionType::Choices(vec![tie]),
        default: Value::Text(tie),
        fixed: false,
    });
    let (ruleset, tables) = build.tables(&[1, 3, 2, 4, 5]);
    let compared = vec![(direct, vec![true, true, false])];
    let row = |place, entrant, shared| StandingRow { place, entrant, shared };
    let outcome = Outcome {
        tables,
        symbols: ruleset.symbols.clone(),
        logs: vec!["games.csv".to_owned()],
        standings: vec![StandingTable {
            rows: vec![row(1, 1, true), row(1, 0, true), row(3, 2, false)],
            compared,
            looks: Vec::new(),
            decided: vec![1],
        }],
        verdicts: vec![VerdictHit { verdict: 0, row: 2 }],
        left_out: vec![LeftOut {
            place: RecordPlace { log: 0, line: 7 },
            column: Some(3),
            game: Some("9".to_owned()),
            reason: "`x` is not an integer".to_owned(),
        }],
        acts: Vec::new(),
        reports: Vec::new(),
        over: Vec::new(),
        entered: Vec::new(),
    };
    let settings = ruleset.defaults();
    (ruleset, settings, outcome)
}

fn written(shape: Shape, part: Part<'_>) -> String {
    let (ruleset, settings, outcome) = sample();
    let subject = Subject {
        ruleset: &ruleset,
        settings: &settings,
        seed: 0,
        stamp: &Stamp { rules: "0f".to_owned(), logs: Some("1e".to_owned()), seed: 0 },
        outcome: &outcome,
        corrected: None,
        remarks: &[],
        course: None,
        edition: None,
        after: None,
    };
    let mut out = Vec::new();
    write(subject, shape, part, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn people_get_tables() {
    insta::assert_snapshot!(written(Shape::Table, Part::Everything));
}

#[test]
fn programs_get_json() {
    let json = written(Shape::Json, Part::Everything);
    insta::assert_snapshot!(json);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let keys: Vec<&String> = read.as_object().unwrap().keys().collect();
    let order =
        ["format", "hash", "logs", "options", "seed", "standings", "games", "entrants", "warnings", "voids"];
    assert_eq!(keys[..10], order);
    assert_eq!(read["standings"]["overall"][1]["columns"]["mean"], "7/3");
    assert_eq!(read["games"][0]["id"], 1);
}

#[test]
fn spreadsheets_get_csv() {
    insta::assert_snapshot!(written(Shape::Csv, Part::Everything));
    insta::assert_snapshot!(written(Shape::Csv, Part::Games));
}

#[test]
fn one_standing_stands_alone() {
    insta::assert_snapshot!(written(Shape::Table, Part::Standing("overall")));
    insta::assert_snapshot!(written(Shape::Json, Part::Standing("overall")));
}

#[test]
fn writing_twice_gives_the_same_bytes() {
    for shape in [Shape::Table, Shape::Json, Shape::Csv] {
        assert_eq!(written(shape, Part::Everything), written(shape, Part::Everything));
    }
}

#[test]
fn nothing_at_all_is_written_too() {
    let (ruleset, settings) = (Ruleset::default(), Settings(Vec::new()));
    let outcome = Outcome {
        tables: Tables::default(),
        symbols: Symbols::default(),
        logs: Vec::new(),
        standings: Vec::new(),
        verdicts: Vec::new(),
        left_out: Vec::new(),
        acts: Vec::new(),
        reports: Vec::new(),
        over: Vec::new(),
        entered: Vec::new(),
    };
    let subject = Subject {
        ruleset: &ruleset,
        settings: &settings,
        seed: 0,
        stamp: &Stamp::default(),
        outcome: &outcome,
        corrected: None,
        remarks: &[],
        course: None,
        edition: None,
        after: None,
    };
    for shape in [Shape::Table, Shape::Json, Shape::Csv] {
        write(subject, shape, Part::Everything, &mut Vec::new()).unwrap();
    }
}
