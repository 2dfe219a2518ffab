//! A line on the terminal that tells how far an engine has come.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use candor_engine::Progress;

use crate::console;

/// Nobody reads faster than this.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line, rewritten in place. Nothing is written unless standard error is a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_shown: bool,
    written: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { is_shown: io::stderr().is_terminal(), written: None }
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        let is_due = self.written.is_none_or(|written| written.elapsed() >= INTERVAL);
        if self.is_shown && is_due {
            console::write_message(&format!("\r\x1b[K{}", line(progress)));
            self.written = Some(Instant::now());
        }
    }

    /// The same for symbolic execution, whose bound is the number of its paths.
    pub(crate) fn show_paths(&mut self, progress: &Progress) {
        let is_due = self.written.is_none_or(|written| written.elapsed() >= INTERVAL);
        if self.is_shown && is_due {
            let Progress { bound, states, elapsed, .. } = progress;
            let text = format!("{bound} paths, {states} blocks, {:.1} s", elapsed.as_secs_f64());
            console::write_message(&format!("\r\x1b[K{text}"));
            self.written = Some(Instant::now());
        }
    }

    /// Whatever there is to say.
    pub(crate) fn show_text(&mut self, text: impl FnOnce() -> String) {
        let is_due = self.written.is_none_or(|written| written.elapsed() >= INTERVAL);
        if self.is_shown && is_due {
            console::write_message(&format!("\r\x1b[K{}", text()));
            self.written = Some(Instant::now());
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if self.written.take().is_some() {
            console::write_message("\r\x1b[K");
        }
    }
}

fn line(progress: &Progress) -> String {
    let Progress { engine, bound, states, checks_settled, elapsed, violations: _ } = progress;
    let depth = match *engine {
        "symex" => format!("{bound} paths, {states} blocks"),
        _ => format!("bound {bound}, {states} states"),
    };
    format!("{engine}: {depth}, {checks_settled} checks settled, {:.1} s", elapsed.as_secs_f64())
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
        assert_eq!(line(&progress), "bmc: bound 3, 120 states, 41 checks settled, 2.3 s");
        let progress = Progress { engine: "symex", ..progress };
        assert_eq!(line(&progress), "symex: 3 paths, 120 blocks, 41 checks settled, 2.3 s");
    }
}
