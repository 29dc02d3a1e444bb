//! A bracket as a tree that people know: rounds from left to right, each match between those that it comes from.
//!
//! Comes in: an [`EventSubject`] and one of its brackets, of any shape. Goes out: lines for a terminal, JSON or SVG.
//! It must never know who should have won. Start with [`write_tree`]; where everything stands is worked out in `layout`.

mod layout;
mod svg;
mod text;

use super::event::{EventSubject, EventView, LogView, Recorded, head, write_bracket};
use super::fields::{self, Fields};
use crate::doc::Drawing;
use crate::event::PhaseCourse;
use std::io::{self, Write};

/// How a bracket is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeShape {
    /// For a terminal.
    Text,
    /// For programs.
    Json,
    /// For a page.
    Svg,
}

/// Writes the bracket of a phase.
///
/// # Errors
/// When `out` does.
pub fn write_tree(
    subject: EventSubject<'_>,
    phase: &PhaseCourse,
    shape: TreeShape,
    out: &mut dyn Write,
) -> io::Result<()> {
    let EventSubject { ruleset, settings, log, course, .. } = subject;
    let view = EventView::new(LogView::new(ruleset, settings, Recorded::from(log)), course);
    match shape {
        TreeShape::Text => {
            text::write(&view, &layout::Tree::new(&view, phase), out)?;
            subject.stamp.line(out)
        }
        TreeShape::Svg => svg::write(&view, &layout::Tree::new(&view, phase), out),
        TreeShape::Json => {
            out.write_all(b"{")?;
            let mut top = Fields::new(",\n ");
            head(&view, subject.stamp, &mut top, out)?;
            top.key(out, "phase")?;
            fields::text(out, &view.phase(phase.phase).name)?;
            top.key(out, "title")?;
            fields::text(out, &view.phase(phase.phase).title)?;
            top.key(out, "bracket")?;
            write_bracket(&view, phase, out)?;
            out.write_all(b"}\n")
        }
    }
}

/// A bracket before anybody plays in it, as text.
pub fn drawn_text(drawing: &Drawing, out: &mut dyn Write) -> io::Result<()> {
    text::draw(&layout::Tree::drawn(drawing), out)
}

/// A bracket before anybody plays in it, as a picture inside a page that says how pictures look.
pub fn drawn_picture(drawing: &Drawing, ids: &str, out: &mut dyn Write) -> io::Result<()> {
    let Drawing { title, described, .. } = drawing;
    svg::picture(&layout::Tree::drawn(drawing), &svg::Frame { ids, title, described, is_alone: false }, out)
}
