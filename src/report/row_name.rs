//! What a row is called in a remark.

/// What a row is called: the game it belongs to, and which of its rows it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowName {
    /// The row of the game sheet.
    pub game: Option<usize>,
    /// The row of the match sheet.
    pub of_match: Option<usize>,
    /// The row of the entrant sheet.
    pub entrant: Option<usize>,
    /// The seat.
    pub seat: Option<String>,
    /// The part: its sheet's name, and its own where it has one.
    pub part: Option<String>,
}

impl RowName {
    /// Whether the row is a game or a match, or something of it that no side owns.
    pub fn is_nobodys(&self) -> bool {
        self.entrant.is_none() && (self.game.is_some() || self.of_match.is_some())
    }
}
