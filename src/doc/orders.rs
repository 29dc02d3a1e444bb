//! Orders: the places in a game or a match, and the chapter of the standings, criterion by criterion.
//!
//! Comes in: the keys that the engine compares by. Start with [`write_standings`].

use super::document::{Inline, Line, Page, code, filled, joined, plain, said};
use super::view::{View, common};
use crate::format::{OrderEntry, SheetEntry, SheetName};
use crate::ruleset::{
    BuiltinColumn, ClauseId, Expr, Node, OrderKey, Origin, Over, Scheme, SheetKind, Standing, Step, Ties,
};
use crate::syntax::ast::Direction;

/// The order of the sides of a game or a match, where the format has one.
pub fn write_placing(view: &View<'_>, sheet: &SheetEntry, page: &mut Page) {
    let words = view.words;
    let (kind, title) = match sheet.sheet {
        SheetName::Game => (SheetKind::Side, words.places_in_game),
        SheetName::Match => (SheetKind::MatchSide, words.places_in_match),
        SheetName::Event
        | SheetName::Entrant
        | SheetName::MatchSide
        | SheetName::Side
        | SheetName::Part(_) => return,
    };
    let (Some(entry), Some(sides)) = (&sheet.placing, view.ruleset.sheet_of(&kind)) else { return };
    let place = view.ruleset.find_column(sides, "place");
    let step = view.ruleset.scoring().find(|step| Some(step.out()) == place);
    let Some(Step::Place(place)) = step else { return };
    page.heading(3, &format!("place-{}", sheet.sheet), plain(title));
    let keys = view.keys(&place.keys, entry, page);
    page.list(true, keys);
    if kind != SheetKind::MatchSide || !is_played_on(view) {
        page.paragraph(plain(view.ties(place.ties)));
    }
}

/// Whether every match that is level is played on: then nobody shares a place in it.
fn is_played_on(view: &View<'_>) -> bool {
    let mut schemes = view.ruleset.phases.iter().map(|phase| &phase.scheme);
    let has_knockout = schemes.clone().any(|scheme| matches!(scheme, Scheme::Knockout(_)));
    has_knockout
        && schemes.all(|scheme| match scheme {
            Scheme::Knockout(knockout) => knockout.extra,
            Scheme::Pools(_) | Scheme::RoundRobin(_) => true,
            Scheme::Open(_) => false,
        })
}

/// The chapter of the standings.
pub fn write_standings(view: &View<'_>, page: &mut Page) {
    let standings = &view.ruleset.standings;
    if standings.is_empty() {
        return;
    }
    page.heading(2, "standings", plain(view.words.standings));
    for standing in standings {
        page.heading(3, &format!("standing-{}", standing.name), said(standing.title.as_str()));
        write_standing(view, standing, page);
    }
}

fn write_standing(view: &View<'_>, standing: &Standing, page: &mut Page) {
    let words = view.words;
    match (standing.over, &view.ruleset.editions) {
        (Over::Season, _) => page.paragraph(plain(words.over_season)),
        (Over::Edition, Some(_)) => page.paragraph(plain(words.over_edition)),
        (Over::Edition, None) => {}
    }
    if let Some(listed) = standing.listed.and_then(|listed| view.rule_or_name(listed)) {
        page.paragraph(view.fact(words.listed, listed));
    }
    let entry = view.file.standings.iter().find(|entry| entry.name.text == standing.name);
    let Some(entry) = entry else { return };
    let keys = view.keys(&standing.keys, &entry.order, page);
    page.list(true, keys);
    page.paragraph(plain(view.ties(standing.ties)));
    if entry.columns.is_some() {
        let columns = standing.columns.iter().map(|(heading, _)| said(heading.as_str()));
        let columns = joined(columns, &Inline::Plain(words.comma.to_owned()));
        page.paragraph(view.fact(words.table_shows, columns));
    }
}

