//! Claims: tried where they are not proved, and complained of where a record breaks them.
//!
//! Comes in: a format. Goes out: what is known of its claims, with complaints that show the smallest record. Start with
//! [`Session::check_claims`].

use super::{Format, Session};
use crate::audit::{self, Broken, ClaimRow, Claims, Ruled, Standing, Trying};
use crate::diagnostic::{Code, Complaints, Diagnostic, Severity};
use crate::example;
use crate::format::{Found, Library};
use crate::source::Span;

impl Session {
    /// Loads and checks a format, tries its examples, and those of its claims that are not proved. `None` where it has
    /// errors that leave nothing to run.
    pub fn check_claims(
        &mut self,
        name: &str,
        found: &Found,
        library: &dyn Library,
        trying: Trying,
    ) -> Option<(Format, Claims)> {
        let (format, own) = self.examine(name, found, library);
        let is_claim = |one: &&Diagnostic| one.code == Code::ClaimFails;
        let refuted: Vec<Span> =
            own.iter().filter(is_claim).filter_map(|one| Some(one.labels.first()?.span)).collect();
        let is_sound = own.iter().all(|one| one.code.severity() != Severity::Error || is_claim(&one));
        let Some(format) = format.filter(|_| is_sound) else {
            self.complaints.extend(own);
            return None;
        };
        let claims = audit::claims(&format.file, &format.ruleset, &refuted, trying);
        for complaint in own.iter() {
            let row = claims.all.iter().find(|row| {
                is_claim(&complaint) && complaint.labels.first().is_some_and(|label| label.span == row.at)
            });
            let broken_by = row.and_then(broken_by);
            self.complaints.push(match broken_by {
                Some(broken) => complaint.clone().note(record(broken)),
                None => complaint.clone(),
            });
        }
        self.complaints.extend(broken(&claims));
        example::try_all(&format.file, &format.ruleset, &mut self.complaints);
        Some((format, claims))
    }

    /// What every ruled column of a format can hold.
    #[must_use]
    pub fn ruled(&self, format: &Format) -> Vec<Ruled> {
        audit::ruled(&format.ruleset, &self.sources)
    }
}

fn broken_by(row: &ClaimRow) -> Option<&Broken> {
    match &row.standing {
        Standing::Fails { broken_by, .. } => broken_by.as_deref(),
        Standing::Proved(_) | Standing::Tried { .. } => None,
    }
}

/// Complaints about the claims that a record breaks, and of which it was not proved that they never hold.
fn broken(claims: &Claims) -> Complaints {
    let mut complaints = Complaints::new();
    for row in &claims.all {
        let Standing::Fails { never: false, broken_by: Some(broken), .. } = &row.standing else { continue };
        let label = if broken.values.is_empty() { "not true of this record" } else { &broken.values };
        complaints.push(
            Diagnostic::new(Code::ClaimBreaks, format!("the claim `{}` does not always hold", row.text))
                .at(row.at, label)
                .note(record(broken))
                .help(
                    "mend the claim, or the rules that it speaks of; or say with `void` which records do not count",
                ),
        );
    }
    complaints
}

/// A record, field by field.
fn record(broken: &Broken) -> String {
    let row = if broken.row.is_empty() { String::new() } else { format!(" ({})", broken.row) };
    let head = format!("the smallest record that was found to break it{row}:");
    let fields = broken.fields.iter().map(|(path, value)| format!("{path} = {value}"));
    std::iter::once(head).chain(fields).collect::<Vec<_>>().join("\n")
}
