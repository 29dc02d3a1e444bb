//! Which places examples and games came to.
//!
//! Comes in: the places of a format, what its examples show, and logs that were scored. Goes out: for each place which
//! examples and which logs came to it. It must never judge what is enough. Start with [`trace`].

use super::sites::{Site, Test, sites};
use crate::engine::{self, Outcome, Use, Uses};
use crate::event::{Course, GameState, PhaseCourse, RoundCourse};
use crate::example::{PhasePart, Shown, shown};
use crate::format::FormatFile;
use crate::ruleset::{OptionType, PhaseId, Ruleset, Settings};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Logs that were scored as one.
#[derive(Debug, Clone, Copy)]
pub struct Logged<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// What came out.
    pub outcome: &'a Outcome,
    /// The values of the options.
    pub settings: &'a Settings,
    /// How the event went.
    pub course: Option<&'a Course>,
}

/// What came to a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Used {
    /// The examples whose expected values it has a part in, by their place in [`Trace::shown`].
    pub examples: Vec<usize>,
    /// The games of the logs.
    pub games: Use,
}

impl Used {
    /// Whether nothing did.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.examples.is_empty() && self.games.rows == 0
    }
}

/// The places of a format, and what came to them.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The places.
    pub sites: Vec<Site>,
    /// What came to each of them.
    pub used: Vec<Used>,
    /// The examples.
    pub shown: Vec<Shown>,
    /// What the logs are called.
    pub logs: Vec<String>,
    /// Whether some rows of the logs were too many to be looked at.
    pub passed_over: bool,
}

/// Follows the examples of a format, and these logs.
#[must_use]
pub fn trace(file: &FormatFile, ruleset: &Ruleset, logged: &[Logged<'_>]) -> Trace {
    let sites = sites(file, ruleset);
    let shown = shown(file, ruleset);
    let games = Games::new(ruleset, logged);
    let of_site = |site: &Site| Used {
        examples: (0..shown.len()).filter(|&place| is_shown(&shown[place], &site.test, ruleset)).collect(),
        games: games.at(&site.test),
    };
    Trace {
        used: sites.iter().map(of_site).collect(),
        sites,
        logs: logged.first().map(|logged| logged.outcome.logs.clone()).unwrap_or_default(),
        passed_over: games.uses.passed_over,
        shown,
    }
}

fn is_shown(shown: &Shown, test: &Test, ruleset: &Ruleset) -> bool {
    match test {
        Test::Parts(parts) => parts.iter().any(|part| shown.parts.contains(part)),
        Test::Phases(parts) => parts.iter().any(|part| shown.phase_parts.contains(part)),
        Test::Choice(option, choice) => is_chosen(ruleset, &shown.settings, *option, choice),
        Test::Cites => false,
    }
}

fn is_chosen(ruleset: &Ruleset, settings: &Settings, option: usize, choice: &str) -> bool {
    let Some(OptionType::Choices(choices)) = ruleset.options.get(option).map(|option| &option.values) else {
        return false;
    };
    let wanted = choices.iter().find(|&&one| ruleset.symbols.text(one) == choice);
    wanted.is_some_and(|&wanted| settings.0.get(option) == Some(&Value::Text(wanted)))
}

/// What the games of the logs came to.
struct Games<'a> {
    ruleset: &'a Ruleset,
    settings: Option<&'a Settings>,
    all: Use,
    uses: Uses,
    phases: BTreeMap<PhasePart, Use>,
}

impl<'a> Games<'a> {
    fn new(ruleset: &'a Ruleset, logged: &[Logged<'a>]) -> Self {
        let settings = logged.first().map(|logged| logged.settings);
        let (all, uses, phases) = (Use::default(), Uses::default(), BTreeMap::new());
        let mut found = Self { ruleset, settings, all, uses, phases };
        for Logged { ruleset, outcome, settings, course } in logged {
            let games = &outcome.tables.games;
            found.all.rows = found.all.rows.saturating_add(games.len() as u64);
            found.all.logs.extend(games.iter().map(|place| place.log));
            let uses = engine::used(ruleset, settings, outcome);
            found.uses.passed_over |= uses.passed_over;
            for (part, used) in uses.parts {
                let known = found.uses.parts.entry(part).or_default();
                known.rows = known.rows.saturating_add(used.rows);
                known.logs.extend(used.logs);
            }
            for phase in course.iter().flat_map(|course| &course.phases) {
                phase_parts(phase, outcome, &mut found.phases);
            }
        }
        found
    }

    fn at(&self, test: &Test) -> Use {
        let joined = |all: &mut dyn Iterator<Item = &Use>| {
            all.fold(Use::default(), |sum, one| Use {
                rows: sum.rows.saturating_add(one.rows),
                logs: &sum.logs | &one.logs,
            })
        };
        match test {
            Test::Parts(parts) => joined(&mut parts.iter().filter_map(|part| self.uses.parts.get(part))),
            Test::Phases(parts) => joined(&mut parts.iter().filter_map(|part| self.phases.get(part))),
            Test::Choice(option, choice) => {
                let chosen =
                    self.settings.filter(|settings| is_chosen(self.ruleset, settings, *option, choice));
                chosen.map_or_else(Use::default, |_| self.all.clone())
            }
            Test::Cites => Use::default(),
        }
    }
}

/// The parts of a phase from which its games came that were played.
fn phase_parts(course: &PhaseCourse, outcome: &Outcome, found: &mut BTreeMap<PhasePart, Use>) {
    let id = course.phase;
    for round in &course.rounds {
        let mut matches: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        let mut all: BTreeSet<u32> = BTreeSet::new();
        for game in &round.games {
            let GameState::Played(row) = game.state else { continue };
            let log = outcome.tables.games.get(row as usize).map_or(0, |place| place.log);
            all.insert(log);
            if let Some(place) = game.in_match {
                matches.entry(place).or_default().insert(log);
            }
            let part = PhasePart::Line(id, size(round, game.pool), game.pairing.line);
            take(found, part, BTreeSet::from([log]));
        }
        for (place, logs) in matches {
            if let Some(played) = course.bracket.get(place) {
                take(found, PhasePart::Match(id, played.line.name.clone()), logs);
            }
        }
        if !all.is_empty() {
            take(found, PhasePart::Phase(id), all.clone());
            cut(found, id, round, all);
        }
    }
}

fn cut(found: &mut BTreeMap<PhasePart, Use>, id: PhaseId, round: &RoundCourse, logs: BTreeSet<u32>) {
    // Pools that were drawn by hand come from no cut.
    if !round.pools.is_empty() && !round.by_hand {
        take(found, PhasePart::Cut(id, round.number == 1), logs);
    }
}

fn take(found: &mut BTreeMap<PhasePart, Use>, part: PhasePart, logs: BTreeSet<u32>) {
    let entry = found.entry(part).or_default();
    entry.rows += 1;
    entry.logs.extend(logs);
}

/// For how many the schedule of a game is.
fn size(round: &RoundCourse, pool: Option<u32>) -> u32 {
    let found = pool.and_then(|number| round.pools.iter().find(|pool| pool.number == number));
    found.map_or(2, |pool| u32::try_from(pool.members.len()).unwrap_or(u32::MAX))
}
