//! Decisions and draws in JSON Lines: who goes on, who comes first, which record stands, which pools were drawn.
//!
//! Comes in: the keys of one act. Goes out: a [`Deed`], or complaints. It must never know lines or files.
//! Start with [`ActReader::decision`].

use super::acts::Deed;
use super::cell::{Field, shortened};
use super::complain::{Place, Trouble, and_list, must_be};
use super::json_acts::{ActReader, EDITION, Members, OF_EVERY_ACT};
use super::recorder::Ended;
use super::unresolved::Thing;
use crate::diagnostic::{Code, nearest};
use crate::json::{Node, What};
use crate::ruleset::{Bracket, PhaseId, Scheme};
use crate::value::{Bound, Interval, Kind, Rational, Type, Value};

impl ActReader<'_, '_> {
    pub fn decision(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let kinds = [
            ("of a match", &["match", "winner"][..]),
            ("of an order", &["order", "round"]),
            ("of a game", &["game", "report"]),
        ];
        let mut said =
            kinds.iter().filter_map(|(of, keys)| Some((*of, keys.iter().find_map(|key| known.get(key))?)));
        match (said.next(), said.next()) {
            (Some((of, first)), Some((other, second))) => {
                let message = format!("a decision is {of} or {other}, not both");
                self.trouble(
                    Trouble::new(Code::BadAct, message, Place::from(&second.at))
                        .also(Place::from(&first.at), of)
                        .help(
                            "write `match` and `winner`, or `order` (and `round`), or `game` and `report`, each in a record \
                             of its own",
                        ),
                );
                None
            }
            (Some(("of a match", _)), None) => self.winner(known, ended),
            (Some(("of a game", _)), None) => self.report(known, ended),
            (Some(_), None) => self.order_of(known, ended),
            (None, _) => {
                self.trouble(
                    Trouble::new(
                        Code::MissingValue,
                        "this decision does not say what is decided",
                        ended.whole,
                    )
                    .help(
                        "write `match` and `winner`, or `order` with the entrants, the best first, or `game` and `report`",
                    ),
                );
                None
            }
        }
    }

