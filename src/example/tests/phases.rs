//! The phases of the format of these tests, built by hand.

use crate::ruleset::*;
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::syntax::ast::Direction;
use crate::value::Symbol;

/// Adds them; `at` finds where a text of theirs stands in the format.
pub(super) fn add(ruleset: &mut Ruleset, at: &dyn Fn(&str) -> Span) {
    let clause = |name: &str| {
        let place = ruleset.clauses.iter().position(|clause| clause.name == name).unwrap();
        ClauseId(u32::try_from(place).unwrap())
    };
    let [blue, yellow] = ["blue_red", "yellow_green"].map(|seat| ruleset.symbols.find(seat).unwrap());
    let schedule = |size: u32, lines: &[(u32, u32, Option<u32>)]| Schedule {
        size,
        games: lines
            .iter()
            .map(|&(one, other, umpire)| ScheduledGame {
                sides: vec![
                    ScheduledSide { member: one, seat: Some(yellow) },
                    ScheduledSide { member: other, seat: Some(blue) },
                ],
                umpire,
                cites: if size == 3 { vec![clause("pool")] } else { Vec::new() },
            })
            .collect(),
        at: Span::default(),
    };
    let key = OrderKey {
        column: ColumnId(0),
        direction: Direction::Highest,
        among_tied: None,
        cites: vec![clause("groups")],
        at: None,
    };
    let cut = |by, draw, remainder, cites, words| Cut {
        by,
        draw,
        remainder: Some(remainder),
        cites: vec![clause(cites)],
        at: at(words),
    };
    let qualification = Scheme::Pools(Pools {
        rounds: 4,
        groups: 3,
        first: cut(Ranking::Keys(vec![key]), Draw::Lot, 4, "lots", "# first round"),
        later: cut(Ranking::Standing, Draw::Position, 2, "thirds", "# later rounds"),
        schedules: vec![
            schedule(2, &[(0, 1, None), (1, 0, None)]),
            schedule(3, &[(0, 2, Some(1)), (1, 0, Some(2)), (2, 1, Some(0))]),
            schedule(4, &[(0, 2, None), (1, 3, None), (2, 1, None), (3, 0, None)]),
        ],
    });
    let one = |name: &str, sides| BracketMatch {
        name: name.to_owned(),
        sides,
        winner_place: None,
        loser_place: None,
        cites: vec![clause("semis")],
    };
    let written = Bracket::Written(vec![
        one("semi 1", [Source::Seed(1), Source::Seed(4)]),
        one("semi 2", [Source::Seed(2), Source::Seed(3)]),
        BracketMatch { cites: Vec::new(), ..one("final", [Source::Winner(0), Source::Winner(1)]) },
    ]);
    let both = schedule(2, &[(0, 1, None), (1, 0, None)]);
    let knockout = |bracket, schedule, draw| {
        Scheme::Knockout(Knockout { bracket, schedule, draw, games: None, extra: false })
    };
    let league = |draw| Scheme::RoundRobin(RoundRobin { legs: 2, by: Ranking::Entry, draw, schedule: None });
    let single = Bracket::SingleElimination { third_place: false };
    let phases = [
        ("qualification", qualification, vec![clause("rounds")]),
        ("final", knockout(written, Some(both), Draw::Lot), Vec::new()),
        ("cup", knockout(single, None, Draw::Position), Vec::new()),
        ("league", league(Draw::Position), Vec::new()),
        ("lots league", league(Draw::Lot), Vec::new()),
        ("free", Scheme::Open(crate::ruleset::Open::default()), Vec::new()),
    ];
    ruleset.phases = phases
        .into_iter()
        .map(|(name, scheme, cites)| Phase {
            name: name.to_owned(),
            symbol: Symbol(0),
            title: name.to_owned(),
            entrants: Admission::Everybody,
            standing: None,
            ties: Settling::Lot,
            scheme,
            cites,
            period: 1,
            until: None,
            deadlines: Vec::new(),
            at: at("# phase"),
        })
        .collect();
}
