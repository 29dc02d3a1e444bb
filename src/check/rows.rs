//! Which rows an aggregate runs over.
//!
//! A list says so (`any(t in hand: …)`, `count(sides)`, `max(others.score)`), or it follows from the
//! columns that the aggregate mentions: those of one sheet below.

use super::checker::Checker;
use super::expression::outer_paths;
use super::lost::{OTHERS, a};
use super::scope::{PREVIOUS, Scope, View};
use crate::builtins::Aggregate;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{LinkRole, SheetInfo, SheetKind};
use crate::sheet::{LinkId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{Call, Expression, Name, Term};

/// The name that leads to the other of two sides.
const OPPONENT: &str = "opponent";

/// The rows of an aggregate.
pub(super) struct Source {
    /// The sheet of the rows.
    pub(super) rows: SheetId,
    /// The row that gets the result, as seen from the rule's row.
    pub(super) asker: View,
    /// The links from a row to the row that asks.
    pub(super) way: Vec<LinkId>,
    /// The rows themselves, without their pairing with the row that asks.
    pub(super) itself: View,
    /// What the argument and `where` can see.
    pub(super) inside: Scope,
}

impl Checker<'_> {
    /// Which rows the aggregate runs over, and what is aggregated (`None`: the rows themselves are counted).
    pub(super) fn source<'e>(
        &mut self,
        call: &'e Call,
        aggregate: Aggregate,
        scope: &Scope,
        at: Span,
    ) -> Option<(Source, Option<&'e Expression>)> {
        let name = aggregate.name();
        let value = match call.arguments.as_slice() {
            [] => None,
            [value] => Some(value),
            [_, second, ..] => {
                self.complain(
                    Diagnostic::new(
                        Code::WrongArguments,
                        format!("`{name}` takes one value, from many rows"),
                    )
                    .at(second.span, "one too many")
                    .help("put them together with `+`, or write one aggregate for each"),
                );
                return None;
            }
        };
        if let Some(binder) = &call.binder {
            let source = self.over_list(&binder.list, Some(&binder.name.text), scope, at)?;
            if value.is_none() && aggregate != Aggregate::Count {
                self.complain_of_empty(name, at);
                return None;
            }
            return Some((source, value));
        }
        let Some(value) = value else {
            self.complain_of_empty(name, at);
            return None;
        };
        let path = match &value.term {
            Term::Path(path) => path.as_slice(),
            Term::Text(text) => std::slice::from_ref(text),
            _ => &[],
        };
        if aggregate == Aggregate::Count && self.is_list(path, scope) {
            let source = self.over_list(path, None, scope, at)?;
            return Some((source, None));
        }
        let mut mentioned = outer_paths(value);
        mentioned.extend(call.filter.iter().flat_map(outer_paths));
        if mentioned.iter().any(|path| path.len() > 1 && path[0].text == OTHERS) {
            let source = self.over_others(Some(OTHERS), scope, at)?;
            return Some((source, Some(value)));
        }
        let source = self.over_mentioned(&mentioned, name, scope, at)?;
        Some((source, Some(value)))
    }

    fn complain_of_empty(&mut self, name: &str, at: Span) {
        self.complain(
            Diagnostic::new(Code::WrongArguments, format!("`{name}` of what?"))
                .at(at, "nothing to aggregate")
                .help(match name {
                    "count" => "for example `count(sides)`, or `count(points > 0)`".to_owned(),
                    "any" | "all" | "none" => format!("for example `{name}(points > 0)`"),
                    _ => format!("for example `{name}(points)`"),
                }),
        );
    }

    /// Whether `count(path)` counts the rows of a list, and not where a condition holds: a list of this name can be
    /// seen, or no column of this name.
    fn is_list(&mut self, path: &[Name], scope: &Scope) -> bool {
        if path.len() == 1 && path[0].text == OTHERS {
            return true;
        }
        let lists: Vec<SheetId> = scope.views.iter().flat_map(|view| self.lists_from(view, path).0).collect();
        let row = scope.views.first().map_or(scope.row, |view| view.sheet);
        let seen = lists.iter().any(|&list| self.way_up(list, row).is_some_and(|way| !way.is_empty()));
        !lists.is_empty() && (seen || path.len() > 1 || self.holders_below(row, path).is_empty())
    }

    /// The sheets below `row` of which `path` names a column.
    fn holders_below(&mut self, row: SheetId, path: &[Name]) -> Vec<SheetId> {
        let Some((last, before)) = path.split_last() else { return Vec::new() };
        if before.first().is_some_and(|name| [OPPONENT, PREVIOUS].contains(&name.text.as_str())) {
            return self.sides_that_see(row, path);
        }
        let prefix = before.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        let all = 0..self.ruleset.sheets.len();
        all.filter_map(|place| u16::try_from(place).ok().map(SheetId))
            .filter(|&sheet| {
                let info = self.ruleset.sheet(sheet);
                sheet != row
                    && !matches!(info.kind, SheetKind::Join { .. })
                    && (prefix.is_empty() || info.name == prefix)
                    && self.own_column(sheet, &last.text).is_some()
                    && self.way_up(sheet, row).is_some()
            })
            .collect()
    }

    /// The sheets of sides below `row` from which `path`, which begins with `opponent` or `previous`, leads to a column.
    fn sides_that_see(&mut self, row: SheetId, path: &[Name]) -> Vec<SheetId> {
        let kinds = [SheetKind::Side, SheetKind::MatchSide];
        let sides: Vec<SheetId> = kinds.iter().filter_map(|kind| self.ruleset.sheet_of(kind)).collect();
        sides
            .into_iter()
            .filter(|&sheet| {
                sheet != row
                    && self.way_up(sheet, row).is_some()
                    && matches!(self.find_path(&Scope::of(sheet), path), Ok(Some(_)))
            })
            .collect()
    }

    /// The rows of the one sheet below whose columns are mentioned.
    fn over_mentioned(
        &mut self,
        mentioned: &[&[Name]],
        name: &str,
        scope: &Scope,
        at: Span,
    ) -> Option<Source> {
        for place in 0..scope.views.len() {
            let view = scope.views[place].clone();
            let mut candidates: Vec<SheetId> = Vec::new();
            for path in mentioned {
                let path = match (&view.name, path.split_first()) {
                    (Some(called), Some((first, rest))) if first.text == *called => rest,
                    (Some(_), _) => continue,
                    (None, _) => path,
                };
                let holders = self.holders_below(view.sheet, path);
                if let ([one, other, ..], [first, rest @ ..]) = (holders.as_slice(), path)
                    && !self.settled_by(mentioned, &holders)
                {
                    let diagnostic = self.two_holders([*one, *other], first, rest);
                    self.complain(diagnostic);
                    return None;
                }
                candidates.extend(holders.iter().filter(|_| holders.len() == 1));
            }
            let finest = candidates.iter().copied().find(|&sheet| {
                candidates.iter().all(|&other| sheet == other || self.way_up(sheet, other).is_some())
            });
            if let Some(rows) = finest {
                let way = self.way_up(rows, view.sheet)?;
                return Some(Self::direct(rows, way, &view, None, scope));
            }
            if let [first, second, ..] = candidates.as_slice() {
                let names = [first, second].map(|&sheet| self.ruleset.sheet(sheet).plural.clone());
                self.complain(
                    Diagnostic::new(
                        Code::AmbiguousName,
                        format!(
                            "this mentions columns of {}, which are not inside one another",
                            one_of(&names)
                        ),
                    )
                    .at(at, "over which rows?"),
                );
                return None;
            }
        }
        self.complain_of_nothing(mentioned, name, scope, at);
        None
    }

    /// A name that could be of two sheets.
    fn two_holders(&self, sheets: [SheetId; 2], first: &Name, rest: &[Name]) -> Diagnostic {
        let words = rest.iter().fold(first.text.clone(), |words, name| format!("{words}.{}", name.text));
        let ways = sheets.map(|sheet| match (self.ruleset.sheet(sheet), rest) {
            (info, []) => format!("{}.{words}", info.name),
            (info, _) => format!("r in {}: r.{words}", info.plural),
        });
        Diagnostic::new(Code::AmbiguousName, format!("`{words}` could be {}", one_of(&ways)))
            .at(first.span, "of which rows?")
            .help(format!("write {}", one_of(&ways)))
    }

    /// Whether another column that is mentioned belongs to one sheet alone, which is among `holders`.
    fn settled_by(&mut self, mentioned: &[&[Name]], holders: &[SheetId]) -> bool {
        let all: Vec<SheetId> = (0..self.ruleset.sheets.len())
            .filter_map(|place| u16::try_from(place).ok().map(SheetId))
            .collect();
        mentioned.iter().any(|path| {
            let Some((last, _)) = path.split_last() else { return false };
            let own: Vec<SheetId> =
                all.iter().copied().filter(|&sheet| self.own_column(sheet, &last.text).is_some()).collect();
            matches!(own.as_slice(), [one] if holders.contains(one))
        })
    }

    /// The sheets whose rows a list of this name gives.
    pub(super) fn lists_named(&self, path: &[Name]) -> Vec<SheetId> {
        let name = path.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        let places = 0..self.ruleset.sheets.len();
        places
            .filter_map(|place| u16::try_from(place).ok().map(SheetId))
            .filter(|&sheet| {
                let info = self.ruleset.sheet(sheet);
                info.plural == name || info.name == name && matches!(info.kind, SheetKind::List { .. })
            })
            .collect()
    }

    /// The lists that a path means as seen from a row: `sides`, `game.sides`; of a row that goes by a name only what is
    /// said to be its own, `g.sides`. With them, below which row they are sought, where the path says so.
    fn lists_from(&self, view: &View, path: &[Name]) -> (Vec<SheetId>, Option<SheetId>) {
        let none = (Vec::new(), None);
        let Some((first, rest)) = path.split_first() else { return none };
        let below = match &view.name {
            Some(called) if first.text == *called => Some(view.sheet),
            Some(_) => None,
            None => {
                let whole = self.lists_named(path);
                if !whole.is_empty() {
                    return (whole, None);
                }
                self.container_named(view.sheet, &first.text).map(|(container, _)| container)
            }
        };
        if below.is_some() && !rest.is_empty() { (self.lists_named(rest), below) } else { none }
    }

    /// The rows of a list by its name.
    pub(super) fn over_list(
        &mut self,
        path: &[Name],
        called: Option<&str>,
        scope: &Scope,
        at: Span,
    ) -> Option<Source> {
        let words = path.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        if words == OTHERS {
            return self.over_others(called, scope, at);
        }
        for view in scope.views.clone() {
            let (lists, below) = self.lists_from(&view, path);
            for list in lists.into_iter().filter(|_| below.is_none_or(|below| below == view.sheet)) {
                let way = self.way_up(list, view.sheet).filter(|way| !way.is_empty());
                if let Some(way) = way {
                    return Some(Self::direct(list, way, &view, called, scope));
                }
                // An entrant has no games of its own: its sides stand for them, one in each.
                let stand_in = match self.ruleset.sheet(list).kind {
                    SheetKind::Game => self.ruleset.sheet_of(&SheetKind::Side),
                    SheetKind::Match => self.ruleset.sheet_of(&SheetKind::MatchSide),
                    _ => None,
                };
                if let Some(stand_in) = stand_in
                    && self.ruleset.sheet(view.sheet).kind == SheetKind::Entrant
                    && let Some(way) = self.way_up(stand_in, view.sheet)
                {
                    let mut source = Self::direct(stand_in, way, &view, called, scope);
                    let to_list = self.way_up(stand_in, list)?;
                    let name = called.map(str::to_owned);
                    source.inside.views.insert(0, View { sheet: list, path: to_list, name });
                    return Some(source);
                }
            }
        }
        for view in scope.views.clone() {
            for (container, up) in self.containers(view.sheet) {
                if up.is_empty() || self.ruleset.sheet(container).kind == SheetKind::Event {
                    continue;
                }
                let (lists, below) = self.lists_from(&view, path);
                for list in lists.into_iter().filter(|_| below.is_none_or(|below| below == container)) {
                    let inner = self.way_up(list, container).filter(|way| !way.is_empty());
                    if let Some(inner) = inner {
                        let outer = [view.path.clone(), up.clone()].concat();
                        return Some(self.joined(list, (outer, inner, false), called, scope));
                    }
                }
            }
        }
        let row = scope.views.first().map_or(scope.row, |view| view.sheet);
        let sheet = self.ruleset.sheet(row).name.clone();
        let known: Vec<String> = self.ruleset.sheets.iter().map(|sheet| sheet.plural.clone()).collect();
        let diagnostic = if self.lists_named(path).is_empty() {
            let help = match nearest(&words, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", one_of(&known)),
            };
            Diagnostic::new(Code::UnknownName, format!("no list is called `{words}`"))
                .at(path.first().map_or(at, |name| name.span), "not a list, nor the rows of a sheet")
                .help(help)
        } else {
            let below = self.rows_below(row);
            let help = if below.is_empty() {
                format!("{} has nothing below it", a(&sheet))
            } else {
                format!("below {} are {}", a(&sheet), one_of(&below))
            };
            Diagnostic::new(Code::NothingToAggregate, format!("`{words}` are not below {}", a(&sheet)))
                .at(at, "cannot be reached from here")
                .help(help)
        };
        self.complain(diagnostic);
        None
    }

    /// The other sides of the same game (or match).
    fn over_others(&mut self, called: Option<&str>, scope: &Scope, at: Span) -> Option<Source> {
        let row = scope.row;
        let around = match self.ruleset.sheet(row).kind {
            SheetKind::Side => self.ruleset.sheet_of(&SheetKind::Game),
            SheetKind::MatchSide => self.ruleset.sheet_of(&SheetKind::Match),
            _ => None,
        };
        let link = around.and_then(|around| self.ruleset.link_of(row, &LinkRole::Inside(around)));
        let Some(link) = link else {
            let sheet = self.ruleset.sheet(row).name.clone();
            self.complain(
                Diagnostic::new(Code::WrongLevel, format!("{} has no `others`", a(&sheet)))
                    .at(at, "the others of what?")
                    .help("`others` are the other sides of a game or a match: write the rule in `[side.rules]` or `[match.side.rules]`"),
            );
            return None;
        };
        Some(self.joined(row, (vec![link], vec![link], true), called, scope))
    }

    /// Rows that lead to the row of `view` by themselves.
    fn direct(rows: SheetId, way: Vec<LinkId>, view: &View, called: Option<&str>, scope: &Scope) -> Source {
        let mut views = vec![View { sheet: rows, path: Vec::new(), name: called.map(str::to_owned) }];
        if let (None, Some(name)) = (called, &view.name) {
            views.push(View { sheet: rows, path: Vec::new(), name: Some(name.clone()) });
        }
        let is_last = scope.views.last().is_some_and(|last| last.path == view.path && last.name == view.name);
        let is_rooted = scope.is_rooted && (view.path.is_empty() || is_last);
        if view.path.is_empty() {
            views.extend(
                scope
                    .views
                    .iter()
                    .map(|outer| View { path: [way.clone(), outer.path.clone()].concat(), ..outer.clone() }),
            );
        } else {
            views.push(View { path: way.clone(), ..view.clone() });
        }
        let itself = View { sheet: rows, path: Vec::new(), name: None };
        Source { rows, asker: view.clone(), way, itself, inside: Scope { row: rows, views, is_rooted } }
    }

    /// Rows paired with each row of the rule's sheet: the ways from both to what they have in common, and whether a
    /// row is never paired with itself.
    fn joined(
        &mut self,
        inner: SheetId,
        (outer_path, inner_path, except_self): (Vec<LinkId>, Vec<LinkId>, bool),
        called: Option<&str>,
        scope: &Scope,
    ) -> Source {
        let outer = scope.row;
        let kind = SheetKind::Join { outer_path, inner_path, except_self };
        let known = (0..self.ruleset.sheets.len())
            .filter_map(|place| u16::try_from(place).ok().map(SheetId))
            .find(|&sheet| {
                let leads = |role: &LinkRole, to: SheetId| {
                    self.ruleset.link_of(sheet, role).is_some_and(|link| self.ruleset.link(link).to == to)
                };
                self.ruleset.sheet(sheet).kind == kind
                    && leads(&LinkRole::Outer, outer)
                    && leads(&LinkRole::Inner, inner)
            });
        let sheet = known.unwrap_or_else(|| {
            let name = format!("{} × {}", self.ruleset.sheet(outer).name, self.ruleset.sheet(inner).plural);
            let id = SheetId(u16::try_from(self.ruleset.sheets.len()).unwrap_or(u16::MAX));
            self.ruleset.sheets.push(SheetInfo { plural: name.clone(), name, kind });
            self.add_link("outer", id, outer, LinkRole::Outer, true);
            self.add_link("inner", id, inner, LinkRole::Inner, true);
            id
        });
        let link = |role: LinkRole| self.ruleset.link_of(sheet, &role).into_iter().collect::<Vec<_>>();
        let (to_outer, to_inner) = (link(LinkRole::Outer), link(LinkRole::Inner));
        let mut views = vec![View { sheet: inner, path: to_inner.clone(), name: called.map(str::to_owned) }];
        views.extend(
            scope
                .views
                .iter()
                .map(|view| View { path: [to_outer.clone(), view.path.clone()].concat(), ..view.clone() }),
        );
        let asker = View { sheet: outer, path: Vec::new(), name: None };
        let itself = View { sheet: inner, path: to_inner, name: None };
        let inside = Scope { row: sheet, views, is_rooted: scope.is_rooted };
        Source { rows: sheet, asker, way: to_outer, itself, inside }
    }
}
