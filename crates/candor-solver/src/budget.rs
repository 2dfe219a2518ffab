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
    /// a step is a poll of its SAT solver, that is about ten conflicts or decisions. A piped program has none.
    pub n_steps: Option<u64>,
    /// A guard against steps that take too long.
    pub time: Option<Duration>,
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

/// A budget that is being used.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    /// `None` also if the clock cannot count that far.
    deadline: Option<Instant>,
    n_steps: u64,
    exceeded: Option<Reason>,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(budget: &'a Budget) -> Meter<'a> {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Meter { budget, deadline, n_steps: 0, exceeded: None }
    }

    /// Counts a step, and says whether it was one too many.
    pub(crate) fn step(&mut self) -> bool {
        self.n_steps += 1;
        if self.budget.n_steps.is_some_and(|limit| self.n_steps > limit) {
            self.exceeded.get_or_insert(Reason::Steps);
        }
        self.look()
    }

    /// Looks at the clock and the flag, and says whether to stop.
    pub(crate) fn look(&mut self) -> bool {
        if self.exceeded.is_none() {
            if self.budget.interrupt.is_interrupted() {
                self.exceeded = Some(Reason::Interrupted);
            } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.exceeded = Some(Reason::Time);
            }
        }
        self.exceeded.is_some()
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
