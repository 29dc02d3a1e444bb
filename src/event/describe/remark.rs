//! A remark in words.
//!
//! Comes in: a [`Remark`]. Goes out: a [`Diagnostic`] (R0901 to R0906, R0911). Start with [`Words::remark`].

use super::super::course::{GameCourse, PhaseCourse, Remark, RoundCourse};
use super::{MOST_LISTED, Words};
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::log::Deed;
use crate::ruleset::{PhaseId, Scheme};

impl Words<'_> {
    pub(super) fn remark(&self, remark: &Remark) -> Diagnostic {
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
                    (None, _) if self.is_in_knockout(*game) => {
                        diagnostic.help("say in which `match` it was played")
                    }
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
                .help(
                    "take one of them out; to change a result, record a correction; where it was played again, record that \
                     the first does not count: `{\"void\": {\"game\": …}}`",
                )
            }
            Remark::Superfluous { game } => {
                let (what, at) = self.game(*game);
                Diagnostic::new(Code::NotPrescribed, format!("the pairing prescribes no game {what}"))
                    .note(at)
                    .note("the match had been decided above it")
                    .note("the bracket leaves it out; in the tables of matches and entrants it still counts")
                    .help("take it out or record that it is void, or mend what decided the match")
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
            Remark::WouldChange { phase, round, acts, games, instead } => {
                let ruleset = self.facts.ruleset;
                let lines: Vec<String> = acts.iter().filter_map(|act| self.act(*act)).collect();
                let played: Vec<String> =
                    games.iter().take(MOST_LISTED).map(|game| self.place_of_game(*game)).collect();
                let pools: Vec<String> = instead.iter().map(|pool| self.names(pool)).collect();
                let name = &ruleset.phase(*phase).name;
                let annuls = |act: &&usize| {
                    self.log.acts.get(**act).is_some_and(|act| matches!(act.what, Deed::Void { .. }))
                };
                let (what, done, counts) = match acts.iter().filter(annuls).count() {
                    _ if acts.is_empty() => ("a game", "recorded", "counts the game"),
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
                let lines = lines.into_iter().chain(played).collect::<Vec<_>>().join(", ");
                diagnostic
                    .note(format!("{done} at {lines}"))
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

    fn is_in_knockout(&self, game: u32) -> bool {
        matches!(self.facts.ruleset.phase(self.facts.phase(game)).scheme, Scheme::Knockout(_))
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

    fn round(&self, phase: PhaseId, round: u32) -> Option<&RoundCourse> {
        let course: &PhaseCourse = self.course.phases.iter().find(|course| course.phase == phase)?;
        course.rounds.iter().find(|course| course.number == round)
    }
}
