//! Rounds of a knockout: who meets whom once the matches before are decided, and who goes on.
//!
//! A side is nobody where the bracket has more seeds than there are entrants: the other goes on without playing.
//! It must never know how a bracket is drawn up. Start with [`Follower::knockout`].

use super::course::{Due, GameCourse, GameState, MatchCourse, MatchSide, Remark, RoundCourse, Won};
use super::facts::Ran;
use super::follow::{Follower, Moment, Step, Stop};
use super::{draws, found};
use crate::log::Deed;
use crate::pairing::{Impossible, Lots, knockout, schedule};
use crate::ruleset::{
    BracketMatch, BuiltinColumn, Knockout, LinkRole, PhaseId, Ruleset, Settling, SheetKind, Source,
};
use crate::sheet::{Column, Grouping, Index, NO_ROW, Tables};
use crate::value::{Kind, Value};

impl<'a> Follower<'a> {
    /// Follows a knockout that began when the log held this many games.
    pub(super) fn knockout(&mut self, phase: PhaseId, scheme: &'a Knockout, begin: u32) -> Step<()> {
        let seeds = self.here().entrants.clone();
        let entrants = u32::try_from(seeds.len()).unwrap_or(u32::MAX);
        if entrants < 2 {
            let why = Impossible::TooFew { entrants, least: 2 };
            return Err(Stop::Due(Due::Impossible { phase, round: 1, why }));
        }
        let lines = knockout::bracket(&scheme.bracket, entrants);
        let rounds = knockout::rounds(&lines);
        let matches = lines.into_iter().zip(&rounds).map(|(line, &round)| MatchCourse {
            line,
            round,
            sides: [MatchSide::Open; 2],
            won: None,
        });
        self.here().bracket = matches.collect();
        self.name_those_without_a_seed(phase, &seeds);
        for round in 1..=rounds.iter().copied().max().unwrap_or(0) {
            self.knockout_round(Moment { phase, round, begin }, scheme, &seeds)?;
        }
        Ok(())
    }

    fn knockout_round(&mut self, moment: Moment, scheme: &'a Knockout, seeds: &[u32]) -> Step<()> {
        let places: Vec<usize> = self.matches_of(moment.round);
        let moment = Moment { begin: self.beginning_of(moment, &places), ..moment };
        let mut course = RoundCourse::empty(moment.round, self.seed_at(moment));
        for &place in &places {
            self.fill(place, seeds);
            let games = self.match_games(moment, scheme, place);
            course.games.extend(games);
        }
        let ran = self.keep_match_round(moment, course)?;
        let corrected = self.first_after(moment);
        let late = self.facts.corrected_after(corrected);
        let then = if late.is_empty() { None } else { Some(self.score(moment, corrected)?) };
        for place in places {
            self.decide(moment, place, then.as_ref().unwrap_or(&ran))?;
            if then.is_some() {
                self.compare_winner(moment, place, &ran, &late);
            }
        }
        Ok(())
    }

    /// Says so where the bracket has fewer seeds than there are entrants.
    fn name_those_without_a_seed(&mut self, phase: PhaseId, seeds: &[u32]) {
        let sources = self.here().bracket.iter().flat_map(|course| course.line.sides);
        let last = sources.filter_map(|source| match source {
            Source::Seed(seed) => Some(seed as usize),
            Source::Winner(_) | Source::Loser(_) => None,
        });
        let entrants = seeds.get(last.max().unwrap_or(0)..).unwrap_or_default().to_vec();
        if !entrants.is_empty() {
            self.course.remarks.push(Remark::WithoutGames { entrants, phase });
        }
    }

    /// How many games stood in the log when the first of these matches began.
    fn beginning_of(&mut self, moment: Moment, places: &[usize]) -> u32 {
        let names: Vec<String> = {
            let bracket = &self.here().bracket;
            places
                .iter()
                .filter_map(|&place| bracket.get(place))
                .map(|course| course.line.name.clone())
                .collect()
        };
        let is_of_these = |game: &u32| match self.facts.in_match(*game) {
            Some(name) => names.iter().any(|known| known == name),
            None => self.facts.round(*game) == Some(moment.round),
        };
        self.facts.games_of(moment.phase).find(is_of_these).unwrap_or(self.facts.games)
    }

