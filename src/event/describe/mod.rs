//! What does not fit, and what an event waits for, in words.
//!
//! Comes in: a [`Course`] and its log. Goes out: a [`Diagnostic`] (R0901 to R0912) for each remark and for all that is
//! overdue, and one for each thing that keeps the event from going on. It must never follow an event. Start with
//! [`remarks`], then [`waiting`].

mod overdue;
mod remark;
mod waiting;

use super::course::{Course, Remark};
use super::facts::Facts;
use crate::diagnostic::{Code, Diagnostic};
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
    let words = Words::new(course, ruleset, settings, log);
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
            | Remark::Superfluous { .. }
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
    told.extend(course.overdue.iter().map(|late| words.overdue(late)));
    told
}

/// What keeps the event from going on: results that are missing, what somebody has to decide. Nothing where all that is
/// due can be played, or the event is over.
#[must_use]
pub fn waiting(course: &Course, ruleset: &Ruleset, settings: &Settings, log: &Log) -> Vec<Diagnostic> {
    Words::new(course, ruleset, settings, log).waiting()
}

struct Words<'a> {
    course: &'a Course,
    facts: Facts<'a>,
    log: &'a Log,
}

impl<'a> Words<'a> {
    fn new(course: &'a Course, ruleset: &'a Ruleset, settings: &'a Settings, log: &'a Log) -> Self {
        Self { course, facts: Facts::followed(ruleset, settings, log, course), log }
    }

    /// The first phase and round of which a game is not prescribed.
    fn first_unfitting(&self) -> Option<(PhaseId, u32)> {
        let all = self.course.remarks.iter().filter_map(|remark| match remark {
            Remark::NotPrescribed { game } => Some(self.moment(*game)),
            Remark::Swapped { .. }
            | Remark::Twice { .. }
            | Remark::Superfluous { .. }
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

    /// The key with which a record says of which edition it is, and a comma; nothing in a format without editions.
    fn of_edition(&self) -> String {
        self.course.edition.map_or_else(String::new, |edition| format!("\"edition\": \"{edition}\", "))
    }

    /// What to do about results that are missing.
    fn record_them(&self) -> String {
        format!(
            "record them; who plays no more is recorded so: `{{\"withdrawal\": {{{}\"entrant\": \"…\"}}}}`",
            self.of_edition()
        )
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
