//! Which games make a match: the same id of the match, the same phase and round, the same entrants; and the same edition,
//! where there are several. Who names a match of a bracket need not name its round, so there the round tells nothing apart.
//!
//! Comes in: games and sides. Goes out: the sheets of matches and of their sides, in the order in which games first
//! show them, with their links, and the match's phase and round. It must never know a rule. Start with [`group`].

use crate::ruleset::{BuiltinColumn, LinkRole, Origin, Phase, Ruleset, Scheme, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Grouping, Index, NO_ROW, SheetId, Tables, row_id};
use crate::value::Symbol;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Groups games into matches, in a format that has matches.
pub(super) fn group(ruleset: &Ruleset, tables: &mut Tables) {
    let sheets = (ruleset.sheet_of(&SheetKind::Match), ruleset.sheet_of(&SheetKind::Game));
    let (Some(matches), Some(games)) = sheets else {
        return;
    };
    let Some(found) = Found::new(ruleset, tables, games) else {
        return;
    };
    tables.set_rows(matches, found.first_games.len());
    copy_columns(ruleset, tables, (matches, games), &found.first_games);
    set(ruleset, tables, games, &LinkRole::Inside(matches), found.match_of_game);
    let Some(sides) = ruleset.sheet_of(&SheetKind::MatchSide) else {
        return;
    };
    tables.set_rows(sides, found.entrants.len());
    set(ruleset, tables, sides, &LinkRole::Inside(matches), found.match_of_side);
    set(ruleset, tables, sides, &LinkRole::Entrant, found.entrants);
    if let Some(game_sides) = ruleset.sheet_of(&SheetKind::Side) {
        set(ruleset, tables, game_sides, &LinkRole::Inside(sides), found.of_game_sides);
    }
}

fn set(ruleset: &Ruleset, tables: &mut Tables, from: SheetId, role: &LinkRole, rows: Vec<u32>) {
    if let Some(link) = ruleset.link_of(from, role) {
        tables.set_link(link, Index::Rows(rows));
    }
}

/// Matches and their sides.
struct Found {
    match_of_game: Vec<u32>,
    first_games: Vec<u32>,
    match_of_side: Vec<u32>,
    entrants: Vec<u32>,
    of_game_sides: Vec<u32>,
}

impl Found {
    fn new(ruleset: &Ruleset, tables: &Tables, games: SheetId) -> Option<Self> {
        let sides = ruleset.sheet_of(&SheetKind::Side)?;
        let entrant = tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?;
        let game = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
        let column = |builtin| tables.column(ruleset.builtin(games, builtin)?);
        let labels = [BuiltinColumn::MatchId, BuiltinColumn::Phase, BuiltinColumn::Edition]
            .into_iter()
            .filter_map(column);
        let labels: Vec<&Column> = labels.collect();
        let round = column(BuiltinColumn::Round);
        let brackets = Brackets::new(ruleset, tables, games);
        let (game_rows, side_rows) = (tables.rows(games), tables.rows(sides));
        let of_games = Grouping::new(game, side_rows, game_rows);
        let mut found = Self {
            match_of_game: Vec::with_capacity(game_rows),
            first_games: Vec::new(),
            match_of_side: Vec::new(),
            entrants: Vec::new(),
            of_game_sides: vec![NO_ROW; side_rows],
        };
        // Keys lie one after another in one vector; the map knows them by their hash, and chains those that share it.
        let mut keys: Vec<u64> = Vec::new();
        let mut ends: Vec<usize> = vec![0];
        let mut chain: Vec<u32> = Vec::new();
        let mut newest: FxHashMap<u64, u32> = FxHashMap::default();
        let mut first_sides: Vec<usize> = vec![0];
        let mut key = Vec::new();
        let mut here = Vec::new();
        for row in 0..game_rows {
            here.clear();
            here.extend(of_games.children(row).iter().map(|&side| entrant.get(side as usize)));
            key.clear();
            key.extend(here.iter().copied().map(u64::from));
            key.sort_unstable();
            key.dedup();
            key.extend(labels.iter().flat_map(|label| words(label, row)));
            let round = round.filter(|_| !brackets.names_a_match(row));
            key.extend(round.into_iter().flat_map(|round| words(round, row)));
            let hash = hash(&key);
            let head = newest.get(&hash).copied().unwrap_or(NO_ROW);
            let mut known = head;
            while known != NO_ROW && keys[ends[known as usize]..ends[known as usize + 1]] != key[..] {
                known = chain[known as usize];
            }
            if known == NO_ROW {
                known = row_id(found.first_games.len());
                found.first_games.push(row_id(row));
                keys.extend_from_slice(&key);
                ends.push(keys.len());
                chain.push(head);
                newest.insert(hash, known);
                let start = found.entrants.len();
                for &entrant in &here {
                    if entrant != NO_ROW && !found.entrants[start..].contains(&entrant) {
                        found.entrants.push(entrant);
                        found.match_of_side.push(known);
                    }
                }
                first_sides.push(found.entrants.len());
            }
            found.match_of_game.push(known);
            let range = first_sides[known as usize]..first_sides[known as usize + 1];
            for (&side, entrant) in of_games.children(row).iter().zip(&here) {
                let place = found.entrants[range.clone()].iter().position(|known| known == entrant);
                if let Some(place) = place {
                    found.of_game_sides[side as usize] = row_id(range.start + place);
                }
            }
        }
        Some(found)
    }
}

