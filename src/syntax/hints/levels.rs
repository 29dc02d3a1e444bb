//! Frequent mistakes in the lines of a ladder.

use super::{Failure, misplaced};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::grammar::Rule;
use crate::syntax::mistakes::spelling;
use crate::syntax::tokens::Kind;

const FORM: &str = "a level is written `NAME when CONDITION kept @clause`, in this order";

impl Failure<'_, '_> {
    /// Mistakes in the line of a level.
    pub(super) fn level(&self) -> Option<Diagnostic> {
        let wrong = |message: &str, help: &str| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        let here = self.here();
        if self.found == 0 {
            return match here {
                "when" | "kept" | "never" => wrong(
                    &format!("`{here}` where the name of a level is expected"),
                    "the name comes first: `NAME when CONDITION`; a name that is spelt so stands in quotes",
                ),
                _ if self.kind(0) == Some(Kind::Number) => {
                    let help =
                        format!("a name that begins with a digit stands in double quotes: `\"{here}\"`");
                    wrong(&format!("`{here}` is not a name by itself"), &help)
                }
                _ => None,
            };
        }
        match here.to_lowercase().as_str() {
            "," | ";" => return wrong("two levels on one line", "write each level on a line of its own"),
            "keep" | "keeps" | "permanent" | "forever" | "always" if self.wants(Rule::word_kept) => {
                return Some(spelling(here, "write `kept`").at(self.place(), ""));
            }
            "kept" if self.before() == "when" || self.wants(Rule::expression) => {
                return wrong(
                    "`when` without a condition",
                    "say when the level is reached, or leave `when` out",
                );
            }
            small @ ("kept" | "when" | "never") if small != here => {
                return Some(
                    spelling(here, format!("write `{small}`, in small letters")).at(self.place(), ""),
                );
            }
            "kept" | "when" | "never" => return wrong(&format!("`{here}` in the wrong place"), FORM),
            _ => {}
        }
        if !self.wants(Rule::word_when) {
            return None;
        }
        match here {
            "if" | "->" | ":" | "=" | "where" | "from" | "by" | "in" => Some(
                spelling(here, format!("write `when`: `{} when …`", self.text_of(0, self.found)))
                    .at(self.place(), ""),
            ),
            ">=" | ">" | "<=" | "<" => Some(
                misplaced(&format!("`{here}` right behind the name of a level"), FORM).at(self.place(), ""),
            ),
            _ => None,
        }
    }
}
