//! Schedules: one game a line.

use super::ast::{Letter, Schedule, ScheduleLine, ScheduleSide};
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next, next_if};
use super::script::Script;
use crate::diagnostic::Complaints;
use pest::iterators::Pair;

/// Every game; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Schedule> {
    piece::each(script, &cut(script, Cut::Games), Rule::whole_schedule_line, complaints, Piece::game)
}

impl Piece<'_, '_> {
    fn game(&self, pair: Pair<'_, Rule>) -> Built<ScheduleLine> {
        let start = self.range(&pair).start;
        let mut end = start;
        let (mut sides, mut umpire, mut cites) = (Vec::new(), None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::schedule_side => {
                    end = self.last_end_of(&part);
                    sides.push(self.scheduled_side(part)?);
                }
                Rule::umpire => {
                    end = self.last_end_of(&part);
                    let mut inner = part.into_inner();
                    let _ = next(&mut inner);
                    umpire = Some(self.letter(&next(&mut inner)));
                }
                Rule::cites => cites = self.cites(part)?,
                Rule::versus => {}
                _ => return self.unread(&part),
            }
        }
        Ok(ScheduleLine { sides, umpire, cites, span: self.place(start..end) })
    }

    fn scheduled_side(&self, pair: Pair<'_, Rule>) -> Built<ScheduleSide> {
        let mut parts = pair.into_inner();
        let letter = self.letter(&next(&mut parts));
        let seat = next_if(&mut parts, Rule::seat).map(|seat| self.name(&seat)).transpose()?;
        Ok(ScheduleSide { letter, seat })
    }

    fn letter(&self, pair: &Pair<'_, Rule>) -> Letter {
        let first = pair.as_str().bytes().next().unwrap_or(b'A');
        Letter { number: u32::from(first.saturating_sub(b'A')), span: self.span(pair) }
    }

    /// Where the last token of a pair ends: blanks behind it left out.
    pub(super) fn last_end_of(&self, pair: &Pair<'_, Rule>) -> usize {
        let last = pair.clone().into_inner().last();
        last.map_or_else(|| self.range(pair).end, |last| self.last_end_of(&last))
    }
}
