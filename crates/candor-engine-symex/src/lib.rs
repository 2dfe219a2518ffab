//! Symbolic execution: one path at a time.
//!
//! A *walker* is a state, what it has chosen, and one execution that takes its path. At a fork, the way that this execution takes
//! is possible for free; the solver is asked about the others. A claim that the execution breaks is a violation without a
//! question. Where the ways of a branch meet again at once, their walkers become one. Walkers wait in a [`Frontier`](frontier::Frontier), from which a [`Search`] picks. When none is left, all
//! executions have been looked at.
//!
//! Entry points: [`check`] for a report, [`explore`] to hear of each path as it ends.

mod coverage;
mod diamond;
mod distance;
mod frontier;
mod model;
mod oracle;
mod session;
mod walker;

pub use coverage::Coverage;
pub use frontier::Search;
pub use session::{Ended, Explored, PathEnd, SymexOptions};

use std::sync::Arc;

use candor_engine::Progress;
use candor_evidence::Report;
use candor_ir::Program;

/// Checks every execution of a program. The results come in the order of functions and instructions.
pub fn check(program: Arc<Program>, options: &SymexOptions, progress: &mut dyn FnMut(&Progress)) -> Report {
    let options = SymexOptions { probe: true, merge: true, ..options.clone() };
    session::run(&program, &options, progress, &mut |_| {}).report
}

/// Explores a program, and tells of each path that ends: several may fail the same check at the same place.
pub fn explore(
    program: &Arc<Program>,
    options: &SymexOptions,
    progress: &mut dyn FnMut(&Progress),
    path_ends: &mut dyn FnMut(&PathEnd),
) -> Explored {
    let options = SymexOptions { every_path: true, ..options.clone() };
    session::run(program, &options, progress, path_ends)
}
