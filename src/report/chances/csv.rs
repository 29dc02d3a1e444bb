//! Chances for spreadsheets: a row for each entrant and place, also for the places that were never reached.

use super::{ChancesSubject, DECIMALS, fixed};
use crate::simulate::Estimate;
use crate::value::Rational;
use std::io::{self, Write};

/// Writes the chances; behind the places of an entrant, that none was reached.
pub fn write(subject: ChancesSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["entrant", "place", "times", "runs", "chance", "error"])?;
    let runs = subject.chances.events;
    let never = Estimate::chance(0, u64::from(runs));
    let last = u32::try_from(subject.chances.entrants.len()).unwrap_or(u32::MAX);
    let cell = |number: Option<Rational>| number.and_then(|number| fixed(number, DECIMALS));
    for one in &subject.chances.entrants {
        for wanted in (1..=last).map(Some).chain([None]) {
            let found = one.places.iter().find(|place| place.place == wanted);
            let times = found.map_or(0, |place| place.times);
            let chance = found.map(|place| place.chance).or(never);
            let cells = [
                one.name.clone(),
                wanted.map_or_else(String::new, |place| place.to_string()),
                times.to_string(),
                runs.to_string(),
                cell(chance.map(|chance| chance.value)).unwrap_or_default(),
                cell(chance.and_then(|chance| chance.error)).unwrap_or_default(),
            ];
            table.write_record(cells)?;
        }
    }
    table.flush()
}
