//! Frequent mistakes that belong to one form: bands, cases, tallies, orders, types.

use super::{Failure, misplaced};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::syntax::grammar::Rule;
use crate::syntax::mistakes::spelling;
use crate::syntax::tokens::Kind;

/// The directions of a key, and the words they begin with.
const DIRECTIONS: [(&str, &str); 6] = [
    ("highest first", "highest"),
    ("lowest first", "lowest"),
    ("latest first", "latest"),
    ("earliest first", "earliest"),
    ("longest first", "longest"),
    ("shortest first", "shortest"),
];

impl Failure<'_, '_> {
    /// Mistakes that belong to one form.
    pub(super) fn form(&self) -> Option<Diagnostic> {
        match self.entry {
            Rule::whole_band => self.band().or_else(|| self.otherwise()),
            Rule::whole_case => self.otherwise().or_else(|| self.case()),
            Rule::whole_type_text => self.band().or_else(|| self.type_text()),
            Rule::whole_key => self.direction(),
            Rule::whole_level => self.level(),
            Rule::whole_item if self.here() == "else" => Some(
                Diagnostic::new(Code::Syntax, "an `else` in an item of a tally")
                    .at(self.place(), "")
                    .help("put the whole choice in brackets: `+ (15 if completed else 5)`"),
            ),
            _ => None,
        }
    }

    /// `10-18`, `19+`, `>= 19`
    fn band(&self) -> Option<Diagnostic> {
        let next = self.at(self.found + 1);
        let number = |index: usize| self.kind(index) == Some(Kind::Number);
        let previous = self.found.checked_sub(1);
        if let Some(previous) = previous.filter(|index| number(*index)) {
            let low = self.at(previous);
            if self.here() == "-" && number(self.found + 1) {
                let complaint = spelling(
                    &format!("{low}{}{next}", self.text_up_to(self.found + 1)),
                    format!("write `{low} to {next}`"),
                );
                return Some(complaint.at(self.span(previous, self.found + 1), ""));
            }
            if self.here() == "+" {
                let complaint = spelling(&format!("{low}+"), format!("write `{low} or more`"));
                return Some(complaint.at(self.span(previous, self.found), ""));
            }
        }
        let right = match self.here() {
            ">=" => format!("{next} or more"),
            "<=" => format!("{next} or less"),
            ">" => format!("above {next}"),
            "<" => format!("below {next}"),
            _ => return None,
        };
        if !number(self.found + 1) {
            return None;
        }
        let message = format!("`{}` where a range is expected", self.here());
        let complaint = misplaced(&message, &format!("write `{right}`"));
        Some(complaint.at(self.span(self.found, self.found + 1), ""))
    }

    /// `goals > 3 ->`, and another line below.
    fn case(&self) -> Option<Diagnostic> {
        let at_end = self.found == self.tokens.len() || self.here() == "otherwise";
        if !at_end || self.found.checked_sub(1).map(|before| self.at(before)) != Some("->") {
            return None;
        }
        Some(
            Diagnostic::new(Code::Syntax, "a case without a value")
                .at(self.span(self.found - 1, self.found - 1), "nothing stands behind this arrow")
                .help("write what holds in this case: `CONDITION -> VALUE`"),
        )
    }

    /// `else -> 0`
    fn otherwise(&self) -> Option<Diagnostic> {
        let first = self.found == 0 && self.here() == "else";
        first
            .then(|| misplaced("`else` at the beginning of a line", "write `otherwise`").at(self.place(), ""))
    }

