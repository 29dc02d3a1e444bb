//! Random expressions, and tables that they look at: faults and missing values included.

use super::build::*;
use crate::builtins::FunctionId;
use crate::engine::derive;
use crate::engine::pairs::Limits;
use crate::ruleset::expression::{BandLine, BandTable, Expr, Node, SeatPick, Taken, TallyItem};
use crate::ruleset::{BuiltinColumn, Origin};
use crate::sheet::{ColumnId, LinkId};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::*;
use proptest::prelude::*;
use proptest::test_runner::TestRng;

/// A world with a column of each kind on sides, games and entrants.
pub struct World {
    pub build: Build,
    columns: Vec<(ColumnId, Kind, Vec<LinkId>)>,
    numbers: u32,
}

pub type Random<'r> = &'r mut TestRng;

pub fn below(random: Random<'_>, end: usize) -> usize {
    usize::try_from(random.next_u64() % u64::try_from(end).unwrap()).unwrap()
}

pub fn chance(random: Random<'_>, percent: usize) -> bool {
    below(random, 100) < percent
}

const EDGES: [i64; 6] = [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1, 1 << 32, -1];

fn integer(random: Random<'_>) -> i64 {
    if chance(random, 8) {
        EDGES[below(random, EDGES.len())]
    } else {
        i64::try_from(below(random, 13)).unwrap() - 6
    }
}

fn value(kind: &Kind, random: Random<'_>) -> Value {
    match kind {
        Kind::Integer => Value::Integer(integer(random)),
        Kind::Number => {
            let below = i128::try_from(below(random, 4)).unwrap() + 1;
            Value::Number(Rational::new(i128::from(integer(random)), below).unwrap())
        }
        Kind::Flag => Value::Flag(chance(random, 50)),
        _ => Value::Text(Symbol(u32::try_from(below(random, 3)).unwrap())),
    }
}

pub const KINDS: [Kind; 4] = [Kind::Integer, Kind::Number, Kind::Flag, Kind::Text];

impl World {
    pub fn new(rows: usize, random: Random<'_>) -> Self {
        let mut build = Build::new();
        for text in ["a", "b", "c"] {
            build.rules.symbols.intern(text);
        }
        build.symbols = build.rules.symbols.clone();
        let mut columns = Vec::new();
        for kind in KINDS {
            let side = build.recorded(build.side, "s", kind.clone());
            let game = build.recorded(build.game, "g", kind.clone());
            let entrant = build.recorded(build.entrant, "e", kind.clone());
            columns.push((side, kind.clone(), vec![]));
            columns.push((side, kind.clone(), vec![build.opponent]));
            columns.push((game, kind.clone(), vec![build.side_game]));
            columns.push((entrant, kind.clone(), vec![build.side_entrant]));
            columns.push((entrant, kind.clone(), vec![build.opponent, build.side_entrant]));
        }
        let number =
            build.column(build.side, "number", Kind::Integer, Origin::Builtin(BuiltinColumn::Number));
        columns.push((number, Kind::Integer, vec![build.opponent]));
        let games = (rows / 2).max(1);
        let entrants = 5;
        let mut sides = Vec::new();
        for row in 0..rows {
            let game = if chance(random, 70) { row / 2 } else { below(random, games) };
            sides.push((
                u32::try_from(game.min(games - 1)).unwrap(),
                u32::try_from(below(random, entrants)).unwrap(),
            ));
        }
        build.rows(entrants, games, &sides);
        for (id, kind, _) in &columns {
            let info = build.rules.column(*id);
            if info.origin != (Origin::Recorded { default: None }) {
                continue;
            }
            let missing = if chance(random, 40) { 0 } else { 15 };
            let values: Vec<Value> = (0..build.tables.rows(info.sheet))
                .map(|_| if chance(random, missing) { Value::Missing } else { value(kind, random) })
                .collect();
            build.fill(*id, &values);
            // Most values are between these, and some are not, as if nobody had looked at what was recorded.
            if *kind == Kind::Integer {
                build.rules.narrow.insert(*id, (-6, 6));
            }
        }
        derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
        Self { build, columns, numbers: 1 }
    }

