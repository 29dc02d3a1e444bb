//! What a change changes, for programs: everything.
//!
//! Start with [`write`].

use super::{DiffSubject, SIDES};
use crate::audit::differ::{
    Change, Differing, Found, How, LogAnswer, LogChange, Moved, PartChange, SheetChange, TouchedClause,
    Verdict,
};
use crate::report::audit::words::{number_key, text_key, why};
use crate::report::fields::{Fields, list, text, texts};
use crate::ruleset::PartKind;
use crate::source::Sources;
use std::io::{self, Write};

/// Writes all of it, as one object.
pub fn write(subject: DiffSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let comparison = subject.comparison;
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n");
    pair("formats", subject.names, &mut keys, out)?;
    pair("hashes", comparison.hashes.each_ref().map(String::as_str), &mut keys, out)?;
    if let Some(hash) = subject.logs_hash() {
        text_key("logs_hash", hash, &mut keys, out)?;
    }
    number_key("seed", subject.seed, &mut keys, out)?;
    keys.key(out, "different")?;
    let is_different = comparison.is_different() || subject.logs.iter().any(LogAnswer::is_different);
    write!(out, "{is_different}")?;
    verdict(&comparison.verdict, &mut keys, out)?;
    keys.key(out, "options")?;
    list(out, &comparison.options, |out, option| {
        object(out, |keys, out| {
            text_key("option", &option.name, keys, out)?;
            maybe_pair(&option.values, keys, out)?;
            keys.key(out, "can_be_other_values")?;
            write!(out, "{}", option.can_differ)
        })
    })?;
    keys.key(out, "admitted")?;
    list(out, &comparison.admitted, |out, one| {
        object(out, |keys, out| {
            text_key("phase", &one.phase, keys, out)?;
            for (side, places) in SIDES.iter().zip(&one.places) {
                keys.key(out, side)?;
                match places {
                    None => text(out, "everybody")?,
                    Some((first, last, of)) => object(out, |keys, out| {
                        number_key("first", u64::from(*first), keys, out)?;
                        number_key("last", u64::from(*last), keys, out)?;
                        text_key("of", of, keys, out)
                    })?,
                }
            }
            Ok(())
        })
    })?;
    keys.key(out, "paired")?;
    list(out, &comparison.paired, |out, one| {
        object(out, |keys, out| {
            text_key("phase", &one.phase, keys, out)?;
            number_key("round", u64::from(one.round), keys, out)?;
            number_key("entrants", u64::from(one.ranked), keys, out)?;
            pair("examples", one.texts.each_ref().map(String::as_str), keys, out)?;
            lists("clauses", &one.clauses, keys, out)
        })
    })?;
    keys.key(out, "logs")?;
    list(out, subject.logs, log)?;
    keys.key(out, "clauses")?;
    list(out, &comparison.touched.clauses, clause)?;
    keys.key(out, "rules")?;
    list(out, &comparison.touched.parts, |out, part| rule(subject.sources, part, out))?;
    out.write_all(b"}\n")
}

/// An object in one line.
fn object(
    out: &mut dyn Write,
    fill: impl FnOnce(&mut Fields, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"{")?;
    fill(&mut Fields::new(", "), out)?;
    out.write_all(b"}")
}

fn pair(key: &str, both: [&str; 2], keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    object(out, |keys, out| {
        SIDES.iter().zip(both).try_for_each(|(side, value)| text_key(side, value, keys, out))
    })
}

fn lists(key: &str, both: &[Vec<String>; 2], keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    object(out, |keys, out| {
        SIDES.iter().zip(both).try_for_each(|(side, all)| {
            keys.key(out, side)?;
            texts(out, all.iter().map(String::as_str))
        })
    })
}

/// `old` and `new`, as far as there is something.
fn maybe_pair(both: &[Option<String>; 2], keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    for (side, value) in SIDES.iter().zip(both) {
        keys.key(out, side)?;
        match value {
            Some(value) => text(out, value)?,
            None => out.write_all(b"null")?,
        }
    }
    Ok(())
}

