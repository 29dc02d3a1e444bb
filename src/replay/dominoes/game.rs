//! A game, move by move.
//!
//! Comes in: a [`House`], the hands that were dealt, then moves in their order. Goes out: the [`Facts`] of the table and
//! the hands, or the first move that is against the rules. It must never know a file. Start with [`Game::play`].
//!
//! Who says that they can play nothing, though they can, breaks no rule of the record: it happened. What they could have
//! played is noted as concealed, and the game goes on as they said.

use super::house::{Drawing, House};
use super::illegal::{Illegal, Reason, Unfinished, Whereabouts};
use super::misdeal::Misdeal;
use super::table::Table;
use super::tiles::{Tile, Tiles};

/// So many can play.
pub(super) const MOST_PLAYERS: usize = 8;

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Lays a tile on the table.
    Plays {
        /// Which.
        tile: Tile,
        /// Where.
        to: To,
    },
    /// Takes this tile from the stock.
    Draws(Tile),
    /// Says that nothing can be played.
    Passes,
    /// Says so as the first, and that the game is blocked.
    Declares,
    /// Says so after another one did.
    Confirms,
}

/// Where a tile is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// At the only end that it fits; the very first tile opens a line.
    WhereItFits,
    /// At an open end with this number.
    End(u8),
    /// As the first one of a new line.
    NewLine,
}

/// What is known of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Every open end of every line, in order.
    pub ends: Vec<u8>,
    /// What is neither in a hand nor on the table.
    pub stock: Tiles,
    /// The hands, in the order of the players.
    pub hands: Vec<Hand>,
}

/// What is known of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// The tiles that are left.
    pub tiles: Tiles,
    /// The place among those who in the end said one after the other that they can play nothing, from 1; else 0.
    pub said: u32,
    /// What could have been played when they first said or did what nobody may who can play.
    pub concealed: Tiles,
}

/// A game so far.
#[derive(Debug, Clone)]
pub struct Game {
    house: House,
    table: Table,
    stock: Tiles,
    hands: Vec<Tiles>,
    concealed: Vec<Tiles>,
    /// Who said one after the other that they can play nothing, since the stock was used up and a tile was played.
    said: Vec<usize>,
    /// Whose turn it is; before the first move, anybody's.
    turn: Option<usize>,
    has_drawn: bool,
    /// Who played their last tile.
    out: Option<usize>,
    number: u32,
}

impl Game {
    /// A game before its first move.
    ///
    /// # Errors
    /// Why nobody can play from these hands.
    pub fn deal(house: House, hands: &[Vec<Tile>]) -> Result<Self, Misdeal> {
        let set = Tiles::up_to(house.set);
        if !(2..=MOST_PLAYERS).contains(&hands.len()) {
            return Err(Misdeal::Players(hands.len()));
        }
        let wanted = hands[0].len();
        if wanted == 0 {
            return Err(Misdeal::Empty(0));
        }
        if let Some(player) = hands.iter().position(|hand| hand.len() != wanted) {
            return Err(Misdeal::Uneven { player, size: hands[player].len(), wanted });
        }
        if hands.len() * wanted > set.count() as usize {
            return Err(Misdeal::TooLarge { hands: hands.len(), size: wanted, set: house.set });
        }
        let mut stock = set;
        for (player, hand) in hands.iter().enumerate() {
            for (place, &tile) in hand.iter().enumerate() {
                if !set.has(tile) {
                    return Err(Misdeal::NotInSet { player, place, tile, set: house.set });
                }
                if !stock.remove(tile) {
                    let other = hands.iter().position(|hand| hand.contains(&tile)).unwrap_or(player);
                    return Err(Misdeal::Twice { player, place, tile, other });
                }
            }
        }
        if stock.count() < house.asleep {
            return Err(Misdeal::TooFewLeft { left: stock.count(), asleep: house.asleep });
        }
        Ok(Self {
            house,
            table: Table::default(),
            stock,
            hands: hands.iter().map(|hand| hand.iter().copied().collect()).collect(),
            concealed: vec![Tiles::default(); hands.len()],
            said: Vec::new(),
            turn: None,
            has_drawn: false,
            out: None,
            number: 0,
        })
    }

