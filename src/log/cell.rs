//! One recorded value: from its text to a [`Value`] of the declared type, or to a complaint that says
//! what was wanted.
//!
//! Comes in: the text of a cell, a JSON token or a TOML value, and a [`Field`]. Goes out: a value in range.
//! It must never know where the text stood. Start with [`read_text`] and [`refuse`].

use super::complain::{Place, Trouble};
use super::reads::Reads;
use crate::diagnostic::{Code, nearest, one_of};
use crate::ruleset::{BuiltinColumn, ColumnInfo, Origin, Ruleset};
use crate::sheet::ColumnId;
use crate::value::{
    Date, Interval, Kind, Rational, Symbol, Symbols, Type, Value, format_duration, parse_duration,
};

/// A recorded column.
#[derive(Debug)]
pub(super) struct Field {
    pub name: String,
    pub column: ColumnId,
    pub ty: Type,
    pub text: Option<String>,
    pub default: Value,
    /// Whether it must be recorded.
    pub required: bool,
    /// Whether a whole number will do as well as a text: ids, names of phases.
    pub is_label: bool,
    /// Whether it is one of the values of a list.
    pub is_of_list: bool,
    /// How its texts are read.
    pub reads: Reads,
    low: i64,
    high: i64,
}

impl Field {
    pub fn new(id: ColumnId, info: &ColumnInfo, ruleset: &Ruleset) -> Self {
        let mut ty = info.ty.clone();
        let default = match (&info.origin, ruleset.phases.first()) {
            // A game that names no phase belongs to the first.
            (Origin::Builtin(BuiltinColumn::Phase), Some(first)) => {
                ty = Type::of(Kind::Choice(ruleset.phases.iter().map(|phase| phase.symbol).collect()));
                Value::Text(first.symbol)
            }
            (Origin::Recorded { default }, _) => default.unwrap_or(Value::Missing),
            (Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. }, _) => Value::Missing,
        };
        let name = match info.origin {
            Origin::Builtin(BuiltinColumn::MatchId) => "match".to_owned(),
            _ => info.name.clone(),
        };
        let builtin = matches!(info.origin, Origin::Builtin(_));
        let (low, high) = whole_bounds(&ty.range);
        Self {
            name,
            column: id,
            text: info.text.clone(),
            required: !builtin && !ty.optional && default == Value::Missing,
            default,
            is_label: builtin && ty.kind == Kind::Text,
            ty,
            is_of_list: false,
            reads: Reads::of(&info.origin, ruleset),
            low,
            high,
        }
    }

    /// The least and the greatest whole number that it takes.
    pub fn whole_range(&self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// A field without a name that takes every value of its kind.
    pub fn plain(kind: Kind) -> Self {
        Self::of(Type::of(kind))
    }

    /// A field without a name.
    pub fn of(ty: Type) -> Self {
        let (low, high) = whole_bounds(&ty.range);
        Self {
            name: String::new(),
            column: ColumnId(0),
            ty,
            text: None,
            default: Value::Missing,
            required: false,
            is_label: false,
            is_of_list: false,
            reads: Reads::default(),
            low,
            high,
        }
    }
}

/// The least and the greatest whole number in a range.
fn whole_bounds(range: &Interval) -> (i64, i64) {
    let low = range.low.map_or(i64::MIN, |bound| {
        let least = if bound.inclusive { bound.at.ceil() } else { next_whole(bound.at.floor(), 1) };
        least.to_i64().unwrap_or(if bound.at < Rational::ZERO { i64::MIN } else { i64::MAX })
    });
    let high = range.high.map_or(i64::MAX, |bound| {
        let most = if bound.inclusive { bound.at.floor() } else { next_whole(bound.at.ceil(), -1) };
        most.to_i64().unwrap_or(if bound.at < Rational::ZERO { i64::MIN } else { i64::MAX })
    });
    (low, high)
}

fn next_whole(whole: Rational, step: i64) -> Rational {
    whole.add(&step.into()).unwrap_or(whole)
}

/// Why a text is not a value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is something else.
    Kind,
    /// It is a number that 64 (for fractions 128) bits do not hold.
    TooLarge,
    /// It is outside the declared range.
    Range,
}

