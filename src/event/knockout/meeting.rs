//! The games of a match of two entrants: which are prescribed, which were played, which are played once more.
//!
//! A match has the games of its schedule, or so many as the format says, the lines of the schedule in turn. A game that is
//! void does not count as played; one that is in dispute is neither played nor to be played. It must never know who wins. Start with [`Follower::meeting`].

use super::super::course::{GameCourse, GameState, Remark};
use super::super::follow::{Follower, Moment, Step, Stop};
use super::super::{draws, found};
use super::Cup;
use crate::pairing::{Pairing, schedule};
use rustc_hash::FxHashSet;

/// A match of which both entrants are known, with its games.
pub(super) struct Meeting {
    /// Its place in the bracket.
    pub place: usize,
    pub entrants: [u32; 2],
    /// The games that are prescribed, and those that were played and are void.
    pub games: Vec<GameCourse>,
    /// All games of the log that belong to it.
    pub rows: Vec<u32>,
    /// Those of them that its entrants played and that count, or may yet, being in dispute; in the order of the log.
    pub counting: Vec<u32>,
    /// How many games it has, as long as it is not level.
    pub most: usize,
    /// How many games stood in the log when it was sealed.
    pub sealed: u32,
    pub remarks: Vec<Remark>,
    /// The games of its schedule, over and over.
    lines: Vec<Pairing>,
    /// What the ids of its games begin with.
    name: String,
}

impl Meeting {
    /// Whether no game is missing, or in dispute, that is prescribed so far.
    pub fn is_played(&self) -> bool {
        self.games.iter().all(|game| matches!(game.state, GameState::Played(_) | GameState::Void(_)))
    }

    /// The games of its log that the bracket prescribes, in the order of the log, and the others that could be extra.
    pub fn prescribed(&self) -> (&[u32], &[u32]) {
        self.counting.split_at(self.most.min(self.counting.len()))
    }
}

impl<'a> Follower<'a> {
    /// The games of a match, and which of them were played.
    pub(super) fn meeting(
        &mut self,
        moment: Moment,
        cup: &mut Cup<'a>,
        (place, entrants): (usize, [u32; 2]),
    ) -> Step<Meeting> {
        let line = &self.here().bracket[place].line.name.clone();
        let ruleset = self.facts.ruleset;
        let phase = &ruleset.phase(moment.phase).name;
        let lots = self.lots(moment);
        let members = draws::members(&draws::match_occasion(phase, line), cup.scheme.draw, entrants, &lots);
        let seats: Vec<_> = ruleset.plan(self.facts.settings).seats.iter().map(|seat| seat.name).collect();
        let meeting = match &cup.scheme.schedule {
            Some(schedule) => schedule::games(schedule, &members),
            None => schedule::plain(&seats, &members),
        };
        let most = cup.scheme.games_of_a_match(self.facts.settings) as usize;
        let rows = cup.rows.of((place, moment.round), entrants);
        let mut found = Meeting {
            place,
            entrants,
            games: Vec::new(),
            rows,
            counting: Vec::new(),
            most,
            sealed: self.facts.games,
            remarks: Vec::new(),
            lines: meeting,
            name: format!("{}-{line}", self.name_of_games(moment.phase)),
        };
        self.seal(moment, cup, &mut found)?;
        self.find(moment, cup, &mut found)?;
        Ok(found)
    }

    /// Finds the prescribed games among those of the log.
    fn find(&mut self, moment: Moment, cup: &mut Cup<'a>, found: &mut Meeting) -> Step<()> {
        let key = (moment.phase, moment.round);
        let void = self.void(cup, moment, found.sealed)?;
        let (mut void_rows, mut strangers) = (Vec::new(), Vec::new());
        for &row in &found.rows {
            if !self.is_of(found.entrants, row) {
                strangers.push(row);
            } else if self.facts.is_disputed(row, found.sealed) {
                found.counting.push(row);
            } else if void.get(row as usize).copied().unwrap_or(false) {
                void_rows.push(row);
            } else {
                found.counting.push(row);
            }
        }
        found.games = (0..found.most).filter_map(|number| found.numbered(number)).collect();
        // Where a match goes on until it is decided, the games beyond are looked at one by one.
        let (first, rest) = found.prescribed();
        let rows = if cup.scheme.extra { first.to_vec() } else { [first, rest].concat() };
        let rows: Vec<u32> = rows.into_iter().chain(strangers).collect();
        found::find(&self.facts, key, &rows, &mut found.games, &mut found.remarks);
        self.mark_disputed(found);
        for row in void_rows {
            self.keep_void(found, row);
        }
        Ok(())
    }

