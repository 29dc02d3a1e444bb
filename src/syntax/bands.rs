//! Bands: a head line and a range a line.

use super::ast::{Band, BandRange, Bands, Expression, Name};
use super::grammar::Rule;
use super::limits::ENOUGH;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next};
use super::script::Script;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::Span;
use pest::iterators::Pair;
use std::ops::Range;

/// The head line.
struct Head {
    subject: Expression,
    columns: Vec<Name>,
    cites: Vec<Name>,
    span: Span,
}

/// The head and every line; `None` when any of them has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Bands> {
    let lines = cut(script, Cut::Bands);
    let (first, rest) = lines.split_first()?;
    let head = piece::part(script, first, Rule::whole_bands_head, complaints, Piece::head);
    if rest.is_empty() && head.is_some() {
        complaints.push(
            Diagnostic::new(Code::Syntax, "a table of bands without a line")
                .at(script.text.span(first.clone()), "")
                .help("write a line for each band: `10 or more -> 3`"),
        );
        return None;
    }
    let bands = piece::each(script, rest, Rule::whole_band, complaints, Piece::band);
    let (head, bands) = (head?, bands?);
    let wide = head.columns.len().max(1);
    let wrong: Vec<&Band> = bands.iter().filter(|band| band.values.len() != wide).take(ENOUGH).collect();
    for band in &wrong {
        complaints.push(wrong_width(band, wide, head.span));
    }
    if !wrong.is_empty() {
        return None;
    }
    Some(Bands { subject: head.subject, columns: head.columns, bands, cites: head.cites, span: head.span })
}

fn wrong_width(band: &Band, wide: usize, head: Span) -> Diagnostic {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    let values = band
        .values
        .first()
        .map_or(band.span, |first| band.values.last().map_or(first.span, |last| first.span.to(last.span)));
    let message =
        format!("{} where the head line has {}", count(band.values.len(), "value"), count(wide, "column"));
    let help = if wide == 1 {
        "name the columns after the arrow of the head line, or write one value a line (a decimal has a point: `0.5`)"
    } else {
        "write one value for each column, with commas between them"
    };
    Diagnostic::new(Code::Syntax, message).at(values, "").at(head, "the head line").help(help)
}

impl Piece<'_, '_> {
    fn head(&self, pair: Pair<'_, Rule>) -> Built<Head> {
        let start = self.range(&pair).start;
        let mut parts = pair.into_inner();
        let _ = next(&mut parts);
        let subject = self.expression(next(&mut parts))?;
        let mut end = subject.range.end;
        let mut columns = Vec::new();
        let mut part = next(&mut parts);
        if part.as_rule() == Rule::columns {
            for label in part.into_inner().filter(|part| part.as_rule() == Rule::label) {
                end = self.range(&label).end;
                columns.push(self.name(&label)?);
            }
            part = next(&mut parts);
        }
        let span = self.place(start..end);
        Ok(Head { subject: subject.expression, columns, cites: self.cites(part)?, span })
    }

    fn band(&self, pair: Pair<'_, Rule>) -> Built<Band> {
        let mut parts = pair.into_inner();
        let head = next(&mut parts);
        let mut head_range = self.range(&head);
        let ranges = if head.as_rule() == Rule::ranges {
            let mut ranges = Vec::new();
            for part in head.into_inner().filter(|part| part.as_rule() == Rule::band_range) {
                let (range, place) = self.band_range(part)?;
                head_range.end = place.end;
                ranges.push(range);
            }
            Some(ranges)
        } else {
            None
        };
        let _ = next(&mut parts);
        let mut end = head_range.end;
        let mut values = Vec::new();
        for value in next(&mut parts).into_inner().filter(|part| part.as_rule() == Rule::expression) {
            let node = self.expression(value)?;
            end = node.range.end;
            values.push(node.expression);
        }
        Ok(Band {
            ranges,
            values,
            cites: self.cites(next(&mut parts))?,
            span: self.place(head_range.start..end),
            range_span: self.place(head_range),
        })
    }

    /// `band_range` or `type_range`, and its place in the decoded text.
    pub(super) fn band_range(&self, pair: Pair<'_, Rule>) -> Built<(BandRange, Range<usize>)> {
        let mut parts = pair.into_inner();
        let first = next(&mut parts);
        let mut place = self.range(&first);
        let first_rule = first.as_rule();
        if matches!(first_rule, Rule::above | Rule::below) {
            let (end, range) = self.last_end(first)?;
            place.end = range.end;
            let range = if first_rule == Rule::above { BandRange::Above(end) } else { BandRange::Below(end) };
            return Ok((range, place));
        }
        place.end = self.end_range(&first).end;
        let low = self.end(first)?;
        let Some(tail) = parts.next() else { return Ok((BandRange::Exactly(low), place)) };
        let range = match tail.as_rule() {
            Rule::up_to => {
                let (high, range) = self.last_end(tail)?;
                place.end = range.end;
                BandRange::Between(low, high)
            }
            Rule::or_more => {
                place.end = self.range(&tail).end;
                BandRange::AtLeast(low)
            }
            Rule::or_less => {
                place.end = self.range(&tail).end;
                BandRange::AtMost(low)
            }
            _ => return self.unread(&tail),
        };
        Ok((range, place))
    }

    /// The `end` after `to`, `above` or `below`.
    fn last_end(&self, pair: Pair<'_, Rule>) -> Built<(Expression, Range<usize>)> {
        let mut parts = pair.into_inner();
        let _ = next(&mut parts);
        let end = next(&mut parts);
        let range = self.end_range(&end);
        Ok((self.end(end)?, range))
    }

    /// The place of an `end`, taken from its tokens.
    fn end_range(&self, pair: &Pair<'_, Rule>) -> Range<usize> {
        let start = self.range(pair).start;
        let end = pair.clone().into_inner().last().map_or(start, |part| self.range(&part).end);
        start..end
    }
}
