//! Levels: a name and a condition a line.

use super::ast::{Level, Levels};
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next};
use super::script::Script;
use crate::diagnostic::Complaints;
use pest::iterators::Pair;

/// Every level; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Levels> {
    piece::each(script, &cut(script, Cut::Levels), Rule::whole_level, complaints, Piece::level)
}

impl Piece<'_, '_> {
    fn level(&self, pair: Pair<'_, Rule>) -> Built<Level> {
        let start = self.range(&pair).start;
        let mut parts = pair.into_inner();
        let first = next(&mut parts);
        let mut end = self.range(&first).end;
        let name = self.name(&first)?;
        let (mut condition, mut kept, mut never, mut cites) = (None, None, None, Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::level_when => {
                    let mut inner = part.into_inner();
                    let _ = next(&mut inner);
                    let built = self.expression(next(&mut inner))?;
                    end = built.range.end;
                    condition = Some(built.expression);
                }
                Rule::word_kept => {
                    end = self.range(&part).end;
                    kept = Some(self.span(&part));
                }
                Rule::word_never => {
                    end = self.range(&part).end;
                    never = Some(self.span(&part));
                }
                Rule::cites => cites = self.cites(part)?,
                _ => return self.unread(&part),
            }
        }
        Ok(Level { name, condition, kept, never, cites, span: self.place(start..end) })
    }
}
