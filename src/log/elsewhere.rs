//! What a record names that the format has, but not as this game is played.
//!
//! Comes in: a name. Goes out: how it could be right, in words. It must never know an encoding or a file.
//! Start with [`Layout::seat_elsewhere`].

use super::slots::Layout;
use crate::diagnostic::one_of;
use crate::ruleset::{OptionType, Plan, SheetKind};

impl Layout<'_> {
    /// Why a part that the format has cannot be recorded: no seat of this plan owns it.
    pub fn part_elsewhere(&self, name: &str) -> Option<String> {
        let symbol = self.symbols().find(name)?;
        let known = self.ruleset.sheets.iter().any(|sheet| match &sheet.kind {
            SheetKind::Part { names, .. } => names.contains(&symbol),
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => false,
        });
        let is_here = self.named().any(|(_, _, named)| named.name == symbol)
            || self.each().any(|(_, _, name)| name == symbol);
        (known && !is_here).then(|| format!("no seat owns `{name}` as this game is played"))
    }

    /// How to score a log with this seat, which belongs to another way of playing.
    pub fn seat_elsewhere(&self, name: &str) -> Option<String> {
        let symbol = self.symbols().find(name)?;
        let option = &self.ruleset.options[self.ruleset.seating_option?.0 as usize];
        let OptionType::Choices(choices) = &option.values else { return None };
        let has_seat = |plan: &Plan| plan.seats.iter().any(|seat| seat.name == symbol);
        let plans = choices.iter().zip(&self.ruleset.plans);
        let with: Vec<&str> = plans
            .filter(|(_, plan)| has_seat(plan))
            .map(|(choice, _)| self.symbols().text(*choice))
            .collect();
        let first = with.first()?;
        Some(format!(
            "`{name}` is a seat where `{option}` is {}: choose it with `--set {option}={first}`",
            one_of(&with),
            option = option.name
        ))
    }

    /// How many sides a game has, in words.
    pub fn sides_wanted(&self) -> String {
        match (self.plan.least, self.plan.most) {
            (1, Some(1)) => "1 side".to_owned(),
            (least, Some(most)) if least == most => format!("{least} sides"),
            (least, Some(most)) => format!("{least} to {most} sides"),
            (least, None) => format!("{least} or more sides"),
        }
    }
}
