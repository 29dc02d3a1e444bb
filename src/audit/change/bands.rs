//! Changes of tables of bands: borders moved by one, lines that take each other's choices.
//!
//! A border lies between two bands: both of its ends are moved, as a single one would leave a gap or an overlap that the
//! check finds by itself. Start with [`borders`].

use super::lines::exchanged;
use super::literals::neighbour;
use super::walk::{Context, single_name};
use super::{Kind, Patch, Proposal, Shown};
use crate::syntax::ast::{BandRange, Bands, Expression, Term};
use crate::value::Rational;

/// All changes of the borders of a table.
pub(super) fn borders(table: &Bands, context: &Context<'_>) -> Vec<Proposal<Bands>> {
    let ends = ends(table);
    let mut found = Vec::new();
    let is_met = |end: &End<'_>| ends.iter().any(|other| end.meets(other));
    for (place, end) in ends.iter().enumerate() {
        match ends.iter().find(|other| end.meets(other)) {
            // A border is looked at from below.
            Some(above) if end.is_upper => {
                for up in [true, false] {
                    found.extend(moved(table, &[(end, up), (above, up)], context));
                }
            }
            Some(_) => {}
            None => {
                // Of a single value that meets no other one end is enough.
                let mut before = ends[..place].iter();
                let is_twin =
                    before.any(|other| other.is_exact && other.place() == end.place() && !is_met(other));
                for up in [true, false].into_iter().filter(|_| !is_twin) {
                    found.extend(moved(table, &[(end, up)], context));
                }
            }
        }
    }
    found.extend(choices(table, context));
    found
}

/// An end of a range.
struct End<'a> {
    band: usize,
    range: usize,
    literal: &'a Expression,
    /// Where it stands on the axis.
    size: Rational,
    is_upper: bool,
    /// Whether the value itself belongs to the range.
    inclusive: bool,
    /// Whether the range is this value alone.
    is_exact: bool,
}

impl End<'_> {
    fn place(&self) -> (usize, usize) {
        (self.band, self.range)
    }

    /// Whether one of the two is the upper end of a range, the other the lower end of the range that begins behind it.
    fn meets(&self, other: &Self) -> bool {
        let (low, high) = if self.is_upper { (self, other) } else { (other, self) };
        if self.is_upper == other.is_upper || self.place() == other.place() {
            return false;
        }
        let apart = high.size.subtract(&low.size);
        let whole = matches!(low.literal.term, Term::Integer(_) | Term::Date(_));
        match (low.inclusive, high.inclusive) {
            (true, true) => whole && apart == Ok(Rational::ONE),
            (true, false) | (false, true) => apart == Ok(Rational::ZERO),
            (false, false) => false,
        }
    }
}

fn ends(table: &Bands) -> Vec<End<'_>> {
    let mut ends = Vec::new();
    for (band, line) in table.bands.iter().enumerate() {
        for (range, one) in line.ranges.iter().flatten().enumerate() {
            let sides: Vec<(&Expression, bool, bool)> = match one {
                BandRange::Between(low, high) => vec![(low, false, true), (high, true, true)],
                BandRange::AtLeast(low) => vec![(low, false, true)],
                BandRange::AtMost(high) => vec![(high, true, true)],
                BandRange::Above(low) => vec![(low, false, false)],
                BandRange::Below(high) => vec![(high, true, false)],
                BandRange::Exactly(only) => vec![(only, false, true), (only, true, true)],
            };
            let is_exact = matches!(one, BandRange::Exactly(_));
            for (literal, is_upper, inclusive) in sides {
                if let Some(size) = size(&literal.term) {
                    ends.push(End { band, range, literal, size, is_upper, inclusive, is_exact });
                }
            }
        }
    }
    ends
}

fn size(term: &Term) -> Option<Rational> {
    match term {
        Term::Integer(value) => Some((*value).into()),
        Term::Number(value) | Term::Duration(value) => Some(*value),
        Term::Date(day) => Some(day.0.into()),
        Term::Text(_)
        | Term::Flag(_)
        | Term::Path(_)
        | Term::Unary(..)
        | Term::Binary(..)
        | Term::In(..)
        | Term::If { .. }
        | Term::Else(..)
        | Term::Call(_) => None,
    }
}

