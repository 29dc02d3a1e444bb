//! Rulesets made by hand.

use crate::ruleset::{
    Admission, Bracket, BracketMatch, BuiltinColumn, ColumnInfo, Cut, Draw, Knockout, LinkInfo, LinkRole,
    Open, OptionId, OptionInfo, OptionType, Origin, Phase, Plan, Pools, Ranking, Ruleset, Scheme, Seat,
    Settling, SheetInfo, SheetKind, Source, Written,
};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::value::{Bound, Interval, Kind, Rational, Symbol, Type, Value};

pub struct Maker {
    pub ruleset: Ruleset,
}

pub const ENTRANT: SheetId = SheetId(1);
pub const GAME: SheetId = SheetId(2);
pub const SIDE: SheetId = SheetId(3);

pub fn integer(low: i64, high: i64) -> Type {
    let range = Interval::closed(low.into(), high.into());
    Type { range: range.into(), ..Type::of(Kind::Integer) }
}

pub fn at_least(low: i64, kind: Kind) -> Type {
    let low = Bound { at: Rational::from(low), inclusive: true };
    Type { range: Interval { low: Some(low), high: None }.into(), ..Type::of(kind) }
}

impl Maker {
    /// Event, entrant, game and side, with what every format has.
    pub fn new(least: u32, most: Option<u32>) -> Self {
        let mut maker = Self { ruleset: Ruleset::default() };
        maker.ruleset.plans.push(Plan { least, most, ..Plan::default() });
        for (name, kind) in [
            ("event", SheetKind::Event),
            ("entrant", SheetKind::Entrant),
            ("game", SheetKind::Game),
            ("side", SheetKind::Side),
        ] {
            maker.sheet(name, &format!("{name}s"), kind);
        }
        maker.builtin(ENTRANT, "name", BuiltinColumn::Name, Kind::Text);
        maker.builtin(GAME, "id", BuiltinColumn::Id, Kind::Text);
        maker.builtin(GAME, "phase", BuiltinColumn::Phase, Kind::Text);
        maker.builtin(GAME, "round", BuiltinColumn::Round, Kind::Integer);
        maker.builtin(SIDE, "seat", BuiltinColumn::Seat, Kind::Text);
        maker.builtin(SIDE, "place", BuiltinColumn::Place, Kind::Integer);
        maker.link("game", SIDE, GAME, LinkRole::Inside(GAME));
        maker.link("entrant", SIDE, ENTRANT, LinkRole::Entrant);
        maker
    }

    pub fn sheet(&mut self, name: &str, plural: &str, kind: SheetKind) -> SheetId {
        let info = SheetInfo { name: name.to_owned(), plural: plural.to_owned(), kind };
        self.ruleset.sheets.push(info);
        SheetId(u16::try_from(self.ruleset.sheets.len() - 1).unwrap())
    }

    pub fn builtin(&mut self, sheet: SheetId, name: &str, builtin: BuiltinColumn, kind: Kind) {
        let ty = Type::of(kind).maybe(builtin != BuiltinColumn::Name);
        self.column(sheet, name, ty, Origin::Builtin(builtin));
    }

    pub fn recorded(&mut self, sheet: SheetId, name: &str, ty: Type) {
        self.column(sheet, name, ty, Origin::Recorded { default: None });
    }

    pub fn with_default(&mut self, sheet: SheetId, name: &str, ty: Type, default: Value) {
        self.column(sheet, name, ty, Origin::Recorded { default: Some(default) });
    }

    fn column(&mut self, sheet: SheetId, name: &str, ty: Type, origin: Origin) {
        let name = name.to_owned();
        let text = (name == "squares_left").then(|| "squares of its pieces that were not placed".to_owned());
        self.ruleset.columns.push(ColumnInfo { name, sheet, ty, origin, cites: Vec::new(), at: None, text });
    }

