//! `--date`: the day on which one asks.

use super::terminal::Terminal;
use super::{Exit, formats};
use crate::session::Format;
use crate::value::Date;

/// Reads a day.
pub fn parse(text: &str) -> Result<Date, String> {
    Date::parse(text.trim()).ok_or_else(|| "write the year, the month and the day: 2026-12-13".to_owned())
}

/// The day that was given; in a format in which nothing depends on a day it is refused.
pub fn today(
    given: Option<Date>,
    format: &Format,
    name: &str,
    terminal: &Terminal,
) -> Result<Option<Date>, Exit> {
    if given.is_none() || format.ruleset.is_dated() {
        return Ok(given);
    }
    let message = format!("in the format `{}` nothing depends on a day", formats::stem(name));
    let help = "leave `--date` out; what does is said by `[edition]`, and by `until` and `[phase.deadlines]` of a phase";
    Err(terminal.refuse(&message, Some(help)))
}
