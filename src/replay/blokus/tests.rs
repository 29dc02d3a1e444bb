use super::board::{ALL_PIECES, Board};
use super::pieces::{PieceId, SHAPES, piece_of};
use super::*;
use proptest::prelude::*;

/// A generator of numbers: the same seed, the same game.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % u64::try_from(end).unwrap()).unwrap()
    }
}

/// A whole game in which everybody moves at random; passes are not recorded.
fn random(variant: Variant, seed: u64) -> (Vec<Move>, Vec<Facts>) {
    let mut lots = Lots(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut game = Game::new(variant);
    let mut moves = Vec::new();
    let (mut colour, mut passes) = (0, 0);
    while passes < variant.colours().len() {
        let mut all = game.moves(colour);
        if all.is_empty() {
            passes += 1;
        } else {
            passes = 0;
            let chosen = all.swap_remove(lots.below(all.len()));
            let played = Move { colour, squares: chosen.squares };
            game.play(&played).unwrap();
            moves.push(played);
        }
        colour = (colour + 1) % variant.colours().len();
    }
    (moves, game.finish().unwrap())
}

/// The rules once more, square by square, to compare with: whether a move may be made on these.
fn is_legal(before: &[Move], played: &Move, variant: Variant) -> bool {
    let own = |square: (i32, i32)| {
        before.iter().any(|earlier| {
            earlier.colour == played.colour && earlier.squares.iter().any(|other| number(*other) == square)
        })
    };
    let squares: Vec<(i32, i32)> = played.squares.iter().map(|square| number(*square)).collect();
    let size = i32::from(variant.size());
    let around = |by: &'static [(i32, i32)]| {
        squares.iter().flat_map(move |(column, row)| by.iter().map(move |(x, y)| (column + x, row + y)))
    };
    let piece = piece_of(&played.squares);
    let earlier = before.iter().filter(|earlier| earlier.colour == played.colour);
    let mut earlier = earlier.filter(|earlier| !earlier.squares.is_empty()).peekable();
    let is_first = earlier.peek().is_none();
    let starts: &[(i32, i32)] = match (variant, played.colour) {
        (Variant::Duo, _) => &[(4, 9), (9, 4)],
        (_, 0) => &[(0, 19)],
        (_, 1) => &[(19, 19)],
        (_, 2) => &[(19, 0)],
        _ => &[(0, 0)],
    };
    piece.is_some()
        && earlier.all(|earlier| piece_of(&earlier.squares) != piece)
        && squares.iter().all(|(column, row)| (0..size).contains(column) && (0..size).contains(row))
        && !before.iter().any(|other| other.squares.iter().any(|at| played.squares.contains(at)))
        && !around(&[(1, 0), (-1, 0), (0, 1), (0, -1)]).any(own)
        && if is_first {
            squares.iter().any(|square| starts.contains(square))
        } else {
            around(&[(1, 1), (-1, 1), (1, -1), (-1, -1)]).any(own)
        }
}

fn number(square: Square) -> (i32, i32) {
    (i32::from(square.column), i32::from(square.row))
}

fn at(name: &str) -> Square {
    let (letter, digits) = name.split_at(1);
    Square { column: letter.as_bytes()[0] - b'a', row: digits.parse::<u8>().unwrap() - 1 }
}

fn play(colour: usize, squares: &str) -> Move {
    Move { colour, squares: squares.split(',').filter(|name| !name.is_empty()).map(at).collect() }
}

/// What is wrong with the last of these moves; those before are right.
fn wrong(moves: &[(usize, &str)]) -> String {
    let mut game = Game::new(Variant::Four);
    let (last, before) = moves.split_last().unwrap();
    for (colour, squares) in before {
        game.play(&play(*colour, squares)).unwrap();
    }
    game.play(&play(last.0, last.1)).unwrap_err().to_string()
}

