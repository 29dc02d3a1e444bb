//! Texts that hold more than words: how a part is written, and what is said of a row.

use super::{Expression, Name};
use crate::source::Span;

/// `written = "a-b"`: columns of a part, and what stands between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The columns in their order; at least one.
    pub columns: Vec<WrittenColumn>,
    /// The whole.
    pub span: Span,
}

/// A column of such a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenColumn {
    /// Its name.
    pub name: Name,
    /// What stands behind it, and where; nothing behind the last one.
    pub then: Option<(String, Span)>,
}

/// A text with values in braces: `holds {count(tiles)} tiles`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// Its pieces, in their order.
    pub pieces: Vec<FilledPiece>,
}

/// A piece of such a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilledPiece {
    /// Words, as they are said.
    Words(String),
    /// `{EXPRESSION}`
    Value(Expression),
}
