//! When to stop: a point in time.

use std::time::{Duration, Instant};

/// How long a search may go on.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    end: Instant,
}

impl Limit {
    /// A limit in this much time from now.
    pub fn after(time: Duration) -> Limit {
        let now = Instant::now();
        let end = now.checked_add(time).unwrap_or_else(|| now + Duration::from_secs(1_000_000_000));
        Limit { end }
    }

    /// This much time from now at most, and no more than the limit allows.
    pub(crate) fn at_most(&self, time: Duration) -> Limit {
        let soon = Instant::now().checked_add(time).unwrap_or(self.end);
        Limit { end: self.end.min(soon) }
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    pub(crate) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}
