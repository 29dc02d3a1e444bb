//! A record that two formats score differently, as small as one is found.
//!
//! Comes in: two formats under their settings, a seed. Goes out: the record as an example of each, the values that differ and
//! the clauses behind them, and how much was searched. It must never know in what the formats differ. Start with [`search`].

use super::fit::{Keys, fill, fitted};
use super::{Differing, Found, How, Search, Side, Texts};
use crate::audit::invent::{Inventor, is_event};
use crate::audit::simplify::{lowered, simplified};
use crate::audit::write;
use crate::example::{Difference, Played, Refused, Seen, Shared, attempt, clauses_at};
use crate::format::{ExampleEntry, Literal, LiteralValue};
use crate::ruleset::{OptionType, Ruleset, Step};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::Symbols;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// So many records that tell the two apart are made plain, and the plainest is kept.
const MOST_MADE_PLAIN: usize = 5;

/// So many values are put into one `expect`.
const MOST_EXPECTED: usize = 4;

/// Tries invented examples. `may_be_unread`: whether it counts that one of the two cannot read a record.
pub(super) fn search(old: &Side<'_>, new: &Side<'_>, effort: (u64, u32), may_be_unread: bool) -> Search {
    let (seed, count) = effort;
    let pair = Pair::new(old, new);
    let inventors = [
        Inventor::under(old.ruleset, seed, (old.settings.clone(), kept(old, new))),
        Inventor::under(new.ruleset, seed, (new.settings.clone(), kept(new, old))),
    ];
    let mut found: BTreeMap<Apart, Vec<ExampleEntry>> = BTreeMap::new();
    let mut tried = 0;
    let mut events = 0;
    let numbers = inventors[0].numbers(count).chain(inventors[1].numbers(0));
    let numbers: BTreeSet<u32> = numbers.collect();
    for number in numbers {
        let example = invented(&inventors, number);
        let apart = match pair.compared(&example) {
            Compared::Neither => continue,
            Compared::Alike => {
                tried += 1;
                events += usize::from(is_event(number));
                continue;
            }
            Compared::Apart(Apart::Unread) if !may_be_unread => continue,
            Compared::Apart(apart) => apart,
        };
        tried += 1;
        events += usize::from(is_event(number));
        let examples = found.entry(apart).or_default();
        if examples.len() < MOST_MADE_PLAIN {
            examples.push(example);
        }
        if apart == Apart::Values && examples.len() == MOST_MADE_PLAIN {
            break;
        }
    }
    // Other values tell more than that one of the two has none.
    let plain = found.iter().find_map(|(apart, examples)| {
        let plain = examples.iter().filter_map(|example| pair.plain(*apart, example));
        plain.min_by_key(size)
    });
    Search { seed, tried, events, found: plain.map(|(apart, example)| Box::new(pair.shown(apart, &example))) }
}

/// By the one and the other format in turn, and filled in for the other.
fn invented(inventors: &[Inventor<'_>; 2], number: u32) -> ExampleEntry {
    let by = usize::from(number % 2 == 1);
    let mut example = inventors[by].example(number);
    // What was set stands in the examples of each format.
    fill(&inventors[1 - by], number, &mut example);
    example
}

/// How much of an example there is; of two that are as long, the one with the smaller numbers is smaller.
fn size((_, example): &(Apart, ExampleEntry)) -> (usize, usize, String) {
    let text = write::example(example);
    (example.games.len(), text.len(), text)
}

/// The options that are never drawn: those that were set, and those that the other format does not have like that.
fn kept(own: &Side<'_>, other: &Side<'_>) -> Vec<usize> {
    let is_shared = |name: &str, values: &OptionType| {
        let found = other.ruleset.options.iter().find(|option| option.name == name && !option.fixed);
        found.is_some_and(|found| {
            same_values((values, &own.ruleset.symbols), (&found.values, &other.ruleset.symbols))
        })
    };
    let is_kept = |name: &str, values: &OptionType| {
        own.given.iter().any(|(given, _)| given == name) || !is_shared(name, values)
    };
    let options = own.ruleset.options.iter().enumerate();
    options.filter(|(_, option)| is_kept(&option.name, &option.values)).map(|(place, _)| place).collect()
}

/// Whether two options can be the same.
pub(super) fn same_values(
    (one, symbols): (&OptionType, &Symbols),
    (other, others): (&OptionType, &Symbols),
) -> bool {
    match (one, other) {
        (OptionType::Choices(one), OptionType::Choices(other)) => {
            let one = one.iter().map(|&choice| symbols.text(choice));
            one.eq(other.iter().map(|&choice| others.text(choice)))
        }
        (OptionType::Typed(one), OptionType::Typed(other)) => one == other,
        (OptionType::Choices(_) | OptionType::Typed(_), _) => false,
    }
}

/// In what way a record tells two formats apart; the plainest way first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Apart {
    Values,
    Unscored,
    Unread,
}