fn verdict(verdict: &Verdict, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    match verdict {
        Verdict::SameHash => text_key("by", "hash", keys, out),
        Verdict::SameButForNames(names, in_logs) => {
            text_key("by", "names", keys, out)?;
            keys.key(out, "names")?;
            list(out, names, |out, (old, new)| {
                object(out, |keys, out| {
                    text_key(SIDES[0], old, keys, out)?;
                    text_key(SIDES[1], new, keys, out)
                })
            })?;
            keys.key(out, "logs_name_them")?;
            write!(out, "{in_logs}")
        }
        Verdict::Proved(reason) => {
            text_key("by", "proof", keys, out)?;
            text_key("proof", why(*reason), keys, out)
        }
        Verdict::Searched(search) => {
            // The seed stands above: it is that of the search and of the logs.
            text_key("by", "search", keys, out)?;
            number_key("searched", search.tried as u64, keys, out)?;
            number_key("searched_events", search.events as u64, keys, out)?;
            keys.key(out, "found")?;
            match &search.found {
                Some(found) => record(found, out),
                None => out.write_all(b"null"),
            }
        }
    }
}

fn record(found: &Found, out: &mut dyn Write) -> io::Result<()> {
    object(out, |keys, out| {
        let how = match found.how {
            How::Values => "scored differently",
            How::Unscored => "scored by one alone",
            How::Unread => "read by one alone",
        };
        text_key("how", how, keys, out)?;
        keys.key(out, "examples")?;
        let both = [found.texts.old.clone(), found.texts.new.clone()];
        object(out, |keys, out| maybe_pair(&both, keys, out))?;
        keys.key(out, "refused")?;
        object(out, |keys, out| maybe_pair(&found.refused, keys, out))?;
        keys.key(out, "values")?;
        list(out, &found.values, value)
    })
}

fn value(out: &mut dyn Write, value: &Differing) -> io::Result<()> {
    object(out, |keys, out| {
        text_key("path", &value.path, keys, out)?;
        text_key("of", &value.of, keys, out)?;
        let [old, new] = &value.values;
        text_key(SIDES[0], old, keys, out)?;
        text_key(SIDES[1], new, keys, out)?;
        lists("clauses", &value.clauses, keys, out)
    })
}

fn log(out: &mut dyn Write, answer: &LogAnswer) -> io::Result<()> {
    object(out, |keys, out| {
        if let Some(edition) = answer.edition {
            text_key("edition", &edition.to_string(), keys, out)?;
        }
        keys.key(out, "different")?;
        write!(out, "{}", answer.is_different())?;
        keys.key(out, "refused")?;
        object(out, |keys, out| {
            for (side, refused) in SIDES.iter().zip(&answer.refused) {
                keys.key(out, side)?;
                let Some(refused) = refused else {
                    out.write_all(b"null")?;
                    continue;
                };
                object(out, |keys, out| {
                    text_key("code", &refused.code, keys, out)?;
                    text_key("message", &refused.message, keys, out)?;
                    if let Some(place) = &refused.place {
                        text_key("place", place, keys, out)?;
                    }
                    number_key("more", refused.more as u64, keys, out)
                })?;
            }
            Ok(())
        })?;
        lists("remarks", &answer.remarks, keys, out)?;
        answer.change.iter().try_for_each(|change| changes(change, keys, out))
    })
}

