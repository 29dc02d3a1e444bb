//! Frequent mistakes in the lines of phases: schedules, brackets, selections.

use super::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::grammar::{self, Rule};
use crate::syntax::mistakes::spelling;
use crate::syntax::tokens::Kind;

/// What other people write between those who meet.
const VERSUS: [&str; 13] =
    ["vs", "versus", "against", "contre", "gegen", "contra", "x", "×", "-", "–", "—", "/", ":"];

/// Whether lines of this kind are about phases.
pub(super) fn speak_of(entry: Rule) -> bool {
    matches!(
        entry,
        Rule::whole_schedule_line
            | Rule::whole_bracket_line
            | Rule::whole_elimination
            | Rule::whole_selection
    )
}

impl Failure<'_, '_> {
    /// Mistakes in the lines of phases.
    pub(super) fn phases(&self) -> Option<Diagnostic> {
        match self.entry {
            Rule::whole_schedule_line => self.glued().or_else(|| self.versus(0)).or_else(|| self.game()),
            Rule::whole_bracket_line => self.meeting(),
            Rule::whole_elimination => Some(self.elimination()),
            Rule::whole_selection => self.selection(),
            _ => None,
        }
    }

    /// `yellow-green`
    fn glued(&self) -> Option<Diagnostic> {
        let first = self.found.checked_sub(1)?;
        let glued = self.here() == "-" && self.touch(first) && self.touch(self.found);
        if !glued || self.before().len() < 2 {
            return None;
        }
        let name = self.text_of(first, self.found + 2);
        Some(
            Diagnostic::new(Code::Syntax, format!("`{name}` is not a name by itself"))
                .at(self.span(first, self.found + 1), "")
                .help(format!("a seat that is no plain name stands in double quotes: `\"{name}\"`")),
        )
    }

    /// `vs`, `-`, `against`: where the line has no `v` from the word `first` on.
    fn versus(&self, first: usize) -> Option<Diagnostic> {
        let (mut places, end) = (first..self.tokens.len(), self.found);
        if (first..self.tokens.len()).any(|index| self.at(index) == "v") && !self.wants(Rule::versus) {
            return None;
        }
        let place = places.find(|index| {
            let word = self.at(*index).to_lowercase();
            // A bracket may have read it as a part of a name; a seat may be called `x`.
            let near = *index + 1 >= end || self.entry == Rule::whole_bracket_line;
            near && (VERSUS.contains(&word.as_str()) || word == "v" && self.at(*index) == "V")
        })?;
        let word = self.at(place);
        Some(spelling(word, "write `v` between those who meet").at(self.span(place, place), ""))
    }

    /// A line of a schedule.
    fn game(&self) -> Option<Diagnostic> {
        let here = self.here();
        let wrong = |message: &str, help: &str| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        for index in [self.found.saturating_sub(1), self.found] {
            let word = self.at(index);
            if matches!(word.to_lowercase().as_str(), "referee" | "ref" | "arbiter" | "judge" | "umpires") {
                return Some(spelling(word, "write `umpire`").at(self.span(index, index), ""));
            }
        }
        if self.wants(Rule::letter) || self.wants(Rule::schedule_line) || self.wants(Rule::schedule_side) {
            let upper = here.to_uppercase();
            if here == "v" {
                return wrong("nobody stands before this `v`", "write who meets: `A v B`");
            }
            if self.found == 0 && (0..self.tokens.len()).any(|index| self.at(index) == ":") {
                return wrong(
                    "the games of a schedule have no names",
                    "leave out what stands before the colon",
                );
            }
            if here.len() == 1 && here.bytes().all(|letter| letter.is_ascii_lowercase()) {
                return Some(spelling(here, format!("write `{upper}`, in capitals")).at(self.place(), ""));
            }
            if matches!(self.kind(self.found), Some(Kind::Word | Kind::Number | Kind::Quoted { .. })) {
                let message = format!("`{here}` is no entrant of a schedule");
                return wrong(&message, "the entrants of a pool or a match are letters: `A`, `B`, `C`…");
            }
        }
        if self.wants(Rule::versus) && grammar::spans_whole(Rule::letter, here) {
            let help = "write `v` between those who meet, and each game on a line of its own";
            return wrong(&format!("no `v` between `{}` and `{here}`", self.before()), help);
        }
        match here {
            "," | ";" => wrong("two games on one line", "write each game on a line of its own"),
            "->" => {
                wrong("an arrow in a schedule", "a game of a schedule decides no final place: leave it out")
            }
            _ => None,
        }
    }