    /// Types as other languages call them.
    fn type_text(&self) -> Option<Diagnostic> {
        if self.here() == "?" {
            return Some(
                Diagnostic::new(Code::Syntax, "a `?` in the wrong place")
                    .at(self.place(), "")
                    .help("it stands directly behind the type: `integer?`; a type with a default needs none"),
            );
        }
        if self.found == 0 && self.at(1) == "," && self.kind(0) == Some(Kind::Word) {
            let all = self.text_of(0, self.tokens.len());
            return Some(
                Diagnostic::new(Code::Syntax, "choices without `one of` before them")
                    .at(self.place(), "")
                    .help(format!("write `one of {all}`")),
            );
        }
        if self.at(0) == "one" && self.found > 1 && self.kind(self.found) == Some(Kind::Number) {
            let complaint = Diagnostic::new(Code::Syntax, "a number for a choice").at(self.place(), "");
            let here = self.here();
            return Some(complaint.help(format!(
                "a choice that is no plain name stands in double quotes: `\"{here}\"`; a number with few values is written `number 0 to 1`"
            )));
        }
        if self.found == 1 && self.kind(1) == Some(Kind::Number) {
            let complaint = Diagnostic::new(Code::Syntax, format!("a range behind `{}`", self.at(0)));
            return Some(
                complaint.at(self.place(), "").help("only numbers, durations and dates have a range"),
            );
        }
        if self.found == 1 && self.here() == "," {
            let complaint = Diagnostic::new(Code::Syntax, "a comma inside a type").at(self.place(), "");
            return Some(complaint.help("leave it out"));
        }
        if matches!(self.before(), "from" | "between") && self.found == 2 {
            let before = self.before();
            let help = format!("leave `{before}` out: `{} 0 to 89`", self.at(0));
            return Some(spelling(before, help).at(self.span(1, 1), ""));
        }
        let here = self.here().to_lowercase();
        let known = ["integer", "number", "yes/no", "text", "date", "duration", "one", "list"];
        let right = match here.as_str() {
            small if self.here() != small && known.contains(&small) => {
                known.into_iter().find(|word| *word == small)?
            }
            here if foreign_type(here).is_some() => foreign_type(here)?,
            "whole" => "integer",
            "fraction" => "number",
            "flag" | "yesno" | "yes" => "yes/no",
            "time" | "seconds" | "timespan" => "duration",
            "day" | "datetime" => "date",
            "enum" | "choice" | "any" => "one of a, b",
            "array" | "set" | "lists" => "list of integer",
            "optional" | "maybe" => "integer?",
            _ => return None,
        };
        (self.found == 0 || self.before() == "of")
            .then(|| spelling(self.here(), format!("write `{right}`")).at(self.place(), ""))
    }

    /// `desc`
    fn direction(&self) -> Option<Diagnostic> {
        if self.here() == "," && self.found > 0 {
            let complaint = Diagnostic::new(Code::Syntax, "two keys on one line").at(self.place(), "");
            return Some(complaint.help("write each key on a line of its own"));
        }
        if (self.found == self.tokens.len() || self.here() == "@") && self.wants(Rule::direction) {
            let key = self.text_of(0, self.found);
            let shown = if key.len() < 40 { key } else { "points" };
            return Some(
                Diagnostic::new(Code::Syntax, "a key without a direction").at(self.place(), "").help(
                    format!("say which end comes first: `{shown} highest first`, `{shown} lowest first`"),
                ),
            );
        }
        let right = match self.here().to_lowercase().as_str() {
            "desc" | "descending" | "high" | "higher" | "most" | "max" | "largest" | "greatest"
            | "biggest" => "highest first",
            "asc" | "ascending" | "low" | "lower" | "least" | "fewest" | "smallest" | "min" => "lowest first",
            "newest" | "youngest" => "latest first",
            "oldest" => "earliest first",
            "best" | "top" => "highest first",
            "worst" => "lowest first",
            "fastest" | "quickest" => "shortest first",
            "slowest" => "longest first",
            word => {
                let both = DIRECTIONS.iter().find(|(_, start)| nearest(word, [*start]).is_some());
                let (right, _) = both.filter(|_| self.wants(Rule::direction))?;
                let last = self.found + usize::from(self.at(self.found + 1) == "first");
                let complaint = Diagnostic::new(Code::Syntax, format!("`{}` is no direction", self.here()));
                return Some(
                    complaint.at(self.span(self.found, last), "").help(format!("did you mean `{right}`?")),
                );
            }
        };
        let last = self.found + usize::from(self.at(self.found + 1) == "first");
        Some(spelling(self.here(), format!("write `{right}`")).at(self.span(self.found, last), ""))
    }
}

/// A type of other languages, and what it is called here.
pub(in crate::syntax) fn foreign_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "int" | "integers" | "long" => "integer",
        "float" | "real" | "double" | "decimal" | "rational" | "numbers" => "number",
        "bool" | "boolean" => "yes/no",
        "string" | "strings" | "str" | "texts" | "char" => "text",
        _ => return None,
    })
}
