//! Limits of phases in which opponents are chosen freely: how many matches of an entrant count, and how many of a pair.
//!
//! Comes in: tables in which it is known which matches are void by the format. Goes out: those that are over a limit, and
//! why. Matches are taken in the order of the log, each where its first game stands; where a format has no matches, games
//! are; every edition by itself. One that is void takes up no room, and neither does one that is over a limit. Start with
//! [`over`].

use super::verdict::Void;
use crate::ruleset::{
    BuiltinColumn, ClauseId, Limit, LinkRole, Open, PhaseId, Ruleset, Scheme, Settings, SheetKind,
    VerdictKind,
};
use crate::sheet::{Column, ColumnId, Grouping, Index, NO_ROW, SheetId, Tables};
use crate::value::{Kind, Symbol, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A match that is over a limit of its phase; a game, where the format has no matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverLimit {
    /// The sheet of matches, or of games.
    pub sheet: SheetId,
    /// Its row.
    pub row: u32,
    /// The phase.
    pub phase: PhaseId,
    /// Which limits it is over.
    pub why: Vec<Excess>,
}

impl OverLimit {
    /// The clauses that say so: those of the limits that it is over, or else those of the phase.
    #[must_use]
    pub fn cites(&self, ruleset: &Ruleset) -> Vec<ClauseId> {
        let phase = ruleset.phase(self.phase);
        let Scheme::Open(open) = &phase.scheme else { return phase.cites.clone() };
        let mut all = Vec::new();
        for excess in &self.why {
            let limit = match excess {
                Excess::Matches { .. } => &open.most_matches,
                Excess::Meetings { .. } => &open.most_meetings,
            };
            let own = limit.as_ref().map(|limit| &limit.cites).filter(|cites| !cites.is_empty());
            all.extend(own.unwrap_or(&phase.cites));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// A limit, and who is over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// An entrant has so many matches already.
    Matches {
        /// Who.
        entrant: u32,
        /// The how-manieth match of the entrant this is.
        number: u32,
        /// So many count.
        most: u32,
    },
    /// Two have met so often already.
    Meetings {
        /// Who.
        pair: [u32; 2],
        /// The last match of the two that counts.
        earlier: u32,
        /// So many count.
        most: u32,
    },
}

/// The columns that say which matches are void by the format; nothing where no phase has limits.
pub(super) fn looked_at(ruleset: &Ruleset) -> Option<BTreeSet<ColumnId>> {
    let &(sheet, _) = ruleset.limited.first()?;
    let voids = ruleset.verdicts.iter();
    let voids = voids.filter(|verdict| verdict.kind == VerdictKind::Void && verdict.sheet == sheet);
    Some(voids.map(|verdict| verdict.condition).collect())
}

/// The matches that are over a limit, in their order.
pub(super) fn over(ruleset: &Ruleset, settings: &Settings, tables: &Tables) -> Vec<OverLimit> {
    let Some(&(sheet, _)) = ruleset.limited.first() else { return Vec::new() };
    let mut void = Void::new(ruleset, tables);
    let Some(units) = Units::new(ruleset, tables, sheet) else { return Vec::new() };
    let phases = (0..).map(PhaseId).zip(&ruleset.phases);
    let limits = phases.filter_map(|(id, phase)| match &phase.scheme {
        Scheme::Open(open) => Some((phase.symbol, (id, open))),
        Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Knockout(_) => None,
    });
    let limits: FxHashMap<Symbol, (PhaseId, &Open)> = limits.collect();
    let mut rooms: FxHashMap<(Symbol, Option<Symbol>), Room> = FxHashMap::default();
    let mut found = Vec::new();
    let mut who = Vec::new();
    for (row, void) in (0_u32..).zip(void.rows(sheet)) {
        let Some(phase) = units.phase(row).filter(|_| !void) else { continue };
        let Some(&(id, open)) = limits.get(&phase) else { continue };
        let key = (phase, units.edition(row));
        let room = rooms.entry(key).or_insert_with(|| Room::new(id, open, settings));
        units.entrants(row, &mut who);
        let why = room.excess(&who);
        if why.is_empty() {
            room.take(&who, row);
        } else {
            room.refuse(&why);
            found.push(OverLimit { sheet, row, phase: room.phase, why });
        }
    }
    found
}

/// Matches or games: of which phase they are, and who plays them.
struct Units<'a> {
    phase: &'a Column,
    /// The edition of a game, and the games of a match.
    edition: Option<(&'a Column, Option<Grouping>)>,
    sides: Grouping,
    entrants: &'a Index,
}

impl<'a> Units<'a> {
    fn new(ruleset: &Ruleset, tables: &'a Tables, sheet: SheetId) -> Option<Self> {
        let kind = match ruleset.sheet(sheet).kind {
            SheetKind::Match => SheetKind::MatchSide,
            _ => SheetKind::Side,
        };
        let sides = ruleset.sheet_of(&kind)?;
        let index = tables.link(ruleset.link_of(sides, &LinkRole::Inside(sheet))?)?;
        Some(Self {
            phase: tables.column(ruleset.builtin(sheet, BuiltinColumn::Phase)?)?,
            edition: editions(ruleset, tables, sheet),
            sides: Grouping::new(index, tables.rows(sides), tables.rows(sheet)),
            entrants: tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?,
        })
    }

    fn phase(&self, row: u32) -> Option<Symbol> {
        text(self.phase, row)
    }

    /// The edition, in a format with editions: that of the first game of a match.
    fn edition(&self, row: u32) -> Option<Symbol> {
        let (editions, games) = self.edition.as_ref()?;
        let game = match games {
            Some(games) => *games.children(row as usize).first()?,
            None => row,
        };
        text(editions, game)
    }

    fn entrants(&self, row: u32, who: &mut Vec<u32>) {
        who.clear();
        let sides = self.sides.children(row as usize).iter();
        who.extend(sides.map(|&side| self.entrants.get(side as usize)).filter(|&who| who != NO_ROW));
        who.sort_unstable();
        who.dedup();
    }
}

fn text(column: &Column, row: u32) -> Option<Symbol> {
    match column.value(row as usize, &Kind::Text) {
        Value::Text(symbol) => Some(symbol),
        Value::Integer(_)
        | Value::Number(_)
        | Value::Flag(_)
        | Value::Date(_)
        | Value::Duration(_)
        | Value::Missing => None,
    }
}

/// The editions of games, and for the sheet of matches the games of each.
fn editions<'a>(
    ruleset: &Ruleset,
    tables: &'a Tables,
    sheet: SheetId,
) -> Option<(&'a Column, Option<Grouping>)> {
    let games = ruleset.sheet_of(&SheetKind::Game)?;
    let column = tables.column(ruleset.builtin(games, BuiltinColumn::Edition)?)?;
    if sheet == games {
        return Some((column, None));
    }
    let index = tables.link(ruleset.link_of(games, &LinkRole::Inside(sheet))?)?;
    Some((column, Some(Grouping::new(index, tables.rows(games), tables.rows(sheet)))))
}

/// What of the limits of a phase is taken up.
struct Room {
    phase: PhaseId,
    most_matches: u32,
    most_meetings: u32,
    /// For each entrant how many matches count, and how many were one too many.
    matches: Vec<[u32; 2]>,
    /// For each pair how many matches count, and the last of them.
    meetings: FxHashMap<[u32; 2], (u32, u32)>,
}

impl Room {
    fn new(phase: PhaseId, open: &Open, settings: &Settings) -> Self {
        let most = |limit: &Option<Limit>| limit.as_ref().map_or(u32::MAX, |limit| limit.count.of(settings));
        Self {
            phase,
            most_matches: most(&open.most_matches),
            most_meetings: most(&open.most_meetings),
            matches: Vec::new(),
            meetings: FxHashMap::default(),
        }
    }

    /// Which limits one more match of these is over.
    fn excess(&self, who: &[u32]) -> Vec<Excess> {
        let mut all = Vec::new();
        if self.most_matches < u32::MAX {
            for &entrant in who {
                let [taken, refused] = self.matches.get(entrant as usize).copied().unwrap_or_default();
                if taken >= self.most_matches {
                    let number = taken.saturating_add(refused).saturating_add(1);
                    all.push(Excess::Matches { entrant, number, most: self.most_matches });
                }
            }
        }
        if self.most_meetings < u32::MAX {
            for pair in pairs(who) {
                let known = self.meetings.get(&pair).copied();
                let (taken, earlier) = known.unwrap_or((0, NO_ROW));
                if taken >= self.most_meetings {
                    all.push(Excess::Meetings { pair, earlier, most: self.most_meetings });
                }
            }
        }
        all
    }

    /// Lets a match count.
    fn take(&mut self, who: &[u32], row: u32) {
        if self.most_matches < u32::MAX {
            who.iter().for_each(|&entrant| self.of(entrant)[0] += 1);
        }
        if self.most_meetings < u32::MAX {
            for pair in pairs(who) {
                let known = self.meetings.entry(pair).or_insert((0, row));
                *known = (known.0 + 1, row);
            }
        }
    }

    /// Notes a match that does not.
    fn refuse(&mut self, why: &[Excess]) {
        for excess in why {
            match excess {
                Excess::Matches { entrant, .. } => self.of(*entrant)[1] += 1,
                Excess::Meetings { .. } => {}
            }
        }
    }

    fn of(&mut self, entrant: u32) -> &mut [u32; 2] {
        let place = entrant as usize;
        if place >= self.matches.len() {
            self.matches.resize((place + 1).max(self.matches.len() * 2), [0, 0]);
        }
        &mut self.matches[place]
    }
}

/// Every two of these.
fn pairs(who: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let all = who.iter().enumerate();
    all.flat_map(move |(place, &first)| who[place + 1..].iter().map(move |&second| [first, second]))
}

/// Which rows of the sheet these are.
pub(super) fn mask(tables: &Tables, over: &[OverLimit]) -> Option<(SheetId, Vec<bool>)> {
    let sheet = over.first()?.sheet;
    let mut rows = vec![false; tables.rows(sheet)];
    for one in over {
        rows[one.row as usize] = true;
    }
    Some((sheet, rows))
}
