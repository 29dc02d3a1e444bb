//! The columns of a row as JSON, and its lists.
//!
//! Comes in: a [`View`], a sheet and a row of it. Goes out: an object, keys in the order of the format; a part in a list is a
//! text, where the format says how it is written and that says everything. A missing value is a key that is not there.
//! Start with [`write_columns`].

use super::fields::{self, Fields};
use super::view::{List, Table, View};
use crate::ruleset::BuiltinColumn;
use crate::sheet::SheetId;
use crate::value::Value;
use std::io::{self, Write};

/// The recorded and ruled columns of a row, and its lists.
pub fn write_columns(view: &View<'_>, table: &Table, row: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    put_columns(view, table, row, &mut Fields::new(", "), out)?;
    out.write_all(b"}")
}

fn put_columns(
    view: &View<'_>,
    table: &Table,
    row: usize,
    fields: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    for column in &table.columns {
        cell(view, fields, &view.ruleset().column(*column).name, view.value(*column, row), out)?;
    }
    for list in &table.lists {
        fields.key(out, &list.name)?;
        out.write_all(b"[")?;
        for (place, item) in list.by_owner.children(row).iter().enumerate() {
            out.write_all(if place == 0 { b"" } else { b", " })?;
            element(view, list, *item as usize, out)?;
        }
        out.write_all(b"]")?;
    }
    Ok(())
}

/// A value of a list, or a part: as it is written, where nothing more is known of such parts, else with all of its columns.
fn element(view: &View<'_>, list: &List, row: usize, out: &mut dyn Write) -> io::Result<()> {
    let items = &list.items;
    if let ([values], true) = (&items.columns[..], list.plain) {
        return value(view, view.value(*values, row), out);
    }
    let Some((written, text)) = view.written(items.sheet, row) else {
        return write_columns(view, items, row, out);
    };
    if items.columns.len() == written.columns.len() && items.lists.is_empty() {
        return fields::text(out, &text);
    }
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "name")?;
    fields::text(out, &text)?;
    put_columns(view, items, row, &mut keys, out)?;
    out.write_all(b"}")
}

/// Columns that every format has, where they are known.
pub fn known(
    view: &View<'_>,
    fields: &mut Fields,
    sheet: SheetId,
    wanted: &[(&str, BuiltinColumn)],
    row: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    wanted
        .iter()
        .try_for_each(|(key, column)| cell(view, fields, key, view.builtin(sheet, *column, row), out))
}

/// A key with a value, where there is one.
pub fn cell(
    view: &View<'_>,
    fields: &mut Fields,
    key: &str,
    held: Value,
    out: &mut dyn Write,
) -> io::Result<()> {
    if held == Value::Missing {
        return Ok(());
    }
    fields.key(out, key)?;
    value(view, held, out)
}

/// A value.
pub fn value(view: &View<'_>, held: Value, out: &mut dyn Write) -> io::Result<()> {
    fields::value(held, view.symbols(), out)
}
