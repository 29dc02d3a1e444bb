//! A format with its options set, ready to be used.

use super::formats::{self, LIBRARY};
use super::terminal::Terminal;
use super::{Exit, Setting};
use crate::diagnostic::Complaints;
use crate::ruleset::Settings;
use crate::session::{Format, Session};

/// A format, its options, and the session that will read logs by it.
pub struct Loaded {
    /// With no complaints so far.
    pub session: Session,
    /// Checked.
    pub format: Format,
    /// The values of its options.
    pub settings: Settings,
}

/// Finds and checks a format and sets its options; where that fails it is said, and how the program ends.
pub fn load(name: &str, settings: &[Setting], terminal: &Terminal) -> Result<Loaded, Exit> {
    let found = formats::find(name, terminal)?;
    let mut session = Session::new();
    let Some(mut format) = session.load(formats::stem(name), &found, &LIBRARY) else {
        terminal.complain(&session);
        return Err(Exit::of(&session.complaints));
    };
    // Warnings about the format are for `check`.
    session.complaints = Complaints::new();
    let choices = settings.iter().map(|setting| (setting.name.as_str(), setting.value.as_str()));
    let Some(settings) = session.settings(&mut format, choices) else {
        terminal.complain(&session);
        return Err(Exit::Usage);
    };
    Ok(Loaded { session, format, settings })
}
