//! Changes of a format that nobody would notice.
//!
//! Start with [`table`] or [`json`].

use super::Audited;
use super::words::{counted, invented, number_key, place, place_keys, text_key, why};
use crate::audit::change::{Change, Hunk};
use crate::audit::{Fate, Mutants, Shown, Trial};
use crate::diagnostic::Code;
use crate::report::fields::{Fields, list, texts};
use crate::report::grid::printed;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes it for people.
pub fn table(audited: Audited<'_>, found: &Mutants, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::of(found);
    writeln!(out, "{}: {}", printed(audited.name), counted(found.tried.len(), "small change"))?;
    let line = |out: &mut dyn Write, count: usize, words: &str| match count {
        0 => Ok(()),
        _ => writeln!(out, "  {count:>5}  {words}"),
    };
    line(out, counts.examples, "noticed by an example")?;
    line(out, counts.claims, "noticed by a claim")?;
    let codes: Vec<String> = counts.codes.iter().map(|(code, count)| format!("{count} × {code}")).collect();
    line(out, counts.refused, &format!("complained of by the check ({})", codes.join(", ")))?;
    line(out, counts.same, "the same rules: they have the same hash")?;
    line(out, counts.equivalent, "proved to come to the same, whatever is recorded")?;
    let alike =
        format!("not told apart by any of {}", invented(found.invented, found.events, "invented example"));
    line(out, counts.alike, &alike)?;
    line(out, counts.survivors, "noticed by no example and no claim, though they should be")?;
    untried(audited, found, out)?;
    if counts.alike > 0 {
        writeln!(out, "\nNot told apart: these may mean the same, or games that tell them apart are rare")?;
        for trial in found.tried.iter().filter(|trial| trial.fate == Fate::Alike) {
            writeln!(out)?;
            change(audited, &trial.change, out)?;
        }
    }
    if counts.equivalent > 0 {
        writeln!(out, "\nProved to come to the same, so that no example can notice")?;
        for trial in &found.tried {
            if let Fate::Equivalent(reason) = trial.fate {
                writeln!(out)?;
                change(audited, &trial.change, out)?;
                writeln!(out, "    {}", why(reason))?;
            }
        }
    }
    if counts.survivors > 0 {
        writeln!(out, "\nNoticed by nobody: what an example below expects is what the format gives now;")?;
        writeln!(out, "look it up in the regulation before you take it over")?;
        for (one, shown) in found.survivors() {
            writeln!(out)?;
            change(audited, one, out)?;
            example(shown, out)?;
        }
    }
    Ok(())
}

/// What was not tried, and why.
fn untried(audited: Audited<'_>, found: &Mutants, out: &mut dyn Write) -> io::Result<()> {
    let left = found.proposed - found.tried.len();
    if left > 0 {
        let words = counted(found.proposed, "change");
        writeln!(out, "of {words} every so many-th was tried, and {left} were not: try more with --most")?;
    }
    for &base in &found.bases {
        let file = printed(&audited.sources.get(base).name);
        writeln!(out, "nothing was changed in {file}: that format has examples of its own")?;
    }
    if found.told_only > 0 {
        let what = match found.told_only {
            1 => "the condition of 1 warning or fault without a cost was not changed".to_owned(),
            many => format!("the conditions of {many} warnings and faults without a cost were not changed"),
        };
        writeln!(out, "{what}: no example can expect what is only said")?;
    }
    Ok(())
}

fn change(audited: Audited<'_>, one: &Change, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {}, {}: {}", place(audited, one.at), printed(&one.of), printed(&one.title))?;
    for Hunk { before, after, .. } in &one.hunks {
        for (sign, lines) in [('-', before), ('+', after)] {
            for line in lines {
                writeln!(out, "    {sign} {}", printed(line.trim()))?;
            }
        }
    }
    Ok(())
}

fn example(shown: &Shown, out: &mut dyn Write) -> io::Result<()> {
    for (path, value, other) in &shown.values {
        let other = other.as_ref().map_or_else(
            || "with the change it cannot be scored".to_owned(),
            |other| format!("with the change `{}`", printed(other)),
        );
        writeln!(out, "    `{}` is `{}` now, and {other}", printed(path), printed(value))?;
    }
    writeln!(out)?;
    for line in shown.text.lines() {
        writeln!(out, "    {}", printed(line))?;
    }
    Ok(())
}

