//! The search table of bands: from a value to the line that takes it.
//!
//! The axis is cut where ranges begin and end; each piece belongs to the first line that takes it.
//! It must never know the values of the lines. Start with [`Lookup::new`].

use super::batch::{Lane, View};
use crate::ruleset::expression::{BandTable, Taken};
use crate::value::{Interval, Rational, Symbol};

/// No line.
pub(super) const NONE: u32 = u32::MAX;
/// Tables over so many integers are dense.
const DENSE: i128 = 4096;

/// From a value to a line.
#[derive(Debug)]
pub(super) struct Lookup {
    whole: Pieces<i128>,
    dense: Option<Dense>,
    numbers: Pieces<Cut>,
    /// By the number of the symbol.
    symbols: Vec<u32>,
    otherwise: u32,
}

/// The line of every integer from `first` on; below and above these the ends of the axis.
#[derive(Debug)]
struct Dense {
    first: i64,
    lines: Vec<u32>,
}

/// The axis cut at `cuts`; piece `i` ends before cut `i`.
#[derive(Debug)]
struct Pieces<T> {
    cuts: Vec<T>,
    lines: Vec<u32>,
}

/// A place on the axis of numbers: just before a number, or just after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    at: Rational,
    after: bool,
}

impl Lookup {
    /// Cuts the axis.
    pub(super) fn new(table: &BandTable) -> Self {
        let mut otherwise = NONE;
        let mut symbols: Vec<u32> = Vec::new();
        let mut ranges = Vec::new();
        for (line, band) in (0_u32..).zip(&table.bands) {
            // What stands after `otherwise` takes nothing.
            if otherwise != NONE {
                break;
            }
            match &band.taken {
                Taken::Ranges(intervals) => ranges.extend(intervals.iter().map(|range| (*range, line))),
                Taken::Choices(choices) => {
                    for choice in choices {
                        let place = choice.0 as usize;
                        symbols.resize(symbols.len().max(place + 1), NONE);
                        symbols[place] = symbols[place].min(line);
                    }
                }
                Taken::Otherwise => otherwise = line,
            }
        }
        let whole = Pieces::new(&ranges, otherwise, whole_ends);
        let numbers = Pieces::new(&ranges, otherwise, cut_ends);
        let dense = Dense::new(&whole);
        Self { whole, dense, numbers, symbols, otherwise }
    }

    /// The line that takes whatever the others leave.
    pub(super) fn otherwise(&self) -> u32 {
        self.otherwise
    }

    /// The line of each integer.
    pub(super) fn integers(&self, lane: &Lane<'_, i64>, len: usize, out: &mut Vec<u32>) {
        match &self.dense {
            Some(dense) => find(lane, len, out, |value| dense.line(value)),
            None => find(lane, len, out, |value| self.whole.line(&i128::from(value))),
        }
    }

    /// The line of each number.
    pub(super) fn numbers(&self, lane: &Lane<'_, Rational>, len: usize, out: &mut Vec<u32>) {
        // A number lies after the cut before it and before the cut after it.
        find(lane, len, out, |at| self.numbers.line(&Cut { at, after: false }));
    }

    /// The line of each choice or text.
    pub(super) fn symbols(&self, lane: &Lane<'_, Symbol>, len: usize, out: &mut Vec<u32>) {
        find(lane, len, out, |symbol| match self.symbols.get(symbol.0 as usize) {
            Some(&line) if line != NONE => line,
            _ => self.otherwise,
        });
    }
}

fn find<T: Copy>(lane: &Lane<'_, T>, len: usize, out: &mut Vec<u32>, line: impl Fn(T) -> u32) {
    match lane.view() {
        View::Same(value) => out.resize(len, line(value)),
        View::Each(values) => out.extend(values.iter().map(|&value| line(value))),
    }
}

impl Dense {
    /// A dense table, if the cuts lie close together: one entry below the first cut, one for each integer from the
    /// first cut to the last, which stands for everything above.
    fn new(pieces: &Pieces<i128>) -> Option<Self> {
        let (first, last) = (*pieces.cuts.first()?, *pieces.cuts.last()?);
        if last - first > DENSE {
            return None;
        }
        let lines = (first - 1..=last).map(|value| pieces.line(&value)).collect();
        Some(Self { first: i64::try_from(first - 1).ok()?, lines })
    }

    fn line(&self, value: i64) -> u32 {
        let place = value.saturating_sub(self.first).max(0).unsigned_abs();
        let place = usize::try_from(place).unwrap_or(usize::MAX).min(self.lines.len() - 1);
        self.lines[place]
    }
}

impl<T: Copy + Ord> Pieces<T> {
    /// `ends` gives where a range begins and where it is over; `None` for an end of the axis.
    fn new(
        ranges: &[(Interval, u32)],
        otherwise: u32,
        ends: impl Fn(&Interval) -> (Option<T>, Option<T>),
    ) -> Self {
        let spans: Vec<_> = ranges.iter().map(|(range, line)| (ends(range), *line)).collect();
        let mut cuts: Vec<T> = spans.iter().flat_map(|((low, high), _)| [*low, *high]).flatten().collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut pieces = Self { lines: vec![otherwise; cuts.len() + 1], cuts };
        // The first line is painted last, so that it stays where two take the same.
        for ((low, high), line) in spans.into_iter().rev() {
            let start = low.map_or(0, |low| pieces.piece(&low));
            let end = high.map_or(pieces.lines.len(), |high| pieces.piece(&high));
            if start < end {
                pieces.lines[start..end].fill(line);
            }
        }
        pieces
    }

    fn piece(&self, at: &T) -> usize {
        self.cuts.partition_point(|cut| cut <= at)
    }

    fn line(&self, at: &T) -> u32 {
        self.lines[self.piece(at)]
    }
}

/// The first integer inside, and the first one past the end.
fn whole_ends(range: &Interval) -> (Option<i128>, Option<i128>) {
    let low = range.low.map(|bound| {
        let first = bound.at.ceil();
        let shut_out = !bound.inclusive && first == bound.at;
        clamp(&first) + i128::from(shut_out)
    });
    let high = range.high.map(|bound| {
        let last = bound.at.floor();
        let shut_out = !bound.inclusive && last == bound.at;
        clamp(&last) + i128::from(!shut_out)
    });
    (low, high)
}

/// Far outside of all 64-bit integers one place is like another.
fn clamp(number: &Rational) -> i128 {
    number.numerator().clamp(i128::from(i64::MIN) - 2, i128::from(i64::MAX) + 2)
}

fn cut_ends(range: &Interval) -> (Option<Cut>, Option<Cut>) {
    let low = range.low.map(|bound| Cut { at: bound.at, after: !bound.inclusive });
    let high = range.high.map(|bound| Cut { at: bound.at, after: bound.inclusive });
    (low, high)
}
