//! A line on the terminal that tells how far an engine has come.
//!
//! An engine that waits for its solver tells nothing for a while. A thread keeps the time on the line going, so that one sees that
//! candor is alive.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use candor_engine::Progress;

use crate::console;

/// Nobody reads faster than this.
const INTERVAL: Duration = Duration::from_millis(100);
/// What takes no longer than this needs no line of its own.
const PATIENCE: Duration = Duration::from_secs(1);

/// Once this is set, no line is written any more: somebody has the last word.
static IS_SILENT: Mutex<bool> = Mutex::new(false);

/// No line is written any more.
pub(crate) fn silence() {
    *lock(&IS_SILENT) = true;
}

/// The line, rewritten in place. Nothing is written unless standard error is a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_shown: bool,
    started: Instant,
    /// How long all may take.
    limit: Option<Duration>,
    written: Option<Instant>,
    /// The line that goes on by itself. The thread that sees to it ends when the line is gone.
    clocked: Option<Arc<Mutex<Option<Clocked>>>>,
}

/// A line that ends with the time since the beginning.
#[derive(Debug)]
struct Clocked {
    text: String,
    started: Instant,
    limit: Option<Duration>,
    said: Instant,
}

impl ProgressLine {
    /// The line of work that has begun just now and may take so long.
    pub(crate) fn new(limit: Option<Duration>) -> ProgressLine {
        ProgressLine::since(Instant::now(), limit)
    }

    /// The same for work that began earlier.
    pub(crate) fn since(started: Instant, limit: Option<Duration>) -> ProgressLine {
        ProgressLine { is_shown: io::stderr().is_terminal(), started, limit, written: None, clocked: None }
    }

    /// One that is never written.
    pub(crate) fn hidden() -> ProgressLine {
        let mut line = ProgressLine::new(None);
        line.is_shown = false;
        line
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        self.show_clocked(|| line(progress));
    }

    /// For work that tells nothing on the way: this, as soon as it takes more than a moment.
    pub(crate) fn show_doing(&mut self, text: &str) {
        if self.is_shown {
            self.clock(text.to_owned());
        }
    }

    /// The same for symbolic execution, whose bound is the number of its paths.
    pub(crate) fn show_paths(&mut self, progress: &Progress) {
        let Progress { bound, states, .. } = progress;
        self.show_clocked(|| format!("{bound} paths, {states} blocks"));
    }

    /// Whatever there is to say.
    pub(crate) fn show_text(&mut self, text: impl FnOnce() -> String) {
        if self.is_due() {
            write(&text());
            self.written = Some(Instant::now());
        }
    }

    fn is_due(&self) -> bool {
        self.is_shown && self.written.is_none_or(|written| written.elapsed() >= INTERVAL)
    }

    /// A text, and behind it the time, which goes on by itself.
    fn show_clocked(&mut self, text: impl FnOnce() -> String) {
        if self.is_due() {
            let line = self.clock(text());
            write(&line);
        }
    }

    /// Has a thread write the line again and again. The line as it is now.
    fn clock(&mut self, text: String) -> String {
        let now = Instant::now();
        self.written = Some(now);
        let clocked = self.clocked.get_or_insert_with(|| {
            let clocked = Arc::new(Mutex::new(None));
            let line = Arc::downgrade(&clocked);
            match thread::Builder::new().name("progress".into()).spawn(move || keep_going(&line)) {
                // Without the thread the line is less lively.
                Ok(_) | Err(_) => clocked,
            }
        });
        let mut clocked = lock(clocked);
        clocked.insert(Clocked { text, started: self.started, limit: self.limit, said: now }).at(now)
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if let Some(clocked) = self.clocked.take() {
            *lock(&clocked) = None;
        }
        if self.written.take().is_some() {
            write("");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Clocked {
    fn at(&self, now: Instant) -> String {
        let elapsed = now.duration_since(self.started).as_secs_f64();
        let limit = self.limit.map_or_else(String::new, |limit| format!(" of {}", limit.as_secs_f64()));
        format!("{}, {elapsed:.1}{limit} s", self.text)
    }

    /// Whether the line has been the same for long enough to be written again, and the work takes long enough.
    fn is_due(&self, now: Instant) -> bool {
        now.duration_since(self.said) >= INTERVAL && now.duration_since(self.started) >= PATIENCE
    }
}

/// Writes the line again and again while it is there.
fn keep_going(line: &Weak<Mutex<Option<Clocked>>>) {
    while let Some(clocked) = line.upgrade() {
        if let Some(clocked) = &*lock(&clocked) {
            let now = Instant::now();
            if clocked.is_due(now) {
                write(&clocked.at(now));
            }
        }
        drop(clocked);
        thread::sleep(INTERVAL);
    }
}

/// Locks what a panic elsewhere leaves as good as it was.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    let is_silent = lock(&IS_SILENT);
    if !*is_silent {
        console::write_message(&format!("\r\x1b[K{text}"));
    }
}

/// Writes a line that stays, in place of the one that goes on.
pub(crate) fn say(line: &str) {
    let is_silent = lock(&IS_SILENT);
    if !*is_silent {
        let clear = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
        console::write_message(&format!("{clear}{line}"));
    }
}

fn line(progress: &Progress) -> String {
    let Progress { engine, bound, states, checks_settled, elapsed: _, violations: _ } = progress;
    let depth = match *engine {
        "symex" => format!("{bound} paths, {states} blocks"),
        _ => format!("bound {bound}, {states} states"),
    };
    format!("{engine}: {depth}, {checks_settled} checks settled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line() {
        let progress = Progress {
            engine: "bmc",
            bound: 3,
            states: 120,
            checks_settled: 41,
            elapsed: Duration::from_millis(2340),
            violations: Vec::new(),
        };
        assert_eq!(line(&progress), "bmc: bound 3, 120 states, 41 checks settled");
        let started = Instant::now();
        let clocked = Clocked { text: line(&progress), started, limit: None, said: started };
        let at = |clocked: &Clocked, millis| clocked.at(started + Duration::from_millis(millis));
        assert_eq!(at(&clocked, 2340), "bmc: bound 3, 120 states, 41 checks settled, 2.3 s");
        let limited = Clocked { limit: Some(Duration::from_secs(60)), ..clocked };
        assert_eq!(at(&limited, 17_340), "bmc: bound 3, 120 states, 41 checks settled, 17.3 of 60 s");
        assert!(!limited.is_due(started + INTERVAL) && limited.is_due(started + PATIENCE));
        let progress = Progress { engine: "symex", ..progress };
        assert_eq!(line(&progress), "symex: 3 paths, 120 blocks, 41 checks settled");
    }
}
