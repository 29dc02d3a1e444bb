//! What is agreed of results: which records contradict one another, and which results nobody has confirmed.
//!
//! Comes in: a log. Goes out: words, a list, JSON; nothing where nothing in the log is reported or confirmed by anybody. It
//! must never know a rule. Start with [`list`] and [`json`].

use super::event::{LogView, path};
use super::fields::{self, Fields, id, list as json_list, number, text, texts};
use super::grid::{Sections, printed};
use super::view::View;
use crate::engine;
use crate::log::{Agreement, Change, Dispute, Report};
use crate::ruleset::BuiltinColumn;
use crate::value::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Matches or games beyond which the rest is counted.
const MOST_LINES: usize = 100;

/// Values of a dispute beyond which the rest is counted.
const MOST_VALUES: usize = 4;

/// A value that is in dispute.
struct Disputed<'a> {
    change: &'a Change,
    /// What else is said of it, and by whom.
    others: Vec<(&'a Report, Value)>,
}

/// `Ada.score is 10 by Ada, 12 by Bo (Ada log.jsonl:3, Bo log.jsonl:7)`
pub fn words(log: &LogView<'_>, dispute: &Dispute) -> String {
    let values = values(log, dispute);
    let game = dispute.game as usize;
    let first = log.builtin_of_game(BuiltinColumn::ReportedBy, game).unwrap_or_default();
    let by = |report: &Report| log.recorded.symbols.text(report.by);
    let mut words: Vec<String> = values
        .iter()
        .map(|one| {
            let others =
                one.others.iter().map(|(report, value)| format!(", {} by {}", log.shown(*value), by(report)));
            let before = log.shown(one.change.before);
            format!("{} is {before} by {first}{}", path(log, one.change), others.collect::<String>())
        })
        .collect();
    let more = words.len().saturating_sub(MOST_VALUES);
    words.truncate(MOST_VALUES);
    words.extend((more > 0).then(|| format!("and {more} more")));
    let at = log.recorded.tables.games.get(game).map(|&at| format!("{first} {}", log.place(at)));
    let reports = dispute.reports.iter().filter_map(|&place| log.recorded.reports.get(place));
    let others = reports.map(|report| format!("{} {}", by(report), log.place(report.place)));
    let places: Vec<String> = at.into_iter().chain(others).collect();
    format!("{} ({})", words.join("; "), places.join(", "))
}

/// The values that the records of a dispute give differently, each once.
fn values<'a>(log: &LogView<'a>, dispute: &Dispute) -> Vec<Disputed<'a>> {
    let reports: Vec<&Report> =
        dispute.reports.iter().filter_map(|&place| log.recorded.reports.get(place)).collect();
    let mut found: BTreeMap<(crate::sheet::ColumnId, u32), Disputed<'a>> = BTreeMap::new();
    for report in reports {
        for change in report.changes.iter().filter(|change| change.before != Value::Missing) {
            let one = found
                .entry((change.column, change.row))
                .or_insert_with(|| Disputed { change, others: Vec::new() });
            one.others.push((report, change.after));
        }
    }
    found.into_values().collect()
}

