//! What an execution comes to behind a fault that it can go on after, such as a lost block of memory.

use std::sync::Arc;

use candor_context_concrete::{End, RunConfig, run};
use candor_interp::Options;
use candor_ir::Program;

use crate::counterexample::{Confirmed, Counterexample, Settled};
use crate::replay::{config, replay};

/// An execution that goes on for longer is not waited for.
const MAX_STEPS: u64 = 20_000_000;

/// Makes the choices of a counterexample once more while nobody asks for the check that it breaks: the fault that the same execution
/// comes to later, if there is one. What it chooses behind its first fault is zero.
pub fn beyond(program: &Arc<Program>, start: &Options, cex: &Counterexample) -> Option<Confirmed> {
    let mut unasked = Program::clone(program);
    for inst in unasked.functions.values_mut().flat_map(|function| function.insts.values_mut()) {
        inst.checks.remove(cex.check);
    }
    let unasked = Arc::new(unasked);
    let result = run(&unasked, RunConfig { max_steps: Some(MAX_STEPS), ..config(program, start, cex) });
    let End::Fault(fault) = result.end else { return None };
    let choices = result.log.into_iter().map(|choice| Settled { kind: choice.kind, value: choice.value });
    let later =
        Counterexample { check: fault.check, position: result.position, choices: choices.collect(), cycle: None };
    replay(&unasked, start, &later).ok()
}
