//! What an event waits for, in words.
//!
//! Comes in: what is due. Goes out: a [`Diagnostic`] (R0907 to R0910) that says what to record. Start with
//! [`Words::waiting`].

use super::super::course::{
    Due, GameCourse, GameState, MatchCourse, MatchStage, PhaseCourse, Progress, RoundCourse,
};
use super::{MOST_LISTED, Words, counted};
use crate::diagnostic::{Code, Diagnostic};
use crate::log;
use crate::ruleset::{PhaseId, Scheme, Source};

/// Games of a match beyond which they are counted.
const MOST_OF_A_MATCH: usize = 4;

impl Words<'_> {
    /// What keeps the event from going on; nothing where all that is due can be played, or the event is over.
    pub(super) fn waiting(&self) -> Vec<Diagnostic> {
        let Some(phase) = self.course.phases.last() else { return Vec::new() };
        let results = match &self.course.due {
            Due::Round | Due::Open | Due::Over => return Vec::new(),
            Due::Results => self.results(phase),
            Due::Winner { .. } => None,
            Due::Order { .. } | Due::Draw { .. } | Due::Impossible { .. } => self.no_pairing(),
        };
        let level = phase.level().into_iter().filter_map(|place| phase.bracket.get(place));
        let level = level.map(|course| self.no_winner(phase, course));
        results.into_iter().chain(self.disputed(phase)).chain(level).collect()
    }

    /// Results are missing, where some are.
    fn results(&self, phase: &PhaseCourse) -> Option<Diagnostic> {
        let under_way = || phase.rounds.iter().filter(|round| round.missing() > 0);
        let missing: usize = under_way().map(RoundCourse::missing).sum();
        if missing == 0 {
            return None;
        }
        let name = &self.facts.ruleset.phase(phase.phase).name;
        let (results, are) = (counted(missing, "result"), if missing == 1 { "is" } else { "are" });
        let message = match (self.is_knockout(phase), under_way().next()) {
            (false, Some(round)) => format!(
                "{results} of round {} of `{name}` {are} missing: nothing can be paired yet",
                round.number
            ),
            (true, _) | (_, None) => format!("{results} of `{name}` {are} missing"),
        };
        let mut notes: Vec<String> = Vec::new();
        for round in under_way() {
            let missing = |game: &&GameCourse| game.state == GameState::Missing;
            for games in
                round.games.chunk_by(|left, right| left.in_match.is_some() && left.in_match == right.in_match)
            {
                let course = games.first().and_then(|game| phase.bracket.get(game.in_match?));
                let count = games.iter().filter(missing).count();
                match course.filter(|_| count > MOST_OF_A_MATCH) {
                    Some(course) => notes.push(self.progress(course, games)),
                    None => notes.extend(games.iter().filter(missing).map(|game| {
                        let again = Self::again(&round.games, game);
                        format!("{}: {}{again}", game.id, self.pairing(&game.pairing))
                    })),
                }
            }
        }
        notes.extend(phase.bracket.iter().filter_map(|course| Self::waits(phase, course)));
        let more = notes.len().saturating_sub(MOST_LISTED);
        notes.truncate(MOST_LISTED);
        notes.extend((more > 0).then(|| format!("and {more} more")));
        let diagnostic = Diagnostic::new(Code::ResultsMissing, message);
        let diagnostic = notes.into_iter().fold(diagnostic, Diagnostic::note);
        Some(diagnostic.help(self.record_them()))
    }

    /// Why a game of a pool or a table is due again: `, again, as league-1-1 does not count`.
    fn again(games: &[GameCourse], game: &GameCourse) -> String {
        let is_void = |other: &&GameCourse| {
            let is_same = (other.in_match, other.pool, &other.pairing) == (None, game.pool, &game.pairing);
            is_same && matches!(other.state, GameState::Void(_))
        };
        let void = games.iter().find(is_void);
        void.map_or_else(String::new, |void| format!(", again, as {} does not count", void.id))
    }

    /// Games are in dispute: one complaint each.
    fn disputed(&self, phase: &PhaseCourse) -> Vec<Diagnostic> {
        let games = phase.rounds.iter().flat_map(|round| round.games.iter().map(move |game| (round, game)));
        let rows = games.filter_map(|(round, game)| match game.state {
            GameState::Disputed(row) => Some((round, game, row)),
            GameState::Played(_)
            | GameState::Void(_)
            | GameState::Missing
            | GameState::Cancelled(_)
            | GameState::Decided(_) => None,
        });
        rows.map(|(round, game, row)| {
            let name = &self.facts.ruleset.phase(phase.phase).name;
            let id = self.facts.id(row).unwrap_or(&game.id);
            let waits = match game.in_match.and_then(|place| phase.bracket.get(place)) {
                Some(course) => format!("`{}` of `{name}` waits", course.line.name),
                None => format!("round {} of `{name}` waits", round.number),
            };
            let message = format!("{waits} for the arbiter: the game `{id}` is in dispute");
            Diagnostic::new(Code::DecisionMissing, message)
                .note(self.pairing(&game.pairing))
                .help(self.settle(row))
        })
        .collect()
    }

    /// The two ways in which the arbiter settles a dispute.
    fn settle(&self, row: u32) -> String {
        let ways = self.log.settling(self.facts.ruleset, row);
        format!("let one record stand, `{}`, or correct the game: `{}`", ways.decision, ways.correction)
    }

    /// A match, and how many of its games were played: `` `semi 1`, `Ada` v `Bo`: 4 of 16 games``.
    pub(super) fn progress(&self, course: &MatchCourse, games: &[GameCourse]) -> String {
        let entrants: Vec<String> = course.entrants().map(|who| format!("`{}`", self.name(who))).collect();
        let Progress { played, all, disputed, .. } = Progress::of(games);
        let disputed = if disputed == 0 { String::new() } else { format!(", {disputed} in dispute") };
        let (who, all) = (entrants.join(" v "), counted(all, "game"));
        format!("`{}`, {who}: {played} of {all}{disputed}", course.line.name)
    }

    /// For which matches a match waits: `` `final` waits for `semi 1` ``.
    pub(super) fn waits(phase: &PhaseCourse, course: &MatchCourse) -> Option<String> {
        if course.stage != MatchStage::Waits {
            return None;
        }
        let before = course.line.sides.iter().filter_map(|source| match source {
            Source::Seed(_) => None,
            Source::Winner(of) | Source::Loser(of) => phase.bracket.get(usize::from(*of)),
        });
        let before = before.filter(|before| !before.is_over());
        let before: Vec<String> = before.map(|before| format!("`{}`", before.line.name)).collect();
        (!before.is_empty()).then(|| format!("`{}` waits for {}", course.line.name, before.join(" and ")))
    }

    /// A match is level, and somebody has to decide.
    fn no_winner(&self, phase: &PhaseCourse, course: &MatchCourse) -> Diagnostic {
        let name = &self.facts.ruleset.phase(phase.phase).name;
        let sides: Vec<u32> = course.entrants().collect();
        let message = format!(
            "`{}` of `{name}` has no winner: {} are level, and the format leaves it to a decision",
            course.line.name,
            self.names(&sides)
        );
        Diagnostic::new(Code::DecisionMissing, message)
            .help(format!("record who goes on: {}", self.decision(phase, course)))
    }

    /// The record that decides a match.
    pub(super) fn decision(&self, phase: &PhaseCourse, course: &MatchCourse) -> String {
        let name = &self.facts.ruleset.phase(phase.phase).name;
        let stay = course.entrants().find(|who| !self.facts.has_withdrawn(*who, self.facts.games));
        let winner = stay.map_or("\"…\"".to_owned(), |who| log::quoted(self.name(who)));
        format!(
            "`{{\"decision\": {{{}\"phase\": {}, \"match\": {}, \"winner\": {winner}, \"by\": \"…\", \"reason\": \
             \"…\"}}}}`",
            self.of_edition(),
            log::quoted(name),
            log::quoted(&course.line.name),
        )
    }

    /// A round cannot be paired.
    fn no_pairing(&self) -> Option<Diagnostic> {
        match &self.course.due {
            Due::Round | Due::Results | Due::Winner { .. } | Due::Open | Due::Over => None,
            Due::Order { phase, round, levels, by } => Some(self.no_order((*phase, *round), levels, *by)),
            Due::Draw { phase, round, act, missing, extra, size } => {
                let name = &self.facts.ruleset.phase(*phase).name;
                let at = self.act(*act).unwrap_or_default();
                let message = format!("the draw of round {round} of `{name}` at {at} does not fit");
                let mut diagnostic = Diagnostic::new(Code::BadDraw, message);
                if !missing.is_empty() {
                    diagnostic = diagnostic.note(format!("in no pool: {}", self.names(missing)));
                }
                if !extra.is_empty() {
                    diagnostic =
                        diagnostic.note(format!("not taking part in the round: {}", self.names(extra)));
                }
                if let Some(size) = size {
                    diagnostic = diagnostic.note(format!("the format has no schedule for a pool of {size}"));
                }
                Some(diagnostic.help(
                    "mend the record; who withdraws or enters after the draw is recorded below it and below the first \
                     result of the round",
                ))
            }
            Due::Impossible { phase, round, why } => {
                let name = &self.facts.ruleset.phase(*phase).name;
                let (message, help) = why.words();
                let message = format!("round {round} of `{name}` cannot be paired: {message}");
                Some(Diagnostic::new(Code::NoPairing, message).help(help))
            }
        }
    }

    /// Entrants are level whose order matters.
    fn no_order(&self, (phase, round): (PhaseId, u32), levels: &[Vec<u32>], by: PhaseId) -> Diagnostic {
        let name = &self.facts.ruleset.phase(phase).name;
        let who: Vec<String> = levels.iter().map(|level| self.names(level)).collect();
        let is_open = matches!(self.facts.ruleset.phase(phase).scheme, Scheme::Open(_));
        let when = match round {
            _ if is_open => "at its end".to_owned(),
            0 => "before round 1".to_owned(),
            round => format!("after round {round}"),
        };
        let round = if is_open { String::new() } else { format!(", \"round\": {round}") };
        let message = format!(
            "{} are level in `{name}` {when}, and the order between them matters",
            who.join("; so are ")
        );
        let decides = &self.facts.ruleset.phase(by).name;
        let why = if by == phase {
            format!("`ties` of `{name}` leaves it to a decision")
        } else {
            format!(
                "they are admitted to `{decides}` by their places, and its `ties` leaves it to a decision"
            )
        };
        let all = levels.iter().map(|level| {
            let names: Vec<String> = level.iter().map(|&who| log::quoted(self.name(who))).collect();
            format!(
                "`{{\"decision\": {{{}\"phase\": {}{round}, \"order\": [{}], \"by\": \"…\", \"reason\": \
                 \"…\"}}}}`",
                self.of_edition(),
                log::quoted(name),
                names.join(", ")
            )
        });
        let records: Vec<String> = all.collect();
        Diagnostic::new(Code::DecisionMissing, message)
            .note(why)
            .help(format!("record the order, the best first: {}", records.join(" and ")))
    }

    /// What the event waits for, in a few words.
    pub(super) fn waits_for(&self) -> String {
        let phase = self.course.phases.last();
        let name = phase.map(|course| &self.facts.ruleset.phase(course.phase).name);
        match (&self.course.due, phase, name) {
            (Due::Round | Due::Results, Some(phase), Some(name)) => {
                let under_way = || phase.rounds.iter().filter(|round| round.is_under_way());
                let missing: usize = under_way().map(RoundCourse::missing).sum();
                let disputed: usize = under_way().map(RoundCourse::disputed).sum();
                let of_round = match (self.is_knockout(phase), under_way().next()) {
                    (false, Some(round)) => format!("round {} of ", round.number),
                    (true, _) | (_, None) => String::new(),
                };
                let are = |count: usize| if count == 1 { "is" } else { "are" };
                if missing == 0 && disputed > 0 {
                    let games = counted(disputed, "game");
                    return format!("{games} of {of_round}`{name}` {} in dispute before it", are(disputed));
                }
                let results = counted(missing, "result");
                format!("{results} of {of_round}`{name}` {} missing before it", are(missing))
            }
            (Due::Winner { .. } | Due::Order { .. } | Due::Draw { .. }, _, Some(name)) => {
                format!("a decision is missing in `{name}`")
            }
            (Due::Impossible { .. }, _, Some(name)) => format!("`{name}` cannot be paired"),
            _ => "nothing more is to be played before it".to_owned(),
        }
    }

    pub(super) fn is_knockout(&self, phase: &PhaseCourse) -> bool {
        matches!(self.facts.ruleset.phase(phase.phase).scheme, Scheme::Knockout(_))
    }
}
