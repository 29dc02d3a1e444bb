//! Knockouts from outside: a text of a format, a log line by line, and what is due then.

mod cup;
mod days;
mod matches;
mod nobody;
mod properties;
mod settled;
mod simulated;
mod standing_places;
