//! A game of dominoes as it stands in JSON: the deal, the moves, and perhaps teams and what is left in the stock.
//!
//! Comes in: the members of an object. Goes out: a [`Record`], whose moves are replayed by [`Recorded::replay`]. It must
//! never know a format. Start with [`from_json`].

use super::game::{Act, Facts, Game, MOST_PLAYERS, To};
use super::house::House;
use super::illegal::{Illegal, Names, Whereabouts};
use super::misdeal::Misdeal;
use super::teams::{self, Place};
use super::tiles::{Tile, Tiles, pips};
use crate::diagnostic::one_of;
use crate::json::{Member, Node, What};
use crate::replay::moves::{did_you_mean, keys, list, object, shown, twice, unlike};
use crate::replay::{Choices, Fact, Facts as Known, Fault, FaultKind, Game as Played, Player, Record, Thing};
use std::ops::Range;

/// What a player can do, as it is written; a tile is played.
const WORDS: [&str; 4] = ["draws", "passes", "declares", "confirms"];
/// Everybody plays alone.
const SINGLES: &str = "singles";
/// Two play together.
const TEAMS: &str = "teams";
/// Keys of a move, which no player can be called.
const AT: &str = "at";
const LINE: &str = "line";

/// The moves of a game.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Recorded {
    /// Where the game is named, and where the hands are dealt.
    at: Range<usize>,
    deal_at: Range<usize>,
    names: Vec<String>,
    /// The side and the part of each player.
    places: Vec<Place>,
    hands: Vec<Hand>,
    moves: Vec<Move>,
    stock: Option<Stock>,
    end: Range<usize>,
}

/// The hand that was dealt to a player.
#[derive(Debug, Clone)]
struct Hand {
    tiles: Vec<Tile>,
    tiles_at: Vec<Range<usize>>,
    at: Range<usize>,
}

#[derive(Debug, Clone)]
struct Move {
    player: usize,
    act: Act,
    at: Range<usize>,
}

/// What is said to be left in the stock.
#[derive(Debug, Clone)]
struct Stock {
    tiles: Vec<(Tile, Range<usize>)>,
    at: Range<usize>,
}

/// Reads the members of an object that stands at this place.
///
/// # Errors
/// What cannot be understood.
pub(in crate::replay) fn from_json(members: &[Member], at: &Range<usize>) -> Result<Record, Box<Fault>> {
    let [_, deal, played, teams, stock] = keys(members, ["of", "deal", "played", "teams", "stock"])?;
    let at = at.clone();
    let (Some(deal), Some(played)) = (deal, played) else {
        let missing = if deal.is_none() { "deal" } else { "played" };
        return Err(Fault::unreadable(
            format!("`{missing}` is missing"),
            at,
            "a game of dominoes has `deal`, each player with their tiles, and `played`, a list of moves",
        ));
    };
    let (players, hands) = dealt(deal)?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone().unwrap_or_default()).collect();
    let (players, places) = match teams {
        Some(teams) => teams::read(&teams.value, &names)?,
        None => {
            let places = (0..players.len()).map(|side| Place { side, part: teams::HAND });
            (players, places.collect())
        }
    };
    let moves = list(&played.value, "`played`", "a list of moves: `[{\"Ada\": \"6-6\"}, …]`")?;
    let moves = moves
        .iter()
        .zip(1_u32..)
        .map(|(node, number)| read_move(node, &names).map_err(|fault| fault.of(&format!("move {number}"))));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    let stock = stock.map(|stock| read_stock(&stock.value)).transpose()?;
    let game = Recorded {
        at: at.clone(),
        deal_at: deal.at.clone(),
        end: moves.last().map_or_else(|| played.at.clone(), |last| last.at.clone()),
        names,
        places,
        hands,
        moves,
        stock,
    };
    let variant = if teams.is_some() { TEAMS } else { SINGLES };
    Ok(Record { variant, at, players, date: None, round: None, game: Played::Dominoes(game) })
}

