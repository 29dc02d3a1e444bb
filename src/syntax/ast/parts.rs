//! What an expression is made of.

use super::{Call, Expression, Members, Term};

impl Expression {
    /// The expressions that this one is made of, in the order in which they are written.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        match &self.term {
            Term::Integer(_)
            | Term::Number(_)
            | Term::Duration(_)
            | Term::Date(_)
            | Term::Text(_)
            | Term::Flag(_)
            | Term::Path(_) => Vec::new(),
            Term::Unary(_, part) => vec![part],
            Term::Binary(_, left, right) | Term::Else(left, right) => vec![left, right],
            Term::In(value, Members::Listed(members)) => std::iter::once(&**value).chain(members).collect(),
            Term::In(value, Members::Range(low, high)) => vec![value, low, high],
            Term::In(value, Members::List(_)) => vec![value],
            Term::If { value, condition, otherwise } => vec![value, condition, otherwise],
            Term::Call(call) => {
                let Call { choice, arguments, filter, .. } = &**call;
                choice.iter().map(|choice| &choice.count).chain(arguments).chain(filter).collect()
            }
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.term {
            Term::Integer(_)
            | Term::Number(_)
            | Term::Duration(_)
            | Term::Date(_)
            | Term::Text(_)
            | Term::Flag(_)
            | Term::Path(_) => Vec::new(),
            Term::Unary(_, part) => vec![part],
            Term::Binary(_, left, right) | Term::Else(left, right) => vec![left, right],
            Term::In(value, Members::Listed(members)) => {
                std::iter::once(&mut **value).chain(members).collect()
            }
            Term::In(value, Members::Range(low, high)) => vec![value, low, high],
            Term::In(value, Members::List(_)) => vec![value],
            Term::If { value, condition, otherwise } => vec![value, condition, otherwise],
            Term::Call(call) => {
                let Call { choice, arguments, filter, .. } = &mut **call;
                choice.iter_mut().map(|choice| &mut choice.count).chain(arguments).chain(filter).collect()
            }
        }
    }
}