    /// Makes a move. Whoever makes the first one begins.
    ///
    /// # Errors
    /// Why the rules forbid it; the game is then as it was.
    pub fn play(&mut self, player: usize, act: Act) -> Result<(), Illegal> {
        let number = self.number.saturating_add(1);
        let illegal = |reason| Illegal { number, player, reason };
        if player >= self.hands.len() {
            return Err(illegal(Reason::NoPlayer));
        }
        if self.is_over() {
            return Err(illegal(Reason::AfterEnd(self.out)));
        }
        if let Some(turn) = self.turn.filter(|turn| *turn != player) {
            return Err(illegal(Reason::NotTheirTurn { turn, has_drawn: self.has_drawn }));
        }
        match act {
            Act::Plays { tile, to } => {
                let end = self.end_for(player, tile, to).map_err(illegal)?;
                self.lay(player, tile, end);
            }
            Act::Draws(tile) => {
                self.may_draw(tile).map_err(illegal)?;
                self.note_concealed(player);
                self.stock.remove(tile);
                self.hands[player].insert(tile);
                self.turn = Some(player);
                self.has_drawn = true;
            }
            Act::Passes | Act::Declares | Act::Confirms => {
                self.may_say(act, player).map_err(illegal)?;
                self.note_concealed(player);
                if self.to_draw() == 0 {
                    self.said.push(player);
                }
                self.pass_on(player);
            }
        }
        self.number = number;
        Ok(())
    }

    /// Ends the game.
    ///
    /// # Errors
    /// What is still to do.
    pub fn finish(&self) -> Result<Facts, Illegal> {
        if self.is_over() {
            return Ok(self.facts());
        }
        let player = self.turn.unwrap_or(0);
        let reason = Reason::NotOver(self.to_do(player));
        Err(Illegal { number: self.number.saturating_add(1), player, reason })
    }

