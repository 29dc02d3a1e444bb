//! What a change changes, for people: the answer, the record that shows it, rounds, and what follows.
//!
//! Start with [`write`].

use super::{DiffSubject, SIDES, first, logs, touched};
use crate::audit::differ::{
    Admitted, Differing, Found, How, LogAnswer, OptionChange, Paired, Search, Verdict,
};
use crate::report::audit::words::{invented, why};
use crate::report::grid::{Align, Grid, Sections, printed};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// So many values of a record are shown.
const MOST_VALUES: usize = 12;

/// Writes all of it.
pub fn write(subject: DiffSubject<'_>, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    answer(subject, all, &mut sections)?;
    rounds(subject, &mut sections)?;
    for (number, log) in subject.logs.iter().enumerate() {
        logs::table(subject, log, (number, all), &mut sections)?;
    }
    touched::table(subject, all, &mut sections)
}

fn answer(subject: DiffSubject<'_>, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    let [old, new] = subject.names;
    let comparison = subject.comparison;
    sections.begin(&format!("{old} → {new}"))?;
    match &comparison.verdict {
        Verdict::SameHash => {
            sections
                .line(&format!("alike: the two have the same semantic hash, {}", comparison.hashes[0]))?;
        }
        Verdict::SameButForNames(names, in_logs) => {
            sections.line("alike but for names: with these the two have the same semantic hash")?;
            for (before, after) in names {
                sections.line(&format!("  `{before}` is called `{after}` in {new}"))?;
            }
            if *in_logs {
                sections.line("  logs record it under that name")?;
            }
        }
        Verdict::Proved(reason) => {
            sections.line(&format!("alike, proved: {}", why(*reason)))?;
        }
        Verdict::Searched(search) => searched(subject, search, sections)?,
    }
    for option in &comparison.options {
        sections.line(&words_of_option(subject, option))?;
    }
    match &comparison.verdict {
        Verdict::Searched(Search { found: Some(found), .. }) => record(subject, found, all, sections),
        Verdict::SameHash | Verdict::SameButForNames(..) | Verdict::Proved(_) | Verdict::Searched(_) => {
            Ok(())
        }
    }
}

fn searched(subject: DiffSubject<'_>, search: &Search, sections: &mut Sections<'_>) -> io::Result<()> {
    let tried = invented(search.tried, search.events, "invented record");
    let seed = search.seed;
    match &search.found {
        Some(found) => {
            let what = match found.how {
                How::Values => "is scored differently",
                How::Unscored => "can be scored by one of the two alone",
                How::Unread => "can be read by one of the two alone",
            };
            sections.line(&format!("different: a record {what}"))?;
            sections.line(&format!(
                "it is the smallest that a search found, over the declared ranges: {tried}, seed {seed}"
            ))
        }
        None if subject.comparison.is_different() => {
            sections.line("different: not in a record, but in how an event goes")?;
            sections.line(&format!("none of {tried} (seed {seed}) is scored differently: a search, no proof"))
        }
        None if subject.logs.iter().any(LogAnswer::is_different) => {
            sections.line("different: not in an invented record, but in a log, as is listed below")?;
            sections.line(&format!("none of {tried} (seed {seed}) is scored differently: a search, no proof"))
        }
        None => {
            sections
                .line(&format!("no difference found: none of {tried} (seed {seed}) is scored differently"))?;
            sections
                .line("that was a search, and is no proof: the rules are not the same, as is listed below")
        }
    }
}

fn words_of_option(subject: DiffSubject<'_>, option: &OptionChange) -> String {
    let name = &option.name;
    let [old, new] = subject.names;
    match &option.values {
        [Some(value), None] => format!("only {old} has the option `{name}`, which is `{value}`"),
        [None, Some(value)] => format!("only {new} has the option `{name}`, which is `{value}`"),
        [Some(one), Some(other)] if one != other => {
            format!("the option `{name}` is `{one}` in {old}, and `{other}` in {new}")
        }
        [_, _] => format!("the option `{name}` can be other values in {new} than in {old}"),
    }
}