impl View<'_> {
    /// The criteria of an order, from the first. What all of them rest on is quoted on the page.
    fn keys(&self, keys: &[OrderKey], entry: &OrderEntry, page: &mut Page) -> Vec<Line> {
        let labels = entry.order.iter().flatten();
        let labels: Vec<_> = labels.map(|key| (key.value.span, key.label.as_ref())).collect();
        let label =
            |key: &OrderKey| labels.iter().find(|(at, _)| Some(*at) == key.at).and_then(|(_, label)| *label);
        // The first key of some orders, that what does not count stands last, stands nowhere in the file.
        let keys: Vec<&OrderKey> = keys.iter().filter(|key| key.at.is_some()).collect();
        let cites: Vec<&[ClauseId]> = keys.iter().map(|key| key.cites.as_slice()).collect();
        let common = common(&cites);
        self.quote(&common, page);
        let above = std::iter::once(&[][..]).chain(cites.iter().copied());
        let one = |(key, above): (&OrderKey, &[ClauseId])| {
            // What the criterion above rests on as well need not be said again.
            let is_said = key.cites == above;
            let own = key.cites.iter().copied().filter(|id| !is_said && !common.contains(id));
            let own: Vec<ClauseId> = own.collect();
            self.key(key, label(key).map(|label| label.text.as_str()), &own)
        };
        keys.into_iter().zip(above).map(one).collect()
    }

    /// A criterion, with the clauses that it rests on.
    pub fn key(&self, key: &OrderKey, label: Option<&str>, cites: &[ClauseId]) -> Line {
        let words = self.words;
        let value = match label {
            Some(label) => filled(words.labelled, &[said(label), self.compared(key)]),
            None => self.compared(key),
        };
        let mut line = filled(self.direction(key.direction), &[value]);
        if self.ruleset.column(key.column).ty.optional {
            line.push(Inline::Plain(words.missing_last.to_owned()));
        }
        if key.among_tied.is_some() {
            line.push(Inline::Plain(words.among_tied.to_owned()));
        }
        self.cite_below(cites, &mut line);
        line
    }

    /// What a key compares.
    fn compared(&self, key: &OrderKey) -> Line {
        let own = key.among_tied.iter().flatten().find(|step| step.out() == key.column);
        let rule = match own {
            Some(Step::Map { value, .. }) => Some(self.chosen.fold(value)),
            Some(Step::Reduce(_) | Step::Place(_)) => None,
            None => match self.ruleset.column(key.column).origin {
                Origin::Hidden { aggregate: false } => self.rule(key.column),
                Origin::Hidden { aggregate: true }
                | Origin::Recorded { .. }
                | Origin::Builtin(_)
                | Origin::Ruled
                | Origin::State => None,
            },
        };
        if self.ruleset.column(key.column).origin == Origin::Builtin(BuiltinColumn::Number)
            && self.ruleset.sheet_of(&SheetKind::Entrant) == Some(self.ruleset.column(key.column).sheet)
        {
            return filled(self.words.registration, &[code(self.ruleset.column(key.column).name.as_str())]);
        }
        match (rule, key.at) {
            (Some(rule), _) => self.expression(written_of(&rule)),
            (None, Some(at)) => code(self.written(at)),
            (None, None) => code(self.ruleset.column(key.column).name.as_str()),
        }
    }

    /// A hidden column by its rule, any other by its name.
    fn rule_or_name(&self, column: crate::sheet::ColumnId) -> Option<Line> {
        let info = self.ruleset.column(column);
        match info.origin {
            Origin::Hidden { .. } => self.rule(column).map(|rule| self.expression(&rule)),
            Origin::Recorded { .. } | Origin::Builtin(_) | Origin::Ruled | Origin::State => {
                Some(code(info.name.as_str()))
            }
        }
    }

    fn direction(&self, direction: Direction) -> &'static str {
        let words = self.words;
        match direction {
            Direction::Highest => words.highest_first,
            Direction::Lowest => words.lowest_first,
            Direction::Latest => words.latest_first,
            Direction::Earliest => words.earliest_first,
            Direction::Longest => words.longest_first,
            Direction::Shortest => words.shortest_first,
            Direction::Yes => words.yes_first,
            Direction::No => words.no_first,
        }
    }

    /// What becomes of those whom every criterion leaves level.
    pub fn ties(&self, ties: Ties) -> &'static str {
        match ties {
            Ties::Share => self.words.ties_share,
            Ties::Lot => self.words.ties_lot,
            Ties::Refuse => self.words.ties_refuse,
        }
    }
}

/// What somebody wrote: a choice is compared by its place in the list, which nobody wrote.
fn written_of(rule: &Expr) -> &Expr {
    match &rule.node {
        Node::Bands(table) if table.bands.iter().all(|band| band.range_at == table.subject.at) => {
            &table.subject
        }
        _ => rule,
    }
}
