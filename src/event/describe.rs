//! What does not fit, and what an event waits for, in words.
//!
//! Comes in: a [`Course`] and its log. Goes out: a [`Diagnostic`] (R0901 to R0909) for each remark, and one for what
//! keeps the next round from being paired. It must never follow an event. Start with [`remarks`], then [`waiting`].

use super::course::{Course, Due, GameCourse, GameState, PhaseCourse, Remark};
use super::facts::Facts;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::log::{Act, Log};
use crate::pairing::Pairing;
use crate::ruleset::{PhaseId, Ruleset, Settings};
use crate::sheet::RecordPlace;
use crate::value::Symbol;

/// Games of a list beyond which the rest is counted.
const MOST_LISTED: usize = 30;

/// What does not fit: a diagnostic for each remark.
#[must_use]
pub fn remarks(course: &Course, ruleset: &Ruleset, settings: &Settings, log: &Log) -> Vec<Diagnostic> {
    let words = Words { course, facts: Facts::new(ruleset, settings, log), log };
    course.remarks.iter().map(|remark| words.remark(remark)).collect()
}

/// What keeps the next round from being paired; `None` where it is paired, or the event is over.
#[must_use]
pub fn waiting(course: &Course, ruleset: &Ruleset, settings: &Settings, log: &Log) -> Option<Diagnostic> {
    Words { course, facts: Facts::new(ruleset, settings, log), log }.waiting()
}

struct Words<'a> {
    course: &'a Course,
    facts: Facts<'a>,
    log: &'a Log,
}

