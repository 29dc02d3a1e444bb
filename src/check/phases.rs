//! Phases: who plays in them, what ranks them, and who meets whom.
//!
//! Comes in: the phases as typed. Goes out: `ruleset.phases`, each phase after those it takes its entrants from.
//! Pools, schedules and brackets have files of their own. It must never know how many have entered.
//! Start with [`Checker::lower_phases`].

use super::checker::Checker;
use super::order::void_last;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{KnockoutEntry, PhaseEntry, RankingEntry, RoundRobinEntry, SchemeEntry, SheetName};
use crate::ruleset::{
    Admission, Knockout, OrderKey, Phase, PhaseId, Ranking, RoundRobin, Scheme, SheetKind, StandingId,
};
use crate::source::Span;
use crate::syntax::ast::{Name, Order, Selection};
use crate::value::{Kind, Type};

impl<'a> Checker<'a> {
    /// The type of the column `phase`: a choice, where the format has phases.
    pub(super) fn phase_type(&mut self) -> Type {
        if self.file.phases.is_empty() {
            return Type::of(Kind::Text).maybe(true);
        }
        let names = self.file.phases.iter().map(|phase| self.ruleset.symbols.intern(&phase.name.text));
        Type::of(Kind::Choice(names.collect()))
    }

    pub(super) fn lower_phases(&mut self) {
        for (place, entry) in self.file.phases.iter().enumerate() {
            self.complain_of_namesake(place, entry);
            let phase = self.lower_phase(place, entry);
            self.ruleset.phases.extend(phase);
        }
    }

    fn complain_of_namesake(&mut self, place: usize, entry: &PhaseEntry) {
        let mut earlier = self.file.phases.iter().take(place);
        if let Some(first) = earlier.find(|earlier| earlier.name.text == entry.name.text) {
            self.complain(
                Diagnostic::new(Code::NameTaken, format!("two phases are called `{}`", entry.name.text))
                    .at(entry.name.span, "the second")
                    .at(first.name.span, "the first")
                    .help("give one of them another name"),
            );
        }
    }

    fn lower_phase(&mut self, place: usize, entry: &'a PhaseEntry) -> Option<Phase> {
        let cites = self.cite(&entry.cites);
        let entrants = match &entry.entrants {
            Some(selection) => self.admission(place, entry, selection),
            None => Some(Admission::Everybody),
        };
        let standing = entry.standing.as_ref().and_then(|name| self.standing_named(name));
        let scheme = match &entry.scheme {
            Some(SchemeEntry::Pools(pools)) => self.lower_pools(entry, pools).map(Scheme::Pools),
            Some(SchemeEntry::RoundRobin(table)) => {
                self.lower_round_robin(entry, table).map(Scheme::RoundRobin)
            }
            Some(SchemeEntry::Knockout(knockout)) => {
                self.lower_knockout(entry, knockout).map(Scheme::Knockout)
            }
            Some(SchemeEntry::Open(open)) => self.lower_open(entry, open).map(Scheme::Open),
            None => None,
        };
        let deadlines = self.lower_deadlines(entry, scheme.as_ref());
        self.check_days(entry);
        Some(Phase {
            name: entry.name.text.clone(),
            symbol: self.ruleset.symbols.intern(&entry.name.text),
            title: entry.title.clone().unwrap_or_else(|| entry.name.text.clone()),
            entrants: entrants?,
            standing,
            ties: entry.ties,
            scheme: scheme?,
            cites,
            period: entry.period.map_or(1, |(period, _)| period),
            until: entry.until.map(|until| until.day),
            deadlines,
            at: entry.name.span,
        })
    }

    /// Those on some places of an earlier phase.
    fn admission(&mut self, place: usize, entry: &PhaseEntry, selection: &Selection) -> Option<Admission> {
        let Selection { first, last, of, span } = selection;
        let found = self.phase_before(place, of)?;
        let earlier = self.file.phases.get(found)?;
        let name = &earlier.name.text;
        let bad = |message: String| Diagnostic::new(Code::BadPhase, message);
        if earlier.standing.is_none() && !matches!(earlier.scheme, Some(SchemeEntry::Knockout(_)) | None) {
            self.complain(
                bad(format!("nothing ranks the entrants of `{name}`"))
                    .at(of.span, "who is first there?")
                    .at(earlier.name.span, "this phase has no standing")
                    .help(format!("name one in the phase `{name}`: `standing = \"…\"`")),
            );
            return None;
        }
        if let Some(admitted) = admitted(earlier).filter(|admitted| last > admitted) {
            self.complain(
                bad(format!("the phase `{name}` has no place {last}"))
                    .at(*span, "reaches too far")
                    .at(earlier.name.span, format!("{admitted} play in it"))
                    .help(format!("take places from 1 to {admitted}")),
            );
            return None;
        }
        let open = matches!(entry.scheme, Some(SchemeEntry::Open(_)) | None);
        if first == last && !open {
            self.complain(
                bad("one entrant alone has nobody to meet".to_owned())
                    .at(*span, "only one plays")
                    .help(format!("admit more of them: `top 4 of {name}`")),
            );
            return None;
        }
        Some(Admission::Places { first: *first, last: *last, of: PhaseId(u16::try_from(found).ok()?) })
    }

