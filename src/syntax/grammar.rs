//! The parser that pest derives from the files in `grammar/`.

use pest::Parser;
use pest::iterators::Pair;

/// All rules of `grammar/`.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/words.pest"]
#[grammar = "../grammar/expression.pest"]
#[grammar = "../grammar/tally.pest"]
#[grammar = "../grammar/bands.pest"]
#[grammar = "../grammar/cases.pest"]
#[grammar = "../grammar/order.pest"]
#[grammar = "../grammar/types.pest"]
#[grammar = "../grammar/schedule.pest"]
#[grammar = "../grammar/bracket.pest"]
#[grammar = "../grammar/selection.pest"]
#[grammar = "../grammar/levels.pest"]
struct Grammar;

/// Parses `text` with a rule and gives its first pair.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Option<Pair<'_, Rule>>, Box<pest::error::Error<Rule>>> {
    match Grammar::parse(rule, text) {
        Ok(mut pairs) => Ok(pairs.next()),
        Err(error) => Err(Box::new(error)),
    }
}

/// Whether a rule takes the whole of `text`.
pub(super) fn spans_whole(rule: Rule, text: &str) -> bool {
    matches!(parse(rule, text), Ok(Some(pair)) if pair.as_str() == text)
}

/// The text of everything that a rule finds at the beginning of `text`, also where it is silent.
#[cfg(test)]
pub(super) fn found(rule: Rule, text: &str) -> Result<&str, Box<pest::error::Error<Rule>>> {
    Ok(Grammar::parse(rule, text)?.as_str())
}
