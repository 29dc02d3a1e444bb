//! The acts of an arbiter in JSON Lines: withdrawals, decisions and draws. Corrections are read in `json_correction`.
//!
//! Comes in: the tree of one record. Goes out: an [`Act`], or complaints. It must never know lines or files.
//! Start with [`Recorder::finish_act`].

use super::acts::{Act, Deed};
use super::cell::{Field, read_text, refuse, shortened};
use super::complain::{Place, Trouble, and_list, must_be};
use super::json_keys::{JsonKeys, unknown_key};
use super::recorder::{Ended, Recorder};
use super::unresolved::{Sought, Unresolved};
use crate::diagnostic::{Code, nearest};
use crate::json::{Member, Node, What};
use crate::ruleset::{Bracket, PhaseId, Scheme};
use crate::sheet::row_id;
use crate::value::{Bound, Date, Interval, Kind, Rational, Type, Value};
use std::collections::BTreeMap;

/// What every act may say.
pub(super) const OF_EVERY_ACT: [&str; 3] = ["by", "reason", "date"];

/// A kind of act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActKind {
    Withdrawal,
    Decision,
    Draw,
    Correction,
}

impl ActKind {
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "withdrawal" => Some(Self::Withdrawal),
            "decision" => Some(Self::Decision),
            "draw" => Some(Self::Draw),
            "correction" => Some(Self::Correction),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdrawal",
            Self::Decision => "decision",
            Self::Draw => "draw",
            Self::Correction => "correction",
        }
    }
}

impl Recorder<'_> {
    /// Reads an act that has been read to its end; keeps it if nothing is wrong with it.
    pub fn finish_act(&mut self, kind: ActKind, node: &Node, keys: &JsonKeys, ended: Ended<'_>) {
        if self.given_up {
            return;
        }
        let mut reader = ActReader { recorder: self, sought: Vec::new(), kind };
        let what = match &node.what {
            What::Object(_)
                if kind != ActKind::Correction && reader.recorder.layout.ruleset.phases.is_empty() =>
            {
                reader.trouble(
                    Trouble::new(
                        Code::UnknownRecord,
                        format!("this format has no phases, so it knows no `{}`", kind.name()),
                        ended.whole,
                    )
                    .help("take the line out; of such records this format reads `correction` alone"),
                );
                None
            }
            What::Object(members) => reader.deed(members, keys, ended),
            What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) => {
                reader.trouble(must_be(node, &format!("a {}", kind.name()), "an object: `{…}`"));
                None
            }
        };
        let sought = reader.sought;
        if !sought.is_empty() {
            let troubles = std::mem::take(&mut self.troubles);
            self.unresolved.push(Unresolved {
                bytes: ended.bytes.to_vec(),
                place: ended.place,
                troubles,
                sought,
            });
        } else if let Some(act) = what.filter(|_| !self.troubles.iter().any(Trouble::is_error)) {
            self.acts.push(act);
        } else {
            return;
        }
        self.records += 1;
    }
}

/// An act while it is read.
pub(super) struct ActReader<'x, 'r> {
    pub recorder: &'x mut Recorder<'r>,
    /// What is named and not known so far.
    pub sought: Vec<Sought>,
    kind: ActKind,
}

/// The keys of an act with their values.
pub(super) type Members<'n> = BTreeMap<&'static str, &'n Member>;

impl ActReader<'_, '_> {
    fn deed(&mut self, members: &[Member], keys: &JsonKeys, ended: Ended<'_>) -> Option<Act> {
        let (said, of_game) = match self.kind {
            ActKind::Withdrawal => (self.known(members, &["entrant"]), Vec::new()),
            ActKind::Decision => {
                (self.known(members, &["phase", "match", "winner", "round", "order"]), Vec::new())
            }
            ActKind::Draw => (self.known(members, &["phase", "round", "pools", "seed"]), Vec::new()),
            ActKind::Correction => self.split(members, keys),
        };
        let (by, reason, date) = (self.words(&said, "by"), self.words(&said, "reason"), self.date(&said));
        let what = match self.kind {
            ActKind::Withdrawal => self.withdrawal(&said, ended),
            ActKind::Decision => self.decision(&said, ended),
            ActKind::Draw => self.draw(&said, ended),
            ActKind::Correction => self.correction(&said, &of_game, keys, ended),
        };
        let games_before = row_id(self.recorder.games());
        Some(Act { place: ended.place, games_before, by, reason, date, what: what? })
    }

    fn withdrawal(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let entrant = self.needed(known, "entrant", "who plays no more", ended)?;
        Some(Deed::Withdrawal { entrant: self.entrant(&entrant.value, "`entrant`")? })
    }

