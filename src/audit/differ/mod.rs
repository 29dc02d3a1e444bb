//! What a change of a format changes, in results and not in text.
//!
//! Comes in: two formats under their settings; a log, scored by both. Goes out: whether they score alike, and how that is
//! known; a small record that they score differently; what they prescribe differently; the parts and clauses that are
//! touched; what becomes of a log. Columns, standings and phases are matched by their names. It must never judge which of
//! the two is right. Start with [`compare`], then [`compare_logs`].

mod changed;
mod fit;
mod logs;
mod names;
mod proof;
mod rounds;
mod search;
mod tables;
mod touched;

pub use changed::{
    CellChange, LogAnswer, LogChange, MatchChange, Moved, PhaseChange, Refusal, RowChange, SheetChange,
    StandingChange,
};
pub use logs::{LogSide, compare_logs};

use super::equal::Reason;
use crate::format::FormatFile;
use crate::ruleset::{OptionType, PartKind, Ruleset, RulesetPart, Settings};
use crate::source::{Sources, Span};
use crate::value::Value;
use std::collections::BTreeSet;

/// A format under its settings.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// As typed.
    pub file: &'a FormatFile,
    /// What it means.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// Those of them that were set by hand.
    pub given: &'a [(String, String)],
}

/// What two formats have in common, and what not.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The semantic hash of each, under its settings.
    pub hashes: [String; 2],
    /// What is known of how the two score.
    pub verdict: Verdict,
    /// Options that are not the same in both.
    pub options: Vec<OptionChange>,
    /// For each phase the first round that is paired differently.
    pub paired: Vec<Paired>,
    /// The phases to which other places are admitted.
    pub admitted: Vec<Admitted>,
    /// What is touched.
    pub touched: Touched,
}

/// What is known of how two formats score.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// Alike: they have the same hash.
    SameHash,
    /// Alike: they have the same hash as soon as these are called the same. The last says whether logs are written otherwise.
    SameButForNames(Vec<(String, String)>, bool),
    /// Alike: it is proved, whatever is recorded.
    Proved(Reason),
    /// A search found this.
    Searched(Search),
}

impl Comparison {
    /// Whether a difference is known.
    #[must_use]
    pub fn is_different(&self) -> bool {
        let searched = match &self.verdict {
            Verdict::SameHash | Verdict::SameButForNames(..) | Verdict::Proved(_) => return false,
            Verdict::Searched(search) => search.found.is_some(),
        };
        searched
            || !self.paired.is_empty()
            || !self.admitted.is_empty()
            || self.touched.parts.iter().any(PartChange::is_of_event)
    }
}

/// What a search came to.
#[derive(Debug, Clone)]
pub struct Search {
    /// What examples were invented from.
    pub seed: u64,
    /// How many of them at least one of the two could score.
    pub tried: usize,
    /// How many of these are parts of events.
    pub events: usize,
    /// The plainest one that tells the two apart.
    pub found: Option<Box<Found>>,
}

/// A record that tells two formats apart.
#[derive(Debug, Clone)]
pub struct Found {
    /// In what way.
    pub how: How,
    /// As it could stand in each.
    pub texts: Texts,
    /// Every value that differs, what is computed first in front.
    pub values: Vec<Differing>,
    /// Why one of the two gives nothing.
    pub refused: [Option<String>; 2],
}

/// In what way a record tells two formats apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Both score it, and values differ.
    Values,
    /// One of the two cannot score it.
    Unscored,
    /// One of the two cannot read it.
    Unread,
}

/// An example as it could stand in each of two formats; nothing where it could not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// With what the old format gives.
    pub old: Option<String>,
    /// With what the new format gives.
    pub new: Option<String>,
}

/// A value that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// As an example would expect it: `Ada.points`.
    pub path: String,
    /// The column: `side.points`.
    pub of: String,
    /// By the old format and by the new one.
    pub values: [String; 2],
    /// The clauses that have a part in it, in each.
    pub clauses: [Vec<String>; 2],
}

/// An option that is not the same in both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionChange {
    /// Its name.
    pub name: String,
    /// Its value where it is known, and whether it was set by hand.
    pub values: [Option<String>; 2],
    /// Whether both have it, and it can be other things.
    pub can_differ: bool,
}

/// A round that is paired differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paired {
    /// The phase.
    pub phase: String,
    /// The round.
    pub round: u32,
    /// With how many entrants.
    pub ranked: u32,
    /// The round as an example of each.
    pub texts: [String; 2],
    /// The clauses that have a part in it, in each.
    pub clauses: [Vec<String>; 2],
}

/// A phase to which other places are admitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admitted {
    /// The phase.
    pub phase: String,
    /// From the first place to the last, of which phase; `None`: everybody.
    pub places: [Option<(u32, u32, String)>; 2],
}

/// What a change touches.
#[derive(Debug, Clone)]
pub struct Touched {
    /// The clauses, in the order of the old format.
    pub clauses: Vec<TouchedClause>,
    /// The parts of the rules, in the order of the old format, new ones last.
    pub parts: Vec<PartChange>,
}

/// A clause that is touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedClause {
    /// Its name.
    pub name: String,
    /// Its words in each; `None` where a format does not have it.
    pub texts: [Option<String>; 2],
    /// The parts whose lines that differ cite it.
    pub parts: Vec<String>,
    /// The parts that cite it in one alone.
    pub cited: [Vec<String>; 2],
}

/// What became of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Only the new format has it.
    New,
    /// Only the old format has it.
    Gone,
    /// It comes to something else.
    Changed,
}

