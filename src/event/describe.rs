//! What does not fit, and what an event waits for, in words.
//!
//! Comes in: a [`Course`] and its log. Goes out: a [`Diagnostic`] (R0901 to R0911) for each remark, and one for what
//! keeps the next round from being paired. It must never follow an event. Start with [`remarks`], then [`waiting`].

use super::course::{Course, Due, GameCourse, GameState, PhaseCourse, Remark};
use super::facts::Facts;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::log::{self, Act, Deed, Log};
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
    let first = words.first_unfitting();
    let mut told = Vec::new();
    let (mut later, mut early) = (0, 0);
    for remark in &course.remarks {
        match remark {
            // One wrong record makes other pairings, and then nothing fits that was played by the right ones.
            Remark::NotPrescribed { game } if first.is_some_and(|first| words.moment(*game) > first) => {
                later += 1;
            }
            Remark::TooEarly { .. } if early > 0 => early += 1,
            Remark::TooEarly { .. } => {
                early = 1;
                told.push(words.remark(remark));
            }
            Remark::NotPrescribed { .. }
            | Remark::Swapped { .. }
            | Remark::Twice { .. }
            | Remark::WouldChange { .. }
            | Remark::WithoutGames { .. }
            | Remark::IdleAct { .. } => told.push(words.remark(remark)),
        }
    }
    let more = |told: &mut [Diagnostic], code, note: String| {
        if let Some(last) = told.iter_mut().rev().find(|one| one.code == code) {
            last.notes.push(note);
        }
    };
    if later > 0 {
        let games = counted(later, "game");
        let note = format!("{games} of later rounds do not fit either, which may follow from this");
        more(&mut told, Code::NotPrescribed, note);
    }
    if early > 1 {
        more(&mut told, Code::TooEarly, format!("so do {} more", early - 1));
    }
    told
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
    /// The first phase and round of which a game is not prescribed.
    fn first_unfitting(&self) -> Option<(PhaseId, u32)> {
        let all = self.course.remarks.iter().filter_map(|remark| match remark {
            Remark::NotPrescribed { game } => Some(self.moment(*game)),
            Remark::Swapped { .. }
            | Remark::Twice { .. }
            | Remark::TooEarly { .. }
            | Remark::WouldChange { .. }
            | Remark::WithoutGames { .. }
            | Remark::IdleAct { .. } => None,
        });
        all.min()
    }

    /// The phase and round of a game.
    fn moment(&self, game: u32) -> (PhaseId, u32) {
        (self.facts.phase(game), self.facts.round(game).unwrap_or(0))
    }

    fn remark(&self, remark: &Remark) -> Diagnostic {
        match remark {
            Remark::NotPrescribed { game } => {
                let (what, at) = self.game(*game);
                let mut diagnostic =
                    Diagnostic::new(Code::NotPrescribed, format!("the pairing prescribes no game {what}"))
                        .note(at);
                if self.log.tables.registered.iter().all(Option::is_none) {
                    let note =
                        "nobody is registered: where there is a list of entrants, give it before the games";
                    diagnostic = diagnostic.note(note);
                }
                if let Some((message, matches)) = self.unknown_match(*game) {
                    return diagnostic.note(message).help(matches);
                }
                if let Some((who, why)) = self.not_there(*game) {
                    return diagnostic.note(why).help(format!(
                        "mend the name, or put the record of `{who}` where it belongs: a log is in the order in which \
                         things happened"
                    ));
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
                let annuls = |act: &&usize| {
                    self.log.acts.get(**act).is_some_and(|act| matches!(act.what, Deed::Void { .. }))
                };
                let (what, done, counts) = match acts.iter().filter(annuls).count() {
                    0 => ("a correction", "corrected", "counts the correction"),
                    all if all == acts.len() => ("an annulment", "annulled", "is that without the game"),
                    _ => ("corrections and annulments", "corrected and annulled", "counts them"),
                };
                let message =
                    format!("round {round} of `{name}` was paired before {what} that would have changed it");
                let instead = match pools.as_slice() {
                    [] => "nobody would have gone on without a decision".to_owned(),
                    [one] => format!("{one} would have gone on"),
                    all => format!("its pools would have been: {}", all.join("; ")),
                };
                let diagnostic = Diagnostic::new(Code::TooLate, message).note(instead);
                let note = format!("{done} at {}", lines.join(", "));
                diagnostic
                    .note(note)
                    .help(format!("the round stands as it was paired; the standing {counts}"))
            }
            Remark::WithoutGames { entrants, phase } => {
                let phase = &self.facts.ruleset.phase(*phase).name;
                let message = format!("there is no game for {} in `{phase}`", self.names(entrants));
                Diagnostic::new(Code::WithoutGames, message)
                    .note("they entered when it had been drawn up, or its bracket has no seed for them")
                    .help("register whoever plays above the first game; say in the phase who plays in it: `entrants`")
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
                Some(diagnostic.help(format!(
                    "record them; who plays no more is recorded so: `{{\"withdrawal\": {{{}\"entrant\": \"…\"}}}}`",
                    self.of_edition()
                )))
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
                let stay = sides.iter().find(|who| !self.facts.has_withdrawn(**who, self.facts.games));
                let winner = stay.map_or("\"…\"".to_owned(), |who| log::quoted(self.name(*who)));
                Some(Diagnostic::new(Code::DecisionMissing, message).help(format!(
                    "record who goes on: `{{\"decision\": {{{}\"phase\": {}, \"match\": {}, \"winner\": {winner}, \
                     \"by\": \"…\", \"reason\": \"…\"}}}}`",
                    self.of_edition(),
                    log::quoted(name),
                    log::quoted(&course.line.name),
                )))
            }
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

    /// The key with which a record says of which edition it is, and a comma; nothing in a format without editions.
    fn of_edition(&self) -> String {
        self.course.edition.map_or_else(String::new, |edition| format!("\"edition\": \"{edition}\", "))
    }

    /// Entrants are level whose order matters.
    fn no_order(&self, (phase, round): (PhaseId, u32), levels: &[Vec<u32>], by: PhaseId) -> Diagnostic {
        let name = &self.facts.ruleset.phase(phase).name;
        let who: Vec<String> = levels.iter().map(|level| self.names(level)).collect();
        let when = if round == 0 { "before round 1".to_owned() } else { format!("after round {round}") };
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
                "`{{\"decision\": {{{}\"phase\": {}, \"round\": {round}, \"order\": [{}], \"by\": \"…\", \"reason\": \
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
            (Due::Winner { .. } | Due::Order { .. } | Due::Draw { .. }, Some(phase), _) => {
                format!("a decision is missing in `{phase}`")
            }
            (Due::Impossible { .. }, Some(phase), _) => format!("`{phase}` cannot be paired"),
            _ => "nothing more is to be played before it".to_owned(),
        }
    }

    /// Whoever of a game does not take part in its round, and why.
    fn not_there(&self, game: u32) -> Option<(&str, String)> {
        let begin = self.facts.beginning(self.facts.phase(game), self.facts.round(game)?);
        let sides = self.facts.sides(game);
        let (_, who) = sides.iter().find(|(_, who)| !self.facts.is_in(*who, begin))?;
        let name = self.name(*who);
        let act = self.log.acts.iter().position(|act| act.what == Deed::Withdrawal { entrant: *who });
        let entered = self.log.entered.get(*who as usize).copied().unwrap_or(0);
        let why = match act.and_then(|act| self.act(act)) {
            Some(at) if self.facts.has_withdrawn(*who, begin) => {
                format!("`{name}` has withdrawn at {at}, before the round began")
            }
            _ if entered == u32::MAX => format!("nobody registers `{name}`"),
            _ => format!("`{name}` is registered below the first game of the round, and so not in it yet"),
        };
        Some((name, why))
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
        let name = self.log.names.get(place.log as usize).map_or("the log", String::as_str);
        format!("{name}:{}", place.line)
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
