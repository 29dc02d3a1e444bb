//! Standings: the entrants, sorted by the keys, and again inside each group that a key `among tied` splits.
//!
//! Comes in: a [`Standing`] whose columns are computed. Goes out: its table, or why there is none. Groups of entrants
//! still level wait at the key that they are to be compared by next; all that wait at one key `among tied` are taken
//! at once. A group that such a key splits begins again with the first key, so the number of rounds is bounded by the
//! number of splits. Start with [`eval`].

use super::lot::Lot;
use super::order::Key;
use super::pairs::Course;
use super::prepared::Prepared;
use super::reduce::Trouble;
use super::tied::Levels;
use super::{Look, StandingRow, StandingTable};
use crate::ruleset::{OrderKey, Standing, Ties};
use crate::sheet::{Column, ColumnId, Data, NO_ROW, SheetId, Tables, row_id};

/// A standing, and the groups of entrants whose tie is refused.
pub(super) type Ranked = (StandingTable, Vec<Vec<u32>>);

/// What a standing is computed from.
pub(super) struct Ranking<'a> {
    pub course: &'a Course<'a>,
    pub prepared: &'a mut Prepared,
}

/// Entrants still level, a range of the order so far, and the key by which they are to be compared next.
struct Group {
    start: usize,
    end: usize,
    key: usize,
}

impl<'a> Ranking<'a> {
    /// Ranks the entrants. With a `width`, every so many rows of their sheet are ranked for themselves, as if each event
    /// stood alone; their places go on from one to the next. The columns of keys `among tied` are left as they were last
    /// compared.
    ///
    /// # Errors
    /// The column of a key `among tied`, and the rows on which it cannot be computed.
    pub(super) fn eval(
        mut self,
        standing: &'a Standing,
        sheet: SheetId,
        width: Option<u32>,
        tables: &mut Tables,
    ) -> Result<Ranked, (ColumnId, Trouble)> {
        let mut order = listed(standing, tables, tables.rows(sheet));
        let mut level = Vec::new();
        let keys = standing.keys.iter().filter(|key| key.among_tied.is_some());
        let mut compared: Vec<(ColumnId, Vec<bool>)> =
            keys.map(|key| (key.column, vec![false; tables.rows(sheet)])).collect();
        let mut looks = Vec::new();
        let mut decided = vec![0_u32; standing.keys.len()];
        let mut open = events(&order, width);
        let mut scratch = Vec::new();
        while !open.is_empty() {
            let mut waiting = Vec::new();
            while let Some(group) = open.pop() {
                match standing.keys.get(group.key) {
                    _ if group.end - group.start < 2 => {}
                    None => level.push(group),
                    Some(OrderKey { among_tied: Some(_), .. }) => waiting.push(group),
                    Some(key) => {
                        let mut parts = 0;
                        split(&mut order, &group, (Key::new(key, tables), &mut scratch), |start, end| {
                            parts += 1;
                            if end - start > 1 {
                                open.push(Group { start, end, key: group.key + 1 });
                            }
                        });
                        decided[group.key] += u32::from(parts > 1);
                    }
                }
            }
            // The groups that wait at the first of these keys go on; the others wait another round.
            let Some(place) = waiting.iter().map(|group| group.key).min() else {
                break;
            };
            let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|group| group.key == place);
            open = later;
            let key = &standing.keys[place];
            self.compare_among(key, &now, &order, tables)?;
            let marks = compared.iter_mut().filter(|(column, _)| *column == key.column);
            for (_, marks) in marks {
                let level = now.iter().flat_map(|group| &order[group.start..group.end]);
                level.for_each(|&entrant| marks[entrant as usize] = true);
            }
            if let Some(filled) = tables.column(key.column) {
                let kind = &self.course.ruleset.column(key.column).ty.kind;
                looks.extend(now.iter().map(|group| {
                    let level = order[group.start..group.end].iter();
                    let level = level.map(|&who| (who, filled.value(who as usize, kind))).collect();
                    Look { column: key.column, level }
                }));
            }
            for group in now {
                let before = open.len();
                split(&mut order, &group, (Key::new(key, tables), &mut scratch), |start, end| {
                    open.push(Group { start, end, key: 0 });
                });
                match &mut open[before..] {
                    [whole] => whole.key = place + 1,
                    _ => decided[place] += 1,
                }
            }
        }
        level.sort_by_key(|group| group.start);
        let (rows, refused) = self.rows(standing, &mut order, &level, tables);
        Ok((StandingTable { rows, compared, looks, decided }, refused))
    }

    /// Computes the column of a key among tied anew, for the entrants of these groups.
    fn compare_among(
        &mut self,
        key: &'a OrderKey,
        groups: &[Group],
        order: &[u32],
        tables: &mut Tables,
    ) -> Result<(), (ColumnId, Trouble)> {
        let steps = key.among_tied.as_deref().unwrap_or(&[]);
        let mut levels =
            Levels { groups: vec![NO_ROW; tables.rows(self.course.ruleset.column(key.column).sheet)] };
        for (number, group) in groups.iter().enumerate() {
            for &entrant in &order[group.start..group.end] {
                levels.groups[entrant as usize] = row_id(number);
            }
        }
        let course = self.course;
        let staying = || steps.iter().filter(|step| !course.passes(step));
        let before: Vec<(ColumnId, Option<Column>)> =
            staying().map(|step| (step.out(), tables.column(step.out()).cloned())).collect();
        for step in staying() {
            let taken = course.step(step, (Some(&levels), steps), self.prepared, tables);
            if let Some((failed, trouble)) = taken.troubles.into_iter().next() {
                return Err((failed.out(), trouble));
            }
            tables.set_column(step.out(), taken.column);
        }
        for (id, old) in before {
            let Some(old) = old else {
                continue;
            };
            if id == key.column {
                let mixed = match tables.column(id) {
                    Some(new) => mix(old, new, &levels.groups),
                    None => old,
                };
                tables.set_column(id, mixed);
            } else {
                tables.set_column(id, old);
            }
        }
        Ok(())
    }

    fn rows(
        &self,
        standing: &Standing,
        order: &mut [u32],
        level: &[Group],
        tables: &Tables,
    ) -> (Vec<StandingRow>, Vec<Vec<u32>>) {
        let mut refused = Vec::new();
        let mut shared: Vec<Option<usize>> = vec![None; order.len()];
        for group in level {
            match standing.ties {
                Ties::Share => shared[group.start..group.end].fill(Some(group.start)),
                Ties::Lot => Lot::of_standing(
                    &self.course.evaluator(self.prepared, tables),
                    &standing.name,
                    self.course.seed,
                )
                .draw(&mut order[group.start..group.end]),
                Ties::Refuse => {
                    shared[group.start..group.end].fill(Some(group.start));
                    refused.push(order[group.start..group.end].to_vec());
                }
            }
        }
        let row = |(place, (entrant, shared)): (usize, (&u32, Option<usize>))| StandingRow {
            place: row_id(shared.unwrap_or(place)).saturating_add(1),
            entrant: *entrant,
            shared: shared.is_some(),
        };
        let rows = order.iter().zip(shared).enumerate().map(row).collect();
        (rows, refused)
    }
}