/// The players and their hands.
fn dealt(deal: &Member) -> Result<(Vec<Player>, Vec<Hand>), Box<Fault>> {
    let members = object(&deal.value, "`deal`", "an object, each player with a list of tiles")?;
    if members.len() > MOST_PLAYERS {
        let misdeal = Misdeal::Players(members.len());
        return Err(illegal(misdeal.message(Names(&[])), deal.at.clone(), Some(misdeal.help())));
    }
    let (mut players, mut hands) = (Vec::<Player>::new(), Vec::new());
    for member in members {
        let name = member.key.trim();
        let at = member.at.clone();
        if name.is_empty() {
            return Err(Fault::unreadable("a player has no name", at, "write it before the hand"));
        }
        if [AT, LINE].contains(&name) {
            let help = "`at` and `line` say where a tile is laid: write the name in another way";
            return Err(Fault::unreadable(format!("no player can be called {}", shown(name)), at, help));
        }
        if players.iter().any(|player| player.name.as_deref() == Some(name)) {
            return Err(twice(member, "two players of one name: tell them apart by a first name or a club"));
        }
        hands.push(hand(member).map_err(|fault| fault.of(&format!("the hand of {}", shown(name))))?);
        players.push(Player { name: Some(name.to_owned()), at, parts: &[] });
    }
    Ok((players, hands))
}

fn hand(member: &Member) -> Result<Hand, Box<Fault>> {
    let nodes = list(&member.value, "it", "a list of tiles: `[\"6-6\", \"6-1\"]`")?;
    let tiles = nodes.iter().map(tile).collect::<Result<_, _>>()?;
    let tiles_at = nodes.iter().map(|node| node.at.clone()).collect();
    Ok(Hand { tiles, tiles_at, at: member.at.clone() })
}

fn read_stock(node: &Node) -> Result<Stock, Box<Fault>> {
    let nodes = list(node, "`stock`", "the list of the tiles that are left in the stock")?;
    let tiles = nodes.iter().map(|node| Ok((tile(node)?, node.at.clone())));
    let tiles = tiles.collect::<Result<_, Box<Fault>>>().map_err(|fault| fault.of("the stock"))?;
    Ok(Stock { tiles, at: node.at.clone() })
}

fn tile(node: &Node) -> Result<Tile, Box<Fault>> {
    let (tile, what) = match &node.what {
        What::Text(text) => (Tile::read(text), text.as_str()),
        What::List(nodes) => (of_numbers(nodes), ""),
        What::Null | What::Flag(_) | What::Number(_) | What::Object(_) => {
            return Err(unlike(node, "a tile", "a text such as `6-1`"));
        }
    };
    tile.ok_or_else(|| {
        let what = if what.is_empty() { node.noun().to_owned() } else { shown(what) };
        let help = "write both numbers of pips, from 0 to at most 18: `6-1`, `6|1`, `6:1` or `[6, 1]`";
        Fault::unreadable(format!("{what} is no tile"), node.at.clone(), help)
    })
}

/// `[6, 1]`
fn of_numbers(nodes: &[Node]) -> Option<Tile> {
    let [one, other] = nodes else { return None };
    Tile::new(pips(one.label()?)?, pips(other.label()?)?)
}

/// A move while it is read.
#[derive(Default)]
struct Draft<'n> {
    deed: Option<(usize, &'n Member)>,
    end: Option<&'n Member>,
    line: Option<&'n Member>,
}

fn read_move(node: &Node, names: &[String]) -> Result<Move, Box<Fault>> {
    let members = object(node, "it", "an object, a player with what they do: `{\"Ada\": \"6-1\"}`")?;
    let mut draft = Draft::default();
    for member in members {
        let again = match member.key.as_str() {
            AT => draft.end.replace(member).is_some(),
            LINE => draft.line.replace(member).is_some(),
            key => {
                let Some(player) = names.iter().position(|name| name == key.trim()) else {
                    return Err(Names(names).without(key, member.at.clone()));
                };
                match draft.deed.replace((player, member)) {
                    Some((other, _)) if other != player => {
                        let message = format!("it is of {} and of {}", shown(&names[other]), shown(key));
                        let help = "a move is of one player: write each in an object of its own";
                        return Err(Fault::unreadable(message, member.at.clone(), help));
                    }
                    before => before.is_some(),
                }
            }
        };
        if again {
            return Err(twice(member, "write each move in an object of its own"));
        }
    }
    let Some((player, deed)) = draft.deed else {
        let help = "write who does what: `{\"Ada\": \"6-1\"}`";
        return Err(Fault::unreadable("it is of nobody", node.at.clone(), help));
    };
    Ok(Move { player, act: draft.act(deed)?, at: deed.at.start..deed.value.at.end.max(deed.at.end) })
}

