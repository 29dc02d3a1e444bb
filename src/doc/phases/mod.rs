//! The chapter of the event: its editions, and each phase: who plays, who meets whom, by when.
//!
//! One file per way of pairing. Start with [`write`].

mod knockout;
mod pools;
mod schedule;

use super::document::{Inline, Line, Page, code, filled, plain, said};
use super::view::View;
use crate::ruleset::{
    Admission, Day, Draw, Editions, Every, Open, Phase, PhaseId, Ranking, RoundRobin, Scheme, Settling,
};

/// Writes the chapter, where the format has phases or editions.
pub fn write(view: &View<'_>, page: &mut Page) {
    let (ruleset, words) = (view.ruleset, view.words);
    if ruleset.phases.is_empty() && ruleset.editions.is_none() {
        return;
    }
    page.heading(2, "event", plain(words.event));
    if let Some(editions) = &ruleset.editions {
        write_editions(view, editions, page);
    }
    for phase in &ruleset.phases {
        page.heading(3, &format!("phase-{}", phase.name), said(phase.title.as_str()));
        write_phase(view, phase, page);
    }
}

fn write_editions(view: &View<'_>, editions: &Editions, page: &mut Page) {
    let words = view.words;
    page.paragraph(plain(match editions.every {
        Every::Month => words.every_month,
        Every::Year => words.every_year,
    }));
    if let Some(zone) = view.file.edition.as_ref().and_then(|edition| edition.zone.as_ref()) {
        page.paragraph(view.fact(words.zone, code(zone.text.as_str())));
    }
    view.quote(&editions.cites, page);
}

fn write_phase(view: &View<'_>, phase: &Phase, page: &mut Page) {
    let words = view.words;
    view.quote(&phase.cites, page);
    let mut facts = vec![view.fact(words.who_plays, view.admission(&phase.entrants))];
    facts.push(view.fact(
        words.pairing,
        plain(match &phase.scheme {
            Scheme::Pools(_) => words.pools,
            Scheme::RoundRobin(_) => words.round_robin,
            // In a bracket with matches of losers not everybody who loses is out.
            Scheme::Knockout(knockout) if knockout::has_losers(knockout) => words.knockout_on,
            Scheme::Knockout(_) => words.knockout,
            Scheme::Open(_) => words.open,
        }),
    ));
    match &phase.scheme {
        Scheme::Pools(pools) => {
            facts.push(view.fact(words.rounds, plain(pools.rounds.to_string())));
            facts.push(view.fact(words.groups, plain(pools.groups.to_string())));
        }
        Scheme::RoundRobin(table) => facts.extend(round_robin(view, table)),
        Scheme::Knockout(knockout) => facts.extend(knockout::facts(view, knockout)),
        Scheme::Open(open) => facts.extend(limits(view, open)),
    }
    if let Some(standing) = phase.standing {
        let title = view.ruleset.standing(standing).title.as_str();
        facts.push(view.fact(words.ranked_by, said(title)));
    }
    facts.push(view.fact(
        words.where_level,
        plain(match (phase.ties, &phase.scheme) {
            (Settling::Lot, _) => words.level_lot,
            (Settling::Decision, _) => words.level_decision,
        }),
    ));
    facts.extend(days(view, phase));
    page.list(false, facts);
    match &phase.scheme {
        Scheme::Pools(pools) => pools::write(view, pools, page),
        Scheme::RoundRobin(table) => {
            if let Some(schedule) = &table.schedule {
                page.heading(4, &format!("games-{}", phase.name), plain(words.games_of_meeting));
                schedule::write(view, schedule, page);
            }
        }
        Scheme::Knockout(knockout) => knockout::write(view, phase, knockout, page),
        Scheme::Open(_) => {}
    }
}

/// In which month it is played, and by when it is over.
fn days(view: &View<'_>, phase: &Phase) -> Vec<Line> {
    let words = view.words;
    let mut facts = Vec::new();
    if let Some(editions) = &view.ruleset.editions {
        let label = match editions.every {
            Every::Month => words.month_of_edition,
            Every::Year => words.year_of_edition,
        };
        facts.push(view.fact(label, plain(phase.period.to_string())));
    }
    if let Some(until) = phase.until {
        facts.push(view.fact(words.last_day, plain(day(view, until))));
    }
    facts
}

/// A day by which something is over.
fn day(view: &View<'_>, day: Day) -> String {
    let words = view.words;
    match day {
        Day::OfMonth(number) => words.day_of_month.replace("{0}", &number.to_string()),
        Day::Last => match view.ruleset.editions.as_ref().map(|editions| editions.every) {
            Some(Every::Year) => words.last_of_year.to_owned(),
            Some(Every::Month) | None => words.last_of_month.to_owned(),
        },
        Day::Date(date) => date.to_string(),
    }
}

fn round_robin(view: &View<'_>, table: &RoundRobin) -> Vec<Line> {
    let words = view.words;
    let mut facts = Vec::new();
    if table.legs > 1 {
        facts.push(view.fact(words.legs, plain(table.legs.to_string())));
    }
    let numbers = match table.draw {
        Draw::Lot => plain(words.by_lot),
        Draw::Position | Draw::Snake => view.ranking(&table.by),
    };
    facts.push(view.fact(words.numbers, numbers));
    facts
}

fn limits(view: &View<'_>, open: &Open) -> Vec<Line> {
    let words = view.words;
    let what = |of_matches, of_games| if view.file.matches.is_some() { of_matches } else { of_games };
    let limits = [
        (&open.most_matches, what(words.most_matches, words.most_games)),
        (&open.most_meetings, what(words.most_meetings, words.most_meetings_games)),
    ];
    let limits = limits.into_iter().filter_map(|(limit, label)| {
        let limit = limit.as_ref()?;
        let mut fact = view.fact(label, view.count(limit.count));
        view.cite_below(&limit.cites, &mut fact);
        Some(fact)
    });
    let games = open.games.map(|games| view.fact(words.games_of_match, view.count(games)));
    limits.chain(games).collect()
}

impl View<'_> {
    /// Who plays in a phase.
    fn admission(&self, admission: &Admission) -> Line {
        match *admission {
            Admission::Everybody => plain(self.words.all_entrants),
            Admission::Places { first, last, of } => {
                let places = if first == last {
                    plain(first.to_string())
                } else {
                    filled(self.words.to, &[plain(first.to_string()), plain(last.to_string())])
                };
                filled(self.words.places_of, &[places, self.phase_title(of)])
            }
        }
    }

    fn phase_title(&self, phase: PhaseId) -> Line {
        said(self.ruleset.phase(phase).title.as_str())
    }

    /// What puts entrants in order.
    fn ranking(&self, ranking: &Ranking) -> Line {
        match ranking {
            Ranking::Standing => plain(self.words.by_standing),
            Ranking::Entry => plain(self.words.by_entry),
            Ranking::Keys(keys) => {
                let keys =
                    keys.iter().filter(|key| key.at.is_some()).map(|key| self.key(key, None, &key.cites));
                super::document::joined(keys, &Inline::Plain(self.words.semicolon.to_owned()))
            }
        }
    }
}