/// How texts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Spelling {
    /// Whether a comma may stand between whole and fraction.
    pub decimal_comma: bool,
    /// Whether a text fills a cell, so that an empty one says that there is nothing.
    pub is_cell: bool,
}

/// Reads a text (a CSV cell, a JSON string) as the type of `field`.
#[inline]
pub(super) fn read_text(
    text: &str,
    field: &Field,
    spelling: Spelling,
    symbols: &mut Symbols,
) -> Result<Value, Refusal> {
    match &field.ty.kind {
        Kind::Integer => whole(text, field),
        Kind::Text => field.reads.text(text, symbols),
        Kind::Choice(choices) => choice(text, choices, symbols),
        Kind::Flag | Kind::Unknown => flag(text),
        Kind::Number => {
            let value = Rational::parse(text, decimal(text, spelling)).ok_or_else(|| not_a_number(text))?;
            ranged(value, field, Value::Number)
        }
        Kind::Duration => {
            let value = parse_duration(text, decimal(text, spelling)).ok_or_else(|| not_a_number(text))?;
            ranged(value, field, Value::Duration)
        }
        Kind::Date => {
            let date = field.reads.day(text).ok_or(Refusal::Kind)?;
            if date.0 < field.low || date.0 > field.high {
                Err(Refusal::Range)
            } else {
                Ok(Value::Date(date))
            }
        }
    }
}

/// Reads the digits of a bare number (of JSON, of TOML) as the type of `field`.
#[inline]
pub(super) fn read_number(digits: &str, field: &Field, symbols: &mut Symbols) -> Result<Value, Refusal> {
    match &field.ty.kind {
        Kind::Integer => whole(digits, field),
        Kind::Number | Kind::Duration => {
            let value = Rational::parse(digits, '.').ok_or_else(|| not_a_number(digits))?;
            let kind = if field.ty.kind == Kind::Duration { Value::Duration } else { Value::Number };
            ranged(value, field, kind)
        }
        Kind::Text if field.is_label && integer(digits.as_bytes()).is_ok() => {
            field.reads.text(digits, symbols)
        }
        Kind::Choice(choices) => choice(digits, choices, symbols),
        Kind::Flag | Kind::Text | Kind::Date | Kind::Unknown => Err(Refusal::Kind),
    }
}

/// Reads `true` or `false`.
pub(super) fn read_flag(yes: bool, field: &Field) -> Result<Value, Refusal> {
    if field.ty.kind == Kind::Flag { Ok(Value::Flag(yes)) } else { Err(Refusal::Kind) }
}

fn whole(text: &str, field: &Field) -> Result<Value, Refusal> {
    let value = integer(text.as_bytes())?;
    if value < field.low || value > field.high { Err(Refusal::Range) } else { Ok(Value::Integer(value)) }
}

fn ranged(value: Rational, field: &Field, kind: fn(Rational) -> Value) -> Result<Value, Refusal> {
    if field.ty.range.contains(value) { Ok(kind(value)) } else { Err(Refusal::Range) }
}

fn decimal(text: &str, spelling: Spelling) -> char {
    if spelling.decimal_comma && text.contains(',') { ',' } else { '.' }
}

fn flag(text: &str) -> Result<Value, Refusal> {
    let is = |word: &&str| text.eq_ignore_ascii_case(word);
    if ["yes", "true", "1", "y", "x"].iter().any(is) {
        Ok(Value::Flag(true))
    } else if ["no", "false", "0", "n"].iter().any(is) {
        Ok(Value::Flag(false))
    } else {
        Err(Refusal::Kind)
    }
}

fn choice(text: &str, choices: &[Symbol], symbols: &Symbols) -> Result<Value, Refusal> {
    let chosen = symbols.find(text).filter(|symbol| choices.contains(symbol));
    chosen.map(Value::Text).ok_or(Refusal::Kind)
}

/// Whether what looks like a number failed because it is too large.
fn not_a_number(text: &str) -> Refusal {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-./,".contains(&byte));
    if plain && digits > 30 { Refusal::TooLarge } else { Refusal::Kind }
}