    /// The place of an earlier phase among the phases.
    fn phase_before(&mut self, place: usize, name: &Name) -> Option<usize> {
        let phases = &self.file.phases;
        let text = &name.text;
        let found = phases.iter().position(|phase| phase.name.text == *text);
        let (code, message, label) = match found {
            Some(found) if found < place => return Some(found),
            Some(found) if found == place => {
                (Code::BadPhase, "a phase takes its entrants from itself".to_owned(), "this very phase")
            }
            Some(_) => (Code::BadPhase, format!("the phase `{text}` comes later"), "not played yet"),
            None => (Code::UnknownName, format!("no phase is called `{text}`"), "not a phase"),
        };
        let earlier: Vec<&str> = phases.iter().take(place).map(|phase| phase.name.text.as_str()).collect();
        let near = nearest(text, earlier.iter().copied()).filter(|_| found.is_none());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if earlier.is_empty() => {
                "no phase comes before this one; leave `entrants` out: then everybody plays".to_owned()
            }
            None => format!("take them from a phase before this one: {}", one_of(&earlier)),
        };
        self.complain(Diagnostic::new(code, message).at(name.span, label).help(help));
        None
    }

    fn standing_named(&mut self, name: &Name) -> Option<StandingId> {
        let found = self.file.standings.iter().position(|standing| standing.name.text == name.text);
        if let Some(found) = found {
            self.complain_of_season(name, &self.file.standings[found]);
            return u16::try_from(found).ok().map(StandingId);
        }
        let known: Vec<&str> =
            self.file.standings.iter().map(|standing| standing.name.text.as_str()).collect();
        let help = match nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("add `[standing.{}]` with its `order`", name.text),
            None => format!("there is {}", one_of(&known)),
        };
        self.complain(
            Diagnostic::new(Code::UnknownName, format!("no standing is called `{}`", name.text))
                .at(name.span, "not a standing")
                .help(help),
        );
        None
    }

    fn lower_round_robin(&mut self, phase: &PhaseEntry, entry: &'a RoundRobinEntry) -> Option<RoundRobin> {
        let by = self.lower_ranking(phase, &entry.by);
        let schedule = self.lower_meeting(entry.schedule.as_ref(), phase.name.span);
        Some(RoundRobin { legs: entry.legs, by: by?, draw: entry.draw, schedule })
    }

    fn lower_knockout(&mut self, phase: &PhaseEntry, entry: &'a KnockoutEntry) -> Option<Knockout> {
        let placing = self.file.sheet(&SheetName::Match).is_some_and(|sheet| sheet.placing.is_some());
        if !placing {
            self.complain(
                Diagnostic::new(Code::BadPhase, "nothing says who wins a match of the knockout")
                    .at(phase.name.span, "a knockout")
                    .help("add `[match.placing]` with an `order`: who has the place 1 goes on"),
            );
        }
        let bracket = entry
            .bracket
            .as_ref()
            .and_then(|bracket| self.lower_bracket(bracket, entry.bracket_span, admitted(phase)));
        let schedule = self.lower_meeting(entry.schedule.as_ref(), phase.name.span);
        let games = entry.games.as_ref().and_then(|count| self.lower_count(count));
        Some(Knockout { bracket: bracket?, schedule, draw: entry.draw, games, extra: entry.extra })
    }

    /// What orders entrants before they are cut or numbered.
    pub(super) fn lower_ranking(&mut self, phase: &PhaseEntry, entry: &'a RankingEntry) -> Option<Ranking> {
        match entry {
            RankingEntry::Entry => Some(Ranking::Entry),
            RankingEntry::Standing(_) if phase.standing.is_some() => Some(Ranking::Standing),
            RankingEntry::Standing(span) => {
                self.complain_of_standing(phase, *span);
                None
            }
            RankingEntry::Keys(order) => self.lower_keys(order).map(Ranking::Keys),
        }
    }

    fn complain_of_standing(&mut self, phase: &PhaseEntry, span: Span) {
        let known: Vec<&str> =
            self.file.standings.iter().map(|standing| standing.name.text.as_str()).collect();
        let example = known.first().copied().unwrap_or("overall");
        self.complain(
            Diagnostic::new(Code::BadPhase, format!("the phase `{}` has no standing", phase.name.text))
                .at(span, "by which standing?")
                .at(phase.name.span, "this phase")
                .help(format!("name one in `[[phase]]`: `standing = \"{example}\"`")),
        );
    }

    /// Keys over the entrants, as in a standing.
    fn lower_keys(&mut self, order: &'a Order) -> Option<Vec<OrderKey>> {
        let entrants = self.ruleset.sheet_of(&SheetKind::Entrant)?;
        let mut keys = Vec::new();
        for key in order {
            if key.among_tied {
                self.complain(
                    Diagnostic::new(Code::WrongLevel, "`among tied` needs a standing")
                        .at(key.direction.1, "entrants who are cut into groups have no games among them")
                        .help("use it in `[standing.NAME]`, and cut by that: `by = \"standing\"`"),
                );
                continue;
            }
            keys.extend(self.lower_key(key, entrants));
        }
        let whole = keys.len() == order.len();
        // Who does not count stands behind everybody who does, as in a standing.
        keys.splice(0..0, self.voids.get(&entrants).map(|&void| void_last(void)));
        whole.then_some(keys)
    }
}

/// How many a phase admits, where that is known.
pub(super) fn admitted(phase: &PhaseEntry) -> Option<u32> {
    let selection = phase.entrants.as_ref()?;
    selection.last.checked_sub(selection.first)?.checked_add(1)
}
