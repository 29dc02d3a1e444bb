//! Chances for spreadsheets: a row for each entrant and place, as a decimal where it ends.

use super::ChancesSubject;
use std::io::{self, Write};

/// Writes the chances.
pub fn write(subject: ChancesSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["entrant", "place", "times", "chance", "error"])?;
    for one in &subject.chances.entrants {
        for place in &one.places {
            let number = place.place.map_or_else(String::new, |place| place.to_string());
            let error = place.chance.error.map_or_else(String::new, |error| error.to_string());
            let times = place.times.to_string();
            table.write_record([&one.name, &number, &times, &place.chance.value.to_string(), &error])?;
        }
    }
    table.flush()
}
