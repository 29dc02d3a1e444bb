//! What of a format nothing ever came to.
//!
//! Start with [`table`] or [`json`].

use super::Audited;
use super::words::{counted, number_key, percent, place, place_keys, text_key, what};
use crate::audit::{Coverage, Unused};
use crate::diagnostic::render_place;
use crate::report::fields::{Fields, list, texts};
use crate::report::grid::printed;
use std::io::{self, Write};

/// Writes it for people.
pub fn table(audited: Audited<'_>, found: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    let (places, unused) = (found.places(true), found.unused(true));
    let mut by = vec![counted(found.examples, "example")];
    by.extend(found.logs.iter().map(|log| printed(log)));
    let name = printed(audited.name);
    writeln!(out, "{name}: {} places are used, by {}", share(places, unused), by.join(", "))?;
    if found.passed_over {
        writeln!(out, "rules over pairs of rows were not looked at in the logs: there are too many pairs")?;
    }
    for group in &found.groups {
        let (name, unused) = (printed(&group.name), group.unused.len());
        let used = share(group.places, unused);
        if group.own {
            writeln!(out, "\n{name}: {used}")?;
            for place in &group.unused {
                writeln!(out)?;
                for line in render_place(&title(place), place.at, audited.sources).lines() {
                    writeln!(out, "{}", format!("  {line}").trim_end())?;
                }
            }
        } else {
            let file = printed(&audited.sources.get(group.source).name);
            writeln!(out, "\n{name} in {file}: {used}")?;
            for one in &group.unused {
                writeln!(out, "  {}: {}", place(audited, one.at), title(one))?;
            }
        }
    }
    Ok(())
}

/// `20 of 31 (64 %)`
fn share(places: usize, unused: usize) -> String {
    let used = places - unused;
    format!("{used} of {places} ({})", percent(used, places))
}

fn title(place: &Unused) -> String {
    format!("never used: {} of {}", what(place.what), place.of)
}

/// Writes it for programs.
pub fn json(audited: Audited<'_>, found: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n");
    text_key("format", audited.name, &mut keys, out)?;
    number_key("examples", found.examples as u64, &mut keys, out)?;
    keys.key(out, "logs")?;
    texts(out, found.logs.iter().map(String::as_str))?;
    number_key("places", found.places(true) as u64, &mut keys, out)?;
    number_key("used", (found.places(true) - found.unused(true)) as u64, &mut keys, out)?;
    if found.places(false) > 0 {
        number_key("inherited_places", found.places(false) as u64, &mut keys, out)?;
        number_key("inherited_used", (found.places(false) - found.unused(false)) as u64, &mut keys, out)?;
    }
    if found.passed_over {
        keys.key(out, "pairs_passed_over")?;
        write!(out, "true")?;
    }
    keys.key(out, "groups")?;
    list(out, &found.groups, |out, group| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        text_key("group", &group.name, &mut keys, out)?;
        text_key("file", &audited.sources.get(group.source).name, &mut keys, out)?;
        number_key("places", group.places as u64, &mut keys, out)?;
        number_key("used", (group.places - group.unused.len()) as u64, &mut keys, out)?;
        keys.key(out, "unused")?;
        list(out, &group.unused, |out, place| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            text_key("what", what(place.what), &mut keys, out)?;
            text_key("of", &place.of, &mut keys, out)?;
            place_keys(audited, place.at, &mut keys, out)?;
            out.write_all(b"}")
        })?;
        out.write_all(b"}")
    })?;
    out.write_all(b"}\n")
}
