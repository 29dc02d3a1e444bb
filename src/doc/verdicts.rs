//! What does not count, what is a fault, and what is only said.
//!
//! Start with [`write`].

use super::document::{Inline, Line, Page, Table, plain};
use super::fold::literal;
use super::recorded::of_each;
use super::view::View;
use crate::format::SheetEntry;
use crate::ruleset::{ClauseId, Said, Verdict};
use crate::syntax::ast::VerdictKind;
use crate::value::Value;

/// Writes the verdicts of one kind on some sheets, where there are any.
pub fn write(view: &View<'_>, sheets: &[&SheetEntry], (kind, anchor): (VerdictKind, &str), page: &mut Page) {
    let words = view.words;
    let mut rows = Vec::new();
    let mut cites: Vec<Vec<ClauseId>> = Vec::new();
    for sheet in sheets {
        let Some(id) = view.sheet(&sheet.sheet) else { continue };
        let own = view.ruleset.verdicts.iter().filter(|verdict| verdict.kind == kind && verdict.sheet == id);
        for verdict in own {
            let Some(condition) = view.rule(verdict.condition) else { continue };
            if literal(&condition) == Some(Value::Flag(false)) {
                continue;
            }
            let costs = verdict.costs.and_then(|costs| view.rule(costs));
            rows.push(vec![
                of_each(view, &sheet.sheet),
                view.expression(&condition),
                said(view, verdict),
                costs.map_or_else(Line::new, |costs| view.in_a_cell(&costs)),
            ]);
            let of_costs = verdict.costs.map(|costs| &view.ruleset.column(costs).cites);
            cites.push(verdict.cites.iter().chain(of_costs.into_iter().flatten()).copied().collect());
        }
    }
    let (name, title, intro) = match kind {
        VerdictKind::Void => ("void", words.void, words.void_intro),
        VerdictKind::Fault => ("fault", words.fault, words.fault_intro),
        VerdictKind::Warn => ("warn", words.warn, words.warn_intro),
    };
    if rows.is_empty() {
        return;
    }
    page.heading(3, &format!("{name}-{anchor}"), plain(title));
    page.paragraph(plain(intro));
    for (row, cited) in
        rows.iter_mut().zip(view.cited_lines(&cites.iter().map(Vec::as_slice).collect::<Vec<_>>(), page))
    {
        row.push(cited);
    }
    let head = [words.of_what, words.when, words.said, words.costs, words.clause].map(plain).into();
    page.table(Table { head, rows });
}

fn said(view: &View<'_>, verdict: &Verdict) -> Line {
    let pieces = verdict.text.iter().map(|piece| match piece {
        Said::Words(words) => Inline::Said(words.clone()),
        Said::Value(column) => {
            let info = view.ruleset.column(*column);
            Inline::Code(info.at.map_or_else(|| info.name.clone(), |at| view.written(at)))
        }
    });
    pieces.collect()
}
