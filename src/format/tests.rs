use super::*;
use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;

#[test]
fn probe() {
    for text in [
        "language = 1\ntitle = 'x\n[a]\nb = \n",
        "language = 1\ntitle = '''x\n[a]\nb = \n",
        "language = 1\ntitle = \"\"\"x\n[a]\nb = \n",
        "language = 1\n[a]\nx=1\n[a]\ny=2\n[a.b]\nz=1\n[a.b.c]\n",
        "language = 1\nx = 2026-13-45\ny = 0x\nz = 1.2.3\nw = [1 2]\nv={a=1,b}\n q\n = 3",
        "\u{feff}language = 1\r\ntitle = 3\r\n",
    ] {
        let (table, errors) = toml::de::DeTable::parse_recoverable(text);
        println!("{text:?}\n {table:?}");
        for e in errors {
            println!("  {:?} {}", e.span(), e.message());
        }
    }
}
