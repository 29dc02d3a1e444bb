//! What may be a name.
//!
//! Comes in: a key or a text that names something new. Goes out: a complaint where no rule could ever
//! speak of it: a keyword, nothing at all, blanks at an end, invisible characters.
//! It must never know what else bears the name. Start with [`Reader::check_name`].

use super::walk::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Name;
use crate::syntax::is_plain_name;

/// What bears the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// A thing that rules speak of: it must not be a keyword.
    InRules,
    /// A thing that only people speak of: an example, a claim.
    ForPeople,
}

impl Reader<'_> {
    /// Complains of a name that cannot be one.
    pub fn check_name(&mut self, name: &Name, naming: Naming) {
        let Some((reason, help)) = fault(&name.text, naming) else { return };
        let shown: String = name.text.chars().map(visible).collect();
        self.complain(
            Diagnostic::new(Code::BadName, format!("`{shown}` cannot be a name"))
                .at(name.span, reason)
                .help(help),
        );
    }
}

fn fault(text: &str, naming: Naming) -> Option<(&'static str, String)> {
    if text.trim().chars().all(is_joiner) {
        return Some(("nothing to call it by", "write a name of at least one letter".to_owned()));
    }
    if text.chars().any(char::is_control) {
        return Some(("a line break or a control character", "write the name on one line".to_owned()));
    }
    if text.chars().any(is_invisible) {
        return Some(("a character that cannot be seen", "write the name anew, by hand".to_owned()));
    }
    if text.trim() != text {
        return Some(("a blank at its end", format!("write `{}`", text.trim())));
    }
    if naming == Naming::ForPeople {
        return None;
    }
    if text.contains('"') {
        let help = format!("write it without the quotation mark: `{}`", text.replace('"', ""));
        return Some(("a quotation mark, which no rule could write", help));
    }
    if matches!(text, "true" | "false") {
        return Some(("read as yes or no", format!("take another name, such as `is_{text}`")));
    }
    // All keywords are plain words of small letters; anything else that is no plain name can be quoted in a rule.
    if text.bytes().all(|byte| byte.is_ascii_lowercase()) && !is_plain_name(text) {
        let help = match text {
            "yes" | "no" => {
                "take another name; an option that is on or off has `type = \"yes/no\"`".to_owned()
            }
            _ => format!("take another name, such as `{text}_`"),
        };
        return Some(("a word of the rule language", help));
    }
    None
}

fn visible(letter: char) -> String {
    let hidden = letter.is_control() || is_invisible(letter);
    if hidden { letter.escape_debug().to_string() } else { letter.to_string() }
}

/// Marks that turn the direction of writing, fillers and blanks without width that no script needs in a name.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Joiners and choices of a form: of use between letters, nothing alone.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
