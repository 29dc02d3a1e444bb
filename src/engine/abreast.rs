//! Many events of one kind, computed abreast: one pass over the games of a round of all of them.
//!
//! What differs from event to event is who plays whom; so the games of a round of one event, laid out once, are laid side
//! by side. What a game comes to is computed when it is played, and never again; what an entrant comes to, whenever the
//! entrants are ranked. No more is computed than ranks them. Start with [`Abreast::new`], then [`Abreast::play`].

use super::fault::{Failed, RunError};
use super::invent::{self, Fresh};
use super::needed::{self, Needed};
use super::pairs::{Course, Limits};
use super::prepared::Prepared;
use super::so_far::SoFar;
use super::specialised::Specialised;
use super::standing::Ranking;
use super::{StandingRow, annul, derive, fault, steps, tile};
use crate::log::Log;
use crate::ruleset::{LinkRole, Reduce, Ruleset, Settings, SheetKind, StandingId, Step};
use crate::sheet::{ColumnId, Index, LinkId, SheetId, Tables, row_id};
use crate::value::Symbols;
use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};

/// What is to be computed.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// The standings that rank.
    pub standings: Vec<StandingId>,
    /// Other columns that rank.
    pub keys: Vec<ColumnId>,
    /// Columns that do not.
    pub columns: Vec<ColumnId>,
}

/// What is looked at of the games of a round.
#[derive(Debug, Clone, Default)]
pub struct Looked {
    /// These columns, all of them wanted.
    pub columns: Vec<ColumnId>,
    /// Whether anybody is ranked by these games.
    pub ranks: bool,
}

/// Computes events abreast.
pub struct Abreast<'a> {
    ruleset: &'a Ruleset,
    settings: &'a Settings,
    needed: Needed,
    passing: BTreeSet<SheetId>,
}

/// The games of a round: all that is the same in every event.
pub struct Round {
    /// Those of one event, with all that is known of them.
    whole: Tables,
    /// The same, with what is looked at alone.
    one: Tables,
    /// How many events are played at a time, most often; and the games of so many, once they are laid out.
    usual: usize,
    many: OnceLock<Tables>,
    /// What is invented of them.
    invented: Vec<Step>,
    /// What they come to.
    games: Vec<Step>,
    /// What they add to entrants, in the order in which that is needed.
    sums: Vec<Reduce>,
    /// What was worked out for these steps, once for everybody who plays the round at the same time.
    prepared: Mutex<Vec<Prepared>>,
}

impl Round {
    /// The games of so many events.
    fn laid_out(&self, ruleset: &Ruleset, events: usize) -> Tables {
        let lay_out = || tile::repeated(ruleset, &self.one, events);
        if events == self.usual { self.many.get_or_init(lay_out).clone() } else { lay_out() }
    }

    /// What was worked out before; all but links, which other tables have.
    fn take_prepared(&self) -> Prepared {
        let kept = self.prepared.lock().ok().and_then(|mut all| all.pop());
        let mut prepared = kept.unwrap_or_default();
        prepared.forget_links();
        prepared
    }

    fn keep_prepared(&self, prepared: Prepared) {
        if let Ok(mut all) = self.prepared.lock() {
            all.push(prepared);
        }
    }

    /// Adds what is known of the games and was not looked at, so that it can be told of a row what it is.
    fn complete(&self, ruleset: &Ruleset, events: usize, tables: &mut Tables) {
        let mut whole = tile::repeated(ruleset, &self.whole, events);
        if let Some(Index::Rows(seated)) = tile::seats(ruleset).and_then(|link| tables.link(link)) {
            tile::seat(ruleset, &mut whole, seated.clone());
        }
        for id in (0_u16..).map(LinkId).take(ruleset.links.len()) {
            if let (None, Some(index)) = (tables.link(id), whole.take_link(id)) {
                tables.set_link(id, index);
            }
        }
        for id in (0_u32..).map(ColumnId).take(ruleset.columns.len()) {
            if let (None, Some(column)) = (tables.column(id), whole.take_column(id)) {
                tables.set_column(id, column);
            }
        }
    }
}

/// What draws while events are computed.
#[derive(Clone, Copy)]
pub struct Drawing<'a> {
    /// The texts behind symbols.
    pub symbols: &'a Symbols,
    /// What decides.
    pub seed: u64,
}

impl<'a> Abreast<'a> {
    /// `None` where a rule that is needed looks beyond one event (at the sheet of the event, at the number of a row), the
    /// model looks at what was played before, or something goes from game to game. What games add to entrants is added up round
    /// by round; `together`, it is computed of all games whenever it is wanted, so that it can be told what is wrong with it.
    #[must_use]
    pub fn new(
        ruleset: &'a Ruleset,
        settings: &'a Settings,
        wanted: &Wanted,
        together: bool,
    ) -> Option<Self> {
        if ruleset.ladder.is_some() {
            return None;
        }
        let needed = Needed::new(ruleset, settings, wanted, together)?;
        Some(Self { ruleset, settings, needed, passing: BTreeSet::new() })
    }