/// Who is listed, in the order of registration.
fn listed(standing: &Standing, tables: &Tables, rows: usize) -> Vec<u32> {
    let column = standing.listed.and_then(|listed| tables.column(listed));
    let is_listed = |row: &usize| match column.map(|column| (&column.data, column)) {
        Some((Data::Flag(values), column)) => values[*row] && column.is_known(*row),
        Some((Data::Integer(_) | Data::Number(_) | Data::Symbol(_), _)) => false,
        None => true,
    };
    (0..rows).filter(is_listed).map(row_id).collect()
}

/// The entrants of each event, ranges of those who are listed.
fn events(listed: &[u32], width: Option<u32>) -> Vec<Group> {
    let Some(width) = width.filter(|width| *width > 0) else {
        return vec![Group { start: 0, end: listed.len(), key: 0 }];
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut start = 0;
    while let Some(&first) = listed.get(start) {
        let next = (first / width).saturating_add(1).saturating_mul(width);
        let own = listed[start..].iter().take_while(|entrant| **entrant < next).count().max(1);
        groups.push(Group { start, end: start + own, key: 0 });
        start += own;
    }
    groups
}

/// Sorts a group by one key, and tells the ranges that are level by it.
fn split(
    order: &mut [u32],
    group: &Group,
    (key, scratch): (Key<'_>, &mut Vec<u64>),
    mut found: impl FnMut(usize, usize),
) {
    let mut start = group.start;
    key.sort(&mut order[group.start..group.end], scratch, |end| {
        found(start, group.start + end);
        start = group.start + end;
    });
}

/// The old column, with the new values where a row belongs to a group.
fn mix(mut old: Column, new: &Column, groups: &[u32]) -> Column {
    fn take<T: Copy>(old: &mut [T], new: &[T], groups: &[u32]) {
        for ((old, new), _) in old.iter_mut().zip(new).zip(groups).filter(|(_, group)| **group != NO_ROW) {
            *old = *new;
        }
    }
    match (&mut old.data, &new.data) {
        (Data::Integer(old), Data::Integer(new)) => {
            let rows = new.iter().zip(groups).enumerate().take(old.len());
            for (row, (value, _)) in rows.filter(|(_, (_, group))| **group != NO_ROW) {
                old.set(row, value);
            }
        }
        (Data::Number(old), Data::Number(new)) => take(old, new, groups),
        (Data::Flag(old), Data::Flag(new)) => take(old, new, groups),
        (Data::Symbol(old), Data::Symbol(new)) => take(old, new, groups),
        (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => return new.clone(),
    }
    if old.known.is_some() || new.known.is_some() {
        let all = |column: &Column| column.known.clone().unwrap_or_else(|| vec![true; column.len()]);
        let mut known = all(&old);
        take(&mut known, &all(new), groups);
        old.known = known.contains(&false).then_some(known);
    }
    old
}
