//! The acts of an arbiter in JSON Lines, and confirmations. Decisions and draws are read in `json_decision`, corrections in
//! `json_correction`, which games are meant in `json_games`.
//!
//! Comes in: the tree of one record. Goes out: an [`Act`], or complaints. It must never know lines or files.
//! Start with [`Recorder::finish_act`].

use super::acts::{Act, Deed};
use super::cell::{Field, read_text, refuse, shortened};
use super::complain::{Place, Trouble, must_be};
use super::editions::by_name;
use super::json_keys::{JsonKeys, unknown_key};
use super::recorder::{Ended, Recorder};
use super::unresolved::{Sought, Unresolved};
use crate::diagnostic::Code;
use crate::json::{Member, Node, What};
use crate::ruleset::Edition;
use crate::sheet::row_id;
use crate::value::{Date, Value};
use std::collections::BTreeMap;

/// What every act may say.
pub(super) const OF_EVERY_ACT: [&str; 3] = ["by", "reason", "date"];

/// What it may say as well, in a format with editions.
pub(super) const EDITION: &str = "edition";

/// A kind of act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActKind {
    Withdrawal,
    Decision,
    Draw,
    Correction,
    Void,
    Confirmation,
    Close,
}

impl ActKind {
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "withdrawal" => Some(Self::Withdrawal),
            "decision" => Some(Self::Decision),
            "draw" => Some(Self::Draw),
            "correction" => Some(Self::Correction),
            "void" => Some(Self::Void),
            "confirmation" => Some(Self::Confirmation),
            "close" => Some(Self::Close),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdrawal",
            Self::Decision => "decision",
            Self::Draw => "draw",
            Self::Correction => "correction",
            Self::Void => "void",
            Self::Confirmation => "confirmation",
            Self::Close => "close",
        }
    }

    /// What it is called in a sentence.
    fn noun(self) -> &'static str {
        match self {
            Self::Withdrawal | Self::Decision | Self::Draw | Self::Correction | Self::Confirmation => {
                self.name()
            }
            Self::Void => "record `void`",
            Self::Close => "record `close`",
        }
    }

    /// Whether every format reads it, phases or none.
    fn is_of_every_format(self) -> bool {
        match self {
            Self::Correction | Self::Void => true,
            Self::Withdrawal | Self::Decision | Self::Draw | Self::Confirmation | Self::Close => false,
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
                if !kind.is_of_every_format() && reader.recorder.layout.ruleset.phases.is_empty() =>
            {
                reader.trouble(
                    Trouble::new(
                        Code::UnknownRecord,
                        format!("this format has no phases, so it knows no `{}`", kind.name()),
                        ended.whole,
                    )
                    .help(
                        "take the line out; of such records this format reads `correction` and `void` alone",
                    ),
                );
                None
            }
            What::Object(members) => reader.deed(members, keys, ended),
            What::Null | What::Flag(_) | What::Number(_) | What::Text(_) | What::List(_) => {
                reader.trouble(must_be(node, &format!("a {}", kind.noun()), "an object: `{…}`"));
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
            match &act.what {
                Deed::Void { games } => self.annulled.extend(&games.rows),
                Deed::Correction { game, .. } | Deed::Report { game, .. } => self.reported.settle(*game),
                Deed::Withdrawal { .. }
                | Deed::Winner { .. }
                | Deed::Order { .. }
                | Deed::Pools { .. }
                | Deed::Seed(_)
                | Deed::Confirmation { .. }
                | Deed::Close { .. } => {}
            }
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
                let own = ["phase", "match", "winner", "round", "order", "game", "report"];
                (self.known(members, &own), Vec::new())
            }
            ActKind::Draw => (self.known(members, &["phase", "round", "pools", "seed"]), Vec::new()),
            ActKind::Correction => self.split(members, keys),
            ActKind::Void | ActKind::Confirmation => {
                (self.known(members, &["game", "match", "phase", "round"]), Vec::new())
            }
            ActKind::Close => (self.known(members, &["phase"]), Vec::new()),
        };
        let (by, reason, date) = (self.words(&said, "by"), self.words(&said, "reason"), self.date(&said));
        let what = match self.kind {
            ActKind::Withdrawal => self.withdrawal(&said, ended),
            ActKind::Decision => self.decision(&said, ended),
            ActKind::Draw => self.draw(&said, ended),
            ActKind::Correction => self.correction(&said, &of_game, keys, ended),
            ActKind::Void => self.games(&said, ended).map(|games| Deed::Void { games }),
            ActKind::Confirmation => {
                let games = self.games(&said, ended);
                let member = self.needed(&said, "by", "who confirms it", ended);
                let by = by.as_deref().zip(member);
                by.zip(games).map(|((by, member), games)| {
                    let changes = self.recorder.confirm(&games.rows, by, Place::from(&member.value.at));
                    Deed::Confirmation { games, changes }
                })
            }
            ActKind::Close => self.close(&said, ended),
        };
        let edition = self.edition(&said);
        let games_before = row_id(self.recorder.games());
        Some(Act { place: ended.place, games_before, by, reason, date, edition, what: what? })
    }

    fn withdrawal(&mut self, known: &Members<'_>, ended: Ended<'_>) -> Option<Deed> {
        let entrant = self.needed(known, "entrant", "who plays no more", ended)?;
        Some(Deed::Withdrawal { entrant: self.entrant(&entrant.value, "`entrant`")? })
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
        match self.value(node, "`date`", &Field::of_act_date(self.recorder.layout.ruleset))? {
            Value::Date(date) => Some(date),
            _ => None,
        }
    }

    /// The edition that an act names.
    pub fn edition(&mut self, known: &Members<'_>) -> Option<Edition> {
        let node = &known.get(EDITION)?.value;
        let every = self.recorder.editions.as_ref()?.every;
        let value = self.value(node, "`edition`", &Field::of_act_edition(every))?;
        by_name(value, &self.recorder.symbols, every)
    }

    /// A value of an act itself.
    pub fn value(&mut self, node: &Node, whose: &str, field: &Field) -> Option<Value> {
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
        let edition = self.recorder.editions.as_ref().map(|_| &EDITION);
        let keys = || own.iter().chain(&OF_EVERY_ACT).chain(edition).copied();
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
                    format!("this {} lacks `{key}`", self.kind.noun()),
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
