//! `rulesctl doc`: the regulation as people read it.

use super::load::{Loaded, load};
use super::terminal::Terminal;
use super::{Exit, Setting};
use crate::doc::Language;
use crate::report::{self, PageShape};
use clap::ValueEnum;

/// Writes the regulation of a format as people read it: what is written down, how it is scored, in which order entrants come,
/// who meets whom, examples, and every clause. It is made from the same rules as the results.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of a format that ships with the program, or the path of a .toml file
    format: String,

    /// Markdown for a wiki, HTML for a browser and a printer
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Output::Markdown)]
    output: Output,

    /// The language of headings and of what is put in words; where it is not given, the one in which the format is written, or
    /// else English
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Tag>,

    /// Set an option of the format, e.g. tie=split: only what is played then is written; without it, all variants are
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,
}

/// How a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For a wiki, or to be read as it is
    Markdown,
    /// One page that needs nothing else
    Html,
}

/// The language of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tag {
    /// English
    En,
    /// French
    Fr,
    /// Polish
    Pl,
    /// Japanese
    Ja,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    let Loaded { session, format, settings } = match load(&arguments.format, &arguments.settings, terminal) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let chosen: Vec<&str> = arguments.settings.iter().map(|setting| setting.name.as_str()).collect();
    let language = arguments.lang.map(|tag| match tag {
        Tag::En => Language::English,
        Tag::Fr => Language::French,
        Tag::Pl => Language::Polish,
        Tag::Ja => Language::Japanese,
    });
    let document = session.write_up(&format, &settings, &chosen, language);
    let shape = match arguments.output {
        Output::Markdown => PageShape::Markdown,
        Output::Html => PageShape::Html,
    };
    terminal.result(|out| report::write_document(&document, shape, out))
}
