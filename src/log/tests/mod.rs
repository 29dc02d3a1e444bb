//! What is read from logs, and what is said of bad ones.

mod complaints;
mod examples;
mod fixtures;
mod properties;
mod reading;
mod shown;