    /// A line of a bracket.
    fn meeting(&self) -> Option<Diagnostic> {
        let wrong = |message: &str, help: &str| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        let Some(colon) = (0..self.tokens.len()).find(|index| self.at(*index) == ":").filter(|at| *at > 0)
        else {
            return Some(
                Diagnostic::new(Code::Syntax, "a match without a name")
                    .at(self.span(0, self.tokens.len().saturating_sub(1)), "")
                    .help("write its name and a colon first: `semi 1: seed 1 v seed 4`"),
            );
        };
        let here = self.here();
        if self.found <= colon && matches!(here, "–" | "—" | "." | "/" | "'" | "(") {
            let name = self.text_of(0, colon);
            let message = format!("`{here}` in the name of a match");
            return wrong(&message, &format!("such a name stands in double quotes: `\"{name}\"`"));
        }
        let lower = here.to_lowercase();
        if lower != here && matches!(lower.as_str(), "seed" | "winner" | "loser") {
            return Some(spelling(here, format!("write `{lower}`, in small letters")).at(self.place(), ""));
        }
        let wants_side = self.wants(Rule::word_seed) || self.wants(Rule::bracket_side);
        if wants_side {
            return self.side(here);
        }
        if self.wants(Rule::word_of) && matches!(self.before(), "winner" | "loser") {
            let message = format!("`of` is missing behind `{}`", self.before());
            return wrong(&message, &format!("write `{} of NAME`, with the name of a match", self.before()));
        }
        if self.wants(Rule::outcome) || self.wants(Rule::word_winner) {
            let help = "say whose place it is: `-> winner 1, loser 2`";
            return wrong("a final place without `winner` or `loser`", help);
        }
        if here == "v" {
            let help =
                "a match of a bracket is between two; three or more meet in pools: `pairing = \"pools\"`";
            return wrong("more than two sides in one match", help);
        }
        self.versus(colon + 1)
    }

    /// Something else than `seed 1` or `winner of …` for a side of a match.
    fn side(&self, here: &str) -> Option<Diagnostic> {
        let wrong = |message: &str, help: &str| {
            Some(Diagnostic::new(Code::Syntax, message).at(self.place(), "").help(help))
        };
        match self.kind(self.found) {
            Some(Kind::Word) if matches!(here.to_lowercase().as_str(), "bye" | "byes") => wrong(
                "a bye is no match",
                "take the line out, and let the entrant come in where it meets somebody: `seed 1 v winner of …`",
            ),
            Some(Kind::Number) => wrong(
                &format!("`{here}` for a side of a match"),
                &format!("an entrant of the phase is called `seed {here}`"),
            ),
            Some(Kind::Word) => {
                let end = (self.found..self.tokens.len())
                    .find(|index| ["v", "->", "@"].contains(&self.at(*index)))
                    .unwrap_or(self.tokens.len());
                let name = self.text_of(self.found, end);
                let message = format!("`{name}` for a side of a match");
                let help = format!(
                    "say who of another match: `winner of {name}`, `loser of {name}`; an entrant of the phase is `seed 1`"
                );
                Some(
                    Diagnostic::new(Code::Syntax, message)
                        .at(self.span(self.found, end.saturating_sub(1)), "")
                        .help(help),
                )
            }
            Some(
                Kind::Quoted { .. } | Kind::Open | Kind::Close | Kind::Sign | Kind::LineEnd | Kind::Comment,
            )
            | None => None,
        }
    }

    /// `double elimination`
    fn elimination(&self) -> Diagnostic {
        let all = self.text_of(0, self.tokens.len());
        let whole = self.span(0, self.tokens.len().saturating_sub(1));
        if self.at(0).eq_ignore_ascii_case("double") {
            return Diagnostic::new(Code::Syntax, "a double elimination is not laid out by a word")
                .at(whole, "")
                .help("write its matches, one a line: `losers 1: loser of round 1 a v loser of round 1 b`");
        }
        let message = format!("`{all}` is no bracket");
        Diagnostic::new(Code::Syntax, message).at(whole, "").help(
            "write `single elimination`, `single elimination, third place`, or the matches, one a line: `final: seed 1 v seed 2`",
        )
    }

    /// `best 4 of …`, `places 5-8 of …`
    fn selection(&self) -> Option<Diagnostic> {
        let whole = self.span(0, self.tokens.len().saturating_sub(1));
        let first = self.at(0).to_lowercase();
        if self.tokens.len() == 1 && matches!(first.as_str(), "all" | "everybody" | "everyone" | "any") {
            return Some(spelling(self.at(0), "leave the key out: then everybody plays").at(whole, ""));
        }
        let number = |index: usize| self.kind(index) == Some(Kind::Number);
        let previous = self.found.checked_sub(1);
        if matches!(self.here(), "-" | "–" | "until" | "..")
            && previous.is_some_and(number)
            && number(self.found + 1)
        {
            let (low, high) = (self.before(), self.at(self.found + 1));
            let complaint = spelling(self.here(), format!("write `places {low} to {high} of …`"));
            return Some(complaint.at(self.place(), ""));
        }
        if self.found == 0 && matches!(first.as_str(), "best" | "first" | "the") {
            return Some(spelling(self.at(0), "write `top`: `top 4 of qualification`").at(self.place(), ""));
        }
        if self.found == 0 && first == "place" {
            return Some(
                spelling(self.at(0), "write `places`: `places 5 to 8 of qualification`").at(self.place(), ""),
            );
        }
        None
    }
}
