//! Instrumentation by rules: a property becomes calls that check it while the program runs.
//!
//! A rule file says what to look for (instructions in a row, globals, functions), on which conditions (flags, what was remembered,
//! what the pointer analysis answers), and which calls to insert there. [`parse`] reads one, [`instrument`] applies it. Inside candor
//! checks are bits on instructions and nothing is inserted; inserted calls exist only in what `candor instrument` writes out, which is
//! compiled and run with the C code in [`PLATFORM`] and in the rule set.
//!
//! Reading order: `rules` (what there is), `parse` over `json`, `matching`, `facts` (what conditions may ask), `plan`, `insert`.

mod json;
mod query;
mod rules;
mod suggest;
mod words;

mod parse;

mod facts;
mod matching;
mod plan;

mod insert;
mod statistics;

mod shipped;

pub use facts::{Object, PointsTo, Region, Room, Targets, Truth};
pub use insert::insert_before;
pub use json::{Position, RuleError};
pub use parse::parse;
pub use plan::Subject;
pub use rules::{
    Argument, Condition, Declaration, Effect, Find, InstPattern, Level, NewCall, OperandPattern, ParamType, Phase,
    Place, Rule, Rules,
};
pub use shipped::{PLATFORM, RuleSet, SHIPPED, shipped};
pub use statistics::{Count, Statistics};

use candor_ir::Program;

/// Why a program cannot be instrumented with rules that are right by themselves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstrumentError {
    #[error("{at}: the program has a `{name}` of its own, with another type")]
    Taken { at: Position, name: String },
    #[error("{at}: argument {number} of `{callee}` does not fit the type that it is declared with")]
    Misfit { at: Position, callee: String, number: usize },
}

/// Applies rules to the functions and globals of the subject; the program with the calls in it, and what was inserted.
pub fn instrument(subject: Subject<'_>, rules: &Rules) -> Result<(Program, Statistics), InstrumentError> {
    let plan = plan::plan(subject, rules);
    let mut statistics = statistics::count(subject, &rules.functions, &plan);
    let mut program = subject.program.clone();
    insert::insert(&mut program, rules, &plan, subject.replaced)?;
    statistics.instructions_after = statistics::count_instructions(&program, subject.functions.iter().copied());
    if cfg!(debug_assertions)
        && let Err(errors) = candor_ir::verify_program(&program)
    {
        panic!("insertion keeps programs well-formed: {errors:?}");
    }
    Ok((program, statistics))
}