    pub fn link(&mut self, name: &str, from: SheetId, to: SheetId, role: LinkRole) {
        self.ruleset.links.push(LinkInfo { name: name.to_owned(), from, to, role, total: true });
    }

    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.ruleset.symbols.intern(text)
    }

    pub fn phase(&mut self, name: &str, scheme: Scheme) {
        let symbol = self.symbol(name);
        self.ruleset.phases.push(Phase {
            name: name.to_owned(),
            symbol,
            title: name.to_owned(),
            entrants: Admission::Everybody,
            standing: None,
            ties: Settling::Lot,
            scheme,
            cites: Vec::new(),
            period: 1,
            until: None,
            deadlines: Vec::new(),
            at: Span::default(),
        });
    }

    pub fn choice(&mut self, names: &[&str]) -> Kind {
        Kind::Choice(names.iter().map(|name| self.symbol(name)).collect())
    }

    pub fn colours(&mut self, seats: &[(&str, &[&str])]) -> SheetId {
        let names: Vec<Symbol> =
            seats.iter().flat_map(|(_, parts)| parts.iter()).map(|part| self.symbol(part)).collect();
        let sheet = self.sheet("colour", "colours", SheetKind::Part { names, of_game: false });
        for (seat, parts) in seats {
            let name = self.symbol(seat);
            let parts = parts.iter().map(|part| (sheet, self.symbol(part))).collect();
            self.ruleset.plans[0].seats.push(Seat { name, parts });
        }
        self.builtin(sheet, "name", BuiltinColumn::Name, Kind::Text);
        self.recorded(sheet, "squares_left", integer(0, 89));
        self.recorded(sheet, "pieces_left", integer(0, 21).maybe(true));
        self.with_default(sheet, "monomino_last", Type::of(Kind::Flag), Value::Flag(false));
        self.link("side", sheet, SIDE, LinkRole::Inside(SIDE));
        self.link("game", sheet, GAME, LinkRole::Inside(GAME));
        sheet
    }

    /// A list of values that rows of `owner` have.
    pub fn list(&mut self, owner: SheetId, name: &str, ty: Type) -> SheetId {
        let kind = SheetKind::List { owner, name: name.to_owned(), parts: false };
        let sheet = self.sheet(&format!("value of {name}"), name, kind);
        self.recorded(sheet, "value", ty);
        self.link("owner", sheet, owner, LinkRole::Inside(owner));
        sheet
    }
}

impl Maker {
    /// A list of parts that rows of `owner` have: columns, each with what stands behind it in what is written.
    pub fn parts(&mut self, owner: SheetId, name: &str, columns: &[(&str, Type, &str)]) -> SheetId {
        let kind = SheetKind::List { owner, name: name.to_owned(), parts: true };
        let sheet = self.sheet(&format!("{name} of {}", owner.0), name, kind);
        let mut pieces = Vec::new();
        for (column, ty, then) in columns {
            let id = ColumnId(u32::try_from(self.ruleset.columns.len()).unwrap());
            self.recorded(sheet, column, ty.clone());
            pieces.push((id, (*then).to_owned()));
        }
        let text = ColumnId(u32::try_from(self.ruleset.columns.len()).unwrap());
        self.builtin(sheet, "name", BuiltinColumn::Written, Kind::Text);
        self.ruleset.written.push(Written { list: sheet, columns: pieces, name: text, needed: false });
        self.link("owner", sheet, owner, LinkRole::Inside(owner));
        sheet
    }
}

/// Two seats that own two colours each.
pub fn duo() -> Ruleset {
    let mut maker = Maker::new(2, Some(2));
    maker.recorded(GAME, "note", Type::of(Kind::Text).maybe(true));
    maker.recorded(SIDE, "time", at_least(0, Kind::Duration).maybe(true));
    maker.colours(&[("blue_red", &["blue", "red"]), ("yellow_green", &["yellow", "green"])]);
    maker.ruleset
}

/// [`duo`] in an event of two phases, in which games may name a pool and an umpire.
pub fn event() -> Ruleset {
    let mut ruleset = duo();
    let mut maker = Maker { ruleset: std::mem::take(&mut ruleset) };
    maker.builtin(GAME, "pool", BuiltinColumn::Pool, Kind::Text);
    maker.builtin(GAME, "umpire", BuiltinColumn::Umpire, Kind::Text);
    let cut = Cut {
        by: Ranking::Entry,
        draw: Draw::Position,
        remainder: None,
        cites: Vec::new(),
        at: Span::default(),
    };
    let pools = Pools { rounds: 2, groups: 3, first: cut.clone(), later: cut, schedules: Vec::new() };
    maker.phase("qualification", Scheme::Pools(pools));
    let semi = |name: &str, first: u32, second: u32| BracketMatch {
        name: name.to_owned(),
        sides: [Source::Seed(first), Source::Seed(second)],
        winner_place: None,
        loser_place: None,
        cites: Vec::new(),
    };
    let bracket = Bracket::Written(vec![semi("semi 1", 1, 4), semi("semi 2", 2, 3)]);
    maker.phase(
        "final",
        Scheme::Knockout(Knockout {
            bracket,
            schedule: None,
            draw: Draw::Position,
            games: None,
            extra: false,
        }),
    );
    maker.ruleset
}

