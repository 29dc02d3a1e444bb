//! Parses TOML files and does nothing with them.
//!
//! `toml TIMES FILE…`: the files are read once and parsed, all of them, so many times.

use rulesctl_peers::timed::times;
use std::error::Error;
use std::{env, fs};
use toml::Table;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let count = arguments.next().ok_or("how often?")?.parse()?;
    let texts = arguments.map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    let parse = |text: &String| text.parse::<Table>().expect("this is TOML");
    let all = |()| texts.iter().map(parse).collect::<Vec<_>>();
    times(count, || (), all, |tables| format!("files {}", tables.len()));
    Ok(())
}