    fn decision(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let phase = self.phase(known, ended);
        let of_match = ["match", "winner"].iter().find_map(|key| known.get(key));
        let of_order = ["order", "round"].iter().find_map(|key| known.get(key));
        match (of_match, of_order) {
            (Some(of_match), Some(of_order)) => {
                let message = "a decision is of a match or of an order, not of both";
                self.trouble(
                    Trouble::new(Code::BadAct, message, Place::from(&of_order.at))
                        .also(Place::from(&of_match.at), "of a match")
                        .help("write `match` and `winner`, or `order` (and `round`), each in a record of its own"),
                );
                None
            }
            (Some(_), None) => {
                let name = self.needed(known, "match", "the match", ended);
                let name = name.and_then(|name| self.match_name(&name.value, phase));
                let winner = self.needed(known, "winner", "who goes on", ended);
                let winner = winner.and_then(|winner| self.entrant(&winner.value, "`winner`"));
                Some(Deed::Winner { phase: phase?, name: name?, winner: winner? })
            }
            (None, Some(_)) => {
                let round = known.get("round").map(|_| self.round(known, phase, 0, ended));
                let order = self.needed(known, "order", "the order, the best first", ended);
                let order = order.and_then(|order| self.order(order));
                let round = match round {
                    Some(round) => Some(round?),
                    None => None,
                };
                Some(Deed::Order { phase: phase?, round, order: order? })
            }
            (None, None) => {
                self.trouble(
                    Trouble::new(
                        Code::MissingValue,
                        "this decision does not say what is decided",
                        ended.whole,
                    )
                    .help("write `match` and `winner`, or `order` with the entrants, the best first"),
                );
                None
            }
        }
    }

    fn draw(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
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
        if known.is_empty()
            || OF_EVERY_ACT.iter().filter(|key| known.contains_key(*key)).count() == known.len()
        {
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

    fn phase(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<PhaseId> {
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
    fn round(
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
            Field::of(Type { range: Interval { low: bound(least), high }, ..Type::of(Kind::Integer) });
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

    /// A text that an act may have.
    fn words(&mut self, known: &Members<'_>, key: &'static str) -> Option<String> {
        let node = &known.get(key)?.value;
        match &node.what {
            What::Text(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            What::Text(_) => {
                let message = format!("`{key}` is empty");
                self.trouble(
                    Trouble::new(Code::BadValue, message, Place::from(&node.at)).help("leave the key out"),
                );
                None
            }
            What::Null | What::Flag(_) | What::Number(_) | What::List(_) | What::Object(_) => {
                self.trouble(must_be(node, &format!("`{key}`"), "a text in quotes"));
                None
            }
        }
    }

    fn date(&mut self, known: &Members<'_>) -> Option<Date> {
        let node = &known.get("date")?.value;
        match self.value(node, "`date`", &Field::plain(Kind::Date))? {
            Value::Date(date) => Some(date),
            _ => None,
        }
    }

    fn value(&mut self, node: &Node, whose: &str, field: &Field) -> Option<Value> {
        let Some(text) = node.label() else {
            self.trouble(must_be(node, whose, "a value"));
            return None;
        };
        let recorder = &mut *self.recorder;
        match read_text(text, field, recorder.spelling, &mut recorder.symbols) {
            Ok(value) => Some(value),
            Err(refusal) => {
                let trouble = refuse(refusal, text, whose, field, &recorder.symbols, Place::from(&node.at));
                self.trouble(trouble);
                None
            }
        }
    }

    /// The keys of an act; complains of those that it does not have, and of those that are there twice.
    fn known<'n>(&mut self, members: &'n [Member], own: &[&'static str]) -> Members<'n> {
        let mut known = Members::new();
        let keys = || own.iter().chain(&OF_EVERY_ACT).copied();
        for member in members {
            match keys().find(|key| *key == member.key) {
                Some(key) => self.take(&mut known, key, member),
                None => {
                    let trouble =
                        unknown_key(&member.key, keys(), self.recorder.layout, Place::from(&member.at));
                    self.trouble(trouble);
                }
            }
        }
        known
    }

    /// Keeps a key, unless it was there before.
    pub fn take<'n>(&mut self, known: &mut Members<'n>, key: &'static str, member: &'n Member) {
        if let Some(first) = known.insert(key, member) {
            self.twice(&member.key, Place::from(&member.at), Place::from(&first.at));
        }
    }

    /// Complains of a key that is there twice.
    pub fn twice(&mut self, key: &str, place: Place, first: Place) {
        self.trouble(
            Trouble::new(Code::BadValue, format!("the key `{}` is there twice", shortened(key)), place)
                .also(first, "the first time")
                .help("leave out one of them"),
        );
    }

    /// A key that must be there.
    pub fn needed<'n>(
        &mut self,
        known: &Members<'n>,
        key: &'static str,
        what: &str,
        ended: Ended<'_>,
    ) -> Option<&'n Member> {
        let found = known.get(key).copied();
        if found.is_none() && !self.recorder.troubles.iter().any(|one| one.meant.as_deref() == Some(key)) {
            self.trouble(
                Trouble::new(
                    Code::MissingValue,
                    format!("this {} lacks `{key}`", self.kind.name()),
                    ended.whole,
                )
                .help(format!("add `\"{key}\": …`: {what}")),
            );
        }
        found
    }

    pub fn trouble(&mut self, trouble: Trouble) {
        self.recorder.troubles.push(trouble);
    }
}
