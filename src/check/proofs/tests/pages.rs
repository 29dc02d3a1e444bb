//! The pages of the codes of this module: the example raises the code, the mended one raises nothing.

use crate::check::check;
use crate::diagnostic::{Code, Complaints, Severity};
use crate::format::{FormatFinder, load};
use crate::source::Sources;

/// The codes that a format raises.
fn raised(text: &str) -> Vec<Code> {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file = load("page", "page.toml", text, &FormatFinder, &mut sources, &mut complaints).unwrap();
    check(&file, &sources, &mut complaints);
    complaints.iter().map(|complaint| complaint.code).collect()
}

/// The block under a heading.
fn block<'p>(page: &'p str, heading: &str) -> &'p str {
    let (_, after) = page.split_once(&format!("## {heading}\n")).unwrap();
    let (_, block) = after.split_once("```toml\n").unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn each_page_shows_its_code() {
    for code in Code::ALL.iter().filter(|code| code.id().starts_with("R05")) {
        let page = code.page();
        assert!(page.starts_with(&format!("# {code}: {}\n", code.title())), "{code}");
        let example = raised(block(page, "Example"));
        assert!(example.contains(code), "the example of {code} raises {example:?}");
        let other = example.iter().find(|other| *other != code && other.severity() == Severity::Error);
        assert_eq!(other, None, "the example of {code}");
        assert_eq!(raised(block(page, "Mended")), [], "the mended example of {code}");
    }
}
