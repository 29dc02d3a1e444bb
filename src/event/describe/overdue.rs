//! What is overdue, in words.
//!
//! Comes in: an [`Overdue`]. Goes out: a [`Diagnostic`] (R0912) that says what to record. Start with [`Words::overdue`].

use super::super::course::{GameCourse, MatchCourse, MatchStage, Overdue, PhaseCourse};
use super::{Words, counted};
use crate::diagnostic::{Code, Diagnostic};

impl Words<'_> {
    pub(super) fn overdue(&self, late: &Overdue) -> Diagnostic {
        let ruleset = self.facts.ruleset;
        let name = &ruleset.phase(late.phase).name;
        let phase = self.course.phases.iter().find(|phase| phase.phase == late.phase);
        let course = phase.and_then(|phase| phase.bracket.get(late.in_match?));
        let (what, notes, help) = match (phase, course) {
            (Some(phase), Some(course)) => {
                let (notes, help) = self.late_match(phase, course);
                (format!("`{}` of `{name}` was to be decided", course.line.name), notes, help)
            }
            (phase, _) => {
                let missing = phase.map_or(0, |phase| {
                    phase.rounds.iter().map(super::super::course::RoundCourse::missing).sum()
                });
                let are = if missing == 1 { "is" } else { "are" };
                let notes = vec![format!("{} {are} missing", counted(missing, "result"))];
                (format!("`{name}` was to be played"), notes, self.record_them())
            }
        };
        let diagnostic = Diagnostic::new(Code::Overdue, format!("{what} by {}", late.day));
        let clauses = late.cites.iter().map(|clause| {
            let clause = ruleset.clause(*clause);
            format!("@{}: {}", clause.name, clause.text)
        });
        notes.into_iter().chain(clauses).fold(diagnostic, Diagnostic::note).help(help)
    }

    /// How far a match is that is overdue, and what to do.
    fn late_match(&self, phase: &PhaseCourse, course: &MatchCourse) -> (Vec<String>, String) {
        let place = phase.bracket.iter().position(|known| known.line.name == course.line.name);
        let games: Vec<GameCourse> = phase
            .rounds
            .iter()
            .flat_map(|round| &round.games)
            .filter(|game| game.in_match.is_some() && game.in_match == place)
            .cloned()
            .collect();
        match course.stage {
            MatchStage::Waits => {
                let notes = Self::waits(phase, course).into_iter().collect();
                (notes, "decide first the match that it waits for".to_owned())
            }
            MatchStage::Due | MatchStage::Level | MatchStage::Over { .. } => {
                let help = format!(
                    "record who goes on: {}; where nobody does, write `\"winner\": null`",
                    self.decision(phase, course)
                );
                (vec![self.progress(course, &games)], help)
            }
        }
    }
}
