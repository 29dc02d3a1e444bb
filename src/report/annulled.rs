//! Games and matches that do not count although no condition of the format says so: the arbiter annulled them, or they are
//! over a limit of their phase.
//!
//! Comes in: a [`View`]. Goes out: one after the other, with words and what is behind them. It must never know a shape.
//! Start with [`all`].

use super::agreed;
use super::event::by;
use super::fields::{Fields, id, number, text, texts};
use super::view::{RowName, View};
use crate::engine::{Excess, OverLimit, VerdictHit};
use crate::log::{Act, Deed, Games};
use crate::ruleset::{ClauseId, SheetKind, VerdictKind};
use crate::sheet::RecordPlace;
use std::io::{self, Write};

/// Something that does not count.
pub struct Annulled<'a> {
    /// What it is.
    pub name: RowName,
    /// Why it does not count.
    pub words: String,
    /// Where the log says so.
    pub place: Option<RecordPlace>,
    /// The clauses that say so.
    pub clauses: Vec<ClauseId>,
    cause: Cause<'a>,
}

enum Cause<'a> {
    /// An act of the log, by its place.
    Act(usize),
    Over(&'a OverLimit),
    /// A dispute, by its place.
    Dispute(usize),
}

/// Everything that does not count for such a reason: first what is over a limit, then what acts annul.
pub fn all<'v, 'a>(view: &'v View<'a>) -> impl Iterator<Item = Annulled<'a>> + 'v {
    let outcome = view.subject.outcome;
    let over = outcome.over.iter().map(|over| over_limit(view, over));
    let acts = outcome.acts.iter().enumerate().filter_map(|(place, act)| match &act.what {
        Deed::Void { games } => annulled_by(view, (place, act), games),
        Deed::Withdrawal { .. }
        | Deed::Winner { .. }
        | Deed::Order { .. }
        | Deed::Pools { .. }
        | Deed::Seed(_)
        | Deed::Correction { .. }
        | Deed::Report { .. }
        | Deed::Confirmation { .. }
        | Deed::Close { .. } => None,
    });
    over.chain(acts).chain(disputed(view))
}

fn disputed<'a>(view: &View<'a>) -> impl Iterator<Item = Annulled<'a>> + use<'a> {
    let log = view.log();
    let results = log.recorded.results();
    let (disputes, open) = (results.disputes(), results.open_disputes());
    let open = disputes.iter().enumerate().filter(|(_, dispute)| open.contains(dispute));
    let all: Vec<Annulled<'a>> = open
        .map(|(place, dispute)| Annulled {
            name: RowName { game: Some(dispute.game as usize), ..RowName::default() },
            words: format!("in dispute: {}", agreed::words(&log, dispute)),
            place: None,
            clauses: Vec::new(),
            cause: Cause::Dispute(place),
        })
        .collect();
    all.into_iter()
}

/// Whether a condition says of a row that it does not count which is annulled anyway: that is said, and why.
pub fn is_said(view: &View<'_>, hit: &VerdictHit) -> bool {
    let verdict = &view.ruleset().verdicts[hit.verdict];
    let annulled = view.subject.outcome.tables.annulled(verdict.sheet);
    verdict.kind == VerdictKind::Void
        && annulled.is_some_and(|rows| rows.get(hit.row as usize).copied().unwrap_or(false))
}

fn over_limit<'a>(view: &View<'a>, over: &'a OverLimit) -> Annulled<'a> {
    let ruleset = view.ruleset();
    let phase = ruleset.phase(over.phase);
    let is_match = ruleset.sheet(over.sheet).kind == SheetKind::Match;
    let unit = if is_match { "match" } else { "game" };
    let words = over.why.iter().map(|excess| match excess {
        Excess::Matches { entrant, number, most } => format!(
            "the {} {unit} of {} in {}, which has at most {most}",
            ordinal(*number),
            view.entrant_name(*entrant as usize),
            phase.name
        ),
        Excess::Meetings { pair, earlier, most } => {
            let [one, other] = pair.map(|entrant| view.entrant_name(entrant as usize));
            let earlier = unit_id(view, is_match, *earlier as usize);
            match most {
                1 => format!("{one} and {other} have met before, in {unit} {earlier}"),
                _ => format!(
                    "{one} and {other} have met {most} times before, the last time in {unit} {earlier}"
                ),
            }
        }
    });
    Annulled {
        name: view.row_name(over.sheet, over.row as usize),
        words: words.collect::<Vec<_>>().join("; "),
        place: None,
        clauses: over.cites(ruleset),
        cause: Cause::Over(over),
    }
}

fn annulled_by<'a>(view: &View<'a>, (place, act): (usize, &Act), games: &Games) -> Option<Annulled<'a>> {
    let first = *games.rows.first()? as usize;
    let of_match = games.of_match.as_ref().and_then(|_| view.match_of_game(first));
    let name = match of_match {
        Some(row) => RowName { of_match: Some(row), ..RowName::default() },
        None => RowName { game: Some(first), ..RowName::default() },
    };
    let children = of_match.and_then(|row| Some(view.games.as_ref()?.children(row).len()));
    let what = match children {
        Some(all) if all > games.rows.len() => format!("{} of its {all} games annulled", games.rows.len()),
        Some(_) | None => "annulled".to_owned(),
    };
    let reason = act.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    Some(Annulled {
        name,
        words: format!("{what}{}{reason}", by(act)),
        place: Some(act.place),
        clauses: Vec::new(),
        cause: Cause::Act(place),
    })
}

fn unit_id(view: &View<'_>, is_match: bool, row: usize) -> String {
    if is_match { view.match_id(row) } else { view.game_id(row) }
}

impl Annulled<'_> {
    /// What is behind it, for programs.
    pub fn write_cause(&self, view: &View<'_>, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        match self.cause {
            Cause::Dispute(place) => {
                keys.key(out, "dispute")?;
                write!(out, "{}", place + 1)
            }
            Cause::Act(place) => {
                keys.key(out, "act")?;
                write!(out, "{}", place + 1)
            }
            Cause::Over(over) => {
                keys.key(out, "over")?;
                let is_match = view.ruleset().sheet(over.sheet).kind == SheetKind::Match;
                out.write_all(b"[")?;
                for (place, excess) in over.why.iter().enumerate() {
                    out.write_all(if place == 0 { b"" } else { b", " })?;
                    write_excess(view, excess, is_match, out)?;
                }
                out.write_all(b"]")
            }
        }
    }
}

fn write_excess(view: &View<'_>, excess: &Excess, is_match: bool, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    match excess {
        Excess::Matches { entrant, number: which, most } => {
            keys.key(out, "entrant")?;
            text(out, view.entrant_name(*entrant as usize))?;
            number(&mut keys, "number", *which, out)?;
            number(&mut keys, "most", *most, out)?;
        }
        Excess::Meetings { pair, earlier, most } => {
            keys.key(out, "entrants")?;
            texts(out, pair.iter().map(|entrant| view.entrant_name(*entrant as usize)))?;
            keys.key(out, "earlier")?;
            id(out, &unit_id(view, is_match, *earlier as usize))?;
            number(&mut keys, "most", *most, out)?;
        }
    }
    out.write_all(b"}")
}

/// `16th`, `21st`
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals() {
        let all = [1, 2, 3, 4, 11, 12, 13, 15, 21, 22, 101, 111, 112].map(ordinal).join(" ");
        assert_eq!(all, "1st 2nd 3rd 4th 11th 12th 13th 15th 21st 22nd 101st 111th 112th");
    }
}
