//! What is said of a node: headings, findings, comparisons, in words that all shapes share.
//!
//! Comes in: nodes and steps of an explanation. Goes out: words. It must never know a shape. Start with [`Words::heading`].

use crate::engine::Outcome;
use crate::explain::{Change, Finding, From, Node, Quote, RowName, Rows, Side, Step, Wanted, What};
use crate::report::cell::shown;
use crate::report::grid::printed;
use crate::ruleset::Aggregate;
use crate::sheet::RecordPlace;
use crate::syntax::ast::Direction;
use crate::value::{Rational, Value};

/// The words of an explanation.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// What was explained.
    pub outcome: &'a Outcome,
}

impl Words<'_> {
    /// A value.
    pub fn value(self, value: Value) -> String {
        match value {
            Value::Missing => "nothing".to_owned(),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Text(_)
            | Value::Date(_)
            | Value::Duration(_) => shown(value, &self.outcome.symbols),
        }
    }

    /// What a node is, without its value; what `around` says already is left out.
    pub fn heading(self, node: &Node, around: Option<&RowName>) -> String {
        match &node.what {
            What::Cell { column, of } => {
                let of = whose(of, around);
                if of.is_empty() { printed(column) } else { printed(&format!("{column} of {of}")) }
            }
            What::Aggregate { text, .. } => printed(text),
            What::Row { text, of } => {
                let of = whose(of, around);
                let of = if of.is_empty() { "this row".to_owned() } else { of };
                if text.is_empty() { printed(&of) } else { printed(&format!("{text} of {of}")) }
            }
            What::Option(name) => printed(&format!("option {name}")),
            What::Item { text, counts: true } => printed(text),
            What::Item { text, counts: false } => printed(&format!("does not count: {text}")),
            What::Place { standing, of, among, shared } => {
                let shared = if *shared { ", shared" } else { "" };
                printed(&format!("place of {} in “{standing}”, of {among}{shared}", whose(of, None)))
            }
            What::Against { .. } => printed(&self.against(node, around)),
            What::Key { .. } => printed(&self.key(node)),
            What::History { column, of } => {
                printed(&format!("{column} of {}, game by game", whose(of, None)))
            }
            What::Words(words) => printed(words),
            What::WhyNot { text, column, of, taken } => {
                let column = match whose(of, around) {
                    of if of.is_empty() => column.clone(),
                    of => format!("{column} of {of}"),
                };
                let not = if *taken { "it has a part" } else { "not" };
                printed(&format!("{not}: `{text}`, in {column}"))
            }
        }
    }

    /// A comparison in a sentence.
    fn against(self, node: &Node, around: Option<&RowName>) -> String {
        let What::Against { of, other, ahead } = &node.what else { return String::new() };
        let without = around.map(|around| RowName { entrant: None, ..around.clone() });
        let (of, other) = (whose(of, without.as_ref()), short(other, of));
        let how = match ahead {
            Some(true) => "is above",
            Some(false) => "is below",
            None => "is level with",
        };
        let mut parts: Vec<String> = Vec::new();
        let level: Vec<String> = node
            .children
            .iter()
            .filter_map(|key| {
                let What::Key { text, ahead: None, .. } = &key.what else { return None };
                Some(format!("`{text}` ({})", self.value(key.value.unwrap_or(Value::Missing))))
            })
            .collect();
        if !level.is_empty() {
            parts.push(format!("level on {}", listed(&level)));
        }
        let deciding = node.children.iter().find(|key| matches!(key.what, What::Key { ahead: Some(_), .. }));
        parts.extend(deciding.map(|key| {
            let names: Vec<&str> = key.clauses.iter().map(|clause| clause.name.as_str()).collect();
            let clauses =
                if names.is_empty() { String::new() } else { format!(", clause {}", names.join(", ")) };
            format!("{}{clauses}", self.key(key))
        }));
        if parts.is_empty() {
            return format!("{of} {how} {other}");
        }
        format!("{of} {how} {other}: {}", parts.join("; "))
    }

    /// What a key says of the two.
    fn key(self, node: &Node) -> String {
        let What::Key { text, direction, other, ahead, among_tied } = &node.what else {
            return String::new();
        };
        let own = self.value(node.value.unwrap_or(Value::Missing));
        let among = if *among_tied { ", in the games between those still level" } else { "" };
        let Some(ahead) = *ahead else { return format!("level on `{text}` ({own}){among}") };
        let word = match (direction, ahead) {
            (Direction::Highest, true) | (Direction::Lowest, false) => "higher",
            (Direction::Highest, false) | (Direction::Lowest, true) => "lower",
            (Direction::Latest, true) | (Direction::Earliest, false) => "later",
            (Direction::Latest, false) | (Direction::Earliest, true) => "earlier",
            (Direction::Longest, true) | (Direction::Shortest, false) => "longer",
            (Direction::Longest, false) | (Direction::Shortest, true) => "shorter",
            (Direction::Yes, true) | (Direction::No, false) => "yes",
            (Direction::Yes, false) | (Direction::No, true) => "no",
        };
        format!("`{text}` is {word} ({own} against {}){among}", self.value(*other))
    }

    /// Where a value comes from that was not computed; nothing where there is nothing to say.
    pub fn from(self, node: &Node) -> Option<String> {
        match node.from {
            From::Record(place) if node.value == Some(Value::Missing) => {
                Some(format!("as {} has nothing for it", self.place(place)))
            }
            From::Rule | From::Nowhere => None,
            From::Record(place) => Some(format!("recorded in {}", self.place(place))),
            From::Log => Some("recorded".to_owned()),
            From::Default(place) => Some(format!("recorded in {}, or the default", self.place(place))),
        }
    }

    /// `log.jsonl:12`
    pub fn place(self, place: RecordPlace) -> String {
        let name = self.outcome.logs.get(place.log as usize).map_or("", String::as_str);
        printed(&format!("{name}:{}", place.line))
    }

    /// What was decided on the way.
    pub fn step(self, step: &Step) -> String {
        let words = match step {
            Step::Over { text, value } => format!("`{text}` is {}", self.value(*value)),
            Step::Passed { line, why } => {
                let why = self.findings(why);
                format!(
                    "passed by: `{}`{}",
                    line.text,
                    if why.is_empty() { why } else { format!(", as {why}") }
                )
            }
            Step::Taken { line, why, .. } => {
                let why = self.findings(why);
                format!("taken: `{}`{}", line.text, if why.is_empty() { why } else { format!(", as {why}") })
            }
            Step::Chosen { text, why } => format!("`{text}`, as {}", self.findings(why)),
            Step::Instead { missing, text } => format!("`{text}`, as `{missing}` gives nothing"),
            Step::Unmet { why, line: None } => format!("first in the way: {}", self.findings(why)),
            Step::Unmet { why, line: Some(line) } => {
                format!("first in the way: {}, so `{line}` is taken", self.findings(why))
            }
            Step::If(why) => format!("as {}", self.findings(why)),
            Step::Aggregated(rows) => rows_words(rows),
            Step::Corrected { before, by, reason, place } => {
                let by = by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
                let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
                let before = self.value(*before);
                format!("corrected{by} in {}, it was {before}{reason}", self.place(*place))
            }
            Step::Annulled { by, reason, place } => {
                let by = by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
                let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
                format!("annulled{by} in {}{reason}", self.place(*place))
            }
            Step::Disputed { by, place, changes } => {
                let changes: Vec<String> = changes
                    .iter()
                    .map(|(column, of, recorded, reported)| {
                        let of = of.entrant.as_ref().map_or_else(String::new, |who| format!(" of {who}"));
                        let (recorded, reported) = (self.value(*recorded), self.value(*reported));
                        format!("`{column}`{of} is {recorded}, and {reported} there")
                    })
                    .collect();
                format!(
                    "in dispute: {by} reports otherwise in {}: {}",
                    self.place(*place),
                    changes.join("; ")
                )
            }
            Step::Was(value) => format!("before: {}", self.value(*value)),
            Step::Began(value) => format!("began with {}", self.value(*value)),
            Step::Stayed { moved, stayed } => format!("moved in {moved} games, stayed in {stayed}"),
            Step::Carried { column, after: Some(after) } => {
                format!("carried on: `{column}` of {}", whose(after, None))
            }
            Step::Carried { column, after: None } => format!("what `{column}` begins with"),
            Step::Said(words) => words.clone(),
            Step::Change(change) => self.change(change),
        };
        printed(&words)
    }

    /// What decided a condition.
    pub fn findings(self, why: &[Finding]) -> String {
        let all: Vec<String> = why.iter().map(|finding| self.finding(finding)).collect();
        all.join("; ")
    }

    fn finding(self, finding: &Finding) -> String {
        match finding.side {
            Some(Side::Below) => return "it is less".to_owned(),
            Some(Side::Above) => return "it is more".to_owned(),
            Some(Side::Beside) => return "it is another".to_owned(),
            None => {}
        }
        let holds = match finding.holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known",
        };
        let values: Vec<String> = finding
            .values
            .iter()
            .map(|(text, value)| format!("`{text}` is {}", self.value(*value)))
            .collect();
        if values.is_empty() {
            return format!("`{}` is {holds}", finding.text);
        }
        format!("`{}` is {holds} ({})", finding.text, values.join(", "))
    }

    fn change(self, change: &Change) -> String {
        let wanted = match &change.wanted {
            Wanted::Exactly(value) => self.value(*value),
            Wanted::AtLeast(value) => format!("{} or more", self.value(*value)),
            Wanted::AtMost(value) => format!("{} or less", self.value(*value)),
            Wanted::Above(value) => format!("more than {}", self.value(*value)),
            Wanted::Below(value) => format!("less than {}", self.value(*value)),
            Wanted::Not(value) => format!("anything but {}", self.value(*value)),
            Wanted::OneOf(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
                format!("one of {}", values.join(", "))
            }
            Wanted::Known => "recorded".to_owned(),
            Wanted::Unknown => "left out".to_owned(),
        };
        let more = change.wanted.limit().and_then(|limit| self.difference(change.is, limit));
        let more = more.map_or_else(String::new, |more| format!(" ({more})"));
        let is = self.value(change.is);
        let of = change.whose.as_ref().map_or_else(String::new, |of| format!(" of {}", whose(of, None)));
        format!("nearest change: `{}`{of} would have to be {wanted}{more}; it is {is}", change.text)
    }

    /// How much more, or less, one value would have to be.
    fn difference(self, is: Value, limit: Value) -> Option<String> {
        let far = limit.size()?.subtract(&is.size()?).ok()?;
        let far_off = match limit {
            Value::Integer(_) => Value::Integer(far.abs().ok()?.to_i64()?),
            Value::Number(_) => Value::Number(far.abs().ok()?),
            Value::Duration(_) => Value::Duration(far.abs().ok()?),
            Value::Date(_) | Value::Flag(_) | Value::Text(_) | Value::Missing => return None,
        };
        let word = if far > Rational::ZERO { "more" } else { "less" };
        (far != Rational::ZERO).then(|| format!("{} {word}", self.value(far_off)))
    }
}

