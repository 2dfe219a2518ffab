//! How to check a program, and what is told while that goes on.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use candor_context_symbolic::Settled;
use candor_evidence::CheckResult;
use candor_interp::Beyond;
use candor_ir::{Check, CheckGroup, CheckSet};
use candor_solver::{Choice, Interrupt};

use crate::bounds::LoopBound;

/// How an execution goes on behind arithmetic that went wrong.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum UbResult {
    /// Not at all: the fault is its end.
    #[default]
    End,
    /// With the result that the machine gives.
    GoOn,
}

/// How to check a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the program is started: arguments, limits, whether `malloc` may fail.
    pub start: candor_interp::Options,
    /// How often each loop goes round at most.
    pub unwind: Option<u32>,
    /// The same for single loops; [`find_loops`](crate::find_loops) makes them from what users write.
    pub unwind_loops: Vec<LoopBound>,
    /// How many functions of the user's are active at most.
    pub depth: Option<u32>,
    /// Whether it counts that a bound may be hit; if not, that none is hit is taken for granted.
    pub unwinding: bool,
    /// Whether executions have to end.
    pub must_end: bool,
    pub timeout: Option<Duration>,
    /// In bytes.
    pub memory_limit: u64,
    /// Pulled when the user has seen enough.
    pub interrupt: Interrupt,
    /// Whether blocks that are lost count, also where nothing is left that would look for them.
    pub leaks: bool,
    pub ub_result: UbResult,
    /// Whether a fault ends an execution, so that it hides what would go wrong behind it.
    pub shadowing: bool,
    /// One violation is enough.
    pub stop_at_first: bool,
    /// Who answers the questions.
    pub solver: Choice,
    /// Write every query to this folder.
    pub smt2: Option<PathBuf>,
    /// Whether a proof may be of executions only that are without faults that nobody asked about; the report names these faults.
    pub conditions: bool,
    /// Set when an engine has found such a fault.
    pub has_condition: Arc<AtomicBool>,
    /// Which memory of others executions may use. What holds there counts; no machine could replay the rest.
    pub beyond: Beyond,
    /// Set when a pointer from elsewhere was to be followed.
    pub met_foreign: Arc<AtomicBool>,
    /// Whether the report has to say what was relied on.
    pub keeps_proof: bool,
    /// Checks that are known to hold, and what is found out while engines run.
    pub settled: Arc<Settled>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            start: candor_interp::Options::default(),
            unwind: None,
            unwind_loops: Vec::new(),
            depth: None,
            unwinding: true,
            must_end: false,
            timeout: None,
            memory_limit: 4096 << 20,
            interrupt: Interrupt::default(),
            leaks: false,
            ub_result: UbResult::default(),
            shadowing: true,
            stop_at_first: false,
            solver: Choice::default(),
            smt2: None,
            conditions: false,
            has_condition: Arc::default(),
            beyond: Beyond::Nothing,
            met_foreign: Arc::default(),
            keeps_proof: false,
            settled: Arc::default(),
        }
    }
}

impl Options {
    /// The checks behind whose failure an execution goes on. The machine has a result only for what goes wrong in arithmetic and
    /// for what nobody reads: an access to no object, or a call of no function, cannot be followed by anything.
    pub fn goes_on(&self) -> CheckSet {
        let goes_on = |check: &Check| match check.group() {
            // A division by zero has no result.
            CheckGroup::Arithmetic if *check == Check::DivisionByZero => false,
            CheckGroup::Arithmetic => !self.shadowing || self.ub_result == UbResult::GoOn,
            CheckGroup::Leak | CheckGroup::Errors => !self.shadowing,
            CheckGroup::Memory => {
                !self.shadowing
                    && matches!(check, Check::ArrayIndex | Check::PointerComparison | Check::PointerArithmetic)
            }
            CheckGroup::Deref
            | CheckGroup::Free
            | CheckGroup::OtherUb
            | CheckGroup::Concurrency
            | CheckGroup::Liveness => false,
        };
        Check::ALL.iter().copied().filter(goes_on).collect()
    }
}

/// How far an engine has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Who is at work, by the name that users choose engines with.
    pub engine: &'static str,
    /// How often loops have gone round so far; with symbolic execution, how many paths have been followed to their ends.
    pub bound: u32,
    pub states: u64,
    pub checks_settled: u64,
    pub elapsed: Duration,
    /// Violations that were found and replayed since the last time.
    pub violations: Vec<CheckResult>,
}
