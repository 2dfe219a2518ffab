//! A program at the other end of two pipes, which never makes us wait longer than we want.
//!
//! One thread writes and one reads: a program that neither reads nor writes blocks them and not us, and its death ends both.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::sexpr::{Reader, Sexpr};
use crate::Reason;
use crate::budget::Meter;

/// How often we look at the clock and the interrupt while waiting.
const TICK: Duration = Duration::from_millis(10);

pub(super) struct Process {
    child: Child,
    to_child: Sender<String>,
    from_child: Receiver<Result<Sexpr, String>>,
    is_alive: bool,
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
        Ok(Process { child, to_child, from_child, is_alive: true })
    }

    /// Hands over commands. If the program is dead, that shows when an answer is wanted.
    pub(super) fn send(&self, commands: String) {
        if !commands.is_empty() && self.to_child.send(commands).is_err() {
            // The writer has ended because the program has; see above.
        }
    }

    /// The next answer. An error message of the program is `Reason::Failed`.
    pub(super) fn receive(&mut self, meter: &mut Meter<'_>) -> Result<Sexpr, Reason> {
        loop {
            match self.from_child.recv_timeout(TICK) {
                // What programs say to options, though nobody asked.
                Ok(Ok(Sexpr::Atom(word))) if word == "success" || word == "unsupported" => {}
                Ok(Ok(answer)) => return error_message(answer),
                Ok(Err(message)) => {
                    self.is_alive = false;
                    return Err(Reason::Failed(message));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_alive = false;
                    return Err(Reason::Failed("the program has ended".to_owned()));
                }
            }
            if meter.look() {
                return Err(meter.exceeded().unwrap_or(Reason::Incomplete));
            }
        }
    }

    /// Whether an answer may still come.
    pub(super) fn is_alive(&self) -> bool {
        self.is_alive
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.child.kill().and_then(|()| self.child.wait()).is_err() {
            // It has ended already, which is what we want.
        }
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

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut stdout: ChildStdout, answers: &Sender<Result<Sexpr, String>>) {
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