impl Draft<'_> {
    fn act(&self, deed: &Member) -> Result<Act, Box<Fault>> {
        let act = match &deed.value.what {
            What::Text(text) => said(text).ok_or_else(|| no_move(text, &deed.value))?,
            What::List(_) => Act::Plays { tile: tile(&deed.value)?, to: To::WhereItFits },
            What::Null | What::Flag(_) | What::Number(_) | What::Object(_) => {
                return Err(unlike(&deed.value, "it", "a tile such as `6-1`, or a word such as `passes`"));
            }
        };
        let Act::Plays { tile, .. } = act else {
            return match self.end.or(self.line) {
                None => Ok(act),
                Some(member) => {
                    let message = format!("{} says where a tile is laid, and none is", shown(&member.key));
                    Err(Fault::unreadable(message, member.at.clone(), "leave it out"))
                }
            };
        };
        let to = match (self.end, self.line) {
            (None, None) => To::WhereItFits,
            (Some(end), None) => To::End(number(&end.value)?),
            (None, Some(line)) => new_line(&line.value)?,
            (Some(end), Some(_)) => {
                let message = "a tile that opens a line is attached to no end";
                return Err(Fault::unreadable(message, end.at.clone(), "leave `at` or `line` out"));
            }
        };
        Ok(Act::Plays { tile, to })
    }
}

/// What somebody does, as it is written.
fn said(text: &str) -> Option<Act> {
    match text.trim() {
        "passes" => Some(Act::Passes),
        "declares" => Some(Act::Declares),
        "confirms" => Some(Act::Confirms),
        text => match text.strip_prefix("draws") {
            Some(drawn) if drawn.starts_with(char::is_whitespace) => Tile::read(drawn).map(Act::Draws),
            Some(_) => None,
            None => Tile::read(text).map(|tile| Act::Plays { tile, to: To::WhereItFits }),
        },
    }
}

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn no_move(text: &str, node: &Node) -> Box<Fault> {
    let word = text.split_whitespace().next().unwrap_or_default();
    let words = one_of(&["draws 6-1", "passes", "declares", "confirms"]);
    let otherwise = format!("write a tile that is played, such as `6-1`, or {words}");
    let help = match WORDS.iter().find(|known| word.len() > 3 && known.starts_with(word)) {
        Some(&"draws") => match text.split_whitespace().nth(1).and_then(Tile::read) {
            Some(tile) => format!("write `draws {tile}`"),
            None => "name the tile that is drawn: `draws 6-1`".to_owned(),
        },
        Some(known) => format!("did you mean `{known}`?"),
        None => did_you_mean(word, &WORDS, &otherwise),
    };
    Fault::unreadable(format!("{} is no move", shown(text)), node.at.clone(), &help)
}

fn number(node: &Node) -> Result<u8, Box<Fault>> {
    let number = node.label().and_then(pips);
    number.ok_or_else(|| unlike_value(node, "`at`", "the number of an open end, such as `6`"))
}

fn new_line(node: &Node) -> Result<To, Box<Fault>> {
    match node.label() {
        Some("new") => Ok(To::NewLine),
        _ => Err(unlike_value(node, "`line`", "`new`")),
    }
}

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn unlike_value(node: &Node, what: &str, wanted: &str) -> Box<Fault> {
    match node.label() {
        Some(text) => {
            Fault::unreadable(format!("{what} must be {wanted}, not {}", shown(text)), node.at.clone(), "")
        }
        None => unlike(node, what, wanted),
    }
}

