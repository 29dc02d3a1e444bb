//! From a question to trees: which of them it asks for.
//!
//! Comes in: a [`Subject`] and a [`Question`]. Goes out: an [`Explanation`]. Start with [`explain`].

use super::cell::{Builder, Reach};
use super::counts::VOID;
use super::draw::Event;
use super::find::{self, Absent, Question, Row};
use super::names;
use super::phases;
use super::quote::Quotes;
use super::tree::{Explanation, Node, What};
use super::why_not_event::About;
use crate::engine::{Opened, Outcome};
use crate::event::{Course, GameCourse, PhaseCourse, RoundCourse};
use crate::ruleset::{BuiltinColumn, ColumnInfo, Ladder, Origin, Ruleset, Settings, SheetKind};
use crate::sheet::ColumnId;
use crate::source::Sources;
use crate::value::Value;

/// What is asked about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// What came out.
    pub outcome: &'a Outcome,
    /// What decided lots.
    pub seed: u64,
    /// How the event went, where it can be followed.
    pub course: Option<&'a Course>,
    /// The text of the format.
    pub sources: &'a Sources,
}

/// Answers a question.
///
/// # Errors
/// Where something is asked about that is not there.
pub fn explain(subject: Subject<'_>, question: Question<'_>, reach: Reach) -> Result<Explanation, Absent> {
    let Subject { ruleset, settings, outcome, seed, sources, .. } = subject;
    let opened = Opened::new(ruleset, settings, outcome);
    let mut builder = Builder::new(opened, Quotes { ruleset, sources }, reach, seed);
    if let Some(node) = match_of_bracket(&subject, &builder.opened, question) {
        return Ok(Explanation { nodes: vec![node] });
    }
    let row = row(&subject, &builder.opened, question)?;
    let mut nodes = match (question.why_not, question.column) {
        (Some(_), _) => why_not(&mut builder, (&subject, question), row)?,
        (None, Some(VOID)) if !has_rule(&builder.opened, row) => {
            builder.counts(row.sheet, row.row).into_iter().collect()
        }
        (None, Some(column)) => {
            let cells = match headed(ruleset, row, question) {
                Some(cell) => vec![cell],
                None => find::cells(&builder.opened, row, column)?,
            };
            let node = |(column, row): (ColumnId, u32)| match builder.state_of(column) {
                Some(state) => builder.history(state, row, 0),
                None => builder.cell(column, row, 0),
            };
            let mut nodes: Vec<Node> = cells.into_iter().map(node).collect();
            if phases::is_of_draw(column.trim()) {
                nodes.extend(game_came_about(&subject, &builder, row));
            }
            nodes
        }
        (None, None) => everything(&mut builder, (&subject, question), row)?,
    };
    if question.why_not.is_none() && question.column != Some(VOID) {
        nodes.splice(0..0, builder.not_counting(row));
    }
    if nodes.is_empty() {
        return Err(if question.column.is_none() && (question.game.or(question.in_match)).is_some() {
            no_figures(&builder.opened, row)
        } else {
            nothing()
        });
    }
    Ok(Explanation { nodes })
}

/// The cell of an entrant below a heading of the standing that is asked about.
fn headed(ruleset: &Ruleset, row: Row, question: Question<'_>) -> Option<(ColumnId, u32)> {
    let (wanted, column) = (question.standing?, question.column?.trim());
    let standing = ruleset.standings.iter().find(|standing| standing.name == wanted)?;
    let (_, id) = standing.columns.iter().find(|(heading, _)| heading == column)?;
    (ruleset.column(*id).sheet == row.sheet).then_some((*id, row.row))
}

/// Whether a rule says which rows of a sheet count.
fn has_rule(opened: &Opened<'_>, row: Row) -> bool {
    opened.ruleset.find_column(row.sheet, VOID).is_some()
        || opened.ruleset.builtin(row.sheet, BuiltinColumn::Void).is_none()
}

/// A match of a bracket of which no game is recorded yet.
fn match_of_bracket(subject: &Subject<'_>, opened: &Opened<'_>, question: Question<'_>) -> Option<Node> {
    let name = question.in_match?.trim();
    let is_whole = question.entrant.is_none() && question.column.is_none() && question.why_not.is_none();
    if !is_whole || find::in_match(opened, name).is_ok() {
        return None;
    }
    event(subject)?.whole_match(name)
}

