//! How long it takes to score a million four-player games of 40,000 players with a small ladder, and without it; and games
//! in all of which one player sits, so that each is a wave of its own.
//!
//! The log is generated from a fixed seed. Compare the rows of one run with one another; absolute times are those of the
//! machine.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use rulesctl::check::check;
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::run;
use rulesctl::format::{FormatFinder, load};
use rulesctl::log::Log;
use rulesctl::ruleset::expression::CaseLine;
use rulesctl::ruleset::{
    Aggregate, BuiltinColumn, ColumnInfo, Expr, Ladder, LinkRole, Node, Origin, Reduce, Ruleset, SheetKind,
    State, Step,
};
use rulesctl::sheet::{Column, ColumnId, Data, Index, LinkId, RecordPlace, SheetId, Tables};
use rulesctl::source::{Sources, Span};
use rulesctl::syntax::ast::BinaryOperator as B;
use rulesctl::value::{Kind, Symbol, Type, Value};

const FORMAT: &str = r#"
language = 1

[side.record]
score = "integer 0 or more"

[game.placing]
order = "score highest first"

[side.rules]
points = '''
  place = 1 -> 3
  place = 2 -> 1
  otherwise -> 0
'''

[entrant.rules]
points = "sum(points)"

[standing.overall]
order = "points highest first"
"#;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn without(bencher: Bencher<'_, '_>) {
    score(bencher, &rules(), 1_000_000, 40_000, false);
}

#[divan::bench(sample_count = 5)]
fn with(bencher: Bencher<'_, '_>) {
    score(bencher, &with_ladder(rules()), 1_000_000, 40_000, false);
}

#[divan::bench(sample_count = 5)]
fn one_in_all_without(bencher: Bencher<'_, '_>) {
    score(bencher, &rules(), 100_000, 40_000, true);
}

#[divan::bench(sample_count = 5)]
fn one_in_all_with(bencher: Bencher<'_, '_>) {
    score(bencher, &with_ladder(rules()), 100_000, 40_000, true);
}

fn score(bencher: Bencher<'_, '_>, ruleset: &Ruleset, games: u32, entrants: u32, one_in_all: bool) {
    let log = generated(ruleset, games, entrants, one_in_all);
    let settings = ruleset.defaults();
    bencher
        .counter(ItemsCount::new(games))
        .with_inputs(|| log.clone())
        .bench_values(|log| run(ruleset, &settings, log, 0).unwrap());
}

fn rules() -> Ruleset {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file = load("ladder", "ladder.toml", FORMAT, &FormatFinder, &mut sources, &mut complaints).unwrap();
    check(&file, &sources, &mut complaints).unwrap()
}

/// Who plays and what they score comes from `SplitMix64` with seed 1.
fn generated(ruleset: &Ruleset, games: u32, entrants: u32, one_in_all: bool) -> Log {
    let mut state = 1_u64;
    let mut below = |bound: u32| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(bound)).unwrap()
    };
    let (mut players, mut scores) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let start = players.len();
        if one_in_all {
            players.push(0);
        }
        while players.len() < start + 4 {
            let player = below(entrants);
            if !players[start..].contains(&player) {
                players.push(player);
            }
        }
        scores.extend((0..4).map(|_| i64::from(below(90))));
    }
    let [entrant, game, side] = sheets(ruleset);
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    tables.set_rows(entrant, entrants as usize);
    tables.set_rows(game, games as usize);
    tables.set_rows(side, players.len());
    tables.set_link(ruleset.link_of(side, &LinkRole::Inside(game)).unwrap(), Index::Every(4));
    tables.set_link(ruleset.link_of(side, &LinkRole::Entrant).unwrap(), Index::Rows(players));
    let score = ruleset.find_column(side, "score").unwrap();
    tables.set_column(score, Column::full(Data::Integer(scores.into())));
    let mut symbols = ruleset.symbols.clone();
    let names: Vec<Symbol> = (0..entrants).map(|entrant| symbols.intern(&format!("P{entrant}"))).collect();
    let name = ruleset.builtin(entrant, BuiltinColumn::Name).unwrap();
    tables.set_column(name, Column::full(Data::Symbol(names)));
    tables.games = (0..games).map(|game| RecordPlace { log: 0, line: game + 1 }).collect();
    Log { tables, symbols, names: vec!["generated.csv".to_owned()], ..Log::default() }
}

fn sheets(ruleset: &Ruleset) -> [SheetId; 3] {
    [SheetKind::Entrant, SheetKind::Game, SheetKind::Side].map(|kind| ruleset.sheet_of(&kind).unwrap())
}

