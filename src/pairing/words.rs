//! Why there can be no pairing, in words for an organiser.
//!
//! Start with [`Impossible::words`].

use super::{Impossible, pools};

/// So far the numbers of entrants are tried that might do instead.
const FARTHEST: u32 = 1000;

impl Impossible {
    /// What is wrong, and what to do.
    #[must_use]
    pub fn words(&self) -> (String, String) {
        match *self {
            Self::Pools { entrants, groups, remainder } => cut(entrants, groups, remainder),
            Self::NoSchedule { size } => (
                format!("no schedule says how a pool of {size} plays"),
                format!("write one under `schedule`: `{size} = '''…'''`, a line for each game"),
            ),
            Self::TooFew { entrants: 0, least } => {
                let enter = if least == 1 {
                    "somebody enter".to_owned()
                } else {
                    format!("{least} entrants enter, or more")
                };
                ("there is nobody to pair".to_owned(), format!("let {enter}"))
            }
            Self::TooFew { entrants, least } => (
                format!("{} too few to pair", are(entrants)),
                format!("there must be {least} at least: let {} more enter", least.saturating_sub(entrants)),
            ),
            Self::TooMany { entrants, most } => (
                format!("{} too many for a bracket", are(entrants)),
                format!("admit {most} at most: `entrants = \"top {most} of …\"`"),
            ),
        }
    }
}

fn cut(entrants: u32, groups: u32, remainder: Option<u32>) -> (String, String) {
    let full = entrants.checked_div(groups).unwrap_or(0);
    let over = entrants.checked_rem(groups).unwrap_or(0);
    let numbers = numbers(entrants, groups, remainder);
    let left_over = format!("{} {} of {groups} and {over} left over", are(entrants), pools_in_words(full));
    let message = match remainder {
        None => format!("{left_over}, and nothing says where they go"),
        Some(size) if size > groups => format!(
            "{left_over}, but {}",
            if full == 1 { "it can take in only 1" } else { "each of them can take in only 1" }
        ),
        Some(size) => {
            let pools = full.saturating_add(1);
            format!(
                "{entrants} entrants cannot be put into pools of {groups} and of {size}: {} of {groups} would not \
                 take them all in, and {pools} of {size} need {}",
                pools_in_words(full),
                u64::from(pools) * u64::from(size)
            )
        }
    };
    let rest: Vec<String> = [groups.saturating_add(1), groups.saturating_sub(1)]
        .into_iter()
        .filter(|size| remainder.is_none() && pools::is_possible(entrants, groups, Some(*size)))
        .map(|size| format!("`remainder = \"pools of {size}\"`"))
        .collect();
    let help = match rest.as_slice() {
        [] => {
            format!("{numbers}; or draw the pools by hand, and record them in the log: `{{\"draw\": …}}`")
        }
        some => format!("write {}; as it is, {numbers}", some.join(" or ")),
    };
    (message, help)
}

/// The nearest numbers that can be cut: `pools can be drawn for 4 or 6 entrants`.
fn numbers(entrants: u32, groups: u32, remainder: Option<u32>) -> String {
    let possible = |number: &u32| pools::is_possible(*number, groups, remainder);
    let below = (entrants.saturating_sub(FARTHEST)..entrants).rev().find(possible);
    let above = (entrants..=entrants.saturating_add(FARTHEST)).find(possible);
    let found: Vec<String> = below.into_iter().chain(above).map(|number| number.to_string()).collect();
    match found.as_slice() {
        [] => "no number near it can be cut either".to_owned(),
        some => format!("pools can be drawn for {} entrants", some.join(" or ")),
    }
}

fn are(entrants: u32) -> String {
    if entrants == 1 { "1 entrant is".to_owned() } else { format!("{entrants} entrants are") }
}

fn pools_in_words(number: u32) -> String {
    if number == 1 { "1 pool".to_owned() } else { format!("{number} pools") }
}
