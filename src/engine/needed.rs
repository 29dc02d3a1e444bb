//! What has to be computed so that events can be ranked side by side, and whether they can be.
//!
//! Comes in: the columns that are wanted. Goes out: the steps that they need, those of the games apart from those that look
//! at all games of an entrant; or nothing, where a step looks at more than one event. Start with [`Needed::new`].

use super::Wanted;
use crate::ruleset::{
    BuiltinColumn, Ladder, LinkRole, OrderKey, Origin, Reduce, Ruleset, Settings, SheetKind, Standing, Step,
    Ties, VerdictKind,
};
use crate::sheet::{ColumnId, LinkId, SheetId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The steps, and what they look at.
pub(super) struct Needed {
    /// What is invented of games.
    pub invented: Vec<Step>,
    /// What games come to, each for itself.
    pub games: Vec<Step>,
    /// What entrants come to, over all of their games, as far as it ranks them.
    pub entrants: Vec<Step>,
    /// What else they come to.
    pub beside: Vec<Step>,
    /// What games add to entrants, round by round, before these steps; of no two of them one looks at the other.
    pub sums: Vec<Reduce>,
    /// The columns of games that the steps of entrants look at.
    pub columns: Vec<ColumnId>,
    /// The links that these steps go along; none where they look at no game.
    pub links: Vec<LinkId>,
    /// Whether lots are drawn while it is computed, so that entrants must not bear the same name twice.
    pub draws_lots: bool,
}

/// Of what a column says something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Of an entrant, whatever the games.
    Entrant,
    /// Of a game.
    Game,
    /// Of all games of an entrant.
    Games,
}

impl Needed {
    /// What is needed; `None` where events cannot be computed side by side. What can be added up round by round is; `together`,
    /// nothing is.
    pub(super) fn new(
        ruleset: &Ruleset,
        settings: &Settings,
        wanted: &Wanted,
        together: bool,
    ) -> Option<Self> {
        let standings: Vec<&Standing> = wanted.standings.iter().map(|&id| ruleset.standing(id)).collect();
        let among = |key: &'_ OrderKey| key.among_tied.clone().unwrap_or_default();
        let among: Vec<Step> = standings.iter().flat_map(|standing| &standing.keys).flat_map(among).collect();
        let mut ranking = wanted.keys.clone();
        ranking.extend(
            standings
                .iter()
                .flat_map(|standing| standing.keys.iter().map(|key| key.column).chain(standing.listed)),
        );
        ranking.extend(among.iter().flat_map(Step::reads));
        let open = [&*ranking, &wanted.columns, &voids(ruleset)].concat();
        let needed = closure(ruleset, open);
        let mut reaches = Reaches { ruleset, settings, known: FxHashMap::default() };
        let mut invented = Vec::new();
        for step in ruleset.model.steps.iter().filter(|step| needed.contains(&step.out())) {
            let reach = reaches.of(step)?;
            match reach {
                Reach::Games => return None,
                // Entrants have been invented before.
                Reach::Entrant if is_recorded(ruleset, step) => continue,
                Reach::Entrant | Reach::Game => invented.push(step.clone()),
            }
            if !is_recorded(ruleset, step) {
                reaches.known.insert(step.out(), reach);
            }
        }
        let done: BTreeSet<ColumnId> = invented.iter().map(Step::out).collect();
        let (mut games, mut entrants) = (Vec::new(), Vec::new());
        for step in ruleset.steps.iter().filter(|step| needed.contains(&step.out())) {
            let reach = reaches.of(step)?;
            reaches.known.insert(step.out(), reach);
            if reach != Reach::Games && !done.contains(&step.out()) {
                games.push(step.clone());
            }
            if reach != Reach::Game {
                entrants.push(step.clone());
            }
        }
        if among.iter().any(|step| reaches.of(step).is_none())
            || entrants.iter().chain(&among).any(|step| is_over_pairs(ruleset, step))
        {
            return None;
        }
        let places = |step: &&Step| matches!(step, Step::Place(place) if place.ties == Ties::Lot);
        let draws_lots = games.iter().chain(&entrants).any(|step| places(&step))
            || standings.iter().any(|standing| standing.ties == Ties::Lot);
        let own: BTreeSet<ColumnId> = entrants.iter().chain(&among).map(Step::out).collect();
        let mut sums = Vec::new();
        if !together {
            sums.extend(entrants.extract_if(.., |step| reaches.is_sum(step)).filter_map(|step| match step {
                Step::Reduce(reduce) => Some(*reduce),
                Step::Map { .. } | Step::Place(_) => None,
            }));
        }
        let all = || entrants.iter().chain(&among);
        let of_entrants =
            |column: &ColumnId| ruleset.sheet(ruleset.column(*column).sheet).kind == SheetKind::Entrant;
        let columns: BTreeSet<ColumnId> = all()
            .flat_map(Step::reads)
            .filter(|column| !own.contains(column) && !of_entrants(column))
            .collect();
        let mut links: BTreeSet<LinkId> = all().flat_map(Step::links).collect();
        let looks_at = |sheet: SheetId| !among.is_empty() || all().any(|step| is_over(step, sheet));
        let is_of_match = |sheet: SheetId| ruleset.sheet(sheet).kind == SheetKind::MatchSide;
        if together || !links.is_empty() {
            links.extend(sides(ruleset, |sheet| !is_of_match(sheet) || looks_at(sheet)));
        }
        let ranks = closure(ruleset, ranking);
        let (entrants, beside) = entrants.into_iter().partition(|step| ranks.contains(&step.out()));
        Some(Self {
            invented,
            games,
            entrants,
            beside,
            sums,
            columns: columns.into_iter().collect(),
            links: links.into_iter().collect(),
            draws_lots,
        })
    }
}

