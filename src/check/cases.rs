//! Lists of cases: each can be reached, and no situation falls through.
//!
//! Comes in: the lines of a list and what is known where it stands. Goes out: complaints about cases that the earlier
//! ones leave nothing for (R0504), about situations that no case takes (R0505), and about lists too large to tell
//! (R0509). Whether anything is left is decided by [`Analysis::satisfy`], not by comparing texts.
//! It must never look at the values. Start with [`prove`] and [`find_unreached`].

use super::ranges::Analysis;
use super::satisfy::{Answer, Facts, Goal};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::Expr;
use crate::ruleset::expression::CaseLine;
use crate::source::Span;

/// So many earlier lines are tried when looking for those that take everything.
const TRIED: usize = 64;
/// So many of them are shown.
const SHOWN: usize = 6;

/// Proves that the cases take every situation.
pub(super) fn prove<'r>(
    analysis: &mut Analysis<'r>,
    lines: &'r [CaseLine],
    facts: &Facts,
    complaints: &mut Complaints,
) {
    let Some(last) = lines.last() else {
        return;
    };
    if lines.iter().any(|line| line.condition.is_none()) {
        return;
    }
    match analysis.satisfy(facts, left_over(lines, lines.len())) {
        Answer::Impossible => {}
        Answer::TooLarge => complaints.push(not_analysed(last.at)),
        Answer::Found(situation) => {
            let witness = analysis.witness(&situation);
            let mut complaint =
                Diagnostic::new(Code::CasesIncomplete, "the cases do not take every situation")
                    .at(last.at, "the last case, and no `otherwise`")
                    .help("add a last line `otherwise -> …`");
            if !witness.is_empty() {
                complaint = complaint.note(format!("for instance, no case takes `{witness}`"));
            }
            complaints.push(complaint);
        }
    }
}

/// Finds the cases that no situation reaches.
pub(super) fn find_unreached<'r>(
    analysis: &mut Analysis<'r>,
    lines: &'r [CaseLine],
    facts: &Facts,
    complaints: &mut Complaints,
) {
    let mut too_large = false;
    let end = lines.iter().position(|line| line.condition.is_none());
    for (place, line) in lines.iter().enumerate() {
        if let Some(otherwise) = end.filter(|end| *end < place) {
            complaints
                .push(unreached(line).at(lines[otherwise].at, "this line takes everything that is left"));
            continue;
        }
        match analysis.satisfy(facts, reaching(lines, &earlier(place), line)) {
            Answer::Found(_) => {}
            Answer::TooLarge => too_large = true,
            Answer::Impossible => {
                let culprits = culprits(analysis, lines, place, facts);
                complaints.push(if culprits.is_empty() {
                    never(analysis, line, facts)
                } else {
                    blamed(lines, line, &culprits)
                });
            }
        }
    }
    if let Some(line) = lines.first().filter(|_| too_large) {
        complaints.push(not_analysed(line.at));
    }
}

/// What is to be said where a proof would take too long.
pub(super) fn not_analysed(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotAnalysed, "this is too large to be fully analysed")
        .at(at, "whether every line is reached, and every situation taken, is not known")
        .help("divide the rule: let columns of their own say parts of the conditions")
}

/// No line before `end` takes the row.
fn left_over(lines: &[CaseLine], end: usize) -> Vec<Goal<'_>> {
    let conditions = lines[..end].iter().rev().filter_map(|line| line.condition.as_ref());
    conditions.map(|condition| Goal::new(condition, false)).collect()
}

fn earlier(place: usize) -> Vec<usize> {
    (0..place).collect()
}

/// None of the lines `before` takes the row, and `line` does.
fn reaching<'r>(lines: &'r [CaseLine], before: &[usize], line: &'r CaseLine) -> Vec<Goal<'r>> {
    let conditions = before.iter().rev().filter_map(|place| lines[*place].condition.as_ref());
    let mut goals: Vec<Goal> = conditions.map(|condition: &Expr| Goal::new(condition, false)).collect();
    // Looked at first: it narrows down most.
    goals.extend(line.condition.as_ref().map(|condition| Goal::new(condition, true)));
    goals
}

/// Earlier lines that take everything between them, none of which could be left out.
fn culprits<'r>(
    analysis: &mut Analysis<'r>,
    lines: &'r [CaseLine],
    place: usize,
    facts: &Facts,
) -> Vec<usize> {
    let mut kept = earlier(place);
    for candidate in (0..place).rev().take(TRIED) {
        let without: Vec<usize> = kept.iter().copied().filter(|other| *other != candidate).collect();
        let goals = reaching(lines, &without, &lines[place]);
        if matches!(analysis.satisfy(facts, goals), Answer::Impossible) {
            kept = without;
        }
    }
    kept
}

fn unreached(line: &CaseLine) -> Diagnostic {
    match &line.condition {
        Some(condition) => Diagnostic::new(Code::CaseUnreachable, "this case can never be reached")
            .at(condition.at, "never reached")
            .help("leave the line out, or move it further up"),
        None => Diagnostic::new(Code::CaseUnreachable, "`otherwise` can never be reached")
            .at(line.at, "never reached")
            .help("leave the line out: the cases above it take every situation"),
    }
}

/// A case whose own condition is never true.
fn never<'r>(analysis: &mut Analysis<'r>, line: &'r CaseLine, facts: &Facts) -> Diagnostic {
    let mut complaint = unreached(line)
        .note("its condition is never true, whatever the cases above it take")
        .help("leave the line out, or mend its condition");
    if let Some(condition) = &line.condition
        && let Answer::Found(known) = analysis.satisfy(facts, vec![Goal::new(condition, false)])
    {
        complaint.notes.extend(analysis.told(&known, facts, ""));
    }
    complaint
}

fn blamed(lines: &[CaseLine], line: &CaseLine, culprits: &[usize]) -> Diagnostic {
    let mut complaint = unreached(line);
    let text = if culprits.len() == 1 { "takes all of it" } else { "takes a part of it" };
    for culprit in culprits.iter().take(SHOWN) {
        let before = &lines[*culprit];
        let at = before.condition.as_ref().map_or(before.at, |condition| condition.at);
        complaint = complaint.at(at, text);
    }
    complaint
}
