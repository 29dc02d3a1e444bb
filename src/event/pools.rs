//! Rounds of pools.
//!
//! For each round: who is there, in which order, which pools come of it (or were drawn by hand), which games are
//! prescribed, and which of them were played. It must never know how a pool is made. Start with [`Follower::pools`].

use super::course::{Due, GameCourse, Remark, RoundCourse};
use super::follow::{Follower, Moment, Ordered, Step, Stop};
use super::{draws, found, ranking};
use crate::log::Deed;
use crate::pairing::{Impossible, Member, Pool, schedule};
use crate::ruleset::{Cut, Draw, PhaseId, Pools, Ranking, Settling};

impl<'a> Follower<'a> {
    /// Follows a phase of pools.
    pub(super) fn pools(&mut self, phase: PhaseId, scheme: &'a Pools) -> Step<()> {
        for round in 1..=scheme.rounds {
            let moment = Moment { phase, round, begin: self.facts.beginning(phase, round) };
            let cut = if round == 1 { &scheme.first } else { &scheme.later };
            let entrants = self.present(moment);
            let impossible = |why| Stop::Due(Due::Impossible { phase, round, why });
            let by_hand = self.by_hand(moment, &entrants, scheme)?;
            let is_by_hand = by_hand.is_some();
            let (Ordered { order, settled, from }, pools) = match by_hand {
                // Who is level need not be put in order: the pools are there.
                Some(pools) => {
                    let (levels, from) = self.levels(moment, &cut.by, moment.begin, &entrants)?;
                    (Ordered { order: levels.order().to_vec(), settled: Vec::new(), from }, pools)
                }
                None => {
                    let ordered = self.order(moment, cut, moment.begin, &entrants)?;
                    let pools = self.draw(moment, cut, scheme.groups, &ordered.order).map_err(impossible)?;
                    self.compare(moment, cut, scheme.groups, &entrants, &pools);
                    (ordered, pools)
                }
            };
            let mut games = self.games(moment, scheme, &pools).map_err(impossible)?;
            let recorded = self.recorded(moment);
            self.find_games(moment, &recorded, &mut games)?;
            let seed = self.seed_at(moment);
            let course = RoundCourse {
                order,
                settled,
                pools,
                by_hand: is_by_hand,
                games,
                from,
                recorded: !recorded.is_empty(),
                ..RoundCourse::empty(round, seed)
            };
            self.keep(moment, course)?;
        }
        Ok(())
    }

    /// The order from which the pools of a round are made, as it was when `as_of` games were in the log.
    fn order(&mut self, moment: Moment, cut: &Cut, as_of: u32, entrants: &[u32]) -> Step<Ordered> {
        let before = Moment { round: moment.round - 1, ..moment };
        let (levels, from) = self.levels(moment, &cut.by, as_of, entrants)?;
        // Who is drawn by lot inside the groups may be drawn by lot into them as well.
        let ties = match cut.draw {
            Draw::Lot => Settling::Lot,
            Draw::Position | Draw::Snake => self.facts.ruleset.phase(moment.phase).ties,
        };
        let (order, settled) = self.settle(before, (moment.phase, ties), &levels, |_| true)?;
        Ok(Ordered { order, settled, from })
    }

    fn draw(&self, moment: Moment, cut: &Cut, groups: u32, order: &[u32]) -> Result<Vec<Pool>, Impossible> {
        let lots = self.lots(moment);
        let phase = self.facts.ruleset.phase(moment.phase).name.as_str();
        draws::pools((phase, moment.round), cut, groups, order, &lots)
    }

    /// The pools of a round as the log records them last. A record whose pools do not hold everybody once who is there,
    /// or of which no schedule says how they play, stops the event.
    fn by_hand(&mut self, moment: Moment, entrants: &[u32], scheme: &Pools) -> Step<Option<Vec<Pool>>> {
        let Moment { phase, round, .. } = moment;
        let mut found = None;
        for (act, record) in self.facts.log.acts.iter().enumerate() {
            let Deed::Pools { phase: of, round: at, pools } = &record.what else { continue };
            if (*of, *at) == (phase, round) {
                self.used[act] = true;
                found = Some((act, pools));
            }
        }
        let Some((act, pools)) = found else { return Ok(None) };
        let (drawn, there) = (ranking::mask(&pools.concat()), ranking::mask(entrants));
        let is_in = |mask: &[bool], entrant: &u32| mask.get(*entrant as usize).copied().unwrap_or(false);
        let missing: Vec<u32> = entrants.iter().copied().filter(|who| !is_in(&drawn, who)).collect();
        let extra: Vec<u32> = pools.concat().into_iter().filter(|who| !is_in(&there, who)).collect();
        let sizes = pools.iter().map(|pool| u32::try_from(pool.len()).unwrap_or(u32::MAX));
        let size = sizes.into_iter().find(|&size| schedule::for_size(&scheme.schedules, size).is_err());
        if !missing.is_empty() || !extra.is_empty() || size.is_some() {
            return Err(Stop::Due(Due::Draw { phase, round, act, missing, extra, size }));
        }
        let member = |entrant: &u32| Member { entrant: *entrant, group: None };
        let pool = |(number, members): (u32, &Vec<u32>)| Pool {
            number,
            members: members.iter().map(member).collect(),
        };
        Ok(Some((1..).zip(pools).map(pool).collect()))
    }

    /// Says so where a correction that came too late would have made other pools.
    fn compare(&mut self, moment: Moment, cut: &Cut, groups: u32, entrants: &[u32], pools: &[Pool]) {
        let acts = self.facts.corrected_after(moment.begin);
        if acts.is_empty() || matches!(cut.by, Ranking::Entry) {
            return;
        }
        let Ok(Ordered { order, .. }) = self.order(moment, cut, u32::MAX, entrants) else { return };
        let Ok(instead) = self.draw(moment, cut, groups, &order) else { return };
        if members(&instead) != members(pools) {
            let (phase, round) = (moment.phase, moment.round);
            self.course.remarks.push(Remark::WouldChange {
                phase,
                round,
                acts,
                games: Vec::new(),
                instead: members(&instead),
            });
        }
    }

    /// The games that the schedules prescribe.
    fn games(&self, moment: Moment, scheme: &Pools, pools: &[Pool]) -> Result<Vec<GameCourse>, Impossible> {
        let name = self.name_of_games(moment.phase);
        let mut games = Vec::new();
        for pool in pools {
            let members: Vec<u32> = pool.members.iter().map(|member| member.entrant).collect();
            let size = u32::try_from(members.len()).unwrap_or(u32::MAX);
            for pairing in schedule::games(schedule::for_size(&scheme.schedules, size)?, &members) {
                let id = format!("{name}-{}-{}", moment.round, games.len() + 1);
                games.push(GameCourse { pool: Some(pool.number), ..found::prescribed(id, pairing) });
            }
        }
        Ok(games)
    }
}

fn members(pools: &[Pool]) -> Vec<Vec<u32>> {
    pools.iter().map(|pool| pool.members.iter().map(|member| member.entrant).collect()).collect()
}
