//! Z3 in this process, on a thread of its own, which never makes us wait longer than we want.
//!
//! Z3 works while it evaluates commands and cannot be asked to come back in between, so that it needs a thread: the one that wants
//! the answer watches the clock meanwhile. When that has waited enough it tells Z3 to stop, and waits a moment for that. A Z3
//! that does not stop is left alone: its thread ends, and gives back its memory, when Z3 comes to its senses, or with the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use candor_z3_sys::{Context, Interrupter, Library, keep_ctrl_c, repeat_ctrl_c};

use super::answers::{Answer, Answers};
use super::peer::{Dialect, Peer};
use super::sexpr::{Reader, Sexpr};
use crate::Reason;
use crate::budget::Meter;

/// Options of SMT-LIB that say what is to be produced come too late for a context that exists; Z3's own name for one does not. What it
/// calls a core then are the assumptions that failed.
const DIALECT: Dialect = Dialect {
    preamble: "(set-option :print-success false)\n(set-option :unsat_core true)\n(set-logic ALL)\n",
    failed: "(get-unsat-core)\n",
};

/// Z3 recurses over terms.
const STACK: usize = 256 << 20;
/// How long Z3 has to stop. It takes a few milliseconds when it searches.
const GRACE: Duration = Duration::from_millis(200);

pub(super) struct Z3 {
    /// `None` when it is being dropped.
    to_worker: Option<Sender<String>>,
    answers: Answers,
    interrupter: Interrupter,
    is_stopped: Arc<AtomicBool>,
}

impl Z3 {
    pub(super) fn start(library: Library) -> Result<Z3, Reason> {
        let (to_worker, texts) = channel();
        let (answers, from_worker) = channel();
        let (ready, is_ready) = channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let of_worker = Arc::clone(&is_stopped);
        let work = move || {
            let context = Context::new(library);
            if ready.send(context.interrupter()).is_ok() {
                Worker { context, is_stopped: of_worker }.work(&texts, &answers);
            }
        };
        let failed = |what: String| Reason::Failed(format!("Z3 cannot be started: {what}"));
        let thread = thread::Builder::new().name("z3".to_owned()).stack_size(STACK).spawn(work);
        thread.map_err(|error| failed(error.to_string()))?;
        let interrupter = is_ready.recv().map_err(|error| failed(error.to_string()))?;
        Ok(Z3 { to_worker: Some(to_worker), answers: Answers::new(from_worker), interrupter, is_stopped })
    }
}

impl Peer for Z3 {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn send(&mut self, commands: String) {
        let Some(to_worker) = self.to_worker.as_ref().filter(|_| !commands.is_empty()) else { return };
        if to_worker.send(commands).is_err() {
            // The worker has ended; that shows when an answer is wanted.
        }
    }

    fn receive(&mut self, meter: &mut Meter<'_>) -> Result<Sexpr, Reason> {
        self.answers.receive(meter, keep_ctrl_c)
    }

    fn is_alive(&self) -> bool {
        self.answers.are_coming()
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.interrupter.interrupt();
        self.to_worker = None;
        self.answers.wait_for_end(GRACE);
    }
}

/// What lives on Z3's thread.
struct Worker {
    context: Context,
    is_stopped: Arc<AtomicBool>,
}

impl Worker {
    fn work(mut self, texts: &Receiver<String>, answers: &Sender<Answer>) {
        for text in texts {
            if self.is_stopped.load(Ordering::Relaxed) {
                return;
            }
            for answer in self.answers_to(&text) {
                let is_end = answer.is_err();
                if answers.send(answer).is_err() || is_end {
                    return;
                }
            }
        }
    }

    /// What Z3 says to commands. All of it is an error if Z3 reports one, so that none of it is taken for an answer.
    fn answers_to(&mut self, commands: &str) -> Vec<Answer> {
        match self.context.evaluate(commands) {
            Ok(text) => {
                let answers = read(&text);
                if answers.iter().any(|answer| answer.as_ref().is_ok_and(|answer| answer.is_atom("unknown"))) {
                    self.pass_on_ctrl_c();
                }
                answers
            }
            Err(message) => vec![Ok(Sexpr::error(&message))],
        }
    }

    /// A check that was interrupted, though not by us, was so because Z3 has taken the user's Ctrl-C for its own.
    fn pass_on_ctrl_c(&mut self) {
        let reason = self.context.evaluate("(get-info :reason-unknown)\n").unwrap_or_default();
        let is_interrupted = ["interrupted", "canceled"].iter().any(|word| reason.contains(word));
        if is_interrupted && !self.is_stopped.load(Ordering::Relaxed) {
            repeat_ctrl_c();
        }
    }
}

fn read(text: &str) -> Vec<Answer> {
    let mut reader = Reader::default();
    // A word ends only at what follows it.
    text.bytes().chain([b'\n']).filter_map(|byte| reader.feed(byte).transpose()).collect()
}
