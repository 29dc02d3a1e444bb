//! The tests of the house, from outside: one crate, one file per promise.
//!
//! | file | holds us to |
//! |---|---|
//! | `architecture` | who may know whom, and what the sources look like |
//! | `cases` | a golden rendering of every complaint, a golden outcome of every construct |
//! | `cli` | the real binary: exit codes, files, pipes, colors |
//! | `pages` | every code has a page that tells the truth |
//! | `readme` | every command of the README does what it says |
//! | `shipped` | every format that ships is sound, every example log scores |

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    reason = "a test that cannot go on says so by stopping"
)]

mod architecture;
mod cases;
mod cli;
mod pages;
mod readme;
mod shipped;
mod support;
