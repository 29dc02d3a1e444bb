//! A compact builder of rulesets and tables by hand.

use crate::log::Log;
use crate::ruleset::expression::{BandLine, BandTable, CaseLine, Expr, Node, Taken, TallyItem};
use crate::ruleset::*;
use crate::sheet::*;
use crate::source::{Sources, Span};
use crate::syntax::ast::{BinaryOperator, Direction};
use crate::value::*;

/// A place in a file that does not matter; different numbers are different places.
pub fn at(place: u32) -> Span {
    let source = Sources::new().add("test", "");
    Span { source, start: place, end: place + 1 }
}

pub struct Build {
    pub rules: Ruleset,
    pub tables: Tables,
    pub symbols: Symbols,
    pub event: SheetId,
    pub entrant: SheetId,
    pub game: SheetId,
    pub side: SheetId,
    pub side_game: LinkId,
    pub side_entrant: LinkId,
    pub opponent: LinkId,
    pub game_event: LinkId,
    pub side_event: LinkId,
}

fn sheet(name: &str, kind: SheetKind) -> SheetInfo {
    SheetInfo { name: name.to_owned(), plural: format!("{name}s"), kind }
}

impl Build {
    /// Sheets event, entrant, game, side, with the links of these.
    pub fn new() -> Self {
        let mut rules = Ruleset::default();
        for (name, kind) in [
            ("event", SheetKind::Event),
            ("entrant", SheetKind::Entrant),
            ("game", SheetKind::Game),
            ("side", SheetKind::Side),
        ] {
            rules.sheets.push(sheet(name, kind));
        }
        let [event, entrant, game, side] = [0, 1, 2, 3].map(SheetId);
        let mut build = Self {
            rules,
            tables: Tables::default(),
            symbols: Symbols::default(),
            event,
            entrant,
            game,
            side,
            side_game: LinkId(0),
            side_entrant: LinkId(0),
            opponent: LinkId(0),
            game_event: LinkId(0),
            side_event: LinkId(0),
        };
        build.side_game = build.link("game", side, game, LinkRole::Inside(game));
        build.side_entrant = build.link("entrant", side, entrant, LinkRole::Entrant);
        build.opponent = build.link("opponent", side, side, LinkRole::Opponent);
        build.game_event = build.link("event", game, event, LinkRole::Inside(event));
        build.side_event = build.link("event", side, event, LinkRole::Inside(event));
        build
    }

    pub fn sheet(&mut self, name: &str, kind: SheetKind) -> SheetId {
        self.rules.sheets.push(sheet(name, kind));
        SheetId(u16::try_from(self.rules.sheets.len() - 1).unwrap())
    }

    pub fn link(&mut self, name: &str, from: SheetId, to: SheetId, role: LinkRole) -> LinkId {
        self.rules.links.push(LinkInfo { name: name.to_owned(), from, to, role, total: false });
        LinkId(u16::try_from(self.rules.links.len() - 1).unwrap())
    }

    pub fn column(&mut self, sheet: SheetId, name: &str, kind: Kind, origin: Origin) -> ColumnId {
        self.rules.columns.push(ColumnInfo {
            name: name.to_owned(),
            sheet,
            ty: Type::of(kind),
            origin,
            cites: Vec::new(),
            at: None,
            text: None,
        });
        ColumnId(u32::try_from(self.rules.columns.len() - 1).unwrap())
    }

    pub fn recorded(&mut self, sheet: SheetId, name: &str, kind: Kind) -> ColumnId {
        self.column(sheet, name, kind, Origin::Recorded { default: None })
    }

    pub fn clause(&mut self, name: &str) -> ClauseId {
        self.rules.clauses.push(Clause { name: name.to_owned(), text: format!("words of {name}") });
        ClauseId(u32::try_from(self.rules.clauses.len() - 1).unwrap())
    }

    pub fn map(&mut self, sheet: SheetId, name: &str, value: Expr) -> ColumnId {
        let out = self.column(sheet, name, value.ty.kind.clone(), Origin::Ruled);
        self.rules.steps.push(Step::Map { out, value });
        out
    }

    pub fn reduce(&mut self, sheet: SheetId, kind: Kind, reduce: Reduce) -> ColumnId {
        let out = self.column(sheet, "aggregate", kind, Origin::Hidden { aggregate: true });
        self.rules.steps.push(Step::Reduce(Box::new(Reduce { out, ..reduce })));
        out
    }

