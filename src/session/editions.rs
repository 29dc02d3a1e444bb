//! Editions: a log that holds an event which is held anew again and again, cut into one log for each.
//!
//! Comes in: a format with editions, a log. Goes out: which editions there are and which are under way, each scored or
//! paired as a log of its own, and all of them together. What lies below knows of one log at a time. Start with
//! [`Session::editions`].

use super::{Followed, Format, Scored, Scoring, Session};
use crate::diagnostic::Diagnostic;
use crate::engine::Parts;
use crate::event::{Due, Given};
use crate::log::{Act, LeftOut, Log, Reading, Unread};
use crate::lot::lot;
use crate::report::Stamp;
use crate::ruleset::{BuiltinColumn, Edition, LinkRole, Over, Ruleset, Settings, SheetKind};
use crate::sheet::{Data, RecordPlace};
use crate::value::Date;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What the seed of an edition is drawn for.
const SEED: &str = "edition";

/// Why a game is left out.
const OF_NONE: &str = "no game of its match says of which edition it is";

/// A log, cut into the editions that it holds.
#[derive(Debug)]
pub struct Editions {
    /// What one edition is scored by.
    pub rules: Ruleset,
    /// What all of them together are scored by.
    pub of_season: Ruleset,
    /// Those of which the log holds games or acts, in order.
    pub known: Vec<Edition>,
    /// The day on which one asks; `None` where none was given, and the log holds none.
    pub today: Option<Date>,
    /// Records that were left out before anything was scored.
    pub left_out: Vec<LeftOut>,
    settings: Settings,
    /// Of which rules, which logs and which seed all of them are: the rules of an edition are a part of all, and its seed comes
    /// of the one that was given.
    pub stamp: Stamp,
    scoring: Scoring,
    /// In the order of the known editions.
    parts: Parts,
    /// What is to be said of games in dispute, each with its edition.
    disputed: Vec<(Option<Edition>, Diagnostic)>,
}

