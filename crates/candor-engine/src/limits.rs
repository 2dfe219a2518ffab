//! Time and memory.

use std::time::{Duration, Instant};

use candor_solver::{Budget, resident_bytes};

use crate::options::Options;

/// How long to go on.
#[derive(Debug)]
pub struct Limits {
    start: Instant,
    deadline: Option<Instant>,
    memory: u64,
    budget: Budget,
}

impl Limits {
    pub fn new(options: &Options) -> Limits {
        let start = Instant::now();
        let deadline = options.timeout.and_then(|timeout| start.checked_add(timeout));
        let budget = Budget { interrupt: options.interrupt.clone(), ..Budget::unlimited() };
        Limits { start, deadline, memory: options.memory_limit, budget }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What is left, at most this much.
    pub fn budget(&self, at_most: Option<Duration>) -> Budget {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = match (left, at_most) {
            (Some(left), Some(most)) => Some(left.min(most)),
            (left, most) => left.or(most),
        };
        Budget { time, ..self.budget.clone() }
    }

    /// Why to stop, if one must.
    pub fn exceeded(&self) -> Option<&'static str> {
        if self.budget.interrupt.is_interrupted() {
            return Some("interrupted");
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some("the time limit was reached");
        }
        None
    }

    /// How much time is left, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The bytes in use, if they are more than allowed.
    pub fn overfull(&self) -> Option<u64> {
        resident_bytes().filter(|&bytes| bytes > self.memory)
    }

    /// [`exceeded`](Limits::exceeded), and a look at the memory in use, which costs more.
    pub fn exceeded_or_full(&self) -> Option<&'static str> {
        self.exceeded().or_else(|| self.overfull().map(|_| "the memory limit was reached"))
    }
}
