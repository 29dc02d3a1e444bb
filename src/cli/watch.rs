//! An event followed for whoever wants to look at it: as a whole, or one of its editions.
//!
//! Start with [`watch`].

use super::Exit;
use super::edition::{self, Wanted};
use super::terminal::Terminal;
use crate::event::Given;
use crate::log::Unread;
use crate::ruleset::{Ruleset, Settings};
use crate::session::{Followed, Format, Scoring, Session};

/// What is asked for.
pub struct Watching<'a> {
    /// What it is for, in words: `a bracket`.
    pub what: &'a str,
    /// What the format was called.
    pub name: &'a str,
    /// The edition, where one was named.
    pub edition: Option<&'a str>,
    /// What decides where the log does not.
    pub given: Given,
}

/// Follows an event, and says by which rules; where the log cannot be followed, what is wrong is said, and how the program
/// ends.
pub fn watch(
    (session, format): (&mut Session, &Format),
    settings: Settings,
    logs: impl Iterator<Item = Unread<'static>>,
    asked: &Watching<'_>,
    terminal: &Terminal,
) -> Result<(Followed, Ruleset), Exit> {
    let wanted = Wanted::read(asked.edition, format, asked.name, terminal)?;
    let followed = if format.ruleset.editions.is_none() {
        let followed = session.watch(format, settings, logs, asked.given);
        followed.map(|followed| (followed, format.ruleset.clone()))
    } else {
        let scoring = Scoring {
            may_be_empty: true,
            seed: asked.given.seed,
            today: asked.given.today,
            ..Scoring::default()
        };
        match session.editions(format, settings, logs, scoring) {
            None => None,
            Some(editions) => {
                let shown = wanted.of(&editions, true, terminal)?;
                edition::only(&shown, asked.what, terminal)?;
                let Some(edition) = shown.first().copied().or_else(|| editions.beginning()) else {
                    let help = "say which edition it is: `--edition`, or the day with `--date`";
                    return Err(terminal.refuse("the log holds nothing of any edition", Some(help)));
                };
                let followed = session.watch_edition(&editions, edition);
                followed.map(|followed| (followed, editions.rules.clone()))
            }
        }
    };
    followed.ok_or_else(|| {
        terminal.complain(session);
        let exit = Exit::of(&session.complaints);
        if exit == Exit::Fine { Exit::Errors } else { exit }
    })
}
