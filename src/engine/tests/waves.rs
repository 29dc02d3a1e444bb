//! What goes from game to game: columns computed in waves against the plainest loop over games.

use super::build::*;
use crate::engine::pairs::Limits;
use crate::engine::{Outcome, run_within};
use crate::lot::lot;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::*;
use crate::sheet::*;
use crate::syntax::ast::{BinaryOperator as B, Direction, UnaryOperator};
use crate::value::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What decides lots in these tests.
const SEED: u64 = 7;

/// A state under construction: its four columns.
pub(super) fn state(build: &mut Build, name: &str, kind: Kind, start: ColumnId) -> State {
    let before = build.column(build.side, name, kind.clone(), Origin::State);
    let now = build.column(build.side, &format!("now.{name}"), kind.clone(), Origin::Ruled);
    let last = build.column(build.entrant, name, kind, Origin::State);
    State { start, before, now, last }
}

pub(super) fn when(condition: Expr, value: Expr, otherwise: Expr) -> Expr {
    let kind = value.ty.kind.clone();
    let node = Node::If { value: value.into(), condition: condition.into(), otherwise: otherwise.into() };
    expr(node, kind)
}

fn otherwise(value: Expr, fallback: Expr) -> Expr {
    let kind = value.ty.kind.clone();
    expr(Node::Else(value.into(), fallback.into()), kind)
}

pub(super) fn plus(left: Expr, right: Expr) -> Expr {
    binary(B::Add, left, right)
}

/// Moves the steps from this one on into the ladder.
pub(super) fn ladder(build: &mut Build, at: usize, states: Vec<State>) {
    let steps = build.rules.steps.split_off(at);
    build.rules.ladder = Some(Ladder { states, steps, at, level: None });
}

/// A log: who sits where, and what is recorded of it.
#[derive(Debug, Default)]
struct Played {
    start: Vec<i64>,
    games: usize,
    void: Vec<bool>,
    /// Game and entrant of each side.
    sides: Vec<(u32, u32)>,
    score: Vec<i64>,
    late: Vec<bool>,
    /// Side and value of each part.
    parts: Vec<(u32, i64)>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn small(&mut self, end: usize) -> i64 {
        i64::try_from(self.below(end)).unwrap()
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for place in (1..values.len()).rev() {
            values.swap(place, self.below(place + 1));
        }
    }
}

impl Played {
    fn new(random: &mut Random, entrants: usize, games: usize) -> Self {
        let mut played =
            Self { start: (0..entrants).map(|_| random.small(5)).collect(), games, ..Self::default() };
        let even = random.chance(40);
        let (voids, repeats) = (random.below(30), if random.chance(10) { 20 } else { 0 });
        let mut all: Vec<u32> = (0..row_id(entrants)).collect();
        for game in 0..row_id(games) {
            played.void.push(random.chance(voids));
            random.shuffle(&mut all);
            let sides = if even { 3 } else { 3 + random.below(3) }.min(entrants);
            for (side, &entrant) in all[..sides].iter().enumerate() {
                let twice = side > 0 && random.chance(repeats);
                played.sides.push((game, if twice { all[0] } else { entrant }));
            }
        }
        if random.chance(20) {
            random.shuffle(&mut played.sides);
        }
        // In some games nobody sits.
        for _ in 0..if random.chance(20) { random.below(4) } else { 0 } {
            played.games += 1;
            played.void.push(false);
        }
        for side in 0..row_id(played.sides.len()) {
            played.score.push(random.small(6));
            played.late.push(random.chance(voids / 3));
            for _ in 0..random.below(4) {
                played.parts.push((side, random.small(4)));
            }
        }
        if random.chance(20) {
            random.shuffle(&mut played.parts);
        }
        played
    }
}

/// The rules, and where their results are.
struct Rules {
    build: Build,
    columns: BTreeMap<&'static str, ColumnId>,
    states: BTreeMap<&'static str, State>,
    levels: [Symbol; 3],
}

const INTEGERS: [&str; 8] = ["wins", "streak", "orbs", "rating", "best", "luck", "gap", "echo"];