    fn matches_of(&mut self, round: u32) -> Vec<usize> {
        let bracket = &self.here().bracket;
        (0..bracket.len()).filter(|&place| bracket[place].round == round).collect()
    }

    /// Who plays a match, once the matches before are decided; a match without two entrants is decided at once.
    fn fill(&mut self, place: usize, seeds: &[u32]) {
        let bracket = &self.here().bracket;
        let decided = |of: u16| bracket.get(usize::from(of)).map(|course| (course.winner(), course.loser()));
        let sides = sides(&bracket[place].line, seeds, |of| decided(of).unwrap_or_default());
        let won = match sides {
            [MatchSide::Entrant(alone), MatchSide::Nobody]
            | [MatchSide::Nobody, MatchSide::Entrant(alone)] => Some((alone, Won::Bye)),
            _ => None,
        };
        let course = &mut self.here().bracket[place];
        course.sides = sides;
        course.won = won;
    }

    /// The games of a match, and which of them were played.
    fn match_games(&mut self, moment: Moment, scheme: &Knockout, place: usize) -> Vec<GameCourse> {
        let course = self.here().bracket[place].clone();
        let [MatchSide::Entrant(first), MatchSide::Entrant(second)] = course.sides else {
            return Vec::new();
        };
        let ruleset = self.facts.ruleset;
        let phase = &ruleset.phase(moment.phase).name;
        let of_games = self.name_of_games(moment.phase);
        let lots = Lots { seed: self.seed_at(moment), names: &self.facts.names };
        let members = draws::members((phase, &course.line.name), scheme.draw, [first, second], &lots);
        let seats: Vec<_> = ruleset.plan(self.facts.settings).seats.iter().map(|seat| seat.name).collect();
        let pairings = match &scheme.schedule {
            Some(schedule) => schedule::games(schedule, &members),
            None => schedule::plain(&seats, &members),
        };
        let game = |(number, pairing)| GameCourse {
            in_match: Some(place),
            ..found::prescribed(format!("{of_games}-{}-{number}", course.line.name), pairing)
        };
        let mut games: Vec<GameCourse> = (1..).zip(pairings).map(game).collect();
        let recorded = self.recorded_of_match(moment, &course, [first, second]);
        let key = (moment.phase, moment.round);
        found::find(&self.facts, key, &recorded, &mut games, &mut self.course.remarks);
        games
    }

    /// The games of the log that belong to a match: those that name it; where games name no matches, those of its round
    /// that its entrants played.
    fn recorded_of_match(&mut self, moment: Moment, course: &MatchCourse, entrants: [u32; 2]) -> Vec<u32> {
        let belongs = |game: &u32| match self.facts.in_match(*game) {
            Some(name) => name == course.line.name,
            None => {
                let of_round = self.facts.round(*game).is_none_or(|round| round == moment.round);
                of_round && self.facts.sides(*game).iter().all(|(_, who)| entrants.contains(who))
            }
        };
        let recorded: Vec<u32> = self.facts.games_of(moment.phase).filter(belongs).collect();
        recorded.iter().for_each(|&game| self.seen[game as usize] = true);
        recorded
    }

    /// Keeps a round of matches, and scores it. Where results are missing that no act makes up for, the event stops.
    fn keep_match_round(&mut self, moment: Moment, mut round: RoundCourse) -> Step<Ran> {
        for game in &mut round.games {
            let decided = game.in_match.and_then(|place| self.winner_by_act(moment, place));
            if let (GameState::Missing, Some((act, _))) = (game.state, decided) {
                game.state = GameState::Decided(act);
                self.used[act] = true;
            }
        }
        if round.missing() > 0 {
            self.decide_early(moment, &round);
            let due = if round.has_begun() { Due::Results } else { Due::Round };
            self.here().rounds.push(round);
            return Err(Stop::Due(due));
        }
        let ran = self.score(moment, u32::MAX)?;
        (round.outcome, round.scored) = (Some(Box::new(ran.outcome.clone())), ran.kept.clone());
        self.here().rounds.push(round);
        Ok(ran)
    }

