//! Clauses: every citation names one that exists, and every one is cited, or is a note, or is verified in the moves of a
//! game, or waits.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::format::ClauseStatus;
use crate::ruleset::{Clause, ClauseId};
use crate::syntax::ast::Name;
use crate::syntax::is_plain_name;

impl Checker<'_> {
    /// Takes over the clauses of the file.
    pub(super) fn lay_out_clauses(&mut self) {
        for (place, entry) in self.file.clauses.iter().enumerate() {
            let id = ClauseId(u32::try_from(place).unwrap_or(u32::MAX));
            self.ruleset.clauses.push(Clause { name: entry.name.text.clone(), text: entry.text.clone() });
            self.clause_ids.insert(&entry.name.text, id);
        }
    }

    /// The clause that a citation names.
    pub(super) fn cite_one(&mut self, name: &Name) -> Option<ClauseId> {
        if let Some(&id) = self.clause_ids.get(name.text.as_str()) {
            self.cited.insert(id);
            return Some(id);
        }
        let known = self.file.clauses.iter().map(|clause| clause.name.text.as_str());
        let help = match nearest(&name.text, known) {
            Some(near) => format!("did you mean `{}`?", citation(near)),
            None => format!("state it in `[clauses]`: `{} = \"…\"`", key(&name.text)),
        };
        self.complain(
            Diagnostic::new(Code::UnknownClause, format!("no clause is called `{}`", name.text))
                .at(name.span, "cited here")
                .help(help),
        );
        None
    }

    /// Complains of clauses that no rule cites, and of notes that one does.
    pub(super) fn find_uncited(&mut self) {
        for (place, entry) in self.file.clauses.iter().enumerate() {
            let id = ClauseId(u32::try_from(place).unwrap_or(u32::MAX));
            if entry.status == ClauseStatus::Rule && !self.cited.contains(&id) {
                let name = &entry.name.text;
                if entry.name.span.source != self.file.source {
                    let message = format!("no rule cites the clause `{name}` any more");
                    self.complain(
                        Diagnostic::new(Code::UncitedClause, message)
                            .at(entry.name.span, "stated in the format that this one builds on")
                            .help(format!(
                                "say what became of it in your own [clauses]: `{name} = {{ text = \"…\", note = true }}`"
                            )),
                    );
                    continue;
                }
                self.complain(
                    Diagnostic::new(Code::UncitedClause, format!("no rule cites the clause `{name}`"))
                        .at(entry.name.span, "stated here")
                        .help(format!(
                            "end the rule that states it with `{}`; where there is nothing to compute, mark it: \
                             `{} = {{ text = \"…\", note = true }}`",
                            citation(name),
                            key(name)
                        )),
                );
            }
        }
    }
}

/// How a rule cites a clause.
fn citation(clause: &str) -> String {
    if is_plain_name(clause) { format!("@{clause}") } else { format!("@\"{clause}\"") }
}

/// How a table of TOML names a clause.
fn key(clause: &str) -> String {
    let is_bare = clause.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if is_bare && !clause.is_empty() { clause.to_owned() } else { format!("\"{clause}\"") }
}
