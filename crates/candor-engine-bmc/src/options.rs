//! How to check a program, and what is told while that goes on.

use std::path::PathBuf;
use std::time::Duration;

use candor_solver::Interrupt;

/// What pointer arguments of the function to check point to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum PointerArgs {
    /// Objects of their own.
    #[default]
    Fresh,
    Null,
    /// Either.
    Both,
}

/// How an execution goes on behind undefined behaviour that nobody checks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum UbResult {
    /// Not at all.
    #[default]
    End,
    /// With the result that machines give.
    Wrap,
    /// With any result.
    Fresh,
}

/// What reading a volatile variable gives.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// What was written to it.
    #[default]
    Plain,
    /// Anything.
    Nondet,
}

/// How to check a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the program is started: arguments, limits, whether `malloc` may fail.
    pub start: candor_interp::Options,
    /// Check this function alone instead of `main`.
    pub function: Option<String>,
    /// How often each loop goes round at most.
    pub unwind: Option<u32>,
    /// The same for single loops.
    pub unwind_loops: Vec<(String, u32)>,
    /// How deep calls go at most.
    pub depth: Option<u32>,
    pub timeout: Option<Duration>,
    /// In bytes.
    pub memory_limit: u64,
    /// Pulled when the user has seen enough.
    pub interrupt: Interrupt,
    pub pointer_args: PointerArgs,
    pub ub_result: UbResult,
    pub volatile: Volatile,
    /// Whether addresses may be used again after an object has ended.
    pub shadowing: bool,
    /// One violation is enough.
    pub stop_at_first: bool,
    /// An SMT-LIB program to use instead of the built-in solver.
    pub solver: Option<String>,
    /// Write every query to this folder.
    pub smt2: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            start: candor_interp::Options::default(),
            function: None,
            unwind: None,
            unwind_loops: Vec::new(),
            depth: None,
            timeout: None,
            memory_limit: 4096 << 20,
            interrupt: Interrupt::default(),
            pointer_args: PointerArgs::default(),
            ub_result: UbResult::default(),
            volatile: Volatile::default(),
            shadowing: true,
            stop_at_first: false,
            solver: None,
            smt2: None,
        }
    }
}

/// How far an engine has come.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How often loops have gone round so far.
    pub bound: u32,
    pub states: u64,
    pub checks_settled: u64,
    pub elapsed: Duration,
}
