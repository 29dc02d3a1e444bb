//! What is read from logs, and what is said of bad ones.

mod acts;
mod blank;
mod complaints;
mod corrections;
mod drafts;
mod entrants;
mod examples;
mod fixtures;
mod games;
mod parts;
mod properties;
mod reading;
mod shown;
mod writing;
mod written;
