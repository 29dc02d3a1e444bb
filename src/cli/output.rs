//! `--output`: for whom a result is written.

use crate::report::Shape;
use clap::ValueEnum;

/// How a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Tables whose columns align
    Table,
    /// Everything, exact
    Json,
    /// One table, exact
    Csv,
}

impl Output {
    /// The shape of the report.
    pub fn shape(self) -> Shape {
        match self {
            Self::Table => Shape::Table,
            Self::Json => Shape::Json,
            Self::Csv => Shape::Csv,
        }
    }
}

/// How a result is written that is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    /// For people
    Table,
    /// Everything, for programs
    Json,
}

impl Plain {
    /// The shape of the report.
    pub fn shape(self) -> Shape {
        match self {
            Self::Table => Shape::Table,
            Self::Json => Shape::Json,
        }
    }
}
