//! The doorbell: arguments in, exit code out.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// What a block of games gives back is there for the next one, and not given back to the system page by page.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    rulesctl::cli::main()
}
