//! The tests of the house, from outside: one crate, one file per promise.
//!
//! | file | holds us to |
//! |---|---|
//! | `annulled` | what is annulled counts for nothing, in every construct of the language |
//! | `architecture` | who may know whom, and what the sources look like |
//! | `audits` | whether a format says enough: clauses, what is never used, changes that nobody notices |
//! | `blockwise` | standings of games that come by in blocks, to the byte those of a log read as a whole |
//! | `blockwise_ladders` | the same of levels and ratings, which go from game to game |
//! | `by_hand` | the values of the cases, worked out by hand |
//! | `cases` | a golden rendering of every complaint, a golden outcome of every construct |
//! | `championship` | a shipped edition of a championship, against a plain account of its regulation |
//! | `cli` | the real binary: exit codes, files, pipes, colors |
//! | `commands` | every command over whole events, text files first |
//! | `diffs` | what a change of a format changes: a record that shows it, what is touched, what becomes of a log |
//! | `doc` | a page says what the engine does, in four languages, on a phone and on paper |
//! | `documents` | the reference of the language says what the program does |
//! | `editions` | which edition each game and act is of, each scored as a log of its own, and what ranks over all of them |
//! | `events` | whole events, from the first draw to the final places |
//! | `folders` | a folder of records is one log, read on all cores as if file by file |
//! | `explained` | any figure opens down to the record and the clause, and says what was scored |
//! | `explained_pages` | a page of an explanation stands for itself, and fits a telephone |
//! | `fuzzed` | whatever a file holds, its reader neither panics nor goes on for ever |
//! | `knockouts` | knockouts match by match, their days, and whoever does not come |
//! | `keep_going` | bad records are left out, listed, and the rest is scored |
//! | `ladder_logs` | a season with levels, value by value, and games that do not fit it |
//! | `ladders` | what is computed game by game, and what the hash knows of it |
//! | `limits` | how many matches count in a phase in which opponents are chosen freely |
//! | `model` | what is invented, and that no score depends on it |
//! | `pages` | every code has a page that tells the truth |
//! | `properties` | one log, one outcome, however it is written |
//! | `readme` | every command of the README does what it says |
//! | `replay_dominoes` | hands of dominoes from their moves score as if their facts were recorded by hand |
//! | `seasons` | invented seasons: free opponents meet as often as they may, on days in their time |
//! | `reports` | results that several report, against a plain account of who said what |
//! | `shipped` | every format that ships is sound, every example log scores |
//! | `simulate` | the same seed invents the same events, and their logs are scored as they were played |
//! | `status` | who is surely in or surely out, whatever is still played |
//! | `verified_as_typed` | published tables are read as people and programs write them |
//! | `verified` | a published table is compared with what comes out, and each difference is told and opened |
//! | `withstand` | whatever is handed to the program, it answers in words |
//! | `written` | parts that are written as one text, and values in what is said of rows |

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test that cannot go on says so by stopping"
)]

mod annulled;
mod architecture;
mod audits;
mod binary;
mod blockwise;
mod blockwise_ladders;
mod by_hand;
mod cases;
mod championship;
mod claims;
mod cli;
mod commands;
mod diffs;
mod doc;
mod documents;
mod editions;
mod enough;
mod events;
mod explained;
mod explained_pages;
mod folders;
mod fuzzed;
mod keep_going;
mod knockouts;
mod ladder_logs;
mod ladders;
mod limits;
mod model;
mod pages;
mod phases;
mod properties;
mod readme;
mod replay;
mod replay_dominoes;
mod reports;
mod seasons;
mod selfplay;
mod shipped;
mod simulate;
mod status;
mod support;
mod verified;
mod verified_as_typed;
mod withstand;
mod written;
