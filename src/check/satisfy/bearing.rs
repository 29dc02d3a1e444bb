//! Whether what is known can bear on what a column is computed from.
//!
//! A rule that mentions nothing of which anything is known comes to what it always comes to: there is no need to look at it
//! anew. Start with [`Analysis::bears_on`].

use super::Facts;
use super::variables::VariableId;
use crate::check::ranges::Analysis;
use crate::ruleset::Node;
use crate::sheet::ColumnId;
use crate::value::Kind;
use std::rc::Rc;

impl Analysis<'_> {
    /// Whether facts can narrow down what the rule of a column comes to; `true` where it is not sure.
    pub(super) fn bears_on(&mut self, facts: &Facts, column: ColumnId) -> bool {
        // Where rules are looked through, or one state leads to the next, more is behind a rule than what it mentions.
        if self.is_close() || self.ruleset.ladder.is_some() {
            return true;
        }
        let Some(mentioned) = self.mentioned(column) else { return true };
        facts.ids().any(|id| self.may_speak_of(id, &mentioned))
    }

    fn may_speak_of(&self, id: VariableId, columns: &[ColumnId]) -> bool {
        let variable = self.variables.get(id);
        match &variable.column {
            Some((column, _)) => columns.binary_search(column).is_ok(),
            None if variable.parts.is_empty() => true,
            None => variable.parts.iter().any(|(part, _)| self.may_speak_of(*part, columns)),
        }
    }

    /// The columns that the rule of a column mentions, and those that conditions among them are made of, in order; `None` where
    /// a rule is not known.
    fn mentioned(&mut self, column: ColumnId) -> Option<Rc<[ColumnId]>> {
        if let Some(known) = self.variables.mentioned.get(&column) {
            return known.clone();
        }
        let found = self.definition(column).map(|definition| {
            let mut columns = Vec::new();
            let mut open = vec![definition];
            while let Some(expr) = open.pop() {
                if let Node::Column { column, .. } = &expr.node
                    && !columns.contains(column)
                {
                    columns.push(*column);
                    // Yes/no columns are looked through to their rules.
                    open.extend(self.definition(*column).filter(|_| expr.ty.kind == Kind::Flag));
                }
                expr.parts(&mut open);
            }
            columns.sort_unstable();
            columns.into()
        });
        self.variables.mentioned.insert(column, found.clone());
        found
    }
}