    /// Lets games that are in dispute wait for the arbiter. A dispute that came up when the match was sealed changes nothing.
    fn mark_disputed(&self, found: &mut Meeting) {
        for game in &mut found.games {
            if let GameState::Played(row) = game.state
                && self.facts.is_disputed(row, found.sealed)
            {
                game.state = GameState::Disputed(row);
            }
        }
    }

    /// Whether a game was played by these two.
    pub(super) fn is_of(&self, mut entrants: [u32; 2], row: u32) -> bool {
        let mut who: Vec<u32> = self.facts.sides(row).into_iter().map(|(_, who)| who).collect();
        who.sort_unstable();
        entrants.sort_unstable();
        who == entrants
    }

    /// One more game of a match that is level, and the game of the log that it is, where it was played.
    pub(super) fn one_more(&mut self, moment: Moment, meeting: &mut Meeting, row: Option<u32>) {
        let is_void = |game: &&GameCourse| matches!(game.state, GameState::Void(_));
        let number = meeting.games.len() - meeting.games.iter().filter(is_void).count();
        let Some(game) = meeting.numbered(number) else { return };
        let mut games = [game];
        let mut remarks = Vec::new();
        let rows: Vec<u32> = row.into_iter().collect();
        found::find(&self.facts, (moment.phase, moment.round), &rows, &mut games, &mut remarks);
        for mut remark in remarks {
            if let Remark::Swapped { prescribed: (_, _, place), .. } = &mut remark {
                *place += meeting.games.len();
            }
            meeting.remarks.push(remark);
        }
        meeting.games.extend(games);
        self.mark_disputed(meeting);
    }

    /// A game that was played and is void stands behind the others.
    fn keep_void(&self, found: &mut Meeting, row: u32) {
        let mut sides = self.facts.sides(row);
        sides.sort_unstable();
        let same = found.lines.iter().find(|pairing| {
            let mut own = pairing.sides.clone();
            own.sort_unstable();
            own == sides
        });
        let Some(pairing) = same.or_else(|| found.lines.first()) else { return };
        let pairing = Pairing { sides: self.facts.sides(row), ..pairing.clone() };
        let id = self.facts.id(row).map_or_else(|| (u64::from(row) + 1).to_string(), str::to_owned);
        let game = found::prescribed(id, pairing);
        found.games.push(GameCourse { in_match: Some(found.place), state: GameState::Void(row), ..game });
    }

    /// No game that is missing may be called as one that was recorded: it takes the next number that is free.
    pub(super) fn name_games(&self, found: &mut Meeting) {
        let mut taken: FxHashSet<String> =
            found.rows.iter().filter_map(|&row| self.facts.id(row)).map(str::to_owned).collect();
        let own = |game: &GameCourse| game.state.row().and_then(|row| self.facts.id(row));
        let is_void = |game: &&GameCourse| matches!(game.state, GameState::Void(_));
        let mut next = found.games.len() - found.games.iter().filter(is_void).count();
        for place in 0..found.games.len() {
            let game = &found.games[place];
            if own(game) == Some(game.id.as_str()) || !taken.contains(&game.id) {
                taken.insert(game.id.clone());
                continue;
            }
            let free = match own(game) {
                Some(id) => id.to_owned(),
                None => loop {
                    next += 1;
                    let id = format!("{}-{next}", found.name);
                    if !taken.contains(&id) {
                        break id;
                    }
                },
            };
            taken.insert(free.clone());
            found.games[place].id = free;
        }
    }

    /// Which games of the log are void, as it stood when it held so many.
    pub(super) fn void<'c>(&self, cup: &'c mut Cup<'a>, moment: Moment, as_of: u32) -> Step<&'c [bool]> {
        // What was recorded above a game counts when that game is played.
        let is_settled = self.facts.is_settled(as_of);
        let as_of = if is_settled { u32::MAX } else { as_of };
        if let std::collections::btree_map::Entry::Vacant(e) = cup.void.entry(as_of) {
            let void = self.facts.void(as_of, self.seed_at(moment)).map_err(Stop::Failed)?;
            e.insert(void);
        }
        Ok(cup.void.get(&as_of).map_or(&[], Vec::as_slice))
    }
}

impl Meeting {
    /// The game of this number, from 0: the lines of the schedule in turn.
    fn numbered(&self, number: usize) -> Option<GameCourse> {
        let count = u32::try_from(number).ok()?.checked_add(1)?;
        let pairing = schedule::nth(&self.lines, count)?;
        let game = found::prescribed(format!("{}-{count}", self.name), pairing);
        Some(GameCourse { in_match: Some(self.place), ..game })
    }
}
