//! What is said of rows, for programs: conditions that hold, and what does not count for another reason.
//!
//! Comes in: a [`View`]. Goes out: lists of JSON. It must never hold more than one of them. Start with [`json`].

use super::annulled;
use super::fields::{self, Fields, id, text, texts};
use super::view::{RowName, View};
use crate::ruleset::{ClauseId, VerdictKind};
use std::io::{self, Write};

/// What is said of rows by the conditions of one kind; of those that do not count, also where no condition says it.
pub fn json(
    view: &View<'_>,
    kind: VerdictKind,
    is_wanted: impl Fn(&RowName) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ruleset = view.ruleset();
    out.write_all(b"[")?;
    let hits = view.subject.outcome.verdicts.iter().filter(|hit| !annulled::is_said(view, hit));
    let hits = hits.filter(|hit| ruleset.verdicts[hit.verdict].kind == kind).map(|hit| {
        let verdict = &ruleset.verdicts[hit.verdict];
        let row = hit.row as usize;
        (verdict, row, view.row_name(verdict.sheet, row))
    });
    let mut some = false;
    for (verdict, row, name) in hits.filter(|(.., name)| is_wanted(name)) {
        out.write_all(if std::mem::replace(&mut some, true) { b",\n  {" } else { b"\n  {" })?;
        let mut fields = Fields::new(", ");
        said(view, &view.said(verdict, row), &verdict.cites, &mut fields, out)?;
        row_name(view, &mut fields, &name, out)?;
        if let Some(costs) = verdict.costs {
            fields.key(out, "costs")?;
            fields::value(view.value(costs, row), view.symbols(), out)?;
        }
        out.write_all(b"}")?;
    }
    let annulled = annulled::all(view).filter(|one| kind == VerdictKind::Void && is_wanted(&one.name));
    for one in annulled {
        out.write_all(if std::mem::replace(&mut some, true) { b",\n  {" } else { b"\n  {" })?;
        let mut fields = Fields::new(", ");
        said(view, &one.words, &one.clauses, &mut fields, out)?;
        row_name(view, &mut fields, &one.name, out)?;
        one.write_cause(view, &mut fields, out)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")
}

fn said(
    view: &View<'_>,
    words: &str,
    clauses: &[ClauseId],
    fields: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    fields.key(out, "text")?;
    text(out, words)?;
    fields.key(out, "clauses")?;
    texts(out, clauses.iter().map(|clause| view.ruleset().clause(*clause).name.as_str()))
}

fn row_name(view: &View<'_>, fields: &mut Fields, name: &RowName, out: &mut dyn Write) -> io::Result<()> {
    if let Some(of_match) = name.of_match {
        fields.key(out, "match")?;
        id(out, &view.match_id(of_match))?;
    }
    if let Some(game) = name.game {
        fields.key(out, "game")?;
        id(out, &view.game_id(game))?;
    }
    if let Some(entrant) = name.entrant {
        fields.key(out, "entrant")?;
        text(out, view.entrant_name(entrant))?;
    }
    if name.is_nobodys() {
        let of_match = || Some(view.entrants_in(view.match_sides.as_ref(), name.of_match?));
        let players = name.game.map(|row| view.entrants_in(view.sides.as_ref(), row)).or_else(of_match);
        fields.key(out, "entrants")?;
        texts(out, players.unwrap_or_default().into_iter())?;
    }
    let place = name.game.and_then(|row| view.place_of_game(row));
    if let Some(place) = place.or_else(|| view.place_of_match(name.of_match?)) {
        fields.key(out, "file")?;
        text(out, view.log_name(place))?;
        fields.key(out, "line")?;
        write!(out, "{}", place.line)?;
    }
    for (key, word) in [("seat", &name.seat), ("part", &name.part)] {
        if let Some(word) = word {
            fields.key(out, key)?;
            text(out, word)?;
        }
    }
    Ok(())
}
