//! Diagnostics as text, in the manner of rustc.
//!
//! Comes in: a [`Diagnostic`] and the [`Sources`] it points into. Goes out: a text for a terminal, with the
//! lines pointed at, cut to what matters. Any span is welcome: what lies outside a text is moved inside.
//! It must never know where the text goes. Start with [`render`].

use super::excerpt::{self, Excerpt};
use super::{Diagnostic, Label, Severity};
use crate::source::{Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use std::fmt::Write as _;

/// Longest message, remark, note or help, in characters; what is beyond is cut.
const LONGEST_TEXT: usize = 1_000;

/// Wider than any line that [`excerpt`] leaves, so that the renderer never cuts a second time.
const WIDTH: usize = 4_000;

/// Stands for the name of a source until its true line and column are put in: the renderer can only know those
/// of the excerpt. No text that is rendered keeps this character; it becomes [`NO_MARK`], which is as long.
const MARK: char = '\u{10fffd}';
const NO_MARK: char = '\u{10fffc}';

/// Renders one diagnostic with the lines it points at; `color` for a terminal that shows it.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let level = match diagnostic.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpts = excerpt::of_labels(&diagnostic.labels, sources);
    let title = level.primary_title(shorten(&diagnostic.message)).id(diagnostic.code.id());
    let notes = diagnostic.notes.iter().map(|note| Level::NOTE.message(shorten(note)));
    let help = diagnostic.help.iter().map(|help| Level::HELP.message(shorten(help)));
    let group = Group::with_title(title).elements(excerpts.iter().map(snippet)).elements(notes.chain(help));
    let renderer = if color { Renderer::styled().hyperlink(false) } else { Renderer::plain() };
    let mut text = put_places(&renderer.term_width(WIDTH).render(&[group]), &excerpts);
    text.push('\n');
    text
}

/// A place of a source with a line above it that says what it is, in the manner of a diagnostic, but no complaint.
#[must_use]
pub fn render_place(title: &str, span: Span, sources: &Sources) -> String {
    let excerpts = excerpt::of_labels(&[Label { span, text: String::new() }], sources);
    let title = Level::NOTE.no_name().primary_title(shorten(title));
    let group = Group::with_title(title).elements(excerpts.iter().map(snippet));
    let mut text = put_places(&Renderer::plain().term_width(WIDTH).render(&[group]), &excerpts);
    text.push('\n');
    text
}

fn snippet(excerpt: &Excerpt) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
    let annotations = excerpt.labels.iter().map(|label| {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let text = (!label.text.is_empty()).then(|| shorten(&label.text));
        kind.span(label.range.clone()).label(text)
    });
    Snippet::source(excerpt.text.replace(MARK, NO_MARK.encode_utf8(&mut [0; 4])))
        .line_start(excerpt.first_line)
        .path(MARK.to_string())
        .annotations(annotations)
}

/// Puts the true name, line and column of each excerpt where the renderer wrote those it knew.
fn put_places(rendered: &str, excerpts: &[Excerpt]) -> String {
    let mut pieces = rendered.split(MARK);
    let mut text = pieces.next().unwrap_or("").to_owned();
    for (piece, excerpt) in pieces.zip(excerpts) {
        let Excerpt { name, line, column, .. } = excerpt;
        let _ = write!(text, "{}:{line}:{column}", shorten(name));
        text.push_str(piece.trim_start_matches(|sign: char| sign == ':' || sign.is_ascii_digit()));
    }
    text
}