/// Why a clause has no part in what is asked about; or that it has.
fn why_not(
    builder: &mut Builder<'_>,
    (subject, question): (&Subject<'_>, Question<'_>),
    row: Row,
) -> Result<Vec<Node>, Absent> {
    let ruleset = builder.opened.ruleset;
    let clause = super::why_not::clause(ruleset, question.why_not.unwrap_or_default())?;
    let cells = match question.column {
        Some(column) => find::cells(&builder.opened, row, column)?,
        None => {
            let mut cells = told(&builder.opened, row);
            // Whether the game or the match counts is said of all who play in it.
            for Row { sheet, row } in find::around(&builder.opened, row) {
                cells.extend(ruleset.find_column(sheet, VOID).map(|void| (void, row)));
            }
            cells
        }
    };
    let cells: Vec<(ColumnId, u32)> = cells.into_iter().flat_map(|cell| builder.game_by_game(cell)).collect();
    let mut nodes = builder.why_not(&cells, clause, 0);
    if question.column.is_none() {
        let is_entrant = ruleset.sheet(row.sheet).kind == SheetKind::Entrant;
        if is_entrant {
            for standing in standings(ruleset, question.standing)? {
                nodes.extend(builder.why_not_key(standing, row.row, clause, 0));
            }
        }
        let game = names::game_of(&builder.opened, row.sheet, row.row);
        let about = match (is_entrant, game, question.in_match) {
            (true, _, _) => Some(About::Entrant(row.row)),
            (false, Some(game), _) => Some(About::Game(game)),
            (false, None, Some(name)) => Some(About::Match(name.trim())),
            (false, None, None) => None,
        };
        if let (Some(about), Some(event), None) = (about, event(subject), question.standing) {
            let of = names::name(&builder.opened, row.sheet, row.row);
            nodes.extend(event.why_not(clause, about, &of));
        }
    }
    if nodes.is_empty() {
        return Err(builder.nowhere(clause, &cells));
    }
    let is_taken = |node: &Node| matches!(node.what, What::WhyNot { taken: true, .. });
    if nodes.iter().any(is_taken) {
        nodes.retain(is_taken);
    }
    Ok(nodes)
}

fn nothing() -> Absent {
    let help = "say whose figure: `--entrant`; in which game: `--game`; and which one: `--column`";
    Absent::new("there is nothing to explain".to_owned(), help.to_owned())
}

/// The row is there, and no rule says anything of it.
fn no_figures(opened: &Opened<'_>, row: Row) -> Absent {
    let sheet = &opened.ruleset.sheet(row.sheet).name;
    let message = format!("the format computes nothing of its own for a row of `{sheet}`");
    let help = "ask for what is recorded: `--column` with its name; or leave `--game` and `--match` out";
    Absent::new(message, help.to_owned())
}

/// Opens one cell.
#[must_use]
pub fn open(subject: Subject<'_>, (column, row): (ColumnId, u32), reach: Reach) -> Node {
    let Subject { ruleset, settings, outcome, seed, sources, .. } = subject;
    let opened = Opened::new(ruleset, settings, outcome);
    Builder::new(opened, Quotes { ruleset, sources }, reach, seed).cell(column, row, 0)
}

/// The row that is asked about.
fn row(subject: &Subject<'_>, opened: &Opened<'_>, question: Question<'_>) -> Result<Row, Absent> {
    let entrant = question.entrant.map(|name| find::entrant(opened, name)).transpose()?;
    let container = match (question.game, question.in_match) {
        (Some(game), _) => {
            Some(find::game(opened, game).map_err(|absent| unplayed(subject, game).unwrap_or(absent))?)
        }
        (None, Some(name)) => {
            Some(find::in_match(opened, name).map_err(|absent| unrecorded(subject, name).unwrap_or(absent))?)
        }
        (None, None) => None,
    };
    let sheet = |kind: &SheetKind| opened.ruleset.sheet_of(kind);
    let found = match (entrant, container) {
        (Some(entrant), Some(container)) => return find::side(opened, container, entrant),
        (None, Some(container)) => Some(container),
        (Some(entrant), None) => sheet(&SheetKind::Entrant).map(|sheet| Row { sheet, row: entrant }),
        (None, None) => sheet(&SheetKind::Event).map(|sheet| Row { sheet, row: 0 }),
    };
    found.ok_or_else(nothing)
}

/// Of a game that is paired, and not recorded, nothing but how it came about can be told: by another command.
fn unplayed(subject: &Subject<'_>, game: &str) -> Option<Absent> {
    let event = event(subject)?;
    let (game, gone) = event.unplayed(game.trim())?;
    let id = &game.id;
    Some(match gone {
        Some(gone) => Absent::new(
            format!("the game `{id}` is not played, as {gone} has withdrawn"),
            "what became of somebody is told with `--entrant` alone".to_owned(),
        ),
        None => Absent::new(
            format!("the game `{id}` is paired, and no result of it is recorded"),
            format!("how it came about is told by `rulesctl pair … --explain {}`", quoted(id)),
        ),
    })
}

/// A name as it is typed.
fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