enum Compared {
    Alike,
    Apart(Apart),
    /// Neither has anything to say of it.
    Neither,
}

struct Pair<'a> {
    sides: [&'a Side<'a>; 2],
    /// The rules of each, to which texts of examples are added.
    own: [RefCell<Ruleset>; 2],
    keys: [Keys; 2],
    shared: Shared<'a>,
    /// When each column is computed, by `sheet.column`.
    ranks: BTreeMap<String, usize>,
}

impl<'a> Pair<'a> {
    fn new(old: &'a Side<'a>, new: &'a Side<'a>) -> Self {
        Self {
            sides: [old, new],
            own: [old, new].map(|side| RefCell::new(side.ruleset.clone())),
            keys: [Keys::of(old.ruleset), Keys::of(new.ruleset)],
            shared: Shared::new(old.ruleset, new.ruleset),
            ranks: ranks(old.ruleset),
        }
    }

    /// The record as one of the two reads it.
    fn fitted(&self, example: &ExampleEntry, side: usize) -> ExampleEntry {
        let mut own = fitted(example, &self.keys[side], &self.keys[1 - side]);
        for (name, value) in self.sides[side].given {
            own.set.retain(|(known, _)| known.text != *name);
            let value =
                value.parse().map_or_else(|_| LiteralValue::Text(value.clone()), LiteralValue::Integer);
            own.set.push((name_of(name), Literal { value, span: Span::default() }));
        }
        own
    }

    fn attempt(&self, example: &ExampleEntry, side: usize) -> Result<Played, Refused> {
        attempt(self.sides[side].file, &mut self.own[side].borrow_mut(), &self.fitted(example, side))
    }

    fn compared(&self, example: &ExampleEntry) -> Compared {
        let both = [self.attempt(example, 0), self.attempt(example, 1)];
        match (&both[0], &both[1]) {
            (Ok(old), Ok(new)) if self.shared.agree(old, new) => Compared::Alike,
            (Ok(_), Ok(_)) => Compared::Apart(Apart::Values),
            (Ok(_), Err(Refused::Unscored(_))) | (Err(Refused::Unscored(_)), Ok(_)) => {
                Compared::Apart(Apart::Unscored)
            }
            (Ok(_), Err(Refused::Unread(_))) | (Err(Refused::Unread(_)), Ok(_)) => {
                Compared::Apart(Apart::Unread)
            }
            (Err(_), Err(_)) => Compared::Neither,
        }
    }

    fn differences(&self, example: &ExampleEntry) -> Vec<Difference> {
        let Ok(old) = self.attempt(example, 0) else { return Vec::new() };
        let Ok(new) = self.attempt(example, 1) else { return Vec::new() };
        let mut all = self.shared.differences(&old, &new);
        // What is computed first is nearest to what was changed.
        all.sort_by_key(|one| self.ranks.get(&one.of).copied().unwrap_or(usize::MAX));
        all
    }

    /// The example with as little in it as will do.
    fn plain(&self, apart: Apart, example: &ExampleEntry) -> Option<(Apart, ExampleEntry)> {
        if apart != Apart::Values {
            let holds = |simpler: &ExampleEntry| matches!(self.compared(simpler), Compared::Apart(own) if own == apart);
            return Some((apart, lowered(&simplified(example, &holds), &holds)));
        }
        // What differs must be seen after the last game: where it is not, games behind it are left out.
        let cut = |games: usize| {
            let mut cut = example.clone();
            cut.games.truncate(games);
            cut
        };
        let shown = (1..=example.games.len()).rev().map(cut).find(|cut| !self.differences(cut).is_empty())?;
        let target = self.differences(&shown).first()?.of.clone();
        let holds = |simpler: &ExampleEntry| self.differences(simpler).iter().any(|one| one.of == target);
        Some((apart, lowered(&simplified(&shown, &holds), &holds)))
    }

