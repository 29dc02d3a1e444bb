//! What goes from game to game: columns computed in waves against the plainest loop over games.

mod by_hand;
mod played;

use super::build::*;
use crate::engine::pairs::Limits;
use crate::engine::{Outcome, run_within};
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::*;
use crate::sheet::*;
use crate::syntax::ast::{BinaryOperator as B, Direction, UnaryOperator};
use crate::value::*;
use by_hand::{Has, by_hand};
use played::{Played, Random};
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
