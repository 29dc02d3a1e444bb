//! A page of an explanation: one file that asks for nothing, balanced, escaped, and no wider than a telephone.

use crate::binary::{Scratch, code, printed, run, said};
use std::fs;
use std::process::Command;

/// Questions with long names, deep trees and long lists.
const QUESTIONS: [&[&str]; 4] = [
    &["explain", "blokus-pools", "examples/blokus-pools", "--entrant", "Bruno", "--column", "points"],
    &["explain", "blokus-pools", "examples/blokus-pools", "--entrant", "Élise"],
    &["explain", "blokus-ladder", "examples/blokus-ladder.csv", "--entrant", "そうた", "--column", "level"],
    &[
        "explain",
        "dominoes-blocked",
        "examples/dominoes-blocked-evening.jsonl",
        "--entrant",
        "Bruno",
        "--game",
        "round 2",
    ],
];

fn page(question: &[&str]) -> String {
    let output = run(&[question, &["--output", "html"]].concat());
    assert_eq!(code(&output), 0, "{}", said(&output));
    printed(&output)
}

#[test]
fn a_page_needs_nothing_else_and_closes_what_it_opens() {
    for question in QUESTIONS {
        let page = page(question);
        for never in ["http", "src=", "href=", "url(", "@import", "<script", "<link"] {
            assert!(!page.contains(never), "{question:?}: a page never has `{never}`");
        }
        for tag in ["details", "summary", "section", "div", "aside", "ul", "li", "p", "pre", "blockquote"] {
            let opened =
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
            let closed = page.matches(&format!("</{tag}>")).count();
            assert_eq!(opened, closed, "{question:?}: <{tag}>");
        }
        assert_eq!(page.matches("<details").count(), page.matches("<summary>").count());
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    }
}

#[test]
fn names_and_clauses_cannot_write_a_page() {
    let scratch = Scratch::new("explain-escape");
    let format = scratch.file(
        "x.toml",
        "language = 1\n[side.record]\nscore = 'integer'\n[entrant.rules]\ntotal = 'sum(score)   @\"<i>&\"'\n\
         [standing.overall]\norder = 'total highest first'\n[clauses]\n\"<i>&\" = '<b onclick=\"x\">won</b>'\n",
    );
    let log = scratch.file("x.csv", "game,entrant,score\n1,<script>x</script>,3\n1,B,2\n");
    let output = run(&[
        "explain",
        &format,
        &log,
        "--entrant",
        "<script>x</script>",
        "--column",
        "total",
        "--output",
        "html",
    ]);
    let page = printed(&output);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(!page.contains("<script") && !page.contains("<i>") && !page.contains("onclick=\""), "{page}");
    assert!(
        page.contains("&lt;script&gt;x&lt;/script&gt;") && page.contains("&lt;b onclick=&quot;x&quot;&gt;")
    );
}

#[test]
fn a_page_is_no_wider_than_a_telephone() {
    let Some(browser) = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    }) else {
        println!("no browser is here: nothing measured");
        return;
    };
    let scratch = Scratch::new("explain-width");
    for (number, question) in QUESTIONS.iter().enumerate() {
        for width in [375, 1100] {
            // Everything is unfolded. A frame can be narrower than a window.
            let open = page(question).replace("<details>", "<details open>");
            let open = open.replace("<details class=\"deep\">", "<details class=\"deep\" open>");
            let inner = open.replace('&', "&amp;").replace('"', "&quot;");
            let outer = format!(
                "<!DOCTYPE html><body><iframe width=\"{width}\" height=\"900\" style=\"border: 0\" \
                 srcdoc=\"{inner}\" onload=\"const e = this.contentDocument.documentElement; document.title = \
                 'wide ' + e.scrollWidth + ' of ' + this.clientWidth\"></iframe></body>"
            );
            let path = scratch.file(&format!("{number}.html"), outer);
            let output = Command::new(browser)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
                .arg(format!("--window-size={width},900"))
                .arg(format!("--user-data-dir={}", scratch.0.join("browser").display()))
                .arg(format!("file://{path}"))
                .output()
                .unwrap();
            let dom = printed(&output);
            let said = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap();
            let (wide, of) = said.strip_prefix("wide ").unwrap().split_once(" of ").unwrap();
            let (wide, of): (u32, u32) = (wide.parse().unwrap(), of.parse().unwrap());
            assert!(of == width && wide <= of, "{question:?}: {wide} at a width of {of}");
        }
    }
    let _ = fs::remove_dir_all(scratch.0.join("browser"));
}