fn changes(change: &LogChange, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    let [games, differing] = change.games;
    number_key("games", games as u64, keys, out)?;
    number_key("games_that_differ", differing as u64, keys, out)?;
    keys.key(out, "standings")?;
    list(out, &change.standings, |out, standing| {
        object(out, |keys, out| {
            text_key("standing", &standing.name, keys, out)?;
            number_key("entrants", standing.entrants as u64, keys, out)?;
            keys.key(out, "moved")?;
            list(out, &standing.moved, moved)
        })
    })?;
    keys.key(out, "values")?;
    list(out, &change.sheets, sheet)?;
    keys.key(out, "rows_not_compared")?;
    texts(out, change.other_rows.iter().map(String::as_str))?;
    lists("phases", &change.only, keys, out)?;
    keys.key(out, "admitted")?;
    list(out, &change.phases, |out, phase| {
        object(out, |keys, out| {
            text_key("phase", &phase.phase, keys, out)?;
            lists("only", &phase.only, keys, out)?;
            keys.key(out, "reordered")?;
            write!(out, "{}", phase.reordered)
        })
    })?;
    keys.key(out, "matches")?;
    list(out, &change.matches, |out, one| {
        object(out, |keys, out| {
            text_key("phase", &one.phase, keys, out)?;
            text_key("match", &one.name, keys, out)?;
            maybe_pair(&one.winners, keys, out)?;
            keys.key(out, "decided")?;
            write!(out, "[{}, {}]", one.decided[0], one.decided[1])
        })
    })?;
    keys.key(out, "places")?;
    list(out, &change.places, moved)
}

fn moved(out: &mut dyn Write, one: &Moved) -> io::Result<()> {
    object(out, |keys, out| {
        text_key("entrant", &one.entrant, keys, out)?;
        for (side, place) in SIDES.iter().zip(one.places) {
            keys.key(out, side)?;
            match place {
                Some(place) => write!(out, "{place}")?,
                None => out.write_all(b"null")?,
            }
        }
        Ok(())
    })
}

fn sheet(out: &mut dyn Write, sheet: &SheetChange) -> io::Result<()> {
    object(out, |keys, out| {
        text_key("sheet", &sheet.sheet, keys, out)?;
        number_key("rows", sheet.rows as u64, keys, out)?;
        number_key("rows_that_differ", sheet.changed as u64, keys, out)?;
        keys.key(out, "columns")?;
        object(out, |keys, out| {
            sheet.columns.iter().try_for_each(|(column, count)| number_key(column, *count as u64, keys, out))
        })?;
        keys.key(out, "differing")?;
        list(out, &sheet.shown, |out, row| {
            object(out, |keys, out| {
                text_key("row", &row.row, keys, out)?;
                keys.key(out, "values")?;
                object(out, |keys, out| {
                    row.cells.iter().try_for_each(|cell| {
                        pair(&cell.column, cell.values.each_ref().map(String::as_str), keys, out)
                    })
                })
            })
        })
    })
}

fn clause(out: &mut dyn Write, clause: &TouchedClause) -> io::Result<()> {
    object(out, |keys, out| {
        text_key("clause", &clause.name, keys, out)?;
        maybe_pair(&clause.texts, keys, out)?;
        keys.key(out, "rules")?;
        texts(out, clause.parts.iter().map(String::as_str))?;
        lists("cited_only", &clause.cited, keys, out)
    })
}

fn rule(sources: &Sources, part: &PartChange, out: &mut dyn Write) -> io::Result<()> {
    object(out, |keys, out| {
        text_key("kind", kind(part.kind), keys, out)?;
        text_key("name", &part.name, keys, out)?;
        let change = match part.change {
            Change::New => "new",
            Change::Gone => "gone",
            Change::Changed => "changed",
        };
        text_key("change", change, keys, out)?;
        for (side, lines) in SIDES.iter().zip(&part.lines) {
            keys.key(out, side)?;
            list(out, lines, |out, line| {
                object(out, |keys, out| {
                    text_key("text", &line.text, keys, out)?;
                    text_key("file", &sources.get(line.at.source).name, keys, out)?;
                    number_key("line", sources.line_column(line.at).0 as u64, keys, out)
                })
            })?;
        }
        keys.key(out, "clauses")?;
        texts(out, part.clauses.iter().map(String::as_str))
    })
}

fn kind(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Option => "option",
        PartKind::Seating => "seating",
        PartKind::Recorded => "recorded",
        PartKind::Rule => "rule",
        PartKind::Placing => "placing",
        PartKind::Verdicts => "verdicts",
        PartKind::State => "state",
        PartKind::Levels => "levels",
        PartKind::Standing => "standing",
        PartKind::Edition => "edition",
        PartKind::Phase => "phase",
        PartKind::Claim => "claim",
    }
}
