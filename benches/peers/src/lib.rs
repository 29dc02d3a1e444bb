//! What `benches/compare` sets beside the product: small programs that can do one thing each.
//!
//! Each program in `src/bin` says what it does. The three modules here are what they share; the benches of the product
//! take the same three, so that both sides have the same data and the same clock.

pub mod random;
pub mod records;
pub mod timed;
