//! `rulesctl status` in formats with editions.

use super::Arguments;
use crate::cli::Exit;
use crate::cli::edition::{self, Wanted};
use crate::cli::terminal::Terminal;
use crate::event::{Given, Status};
use crate::log::Unread;
use crate::report::{self, Held, StatusShape, StatusSubject};
use crate::ruleset::Settings;
use crate::session::{Editions, Followed, Format, Scoring, Session};

/// Says how the editions stand that are wanted: by default those that are not over.
pub(super) fn status(
    (arguments, shape): (&Arguments, StatusShape),
    (session, format): (&mut Session, &Format),
    (settings, given): (Settings, Given),
    logs: impl Iterator<Item = Unread<'static>>,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let wanted = arguments.asked.wanted(format, terminal)?;
    let scoring = Scoring { may_be_empty: true, seed: given.seed, today: given.today, ..Scoring::default() };
    let editions = session.editions(format, settings, logs, scoring);
    let Some(editions) = editions else { return Err(ended(session, terminal)) };
    let followed = followed(wanted, session, &editions, terminal)?;
    let followed = followed.ok_or_else(|| ended(session, terminal))?;
    let statuses: Option<Vec<Status>> =
        followed.iter().map(|one| session.status(&editions.rules, one)).collect();
    let Some(statuses) = statuses else { return Err(ended(session, terminal)) };
    terminal.complain(session);
    let exit = Exit::of(&session.complaints);
    let both = followed.iter().zip(&statuses);
    let subjects = both.map(|(one, status)| StatusSubject { event: one.subject(&editions.rules), status });
    let subjects: Vec<StatusSubject<'_>> = subjects.collect();
    let held = Held {
        ruleset: &format.ruleset,
        today: editions.today,
        is_latest: arguments.asked.choices.date.is_none(),
        stamp: &editions.stamp,
        logs: editions.logs(),
        left_out: &editions.left_out,
    };
    let written = terminal.result(|out| report::write_statuses(held, &subjects, shape, out));
    Ok(if written == Exit::Fine { exit } else { written })
}

/// Follows the editions that are wanted; `None` where one cannot be scored.
fn followed(
    wanted: Wanted,
    session: &mut Session,
    editions: &Editions,
    terminal: &Terminal,
) -> Result<Option<Vec<Followed>>, Exit> {
    let shown = edition::or_beginning(wanted, editions, terminal);
    let shown = shown.inspect_err(|_| terminal.complain(session))?;
    if wanted == Wanted::UnderWay && !editions.known.is_empty() {
        return Ok(session.watch_unfinished(editions));
    }
    Ok(shown.iter().map(|edition| session.watch_edition(editions, *edition)).collect())
}

fn ended(session: &Session, terminal: &Terminal) -> Exit {
    terminal.complain(session);
    let exit = Exit::of(&session.complaints);
    if exit == Exit::Fine { Exit::Errors } else { exit }
}
