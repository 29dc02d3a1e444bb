//! What may be wrong with a published pairing.
//!
//! Start with [`Amiss`].

/// A pairing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amiss {
    /// How it differs.
    pub how: How,
    /// In which round.
    pub round: String,
    /// The id of the game; `None` where there is none, or somebody has no opponent.
    pub game: Option<String>,
    /// As it was published: who meets, or a cell; `None` where it was not.
    pub published: Option<String>,
    /// As it is; `None` where nothing is prescribed.
    pub prescribed: Option<String>,
    /// In which round those meet who do not meet here.
    pub elsewhere: Option<String>,
    /// The heading of the column, where it is a cell.
    pub heading: Option<String>,
}

/// How a pairing differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Others meet.
    Meeting,
    /// Those who meet sit elsewhere.
    Seats,
    /// Something else that is said of a game is not so: its pool, its match, its umpire.
    Detail,
    /// Nothing prescribes it.
    Extra,
    /// It is prescribed, and the table does not list it.
    Unlisted,
    /// The event has not come to its round.
    NoRound,
}

impl Amiss {
    /// In a round something differs.
    pub(super) fn new(how: How, round: String) -> Self {
        Self { how, round, game: None, published: None, prescribed: None, elsewhere: None, heading: None }
    }
}
