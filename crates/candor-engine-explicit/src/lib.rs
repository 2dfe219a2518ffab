//! Explicit-state search: all interleavings of all threads, states stored.
//!
//! An execution of several threads is cut into transitions: one step that other threads can see, and what follows it that
//! nobody sees. From each state every thread that can go on makes its transition; a state that has been seen before is not
//! entered again. Data are symbolic, so that inputs need not be counted through: a state stands for all executions that took the
//! same ways. When no state is left, every execution has been looked at.
//!
//! Reading order: [`Options`], `transition` (what a thread does in its turn), `canonical` (when two states are the same), `store`,
//! `search`, `trail` (how a state was reached, as a schedule that can be replayed). `oracle` asks the solver.
//!
//! Entry point: [`check`].

mod options;

mod oracle;
mod transition;

mod canonical;
mod live;
mod store;

mod search;
mod trail;

pub use options::{ExplicitOptions, Order, Reduction};

use std::sync::Arc;

use candor_engine::Progress;
use candor_evidence::Report;
use candor_ir::Program;

/// Checks every execution of a program.
pub fn check(program: &Arc<Program>, options: &ExplicitOptions, progress: &mut dyn FnMut(&Progress)) -> Report {
    search::run(program, options, progress)
}