/// `blokus.toml:12`
pub fn quoted(quote: &Quote) -> String {
    printed(&format!("{}:{}", quote.file, quote.line))
}

/// Whose something is; what `around` says already is left out.
pub fn whose(of: &RowName, around: Option<&RowName>) -> String {
    let is_known = |own: &Option<String>, known: fn(&RowName) -> &Option<String>| {
        own.is_some() && around.is_some_and(|around| known(around) == own)
    };
    let mut words: Vec<String> = of
        .part
        .iter()
        .filter(|_| {
            !is_known(&of.part, |name| &name.part)
                || around.is_some_and(|around| around.entrant != of.entrant)
        })
        .cloned()
        .collect();
    if let Some(entrant) = of.entrant.as_ref().filter(|_| !is_known(&of.entrant, |name| &name.entrant)) {
        words.push(entrant.clone());
    }
    let mut text = words.join(" of ");
    let game = of.game.as_ref().filter(|_| !is_known(&of.game, |name| &name.game));
    let game = game.map(|game| format!("game {game}"));
    let in_match = of.in_match.as_ref().filter(|_| !is_known(&of.in_match, |name| &name.in_match));
    let place = game.or_else(|| in_match.map(|name| format!("match {name}")));
    if let (true, None, Some(around)) = (words.is_empty() && of.entrant.is_none(), &place, around) {
        // What is of the game stands beside what is of one of those who play in it.
        return match (around.entrant.is_some(), &of.game, &of.in_match) {
            (true, Some(_), _) => "the game".to_owned(),
            (true, None, Some(_)) => "the match".to_owned(),
            (_, _, _) => text,
        };
    }
    if let Some(place) = place {
        let seat = of.seat.as_ref().map_or_else(String::new, |seat| format!(" as {seat}"));
        text = if text.is_empty() { format!("{place}{seat}") } else { format!("{text} in {place}{seat}") };
    }
    text
}