    /// Who goes on from a match: an entrant, or nobody.
    fn winner(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let phase = self.phase(known, ended);
        let name = self.needed(known, "match", "the match", ended);
        let name = name.and_then(|name| self.match_name(&name.value, phase));
        let winner = self.needed(known, "winner", "who goes on; `null`: nobody", ended);
        let winner = winner.and_then(|winner| match winner.value.what {
            What::Null => Some(None),
            What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) | What::Object(_) => {
                self.entrant(&winner.value, "`winner`").map(Some)
            }
        });
        Some(Deed::Winner { phase: phase?, name: name?, winner: winner? })
    }

    fn order_of(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let phase = self.phase(known, ended);
        let round = known.get("round").map(|_| self.round(known, phase, 0, ended));
        let order = self.needed(known, "order", "the order, the best first", ended);
        let order = order.and_then(|order| self.order(order));
        let round = match round {
            Some(round) => Some(round?),
            None => None,
        };
        Some(Deed::Order { phase: phase?, round, order: order? })
    }

    /// Which record of a game stands.
    fn report(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        if let Some(phase) = known.get("phase") {
            let message =
                "`phase` belongs to a match or an order, and this decides which record of a game stands";
            self.trouble(Trouble::new(Code::BadAct, message, Place::from(&phase.at)).help("leave it out"));
        }
        let game = self.needed(known, "game", "the id of the game, or its number in the log", ended);
        let game = game.and_then(|game| self.game(&game.value, Thing::Game));
        let by = self.needed(known, "report", "who reported what is right", ended);
        let place = by.map_or(ended.whole, |by| Place::from(&by.value.at));
        let by = by.and_then(|by| match by.value.label() {
            Some(name) => Some(name.trim().to_owned()),
            None => {
                self.trouble(must_be(&by.value, "`report`", "the name of who reported it, in quotes"));
                None
            }
        });
        let (game, by) = (game?, by?);
        if self.recorder.troubles.iter().any(Trouble::is_error) {
            return None;
        }
        let id = self.recorder.id_of_game(game as usize).unwrap_or_else(|| (game + 1).to_string());
        let trouble = match self.recorder.let_stand(game, &by) {
            Some(Ok(changes)) => return Some(Deed::Report { game, by, changes }),
            Some(Err(names)) => {
                let message = format!("`{}` has not reported the game `{}`", shortened(&by), shortened(&id));
                Trouble::new(Code::BadAct, message, place)
                    .help(format!("its records are those of {}", and_list(&names)))
            }
            None => {
                let message = format!("the game `{}` is not in dispute", shortened(&id));
                Trouble::new(Code::BadAct, message, place)
                    .help("take the line out; what is recorded wrongly is changed by a correction")
            }
        };
        self.trouble(trouble);
        None
    }

    /// A phase that is over.
    pub fn close(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let phase = self.phase(known, ended)?;
        let ruleset = self.recorder.layout.ruleset;
        let scheme = &ruleset.phase(phase).scheme;
        if matches!(scheme, Scheme::Open(_)) {
            return Some(Deed::Close { phase });
        }
        let name = &ruleset.phase(phase).name;
        let place = known.get("phase").map_or(ended.whole, |member| Place::from(&member.value.at));
        self.trouble(
            Trouble::new(
                Code::BadAct,
                format!("the phase `{name}` is over when all of its games are played"),
                place,
            )
            .label("not an open phase")
            .help("close a phase in which opponents are chosen freely, or take the line out"),
        );
        None
    }

    pub fn draw(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        if let Some(seed) = known.get("seed") {
            if let Some(other) = ["phase", "round", "pools"].iter().find_map(|key| known.get(key)) {
                self.trouble(
                    Trouble::new(
                        Code::BadAct,
                        "a draw gives pools or a seed, not both",
                        Place::from(&other.at),
                    )
                    .also(Place::from(&seed.at), "the seed")
                    .help("write each in a record of its own"),
                );
                return None;
            }
            return self.seed(&seed.value);
        }
        if known.is_empty() || known.keys().all(|key| *key == EDITION || OF_EVERY_ACT.contains(key)) {
            self.trouble(
                Trouble::new(Code::MissingValue, "this draw does not say what is drawn", ended.whole)
                    .help("write `phase`, `round` and `pools`, or `seed`"),
            );
            return None;
        }
        let phase = self.phase(known, ended);
        let round = self.round(known, phase, 1, ended);
        let pools = self.needed(known, "pools", "the pools, each a list of entrants", ended);
        let pools = pools.and_then(|pools| self.pools(pools));
        Some(Deed::Pools { phase: phase?, round: round?, pools: pools? })
    }

    fn seed(&mut self, node: &Node) -> Option<Deed> {
        let seed = node.label().and_then(|digits| digits.parse().ok());
        if seed.is_none() {
            let shown =
                node.label().map_or_else(|| node.noun().to_owned(), |text| format!("`{}`", shortened(text)));
            self.trouble(
                Trouble::new(
                    Code::BadValue,
                    format!("`seed` is {shown}, which is no seed"),
                    Place::from(&node.at),
                )
                .help(format!("write a whole number from 0 to {}", u64::MAX)),
            );
        }
        seed.map(Deed::Seed)
    }

    pub fn phase(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<PhaseId> {
        let node = &self.needed(known, "phase", "the name of a phase", ended)?.value;
        let Some(name) = node.label() else {
            self.trouble(must_be(node, "`phase`", "the name of a phase, in quotes"));
            return None;
        };
        let ruleset = self.recorder.layout.ruleset;
        let found = ruleset.find_phase(name);
        if found.is_none() {
            let names: Vec<&str> = ruleset.phases.iter().map(|phase| phase.name.as_str()).collect();
            let message = format!("there is no phase `{}`", shortened(name));
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? The phases are {}", and_list(&names)),
                None => format!("the phases are {}", and_list(&names)),
            };
            self.trouble(Trouble::new(Code::BadValue, message, Place::from(&node.at)).help(help));
        }
        found
    }

    /// A round, from the `least` on: an order may be decided before the first, which is after round 0.
    pub fn round(
        &mut self,
        known: &Members<'_>,
        phase: Option<PhaseId>,
        least: i64,
        ended: Ended<'_>,
    ) -> Option<u32> {
        let node = &self.needed(known, "round", "the number of the round", ended)?.value;
        let rounds = phase.and_then(|phase| match &self.recorder.layout.ruleset.phase(phase).scheme {
            Scheme::Pools(pools) => Some(pools.rounds),
            Scheme::RoundRobin(_) | Scheme::Knockout(_) | Scheme::Open(_) => None,
        });
        let bound = |at: i64| Some(Bound { at: Rational::from(at), inclusive: true });
        let most = rounds.map_or(i64::from(u32::MAX), i64::from);
        let high = rounds.and_then(|rounds| bound(i64::from(rounds)));
        let field =
            Field::of(Type { range: Interval { low: bound(least), high }.into(), ..Type::of(Kind::Integer) });
        match self.value(node, "`round`", &field)? {
            Value::Integer(round) if round <= most => u32::try_from(round).ok(),
            _ => {
                self.trouble(Trouble::new(Code::OutOfRange, "`round` is too large", Place::from(&node.at)));
                None
            }
        }
    }

    fn match_name(&mut self, node: &Node, phase: Option<PhaseId>) -> Option<String> {
        let Some(name) = node.label() else {
            self.trouble(must_be(node, "`match`", "the name of a match, in quotes"));
            return None;
        };
        let phase = self.recorder.layout.ruleset.phase(phase?);
        let title = &phase.name;
        let trouble = |message: String| Trouble::new(Code::BadValue, message, Place::from(&node.at));
        let trouble = match &phase.scheme {
            Scheme::Knockout(knockout) => match &knockout.bracket {
                Bracket::Written(matches) => {
                    let names: Vec<&str> = matches.iter().map(|known| known.name.as_str()).collect();
                    if names.contains(&name) {
                        return Some(name.to_owned());
                    }
                    let message = format!("the phase `{title}` has no match `{}`", shortened(name));
                    trouble(message).help(match nearest(name, names.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("its matches are {}", and_list(&names)),
                    })
                }
                Bracket::SingleElimination { .. } => return Some(name.to_owned()),
            },
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => {
                trouble(format!("the phase `{title}` has no bracket, so no match of it can be decided"))
                    .help("decide the order of entrants who are level instead: `order`")
            }
        };
        self.trouble(trouble);
        None
    }
}
