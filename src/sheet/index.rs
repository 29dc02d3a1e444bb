//! Which row of another sheet a row belongs to.

use std::ops::Range;

/// The row that is not there.
pub const NO_ROW: u32 = u32::MAX;

/// A link: one target row (or none) for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Index {
    /// Row `i` belongs to row `i / n`: `n` children to each parent, in order.
    Every(u32),
    /// Every row belongs to row 0.
    One,
    /// Each row names its target; [`NO_ROW`] where there is none.
    Rows(Vec<u32>),
}

impl Index {
    /// The target of `row`; [`NO_ROW`] where there is none.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize) -> u32 {
        match self {
            Self::Every(count) => row_id(row / *count as usize),
            Self::One => 0,
            Self::Rows(rows) => rows.get(row).copied().unwrap_or(NO_ROW),
        }
    }

    /// Every row is its own target.
    pub const SAME: Self = Self::Every(1);

    /// This link, then `next`: from the `rows` rows of this one to the targets of the other.
    #[must_use]
    pub fn then(&self, next: &Self, rows: usize) -> Self {
        match (self, next) {
            (Self::Every(1), _) => next.clone(),
            (_, Self::Every(1)) => self.clone(),
            (Self::Every(_) | Self::One, Self::One) => Self::One,
            (Self::Every(first), Self::Every(second)) if first.checked_mul(*second).is_some() => {
                Self::Every(first * second)
            }
            (Self::Rows(middle), Self::Rows(last)) => Self::Rows(
                middle.iter().map(|&row| last.get(row as usize).copied().unwrap_or(NO_ROW)).collect(),
            ),
            // Each target has as many rows as the others, so they need not be looked up one by one.
            (Self::Every(count), Self::Rows(last)) if rows == last.len() * *count as usize => {
                let mut all = vec![NO_ROW; rows];
                let runs = all.chunks_mut((*count).max(1) as usize);
                runs.zip(last).for_each(|(run, &target)| run.fill(target));
                Self::Rows(all)
            }
            _ => Self::Rows(
                (0..rows)
                    .map(|row| match self.get(row) {
                        NO_ROW => NO_ROW,
                        middle => next.get(middle as usize),
                    })
                    .collect(),
            ),
        }
    }

    /// Appends the targets of a range of rows.
    pub fn append_to(&self, range: Range<usize>, out: &mut Vec<u32>) {
        match self {
            Self::One => out.resize(out.len() + range.len(), 0),
            Self::Every(1) => out.extend(range.map(row_id)),
            Self::Every(2) if range.start.is_multiple_of(2) && range.end.is_multiple_of(2) => {
                out.extend((range.start / 2..range.end / 2).map(row_id).flat_map(|target| [target; 2]));
            }
            Self::Every(4) if range.start.is_multiple_of(4) && range.end.is_multiple_of(4) => {
                out.extend((range.start / 4..range.end / 4).map(row_id).flat_map(|target| [target; 4]));
            }
            Self::Every(count) => {
                let (mut target, mut left) = (self.get(range.start), range.len());
                let mut here = *count as usize - range.start % *count as usize;
                while left > 0 {
                    let run = here.min(left);
                    out.resize(out.len() + run, target);
                    left -= run;
                    target = target.saturating_add(1);
                    here = *count as usize;
                }
            }
            Self::Rows(rows) => out.extend_from_slice(&rows[range]),
        }
    }
}

/// The number of a row, as links keep it. There are never as many as [`NO_ROW`].
#[must_use]
#[inline]
pub fn row_id(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(NO_ROW)
}

/// The rows of a child sheet, gathered by their parent: the inverse of an [`Index`].
#[derive(Debug, Clone)]
pub struct Grouping {
    offsets: Vec<u32>,
    rows: Vec<u32>,
}

impl Grouping {
    /// Groups `children` rows by their parent; inside a group they keep their order.
    #[must_use]
    pub fn new(index: &Index, children: usize, parents: usize) -> Self {
        let mut offsets = vec![0_u32; parents + 1];
        for row in 0..children {
            let parent = index.get(row);
            if parent != NO_ROW {
                offsets[parent as usize + 1] += 1;
            }
        }
        for parent in 0..parents {
            offsets[parent + 1] += offsets[parent];
        }
        let mut next = offsets.clone();
        let mut rows = vec![0; offsets[parents] as usize];
        for row in 0..children {
            let parent = index.get(row);
            if parent != NO_ROW {
                let place = &mut next[parent as usize];
                rows[*place as usize] = row_id(row);
                *place += 1;
            }
        }
        Self { offsets, rows }
    }

    /// The children of a parent, in the order of their sheet.
    #[must_use]
    pub fn children(&self, parent: usize) -> &[u32] {
        &self.rows[self.offsets[parent] as usize..self.offsets[parent + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_link_after_the_other_leads_where_both_lead() {
        let links = [
            (Index::SAME, 6),
            (Index::Every(2), 12),
            (Index::Every(3), 18),
            (Index::Every(2), 11),
            (Index::One, 4),
            (Index::Rows(vec![5, NO_ROW, 0, 3, 3]), 5),
        ];
        let next = Index::Rows(vec![9, 8, NO_ROW, 6, 5, 4]);
        for (link, rows) in links {
            let both = link.then(&next, rows);
            for row in 0..rows {
                let middle = link.get(row);
                let end = if middle == NO_ROW { NO_ROW } else { next.get(middle as usize) };
                assert_eq!(both.get(row), end, "{link:?}, row {row}");
            }
        }
    }
}
