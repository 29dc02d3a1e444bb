//! Tables of bands: every value is taken, and by one band only.
//!
//! Comes in: a table and what its subject can be. Goes out: complaints about values that no band takes (R0501), values
//! that two bands take (R0502), and bands that no value reaches (R0503), each with a value as witness.
//! Whole numbers touch where nothing whole lies between them; fractions do not. It must never compute a band's
//! result. Start with [`prove`].

use super::ranges::Analysis;
use super::ranges::region::{Region, compare_high, compare_low, is_empty, meet};
use super::ranges::set::{Set, TextSet};
use super::ranges::words;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::expression::{BandLine, BandTable, Taken};
use crate::source::Span;
use crate::value::{Interval, Kind, Symbol, Symbols};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// So many overlaps of one table are shown.
const SHOWN: usize = 8;

/// A table and what is said about it.
struct Table<'t> {
    bands: &'t [BandLine],
    /// The subject as written, and its place.
    subject: (String, Span),
    kind: &'t Kind,
    symbols: &'t Symbols,
}

/// Proves gaps and overlaps of a table whose subject can be `subject`.
pub(super) fn prove(analysis: &Analysis, table: &BandTable, subject: &Set, complaints: &mut Complaints) {
    let proof = Table::new(analysis, table);
    match subject {
        Set::Numbers(region) => {
            proof.number_overlaps(region, complaints);
            if !proof.has_otherwise() {
                proof.number_gaps(region, complaints);
            }
        }
        Set::Texts(texts) => {
            proof.text_overlaps(texts, complaints);
            if !proof.has_otherwise() {
                proof.text_gaps(texts, complaints);
            }
        }
        // Nothing to take, or complained about already.
        Set::Nothing | Set::Flags { .. } | Set::Anything => {}
    }
}

/// Finds the bands that take nothing of what the subject can be.
pub(super) fn find_unreached(
    analysis: &Analysis,
    table: &BandTable,
    subject: &Set,
    complaints: &mut Complaints,
) {
    if matches!(subject, Set::Nothing | Set::Anything | Set::Flags { .. }) {
        return;
    }
    let proof = Table::new(analysis, table);
    for (place, band) in table.bands.iter().enumerate() {
        if !super::ranges::taken(table, place, subject).is_nothing() {
            continue;
        }
        let (name, at) = (&proof.subject.0, band.range_at);
        let can_be = format!("`{name}` can be {}", words::set(subject, proof.kind, proof.symbols));
        let complaint = match &band.taken {
            Taken::Otherwise => Diagnostic::new(
                Code::BandUnreachable,
                "`otherwise` takes nothing: the other bands take every value",
            )
            .at(at, "never reached")
            .note(can_be)
            .help("leave the line out"),
            Taken::Ranges(ranges) if ranges.iter().all(is_empty) => {
                Diagnostic::new(Code::BandUnreachable, "no value lies in this band")
                    .at(at, "it ends before it begins")
                    .help("the lower end comes first: `3 to 5`")
            }
            Taken::Ranges(_) | Taken::Choices(_) => {
                Diagnostic::new(Code::BandUnreachable, format!("`{name}` never comes to this band"))
                    .at(at, "never reached")
                    .note(can_be)
                    .help("leave the line out, or widen the range of what it is cut over")
            }
        };
        complaints.push(complaint);
    }
}

/// One range of one band, cut down to what the subject can be.
#[derive(Clone, Copy)]
struct Piece {
    range: Interval,
    line: usize,
}

impl<'t> Table<'t> {
    fn new(analysis: &'t Analysis, table: &'t BandTable) -> Self {
        let written =
            analysis.sources.slice(table.subject.at).split_whitespace().collect::<Vec<_>>().join(" ");
        let name = if written.is_empty() { "the value".to_owned() } else { written };
        let kind = &super::satisfy::unwiden(&table.subject).ty.kind;
        let symbols = &analysis.ruleset.symbols;
        Self { bands: &table.bands, subject: (name, table.subject.at), kind, symbols }
    }

    fn has_otherwise(&self) -> bool {
        self.bands.iter().any(|band| matches!(band.taken, Taken::Otherwise))
    }