impl Session {
    /// Reads logs, in order, as one, and cuts it into editions. `None` where something is wrong that cannot be left out.
    pub fn editions<'a>(
        &mut self,
        format: &Format,
        settings: Settings,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        scoring: Scoring,
    ) -> Option<Editions> {
        let ruleset = &format.ruleset;
        let reading = Reading { keep_going: scoring.keep_going, may_be_empty: scoring.may_be_empty };
        let mut log = self.read(ruleset, &settings, logs, reading)?;
        let today = scoring.today.or_else(|| log.latest_day(ruleset));
        let mut left_out = std::mem::take(&mut log.left_out);
        let disputed = std::mem::take(&mut log.disputed).into_iter();
        let of_games = log.editions_of_games(ruleset);
        let edition = |game: u32| of_games.get(game as usize).copied().flatten();
        let disputed = disputed.map(|(game, told)| (edition(game), told)).collect();
        let known: FxHashSet<RecordPlace> = left_out.iter().map(|left| left.place).collect();
        let of_none = (0..).zip(&of_games).filter(|(_, edition)| edition.is_none());
        let of_none = of_none.map(|(game, _)| super::left_out(ruleset, &log, game, OF_NONE));
        left_out.extend(of_none.filter(|left| !known.contains(&left.place)));
        left_out.sort_by_key(|left| left.place);
        let of_acts = log.acts.iter().filter_map(|act| act.edition);
        let known: BTreeSet<Edition> = of_games.iter().flatten().copied().chain(of_acts).collect();
        let known: Vec<Edition> = known.into_iter().collect();
        let part = |edition: &Option<Edition>| {
            let place = known.binary_search(edition.as_ref()?).ok()?;
            u32::try_from(place).ok()
        };
        let part_of_game: Vec<Option<u32>> = of_games.iter().map(part).collect();
        let stamp =
            Stamp { rules: ruleset.semantic_hash(&settings), logs: log.hash.clone(), seed: scoring.seed };
        let parts = Parts::new(log, ruleset, &part_of_game, known.len());
        let (rules, of_season) = (ruleset.of_edition(), ruleset.of_season());
        Some(Editions { rules, of_season, known, today, left_out, settings, stamp, scoring, parts, disputed })
    }

    /// Scores one edition. `None` where something is wrong that cannot be left out.
    pub fn score_edition(&mut self, editions: &Editions, edition: Edition) -> Option<Scored> {
        self.tell_disputes(editions, |of| of.is_none_or(|of| of == edition));
        let Editions { rules, settings, scoring, .. } = editions;
        let how = (scoring.keep_going, editions.given(edition));
        let scored = self.score_log(rules, settings.clone(), editions.log(edition), how)?;
        Some(Scored { stamp: editions.stamp.clone(), ..scored })
    }

    /// Follows one edition as far as it goes; what keeps the next round from being paired is a complaint: an error. `None`
    /// where it cannot be scored.
    pub fn pair_edition(&mut self, editions: &Editions, edition: Edition) -> Option<Followed> {
        self.tell_disputes(editions, |of| of.is_none_or(|of| of == edition));
        let Editions { rules, settings, .. } = editions;
        let followed =
            self.pair_log(rules, settings.clone(), editions.log(edition), editions.given(edition))?;
        Some(Followed { stamp: editions.stamp.clone(), ..followed })
    }

    /// The same, for whoever wants to look: that it waits for something is no complaint.
    pub fn watch_edition(&mut self, editions: &Editions, edition: Edition) -> Option<Followed> {
        self.tell_disputes(editions, |of| of.is_none_or(|of| of == edition));
        let Editions { rules, settings, .. } = editions;
        let followed =
            self.watch_log(rules, settings.clone(), editions.log(edition), editions.given(edition))?;
        Some(Followed { stamp: editions.stamp.clone(), ..followed })
    }

    /// Follows the editions that have begun and are not over on the day on which one asks, whatever is left of them: what is
    /// overdue is not over. Where all are over, the last one of those that are under way. `None` where one cannot be scored.
    pub fn watch_unfinished(&mut self, editions: &Editions) -> Option<Vec<Followed>> {
        let under_way = editions.under_way();
        let last = under_way.last().copied();
        let (earlier, first) = (editions.known.iter().copied(), under_way.first().copied());
        let earlier = earlier.take_while(|edition| Some(*edition) != first);
        let wanted: Vec<Edition> = earlier.chain(under_way.iter().copied()).collect();
        let mut shown = Vec::new();
        for edition in wanted {
            let given = editions.given(edition);
            let Editions { rules, settings, .. } = editions;
            let followed = self.follow_log(rules, settings.clone(), editions.log(edition), given)?;
            let is_open = followed.course.due != Due::Over;
            if is_open || Some(edition) == last && shown.is_empty() {
                self.tell_disputes(editions, |of| of.is_none_or(|of| of == edition));
                self.remark(rules, &followed.settings, &followed.log, &followed.course);
                shown.push(Followed { stamp: editions.stamp.clone(), ..followed });
            }
        }
        Some(shown)
    }

    /// Scores the games of all editions together, where something ranks by them. `None` where something is wrong that
    /// cannot be left out.
    pub fn score_season(&mut self, editions: &Editions) -> Option<Scored> {
        self.tell_disputes(editions, |_| true);
        let Editions { of_season, settings, scoring, .. } = editions;
        let log = editions.season();
        let outcome = self.run(of_season, settings, log, (scoring.keep_going, scoring.seed))?;
        Some(Scored {
            outcome,
            settings: settings.clone(),
            seed: scoring.seed,
            stamp: editions.stamp.clone(),
            corrected: None,
            remarks: Vec::new(),
            course: None,
            edition: None,
        })
    }
}

impl Session {
    /// Says of the editions that are shown which of their games are in dispute.
    fn tell_disputes(&mut self, editions: &Editions, is_shown: impl Fn(Option<Edition>) -> bool) {
        let shown = editions.disputed.iter().filter(|(edition, _)| is_shown(*edition));
        shown.for_each(|(_, told)| self.complaints.push(told.clone()));
    }
}

impl Editions {
    /// Whether some standing ranks over all editions.
    #[must_use]
    pub fn has_season(&self) -> bool {
        self.of_season.standings.iter().any(|standing| standing.over == Over::Season)
    }

