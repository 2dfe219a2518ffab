//! When to stop: a point in time, and a flag that somebody else may set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on.
#[derive(Clone, Debug)]
pub struct Limit {
    end: Instant,
    is_stopped: Arc<AtomicBool>,
}

impl Limit {
    /// A limit in this much time from now.
    pub fn after(time: Duration) -> Limit {
        let now = Instant::now();
        let end = now.checked_add(time).unwrap_or_else(|| now + Duration::from_secs(1_000_000_000));
        Limit { end, is_stopped: Arc::default() }
    }

    /// This much time from now at most, and no more than the limit allows.
    pub(crate) fn at_most(&self, time: Duration) -> Limit {
        let soon = Instant::now().checked_add(time).unwrap_or(self.end);
        Limit { end: self.end.min(soon), is_stopped: Arc::clone(&self.is_stopped) }
    }

    /// Whoever sets this stops the search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_stopped)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed) || Instant::now() >= self.end
    }

    pub(crate) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}