/// Four seats, of which three are taken.
pub fn three_of_four() -> Ruleset {
    let mut maker = Maker::new(3, Some(3));
    maker.colours(&[("blue", &["blue"]), ("yellow", &["yellow"]), ("red", &["red"]), ("green", &["green"])]);
    maker.ruleset
}

/// [`three_of_four`], and another way of playing with two seats that own only two of the colours.
pub fn two_ways() -> Ruleset {
    let mut ruleset = three_of_four();
    let mut symbol = |text: &str| ruleset.symbols.intern(text);
    let (three, two, north, south) = (symbol("three"), symbol("two"), symbol("north"), symbol("south"));
    let part = |plan: &Plan, place: usize| plan.seats[place].parts.clone();
    let four = &ruleset.plans[0];
    let seats = vec![Seat { name: north, parts: part(four, 0) }, Seat { name: south, parts: part(four, 1) }];
    ruleset.plans.push(Plan { seats, least: 2, most: Some(2), ..Plan::default() });
    ruleset.seating_option = Some(OptionId(0));
    ruleset.options.push(OptionInfo {
        name: "players".to_owned(),
        text: None,
        values: OptionType::Choices(vec![three, two]),
        default: Value::Text(two),
        fixed: false,
    });
    ruleset
}

/// Two sides without seats, grouped into matches; something must be known of each entrant.
pub fn duel() -> Ruleset {
    let mut maker = Maker::new(2, Some(2));
    maker.builtin(GAME, "match", BuiltinColumn::MatchId, Kind::Text);
    maker.recorded(GAME, "day", Type::of(Kind::Date).maybe(true));
    let ends = maker.choice(&["played", "resigned", "timeout"]);
    maker.recorded(GAME, "end", Type::of(ends).maybe(true));
    maker.recorded(SIDE, "score", at_least(-200, Kind::Integer));
    maker.recorded(SIDE, "time", Type::of(Kind::Duration).maybe(true));
    maker.recorded(SIDE, "share", Type::of(Kind::Number).maybe(true));
    maker.with_default(SIDE, "late", Type::of(Kind::Flag), Value::Flag(false));
    maker.ruleset
}

/// [`duel`] in an event: opponents are chosen freely, then there is a final.
pub fn championship() -> Ruleset {
    let mut maker = Maker { ruleset: duel() };
    maker.builtin(GAME, "pool", BuiltinColumn::Pool, Kind::Text);
    maker.builtin(GAME, "umpire", BuiltinColumn::Umpire, Kind::Text);
    maker.phase("qualification", Scheme::Open(Open::default()));
    let line = BracketMatch {
        name: "final".to_owned(),
        sides: [Source::Seed(1), Source::Seed(2)],
        winner_place: Some(1),
        loser_place: Some(2),
        cites: Vec::new(),
    };
    let knockout = Knockout {
        bracket: Bracket::Written(vec![line]),
        schedule: None,
        draw: Draw::Position,
        games: None,
        extra: false,
    };
    maker.phase("final", Scheme::Knockout(knockout));
    maker.ruleset
}

/// Sides, each of which owns a set of each name; with `seats`, they have them.
pub fn sets(seats: &[&str]) -> Ruleset {
    let mut maker = Maker::new(2, if seats.is_empty() { None } else { Some(2) });
    for seat in seats {
        let name = maker.symbol(seat);
        maker.ruleset.plans[0].seats.push(Seat { name, parts: Vec::new() });
    }
    maker.recorded(SIDE, "time", at_least(0, Kind::Duration).maybe(true));
    let names = ["first", "second", "third"].map(|name| maker.symbol(name));
    let set = maker.sheet("set", "sets", SheetKind::Part { names: names.to_vec(), of_game: false });
    maker.ruleset.plans[0].each = names.iter().map(|&name| (set, name)).collect();
    maker.builtin(set, "name", BuiltinColumn::Name, Kind::Text);
    maker.recorded(set, "points", integer(0, 99));
    maker.recorded(set, "aces", integer(0, 99).maybe(true));
    maker.with_default(set, "golden", Type::of(Kind::Flag), Value::Flag(false));
    maker.link("side", set, SIDE, LinkRole::Inside(SIDE));
    maker.link("game", set, GAME, LinkRole::Inside(GAME));
    maker.list(set, "breaks", integer(0, 99));
    maker.ruleset
}

