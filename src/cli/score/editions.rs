//! `rulesctl score` in formats with editions.

use super::{Arguments, after, as_it_was, history, no_course};
use crate::cli::Exit;
use crate::cli::edition::{self, Wanted};
use crate::cli::terminal::Terminal;
use crate::log::Unread;
use crate::report::{self, Held, Part, Shape};
use crate::ruleset::{Over, Settings};
use crate::session::{Editions, Format, Scored, Scoring, Session};

/// Scores the editions that are wanted, and what ranks over all of them.
pub(super) fn score(
    arguments: &Arguments,
    (session, format): (&mut Session, &Format),
    (settings, scoring): (Settings, Scoring),
    (logs, part): (impl Iterator<Item = Unread<'static>>, Part<'_>),
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let wanted = arguments.asked.wanted(format, terminal)?;
    let of_season = is_of_season(part, format);
    if let (true, Wanted::One(_), Part::Standing(name)) = (of_season, wanted, part) {
        let message = format!("the standing `{name}` ranks over all editions");
        return Err(terminal.refuse(&message, Some("leave `--edition` out")));
    }
    let editions = session.editions(format, settings, logs, scoring);
    let Some(editions) = editions else { return Err(complained(session, terminal)) };
    let shown = wanted.of(&editions, false, terminal);
    let shown = shown.inspect_err(|_| terminal.complain(session))?;
    let shown = if of_season { Vec::new() } else { shown };
    if arguments.after.is_some() {
        edition::only(&shown, "a round", terminal)?;
    }
    let scored: Option<Vec<Scored>> =
        shown.iter().map(|edition| session.score_edition(&editions, *edition)).collect();
    let with_season = match (part, wanted) {
        (Part::Everything, Wanted::UnderWay | Wanted::All) => {
            editions.has_season() && arguments.history.is_none() && arguments.after.is_none()
        }
        (Part::Everything, Wanted::One(_)) => false,
        (Part::Standings | Part::Standing(_) | Part::Games | Part::History(_), _) => of_season,
    };
    // What keeps an edition from being scored keeps all of them together from it as well.
    let season = match (&scored, with_season) {
        (Some(_), true) => Some(session.score_season(&editions)),
        (Some(_), false) | (None, _) => None,
    };
    terminal.complain(session);
    let (Some(scored), Some(season)) = (scored, season.map_or(Some(None), |season| season.map(Some))) else {
        return Err(ended(session));
    };
    print(arguments, (session, format), (&editions, &scored, season.as_ref()), part, terminal)
}

fn print(
    arguments: &Arguments,
    (session, format): (&Session, &Format),
    (editions, scored, season): (&Editions, &[Scored], Option<&Scored>),
    part: Part<'_>,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let needs_course = arguments.after.is_some() || arguments.strict;
    if needs_course && !scored.is_empty() && scored.iter().all(|scored| scored.course.is_none()) {
        return Err(no_course(session, terminal));
    }
    let mut subjects: Vec<_> = scored.iter().map(|scored| scored.subject(&editions.rules)).collect();
    let mut part = part;
    if let (Some(wanted), Some(subject)) = (&arguments.history, subjects.first()) {
        part = history(wanted, *subject, terminal)?;
    }
    if let (Some(wanted), [subject], [Scored { course: Some(course), .. }]) =
        (&arguments.after, subjects.as_mut_slice(), scored)
    {
        let found = after(wanted, &editions.rules, course, terminal)?;
        (*subject, part) = as_it_was(*subject, &found, part, terminal)?;
    }
    let season = season.map(|scored| scored.subject(&editions.of_season));
    let shape = arguments.output.shape();
    if shape == Shape::Csv {
        terminal.list_left_out(&editions.left_out, editions.logs());
        for subject in subjects.iter().chain(&season) {
            terminal.list_left_out(&subject.outcome.left_out, &subject.outcome.logs);
        }
    }
    let held = Held {
        ruleset: &format.ruleset,
        today: editions.today,
        is_latest: arguments.asked.choices.date.is_none(),
        stamp: &editions.stamp,
        logs: editions.logs(),
        left_out: &editions.left_out,
    };
    let written =
        terminal.result(|out| report::write_editions(held, (&subjects, season), (shape, part), out));
    let left_out = subjects.iter().chain(&season).any(|subject| !subject.outcome.left_out.is_empty());
    Ok(super::exit(written, left_out || !editions.left_out.is_empty(), arguments, session))
}

/// Whether what is wanted is a standing over all editions.
fn is_of_season(part: Part<'_>, format: &Format) -> bool {
    let Part::Standing(name) = part else { return false };
    let mut standings = format.ruleset.standings.iter();
    standings.any(|standing| standing.name == name && standing.over == Over::Season)
}

fn complained(session: &Session, terminal: &Terminal) -> Exit {
    terminal.complain(session);
    ended(session)
}

fn ended(session: &Session) -> Exit {
    let exit = Exit::of(&session.complaints);
    if exit == Exit::Fine { Exit::Errors } else { exit }
}
