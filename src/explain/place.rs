//! Opens a place: whom somebody was compared with, by which keys, and which of them decided.
//!
//! Comes in: a standing and an entrant, or a side of a game. Goes out: a child for each neighbour, with a child for each key
//! that was looked at. It must never put anybody in order. Start with [`Builder::place`].

use super::cell::Builder;
use super::names;
use super::tree::{From, Node, Shut, Step, What};
use crate::engine::{self, Look, StandingRow, StandingTable};
use crate::lot::lot;
use crate::ruleset::{BuiltinColumn, LinkRole, OrderKey, Origin, Place, SheetKind, Step as Computed, Ties};
use crate::sheet::{Column, ColumnId, Data, SheetId};
use crate::value::Value;
use std::cmp::Ordering;

impl<'a> Builder<'a> {
    /// The place of an entrant in a standing; `None` where the entrant is not listed in it.
    pub(super) fn place(&mut self, standing: usize, entrant: u32, depth: usize) -> Option<Node> {
        let info = self.opened.ruleset.standings.get(standing)?;
        let table = self.opened.outcome.standings.get(standing)?;
        let at = table.rows.iter().position(|row| row.entrant == entrant)?;
        let sheet = self.opened.ruleset.sheet_of(&SheetKind::Entrant)?;
        let row = table.rows[at];
        let what = What::Place {
            standing: info.title.clone(),
            of: names::name(&self.opened, sheet, entrant),
            among: table.rows.len(),
            shared: row.shared,
        };
        let mut node = Node::new(what, Some(Value::Integer(i64::from(row.place))));
        let neighbours = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
        let neighbours = neighbours.filter_map(|at| table.rows.get(at));
        for other in neighbours {
            let against = self.compared(standing, (&row, other), depth);
            node.children.extend(against);
        }
        Some(node)
    }

    /// Two entrants, and what tells them apart in a standing.
    pub(super) fn compared(
        &mut self,
        standing: usize,
        (row, other): (&StandingRow, &StandingRow),
        depth: usize,
    ) -> Option<Node> {
        let info = self.opened.ruleset.standings.get(standing)?;
        let table = self.opened.outcome.standings.get(standing)?;
        let sheet = self.opened.ruleset.sheet_of(&SheetKind::Entrant)?;
        let ahead = match row.place.cmp(&other.place) {
            Ordering::Less => Some(true),
            Ordering::Greater => Some(false),
            Ordering::Equal => None,
        };
        let pair = (row.entrant, other.entrant);
        let mut against = self.against((sheet, &info.keys, Some(table)), pair, ahead, depth);
        if ahead.is_some() && !decides(&against) {
            let lots = self.lots(&info.name, "", &[pair.0, pair.1], info.ties);
            against.steps.extend(lots);
        }
        Some(against)
    }

    /// The place of a side in its game, or its match.
    pub(super) fn placed(&mut self, place: &'a Place, row: u32, node: &mut Node, depth: usize) {
        let sheet = self.opened.ruleset.column(place.out).sheet;
        let others: Vec<u32> =
            self.opened.group(place.group, row).into_iter().filter(|other| *other != row).collect();
        let most = self.reach.most.unwrap_or(usize::MAX);
        node.more += others.len().saturating_sub(most);
        for other in others.into_iter().take(most) {
            let own = self.opened.cell(place.out, row);
            let ahead = match own.size().cmp(&self.opened.cell(place.out, other).size()) {
                Ordering::Less => Some(true),
                Ordering::Greater => Some(false),
                Ordering::Equal => None,
            };
            let mut against = self.against((sheet, &place.keys, None), (row, other), ahead, depth);
            if ahead.is_some() && !decides(&against) {
                let group = self.group_name(sheet, row);
                let entrants: Vec<u32> = [row, other]
                    .iter()
                    .filter_map(|row| names::follow(&self.opened, sheet, &LinkRole::Entrant, *row))
                    .collect();
                let occasion = self.opened.ruleset.sheet(sheet).name.clone();
                let lots = self.lots(&occasion, &group, &entrants, place.ties);
                against.steps.extend(lots);
            }
            node.children.push(against);
        }
    }

