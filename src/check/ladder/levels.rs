//! Levels: one list of cases, from the highest level down.
//!
//! Start with [`Checker::lower_levels`].

use crate::check::checker::Checker;
use crate::check::scope::Scope;
use crate::check::types::type_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::format::LevelsEntry;
use crate::ruleset::expression::CaseLine;
use crate::ruleset::{Expr, Node, State};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Level, Name};
use crate::value::{Kind, Symbol, Type, Value};

impl Checker<'_> {
    /// The type of a level: a choice of the names, in their order.
    pub(super) fn type_of_levels(&mut self, entry: &LevelsEntry) -> Type {
        let mut names: Vec<Symbol> = Vec::new();
        for level in &entry.levels {
            let name = self.ruleset.symbols.intern(&level.name.text);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Type::of(if names.is_empty() { Kind::Unknown } else { Kind::Choice(names.into()) })
    }

    /// The level after a game.
    pub(super) fn lower_levels(&mut self, entry: &LevelsEntry, columns: &State) -> Expr {
        let ty = self.ruleset.column(columns.before).ty.clone();
        let never_below = entry.never_below.as_ref().and_then(|name| self.never_below(name, entry, &ty.kind));
        let scope = Scope::of(self.ruleset.column(columns.now).sheet);
        let mut lines: Vec<CaseLine> = Vec::new();
        let mut earlier: Vec<Expr> = Vec::new();
        for level in entry.levels.iter().rev() {
            let cites = self.cite(&level.cites);
            if level.never.is_some() {
                continue;
            }
            let found: Vec<_> = earlier.iter().map(|condition| (condition, false)).collect();
            let condition = level
                .condition
                .as_ref()
                .map(|condition| self.assuming(&found, |checker| checker.condition(condition, &scope)));
            earlier.extend(condition.clone());
            let is_kept =
                level.kept.is_some() || never_below.is_some_and(|name| name.text == level.name.text);
            let condition = match condition {
                Some(condition) if is_kept => Some(self.or_kept(condition, level, columns)),
                condition => condition,
            };
            let value = self.name_of(level);
            lines.push(CaseLine { condition, value, cites, at: level.span });
        }
        let Some(lowest) = entry.levels.iter().find(|level| level.never.is_none()) else {
            self.complain_of_no_level(entry);
            return Self::unknown(entry.span);
        };
        // One that always holds leaves nothing for those below it; that is said where levels are proved.
        if lines.iter().all(|line| line.condition.is_some()) {
            let value = self.name_of(lowest);
            lines.push(CaseLine { condition: None, value, cites: Vec::new(), at: lowest.span });
        }
        Expr { node: Node::Cases(lines), ty, at: entry.span }
    }

    fn name_of(&mut self, level: &Level) -> Expr {
        let value = Value::Text(self.ruleset.symbols.intern(&level.name.text));
        Expr { node: Node::Literal(value), ty: type_of(&value), at: level.name.span }
    }

    /// `condition or level >= this one`
    fn or_kept(&self, condition: Expr, level: &Level, columns: &State) -> Expr {
        let at = level.kept.unwrap_or(level.name.span);
        let before = self.value_before(columns, at);
        let kept = self.at_least(before, &level.name.text, at);
        let at = condition.at;
        let node = Node::Binary(BinaryOperator::Or, Box::new(condition), Box::new(kept));
        Expr { node, ty: Type::of(Kind::Flag), at }
    }

    /// Whether a choice is this one, or one that is listed behind it.
    fn at_least(&self, value: Expr, name: &str, at: Span) -> Expr {
        let members = match &value.ty.kind {
            Kind::Choice(choices) => choices
                .iter()
                .skip_while(|&&choice| self.ruleset.symbols.text(choice) != name)
                .map(|&choice| Value::Text(choice))
                .map(|value| Expr { node: Node::Literal(value), ty: type_of(&value), at })
                .collect(),
            Kind::Integer
            | Kind::Number
            | Kind::Flag
            | Kind::Text
            | Kind::Date
            | Kind::Duration
            | Kind::Unknown => Vec::new(),
        };
        Expr { node: Node::Among(Box::new(value), members), ty: Type::of(Kind::Flag), at }
    }

    fn never_below<'e>(&mut self, name: &'e Name, entry: &LevelsEntry, kind: &Kind) -> Option<&'e Name> {
        let Kind::Choice(choices) = kind else { return None };
        let Some(level) = entry.levels.iter().find(|level| level.name.text == name.text) else {
            let diagnostic = self.complain_of_choice(&name.text, choices, name.span);
            self.complain(diagnostic);
            return None;
        };
        if let Some(never) = level.never {
            self.complain(
                Diagnostic::new(
                    Code::BadLadder,
                    format!("nobody comes to `{}`, and nobody is to fall below it", name.text),
                )
                .at(name.span, "never fallen below")
                .at(never, "never given")
                .help("name a level that somebody can have, or leave `never_below` out"),
            );
            return None;
        }
        Some(name)
    }

    fn complain_of_no_level(&mut self, entry: &LevelsEntry) {
        if entry.levels.is_empty() {
            return;
        }
        self.complain(
            Diagnostic::new(Code::BadLadder, "no level is ever given")
                .at(entry.span, "every one of them is `never`")
                .help("leave `never` out where somebody can have the level"),
        );
    }
}
