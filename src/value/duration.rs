//! Lengths of time as people write them: `30 s`, `20 min`, `1:30`, `0:01:30.5`.

use super::Rational;

const UNITS: [(&str, i128); 5] = [("ms", 0), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400)];

/// Reads a duration to exact seconds; `decimal` is the sign between whole and fraction.
/// A bare number is seconds; `1:30` is a minute and a half.
#[must_use]
pub fn parse_duration(text: &str, decimal: char) -> Option<Rational> {
    let text = text.trim();
    if text.contains(':') {
        let (negative, clock) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut seconds = Rational::ZERO;
        let parts: Vec<&str> = clock.split(':').collect();
        if parts.len() > 3 {
            return None;
        }
        for (place, part) in parts.iter().enumerate() {
            let last = place + 1 == parts.len();
            let value = Rational::parse(part, decimal)?;
            let plain = part.starts_with(|first: char| first.is_ascii_digit());
            let small = place == 0 || value < Rational::from_integer(60);
            if !plain || !small || (!last && !value.is_integer()) {
                return None;
            }
            seconds = seconds.multiply(&Rational::from_integer(60)).ok()?.add(&value).ok()?;
        }
        return if negative { seconds.negate().ok() } else { Some(seconds) };
    }
    let split = text.find(|letter: char| letter.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = (text[..split].trim(), text[split..].trim());
    let value = Rational::parse(number, decimal)?;
    let unit = if unit.is_empty() { "s" } else { unit };
    let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let scale = match scale {
        0 => Rational::new(1, 1000).ok()?,
        seconds => Rational::from_integer(*seconds),
    };
    value.multiply(&scale).ok()
}

/// Writes exact seconds: `45 s`, `20 min`, `1 min 30 s`, `1 h`, `2 d 3 h`.
#[must_use]
pub fn format_duration(seconds: Rational) -> String {
    let sign = if seconds < Rational::ZERO { "-" } else { "" };
    let mut rest = seconds.abs().unwrap_or(seconds);
    let mut parts = Vec::new();
    for (unit, length) in UNITS.iter().rev().filter(|(_, length)| *length > 1) {
        let length = Rational::from_integer(*length);
        let whole = rest.divide_floor(&length).unwrap_or(Rational::ZERO);
        if whole != Rational::ZERO {
            parts.push(format!("{whole} {unit}"));
            rest = rest.modulo(&length).unwrap_or(rest);
        }
    }
    if parts.is_empty() || rest != Rational::ZERO {
        parts.push(format!("{rest} s"));
    }
    format!("{sign}{}", parts.join(" "))
}
