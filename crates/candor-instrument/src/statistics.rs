//! How many calls were inserted, by function, as in the paper's Table 1.

use std::collections::BTreeMap;

use candor_ir::{FuncId, Program};

use crate::plan::{Plan, Subject};
use crate::rules::Level;

/// Calls of one function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Count {
    /// In the program's own functions.
    pub own: u64,
    /// In candor's libc, as far as the program uses it.
    pub library: u64,
}

/// What the instrumentation did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    pub level: Level,
    /// By the name of the function that is called; also those that are called nowhere.
    pub calls: BTreeMap<String, Count>,
    /// Instructions before and after, calls and what their arguments need.
    pub instructions: Count,
    pub instructions_after: Count,
}

impl Statistics {
    /// The sum over the functions whose names contain the text.
    pub fn sum(&self, part: &str) -> Count {
        let wanted = self.calls.iter().filter(|(name, _)| name.contains(part));
        wanted.fold(Count::default(), |sum, (_, count)| Count {
            own: sum.own + count.own,
            library: sum.library + count.library,
        })
    }
}

/// Counts the calls of a plan; the instructions afterwards are counted when they are there.
pub(crate) fn count(subject: Subject<'_>, declared: &[crate::Declaration], plan: &Plan<'_>) -> Statistics {
    let mut calls: BTreeMap<String, Count> =
        declared.iter().map(|declaration| (declaration.name.clone(), Count::default())).collect();
    for function_plan in plan.functions.values() {
        for insertion in function_plan.insertions() {
            for call in insertion.calls {
                add(calls.entry(call.callee.clone()).or_default(), insertion.library, 1);
            }
        }
    }
    let instructions = count_instructions(subject.program, subject.functions.iter().copied());
    Statistics { level: subject.level, calls, instructions, instructions_after: instructions }
}

pub(crate) fn count_instructions(program: &Program, functions: impl Iterator<Item = FuncId>) -> Count {
    let mut count = Count::default();
    for func in functions {
        let n_insts = program.functions[func].insts.len();
        add(&mut count, program.functions[func].library, n_insts.try_into().unwrap_or(u64::MAX));
    }
    count
}

fn add(count: &mut Count, library: bool, n: u64) {
    if library {
        count.library += n;
    } else {
        count.own += n;
    }
}
