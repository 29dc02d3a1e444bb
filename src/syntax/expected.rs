//! What was expected, in words for people, where pest found something else.

use super::grammar::Rule;
use super::hints::{self, Failure};
use super::script::Script;
use super::tokens::Kind;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use pest::error::{Error, ErrorVariant, InputLocation};
use std::collections::BTreeSet;
use std::ops::Range;

/// How many of the expected things are named.
const NAMED: usize = 5;

/// The complaint about a line that pest could not read.
pub(super) fn complaint(
    script: &Script<'_>,
    line: &Range<usize>,
    entry: Rule,
    error: &Error<Rule>,
) -> Diagnostic {
    let at = line.start
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let tokens = script.words_in(line);
    let rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => each(positives),
        // A limit of pest's own: none is set, since `limits` has looked at the string before.
        ErrorVariant::CustomError { .. } => {
            return Diagnostic::new(Code::TooDeep, "brackets nest too deeply for the memory at hand")
                .at(script.text.span(line.start..line.end), "")
                .help("divide the rule over several columns, and give each a name");
        }
    };
    let found = tokens.iter().position(|token| token.end > at).unwrap_or(tokens.len());
    let failure = Failure { script, tokens: &tokens, found, entry, expected: &rules };
    hints::hint(&failure).unwrap_or_else(|| plain(&failure))
}

/// What was expected, one by one: where a group of operators was told by its next character, all of them.
fn each(expected: &[Rule]) -> Vec<Rule> {
    let of_group = |rule: &Rule| group(*rule).map_or_else(|| vec![*rule], <[Rule]>::to_vec);
    let mut all: Vec<Rule> = expected.iter().flat_map(of_group).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The operators of which the grammar looks at the next character, before it tries them.
pub(super) fn group(ahead: Rule) -> Option<&'static [Rule]> {
    Some(match ahead {
        Rule::sign_ahead => {
            &[Rule::plus, Rule::minus, Rule::times, Rule::slash, Rule::word_div, Rule::word_mod]
        }
        Rule::comparator_ahead => &[
            Rule::word_in,
            Rule::not_equal,
            Rule::at_most,
            Rule::at_least,
            Rule::equal,
            Rule::less,
            Rule::greater,
        ],
        Rule::joint_ahead => &[Rule::word_and, Rule::word_or],
        Rule::instead_ahead => &[Rule::word_if, Rule::word_else],
        _ => return None,
    })
}

/// The complaint in general words: what was expected, and what stands there.
fn plain(failure: &Failure<'_, '_>) -> Diagnostic {
    let wanted = wanted(failure.expected);
    let found = match failure.tokens.get(failure.found) {
        Some(token) => format!("found `{}`", failure.script.word(token)),
        None => "found the end".to_owned(),
    };
    let message = match &wanted {
        Some(wanted) => format!("expected {wanted}, {found}"),
        None => format!("this cannot be read, {found}"),
    };
    let complaint = Diagnostic::new(Code::Syntax, message).at(failure.place(), "");
    match failure.tokens.get(failure.found) {
        Some(token) if token.kind == Kind::Word && failure.is_keyword(failure.found) => {
            let word = failure.script.word(token);
            complaint.help(format!(
                "`{word}` is a word of the language; a name that is spelt so stands in quotes: `\"{word}\"`"
            ))
        }
        Some(token) if token.kind == Kind::Word && failure.follows_a_number() => {
            let word = failure.script.word(token);
            complaint.help(format!(
                "leave `{word}` out, or write an operator between them; only times have units: `30 s`, `20 min`"
            ))
        }
        Some(token)
            if failure.entry == Rule::whole_key
                && matches!(failure.script.word(token), "as" | "highest" | "lowest" | "among") =>
        {
            complaint.help(
                "a key is written `VALUE as \"heading\" highest first among tied @clause`, in this order",
            )
        }
        Some(token) if failure.entry == Rule::whole_type_text && failure.found == 0 => {
            let types =
                ["integer", "number", "yes/no", "text", "date", "duration", "one of a, b", "list of integer"];
            let word = failure.script.word(token);
            complaint.help(match nearest(word, types) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a type is {}", one_of(&types)),
            })
        }
        Some(token) if token.kind == Kind::Word && failure.follows_a_name() => {
            let both = failure.script.text.text().get(failure.tokens[failure.found - 1].start..token.end);
            let both = both.unwrap_or("").replace('"', "");
            let quoted = format!("a name of several words stands in double quotes: `\"{both}\"`");
            complaint.help(if failure.wants_operator() {
                format!("write an operator between them; {quoted}")
            } else {
                quoted
            })
        }
        Some(_) | None => complaint,
    }
}

/// The expected things in words: sorted, each once, and not too many.
fn wanted(rules: &[Rule]) -> Option<String> {
    let operator = rules.contains(&Rule::word_and);
    let in_place = |rule: &Rule| match rule {
        // Behind a finished value nearly everything is possible: one word says it.
        Rule::word_else | Rule::open if operator => None,
        Rule::word_or if !operator => Some("`or more`"),
        Rule::equal if !operator => Some("`=`"),
        rule => in_words(*rule),
    };
    let words: BTreeSet<&str> = rules.iter().filter_map(in_place).collect();
    let (signs, kinds): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| word.starts_with('`'));
    let all: Vec<&str> = kinds.into_iter().chain(signs).take(NAMED).collect();
    match all.split_last()? {
        (last, []) => Some((*last).to_owned()),
        (last, others) => Some(format!("{} or {last}", others.join(", "))),
    }
}

