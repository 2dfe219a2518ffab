//! Waiting for answers that come from another thread, no longer than we want.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::sexpr::Sexpr;
use crate::Reason;
use crate::budget::Meter;

/// How often we look at the clock and the interrupt while waiting.
const TICK: Duration = Duration::from_millis(10);

/// An answer; the text of an `Err` says why there will be no more.
pub(super) type Answer = Result<Sexpr, String>;

/// Where the answers arrive.
pub(super) struct Answers {
    arriving: Receiver<Answer>,
    are_coming: bool,
}

impl Answers {
    pub(super) fn new(arriving: Receiver<Answer>) -> Answers {
        Answers { arriving, are_coming: true }
    }

    /// The next answer, with `on_tick` called now and then before it is there. An error message of the solver is `Reason::Failed`.
    pub(super) fn receive(&mut self, meter: &mut Meter<'_>, on_tick: impl Fn()) -> Result<Sexpr, Reason> {
        loop {
            match self.arriving.recv_timeout(TICK) {
                // What programs say to options, though nobody asked.
                Ok(Ok(Sexpr::Atom(word))) if word == "success" || word == "unsupported" => {}
                Ok(Ok(answer)) => return error_message(answer),
                Ok(Err(message)) => {
                    self.are_coming = false;
                    return Err(Reason::Failed(message));
                }
                Err(RecvTimeoutError::Timeout) => on_tick(),
                Err(RecvTimeoutError::Disconnected) => {
                    self.are_coming = false;
                    return Err(Reason::Failed("the solver has ended".to_owned()));
                }
            }
            if meter.look_around() {
                return Err(meter.exceeded().unwrap_or(Reason::Incomplete));
            }
        }
    }

    /// Waits until nobody is there any more who could answer; not longer than this.
    pub(super) fn wait_for_end(&self, patience: Duration) {
        let end = std::time::Instant::now() + patience;
        while let Ok(_) | Err(RecvTimeoutError::Timeout) = self.arriving.recv_timeout(TICK) {
            if std::time::Instant::now() > end {
                return;
            }
        }
    }

    /// Whether an answer may still come.
    pub(super) fn are_coming(&self) -> bool {
        self.are_coming
    }
}

fn error_message(answer: Sexpr) -> Result<Sexpr, Reason> {
    match answer.as_list() {
        Some([head, rest @ ..]) if head.is_atom("error") => {
            let message: Vec<String> = rest.iter().map(Sexpr::to_string).collect();
            Err(Reason::Failed(message.join(" ")))
        }
        _ => Ok(answer),
    }
}