/// Writes which results nobody has confirmed, match by match where games have matches.
pub fn list(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let mut lines = 0_usize;
    for line in lines_of(view) {
        lines += 1;
        if lines == 1 {
            sections.begin("Unconfirmed")?;
        }
        if lines <= MOST_LINES {
            sections.line(&printed(&line))?;
        }
    }
    match lines.saturating_sub(MOST_LINES) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--output json` writes all of them")),
    }
}

/// Which results nobody has confirmed, a line a match; of games that name none a line each.
pub fn lines_of(view: &View<'_>) -> Vec<String> {
    let open = unconfirmed(view);
    let log = view.log();
    let mut lines = Vec::new();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for &game in &open {
        match view.match_of_game(game).filter(|&row| view.match_name(row).is_some()) {
            Some(row) => *counts.entry(row).or_default() += 1,
            None => {
                let names = view.entrants_in(view.sides.as_ref(), game).join(", ");
                let by = log.builtin_of_game(BuiltinColumn::ReportedBy, game);
                let by = by.map_or_else(String::new, |by| format!(", reported by {by}"));
                lines.push(format!("game {} ({names}){by}", view.game_id(game)));
            }
        }
    }
    lines.extend(counts.into_iter().map(|(row, count)| {
        let names = view.entrants_in(view.match_sides.as_ref(), row).join(", ");
        let all = view.games.as_ref().map_or(0, |games| games.children(row).len());
        let which = if count == all { String::new() } else { format!(": {count} of {all} games") };
        format!("match {} ({names}){which}", view.match_id(row))
    }));
    lines
}

/// The games that count, and whose results nobody has confirmed.
fn unconfirmed(view: &View<'_>) -> Vec<usize> {
    let Some(games) = &view.games else { return Vec::new() };
    let all = view.log().recorded.results().agreements(view.ruleset()).unwrap_or_default();
    let void = engine::void_rows(view.ruleset(), &view.subject.outcome.tables, games.sheet);
    let all = all.into_iter().zip(void).enumerate();
    let open = all.filter(|(_, (state, void))| *state == Agreement::Unconfirmed && !void);
    open.map(|(game, _)| game).collect()
}

/// `game g1, match duel-3 (Ada, Bo)`
pub fn name_of(view: &View<'_>, game: u32) -> String {
    let row = game as usize;
    let of_match = view.match_of_game(row).and_then(|of| view.match_name(of));
    let of_match = of_match.map_or_else(String::new, |name| format!(", match {name}"));
    let names = view.entrants_in(view.sides.as_ref(), row).join(", ");
    format!("game {}{of_match} ({names})", view.game_id(row))
}

/// Writes disputes, and what nobody has confirmed, where anything is reported or confirmed.
pub fn json(view: &View<'_>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    json_of(view, &view.log().recorded.results().disputes(), top, out)
}

/// The same, of these disputes alone.
pub fn json_of(
    view: &View<'_>,
    disputes: &[Dispute],
    top: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    let log = view.log();
    if log.recorded.results().agreements(view.ruleset()).is_none() {
        return Ok(());
    }
    top.key(out, "disputes")?;
    json_list(out, disputes, |out, dispute| one_dispute(view, &log, dispute, out))?;
    top.key(out, "unconfirmed")?;
    json_list(out, &unconfirmed(view), |out, &game| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        one_game(view, &log, game, &mut keys, out)?;
        if let Some(by) = log.builtin_of_game(BuiltinColumn::ReportedBy, game) {
            keys.key(out, "reported_by")?;
            text(out, by)?;
        }
        out.write_all(b"}")
    })
}

fn one_dispute(view: &View<'_>, log: &LogView<'_>, dispute: &Dispute, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    one_game(view, log, dispute.game as usize, &mut keys, out)?;
    keys.key(out, "reports")?;
    out.write_all(b"[")?;
    let reports: Vec<&Report> =
        dispute.reports.iter().filter_map(|&place| log.recorded.reports.get(place)).collect();
    for (place, report) in reports.iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "by")?;
        text(out, log.recorded.symbols.text(report.by))?;
        keys.key(out, "file")?;
        text(out, log.log_name(report.place))?;
        number(&mut keys, "line", report.place.line, out)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")?;
    keys.key(out, "values")?;
    out.write_all(b"[")?;
    for (place, value) in values(log, dispute).iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "column")?;
        text(out, &path(log, value.change))?;
        keys.key(out, "recorded")?;
        fields::value(value.change.before, log.recorded.symbols, out)?;
        keys.key(out, "reported")?;
        out.write_all(b"{")?;
        let mut others = Fields::new(", ");
        for (report, value) in &value.others {
            others.key(out, log.recorded.symbols.text(report.by))?;
            fields::value(*value, log.recorded.symbols, out)?;
        }
        out.write_all(b"}}")?;
    }
    out.write_all(b"]")?;
    if let Some(act) = dispute.settled {
        keys.key(out, "act")?;
        write!(out, "{}", act + 1)?;
    }
    out.write_all(b"}")
}

fn one_game(
    view: &View<'_>,
    log: &LogView<'_>,
    game: usize,
    keys: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    keys.key(out, "game")?;
    id(out, &view.game_id(game))?;
    if let Some(name) = view.match_of_game(game).and_then(|row| view.match_name(row)) {
        keys.key(out, "match")?;
        id(out, name)?;
    }
    keys.key(out, "entrants")?;
    texts(out, view.entrants_in(view.sides.as_ref(), game).into_iter())?;
    if let Some(place) = log.recorded.tables.games.get(game) {
        keys.key(out, "file")?;
        text(out, log.log_name(*place))?;
        number(keys, "line", place.line, out)?;
    }
    Ok(())
}