impl Rules {
    #[expect(clippy::too_many_lines, reason = "a regulation")]
    fn new(looks_back: bool) -> Self {
        let mut build = Build::new();
        let levels = ["low", "middle", "high"].map(|name| build.symbols.intern(name));
        build.rules.symbols = build.symbols.clone();
        let number = |build: &mut Build, sheet| {
            build.column(sheet, "number", Kind::Integer, Origin::Builtin(BuiltinColumn::Number))
        };
        let (entrant, game, side) = (build.entrant, build.game, build.side);
        let game_number = number(&mut build, game);
        number(&mut build, entrant);
        let (up, who) = (build.side_game, build.side_entrant);
        let previous = build.link("previous", side, side, LinkRole::Previous);
        let game_before = build.link("previous", game, game, LinkRole::Previous);
        let colour = build.sheet("colour", SheetKind::Part { names: Vec::new(), of_game: false });
        let owner = build.link("side", colour, side, LinkRole::Inside(side));
        build.link("game", colour, game, LinkRole::Inside(game));
        let paths = (vec![up], vec![up]);
        let join = SheetKind::Join { outer_path: paths.0, inner_path: paths.1, except_self: true };
        let others = build.sheet("others", join);
        let outer = build.link("outer", others, side, LinkRole::Outer);
        let inner = build.link("inner", others, side, LinkRole::Inner);

        let start = build.recorded(entrant, "start", Kind::Integer);
        let void = build.recorded(game, "void", Kind::Flag);
        let score = build.recorded(side, "score", Kind::Integer);
        let late = build.recorded(side, "late", Kind::Flag);
        let left = build.recorded(colour, "left", Kind::Integer);
        let [int_of, flag_of] = [Kind::Integer, Kind::Flag]
            .map(|kind| move |column, path: &[LinkId]| read(column, kind.clone(), path));
        let equal = |left, right| binary(B::Equal, left, right);

        // Before the ladder.
        let sum = aggregate(colour, &[owner], Aggregate::Sum, Some(int_of(left, &[])));
        let sum = build.reduce(side, Kind::Integer, sum);
        let total = binary(B::Subtract, int_of(score, &[]), int_of(sum, &[]));
        let total = build.map(side, "total", total);
        let place = build.column(side, "place", Kind::Integer, Origin::Builtin(BuiltinColumn::Place));
        let keys = vec![key(total, Direction::Highest)];
        build.rules.steps.push(Step::Place(Box::new(Place {
            out: place,
            group: up,
            keys,
            ties: Ties::Share,
        })));
        let is_void = binary(B::Or, flag_of(void, &[up]), flag_of(late, &[]));
        let is_void = build.map(side, "void", is_void);
        let counts = || expr(Node::Unary(UnaryOperator::Not, flag_of(is_void, &[]).into()), Kind::Flag);
        let zero = build.map(entrant, "zero", int(0));
        let lowest = build.map(entrant, "lowest", literal(Value::Text(levels[0])));
        let at = build.rules.steps.len();

        let choice = Kind::Choice(levels.to_vec().into());
        let mut states = BTreeMap::new();
        for name in INTEGERS {
            let start = if name == "orbs" { start } else { zero };
            states.insert(name, state(&mut build, name, Kind::Integer, start));
        }
        let level = state(&mut build, "level", choice.clone(), lowest);
        states.insert("level", level);
        let before = |name: &str| int_of(states[name].before, &[]);
        let now = |name: &str| int_of(states[name].now, &[]);
        let after = |build: &mut Build, name: &str, value: Expr| {
            let State { before, now, .. } = states[name];
            let kind = value.ty.kind.clone();
            let value = when(flag_of(is_void, &[]), read(before, kind, &[]), value);
            build.rules.steps.push(Step::Map { out: now, value });
        };
        let won = || equal(int_of(place, &[]), int(1));

        after(&mut build, "wins", plus(before("wins"), when(won(), int(1), int(0))));
        after(&mut build, "streak", when(won(), plus(before("streak"), int(1)), int(0)));

        // The last pay two, or what they have; the first share it.
        let counting = |reduce: Reduce| Reduce { filter: Some(counts()), ..reduce };
        let worst = counting(aggregate(side, &[up], Aggregate::Max, Some(int_of(place, &[]))));
        let worst = build.reduce(game, Kind::Integer, worst);
        let is_last = equal(int_of(place, &[]), int_of(worst, &[up]));
        let pays = binary(
            B::And,
            binary(B::And, is_last, binary(B::NotEqual, int_of(place, &[]), int(1))),
            counts(),
        );
        let enough = binary(B::AtLeast, before("orbs"), int(2));
        let paid = when(pays, when(enough, int(2), before("orbs")), int(0));
        let paid = build.map(side, "paid", paid);
        let pot = counting(aggregate(side, &[up], Aggregate::Sum, Some(int_of(paid, &[]))));
        let pot = build.reduce(game, Kind::Integer, pot);
        let firsts = counting(aggregate(side, &[up], Aggregate::Count, Some(won())));
        let firsts = build.reduce(game, Kind::Integer, firsts);
        let share = binary(B::DivideFloor, int_of(pot, &[up]), int_of(firsts, &[up]));
        let share = when(won(), share, int(0));
        let orbs = plus(binary(B::Subtract, before("orbs"), int_of(paid, &[])), share);
        after(&mut build, "orbs", orbs);

        // One for each of the others who had at least as many and was beaten.
        let [own, other] = [outer, inner].map(|end| int_of(states["rating"].before, &[end]));
        let [mine, theirs] = [outer, inner].map(|end| int_of(total, &[end]));
        let beaten = binary(B::And, binary(B::AtLeast, other, own), binary(B::Less, theirs, mine));
        let beaten = build.map(others, "beaten", beaten);
        let beaten = aggregate(others, &[outer], Aggregate::Count, Some(flag_of(beaten, &[])));
        let beaten = build.reduce(side, Kind::Integer, beaten);
        after(&mut build, "rating", plus(before("rating"), int_of(beaten, &[])));

        // The best two of the parts above what was had before, modulo seven.
        let above = binary(
            B::Greater,
            int_of(left, &[]),
            binary(B::Modulo, int_of(states["best"].before, &[owner]), int(3)),
        );
        let best = Reduce {
            filter: Some(above),
            best: Some(Best { greatest: true, count: int(2) }),
            ..aggregate(colour, &[owner], Aggregate::Sum, Some(int_of(left, &[])))
        };
        let best = build.reduce(side, Kind::Integer, best);
        after(&mut build, "best", binary(B::Modulo, plus(before("best"), int_of(best, &[])), int(7)));

        let level_is = |level: Symbol| {
            let now = read(states["level"].before, choice.clone(), &[]);
            equal(now, literal(Value::Text(level)))
        };
        let to = |level: Symbol| expr(Node::Literal(Value::Text(level)), choice.clone());
        let much = binary(B::AtLeast, now("wins"), int(3));
        let rich = binary(B::And, much, binary(B::AtLeast, now("orbs"), int(4)));
        let risen = cases(vec![
            (Some(binary(B::Or, level_is(levels[2]), rich)), to(levels[2]), vec![]),
            (Some(binary(B::AtLeast, now("wins"), int(1))), to(levels[1]), vec![]),
            (None, to(levels[0]), vec![]),
        ]);
        after(&mut build, "level", risen);

        // Placed with a handicap, by lot where they are level.
        let handicap = plus(int_of(total, &[]), when(level_is(levels[0]), int(1), int(0)));
        let handicap = build.map(side, "handicap", handicap);
        let drawn = build.column(side, "drawn", Kind::Integer, Origin::Hidden { aggregate: false });
        let keys = vec![key(handicap, Direction::Highest)];
        build.rules.steps.push(Step::Place(Box::new(Place { out: drawn, group: up, keys, ties: Ties::Lot })));
        after(&mut build, "luck", plus(before("luck"), int_of(drawn, &[])));

        // How long ago the game before was, and whether what it left is what there is.
        let ago = binary(B::Subtract, int_of(game_number, &[up]), int_of(game_number, &[previous, up]));
        after(&mut build, "gap", otherwise(ago, int(0)));
        let left_over = otherwise(int_of(states["orbs"].now, &[previous]), int_of(start, &[who]));
        let kept = build.map(side, "kept", equal(left_over, before("orbs")));
        let echo = if looks_back {
            int_of(pot, &[up, game_before])
        } else {
            int_of(game_number, &[up, game_before])
        };
        after(&mut build, "echo", otherwise(echo, int(-1)));

        ladder(&mut build, at, states.values().copied().collect());
        let all = aggregate(side, &[who], Aggregate::Sum, Some(int_of(states["orbs"].now, &[])));
        let all = build.reduce(entrant, Kind::Integer, all);
        let columns = BTreeMap::from([
            ("start", start),
            ("void", void),
            ("score", score),
            ("late", late),
            ("left", left),
            ("pot", pot),
            ("kept", kept),
            ("all", all),
            ("drawn", drawn),
            ("beaten", beaten),
        ]);
        Self { build, columns, states, levels }
    }

