//! Terms as the author writes them, for messages.

use super::variables::{Variable, VariableId, Wording};
use crate::check::ranges::Analysis;
use crate::source::Span;
use crate::value::Rational;

impl Analysis<'_> {
    /// A term in words.
    pub(super) fn text(&self, id: VariableId) -> String {
        let variable = self.variables.get(id);
        match variable.wording {
            Wording::Written(at) => Some(self.written(at)).filter(|text| !text.is_empty()),
            // The words of a definition are those of its own row.
            Wording::Named(at) => variable.column.is_none().then(|| self.written(at)),
            Wording::Equal(first, second) => Some(format!("{} = {}", self.text(first), self.text(second))),
            Wording::Sum => Some(self.sum_of(&variable.parts)),
        }
        .unwrap_or_else(|| self.name_of(variable))
    }

    /// What stands in the file, on one line.
    fn written(&self, at: Span) -> String {
        self.sources.slice(at).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The name of a column, and the last step of the way there.
    fn name_of(&self, variable: &Variable) -> String {
        let Some((column, way)) = &variable.column else { return String::new() };
        let name = &self.ruleset.column(*column).name;
        match way.last() {
            Some(link) => format!("{}.{name}", self.ruleset.link(*link).name),
            None => name.clone(),
        }
    }

    fn sum_of(&self, parts: &[(VariableId, Rational)]) -> String {
        let mut text = String::new();
        for (id, factor) in parts {
            let negative = *factor < Rational::ZERO;
            let size = factor.abs().unwrap_or(*factor);
            if !text.is_empty() {
                text.push_str(if negative { " - " } else { " + " });
            } else if negative {
                text.push('-');
            }
            if size != Rational::ONE {
                text.push_str(&size.to_string());
                text.push_str(" * ");
            }
            text.push_str(&self.text(*id));
        }
        text
    }
}
