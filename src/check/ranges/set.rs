//! What an expression can come to: a set of values, and whether it can be missing.

use super::arithmetic::PIECES;
use super::region::Region;
use crate::value::{Date, Kind, Rational, Symbol, Type, Value};
use std::collections::BTreeSet;

/// A set of values of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Set {
    /// No value: the place is never reached, or always a fault.
    Nothing,
    /// Integers, numbers, durations (in seconds) or dates (in days).
    Numbers(Region),
    /// Yes and no.
    Flags {
        /// Whether it can be yes.
        yes: bool,
        /// Whether it can be no.
        no: bool,
    },
    /// Texts or choices.
    Texts(TextSet),
    /// Any value of a kind that is not known.
    Anything,
}

/// A set of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TextSet {
    /// One of these.
    Only(BTreeSet<Symbol>),
    /// Any but these.
    Except(BTreeSet<Symbol>),
}

/// What an expression can come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Possible {
    /// Its values.
    pub(crate) set: Set,
    /// Whether it can be missing.
    pub(crate) missing: bool,
    /// Whether it can divide by zero instead.
    pub(crate) zero: bool,
}

impl Possible {
    /// Any of these values.
    pub(crate) fn of(set: Set) -> Self {
        Self { set, missing: false, zero: false }
    }

    /// Everything that a type allows.
    pub(crate) fn of_type(ty: &Type) -> Self {
        Self { set: Set::of_type(ty), missing: ty.optional, zero: false }
    }

    /// Either of two.
    pub(crate) fn join(&self, other: &Self) -> Self {
        Self {
            set: self.set.join(&other.set),
            missing: self.missing || other.missing,
            zero: self.zero || other.zero,
        }
    }

    /// These values, with what can go wrong in `other` as well.
    pub(crate) fn after(mut self, other: &Self) -> Self {
        self.missing |= other.missing;
        self.zero |= other.zero;
        self
    }
}

impl Set {
    /// Everything that a type allows.
    pub(crate) fn of_type(ty: &Type) -> Self {
        match &ty.kind {
            Kind::Integer | Kind::Date => Self::numbers(Region::of(*ty.range, true)),
            Kind::Number | Kind::Duration => Self::numbers(Region::of(*ty.range, false)),
            Kind::Flag => Self::Flags { yes: true, no: true },
            Kind::Text => Self::Texts(TextSet::Except(BTreeSet::new())),
            Kind::Choice(choices) => Self::texts(TextSet::Only(choices.iter().copied().collect())),
            Kind::Unknown => Self::Anything,
        }
    }

    /// One value.
    pub(crate) fn of_value(value: &Value) -> Self {
        match value {
            Value::Integer(value) => Self::Numbers(Region::point(Rational::from(*value))),
            Value::Number(value) | Value::Duration(value) => Self::Numbers(Region::point(*value)),
            Value::Date(Date(day)) => Self::Numbers(Region::point(Rational::from(*day))),
            Value::Flag(value) => Self::Flags { yes: *value, no: !*value },
            Value::Text(symbol) => Self::Texts(TextSet::Only(BTreeSet::from([*symbol]))),
            Value::Missing => Self::Nothing,
        }
    }

    /// These numbers.
    pub(crate) fn numbers(region: Region) -> Self {
        if region.is_empty() { Self::Nothing } else { Self::Numbers(region) }
    }

    /// Yes, no, or both.
    pub(crate) fn flags(yes: bool, no: bool) -> Self {
        if yes || no { Self::Flags { yes, no } } else { Self::Nothing }
    }

    /// These texts.
    pub(crate) fn texts(texts: TextSet) -> Self {
        match texts {
            TextSet::Only(only) if only.is_empty() => Self::Nothing,
            texts => Self::Texts(texts),
        }
    }

    /// Whether there is no value.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// The numbers in it, where it can be seen as numbers.
    pub(crate) fn region(&self, whole: bool) -> Region {
        match self {
            Self::Numbers(region) => region.clone(),
            Self::Nothing => Region::nothing(whole),
            Self::Flags { .. } | Self::Texts(_) | Self::Anything => Region::everything(whole),
        }
    }

    /// Whether it can be yes, and whether it can be no.
    pub(crate) fn truth(&self) -> (bool, bool) {
        match self {
            Self::Flags { yes, no } => (*yes, *no),
            Self::Nothing => (false, false),
            Self::Numbers(_) | Self::Texts(_) | Self::Anything => (true, true),
        }
    }

    /// The values in either.
    pub(crate) fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nothing, set) | (set, Self::Nothing) => set.clone(),
            (Self::Numbers(left), Self::Numbers(right)) => Self::Numbers(left.union(right).coarse(PIECES)),
            (Self::Flags { yes, no }, Self::Flags { yes: also, no: nor }) => {
                Self::Flags { yes: *yes || *also, no: *no || *nor }
            }
            (Self::Texts(left), Self::Texts(right)) => Self::Texts(left.union(right)),
            (Self::Numbers(_) | Self::Flags { .. } | Self::Texts(_) | Self::Anything, _) => Self::Anything,
        }
    }

    /// The values in both.
    pub(crate) fn meet(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nothing, _) | (_, Self::Nothing) => Self::Nothing,
            (Self::Anything, set) | (set, Self::Anything) => set.clone(),
            (Self::Numbers(left), Self::Numbers(right)) => Self::numbers(left.intersect(right)),
            (Self::Flags { yes, no }, Self::Flags { yes: also, no: nor }) => {
                Self::flags(*yes && *also, *no && *nor)
            }
            (Self::Texts(left), Self::Texts(right)) => Self::texts(left.intersect(right)),
            (Self::Numbers(_) | Self::Flags { .. } | Self::Texts(_), _) => self.clone(),
        }
    }
}

impl TextSet {
    /// Whether `text` is in it.
    pub(crate) fn contains(&self, text: Symbol) -> bool {
        match self {
            Self::Only(only) => only.contains(&text),
            Self::Except(except) => !except.contains(&text),
        }
    }

    /// Every text that is not in it.
    pub(crate) fn complement(&self) -> Self {
        match self {
            Self::Only(only) => Self::Except(only.clone()),
            Self::Except(except) => Self::Only(except.clone()),
        }
    }

    /// The texts in either.
    pub(crate) fn union(&self, other: &Self) -> Self {
        self.complement().intersect(&other.complement()).complement()
    }

    /// The texts in both.
    pub(crate) fn intersect(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(left), Self::Only(right)) => Self::Only(left & right),
            (Self::Only(only), Self::Except(except)) | (Self::Except(except), Self::Only(only)) => {
                Self::Only(only - except)
            }
            (Self::Except(left), Self::Except(right)) => Self::Except(left | right),
        }
    }
}