    /// Scores what was played, with pairs kept or passing.
    fn score(&mut self, played: &Played, random: &mut Random, kept: usize) -> Outcome {
        let build = &mut self.build;
        build.rows(played.start.len(), played.games, &played.sides);
        let even = played.sides.iter().enumerate().all(|(row, side)| side.0 == row_id(row / 3));
        if even && played.sides.len().is_multiple_of(3) && random.chance(60) {
            build.tables.set_link(build.side_game, Index::Every(3));
        }
        let colour = build.rules.sheets.iter().position(|sheet| sheet.name == "colour").unwrap();
        let colour = SheetId(u16::try_from(colour).unwrap());
        build.tables.set_rows(colour, played.parts.len());
        let owner = build.rules.link_of(colour, &LinkRole::Inside(build.side)).unwrap();
        build.tables.set_link(owner, Index::Rows(played.parts.iter().map(|part| part.0).collect()));
        let flags = |values: &[bool]| values.iter().map(|&value| Value::Flag(value)).collect::<Vec<_>>();
        build.fill_integers(self.columns["start"], &played.start);
        build.fill_integers(self.columns["score"], &played.score);
        build.fill(self.columns["void"], &flags(&played.void));
        build.fill(self.columns["late"], &flags(&played.late));
        let left: Vec<i64> = played.parts.iter().map(|part| part.1).collect();
        build.fill_integers(self.columns["left"], &left);
        let limits = Limits { kept, laid: 1 + random.below(20) };
        run_within(&build.rules, &build.rules.defaults(), build.log(), (SEED, limits)).unwrap()
    }
}

