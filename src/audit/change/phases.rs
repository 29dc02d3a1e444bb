//! Changes of phases, as far as an example can notice them.
//!
//! Who is admitted, what becomes of level entrants and what is played after the first round of a bracket no example can
//! expect, so none of it is changed. Start with [`walk`].

use super::lines::{cited, exchanged, without_line};
use super::text::{with_blanks_before, word_between};
use super::walk::{Context, Walker};
use super::{Kind, Patch, Proposal, Shown};
use crate::format::{CutEntry, PhaseEntry, PoolsEntry, ScheduleEntry, SchemeEntry};
use crate::source::Span;
use crate::syntax::ast::{Bracket, BracketLine, BracketOrigin, Draw, Schedule};

/// Goes through a phase.
pub(super) fn walk(walker: &mut Walker<'_>, phase: &mut PhaseEntry) {
    let name = phase.name.span;
    match &mut phase.scheme {
        None | Some(SchemeEntry::Open(_)) => {}
        Some(SchemeEntry::Pools(pools)) => {
            walker.place(pools, name, |pools, context| self::pools(pools, name, context));
            pools.schedules.iter_mut().for_each(|one| schedule(walker, one));
        }
        Some(SchemeEntry::RoundRobin(table)) => {
            walker.place(&mut table.draw, name, |draw, _| draws(*draw, name, false));
            walker.place(&mut table.legs, name, |legs, _| fewer(*legs, "legs", name));
            table.schedule.iter_mut().for_each(|one| schedule(walker, one));
        }
        Some(SchemeEntry::Knockout(knockout)) => {
            walker.place(&mut knockout.draw, name, |draw, _| draws(*draw, name, false));
            if let Some(Bracket::Written(lines)) = &mut knockout.bracket {
                walker.place(lines, knockout.bracket_span, |lines, context| seeds(lines, context));
            }
            knockout.schedule.iter_mut().for_each(|one| schedule(walker, one));
        }
    }
}

fn schedule(walker: &mut Walker<'_>, entry: &mut ScheduleEntry) {
    let at = entry.span;
    if let Some(games) = &mut entry.games {
        walker.place(games, at, games_of);
    }
}

/// The seats of a game exchanged, the game left out, its umpire left out.
fn games_of(games: &Schedule, context: &Context<'_>) -> Vec<Proposal<Schedule>> {
    let mut found = Vec::new();
    for (place, line) in games.iter().enumerate() {
        if let [one, other] = line.sides.as_slice() {
            let (first, second) = (one.letter.span, other.letter.span);
            let mut new = games.clone();
            let numbers = [other.letter.number, one.letter.number];
            new[place].sides.iter_mut().zip(numbers).for_each(|(side, number)| side.letter.number = number);
            found.push(Proposal {
                kind: Kind::Schedule,
                title: "the two sides of the game exchanged".to_owned(),
                at: line.span,
                shown: exchanged(first, second, context),
                node: new,
            });
        }
        if games.len() > 1 {
            let mut rest = games.clone();
            rest.remove(place);
            found.push(Proposal {
                kind: Kind::Schedule,
                title: "the game left out".to_owned(),
                at: line.span,
                shown: without_line(cited(line.span, &line.cites), context),
                node: rest,
            });
        }
        let last = line.sides.last().map_or(line.span, |side| side.letter.span);
        if let Some(umpire) = line.umpire
            && let Some(word) = word_between(context.sources, last, umpire.span, "umpire")
        {
            let mut new = games.clone();
            new[place].umpire = None;
            let gone = with_blanks_before(context.sources, word.to(umpire.span));
            found.push(Proposal {
                kind: Kind::Schedule,
                title: "the umpire left out".to_owned(),
                at: word.to(umpire.span),
                shown: Shown::Text(vec![Patch::new(gone, "")]),
                node: new,
            });
        }
    }
    found
}

