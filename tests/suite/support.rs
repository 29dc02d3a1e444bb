//! Formats and logs of a folder, run through the library as the command line would.

use rulesctl::diagnostic::{Code, Severity};
use rulesctl::event::Given;
use rulesctl::format::{Absent, Found, Library, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::report::{self, Part, Shape};
use rulesctl::session::{Scoring, Session};
use std::fs;
use std::path::{Path, PathBuf};

/// The directory of the crate.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Formats of one folder by file name, and those that ship with the program.
pub struct Folder(pub PathBuf);

impl Library for Folder {
    fn find(&self, name: &str, from: &str) -> Result<Found, Absent> {
        match fs::read_to_string(self.0.join(name)) {
            Ok(text) => Ok(Found { path: name.to_owned(), text }),
            Err(_) => ShippedFormats.find(name, from),
        }
    }

    fn names(&self) -> Vec<String> {
        ShippedFormats.names()
    }
}

/// What came of a format and, where there is one, a log.
pub struct Run {
    /// Everything that was complained of.
    pub session: Session,
    /// The outcome in tables; empty where nothing was scored.
    pub tables: String,
    /// The outcome in JSON; empty where nothing was scored.
    pub json: String,
}

impl Run {
    /// Checks a format with its examples, and scores a log by it.
    pub fn of(folder: &Path, name: &str, format: &str, log: Option<(&str, &[u8])>) -> Self {
        Self::with(folder, name, format, log, &[])
    }

    /// The same, with options set.
    pub fn with(
        folder: &Path,
        name: &str,
        format: &str,
        log: Option<(&str, &[u8])>,
        settings: &[(&str, &str)],
    ) -> Self {
        Self::with_logs(folder, name, format, log.as_slice(), settings)
    }

    /// Checks the format at a path, and scores by it the logs that stand beside it.
    pub fn beside(path: &Path) -> Self {
        let format = fs::read_to_string(path).unwrap();
        let logs = logs_beside(path);
        let logs: Vec<(&str, &[u8])> =
            logs.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        Self::with_logs(path.parent().unwrap(), &stem(path), &format, &logs, &[])
    }

    /// What the page of a code shows: scored, or paired where the code says what keeps a round from being paired.
    pub fn of_page(code: Code, format: &str, log: Option<(&str, &[u8])>) -> Self {
        let folder = root().join("docs/codes");
        match code {
            Code::ResultsMissing | Code::DecisionMissing | Code::NoPairing | Code::BadDraw => {
                Self::paired(&folder, "example", format, log)
            }
            _ => Self::of(&folder, "example", format, log),
        }
    }

    /// Checks a format, and pairs the next round of the event of a log; the tables say only that it is paired.
    fn paired(folder: &Path, name: &str, format: &str, log: Option<(&str, &[u8])>) -> Self {
        let mut session = Session::new();
        let found = Found { path: format!("{name}.toml"), text: format.to_owned() };
        let mut tables = String::new();
        if let Some(format) = session.check(name, &found, &Folder(folder.to_owned())) {
            let inputs =
                log.into_iter().map(|(name, bytes)| Input { name: name.to_owned(), bytes: Box::new(bytes) });
            let followed = session.pair(&format, format.ruleset.defaults(), inputs, Given::default());
            tables = followed.map_or(tables, |_| "paired".to_owned());
        }
        Self { session, tables, json: String::new() }
    }

    /// Checks a format with its examples, and scores logs by it.
    pub fn with_logs(
        folder: &Path,
        name: &str,
        format: &str,
        logs: &[(&str, &[u8])],
        settings: &[(&str, &str)],
    ) -> Self {
        let mut session = Session::new();
        let found = Found { path: format!("{name}.toml"), text: format.to_owned() };
        let checked = session.check(name, &found, &Folder(folder.to_owned()));
        let (mut tables, mut json) = (Vec::new(), Vec::new());
        if let (Some(mut format), false, false) = (checked, logs.is_empty(), session.complaints.has_errors())
        {
            let inputs =
                logs.iter().map(|(name, bytes)| Input { name: (*name).to_owned(), bytes: Box::new(*bytes) });
            let settings = session.settings(&mut format, settings.iter().copied());
            let scored =
                settings.and_then(|settings| session.score(&format, settings, inputs, Scoring::default()));
            if let Some(scored) = scored {
                let subject = scored.subject(&format.ruleset);
                report::write(subject, Shape::Table, Part::Everything, &mut tables).unwrap();
                report::write(subject, Shape::Json, Part::Everything, &mut json).unwrap();
            }
        }
        let [tables, json] = [tables, json].map(|text| String::from_utf8(text).unwrap());
        Self { session, tables, json }
    }

    /// The codes of all complaints, each once, errors before warnings.
    pub fn codes(&self) -> Vec<Code> {
        let mut codes: Vec<Code> = self.session.complaints.iter().map(|one| one.code).collect();
        codes.sort_by_key(|code| (code.severity() == Severity::Warning, *code));
        codes.dedup();
        codes
    }

    /// Complaints and tables, one after the other.
    pub fn text(&self) -> String {
        let complaints = self.session.rendered(false);
        match (complaints.is_empty(), self.tables.is_empty()) {
            (true, true) => "no complaints, nothing scored\n".to_owned(),
            (true, false) => self.tables.clone(),
            (false, true) => complaints,
            (false, false) => format!("{complaints}\n{}", self.tables),
        }
    }
}

/// The logs that stand beside a format: the same name, ending in `.entrants.csv` for a list of entrants, and in `.csv`,
/// `.jsonl` or `.blksgf`.
pub fn logs_beside(format: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |ending: &&str| {
        let path = format.with_extension(ending);
        let bytes = fs::read(&path).ok()?;
        Some((file_name(&path), bytes))
    };
    let entrants = read(&"entrants.csv");
    entrants.into_iter().chain(["csv", "jsonl", "blksgf"].iter().find_map(read)).collect()
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The name of a file without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// All files below a folder whose names end like this, sorted; none where there is no folder.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if file_name(&path).ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// An outcome without what says of which logs it is: for outcomes of logs that differ in their bytes alone.
pub fn unstamped(text: &str) -> String {
    let is_stamp = |line: &&str| line.starts_with("rules ") || line.starts_with(" \"logs\": \"");
    text.lines().filter(|line| !is_stamp(line)).flat_map(|line| [line, "\n"]).collect()
}
