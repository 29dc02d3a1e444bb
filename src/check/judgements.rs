//! Verdicts (void, warn, fault) and claims: conditions on the rows of a sheet.

use super::checker::{Checker, Definition, LoweredVerdict};
use super::expression::outer_paths;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{SheetEntry, SheetName, VerdictEntry};
use crate::ruleset::expression::TallyItem;
use crate::ruleset::{BuiltinColumn, Claim, ColumnInfo, Expr, Node, Origin, SheetKind, Verdict};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Body, Expression, Name, VerdictKind};
use crate::value::{Kind, Type, Value};

impl<'a> Checker<'a> {
    /// Lays out the conditions of verdicts, what faults cost, and whether a row is void.
    pub(super) fn lay_out_verdicts(&mut self) {
        for entry in &self.file.sheets {
            let mut sheets: Vec<SheetId> = self.sheet_named(&entry.sheet).into_iter().collect();
            if let SheetName::Part(part) = &entry.sheet {
                sheets.extend(self.lists.iter().filter(|(_, shape)| shape == part).map(|(list, _)| *list));
            }
            for sheet in sheets {
                self.add_verdicts(sheet, entry);
            }
        }
        self.add_limited();
    }

    /// The column `void` of a sheet, unless it is there.
    pub(super) fn add_void(&mut self, sheet: SheetId) {
        if !self.voids.contains_key(&sheet) {
            let void = self.add_computed(sheet, "void", Kind::Flag, BuiltinColumn::Void, Definition::Void);
            self.voids.insert(sheet, void);
        }
    }

    fn add_verdicts(&mut self, sheet: SheetId, entry: &'a SheetEntry) {
        for verdict in &entry.verdicts {
            let words = format!("“{}”", verdict.text);
            let at = verdict.condition.as_ref().map_or(verdict.span, |(condition, _)| condition.span);
            let condition = self.add_hidden(sheet, words, Some(at), Definition::Condition(verdict));
            let costs = verdict.costs.as_ref().map(|_| {
                let words = format!("what “{}” costs", verdict.text);
                self.add_hidden(sheet, words, Some(costs_at(verdict)), Definition::Costs(verdict))
            });
            self.verdicts.push(LoweredVerdict { sheet, entry: verdict, condition, costs });
            if verdict.kind == VerdictKind::Void {
                self.add_void(sheet);
            }
        }
        if entry.verdicts.iter().any(|verdict| verdict.costs.is_some()) {
            self.add_computed(sheet, "penalty", Kind::Integer, BuiltinColumn::Penalty, Definition::Penalty);
        }
    }

    /// A column that every such sheet has, computed from its verdicts.
    fn add_computed(
        &mut self,
        sheet: SheetId,
        name: &str,
        kind: Kind,
        builtin: BuiltinColumn,
        definition: Definition<'a>,
    ) -> ColumnId {
        let info = ColumnInfo {
            name: name.to_owned(),
            sheet,
            ty: Type::of(kind),
            origin: Origin::Builtin(builtin),
            cites: Vec::new(),
            at: None,
            text: None,
        };
        self.add_column(info, definition)
    }

    pub(super) fn lower_verdicts(&mut self) {
        for place in 0..self.verdicts.len() {
            let verdict = &self.verdicts[place];
            let (sheet, entry, condition, costs) =
                (verdict.sheet, verdict.entry, verdict.condition, verdict.costs);
            if let (Some(costs), VerdictKind::Void | VerdictKind::Warn) = (costs, entry.kind) {
                let at = self.ruleset.column(costs).at.unwrap_or(entry.span);
                self.complain(
                    Diagnostic::new(Code::UnknownKey, "only a fault costs something")
                        .at(at, "this is no fault")
                        .help("write it as `[[side.fault]]`"),
                );
            }
            let cites = self.ruleset.column(condition).cites.clone();
            self.ruleset.verdicts.push(Verdict {
                kind: entry.kind,
                sheet,
                condition,
                text: Vec::new(),
                cites,
                costs,
            });
        }
    }

    /// Whether a row is void: any of the conditions of its sheet, or that it is over a limit.
    pub(super) fn void_condition(&mut self, sheet: SheetId) -> Expr {
        let file = self.file_span();
        let over = self.limited.iter().filter(|(of, _)| *of == sheet).map(|(_, over)| (*over, file));
        let conditions: Vec<(ColumnId, Span)> = self
            .verdicts
            .iter()
            .filter(|verdict| verdict.sheet == sheet && verdict.entry.kind == VerdictKind::Void)
            .map(|verdict| (verdict.condition, verdict.entry.span))
            .chain(over)
            .collect();
        let mut all: Option<Expr> = None;
        for (column, at) in conditions {
            self.need(column, Some(at));
            let one = flag_column(column, at);
            all = Some(match all {
                None => one,
                Some(others) => Expr {
                    node: Node::Binary(BinaryOperator::Or, Box::new(others), Box::new(one)),
                    ty: Type::of(Kind::Flag),
                    at,
                },
            });
        }
        all.unwrap_or_else(|| Expr {
            node: Node::Literal(Value::Flag(false)),
            ty: Type::of(Kind::Flag),
            at: self.file_span(),
        })
    }