    pub fn expr(&mut self, node: Node, kind: &Kind) -> Expr {
        self.numbers += 1;
        Expr { node, ty: Type::of(kind.clone()), at: at(self.numbers) }
    }

    fn leaf(&mut self, kind: &Kind, random: Random<'_>) -> Expr {
        if chance(random, 35) {
            return self.expr(Node::Literal(value(kind, random)), kind);
        }
        let fit: Vec<_> = self.columns.iter().filter(|column| column.1 == *kind).cloned().collect();
        let (column, _, path) = fit[below(random, fit.len())].clone();
        self.expr(Node::Column { column, path }, kind)
    }

    pub fn any(&mut self, kind: &Kind, depth: usize, random: Random<'_>) -> Expr {
        if depth == 0 || chance(random, 10) {
            return self.leaf(kind, random);
        }
        let depth = depth - 1;
        let node = match below(random, 7) {
            0 => Node::If {
                value: self.any(kind, depth, random).into(),
                condition: self.any(&Kind::Flag, depth, random).into(),
                otherwise: self.any(kind, depth, random).into(),
            },
            1 => Node::Else(self.any(kind, depth, random).into(), self.any(kind, depth, random).into()),
            2 => self.cases(kind, depth, random),
            3 => self.bands(kind, depth, random),
            _ => self.operator(kind, depth, random),
        };
        self.expr(node, kind)
    }

    fn operator(&mut self, kind: &Kind, depth: usize, random: Random<'_>) -> Node {
        use BinaryOperator as B;
        let function = |name: &str| FunctionId::find(name).unwrap();
        match kind {
            Kind::Integer => match below(random, 6) {
                0 => Node::Unary(UnaryOperator::Negate, self.any(kind, depth, random).into()),
                1 => self.tally(kind, depth, random),
                2 => {
                    let name = ["abs", "isqrt"][below(random, 2)];
                    Node::Call(function(name), vec![self.any(kind, depth, random)])
                }
                3 => {
                    let name = ["floor", "ceil", "round"][below(random, 3)];
                    Node::Call(function(name), vec![self.any(&Kind::Number, depth, random)])
                }
                4 => {
                    let arguments =
                        (0..2 + below(random, 2)).map(|_| self.any(kind, depth, random)).collect();
                    Node::Call(function(["min", "max"][below(random, 2)]), arguments)
                }
                _ => {
                    let all = [B::Add, B::Subtract, B::Multiply, B::DivideFloor, B::Modulo];
                    let operator = all[below(random, all.len())];
                    Node::Binary(
                        operator,
                        self.any(kind, depth, random).into(),
                        self.any(kind, depth, random).into(),
                    )
                }
            },
            Kind::Number => match below(random, 6) {
                0 => Node::Unary(UnaryOperator::Negate, self.any(kind, depth, random).into()),
                1 => self.tally(kind, depth, random),
                2 => Node::Call(function("abs"), vec![self.any(kind, depth, random)]),
                3 => Node::Widen(self.any(&Kind::Integer, depth, random).into()),
                4 => {
                    let arguments =
                        (0..2 + below(random, 2)).map(|_| self.any(kind, depth, random)).collect();
                    Node::Call(function(["min", "max"][below(random, 2)]), arguments)
                }
                _ => {
                    let all = [B::Add, B::Subtract, B::Multiply, B::Divide, B::DivideFloor, B::Modulo];
                    let operator = all[below(random, all.len())];
                    Node::Binary(
                        operator,
                        self.any(kind, depth, random).into(),
                        self.any(kind, depth, random).into(),
                    )
                }
            },
            Kind::Flag => match below(random, 5) {
                0 => Node::Unary(UnaryOperator::Not, self.any(kind, depth, random).into()),
                1 => {
                    let operator = if chance(random, 50) { B::And } else { B::Or };
                    Node::Binary(
                        operator,
                        self.any(kind, depth, random).into(),
                        self.any(kind, depth, random).into(),
                    )
                }
                2 => {
                    let of = &KINDS[below(random, 4)];
                    Node::Known(self.any(of, depth, random).into())
                }
                3 => {
                    let of = &KINDS[below(random, 4)];
                    let others = (0..below(random, 3)).map(|_| self.any(of, depth, random)).collect();
                    Node::Among(self.any(of, depth, random).into(), others)
                }
                _ => {
                    let of = &KINDS[below(random, 4)];
                    let all = [B::Equal, B::NotEqual, B::Less, B::AtMost, B::Greater, B::AtLeast];
                    let operator = all[below(random, all.len())];
                    Node::Binary(
                        operator,
                        self.any(of, depth, random).into(),
                        self.any(of, depth, random).into(),
                    )
                }
            },
            _ => Node::Else(self.any(kind, depth, random).into(), self.any(kind, depth, random).into()),
        }
    }

