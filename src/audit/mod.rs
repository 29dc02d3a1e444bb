//! Whether a format says enough: what of it examples and games come to, and which changes of it nobody would notice; and
//! what a change of it changes.
//!
//! Comes in: a checked format, and logs that were scored. Goes out: its clauses with what implements and what shows them
//! ([`clauses()`]), its claims with how they are proved or what breaks them ([`claims()`]), what nothing ever came to
//! ([`coverage()`]), and which small changes of it no example notices ([`mutants()`]). Two formats are compared by
//! [`differ`]. It must never complain: whether that is enough is for people to say. Start with [`trace`].

pub mod change;
mod claims;
mod clauses;
mod coverage;
mod dictionary;
pub mod differ;
mod draws;
mod equal;
mod invent;
mod mutants;
mod phase_sites;
mod rows;
mod simplify;
mod sites;
mod smallest;
mod usage;
mod witness;
mod write;

pub use crate::check::{Ruled, ruled};
pub use claims::{Broken, ClaimRow, Claims, Standing, Trying, claims};
pub use clauses::{Citation, ClauseList, ClauseRow, ShownBy, Status, clauses};
pub use coverage::{Coverage, Group, Unused, coverage};
pub use equal::Reason;
pub use mutants::{Effort, Fate, Mutants, Trial, mutants};
pub use sites::What;
pub use usage::{Logged, Trace, Used, trace};
pub use witness::Shown;
