//! What others have found out about a program: checks that no execution fails.

use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use candor_interp::Site;
use candor_ir::Check;
use rustc_hash::FxHashSet;

/// Checks that are known to hold. Engines that work side by side tell each other, so that none asks what another has shown.
#[derive(Debug, Default)]
pub struct Settled {
    /// Mostly nothing is known, and looking must cost nothing then.
    is_any: AtomicBool,
    holding: RwLock<FxHashSet<(Site, Check)>>,
}

impl Settled {
    /// Tells of checks that hold.
    pub fn add(&self, holding: impl IntoIterator<Item = (Site, Check)>) {
        // A set is whole at any time, whoever has panicked beside it.
        let mut known = self.holding.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.extend(holding);
        self.is_any.store(!known.is_empty(), Ordering::Release);
    }

    /// Whether the check is known to hold.
    pub fn holds(&self, site: Site, check: Check) -> bool {
        self.is_any.load(Ordering::Acquire)
            && self.holding.read().unwrap_or_else(std::sync::PoisonError::into_inner).contains(&(site, check))
    }
}
