//! The page of a code: what it means, an example that raises it, the same example mended.
//!
//! Comes in: the text of a file of `docs/codes/`. Goes out: its parts, or what the page lacks.
//! `check --explain` prints a page, a test holds each page to its word.
//! It must never know which code it is about. Start with [`Page::read`].

use std::fmt::Write as _;
use thiserror::Error;

/// A page, in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<'a> {
    /// The code that the headline names.
    pub code: &'a str,
    /// What it is about, in a few words.
    pub title: &'a str,
    /// What it means.
    pub meaning: &'a str,
    /// A case that raises it; `None` where no text can show it.
    pub example: Option<PageCase<'a>>,
    /// The same case mended.
    pub mended: Option<PageCase<'a>>,
}

/// A format, and a log where it takes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCase<'a> {
    /// The format.
    pub format: &'a str,
    /// The log: how it is encoded (`csv`, `jsonl`, `blksgf`), and its text.
    pub log: Option<(&'a str, &'a str)>,
}

/// What is wrong with a page.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PageError {
    /// The first line.
    #[error("the first line must be `# CODE: title`")]
    Headline,
    /// Nothing is said.
    #[error("between the headline and `## Example` must stand what the code means")]
    NoMeaning,
    /// A section that pages do not have.
    #[error("a page has the sections `## Example` and `## Mended`, not `## {0}`")]
    Section(String),
    /// Example without mended example, or the other way round.
    #[error("`## Example` and `## Mended` must both be there, or neither")]
    OnlyOne,
    /// No format in a section.
    #[error(
        "`## {0}` must have one ```toml block, and at most one ```csv, ```jsonl or ```blksgf block after it"
    )]
    Blocks(String),
}

impl<'a> Page<'a> {
    /// Takes a page apart.
    ///
    /// # Errors
    /// When it has not the shape that pages have.
    pub fn read(text: &'a str) -> Result<Self, PageError> {
        let (headline, rest) = text.split_once('\n').unwrap_or((text, ""));
        let headline = headline.trim_end().strip_prefix("# ").and_then(|line| line.split_once(": "));
        let (code, title) = headline.ok_or(PageError::Headline)?;
        let mut sections = rest.split("\n## ");
        let meaning = sections.next().unwrap_or("").trim();
        if meaning.is_empty() || meaning.starts_with("## ") {
            return Err(PageError::NoMeaning);
        }
        let mut page = Self { code, title, meaning, example: None, mended: None };
        for section in sections {
            let (name, body) = section.split_once('\n').unwrap_or((section, ""));
            let case = PageCase::read(body).ok_or_else(|| PageError::Blocks(name.trim().to_owned()))?;
            match name.trim() {
                "Example" => page.example = Some(case),
                "Mended" => page.mended = Some(case),
                other => return Err(PageError::Section(other.to_owned())),
            }
        }
        if page.example.is_some() == page.mended.is_some() { Ok(page) } else { Err(PageError::OnlyOne) }
    }

    /// The page for a terminal: headings in capitals, blocks indented.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: {}\n\n{}\n", self.code, self.title, self.meaning);
        for (heading, case) in [("EXAMPLE", &self.example), ("MENDED", &self.mended)] {
            let Some(case) = case else { continue };
            let _ = write!(text, "\n{heading}\n");
            let log = case.log.map(|(encoding, log)| (format!("the log ({encoding}):"), log));
            for (caption, block) in std::iter::once((String::new(), case.format)).chain(log) {
                if !caption.is_empty() {
                    let _ = write!(text, "\n  {caption}\n");
                }
                text.push('\n');
                for line in block.lines() {
                    let _ = writeln!(text, "{}", format!("    {line}").trim_end());
                }
            }
        }
        text
    }
}

impl<'a> PageCase<'a> {
    fn read(section: &'a str) -> Option<Self> {
        let mut format = None;
        let mut log = None;
        for (language, block) in blocks(section) {
            match language {
                "toml" if format.is_none() => format = Some(block),
                "csv" | "jsonl" | "blksgf" if format.is_some() && log.is_none() => {
                    log = Some((language, block));
                }
                _ => return None,
            }
        }
        format.map(|format| Self { format, log })
    }
}

/// The fenced blocks of a text: the language after the fence, and what stands between the fences.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match (line.trim_end().strip_prefix("```"), open) {
            (Some(language), None) => open = Some((language, end)),
            (Some(_), Some((language, start))) => {
                found.push((language, &text[start..at]));
                open = None;
            }
            (None, _) => {}
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# R0501: values that no band takes\n\nA table must take every value.\n\n\
        ## Example\n\n```toml\nlanguage = 1\n```\n\n```csv\ngame,entrant\n```\n\n\
        ## Mended\n\nNow:\n\n```toml\nlanguage = 1\ntitle = \"x\"\n```\n";

    #[test]
    fn a_page_comes_apart() {
        let page = Page::read(PAGE).unwrap();
        assert_eq!(page.code, "R0501");
        assert_eq!(page.title, "values that no band takes");
        assert_eq!(page.meaning, "A table must take every value.");
        let case = PageCase { format: "language = 1\n", log: Some(("csv", "game,entrant\n")) };
        assert_eq!(page.example, Some(case));
        assert_eq!(page.mended.unwrap().format, "language = 1\ntitle = \"x\"\n");
    }

    #[test]
    fn a_page_is_printed_for_a_terminal() {
        insta::assert_snapshot!(Page::read(PAGE).unwrap().to_text());
    }

    #[test]
    fn what_is_missing_is_said() {
        assert_eq!(Page::read("R0501"), Err(PageError::Headline));
        assert_eq!(Page::read("# R0501: x\n"), Err(PageError::NoMeaning));
        let lone = "# R0501: x\n\nWords.\n\n## Example\n```toml\n```\n";
        assert_eq!(Page::read(lone), Err(PageError::OnlyOne));
        let bare = "# R0501: x\n\nWords.\n\n## Example\n\nnothing\n";
        assert_eq!(Page::read(bare), Err(PageError::Blocks("Example".to_owned())));
        let other = "# R0501: x\n\nWords.\n\n## See also\n```toml\n```\n";
        assert_eq!(Page::read(other), Err(PageError::Section("See also".to_owned())));
    }
}
