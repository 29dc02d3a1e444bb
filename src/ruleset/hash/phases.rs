//! Phases in the semantic hash: who plays, who meets whom, and what settles what; not titles, and not clauses.

use super::Writer;
use crate::ruleset::{
    Admission, Bracket, BracketMatch, Cut, Knockout, Limit, Phase, Pools, Ranking, RoundRobin, Schedule,
    Scheme, Source,
};

impl Writer<'_> {
    pub(super) fn editions(&mut self) {
        if let Some(editions) = &self.ruleset.editions {
            self.word(format_args!("editions {:?}", editions.every));
            editions.zone.iter().for_each(|zone| self.word(zone));
        }
    }

    pub(super) fn phase(&mut self, phase: &Phase) {
        self.word("phase");
        self.word(&phase.name);
        match &phase.entrants {
            Admission::Everybody => self.word("everybody"),
            Admission::Places { first, last, of } => self.word(format_args!("{first} {last} {}", of.0)),
        }
        self.word(format_args!("{:?} {:?}", phase.standing, phase.ties));
        if phase.period != 1 || phase.until.is_some() || !phase.deadlines.is_empty() {
            self.word(format_args!("days {} {:?}", phase.period, phase.until));
            phase.deadlines.iter().for_each(|line| self.word(format_args!("{} {:?}", line.matches, line.by)));
        }
        match &phase.scheme {
            Scheme::Pools(pools) => self.pools(pools),
            Scheme::RoundRobin(table) => self.round_robin(table),
            Scheme::Knockout(knockout) => self.knockout(knockout),
            Scheme::Open(open) => {
                let count = |limit: &Option<Limit>| limit.as_ref().map(|limit| limit.count);
                self.word(format_args!(
                    "open {:?} {:?}",
                    count(&open.most_matches),
                    count(&open.most_meetings)
                ));
                open.games.iter().for_each(|games| self.word(format_args!("games {games:?}")));
            }
        }
    }

    fn pools(&mut self, pools: &Pools) {
        self.word(format_args!("pools {} {}", pools.rounds, pools.groups));
        self.cut(&pools.first);
        self.cut(&pools.later);
        pools.schedules.iter().for_each(|schedule| self.schedule(schedule));
    }

    fn round_robin(&mut self, table: &RoundRobin) {
        self.word(format_args!("round robin {} {:?}", table.legs, table.draw));
        self.ranking(&table.by);
        table.schedule.iter().for_each(|schedule| self.schedule(schedule));
    }

    fn knockout(&mut self, knockout: &Knockout) {
        self.word(format_args!("knockout {:?}", knockout.draw));
        if knockout.games.is_some() || knockout.extra {
            self.word(format_args!("games {:?} {}", knockout.games, knockout.extra));
        }
        match &knockout.bracket {
            Bracket::SingleElimination { third_place } => self.word(format_args!("single {third_place}")),
            Bracket::Written(matches) => matches.iter().for_each(|meeting| self.bracket_match(meeting)),
        }
        knockout.schedule.iter().for_each(|schedule| self.schedule(schedule));
    }

    fn cut(&mut self, cut: &Cut) {
        self.word(format_args!("cut {:?} {:?}", cut.draw, cut.remainder));
        self.ranking(&cut.by);
    }

    fn ranking(&mut self, by: &Ranking) {
        match by {
            Ranking::Standing => self.word("by standing"),
            Ranking::Entry => self.word("by entry"),
            Ranking::Keys(keys) => {
                self.word("by");
                self.keys(keys);
            }
        }
    }

    fn schedule(&mut self, schedule: &Schedule) {
        self.word(format_args!("schedule {}", schedule.size));
        for game in &schedule.games {
            self.word(format_args!("game {:?}", game.umpire));
            for side in &game.sides {
                self.word(side.member);
                match side.seat {
                    Some(seat) => self.symbol(seat),
                    None => self.word("-"),
                }
            }
        }
    }

    fn bracket_match(&mut self, meeting: &BracketMatch) {
        self.word("match");
        self.word(&meeting.name);
        for side in &meeting.sides {
            match side {
                Source::Seed(seed) => self.word(format_args!("seed {seed}")),
                Source::Winner(other) => self.word(format_args!("winner {other}")),
                Source::Loser(other) => self.word(format_args!("loser {other}")),
            }
        }
        self.word(format_args!("{:?} {:?}", meeting.winner_place, meeting.loser_place));
    }
}
