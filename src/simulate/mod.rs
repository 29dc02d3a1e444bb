//! Invents events from a seed.
