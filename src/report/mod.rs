//! Outcomes to tables, JSON and CSV; computes nothing.
