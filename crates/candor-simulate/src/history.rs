//! What has been, so that one can go back.

use std::collections::VecDeque;

use candor_context_concrete::{Machine, Moment};
use candor_interp::ThreadId;

/// Lines that can be gone back by.
const MOST_LINES: usize = 1000;
/// Commands that can be undone.
const MOST_COMMANDS: usize = 200;

/// A moment, and who was about to move.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) moment: Moment,
    pub(crate) thread: ThreadId,
    pub(crate) is_replay: bool,
    pub(crate) turns: Turns,
}

/// Who ran, and how many steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Vec<(ThreadId, u64)>);

impl Turns {
    pub(crate) fn add(&mut self, thread: ThreadId) {
        match self.0.last_mut() {
            Some((last, n_steps)) if *last == thread => *n_steps += 1,
            _ => self.0.push((thread, 1)),
        }
    }

    /// The newest turns, and how many are older.
    pub(crate) fn newest(&self, most: usize) -> (usize, &[(ThreadId, u64)]) {
        let start = self.0.len().saturating_sub(most);
        (start, &self.0[start..])
    }
}

#[derive(Default)]
pub(crate) struct History {
    lines: VecDeque<Kept>,
    /// Before each command that moved, and how many lines there were then.
    commands: VecDeque<(Kept, usize)>,
    /// Lines that are no longer kept.
    n_lost: usize,
}

impl History {
    pub(crate) fn keep_line(&mut self, kept: Kept) {
        self.lines.push_back(kept);
        if self.lines.len() > MOST_LINES {
            self.lines.pop_front();
            self.n_lost += 1;
        }
    }

    pub(crate) fn keep_command(&mut self, kept: Kept) {
        self.commands.push_back((kept, self.n_lost + self.lines.len()));
        if self.commands.len() > MOST_COMMANDS {
            self.commands.pop_front();
        }
    }

    /// The moment so many lines ago, or the oldest there is, and by how many lines that is.
    pub(crate) fn back(&mut self, n_lines: u64) -> Option<(Kept, u64)> {
        let mut found = None;
        let mut n_back = 0;
        while n_back < n_lines {
            let Some(kept) = self.lines.pop_back() else { break };
            found = Some(kept);
            n_back += 1;
        }
        found.map(|kept| (kept, n_back))
    }

    pub(crate) fn undo(&mut self) -> Option<Kept> {
        let (kept, n_lines) = self.commands.pop_back()?;
        self.lines.truncate(n_lines.saturating_sub(self.n_lost));
        Some(kept)
    }

    /// Forgets a command that came to nothing.
    pub(crate) fn drop_command(&mut self) {
        self.commands.pop_back();
    }
}

/// Where the machine is now.
pub(crate) fn keep(machine: &Machine, thread: ThreadId, is_replay: bool, turns: &Turns) -> Kept {
    Kept { moment: machine.moment(), thread, is_replay, turns: turns.clone() }
}
