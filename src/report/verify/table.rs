//! A comparison for people: what agrees, each difference with why, what was not compared, and how to repeat it.
//!
//! Start with [`write`].

use super::VerifySubject;
use crate::engine::Outcome;
use crate::report::cell::shown;
use crate::report::explain::trees_as_text;
use crate::report::grid::printed;
use crate::report::left_out::words as left_out_words;
use crate::ruleset::{BuiltinColumn, Origin, Ruleset};
use crate::verify::{Amiss, Compared, Difference, Differing, Heading, How, Meaning, Part};
use std::io::{self, Write};

/// So much of what stands beside the table is listed.
const MOST_BESIDE: usize = 6;

/// Writes it.
pub fn write(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let VerifySubject { ruleset, verified, .. } = subject;
    writeln!(out, "{}", printed(&ruleset.title))?;
    let edition = subject.edition.map_or_else(String::new, |edition| format!(" of {edition}"));
    match &verified.compared {
        Compared::Standing(place) => {
            let title = ruleset.standings.get(*place).map_or("", |standing| standing.title.as_str());
            let after = verified.after.map_or_else(String::new, |(phase, round)| {
                format!(", after round {round} of {}", ruleset.phase(phase).name)
            });
            writeln!(out, "compared with the standing “{}”{}{edition}", printed(title), printed(&after))?;
        }
        Compared::Places => writeln!(out, "compared with the final places{edition}")?,
        Compared::Rounds(rounds) if rounds.is_empty() => {
            writeln!(out, "compared with no round{edition}")?;
        }
        Compared::Rounds(rounds) => {
            writeln!(out, "compared with the pairings of {}{edition}", printed(&rounds.join("; ")))?;
        }
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
    let with_care = [(verified.rounded, "rounded"), (verified.in_one_way, "if read in one of two ways")];
    let with_care = with_care.iter().filter(|(count, _)| *count > 0);
    let with_care: Vec<String> = with_care.map(|(count, how)| format!("{count} of them {how}")).collect();
    let with_care = if with_care.is_empty() { String::new() } else { format!(" ({})", with_care.join(", ")) };
    let what = match verified.compared {
        Compared::Standing(_) | Compared::Places => "figures",
        Compared::Rounds(_) => "pairings",
    };
    writeln!(out, "{} of {} {what} agree{with_care}, {differences}", verified.agreeing, verified.figures)?;
    let mut is_shut = false;
    for difference in &verified.differences {
        writeln!(out)?;
        writeln!(out, "{}", printed(&words(subject, difference)))?;
        is_shut |= why(subject, difference, out)?;
    }
    writeln!(out)?;
    if verified.unopened > 0 {
        writeln!(out, "{} differences more are not opened: `--all` opens them\n", verified.unopened)?;
    }
    beside(subject, out)?;
    left_out(subject, out)?;
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
    let is_of_places = subject.verified.compared == Compared::Places;
    match what {
        Differing::Place { heading, published, place: own, shared } => {
            let mark = if *shared { "=" } else { "" };
            format!("{place}{entrant}, {heading}: {}, and it comes to {mark}{own}", said(published))
        }
        Differing::Figure { heading, value, published, unread, is_twofold, .. } => {
            let value = shown(*value, &subject.outcome.symbols);
            let unread = match unread {
                Some(wanted) => format!(", which is not {wanted}"),
                None if *is_twofold => ", which can be read in two ways".to_owned(),
                None => String::new(),
            };
            format!("{place}{entrant}, {heading}: {}{unread}, and it comes to {value}", said(published))
        }
        Differing::Unknown { near } => {
            let near = near.as_ref().map_or_else(String::new, |near| format!("; is it `{near}`?"));
            format!("{place}{entrant}: published, and nobody in the log is called so{near}")
        }
        Differing::Reached { heading, published, phase } => {
            format!("{place}{entrant}, {heading}: {}, and it was {phase}", said(published))
        }
        Differing::NotListed if is_of_places => {
            format!("{place}{entrant}: published, and by this log their final place is not known")
        }
        Differing::NotListed => format!("{place}{entrant}: published, and the standing does not list them"),
        Differing::NotPublished if is_of_places => {
            format!("{entrant}: they have a final place, and the table does not list them")
        }
        Differing::NotPublished => format!("{entrant}: the standing lists them, and the table does not"),
        Differing::Twice { first } => format!("{place}{entrant}: published again, after line {first}"),
        Differing::Pairing(amiss) => format!("{place}{}", words_of_pairing(amiss)),
        Differing::NoRow { reason } => format!("{place}no row of the table: {reason}"),
    }
}

/// What differs in a pairing.
fn words_of_pairing(amiss: &Amiss) -> String {
    let Amiss { round, game, published, prescribed, elsewhere, heading, how } = amiss;
    let game = game.as_ref().map_or_else(String::new, |game| format!(" ({game})"));
    let published = published.as_deref().unwrap_or_default();
    let prescribed = prescribed.as_deref().unwrap_or("nothing");
    match how {
        How::Meeting => format!("{round}: published is {published}, and prescribed is {prescribed}{game}"),
        How::Seats => format!("{round}: published is {published}; prescribed is {prescribed}{game}"),
        How::Detail => {
            let heading = heading.as_deref().unwrap_or_default();
            format!("{round}{game}, {heading}: published is {published}, and prescribed is {prescribed}")
        }
        How::Extra => {
            let elsewhere = elsewhere.as_ref();
            let elsewhere = elsewhere.map_or_else(String::new, |round| format!("; they meet in {round}"));
            format!("{round}: published is {published}, which nothing prescribes{elsewhere}")
        }
        How::Unlisted => format!("{round}: prescribed is {prescribed}{game}, and the table does not list it"),
        How::NoRound => {
            format!("{round}: published is {published}, and by this log the event has not come so far")
        }
    }
}

/// The records that were left out of the log.
fn left_out(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Outcome { left_out, logs, .. } = subject.whole;
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nLeft out of the log")?;
    left_out.iter().try_for_each(|left| writeln!(out, "  {}", printed(&left_out_words(left, logs))))
}

/// Which column is what, and what was not compared.
fn beside(subject: VerifySubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let headings = &subject.verified.headings;
    let compared: Vec<String> = headings.iter().filter_map(|heading| compared(subject, heading)).collect();
    writeln!(out, "compared: {}", printed(&compared.join(", ")))?;
    let unknown = headings.iter().filter_map(|heading| match heading.meaning {
        Meaning::Unknown => Some(format!("column `{}`", heading.name)),
        Meaning::Empty => Some(format!("column `{}` (empty)", heading.name)),
        Meaning::Entrant
        | Meaning::Place
        | Meaning::Standing
        | Meaning::Edition
        | Meaning::Column(_)
        | Meaning::Reached
        | Meaning::Pairing(_) => None,
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
        Meaning::Reached => format!("`{name}` as the phase in which the place was reached"),
        Meaning::Pairing(part) => own(part_word(part, subject.ruleset)),
        Meaning::Column(column) => {
            let info = subject.ruleset.column(column);
            let is_named = !matches!(info.origin, Origin::Hidden { .. })
                && info.origin != Origin::Builtin(BuiltinColumn::Name);
            if is_named { own(&info.name) } else { format!("`{name}`") }
        }
        Meaning::Standing | Meaning::Edition | Meaning::Empty | Meaning::Unknown => return None,
    })
}

/// What a column says of a pairing, in words.
pub fn part_word(part: Part, ruleset: &Ruleset) -> &str {
    match part {
        Part::Seat(seat) => ruleset.symbols.text(seat),
        Part::Side => "one of those who meet",
        Part::Sides => "those who meet",
        Part::Phase => "phase",
        Part::Round => "round",
        Part::Game => "id",
        Part::Pool => "pool",
        Part::Match => "match",
        Part::Slot => "slot",
        Part::Umpire => "umpire",
    }
}
