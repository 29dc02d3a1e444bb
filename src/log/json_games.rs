//! Games that acts name in JSON Lines: by `game`, or all of a match by `match`.
//!
//! Comes in: the keys of one act. Goes out: rows of the game sheet, or complaints; what is not known so far is sought when
//! all of the log is read. It must never know what an act does. Start with [`ActReader::games`].

use super::acts::Games;
use super::cell::shortened;
use super::complain::{Place, Trouble, must_be};
use super::editions::{names_come_again, phase_of};
use super::json_acts::{ActReader, Members};
use super::recorder::{Ended, Recorder};
use super::slots::{Address, GAME, SIDE};
use super::unresolved::{Sought, Thing};
use crate::diagnostic::Code;
use crate::json::Node;
use crate::ruleset::{BuiltinColumn, Edition};
use crate::value::{Symbol, Value};
use rustc_hash::FxHashMap;

/// The games of each match that was named so far, by the id of the match; made when an act first asks.
#[derive(Debug, Default)]
pub(super) struct MatchGames {
    games: FxHashMap<Symbol, Vec<u32>>,
    /// So many games have been looked at.
    upto: u32,
}

/// What tells two matches of one id apart.
#[derive(Debug, PartialEq)]
struct Pairing {
    phase: Option<Value>,
    round: Option<Value>,
    entrants: Vec<u32>,
}

