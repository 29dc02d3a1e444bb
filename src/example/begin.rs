//! What entrants begin an example with: states other than those that everybody begins with.
//!
//! Comes in: the log of an example, and states by entrant. Goes out: the log with them; the engine takes what stands in the
//! column of a state's beginning for the beginning. Start with [`with`].

use crate::diagnostic::{Code, Complaints, Diagnostic, nearest, one_of};
use crate::format::{Field, Record};
use crate::log::Log;
use crate::ruleset::{Ruleset, State};
use crate::sheet::{Column, Data};
use crate::syntax::ast::Name;
use crate::value::Value;

/// The log, with these states to begin with. `None` where one of them cannot be.
pub(super) fn with(
    ruleset: &mut Ruleset,
    mut log: Log,
    begin: &[(Name, Record)],
    complaints: &mut Complaints,
) -> Option<Log> {
    let states = ruleset.ladder.as_ref().map(|ladder| ladder.states.clone()).unwrap_or_default();
    let mut sound = true;
    for (who, record) in begin {
        let names = log.entrants(ruleset);
        let entrant = names.iter().position(|name| *name == who.text);
        let Some(entrant) = entrant else {
            let known =
                nearest(&who.text, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let message = format!("`{}` does not play in the example", who.text);
            let help = known.unwrap_or_else(|| "name one who plays in its games".to_owned());
            complaints.push(Diagnostic::new(Code::BadExample, message).at(who.span, "not there").help(help));
            sound = false;
            continue;
        };
        for (name, field) in record {
            match read(ruleset, &states, name, field) {
                Ok((state, value)) => put(ruleset, &mut log, state, entrant, value),
                Err(complaint) => {
                    complaints.push(*complaint);
                    sound = false;
                }
            }
        }
    }
    sound.then_some(log)
}

fn read(
    ruleset: &mut Ruleset,
    states: &[State],
    name: &Name,
    field: &Field,
) -> Result<(State, Value), Box<Diagnostic>> {
    let named = states.iter().find(|state| ruleset.column(state.before).name == name.text);
    let Some(state) = named else {
        let known: Vec<&str> =
            states.iter().map(|state| ruleset.column(state.before).name.as_str()).collect();
        let help = match nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "the format has no ladder: leave `begin` out".to_owned(),
            None => format!("there is {}", one_of(&known)),
        };
        let message = format!("no state is called `{}`", name.text);
        return Err(Box::new(
            Diagnostic::new(Code::BadExample, message).at(name.span, "to begin with").help(help),
        ));
    };
    let ty = ruleset.column(state.before).ty.clone();
    let wrong = |expected: String| {
        let message = format!("`{}` cannot begin like this", name.text);
        Box::new(Diagnostic::new(Code::BadExample, message).at(name.span, format!("must be {expected}")))
    };
    let Field::Value(literal) = field else { return Err(wrong(ty.words(&ruleset.symbols))) };
    let value = ty.read(&literal.value.text(), &mut ruleset.symbols).map_err(wrong)?;
    Ok((*state, value))
}

/// Sets the beginning of one entrant; what nothing is said of is not known, and so begins as the format says.
fn put(ruleset: &Ruleset, log: &mut Log, state: State, entrant: usize, value: Value) {
    let info = ruleset.column(state.start);
    let kind = &info.ty.kind;
    let rows = log.tables.rows(info.sheet);
    let old = log.tables.column(state.start);
    let mut column = Column::full(Data::empty(&ruleset.column(state.before).ty.kind));
    for row in 0..rows {
        let kept = old.map_or(Value::Missing, |old| old.value(row, kind));
        column.push(if row == entrant { value } else { kept });
    }
    log.tables.set_column(state.start, column);
}