/// The columns that say what is void, and so what does not matter.
pub(super) fn voids(ruleset: &Ruleset) -> Vec<ColumnId> {
    let voids = ruleset.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Void);
    voids.map(|verdict| verdict.condition).collect()
}

/// Those of the steps that these columns need, in order; whatever they look at is added to the columns.
pub(super) fn steps_for(columns: &mut BTreeSet<ColumnId>, steps: &[Step]) -> Vec<Step> {
    let mut needed = Vec::new();
    for step in steps.iter().rev() {
        if columns.contains(&step.out()) {
            columns.extend(step.reads());
            needed.push(step.clone());
        }
    }
    needed.reverse();
    needed
}

/// These columns, and whatever they are computed or invented from.
fn closure(ruleset: &Ruleset, mut open: Vec<ColumnId>) -> BTreeSet<ColumnId> {
    let steps: FxHashMap<ColumnId, &Step> =
        ruleset.model.steps.iter().chain(&ruleset.steps).map(|step| (step.out(), step)).collect();
    let mut found = BTreeSet::new();
    while let Some(column) = open.pop() {
        if found.insert(column)
            && let Some(step) = steps.get(&column)
        {
            open.extend(step.reads());
        }
    }
    found
}

/// Whether a step invents what a log records.
fn is_recorded(ruleset: &Ruleset, step: &Step) -> bool {
    matches!(ruleset.column(step.out()).origin, Origin::Recorded { .. })
}

/// The links from sides to their entrants, and to their games or matches.
fn sides(ruleset: &Ruleset, is_wanted: impl Fn(SheetId) -> bool) -> impl Iterator<Item = LinkId> {
    let is_side = move |sheet: SheetId| {
        matches!(ruleset.sheet(sheet).kind, SheetKind::Side | SheetKind::MatchSide) && is_wanted(sheet)
    };
    let links = (0_u16..).map(LinkId).zip(&ruleset.links);
    let wanted = links.filter(move |(_, link)| {
        is_side(link.from) && matches!(link.role, LinkRole::Entrant | LinkRole::Inside(_))
    });
    wanted.map(|(id, _)| id)
}

/// Whether a step is an aggregate over the rows of a sheet.
fn is_over(step: &Step, sheet: SheetId) -> bool {
    match step {
        Step::Reduce(reduce) => reduce.over == sheet,
        Step::Map { .. } | Step::Place(_) => false,
    }
}

fn is_over_pairs(ruleset: &Ruleset, step: &Step) -> bool {
    let is_pair = |sheet: SheetId| matches!(ruleset.sheet(sheet).kind, SheetKind::Join { .. });
    let over = match step {
        Step::Reduce(reduce) => is_pair(reduce.over),
        Step::Map { .. } | Step::Place(_) => false,
    };
    over || is_pair(ruleset.column(step.out()).sheet)
}

