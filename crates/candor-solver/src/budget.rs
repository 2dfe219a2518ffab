//! How long a check may take, and how to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Reason;

/// A flag that stops the checks that watch it. Clones are the same flag; any thread may pull it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag that is not set.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Stops the checks that watch this flag, and all that are started with it before [`reset`](Interrupt::reset).
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Allows checks again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether checks have to stop.
    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one check.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// A number of steps of the back end, whatever they are there; the same query takes the same steps every time. For Bitwuzla
    /// a step is about ten conflicts or decisions of its SAT solver, or 2000 nodes or gates before that. Z3 and piped programs have none.
    pub n_steps: Option<u64>,
    /// A guard against steps that take too long.
    pub time: Option<Duration>,
    /// How many bytes this process may have in memory, all in all, while the check goes on. Looked at now and then, on Linux only.
    /// A solver that is stopped by it keeps what it has; [`reset`](crate::Solver::reset) gives that up. For a piped program it
    /// is of no use: its memory is not ours.
    pub memory: Option<u64>,
    /// The flag to watch.
    pub interrupt: Interrupt,
}

impl Budget {
    /// No limits, and a flag that nobody has.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// This many steps and no other limits.
    pub fn steps(n_steps: u64) -> Budget {
        Budget { n_steps: Some(n_steps), ..Budget::default() }
    }

    /// This much time and no other limits.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }
}

/// How many looks at the clock there are for one at the memory, which takes 20 microseconds. While gates are made, the memory
/// grows by some 50 MB in between.
const MEMORY_INTERVAL: u64 = 256;

/// A budget that is being used.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    /// `None` also if the clock cannot count that far.
    deadline: Option<Instant>,
    n_steps: u64,
    n_looks: u64,
    exceeded: Option<Reason>,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(budget: &'a Budget) -> Meter<'a> {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Meter { budget, deadline, n_steps: 0, n_looks: 0, exceeded: None }
    }

    /// Counts a step, and says whether it was one too many.
    pub(crate) fn step(&mut self) -> bool {
        self.n_steps += 1;
        if self.budget.n_steps.is_some_and(|limit| self.n_steps > limit) {
            self.exceeded.get_or_insert(Reason::Steps);
        }
        self.look()
    }

    /// Looks at the clock, the memory and the flag, and says whether to stop.
    pub(crate) fn look(&mut self) -> bool {
        if self.exceeded.is_none() {
            if self.budget.interrupt.is_interrupted() {
                self.exceeded = Some(Reason::Interrupted);
            } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.exceeded = Some(Reason::Time);
            } else if self.is_memory_used_up() {
                self.exceeded = Some(Reason::Memory);
            }
        }
        self.exceeded.is_some()
    }

    /// The same for those who look rarely, and so can look at the memory each time.
    pub(crate) fn look_around(&mut self) -> bool {
        self.n_looks = 0;
        self.look()
    }

    fn is_memory_used_up(&mut self) -> bool {
        let Some(limit) = self.budget.memory else { return false };
        let is_due = self.n_looks.is_multiple_of(MEMORY_INTERVAL);
        self.n_looks += 1;
        is_due && resident_bytes().is_some_and(|bytes| bytes > limit)
    }

    /// Why the check was stopped, if it was.
    pub(crate) fn exceeded(&self) -> Option<Reason> {
        self.exceeded.clone()
    }

    /// What is left, for a part of the check. Steps count for each part.
    pub(crate) fn rest(&self) -> Budget {
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Budget { time, ..self.budget.clone() }
    }
}

/// How much memory this process has, if the system tells.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let n_kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(n_kilobytes * 1024)
}