/// The text without what a terminal would act upon, and no longer than is read.
fn shorten(text: &str) -> String {
    let (text, cut) = match text.char_indices().nth(LONGEST_TEXT) {
        None => (text, ""),
        Some((end, _)) => (&text[..end], "…"),
    };
    let mut text = normalize_untrusted_str(text).replace(MARK, NO_MARK.encode_utf8(&mut [0; 4]));
    text.push_str(cut);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::SourceId;
    use proptest::prelude::*;

    fn pointed(text: &str, part: &str, remark: &str) -> String {
        let mut sources = Sources::new();
        let source = sources.add("formats/ladder.toml", text);
        let start = text.find(part).unwrap();
        let span = Span::new(source, start..start + part.len());
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("nothing is called `{part}`"))
            .at(span, remark)
            .note("the sheet `side` has `points` and `score`")
            .help("did you mean `score`?");
        render(&diagnostic, &sources, false)
    }

    fn at(text: &str, range: std::ops::Range<usize>) -> String {
        let mut sources = Sources::new();
        let source = sources.add("a.toml", text);
        render(&Diagnostic::new(Code::Syntax, "here").at(Span::new(source, range), "this"), &sources, false)
    }

    #[test]
    fn plain_text_is_underlined() {
        insta::assert_snapshot!(pointed(
            "[side.rules]\npoints = 'scoer + 1'\n",
            "scoer",
            "not a column of `side`"
        ));
    }

    #[test]
    fn japanese_counts_two_columns() {
        insta::assert_snapshot!(pointed("[side.rules]\n得点 = '持ち点 + 加点'\n", "加点", "これは何？"));
    }

    #[test]
    fn emoji_and_combining_marks_align() {
        insta::assert_snapshot!(pointed("a = '🎲 + e\u{301}te\u{301} + scoer' # 👩‍👩‍👧\n", "scoer", "here"));
    }

    #[test]
    fn zero_width_characters_do_not_shift() {
        insta::assert_snapshot!(pointed("a = 'x\u{200b}y\u{200d} + scoer'\n", "scoer", "here"));
    }

    #[test]
    fn right_to_left_marks_are_made_visible() {
        insta::assert_snapshot!(pointed("a = '\u{202e}x + scoer'\n", "scoer", "here"));
    }

    #[test]
    fn tabs_align() {
        insta::assert_snapshot!(pointed("a = '''\n\t+\t10\tif scoer\n'''\n", "scoer", "here"));
    }

    #[test]
    fn windows_line_ends_are_no_characters() {
        insta::assert_snapshot!(pointed("language = 1\r\na = 'b + scoer'\r\nc = 1\r\n", "scoer", "here"));
    }

    #[test]
    fn the_end_of_the_file_can_be_pointed_at() {
        insta::assert_snapshot!(at("language = 1\na = '''\n", 20..20));
    }

    #[test]
    fn an_empty_file_can_be_pointed_at() {
        insta::assert_snapshot!(at("", 0..0));
    }

    #[test]
    fn the_middle_of_a_character_is_its_start() {
        insta::assert_snapshot!(at("a = '点'", 6..7));
    }

    #[test]
    fn several_lines_are_bracketed() {
        insta::assert_snapshot!(at("a = '''\n  + 1\n  + 2\n'''\n", 4..23));
    }

    #[test]
    fn far_places_of_one_file_stand_apart() {
        let text = format!("first = 1\n{}last = 2\n", "# nothing\n".repeat(5_000));
        let mut sources = Sources::new();
        let source = sources.add("a.toml", text.as_str());
        let last = text.find("last").unwrap();
        let diagnostic = Diagnostic::new(Code::NameTaken, "one name for two things")
            .at(Span::new(source, last..last + 4), "again here")
            .at(Span::new(source, 0..5), "first here");
        insta::assert_snapshot!(render(&diagnostic, &sources, false));
    }

    #[test]
    fn several_labels_in_two_files() {
        let mut sources = Sources::new();
        let base = sources.add("base.toml", "[side.rules]\nscore = '1'\nbonus = '2'\n");
        let own = sources.add("own.toml", "extends = \"base\"\n[side.rules]\nscore = 'bonus > 1'\n");
        let diagnostic = Diagnostic::new(Code::TypeMismatch, "a number was expected")
            .at(Span::new(own, 39..48), "this is yes/no")
            .at(Span::new(own, 39..44), "an integer")
            .at(Span::new(base, 13..18), "it replaces this rule")
            .note("a rule that is written again replaces the older one")
            .help("write a number");
        insta::assert_snapshot!(render(&diagnostic, &sources, false));
    }

    #[test]
    fn an_excerpt_keeps_the_line_numbers_of_its_file() {
        let mut sources = Sources::new();
        let source = sources.add_excerpt("games.csv", "12;blue_red;Anna;x\n", 90_001);
        let diagnostic = Diagnostic::new(Code::BadValue, "`x` is not an integer")
            .at(Span::new(source, 17..18), "column `score`");
        insta::assert_snapshot!(render(&diagnostic, &sources, false));
    }

    #[test]
    fn long_lines_are_cut_around_the_label() {
        let text = format!("a = '{} + scoer + {}'\n", "1 + ".repeat(100_000), "2 + ".repeat(100_000));
        insta::assert_snapshot!(pointed(&text, "scoer", "here"));
    }

    #[test]
    fn a_long_label_is_cut_in_its_middle() {
        let text = format!("a = '{}'\nb = 2\n", "点".repeat(3_000_000));
        insta::assert_snapshot!(at(&text, 4..text.len() - 7));
    }

    #[test]
    fn no_place_is_fine() {
        let diagnostic = Diagnostic::new(Code::UnknownOption, "there is no option `tei`")
            .note("the options are `tie` and `players`")
            .help("did you mean `tie`?");
        insta::assert_snapshot!(render(&diagnostic, &Sources::new(), false));
    }

    #[test]
    fn color_is_given_only_when_asked_for() {
        let mut sources = Sources::new();
        let source = sources.add("a.toml", "time = 'duration'");
        let diagnostic = Diagnostic::new(Code::UnusedColumn, "nothing uses `time`");
        let diagnostic = diagnostic.at(Span::new(source, 0..4), "here");
        let colored = render(&diagnostic, &sources, true);
        assert!(colored.contains('\u{1b}') && colored.contains("a.toml:1:1"));
        assert!(!render(&diagnostic, &sources, false).contains('\u{1b}'));
    }

    #[test]
    fn the_authors_text_cannot_steer_the_terminal() {
        let mut sources = Sources::new();
        let source = sources.add("\u{1b}[2J.toml", "a = '\u{1b}[31mred'");
        let diagnostic = Diagnostic::new(Code::Syntax, "`\u{1b}[31m` is no name")
            .at(Span::new(source, 5..6), "\u{1b}[0m")
            .note("\u{1b}c")
            .help("\u{7}");
        assert!(!render(&diagnostic, &sources, false).contains(['\u{1b}', '\u{7}']));
    }

    #[test]
    fn a_long_message_is_cut() {
        let text = render(&Diagnostic::new(Code::Syntax, "x".repeat(1_000_000)), &Sources::new(), false);
        assert!(text.len() < 1_200);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn any_span_of_any_text_is_rendered(
            text in "(?s)[ \ta点\u{10fffd}é\u{301}\u{200b}🎲\r\n'x]{0,40}|.{0,60}",
            spans in prop::collection::vec((0_usize..80, 0_usize..80), 0..5),
            other in ".{0,8}",
        ) {
            let mut sources = Sources::new();
            let ids: Vec<SourceId> = vec![
                sources.add("a.toml", text.as_str()),
                sources.add_excerpt("b.csv", other.as_str(), 77),
            ];
            let labels: Vec<Label> = spans
                .iter()
                .enumerate()
                .map(|(place, (start, end))| Label {
                    span: Span::new(ids[place % 2], *start..*end),
                    text: if place % 3 == 0 { String::new() } else { text.clone() },
                })
                .collect();
            let diagnostic = Diagnostic {
                code: Code::Syntax,
                message: text.clone(),
                labels,
                notes: vec![text.clone()],
                help: Some(text.clone()),
            };
            prop_assert!(render(&diagnostic, &sources, false).starts_with("error[R0201]"));
        }
    }
}
