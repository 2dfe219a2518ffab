//! A guard over an engine: stops it when the user, the clock or the memory says so, and the process if it does not stop.
//!
//! Engines watch the interrupt of their [`Budget`] and come back with what they know. One that is stuck, as in a solver's preprocessing, would
//! make Ctrl-C useless, so after a short while the guard says its last words and ends the process.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use candor_portfolio::Budget;
use candor_solver::resident_bytes;

use crate::boundary::leave;
use crate::progress;

/// How long an engine has to come back. Together with what the command prints then, Ctrl-C is answered within half a second.
const GRACE: Duration = Duration::from_millis(400);
/// How often the memory in use is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Why the work was stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    User,
    Time,
    Memory,
}

impl Cause {
    /// What happened, in words. The memory limit is in megabytes.
    pub(crate) fn reason(self, timeout: Option<Duration>, memory_limit: u64) -> String {
        match self {
            Cause::User => "stopped by the user".to_owned(),
            Cause::Time => format!("{} seconds have passed", timeout.unwrap_or_default().as_secs_f64()),
            Cause::Memory => format!("{memory_limit} MB of memory are in use"),
        }
    }
}

#[derive(Debug, Default)]
struct Watched {
    cause: Option<Cause>,
    is_done: bool,
}

#[derive(Debug, Default)]
struct Shared {
    watched: Mutex<Watched>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches over work that has begun.
#[derive(Debug)]
pub(crate) struct Guard {
    shared: Arc<Shared>,
    deadline: Option<Instant>,
}

impl Guard {
    /// Begins to watch. If the work goes on for too long after an interrupt, `last_words` is called and the process ends with
    /// the status that it gives.
    pub(crate) fn start(
        budget: &Budget,
        last_words: impl FnOnce(Cause) -> u8 + Send + 'static,
    ) -> Result<Guard, String> {
        let (shared, budget) = (Arc::new(Shared::default()), budget.clone());
        let deadline = budget.deadline;
        let of_user = Arc::clone(&shared);
        let handler = move || {
            of_user.lock().cause.get_or_insert(Cause::User);
            of_user.changed.notify_all();
        };
        ctrlc::set_handler(handler).map_err(|error| format!("Ctrl-C cannot be caught: {error}"))?;
        let of_watcher = Arc::clone(&shared);
        let watch = move || watch(&of_watcher, &budget, last_words);
        thread::Builder::new()
            .name("guard".into())
            .spawn(watch)
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Guard { shared, deadline })
    }

    /// The work is done: from now on nothing ends the process. Why it was stopped, if it was.
    pub(crate) fn finish(&self) -> Option<Cause> {
        let mut watched = self.shared.lock();
        watched.is_done = true;
        self.shared.changed.notify_all();
        // Engines look at the clock as well, and may have seen it first.
        watched.cause.or_else(|| is_past(self.deadline).then_some(Cause::Time))
    }
}

fn watch(shared: &Shared, budget: &Budget, last_words: impl FnOnce(Cause) -> u8) {
    let mut watched = shared.lock();
    let cause = loop {
        if watched.is_done {
            return;
        }
        if let Some(cause) = watched.cause.or_else(|| exceeded(budget)) {
            break *watched.cause.insert(cause);
        }
        let wait = shared.changed.wait_timeout(watched, LOOK);
        (watched, _) = wait.unwrap_or_else(PoisonError::into_inner);
    };
    budget.interrupt.interrupt();
    let wait = shared.changed.wait_timeout_while(watched, GRACE, |watched| !watched.is_done);
    let (watched, _) = wait.unwrap_or_else(PoisonError::into_inner);
    if !watched.is_done {
        progress::silence();
        // The lock is kept: whoever finishes now waits for the end of the process.
        leave(last_words(cause));
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

fn exceeded(budget: &Budget) -> Option<Cause> {
    if is_past(budget.deadline) {
        return Some(Cause::Time);
    }
    (resident_bytes().unwrap_or(0) > budget.memory).then_some(Cause::Memory)
}
