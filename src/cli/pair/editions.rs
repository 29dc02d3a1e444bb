//! `rulesctl pair` in formats with editions.

use super::{Arguments, explained};
use crate::cli::Exit;
use crate::cli::edition::{self};
use crate::cli::terminal::Terminal;
use crate::event::Given;
use crate::log::Unread;
use crate::report::{self, EventPart, EventSubject, Held, Shape};
use crate::ruleset::Settings;
use crate::session::{Followed, Format, Scoring, Session};

/// Pairs the editions that are wanted.
pub(super) fn pair(
    arguments: &Arguments,
    (session, format): (&mut Session, &Format),
    (settings, given): (Settings, Given),
    logs: impl Iterator<Item = Unread<'static>>,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let wanted = arguments.asked.wanted(format, terminal)?;
    let scoring = Scoring { may_be_empty: true, seed: given.seed, today: given.today, ..Scoring::default() };
    let Some(editions) = session.editions(format, settings, logs, scoring) else {
        terminal.complain(session);
        return Err(ended(session));
    };
    let shown =
        edition::or_beginning(wanted, &editions, terminal).inspect_err(|_| terminal.complain(session))?;
    let shape = arguments.output.shape();
    if arguments.explain.is_some() {
        edition::only(&shown, "what `--explain` explains", terminal)?;
    }
    if shape == Shape::Csv {
        edition::only(&shown, "a sheet", terminal)?;
    }
    let followed: Option<Vec<Followed>> =
        shown.iter().map(|edition| session.pair_edition(&editions, *edition)).collect();
    let Some(followed) = followed else {
        terminal.complain(session);
        return Err(ended(session));
    };
    let exit = Exit::of(&session.complaints);
    let part = match (&arguments.explain, followed.first()) {
        (Some(wanted), Some(followed)) => explained(wanted, &editions.rules, followed, terminal)?,
        (Some(_), None) | (None, _) => EventPart::Due,
    };
    terminal.complain(session);
    let subjects: Vec<EventSubject<'_>> = followed.iter().map(|one| one.subject(&editions.rules)).collect();
    let held = Held {
        ruleset: &format.ruleset,
        today: editions.today,
        is_latest: arguments.asked.choices.date.is_none(),
        stamp: &editions.stamp,
        logs: editions.logs(),
        left_out: &editions.left_out,
    };
    let written = terminal.result(|out| report::write_paired(held, &subjects, (shape, part), out));
    Ok(if written == Exit::Fine { exit } else { written })
}

fn ended(session: &Session) -> Exit {
    let exit = Exit::of(&session.complaints);
    if exit == Exit::Fine { Exit::Errors } else { exit }
}
