//! `evalexpr`: a context of its own lends the fields of a record to the expression.

use evalexpr::{Context, DefaultNumericTypes, EvalexprError, EvalexprResult, Value, build_operator_tree};
use rulesctl_peers::records::Record;

/// All arguments of `if` are worked out, so the bands stand here once.
const RULE: &str = "if(blue_red, 0, 50)
    + if(blue_red, 1, -1) * if(s >= 19, 50, if(s >= 10, 40, if(s >= 1, 30, if(s >= 0, 20, if(s >= -12, 10, 0)))))
    + 5 * (if(left_1 == 0, 1, 0) + if(left_2 == 0, 1, 0))
    + 2 * (if(left_1 == 0 && single_1, 1, 0) + if(left_2 == 0 && single_2, 1, 0))";

struct Fields {
    blue_red: Value,
    s: Value,
    left: [Value; 2],
    single: [Value; 2],
}

impl Context for Fields {
    type NumericTypes = DefaultNumericTypes;

    fn get_value(&self, identifier: &str) -> Option<&Value> {
        Some(match identifier {
            "s" => &self.s,
            "blue_red" => &self.blue_red,
            "left_1" => &self.left[0],
            "left_2" => &self.left[1],
            "single_1" => &self.single[0],
            "single_2" => &self.single[1],
            _ => return None,
        })
    }

    fn call_function(&self, identifier: &str, _: &Value) -> EvalexprResult<Value> {
        Err(EvalexprError::FunctionIdentifierNotFound(identifier.to_owned()))
    }

    fn are_builtin_functions_disabled(&self) -> bool {
        false
    }

    fn set_builtin_functions_disabled(&mut self, _: bool) -> EvalexprResult<()> {
        Ok(())
    }
}

pub fn time(repetitions: usize, records: &[Record]) {
    let rule = build_operator_tree::<DefaultNumericTypes>(RULE).expect("the rule is an expression");
    let fields = |record: &Record| Fields {
        blue_red: Value::Boolean(record.blue_red),
        s: Value::Int(record.s),
        left: [Value::Int(record.left_1), Value::Int(record.left_2)],
        single: [Value::Boolean(record.single_1), Value::Boolean(record.single_2)],
    };
    let records: Vec<Fields> = records.iter().map(fields).collect();
    let points = |record: &Fields| rule.eval_int_with_context(record).expect("there are points");
    super::time(repetitions, || records.iter().map(points).collect());
}
