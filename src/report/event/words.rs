//! What is said of an event in a line: who was level, who went on and why, what it waits for.
//!
//! Comes in: an [`EventView`]. Goes out: words. It must never know a table. Start with [`EventView::settled`].

use super::view::EventView;
use crate::event::{
    Awaited, Due, GameState, How, MatchCourse, MatchSide, Overdue, PhaseCourse, Progress, RoundCourse,
    Settled, Won,
};
use crate::log::Act;
use crate::ruleset::{BracketMatch, Draw, Source};

/// What a lot is, for whoever wants to draw it again.
pub const LOT: [&str; 2] = [
    "a lot is the first eight bytes, read from the lowest, of the BLAKE3 hash of the seed, the occasion, an empty",
    "text and the name, each text after its length; numbers are eight bytes from the lowest; the least lot comes first",
];

impl EventView<'_> {
    /// `lots for “qualification 1 level”: P3 123, P7 456`
    pub fn lots_of(&self, settled: &Settled, seed: u64) -> Option<String> {
        let How::Lot { occasion } = &settled.how else { return None };
        let lots = self.lots(seed);
        let lot = |&who: &u32| format!("{} {}", self.name(who), lots.of(occasion, who));
        let lots: Vec<String> = settled.order.iter().map(lot).collect();
        Some(format!("lots for “{occasion}”: {}", lots.join(", ")))
    }

    /// `level: P3, P7 — drawn by lot`
    pub fn settled(&self, settled: &Settled) -> String {
        format!("level: {} — {}", self.names_of(&settled.order), self.how(&settled.how))
    }

    /// `drawn by lot`, `decided by the arbiter (log.jsonl:12)`
    pub fn how(&self, how: &How) -> String {
        match how {
            How::Lot { .. } => "drawn by lot".to_owned(),
            How::Decision(act) => self.act(*act).map_or_else(
                || "decided".to_owned(),
                |act| format!("decided{} ({})", by(act), self.place(act.place)),
            ),
        }
    }

    /// Who went on from a match; nothing as long as it is not decided.
    pub fn winner(&self, course: &MatchCourse) -> String {
        match (course.winner(), course.is_over()) {
            (Some(winner), _) => self.name(winner).to_owned(),
            (None, true) => "nobody".to_owned(),
            (None, false) => String::new(),
        }
    }

    /// Why an entrant went on, or nobody.
    pub fn won(&self, course: &MatchCourse) -> String {
        let Some(won) = course.won() else { return String::new() };
        match won {
            Won::Walkover if course.winner().is_none() => "withdrawals".to_owned(),
            Won::Bye if course.winner().is_none() => "no entrants".to_owned(),
            Won::Games => "games".to_owned(),
            Won::Bye => "bye".to_owned(),
            Won::Walkover => "walkover".to_owned(),
            Won::Lot => "lot".to_owned(),
            Won::Decision(act) => match self.act(act) {
                Some(act) => format!("decision{} ({})", by(act), self.place(act.place)),
                None => "decision".to_owned(),
            },
        }
    }

    /// Who plays a side of a match, or where they are to come from.
    pub fn match_side(&self, phase: &PhaseCourse, course: &MatchCourse, side: usize) -> String {
        match course.sides[side] {
            MatchSide::Entrant(entrant) => self.name(entrant).to_owned(),
            MatchSide::Nobody => "–".to_owned(),
            MatchSide::Open => source(&phase.bracket, course.line.sides[side]),
        }
    }

    /// Whether a game has been played, in a word.
    pub fn state(&self, state: GameState) -> String {
        match state {
            GameState::Played(_) => "played".to_owned(),
            GameState::Void(_) => "void".to_owned(),
            GameState::Disputed(_) => "in dispute".to_owned(),
            GameState::Missing => "missing".to_owned(),
            GameState::Cancelled(who) => format!("cancelled: {} has withdrawn", self.name(who)),
            GameState::Decided(_) => "not played: the match is decided".to_owned(),
        }
    }

    /// What something overdue waits for: `7 of 16 games`, `a decision`, `semi 1, semi 2`.
    pub fn awaited(&self, late: &Overdue) -> String {
        match &late.waits_for {
            Awaited::Games(Progress { all, disputed, missing, .. }) => {
                let missing = (*missing > 0).then(|| match all {
                    1 => "its game".to_owned(),
                    all => format!("{missing} of {all} games"),
                });
                let disputed =
                    (*disputed > 0).then(|| format!("the arbiter: {} in dispute", games_of(*disputed)));
                missing.into_iter().chain(disputed).collect::<Vec<_>>().join(", ")
            }
            Awaited::Decision => "a decision".to_owned(),
            Awaited::Matches(matches) => {
                let phase = self.course.phases.iter().find(|phase| phase.phase == late.phase);
                let before = matches.iter().filter_map(|place| phase?.bracket.get(*place));
                before.map(|course| course.line.name.as_str()).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// `First phase, round 2 of 4`
    pub fn round_title(&self, phase: &PhaseCourse, round: &RoundCourse) -> String {
        let title = &self.phase(phase.phase).title;
        match self.rounds_of(phase) {
            Some(rounds) => format!("{title}, round {} of {rounds}", round.number),
            None => format!("{title}, round {}", round.number),
        }
    }

    /// What comes next, in a sentence; nothing where a round does.
    pub fn due(&self) -> Option<String> {
        let phase = self.course.phases.last();
        let title = |phase| &self.phase(phase).title;
        match &self.course.due {
            Due::Round | Due::Results => None,
            Due::Winner { matches } => {
                let waits = matches.iter().filter_map(|place| phase?.bracket.get(*place)).map(|course| {
                    let names: Vec<&str> = course.entrants().map(|side| self.name(side)).collect();
                    let name = &course.line.name;
                    format!("{name} waits for a decision: who goes on, {}", names.join(" or "))
                });
                Some(waits.collect::<Vec<_>>().join("; "))
            }
            Due::Order { phase, round, levels, .. } => {
                let who: Vec<String> = levels.iter().map(|level| self.names_of(level)).collect();
                let when =
                    if *round == 0 { "before round 1".to_owned() } else { format!("after round {round}") };
                let title = title(*phase);
                Some(format!("{title} {when} waits for a decision: the order of {}", who.join("; of ")))
            }
            Due::Draw { phase, round, .. } => {
                Some(format!("{}, round {round}: the draw on record does not fit", title(*phase)))
            }
            Due::Open => Some("Opponents are chosen freely: record the games as they are played".to_owned()),
            Due::Impossible { phase, round, .. } => {
                Some(format!("{}, round {round}, cannot be paired", title(*phase)))
            }
            Due::Over => Some("The event is over".to_owned()),
        }
    }

    /// Whether opponents are chosen freely in a phase.
    pub fn is_open(&self, phase: &PhaseCourse) -> bool {
        matches!(self.phase(phase.phase).scheme, crate::ruleset::Scheme::Open(_))
    }

    /// The places that a match decides: `1, 2`.
    pub fn places_of(line: &BracketMatch) -> String {
        let places = [line.winner_place, line.loser_place].into_iter().flatten();
        places.map(|place| place.to_string()).collect::<Vec<_>>().join(", ")
    }
}

fn games_of(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// ` by the arbiter`
pub fn by(act: &Act) -> String {
    act.by.as_ref().map_or_else(String::new, |by| format!(" by {by}"))
}

/// `seed 1`, `winner of semi 1`
pub fn source(bracket: &[MatchCourse], source: Source) -> String {
    let name = |place: u16| bracket.get(usize::from(place)).map_or("", |course| course.line.name.as_str());
    match source {
        Source::Seed(seed) => format!("seed {seed}"),
        Source::Winner(place) => format!("winner of {}", name(place)),
        Source::Loser(place) => format!("loser of {}", name(place)),
    }
}

/// What a way of drawing is called in a format.
pub fn draw_word(draw: Draw) -> &'static str {
    match draw {
        Draw::Lot => "lot",
        Draw::Position => "position",
        Draw::Snake => "snake",
    }
}
