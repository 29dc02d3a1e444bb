//! What is annulled counts for nothing: for every construct of the language, a log in which games are annulled comes to
//! the same as the log without them.

use crate::support::{Folder, files, logs_beside, root, stem};
use proptest::prelude::*;
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::{self, Outcome};
use rulesctl::format::Found;
use rulesctl::log::{self, Act, Deed, Games, Input, Log, Reading};
use rulesctl::ruleset::{BuiltinColumn, LinkRole, Origin, Ruleset, Settings, SheetKind};
use rulesctl::session::Session;
use rulesctl::sheet::{ColumnId, LinkId, RecordPlace};
use rulesctl::source::Sources;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A format with its log.
struct Case {
    path: PathBuf,
    ruleset: Ruleset,
    settings: Settings,
    log: Log,
}

/// Every case of the language, and every shipped format with its examples.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let mut cases: Vec<Case> =
            files(&root().join("tests/language"), ".toml").into_iter().filter_map(case_beside).collect();
        for name in ["blokus-club.csv", "blokus-ladder.csv"] {
            let path = root().join("examples").join(name);
            let format = if name == "blokus-club.csv" { "blokus".to_owned() } else { stem(&path) };
            let text = std::fs::read_to_string(root().join(format!("formats/{format}.toml"))).unwrap();
            let log = (name.to_owned(), std::fs::read(&path).unwrap());
            cases.extend(case(path, &text, &[log]));
        }
        assert!(cases.len() > 90, "only {} cases", cases.len());
        cases
    })
}

fn case_beside(path: PathBuf) -> Option<Case> {
    let text = std::fs::read_to_string(&path).unwrap();
    let logs = logs_beside(&path);
    case(path, &text, &logs)
}

fn case(path: PathBuf, text: &str, logs: &[(String, Vec<u8>)]) -> Option<Case> {
    let mut session = Session::new();
    let found = Found { path: stem(&path), text: text.to_owned() };
    let library = Folder(path.parent().unwrap().to_owned());
    let mut format = session.load(&stem(&path), &found, &library)?;
    let settings = session.settings(&mut format, [])?;
    let inputs =
        logs.iter().map(|(name, bytes)| Input { name: name.clone(), bytes: Box::new(bytes.as_slice()) });
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let ruleset = format.ruleset;
    let read = log::read(&ruleset, &settings, inputs, Reading::default(), &mut sources, &mut complaints)?;
    Some(Case { path, ruleset, settings, log: read })
}

/// Whether what a row says may come from its number, or from the game before it, which a game that is void is as well.
fn looks_at_others(ruleset: &Ruleset) -> bool {
    let looks_back = |link: &LinkId| ruleset.link(*link).role == LinkRole::Previous;
    let numbers = |column: &ColumnId| {
        let info = ruleset.column(*column);
        info.origin == Origin::Builtin(BuiltinColumn::Number)
            && ruleset.sheet(info.sheet).kind != SheetKind::Entrant
    };
    ruleset.scoring().any(|step| step.links().iter().any(looks_back) || step.reads().iter().any(numbers))
}

/// The log with an act that annuls these games.
fn with_void(log: &Log, games: &BTreeSet<u32>) -> Log {
    let mut log = log.clone();
    log.acts.push(Act {
        place: RecordPlace { log: 0, line: u32::MAX },
        games_before: u32::try_from(log.tables.games.len()).unwrap(),
        by: None,
        reason: None,
        date: None,
        edition: None,
        what: Deed::Void { games: Games { rows: games.iter().copied().collect(), of_match: None } },
    });
    log
}

