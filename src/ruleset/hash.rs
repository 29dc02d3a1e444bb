//! The semantic hash of the effective rules.