/// Two seeds, one after the other in the bracket, exchanged.
fn seeds(lines: &[BracketLine], context: &Context<'_>) -> Vec<Proposal<Vec<BracketLine>>> {
    let places = lines.iter().enumerate().flat_map(|(line, one)| [(line, 0), (line, 1)].map(|at| (at, one)));
    let seeded: Vec<(usize, usize)> = places
        .filter(|((_, side), line)| matches!(line.sides[*side].origin, BracketOrigin::Seed(_)))
        .map(|(at, _)| at)
        .collect();
    let mut found = Vec::new();
    for two in seeded.windows(2) {
        let [(line, side), (other_line, other_side)] = [two[0], two[1]];
        // The two of one match meet either way.
        if line == other_line {
            continue;
        }
        let (one, other) = (&lines[line].sides[side], &lines[other_line].sides[other_side]);
        let mut new = lines.to_vec();
        new[line].sides[side].origin = other.origin.clone();
        new[other_line].sides[other_side].origin = one.origin.clone();
        found.push(Proposal {
            kind: Kind::Seeds,
            title: format!("`{}` and `{}` exchanged", context.text(one.span), context.text(other.span)),
            at: one.span,
            shown: exchanged(one.span, other.span, context),
            node: new,
        });
    }
    found
}

/// Groups, rounds, and how each cut goes.
fn pools(pools: &PoolsEntry, name: Span, context: &Context<'_>) -> Vec<Proposal<PoolsEntry>> {
    let mut found: Vec<Proposal<PoolsEntry>> = fewer(pools.rounds, "rounds", name)
        .into_iter()
        .map(|one| {
            let node = PoolsEntry { rounds: one.node, ..pools.clone() };
            Proposal { kind: one.kind, title: one.title, at: one.at, shown: one.shown, node }
        })
        .collect();
    for groups in [pools.groups + 1, pools.groups.saturating_sub(1)] {
        found.push(Proposal {
            kind: Kind::Pools,
            title: format!("{groups} groups for {}", pools.groups),
            at: pools.groups_span,
            shown: Shown::Words(format!("groups = {}", pools.groups), format!("groups = {groups}")),
            node: PoolsEntry { groups, ..pools.clone() },
        });
    }
    let cuts = [Some(&pools.first), pools.later.as_ref()];
    for (place, cut) in cuts.into_iter().enumerate().filter_map(|(place, cut)| Some((place, cut?))) {
        let with = |cut: CutEntry| {
            let mut new = pools.clone();
            if place == 0 {
                new.first = cut;
            } else {
                new.later = Some(cut);
            }
            new
        };
        for other in draws(cut.draw, cut.span, true) {
            let node = with(CutEntry { draw: other.node, ..cut.clone() });
            let Proposal { kind, title, at, shown, .. } = other;
            found.push(Proposal { kind, title, at, shown, node });
        }
        found.extend(remainder(cut, pools.groups, context, &with));
    }
    found
}

fn remainder(
    cut: &CutEntry,
    groups: u32,
    context: &Context<'_>,
    with: &dyn Fn(CutEntry) -> PoolsEntry,
) -> Option<Proposal<PoolsEntry>> {
    let (size, at) = cut.remainder?;
    let other = if size > groups { groups.checked_sub(1)? } else { groups + 1 };
    let text = context.text(at).replace(&size.to_string(), &other.to_string());
    Some(Proposal {
        kind: Kind::Pools,
        title: format!("pools of {other} for pools of {size}"),
        at,
        shown: Shown::Text(vec![Patch::new(at, text)]),
        node: with(CutEntry { remainder: Some((other, at)), ..cut.clone() }),
    })
}

/// Other ways to draw; a snake is for pools. What lots decide no example can expect, so none notices that it is no lot.
fn draws(draw: Draw, at: Span, in_pools: bool) -> Vec<Proposal<Draw>> {
    if draw == Draw::Lot {
        return Vec::new();
    }
    let all = [(Draw::Lot, "lot"), (Draw::Position, "position"), (Draw::Snake, "snake")];
    let known = all.iter().find(|(one, _)| *one == draw).map_or("", |(_, word)| *word);
    let others = all.into_iter().filter(|(one, _)| *one != draw && (in_pools || *one != Draw::Snake));
    let one = |(node, word): (Draw, &str)| Proposal {
        kind: Kind::Pools,
        title: format!("drawn by `{word}` for `{known}`"),
        at,
        shown: Shown::Words(format!("draw = \"{known}\""), format!("draw = \"{word}\"")),
        node,
    };
    others.map(one).collect()
}

/// One round or leg fewer. One more is noticed by no example.
fn fewer(count: u32, key: &str, at: Span) -> Vec<Proposal<u32>> {
    let one = count.checked_sub(1).filter(|fewer| *fewer > 0).map(|fewer| Proposal {
        kind: Kind::Pools,
        title: format!("{fewer} {key} for {count}"),
        at,
        shown: Shown::Words(format!("{key} = {count}"), format!("{key} = {fewer}")),
        node: fewer,
    });
    one.into_iter().collect()
}
