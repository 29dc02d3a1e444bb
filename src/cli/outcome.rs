//! One outcome that is asked about: of a log as a whole, of one of its editions, or of all of them together.
//!
//! Comes in: a format, logs. Goes out: what was scored, and the rules that it was scored by. Start with [`score`].

use super::asked::{Asked, Recorded};
use super::edition;
use super::terminal::Terminal;
use super::{Exit, inputs};
use crate::ruleset::{Over, Ruleset, Settings};
use crate::session::{Format, Scored, Scoring, Session};

/// What is asked for.
pub struct About<'a> {
    /// What it is for, in words: `an explanation`.
    pub what: &'a str,
    /// The format, and what is chosen.
    pub asked: &'a Asked,
    /// The logs.
    pub recorded: &'a Recorded,
    /// Whether the event may be yet to begin, where there is one.
    pub may_begin: bool,
    /// The standing, where one was named: one over all editions is about all of them.
    pub standing: Option<&'a str>,
}

/// Scores. Where that cannot be done it is said, and how the program ends. Of an edition what was left out of the log before
/// it was cut is among what was left out.
pub fn score(
    (session, format): (&mut Session, &Format),
    settings: Settings,
    about: &About<'_>,
    terminal: &Terminal,
) -> Result<(Scored, Ruleset), Exit> {
    let About { what, asked, recorded, may_begin, standing } = about;
    let scoring = Scoring {
        keep_going: recorded.bad.keep_going,
        seed: asked.choices.seed,
        today: asked.today(format, terminal)?,
        may_be_empty: *may_begin && !format.ruleset.phases.is_empty(),
    };
    let wanted = asked.wanted(format, terminal)?;
    let logs = inputs::watched(inputs::find(&recorded.logs, terminal)?, terminal);
    let scored = if format.ruleset.editions.is_none() {
        let scored = session.score(format, settings, logs, scoring);
        scored.map(|scored| (scored, format.ruleset.clone()))
    } else {
        let editions = session.editions(format, settings, logs, scoring);
        let of_season =
            |one: &crate::ruleset::Standing| Some(one.name.as_str()) == *standing && one.over == Over::Season;
        match editions {
            None => None,
            Some(mut editions) => {
                let left_out = std::mem::take(&mut editions.left_out);
                let scored = if format.ruleset.standings.iter().any(of_season) {
                    let scored = session.score_season(&editions);
                    scored.map(|scored| (scored, editions.of_season.clone()))
                } else {
                    let shown = wanted.of(&editions, false, terminal);
                    let shown = shown.inspect_err(|_| terminal.complain(session))?;
                    edition::only(&shown, what, terminal)?;
                    if shown.is_empty() {
                        terminal.complain(session);
                        terminal.list_left_out(&left_out, editions.logs());
                        let help = "mend the records that were left out, or give a log with games";
                        let _ = terminal.refuse("the log holds no game, and so no edition", Some(help));
                        return Err(Exit::Errors);
                    }
                    let scored = shown.first().and_then(|edition| session.score_edition(&editions, *edition));
                    scored.map(|scored| (scored, editions.rules.clone()))
                };
                scored.map(|(mut scored, ruleset)| {
                    scored.outcome.left_out.splice(0..0, left_out);
                    (scored, ruleset)
                })
            }
        }
    };
    terminal.complain(session);
    scored.ok_or_else(|| {
        let exit = Exit::of(&session.complaints);
        if exit == Exit::Fine { Exit::Errors } else { exit }
    })
}
