//! Names that look alike though they differ: in capitals, in blanks, in how a letter is put together.
//!
//! Comes in: names. Goes out: groups of those that look alike, and in words where two of them differ.
//! It must never know whose names they are. Start with [`groups`].

use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;
use unicode_normalization::UnicodeNormalization;

/// Groups of two or more that look alike, by their places among `names`, in the order of their first ones. Every name
/// must be there once.
pub(super) fn groups<'n>(names: &[&'n str]) -> Vec<Vec<usize>> {
    let mut look = String::new();
    let hash_of = |(place, name): (usize, &&'n str)| {
        looks_like(name, &mut look);
        let mut hasher = FxHasher::default();
        hasher.write(look.as_bytes());
        (hasher.finish(), place)
    };
    let mut hashes: Vec<(u64, usize)> = names.iter().enumerate().map(hash_of).collect();
    hashes.sort_unstable();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for same in hashes.chunk_by(|(first, _), (second, _)| first == second).filter(|same| same.len() > 1) {
        let mut by_look: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for &(_, place) in same {
            let mut look = String::new();
            looks_like(names[place], &mut look);
            by_look.entry(look).or_default().push(place);
        }
        groups.extend(by_look.into_values().filter(|group| group.len() > 1));
    }
    groups.sort_unstable();
    groups
}

/// What is left of a name when capitals, wide letters, blanks and what has no width are set aside.
fn looks_like(name: &str, look: &mut String) {
    look.clear();
    let mut add = |sign: char| {
        if !sign.is_whitespace() {
            look.push(sign);
        } else if !look.is_empty() && !look.ends_with(' ') {
            look.push(' ');
        }
    };
    if name.is_ascii() {
        name.chars().for_each(|sign| add(sign.to_ascii_lowercase()));
    } else {
        let composed = name.chars().filter(|sign| !has_no_width(*sign)).nfkc();
        composed.flat_map(char::to_lowercase).for_each(|sign| add(if sign == 'ς' { 'σ' } else { sign }));
    }
    look.truncate(look.trim_end().len());
}

/// Whether nothing of a name can be seen.
pub(super) fn is_unseen(name: &str) -> bool {
    name.chars().all(|sign| has_no_width(sign) || sign.is_whitespace())
}

fn has_no_width(sign: char) -> bool {
    matches!(sign, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Where the second of two names differs from the first, if a reader cannot see it.
pub(super) fn difference(first: &str, second: &str) -> Option<String> {
    let (mut firsts, mut seconds) = (first.chars(), second.chars());
    let (one, other) = loop {
        match (firsts.next(), seconds.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            different => break different,
        }
    };
    let is_plain = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_graphic());
    if is_plain(one) && is_plain(other) {
        return None;
    }
    Some(match (one, other) {
        (Some(one), Some(other)) => {
            format!("the second has {} where the first has {}", in_words(other), in_words(one))
        }
        (None, Some(more)) => format!("the second has {} more", in_words(more)),
        (Some(more), None) => format!("the first has {} more", in_words(more)),
        (None, None) => return None,
    })
}

fn in_words(sign: char) -> String {
    let number = u32::from(sign);
    match sign {
        ' ' => "a blank".to_owned(),
        '\t' => "a tab".to_owned(),
        '\u{A0}' | '\u{202F}' => format!("a no-break blank (U+{number:04X})"),
        sign if sign.is_whitespace() => format!("another kind of blank (U+{number:04X})"),
        sign if has_no_width(sign) => format!("a sign that has no width (U+{number:04X})"),
        sign if unicode_normalization::char::is_combining_mark(sign) => {
            format!("a mark that joins the letter before it (U+{number:04X})")
        }
        sign if sign.is_ascii_graphic() => format!("`{sign}`"),
        sign => format!("`{}` (U+{number:04X})", sign.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, groups};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_names_are_met_without_panic(first in "\\PC{0,8}", second in "[aA\u{300}\u{A0} \u{200B}ßẞΣς]{0,4}") {
            prop_assert!(groups(&[&first, &second]).len() <= 1);
            prop_assert_eq!(difference(&first, &first), None);
            difference(&first, &second);
        }
    }

    #[test]
    fn names_that_look_alike_are_grouped() {
        let names = [
            "Bo",
            "Zoe\u{301}",
            "BO",
            "Ada K",
            "Zo\u{e9}",
            "Ada\u{a0}K",
            "\u{ff22}\u{ff4f}",
            "Ada  K ",
            "Cy",
            "Bo\u{200b}",
            "Bob",
            "Zoe",
        ];
        assert_eq!(groups(&names), [vec![0, 2, 6, 9], vec![1, 4], vec![3, 5, 7]]);
        assert!(groups(&["Ada", "Ben"]).is_empty());
        assert!(groups(&[]).is_empty());
    }

    #[test]
    fn what_cannot_be_seen_is_said() {
        assert_eq!(difference("Bo", "BO"), None);
        assert_eq!(
            difference("Ada K", "Ada\u{a0}K").unwrap(),
            "the second has a no-break blank (U+00A0) where the first has a blank"
        );
        assert_eq!(
            difference("Zo\u{e9}", "Zoe\u{301}").unwrap(),
            "the second has `e` where the first has `é` (U+00E9)"
        );
        assert_eq!(
            difference("Bo", "Bo\u{200b}").unwrap(),
            "the second has a sign that has no width (U+200B) more"
        );
        assert_eq!(difference("Bo ", "Bo").unwrap(), "the first has a blank more");
    }
}
