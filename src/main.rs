//! The doorbell: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    rulesctl::cli::main()
}