/// The values of all columns of these sheets that rules or the log fill, row by row.
fn values(
    ruleset: &Ruleset,
    outcome: &Outcome,
    kind: &SheetKind,
    rows: Option<&[u32]>,
) -> Vec<(String, Vec<String>)> {
    let Some(sheet) = ruleset.sheet_of(kind) else { return Vec::new() };
    let is_told = |id: &ColumnId| match ruleset.column(*id).origin {
        Origin::Builtin(BuiltinColumn::Number | BuiltinColumn::Void) | Origin::Hidden { .. } => false,
        Origin::Builtin(_) | Origin::Recorded { .. } | Origin::Ruled | Origin::State => true,
    };
    let all: Vec<u32> = (0..u32::try_from(outcome.tables.rows(sheet)).unwrap()).collect();
    let rows = rows.unwrap_or(&all);
    let columns = ruleset.columns_of(sheet).filter(|(id, _)| is_told(id));
    columns
        .map(|(id, info)| {
            (
                info.name.clone(),
                rows.iter().map(|&row| outcome.value(ruleset, id, row).words(&outcome.symbols)).collect(),
            )
        })
        .collect()
}

/// The rows of a sheet that belong to none of these games.
fn left(ruleset: &Ruleset, outcome: &Outcome, kind: &SheetKind, games: &BTreeSet<u32>) -> Vec<u32> {
    let (sheet, game) = (ruleset.sheet_of(kind).unwrap(), ruleset.sheet_of(&SheetKind::Game).unwrap());
    let rows = 0..u32::try_from(outcome.tables.rows(sheet)).unwrap();
    if *kind == SheetKind::Game {
        return rows.filter(|row| !games.contains(row)).collect();
    }
    let link = outcome.tables.link(ruleset.link_of(sheet, &LinkRole::Inside(game)).unwrap()).unwrap();
    rows.filter(|row| !games.contains(&link.get(*row as usize))).collect()
}

fn compare(case: &Case, games: &BTreeSet<u32>) {
    let Case { path, ruleset, settings, log } = case;
    let annulled = engine::run(ruleset, settings, with_void(log, games), 7);
    let without = engine::run(ruleset, settings, engine::without_games(log, ruleset, games), 7);
    let (annulled, without) = match (annulled, without) {
        (Ok(annulled), Ok(without)) => (annulled, without),
        (Err(_), Err(_)) => return,
        (one, other) => panic!(
            "{}: {games:?}: with the games annulled {:?}, without them {:?}",
            path.display(),
            one.map_err(|failed| failed.errors).map(|_| ()),
            other.map_err(|failed| failed.errors).map(|_| ())
        ),
    };
    let at = format!("{} without {games:?}", path.display());
    for (standing, (one, other)) in
        ruleset.standings.iter().zip(annulled.standings.iter().zip(&without.standings))
    {
        assert_eq!(one.rows, other.rows, "{at}: {}", standing.name);
    }
    for kind in [SheetKind::Entrant, SheetKind::Event] {
        let [one, other] = [&annulled, &without].map(|outcome| values(ruleset, outcome, &kind, None));
        assert_eq!(one, other, "{at}: {kind:?}");
    }
    for kind in [SheetKind::Game, SheetKind::Side] {
        let rows = left(ruleset, &annulled, &kind, games);
        let one = values(ruleset, &annulled, &kind, Some(&rows));
        assert_eq!(one, values(ruleset, &without, &kind, None), "{at}: {kind:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn annulled_games_count_for_nothing(which in any::<prop::sample::Index>(), chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..6)) {
        let cases: Vec<&Case> = cases().iter().filter(|case| !looks_at_others(&case.ruleset)).collect();
        let case = cases[which.index(cases.len())];
        let count = case.log.tables.games.len();
        if count > 0 {
            let games = chosen.iter().map(|index| u32::try_from(index.index(count)).unwrap()).collect();
            compare(case, &games);
        }
    }
}

#[test]
fn each_game_of_each_case_and_all_of_them() {
    for case in cases().iter().filter(|case| !looks_at_others(&case.ruleset)) {
        let count = u32::try_from(case.log.tables.games.len()).unwrap();
        for game in (0..count).take(40) {
            compare(case, &BTreeSet::from([game]));
        }
        compare(case, &(0..count).collect());
    }
}
