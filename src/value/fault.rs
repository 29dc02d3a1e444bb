//! What can go wrong while a value is computed.

use thiserror::Error;

/// Why a computation has no exact result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Fault {
    /// The result does not fit (64 bits for integers, 128 over 128 for fractions).
    #[error("the result is too large")]
    Overflow,
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The integer square root of a negative number.
    #[error("square root of a negative number")]
    NegativeRoot,
    /// No band or case takes this value (only where `check` was passed over).
    #[error("no line of the table takes this value")]
    NoBand,
    /// A draw whose lower end is above its upper end.
    #[error("nothing to draw from")]
    EmptyDraw,
    /// An invented value that the column is not declared to hold.
    #[error("the value is outside the declared range")]
    OutOfRange,
    /// A date and a duration that is no whole number of days.
    #[error("a date moves by whole days")]
    PartOfDay,
}
