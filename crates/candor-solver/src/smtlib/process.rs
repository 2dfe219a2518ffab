//! A program at the other end of two pipes, which never makes us wait longer than we want.
//!
//! One thread writes and one reads: a program that neither reads nor writes blocks them and not us, and its death ends both.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::answers::{Answer, Answers};
use super::peer::{Dialect, Peer};
use super::sexpr::{Reader, Sexpr};
use crate::Reason;
use crate::budget::Meter;

/// The program is asked for exactly what we use. `ALL` because the narrower logics are traps: Z3 is slow in `QF_ABV`.
const DIALECT: Dialect = Dialect {
    preamble: "(set-option :print-success false)\n\
               (set-option :produce-models true)\n\
               (set-option :produce-unsat-assumptions true)\n\
               (set-logic ALL)\n",
    failed: "(get-unsat-assumptions)\n",
};

pub(super) struct Process {
    child: Child,
    to_child: Sender<String>,
    answers: Answers,
}

impl Process {
    /// Starts a program with its options, separated by blanks.
    pub(super) fn start(command: &str) -> Result<Process, Reason> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| Reason::Failed("no program is named".to_owned()))?;
        let child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|error| Reason::Failed(format!("{program} cannot be started: {error}")))?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let (to_child, texts) = channel();
        let (answers, from_child) = channel();
        thread::spawn(move || write_all(stdin, &texts));
        thread::spawn(move || read_all(stdout, &answers));
        Ok(Process { child, to_child, answers: Answers::new(from_child) })
    }
}

impl Peer for Process {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn send(&mut self, commands: String) {
        if !commands.is_empty() && self.to_child.send(commands).is_err() {
            // The writer has ended because the program has; that shows when an answer is wanted.
        }
    }

    fn receive(&mut self, meter: &mut Meter<'_>) -> Result<Sexpr, Reason> {
        self.answers.receive(meter, || {})
    }

    fn is_alive(&self) -> bool {
        self.answers.are_coming()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.child.kill().and_then(|()| self.child.wait()).is_err() {
            // It has ended already, which is what we want.
        }
    }
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut stdout: ChildStdout, answers: &Sender<Answer>) {
    let mut reader = Reader::default();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n_bytes = match stdout.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(n_bytes) => n_bytes,
        };
        for byte in &buffer[..n_bytes] {
            let answer = match reader.feed(*byte) {
                Ok(None) => continue,
                Ok(Some(answer)) => Ok(answer),
                Err(message) => Err(message),
            };
            let is_end = answer.is_err();
            if answers.send(answer).is_err() || is_end {
                return;
            }
        }
    }
}
