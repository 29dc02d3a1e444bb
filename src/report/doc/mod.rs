//! A regulation as a page: Markdown, or HTML that needs nothing else.
//!
//! Comes in: a [`Document`]. Goes out: the same bytes whenever it is the same. It must never know what a regulation says.
//! Start with [`write_document`].

mod html;
mod look;
mod markdown;

use crate::doc::Document;
use std::io::{self, Write};

/// How a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageShape {
    /// For a wiki, or to be read as it is.
    Markdown,
    /// For a browser and a printer.
    Html,
}

/// Writes a page.
///
/// # Errors
/// When `out` does.
pub fn write_document(document: &Document, shape: PageShape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        PageShape::Markdown => markdown::write(document, out),
        PageShape::Html => html::write(document, out),
    }
}
