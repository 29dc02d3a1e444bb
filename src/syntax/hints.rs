//! What was probably meant where pest found something else: answers to frequent mistakes that depend on
//! where a word stands.

mod aggregates;
mod forms;
mod levels;
mod phases;

pub(super) use forms::foreign_type;

use super::grammar::{self, Rule};
use super::mistakes::spelling;
use super::numerals;
use super::script::Script;
use super::tokens::{Kind, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A line that could not be read.
pub(super) struct Failure<'f, 't> {
    /// The rule string.
    pub script: &'f Script<'t>,
    /// The words of the line.
    pub tokens: &'f [Token],
    /// Which of them could not be read; one past the last for the end.
    pub found: usize,
    /// What the line was read as.
    pub entry: Rule,
    /// What could have stood there.
    pub expected: &'f [Rule],
}

/// The answer to a frequent mistake, if it is one.
pub(super) fn hint(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    if phases::speak_of(failure.entry) {
        return failure.citation().or_else(|| failure.phases());
    }
    failure
        .brackets()
        .or_else(|| failure.citation())
        .or_else(|| failure.form())
        .or_else(|| failure.condition())
        .or_else(|| failure.number())
        .or_else(|| failure.aggregate())
        .or_else(|| failure.word())
        .or_else(|| failure.next_line())
}

impl Failure<'_, '_> {
    /// The text of a word of the line; empty where there is none.
    fn at(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| self.script.word(token))
    }

    /// The word that could not be read.
    fn here(&self) -> &str {
        self.at(self.found)
    }

    /// The word before it.
    fn before(&self) -> &str {
        self.found.checked_sub(1).map_or("", |before| self.at(before))
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn touch(&self, left: usize) -> bool {
        match (self.tokens.get(left), self.tokens.get(left + 1)) {
            (Some(left), Some(right)) => left.end == right.start,
            _ => false,
        }
    }

    fn wants(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Whether a word of the line is a keyword.
    pub fn is_keyword(&self, index: usize) -> bool {
        grammar::spans_whole(Rule::keyword, self.at(index))
    }

    /// Whether the word before, on the same line, is a name.
    pub fn follows_a_name(&self) -> bool {
        let Some(before) = self.found.checked_sub(1) else { return false };
        self.kind(before) == Some(Kind::Word)
            && !self.is_keyword(before)
            && !self.text_up_to(self.found).contains('\n')
            && !self.wants(Rule::colon)
            && (self.wants(Rule::word_and) || self.wants(Rule::EOI) && self.entry != Rule::whole_key)
    }

    /// Whether the word before is a number, and an operator could stand here.
    pub fn follows_a_number(&self) -> bool {
        let before = self.found.checked_sub(1).and_then(|before| self.kind(before));
        before == Some(Kind::Number) && self.wants_operator()
    }

    /// Whether an operator could stand here.
    pub fn wants_operator(&self) -> bool {
        self.wants(Rule::word_and)
    }

    /// From one word of the line to another.
    fn span(&self, from: usize, to: usize) -> Span {
        let start = self.tokens.get(from).map_or(0, |token| token.start);
        let end = self.tokens.get(to).map_or(start, |token| token.end);
        self.script.text.span(start..end)
    }

    /// The word that could not be read, or the end of the line.
    pub fn place(&self) -> Span {
        match (self.tokens.get(self.found), self.tokens.last()) {
            (Some(token), _) => self.script.text.span(token.range()),
            (None, Some(last)) => self.script.text.end(last.end),
            (None, None) => self.script.text.whole(),
        }
    }

    /// What stands between the end of the word before and the start of the word at `index`.
    fn text_up_to(&self, index: usize) -> &str {
        let before = self.found.checked_sub(1).and_then(|before| self.tokens.get(before));
        let start = before.map_or(0, |token| token.end);
        let end = self.tokens.get(index).map_or(start, |token| token.start);
        self.script.text.text().get(start..end).unwrap_or("")
    }

    fn brackets(&self) -> Option<Diagnostic> {
        let mut open = Vec::new();
        for token in &self.tokens[..self.found.min(self.tokens.len())] {
            match token.kind {
                Kind::Open => open.push(token),
                Kind::Close => drop(open.pop()),
                Kind::Word
                | Kind::Number
                | Kind::Quoted { .. }
                | Kind::Sign
                | Kind::LineEnd
                | Kind::Comment => {}
            }
        }
        if self.here() == ")" && open.is_empty() {
            return Some(
                Diagnostic::new(Code::Syntax, "a bracket that closes nothing")
                    .at(self.place(), "")
                    .help("leave it out, or write the `(` that it belongs to"),
            );
        }
        let last = open.last()?;
        let gone_on = self.found < self.tokens.len() && !self.text_up_to(self.found).contains('\n');
        if gone_on || !self.wants(Rule::close) {
            return None;
        }
        Some(
            Diagnostic::new(Code::Syntax, "a bracket that is never closed")
                .at(self.script.text.span(last.range()), "it is opened here")
                .at(self.place(), "here at the latest stands a `)`")
                .help("write the `)` that belongs to it"),
        )
    }

    /// `@4.2`, `@last-piece`
    fn citation(&self) -> Option<Diagnostic> {
        let cite = (0..self.found).rev().take(2).find(|index| self.at(*index) == "@")?;
        let mut last = cite;
        while self.touch(last) {
            last += 1;
        }
        if last < self.found {
            return None;
        }
        let start = self.tokens.get(cite + 1)?.start;
        let end = self.tokens.get(last)?.end;
        let name = self.script.text.text().get(start..end)?;
        Some(
            Diagnostic::new(Code::Syntax, format!("`{name}` is not a name by itself"))
                .at(self.span(cite, last), "")
                .help(format!("quote the name of the clause: `@\"{name}\"`")),
        )
    }

    /// `if` and what belongs to it.
    fn condition(&self) -> Option<Diagnostic> {
        const FORM: &str = "the value comes first: `VALUE if CONDITION else OTHERWISE`";
        const GO_ON: &str = "go on behind `else` with the value: `A if B else C if D else E`, or write cases";
        let here = self.here().to_lowercase();
        let complaint = match here.as_str() {
            "then" | "?" => {
                spelling(self.here(), self.turned().unwrap_or_else(|| FORM.to_owned())).at(self.place(), "")
            }
            "elif" | "elsif" | "elseif" => spelling(self.here(), GO_ON).at(self.place(), ""),
            "if" if self.before() == "else" => misplaced("an `if` right behind `else`", GO_ON)
                .at(self.span(self.found.saturating_sub(1), self.found), ""),
            "if" | "when" if self.found == 0 && self.entry == Rule::whole_case => {
                misplaced(&format!("`{}` before the condition of a case", self.here()), "leave it out")
                    .at(self.place(), "")
            }
            "if" | "when" | "unless" if self.wants_value() => {
                let help = self.turned().unwrap_or_else(|| FORM.to_owned());
                misplaced(&format!("`{}` where a value is expected", self.here()), &help).at(self.place(), "")
            }
            "when" => spelling("when", "write `if`").at(self.place(), ""),
            _ if self.wants(Rule::word_else) && !self.wants(Rule::word_if) => return self.no_else(),
            _ => return None,
        };
        Some(complaint)
    }

    /// `if C then A else B` and `C ? A : B`, in the order of this language.
    fn turned(&self) -> Option<String> {
        let position = |word: &str| (0..self.tokens.len()).find(|index| self.at(*index) == word);
        let (first, middle, last) = if self.at(0) == "if" {
            (1, position("then")?, position("else"))
        } else {
            (0, position("?")?, position(":"))
        };
        let end = last.unwrap_or(self.tokens.len());
        let otherwise = last.map_or("0", |last| self.text_of(last + 1, self.tokens.len()));
        let condition = self.text_of(first, middle);
        let value = self.text_of(middle + 1, end);
        let short = [condition, value, otherwise].iter().all(|part| !part.is_empty() && part.len() < 40);
        short.then(|| format!("the value comes first: `{value} if {condition} else {otherwise}`"))
    }

    /// The text of the words from one to before another.
    fn text_of(&self, from: usize, to: usize) -> &str {
        let last = to.checked_sub(1).and_then(|last| self.tokens.get(last));
        let (Some(first), Some(last)) = (self.tokens.get(from), last) else { return "" };
        self.script.text.text().get(first.start..last.end).unwrap_or("")
    }

    /// A second line where an expression was finished.
    fn next_line(&self) -> Option<Diagnostic> {
        let next = self.found > 0 && self.text_up_to(self.found).contains('\n');
        let finished = self.entry == Rule::whole_cited && self.wants(Rule::word_and);
        if !next || !finished || self.found >= self.tokens.len() {
            return None;
        }
        Some(
            Diagnostic::new(Code::Syntax, "a second line that does not go on with the first")
                .at(self.place(), "")
                .help("one rule gives one value; several lines are a tally (each begins with `+` or `-`), cases (`CONDITION -> VALUE`) or bands (`by …`)"),
        )
    }

    fn wants_value(&self) -> bool {
        self.expected.iter().any(|rule| {
            matches!(
                rule,
                Rule::expression
                    | Rule::disjunction
                    | Rule::operand
                    | Rule::signed
                    | Rule::sum
                    | Rule::cited
                    | Rule::comparison
                    | Rule::case
                    | Rule::key
                    | Rule::shown
                    | Rule::values
            )
        })
    }

    /// `15 if completed`
    fn no_else(&self) -> Option<Diagnostic> {
        if self.found < self.tokens.len() && self.here() != "if" {
            return None;
        }
        let word = (0..self.found).rev().find(|index| self.at(*index) == "if")?;
        let tally =
            self.entry == Rule::whole_cited
                && self.script.tokens.windows(2).any(|pair| {
                    pair[0].kind == Kind::LineEnd && matches!(self.script.word(&pair[1]), "+" | "-")
                });
        let start = self.tokens.first().map_or(0, |token| token.start);
        let end = self.tokens.last().map_or(start, |token| token.end);
        let line = self.script.text.text().get(start..end).unwrap_or("");
        let help = if tally {
            "in a tally every line begins with `+` or `-`, the first one too".to_owned()
        } else if self.found == self.tokens.len() && line.len() < 80 && !line.contains('\n') {
            format!("say what holds otherwise: `{line} else 0`")
        } else {
            "say what holds otherwise: `15 if completed else 0`".to_owned()
        };
        Some(
            Diagnostic::new(Code::Syntax, "an `if` without an `else`")
                .at(self.span(word, word), "")
                .at(self.place(), "`else` is missing here")
                .help(help),
        )
    }

    /// `0,5`, `1,000`, `1 000`, `.5`, `30 seconds`
    fn number(&self) -> Option<Diagnostic> {
        let previous = self.found.checked_sub(1);
        let after_number = previous.is_some_and(|before| self.kind(before) == Some(Kind::Number));
        let next_number = self.kind(self.found + 1) == Some(Kind::Number);
        let (before, here, next) = (self.before(), self.here(), self.at(self.found + 1));
        let first = previous.unwrap_or(0);
        if here == "." && next_number && self.touch(self.found) && !after_number {
            let complaint = spelling(&format!(".{next}"), format!("write `0.{next}`"));
            return Some(complaint.at(self.span(self.found, self.found + 1), ""));
        }
        let unit_before = self.found > 1 && self.kind(self.found - 2) == Some(Kind::Number);
        if unit_before && self.kind(self.found) == Some(Kind::Number) && numerals::unit(next).is_some() {
            let sum = format!("{} {before} + {here} {next}", self.at(self.found - 2));
            let complaint = Diagnostic::new(Code::WrongSpelling, "a length of time in two units");
            let help = format!("write it in one unit, or as a sum: `{sum}`");
            return Some(complaint.at(self.span(self.found - 2, self.found + 1), "").help(help));
        }
        if !after_number {
            return None;
        }
        if here == "," && next_number && self.touch(first) && self.touch(self.found) {
            let help = if next.len() == 3 {
                format!("write `{before}{next}` for thousands, `{before}.{next}` for a fraction")
            } else {
                format!("a decimal has a point: `{before}.{next}`")
            };
            let complaint = Diagnostic::new(Code::WrongSpelling, "a comma inside a number");
            return Some(complaint.at(self.span(first, self.found + 1), "").help(help));
        }
        if self.kind(self.found) == Some(Kind::Number) && here.len() == 3 {
            let complaint = Diagnostic::new(Code::WrongSpelling, "a number with its thousands set apart");
            return Some(
                complaint.at(self.span(first, self.found), "").help(format!("write `{before}{here}`")),
            );
        }
        let unit = numerals::unit(here)?;
        let complaint = spelling(here, format!("write `{before} {unit}`"));
        Some(complaint.at(self.place(), ""))
    }

    /// Words of other languages, keywords in capitals.
    fn word(&self) -> Option<Diagnostic> {
        let first = self.found.saturating_sub(1);
        for index in first..=self.found {
            let lower = self.at(index).to_lowercase();
            if lower != self.at(index) && grammar::spans_whole(Rule::keyword, &lower) {
                let complaint = spelling(self.at(index), format!("write `{lower}`, in small letters"));
                return Some(complaint.at(self.span(index, index), ""));
            }
        }
        let (here, next) = (self.here(), self.at(self.found + 1));
        let one = |help: &str| Some(spelling(here, help).at(self.place(), ""));
        let two = |help: &str| {
            Some(spelling(&format!("{here} {next}"), help).at(self.span(self.found, self.found + 1), ""))
        };
        let unreadable = |message: &str, help: &str| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        match (here.to_lowercase().as_str(), next) {
            ("=", _) if self.found == 0 => unreadable(
                "a rule begins with its value",
                "leave out the `=`: the key says what the rule is called",
            ),
            ("(", _) if self.kind(first) == Some(Kind::Number) && self.found > 0 => unreadable(
                "a number directly before a bracket",
                &format!("a product is written with `*`: `{} * (`", self.before()),
            ),
            ("highest" | "lowest" | "latest" | "earliest" | "longest" | "shortest", "first")
                if self.entry != Rule::whole_key =>
            {
                unreadable(
                    "a direction outside of an order",
                    "rules only give values; which end comes first is said in the `order` of a standing or a placing",
                )
            }
            ("not", "in") => Some(
                misplaced("`not in` is not one operator", "write `not` before the value: `not a in (b, c)`")
                    .at(self.span(self.found, self.found + 1), ""),
            ),
            ("not", _) if self.wants_value() => unreadable(
                "a `not` behind a tighter operator",
                "put it in brackets with its condition: `(not a)`",
            ),
            ("is", "not") => two("write `!=`"),
            ("is" | "equals" | "eq", _) => one("write `=`"),
            ("between", _) => one("write `in LOW to HIGH`: `a in 1 to 5`"),
            ("modulo" | "rem", _) => one("write `mod`"),
            ("xor", _) => one("write `!=` between two conditions"),
            ("plus", _) => one("write `+`"),
            ("minus", _) => one("write `-`"),
            ("times" | "x", _) => one("write `*`"),
            (".", _) if self.found > 0 && self.kind(first) == Some(Kind::Word) => {
                unreadable("a blank beside a dot", "names are joined without blanks: `entrant.born`")
            }
            (".", _) if self.found > 0 && self.kind(first) == Some(Kind::Number) => unreadable(
                "a number with a point too many",
                "a number has digits before and behind its point: `1.5`",
            ),
            ("@", _) if !self.wants(Rule::cite) => unreadable(
                "a citation where none can stand",
                "clauses are cited at the end of a rule, a condition or a line of an order",
            ),
            _ => None,
        }
    }
}

/// Words of this language in a place that other languages give them.
fn misplaced(message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongSpelling, message).help(help)
}