impl Words<'_> {
    fn remark(&self, remark: &Remark) -> Diagnostic {
        match remark {
            Remark::NotPrescribed { game } => {
                let (what, at) = self.game(*game);
                let diagnostic =
                    Diagnostic::new(Code::NotPrescribed, format!("the pairing prescribes no game {what}"))
                        .note(at);
                if let Some((message, matches)) = self.unknown_match(*game) {
                    return diagnostic.note(message).help(matches);
                }
                match (self.facts.round(*game), self.prescribed_for(*game)) {
                    (None, _) => diagnostic.help("say in which `round` it was played"),
                    (Some(_), Some(games)) => diagnostic.note(games).help(
                        "mend the names or the round; if the pools were drawn in another way, record them: \
                         `{\"draw\": {\"phase\": …, \"round\": …, \"pools\": [[…], …]}}`, or give the seed of the draw",
                    ),
                    (Some(_), None) => diagnostic.help("mend the phase or the round of the game"),
                }
            }
            Remark::Swapped { game, prescribed: (phase, round, place) } => {
                let (what, at) = self.game(*game);
                let prescribed = self.prescribed(*phase, *round, *place);
                Diagnostic::new(Code::SeatsSwapped, format!("{what} was prescribed with other seats"))
                    .note(at)
                    .note(prescribed.map_or_else(String::new, |game| {
                        format!("prescribed is {}", self.pairing(&game.pairing))
                    }))
                    .help("if the seats were recorded wrongly, mend the record; the game counts as it stands")
            }
            Remark::Twice { game, first } => {
                let (what, at) = self.game(*game);
                Diagnostic::new(
                    Code::PlayedTwice,
                    format!("{what} is recorded more often than it is prescribed"),
                )
                .note(at)
                .note(format!("the first record stands at {}", self.place_of_game(*first)))
                .help("take one of them out; to change a result, record a correction")
            }
            Remark::TooEarly { game } => {
                let (what, at) = self.game(*game);
                Diagnostic::new(
                    Code::TooEarly,
                    format!("{what} belongs to a round that cannot be paired yet"),
                )
                .note(at)
                .note(self.waits_for())
                .help("record what is missing before it, or mend its phase or round")
            }
            Remark::WouldChange { phase, round, acts, instead } => {
                let ruleset = self.facts.ruleset;
                let lines: Vec<String> = acts.iter().filter_map(|act| self.act(*act)).collect();
                let pools: Vec<String> = instead.iter().map(|pool| self.names(pool)).collect();
                let name = &ruleset.phase(*phase).name;
                let message = format!(
                    "round {round} of `{name}` was paired before a correction that would have changed it"
                );
                let instead = match pools.as_slice() {
                    [] => "nobody would have gone on without a decision".to_owned(),
                    [one] => format!("{one} would have gone on"),
                    all => format!("its pools would have been: {}", all.join("; ")),
                };
                let diagnostic = Diagnostic::new(Code::TooLate, message).note(instead);
                let note = format!("corrected at {}", lines.join(", "));
                diagnostic
                    .note(note)
                    .help("the round stands as it was paired; the standing counts the correction")
            }
            Remark::IdleAct { act, why } => {
                let at = self.act(*act).unwrap_or_default();
                Diagnostic::new(Code::IdleAct, format!("a record has no effect: {why}"))
                    .note(format!("it stands at {at}"))
                    .help("mend it or take it out")
            }
        }
    }

    fn waiting(&self) -> Option<Diagnostic> {
        let phase = self.course.phases.last();
        match &self.course.due {
            Due::Round | Due::Open | Due::Over => None,
            Due::Results => {
                let round = phase?.rounds.last()?;
                let missing: Vec<&GameCourse> =
                    round.games.iter().filter(|game| game.state == GameState::Missing).collect();
                let message = format!(
                    "{} of round {} of `{}` {} missing: nothing can be paired yet",
                    counted(missing.len(), "result"),
                    round.number,
                    self.facts.ruleset.phase(phase?.phase).name,
                    if missing.len() == 1 { "is" } else { "are" },
                );
                let mut diagnostic = Diagnostic::new(Code::ResultsMissing, message);
                for game in missing.iter().take(MOST_LISTED) {
                    diagnostic = diagnostic.note(format!("{}: {}", game.id, self.pairing(&game.pairing)));
                }
                if let Some(more) = missing.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
                    diagnostic = diagnostic.note(format!("and {more} more"));
                }
                Some(diagnostic.help(
                    "record them; who plays no more is recorded so: `{\"withdrawal\": {\"entrant\": \"…\"}}`",
                ))
            }
            Due::Winner { in_match } => {
                let course = phase?.bracket.get(*in_match)?;
                let name = &self.facts.ruleset.phase(phase?.phase).name;
                let sides: Vec<u32> = course.sides.iter().filter_map(|side| side.entrant()).collect();
                let message = format!(
                    "`{}` of `{name}` has no winner: {} are level, and the format leaves it to a decision",
                    course.line.name,
                    self.names(&sides)
                );
                let winner = sides.first().map_or("…", |first| self.name(*first));
                Some(Diagnostic::new(Code::DecisionMissing, message).help(format!(
                    "record who goes on: `{{\"decision\": {{\"phase\": \"{name}\", \"match\": \"{}\", \"winner\": \
                     \"{winner}\", \"by\": \"…\", \"reason\": \"…\"}}}}`",
                    course.line.name
                )))
            }
            Due::Order { phase, round, level } => {
                let name = &self.facts.ruleset.phase(*phase).name;
                let message = format!(
                    "{} are level in `{name}` after round {round}, and the order between them matters",
                    self.names(level)
                );
                let names: Vec<String> = level.iter().map(|&who| format!("\"{}\"", self.name(who))).collect();
                Some(Diagnostic::new(Code::DecisionMissing, message).help(format!(
                    "record the order, the best first: `{{\"decision\": {{\"phase\": \"{name}\", \"round\": {round}, \
                     \"order\": [{}], \"by\": \"…\", \"reason\": \"…\"}}}}`",
                    names.join(", ")
                )))
            }
            Due::Impossible { phase, round, why } => {
                let name = &self.facts.ruleset.phase(*phase).name;
                let (message, help) = why.words();
                let message = format!("round {round} of `{name}` cannot be paired: {message}");
                Some(Diagnostic::new(Code::NoPairing, message).help(help))
            }
        }
    }

    /// What the event waits for, in a few words.
    fn waits_for(&self) -> String {
        let phase = self.course.phases.last().map(|course| &self.facts.ruleset.phase(course.phase).name);
        let round = self.course.phases.last().and_then(|course| course.rounds.last());
        match (&self.course.due, phase, round) {
            (Due::Round | Due::Results, Some(phase), Some(round)) => format!(
                "{} of round {} of `{phase}` {} missing before it",
                counted(round.missing(), "result"),
                round.number,
                if round.missing() == 1 { "is" } else { "are" },
            ),
            (Due::Winner { .. } | Due::Order { .. }, Some(phase), _) => {
                format!("a decision is missing in `{phase}`")
            }
            (Due::Impossible { .. }, Some(phase), _) => format!("`{phase}` cannot be paired"),
            _ => "nothing more is to be played before it".to_owned(),
        }
    }

    /// What is wrong where a game names a match that the bracket does not have, and which it has.
    fn unknown_match(&self, game: u32) -> Option<(String, String)> {
        let name = self.facts.in_match(game)?;
        let course = self.course.phases.iter().find(|course| course.phase == self.facts.phase(game))?;
        let names: Vec<&str> = course.bracket.iter().map(|course| course.line.name.as_str()).collect();
        if names.is_empty() || names.contains(&name) {
            return None;
        }
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its matches are {}", one_of(&names)),
        };
        Some((format!("the bracket has no match `{name}`"), help))
    }

    /// The games that are prescribed to the entrants of a game in its round.
    fn prescribed_for(&self, game: u32) -> Option<String> {
        let round = self.facts.round(game)?;
        let sides = self.facts.sides(game);
        let course = self.round(self.facts.phase(game), round)?;
        let theirs = course.games.iter().filter(|game| {
            game.pairing.sides.iter().any(|(_, who)| sides.iter().any(|(_, other)| who == other))
        });
        let theirs: Vec<String> = theirs.map(|game| self.pairing(&game.pairing)).collect();
        match theirs.as_slice() {
            [] => Some("neither has a game in that round".to_owned()),
            _ => Some(format!("their games of that round are {}", theirs.join(", "))),
        }
    }

    fn prescribed(&self, phase: PhaseId, round: u32, place: usize) -> Option<&GameCourse> {
        // The round that is being followed may not be among those that are kept yet.
        self.round(phase, round).and_then(|course| course.games.get(place))
    }

    fn round(&self, phase: PhaseId, round: u32) -> Option<&super::course::RoundCourse> {
        let course: &PhaseCourse = self.course.phases.iter().find(|course| course.phase == phase)?;
        course.rounds.iter().find(|course| course.number == round)
    }

    /// A game in words, and where it stands.
    fn game(&self, game: u32) -> (String, String) {
        let sides = self.facts.sides(game);
        let phase = &self.facts.ruleset.phase(self.facts.phase(game)).name;
        let round = self.facts.round(game).map_or_else(String::new, |round| format!(", round {round}"));
        let in_match = self.facts.in_match(game).map_or_else(String::new, |name| format!(", match `{name}`"));
        let what = format!("{} (`{phase}`{round}{in_match})", self.sides(&sides));
        (what, format!("the game stands at {}", self.place_of_game(game)))
    }

    fn pairing(&self, pairing: &Pairing) -> String {
        self.sides(&pairing.sides)
    }

    fn sides(&self, sides: &[(Option<Symbol>, u32)]) -> String {
        let side = |(seat, who): &(Option<Symbol>, u32)| match seat {
            Some(seat) => format!("`{}` {}", self.name(*who), self.log.symbols.text(*seat)),
            None => format!("`{}`", self.name(*who)),
        };
        sides.iter().map(side).collect::<Vec<_>>().join(" v ")
    }

    fn name(&self, entrant: u32) -> &str {
        self.facts.names.get(entrant as usize).copied().unwrap_or_default()
    }

    fn names(&self, entrants: &[u32]) -> String {
        let quoted: Vec<String> = entrants.iter().map(|&who| format!("`{}`", self.name(who))).collect();
        match quoted.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            Some((last, _)) => last.clone(),
            None => "nobody".to_owned(),
        }
    }

    fn act(&self, act: usize) -> Option<String> {
        let act: &Act = self.log.acts.get(act)?;
        Some(self.place(act.place))
    }

    fn place_of_game(&self, game: u32) -> String {
        self.log.tables.games.get(game as usize).map_or_else(String::new, |&place| self.place(place))
    }

    fn place(&self, place: RecordPlace) -> String {
        let name = self.log.names.get(usize::from(place.log)).map_or("the log", String::as_str);
        format!("{name}:{}", place.line)
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