struct Reaches<'a> {
    ruleset: &'a Ruleset,
    settings: &'a Settings,
    /// Of the columns that steps fill.
    known: FxHashMap<ColumnId, Reach>,
}

impl Reaches<'_> {
    /// How far a step reaches; `None` where that is beyond one event.
    fn of(&self, step: &Step) -> Option<Reach> {
        let ruleset = self.ruleset;
        let leads_out = |link: &LinkId| {
            let link = ruleset.link(*link);
            link.role == LinkRole::Previous || ruleset.sheet(link.to).kind == SheetKind::Event
        };
        if step.links().iter().any(leads_out) {
            return None;
        }
        let over = match step {
            Step::Reduce(reduce) => Some(reduce.over),
            Step::Map { .. } | Step::Place(_) => None,
        };
        let sheet = ruleset.column(step.out()).sheet;
        if ![Some(sheet), over].into_iter().flatten().all(|sheet| self.stays_inside(sheet)) {
            return None;
        }
        let mut reach = match &ruleset.sheet(sheet).kind {
            SheetKind::Event => return None,
            SheetKind::Entrant if over.is_some() => Reach::Games,
            SheetKind::Entrant => Reach::Entrant,
            SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::Part { .. }
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => Reach::Game,
        };
        for column in step.reads() {
            if !self.is_the_same_everywhere(column) {
                return None;
            }
            if self.known.get(&column) == Some(&Reach::Games) {
                reach = Reach::Games;
            }
        }
        Some(reach)
    }

    /// Whether what a step comes to can be added up while games are played: it looks at nothing that they come to together.
    fn is_sum(&self, step: &Step) -> bool {
        let Step::Reduce(reduce) = step else { return false };
        let kind = |sheet: SheetId| &self.ruleset.sheet(sheet).kind;
        *kind(self.ruleset.column(reduce.out).sheet) == SheetKind::Entrant
            && *kind(reduce.over) != SheetKind::Entrant
            && reduce.best.is_none()
            && reduce.among_tied.is_none()
            && step.reads().iter().all(|column| self.known.get(column) != Some(&Reach::Games))
    }

    /// Whether the rows of a sheet are made of rows of one game, or one match.
    fn stays_inside(&self, sheet: SheetId) -> bool {
        let SheetKind::Join { outer_path, inner_path, .. } = &self.ruleset.sheet(sheet).kind else {
            return true;
        };
        outer_path.iter().chain(inner_path).all(|&link| {
            let link = self.ruleset.link(link);
            let beyond = matches!(self.ruleset.sheet(link.to).kind, SheetKind::Event | SheetKind::Entrant);
            !beyond && self.stays_inside(link.from)
        })
    }

    /// Whether a column holds the same in one event as among many.
    fn is_the_same_everywhere(&self, column: ColumnId) -> bool {
        let info = self.ruleset.column(column);
        let sheet = &self.ruleset.sheet(info.sheet).kind;
        match info.origin {
            Origin::Builtin(builtin) => match builtin {
                // What is written is only filled where a log is scored as a whole.
                BuiltinColumn::Written
                | BuiltinColumn::Number
                | BuiltinColumn::Id
                | BuiltinColumn::Umpire
                | BuiltinColumn::ReportedBy
                | BuiltinColumn::ConfirmedBy
                | BuiltinColumn::Date
                | BuiltinColumn::Edition => false,
                BuiltinColumn::Name => *sheet != SheetKind::Entrant,
                BuiltinColumn::Seat => !self.ruleset.plan(self.settings).seats.is_empty(),
                BuiltinColumn::MatchId
                | BuiltinColumn::Phase
                | BuiltinColumn::Round
                | BuiltinColumn::Pool
                | BuiltinColumn::Place
                | BuiltinColumn::Penalty
                | BuiltinColumn::Void => true,
            },
            Origin::State => false,
            Origin::Recorded { .. } | Origin::Ruled | Origin::Hidden { .. } => {
                let by_ladder = |ladder: &Ladder| ladder.steps.iter().any(|step| step.out() == column);
                *sheet != SheetKind::Event && !self.ruleset.ladder.as_ref().is_some_and(by_ladder)
            }
        }
    }
}