    /// What is known so far.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let hands = self.hands.iter().zip(&self.concealed).enumerate().map(|(player, (tiles, concealed))| {
            let place = (1..).zip(&self.said).find(|(_, said)| **said == player);
            Hand { tiles: *tiles, said: place.map_or(0, |(place, _)| place), concealed: *concealed }
        });
        Facts { ends: self.table.ends().to_vec(), stock: self.stock, hands: hands.collect() }
    }

    /// What a player could play, if it were their turn.
    #[must_use]
    pub fn playable(&self, player: usize) -> Tiles {
        let hand = self.hands.get(player).copied().unwrap_or_default();
        if self.table.lines() < self.house.lines { hand } else { hand.with(self.table.numbers()) }
    }

    /// Where a tile is. `None` where the set does not have it.
    #[must_use]
    pub fn whereabouts(&self, tile: Tile) -> Option<Whereabouts> {
        if tile.high() > self.house.set {
            return None;
        }
        if self.stock.has(tile) {
            return Some(Whereabouts::Stock);
        }
        let hand = self.hands.iter().position(|hand| hand.has(tile));
        Some(hand.map_or(Whereabouts::Table, Whereabouts::Hand))
    }

    fn is_over(&self) -> bool {
        self.out.is_some() || self.said.len() == self.hands.len()
    }

    /// How many tiles the stock still has to give.
    fn to_draw(&self) -> u32 {
        match self.house.drawing {
            Drawing::UntilPlayable | Drawing::One => self.stock.count().saturating_sub(self.house.asleep),
            Drawing::Never => 0,
        }
    }

    /// Where a tile is found that must be somewhere else.
    fn elsewhere(&self, tile: Tile, reason: impl FnOnce(Whereabouts) -> Reason) -> Reason {
        match self.whereabouts(tile) {
            Some(found) => reason(found),
            None => Reason::NotInSet { tile, set: self.house.set },
        }
    }

    /// The end to which a player may attach a tile; `None` opens a line.
    fn end_for(&self, player: usize, tile: Tile, to: To) -> Result<Option<u8>, Reason> {
        if !self.hands[player].has(tile) {
            let hand = self.hands[player];
            return Err(self.elsewhere(tile, |found| Reason::NotInHand { tile, found, hand }));
        }
        let is_bare = self.table.lines() == 0;
        let (low, high) = (tile.low(), tile.high());
        match to {
            To::WhereItFits if is_bare => Ok(None),
            To::NewLine if self.table.lines() < self.house.lines => Ok(None),
            To::NewLine => Err(Reason::NoMoreLines(self.house.lines)),
            To::End(_) if is_bare => Err(Reason::NothingThere),
            To::End(number) if tile.across(number).is_none() => Err(Reason::NotOnTile { tile, number }),
            To::End(number) if self.table.is_open(number) => Ok(Some(number)),
            To::End(number) => Err(Reason::NotOpen { number, ends: self.table.ends().to_vec() }),
            To::WhereItFits => match (self.table.is_open(low), self.table.is_open(high)) {
                (true, true) if low != high => Err(Reason::FitsTwice(tile)),
                (true, _) => Ok(Some(low)),
                (false, true) => Ok(Some(high)),
                (false, false) => {
                    let may_open = self.table.lines() < self.house.lines;
                    Err(Reason::FitsNowhere { tile, ends: self.table.ends().to_vec(), may_open })
                }
            },
        }
    }

    fn may_draw(&self, tile: Tile) -> Result<(), Reason> {
        if self.house.drawing == Drawing::Never {
            return Err(Reason::NobodyDraws);
        }
        if self.to_draw() == 0 {
            return Err(Reason::UsedUp { asleep: self.house.asleep });
        }
        if self.has_drawn && self.house.drawing == Drawing::One {
            return Err(Reason::DrewBefore);
        }
        if !self.stock.has(tile) {
            return Err(self.elsewhere(tile, |found| Reason::NotInStock { tile, found }));
        }
        Ok(())
    }

    /// Whether somebody may say now that they can play nothing, be it so or not.
    fn may_say(&self, act: Act, player: usize) -> Result<(), Reason> {
        let left = self.to_draw();
        let may_pass = left == 0 || self.has_drawn && self.house.drawing == Drawing::One;
        match (act, self.said.first()) {
            (Act::Confirms, None) => Err(Reason::NobodyDeclared),
            (Act::Declares, Some(&first)) => Err(Reason::DeclaredBefore(first)),
            (Act::Declares, None) if left > 0 => Err(Reason::TooEarly { left, may_pass }),
            _ if !may_pass => {
                let could = self.playable(player);
                Err(Reason::MustDraw { left, drawing: self.house.drawing, could })
            }
            _ => Ok(()),
        }
    }

    fn note_concealed(&mut self, player: usize) {
        if self.concealed[player].is_empty() {
            self.concealed[player] = self.playable(player);
        }
    }

    fn lay(&mut self, player: usize, tile: Tile, end: Option<u8>) {
        match end {
            Some(number) => self.table.attach(tile, number, &self.house),
            None => self.table.open(tile, &self.house),
        }
        self.hands[player].remove(tile);
        self.said.clear();
        if self.hands[player].is_empty() {
            self.out = Some(player);
        }
        self.pass_on(player);
    }

    fn pass_on(&mut self, player: usize) {
        self.turn = Some((player + 1) % self.hands.len());
        self.has_drawn = false;
    }

    /// What is still to do in a game that is not over.
    fn to_do(&self, player: usize) -> Unfinished {
        if self.turn.is_none() {
            return Unfinished::Begin;
        }
        let could = self.playable(player);
        if !could.is_empty() {
            return Unfinished::Play(could);
        }
        let left = self.to_draw();
        if left > 0 {
            let may_pass = self.has_drawn && self.house.drawing == Drawing::One;
            return if may_pass { Unfinished::Pass } else { Unfinished::Draw(left) };
        }
        if self.said.is_empty() {
            return Unfinished::Declare;
        }
        let after = self.hands.len() - self.said.len() - 1;
        let after = (1..=after).map(|step| (player + step) % self.hands.len());
        Unfinished::Confirm { then: after.collect() }
    }
}
