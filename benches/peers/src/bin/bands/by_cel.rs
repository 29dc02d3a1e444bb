//! `cel`: a resolver lends the fields of a record to the program, so that nothing is copied.

use crate::TERNARY;
use cel::common::types::{CelBool, CelInt};
use cel::common::value::CowVal;
use cel::context::VariableResolver;
use cel::{Context, Program, Value};
use rulesctl_peers::records::Record;

struct Fields {
    blue_red: CelBool,
    s: CelInt,
    left: [CelInt; 2],
    single: [CelBool; 2],
}

impl VariableResolver for Fields {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        Some(match variable {
            "s" => CowVal::Borrowed(&self.s),
            "blue_red" => CowVal::Borrowed(&self.blue_red),
            "left_1" => CowVal::Borrowed(&self.left[0]),
            "left_2" => CowVal::Borrowed(&self.left[1]),
            "single_1" => CowVal::Borrowed(&self.single[0]),
            "single_2" => CowVal::Borrowed(&self.single[1]),
            _ => return None,
        })
    }
}

pub fn time(repetitions: usize, records: &[Record]) {
    let program = Program::compile(TERNARY).expect("the rule is an expression");
    let fields = |record: &Record| Fields {
        blue_red: record.blue_red.into(),
        s: record.s.into(),
        left: [record.left_1.into(), record.left_2.into()],
        single: [record.single_1.into(), record.single_2.into()],
    };
    let records: Vec<Fields> = records.iter().map(fields).collect();
    let root = Context::default();
    let points = |record: &Fields| {
        let mut context = root.new_inner_scope();
        context.set_variable_resolver(record);
        match program.execute(&context) {
            Ok(Value::Int(points)) => points,
            other => panic!("no points: {other:?}"),
        }
    };
    super::time(repetitions, || records.iter().map(points).collect());
}