    /// The ranges of all bands, from the lowest to the highest.
    fn pieces(&self, subject: &Region) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (line, band) in self.bands.iter().enumerate() {
            if let Taken::Ranges(ranges) = &band.taken {
                let taken = subject.intersect(&Region::new(ranges.iter().copied(), false));
                pieces.extend(taken.pieces().iter().map(|range| Piece { range: *range, line }));
            }
        }
        pieces.sort_by(|left, right| {
            compare_low(left.range.low, right.range.low).then(left.line.cmp(&right.line))
        });
        pieces
    }

    fn number_overlaps(&self, subject: &Region, complaints: &mut Complaints) {
        let mut twice: BTreeMap<(usize, usize), Vec<Interval>> = BTreeMap::new();
        let mut furthest: Option<Piece> = None;
        for piece in self.pieces(subject) {
            let Some(before) = furthest else {
                furthest = Some(piece);
                continue;
            };
            let both = meet(&before.range, &piece.range);
            if !is_empty(&both) && before.line != piece.line {
                let pair = (before.line.min(piece.line), before.line.max(piece.line));
                twice.entry(pair).or_default().push(both);
            }
            if compare_high(before.range.high, piece.range.high) == Ordering::Less {
                furthest = Some(piece);
            }
        }
        for ((first, second), pieces) in twice.into_iter().take(SHOWN) {
            let region = Region::new(pieces, subject.whole());
            let witness = region.sample().map(|at| words::number(at, self.kind));
            self.overlap(first, second, &words::region(&region, self.kind), witness, complaints);
        }
    }

    fn overlap(
        &self,
        first: usize,
        second: usize,
        what: &str,
        witness: Option<String>,
        complaints: &mut Complaints,
    ) {
        let mut complaint = Diagnostic::new(Code::BandOverlap, format!("two bands take {what}"))
            .at(self.bands[second].range_at, "this band takes it as well")
            .at(self.bands[first].range_at, "already taken here")
            .help("each value belongs to one band: let one begin where the other ends");
        if let Some(witness) = witness {
            complaint = complaint.note(format!("for instance `{} = {witness}`", self.subject.0));
        }
        complaints.push(complaint);
    }

    fn number_gaps(&self, subject: &Region, complaints: &mut Complaints) {
        let taken: Vec<Interval> = self
            .bands
            .iter()
            .flat_map(|band| match &band.taken {
                Taken::Ranges(ranges) => ranges.as_slice(),
                Taken::Choices(_) | Taken::Otherwise => &[],
            })
            .copied()
            .collect();
        let gaps = subject.without(&taken);
        let Some(witness) = gaps.sample() else {
            return;
        };
        let missing = words::region(&gaps, self.kind);
        let pieces = self.pieces(subject);
        let mut neighbours = BTreeSet::new();
        for gap in gaps.pieces() {
            let below =
                pieces.iter().filter(|piece| compare_high(piece.range.high, gap.high) == Ordering::Less);
            let below = below.max_by(|left, right| compare_high(left.range.high, right.range.high));
            let above =
                pieces.iter().find(|piece| compare_low(piece.range.low, gap.low) == Ordering::Greater);
            neighbours.extend(below.into_iter().chain(above).map(|piece| piece.line));
        }
        let line = gaps.pieces().iter().find_map(as_band).map(|band| words::interval(&band, self.kind));
        let help = match line {
            Some(line) => format!("add a line such as `{line} -> …`, or a last line `otherwise -> …`"),
            None => "move the end of a band with `above` or `below`, or add a last line `otherwise -> …`"
                .to_owned(),
        };
        let subject = words::region(subject, self.kind);
        let mut complaint = self.gap(&missing, &subject);
        for line in neighbours.into_iter().take(SHOWN) {
            complaint = complaint.at(self.bands[line].range_at, self.reach(line));
        }
        complaints.push(
            complaint
                .note(format!("for instance `{} = {}`", self.subject.0, words::number(witness, self.kind)))
                .help(help),
        );
    }

    fn gap(&self, missing: &str, subject: &str) -> Diagnostic {
        Diagnostic::new(Code::BandGap, format!("no band takes {missing}"))
            .at(self.subject.1, format!("can be {subject}"))
    }

    fn reach(&self, line: usize) -> String {
        let Taken::Ranges(ranges) = &self.bands[line].taken else {
            return String::new();
        };
        format!("takes {}", words::region(&Region::new(ranges.iter().copied(), false), self.kind))
    }

    fn text_overlaps(&self, texts: &TextSet, complaints: &mut Complaints) {
        let mut first: BTreeMap<Symbol, usize> = BTreeMap::new();
        let mut twice: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
        for (line, band) in self.bands.iter().enumerate() {
            let Taken::Choices(choices) = &band.taken else {
                continue;
            };
            for choice in choices.iter().filter(|choice| texts.contains(**choice)) {
                let before = *first.entry(*choice).or_insert(line);
                if before != line {
                    twice.entry((before, line)).or_default().push(self.quoted(*choice));
                }
            }
        }
        for ((before, line), names) in twice.into_iter().take(SHOWN) {
            self.overlap(before, line, &words::listed(&names), None, complaints);
        }
    }

    fn text_gaps(&self, texts: &TextSet, complaints: &mut Complaints) {
        let taken = self.bands.iter().flat_map(|band| match &band.taken {
            Taken::Choices(choices) => choices.as_slice(),
            Taken::Ranges(_) | Taken::Otherwise => &[],
        });
        let missing = match texts.intersect(&TextSet::Except(taken.copied().collect())) {
            // In the order in which the type lists them.
            TextSet::Only(missing) => {
                let names: Vec<String> =
                    self.in_order(&missing).into_iter().map(|choice| self.quoted(choice)).collect();
                if names.is_empty() {
                    return;
                }
                words::listed(&names)
            }
            TextSet::Except(_) => "any other text".to_owned(),
        };
        let subject = words::set(&Set::Texts(texts.clone()), self.kind, self.symbols);
        complaints.push(
            self.gap(&missing, &subject)
                .help("add a line for what is missing, or a last line `otherwise -> …`"),
        );
    }

    fn in_order(&self, missing: &BTreeSet<Symbol>) -> Vec<Symbol> {
        match self.kind {
            Kind::Choice(choices) => {
                choices.iter().copied().filter(|choice| missing.contains(choice)).collect()
            }
            _ => missing.iter().copied().collect(),
        }
    }

    fn quoted(&self, choice: Symbol) -> String {
        format!("`{}`", self.symbols.text(choice))
    }
}

/// The interval, if the language can write it as one range of a band.
fn as_band(gap: &Interval) -> Option<Interval> {
    let closed = |bound: Option<crate::value::Bound>| bound.is_some_and(|bound| bound.inclusive);
    let one_end = gap.low.is_none() != gap.high.is_none();
    (one_end || closed(gap.low) && closed(gap.high)).then_some(*gap)
}
