//! An example that would tell a change from the format as it is.
//!
//! Comes in: two rulesets. Goes out: a few games, made as plain as they can be, with what the unchanged format gives; or a
//! round with its pairing. It must never know what was changed. Start with [`Witnesses::find`].

use super::invent::{Inventor, is_event};
use super::simplify::simplified;
use super::write;
use crate::engine::RunError;
use crate::example::{Alike, Difference, Played, Seen, comes_out, differences, drawn, pairs_alike, played};
use crate::format::{ExampleEntry, FormatFile, Literal, LiteralValue};
use crate::ruleset::{Ruleset, Scheme};
use crate::source::Span;
use crate::syntax::ast::Name;

/// So many values are put into one `expect`.
const MOST_EXPECTED: usize = 4;

/// So many examples come out differently at places that cannot be expected, before it is given up.
const MOST_IN_VAIN: usize = 40;

/// So many rounds of a phase are looked at, and so many entrants.
const MOST_ROUNDS: u32 = 3;
const MOST_RANKED: u32 = 20;

/// What tells two rulesets apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Witness {
    /// Games that break a claim by the second.
    Claim(String),
    /// An example.
    Example(Box<Shown>),
}

/// An example that the unchanged format passes and the changed one does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// As it could stand in the format.
    pub text: String,
    /// What is expected, and what the changed format gives: path, value, other value.
    pub values: Vec<(String, String, Option<String>)>,
}

/// Invented examples with what the unchanged format makes of them.
#[derive(Debug)]
pub struct Witnesses<'a> {
    file: &'a FormatFile,
    ruleset: Ruleset,
    invented: Vec<(ExampleEntry, Played)>,
    /// How many of them are events.
    events: usize,
}

impl<'a> Witnesses<'a> {
    /// So many invented examples, but for those that the format cannot score.
    #[must_use]
    pub fn new(file: &'a FormatFile, ruleset: &Ruleset, seed: u64, count: u32) -> Self {
        let inventor = Inventor::new(ruleset, seed);
        let mut own = ruleset.clone();
        let (mut invented, mut events) = (Vec::new(), 0);
        for number in inventor.numbers(count) {
            let example = inventor.example(number);
            if let Ok(outcome) = played(file, &mut own, &example) {
                events += usize::from(is_event(number));
                invented.push((example, outcome));
            }
        }
        Self { file, ruleset: own, invented, events }
    }

    /// How many examples there are to try.
    #[must_use]
    pub fn count(&self) -> usize {
        self.invented.len()
    }

    /// How many of them are events.
    #[must_use]
    pub fn events(&self) -> usize {
        self.events
    }

    /// What tells the format from a changed one. `of` is what was changed, `title` in what way.
    #[must_use]
    pub fn find(&self, changed: (&FormatFile, &Ruleset), of: &str, title: &str) -> Option<Witness> {
        let (file, rules) = changed;
        let pair = Pair { witnesses: self, file, rules };
        let mut own = rules.clone();
        let alike = Alike::new(&self.ruleset, rules);
        let called = format!("{of}: {title}");
        let mut in_vain = 0;
        for (example, first) in &self.invented {
            match played(file, &mut own, example) {
                Ok(second) if alike.agree(&first.outcome, &second.outcome) => continue,
                Ok(_) => {}
                Err(Some(failed)) => {
                    let claim = failed.errors.iter().find_map(|error| match error {
                        RunError::Claim { claim, .. } => rules.claims.get(*claim),
                        RunError::Fault { .. } | RunError::Tie { .. } => None,
                    });
                    if let Some(claim) = claim {
                        return Some(Witness::Claim(claim.text.clone()));
                    }
                }
                Err(None) => continue,
            }
            if let Some(shown) = pair.told_apart(example, of, &called) {
                return Some(Witness::Example(Box::new(shown)));
            }
            in_vain += 1;
            if in_vain == MOST_IN_VAIN {
                break;
            }
        }
        pair.paired_apart(&called).map(|shown| Witness::Example(Box::new(shown)))
    }
}

/// The format, and what it was changed to.
struct Pair<'a> {
    witnesses: &'a Witnesses<'a>,
    file: &'a FormatFile,
    rules: &'a Ruleset,
}

impl Pair<'_> {
    /// The example with as little in it as will do, if any value of it can be expected.
    fn told_apart(&self, example: &ExampleEntry, of: &str, called: &str) -> Option<Shown> {
        let all = self.differences(example);
        let target = target(&all, of)?.to_owned();
        let holds = |simpler: &ExampleEntry| self.differences(simpler).iter().any(|one| one.of == target);
        let mut simple = simplified(example, &holds);
        let mut found = self.differences(&simple);
        found.retain(|one| one.of == target);
        found.truncate(MOST_EXPECTED);
        called.clone_into(&mut simple.name.text);
        simple.expect = found
            .iter()
            .map(|one| (one.path.iter().map(|text| name(text)).collect(), literal(one.value.clone())))
            .collect();
        let right = comes_out(self.witnesses.file, &self.witnesses.ruleset, &simple)
            && !comes_out(self.file, self.rules, &simple);
        right.then(|| Shown {
            text: write::example(&simple),
            values: found.into_iter().map(|one| (one.path.join("."), one.value.text(), one.other)).collect(),
        })
    }

    fn differences(&self, example: &ExampleEntry) -> Vec<Difference> {
        let mut first = self.witnesses.ruleset.clone();
        let Ok(one) = played(self.witnesses.file, &mut first, example) else { return Vec::new() };
        let mut second = self.rules.clone();
        let other = played(self.file, &mut second, example);
        let other = match &other {
            Ok(played) => Some(Seen { ruleset: &second, played }),
            Err(Some(_)) => None,
            Err(None) => return Vec::new(),
        };
        differences(Seen { ruleset: &first, played: &one }, other)
    }

    /// A round that is paired differently.
    fn paired_apart(&self, called: &str) -> Option<Shown> {
        let ruleset = &self.witnesses.ruleset;
        for phase in &ruleset.phases {
            let rounds = match &phase.scheme {
                Scheme::Pools(pools) => pools.rounds,
                Scheme::RoundRobin(table) => table.legs.saturating_mul(MOST_RANKED),
                Scheme::Knockout(_) => 1,
                Scheme::Open(_) => continue,
            };
            // The last round is looked at as well: there may be one fewer.
            let looked_at = (1..=rounds.min(MOST_ROUNDS)).chain((rounds > MOST_ROUNDS).then_some(rounds));
            for round in looked_at {
                for ranked in 2..=MOST_RANKED {
                    let Some(mut example) = drawn(ruleset, &phase.name, round, ranked) else { continue };
                    if pairs_alike(ruleset, &example) && !pairs_alike(self.rules, &example) {
                        called.clone_into(&mut example.name.text);
                        return Some(Shown { text: write::drawn(&example), values: Vec::new() });
                    }
                }
            }
        }
        None
    }
}

/// The column whose values are expected: the one that was changed, or one of its sheet, or any.
fn target<'d>(all: &'d [Difference], of: &str) -> Option<&'d str> {
    let sheet = of.rsplit_once('.').map_or(of, |(sheet, _)| sheet);
    let own = all.iter().find(|one| one.of == of);
    let near = || all.iter().find(|one| one.of.rsplit_once('.').is_some_and(|(known, _)| known == sheet));
    own.or_else(near).or_else(|| all.first()).map(|one| one.of.as_str())
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn literal(value: LiteralValue) -> Literal {
    Literal { value, span: Span::default() }
}