    /// Decides the matches that no game is waited for and none was played of: by walkover, or by an act.
    fn decide_early(&mut self, moment: Moment, round: &RoundCourse) {
        for place in self.matches_of(moment.round) {
            let states =
                round.games.iter().filter(|game| game.in_match == Some(place)).map(|game| game.state);
            let mut won = None;
            for state in states {
                won = match state {
                    GameState::Played(_) | GameState::Missing => None,
                    GameState::Decided(act) => {
                        let decided = self.winner_by_act(moment, place).and_then(|(_, who)| who);
                        decided.map(|who| (who, Won::Decision(act)))
                    }
                    GameState::Cancelled(gone) => {
                        let sides = self.here().bracket[place].sides;
                        let mut stay =
                            sides.iter().filter_map(|side| side.entrant()).filter(|&who| who != gone);
                        stay.next().map(|who| (who, Won::Walkover))
                    }
                };
                if won.is_none() {
                    break;
                }
            }
            if won.is_some() {
                self.here().bracket[place].won = won;
            }
        }
    }

    /// How many games stood in the log when the next round of the bracket began.
    fn first_after(&mut self, moment: Moment) -> u32 {
        let later: Vec<String> = self
            .here()
            .bracket
            .iter()
            .filter(|course| course.round > moment.round)
            .map(|course| course.line.name.clone())
            .collect();
        let is_later = |game: &u32| match self.facts.in_match(*game) {
            Some(name) => later.iter().any(|known| known == name),
            None => self.facts.round(*game).is_some_and(|round| round > moment.round),
        };
        self.facts.games_of(moment.phase).find(is_later).unwrap_or(self.facts.games)
    }

    /// Who goes on: by a walkover, by the games, or by a decision.
    fn decide(&mut self, moment: Moment, place: usize, ran: &Ran) -> Step<()> {
        let course = self.here().bracket[place].clone();
        let [MatchSide::Entrant(first), MatchSide::Entrant(second)] = course.sides else { return Ok(()) };
        let rounds = self.here().rounds.last();
        let games = rounds.map_or(&[][..], |round| round.games.as_slice());
        let games: Vec<&GameCourse> = games.iter().filter(|game| game.in_match == Some(place)).collect();
        let cancelled = games.iter().find_map(|game| match game.state {
            GameState::Cancelled(who) => Some(who),
            GameState::Played(_) | GameState::Missing | GameState::Decided(_) => None,
        });
        let all_played = games.iter().all(|game| matches!(game.state, GameState::Played(_)));
        let played = games.iter().find_map(|game| match game.state {
            GameState::Played(row) => Some(row),
            GameState::Cancelled(_) | GameState::Missing | GameState::Decided(_) => None,
        });
        let decision = self.winner_by_act(moment, place);
        let by_games = played.filter(|_| all_played).and_then(|row| self.winner_by_games(ran, row));
        let won = match (by_games, decision, cancelled) {
            (Some(winner), ..) => (winner, Won::Games),
            (None, Some((act, winner)), _) => {
                self.used[act] = true;
                let Some(winner) = winner else { return Ok(()) };
                (winner, Won::Decision(act))
            }
            (None, None, Some(gone)) => (if gone == first { second } else { first }, Won::Walkover),
            (None, None, None) => match self.facts.ruleset.phase(moment.phase).ties {
                Settling::Lot => (self.winner_by_lot(moment, &course.line.name, [first, second]), Won::Lot),
                Settling::Decision => return Err(Stop::Due(Due::Winner { in_match: place })),
            },
        };
        self.here().bracket[place].won = Some(won);
        Ok(())
    }

    /// The winner of a match that the games left level, where the format has a lot drawn.
    fn winner_by_lot(&self, moment: Moment, name: &str, mut sides: [u32; 2]) -> u32 {
        let phase = &self.facts.ruleset.phase(moment.phase).name;
        let lots = Lots { seed: self.seed_at(moment), names: &self.facts.names };
        lots.order(&draws::winner_occasion(phase, name), &mut sides);
        sides[0]
    }