/// A part of the rules that is not the same.
#[derive(Debug, Clone)]
pub struct PartChange {
    /// What it is.
    pub kind: PartKind,
    /// What it is called.
    pub name: String,
    /// What became of it.
    pub change: Change,
    /// The lines that one of the two has alone.
    pub lines: [Vec<Line>; 2],
    /// The clauses that these lines cite; of a part without such lines those that it cites as a whole.
    pub clauses: BTreeSet<String>,
}

impl PartChange {
    /// Whether it says how an event goes, which no invented record comes to.
    #[must_use]
    pub fn is_of_event(&self) -> bool {
        match self.kind {
            PartKind::Phase | PartKind::Edition => true,
            PartKind::Option
            | PartKind::Seating
            | PartKind::Recorded
            | PartKind::Rule
            | PartKind::Placing
            | PartKind::Verdicts
            | PartKind::State
            | PartKind::Levels
            | PartKind::Standing
            | PartKind::Claim => false,
        }
    }
}

/// A line of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// With single blanks.
    pub text: String,
    /// Where it stands.
    pub at: Span,
}

/// Compares two formats, inventing so many examples from a seed where that is needed.
#[must_use]
pub fn compare(old: &Side<'_>, new: &Side<'_>, sources: &Sources, effort: (u64, u32)) -> Comparison {
    let hashes = [old, new].map(|side| side.ruleset.semantic_hash(side.settings));
    let (mut paired, mut admitted) = (Vec::new(), Vec::new());
    let mut new_parts = new.ruleset.parts();
    let verdict = if claims(old.ruleset) == claims(new.ruleset) && have_same_hashes(old, new) {
        Verdict::SameHash
    } else if let Some(renamed) = names::renamed((old.ruleset, old.settings), (new.ruleset, new.settings)) {
        new_parts = renamed.parts;
        Verdict::SameButForNames(renamed.names, renamed.in_logs)
    } else if let Some(reason) = proof::proved(old.ruleset, new.ruleset, sources) {
        Verdict::Proved(reason)
    } else {
        paired = rounds::paired(old.ruleset, new.ruleset);
        admitted = rounds::admitted(old.ruleset, new.ruleset);
        let touched = touched::touched(old, new, &new_parts, sources);
        // That a record cannot be read says something only where other things are recorded.
        let may_be_unread = touched
            .parts
            .iter()
            .any(|part| matches!(part.kind, PartKind::Recorded | PartKind::Seating | PartKind::Option));
        Verdict::Searched(search::search(old, new, effort, may_be_unread))
    };
    let touched = touched::touched(old, new, &new_parts, sources);
    Comparison { hashes, verdict, options: options(old, new), paired, admitted, touched }
}

/// The claims that are tried on every game: they compute nothing, and can still keep a log from being scored.
fn claims(ruleset: &Ruleset) -> Vec<RulesetPart> {
    ruleset.parts().into_iter().filter(|part| part.kind == PartKind::Claim).collect()
}

/// Whether the hashes are the same, whoever plays: the hash is that of one seating plan.
fn have_same_hashes(old: &Side<'_>, new: &Side<'_>) -> bool {
    let same = |old_settings: &Settings, new_settings: &Settings| {
        old.ruleset.semantic_hash(old_settings) == new.ruleset.semantic_hash(new_settings)
    };
    if !same(old.settings, new.settings) {
        return false;
    }
    let Some(option) = old.ruleset.seating_option else { return true };
    let place = usize::from(option.0);
    let (Some(one), Some(other)) = (old.ruleset.options.get(place), new.ruleset.options.get(place)) else {
        return false;
    };
    if old.given.iter().any(|(name, _)| *name == one.name) {
        return true;
    }
    let (OptionType::Choices(choices), OptionType::Choices(others)) = (&one.values, &other.values) else {
        return true;
    };
    choices.iter().zip(others).all(|(&choice, &other)| {
        let with = |settings: &Settings, choice| {
            let mut settings = settings.clone();
            settings.0[place] = Value::Text(choice);
            settings
        };
        same(&with(old.settings, choice), &with(new.settings, other))
    })
}

/// Options that only one has, that have other values, or that can have others.
fn options(old: &Side<'_>, new: &Side<'_>) -> Vec<OptionChange> {
    let find =
        |side: &Side<'_>, name: &str| side.ruleset.options.iter().position(|option| option.name == name);
    let mut names: Vec<&str> = old.ruleset.options.iter().map(|option| option.name.as_str()).collect();
    let came = new.ruleset.options.iter().map(|option| option.name.as_str());
    names.extend(came.filter(|name| find(old, name).is_none()));
    let changes = names.into_iter().filter_map(|name| {
        let places = [find(old, name), find(new, name)];
        let value = |side: &Side<'_>, place: Option<usize>| {
            place.map(|place| side.ruleset.settings_words(side.settings, place))
        };
        let values = [value(old, places[0]), value(new, places[1])];
        let can_differ = match places {
            [Some(one), Some(other)] => {
                let (one, other) = (&old.ruleset.options[one], &new.ruleset.options[other]);
                let both = (&old.ruleset.symbols, &new.ruleset.symbols);
                !search::same_values((&one.values, both.0), (&other.values, both.1))
            }
            [_, _] => false,
        };
        let is_same = values[0] == values[1] && !can_differ;
        (!is_same).then(|| OptionChange { name: name.to_owned(), values, can_differ })
    });
    changes.collect()
}
