//! Standard output and standard error: color, closed pipes.

use super::Exit;
use crate::diagnostic::Code;
use crate::log::LeftOut;
use crate::report;
use crate::session::Session;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::cell::RefCell;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What takes longer is watched.
const A_WHILE: Duration = Duration::from_millis(300);

/// When to print in color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Where a person looks at it, unless the variable `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where results and complaints go.
pub struct Terminal {
    /// Of complaints.
    color: bool,
    /// Of results.
    colors_results: bool,
    codes: RefCell<Vec<Code>>,
}

/// How many are done. It is shown when that takes a while, and vanishes when it is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Since when it is waited for; `None` where nobody looks at it, or it is shown already.
    since: Mutex<Option<Instant>>,
}

impl Progress {
    /// So many are done.
    pub fn set(&self, done: u32) {
        self.bar.set_position(u64::from(done));
        // Whoever comes while another shows it need not show it as well.
        let Ok(mut waiting) = self.since.try_lock() else { return };
        if waiting.is_some_and(|since| since.elapsed() > A_WHILE) {
            *waiting = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// So many are done, of so many.
    pub fn set_of(&self, done: usize, all: usize) {
        self.bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
        self.set(u32::try_from(done).unwrap_or(u32::MAX));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Terminal {
    /// Decides about color once.
    pub fn new(color: Color) -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let decide = |is_terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !unwanted && is_terminal,
        };
        Self {
            color: decide(io::stderr().is_terminal()),
            colors_results: decide(io::stdout().is_terminal()),
            codes: RefCell::new(Vec::new()),
        }
    }

    /// Whether results are printed in color, where they have any.
    pub fn colors_results(&self) -> bool {
        self.colors_results
    }

    /// Prints everything that a session complains of.
    pub fn complain(&self, session: &Session) {
        let all = session.complaints.sorted();
        if all.is_empty() {
            return;
        }
        let mut codes = self.codes.borrow_mut();
        for complaint in all {
            if !codes.contains(&complaint.code) {
                codes.push(complaint.code);
            }
        }
        self.tell(&format!("{}\n", session.rendered(self.color)));
    }

    /// Says where to read more about what was complained of.
    pub fn close(&self) {
        let codes = self.codes.borrow();
        let (what, names) = match codes.len() {
            0 => return,
            1 => ("a code means", codes[0].to_string()),
            2 | 3 => ("the codes mean", codes.iter().map(Code::to_string).collect::<Vec<_>>().join(" ")),
            _ => ("a code means", "CODE".to_owned()),
        };
        self.tell(&format!("for what {what}, run: rulesctl check --explain {names}\n"));
    }

    /// Prints an error that has no code: about the command itself.
    pub fn refuse(&self, message: &str, help: Option<&str>) -> Exit {
        let help = help.map_or_else(String::new, |help| format!("  = help: {help}\n"));
        self.tell(&format!("error: {message}\n{help}"));
        Exit::Usage
    }

    /// Lists the records that were left out.
    pub fn list_left_out(&self, left_out: &[LeftOut], logs: &[String]) {
        for left in left_out {
            self.tell(&format!("left out: {}\n", report::left_out_words(left, logs)));
        }
    }

    /// Writes a result. A reader who has seen enough and closes the pipe is no error.
    pub fn result(&self, write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> io::Result<()>) -> Exit {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let written = write(&mut out).and_then(|()| out.flush());
        // What could not be written must not be tried again.
        let _ = out.into_parts();
        match written {
            Ok(()) => Exit::Fine,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Fine,
            Err(error) => {
                self.tell(&format!("error: the result cannot be written: {error}\n"));
                Exit::File
            }
        }
    }

    /// Shows how many of so many are done, where a person looks at it.
    #[expect(clippy::unused_self, reason = "whoever has the terminal may speak")]
    pub fn progress(&self, all: u32) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(u64::from(all)), ProgressDrawTarget::hidden());
        Progress { bar, since: Mutex::new(io::stderr().is_terminal().then(Instant::now)) }
    }

    /// Standard error; when it is closed nobody is left to tell.
    #[expect(clippy::unused_self, reason = "whoever has the terminal may speak")]
    fn tell(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}