    /// Whether entrants have to have other names in every event, since lots are drawn among their names.
    #[must_use]
    pub fn needs_names(&self) -> bool {
        self.needed.draws_lots
    }

    /// A round, by a log that holds its games alone, of which most often so many events are played at a time. `None` where
    /// there is too much to keep.
    #[must_use]
    pub fn round(&self, log: Log, usual: usize, looked: &Looked) -> Option<Round> {
        let mut whole = log.tables;
        if !derive::complete(self.ruleset, &mut whole, Limits::USUAL).is_empty() {
            return None;
        }
        // Nothing is annulled in an invented event, and nothing is over a limit.
        annul::show(self.ruleset, &mut whole);
        tile::simplify(self.ruleset, &mut whole);
        let mut columns: BTreeSet<ColumnId> = looked.columns.iter().copied().collect();
        columns.extend(needed::voids(self.ruleset));
        let sums = if looked.ranks { self.needed.sums.as_slice() } else { &[] };
        columns.extend(self.needed.columns.iter().filter(|_| looked.ranks));
        columns.extend(sums.iter().flat_map(Reduce::reads));
        let games = needed::steps_for(&mut columns, &self.needed.games);
        let invented = needed::steps_for(&mut columns, &self.needed.invented);
        let open = invented.iter().map(Step::out).collect();
        let mut special = Specialised::of_games(self.ruleset, self.settings, &whole, &open);
        let invented = invented.iter().map(|step| special.step(step)).collect();
        let games = games.iter().map(|step| special.step(step)).collect();
        let sums: Vec<Reduce> = sums.iter().map(|reduce| special.reduce(reduce)).collect();
        let conditions = looked.columns.iter().copied().chain(needed::voids(self.ruleset));
        let mut columns: BTreeSet<ColumnId> =
            conditions.filter(|&column| !special.never_holds(column)).collect();
        columns.extend(self.needed.columns.iter().filter(|_| looked.ranks));
        columns.extend(sums.iter().flat_map(Reduce::reads));
        let games = special.needed(games, &mut columns);
        let invented = special.needed(invented, &mut columns);
        let is_new = |id| {
            let kind = &self.ruleset.sheet(self.ruleset.column(id).sheet).kind;
            matches!(kind, SheetKind::Game | SheetKind::Side | SheetKind::Part { .. })
        };
        // Of these all rows are invented whenever the games are played.
        let invents: BTreeSet<ColumnId> = invented.iter().map(Step::out).filter(|&id| is_new(id)).collect();
        let mut one = whole.clone();
        for id in (0_u32..).map(ColumnId).take(self.ruleset.columns.len()) {
            if !columns.contains(&id) || invents.contains(&id) {
                one.take_column(id);
            }
        }
        let mut links: BTreeSet<LinkId> = self.needed.links.iter().copied().collect();
        links.extend(invented.iter().chain(&games).flat_map(Step::links));
        links.extend(sums.iter().flat_map(Reduce::links));
        let of_games = games.iter().map(Step::out).chain(looked.columns.iter().copied());
        let sheets: BTreeSet<SheetId> = of_games.map(|column| self.ruleset.column(column).sheet).collect();
        for (id, info) in (0_u16..).map(LinkId).zip(&self.ruleset.links) {
            let is_needed = match info.role {
                LinkRole::Inside(_) => true,
                LinkRole::Entrant => sheets.contains(&info.from) || Some(id) == tile::seats(self.ruleset),
                LinkRole::Opponent
                | LinkRole::Previous
                | LinkRole::Seat(_)
                | LinkRole::Outer
                | LinkRole::Inner => false,
            };
            if !is_needed && !links.contains(&id) {
                one.take_link(id);
            }
        }
        Some(Round {
            whole,
            one,
            usual,
            many: OnceLock::new(),
            invented,
            games,
            sums,
            prepared: Mutex::default(),
        })
    }

    /// The entrants of so many events, who have played nothing. `log` holds those of one event.
    #[must_use]
    pub fn entrants(&self, log: &Log, events: usize) -> Tables {
        let none = super::games_where(log, self.ruleset, |_| false);
        let mut tables = none.tables;
        derive::complete(self.ruleset, &mut tables, Limits::USUAL);
        for (id, info) in (0_u32..).map(ColumnId).zip(&self.ruleset.columns) {
            if self.ruleset.sheet(info.sheet).kind != SheetKind::Entrant {
                tables.take_column(id);
            }
        }
        let mut tables = tile::repeated(self.ruleset, &tables, events);
        for (id, _) in (0_u16..).map(crate::sheet::LinkId).zip(&self.ruleset.links) {
            tables.take_link(id);
        }
        tables
    }

