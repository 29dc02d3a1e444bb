//! Which table of a file is compared, with which standing, and as it stood after which round.
//!
//! Comes in: the tables of a file, and what is asked for. Goes out: a table, a standing, what came out up to then. Start with
//! [`choose`].

use super::entrants::folded;
use super::{PLACES, Wanted};
use crate::diagnostic::one_of;
use crate::event;
use crate::explain::{Absent, Subject};
use crate::log::{Published, PublishedTable};
use crate::ruleset::{PhaseId, Standing};

/// The table that is meant, and words about the others.
pub(super) fn choose<'a>(
    subject: &Subject<'_>,
    published: &'a Published,
    wanted: Wanted<'_>,
) -> Result<(&'a PublishedTable, Vec<String>), Absent> {
    let edition = wanted.edition.map(|edition| edition.to_string());
    let standings = &subject.ruleset.standings;
    let is_called = |table: &PublishedTable, standing: &Standing| {
        table.name.as_ref().is_some_and(|name| names(standing, name))
    };
    let of_edition =
        |table: &&PublishedTable| table.edition.is_none() || edition.is_none() || table.edition == edition;
    let candidates = || published.tables.iter().filter(of_edition);
    let asked = wanted.standing.and_then(|name| standings.iter().find(|standing| standing.name == name));
    let found = match asked {
        Some(asked) => candidates().find(|table| is_called(table, asked)),
        None => standings.iter().find_map(|standing| candidates().find(|table| is_called(table, standing))),
    };
    let unnamed = || {
        candidates()
            .find(|table| asked.is_none() || !standings.iter().any(|standing| is_called(table, standing)))
    };
    let Some(table) = found.or_else(unnamed) else {
        let names: Vec<String> = published.tables.iter().map(called).collect();
        return Err(Absent {
            message: "the file holds no table of what was asked for".to_owned(),
            help: format!("it holds {}", one_of(&names)),
        });
    };
    let others = published.tables.iter().filter(|other| !std::ptr::eq(*other, table));
    let other = |other: &PublishedTable| {
        let how =
            if is_of_places(other) { format!(": `--standing {PLACES}` compares it") } else { String::new() };
        format!("the table {}{how}", called(other))
    };
    Ok((table, others.map(other).collect()))
}

/// Whether a table is called as one of final places.
pub(super) fn is_of_places(table: &PublishedTable) -> bool {
    let name = table.name.as_ref().map(|name| folded(name));
    name.is_some_and(|name| name == PLACES || name == "final places")
}

/// What a table is called.
pub(super) fn called(table: &PublishedTable) -> String {
    let name = table.name.clone().unwrap_or_else(|| table.headings.join(", "));
    table.edition.as_ref().map_or_else(|| format!("“{name}”"), |edition| format!("“{name}” of {edition}"))
}

/// Whether a table of this name is that of a standing.
pub(super) fn names(standing: &Standing, name: &str) -> bool {
    standing.name == name
        || standing.title == name
        || name.starts_with(&format!("{}, after ", standing.title))
}

/// After which round the table was published, as far as it says so: `main 4` of `Standing, after round 4 of main`.
fn said_after(table: &PublishedTable, standing: &Standing) -> Option<String> {
    if table.after.is_some() {
        return table.after.clone();
    }
    let after = table.name.as_ref()?.strip_prefix(&standing.title)?.strip_prefix(", after round ")?;
    let (round, phase) = after.split_once(" of ").unwrap_or((after, ""));
    Some(format!("{} {}", phase.trim(), round.trim()).trim().to_owned())
}

/// What there was to compare with when a table was published, and after which round of which phase that was.
pub(super) fn as_it_was<'a>(
    subject: Subject<'a>,
    (table, standing): (&PublishedTable, usize),
    wanted: Wanted<'_>,
) -> Result<(Subject<'a>, Option<(PhaseId, u32)>), Absent> {
    let standing = subject.ruleset.standings.get(standing);
    let said = standing.and_then(|standing| said_after(table, standing));
    let Some(after) = wanted.after.map(str::to_owned).or(said) else { return Ok((subject, None)) };
    let Some(course) = subject.course else { return Err(no_event()) };
    let found = event::after(&after, subject.ruleset, course).map_err(|why| Absent {
        message: match wanted.after {
            Some(_) => why.message,
            None => format!("the table is of after `{after}`, and {}", why.message),
        },
        help: why.help,
    })?;
    let outcome = found.round.outcome.as_deref().unwrap_or(subject.outcome);
    let round = (found.phase.phase, found.round.number);
    Ok((Subject { outcome, course: None, ..subject }, Some(round)))
}

/// There is no event to compare with.
pub(super) fn no_event() -> Absent {
    Absent {
        message: "no game of the log names its round, so there is no event to follow".to_owned(),
        help: "record with each game its `round`, in a knockout its `match`, and its `phase` where there are several"
            .to_owned(),
    }
}

/// The place of the standing that is meant.
pub(super) fn standing(
    subject: &Subject<'_>,
    table: &PublishedTable,
    wanted: Wanted<'_>,
) -> Result<usize, Absent> {
    let standings = &subject.ruleset.standings;
    let listed: Vec<String> = standings.iter().map(|standing| standing.name.clone()).collect();
    if let Some(name) = wanted.standing {
        let message = format!("the format `{}` has no standing called `{name}`", subject.ruleset.name);
        let place = standings.iter().position(|standing| standing.name == name);
        return place.ok_or_else(|| Absent { message, help: format!("there is {}", one_of(&listed)) });
    }
    if standings.is_empty() {
        let message = format!("the format `{}` has no standing", subject.ruleset.name);
        return Err(Absent { message, help: "a table is compared with a standing".to_owned() });
    }
    let named = table.name.as_ref();
    let named = named.and_then(|name| standings.iter().position(|standing| names(standing, name)));
    Ok(named.unwrap_or(0))
}