impl Recorded {
    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Replays every move.
    pub fn replay(&self, choices: Choices<'_>) -> Result<Vec<Known>, Box<Fault>> {
        let house = House::chosen(choices)
            .map_err(|unfit| Fault::unreadable(unfit.message, self.at.clone(), &unfit.help))?;
        let names = Names(&self.names);
        let hands: Vec<Vec<Tile>> = self.hands.iter().map(|hand| hand.tiles.clone()).collect();
        let mut game = Game::deal(house, &hands).map_err(|misdeal| {
            illegal(misdeal.message(names), self.place_of(&misdeal), Some(misdeal.help()))
        })?;
        let wrong =
            |error: Illegal, at: &Range<usize>| illegal(error.message(names), at.clone(), error.help(names));
        for Move { player, act, at } in &self.moves {
            game.play(*player, *act).map_err(|error| wrong(error, at))?;
        }
        let facts = game.finish().map_err(|error| wrong(error, &self.end))?;
        self.verify_stock(&game, &facts)?;
        Ok(self.known(&facts))
    }

    /// Where the deal is wrong.
    fn place_of(&self, misdeal: &Misdeal) -> Range<usize> {
        let found = match *misdeal {
            Misdeal::Players(_) | Misdeal::TooLarge { .. } | Misdeal::TooFewLeft { .. } => None,
            Misdeal::Empty(player) | Misdeal::Uneven { player, .. } => {
                self.hands.get(player).map(|hand| &hand.at)
            }
            Misdeal::NotInSet { player, place, .. } | Misdeal::Twice { player, place, .. } => {
                self.hands.get(player).and_then(|hand| hand.tiles_at.get(place))
            }
        };
        found.unwrap_or(&self.deal_at).clone()
    }

    /// What is said to be left in the stock must be so.
    fn verify_stock(&self, game: &Game, facts: &Facts) -> Result<(), Box<Fault>> {
        let Some(stock) = &self.stock else { return Ok(()) };
        let mut seen = Tiles::default();
        for (tile, at) in &stock.tiles {
            let message = match game.whereabouts(*tile) {
                Some(Whereabouts::Stock) if seen.insert(*tile) => continue,
                Some(Whereabouts::Stock) => format!("`{tile}` stands twice in the stock"),
                Some(Whereabouts::Table) => format!("`{tile}` is not left in the stock, it is on the table"),
                Some(Whereabouts::Hand(player)) => {
                    let player = Names(&self.names).of(player);
                    format!("`{tile}` is not left in the stock, it is in the hand of {player}")
                }
                None => format!("`{tile}` is not left in the stock, the set does not have it"),
            };
            let help = format!("by the moves the stock is left with {}", facts.stock);
            return Err(illegal(message, at.clone(), Some(help)));
        }
        let lacking = facts.stock.without(&seen);
        if lacking.is_empty() {
            return Ok(());
        }
        let message = format!("also left in the stock: {lacking}");
        let help = "name all tiles that are in no hand and not on the table, or leave `stock` out";
        Err(illegal(message, stock.at.clone(), Some(help.to_owned())))
    }

    /// The facts, by the names of the columns that record them.
    fn known(&self, facts: &Facts) -> Vec<Known> {
        let ends = facts.ends.iter().map(|end| u32::from(*end)).collect();
        let game = vec![("ends", Fact::Numbers(ends)), ("stock", pairs(&facts.stock))];
        let mut all = vec![Known { of: Thing::Game, facts: game }];
        for (hand, place) in facts.hands.iter().zip(&self.places) {
            let facts = vec![
                ("tiles", pairs(&hand.tiles)),
                ("said", Fact::Number(hand.said)),
                ("concealed", pairs(&hand.concealed)),
            ];
            all.push(Known { of: Thing::PartOf(place.side, place.part), facts });
        }
        all
    }
}

fn pairs(tiles: &Tiles) -> Fact {
    let pairs = tiles.iter().map(|tile| vec![("a", u32::from(tile.low())), ("b", u32::from(tile.high()))]);
    Fact::List(pairs.collect())
}

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn illegal(message: String, at: Range<usize>, help: Option<String>) -> Box<Fault> {
    Box::new(Fault { kind: FaultKind::Illegal, message, at, help })
}
