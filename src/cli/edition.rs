//! `--edition`: which editions are meant.
//!
//! Comes in: what was typed, and the editions of a log. Goes out: the wanted ones. Start with [`Wanted::read`].

use super::terminal::Terminal;
use super::{Exit, formats};
use crate::diagnostic::{nearest, one_of};
use crate::ruleset::{Edition, Every};
use crate::session::{Editions, Format};

/// All editions, on the command line.
const ALL: &str = "all";

/// Which editions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Those that are under way.
    UnderWay,
    /// All.
    All,
    /// One.
    One(Edition),
}

impl Wanted {
    /// Reads `2026-11`, or `all`; whatever is no edition of the format is refused.
    pub fn read(typed: Option<&str>, format: &Format, name: &str, terminal: &Terminal) -> Result<Self, Exit> {
        let Some(typed) = typed.map(str::trim) else { return Ok(Self::UnderWay) };
        let Some(editions) = &format.ruleset.editions else {
            let message = format!("the format `{}` has no editions", formats::stem(name));
            let help = "leave `--edition` out; what is held again and again says so by `[edition]`";
            return Err(terminal.refuse(&message, Some(help)));
        };
        if typed == ALL {
            return Ok(Self::All);
        }
        Edition::parse(typed, editions.every).map(Self::One).ok_or_else(|| {
            let help = match editions.every {
                Every::Month => {
                    "write the year and the month in which it begins, such as `2026-11`, or `all` for all of them"
                }
                Every::Year => "write the year in which it begins, such as `2026`, or `all` for all of them",
            };
            terminal.refuse(&format!("`{typed}` is no edition"), Some(help))
        })
    }

    /// The wanted ones of a log. One that is not there is refused, unless it is yet to begin and `may_begin`.
    pub fn of(self, editions: &Editions, may_begin: bool, terminal: &Terminal) -> Result<Vec<Edition>, Exit> {
        match self {
            Self::UnderWay => Ok(editions.under_way()),
            Self::All => Ok(editions.known.clone()),
            Self::One(edition) => {
                let is_new = editions.known.last().is_none_or(|last| *last < edition);
                if editions.known.contains(&edition) || may_begin && is_new {
                    return Ok(vec![edition]);
                }
                let names = names(&editions.known);
                let typed = edition.to_string();
                let help = match nearest(&typed, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`? There is {}", range(&names)),
                    None => format!("there is {}", range(&names)),
                };
                Err(terminal.refuse(&format!("the log holds nothing of edition {edition}"), Some(&help)))
            }
        }
    }
}

/// The wanted editions for whoever looks at what is due; where the log holds none, the one that begins on the given day.
pub fn or_beginning(wanted: Wanted, editions: &Editions, terminal: &Terminal) -> Result<Vec<Edition>, Exit> {
    let shown = wanted.of(editions, true, terminal)?;
    if !shown.is_empty() {
        return Ok(shown);
    }
    editions.beginning().map(|edition| vec![edition]).ok_or_else(|| {
        let help = "say which one begins: `--edition` with its name, or `--date` with a day of it";
        terminal.refuse("the log holds no game, and so no edition", Some(help))
    })
}

/// The only one of several editions; more than one are refused where `what` needs one.
pub fn only(shown: &[Edition], what: &str, terminal: &Terminal) -> Result<(), Exit> {
    if shown.len() < 2 {
        return Ok(());
    }
    let help = format!("say which one: `--edition` with {}", one_of(&names(shown)));
    Err(terminal.refuse(&format!("{what} is of one edition, and {} are under way", shown.len()), Some(&help)))
}

fn names(editions: &[Edition]) -> Vec<String> {
    editions.iter().map(Edition::to_string).collect()
}

/// Few names one by one, many from the first to the last.
fn range(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 8 => {
            format!("`{first}` to `{last}`, {} editions", names.len())
        }
        names => one_of(names),
    }
}
