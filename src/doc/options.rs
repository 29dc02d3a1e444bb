//! The chapter of the options: what the regulation leaves open, and what was chosen.

use super::document::{Inline, Line, Page, Table, code, joined, plain, said};
use super::view::View;
use crate::ruleset::{OptionId, OptionInfo, OptionType};

/// Writes the chapter, where there are options.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let options: Vec<(OptionId, &OptionInfo)> = (0..).map(OptionId).zip(&view.ruleset.options).collect();
    if options.is_empty() {
        return;
    }
    page.heading(2, "options", plain(words.options));
    let (chosen, open): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|(id, _)| view.chosen.value(*id).is_some());
    let text = |option: &OptionInfo| option.text.as_deref().map_or_else(Line::new, said);
    page.table(Table {
        head: [words.option, words.chosen, words.meaning].map(plain).into(),
        rows: chosen
            .iter()
            .map(|(id, option)| {
                let value = view.chosen.value(*id).map_or_else(Line::new, |value| view.value(value));
                vec![code(option.name.as_str()), value, text(option)]
            })
            .collect(),
    });
    page.table(Table {
        head: [words.option, words.meaning, words.choices, words.default].map(plain).into(),
        rows: open
            .iter()
            .map(|(_, option)| {
                let choices = match &option.values {
                    OptionType::Choices(choices) => {
                        let choices = choices.iter().map(|&choice| code(view.text(choice)));
                        joined(choices, &Inline::Plain(words.comma.to_owned()))
                    }
                    OptionType::Typed(ty) => view.kind(ty),
                };
                vec![code(option.name.as_str()), text(option), choices, view.value(option.default)]
            })
            .collect(),
    });
}