/// Wins, the wins in a row, what the last pays to the first (never more than there is), and a level.
fn with_ladder(mut ruleset: Ruleset) -> Ruleset {
    let [entrant, game, side] = sheets(&ruleset);
    let up = ruleset.link_of(side, &LinkRole::Inside(game)).unwrap();
    let place = ruleset.builtin(side, BuiltinColumn::Place).unwrap();
    let levels = ["low", "middle", "high"].map(|level| ruleset.symbols.intern(level));
    let choice = Kind::Choice(levels.to_vec().into());
    let mut states = Vec::new();
    let starts = [("wins", Value::Integer(0)), ("row", Value::Integer(0)), ("coins", Value::Integer(20))];
    for (name, start) in starts.into_iter().chain([("level", Value::Text(levels[0]))]) {
        let kind = if name == "level" { choice.clone() } else { Kind::Integer };
        let begun = column(&mut ruleset, entrant, "start", &kind);
        ruleset.steps.push(Step::Map { out: begun, value: expr(Node::Literal(start), &kind) });
        let before = column(&mut ruleset, side, name, &kind);
        let now = column(&mut ruleset, side, &format!("now.{name}"), &kind);
        let last = column(&mut ruleset, entrant, name, &kind);
        states.push(State { start: begun, before, now, last });
    }
    let [wins, row, coins, level] = states[..] else { unreachable!() };
    let won = || binary(B::Equal, integer(place, &[]), number(1));
    let mut steps = Vec::new();
    let mut map = |out, value| steps.push(Step::Map { out, value });
    map(wins.now, binary(B::Add, integer(wins.before, &[]), pick(won(), number(1), number(0))));
    map(row.now, pick(won(), binary(B::Add, integer(row.before, &[]), number(1)), number(0)));
    let paid = column(&mut ruleset, side, "paid", &Kind::Integer);
    let few = binary(B::Less, integer(coins.before, &[]), number(2));
    let is_last = binary(B::Equal, integer(place, &[]), number(4));
    map(paid, pick(is_last, pick(few, integer(coins.before, &[]), number(2)), number(0)));
    let pot = column(&mut ruleset, game, "pot", &Kind::Integer);
    steps.push(Step::Reduce(Box::new(Reduce {
        out: pot,
        over: side,
        path: vec![up],
        aggregate: Aggregate::Sum,
        value: Some(integer(paid, &[])),
        filter: None,
        best: None,
        among_tied: None,
    })));
    let mut map = |out, value| steps.push(Step::Map { out, value });
    let rest = binary(B::Subtract, integer(coins.before, &[]), integer(paid, &[]));
    map(coins.now, binary(B::Add, rest, pick(won(), integer(pot, &[up]), number(0))));
    let line = |condition: Option<Expr>, level: Symbol| CaseLine {
        condition,
        value: expr(Node::Literal(Value::Text(level)), &choice),
        cites: Vec::new(),
        at: Span::default(),
    };
    let many = binary(B::AtLeast, integer(wins.now, &[]), number(10));
    let rich = binary(B::AtLeast, integer(coins.now, &[]), number(30));
    let some = binary(B::AtLeast, integer(wins.now, &[]), number(3));
    let cases = vec![
        line(Some(binary(B::And, many, rich)), levels[2]),
        line(Some(some), levels[1]),
        line(None, levels[0]),
    ];
    map(level.now, expr(Node::Cases(cases), &choice));
    let at = ruleset.steps.len();
    ruleset.ladder = Some(Ladder { states, steps, at, level: Some(3) });
    ruleset
}

fn column(ruleset: &mut Ruleset, sheet: SheetId, name: &str, kind: &Kind) -> ColumnId {
    ruleset.columns.push(ColumnInfo {
        name: name.to_owned(),
        sheet,
        ty: Type::of(kind.clone()),
        origin: Origin::State,
        cites: Vec::new(),
        at: None,
        text: None,
    });
    ColumnId(u32::try_from(ruleset.columns.len() - 1).unwrap())
}

fn expr(node: Node, kind: &Kind) -> Expr {
    Expr { node, ty: Type::of(kind.clone()), at: Span::default() }
}

fn number(value: i64) -> Expr {
    expr(Node::Literal(Value::Integer(value)), &Kind::Integer)
}

fn integer(column: ColumnId, path: &[LinkId]) -> Expr {
    expr(Node::Column { column, path: path.to_vec() }, &Kind::Integer)
}

fn binary(operator: B, left: Expr, right: Expr) -> Expr {
    let kind = match operator {
        B::Add | B::Subtract => Kind::Integer,
        _ => Kind::Flag,
    };
    expr(Node::Binary(operator, left.into(), right.into()), &kind)
}

fn pick(condition: Expr, value: Expr, otherwise: Expr) -> Expr {
    let kind = value.ty.kind.clone();
    expr(Node::If { value: value.into(), condition: condition.into(), otherwise: otherwise.into() }, &kind)
}
