//! `rulesctl find`: an answer to a puzzle that is laid with the pieces of a game.

use super::Exit;
use super::output::Plain;
use super::terminal::Terminal;
use crate::diagnostic::{nearest, one_of};
use crate::replay::PUZZLES;
use crate::report;
use crate::session;

/// Finds an answer to a puzzle, for each seed another one: `rectangle` is the twenty pieces of four squares as a rectangle
/// of 10 by 8, pieces of one colour touching only at corners.
#[derive(Debug, clap::Args)]
#[command(after_help = super::EXIT_CODES)]
pub struct Arguments {
    /// The name of the puzzle: rectangle
    puzzle: String,

    /// The number that decides which answer is found; the same number finds the same one
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The board for people; JSON is the record of a game, to be replayed or scored
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = Plain::Table)]
    output: Plain,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> Exit {
    let Some(puzzle) = PUZZLES.iter().find(|puzzle| puzzle.name == arguments.puzzle) else {
        let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name).collect();
        let help = match nearest(&arguments.puzzle, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", one_of(&names)),
        };
        return terminal.refuse(&format!("there is no puzzle called `{}`", arguments.puzzle), Some(&help));
    };
    let Some(answer) = session::answer(puzzle, arguments.seed) else {
        let message = format!("no answer was found with the seed {}", arguments.seed);
        terminal.refuse(&message, Some("try another one: `--seed 1`"));
        return Exit::Errors;
    };
    let called = format!("{}-{}", puzzle.name, arguments.seed);
    let (shape, color) = (arguments.output.shape(), terminal.colors_results());
    terminal.result(|out| report::write_answer(&answer, &called, shape, color, out))
}
