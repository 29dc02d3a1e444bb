//! What is read from the examples of a format, and what is said of bad ones.

use super::fixtures::{duel, duo, three_of_four, tiles};
use super::shown::{complained, tables};
use crate::diagnostic::Complaints;
use crate::format::{Field, Literal, LiteralValue, Record};
use crate::log::from_example;
use crate::ruleset::Ruleset;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::Name;
use insta::assert_snapshot;

/// A small reader of tables as TOML writes them on one line: `{ a.b = 1, c = "x", d = [1, { e = 2 }] }`.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    source: SourceId,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
    }

    fn takes(&mut self, sign: char) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(sign);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, ends: &[char]) -> (String, Span) {
        self.blanks();
        let rest = &self.text[self.at..];
        let length = if let Some(text) = rest.strip_prefix('"') {
            text.find('"').unwrap() + 2
        } else {
            rest.find(ends).unwrap_or(rest.len())
        };
        let start = self.at;
        self.at += length;
        (self.text[start..self.at].to_owned(), Span::new(self.source, start..self.at))
    }

    fn record(&mut self) -> Record {
        let mut record = Record::new();
        assert!(self.takes('{'));
        while !self.takes('}') {
            let ends = [' ', '.', '='];
            let mut path = vec![self.word(&ends)];
            while self.takes('.') {
                path.push(self.word(&ends));
            }
            assert!(self.takes('='));
            let value = self.field();
            add(&mut record, &path, value);
            self.takes(',');
        }
        record
    }

    fn field(&mut self) -> Field {
        self.blanks();
        if self.text[self.at..].starts_with('{') {
            return Field::Record(self.record());
        }
        if self.takes('[') {
            let mut list = Vec::new();
            while !self.takes(']') {
                list.push(self.field());
                self.takes(',');
            }
            return Field::List(list);
        }
        let (word, span) = self.word(&[' ', ',', '}', ']']);
        let value = match word.as_str() {
            "true" | "false" => LiteralValue::Flag(word == "true"),
            _ if word.starts_with('"') => LiteralValue::Text(word.trim_matches('"').to_owned()),
            _ => word.parse().map_or_else(|_| LiteralValue::Digits(word.clone()), LiteralValue::Integer),
        };
        Field::Value(Literal { value, span })
    }
}

fn add(record: &mut Record, path: &[(String, Span)], value: Field) {
    let ((text, span), rest) = path.split_first().unwrap();
    let name = Name { text: text.trim_matches('"').to_owned(), span: *span };
    if rest.is_empty() {
        record.push((name, value));
    } else if let Some((_, Field::Record(inner))) =
        record.iter_mut().find(|(known, _)| known.text == name.text)
    {
        add(inner, rest, value);
    } else {
        let mut inner = Record::new();
        add(&mut inner, rest, value);
        record.push((name, Field::Record(inner)));
    }
}

/// Reads an example: a line each for the entrants (it begins with `entrants`) and the games.
fn read(ruleset: &Ruleset, text: &str) -> String {
    let mut sources = Sources::new();
    let source = sources.add("x.toml", text);
    let (mut entrants, mut games) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.lines() {
        let at = start + line.find('{').unwrap();
        let mut reader = Reader { text, at, source };
        let record = reader.record();
        let span = Span::new(source, start..start + line.len());
        if line.starts_with("entrants") {
            entrants.extend(record.into_iter().map(|(name, field)| match field {
                Field::Record(record) => (name, record),
                Field::Value(_) | Field::List(_) => panic!("a table"),
            }));
        } else {
            games.push((record, span));
        }
        start += line.len() + 1;
    }
    let mut complaints = Complaints::new();
    let log = from_example(ruleset, &ruleset.defaults(), &entrants, &games, &mut complaints);
    assert_eq!(log.is_none(), complaints.has_errors());
    let shown = log.map(|log| tables(ruleset, &log)).unwrap_or_default();
    format!("{text}\n{}{shown}\n", complained(&complaints, &sources))
}

#[test]
fn games_of_examples() {
    let mut out = read(
        &duo(),
        "game = { blue.squares_left = 0, red = { squares_left = 3, monomino_last = true }, yellow.squares_left = 1, green.squares_left = 89, blue_red.time = \"1:30\" }\n\
         game = { note = \"x\", yellow_green = { entrant = \"B\", yellow.squares_left = 1, green.squares_left = 2 }, blue_red = { blue.squares_left = 1, red.squares_left = 2 } }",
    );
    out.push_str(&read(
        &duel(),
        "game = { TITI.score = 54, TOTO = { score = -74, share = 0.5, time = \"45 s\" }, day = 2026-11-30 }\n\
         game = { id = 7, match = \"m\", sides = { TOTO = { score = 1, share = \"2/3\" }, \"T 2\" = { score = 2 } } }",
    ));
    out.push_str(&read(
        &three_of_four(),
        "game = { sides = { blue.squares_left = 1, yellow.squares_left = 2, green.squares_left = 3 }, red.squares_left = 4 }",
    ));
    out.push_str(&read(
        &tiles(),
        "entrants = { A = { born = \"2001-02-03\", clubs = [\"x\"] }, B = { born = 1999-01-01 } }\n\
         game = { A.marks = [1, 2], B.hand = [{ a = 1, b = 2, dots = [3] }], first.result = \"draw\" }",
    ));
    assert_snapshot!(out);
}

#[test]
fn bad_examples() {
    let mut out = read(
        &duo(),
        "game = { blue.squares_lft = 0, red.squares_left = 90, yellow = 1, grey.squares_left = 89, note = [1] }\n\
         game = { blue.squares_left = 1, red.squares_left = 2, yellow.squares_left = 1.5 }\n\
         game = { blue_red.entrant = \"A\", yellow_green.entrant = \"A\" }",
    );
    out.push_str(&read(
        &duel(),
        "game = { TITI.score = 54 }\n\
         game = { TITI.scroe = 54, TOTO = 3 }\n\
         game = { TITI.score = 1, TOTO.score = 2, TITI.score = 3 }",
    ));
    out.push_str(&read(&tiles(), "entrants = { A = { born = \"2001\" } }\ngame = { A.hand = 1, B.marks = [{ x = 1 }] }\ngame = { C = { marks = [] }, D = { marks = [] } }"));
    out.push_str(&read(&tiles(), "game = { C = { marks = [] }, D = { marks = [] } }"));
    out.push_str(&read(
        &three_of_four(),
        "game = { blue.squares_left = 1, yellow.squares_left = 2, green.squares_left = 3, red.squares_left = 4 }",
    ));
    assert_snapshot!(out);
}
