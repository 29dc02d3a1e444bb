//! Rebuilds when a format is added: formats ship inside the binary.

fn main() {
    println!("cargo::rerun-if-changed=formats");
}
