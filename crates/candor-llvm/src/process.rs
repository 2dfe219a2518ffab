//! Runs a program, but not for ever.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, set_parent_process_death_signal};

/// What a program that ended by itself left behind.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Runs a command to its end; `None` if it took longer than the limit and was killed.
pub(crate) fn output_within(command: &mut Command, limit: Duration) -> io::Result<Option<Output>> {
    die_with_us(command);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (sender, done) = mpsc::channel();
    let readers = [reader(child.stdout.take(), sender.clone()), reader(child.stderr.take(), sender)];
    // Both pipes are closed when the program ends, so waiting for the readers is waiting for the program.
    for _ in &readers {
        if done.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            kill(&mut child)?;
            return Ok(None);
        }
    }
    let status = child.wait()?;
    let [stdout, stderr] = readers.map(|reader| reader.join().unwrap_or_default());
    Ok(Some(Output { status, stdout, stderr }))
}

/// Should candor be killed, the program must not go on alone. The thread that starts it waits for it, so that it is not taken for
/// dead too early.
#[expect(unsafe_code, reason = "nothing but a system call is made between fork and exec")]
fn die_with_us(command: &mut Command) {
    // SAFETY: the closure makes one system call; it does not allocate, lock or touch memory of other threads.
    unsafe {
        command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
    }
}

fn reader(pipe: Option<impl Read + Send + 'static>, done: mpsc::Sender<()>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A broken pipe ends the output; the exit status then tells what happened.
            drop(pipe.read_to_end(&mut bytes));
        }
        // Nobody listens any more if the time was up.
        done.send(()).unwrap_or_default();
        bytes
    })
}

fn kill(child: &mut Child) -> io::Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_stopped() {
        let mut sleep = Command::new("sleep");
        let output = output_within(sleep.arg("30"), Duration::from_millis(50)).expect("sleep runs");
        assert!(output.is_none());
    }

    #[test]
    fn output_and_status_come_back() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "echo out; echo err >&2; exit 3"]);
        let output = output_within(&mut shell, Duration::from_secs(30)).expect("sh runs").expect("sh ends");
        assert_eq!(
            (output.status.code(), &output.stdout[..], &output.stderr[..]),
            (Some(3), &b"out\n"[..], &b"err\n"[..])
        );
    }
}