    fn shown(&self, apart: Apart, example: &ExampleEntry) -> Found {
        let (old, new) = (self.attempt(example, 0), self.attempt(example, 1));
        let [old_rules, new_rules] = self.sides.map(|side| side.ruleset);
        let refused = [&old, &new].map(|played| match played {
            Ok(_) => None,
            Err(Refused::Unread(why) | Refused::Unscored(why)) => Some(why.clone()),
        });
        let differences = self.differences(example);
        let clauses = |path: &[String]| -> [Vec<String>; 2] {
            [(old_rules, &old), (new_rules, &new)].map(|(ruleset, played)| match played {
                Ok(played) => names(ruleset, &clauses_at(Seen { ruleset, played }, path)),
                Err(_) => Vec::new(),
            })
        };
        let values: Vec<Differing> = differences
            .iter()
            .map(|one| Differing {
                path: one.path.join("."),
                of: one.of.clone(),
                values: [one.value.text(), one.other.clone().unwrap_or_default()],
                clauses: clauses(&one.path),
            })
            .collect();
        let target = differences.first().map(|one| one.of.clone());
        // Where one of the two gives nothing, an example can expect what the other gives.
        let alone = match (&old, &new) {
            (Ok(played), Err(_)) => crate::example::differences(Seen { ruleset: old_rules, played }, None),
            (Err(_), Ok(played)) => crate::example::differences(Seen { ruleset: new_rules, played }, None),
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => Vec::new(),
        };
        let own = differences
            .iter()
            .filter(|one| Some(&one.of) == target.as_ref() && one.path.len() > 1 && self.shared.has(&one.of));
        let last = alone.last().map(|one| one.of.as_str());
        let alone = alone.iter().filter(|one| Some(one.of.as_str()) == last);
        let expected: Vec<&Difference> = own.chain(alone).take(MOST_EXPECTED).collect();
        let called = match (&target, apart) {
            (Some(of), _) => format!("`{of}` comes out differently"),
            (None, Apart::Unread) => "one of the two cannot read it".to_owned(),
            (None, Apart::Values | Apart::Unscored) => "one of the two cannot score it".to_owned(),
        };
        let text = |side: usize| {
            let mut own = self.fitted(example, side);
            own.name.text.clone_from(&called);
            own.expect = expected.iter().map(|one| expect(one, side)).collect();
            if own.expect.is_empty() { write::games(&own) } else { write::example(&own) }
        };
        let texts =
            Texts { old: refused[0].is_none().then(|| text(0)), new: refused[1].is_none().then(|| text(1)) };
        let how = match apart {
            Apart::Values => How::Values,
            Apart::Unscored => How::Unscored,
            Apart::Unread => How::Unread,
        };
        Found { how, texts, values, refused }
    }
}

/// What an example of the old format (0) or the new one (1) expects.
fn expect(one: &Difference, side: usize) -> (Vec<Name>, Literal) {
    let path = one.path.iter().map(|name| name_of(name)).collect();
    let value = match (side, &one.other) {
        (0, _) | (_, None) => one.value.clone(),
        (_, Some(other)) => match (&one.value, other.parse()) {
            (LiteralValue::Flag(_), _) => LiteralValue::Flag(other == "yes"),
            (LiteralValue::Digits(_), Err(_)) => LiteralValue::Digits(other.clone()),
            (_, Ok(whole)) => LiteralValue::Integer(whole),
            (_, Err(_)) => LiteralValue::Text(other.clone()),
        },
    };
    (path, Literal { value, span: Span::default() })
}

/// Their names.
pub(super) fn names(
    ruleset: &Ruleset,
    clauses: &std::collections::BTreeSet<crate::ruleset::ClauseId>,
) -> Vec<String> {
    clauses.iter().map(|clause| ruleset.clause(*clause).name.clone()).collect()
}

fn ranks(ruleset: &Ruleset) -> BTreeMap<String, usize> {
    let named = ruleset.scoring().map(Step::out).enumerate().map(|(rank, column)| {
        let info = ruleset.column(column);
        (format!("{}.{}", ruleset.sheet(info.sheet).name, info.name), rank)
    });
    named.collect()
}

fn name_of(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}
