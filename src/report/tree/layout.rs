//! Where each match of a bracket stands: in the column of its round, in lines between the matches whose winners meet in it.
//!
//! Comes in: a phase with a bracket. Goes out: a [`Tree`]: blocks of three lines, and which leads to which. A match whose
//! winner meets nobody any more is the end of a tree: the final stands first, others (for the third place) below it, apart.
//! Every line of a tree belongs to one match and those after it, so nothing ever crosses. It must never know how wide a
//! text is. Start with [`Tree::new`].

use crate::doc::Drawing;
use crate::event::{MatchCourse, MatchSide, PhaseCourse, Won};
use crate::pairing::knockout;
use crate::report::cell::shown;
use crate::report::event::EventView;
use crate::report::event::bracket::MatchResults;
use crate::report::grid::printed;
use crate::ruleset::{BracketMatch, Source};

/// Lines from one block to the next.
const STEP: usize = 4;

/// A bracket, laid out.
pub struct Tree {
    /// The title of the phase.
    pub title: String,
    /// What is shown of each side behind its name.
    pub columns: Vec<String>,
    /// What each round is called.
    pub rounds: Vec<String>,
    /// Its matches, in the order of the bracket.
    pub blocks: Vec<Block>,
    /// How many lines there are.
    pub lines: usize,
}

/// A match: a line for a side, one for its name, one for the other side.
pub struct Block {
    /// The round, from 0.
    pub round: usize,
    /// The first of its lines, from 0.
    pub top: usize,
    /// Its name, and how it was decided, where no games did.
    pub label: String,
    /// Whether it is decided.
    pub is_over: bool,
    /// Who meets.
    pub sides: [Side; 2],
    /// The match that its winner goes on to, by its place.
    pub next: Option<usize>,
}

/// A side of a match.
pub struct Side {
    /// Who, or where they are to come from.
    pub name: String,
    /// Whether it is known who plays it.
    pub is_known: bool,
    /// Whether they went on.
    pub won: bool,
    /// What came out for them.
    pub scores: Vec<String>,
}

impl Tree {
    /// Lays out the bracket of a phase.
    pub fn new(view: &EventView<'_>, phase: &PhaseCourse) -> Self {
        let results = MatchResults::new(view, phase);
        let columns = results.columns();
        let blocks = phase.bracket.iter().enumerate().map(|(place, course)| {
            let rows = results.rows(place, course);
            let side = |side: usize| {
                let scores = columns.iter().map(|id| match rows {
                    Some((outcome, rows)) => rows[side]
                        .map_or_else(String::new, |row| shown(outcome.value(*id, row), outcome.symbols())),
                    None => String::new(),
                });
                let entrant = course.sides[side].entrant();
                Side {
                    name: printed(&view.match_side(phase, course, side)),
                    is_known: !matches!(course.sides[side], MatchSide::Open),
                    won: entrant.is_some() && entrant == course.winner(),
                    scores: scores.collect(),
                }
            };
            Block {
                round: (course.round as usize).saturating_sub(1),
                top: 0,
                label: printed(&label(course)),
                is_over: course.is_over(),
                sides: [side(0), side(1)],
                next: None,
            }
        });
        let lines: Vec<(&BracketMatch, u32)> =
            phase.bracket.iter().map(|course| (&course.line, course.round)).collect();
        let mut tree = Self {
            title: printed(&view.phase(phase.phase).title),
            columns: columns.iter().map(|id| printed(&view.ruleset.column(*id).name)).collect(),
            rounds: rounds(&lines, "round {0}"),
            blocks: blocks.collect(),
            lines: 0,
        };
        tree.place(&lines);
        tree
    }

