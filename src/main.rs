//! The doorbell: arguments in, exit code out.

fn main() {}
