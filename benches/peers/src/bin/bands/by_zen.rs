//! `zen-expression`: the fields of one object are set for each record, and one machine runs them all.

use crate::TERNARY;
use rulesctl_peers::records::Record;
use rust_decimal::prelude::ToPrimitive;
use zen_expression::vm::VM;
use zen_expression::{Scope, Variable, compile_expression};

pub fn time(repetitions: usize, records: &[Record]) {
    let rule = compile_expression(&TERNARY.replace("&&", "and")).expect("the rule is an expression");
    let keys = ["blue_red", "s", "left_1", "left_2", "single_1", "single_2"].map(Variable::key);
    let object = Variable::empty_object().as_object().expect("this is an object");
    let scope = Scope::new(Variable::Object(object.clone()));
    let mut machine = VM::new();
    let number = |value: i64| Variable::Number(value.into());
    let mut points = |record: &Record| {
        let values = [
            Variable::Bool(record.blue_red),
            number(record.s),
            number(record.left_1),
            number(record.left_2),
            Variable::Bool(record.single_1),
            Variable::Bool(record.single_2),
        ];
        let mut fields = object.borrow_mut();
        for (key, value) in keys.iter().zip(values) {
            fields.insert(key.clone(), value);
        }
        drop(fields);
        let points = rule.evaluate_with_scope(&scope, &mut machine).expect("there are points");
        points.as_number().and_then(|points| points.to_i64()).expect("points are a number")
    };
    super::time(repetitions, || records.iter().map(&mut points).collect());
}
