//! Probes: executions with inputs by chance, before anybody thinks.
//!
//! Many faults need no cleverness: a large number, or a small one, will do. What takes a solver a hundred thousand questions, such
//! as running past an array of that size, is a matter of milliseconds for the machine.

use std::sync::Arc;

use candor_context_concrete::{ChoiceSource, End, RecordedChoice, RunConfig, run};
use candor_interp::{ChoiceKind, Options, Stop};
use candor_ir::Program;

use crate::counterexample::{Confirmed, Counterexample, Settled};
use crate::replay::replay;

/// How an execution ended that was tried.
#[derive(Debug)]
pub enum Probed {
    Fault(Box<Confirmed>),
    /// Without a fault that can be seen again.
    Nothing {
        /// The program asked for nothing that a seed decides: all seeds come to this.
        is_only: bool,
        /// There were not enough steps.
        is_cut: bool,
    },
}

impl Probed {
    pub fn fault(self) -> Option<Confirmed> {
        match self {
            Probed::Fault(confirmed) => Some(*confirmed),
            Probed::Nothing { .. } => None,
        }
    }
}

/// Runs the program with the inputs of a seed for so many steps, or until it is over.
pub fn probe(program: &Arc<Program>, start: &Options, seed: u64, max_steps: u64, is_over: &dyn Fn() -> bool) -> Probed {
    let config = RunConfig {
        args: start.args.clone(),
        max_depth: start.limits.max_depth,
        malloc_may_fail: start.malloc_may_fail,
        open: start.open,
        missing_bodies: start.missing_bodies,
        choices: ChoiceSource::Likely(seed),
        max_steps: Some(max_steps),
        is_over: Some(Box::new(is_over)),
        watched: false,
        ..RunConfig::default()
    };
    let result = run(program, config);
    let is_asked = |choice: &RecordedChoice| matches!(choice.kind, ChoiceKind::Input | ChoiceKind::Havoc);
    let nothing = Probed::Nothing {
        is_only: !result.log.iter().any(is_asked),
        is_cut: matches!(result.end, End::Stop(Stop::Exhausted(_), _)),
    };
    let End::Fault(fault) = result.end else { return nothing };
    let choices = result.log.into_iter().map(|choice| Settled { kind: choice.kind, value: choice.value });
    let foretold =
        Counterexample { check: fault.check, position: result.position, choices: choices.collect(), cycle: None };
    replay(program, start, &foretold).map_or(nothing, |confirmed| Probed::Fault(Box::new(confirmed)))
}
