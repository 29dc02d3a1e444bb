//! `rhai`: the variables stand in a scope, and are set for each record.

use rhai::{Dynamic, Engine, Scope};
use rulesctl_peers::records::Record;

const RULE: &str = "(if blue_red {
        if s >= 19 { 50 } else if s >= 10 { 40 } else if s >= 1 { 30 } else if s >= 0 { 20 } else if s >= -12 { 10 } else { 0 }
    } else {
        if s >= 19 { 0 } else if s >= 10 { 10 } else if s >= 1 { 20 } else if s >= 0 { 30 } else if s >= -12 { 40 } else { 50 }
    })
    + 5 * ((if left_1 == 0 { 1 } else { 0 }) + (if left_2 == 0 { 1 } else { 0 }))
    + 2 * ((if left_1 == 0 && single_1 { 1 } else { 0 }) + (if left_2 == 0 && single_2 { 1 } else { 0 }))";

pub fn time(repetitions: usize, records: &[Record]) {
    let engine = Engine::new();
    let mut scope = Scope::new();
    let names = ["blue_red", "s", "left_1", "left_2", "single_1", "single_2"];
    for name in names {
        scope.push_dynamic(name, Dynamic::UNIT);
    }
    let rule = engine.compile_expression(RULE).expect("the rule is an expression");
    let mut points = |record: &Record| {
        let values: [Dynamic; 6] = [
            record.blue_red.into(),
            record.s.into(),
            record.left_1.into(),
            record.left_2.into(),
            record.single_1.into(),
            record.single_2.into(),
        ];
        for (name, value) in names.into_iter().zip(values) {
            *scope.get_mut(name).expect("it was pushed") = value;
        }
        engine.eval_ast_with_scope::<i64>(&mut scope, &rule).expect("there are points")
    };
    super::time(repetitions, || records.iter().map(&mut points).collect());
}
