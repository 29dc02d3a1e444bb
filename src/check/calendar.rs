//! Editions, days and limits of phases.
//!
//! Comes in: the entries as typed. Goes out: `ruleset.editions`, the deadlines and limits of phases. It must never know
//! when a game was played. Start with [`Checker::lower_editions`].

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{CountEntry, DayEntry, LimitEntry, OpenEntry, PhaseEntry, StandingEntry};
use crate::ruleset::{
    Bracket, Count, Day, Deadline, Editions, Every, Limit, Open, OptionId, OptionType, Over, Scheme,
    SheetKind,
};
use crate::syntax::ast::Name;
use crate::value::{Kind, Zone};

/// The largest single elimination has as many entrants as two to the power of this.
const LARGEST_ELIMINATION: u32 = 16;

impl<'a> Checker<'a> {
    pub(super) fn lower_editions(&mut self) {
        let Some(entry) = &self.file.edition else { return };
        let cites = self.cite(&entry.cites);
        if self.file.phases.is_empty() {
            self.complain(
                Diagnostic::new(Code::BadPhase, "editions of what? The format has no phases")
                    .at(entry.span, "held again and again")
                    .help("add `[[phase]]` with a `name` and a `pairing`"),
            );
        }
        let zone = entry.zone.as_ref().and_then(|zone| self.lower_zone(zone));
        self.ruleset.editions = Some(Editions { every: entry.every, zone, cites });
    }

    /// Over which games a standing ranks.
    pub(super) fn lower_over(&mut self, entry: &StandingEntry) -> Over {
        let Some((over, span)) = entry.over else { return Over::default() };
        if self.file.edition.is_none() {
            self.complain(
                Diagnostic::new(Code::BadPhase, "a standing over editions, in a format without any")
                    .at(span, "over which editions?")
                    .help("leave `over` out: a standing ranks by all games; or add `[edition]` with `every = \"month\"`"),
            );
        }
        over
    }

    /// What ranks a phase is there in every edition.
    pub(super) fn complain_of_season(&mut self, name: &Name, entry: &StandingEntry) {
        if let Some((Over::Season, span)) = entry.over {
            let message =
                format!("the standing `{}` ranks over all editions, and a phase is of one", name.text);
            self.complain(
                Diagnostic::new(Code::BadPhase, message)
                    .at(name.span, "ranks this phase")
                    .at(span, "over all editions")
                    .help("name a standing without `over`, or take `over` out"),
            );
        }
    }

    fn lower_zone(&mut self, name: &Name) -> Option<Zone> {
        let found = Zone::parse(&name.text);
        if found.is_none() {
            let names = Zone::names();
            let help = match near_zone(&name.text, &names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write a name of the tz database, such as `Europe/Paris`, or an offset from UTC, such as `+01:00`"
                    .to_owned(),
            };
            self.complain(
                Diagnostic::new(Code::UnknownName, format!("no zone is called `{}`", name.text))
                    .at(name.span, "where do days begin?")
                    .help(help),
            );
        }
        found
    }

    /// Complains of days and periods that a phase cannot have.
    pub(super) fn check_days(&mut self, entry: &PhaseEntry) {
        let every = self.file.edition.as_ref().map(|edition| edition.every);
        if let (Some((_, span)), None) = (entry.period, every) {
            self.complain(
                Diagnostic::new(Code::BadPhase, "a period of an edition, in a format without editions")
                    .at(span, "of which edition?")
                    .help("add `[edition]` with `every = \"month\"`, or take it out"),
            );
        }
        for DayEntry { day, span } in entry.until.iter().chain(entry.deadlines.iter().map(|line| &line.by)) {
            let (message, help) = match (day, every) {
                (Day::Date(_), None) | (Day::Last, Some(_)) | (Day::OfMonth(_), Some(Every::Month)) => {
                    continue;
                }
                (Day::Date(_), Some(_)) => (
                    "a date belongs to one edition, and the format has many",
                    "say which day of the month: `\"day 12\"`, or `\"last day\"`",
                ),
                (Day::OfMonth(_), Some(Every::Year)) => {
                    ("a day of which month? Editions are years", "only `\"last day\"` can be said of a year")
                }
                (Day::OfMonth(_) | Day::Last, None) => (
                    "a day of which month? The format has no editions",
                    "write the date, `2026-12-12`, or add `[edition]` with `every = \"month\"`",
                ),
            };
            self.complain(Diagnostic::new(Code::BadPhase, message).at(*span, "this day").help(help));
        }
    }