/// What somebody has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Has {
    integers: [i64; 8],
    level: usize,
    /// The number of the last game, 0 where there is none.
    newest: i64,
}

/// The plainest loop: one game after the other. What every side had before and has after its game, and what everybody has
/// in the end.
fn by_hand(played: &Played, looks_back: bool) -> (Vec<(Has, Has)>, Vec<Has>) {
    let began = |&orbs: &i64| Has { integers: [0, 0, orbs, 0, 0, 0, 0, 0], ..Has::default() };
    let mut all: Vec<Has> = played.start.iter().map(began).collect();
    let mut sides = vec![(Has::default(), Has::default()); played.sides.len()];
    let total = |side: usize| {
        let parts = played.parts.iter().filter(|part| part.0 as usize == side);
        played.score[side] - parts.map(|part| part.1).sum::<i64>()
    };
    let mut pot_before = -1;
    for game in 0..played.games {
        let number = i64::try_from(game).unwrap() + 1;
        let here: Vec<usize> =
            (0..sides.len()).filter(|&side| played.sides[side].0 as usize == game).collect();
        let who = |side: usize| played.sides[side].1 as usize;
        let place = |side: usize| 1 + here.iter().filter(|&&other| total(other) > total(side)).count();
        let counts = |side: usize| !played.void[game] && !played.late[side];
        let had = |side: usize| all[who(side)];
        let counting = || here.iter().copied().filter(|&side| counts(side));
        let worst = counting().map(place).max();
        let paid = |side: usize| {
            let pays = counts(side) && Some(place(side)) == worst && place(side) != 1;
            if pays { had(side).integers[2].min(2) } else { 0 }
        };
        let pot: i64 = counting().map(paid).sum();
        let firsts = i64::try_from(counting().filter(|&side| place(side) == 1).count()).unwrap();
        let mut drawn = here.clone();
        let handicapped = |side: usize| total(side) + i64::from(had(side).level == 0);
        let own_lot = |side: usize| lot(SEED, "side", &number.to_string(), &(who(side) + 1).to_string());
        drawn.sort_by_key(|&side| (-handicapped(side), own_lot(side), side));
        let mut have = Vec::new();
        for &side in &here {
            let before = had(side);
            let [wins, streak, orbs, rating, best, luck, ..] = before.integers;
            let won = place(side) == 1;
            let is_beaten = |&&other: &&usize| {
                other != side && had(other).integers[3] >= rating && total(other) < total(side)
            };
            let mut parts: Vec<i64> =
                played.parts.iter().filter(|part| part.0 as usize == side).map(|part| part.1).collect();
            parts.retain(|&left| left > best % 3);
            parts.sort_by_key(|&left| -left);
            let luck_now = 1 + drawn.iter().position(|&other| other == side).unwrap();
            let integers = [
                wins + i64::from(won),
                if won { streak + 1 } else { 0 },
                orbs - paid(side) + if won && firsts > 0 { pot / firsts } else { 0 },
                rating + i64::try_from(here.iter().filter(is_beaten).count()).unwrap(),
                (best + parts.iter().take(2).sum::<i64>()) % 7,
                luck + i64::try_from(luck_now).unwrap(),
                if before.newest == 0 { 0 } else { number - before.newest },
                if game == 0 {
                    -1
                } else if looks_back {
                    pot_before
                } else {
                    number - 1
                },
            ];
            let level = match integers {
                [wins, _, orbs, ..] if before.level == 2 || (wins >= 3 && orbs >= 4) => 2,
                [wins, ..] => usize::from(wins >= 1),
            };
            let now = if counts(side) { Has { integers, level, newest: 0 } } else { before };
            have.push((side, before, Has { newest: number, ..now }));
        }
        for (side, before, now) in have {
            sides[side] = (before, now);
            all[who(side)] = now;
        }
        pot_before = pot;
    }
    (sides, all)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn waves_come_to_the_same_as_one_game_after_the_other(
        seed in any::<u64>(), entrants in 1_usize..9, games in 0_usize..14, looks_back in any::<bool>(),
    ) {
        let mut random = Random(seed);
        let played = Played::new(&mut random, entrants, games);
        let mut rules = Rules::new(looks_back);
        let kept = if random.chance(50) { usize::MAX } else { 0 };
        let outcome = rules.score(&played, &mut random, kept);
        let (sides, all) = by_hand(&played, looks_back);
        let Rules { build, columns, states, levels } = &rules;
        let symbols = |of: &dyn Fn(usize) -> usize, rows: usize| -> Vec<Value> {
            (0..rows).map(|row| Value::Text(levels[of(row)])).collect()
        };
        for (place, name) in INTEGERS.iter().enumerate() {
            let State { before, now, last, .. } = states[name];
            let of = |pick: &dyn Fn(&(Has, Has)) -> Has| -> Vec<i64> {
                sides.iter().map(|side| pick(side).integers[place]).collect()
            };
            prop_assert_eq!(build.integers(&outcome, before), of(&|side| side.0), "{} before", name);
            prop_assert_eq!(build.integers(&outcome, now), of(&|side| side.1), "{} after", name);
            let own: Vec<i64> = all.iter().map(|has| has.integers[place]).collect();
            prop_assert_eq!(build.integers(&outcome, last), own, "{} in the end", name);
        }
        let level = states["level"];
        let rows = sides.len();
        prop_assert_eq!(build.values(&outcome, level.before), symbols(&|row| sides[row].0.level, rows));
        prop_assert_eq!(build.values(&outcome, level.now), symbols(&|row| sides[row].1.level, rows));
        prop_assert_eq!(build.values(&outcome, level.last), symbols(&|row| all[row].level, all.len()));
        // A column after the ladder, and the way to the game before.
        let mut sums = vec![0; all.len()];
        sides.iter().zip(&played.sides).for_each(|(side, of)| sums[of.1 as usize] += side.1.integers[2]);
        prop_assert_eq!(build.integers(&outcome, columns["all"]), sums);
        prop_assert!(build.values(&outcome, columns["kept"]).iter().all(|value| *value == Value::Flag(true)));
        // What was lent has come back.
        for (id, column) in (0..).map(ColumnId).zip(&build.rules.columns) {
            prop_assert!(outcome.tables.column(id).is_some() || kept == 0, "{}", column.name);
        }
        for link in (0..build.rules.links.len()).map(|link| LinkId(u16::try_from(link).unwrap())) {
            prop_assert!(outcome.tables.link(link).is_some());
        }
    }
}