impl ActReader<'_, '_> {
    /// The games that an act names.
    pub fn games(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Games> {
        let narrowing = ["phase", "round"].iter().find_map(|key| known.get(key));
        match (known.get("game"), known.get("match"), narrowing) {
            (Some(game), Some(of_match), _) => {
                let message = "this names a game, and a match as well";
                self.trouble(
                    Trouble::new(Code::BadAct, message, Place::from(&of_match.at))
                        .also(Place::from(&game.at), "the game")
                        .help(
                            "write `game`, or `match` for all games of a match; each in a record of its own",
                        ),
                );
                None
            }
            (Some(_), None, Some(other)) => {
                let message =
                    format!("`{}` tells matches of one name apart, and this names a game", other.key);
                self.trouble(
                    Trouble::new(Code::BadAct, message, Place::from(&other.at)).help("leave it out"),
                );
                None
            }
            (Some(game), None, None) => {
                let row = self.game(&game.value, Thing::Game)?;
                Some(Games { rows: vec![row], of_match: None })
            }
            (None, Some(_), _) => self.games_of_match(known, ended),
            (None, None, _) => {
                let what = "the id of the game, or its number in the log; or `match`, for all games of one";
                self.needed(known, "game", what, ended);
                None
            }
        }
    }

    /// The game that a value names; one that is not known so far is sought when all is read.
    pub fn game(&mut self, node: &Node, what: Thing) -> Option<u32> {
        let Some(name) = node.label().map(str::trim) else {
            self.trouble(must_be(node, "`game`", "the id of a game, or its number in the log"));
            return None;
        };
        let recorder = &self.recorder;
        let by_id = recorder.symbols.find(name).and_then(|id| recorder.duplicates.game(id));
        let by_number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_number =
            by_number.filter(|&game| game < recorder.games() && recorder.id_of_game(game).is_none());
        let found = by_id.or(by_number).and_then(|game| u32::try_from(game).ok());
        if found.is_none() {
            self.sought.push(Sought { what, name: name.to_owned(), place: Place::from(&node.at) });
        }
        found
    }

    /// All games of a match that stand above.
    fn games_of_match(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Games> {
        let node = &self.needed(known, "match", "the id of the match", ended)?.value;
        let Some(name) = node.label().map(str::trim) else {
            self.trouble(must_be(node, "`match`", "the id of a match"));
            return None;
        };
        let place = Place::from(&node.at);
        if !self.recorder.layout.has_matches() {
            self.trouble(
                Trouble::new(Code::BadAct, "the games of this format make no matches", place)
                    .help("name each game: `game`"),
            );
            return None;
        }
        let told = self.told(known, ended)?;
        let wanted = self.recorder.symbols.find(name);
        let mut rows = wanted.map(|name| self.recorder.games_of_match(name).to_vec()).unwrap_or_default();
        let recorder = &*self.recorder;
        rows.retain(|&game| {
            told.iter().all(|(builtin, wanted)| recorder.of_game(*builtin, game).as_ref() == Some(wanted))
        });
        let edition = self.edition(known).or_else(|| edition_of_last(self.recorder, &rows));
        let recorder = &*self.recorder;
        rows.retain(|&game| {
            edition.is_none() || recorder.said_edition(game).is_none_or(|said| Some(said) == edition)
        });
        let Some(&first) = rows.first() else {
            self.sought.push(Sought { what: Thing::Match, name: name.to_owned(), place });
            return None;
        };
        let pairing = recorder.pairing(first);
        if let Some(&other) = rows.iter().find(|&&game| recorder.pairing(game) != pairing) {
            let [first, other] = [first, other].map(|game| recorder.game_place(game, ended));
            let message = format!("there are several matches `{}`", shortened(name));
            self.trouble(
                Trouble::new(Code::BadAct, message, place)
                    .note(format!("a game of one stands at {first}, and of another at {other}"))
                    .help("say which: add its `phase`, or its `round`; or name each game: `game`"),
            );
            return None;
        }
        Some(Games { rows, of_match: Some(name.to_owned()) })
    }

    /// What is said of a match beside its id.
    fn told(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Vec<(BuiltinColumn, Value)>> {
        let mut told = Vec::new();
        let ruleset = self.recorder.layout.ruleset;
        if let Some(member) = known.get("phase") {
            let phase = if !ruleset.phases.is_empty() {
                ruleset.phase(self.phase(known, ended)?).symbol
            } else if let Some(name) = member.value.label() {
                self.recorder.symbols.intern(name)
            } else {
                self.trouble(must_be(&member.value, "`phase`", "a text in quotes"));
                return None;
            };
            told.push((BuiltinColumn::Phase, Value::Text(phase)));
        }
        if known.contains_key("round") {
            let round = self.round(known, None, 1, ended)?;
            told.push((BuiltinColumn::Round, Value::Integer(i64::from(round))));
        }
        Some(told)
    }
}

/// The edition that a match is of whose name comes again in every edition: the last one that stands above.
fn edition_of_last(recorder: &Recorder<'_>, games: &[u32]) -> Option<Edition> {
    let ruleset = recorder.layout.ruleset;
    let last = *games.last()?;
    let phase = phase_of(ruleset, recorder.of_game(BuiltinColumn::Phase, last));
    let of_last = || games.iter().rev().find_map(|&game| recorder.said_edition(game));
    names_come_again(ruleset, phase).then(of_last)?
}

impl Recorder<'_> {
    /// The games of the match of this id that stand above.
    pub fn games_of_match(&mut self, name: Symbol) -> &[u32] {
        let Some(column) = self.layout.builtin_of_game(BuiltinColumn::MatchId) else { return &[] };
        let games = u32::try_from(self.games()).unwrap_or(u32::MAX);
        let known = &mut self.match_games;
        for game in known.upto..games {
            let cell = Address { table: GAME, row: game as usize, column };
            if let Value::Text(name) = self.store.value(self.layout, cell) {
                known.games.entry(name).or_default().push(game);
            }
        }
        known.upto = games;
        known.games.get(&name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The ids of the matches.
    pub fn match_names(&self) -> Vec<String> {
        let mut names: Vec<Symbol> = self.match_games.games.keys().copied().collect();
        names.sort_unstable();
        names.into_iter().map(|name| self.symbols.text(name).to_owned()).collect()
    }

    /// A built-in column of a game that is recorded.
    pub fn of_game(&self, builtin: BuiltinColumn, game: u32) -> Option<Value> {
        let column = self.layout.builtin_of_game(builtin)?;
        Some(self.store.value(self.layout, Address { table: GAME, row: game as usize, column }))
    }

    fn pairing(&self, game: u32) -> Pairing {
        let sides = self.store.rows_of_game(SIDE, game);
        let mut entrants: Vec<u32> = sides.map(|side| self.store.side_entrant(side)).collect();
        entrants.sort_unstable();
        Pairing {
            phase: self.of_game(BuiltinColumn::Phase, game),
            round: self.of_game(BuiltinColumn::Round, game),
            entrants,
        }
    }

    fn game_place(&self, game: u32, ended: Ended<'_>) -> String {
        self.store.games.get(game as usize).map(|&place| (ended.name_place)(place)).unwrap_or_default()
    }
}
