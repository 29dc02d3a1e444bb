//! A log as JSON Lines, in the order in which things happened: read again, it gives the same tables.
//!
//! Comes in: a [`Log`]. Goes out: text; equal logs give equal bytes. It must never know a file. Start with [`write()`];
//! the rows of a game are written in `write_rows`.

use super::acts::{Act, Deed, Games};
use super::results::Report;
use super::slots::{GAME, Layout};
use super::write_rows::Rows;
use super::{Change, Log};
use crate::ruleset::{BuiltinColumn, PhaseId, Ruleset, Settings};
use crate::sheet::row_id;
use crate::value::Value;
use serde_json::{Map, Value as Json, json};

/// A text in quotes, as a record holds it.
#[must_use]
pub fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// The log as JSON Lines: entrants, games and acts in the order of the log, and games that were corrected as they were
/// recorded first. What equals its default is left out; where nobody is registered, everybody is, before the first game.
#[must_use]
pub fn write(log: &Log, ruleset: &Ruleset, settings: &Settings) -> String {
    let layout = Layout::new(ruleset, settings);
    let at_first = log.as_of(0);
    let mut writer = Writer { rows: Rows::new(&layout, &at_first), layout: &layout, out: String::new() };
    let mut acts = log.acts.iter().peekable();
    let mut reports = log.reports.iter().peekable();
    let entrants = row_id(writer.rows.entrants());
    let entered = |entrant: u32| log.entered.get(entrant as usize).copied().unwrap_or(0);
    let mut order: Vec<u32> = (0..entrants).filter(|&entrant| entered(entrant) != u32::MAX).collect();
    order.sort_by_key(|&entrant| entered(entrant));
    let mut order = order.into_iter().peekable();
    for game in 0..=row_id(log.tables.games.len()) {
        let is_last = game as usize == log.tables.games.len();
        while let Some(entrant) = order.next_if(|&entrant| is_last || entered(entrant) <= game) {
            let record = writer.rows.entrant(entrant);
            writer.record("entrant", &record);
        }
        // Acts and further records of games between two games, in the order in which they stand.
        loop {
            let act = acts.peek().filter(|act| is_last || act.games_before <= game).map(|act| act.place);
            let report = reports.peek().filter(|report| is_last || report.games_before <= game);
            let report = report.map(|report| report.place);
            match (act, report) {
                (Some(act), Some(report)) if report < act => {
                    reports.next().into_iter().for_each(|one| writer.report(one, log));
                }
                (Some(_), _) => acts.next().into_iter().for_each(|act| writer.act(act)),
                (None, Some(_)) => reports.next().into_iter().for_each(|one| writer.report(one, log)),
                (None, None) => break,
            }
        }
        if !is_last {
            let record = writer.rows.game(game);
            writer.record("game", &record);
        }
    }
    writer.out
}

struct Writer<'w> {
    layout: &'w Layout<'w>,
    rows: Rows<'w>,
    out: String,
}