/// An integer from its digits, exact to the edge of 64 bits.
#[inline]
fn integer(text: &[u8]) -> Result<i64, Refusal> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] | [0xE2, 0x88, 0x92, digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() {
        return Err(Refusal::Kind);
    }
    let mut size: u64 = 0;
    let mut too_large = false;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(Refusal::Kind);
        }
        match size.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit))) {
            Some(larger) => size = larger,
            None => too_large = true,
        }
    }
    let value = if negative { 0_i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() };
    value.filter(|_| !too_large).ok_or(Refusal::TooLarge)
}

/// The complaint about `text`, which stands where `whose` (`` `squares_left` of `blue` ``) is recorded.
#[cold]
pub(super) fn refuse(
    refusal: Refusal,
    text: &str,
    whose: &str,
    field: &Field,
    symbols: &Symbols,
    place: Place,
) -> Trouble {
    let text = shortened(text);
    let declared = declared(field, symbols);
    let label = match &field.text {
        Some(meaning) => format!("{whose} is {declared}: {meaning}"),
        None => format!("{whose} is {declared}"),
    };
    let trouble = match refusal {
        Refusal::Kind => Trouble::new(
            Code::BadValue,
            format!("`{text}` is not {}", field.reads.noun().unwrap_or(noun(&field.ty.kind))),
            place,
        ),
        Refusal::TooLarge => {
            let room = if field.ty.kind == Kind::Integer { "64 bits" } else { "128 bits over 128 bits" };
            let end = if text.starts_with(['-', '−']) { "small" } else { "large" };
            Trouble::new(Code::BadValue, format!("`{text}` is too {end}: a number must fit {room}"), place)
        }
        Refusal::Range => {
            let range = range_words(&field.ty).unwrap_or_default();
            Trouble::new(Code::OutOfRange, format!("{whose} is `{text}`, but must be {range}"), place)
        }
    };
    trouble.label(label).help(wanted(&text, refusal, field, symbols))
}

/// A text that is short enough for a message.
pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"");
    }
    let begin: String = text.chars().take(50).collect();
    format!("{}…", begin.escape_debug())
}

/// What to write for a field of which nothing is recorded.
pub(super) fn wanted_value(field: &Field, symbols: &Symbols) -> String {
    let help = wanted("", Refusal::Range, field, symbols);
    let what = help.strip_prefix("write ").unwrap_or(&help);
    format!("`{}`: {what}", field.name)
}

fn wanted(text: &str, refusal: Refusal, field: &Field, symbols: &Symbols) -> String {
    let range = range_words(&field.ty).map_or_else(String::new, |range| {
        if range.starts_with("from") { format!(" {range}") } else { format!(", {range}") }
    });
    let has_digit = text.contains(char::is_numeric);
    let sample = sample(field);
    if let Some(wanted) = field.reads.wanted() {
        return wanted.to_owned();
    }
    match &field.ty.kind {
        Kind::Integer if refusal == Refusal::Kind && has_digit => {
            format!("write a whole number in plain digits{range}, for example `{sample}`")
        }
        Kind::Integer => format!("write a whole number{range}, for example `{sample}`"),
        Kind::Number if refusal == Refusal::Kind && has_digit && text.contains(['e', 'E']) => {
            format!(
                "write the number in plain digits{range}, for example `{sample}`, or as a fraction such as `2/3`"
            )
        }
        Kind::Number => format!("write a number{range}, for example `{sample}`, or a fraction such as `2/3`"),
        Kind::Duration => {
            format!("write a length of time{range}, for example `90` (seconds), `1:30` or `45 s`")
        }
        Kind::Date => format!("write a day{range} as year, month and day, for example `2026-11-30`"),
        Kind::Flag => "write `yes` or `no`".to_owned(),
        Kind::Text if refusal == Refusal::Range => "write a text".to_owned(),
        Kind::Text => "write a text in quotes".to_owned(),
        Kind::Choice(choices) => {
            let names: Vec<&str> = choices.iter().map(|&choice| symbols.text(choice)).collect();
            match nearest(text, names.iter().copied()).filter(|_| !text.is_empty()) {
                Some(near) => format!("did you mean `{near}`? It is one of {}", one_of(&names)),
                None => format!("write {}", one_of(&names)),
            }
        }
        Kind::Unknown => String::new(),
    }
}