/// Who somebody is compared with: the name alone, where the game is the same.
fn short(other: &RowName, of: &RowName) -> String {
    whose(other, Some(&RowName { entrant: None, ..of.clone() }))
}

/// `a`, `a and b`, `a, b and c`
fn listed(all: &[String]) -> String {
    match all.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn rows_words(rows: &Rows) -> String {
    let Rows {
        aggregate,
        called: [one, several],
        taken,
        hits,
        left_out,
        void,
        missing,
        annulled,
        not_chosen,
        apart,
        among_tied,
    } = rows;
    let all = format!("{taken} {}", if *taken == 1 { one } else { several });
    let mut text = match (aggregate, hits) {
        (Aggregate::Sum, _) => format!("sum of {all}"),
        (Aggregate::Mean, _) => format!("mean of {all}"),
        (Aggregate::Min, _) => format!("least of {all}"),
        (Aggregate::Max, _) => format!("greatest of {all}"),
        (Aggregate::First, _) => format!("first of {all}"),
        (Aggregate::Last, _) => format!("last of {all}"),
        (_, None) => format!("counted: {all}"),
        (_, Some(0)) => format!("none of {all}"),
        (_, Some(hits)) if hits == taken => format!("all of {all}"),
        (_, Some(hits)) => format!("{hits} of {all}"),
    };
    if *among_tied {
        text.push_str(" in games between those still level");
    }
    for (count, why) in [
        (left_out, "left out by the condition"),
        (void, "void"),
        (missing, "without a value"),
        (annulled, "annulled"),
        (not_chosen, "not among those chosen"),
        (apart, "in games with others"),
    ] {
        if *count > 0 {
            text.push_str("; ");
            text.push_str(&count.to_string());
            text.push(' ');
            text.push_str(why);
        }
    }
    text
}