/// A match of a bracket of which no game is recorded.
fn unrecorded(subject: &Subject<'_>, name: &str) -> Option<Absent> {
    let name = name.trim();
    let known = event(subject)?.matches();
    known.iter().any(|one| one == name).then(|| {
        Absent::new(
            format!("no game of the match `{name}` is recorded"),
            "ask for the match with `--match` alone: who meets in it, and from where".to_owned(),
        )
    })
}

/// Everything that is said of a row: of an entrant the places.
fn everything(
    builder: &mut Builder<'_>,
    (subject, question): (&Subject<'_>, Question<'_>),
    row: Row,
) -> Result<Vec<Node>, Absent> {
    let ruleset = builder.opened.ruleset;
    let mut nodes = Vec::new();
    if ruleset.sheet(row.sheet).kind == SheetKind::Entrant {
        let wanted = standings(ruleset, question.standing)?;
        for standing in wanted {
            nodes.extend(builder.place(standing, row.row, 0));
        }
        let level = ruleset.ladder.as_ref().and_then(Ladder::level_state);
        if let Some(level) = level.filter(|_| question.standing.is_none()) {
            nodes.push(builder.history(level, row.row, 0));
        }
        if let Some(event) = event(subject).filter(|_| question.standing.is_none()) {
            nodes.extend(event.entrant(row.row, builder.reach));
        }
        return Ok(nodes);
    }
    if ruleset.sheet(row.sheet).kind == SheetKind::Match {
        let name = question.in_match.unwrap_or_default().trim();
        nodes.extend(event(subject).and_then(|event| event.whole_match(name)));
    }
    let mut cells = told(&builder.opened, row);
    if ruleset.sheet(row.sheet).kind == SheetKind::Match
        && let Some(sheet) = ruleset.sheet_of(&SheetKind::MatchSide)
    {
        // A match is told by what its sides are in it.
        for side in find::sides(&builder.opened, row, sheet) {
            cells.extend(told(&builder.opened, Row { sheet, row: side }));
        }
    }
    nodes.extend(cells.into_iter().map(|(column, row)| builder.cell(column, row, 0)));
    nodes.retain(|node| node.value != Some(Value::Missing));
    nodes.extend(game_came_about(subject, builder, row));
    Ok(nodes)
}

/// How a game came about that a round prescribes, whether or not it has been recorded.
#[must_use]
pub fn prescribed(
    subject: Subject<'_>,
    (phase, round, game): (&PhaseCourse, &RoundCourse, &GameCourse),
) -> Option<Explanation> {
    let node = event(&subject)?.prescribed((phase, round), game)?;
    Some(Explanation { nodes: vec![node] })
}

fn event<'a>(subject: &Subject<'a>) -> Option<Event<'a>> {
    let Subject { ruleset, settings, outcome, course, sources, .. } = *subject;
    Some(Event { ruleset, settings, outcome, course: course?, quotes: Quotes { ruleset, sources } })
}

/// How the game of a row came about, in an event.
fn game_came_about(subject: &Subject<'_>, builder: &Builder<'_>, row: Row) -> Option<Node> {
    let game = names::game_of(&builder.opened, row.sheet, row.row)?;
    event(subject)?.game(game)
}

/// Every figure of a row, and what is said of it.
fn told(opened: &Opened<'_>, row: Row) -> Vec<(ColumnId, u32)> {
    let ruleset = opened.ruleset;
    let ruled = ruleset.columns_of(row.sheet).filter(|(_, info)| is_told(info)).map(|(id, _)| id);
    let verdicts = ruleset.verdicts.iter().filter(|verdict| verdict.sheet == row.sheet);
    let cells = ruled.chain(verdicts.map(|verdict| verdict.condition));
    cells.map(|column| (column, row.row)).collect()
}

/// The standings that are asked about.
fn standings(ruleset: &Ruleset, wanted: Option<&str>) -> Result<Vec<usize>, Absent> {
    let all = 0..ruleset.standings.len();
    let Some(wanted) = wanted else { return Ok(all.collect()) };
    let found = ruleset.standings.iter().position(|standing| standing.name == wanted);
    let names: Vec<String> = ruleset.standings.iter().map(|standing| standing.name.clone()).collect();
    let message = format!("the format `{}` has no standing called `{wanted}`", ruleset.name);
    found.map(|place| vec![place]).ok_or_else(|| Absent::unknown(message, wanted, &names))
}

fn is_told(info: &ColumnInfo) -> bool {
    match info.origin {
        Origin::Ruled | Origin::Builtin(BuiltinColumn::Place | BuiltinColumn::Penalty) => true,
        Origin::Recorded { .. } | Origin::Builtin(_) | Origin::State | Origin::Hidden { .. } => false,
    }
}
