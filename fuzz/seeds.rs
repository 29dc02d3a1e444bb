//! Writes the seeds of every target below `corpus/`, from the files that ship.

#[path = "../tests/fuzz/seeds.rs"]
mod seeds;

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.parent().unwrap_or(own);
    for target in ["format", "rule", "csv", "json_lines", "moves", "moves_json"] {
        let folder = own.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        let seeds = seeds::seeds(target, root);
        for (number, (_, bytes)) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), bytes)?;
        }
        println!("{target}: {} seeds", seeds.len());
    }
    Ok(())
}
