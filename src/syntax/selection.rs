//! Selections: `top 4 of qualification`, `places 5 to 8 of qualification`.

use super::ast::Selection;
use super::grammar::Rule;
use super::piece::{Built, Piece, next};
use crate::diagnostic::{Code, Diagnostic};
use pest::iterators::Pair;

impl Piece<'_, '_> {
    /// `selection`
    pub(super) fn selection(&self, pair: Pair<'_, Rule>) -> Built<Selection> {
        let mut parts = pair.into_inner();
        let choice = next(&mut parts);
        let span = self.place(self.range(&choice).start..self.last_end_of(&choice));
        let numbers = choice.into_inner().filter(|part| part.as_rule() == Rule::integer);
        let numbers: Vec<u32> =
            numbers.map(|number| Ok(self.counted(&number)?.0)).collect::<Built<Vec<u32>>>()?;
        let _ = next(&mut parts);
        let of = self.name(&next(&mut parts))?;
        let (first, last) = match *numbers {
            [first, last] => (first, last),
            [last] => (1, last),
            _ => (1, 1),
        };
        if first > last {
            return Err(Box::new(
                Diagnostic::new(Code::Syntax, format!("the places go from {first} down to {last}"))
                    .at(span, "")
                    .help(format!("write the better place first: `places {last} to {first} of …`")),
            ));
        }
        Ok(Selection { first, last, of, span })
    }
}
