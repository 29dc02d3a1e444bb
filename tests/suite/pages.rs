//! Every code has a page, and every page tells the truth.

use crate::support::{Run, root};
use rulesctl::diagnostic::{Code, Page, PageCase};

/// Codes whose situation no text can show: the page may do with words.
const IN_WORDS: &[Code] =
    &[Code::TooLong, Code::Unreadable, Code::NotUtf8, Code::EmptyLog, Code::PassedOver, Code::NeverDecided];

/// Errors of scoring, and the warnings by which `check` foretells them.
const FORETOLD: &[(Code, Code)] = &[
    (Code::Overflow, Code::MayOverflow),
    (Code::DivisionByZero, Code::MayDivideByZero),
    (Code::OutOfDomain, Code::MayLeaveDomain),
    (Code::ClaimBroken, Code::ClaimBreaks),
];

#[test]
fn every_page_tells_the_truth() {
    let wrong: Vec<String> = Code::ALL.iter().flat_map(|code| faults_of(*code)).collect();
    assert!(wrong.is_empty(), "{} pages are wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_page_belongs_to_a_code() {
    for path in crate::support::files(&root().join("docs/codes"), ".md") {
        let name = crate::support::stem(&path);
        assert!(
            Code::find(&name).is_some_and(|code| code.id() == name),
            "{} is the page of no code: delete it, or add the code to src/diagnostic/code.rs",
            path.display()
        );
    }
}

fn faults_of(code: Code) -> Vec<String> {
    let name = format!("docs/codes/{code}.md");
    let page = match Page::read(code.page()) {
        Ok(page) => page,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let mut faults = Vec::new();
    if page.code != code.id() || page.title != code.title() {
        faults.push(format!("{name}: the headline must be `# {code}: {}`", code.title()));
    }
    match (&page.example, &page.mended) {
        (Some(example), Some(mended)) => {
            let raised = run(code, example);
            if !raises(&raised, code) {
                faults.push(format!(
                    "{name}: the example must raise {code} and nothing else, and raises {:?}:\n{}",
                    raised.codes(),
                    raised.text()
                ));
            }
            let clean = run(code, mended);
            if !clean.codes().is_empty() {
                faults.push(format!(
                    "{name}: the mended example must raise nothing, and raises {:?}:\n{}",
                    clean.codes(),
                    clean.text()
                ));
            }
            if mended.log.is_some() && clean.codes().is_empty() && clean.tables.is_empty() {
                faults.push(format!("{name}: the log of the mended example must be scored"));
            }
        }
        _ if IN_WORDS.contains(&code) => {}
        _ => faults.push(format!("{name}: it needs an example that raises {code}, and the same mended")),
    }
    faults
}

/// It is the only thing said, but for a warning that foretells it.
fn raises(run: &Run, code: Code) -> bool {
    let mut codes = run.codes();
    codes.retain(|said| !FORETOLD.contains(&(code, *said)));
    codes == [code]
}

fn run(code: Code, case: &PageCase<'_>) -> Run {
    let log = case.log.map(|(encoding, log)| (format!("games.{encoding}"), log));
    let log = log.as_ref().map(|(name, log)| (name.as_str(), log.as_bytes()));
    Run::of_page(code, case.format, log)
}
