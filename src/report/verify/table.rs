//! A comparison for people: what agrees, each difference with why, what was not compared, and how to repeat it.
//!
//! Start with [`write`].

use super::VerifySubject;
use crate::report::cell::shown;
use crate::report::explain::trees_as_text;
use crate::report::grid::printed;
use crate::ruleset::{BuiltinColumn, Origin};
use crate::verify::{Difference, Differing, Heading, Meaning};
use std::io::{self, Write};

/// So much of what stands beside the table is listed.
const MOST_BESIDE: usize = 6;

/// Writes it.
pub fn write(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let VerifySubject { ruleset, verified, .. } = subject;
    writeln!(out, "{}", printed(&ruleset.title))?;
    if let Some(standing) = ruleset.standings.get(verified.standing) {
        let edition = subject.edition.map_or_else(String::new, |edition| format!(" of {edition}"));
        writeln!(out, "compared with the standing “{}”{edition}", printed(&standing.title))?;
    }
    if let Some(better) = &verified.fits_better {
        writeln!(
            out,
            "the headings fit the standing `{better}` better: `--standing {better}` compares with it"
        )?;
    }
    writeln!(out)?;
    let differences = match verified.differences.len() {
        0 => "no differences".to_owned(),
        1 => "1 difference".to_owned(),
        count => format!("{count} differences"),
    };
    let rounded = match verified.rounded {
        0 => String::new(),
        count => format!(" ({count} of them rounded)"),
    };
    writeln!(out, "{} of {} figures agree{rounded}, {differences}", verified.agreeing, verified.figures)?;
    let mut is_shut = false;
    for difference in &verified.differences {
        writeln!(out)?;
        writeln!(out, "{}", printed(&words(subject, difference)))?;
        is_shut |= why(subject, difference, out)?;
    }
    writeln!(out)?;
    beside(subject, out)?;
    if is_shut {
        writeln!(out, "longer lists are written with `--all`; `rulesctl explain` opens a figure further")?;
    }
    subject.stamp.line(out)
}

/// The explanation of a difference, indented; and whether there is more of it to see.
fn why(subject: VerifySubject<'_>, difference: &Difference, out: &mut dyn Write) -> io::Result<bool> {
    let Some(explanation) = &difference.explanation else { return Ok(false) };
    let mut lines = Vec::new();
    let is_shut = trees_as_text(subject.explained(explanation), &mut lines)?;
    for line in String::from_utf8_lossy(&lines).lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(is_shut)
}

/// A difference in words.
fn words(subject: VerifySubject<'_>, difference: &Difference) -> String {
    let Difference { entrant, line, what, .. } = difference;
    let place = line.map_or_else(String::new, |line| format!("line {line}, "));
    let said = |published: &str| {
        if published.is_empty() {
            "nothing is published".to_owned()
        } else {
            format!("published is {published}")
        }
    };
    match what {
        Differing::Place { heading, published, place: own, shared } => {
            let mark = if *shared { "=" } else { "" };
            format!("{place}{entrant}, {heading}: {}, and it comes to {mark}{own}", said(published))
        }
        Differing::Figure { heading, value, published, unread, .. } => {
            let value = shown(*value, &subject.outcome.symbols);
            let unread = unread.map_or_else(String::new, |wanted| format!(", which is not {wanted}"));
            format!("{place}{entrant}, {heading}: {}{unread}, and it comes to {value}", said(published))
        }
        Differing::Unknown { near } => {
            let near = near.as_ref().map_or_else(String::new, |near| format!("; is it `{near}`?"));
            format!("{place}{entrant}: published, and nobody in the log is called so{near}")
        }
        Differing::NotListed => format!("{place}{entrant}: published, and the standing does not list them"),
        Differing::NotPublished => format!("{entrant}: the standing lists them, and the table does not"),
        Differing::Twice { first } => format!("{place}{entrant}: published again, after line {first}"),
        Differing::NoRow { reason } => format!("{place}no row of the table: {reason}"),
    }
}

/// Which column is what, and what was not compared.
fn beside(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let headings = &subject.verified.headings;
    let compared: Vec<String> = headings.iter().filter_map(|heading| compared(subject, heading)).collect();
    writeln!(out, "compared: {}", printed(&compared.join(", ")))?;
    let unknown = headings.iter().filter_map(|heading| match heading.meaning {
        Meaning::Unknown => Some(format!("column `{}`", heading.name)),
        Meaning::Empty => Some(format!("column `{}` (empty)", heading.name)),
        Meaning::Entrant | Meaning::Place | Meaning::Standing | Meaning::Edition | Meaning::Column(_) => None,
    });
    let mut beside: Vec<String> = unknown.collect();
    let other = &subject.verified.beside;
    let most = if subject.all || other.len() <= MOST_BESIDE { other.len() } else { MOST_BESIDE - 1 };
    beside.extend(other.iter().take(most).cloned());
    if most < other.len() {
        beside.push(format!("and {} more, which `--all` writes", other.len() - most));
    }
    if !beside.is_empty() {
        writeln!(out, "not compared: {}", printed(&beside.join(", ")))?;
    }
    Ok(())
}

fn compared(subject: VerifySubject<'_>, heading: &Heading) -> Option<String> {
    let name = &heading.name;
    let own = |known: &str| if name == known { format!("`{name}`") } else { format!("`{name}` as {known}") };
    Some(match heading.meaning {
        Meaning::Entrant => format!("`{name}` as the names of the entrants"),
        Meaning::Place => own("place"),
        Meaning::Column(column) => {
            let info = subject.ruleset.column(column);
            let is_named = !matches!(info.origin, Origin::Hidden { .. })
                && info.origin != Origin::Builtin(BuiltinColumn::Name);
            if is_named { own(&info.name) } else { format!("`{name}`") }
        }
        Meaning::Standing | Meaning::Edition | Meaning::Empty | Meaning::Unknown => return None,
    })
}
