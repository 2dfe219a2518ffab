//! Explicit-state search: all interleavings of all threads, states stored.
//!
//! An execution of several threads is cut into transitions: one step that other threads can see, and what follows it that
//! nobody sees. From each state the threads that can go on make their transitions; a state that has been seen before is not
//! entered again. Data are numbers where the program leaves little open, and terms otherwise, so that inputs need not be counted
//! through: a state then stands for all executions that took the same ways. When no state is left, every execution has been
//! looked at, up to the order of steps that do not depend on each other.
//!
//! Reading order: [`ExplicitOptions`], `data` (the seam between searching and what data are) with `concrete` and `symbolic`,
//! `transition` (what a thread does in its turn), `node` (a state at rest), `canonical` (when two states are the same), `store`,
//! `memo` (transitions that were made before), `footprint`, `future` with `bound`, and
//! `persistent` (when one thread may go on alone), `search`, `faults`, `trail` (how a state was reached, as a schedule that can be
//! replayed), `workers` (from a program to a report), `goal` (searches for states instead of faults).
//!
//! Entry points: [`check`], [`reach`].

mod options;

mod concrete;
mod data;
mod goal;
mod oracle;
mod survivors;
mod symbolic;

mod transition;

mod canonical;
#[cfg(test)]
mod laws;
mod lists;
mod live;
mod memo;
mod node;
mod store;

mod bound;
mod footprint;
mod future;
mod persistent;

mod copies;
mod faults;
mod search;
mod trail;
mod workers;

pub use concrete::Cx as GoalContext;
pub use goal::{Goal, GoalReport, Reachability};
pub use options::{DataKind, ExplicitOptions, Order, Reduction, Storage};

use std::sync::Arc;

use candor_engine::Progress;
use candor_evidence::Report;
use candor_ir::Program;

/// Checks every execution of a program.
pub fn check(program: &Arc<Program>, options: &ExplicitOptions, progress: &mut dyn FnMut(&Progress)) -> Report {
    workers::check(program, options, progress)
}

/// Looks for a state of a set, in every execution of a program. With [`candor_engine::Options::stop_at_first`] the search ends at
/// the first one; without, states that meet the goal are counted. Faults end executions but are not reported.
pub fn reach(
    program: &Arc<Program>,
    options: &ExplicitOptions,
    goal: &dyn Goal,
    progress: &mut dyn FnMut(&Progress),
) -> GoalReport {
    workers::reach(program, options, goal, progress)
}