/// What tells games of brackets from others.
struct Brackets<'a> {
    in_match: Option<&'a Column>,
    phase: Option<&'a Column>,
    /// The phases that have a bracket.
    knockouts: Vec<Symbol>,
    /// Whether the first phase has one: a game that names no phase belongs to it.
    is_first: bool,
}

impl<'a> Brackets<'a> {
    fn new(ruleset: &Ruleset, tables: &'a Tables, games: SheetId) -> Self {
        let column = |builtin| tables.column(ruleset.builtin(games, builtin)?);
        let is_bracket = |phase: &&Phase| matches!(phase.scheme, Scheme::Knockout(_));
        Self {
            in_match: column(BuiltinColumn::MatchId),
            phase: column(BuiltinColumn::Phase),
            knockouts: ruleset.phases.iter().filter(is_bracket).map(|phase| phase.symbol).collect(),
            is_first: ruleset.phases.first().is_some_and(|phase| is_bracket(&phase)),
        }
    }

    /// Whether a game names a match of a bracket.
    fn names_a_match(&self, row: usize) -> bool {
        if self.knockouts.is_empty() || !self.in_match.is_some_and(|column| column.is_known(row)) {
            return false;
        }
        match self.phase.map(|column| &column.data) {
            Some(Data::Symbol(phases)) if self.phase.is_some_and(|column| column.is_known(row)) => {
                phases.get(row).is_some_and(|phase| self.knockouts.contains(phase))
            }
            Some(_) | None => self.is_first,
        }
    }
}

/// A cell as two words of a key: whether it is known, and what it is.
fn words(column: &Column, row: usize) -> [u64; 2] {
    if !column.is_known(row) {
        return [0, 0];
    }
    let word = match &column.data {
        Data::Integer(values) => values.at(row).cast_unsigned(),
        Data::Number(values) => {
            let mut hasher = FxHasher::default();
            std::hash::Hash::hash(&values[row], &mut hasher);
            hasher.finish()
        }
        Data::Flag(values) => u64::from(values[row]),
        Data::Symbol(values) => u64::from(values[row].0),
    };
    [1, word]
}

fn hash(key: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in key {
        hasher.write_u64(*word);
    }
    hasher.finish()
}

/// The match's id, phase and round are those of its first game.
fn copy_columns(
    ruleset: &Ruleset,
    tables: &mut Tables,
    (matches, games): (SheetId, SheetId),
    first_games: &[u32],
) {
    let wanted: Vec<(ColumnId, ColumnId)> = ruleset
        .columns_of(matches)
        .filter_map(|(id, info)| match info.origin {
            Origin::Builtin(
                builtin @ (BuiltinColumn::Id
                | BuiltinColumn::MatchId
                | BuiltinColumn::Phase
                | BuiltinColumn::Round),
            ) => {
                let own = ruleset.builtin(games, builtin)?;
                let own = if builtin == BuiltinColumn::Id {
                    ruleset.builtin(games, BuiltinColumn::MatchId)?
                } else {
                    own
                };
                Some((id, own))
            }
            Origin::Builtin(
                BuiltinColumn::Name
                | BuiltinColumn::Written
                | BuiltinColumn::Number
                | BuiltinColumn::Pool
                | BuiltinColumn::Umpire
                | BuiltinColumn::ReportedBy
                | BuiltinColumn::ConfirmedBy
                | BuiltinColumn::Date
                | BuiltinColumn::Edition
                | BuiltinColumn::Seat
                | BuiltinColumn::Place
                | BuiltinColumn::Penalty
                | BuiltinColumn::Void,
            )
            | Origin::Recorded { .. }
            | Origin::Ruled
            | Origin::State
            | Origin::Hidden { .. } => None,
        })
        .collect();
    for (id, from) in wanted {
        let Some(column) = tables.column(from) else {
            continue;
        };
        let kind = &ruleset.column(from).ty.kind;
        let mut copy = Column::full(Data::empty(kind));
        for &game in first_games {
            copy.push(column.value(game as usize, kind));
        }
        tables.set_column(id, copy);
    }
}
