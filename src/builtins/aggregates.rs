//! Aggregates: from many rows to one value.

/// An aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The sum; 0 of nothing.
    Sum,
    /// The exact mean; nothing of nothing.
    Mean,
    /// The least; nothing of nothing.
    Min,
    /// The greatest; nothing of nothing.
    Max,
    /// How many rows, or how many rows where a condition holds.
    Count,
    /// Whether some row fulfils the condition; no of nothing.
    Any,
    /// Whether every row does; yes of nothing.
    All,
    /// Whether no row does; yes of nothing.
    None,
    /// The value of the first row in the order of the log; nothing of nothing.
    First,
    /// The value of the last row in the order of the log; nothing of nothing.
    Last,
}

/// A row of the table of aggregates.
#[derive(Debug, Clone, Copy)]
pub struct AggregateInfo {
    /// Which one.
    pub aggregate: Aggregate,
    /// Its name in a rule.
    pub name: &'static str,
    /// What it takes and gives.
    pub signature: &'static str,
    /// What it does.
    pub text: &'static str,
    /// A rule that uses it.
    pub example: &'static str,
}

macro_rules! aggregates {
    ($($variant:ident $name:literal $signature:literal $text:literal $example:literal;)*) => {
        /// Every aggregate.
        pub const AGGREGATES: &[AggregateInfo] = &[
            $(AggregateInfo {
                aggregate: Aggregate::$variant,
                name: $name,
                signature: $signature,
                text: $text,
                example: $example,
            },)*
        ];
    };
}

aggregates! {
    Sum   "sum"   "integers, numbers or durations, one of the same" "the sum; 0 of no rows" "sum(points)";
    Mean  "mean"  "integers or numbers, a number; durations, a duration" "the exact mean; missing of no rows" "mean(spread where spread > 0) else 0";
    Min   "min"   "values of one kind, one of them" "the least; missing of no rows" "min(score)";
    Max   "max"   "values of one kind, one of them" "the greatest; missing of no rows" "max(score)";
    Count "count" "rows, or conditions, an integer" "how many rows there are, or how many fulfil the condition" "count(sides where place = 1)";
    Any   "any"   "conditions, yes/no" "whether some row fulfils the condition; no of no rows" "any(completed)";
    All   "all"   "conditions, yes/no" "whether every row fulfils the condition; yes of no rows" "all(completed)";
    None  "none"  "conditions, yes/no" "whether no row fulfils the condition; yes of no rows" "none(completed)";
    First "first" "values of one kind, one of them" "the value on the first row in the order of the log; missing of no rows" "first(score)";
    Last  "last"  "values of one kind, one of them" "the value on the last row in the order of the log; missing of no rows" "last(score)";
}

impl Aggregate {
    /// The aggregate of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        AGGREGATES.iter().find(|info| info.name == name).map(|info| info.aggregate)
    }

    /// Its name in a rule.
    #[must_use]
    pub fn name(self) -> &'static str {
        AGGREGATES.iter().find(|info| info.aggregate == self).map_or("", |info| info.name)
    }
}
