//! A format as a short text, for snapshots.

use super::*;
use crate::source::{Sources, Span};
use crate::syntax::ast::Name;
use std::fmt::Write;

/// Every entry on a line of its own, rules as they are written.
pub(super) fn rendered(format: &FormatFile, sources: &Sources) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").unwrap();
    line(format!(
        "{} {:?} on {:?} matches {}",
        format.name,
        format.title,
        format.bases,
        format.matches.is_some()
    ));
    let raw = |span: Span| format!("«{}»", sources.slice(span).replace("\r\n", "⏎").replace('\n', "⏎"));
    let read = |whole: bool| if whole { "" } else { " (not read)" };
    for clause in &format.clauses {
        let own = if clause.name.span.source == format.source { "own" } else { "inherited" };
        line(format!("clause {} {:?} {:?} {own}", raw(clause.name.span), clause.text, clause.status));
    }
    for option in &format.options {
        let values = match &option.values {
            Some(OptionValues::Choices(choices)) => names(choices),
            Some(OptionValues::Typed(kind)) => raw(kind.span),
            None => "(not read)".to_owned(),
        };
        let default = option.default.as_ref().map(|default| &default.value);
        line(format!("option {} {:?} {values} = {default:?}", option.name.text, option.text));
    }
    for (name, literal) in &format.fixed {
        line(format!("fixed {} = {:?}", name.text, literal.value));
    }
    if let Some(seating) = &format.seating {
        line(format!("seating by {:?}", seating.by.as_ref().map(|by| &by.text)));
        for plan in &seating.plans {
            let seats: Vec<String> =
                plan.seats.iter().map(|(seat, parts)| format!("{}: {}", seat.text, names(parts))).collect();
            let choice = plan.choice.as_ref().map(|choice| &choice.text);
            line(format!("  plan {choice:?} {:?} {}", plan.sides, seats.join("; ")));
        }
    }
    for part in &format.parts {
        let plural = part.plural.as_ref().map(|plural| &plural.text);
        line(format!("part {} {} {plural:?} of game {}", part.name.text, names(&part.names), part.of_game));
        for column in part.written.iter().flat_map(|written| &written.columns) {
            let then = column.then.as_ref().map(|(signs, span)| (signs, raw(*span)));
            line(format!("  written {} then {then:?}", raw(column.name.span)));
        }
    }
    for sheet in &format.sheets {
        line(format!("sheet {}", sheet.sheet));
        for column in &sheet.recorded {
            let kind = column.kind.as_ref().map(|kind| raw(kind.span));
            line(format!("  recorded {} {kind:?} {:?}", raw(column.name.span), column.text));
        }
        for rule in &sheet.rules {
            line(format!("  rule {} {}{}", raw(rule.name.span), raw(rule.span), read(rule.rule.is_some())));
        }
        if let Some(placing) = &sheet.placing {
            let whole = read(placing.order.is_some());
            line(format!("  placing {:?} {}{whole}", placing.ties, raw(placing.span)));
        }
        for verdict in &sheet.verdicts {
            let condition = verdict.condition.as_ref();
            let when = condition.map(|(when, cites)| format!("{} {}", raw(when.span), names(cites)));
            let costs = verdict.costs.as_ref().map(|costs| names(&costs.cites));
            line(format!(
                "  {:?} {when:?} {:?} costs {costs:?} {}",
                verdict.kind,
                verdict.text,
                raw(verdict.span)
            ));
        }
    }
    for standing in &format.standings {
        let (order, columns) = (&standing.order, standing.columns.as_ref().map(Vec::len));
        let listed = standing.listed.as_ref().map(|listed| raw(listed.span));
        let whole = read(order.order.is_some());
        line(format!("standing {} {:?} {columns:?} {listed:?}", standing.name.text, standing.title));
        line(format!("  {:?} {}{whole}", order.ties, raw(order.span)));
    }
    for claim in &format.claims {
        let holds = claim.holds.as_ref().map(|holds| raw(holds.span));
        line(format!("claim {:?} {:?} {holds:?}", claim.text.text, claim.on.as_ref().map(|(on, _)| on)));
    }
    for example in &format.examples {
        line(format!(
            "example {} after {:?}",
            example.name.text,
            example.after.as_ref().map(|after| &after.text)
        ));
        for (name, literal) in &example.set {
            line(format!("  set {} = {:?}", name.text, literal.value));
        }
        for (name, fields) in &example.entrants {
            line(format!("  entrant {} {}", name.text, record(fields)));
        }
        for (game, span) in &example.games {
            line(format!("  game {} {}", record(game), raw(*span)));
        }
        for (path, literal) in &example.expect {
            line(format!("  expect {} {:?} {}", names(path), literal.value, raw(literal.span)));
        }
        line(format!("  because {} not {}", names(&example.because), names(&example.not_because)));
    }
    for example in &format.drawn_examples {
        let DrawnExample { name, set, phase, round, ranked, expect, games, by_lot, because, not_because } =
            example;
        let round = round.map(|(round, _)| round);
        line(format!("example {} of {} round {round:?} ranked {}", name.text, phase.text, ranked.0));
        for (name, literal) in set {
            line(format!("  set {} = {:?}", name.text, literal.value));
        }
        let numbers = |all: &[Together]| {
            let all: Vec<String> = all.iter().map(|(own, span)| format!("{own:?} {}", raw(*span))).collect();
            all.join(", ")
        };
        line(match expect {
            ExpectedRound::Pools(all, span) => format!("  pools {} {}", numbers(all), raw(*span)),
            ExpectedRound::Matches(all, span) => format!("  matches {} {}", numbers(all), raw(*span)),
            ExpectedRound::Sizes(all, span) => format!("  sizes {all:?} {}", raw(*span)),
            ExpectedRound::Refused(span) => format!("  refused {}", raw(*span)),
            ExpectedRound::Games => "  games alone".to_owned(),
        });
        for game in games.iter().flat_map(|(games, _)| games) {
            let seat =
                |seat: &Option<Name>| seat.as_ref().map_or(String::new(), |seat| format!("{} ", seat.text));
            let seats: Vec<String> =
                game.seats.iter().map(|(name, entrant)| format!("{}{entrant}", seat(name))).collect();
            line(format!("  game {} umpire {:?} {}", seats.join(" v "), game.umpire, raw(game.span)));
        }
        if let Some(span) = by_lot {
            line(format!("  by lot {}", raw(*span)));
        }
        line(format!("  because {} not {}", names(because), names(not_because)));
    }
    out
}

fn names(names: &[Name]) -> String {
    let texts: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    format!("[{}]", texts.join(", "))
}

fn record(fields: &Record) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, held)| format!("{}={}", name.text, field(held))).collect();
    format!("{{{}}}", fields.join(" "))
}

fn field(held: &Field) -> String {
    match held {
        Field::Value(literal) => format!("{:?}", literal.value),
        Field::Record(inner) => record(inner),
        Field::List(items) => format!("[{}]", items.iter().map(field).collect::<Vec<_>>().join(" ")),
    }
}
