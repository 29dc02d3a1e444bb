//! The engine on rulesets and tables made by hand, and against an oracle on random ones.

mod build;
mod dates;
mod differential;
mod faults;
mod invent;
mod ladders;
mod lifted;
mod oracle;
mod orders;
mod pairs;
mod sheets;
mod tabled;
mod waves;
mod why;
mod world;