    fn tally(&mut self, kind: &Kind, depth: usize, random: Random<'_>) -> Node {
        let items = (0..=below(random, 2))
            .map(|_| {
                self.numbers += 1;
                TallyItem {
                    negative: chance(random, 40),
                    value: self.any(kind, depth, random),
                    condition: chance(random, 60).then(|| self.any(&Kind::Flag, depth, random)),
                    cites: Vec::new(),
                    at: at(self.numbers),
                }
            })
            .collect();
        Node::Tally(items)
    }

    fn cases(&mut self, kind: &Kind, depth: usize, random: Random<'_>) -> Node {
        let mut lines: Vec<_> = (0..below(random, 3))
            .map(|_| (Some(self.any(&Kind::Flag, depth, random)), self.any(kind, depth, random), vec![]))
            .collect();
        let last = if chance(random, 80) { None } else { Some(self.any(&Kind::Flag, depth, random)) };
        lines.push((last, self.any(kind, depth, random), vec![]));
        cases(lines).node
    }

    fn bands(&mut self, kind: &Kind, depth: usize, random: Random<'_>) -> Node {
        let of = [Kind::Integer, Kind::Number, Kind::Text][below(random, 3)].clone();
        let picks = if chance(random, 30) { 2 } else { 1 };
        let mut bands = Vec::new();
        for _ in 0..=below(random, 3) {
            let taken = if of == Kind::Text {
                Taken::Choices(
                    (0..below(random, 3)).map(|_| Symbol(u32::try_from(below(random, 3)).unwrap())).collect(),
                )
            } else {
                Taken::Ranges((0..=below(random, 1)).map(|_| interval(random)).collect())
            };
            bands.push(taken);
        }
        if chance(random, 60) {
            bands.push(Taken::Otherwise);
        }
        let bands = bands
            .into_iter()
            .zip(1000..)
            .map(|(taken, line)| BandLine {
                taken,
                values: (0..picks)
                    .map(|_| {
                        let depth = if chance(random, 70) { 0 } else { depth };
                        if depth == 0 {
                            let value = value(kind, random);
                            self.expr(Node::Literal(value), kind)
                        } else {
                            self.any(kind, depth, random)
                        }
                    })
                    .collect(),
                cites: Vec::new(),
                at: at(line),
                range_at: at(line),
            })
            .collect();
        let pick = (picks == 2)
            .then(|| SeatPick { seats: vec![Symbol(0), Symbol(2)], seat: self.leaf(&Kind::Text, random) });
        Node::Bands(Box::new(BandTable { subject: self.any(&of, depth, random), pick, bands }))
    }
}

fn interval(random: Random<'_>) -> Interval {
    let mut bound = |missing| {
        (!chance(random, missing)).then(|| {
            let Value::Number(at) = value(&Kind::Number, random) else { unreachable!() };
            Bound { at, inclusive: chance(random, 50) }
        })
    };
    Interval { low: bound(20), high: bound(20) }
}