/// Two sides, each of which owns one thing and no more.
pub fn boats() -> Ruleset {
    let mut maker = Maker::new(2, None);
    let boat = maker.symbol("boat");
    let sheet = maker.sheet("craft", "crafts", SheetKind::Part { names: vec![boat], of_game: false });
    maker.ruleset.plans[0].each = vec![(sheet, boat)];
    maker.builtin(sheet, "name", BuiltinColumn::Name, Kind::Text);
    maker.recorded(sheet, "length", integer(1, 99));
    maker.link("side", sheet, SIDE, LinkRole::Inside(SIDE));
    maker.link("game", sheet, GAME, LinkRole::Inside(GAME));
    maker.ruleset
}

/// Any number of sides; lists of parts that are written as one text, of all that can have lists.
pub fn racks() -> Ruleset {
    let mut maker = Maker::new(2, None);
    maker.recorded(SIDE, "score", Type::of(Kind::Integer).maybe(true));
    let tile = [("a", integer(0, 18), "-"), ("b", integer(0, 18), "")];
    let laps = [("day", Type::of(Kind::Date), ": "), ("points", Type::of(Kind::Number), "")];
    maker.parts(ENTRANT, "laps", &laps);
    maker.parts(GAME, "ends", &tile);
    let suit = Type::of(maker.choice(&["hearts", "spades"]));
    let hand = maker.parts(SIDE, "hand", &[("suit", suit, " "), ("rank", integer(1, 13), "")]);
    maker.with_default(hand, "marked", Type::of(Kind::Flag), Value::Flag(false));
    maker.recorded(hand, "from", Type::of(Kind::Text).maybe(true));
    maker.list(hand, "dots", integer(0, 9));
    maker.parts(SIDE, "purse", &[("worth", Type::of(Kind::Duration), "")]);
    let names = ["first", "second"].map(|name| maker.symbol(name));
    let set = maker.sheet("set", "sets", SheetKind::Part { names: names.to_vec(), of_game: false });
    maker.ruleset.plans[0].each = names.iter().map(|&name| (set, name)).collect();
    maker.builtin(set, "name", BuiltinColumn::Name, Kind::Text);
    maker.link("side", set, SIDE, LinkRole::Inside(SIDE));
    maker.link("game", set, GAME, LinkRole::Inside(GAME));
    maker.parts(set, "tiles", &tile);
    let names = vec![maker.symbol("board")];
    let board = maker.sheet("board", "boards", SheetKind::Part { names, of_game: true });
    maker.builtin(board, "name", BuiltinColumn::Name, Kind::Text);
    maker.link("game", board, GAME, LinkRole::Inside(GAME));
    let words = [("points", at_least(0, Kind::Number), "×"), ("word", Type::of(Kind::Text), "")];
    maker.parts(board, "words", &words);
    maker.ruleset
}

/// Any number of sides, each with a hand of tiles and a list of marks.
pub fn tiles() -> Ruleset {
    let mut maker = Maker::new(2, None);
    maker.recorded(ENTRANT, "born", Type::of(Kind::Date));
    maker.list(ENTRANT, "clubs", Type::of(Kind::Text));
    let tile = maker.sheet("tile", "hand", SheetKind::Part { names: Vec::new(), of_game: false });
    maker.recorded(tile, "a", integer(0, 6));
    maker.recorded(tile, "b", integer(0, 6));
    maker.link("side", tile, SIDE, LinkRole::Inside(SIDE));
    maker.link("game", tile, GAME, LinkRole::Inside(GAME));
    maker.list(SIDE, "marks", integer(0, 10));
    maker.list(tile, "dots", integer(0, 9));
    maker.list(GAME, "ends", integer(0, 6));
    let names = vec![maker.symbol("first"), maker.symbol("second")];
    let board = maker.sheet("board", "boards", SheetKind::Part { names, of_game: true });
    maker.builtin(board, "name", BuiltinColumn::Name, Kind::Text);
    maker.recorded(board, "result", Type::of(Kind::Text).maybe(true));
    maker.link("game", board, GAME, LinkRole::Inside(GAME));
    maker.ruleset
}
