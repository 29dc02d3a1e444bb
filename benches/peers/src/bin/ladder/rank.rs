//! The eight rankings, as one table of CSV.

use super::Player;
use super::climb::{FIRST_DAN, LEVELS};
use std::cmp::{Ordering, Reverse};
use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};

const HEADER: &str =
    "standing,place,entrant,段級位,オーブ,勝率,平均順位,平均スコア,参加回数,平均残ピース数,パーフェクト回数";

type Order = fn(&Player<'_>, &Player<'_>) -> Ordering;

pub fn print(players: &[Player<'_>]) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    writeln!(out, "{HEADER}")?;
    let all: Vec<&Player<'_>> = players.iter().collect();
    let dan: Vec<&Player<'_>> = all.iter().copied().filter(|player| player.level >= FIRST_DAN).collect();
    ranking(&mut out, "overall", all.clone(), overall, |out, p| {
        let (level, orbs) = (LEVELS[p.level as usize], p.orbs);
        write!(out, "{level},{orbs},{},{},{},,,", rate(p), mean_place(p), mean_squares(p))
    })?;
    ranking(
        &mut out,
        "games",
        all.clone(),
        |a, b| b.games.cmp(&a.games),
        |out, p| write!(out, ",,,,,{},,", p.games),
    )?;
    ranking(
        &mut out,
        "places",
        all.clone(),
        |a, b| mean_place(a).cmp(&mean_place(b)),
        |out, p| write!(out, ",,,{},,,,", mean_place(p)),
    )?;
    ranking(
        &mut out,
        "wins",
        all.clone(),
        |a, b| rate(b).cmp(&rate(a)),
        |out, p| write!(out, ",,{},,,,,", rate(p)),
    )?;
    ranking(
        &mut out,
        "pieces",
        all.clone(),
        |a, b| mean_pieces(a).cmp(&mean_pieces(b)),
        |out, p| write!(out, ",,,,,,{},", mean_pieces(p)),
    )?;
    ranking(
        &mut out,
        "scores",
        all.clone(),
        |a, b| mean_squares(a).cmp(&mean_squares(b)),
        |out, p| write!(out, ",,,,{},,,", mean_squares(p)),
    )?;
    ranking(
        &mut out,
        "perfects",
        all,
        |a, b| b.perfects.cmp(&a.perfects),
        |out, p| write!(out, ",,,,,,,{}", p.perfects),
    )?;
    ranking(
        &mut out,
        "orbs",
        dan,
        |a, b| b.orbs.cmp(&a.orbs),
        |out, p| write!(out, "{},{},,,,,,", LEVELS[p.level as usize], p.orbs),
    )?;
    out.flush()
}

/// Those who are level share a place, and stand in the order in which they first played.
fn ranking<W: Write>(
    out: &mut W,
    name: &str,
    mut players: Vec<&Player<'_>>,
    order: Order,
    cells: fn(&mut W, &Player<'_>) -> io::Result<()>,
) -> io::Result<()> {
    players.sort_by(|a, b| order(a, b));
    let mut place = 0;
    for (row, player) in players.iter().enumerate() {
        if row == 0 || order(players[row - 1], player) != Ordering::Equal {
            place = row + 1;
        }
        write!(out, "{name},{place},")?;
        out.write_all(player.name)?;
        out.write_all(b",")?;
        cells(out, player)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn overall(a: &Player<'_>, b: &Player<'_>) -> Ordering {
    (Reverse(a.level), Reverse(a.orbs), Reverse(rate(a)), mean_place(a), mean_squares(a)).cmp(&(
        Reverse(b.level),
        Reverse(b.orbs),
        Reverse(rate(b)),
        mean_place(b),
        mean_squares(b),
    ))
}

fn rate(player: &Player<'_>) -> Fraction {
    Fraction(player.firsts, player.games)
}

fn mean_place(player: &Player<'_>) -> Fraction {
    Fraction(player.places, player.games)
}

fn mean_squares(player: &Player<'_>) -> Fraction {
    Fraction(player.squares, player.games)
}

fn mean_pieces(player: &Player<'_>) -> Fraction {
    Fraction(player.pieces, player.games)
}

/// An exact fraction, whatever it is reduced to.
#[derive(Clone, Copy)]
struct Fraction(u32, u32);

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let across = |one: &Self, other: &Self| u64::from(one.0) * u64::from(other.1);
        across(self, other).cmp(&across(other, self))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl Display for Fraction {
    /// `0.48`, where the decimals end; otherwise `9/28`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor = greatest_common(self.0, self.1);
        let (over, under) = (u64::from(self.0 / divisor), u64::from(self.1 / divisor));
        if under == 1 {
            return write!(f, "{over}");
        }
        let (twos, rest) = without(under, 2);
        let (fives, rest) = without(rest, 5);
        if rest != 1 {
            return write!(f, "{over}/{under}");
        }
        let digits = twos.max(fives);
        let tail = over % under * 10_u64.pow(digits) / under;
        write!(f, "{}.{tail:0width$}", over / under, width = digits as usize)
    }
}

fn greatest_common(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn without(mut number: u64, factor: u64) -> (u32, u64) {
    let mut times = 0;
    while number.is_multiple_of(factor) {
        number /= factor;
        times += 1;
    }
    (times, number)
}
