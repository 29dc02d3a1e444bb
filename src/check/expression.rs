//! Expressions: names found, types known, optionals met.

use super::checker::Checker;
use super::paths;
use super::random::RANDOM;
use super::scope::Scope;
use super::types::type_of;
use crate::builtins::{Aggregate, FunctionId, Overload};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, Node, OptionType};
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Call, Expression, Members, Name, Term, UnaryOperator};
use crate::syntax::is_plain_name;
use crate::value::{Kind, Type, Value};

/// The function that asks whether an optional value is there.
pub(super) const KNOWN: &str = "known";

impl Checker<'_> {
    /// An expression of a rule of `sheet`.
    pub(super) fn lower_in_sheet(&mut self, expression: &Expression, sheet: SheetId) -> Expr {
        self.lower(expression, &Scope::of(sheet))
    }

    /// A condition of a rule of `sheet`.
    pub(super) fn lower_condition(&mut self, expression: &Expression, sheet: SheetId) -> Expr {
        self.condition(expression, &Scope::of(sheet))
    }

    /// A condition: yes or no, and never missing.
    pub(super) fn condition(&mut self, expression: &Expression, scope: &Scope) -> Expr {
        let condition = self.lower(expression, scope);
        let condition = self.met(condition);
        self.wanted(condition, &Kind::Flag, "a condition (yes or no)")
    }

    /// An expression as seen from `scope`.
    pub(super) fn lower(&mut self, expression: &Expression, scope: &Scope) -> Expr {
        let at = expression.span;
        let literal = |value: Value| Expr { node: Node::Literal(value), ty: type_of(&value), at };
        match &expression.term {
            Term::Integer(value) => literal(Value::Integer(*value)),
            Term::Number(value) => literal(Value::Number(*value)),
            Term::Duration(value) => literal(Value::Duration(*value)),
            Term::Date(day) => literal(Value::Date(*day)),
            Term::Flag(flag) => literal(Value::Flag(*flag)),
            Term::Text(text) => self.lower_text(&text.text, scope, at),
            Term::Path(path) => self.lower_path(path, scope, at),
            Term::Unary(operator, operand) => self.lower_unary(*operator, operand, scope, at),
            Term::Binary(operator, left, right) => self.lower_binary(*operator, left, right, scope, at),
            Term::In(value, members) => self.lower_in(value, members, scope, at),
            Term::If { value, condition, otherwise } => {
                let condition = self.condition(condition, scope);
                let value = self.assuming(&[(&condition, true)], |checker| checker.lower(value, scope));
                let otherwise =
                    self.assuming(&[(&condition, false)], |checker| checker.lower(otherwise, scope));
                let optional = value.ty.optional || otherwise.ty.optional;
                let (values, kind) = self.one_kind(vec![value, otherwise], "both branches");
                let mut values = values.into_iter();
                match (values.next(), values.next()) {
                    (Some(value), Some(otherwise)) => Expr {
                        node: Node::If {
                            value: Box::new(value),
                            condition: Box::new(condition),
                            otherwise: Box::new(otherwise),
                        },
                        ty: Type::of(kind).maybe(optional),
                        at,
                    },
                    _ => Self::unknown(at),
                }
            }
            Term::Else(value, fallback) => self.lower_else(value, fallback, scope, at),
            Term::Call(call) => self.lower_call(call, scope, at),
        }
    }

    fn lower_text(&mut self, text: &str, scope: &Scope, at: Span) -> Expr {
        if !is_plain_name(text) {
            let name = [Name { text: text.to_owned(), span: at }];
            if let Ok(Some(_)) = self.find_path(scope, &name) {
                return self.lower_path(&name, scope, at);
            }
        }
        let value = Value::Text(self.ruleset.symbols.intern(text));
        Expr { node: Node::Literal(value), ty: type_of(&value), at }
    }

    pub(super) fn lower_path(&mut self, path: &[Name], scope: &Scope, at: Span) -> Expr {
        match self.find_path(scope, path) {
            Err(diagnostic) => {
                self.complain(diagnostic);
                return Self::unknown(at);
            }
            Ok(Some(target)) => {
                if let Some(expr) = self.tied_inline(&target, scope) {
                    return expr;
                }
                if !self.is_own_state(target.column) {
                    self.used.insert(target.column);
                }
                self.need(target.column, Some(at));
                let leads = self.leads(&target.path);
                let ty = self.ruleset.column(target.column).ty.clone();
                let optional = (ty.optional || !leads) && !self.is_assumed(&target);
                let node = Node::Column { column: target.column, path: target.path };
                return Expr { node, ty: ty.maybe(optional), at };
            }
            Ok(None) => {}
        }
        if let [name] = path
            && let Some(option) = self.option_named(&name.text)
        {
            let ty = match &self.ruleset.options[option.0 as usize].values {
                OptionType::Choices(choices) => Type::of(Kind::Choice(choices.as_slice().into())),
                OptionType::Typed(ty) => ty.clone(),
            };
            return Expr { node: Node::Option(option), ty, at };
        }
        self.complain_of_path(scope, path, at);
        Self::unknown(at)
    }

    fn lower_unary(
        &mut self,
        operator: UnaryOperator,
        operand: &Expression,
        scope: &Scope,
        at: Span,
    ) -> Expr {
        let operand = match operator {
            UnaryOperator::Not => self.condition(operand, scope),
            UnaryOperator::Negate => {
                let operand = self.lower(operand, scope);
                let operand = self.met(operand);
                self.numeric(operand, "`-`")
            }
        };
        if let (UnaryOperator::Negate, Node::Literal(value)) = (operator, &operand.node) {
            let negated = match value {
                Value::Integer(value) => value.checked_neg().map(Value::Integer),
                Value::Number(value) => value.negate().ok().map(Value::Number),
                Value::Duration(value) => value.negate().ok().map(Value::Duration),
                Value::Flag(_) | Value::Text(_) | Value::Date(_) | Value::Missing => None,
            };
            if let Some(value) = negated {
                return Expr { node: Node::Literal(value), ty: type_of(&value), at };
            }
        }
        let ty = Type::of(operand.ty.kind.clone());
        Expr { node: Node::Unary(operator, Box::new(operand)), ty, at }
    }

    fn lower_in(&mut self, value: &Expression, members: &Members, scope: &Scope, at: Span) -> Expr {
        let value = self.lower(value, scope);
        let kind = value.ty.kind.clone();
        let value = self.met(value);
        match members {
            Members::Listed(listed) => {
                let mut all = vec![value];
                for member in listed {
                    let member = self.as_choice(member, &kind, scope);
                    let member = self.met(member);
                    all.push(member);
                }
                let (mut all, _) = self.one_kind(all, "the value and the members");
                let value = all.remove(0);
                Expr { node: Node::Among(Box::new(value), all), ty: Type::of(Kind::Flag), at }
            }
            Members::Range(low, high) => {
                let low = self.as_choice(low, &kind, scope);
                let high = self.as_choice(high, &kind, scope);
                let above = self.compare(BinaryOperator::AtLeast, value.clone(), low, at);
                let below = self.compare(BinaryOperator::AtMost, value, high, at);
                let node = Node::Binary(BinaryOperator::And, Box::new(above), Box::new(below));
                Expr { node, ty: Type::of(Kind::Flag), at }
            }
            Members::List(path) => self.lower_member_of(value, path, scope, at),
        }
    }

    fn lower_else(&mut self, value: &Expression, fallback: &Expression, scope: &Scope, at: Span) -> Expr {
        let value = self.lower(value, scope);
        let fallback = self.as_choice(fallback, &value.ty.kind, scope);
        if !value.ty.optional && !divides(&value) && value.ty.kind != Kind::Unknown {
            self.complain(
                Diagnostic::new(Code::ElseNeverUsed, "this value is never missing, and divides by nothing")
                    .at(value.at, "always there")
                    .at(fallback.at, "never used")
                    .help("leave out the `else`"),
            );
        }
        let optional = fallback.ty.optional;
        let (values, kind) = self.one_kind(vec![value, fallback], "the value and what stands in for it");
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (Some(value), Some(fallback)) => Expr {
                node: Node::Else(Box::new(value), Box::new(fallback)),
                ty: Type::of(kind).maybe(optional),
                at,
            },
            _ => Self::unknown(at),
        }
    }

    fn lower_call(&mut self, call: &Call, scope: &Scope, at: Span) -> Expr {
        let name = call.function.text.as_str();
        if is_aggregate(call)
            && let Some(aggregate) = Aggregate::find(name)
        {
            return self.lower_aggregate(call, aggregate, scope, at);
        }
        if name == KNOWN {
            return self.lower_known(call, scope, at);
        }
        if name == RANDOM {
            return self.lower_random(call, scope, at);
        }
        let Some(function) = FunctionId::find(name) else {
            let diagnostic = self.complain_of_function(call);
            self.complain(diagnostic);
            return Self::unknown(at);
        };
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            let argument = self.lower(argument, scope);
            let argument = self.met(argument);
            let is_numeric = argument.ty.kind.is_numeric();
            arguments.push(if is_numeric { argument } else { self.numeric(argument, &format!("`{name}`")) });
        }
        if arguments.iter().any(|argument| argument.ty.kind == Kind::Unknown) {
            return Self::unknown(at);
        }
        let (arguments, kind) = self.one_kind(arguments, "the arguments");
        self.choose_overload(function, arguments, &kind, at)
    }

    fn choose_overload(
        &mut self,
        function: FunctionId,
        mut arguments: Vec<Expr>,
        kind: &Kind,
        at: Span,
    ) -> Expr {
        let row = function.row();
        let many =
            row.overloads.iter().any(|way| matches!(way, Overload::Integers(_) | Overload::Numbers(_)));
        let fits = if many { arguments.len() >= 2 } else { arguments.len() == 1 };
        if !fits {
            let takes = if many { "two values or more" } else { "one value" };
            let found = match arguments.len() {
                0 => "none is here".to_owned(),
                1 => "one is here".to_owned(),
                count => format!("{count} are here"),
            };
            self.complain(
                Diagnostic::new(Code::WrongArguments, format!("`{}` takes {takes}, and {found}", row.name))
                    .at(at, "the wrong number of arguments")
                    .help(format!("for example `{}`", row.example.0)),
            );
            return Self::unknown(at);
        }
        for overload in row.overloads {
            let result = match (overload, kind) {
                (Overload::Integer(_) | Overload::Integers(_), Kind::Integer) => Kind::Integer,
                (Overload::Number(_) | Overload::Numbers(_), Kind::Number | Kind::Duration) => kind.clone(),
                (Overload::NumberToInteger(_), Kind::Number) => Kind::Integer,
                _ => continue,
            };
            return Expr { node: Node::Call(function, arguments), ty: Type::of(result), at };
        }
        if *kind == Kind::Unknown {
            return Self::unknown(at);
        }
        let found = arguments.remove(0);
        let diagnostic = self
            .complain_of_kind(
                row.signature.split(',').next().unwrap_or(row.signature),
                &found.ty.kind,
                found.at,
            )
            .help(format!("for example `{}`", row.example.0));
        self.complain(diagnostic);
        Self::unknown(at)
    }

    fn lower_known(&mut self, call: &Call, scope: &Scope, at: Span) -> Expr {
        let [argument] = call.arguments.as_slice() else {
            self.complain(
                Diagnostic::new(Code::WrongArguments, "`known` takes one value")
                    .at(at, "the wrong number of arguments")
                    .help("for example `known(time)`"),
            );
            return Self::unknown(at);
        };
        let value = self.lower(argument, scope);
        if !value.ty.optional && value.ty.kind != Kind::Unknown {
            self.complain(
                Diagnostic::new(Code::ConstantCondition, "this value is never missing")
                    .at(value.at, "always known"),
            );
        }
        Expr { node: Node::Known(Box::new(value)), ty: Type::of(Kind::Flag), at }
    }

    /// An expression that stands where a value of `kind` is compared: a bare name may be one of its choices.
    pub(super) fn as_choice(&mut self, expression: &Expression, kind: &Kind, scope: &Scope) -> Expr {
        let Kind::Choice(choices) = kind else { return self.lower(expression, scope) };
        let name = match &expression.term {
            Term::Path(path) => match path.as_slice() {
                [name] => Some(name.text.as_str()),
                _ => None,
            },
            Term::Text(text) => Some(text.text.as_str()),
            _ => None,
        };
        let Some(name) = name else { return self.lower(expression, scope) };
        let at = expression.span;
        if let Some(symbol) = self.ruleset.symbols.find(name).filter(|symbol| choices.contains(symbol)) {
            let value = Value::Text(symbol);
            return Expr { node: Node::Literal(value), ty: type_of(&value), at };
        }
        let path = [Name { text: name.to_owned(), span: at }];
        if !matches!(self.find_path(scope, &path), Ok(None)) || self.option_named(name).is_some() {
            return self.lower_path(&path, scope, at);
        }
        let diagnostic = self.complain_of_choice(name, choices, at);
        self.complain(diagnostic);
        Self::unknown(at)
    }

    /// A value that is there; complains of an optional one.
    pub(super) fn met(&mut self, expr: Expr) -> Expr {
        if !expr.ty.optional || expr.ty.kind == Kind::Unknown {
            return expr;
        }
        let diagnostic = self.complain_of_missing(&expr);
        self.complain(diagnostic);
        Self::unknown(expr.at)
    }

    /// A value of one kind; complains of another.
    pub(super) fn wanted(&mut self, expr: Expr, kind: &Kind, words: &str) -> Expr {
        if expr.ty.kind == *kind || expr.ty.kind == Kind::Unknown {
            return expr;
        }
        let diagnostic = match kind {
            Kind::Flag => self.complain_of_condition(words, &expr),
            _ => self.complain_of_kind(words, &expr.ty.kind, expr.at),
        };
        self.complain(diagnostic);
        Self::unknown(expr.at)
    }
}