    /// Plays a round of so many events: invents what is recorded of the games, and computes what they come to. `seated` is
    /// who plays each side, a row of the entrant sheet.
    ///
    /// # Errors
    /// When something cannot be invented, or not be computed.
    pub fn play(
        &self,
        round: &Round,
        events: usize,
        seated: Vec<u32>,
        drawing: Drawing<'_>,
    ) -> Result<Tables, Box<Failed>> {
        let mut tables = round.laid_out(self.ruleset, events);
        tile::seat(self.ruleset, &mut tables, seated);
        let entrants = self.ruleset.sheet_of(&SheetKind::Entrant);
        let old = entrants.map_or(0, |sheet| row_id(tables.rows(sheet)));
        let course = self.course(&round.invented, drawing);
        let fresh = Fresh { entrants: old, games: 0 };
        let mut prepared = round.take_prepared();
        let done = invent::run(&course, fresh, &mut prepared, &mut tables).and_then(|()| {
            let course = Course { steps: &round.games, ..course };
            steps::take(&course, None, &mut prepared, &mut tables)
        });
        round.keep_prepared(prepared);
        match done {
            Ok(_) => Ok(tables),
            Err(errors) => {
                round.complete(self.ruleset, events, &mut tables);
                Err(failed(errors, tables, drawing))
            }
        }
    }

    /// Entrants who have played nothing, with the texts behind their symbols.
    #[must_use]
    pub fn begin<'s>(&'s self, entrants: Tables, symbols: &'s Symbols) -> SoFar<'s> {
        SoFar::new(self.ruleset, &self.needed, (entrants, symbols))
    }

    /// Adds the games of a round to what entrants are ranked by.
    pub fn add(&self, all: &mut SoFar<'_>, (round, games): (&Round, &Tables), drawing: Drawing<'_>) {
        all.add(&self.course(&[], drawing), &self.needed, (games, &round.sums));
    }

    /// Computes what ranks entrants.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn compute(&self, all: &mut SoFar<'_>, drawing: Drawing<'_>) -> Result<(), Box<Failed>> {
        all.fill();
        self.take(&self.needed.entrants, &mut all.tables, drawing)
    }

    /// Computes what else entrants come to, after what ranks them.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn compute_beside(&self, all: &mut SoFar<'_>, drawing: Drawing<'_>) -> Result<(), Box<Failed>> {
        self.take(&self.needed.beside, &mut all.tables, drawing)
    }

    fn take(&self, steps: &[Step], all: &mut Tables, drawing: Drawing<'_>) -> Result<(), Box<Failed>> {
        match steps::take(&self.course(steps, drawing), None, &mut Prepared::default(), all) {
            Ok(_) => Ok(()),
            Err(errors) => Err(failed(errors, std::mem::take(all), drawing)),
        }
    }

    /// Ranks the entrants of each event, so many of them; their places go on from one event to the next. Ties that the
    /// format refuses are shared.
    ///
    /// # Errors
    /// When a key `among tied` cannot be computed.
    pub fn rank(
        &self,
        all: &mut Tables,
        standing: StandingId,
        width: u32,
        drawing: Drawing<'_>,
    ) -> Result<Vec<StandingRow>, Box<Failed>> {
        let Some(entrants) = self.ruleset.sheet_of(&SheetKind::Entrant) else { return Ok(Vec::new()) };
        let standing = self.ruleset.standing(standing);
        let course = self.course(&self.needed.entrants, drawing);
        let mut prepared = Prepared::default();
        prepared.keys(&standing.keys, self.ruleset, all);
        let ranking = Ranking { course: &course, prepared: &mut prepared };
        match ranking.eval(standing, entrants, Some(width), all) {
            Ok((table, _)) => Ok(table.rows),
            Err((column, trouble)) => {
                let steps = standing.keys.iter().filter_map(|key| key.among_tied.as_ref()).flatten();
                let step = steps.chain(&self.ruleset.steps).find(|step| step.out() == column);
                let errors = step.and_then(|step| fault::of_step(step, &trouble, self.ruleset));
                Err(failed(errors.into_iter().collect(), std::mem::take(all), drawing))
            }
        }
    }

    fn course<'c>(&'c self, steps: &'c [Step], drawing: Drawing<'c>) -> Course<'c> {
        Course {
            ruleset: self.ruleset,
            settings: self.settings,
            symbols: drawing.symbols,
            steps,
            seed: drawing.seed,
            limits: Limits::USUAL,
            passing: &self.passing,
        }
    }
}

/// The errors, and the tables on whose rows they are.
fn failed(errors: Vec<RunError>, tables: Tables, drawing: Drawing<'_>) -> Box<Failed> {
    let symbols = drawing.symbols.clone();
    let names = vec!["simulation".to_owned()];
    Box::new(Failed { errors, log: Log { tables, symbols, names, ..Log::default() } })
}
