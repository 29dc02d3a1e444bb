//! Which parts and clauses a change touches, for people.
//!
//! Start with [`table`].

use super::{DiffSubject, SIDES, first};
use crate::audit::differ::{Change, PartChange, TouchedClause, Verdict};
use crate::report::grid::Sections;
use crate::ruleset::PartKind;
use std::io;

/// So many lines of a part are shown.
const MOST_LINES: usize = 8;

/// So many parts and clauses are shown.
const MOST_PARTS: usize = 30;

/// Writes the clauses, then the rules.
pub fn table(subject: DiffSubject<'_>, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    let touched = &subject.comparison.touched;
    if touched.clauses.is_empty() && touched.parts.is_empty() {
        sections.begin("Clauses and rules")?;
        return sections.line("none is touched");
    }
    if !touched.clauses.is_empty() {
        sections.begin("Clauses that are touched")?;
        let (shown, more) = first(&touched.clauses, MOST_PARTS, all);
        for clause in shown {
            one_clause(clause, sections)?;
        }
        folded(more, sections)?;
    }
    let cited = touched.parts.iter().filter(|part| !part.clauses.is_empty());
    let uncited = touched.parts.iter().filter(|part| part.clauses.is_empty());
    let what = match &subject.comparison.verdict {
        Verdict::Searched(_) => "Rules that differ",
        Verdict::SameHash | Verdict::SameButForNames(..) | Verdict::Proved(_) => {
            "Rules that are written differently"
        }
    };
    for (heading, parts) in [
        (what.to_owned(), cited.collect::<Vec<_>>()),
        (format!("{what}, without any clause"), uncited.collect()),
    ] {
        if parts.is_empty() {
            continue;
        }
        sections.begin(&heading)?;
        let (shown, more) = first(&parts, MOST_PARTS, all);
        for part in shown {
            one_part(part, all, sections)?;
        }
        folded(more, sections)?;
    }
    Ok(())
}

fn folded(more: usize, sections: &mut Sections<'_>) -> io::Result<()> {
    if more == 0 { Ok(()) } else { sections.line(&format!("and {more} more; `--all` has them")) }
}

fn one_clause(clause: &TouchedClause, sections: &mut Sections<'_>) -> io::Result<()> {
    let name = &clause.name;
    match &clause.texts {
        [None, Some(text)] => sections.line(&format!("@{name} is new: {text}"))?,
        [Some(text), None] => sections.line(&format!("@{name} is gone: {text}"))?,
        [Some(old), Some(new)] if old != new => {
            sections.line(&format!("@{name} has another text"))?;
            sections.line(&format!("  - {old}"))?;
            sections.line(&format!("  + {new}"))?;
        }
        [Some(text), _] => sections.line(&format!("@{name}  {text}"))?,
        [None, None] => {}
    }
    if !clause.parts.is_empty() {
        sections.line(&format!("  what it rests on differs: {}", clause.parts.join(", ")))?;
    }
    for (side, cited) in SIDES.iter().zip(&clause.cited) {
        if !cited.is_empty() {
            sections.line(&format!("  cited in {side} alone by {}", cited.join(", ")))?;
        }
    }
    Ok(())
}

fn one_part(part: &PartChange, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    // A claim that is proved is no part of what is computed: it may have been there, or be there, all the same.
    let what = match (part.change, part.kind) {
        (Change::New, PartKind::Claim) => " is not proved, and tried on every game",
        (Change::Gone, PartKind::Claim) => " is tried on no game any more: it is proved, or gone",
        (Change::New, _) => " is new",
        (Change::Gone, _) => " is gone",
        (Change::Changed, _) => "",
    };
    sections.line(&format!("{}{}{what}", kind(part.kind), part.name))?;
    for (sign, lines) in ["-", "+"].iter().zip(&part.lines) {
        let (shown, more) = first(lines, MOST_LINES, all);
        for line in shown {
            sections.line(&format!("  {sign} {}", line.text))?;
        }
        if more > 0 {
            sections.line(&format!("  {sign} and {more} more; `--all` has them"))?;
        }
    }
    Ok(())
}

/// What a part is, where its name does not say it.
fn kind(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Recorded => "recorded ",
        PartKind::Rule => "rule ",
        PartKind::Option
        | PartKind::Seating
        | PartKind::Placing
        | PartKind::Verdicts
        | PartKind::State
        | PartKind::Levels
        | PartKind::Standing
        | PartKind::Edition
        | PartKind::Phase
        | PartKind::Claim => "",
    }
}
