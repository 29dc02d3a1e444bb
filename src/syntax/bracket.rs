//! Brackets: one match a line, or the word for all of them.

use super::ast::{Bracket, BracketLine, BracketOrigin, BracketSide, Name};
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next};
use super::script::Script;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::Span;
use pest::iterators::Pair;

/// A place, and where it is written.
type Placed = Option<(u32, Span)>;

/// The bracket; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Bracket> {
    if is_word(script) {
        return piece::whole(script, Rule::whole_elimination, complaints, |_, pair| {
            let third_place = pair.into_inner().any(|part| part.as_rule() == Rule::third_place);
            Ok(Bracket::SingleElimination { third_place })
        });
    }
    let lines = cut(script, Cut::Games);
    piece::each(script, &lines, Rule::whole_bracket_line, complaints, Piece::meeting).map(Bracket::Written)
}

/// Whether the string is meant for all matches, and not for a line.
fn is_word(script: &Script<'_>) -> bool {
    let mut words = script.tokens.iter().filter(|token| token.is_said()).map(|token| script.word(token));
    let begins = words.next().is_some_and(|first| {
        matches!(first.to_lowercase().as_str(), "single" | "double" | "elimination" | "knockout" | "third")
    });
    begins && words.all(|word| word != ":")
}

impl Piece<'_, '_> {
    fn meeting(&self, pair: Pair<'_, Rule>) -> Built<BracketLine> {
        let mut parts = pair.into_inner();
        let name = self.match_name(&next(&mut parts))?;
        let _ = next(&mut parts);
        let first = self.bracket_side(next(&mut parts))?;
        let _ = next(&mut parts);
        let second = self.bracket_side(next(&mut parts))?;
        let mut part = next(&mut parts);
        let (mut winner, mut loser) = (None, None);
        if part.as_rule() == Rule::outcomes {
            (winner, loser) = self.outcomes(part)?;
            part = next(&mut parts);
        }
        Ok(BracketLine { name, sides: [first, second], winner, loser, cites: self.cites(part)? })
    }

    fn bracket_side(&self, pair: Pair<'_, Rule>) -> Built<BracketSide> {
        let whole = self.range(&pair).start..self.last_end_of(&pair);
        let inside = next(&mut pair.into_inner());
        let rule = inside.as_rule();
        let mut parts = inside.into_inner();
        let word = next(&mut parts).as_rule();
        let origin = if rule == Rule::seed {
            BracketOrigin::Seed(self.counted(&next(&mut parts))?.0)
        } else {
            let _ = next(&mut parts);
            let of = self.match_name(&next(&mut parts))?;
            if word == Rule::word_winner { BracketOrigin::Winner(of) } else { BracketOrigin::Loser(of) }
        };
        Ok(BracketSide { origin, span: self.place(whole) })
    }

    fn outcomes(&self, pair: Pair<'_, Rule>) -> Built<(Placed, Placed)> {
        let (mut winner, mut loser) = (None, None);
        for outcome in pair.into_inner().filter(|part| part.as_rule() == Rule::outcome) {
            let mut parts = outcome.into_inner();
            let word = next(&mut parts);
            let place = self.counted(&next(&mut parts))?;
            let target = if word.as_rule() == Rule::word_winner { &mut winner } else { &mut loser };
            if let Some((_, first)) = target.replace(place) {
                let message = format!("the {} has two places", word.as_str());
                return Err(Box::new(
                    Diagnostic::new(Code::Syntax, message)
                        .at(self.span(&word), "again")
                        .at(first, "the first")
                        .help("write each once: `-> winner 1, loser 2`"),
                ));
            }
        }
        Ok((winner, loser))
    }

    /// A name of a match, its words one blank apart.
    fn match_name(&self, pair: &Pair<'_, Rule>) -> Built<Name> {
        let name = self.name(pair)?;
        Ok(Name { text: name.text.split_whitespace().collect::<Vec<_>>().join(" "), ..name })
    }
}
