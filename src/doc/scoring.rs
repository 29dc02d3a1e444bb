//! The chapters of what is computed: of a game, of a match, of an entrant over all games.
//!
//! A rule that rests on clauses, or has several lines, has a place of its own, with the clauses quoted above it; the
//! others, which are there for these, follow in a table. Start with [`write`].

use super::document::{Line, Page, Table, code, plain};
use super::fold::literal;
use super::orders;
use super::recorded::of_each;
use super::rules::{Called, is_worth_a_place};
use super::verdicts;
use super::view::View;
use crate::format::{SheetEntry, SheetName};
use crate::ruleset::Expr;
use crate::sheet::ColumnId;
use crate::syntax::ast::VerdictKind;
use crate::value::Value;

/// Writes the chapters.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let sheets = &view.file.sheets;
    let of = |wanted: &[SheetName]| -> Vec<&SheetEntry> {
        wanted.iter().filter_map(|name| sheets.iter().find(|sheet| sheet.sheet == *name)).collect()
    };
    let parts = sheets.iter().filter(|sheet| matches!(sheet.sheet, SheetName::Part(_)));
    let game: Vec<&SheetEntry> = parts.chain(of(&[SheetName::Side, SheetName::Game])).collect();
    chapter(view, ("game", words.game_scored), &game, page);
    chapter(view, ("match", words.match_scored), &of(&[SheetName::MatchSide, SheetName::Match]), page);
    chapter(view, ("total", words.added_up), &of(&[SheetName::Entrant, SheetName::Event]), page);
}

fn chapter(view: &View<'_>, (anchor, title): (&str, &str), sheets: &[&SheetEntry], page: &mut Page) {
    let is_empty =
        |sheet: &&SheetEntry| sheet.rules.is_empty() && sheet.verdicts.is_empty() && sheet.placing.is_none();
    if sheets.iter().all(is_empty) {
        return;
    }
    page.heading(2, &format!("score-{anchor}"), plain(title));
    for sheet in sheets {
        write_sheet(view, sheet, page);
    }
    for sheet in sheets {
        orders::write_placing(view, sheet, page);
    }
    for kind in [VerdictKind::Void, VerdictKind::Fault, VerdictKind::Warn] {
        verdicts::write(view, sheets, (kind, anchor), page);
    }
}

fn write_sheet(view: &View<'_>, sheet: &SheetEntry, page: &mut Page) {
    let Some(id) = view.sheet(&sheet.sheet) else { return };
    let rules = sheet.rules.iter().filter_map(|rule| {
        let column = view.ruleset.find_column(id, &rule.name.text)?;
        Some((rule.name.text.as_str(), column, view.rule(column)?))
    });
    let rules: Vec<(&str, ColumnId, Expr)> = rules.collect();
    if rules.is_empty() {
        return;
    }
    page.heading(3, &format!("score-{}", sheet.sheet), of_each(view, &sheet.sheet));
    let mut others: Vec<Vec<Line>> = Vec::new();
    for (name, column, rule) in &rules {
        // In what is played there is nothing that this rule could be of.
        if literal(rule) == Some(Value::Missing) {
            continue;
        }
        let cites = &view.ruleset.column(*column).cites;
        if !is_worth_a_place(cites, rule) {
            others.push(vec![code(*name), view.in_a_cell(rule)]);
            continue;
        }
        page.heading(4, &format!("{}-{name}", sheet.sheet), code(*name));
        view.write_rule(&Called { name, cites }, rule, page);
    }
    if others.len() < rules.len() && !others.is_empty() {
        page.heading(4, &format!("{}-others", sheet.sheet), plain(view.words.further_values));
    }
    page.table(Table { head: [view.words.name, view.words.worked_out].map(plain).into(), rows: others });
}