    /// Two rows, key by key as long as they are level.
    fn against(
        &mut self,
        (sheet, keys, table): (SheetId, &'a [OrderKey], Option<&StandingTable>),
        (row, other): (u32, u32),
        ahead: Option<bool>,
        depth: usize,
    ) -> Node {
        let [of, with] = [row, other].map(|row| names::name(&self.opened, sheet, row));
        let mut node = Node::new(What::Against { of, other: with, ahead }, None);
        for key in keys {
            let look =
                table.filter(|_| key.among_tied.is_some()).map(|table| table.look(key.column, [row, other]));
            let (values, compared) = match look {
                // The two were told apart before this key was looked at.
                Some(None) => continue,
                Some(Some(look)) => {
                    let of = |who: u32| look.level.iter().find(|(known, _)| *known == who);
                    let values = [row, other].map(|who| of(who).map_or(Value::Missing, |(_, value)| *value));
                    (values, self.order(key, values))
                }
                None => {
                    let shown = self.shown_key(key);
                    let values = [row, other].map(|row| self.opened.cell(shown, row));
                    (values, self.opened.compare(key, row, other))
                }
            };
            let [own, others] = values;
            let key_ahead = match compared {
                Ordering::Less => Some(true),
                Ordering::Greater => Some(false),
                Ordering::Equal => None,
            };
            let what = What::Key {
                text: self.key_words(key),
                direction: key.direction,
                other: others,
                ahead: key_ahead,
                among_tied: key.among_tied.is_some(),
            };
            let mut child = Node::new(what, Some(own));
            child.rule = key.at.map(|at| self.quotes.of(at));
            child.clauses = self.quotes.clauses(&key.cites);
            for (row, value) in [(row, own), (other, others)] {
                let opened = match (&key.among_tied, look) {
                    (Some(steps), Some(Some(look))) => {
                        self.among_tied((key, steps, look), (row, value), depth + 1)
                    }
                    (Some(_) | None, _) => self.cell(self.shown_key(key), row, depth + 1),
                };
                child.children.push(opened);
            }
            node.children.push(child);
            if key_ahead.is_some() {
                break;
            }
        }
        node
    }

    /// What a key is called: its heading, where it has one, or as it is written.
    pub(super) fn key_words(&self, key: &OrderKey) -> String {
        let ruleset = self.opened.ruleset;
        let info = ruleset.column(key.column);
        let mut headed = ruleset.standings.iter().flat_map(|standing| &standing.columns);
        let heading = headed.find(|(_, column)| *column == key.column).map(|(heading, _)| heading);
        let is_hidden = matches!(info.origin, Origin::Hidden { .. });
        // A heading that was not given is how the key is written.
        let given = heading.filter(|heading| is_hidden && !heading.starts_with(info.name.trim()));
        super::cell::one_line(given.unwrap_or(&info.name))
    }

    /// A cell of a key among tied: the last look that was taken at the entrant is the one whose value it holds. Nothing where the
    /// entrant was level with nobody. `None`: the column is of no such key.
    pub(super) fn tied_cell(&mut self, column: ColumnId, row: u32, depth: usize) -> Option<Node> {
        let standings = self.opened.ruleset.standings.iter().zip(&self.opened.outcome.standings);
        let (key, table) = standings.into_iter().find_map(|(standing, table)| {
            let key = standing.keys.iter().find(|key| key.column == column && key.among_tied.is_some())?;
            Some((key, table))
        })?;
        let steps = key.among_tied.as_deref()?;
        let is_in = |look: &&Look| look.column == column && look.level.iter().any(|(who, _)| *who == row);
        let look = table.looks.iter().rfind(is_in);
        let Some((look, value)) = look.and_then(|look| {
            let (_, value) = look.level.iter().find(|(who, _)| *who == row)?;
            Some((look, *value))
        }) else {
            let info = self.opened.ruleset.column(column);
            let of = names::name(&self.opened, info.sheet, row);
            let what = What::Aggregate { text: self.key_words(key), of };
            let mut node = Node::new(what, Some(Value::Missing));
            node.from = From::Rule;
            node.rule = key.at.map(|at| self.quotes.of(at));
            node.clauses = self.quotes.clauses(&key.cites);
            let name = names::entrant(&self.opened, row);
            node.steps.push(Step::Said(format!("{name} was level with nobody, so it was not looked at")));
            return Some(node);
        };
        let mut node = self.among_tied((key, steps, look), (row, value), depth);
        if let What::Aggregate { text, .. } = &mut node.what {
            *text = self.key_words(key);
        }
        if node.shut.is_none() {
            node.rule = key.at.map(|at| self.quotes.of(at));
            node.clauses = self.quotes.clauses(&key.cites);
            let level: Vec<String> =
                look.level.iter().map(|(who, _)| names::entrant(&self.opened, *who)).collect();
            node.steps.insert(0, Step::Said(format!("level when it was looked at: {}", level.join(", "))));
        }
        Some(node)
    }

    /// The order of two values of a key.
    fn order(&self, key: &OrderKey, values: [Value; 2]) -> Ordering {
        let info = self.opened.ruleset.column(key.column);
        let mut column = Column::full(Data::empty(&info.ty.kind));
        values.into_iter().for_each(|value| column.push(value));
        engine::order_of(key, &column)
    }

    /// A key for which only games between those still level count: their rows.
    fn among_tied(
        &mut self,
        (key, steps, look): (&'a OrderKey, &'a [Computed], &Look),
        (row, value): (u32, Value),
        depth: usize,
    ) -> Node {
        let info = self.opened.ruleset.column(key.column);
        let of = names::name(&self.opened, info.sheet, row);
        let what = What::Aggregate { text: super::cell::one_line(&info.name), of };
        let mut node = Node::new(what, Some(value));
        node.from = From::Rule;
        if depth > self.reach.depth.unwrap_or(usize::MAX) {
            node.shut = Some(Shut::Deep);
            return node;
        }
        let level: Vec<u32> = look.level.iter().map(|(entrant, _)| *entrant).collect();
        for step in steps {
            if let Computed::Reduce(reduce) = step {
                self.aggregated_among(reduce, (row, &level), &mut node, depth);
            }
        }
        node
    }

    /// The column that a key is about, where the key is nothing but its order.
    fn shown_key(&self, key: &OrderKey) -> ColumnId {
        let info = self.opened.ruleset.column(key.column);
        let named = self.opened.ruleset.find_column(info.sheet, info.name.trim());
        named.filter(|_| matches!(info.origin, Origin::Hidden { .. })).unwrap_or(key.column)
    }

    /// What the lots were that put level rows in order; nothing where none were drawn.
    fn lots(&self, occasion: &str, group: &str, entrants: &[u32], ties: Ties) -> Option<Step> {
        match ties {
            Ties::Lot => {}
            Ties::Share | Ties::Refuse => return None,
        }
        let lots = entrants.iter().map(|&entrant| {
            let name = names::entrant(&self.opened, entrant);
            format!("{name} {}", lot(self.seed, occasion, group, &name))
        });
        let lots: Vec<String> = lots.collect();
        let group = if group.is_empty() { String::new() } else { format!(", group “{group}”") };
        Some(Step::Said(format!(
            "level by every key; lots drawn for “{occasion}”{group} from seed {}: {}; the least comes first",
            self.seed,
            lots.join(", ")
        )))
    }

    /// What lots of a game or a match are drawn for.
    fn group_name(&self, sheet: SheetId, row: u32) -> String {
        let container = [SheetKind::Game, SheetKind::Match].iter().find_map(|kind| {
            let to = self.opened.ruleset.sheet_of(kind)?;
            Some((to, names::follow(&self.opened, sheet, &LinkRole::Inside(to), row)?))
        });
        container.map_or_else(String::new, |(to, row)| {
            let id = names::text(&self.opened, to, BuiltinColumn::Id, row);
            id.unwrap_or_else(|| (u64::from(row) + 1).to_string())
        })
    }
}

/// Whether one of the keys told the two apart.
fn decides(against: &Node) -> bool {
    against.children.iter().any(|key| matches!(key.what, What::Key { ahead: Some(_), .. }))
}
