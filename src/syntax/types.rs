//! Types as they are written.

use super::ast::{TypeBase, TypeText};
use super::grammar::Rule;
use super::hints::foreign_type;
use super::mistakes::spelling;
use super::piece::{Built, Piece, next};
use pest::iterators::Pair;
use std::ops::Range;

impl Piece<'_, '_> {
    /// `type_text`
    pub(super) fn type_text(&self, pair: Pair<'_, Rule>) -> Built<TypeText> {
        let start = self.range(&pair).start;
        let mut parts = pair.into_inner();
        let base = next(&mut parts);
        let (mut kind, mut place) =
            if base.as_rule() == Rule::list_type { self.list_type(base)? } else { self.base_type(base)? };
        for part in parts {
            match part.as_rule() {
                Rule::question => {
                    place.end = self.range(&part).end;
                    kind.optional = true;
                }
                Rule::default => {
                    let mut inner = part.into_inner();
                    let _ = next(&mut inner);
                    let value = next(&mut inner);
                    place.end =
                        value.clone().into_inner().last().map_or(place.end, |last| self.range(&last).end);
                    kind.default = Some(self.end(value)?);
                }
                _ => return self.unread(&part),
            }
        }
        kind.span = self.place(start..place.end);
        Ok(kind)
    }

    fn list_type(&self, pair: Pair<'_, Rule>) -> Built<(TypeText, Range<usize>)> {
        let start = self.range(&pair).start;
        let mut parts = pair.into_inner();
        let _ = next(&mut parts);
        let _ = next(&mut parts);
        let of = next(&mut parts);
        let (base, end) = if of.as_rule() == Rule::name {
            if let Some(right) = foreign_type(of.as_str()) {
                let complaint = spelling(of.as_str(), format!("write `{right}`")).at(self.span(&of), "");
                return Err(Box::new(complaint));
            }
            (TypeBase::Parts(self.name(&of)?), self.range(&of).end)
        } else {
            let (inner, place) = self.base_type(of)?;
            (TypeBase::List(Box::new(inner)), place.end)
        };
        Ok((self.bare(base, start..end), start..end))
    }

    /// `base_type`, with its range.
    fn base_type(&self, pair: Pair<'_, Rule>) -> Built<(TypeText, Range<usize>)> {
        let inner = next(&mut pair.into_inner());
        let mut place = self.range(&inner);
        match inner.as_rule() {
            Rule::word_flag => Ok((self.bare(TypeBase::Flag, place.clone()), place)),
            Rule::word_text => Ok((self.bare(TypeBase::Text, place.clone()), place)),
            Rule::choice_type => {
                let mut names = Vec::new();
                for label in inner.into_inner().filter(|part| part.as_rule() == Rule::label) {
                    place.end = self.range(&label).end;
                    names.push(self.name(&label)?);
                }
                Ok((self.bare(TypeBase::Choice(names), place.clone()), place))
            }
            Rule::ranged_type => {
                let mut parts = inner.into_inner();
                let word = next(&mut parts);
                let base = match word.as_rule() {
                    Rule::word_integer => TypeBase::Integer,
                    Rule::word_number => TypeBase::Number,
                    Rule::word_date => TypeBase::Date,
                    Rule::word_duration => TypeBase::Duration,
                    _ => return self.unread(&word),
                };
                place.end = self.range(&word).end;
                let mut range = None;
                if let Some(part) = parts.next() {
                    let (ends, range_place) = self.band_range(part)?;
                    place.end = range_place.end;
                    range = Some((ends, self.place(range_place)));
                }
                Ok((TypeText { range, ..self.bare(base, place.clone()) }, place))
            }
            _ => self.unread(&inner),
        }
    }

    fn bare(&self, base: TypeBase, place: Range<usize>) -> TypeText {
        TypeText { base, range: None, optional: false, default: None, span: self.place(place) }
    }
}
