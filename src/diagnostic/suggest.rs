//! The nearest known name for a misspelt one.

/// The candidate nearest to `name`, if it is near enough to be meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let room = (length / 3).clamp(1, 3);
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        // Names much longer or shorter need not be looked at letter by letter.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= room)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        // A name of one letter is not near to another one.
        .filter(|(distance, candidate)| {
            *distance <= room && *distance < length.min(candidate.chars().count()).max(1)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `a`, `b` or `c`: names for a sentence, at most eight of them.
#[must_use]
pub fn one_of<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().take(8).map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > 8 => format!("{}, …", quoted.join(", ")),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