    /// The last days of matches.
    pub(super) fn lower_deadlines(
        &mut self,
        entry: &'a PhaseEntry,
        scheme: Option<&Scheme>,
    ) -> Vec<Deadline> {
        let mut lines = Vec::new();
        for line in &entry.deadlines {
            let deadline = Deadline {
                matches: line.matches.text.clone(),
                by: line.by.day,
                cites: self.cite(&line.cites),
                at: line.matches.span,
            };
            match scheme {
                Some(Scheme::Knockout(knockout)) => {
                    self.check_matches(&knockout.bracket, &deadline, &line.matches);
                }
                Some(Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_)) => {
                    self.complain(
                        Diagnostic::new(Code::BadPhase, "deadlines are those of the matches of a bracket")
                            .at(line.matches.span, "not a knockout")
                            .help("say when the whole phase is over: `until = \"last day\"`"),
                    );
                }
                None => {}
            }
            lines.push(deadline);
        }
        lines
    }

    fn check_matches(&mut self, bracket: &Bracket, deadline: &Deadline, name: &Name) {
        let known: Vec<String> = match bracket {
            Bracket::Written(matches) => matches.iter().map(|meeting| meeting.name.clone()).collect(),
            Bracket::SingleElimination { third_place } => {
                let stages = || {
                    let rounds = (3..=LARGEST_ELIMINATION).rev().map(|power| (1_u32 << power) / 2);
                    rounds
                        .map(|matches| (format!("round of {}", matches * 2), matches))
                        .chain([("quarter".to_owned(), 4), ("semi".to_owned(), 2)])
                };
                let numbered = stages()
                    .find_map(|(stage, matches)| Some((number_in(&stage, &name.text)?, stage, matches)));
                if let Some((number, stage, matches)) = numbered {
                    if !(1..=matches).contains(&number) {
                        self.complain(
                            Diagnostic::new(
                                Code::UnknownName,
                                format!("the bracket has no match `{}`", name.text),
                            )
                            .at(name.span, "not one of its matches")
                            .help(format!("there are {matches}: `{stage} 1` to `{stage} {matches}`")),
                        );
                    }
                    return;
                }
                let last = third_place.then(|| "third".to_owned());
                stages().map(|(stage, _)| stage).chain(["final".to_owned()]).chain(last).collect()
            }
        };
        if known.iter().any(|known| deadline.is_of(known)) {
            return;
        }
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let help = match nearest(&name.text, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", one_of(&names)),
        };
        self.complain(
            Diagnostic::new(Code::UnknownName, format!("the bracket has no match `{}`", name.text))
                .at(name.span, "not one of its matches")
                .help(help),
        );
    }

    pub(super) fn lower_open(&mut self, phase: &PhaseEntry, entry: &'a OpenEntry) -> Option<Open> {
        if entry.games.is_some() && self.ruleset.sheet_of(&SheetKind::Match).is_none() {
            self.complain(
                Diagnostic::new(Code::BadPhase, "so many games of a match, in a format without matches")
                    .at(phase.name.span, "its games are no matches")
                    .help("say what a match comes to, `[match.side.rules]`, or take `games` out"),
            );
            return None;
        }
        let limits = [&entry.most_matches, &entry.most_meetings];
        let limits = limits.map(|limit| limit.as_ref().map(|limit| self.lower_limit(limit)));
        let games = entry.games.as_ref().map(|count| self.lower_count(count));
        let known = limits.iter().all(|limit| limit.as_ref().is_none_or(Option::is_some));
        let [most_matches, most_meetings] = limits.map(Option::flatten);
        (known && games.is_none_or(|games| games.is_some())).then_some(Open {
            most_matches,
            most_meetings,
            games: games.flatten(),
        })
    }

    fn lower_limit(&mut self, entry: &'a LimitEntry) -> Option<Limit> {
        let cites = self.cite(&entry.cites);
        Some(Limit { count: self.lower_count(&entry.count)?, cites })
    }

    /// A number, or an option that holds a whole number.
    pub(super) fn lower_count(&mut self, entry: &CountEntry) -> Option<Count> {
        let name = match entry {
            CountEntry::Number(number) => return Some(Count::Number(*number)),
            CountEntry::Option(name) => name,
        };
        let is_whole = |OptionId(place): OptionId| match &self.ruleset.options[usize::from(place)].values {
            OptionType::Typed(ty) => ty.kind == Kind::Integer,
            OptionType::Choices(_) => false,
        };
        if let Some(option) = self.option_named(&name.text).filter(|option| is_whole(*option)) {
            return Some(Count::Option(option));
        }
        let whole = (0..).map(OptionId).zip(&self.ruleset.options).filter(|(id, _)| is_whole(*id));
        let whole: Vec<&str> = whole.map(|(_, option)| option.name.as_str()).collect();
        let help = match nearest(&name.text, whole.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if whole.is_empty() => "write a number, without quotes".to_owned(),
            None => format!("write a number, or {}", one_of(&whole)),
        };
        self.complain(
            Diagnostic::new(Code::UnknownName, format!("no option `{}` holds a whole number", name.text))
                .at(name.span, "how many?")
                .help(help),
        );
        None
    }
}

/// The number of a match in a name that is its stage and a number, and 0 where no match has such a number; `None`: it is no such name.
fn number_in(stage: &str, name: &str) -> Option<u32> {
    let digits = name.strip_prefix(stage)?.strip_prefix(' ')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().ok().filter(|_| !digits.starts_with('0')).unwrap_or(0))
}

/// The zone that was probably meant: in other letters, by its town alone, or misspelt.
fn near_zone<'n>(wanted: &str, names: &'n [String]) -> Option<&'n str> {
    let town = |name: &str| name.rsplit('/').next().is_some_and(|town| town.eq_ignore_ascii_case(wanted));
    let same = names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
    let same = same.or_else(|| names.iter().find(|name| town(name)));
    same.map(String::as_str).or_else(|| nearest(wanted, names.iter().map(String::as_str)))
}