/// The table with some ends moved by one. `None` where a band would be empty, or the ends would no longer meet.
fn moved(table: &Bands, ends: &[(&End<'_>, bool)], context: &Context<'_>) -> Option<Proposal<Bands>> {
    let mut new = table.clone();
    let (mut patches, mut words) = (Vec::new(), Vec::new());
    for (end, up) in ends {
        let written = context.text(end.literal.span);
        let (term, text) = neighbour(&end.literal.term, written, *up)?;
        let literal = Expression { term, span: end.literal.span };
        let range = new.bands.get_mut(end.band)?.ranges.as_mut()?.get_mut(end.range)?;
        words.push(format!("`{text}` for `{written}`"));
        let text = if end.is_exact && end.is_upper == *up {
            // A single value takes in its neighbour.
            let old = end.literal.clone();
            let (low, high) = if *up { (old, literal) } else { (literal, old) };
            *range = BandRange::Between(low, high);
            if *up { format!("{written} to {text}") } else { format!("{text} to {written}") }
        } else if end.is_exact && ends.len() > 1 {
            return None;
        } else {
            place_end(range, end, literal)?;
            text
        };
        patches.push(Patch::new(end.literal.span, text));
    }
    let first = ends.first()?.0;
    let kept = ends.len() == 1 || {
        let after = self::ends(&new);
        let find = |end: &End<'_>| {
            after.iter().find(|other| other.place() == end.place() && other.is_upper == end.is_upper)
        };
        ends.iter()
            .filter_map(|(end, _)| find(end))
            .collect::<Vec<_>>()
            .windows(2)
            .all(|two| two[0].meets(two[1]))
    };
    kept.then(|| Proposal {
        kind: Kind::Edge,
        title: words.join(", "),
        at: first.literal.span,
        shown: Shown::Text(patches),
        node: new,
    })
}

/// Puts a literal in the place of an end; `None` where nothing would be left of the range.
fn place_end(range: &mut BandRange, end: &End<'_>, literal: Expression) -> Option<()> {
    *range = match std::mem::replace(range, BandRange::Exactly(literal.clone())) {
        BandRange::Between(low, high) => {
            let (low, high) = if end.is_upper { (low, literal) } else { (literal, high) };
            if size(&low.term)? > size(&high.term)? {
                return None;
            }
            BandRange::Between(low, high)
        }
        BandRange::AtLeast(_) => BandRange::AtLeast(literal),
        BandRange::AtMost(_) => BandRange::AtMost(literal),
        BandRange::Above(_) => BandRange::Above(literal),
        BandRange::Below(_) => BandRange::Below(literal),
        BandRange::Exactly(_) => BandRange::Exactly(literal),
    };
    Some(())
}

/// Two neighbouring lines over choices, each taking what the other took.
fn choices(table: &Bands, context: &Context<'_>) -> Vec<Proposal<Bands>> {
    let is_choices = |ranges: &Vec<BandRange>| {
        ranges
            .iter()
            .all(|range| matches!(range, BandRange::Exactly(only) if single_name(&only.term).is_some()))
    };
    let mut found = Vec::new();
    for place in 1..table.bands.len() {
        let (one, other) = (&table.bands[place - 1], &table.bands[place]);
        let (Some(first), Some(second)) = (&one.ranges, &other.ranges) else { continue };
        if !is_choices(first) || !is_choices(second) {
            continue;
        }
        let mut new = table.clone();
        new.bands[place - 1].ranges = Some(second.clone());
        new.bands[place].ranges = Some(first.clone());
        found.push(Proposal {
            kind: Kind::Lines,
            title: "the line and the next one take each other's choices".to_owned(),
            at: one.range_span,
            shown: exchanged(one.range_span, other.range_span, context),
            node: new,
        });
    }
    found
}
