//! Corrections of lists: element by element, as many as are recorded.
//!
//! Comes in: the list as it should be. Goes out: staged cells, each with the one that it corrects. A part in a list is a
//! text, where the format says how it is written, or an object with what changes. It must never know how many games there
//! are. Start with [`Correction::list`].

use super::super::complain::{Place, must_be};
use super::super::keys::Key;
use super::super::slots::{Address, TableId, TableKind};
use super::super::written::between_quotes;
use super::Correction;
use crate::json::{Member, Node, What};

impl Correction<'_, '_> {
    pub(super) fn list(&mut self, list: TableId, (owner, row): (TableId, usize), member: &Member) {
        let table = self.recorder.layout.table(list);
        let name = &table.plural;
        let What::List(nodes) = &member.value.what else {
            return self.trouble(must_be(&member.value, &format!("`{name}`"), "a list: `[…]`"));
        };
        let Some(owner) = self.row_of(owner, row) else {
            return self.not_recorded(name, Place::from(&member.at));
        };
        let recorded = self.recorder.store.elements(list, u32::try_from(owner).unwrap_or(u32::MAX));
        if recorded.len() != nodes.len() {
            let message =
                format!("`{name}` has {} here, but {} are recorded", values(nodes.len()), recorded.len());
            let help = "a correction changes values, not how many there are: give the whole list, or mend the record of \
                        the game itself";
            return self.refuse(&message, help, member);
        }
        let is_parts = matches!(table.kind, TableKind::Loose { .. });
        for (node, stored) in nodes.iter().zip(recorded) {
            let element = self.recorder.stage.add_element(list, row, Place::from(&node.at));
            if is_parts {
                self.element(list, element, stored, node);
            } else {
                let address = |row: usize| Address { table: list, row, column: 0 };
                self.cells.push((address(element), address(stored)));
                self.stage(address(element), node);
            }
        }
    }

    /// A part in a list, staged as `element`, which corrects the row `stored`.
    fn element(&mut self, list: TableId, element: usize, stored: usize, node: &Node) {
        let layout = self.recorder.layout;
        let table = layout.table(list);
        let address = |row: usize, column: usize| Address { table: list, row, column };
        match (&node.what, &table.written) {
            (What::Object(_), _) => {
                let Some(members) = self.members(node, "an element of the list") else { return };
                for member in members {
                    match self.keys.rows[list.0].find(&member.key) {
                        Some(Key::Field(column)) => {
                            self.correct(address(element, column), stored, &member.value);
                        }
                        Some(Key::Rows(inner)) => {
                            let name = &layout.table(inner).plural;
                            let message =
                                format!("`{name}` is a list in a list, which no correction can change");
                            self.refuse(&message, "mend the record of the game itself", member);
                        }
                        _ => self.unknown(&self.keys.rows[list.0], member),
                    }
                }
            }
            (What::Text(text), Some(form)) => {
                let place = between_quotes(Place::from(&node.at), text);
                self.recorder.written(list, element, text, place);
                let cells =
                    form.fields().map(|(column, _)| (address(element, column), address(stored, column)));
                self.cells.extend(cells);
            }
            (What::Number(_) | What::Flag(_), Some(form)) if form.single().is_some() => {
                if let Some(column) = form.single() {
                    self.correct(address(element, column), stored, node);
                }
            }
            (_, Some(form)) => {
                let sample = form.sample(table, &self.recorder.symbols);
                let wanted = format!("a text such as `{sample}`, or an object: `{{…}}`");
                self.trouble(must_be(node, "an element of the list", &wanted));
            }
            (_, None) => self.trouble(must_be(node, "an element of the list", "an object: `{…}`")),
        }
    }
}

fn values(count: usize) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}
