//! What every ruled column can hold, in words.
//!
//! Comes in: a checked ruleset. Goes out: a line for each column that a rule computes, in the order in which sheets are
//! first computed. Like the analysis behind it, it errs on the side of too many values. Start with [`ruled`].

use super::ranges::region::Region;
use super::ranges::set::{Set, TextSet};
use super::ranges::{Analysis, words};
use crate::ruleset::{Aggregate, ColumnInfo, Expr, Node, Origin, Ruleset, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Sources;
use crate::value::{Interval, Kind};

/// More pieces than this are not listed.
const PIECES: usize = 3;

/// Columns are looked through to their rules so many times for what has no bound.
const THROUGH: usize = 30;

/// What a ruled column can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruled {
    /// The sheet.
    pub sheet: String,
    /// The column.
    pub name: String,
    /// What sort of value it has: `integer`.
    pub kind: String,
    /// All that it can be, in words.
    pub range: String,
    /// The least that it can be, as it is written; `None` where that is not known, or it is no number.
    pub least: Option<String>,
    /// The most.
    pub most: Option<String>,
    /// Whether it can be missing.
    pub missing: bool,
}

/// What every ruled column can hold.
#[must_use]
pub fn ruled(ruleset: &Ruleset, sources: &Sources) -> Vec<Ruled> {
    let analysis = Analysis::new(ruleset, sources, true);
    let mut sheets: Vec<SheetId> = Vec::new();
    for step in ruleset.scoring() {
        let sheet = ruleset.column(step.out()).sheet;
        if !sheets.contains(&sheet) {
            sheets.push(sheet);
        }
    }
    let mut all = Vec::new();
    for sheet in sheets {
        let own = ruleset.columns_of(sheet).filter(|(_, info)| info.origin == Origin::Ruled);
        all.extend(own.map(|(id, info)| one(&analysis, id, info)));
    }
    all
}

fn one(analysis: &Analysis<'_>, id: ColumnId, info: &ColumnInfo) -> Ruled {
    let ruleset = analysis.ruleset;
    let possible = analysis.column(id);
    let mut range = range(analysis, &possible.set, info);
    if let Set::Numbers(region) = &possible.set
        && region.pieces() == [Interval::default()]
        && let Some(why) = boundless(analysis, id)
    {
        range = format!("{range}: {why}");
    }
    match (&possible.set, possible.missing) {
        (Set::Nothing, true) => "always missing".clone_into(&mut range),
        (_, true) => range.push_str(", or missing"),
        (_, false) => {}
    }
    let hull = match &possible.set {
        Set::Numbers(region) => region.hull(),
        Set::Nothing | Set::Flags { .. } | Set::Texts(_) | Set::Anything => None,
    };
    let end = |end: Option<crate::value::Bound>| end.map(|bound| words::number(bound.at, &info.ty.kind));
    let kind = match &info.ty.kind {
        Kind::Integer => "integer",
        Kind::Number => "number",
        Kind::Flag => "yes/no",
        Kind::Text => "text",
        Kind::Date => "date",
        Kind::Duration => "duration",
        Kind::Choice(_) => "choice",
        Kind::Unknown => "unknown",
    };
    Ruled {
        sheet: ruleset.sheet(info.sheet).name.clone(),
        name: info.name.clone(),
        kind: kind.to_owned(),
        range,
        least: hull.and_then(|hull| end(hull.low)),
        most: hull.and_then(|hull| end(hull.high)),
        missing: possible.missing,
    }
}

fn range(analysis: &Analysis<'_>, set: &Set, info: &ColumnInfo) -> String {
    let symbols = &analysis.ruleset.symbols;
    match set {
        Set::Nothing => "never has a value".to_owned(),
        Set::Numbers(region) => numbers(region, &info.ty.kind),
        Set::Flags { yes: true, no: true } => "yes or no".to_owned(),
        Set::Flags { yes, .. } => format!("always {}", if *yes { "yes" } else { "no" }),
        Set::Texts(TextSet::Only(only)) => {
            // Choices stand in the order in which they are listed.
            let mut texts: Vec<_> = only.iter().copied().collect();
            if let Kind::Choice(choices) = &info.ty.kind {
                texts.sort_by_key(|text| choices.iter().position(|choice| choice == text));
            }
            let texts: Vec<String> = texts.into_iter().map(|text| symbols.text(text).to_owned()).collect();
            if let [only] = texts.as_slice() { format!("always {only}") } else { texts.join(", ") }
        }
        Set::Texts(TextSet::Except(_)) => "any text".to_owned(),
        Set::Anything => "anything".to_owned(),
    }
}

fn numbers(region: &Region, kind: &Kind) -> String {
    if region.pieces() == [Interval::default()] {
        return "no bound known".to_owned();
    }
    match region.hull() {
        Some(_) if region.only().is_some() => format!("always {}", words::region(region, kind)),
        Some(hull) if region.pieces().len() > PIECES => {
            format!("{}, with gaps", words::interval(&hull, kind))
        }
        Some(_) | None => words::region(region, kind),
    }
}

/// Why nothing bounds a column: what it is computed from has no range, or there is no end of rows.
fn boundless(analysis: &Analysis<'_>, id: ColumnId) -> Option<String> {
    let ruleset = analysis.ruleset;
    let mut at = id;
    for _ in 0..THROUGH {
        let step = ruleset.scoring().find(|step| step.out() == at);
        let mut open: Vec<&Expr> = match step {
            Some(Step::Map { value, .. }) => vec![value],
            Some(Step::Reduce(reduce)) => reduce.value.iter().collect(),
            Some(Step::Place(_)) | None => Vec::new(),
        };
        let mut next = None;
        while let Some(expr) = open.pop() {
            if let Node::Column { column, .. } = &expr.node
                && is_boundless(analysis, *column)
            {
                next = Some(*column);
                break;
            }
            expr.parts(&mut open);
        }
        let Some(column) = next else {
            return match step {
                Some(Step::Reduce(reduce)) if reduce.aggregate == Aggregate::Sum => {
                    Some("a sum over any number of rows".to_owned())
                }
                Some(_) | None => None,
            };
        };
        let info = ruleset.column(column);
        match info.origin {
            Origin::Recorded { .. } | Origin::State => {
                return Some(format!("`{}` is declared without a range", info.name));
            }
            Origin::Builtin(_) => return None,
            Origin::Ruled if column != id => return Some(format!("`{}` has none", info.name)),
            Origin::Ruled | Origin::Hidden { .. } => at = column,
        }
    }
    None
}

fn is_boundless(analysis: &Analysis<'_>, column: ColumnId) -> bool {
    match &analysis.column(column).set {
        Set::Numbers(region) => region.pieces() == [Interval::default()],
        Set::Nothing | Set::Flags { .. } | Set::Texts(_) | Set::Anything => false,
    }
}
