//! Tournament regulations written once, checked, and used to score games.
//!
//! # The way of the data
//!
//! ```text
//! formats/x.toml ─ format ─▶ FormatFile ─ check ─▶ Ruleset ─┐
//!    (TOML + spans)  syntax (pest)  (as typed)  (what it means) │
//!                                                           ├─▶ engine ─▶ Outcome ─▶ (explain ─▶) report
//! games.csv / .jsonl / moves ─ log ────▶ sheets of columns ─┘  (columns + reasons)
//!                    (replay ─▶ report)       ▲                      │
//!                       simulate (invented) ──┘   event ◀─ standings ┘
//!                               ▲                 (pairing, lot)
//!                               └── what is due ──── Course ─▶ report
//! ```
//!
//! # The modules, strictly downward
//!
//! | layer | module | one sentence |
//! |---|---|---|
//! | 0 | [`source`] | Knows where every byte came from: files, spans, line and column, and where a rule string sits in its TOML file. |
//! | 0 | [`value`] | Types and exact values; checked arithmetic. |
//! | 0 | [`json`] | One JSON value as a tree, each node with its place. |
//! | 0 | [`lot`] | What a seed draws. |
//! | 0 | [`spread`] | Many pieces of work on all cores, their results in order. |
//! | 1 | [`diagnostic`] | The one currency of complaints: code, message, labels, help. |
//! | 2 | [`syntax`] | Rule text to AST; the only module that knows pest. |
//! | 2 | [`builtins`] | The one table of functions and aggregates. |
//! | 2 | [`sheet`] | Columnar tables: columns, indices, groups. |
//! | 3 | [`format`] | One TOML file (and what it extends) to a `FormatFile`; the only module that knows toml. |
//! | 3 | [`ruleset`] | The checked program: names resolved, types known, order fixed; inert. |
//! | 4 | [`check`] | Proves a format sound, one file per proof; lowers it to a `Ruleset`. |
//! | 4 | [`log`] | Reads games in any supported encoding into sheets, one file per encoding. |
//! | 4 | [`replay`] | Turns the record of a game's moves into facts, and finds answers to puzzles; one folder per game. |
//! | 5 | [`engine`] | Runs a `Ruleset` over sheets: columns, places, standings, reasons. |
//! | 5 | [`pairing`] | Pure: entrants in order come in, pairings go out; one file per scheme. |
//! | 6 | [`event`] | Strings phases together: who is in, what was prescribed, what is due. |
//! | 6 | [`example`] | Scores the examples of a format and compares: values and reasons. |
//! | 7 | [`simulate`] | Invents events from a seed. |
//! | 7 | [`explain`] | Opens any figure down to the record and the clause: a tree of plain data. |
//! | 7 | [`doc`] | Writes a regulation up as people read it: one file per chapter, one per language. |
//! | 8 | [`audit`] | Whether a format says enough: what examples and games come to, and which changes nobody would notice; and what a change changes. |
//! | 8 | [`verify`] | Whether a published table says what comes out, and published pairings what is prescribed: each figure compared, each difference opened. |
//! | 9 | [`report`] | Outcomes, events, audits, comparisons and replayed games to tables, JSON and CSV, a regulation to a page; computes nothing. |
//! | 10 | [`session`] | Strings the others together: loads, checks, tries, writes up, reads, scores. |
//! | 11 | [`cli`] | Arguments, files, terminal, exit codes; one file per command. |

pub mod audit;
pub mod builtins;
pub mod check;
pub mod cli;
pub mod diagnostic;
pub mod doc;
pub mod engine;
pub mod event;
pub mod example;
pub mod explain;
pub mod format;
pub mod json;
pub mod log;
pub mod lot;
pub mod pairing;
pub mod replay;
pub mod report;
pub mod ruleset;
pub mod session;
pub mod sheet;
pub mod simulate;
pub mod source;
pub mod spread;
pub mod syntax;
pub mod value;
pub mod verify;