/// A right value, as it is written.
pub(super) fn sample_of(field: &Field, symbols: &Symbols) -> String {
    match &field.ty.kind {
        Kind::Integer | Kind::Number | Kind::Duration => sample(field),
        Kind::Flag => "yes".to_owned(),
        Kind::Date => "2026-11-30".to_owned(),
        Kind::Choice(choices) => choices.first().map_or("", |&choice| symbols.text(choice)).to_owned(),
        Kind::Text | Kind::Unknown => "…".to_owned(),
    }
}

/// A right number.
fn sample(field: &Field) -> String {
    let twelve = Rational::from_integer(12);
    let range = &field.ty.range;
    let candidates = [Some(twelve), range.low.map(|bound| bound.at), range.high.map(|bound| bound.at)];
    let half = range.low.zip(range.high).and_then(|(low, high)| {
        low.at.add(&high.at).and_then(|sum| sum.divide(&Rational::from_integer(2))).ok()
    });
    let fits =
        |value: &Rational| range.contains(*value) && (field.ty.kind != Kind::Integer || value.is_integer());
    let found = candidates.into_iter().flatten().chain(half).find(fits);
    found.unwrap_or(Rational::from_integer(i128::from(field.low))).to_string()
}

/// The kind with its article.
fn noun(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer => "a whole number",
        Kind::Number => "a number",
        Kind::Flag => "yes or no",
        Kind::Text => "a text",
        Kind::Date => "a day",
        Kind::Duration => "a length of time",
        Kind::Choice(_) => "one of the choices",
        Kind::Unknown => "a value",
    }
}

/// The type as the format writes it.
fn declared(field: &Field, symbols: &Symbols) -> String {
    if let Some(noun) = field.reads.noun() {
        return noun.to_owned();
    }
    let ty = &field.ty;
    let range = range_text(ty, "", " to ").map_or_else(String::new, |range| format!(" {range}"));
    let written = match &ty.kind {
        Kind::Integer => format!("integer{range}"),
        Kind::Number => format!("number{range}"),
        Kind::Flag => "yes/no".to_owned(),
        Kind::Text => "text".to_owned(),
        Kind::Date => format!("date{range}"),
        Kind::Duration => format!("duration{range}"),
        Kind::Choice(choices) => {
            let names: Vec<&str> = choices.iter().take(8).map(|&choice| symbols.text(choice)).collect();
            let more = if choices.len() > 8 { ", …" } else { "" };
            format!("one of {}{more}", names.join(", "))
        }
        Kind::Unknown => return "a value".to_owned(),
    };
    format!("`{}{written}`", if field.is_of_list { "list of " } else { "" })
}

/// A declared range in a sentence: `from 0 to 89`, `0 or more`.
pub(super) fn range_words(ty: &Type) -> Option<String> {
    range_text(ty, "from ", " to ")
}

fn range_text(ty: &Type, from: &str, to: &str) -> Option<String> {
    let show = |at: Rational| match ty.kind {
        Kind::Duration => format_duration(at),
        Kind::Date => at.to_i64().map_or_else(|| at.to_string(), |day| Date(day).to_string()),
        Kind::Integer | Kind::Number | Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => {
            at.to_string()
        }
    };
    match (ty.range.low, ty.range.high) {
        (None, None) => None,
        (Some(low), Some(high)) if low.inclusive && high.inclusive => {
            Some(format!("{from}{}{to}{}", show(low.at), show(high.at)))
        }
        (Some(low), None) if low.inclusive => Some(format!("{} or more", show(low.at))),
        (None, Some(high)) if high.inclusive => Some(format!("{} or less", show(high.at))),
        (low, high) => {
            let low = low.map(|bound| {
                format!("{} {}", if bound.inclusive { "at least" } else { "more than" }, show(bound.at))
            });
            let high = high.map(|bound| {
                format!("{} {}", if bound.inclusive { "at most" } else { "less than" }, show(bound.at))
            });
            Some(low.into_iter().chain(high).collect::<Vec<_>>().join(" and "))
        }
    }
}