fn record(subject: DiffSubject<'_>, found: &Found, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    sections.begin("The record")?;
    for (name, refused) in subject.names.iter().zip(&found.refused) {
        if let Some(refused) = refused {
            sections.line(&format!("by {name} there is no outcome: {refused}"))?;
        }
    }
    let both = [&found.texts.old, &found.texts.new];
    match both {
        [Some(old), Some(new)] if old == new && expected(old).is_none() => {
            example("a record; no example can expect what is different", old, sections)?;
        }
        [Some(old), Some(new)] if differ_in_what_they_expect(old, new) => {
            example(&format!("as {} has it", subject.names[0]), old, sections)?;
            if let Some(expect) = expected(new).filter(|_| old != new) {
                sections.line(&format!("in {}: {expect}", subject.names[1]))?;
            }
        }
        [_, _] => {
            for (name, text) in subject.names.iter().zip(both) {
                if let Some(text) = text {
                    example(&format!("as {name} has it"), text, sections)?;
                }
            }
        }
    }
    if found.values.is_empty() {
        return Ok(());
    }
    sections.gap()?;
    let headings = [("value", Align::Left), (SIDES[0], Align::Point), (SIDES[1], Align::Point)];
    let mut grid =
        Grid::new(headings.iter().map(|(heading, align)| ((*heading).to_owned(), *align)).collect());
    let (shown, more) = first(&found.values, MOST_VALUES, all);
    for value in shown {
        let [old, new] = &value.values;
        grid.add(vec![printed(&value.path), printed(old), printed(new)]);
    }
    sections.table(grid)?;
    if more > 0 {
        sections.line(&format!(
            "and {} that {} different; `--all` has them",
            more,
            if more == 1 { "is" } else { "are" }
        ))?;
    }
    clauses(subject, &found.values, sections)
}

/// What an example expects.
fn expected(text: &str) -> Option<&str> {
    text.lines().find(|line| line.starts_with("expect"))
}

/// Whether two examples are the same but for what they expect.
fn differ_in_what_they_expect(old: &str, new: &str) -> bool {
    let rest = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("expect")).map(str::to_owned).collect()
    };
    rest(old) == rest(new)
}

fn example(heading: &str, text: &str, sections: &mut Sections<'_>) -> io::Result<()> {
    sections.line(&format!("{heading}:"))?;
    for line in text.lines() {
        sections.line(&format!("  {line}"))?;
    }
    Ok(())
}

/// The clauses behind the values that differ: of the column that is computed first.
fn clauses(subject: DiffSubject<'_>, values: &[Differing], sections: &mut Sections<'_>) -> io::Result<()> {
    let Some(first) = values.first() else { return Ok(()) };
    let of_first = || values.iter().filter(|value| value.of == first.of);
    let sets = [0, 1].map(|side| -> BTreeSet<&str> {
        of_first().flat_map(|value| value.clauses[side].iter().map(String::as_str)).collect()
    });
    sections.gap()?;
    if sets.iter().all(BTreeSet::is_empty) {
        return sections.line(&format!("no clause has a part in `{}`", first.of));
    }
    sections.line(&format!("clauses with a part in `{}`", first.of))?;
    // Those that have a part in both ways are named alone: what differs is worth reading.
    let texts = |side: usize, name: &str| {
        let clauses = &subject.rulesets[side].clauses;
        clauses.iter().find(|clause| clause.name == name).map(|clause| clause.text.as_str())
    };
    let is_same = |name: &&&str| sets[1].contains(**name) && texts(0, name) == texts(1, name);
    let same: BTreeSet<&str> = sets[0].iter().filter(is_same).copied().collect();
    if sets.iter().any(|set| set.len() > same.len()) && !same.is_empty() {
        let names: Vec<String> = same.iter().map(|name| format!("@{name}")).collect();
        sections.line(&format!("  both: {}", names.join(", ")))?;
    } else {
        for name in &same {
            sections.line(&format!("  both: @{name}  {}", texts(0, name).unwrap_or_default()))?;
        }
    }
    let sets = sets.map(|set| set.difference(&same).copied().collect::<BTreeSet<&str>>());
    for (side, set) in sets.iter().enumerate() {
        if set.is_empty() && same.is_empty() {
            sections.line(&format!("  {}: none", SIDES[side]))?;
        }
        for name in set {
            let text = texts(side, name).unwrap_or_default();
            sections.line(&format!("  {}: @{name}  {text}", SIDES[side]))?;
        }
    }
    Ok(())
}

fn rounds(subject: DiffSubject<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    for Admitted { phase, places } in &subject.comparison.admitted {
        sections.begin(&format!("Who plays in `{phase}`"))?;
        for (side, places) in SIDES.iter().zip(places) {
            let words = match places {
                None => "everybody".to_owned(),
                Some((first, last, of)) if first == last => format!("place {first} of `{of}`"),
                Some((first, last, of)) => format!("places {first} to {last} of `{of}`"),
            };
            sections.line(&format!("{side}: {words}"))?;
        }
    }
    for Paired { phase, round, ranked, texts, clauses } in &subject.comparison.paired {
        sections
            .begin(&format!("Round {round} of `{phase}` is paired differently with {ranked} entrants"))?;
        for ((side, text), clauses) in SIDES.iter().zip(texts).zip(clauses) {
            example(side, text, sections)?;
            if !clauses.is_empty() {
                let names: Vec<String> = clauses.iter().map(|name| format!("@{name}")).collect();
                sections.line(&format!("  by {}", names.join(" ")))?;
            }
        }
    }
    Ok(())
}
