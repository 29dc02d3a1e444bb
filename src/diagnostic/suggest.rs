//! The nearest known name for a misspelt one.

/// The candidate nearest to `name`, if it is near enough to be meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let room = (name.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase());
            (distance, candidate)
        })
        // A name of one letter is not near to another one.
        .filter(|(distance, candidate)| {
            *distance <= room && *distance < name.chars().count().min(candidate.chars().count()).max(1)
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
