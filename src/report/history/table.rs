//! What became of an entrant, for people.
//!
//! Comes in: a [`View`], the row of an entrant. Goes out: a summary, and a line a game: in a format with states these, else
//! all that the games show. Start with [`table`].

use super::Story;
use crate::engine::{Moved, Played};
use crate::report::cell::shown;
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::report::sides::{self, Lines, MOST_GAMES, Shown, cell, heading, headings_of};
use crate::report::view::View;
use crate::report::{remarks, sides::say_more};
use crate::ruleset::{BuiltinColumn, Origin};
use std::io;

/// Writes the summary, the games, and what is to be said of them.
pub fn table(view: &View<'_>, entrant: u32, sections: &mut Sections<'_>) -> io::Result<()> {
    let story = Story::new(view, entrant);
    sections.begin(story.name())?;
    story.summary(sections)?;
    if let Some(lines) = story.lines().filter(|_| !story.history.games.is_empty()) {
        sections.begin(&format!("Games of {}", story.name()))?;
        sections.table(story.grid(&lines))?;
        say_more(story.history.games.len(), sections)?;
    }
    remarks::write(view, |name| story.is_about(name), sections)
}

impl Story<'_> {
    /// How many games, what the entrant has after them, and when which level was first reached.
    fn summary(&self, sections: &mut Sections<'_>) -> io::Result<()> {
        let void = self.history.games.iter().filter(|played| played.is_void).count();
        let games = match self.history.games.len() {
            0 => "no games".to_owned(),
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        let void = match void {
            0 => String::new(),
            1 => ", of which 1 does not count".to_owned(),
            void => format!(", of which {void} do not count"),
        };
        sections.line(&format!("{games}{void}"))?;
        let states = self.view.states_at_the_end().map(|state| {
            let value = self.view.value(state.last, self.entrant as usize);
            format!("{}{}", self.view.label(state), shown(value, self.view.symbols()))
        });
        let states: Vec<String> = states.collect();
        if !states.is_empty() {
            sections.line(&format!("now {}", states.join(", ")))?;
        }
        if self.history.reached.is_empty() {
            return Ok(());
        }
        sections.gap()?;
        let headings = ["level", "first reached"].map(|heading| (heading.to_owned(), Align::Left));
        let mut grid = Grid::new(headings.to_vec());
        for reached in &self.history.reached {
            let game = reached.game.map(|game| self.game_words(game as usize));
            let game = game.unwrap_or_else(|| "at the beginning".to_owned());
            grid.add(vec![shown(reached.level, self.view.symbols()), printed(&game)]);
        }
        sections.table(grid)
    }

    fn grid(&self, lines: &Lines<'_>) -> Grid {
        let view = self.view;
        let when = sides::when(view, lines);
        let seat = view.seats;
        let columns = self.columns(lines);
        let played: Vec<&Played> = self.history.games.iter().take(MOST_GAMES).collect();
        let marks = played.iter().any(|played| !mark(played).is_empty());
        let mut headings = vec![(lines.first.to_owned(), Align::Left)];
        let before = when.iter().chain(&self.dates).chain(&seat);
        headings.extend(before.map(|column| heading(view, *column)));
        headings.extend(headings_of(view, &columns));
        headings.extend(marks.then(|| (String::new(), Align::Left)));
        headings.push(("against".to_owned(), Align::Left));
        let mut grid = Grid::new(headings);
        for played in played {
            let (game, side) = (played.game as usize, played.side as usize);
            let mut cells = vec![printed(&view.game_id(game))];
            cells.extend(when.iter().chain(&self.dates).map(|column| cell(view, *column, game)));
            cells.extend(seat.map(|seat| cell(view, seat, side)));
            cells.extend(columns.iter().map(|shown| shown.cell(view, Some(game), side)));
            cells.extend(marks.then(|| mark(played).to_owned()));
            cells.push(printed(&self.against(game).join(", ")));
            grid.add(cells);
        }
        grid
    }

    /// The place and the states, where there are states; else whatever the games show, and is not said already.
    fn columns<'b>(&'b self, lines: &Lines<'_>) -> Vec<Shown<'b>> {
        let mut columns = sides::columns(self.view, lines);
        let has_states = self.view.states(lines.sides.sheet).next().is_some();
        columns.retain(|shown| match *shown {
            Shown::State(_) => true,
            Shown::Side(column) if has_states => {
                self.view.ruleset().column(column).origin == Origin::Builtin(BuiltinColumn::Place)
            }
            Shown::Row(column) => !has_states && !self.dates.contains(&column),
            Shown::Side(_) | Shown::Part(..) => !has_states,
        });
        columns
    }
}

/// What is to be seen at a glance of a game.
fn mark(played: &Played) -> &'static str {
    match (played.is_void, played.level) {
        (true, _) => "does not count",
        (false, Some(Moved::Up)) => "▲ reached",
        (false, Some(Moved::Down)) => "▼ lost",
        (false, None) => "",
    }
}
