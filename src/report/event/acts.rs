//! What the arbiter did, in a line each: withdrawals, decisions, draws, corrections, annulments; who confirmed a result, and
//! who entered late.
//!
//! Comes in: an [`LogView`]. Goes out: a list. It must never know whether an act has an effect. Start with [`list`].

use super::view::{LateEntry, LogView};
use super::words::by;
use crate::log::{Act, Change, Deed, Games};
use crate::report::grid::{Sections, printed};
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::{NO_ROW, RecordPlace, SheetId};
use std::io;

/// Acts beyond which the rest is counted: each result may be confirmed by one.
const MOST_ACTS: usize = 1000;

/// Writes the acts of the log and the late entries, in the order of the log, where there are any.
pub fn list(view: &LogView<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let acts = view.recorded.acts.iter().map(|act| (act.place, words(view, act)));
    let entries = view.late_entries().into_iter().map(|entry| (entry.place, entered(view, entry)));
    let mut lines: Vec<(RecordPlace, String)> = acts.chain(entries).collect();
    if lines.is_empty() {
        return Ok(());
    }
    lines.sort_by_key(|(place, _)| *place);
    sections.begin("Acts")?;
    lines.iter().take(MOST_ACTS).try_for_each(|(_, line)| sections.line(&printed(line)))?;
    match lines.len().saturating_sub(MOST_ACTS) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--output json` writes all of them")),
    }
}

/// `entered: Jakob (late.csv:2)`
fn entered(view: &LogView<'_>, entry: LateEntry) -> String {
    format!("entered: {} ({})", view.name(entry.entrant), view.place(entry.place))
}

/// `corrected: game 7, blue.squares_left 3 → 4 (by the arbiter, miscounted, log.jsonl:12)`
fn words(view: &LogView<'_>, act: &Act) -> String {
    let what = match &act.what {
        Deed::Withdrawal { entrant } => format!("withdrawn: {}", view.name(*entrant)),
        Deed::Winner { phase, name, winner } => {
            let winner = winner.map_or("nobody", |winner| view.name(winner));
            format!("decided: {name} of {} goes to {winner}", view.phase(*phase).name)
        }
        Deed::Order { phase, round, order } => {
            let round = round.map_or_else(String::new, |round| format!(" after round {round}"));
            format!("decided: the order {} in {}{round}", view.names_of(order), view.phase(*phase).name)
        }
        Deed::Pools { phase, round, pools } => {
            let pools: Vec<String> = pools.iter().map(|pool| view.names_of(pool)).collect();
            format!("drawn: round {round} of {}: {}", view.phase(*phase).name, pools.join("; "))
        }
        Deed::Seed(seed) => format!("drawn: with the seed {seed} from here on"),
        Deed::Correction { game, changes } => {
            let changes: Vec<String> = changes.iter().map(|change| change_words(view, change)).collect();
            format!("corrected: game {}, {}", view.game_id(*game), changes.join(", "))
        }
        Deed::Report { game, by, .. } => {
            format!("decided: game {} is as {by} reported it", view.game_id(*game))
        }
        Deed::Void { games } => format!("void: {}", games_words(view, games)),
        Deed::Confirmation { games, .. } => format!("confirmed: {}", games_words(view, games)),
        Deed::Close { phase } => format!("closed: {}", view.phase(*phase).name),
    };
    let mut why = Vec::new();
    why.extend(act.by.is_some().then(|| by(act).trim_start().to_owned()));
    why.extend(act.reason.clone());
    why.extend(act.date.map(|date| date.to_string()));
    why.push(view.place(act.place));
    format!("{what} ({})", why.join(", "))
}

/// `game 7`, `match duel-3`
fn games_words(view: &LogView<'_>, games: &Games) -> String {
    match (&games.of_match, games.rows.first()) {
        (Some(of_match), _) => format!("match {of_match}"),
        (None, Some(game)) => format!("game {}", view.game_id(*game)),
        (None, None) => String::new(),
    }
}

fn change_words(view: &LogView<'_>, change: &Change) -> String {
    format!("{} {} → {}", path(view, change), view.shown(change.before), view.shown(change.after))
}

/// The column that was corrected, with whose it is before it: `blue.squares_left`, `blue_red.time`.
pub fn path(view: &LogView<'_>, change: &Change) -> String {
    let column = view.ruleset.column(change.column);
    match whose(view, column.sheet, change.row as usize) {
        Some(whose) => format!("{whose}.{}", column.name),
        None => column.name.clone(),
    }
}

/// What the row of a game, a side, a part or an element of a list is called inside its game; nothing for the game itself.
fn whose(view: &LogView<'_>, sheet: SheetId, row: usize) -> Option<String> {
    let follow = |to: &SheetKind| {
        let to = view.ruleset.sheet_of(to)?;
        up(view, sheet, &LinkRole::Inside(to), row).map(|row| (to, row))
    };
    match &view.ruleset.sheet(sheet).kind {
        SheetKind::Side if view.seats.is_empty() => {
            let entrant = up(view, sheet, &LinkRole::Entrant, row)?;
            Some(view.name(u32::try_from(entrant).ok()?).to_owned())
        }
        SheetKind::Side => {
            view.text(view.ruleset.builtin(sheet, BuiltinColumn::Seat), row).map(str::to_owned)
        }
        SheetKind::Part { names, .. } => {
            let own = view.text(view.ruleset.builtin(sheet, BuiltinColumn::Name), row);
            let own = own.filter(|_| !names.is_empty()).map(str::to_owned);
            let of_each_side = view.ruleset.plan(view.settings).each.iter().any(|(part, _)| *part == sheet);
            let owner = follow(&SheetKind::Side).filter(|_| of_each_side || own.is_none());
            let owner = owner.and_then(|(sheet, row)| whose(view, sheet, row));
            let words: Vec<String> = owner.into_iter().chain(own).collect();
            (!words.is_empty()).then(|| words.join("."))
        }
        SheetKind::List { owner, name, .. } => {
            let above = up(view, sheet, &LinkRole::Inside(*owner), row);
            let above = above.and_then(|row| whose(view, *owner, row));
            Some(above.map_or_else(|| name.clone(), |above| format!("{above}.{name}")))
        }
        SheetKind::Entrant => Some(view.name(u32::try_from(row).ok()?).to_owned()),
        SheetKind::Event
        | SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::Game
        | SheetKind::Join { .. } => None,
    }
}

/// Where a link leads from a row.
fn up(view: &LogView<'_>, sheet: SheetId, role: &LinkRole, row: usize) -> Option<usize> {
    let index = view.recorded.tables.link(view.ruleset.link_of(sheet, role)?)?;
    Some(index.get(row)).filter(|target| *target != NO_ROW).map(|target| target as usize)
}
