//! How far a batch has come: a bar on terminals, and a line for each answer that is wrong or missing.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use candor_batch::{Answer, Judgement, ResultRow};

use crate::console;

const WIDTH: usize = 24;
/// Nobody reads faster than this.
const INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct Bar {
    n_tasks: usize,
    n_before: usize,
    n_now: usize,
    n_verdicts: usize,
    n_wrong: usize,
    n_errors: usize,
    started: Instant,
    shown: Option<Instant>,
    is_terminal: bool,
    /// What a scheduler says.
    queue: String,
}

impl Bar {
    /// Of so many tasks, so many were done before.
    pub(super) fn new(n_tasks: usize, n_before: usize) -> Bar {
        let bar = Bar {
            n_tasks,
            n_before,
            n_now: 0,
            n_verdicts: 0,
            n_wrong: 0,
            n_errors: 0,
            started: Instant::now(),
            shown: None,
            is_terminal: io::stderr().is_terminal(),
            queue: String::new(),
        };
        if n_before > 0 {
            console::write_message(&format!("{n_before} of {n_tasks} tasks are done already\n"));
        }
        bar
    }

    pub(super) fn add(&mut self, row: &ResultRow) {
        self.n_now += 1;
        self.n_verdicts += usize::from(row.answer.is_verdict());
        let word = match (row.judgement(), &row.answer) {
            (Judgement::Wrong, _) => {
                self.n_wrong += 1;
                Some("WRONG")
            }
            (_, Answer::Error) => {
                self.n_errors += 1;
                Some("error")
            }
            _ => None,
        };
        if let Some(word) = word {
            let colon = if row.detail.is_empty() { "" } else { ": " };
            self.say(&format!("{word}: {} {} {}{colon}{}", row.path, row.property, row.answer, row.detail));
        }
        self.show();
    }

    /// Shows what a scheduler says, until it says something else.
    pub(super) fn set_queue(&mut self, queue: String) {
        self.queue = queue;
    }

    /// Says something to the user, in a line of its own.
    pub(super) fn say(&mut self, text: &str) {
        self.clear();
        console::write_message(&format!("{text}\n"));
    }

    pub(super) fn show(&mut self) {
        if self.is_terminal && self.shown.is_none_or(|shown| shown.elapsed() >= INTERVAL) {
            console::write_message(&format!("\r\x1b[K{}", self.line(self.started.elapsed())));
            self.shown = Some(Instant::now());
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            console::write_message("\r\x1b[K");
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let n_done = self.n_before + self.n_now;
        let filled = WIDTH * n_done / self.n_tasks.max(1);
        let mut line = format!(
            "[{}{}] {n_done}/{}, {} with a verdict, {} wrong",
            "#".repeat(filled),
            ".".repeat(WIDTH - filled),
            self.n_tasks,
            self.n_verdicts,
            self.n_wrong
        );
        if self.n_errors > 0 {
            line += &format!(", {} errors", self.n_errors);
        }
        if !self.queue.is_empty() {
            line += &format!(", {}", self.queue);
        }
        line += &format!(", {}", clock(elapsed));
        match u32::try_from(self.n_now) {
            Ok(n_now @ 1..) if n_done < self.n_tasks => {
                let rest = u32::try_from(self.n_tasks - n_done).unwrap_or(u32::MAX);
                line += &format!(", about {} left", clock(elapsed / n_now * rest));
            }
            Ok(_) | Err(_) => {}
        }
        line
    }
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_counts_only_what_was_done_now() {
        let mut bar = Bar::new(100, 0);
        (bar.n_before, bar.n_now, bar.n_verdicts) = (40, 10, 7);
        let line = bar.line(Duration::from_secs(60));
        let expected = "[############............] 50/100, 7 with a verdict, 0 wrong, 1:00, about 5:00 left";
        assert_eq!(line, expected);
        bar.n_now = 60;
        assert!(bar.line(Duration::from_secs(3700)).ends_with("0 wrong, 1:01:40"));
    }
}