/// What a rule of the grammar is called among people; `None` for what is never expected.
fn in_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end",
        Rule::name | Rule::quoted | Rule::label | Rule::binder => "a name",
        Rule::path
        | Rule::expression
        | Rule::disjunction
        | Rule::comparison
        | Rule::sum
        | Rule::signed
        | Rule::operand
        | Rule::literal
        | Rule::reference
        | Rule::bracketed
        | Rule::values
        | Rule::cited
        | Rule::shown
        | Rule::key
        | Rule::case
        | Rule::end
        | Rule::word_yes
        | Rule::word_no
        | Rule::word_not => "a value",
        Rule::integer | Rule::decimal | Rule::percent | Rule::duration | Rule::date => "a number",
        Rule::cite | Rule::cites => "a citation",
        Rule::word_and
        | Rule::word_or
        | Rule::word_in
        | Rule::word_if
        | Rule::word_div
        | Rule::word_mod
        | Rule::members
        | Rule::comparator
        | Rule::plus
        | Rule::minus
        | Rule::times
        | Rule::slash
        | Rule::equal
        | Rule::not_equal
        | Rule::less
        | Rule::at_most
        | Rule::greater
        | Rule::at_least
        | Rule::if_else => "an operator",
        Rule::word_else | Rule::else_only => "`else`",
        Rule::condition => "`if`",
        Rule::word_by | Rule::bands_head => "`by`",
        Rule::word_otherwise => "`otherwise`",
        Rule::word_where | Rule::filter => "`where`",
        Rule::word_to | Rule::up_to => "`to`",
        Rule::word_of => "`of`",
        Rule::word_as | Rule::heading => "`as`",
        Rule::word_best | Rule::word_worst | Rule::choice => "`best`",
        Rule::word_above | Rule::above => "`above`",
        Rule::word_below | Rule::below => "`below`",
        Rule::word_more => "`more`",
        Rule::word_less => "`less`",
        Rule::or_more => "`or more`",
        Rule::or_less => "`or less`",
        Rule::band | Rule::ranges | Rule::band_range | Rule::type_range => "a range",
        Rule::arrow | Rule::columns => "`->`",
        Rule::comma => "`,`",
        Rule::colon => "`:`",
        Rule::question => "`?`",
        Rule::open | Rule::listed | Rule::arguments => "`(`",
        Rule::close => "`)`",
        Rule::item => "`+` or `-`",
        Rule::direction => "a direction (`highest first`, `lowest first`, …)",
        Rule::among_tied | Rule::word_among => "`among tied`",
        Rule::word_highest => "`highest`",
        Rule::word_lowest => "`lowest`",
        Rule::word_latest => "`latest`",
        Rule::word_earliest => "`earliest`",
        Rule::word_longest => "`longest`",
        Rule::word_shortest => "`shortest`",
        Rule::word_first => "`first`",
        Rule::word_tied => "`tied`",
        Rule::type_text | Rule::base_type | Rule::choice_type | Rule::ranged_type | Rule::list_type => {
            "a type"
        }
        Rule::default => "`=`",
        Rule::word_integer => "`integer`",
        Rule::word_number => "`number`",
        Rule::word_flag => "`yes/no`",
        Rule::word_text => "`text`",
        Rule::word_date => "`date`",
        Rule::word_duration => "`duration`",
        Rule::word_one => "`one`",
        Rule::word_list => "`list`",
        Rule::schedule_line | Rule::schedule_side | Rule::letter => "an entrant (`A`, `B`, …)",
        Rule::seat => "a seat",
        Rule::versus => "`v`",
        Rule::umpire | Rule::word_umpire => "`umpire`",
        Rule::bracket_line | Rule::match_name | Rule::match_word => "the name of a match",
        Rule::bracket_side | Rule::seed | Rule::survivor | Rule::word_seed => {
            "`seed 1`, `winner of …` or `loser of …`"
        }
        Rule::outcomes => "`->`",
        Rule::outcome | Rule::word_winner | Rule::word_loser => "`winner` or `loser`",
        Rule::elimination | Rule::word_single => "`single`",
        Rule::word_elimination => "`elimination`",
        Rule::third_place => "`, third place`",
        Rule::word_third => "`third`",
        Rule::word_place => "`place`",
        Rule::level | Rule::level_name => "the name of a level",
        Rule::level_when | Rule::word_when => "`when`",
        Rule::word_kept => "`kept`",
        Rule::word_never => "`never`",
        Rule::selection | Rule::top | Rule::places | Rule::word_top | Rule::word_places => {
            "`top 4 of …` or `places 5 to 8 of …`"
        }
        Rule::WHITESPACE
        | Rule::keyword
        | Rule::unlike_keywords
        | Rule::sign_ahead
        | Rule::comparator_ahead
        | Rule::joint_ahead
        | Rule::instead_ahead
        | Rule::whole_expression
        | Rule::whole_cited
        | Rule::whole_item
        | Rule::whole_bands_head
        | Rule::whole_band
        | Rule::whole_case
        | Rule::whole_key
        | Rule::whole_shown
        | Rule::match_letter
        | Rule::whole_type_text
        | Rule::whole_schedule_line
        | Rule::whole_bracket_line
        | Rule::whole_elimination
        | Rule::whole_selection
        | Rule::whole_level => return None,
    })
}
