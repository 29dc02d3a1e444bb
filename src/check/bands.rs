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
use crate::syntax::is_plain_name;
use crate::value::{Interval, Kind, Rational, Symbol, Symbols};
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
            let what = words::region(&region, self.kind);
            let witness = region.sample().map(|at| words::number(at, self.kind));
            let witness = witness.filter(|witness| *witness != what);
            let help = if region.only().is_some() && !subject.whole() {
                "each value belongs to one band: let one of the two stop short of it, with `above` or `below`"
            } else {
                "each value belongs to one band: let the one begin after the other ends"
            };
            complaints.push(self.overlap(first, second, &what, witness).help(help));
        }
    }

    fn overlap(&self, first: usize, second: usize, what: &str, witness: Option<String>) -> Diagnostic {
        let complaint = Diagnostic::new(Code::BandOverlap, format!("two bands take {what}"))
            .at(self.bands[second].range_at, "this band takes it as well")
            .at(self.bands[first].range_at, "already taken here");
        match witness {
            Some(witness) => complaint.note(format!("for instance `{} = {witness}`", self.subject.0)),
            None => complaint,
        }
    }

    /// Without the pieces that no integer reaches: integers have 64 bits.
    fn writable(&self, gaps: &Region) -> Region {
        if *self.kind != Kind::Integer {
            return gaps.clone();
        }
        let all = Interval::closed(Rational::from(i64::MIN), Rational::from(i64::MAX));
        let reached = gaps.pieces().iter().filter(|piece| !is_empty(&meet(piece, &all))).copied();
        Region::new(reached, gaps.whole())
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
        let gaps = self.writable(&subject.without(&taken));
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
        let bands = gaps.pieces().iter().filter_map(as_band).take(SHOWN);
        let ranges: Vec<String> = bands.map(|band| words::interval(&band, self.kind)).collect();
        let help = if ranges.is_empty() {
            let values = self.values();
            format!(
                "move the end of a band with `above` or `below`, or add a last line `otherwise -> {values}`"
            )
        } else {
            self.add_a_line(&ranges.join(", "))
        };
        let subject = words::region(subject, self.kind);
        let mut complaint = self.gap(&missing, &subject);
        for line in neighbours.into_iter().take(SHOWN) {
            complaint = complaint.at(self.bands[line].range_at, self.reach(line));
        }
        let witness = words::number(witness, self.kind);
        if witness != missing {
            complaint = complaint.note(format!("for instance `{} = {witness}`", self.subject.0));
        }
        complaints.push(complaint.help(help));
    }

    fn add_a_line(&self, taken: &str) -> String {
        let values = self.values();
        format!("add a line such as `{taken} -> {values}`, or a last line `otherwise -> {values}`")
    }

    /// Stands for the values of a line: one, or one for each seat.
    fn values(&self) -> String {
        let columns = self.bands.first().map_or(1, |band| band.values.len());
        vec!["…"; columns].join(", ")
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
            complaints.push(
                self.overlap(before, line, &words::listed(&names), None)
                    .help("each choice belongs to one band: take it out of one of the two"),
            );
        }
    }

    fn text_gaps(&self, texts: &TextSet, complaints: &mut Complaints) {
        let taken = self.bands.iter().flat_map(|band| match &band.taken {
            Taken::Choices(choices) => choices.as_slice(),
            Taken::Ranges(_) | Taken::Otherwise => &[],
        });
        let (missing, help) = match texts.intersect(&TextSet::Except(taken.copied().collect())) {
            TextSet::Only(missing) if missing.is_empty() => return,
            // In the order in which the type lists them.
            TextSet::Only(missing) => {
                let missing = self.in_order(&missing);
                let quoted: Vec<String> = missing.iter().map(|choice| self.quoted(*choice)).collect();
                let names: Vec<String> =
                    missing.iter().take(SHOWN).map(|choice| self.written(*choice)).collect();
                (words::listed(&quoted), self.add_a_line(&names.join(", ")))
            }
            missing @ TextSet::Except(_) => (
                words::set(&Set::Texts(missing), self.kind, self.symbols),
                format!("add a last line `otherwise -> {}`", self.values()),
            ),
        };
        let subject = words::set(&Set::Texts(texts.clone()), self.kind, self.symbols);
        complaints.push(self.gap(&missing, &subject).help(help));
    }

    fn in_order(&self, missing: &BTreeSet<Symbol>) -> Vec<Symbol> {
        match self.kind {
            Kind::Choice(choices) => {
                choices.iter().copied().filter(|choice| missing.contains(choice)).collect()
            }
            _ => missing.iter().copied().collect(),
        }
    }

    /// A choice as a line of the table can have it.
    fn written(&self, choice: Symbol) -> String {
        let text = self.symbols.text(choice);
        if is_plain_name(text) { text.to_owned() } else { format!("\"{text}\"") }
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