const FIRST: [(usize, &str); 4] = [(0, "a19,a20"), (1, "t20,s20"), (2, "t1"), (3, "a1,b1,a2,b2")];

fn after_first(moves: &[(usize, &'static str)]) -> String {
    wrong(&[&FIRST, moves].concat())
}

#[test]
fn there_are_21_pieces_of_89_squares_in_91_ways() {
    assert_eq!(PIECES.iter().map(|piece| piece.squares).sum::<u32>(), 89);
    assert_eq!(SHAPES.len(), 91);
    for shape in SHAPES.iter() {
        assert_eq!(shape.cells().len(), PIECES[usize::from(shape.piece.0)].squares as usize);
    }
    let five = PIECES.iter().filter(|piece| piece.squares == 5).count();
    assert_eq!((PIECES.len(), five), (21, 12));
}

#[test]
fn the_first_piece_has_58_places_in_the_corner() {
    // The number that players know.
    let board = Board::new(20, &[vec![at("a20")]]);
    let mut count = 0;
    board.search(0, ALL_PIECES, |placement| {
        assert!(placement().squares.contains(&at("a20")));
        count += 1;
        false
    });
    assert_eq!(count, 58);
}

#[test]
fn pieces_are_known_by_their_squares_in_any_order() {
    let name =
        |squares: &str| piece_of(&play(0, squares).squares).map(|PieceId(id)| PIECES[usize::from(id)].name);
    assert_eq!(name("c3"), Some("1"));
    assert_eq!(name("b2,a1,b1"), Some("V3"));
    assert_eq!(name("f9,e10,f10,g10,f11"), Some("X"));
    assert_eq!(name("i4,h5,i5,j5,i6"), Some("X"));
    assert_eq!(name("e8,e9,f9,d10,e10"), Some("F"));
    assert_eq!(name("a1,a1"), None);
    assert_eq!(name("a1,b2"), None);
    assert_eq!(name("a1,b1,c1,d1,e1,f1"), None);
    assert_eq!(name("a1,a20"), None);
    assert_eq!(name(""), None);
}

#[test]
fn what_the_rules_forbid_is_named() {
    assert_eq!(wrong(&[(0, "b19")]), "move 1, blue: the first piece does not cover a starting square");
    assert_eq!(wrong(&[(0, "t20")]), "move 1, blue: the first piece does not cover a starting square");
    assert_eq!(wrong(&[(0, "a20,a21")]), "move 1, blue: `a21` is off the board");
    assert_eq!(wrong(&[(0, "a20,c20")]), "move 1, blue: these squares are no piece");
    assert_eq!(wrong(&[(0, "a20"), (0, "b19")]), "move 2, blue: it is the turn of yellow");
    assert_eq!(wrong(&[(7, "a20")]), "move 1, ?: this game has no such colour");
    assert_eq!(wrong(&[(0, "")]), "move 1, blue: it passes, but can place a piece");
    assert_eq!(after_first(&[(0, "c18")]), "move 5, blue: the piece touches no corner of its colour");
    assert_eq!(
        after_first(&[(0, "b20,c20,c19")]),
        "move 5, blue: `b20` lies side by side with another piece of its colour"
    );
    assert_eq!(after_first(&[(0, "b18,c18")]), "move 5, blue: the piece `2` was placed before");
    let taken = [(0, "b18"), (1, "r19"), (2, "s2,s3"), (3, "c3"), (0, "s3,r3,q3")];
    assert_eq!(after_first(&taken), "move 9, blue: `s3` is taken by red");
}

#[test]
fn one_move_is_named_to_who_is_passed_over() {
    let mut game = Game::new(Variant::Four);
    game.play(&play(0, "a20")).unwrap();
    let illegal = game.play(&play(2, "t1")).unwrap_err();
    let Reason::NotItsTurn("yellow", could) = &illegal.reason else { panic!("{illegal:?}") };
    game.play(&Move { colour: 1, squares: could.squares.clone() }).unwrap();
    let illegal = game.finish().unwrap_err();
    assert_eq!(illegal.to_string(), "the game is not over after 2 moves: red can place more");
}

#[test]
fn either_marked_square_of_the_small_board_will_do() {
    for first in ["e10", "j5"] {
        let mut game = Game::new(Variant::Duo);
        game.play(&play(0, first)).unwrap();
        assert!(game.play(&play(1, first)).is_err());
        game.play(&play(1, if first == "j5" { "e10" } else { "j5" })).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_games_are_legal_to_their_end(seed in any::<u64>(), which in 0_usize..6) {
        let variant = Variant::ALL[which];
        let (moves, facts) = random(variant, seed);
        let mut game = Game::new(variant);
        for (number, played) in moves.iter().enumerate() {
            prop_assert!(is_legal(&moves[..number], played, variant), "{played:?}");
            prop_assert_eq!(game.play(played), Ok(()));
        }
        prop_assert_eq!(game.finish(), Ok(facts.clone()));
        for (colour, facts) in facts.iter().enumerate() {
            let placed = moves.iter().filter(|played| played.colour == colour);
            let placed: u32 = placed.map(|played| u32::try_from(played.squares.len()).unwrap()).sum();
            prop_assert_eq!(facts.squares_left, 89 - placed);
            prop_assert_eq!(facts.all_placed, facts.squares_left == 0);
        }
        // Whoever moves on is told that the game was over.
        let beyond = Move { colour: 0, squares: vec![Square { column: 3, row: 3 }] };
        prop_assert_eq!(game.play(&beyond).unwrap_err().reason, Reason::AfterEnd);
        // A record that lacks its last move is not over.
        let mut game = Game::new(variant);
        moves.iter().take(moves.len() - 1).for_each(|played| game.play(played).unwrap());
        prop_assert!(matches!(game.finish().unwrap_err().reason, Reason::NotOver(_)));
    }

    #[test]
    fn a_changed_move_is_legal_or_caught(
        seed in any::<u64>(),
        changed in 0_usize..1000,
        square in 0_usize..5,
        column in 0_u8..21,
        row in 0_u8..21,
    ) {
        let (mut moves, _) = random(Variant::Four, seed);
        let changed = changed % moves.len();
        let squares = &mut moves[changed].squares;
        let place = square % squares.len();
        squares[place] = Square { column, row };
        let mut game = Game::new(Variant::Four);
        for (number, played) in moves.iter().enumerate() {
            let result = game.play(played);
            let legal = is_legal(&moves[..number], played, Variant::Four);
            match result {
                Ok(()) => prop_assert!(legal, "{played:?}"),
                // Whose turn it is may have changed as well.
                Err(Illegal { reason: Reason::NotItsTurn(..), .. }) => break,
                Err(illegal) => {
                    prop_assert!(!legal, "{illegal}");
                    prop_assert_eq!(illegal.number as usize, number + 1);
                    break;
                }
            }
        }
    }

    #[test]
    fn every_move_that_there_is_is_found(seed in any::<u64>(), stop in 0_usize..60) {
        let (moves, _) = random(Variant::Duo, seed);
        let before = &moves[..stop.min(moves.len())];
        let mut game = Game::new(Variant::Duo);
        before.iter().for_each(|played| game.play(played).unwrap());
        let colour = game.next();
        let found = game.moves(colour).len();
        let mut wanted = 0;
        for shape in SHAPES.iter() {
            for (column, row) in (0..14_u8).flat_map(|column| (0..14_u8).map(move |row| (column, row))) {
                let small = |number: u32| u8::try_from(number).unwrap();
                let squares = shape.cells().iter();
                let squares = squares.map(|(x, y)| Square { column: column + small(*x), row: row + small(*y) });
                let played = Move { colour, squares: squares.collect() };
                wanted += usize::from(is_legal(before, &played, Variant::Duo));
            }
        }
        prop_assert_eq!(found, wanted);
    }
}
