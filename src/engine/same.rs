//! Whether two rules come to the same wherever they look.
//!
//! Comes in: two expressions that look at the same columns, and the values that these can hold. Goes out: whether both give
//! one value on every combination of them. What columns hold is taken to be independent of each other, so a yes is a proof,
//! and a no is none. It must never know where the rules come from. Start with [`come_to_the_same`].

use super::batch::{Batch, Values};
use super::kernel::{Evaluator, chunks};
use super::leaves::{Leaf, Looked, gather, samples};
use super::prepared::Prepared;
use crate::ruleset::{
    ColumnInfo, Expr, Node, OptionId, OptionType, Origin, Ruleset, Settings, SheetInfo, SheetKind,
};
use crate::sheet::{Column, ColumnId, Data, SheetId, Tables};
use crate::value::{Kind, Value};

/// Whether both expressions give the same for all values that columns can hold (`domains`, by column). `None` where there
/// are more than `most` combinations, or values that cannot be listed. Of what is only compared with numbers, one value of each
/// stretch between them stands for all.
#[must_use]
pub fn come_to_the_same(
    ruleset: &Ruleset,
    [one, other]: [&Expr; 2],
    domains: &[Option<Vec<Value>>],
    most: usize,
) -> Option<bool> {
    let mut leaves: Vec<Looked> = Vec::new();
    for expr in [one, other] {
        gather(expr, &mut leaves)?;
    }
    let mut values: Vec<Vec<Value>> = Vec::new();
    let mut rows: usize = 1;
    for looked in &leaves {
        let all = possible(ruleset, looked, domains)?;
        rows = rows.checked_mul(all.len()).filter(|rows| *rows <= most)?;
        values.push(all);
    }
    let grid = Grid::new(ruleset, &leaves, &values, rows);
    let [one, other] = [one, other].map(|expr| {
        let mut expr = expr.clone();
        grid.replace(&mut expr, &leaves);
        expr
    });
    Some(grid.agree(&one, &other))
}

/// The values that make a difference.
fn possible(ruleset: &Ruleset, looked: &Looked, domains: &[Option<Vec<Value>>]) -> Option<Vec<Value>> {
    let compared = |kind| looked.compared.as_ref().and_then(|compared| samples(kind, compared));
    match &looked.leaf {
        Leaf::Column(column, _) => {
            let mut all = match domains.get(column.0 as usize)? {
                Some(all) => all.clone(),
                None => compared(&looked.ty.kind)?,
            };
            if looked.ty.optional {
                all.push(Value::Missing);
            }
            Some(all)
        }
        Leaf::Option(OptionId(place)) => {
            let option = ruleset.options.get(usize::from(*place))?;
            match &option.values {
                _ if option.fixed => Some(vec![option.default]),
                OptionType::Choices(choices) => Some(choices.iter().map(|&one| Value::Text(one)).collect()),
                OptionType::Typed(ty) => compared(&ty.kind),
            }
        }
    }
}

/// A sheet of its own with a row for each combination.
struct Grid {
    ruleset: Ruleset,
    tables: Tables,
    first: u32,
    rows: usize,
}

impl Grid {
    fn new(ruleset: &Ruleset, leaves: &[Looked], values: &[Vec<Value>], rows: usize) -> Self {
        let mut ruleset = ruleset.clone();
        let sheet = SheetId(u16::try_from(ruleset.sheets.len()).unwrap_or(u16::MAX));
        let first = u32::try_from(ruleset.columns.len()).unwrap_or(u32::MAX);
        ruleset.sheets.push(SheetInfo {
            name: String::new(),
            plural: String::new(),
            kind: SheetKind::Part { names: Vec::new(), of_game: false },
        });
        for looked in leaves {
            ruleset.columns.push(ColumnInfo {
                name: String::new(),
                sheet,
                ty: looked.ty.clone(),
                origin: Origin::Hidden { aggregate: false },
                cites: Vec::new(),
                at: None,
                text: None,
            });
        }
        let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
        tables.set_rows(sheet, rows);
        // The first column changes slowest.
        let mut repeats = rows;
        for ((number, looked), all) in (first..).zip(leaves).zip(values) {
            repeats = repeats.checked_div(all.len()).unwrap_or(0);
            let mut column = Column::full(Data::empty(&looked.ty.kind));
            for row in 0..rows {
                let place = row.checked_div(repeats).and_then(|place| place.checked_rem(all.len()));
                column.push(place.and_then(|place| all.get(place).copied()).unwrap_or(Value::Missing));
            }
            tables.set_column(ColumnId(number), column);
        }
        Self { ruleset, tables, first, rows }
    }

    /// Puts the columns of the grid in the place of what is looked at.
    fn replace(&self, expr: &mut Expr, leaves: &[Looked]) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let leaf = Leaf::of(expr);
            if let Some(place) = leaf.and_then(|leaf| leaves.iter().position(|known| known.leaf == leaf)) {
                let column = ColumnId(self.first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX)));
                expr.node = Node::Column { column, path: Vec::new() };
            }
            expr.parts_mut(&mut open);
        }
    }

    fn agree(&self, one: &Expr, other: &Expr) -> bool {
        let mut prepared = Prepared::default();
        prepared.expression(one, &self.ruleset, &self.tables);
        prepared.expression(other, &self.ruleset, &self.tables);
        let settings = Settings(Vec::new());
        let run = Evaluator {
            ruleset: &self.ruleset,
            settings: &settings,
            symbols: &self.ruleset.symbols,
            tables: &self.tables,
            prepared: &prepared,
            seed: 0,
            is_lifted: false,
        };
        let kind = |expr: &Expr| expr.ty.kind.clone();
        let all = |rows: std::ops::Range<usize>| {
            let (first, second) = (run.eval(one, rows.clone()), run.eval(other, rows.clone()));
            (0..rows.len()).all(|row| cell(&first, row, &kind(one)) == cell(&second, row, &kind(other)))
        };
        chunks(0..self.rows).all(all)
    }
}

/// The value of a row; `None` where it is a fault.
fn cell(batch: &Batch<'_>, row: usize, kind: &Kind) -> Option<Value> {
    if batch.fault(row).is_some() {
        return None;
    }
    if !batch.is_known(row) {
        return Some(Value::Missing);
    }
    Some(match &batch.values {
        Values::Integer(lane) if *kind == Kind::Date => Value::Date(crate::value::Date(lane.get(row))),
        Values::Integer(lane) => Value::Integer(lane.get(row)),
        Values::Number(lane) => Value::Number(lane.get(row)),
        Values::Flag(lane) => Value::Flag(lane.get(row)),
        Values::Symbol(lane) => Value::Text(lane.get(row)),
    })
}