impl Writer<'_> {
    fn record(&mut self, kind: &str, what: &Map<String, Json>) {
        self.out.push_str(&json!({ kind: what }).to_string());
        self.out.push('\n');
    }

    fn act(&mut self, act: &Act) {
        let mut what = Map::new();
        let name = |row: &u32| Json::from(self.rows.entrant_name(*row));
        let names = |rows: &[u32]| rows.iter().map(name).collect::<Json>();
        let phase = |phase: PhaseId| Json::from(self.layout.ruleset.phase(phase).name.as_str());
        let mut put = |key: &str, value: Json| what.insert(key.to_owned(), value);
        let kind = match &act.what {
            Deed::Withdrawal { entrant } => {
                put("entrant", name(entrant));
                "withdrawal"
            }
            Deed::Winner { phase: of, name: of_match, winner } => {
                put("phase", phase(*of));
                put("match", Json::from(of_match.as_str()));
                put("winner", winner.as_ref().map_or(Json::Null, name));
                "decision"
            }
            Deed::Order { phase: of, round, order } => {
                put("phase", phase(*of));
                if let Some(round) = round {
                    put("round", Json::from(*round));
                }
                put("order", names(order));
                "decision"
            }
            Deed::Pools { phase: of, round, pools } => {
                put("phase", phase(*of));
                put("round", Json::from(*round));
                put("pools", pools.iter().map(|pool| names(pool)).collect());
                "draw"
            }
            Deed::Seed(seed) => {
                put("seed", Json::from(*seed));
                "draw"
            }
            // It would be refused: it says nothing.
            Deed::Correction { changes, .. } if changes.is_empty() => return,
            Deed::Correction { game, changes } => {
                what = self.correction(*game, changes);
                "correction"
            }
            Deed::Report { game, by, changes } => {
                changes.iter().for_each(|change| self.rows.correct(change));
                what.insert("game".to_owned(), self.game(*game));
                what.insert("report".to_owned(), Json::from(by.as_str()));
                "decision"
            }
            Deed::Void { games } => {
                self.put_games(games, &mut what);
                "void"
            }
            Deed::Confirmation { games, changes } => {
                changes.iter().for_each(|change| self.rows.correct(change));
                self.put_games(games, &mut what);
                "confirmation"
            }
            Deed::Close { phase: of } => {
                put("phase", phase(*of));
                "close"
            }
        };
        for (key, value) in [("by", &act.by), ("reason", &act.reason)] {
            if let Some(value) = value {
                what.insert(key.to_owned(), Json::from(value.as_str()));
            }
        }
        if let Some(date) = act.date {
            what.insert("date".to_owned(), Json::from(date.to_string()));
        }
        // An act about a game is of the edition of that game, and a correction that says it means the game's.
        if let Some(edition) = act.edition.filter(|_| act.what.games().is_empty()) {
            what.insert("edition".to_owned(), Json::from(edition.to_string()));
        }
        self.record(kind, &what);
    }

    fn correction(&mut self, game: u32, changes: &[Change]) -> Map<String, Json> {
        let mut what = Map::new();
        what.insert("game".to_owned(), self.game(game));
        for change in changes {
            self.rows.correct(change);
        }
        for change in changes {
            self.rows.put(change, &mut what);
        }
        what
    }

    /// A further record of a game, as it was reported.
    fn report(&mut self, report: &Report, log: &Log) {
        let confirms = self.layout.builtin_of_game(BuiltinColumn::ConfirmedBy);
        let confirms = confirms.and_then(|field| self.layout.table(GAME).fields.get(field));
        let is_own = |change: &&Change| {
            confirms.is_some_and(|field| field.column == change.column)
                && change.after == Value::Text(report.by)
        };
        let said = || report.changes.iter().filter(|change| !is_own(change));
        said().for_each(|change| self.rows.correct(change));
        let mut record = self.rows.game(report.game);
        // Whoever has confirmed the game did not do so in this record, unless it says so.
        let confirms = confirms.map(|field| field.column);
        if !said().any(|change| Some(change.column) == confirms) {
            record.remove("confirmed_by");
        }
        record.insert("reported_by".to_owned(), log.symbols.text(report.by).into());
        self.record("game", &record);
        // What contradicts stands only once it is decided.
        for change in &report.changes {
            let value = if report.contradicts { change.before } else { change.after };
            self.rows.correct(&Change { after: value, ..*change });
        }
    }

    /// What an act calls a game.
    fn game(&self, game: u32) -> Json {
        self.rows.builtin(BuiltinColumn::Id, game).unwrap_or_else(|| Json::from(game + 1))
    }

    /// The games that an act is about: one, or those of a match with all that tells it from others of its name.
    fn put_games(&self, games: &Games, what: &mut Map<String, Json>) {
        let Some(&first) = games.rows.first() else { return };
        let Some(of_match) = &games.of_match else {
            what.insert("game".to_owned(), self.game(first));
            return;
        };
        what.insert("match".to_owned(), Json::from(of_match.as_str()));
        for (key, builtin) in [("phase", BuiltinColumn::Phase), ("round", BuiltinColumn::Round)] {
            if let Some(value) = self.rows.builtin(builtin, first) {
                what.insert(key.to_owned(), value);
            }
        }
    }
}