/// Whether a call is of an aggregate: `max` and `min` with one argument are, with more they are functions.
pub(super) fn is_aggregate(call: &Call) -> bool {
    let rows = call.filter.is_some() || call.binder.is_some() || call.choice.is_some();
    Aggregate::find(&call.function.text).is_some()
        && (rows || call.arguments.len() <= 1 || FunctionId::find(&call.function.text).is_none())
}

/// Whether a fault of this very expression may be a division by zero.
fn divides(expr: &Expr) -> bool {
    match &expr.node {
        Node::Binary(operator, left, right) => {
            matches!(operator, BinaryOperator::Divide | BinaryOperator::DivideFloor | BinaryOperator::Modulo)
                || divides(left)
                || divides(right)
        }
        Node::Widen(inner) | Node::Unary(_, inner) | Node::Known(inner) => divides(inner),
        Node::Call(_, arguments) => arguments.iter().any(divides),
        Node::Random(random) => divides(&random.low) || divides(&random.high),
        Node::If { value, otherwise, .. } => divides(value) || divides(otherwise),
        Node::Literal(_)
        | Node::Column { .. }
        | Node::Option(_)
        | Node::Among(..)
        | Node::Else(..)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => false,
    }
}

/// The paths of an expression outside of aggregates in it.
pub(super) fn outer_paths(expression: &Expression) -> Vec<&[Name]> {
    let mut found = Vec::new();
    paths::each_path(expression, false, &is_aggregate, &mut |path| found.push(path));
    found
}