    /// Lays out a bracket before anybody plays in it.
    pub fn drawn(drawing: &Drawing) -> Self {
        let numbers = knockout::rounds(&drawing.matches);
        let lines: Vec<(&BracketMatch, u32)> = drawing.matches.iter().zip(numbers).collect();
        let blocks = lines.iter().zip(&drawing.sides).map(|((line, round), sides)| Block {
            round: (*round as usize).saturating_sub(1),
            top: 0,
            label: printed(&line.name),
            is_over: false,
            sides: [0, 1].map(|side: usize| Side {
                name: printed(&sides[side]),
                is_known: matches!(line.sides[side], Source::Seed(_)),
                won: false,
                scores: Vec::new(),
            }),
            next: None,
        });
        let mut tree = Self {
            title: printed(&drawing.title),
            columns: Vec::new(),
            rounds: rounds(&lines, drawing.round),
            blocks: blocks.collect(),
            lines: 0,
        };
        tree.place(&lines);
        tree
    }

    /// Gives each match its lines.
    fn place(&mut self, bracket: &[(&BracketMatch, u32)]) {
        let mut feeders: Vec<Vec<usize>> = vec![Vec::new(); bracket.len()];
        for (place, (line, _)) in bracket.iter().enumerate() {
            for source in line.sides {
                let Source::Winner(of) = source else { continue };
                let of = usize::from(of);
                if let Some(block) = self.blocks.get_mut(of).filter(|block| block.next.is_none()) {
                    block.next = Some(place);
                    feeders[place].push(of);
                }
            }
        }
        let mut ends: Vec<usize> =
            (0..bracket.len()).filter(|&place| self.blocks[place].next.is_none()).collect();
        ends.sort_by_key(|&place| (bracket[place].0.winner_place.unwrap_or(u32::MAX), place));
        let mut line = 0;
        for end in ends {
            // From the end back to the beginnings; a match is placed when those before it are.
            let mut open = vec![(end, false)];
            while let Some((place, is_ready)) = open.pop() {
                if !is_ready {
                    open.push((place, true));
                    open.extend(feeders[place].iter().rev().map(|&of| (of, false)));
                    continue;
                }
                let tops: Vec<usize> = feeders[place].iter().map(|&of| self.blocks[of].top).collect();
                self.blocks[place].top = match (tops.first(), tops.last()) {
                    (Some(first), Some(last)) => usize::midpoint(*first, *last),
                    (None, _) | (_, None) => {
                        line += STEP;
                        line - STEP
                    }
                };
            }
            line += 1;
        }
        self.lines = line.saturating_sub(2);
    }
}

/// `quarter 1`, `semi 1, walkover`
fn label(course: &MatchCourse) -> String {
    let name = &course.line.name;
    let nobody = course.is_over() && course.winner().is_none();
    match course.won() {
        Some(Won::Decision(_)) if nobody => format!("{name}, nobody by decision"),
        Some(_) if nobody => format!("{name}, nobody"),
        Some(Won::Games) | None => name.clone(),
        Some(Won::Bye) => format!("{name}, bye"),
        Some(Won::Walkover) => format!("{name}, walkover"),
        Some(Won::Lot) => format!("{name}, by lot"),
        Some(Won::Decision(_)) => format!("{name}, by decision"),
    }
}

/// What the matches of each round have in common in their names (`semi` of `semi 1` and `semi 2`), or its number; the round
/// of the final is called after it.
fn rounds(bracket: &[(&BracketMatch, u32)], numbered: &str) -> Vec<String> {
    let last = bracket.iter().map(|(_, round)| *round).max().unwrap_or(0);
    let of_round = |round: u32| {
        let of_round: Vec<&BracketMatch> =
            bracket.iter().filter(|(_, own)| *own == round).map(|(line, _)| *line).collect();
        let first = stem(&of_round.first()?.name);
        if of_round.iter().all(|line| stem(&line.name) == first) {
            return Some(first.to_owned());
        }
        let end = of_round.iter().find(|line| line.winner_place == Some(1))?;
        Some(stem(&end.name).to_owned())
    };
    let number = |round: u32| numbered.replace("{0}", &round.to_string());
    (1..=last).map(|round| printed(&of_round(round).unwrap_or_else(|| number(round)))).collect()
}

fn stem(name: &str) -> &str {
    name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end()
}
