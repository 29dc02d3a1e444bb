//! On a phone nothing is wider than the window. Looked at with a browser, where the machine has one.

use super::{document, shipped, written};
use rulesctl::doc::Language;
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::report::PageShape;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// How wide a small phone is.
const WIDE: usize = 375;

#[test]
fn no_page_is_wider_than_a_phone() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no chromium on this machine to look at the pages with");
        return;
    };
    for name in ShippedFormats.names() {
        let own = if name == "blokus-pools" { &Language::ALL[..] } else { &[Language::English] };
        for language in own {
            let page = written(&document(&shipped(&name), Some(*language), &[]), PageShape::Html);
            let (window, wide) = measured(&browser, &name, &page);
            assert!(window <= WIDE, "{window}");
            assert!(wide <= window, "{name} in {}: {wide} in a window of {window}", language.tag());
        }
    }
}

#[test]
fn a_page_that_is_too_wide_is_noticed() {
    let Some(browser) = browser() else { return };
    let page = "<!doctype html><body><div style=\"width:400px\">x</div></body>";
    let (window, wide) = measured(&browser, "too-wide", page);
    assert!(wide >= 400 && window <= WIDE, "{wide} in {window}");
}

fn browser() -> Option<String> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let runs =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|ran| ran.status.success());
    names.into_iter().find(runs).map(str::to_owned)
}

/// The width of the window, and of what is in it. A browser without a screen has no window as narrow as a phone, so the page
/// is put into a frame that is.
fn measured(browser: &str, name: &str, page: &str) -> (usize, usize) {
    let folder = std::env::temp_dir().join(format!("rulesctl-phone-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let frame = framed(page);
    let file: PathBuf = folder.join("frame.html");
    fs::write(&file, frame).unwrap();
    let ran = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&ran.stdout).into_owned();
    let _ = fs::remove_dir_all(&folder);
    let (_, rest) = dom
        .split_once("<title>")
        .unwrap_or_else(|| panic!("{dom}\n{}", String::from_utf8_lossy(&ran.stderr)));
    let numbers = rest.split("</title>").next().unwrap();
    let (window, wide) = numbers.split_once(' ').unwrap();
    (window.parse().unwrap(), wide.parse().unwrap())
}

fn framed(page: &str) -> String {
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><body style=\"margin:0\">\
         <iframe id=\"f\" style=\"border:0;width:{WIDE}px;height:800px\" srcdoc=\"{page}\"></iframe>\
         <script>f.onload=()=>{{const d=f.contentDocument.documentElement;document.title=d.clientWidth+' '+d.scrollWidth}}</script>"
    )
}