    /// The editions that are under way on the day on which one asks: from the first day of the first phase to the last of
    /// the last. Where there is none, the last one that has begun by then.
    #[must_use]
    pub fn under_way(&self) -> Vec<Edition> {
        let periods = self.rules.periods();
        let known = self.known.iter().copied();
        let Some(today) = self.today else { return known.last().into_iter().collect() };
        let under_way: Vec<Edition> =
            known.clone().filter(|edition| edition.is_under_way(today, periods)).collect();
        if !under_way.is_empty() {
            return under_way;
        }
        let begun = known.clone().rfind(|edition| edition.first_day().is_some_and(|first| first <= today));
        begun.or(known.last()).into_iter().collect()
    }

    /// The names of the logs.
    #[must_use]
    pub fn logs(&self) -> &[String] {
        &self.parts.whole().names
    }

    /// The edition that begins on the day on which one asks.
    #[must_use]
    pub fn beginning(&self) -> Option<Edition> {
        Edition::of(self.today?, self.rules.editions.as_ref()?.every)
    }

    /// What decides in an edition where its log does not. Each draws by a seed of its own, so that nobody has the same luck
    /// in all of them.
    fn given(&self, edition: Edition) -> Given {
        let seed = lot(self.scoring.seed, SEED, "", &edition.to_string());
        Given { today: self.today, edition: Some(edition), ..Given::seed(seed) }
    }

    /// The log of an edition: its games, the acts that are of it, and all entrants.
    fn log(&self, edition: Edition) -> Log {
        let part = self.known.binary_search(&edition).unwrap_or(usize::MAX);
        let is_of_it = |act: &Act| act.edition.is_none_or(|of| of == edition);
        let mut log = self.parts.log(&self.rules, part, is_of_it);
        let plays = players(&self.rules, &log);
        let comes_later = self.who_comes_later(edition, part);
        for (entrant, entered) in log.entered.iter_mut().enumerate() {
            if comes_later(entrant) && !plays.contains(&entrant) {
                *entered = u32::MAX;
                if let Some(place) = log.tables.registered.get_mut(entrant) {
                    *place = None;
                }
            }
        }
        log
    }

    /// Whether an entrant who plays in no game of an edition is one of later editions alone: it is registered when the
    /// games of the first phase have been played, and later editions are there. Where nobody is registered, whoever plays
    /// in an edition is in it.
    fn who_comes_later(&self, edition: Edition, part: usize) -> impl Fn(usize) -> bool {
        let whole = self.parts.whole();
        let games = self.parts.games(&self.rules, part);
        let is_last = self.known.last().is_none_or(|last| *last <= edition);
        let nobody = whole.tables.registered.iter().all(Option::is_none);
        let is_empty = games.is_empty();
        let first = self.rules.phases.first().map(|phase| phase.symbol);
        let phase = self
            .rules
            .sheet_of(&SheetKind::Game)
            .and_then(|game| whole.tables.column(self.rules.builtin(game, BuiltinColumn::Phase)?));
        let is_of_first = |game: &&u32| match phase.map(|column| &column.data) {
            Some(Data::Symbol(phases)) => phases.get(**game as usize).copied() == first,
            Some(Data::Integer(_) | Data::Number(_) | Data::Flag(_)) | None => true,
        };
        let end = games.iter().rfind(is_of_first).or(games.first()).copied().unwrap_or(0);
        let entered = &whole.entered;
        move |entrant| {
            let entered = entered.get(entrant).copied().unwrap_or(0);
            nobody && !is_empty || !is_last && entered != u32::MAX && entered > end
        }
    }

    /// The games of all editions.
    fn season(&self) -> Log {
        let of_any: Vec<Option<u32>> = self
            .parts
            .whole()
            .editions_of_games(&self.rules)
            .iter()
            .map(|edition| edition.map(|_| 0))
            .collect();
        if of_any.iter().all(Option::is_some) {
            return self.parts.whole().clone();
        }
        Parts::new(self.parts.whole().clone(), &self.rules, &of_any, 1).log(&self.rules, 0, |_| true)
    }
}

/// Who plays in a log.
fn players(ruleset: &Ruleset, log: &Log) -> FxHashSet<usize> {
    let side = ruleset.sheet_of(&SheetKind::Side);
    let link = side.and_then(|side| Some((side, ruleset.link_of(side, &LinkRole::Entrant)?)));
    let index = link.and_then(|(side, link)| Some((log.tables.rows(side), log.tables.link(link)?)));
    index.map(|(rows, index)| (0..rows).map(|row| index.get(row) as usize).collect()).unwrap_or_default()
}
