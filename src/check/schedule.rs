//! Schedules: every letter plays and is there, nobody plays twice at a time, and the sides fit the seats.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::ScheduleEntry;
use crate::ruleset::{OptionType, Plan, Schedule, ScheduledGame, ScheduledSide};
use crate::source::Span;
use crate::syntax::ast::{Letter, Name, ScheduleLine, ScheduleSide};
use crate::value::Symbol;

/// The one code of this file.
fn bad(message: impl Into<String>, at: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadSchedule, message).at(at, label)
}

impl Checker<'_> {
    pub(super) fn lower_schedule(&mut self, entry: &ScheduleEntry) -> Option<Schedule> {
        let lines = entry.games.as_ref()?;
        let alike = |line: &ScheduleLine, place: usize| {
            lines.iter().take(place).any(|earlier| earlier.sides.len() == line.sides.len())
        };
        let games: Vec<Option<ScheduledGame>> = lines
            .iter()
            .enumerate()
            .map(|(place, line)| self.lower_game(line, entry.size, alike(line, place)))
            .collect();
        let plays =
            |number: u32| lines.iter().flat_map(|line| &line.sides).any(|side| side.letter.number == number);
        let idle: Vec<String> = (0..entry.size).filter(|number| !plays(*number)).map(letter).collect();
        if let Some(first) = idle.first() {
            let names = idle.join("`, `");
            let verb = if idle.len() == 1 { "never plays" } else { "never play" };
            self.complain(
                bad(format!("`{names}` {verb}"), entry.span, format!("a schedule for {}", entry.size))
                    .help(format!("add a game of `{first}`")),
            );
        }
        let games: Option<Vec<ScheduledGame>> = games.into_iter().collect();
        Some(Schedule { size: entry.size, games: games?, at: entry.span })
    }

    /// The schedule of a meeting of two. Without one it is one game of two sides, which must be a game of this format.
    pub(super) fn lower_meeting(&mut self, entry: Option<&ScheduleEntry>, at: Span) -> Option<Schedule> {
        if entry.is_none()
            && let Some(misfit) = self.misfit(2)
        {
            let help = self
                .help_of_option(|plan| has_sides(plan, 2))
                .unwrap_or_else(|| "let such games be played in pools: `pairing = \"pools\"`".to_owned());
            self.complain(
                bad(format!("two meet, and {misfit}"), at, "a meeting is one game of two sides").help(help),
            );
        }
        self.lower_schedule(entry?)
    }

    /// `alike`: an earlier line has as many sides.
    fn lower_game(&mut self, line: &ScheduleLine, size: u32, alike: bool) -> Option<ScheduledGame> {
        let cites = self.cite(&line.cites);
        let letters: Vec<Letter> = line.sides.iter().map(|side| side.letter).collect();
        let known: Vec<bool> =
            letters.iter().chain(&line.umpire).map(|letter| self.is_entrant(*letter, size)).collect();
        for (place, again) in letters.iter().enumerate() {
            if let Some(first) = letters.iter().take(place).find(|first| first.number == again.number) {
                let name = letter(again.number);
                self.complain(
                    bad(format!("`{name}` plays against `{name}`"), again.span, "again")
                        .at(first.span, "the first")
                        .help("write another entrant in one of the two places"),
                );
            }
        }
        if let Some(umpire) = line.umpire
            && let Some(side) = letters.iter().find(|side| side.number == umpire.number)
        {
            let name = letter(umpire.number);
            self.complain(
                bad(format!("`{name}` plays and is umpire"), umpire.span, "the umpire")
                    .at(side.span, "plays here")
                    .help("let somebody be umpire who does not play in this game"),
            );
        }
        let count = u32::try_from(line.sides.len()).unwrap_or(u32::MAX);
        if let Some(misfit) = self.misfit(count) {
            let sides = if count == 1 { "1 side".to_owned() } else { format!("{count} sides") };
            let help = self.help_of_option(|plan| has_sides(plan, count));
            if help.is_some() && alike {
                return None;
            }
            let help = help
                .unwrap_or_else(|| "write `v` between the sides, as many as a game has: `A v B`".to_owned());
            self.complain(bad(format!("a game of {sides}, and {misfit}"), line.span, sides).help(help));
            return None;
        }
        let sides = self.lower_sides(line)?;
        let umpire = line.umpire.map(|umpire| umpire.number);
        known.into_iter().all(|known| known).then_some(ScheduledGame { sides, umpire, cites })
    }

    fn is_entrant(&mut self, entrant: Letter, size: u32) -> bool {
        let known = entrant.number < size;
        if !known {
            let name = letter(entrant.number);
            let last = letter(size.saturating_sub(1));
            self.complain(
                bad(format!("there is no `{name}` among {size}"), entrant.span, "one too many")
                    .help(format!("the entrants of this schedule are `A` to `{last}`")),
            );
        }
        known
    }

    /// The sides of a line with their seats.
    fn lower_sides(&mut self, line: &ScheduleLine) -> Option<Vec<ScheduledSide>> {
        let seated: Vec<&Name> = line.sides.iter().filter_map(|side| side.seat.as_ref()).collect();
        if seated.is_empty() {
            let seats = self.seats_in_order(line)?;
            let seats = seats.into_iter().map(Some).chain(std::iter::repeat(None));
            let with_seats = line.sides.iter().zip(seats);
            return Some(
                with_seats.map(|(side, seat)| ScheduledSide { member: side.letter.number, seat }).collect(),
            );
        }
        for (place, again) in seated.iter().enumerate() {
            if let Some(first) = seated.iter().take(place).find(|first| first.text == again.text) {
                self.complain(
                    bad(format!("two sit in the seat `{}`", again.text), again.span, "again")
                        .at(first.span, "the first")
                        .help("write another seat in one of the two places"),
                );
            }
        }
        let sides: Vec<Option<ScheduledSide>> = line.sides.iter().map(|side| self.lower_side(side)).collect();
        sides.into_iter().collect()
    }

    fn lower_side(&mut self, side: &ScheduleSide) -> Option<ScheduledSide> {
        let name = letter(side.letter.number);
        let Some(seat) = &side.seat else {
            self.complain(
                bad(format!("`{name}` has no seat"), side.letter.span, "where does this one sit?")
                    .help(format!("write the seat behind the letter: `{name} {}`", self.first_seat())),
            );
            return None;
        };
        for place in 0..self.ruleset.plans.len() {
            let Some(plan) = self.ruleset.plans.get(place) else { continue };
            let seats: Vec<&str> =
                plan.seats.iter().map(|seat| self.ruleset.symbols.text(seat.name)).collect();
            if seats.contains(&seat.text.as_str()) {
                continue;
            }
            let symbol = self.ruleset.symbols.find(&seat.text);
            let of_option = self.help_of_option(|plan| plan.seats.iter().any(|own| Some(own.name) == symbol));
            let help = match nearest(&seat.text, seats.iter().copied()) {
                _ if let Some(help) = of_option => help,
                Some(near) => format!("did you mean `{near}`?"),
                None if seats.is_empty() => "leave it out; where sides sit is said in `[seating]`".to_owned(),
                None => format!("the seats are {}", one_of(&seats)),
            };
            let message = if seats.is_empty() {
                format!("sides of this format have no seats{}", self.where_chosen(place))
            } else {
                format!("no seat is called `{}`{}", seat.text, self.where_chosen(place))
            };
            self.complain(bad(message, seat.span, "not a seat").help(help));
            return None;
        }
        let symbol = self.ruleset.symbols.intern(&seat.text);
        Some(ScheduledSide { member: side.letter.number, seat: Some(symbol) })
    }

    /// The seats of a line that names none: those of the plan, in their order.
    fn seats_in_order(&mut self, line: &ScheduleLine) -> Option<Vec<Symbol>> {
        let count = line.sides.len();
        let of_plan = |plan: &Plan| plan.seats.iter().take(count).map(|seat| seat.name).collect();
        let mut plans = self.ruleset.plans.iter().map(of_plan);
        let first: Vec<Symbol> = plans.next().unwrap_or_default();
        if plans.all(|other: Vec<Symbol>| other == first) {
            return Some(first);
        }
        self.complain(
            bad("the seats depend on an option, and this game names none", line.span, "who sits where?")
                .help(format!("write the seat behind each letter: `A {}`", self.first_seat())),
        );
        None
    }

    /// Why so many sides are no game of this format.
    fn misfit(&self, sides: u32) -> Option<String> {
        let place = self.ruleset.plans.iter().position(|plan| !has_sides(plan, sides))?;
        let plan = self.ruleset.plans.get(place)?;
        let count = match (plan.least, plan.most) {
            (1, Some(1)) => "1 side".to_owned(),
            (least, Some(most)) if least == most => format!("{least} sides"),
            (least, Some(most)) => format!("{least} to {most} sides"),
            (least, None) => format!("{least} or more sides"),
        };
        Some(format!("games of this format have {count}{}", self.where_chosen(place)))
    }

    /// Which choice a seating plan belongs to, if an option chooses among plans.
    fn where_chosen(&self, plan: usize) -> String {
        let option = self.ruleset.seating_option.and_then(|id| self.ruleset.options.get(usize::from(id.0)));
        let Some(option) = option else { return String::new() };
        match &option.values {
            OptionType::Choices(choices) => choices.get(plan).map_or_else(String::new, |choice| {
                format!(" where `{} = {}`", option.name, self.ruleset.symbols.text(*choice))
            }),
            OptionType::Typed(_) => String::new(),
        }
    }

    /// What to do where the seats depend on an option, and some choice of it has the right ones.
    fn help_of_option(&self, fits: impl Fn(&Plan) -> bool) -> Option<String> {
        let option = self.ruleset.options.get(usize::from(self.ruleset.seating_option?.0))?;
        let OptionType::Choices(choices) = &option.values else { return None };
        let place = self.ruleset.plans.iter().position(fits)?;
        let choice = self.ruleset.symbols.text(*choices.get(place)?);
        let fixed = format!("`set = {{ {} = \"{choice}\" }}`", option.name);
        Some(if self.file.bases.is_empty() {
            format!("let a format of its own build on this one, with the phases and {fixed}")
        } else {
            format!("fix the option before the first header: {fixed}")
        })
    }

    fn first_seat(&self) -> &str {
        let seat = self.ruleset.plans.iter().flat_map(|plan| &plan.seats).next();
        seat.map_or("SEAT", |seat| self.ruleset.symbols.text(seat.name))
    }
}

/// Whether a game of so many sides can be played by a plan.
fn has_sides(plan: &Plan, sides: u32) -> bool {
    plan.least <= sides && plan.most.is_none_or(|most| sides <= most)
}

/// A for 0, B for 1…
fn letter(number: u32) -> String {
    let letter = u8::try_from(number).ok().and_then(|number| b'A'.checked_add(number));
    letter.map_or_else(String::new, |letter| char::from(letter).to_string())
}
