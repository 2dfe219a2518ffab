//! Prints each violation when it is found: one line on standard error, while the search goes on.
//!
//! A search that ends soon answers soon enough. So lines wait for a second, and a thread sees to it that they do not wait for the engine, which
//! may have nothing more to tell for a long time.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use candor_engine::Progress;
use candor_evidence::{CheckSite, Status};
use candor_ir::Program;
use candor_report::{Diagnostic, brief};

use crate::console;
use crate::progress::{lock, say};

/// From then on what is found is told.
const SOON: Duration = Duration::from_secs(1);

/// Tells what is found until it is dropped.
pub(crate) struct FoundLines {
    is_wanted: bool,
    started: Instant,
    told: BTreeSet<CheckSite>,
    /// Lines that wait; `None` when they need not wait any more, or when the search is over.
    waiting: Arc<Mutex<Option<Vec<String>>>>,
    is_timed: bool,
}

impl FoundLines {
    pub(crate) fn new(is_wanted: bool) -> FoundLines {
        let waiting = Arc::new(Mutex::new(Some(Vec::new())));
        FoundLines { is_wanted, started: Instant::now(), told: BTreeSet::new(), waiting, is_timed: false }
    }

    pub(crate) fn see(&mut self, progress: &Progress, program: &Program) {
        if !self.is_wanted {
            return;
        }
        for result in &progress.violations {
            let Status::Violated(confirmed) = &result.status else { continue };
            if self.told.insert(result.at) {
                let diagnostic = Diagnostic::from_fault(&confirmed.fault, program);
                self.add(format!("found: {}", brief(&diagnostic, &console::sources())));
            }
        }
    }

    fn add(&mut self, line: String) {
        match &mut *lock(&self.waiting) {
            Some(lines) => lines.push(line),
            None => say(&line),
        }
        if !self.is_timed {
            self.is_timed = true;
            let (waiting, left) = (Arc::clone(&self.waiting), SOON.saturating_sub(self.started.elapsed()));
            let tell = move || {
                thread::sleep(left);
                // Later violations are printed at once.
                lock(&waiting).take().into_iter().flatten().for_each(|line| say(&line));
            };
            match thread::Builder::new().name("found".into()).spawn(tell) {
                // Without the thread it is told at the end.
                Ok(_) | Err(_) => {}
            }
        }
    }
}

impl Drop for FoundLines {
    fn drop(&mut self) {
        lock(&self.waiting).take();
    }
}