/// Writes it for programs.
pub fn json(audited: Audited<'_>, found: &Mutants, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::of(found);
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n");
    text_key("format", audited.name, &mut keys, out)?;
    for (key, count) in [
        ("changes", found.proposed),
        ("tried", found.tried.len()),
        ("invented_examples", found.invented - found.events),
        ("invented_events", found.events),
        ("example", counts.examples),
        ("claim", counts.claims),
        ("check", counts.refused),
        ("same", counts.same),
        ("equivalent", counts.equivalent),
        ("alike", counts.alike),
        ("survives", counts.survivors),
        ("warnings_not_changed", found.told_only),
    ] {
        number_key(key, count as u64, &mut keys, out)?;
    }
    keys.key(out, "files_not_changed")?;
    texts(out, found.bases.iter().map(|base| audited.sources.get(*base).name.as_str()))?;
    keys.key(out, "all")?;
    list(out, &found.tried, |out, trial| trial_json(audited, trial, out))?;
    out.write_all(b"}\n")
}

fn trial_json(audited: Audited<'_>, trial: &Trial, out: &mut dyn Write) -> io::Result<()> {
    let Trial { change, fate } = trial;
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    text_key("kind", change.kind.name(), &mut keys, out)?;
    text_key("change", &change.title, &mut keys, out)?;
    text_key("of", &change.of, &mut keys, out)?;
    place_keys(audited, change.at, &mut keys, out)?;
    keys.key(out, "diff")?;
    list(out, &change.hunks, |out, hunk| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        number_key("line", hunk.line as u64, &mut keys, out)?;
        for (key, lines) in [("before", &hunk.before), ("after", &hunk.after)] {
            keys.key(out, key)?;
            texts(out, lines.iter().map(String::as_str))?;
        }
        out.write_all(b"}")
    })?;
    let (word, by) = match fate {
        Fate::Example(name) => ("example", Some(("by", name.clone()))),
        Fate::Claim(text) => ("claim", Some(("by", text.clone()))),
        Fate::Refused(code) => ("check", Some(("by", code.to_string()))),
        Fate::Same => ("same", None),
        Fate::Equivalent(reason) => ("equivalent", Some(("why", why(*reason).to_owned()))),
        Fate::Alike => ("alike", None),
        Fate::Survives(shown) => ("survives", Some(("example", shown.text.clone()))),
    };
    text_key("fate", word, &mut keys, out)?;
    if let Some((key, by)) = by {
        text_key(key, &by, &mut keys, out)?;
    }
    if let Fate::Survives(shown) = fate {
        keys.key(out, "values")?;
        list(out, &shown.values, |out, (path, value, other)| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            text_key("path", path, &mut keys, out)?;
            text_key("now", value, &mut keys, out)?;
            if let Some(other) = other {
                text_key("changed", other, &mut keys, out)?;
            }
            out.write_all(b"}")
        })?;
    }
    out.write_all(b"}")
}

/// How many changes came to what.
struct Counts {
    examples: usize,
    claims: usize,
    refused: usize,
    codes: BTreeMap<Code, usize>,
    same: usize,
    equivalent: usize,
    alike: usize,
    survivors: usize,
}

impl Counts {
    fn of(found: &Mutants) -> Self {
        let mut codes = BTreeMap::new();
        for trial in &found.tried {
            if let Fate::Refused(code) = trial.fate {
                *codes.entry(code).or_insert(0) += 1;
            }
        }
        Self {
            examples: found.count(|fate| matches!(fate, Fate::Example(_))),
            claims: found.count(|fate| matches!(fate, Fate::Claim(_))),
            refused: codes.values().sum(),
            codes,
            same: found.count(|fate| *fate == Fate::Same),
            equivalent: found.count(|fate| matches!(fate, Fate::Equivalent(_))),
            alike: found.count(|fate| *fate == Fate::Alike),
            survivors: found.survivors().count(),
        }
    }
}
