//! Random expressions and tables: the kernels against the oracle, faults and missing values included.

use super::build::*;
use super::oracle::{Cell, Oracle};
use super::world::{KINDS, World, below, chance};
use crate::builtins::Aggregate;
use crate::engine::batch::Values;
use crate::engine::branches::{Mask, Part, Seen, look};
use crate::engine::kernel::{Evaluator, chunks};
use crate::engine::prepared::Prepared;
use crate::engine::step::{self, Stepped};
use crate::engine::tabled::Under;
use crate::ruleset::expression::Expr;
use crate::ruleset::{Best, Origin, Reduce, Step};
use crate::sheet::{ColumnId, LinkId, Tables};
use crate::value::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// What the kernels make of an expression on every row.
fn kernels(world: &World, tables: &Tables, (expr, rows): (&Expr, usize), looked_up: bool) -> Vec<Cell> {
    let settings = world.build.rules.defaults();
    let mut prepared = Prepared::default();
    prepared.expression(expr, &world.build.rules, tables);
    if looked_up {
        prepared.lift(expr, tables);
        let Build { rules: ruleset, symbols, .. } = &world.build;
        prepared.tabulate_parts(vec![expr], Under { ruleset, settings: &settings, symbols }, usize::MAX);
    }
    let run = Evaluator {
        ruleset: &world.build.rules,
        settings: &settings,
        symbols: &world.build.symbols,
        tables,
        prepared: &prepared,
        seed: 0,
        is_lifted: false,
    };
    let mut cells = Vec::new();
    for rows in chunks(0..rows) {
        let batch = run.eval(expr, rows.clone());
        assert_eq!(batch.len, rows.len());
        for row in 0..rows.len() {
            cells.push(match batch.fault(row) {
                Some(fault) => Err((fault.fault, fault.at)),
                None if !batch.is_known(row) => Ok(Value::Missing),
                None => Ok(match &batch.values {
                    Values::Integer(lane) => Value::Integer(lane.get(row)),
                    Values::Number(lane) => Value::Number(lane.get(row)),
                    Values::Flag(lane) => Value::Flag(lane.get(row)),
                    Values::Symbol(lane) => Value::Text(lane.get(row)),
                }),
            });
        }
    }
    cells
}

