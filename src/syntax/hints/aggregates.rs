//! Words of aggregates in a place where no aggregate is: `where`, `best 6 of`, `score of opponent`.

use super::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::grammar::Rule;
use crate::syntax::mistakes::spelling;
use crate::syntax::tokens::Kind;

impl Failure<'_, '_> {
    /// `best 6 of`, `where` and `score of opponent` outside of an aggregate.
    pub(super) fn aggregate(&self) -> Option<Diagnostic> {
        let (before, here, next) = (self.before(), self.here(), self.at(self.found + 1));
        let earlier = self.found.checked_sub(2).map_or("", |earlier| self.at(earlier));
        let wrong = |message: String, help: String| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        if here == "where" {
            let rest = self.text_of(self.found, self.tokens.len());
            let inner = self.text_of(0, self.found);
            let help = match inner.strip_suffix(')').filter(|_| inner.len() + rest.len() < 80) {
                Some(inner) => format!("it stands inside the brackets: `{inner} {rest})`"),
                None => {
                    "it stands inside the brackets of an aggregate: `sum(points where points > 0)`".to_owned()
                }
            };
            return wrong("a `where` outside of an aggregate".to_owned(), help);
        }
        let choosing = matches!(before, "best" | "worst");
        if choosing && earlier == "(" && self.kind(self.found) == Some(Kind::Number) {
            let help = "how many is a whole number, or an option".to_owned();
            return wrong(format!("`{here}` rows cannot be chosen"), help);
        }
        if choosing && earlier != "(" && !self.wants(Rule::word_of) {
            return wrong(
                format!("`{before}` outside of an aggregate"),
                format!("it stands inside the brackets: `sum({before} 6 of points)`"),
            );
        }
        if matches!(earlier, "best" | "worst") && before == "of" && self.wants(Rule::word_of) {
            return wrong(
                format!("`{earlier}` without a number"),
                format!("say how many: `{earlier} 6 of {here}`"),
            );
        }
        let words = self.kind(self.found.checked_sub(1)?) == Some(Kind::Word)
            && self.kind(self.found + 1) == Some(Kind::Word);
        if here == "of" && before == "list" {
            let help =
                "give the inner list a part of its own: `[part.NAME]`, and record `list of NAME`".to_owned();
            return wrong("a list of lists".to_owned(), help);
        }
        if here == "of" && words && self.wants(Rule::word_and) {
            let complaint = spelling(&format!("{before} of {next}"), format!("write `{next}.{before}`"));
            return Some(complaint.at(self.span(self.found - 1, self.found + 1), ""));
        }
        None
    }
}
