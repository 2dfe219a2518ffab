//! Probes: executions with inputs by chance, before anybody thinks.
//!
//! Many faults need no cleverness: a large number, or a small one, will do. What takes a solver a hundred thousand questions, such
//! as running past an array of that size, is a matter of milliseconds for the machine.

use std::sync::Arc;

use candor_context_concrete::{ChoiceSource, End, RunConfig, run};
use candor_interp::Options;
use candor_ir::Program;

use crate::counterexample::{Confirmed, Counterexample, Settled};
use crate::replay::replay;

/// Runs the program with the inputs of a seed for so many steps; the fault that it ends in, if it does.
pub fn probe(program: &Arc<Program>, start: &Options, seed: u64, max_steps: u64) -> Option<Confirmed> {
    let config = RunConfig {
        args: start.args.clone(),
        max_depth: start.limits.max_depth,
        malloc_may_fail: start.malloc_may_fail,
        open: start.open,
        missing_bodies: start.missing_bodies,
        choices: ChoiceSource::Likely(seed),
        max_steps: Some(max_steps),
        watched: false,
        ..RunConfig::default()
    };
    let result = run(program, config);
    let End::Fault(fault) = result.end else { return None };
    let choices = result.log.into_iter().map(|choice| Settled { kind: choice.kind, value: choice.value });
    let foretold =
        Counterexample { check: fault.check, position: result.position, choices: choices.collect(), cycle: None };
    replay(program, start, &foretold).ok()
}