    /// Makes the tables, once all of the ruleset is there. `sides` lists game and entrant of each side.
    pub fn rows(&mut self, entrants: usize, games: usize, sides: &[(u32, u32)]) {
        let rules = &self.rules;
        self.tables = Tables::new(rules.sheets.len(), rules.columns.len(), rules.links.len());
        self.tables.set_rows(self.entrant, entrants);
        self.tables.set_rows(self.game, games);
        self.tables.set_rows(self.side, sides.len());
        let rows = |pick: fn(&(u32, u32)) -> u32| Index::Rows(sides.iter().map(pick).collect());
        self.tables.set_link(self.side_game, rows(|side| side.0));
        self.tables.set_link(self.side_entrant, rows(|side| side.1));
        self.tables.games =
            (0..games).map(|game| RecordPlace { log: 0, line: u32::try_from(game).unwrap() + 2 }).collect();
    }

    pub fn fill(&mut self, column: ColumnId, values: &[Value]) {
        let mut filled = Column::full(Data::empty(&self.rules.column(column).ty.kind));
        for value in values {
            filled.push(*value);
        }
        self.tables.set_column(column, filled);
    }

    pub fn fill_integers(&mut self, column: ColumnId, values: &[i64]) {
        self.tables.set_column(column, Column::full(Data::Integer(values.to_vec().into())));
    }

    pub fn log(&self) -> Log {
        Log {
            tables: self.tables.clone(),
            symbols: self.symbols.clone(),
            names: vec!["games.csv".to_owned()],
            left_out: Vec::new(),
            ..Log::default()
        }
    }

    pub fn run(&self) -> Result<crate::engine::Outcome, Box<crate::engine::Failed>> {
        crate::engine::run(&self.rules, &self.rules.defaults(), self.log(), 7)
    }

    pub fn values(&self, outcome: &crate::engine::Outcome, column: ColumnId) -> Vec<Value> {
        let info = self.rules.column(column);
        let column = outcome.tables.column(column).unwrap();
        assert_eq!(column.len(), outcome.tables.rows(info.sheet));
        (0..column.len()).map(|row| column.value(row, &info.ty.kind)).collect()
    }

    pub fn integers(&self, outcome: &crate::engine::Outcome, column: ColumnId) -> Vec<i64> {
        self.values(outcome, column)
            .into_iter()
            .map(|value| match value {
                Value::Integer(value) => value,
                other => panic!("{other:?} is no integer"),
            })
            .collect()
    }
}

pub fn expr(node: Node, kind: Kind) -> Expr {
    Expr { node, ty: Type::of(kind), at: at(0) }
}

pub fn literal(value: Value) -> Expr {
    let kind = match value {
        Value::Integer(_) | Value::Missing => Kind::Integer,
        Value::Number(_) => Kind::Number,
        Value::Flag(_) => Kind::Flag,
        Value::Text(_) => Kind::Text,
        Value::Date(_) => Kind::Date,
        Value::Duration(_) => Kind::Duration,
    };
    expr(Node::Literal(value), kind)
}

pub fn int(value: i64) -> Expr {
    literal(Value::Integer(value))
}

pub fn read(column: ColumnId, kind: Kind, path: &[LinkId]) -> Expr {
    expr(Node::Column { column, path: path.to_vec() }, kind)
}

pub fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    let kind = match operator {
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo => left.ty.kind.clone(),
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::AtMost
        | BinaryOperator::Greater
        | BinaryOperator::AtLeast
        | BinaryOperator::And
        | BinaryOperator::Or => Kind::Flag,
    };
    expr(Node::Binary(operator, Box::new(left), Box::new(right)), kind)
}

pub fn cases(lines: Vec<(Option<Expr>, Expr, Vec<ClauseId>)>) -> Expr {
    let kind = lines[0].1.ty.kind.clone();
    let line = |(condition, value, cites)| CaseLine { condition, value, cites, at: at(0) };
    expr(Node::Cases(lines.into_iter().map(line).collect()), kind)
}

pub fn item(negative: bool, value: Expr, condition: Option<Expr>, cites: Vec<ClauseId>) -> TallyItem {
    TallyItem { negative, value, condition, cites, at: at(0) }
}

pub fn bands(subject: Expr, lines: Vec<(Taken, Expr, Vec<ClauseId>)>) -> Expr {
    let kind = lines[0].1.ty.kind.clone();
    let line =
        |(taken, value, cites)| BandLine { taken, values: vec![value], cites, at: at(0), range_at: at(0) };
    let bands = lines.into_iter().map(line).collect();
    expr(Node::Bands(Box::new(BandTable { subject, pick: None, bands })), kind)
}

pub fn aggregate(over: SheetId, path: &[LinkId], aggregate: Aggregate, value: Option<Expr>) -> Reduce {
    Reduce {
        out: ColumnId(0),
        over,
        path: path.to_vec(),
        aggregate,
        value,
        filter: None,
        best: None,
        among_tied: None,
    }
}

pub fn key(column: ColumnId, direction: Direction) -> OrderKey {
    OrderKey { column, direction, among_tied: None, cites: Vec::new(), at: None }
}