    /// What the faults of a row cost together.
    pub(super) fn penalty(&mut self, sheet: SheetId) -> Expr {
        let faults: Vec<(ColumnId, ColumnId, Span)> = self
            .verdicts
            .iter()
            .filter(|verdict| verdict.sheet == sheet)
            .filter_map(|verdict| {
                verdict.costs.map(|costs| (verdict.condition, costs, costs_at(verdict.entry)))
            })
            .collect();
        let at = faults.first().map_or_else(|| self.file_span(), |(_, _, at)| *at);
        let mut values = Vec::new();
        let mut rest = Vec::new();
        for (condition, costs, at) in faults {
            self.need(condition, Some(at));
            self.need(costs, Some(at));
            let ty = self.ruleset.column(costs).ty.clone();
            let value = Expr { node: Node::Column { column: costs, path: Vec::new() }, ty, at };
            let value = self.met(value);
            values.push(self.numeric(value, "what a fault costs"));
            let cites = self.ruleset.column(condition).cites.clone();
            rest.push((flag_column(condition, at), cites, at));
        }
        let (values, kind) = self.one_kind(values, "what the faults cost");
        let items = values
            .into_iter()
            .zip(rest)
            .map(|(value, (condition, cites, at))| TallyItem {
                negative: false,
                value,
                condition: Some(condition),
                cites,
                at,
            })
            .collect();
        Expr { node: Node::Tally(items), ty: Type::of(kind), at }
    }

    pub(super) fn lower_claims(&mut self) {
        for entry in &self.file.claims {
            let Some(holds) = &entry.holds else { continue };
            let sheet = match &entry.on {
                Some((name, span)) => match self.sheet_named(name) {
                    Some(sheet) => sheet,
                    None => {
                        self.complain_of_sheet(*span);
                        continue;
                    }
                },
                None => match self.sheet_of_claim(holds) {
                    Some(sheet) => sheet,
                    None => continue,
                },
            };
            let condition =
                self.add_hidden(sheet, entry.text.text.clone(), Some(holds.span), Definition::Given);
            let value = self.lower_condition(holds, sheet);
            self.fill(condition, value);
            self.ruleset.claims.push(Claim {
                text: entry.text.text.clone(),
                sheet,
                condition,
                proof: None,
                at: holds.span,
            });
        }
    }

    /// The sheet that a claim speaks of: the one whose column it mentions.
    fn sheet_of_claim(&mut self, holds: &'a Expression) -> Option<SheetId> {
        let all: Vec<SheetId> = (0..self.ruleset.sheets.len())
            .filter_map(|place| u16::try_from(place).ok().map(SheetId))
            .filter(|&sheet| !matches!(self.ruleset.sheet(sheet).kind, SheetKind::Join { .. }))
            .collect();
        let mut candidates: Vec<SheetId> = Vec::new();
        let mut mentioned: Vec<(&Name, Vec<SheetId>)> = Vec::new();
        for path in outer_paths(holds) {
            let Some((last, before)) = path.split_last() else { continue };
            let prefix = before.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
            let own = all
                .iter()
                .copied()
                .filter(|&sheet| prefix.is_empty() || self.ruleset.sheet(sheet).name == prefix)
                .filter(|&sheet| self.own_column(sheet, &last.text).is_some())
                .collect();
            mentioned.push((last, own));
        }
        // `now.wins >= wins`: the one says of which rows the other is.
        let certain: Vec<SheetId> =
            mentioned.iter().filter_map(|(_, own)| own.first().copied().filter(|_| own.len() == 1)).collect();
        for (last, mut own) in mentioned {
            if own.iter().any(|sheet| certain.contains(sheet)) {
                own.retain(|sheet| certain.contains(sheet));
            }
            if let [one, other, ..] = own.as_slice() {
                let names =
                    [one, other].map(|&sheet| format!("{}.{}", self.ruleset.sheet(sheet).name, last.text));
                self.complain(
                    Diagnostic::new(
                        Code::AmbiguousName,
                        format!("`{}` could be {}", last.text, one_of(&names)),
                    )
                    .at(last.span, "of which rows?")
                    .help(format!(
                        "write {}, or say on what the claim holds: {{ on = \"…\", holds = \"…\" }}",
                        one_of(&names)
                    )),
                );
                return None;
            }
            candidates.extend(own);
        }
        let finest = candidates.iter().copied().find(|&sheet| {
            candidates.iter().all(|&other| other == sheet || self.way_up(sheet, other).is_some())
        });
        Some(finest.unwrap_or(SheetId(0)))
    }

    /// A claim about the rows of a sheet that is not there.
    fn complain_of_sheet(&mut self, span: Span) {
        let words = self.words(span);
        let name = words.trim_matches(['"', '\'']);
        let known: Vec<&str> = self.ruleset.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", one_of(&known)),
        };
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("the format has no sheet `{name}`"));
        self.complain(diagnostic.at(span, "not there").help(help));
    }

    fn file_span(&self) -> Span {
        self.file.clauses.first().map_or_else(
            || self.file.standings.first().map_or_else(Span::default, |standing| standing.name.span),
            |clause| clause.name.span,
        )
    }
}

/// Where it is said what a fault costs.
fn costs_at(verdict: &VerdictEntry) -> Span {
    match verdict.costs.as_ref().map(|rule| &rule.body) {
        Some(Body::Expression(costs)) => costs.span,
        Some(Body::Tally(_) | Body::Bands(_) | Body::Cases(_)) | None => verdict.span,
    }
}

fn flag_column(column: ColumnId, at: Span) -> Expr {
    Expr { node: Node::Column { column, path: Vec::new() }, ty: Type::of(Kind::Flag), at }
}
