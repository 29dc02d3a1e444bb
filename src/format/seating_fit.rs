//! Whether seats, sides, parts and options fit together.
//!
//! Comes in: a whole format, with what it builds on. Goes out: complaints.
//! It must never know a rule. Start with [`check`].

use super::{FormatFile, OptionValues, PartEntry, SeatingEntry, SeatingPlan};
use crate::diagnostic::{Code, Complaints, Diagnostic, nearest, one_of};
use crate::source::Span;
use crate::syntax::ast::Name;

/// Complains of seats and sides that do not fit.
pub(super) fn check(format: &FormatFile, complaints: &mut Complaints) {
    let Some(seating) = &format.seating else { return };
    if let Some(by) = &seating.by {
        choices(format, seating, by, complaints);
    }
    for plan in &seating.plans {
        sides(plan, complaints);
        let seats: Vec<&Name> = plan.seats.iter().map(|(seat, _)| seat).collect();
        twice(&seats, complaints, |name| format!("the seat `{name}` is there twice"));
        let owned: Vec<&Name> = plan.seats.iter().flat_map(|(_, parts)| parts).collect();
        twice(&owned, complaints, |name| format!("`{name}` belongs to two seats"));
        for name in owned {
            owner(format, name, complaints);
        }
    }
    nobody(format, seating, complaints);
}

fn bad(message: String, span: Span, label: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadSeating, message).at(span, label).help(help)
}

fn choices(format: &FormatFile, seating: &SeatingEntry, by: &Name, complaints: &mut Complaints) {
    let Some(option) = format.options.iter().find(|option| option.name.text == by.text) else {
        let names: Vec<&str> = format.options.iter().map(|option| option.name.text.as_str()).collect();
        let help = match (nearest(&by.text, names.iter().copied()), names.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, false) => format!("the options are {}", one_of(&names)),
            (None, true) => format!("add `[options.{}]` with its choices", by.text),
        };
        complaints.push(bad(format!("there is no option `{}`", by.text), by.span, "chooses the plan", help));
        return;
    };
    let choices = match &option.values {
        Some(OptionValues::Choices(choices)) => choices,
        Some(OptionValues::Typed(_)) => {
            let message = format!("the option `{}` has no choices, so that it cannot choose a plan", by.text);
            let help = "give it `choices = […]`, one for each plan";
            complaints
                .push(bad(message, by.span, "chooses the plan", help).at(option.name.span, "the option"));
            return;
        }
        None => return,
    };
    let names: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    for plan in seating.plans.iter().filter_map(|plan| plan.choice.as_ref()) {
        if !names.contains(&plan.text.as_str()) {
            let help = match nearest(&plan.text, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the choices are {}", one_of(&names)),
            };
            let message = format!("`{}` is no choice of the option `{}`", plan.text, by.text);
            complaints.push(bad(message, plan.span, "a plan that nothing chooses", help));
        }
    }
    for choice in choices {
        let planned = |plan: &SeatingPlan| plan.choice.as_ref().is_some_and(|plan| plan.text == choice.text);
        if !seating.plans.iter().any(planned) {
            let message = format!("there is no plan for `{} = {}`", by.text, choice.text);
            let help = format!("add `[seating.{}]`", choice.text);
            complaints.push(bad(message, by.span, "chooses the plan", help).at(choice.span, "the choice"));
        }
    }
}

fn sides(plan: &SeatingPlan, complaints: &mut Complaints) {
    let Some(sides) = plan.sides else { return };
    let help = "write `sides = \"2\"`, `\"2 to 4\"` or `\"2 or more\"`";
    if sides.least == 0 {
        complaints.push(bad("a game has at least one side".to_owned(), plan.sides_span, "none here", help));
    }
    if sides.most.is_some_and(|most| most < sides.least) {
        let message = "the sides go from more to fewer".to_owned();
        complaints.push(bad(message, plan.sides_span, "no number of sides fits", help));
        return;
    }
    // Without an end, the number of seats is the end.
    let wanted = u64::from(sides.most.unwrap_or(sides.least).max(sides.least));
    let seats = plan.seats.len() as u64;
    if seats > 0 && wanted > seats {
        let message =
            format!("{wanted} sides cannot sit in {seats} {}", if seats == 1 { "seat" } else { "seats" });
        complaints.push(bad(
            message,
            plan.sides_span,
            "more sides than seats",
            "add seats, or take fewer sides",
        ));
    }
}

fn twice(names: &[&Name], complaints: &mut Complaints, message: impl Fn(&str) -> String) {
    for (place, name) in names.iter().enumerate() {
        if let Some(first) = names.iter().take(place).find(|first| first.text == name.text) {
            let help = "leave it in one of the two places";
            complaints.push(bad(message(&name.text), name.span, "again", help).at(first.span, "first here"));
        }
    }
}

fn owner(format: &FormatFile, name: &Name, complaints: &mut Complaints) {
    let bears = |part: &&PartEntry| part.names.iter().any(|single| single.text == name.text);
    match format.parts.iter().find(bears) {
        Some(part) if part.of_game => {
            let message = format!("`{}` belongs to the game, so that no seat can own it", name.text);
            let help =
                format!("take it out of the seat, or say `of = \"side\"` in `[part.{}]`", part.name.text);
            complaints.push(bad(message, name.span, "owned by a seat", help).at(part.name.span, "the part"));
        }
        Some(_) => {}
        None => {
            let all: Vec<&str> =
                format.parts.iter().flat_map(|part| &part.names).map(|name| name.text.as_str()).collect();
            let help = match (nearest(&name.text, all.iter().copied()), all.is_empty()) {
                (Some(near), _) => format!("did you mean `{near}`?"),
                (None, false) => format!("the names of parts are {}", one_of(&all)),
                (None, true) => format!("declare it: `[part.NAME]` with `names = [\"{}\"]`", name.text),
            };
            let message = format!("no part is called `{}`", name.text);
            complaints.push(bad(message, name.span, "owned by a seat", help));
        }
    }
}

/// Where seats own parts, every part of a side has to be owned in some plan.
fn nobody(format: &FormatFile, seating: &SeatingEntry, complaints: &mut Complaints) {
    let owned: Vec<&Name> =
        seating.plans.iter().flat_map(|plan| &plan.seats).flat_map(|(_, parts)| parts).collect();
    for part in format.parts.iter().filter(|part| !part.of_game) {
        // A misspelt name has been complained about already.
        let declared =
            |text: &str| format.parts.iter().any(|part| part.names.iter().any(|single| single.text == text));
        let is_owned = |name: &Name| {
            owned.iter().any(|owned| {
                owned.text == name.text
                    || !declared(&owned.text) && nearest(&owned.text, [name.text.as_str()]).is_some()
            })
        };
        if !part.names.iter().any(is_owned) {
            continue;
        }
        for name in part.names.iter().filter(|name| !is_owned(name)) {
            let message = format!("no seat owns `{}`", name.text);
            let help = "put it into a seat, or take it out of the names";
            complaints.push(bad(message, name.span, "belongs to nobody", help).at(seating.span, "the seats"));
        }
    }
}
