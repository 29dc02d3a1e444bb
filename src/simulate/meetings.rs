//! Who meets whom where opponents are chosen freely.
//!
//! Comes in: how many there are, how many matches each of them plays, how often two may meet. Goes out: meetings, by place
//! in an order that is drawn elsewhere; so they are the same in every event. It must never know a seed or a name.
//!
//! The places stand in a circle, and whoever is as far from one another in it meets: a distance gives each of them two
//! matches, that of half the circle one. So nobody meets twice before all have met, and everybody plays as many matches as
//! there can be: all as many, but for one who has one fewer where the matches of all would be no even number.
//! Start with [`meetings`].

/// A match of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meeting {
    /// Who meets, by place.
    pub places: [usize; 2],
    /// The how-manieth meeting of the two it is, from 1.
    pub time: u32,
}

/// How much each of them plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// So many matches of each; `None`: all of them.
    pub matches: Option<u32>,
    /// So many matches of two; `None`: one, or as many as each needs to play all of its matches.
    pub meetings: Option<u32>,
}

impl Limits {
    /// How many matches each of so many can play.
    pub(super) fn each(self, count: u64) -> u64 {
        let others = count.saturating_sub(1);
        let meetings = match (self.meetings, self.matches) {
            (Some(meetings), _) => others.saturating_mul(u64::from(meetings)),
            (None, None) => others,
            (None, Some(_)) if others == 0 => 0,
            (None, Some(_)) => u64::MAX,
        };
        self.matches.map_or(meetings, |matches| meetings.min(u64::from(matches)))
    }
}

/// The meetings of so many, in the order in which they are played.
pub(super) fn meetings(count: usize, limits: Limits) -> Vec<Meeting> {
    let others = count.saturating_sub(1);
    let mut left = usize::try_from(limits.each(count as u64)).unwrap_or(usize::MAX);
    let mut all = Vec::new();
    for time in 1.. {
        let each = left.min(others);
        if each == 0 {
            break;
        }
        left -= each;
        turn(count, each, |first, second| {
            // Who was named first is named second when the two meet again.
            let places = if time % 2 == 1 { [first, second] } else { [second, first] };
            all.push(Meeting { places, time });
        });
    }
    all
}

/// So many matches of each, no two of whom meet twice.
fn turn(count: usize, each: usize, mut meet: impl FnMut(usize, usize)) {
    let is_odd = each % 2 == 1;
    let has_half = count.is_multiple_of(2);
    // Where there is no half of the circle, every other one of the neighbours meet instead.
    let first = if is_odd && !has_half { 2 } else { 1 };
    for distance in first..first + each / 2 {
        around(count, distance, &mut meet);
    }
    if is_odd && has_half {
        (0..count / 2).for_each(|place| meet(place, place + count / 2));
    } else if is_odd {
        (0..count / 2).for_each(|pair| meet(2 * pair, 2 * pair + 1));
    }
}

/// All who are this far from one another. First every other one on the way around meets the next, then the others do, so
/// that nobody plays twice before nearly all have played.
fn around(count: usize, distance: usize, meet: &mut impl FnMut(usize, usize)) {
    let circles = common(count, distance);
    let length = count / circles;
    for half in 0..2 {
        for start in 0..circles {
            let steps = (0..length).filter(|step| {
                let is_last = length % 2 == 1 && step + 1 == length;
                if is_last { half == 1 } else { step % 2 == half }
            });
            for step in steps {
                let place = |step: usize| (start + step * distance) % count;
                meet(place(step), place(step + 1));
            }
        }
    }
}

/// The greatest number that divides both.
fn common(first: usize, second: usize) -> usize {
    if second == 0 { first } else { common(second, first % second) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits(matches: impl Into<Option<u32>>, meetings: impl Into<Option<u32>>) -> Limits {
        Limits { matches: matches.into(), meetings: meetings.into() }
    }

    fn played(count: usize, all: &[Meeting]) -> Vec<usize> {
        (0..count).map(|one| all.iter().filter(|meeting| meeting.places.contains(&one)).count()).collect()
    }

    #[test]
    fn without_limits_everybody_meets_everybody_once() {
        for count in 0..9 {
            let all = meetings(count, limits(None, None));
            assert_eq!(all.len(), count * count.saturating_sub(1) / 2);
            assert!(all.iter().all(|meeting| meeting.time == 1));
        }
        assert_eq!(meetings(5, limits(None, 3)).len(), 30);
    }

    #[test]
    fn five_with_three_matches_each_leave_one_with_two() {
        let all = meetings(5, limits(3, 1));
        // 5 times 3 is odd: 14 of 15 places are taken.
        assert_eq!(all.len(), 7);
        let mut counts = played(5, &all);
        counts.sort_unstable();
        assert_eq!(counts, [2, 3, 3, 3, 3]);
    }

    #[test]
    fn who_has_met_all_meets_them_again_where_that_is_allowed() {
        let twice = meetings(3, limits(5, None));
        assert_eq!(twice.iter().map(|meeting| meeting.time).max(), Some(3));
        assert_eq!(meetings(3, limits(5, 1)).len(), 3);
        let [first, again] = [&twice[0], &twice[3]];
        assert_eq!(first.places, [again.places[1], again.places[0]]);
    }

    proptest! {
        #[test]
        fn nobody_plays_too_much_and_everybody_as_much_as_can_be(
            count in 2_usize..40,
            matches in 0_u32..60,
            meets in 1_u32..4,
        ) {
            let all = meetings(count, limits(matches, meets));
            let each = (matches as usize).min((count - 1) * meets as usize);
            prop_assert_eq!(limits(matches, meets).each(count as u64), each as u64);
            prop_assert_eq!(all.len(), count * each / 2);
            let counts = played(count, &all);
            prop_assert!(counts.iter().all(|&own| own <= each));
            prop_assert!(counts.iter().filter(|&&own| own < each).count() <= 1);
            for one in 0..count {
                for other in one + 1..count {
                    let is_of = |meeting: &&Meeting| {
                        meeting.places.contains(&one) && meeting.places.contains(&other)
                    };
                    let times: Vec<u32> = all.iter().filter(is_of).map(|meeting| meeting.time).collect();
                    prop_assert!(times.len() <= meets as usize);
                    prop_assert_eq!(&times, &(1..).take(times.len()).collect::<Vec<_>>());
                }
            }
        }
    }
}
