//! Bounded model checking: all executions up to a bound as one formula.
//!
//! Paths are merged where they meet, so that each instruction is executed once for each chain of calls and round of the loops
//! around it. A loop goes round until nothing is left of the state: because its condition folds, or because the solver says
//! that it cannot go on. States that have gone round too often wait until everything else is settled; then the bound rises.
//!
//! Entry point: [`check`]. The explorer and the settling of claims are candor-merge's; `session` holds both together and makes the
//! report, for which `vacuous` finds out what it rests on. [`describe_claims`] shows the formulas.

mod session;
mod terms;
mod vacuous;
mod walk;

pub use terms::describe_claims;

use std::sync::Arc;

use candor_engine::{Options, Progress};
use candor_evidence::Report;
use candor_ir::Program;

/// Checks every execution of a program. The results come in the order of functions and instructions.
pub fn check(program: Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    session::run(program, options, progress)
}