/// The parts of an expression that each of these rows takes, all rows looked at together.
fn taken(world: &World, tables: &Tables, expr: &Expr, rows: Range<usize>) -> BTreeSet<(usize, Part)> {
    let settings = world.build.rules.defaults();
    let mut prepared = Prepared::default();
    prepared.expression(expr, &world.build.rules, tables);
    let run = Evaluator {
        ruleset: &world.build.rules,
        settings: &settings,
        symbols: &world.build.symbols,
        tables,
        prepared: &prepared,
        seed: 0,
        is_lifted: false,
    };
    let mut found = BTreeSet::new();
    let mut open = vec![(expr, Mask::from(vec![true; rows.len()]))];
    while let Some((expr, mask)) = open.pop() {
        look(&run, expr, &rows, &mask, &mut |seen, mask| match seen {
            Seen::Inner(inner) => open.push((inner, mask)),
            Seen::Taken(part, _) => {
                found.extend(rows.clone().zip(&*mask).filter(|(_, take)| **take).map(|(row, _)| (row, part)));
            }
        });
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expressions_agree_with_the_oracle(rows in 0_usize..40, kind in 0_usize..4, depth in 1_usize..5, rng in any::<u64>().prop_perturb(|_, rng| rng)) {
        let mut rng = rng;
        let mut world = World::new(rows, &mut rng);
        let expr = world.any(&KINDS[kind], depth, &mut rng);
        let tables = world.build.tables.clone();
        let settings = world.build.rules.defaults();
        let oracle = Oracle { rules: &world.build.rules, settings: &settings, tables: &tables };
        let expected: Vec<Cell> = (0..rows).map(|row| oracle.cell(&expr, row)).collect();
        for looked_up in [false, true] {
            let found = kernels(&world, &tables, (&expr, rows), looked_up);
            for row in 0..rows {
                prop_assert_eq!(&found[row], &expected[row], "row {} of {:#?}", row, expr);
            }
        }
    }

    #[test]
    fn rows_take_the_same_parts_together_and_alone(rows in 1_usize..40, kind in 0_usize..4, depth in 1_usize..5, rng in any::<u64>().prop_perturb(|_, rng| rng)) {
        let mut rng = rng;
        let mut world = World::new(rows, &mut rng);
        let expr = world.any(&KINDS[kind], depth, &mut rng);
        let tables = world.build.tables.clone();
        let together = taken(&world, &tables, &expr, 0..rows);
        let alone = (0..rows).flat_map(|row| taken(&world, &tables, &expr, row..row + 1));
        prop_assert_eq!(together, alone.collect::<BTreeSet<_>>(), "{:#?}", expr);
    }

    #[test]
    fn aggregates_agree_with_the_oracle(rows in 0_usize..60, looked_up in any::<bool>(), which in 0_usize..10, of in 0_usize..3, rng in any::<u64>().prop_perturb(|_, rng| rng)) {
        let mut rng = rng;
        let random = &mut rng;
        let mut world = World::new(rows, random);
        let all = [Aggregate::Sum, Aggregate::Mean, Aggregate::Min, Aggregate::Max, Aggregate::Count,
            Aggregate::Any, Aggregate::All, Aggregate::None, Aggregate::First, Aggregate::Last];
        let aggregate = all[which];
        let flags = matches!(aggregate, Aggregate::Any | Aggregate::All | Aggregate::None);
        let kind = if flags { Kind::Flag } else { KINDS[of].clone() };
        let kind = if kind == Kind::Flag && !flags && aggregate != Aggregate::Count { Kind::Integer } else { kind };
        let out = match aggregate {
            Aggregate::Mean => Kind::Number,
            Aggregate::Count => Kind::Integer,
            _ => kind.clone(),
        };
        let links = [
            (world.build.entrant, vec![world.build.side_entrant]),
            (world.build.game, vec![world.build.side_game]),
            (world.build.event, vec![world.build.side_game, world.build.game_event]),
            (world.build.entrant, vec![world.build.opponent, world.build.side_entrant]),
        ];
        let (parent, path) = links[below(random, 4)].clone();
        let value = (aggregate != Aggregate::Count || chance(random, 50)).then(|| world.any(&kind, 2, random));
        let filter = chance(random, 50).then(|| world.any(&Kind::Flag, 2, random));
        let best = (kind != Kind::Flag && value.is_some() && chance(random, 40)).then(|| Best {
            greatest: chance(random, 50),
            count: int(i64::try_from(below(random, 5)).unwrap()),
        });
        let id = world.build.column(parent, "out", out, Origin::Hidden { aggregate: true });
        let mut tables = Tables::new(world.build.rules.sheets.len(), world.build.rules.columns.len(), world.build.rules.links.len());
        copy(&world.build, &mut tables);
        let reduce = Reduce { out: id, over: world.build.side, path, aggregate, value, filter, best, among_tied: None };
        let settings = world.build.rules.defaults();
        let oracle = Oracle { rules: &world.build.rules, settings: &settings, tables: &tables };
        let expected: Vec<_> = (0..tables.rows(parent)).map(|row| oracle.reduce(&reduce, row)).collect();
        let step = Step::Reduce(Box::new(reduce));
        let mut prepared = Prepared::default();
        prepared.step(&step, &world.build.rules, &tables);
        if looked_up {
            let Build { rules: ruleset, symbols, .. } = &world.build;
            prepared.tabulate(&step, Under { ruleset, settings: &settings, symbols }, (&tables, 1 << 40));
        }
        let run = Evaluator { ruleset: &world.build.rules, settings: &settings, symbols: &world.build.symbols, tables: &tables, prepared: &prepared, seed: 0, is_lifted: false };
        let Stepped { column, trouble, .. } = step::eval(&run, &step, None, 0);
        match trouble.faults.first() {
            None => {
                for (row, expected) in expected.into_iter().enumerate() {
                    let kind = &world.build.rules.column(id).ty.kind;
                    prop_assert_eq!(Ok(column.value(row, kind)), expected, "row {} of {:#?}", row, step);
                }
            }
            Some(_) => {
                prop_assert!(expected.iter().any(Result::is_err), "{:#?}", step);
            }
        }
    }
}

fn copy(build: &Build, tables: &mut Tables) {
    for (sheet, _) in (0..).map(crate::sheet::SheetId).zip(&build.rules.sheets) {
        tables.set_rows(sheet, build.tables.rows(sheet));
    }
    for id in (0..u32::try_from(build.rules.columns.len() - 1).unwrap()).map(ColumnId) {
        if let Some(column) = build.tables.column(id) {
            tables.set_column(id, column.clone());
        }
    }
    for id in (0..u16::try_from(build.rules.links.len()).unwrap()).map(LinkId) {
        if let Some(index) = build.tables.link(id) {
            tables.set_link(id, index.clone());
        }
    }
}