    /// The winner of a match by an act of the log: the last one that names one of its entrants, or nobody.
    fn winner_by_act(&mut self, moment: Moment, place: usize) -> Option<(usize, Option<u32>)> {
        let course = self.here().bracket.get(place)?.clone();
        // What was decided below the games that it led to decides nothing any more.
        let limit = self.first_after(moment);
        let acts = self.facts.log.acts.iter().enumerate().rev();
        let mut acts = acts.filter(|(_, record)| record.games_before <= limit);
        acts.find_map(|(act, record)| match &record.what {
            Deed::Winner { phase, name, winner } if *phase == moment.phase && *name == course.line.name => {
                let plays = |winner: u32| course.sides.contains(&MatchSide::Entrant(winner));
                winner.is_none_or(plays).then_some((act, *winner))
            }
            Deed::Winner { .. }
            | Deed::Withdrawal { .. }
            | Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Correction { .. }
            | Deed::Report { .. }
            | Deed::Void { .. }
            | Deed::Confirmation { .. }
            | Deed::Close { .. } => None,
        })
    }

    /// The entrant who alone has the first place in the match of this game.
    fn winner_by_games(&self, ran: &Ran, game: u32) -> Option<u32> {
        let row = ran.kept.binary_search(&game).ok()?;
        Winners::new(self.facts.ruleset, &ran.outcome.tables)?.of(row)
    }

    /// Says so where a correction that came too late makes another winner.
    fn compare_winner(&mut self, moment: Moment, place: usize, ran: &Ran, late: &[usize]) {
        let course = self.here().bracket[place].clone();
        let Some((winner, Won::Games)) = course.won else { return };
        let rounds = self.here().rounds.last();
        let games = rounds.map_or(&[][..], |round| round.games.as_slice());
        let played =
            games.iter().filter(|game| game.in_match == Some(place)).find_map(|game| match game.state {
                GameState::Played(row) => Some(row),
                GameState::Cancelled(_) | GameState::Missing | GameState::Decided(_) => None,
            });
        let instead = played.and_then(|row| self.winner_by_games(ran, row));
        if instead != Some(winner) {
            self.course.remarks.push(Remark::WouldChange {
                phase: moment.phase,
                round: moment.round + 1,
                acts: late.to_vec(),
                instead: instead.map(|instead| vec![instead]).into_iter().collect(),
            });
        }
    }
}

/// Who plays a match: its sides by the seeds, and by who won and who lost the matches before it.
#[must_use]
pub fn sides(
    line: &BracketMatch,
    seeds: &[u32],
    decided: impl Fn(u16) -> (Option<u32>, Option<u32>),
) -> [MatchSide; 2] {
    let side = |source: Source| {
        let found = match source {
            Source::Seed(seed) => (seed as usize).checked_sub(1).and_then(|seed| seeds.get(seed)).copied(),
            Source::Winner(of) => decided(of).0,
            Source::Loser(of) => decided(of).1,
        };
        found.map_or(MatchSide::Nobody, MatchSide::Entrant)
    };
    line.sides.map(side)
}

/// Who won matches that have been scored.
pub struct Winners<'a> {
    /// From a game to its match.
    in_match: &'a Index,
    sides: Grouping,
    place: &'a Column,
    entrants: &'a Index,
}

impl<'a> Winners<'a> {
    /// The winners by these tables; `None` where the format has no matches.
    #[must_use]
    pub fn new(ruleset: &Ruleset, tables: &'a Tables) -> Option<Self> {
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let matches = ruleset.sheet_of(&SheetKind::Match)?;
        let sides = ruleset.sheet_of(&SheetKind::MatchSide)?;
        let index = tables.link(ruleset.link_of(sides, &LinkRole::Inside(matches))?)?;
        Some(Self {
            in_match: tables.link(ruleset.link_of(games, &LinkRole::Inside(matches))?)?,
            sides: Grouping::new(index, tables.rows(sides), tables.rows(matches)),
            place: tables.column(ruleset.builtin(sides, BuiltinColumn::Place)?)?,
            entrants: tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?,
        })
    }

    /// The entrant who alone has the first place in the match of this game.
    #[must_use]
    pub fn of(&self, game: usize) -> Option<u32> {
        let in_match = Some(self.in_match.get(game)).filter(|&found| found != NO_ROW)?;
        let is_first = |side: &&u32| self.place.value(**side as usize, &Kind::Integer) == Value::Integer(1);
        let mut first = self.sides.children(in_match as usize).iter().filter(is_first);
        match (first.next(), first.next()) {
            (Some(&side), None) => Some(self.entrants.get(side as usize)),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }
}
