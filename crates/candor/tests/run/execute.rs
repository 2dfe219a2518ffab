//! Processes with a time limit.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a process did.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// `None`: it was still running when its time was up.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Runs a command to its end, or to the end of its time.
pub(crate) fn execute(command: &mut Command, stdin: &[u8], limit: Duration) -> Result<Finished, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start {:?}: {error}", command.get_program()))?;
    let (input, text) = (child.stdin.take(), stdin.to_vec());
    // A program that does not read its input closes the pipe, which is no failure.
    thread::spawn(move || input.map(|mut input| input.write_all(&text)));
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let status = wait(&mut child, limit)?;
    let text = |thread: thread::JoinHandle<Vec<u8>>| thread.join().map_err(|_| "cannot read the output".to_owned());
    Ok(Finished { status, stdout: text(stdout)?, stderr: text(stderr)? })
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut text = Vec::new();
        // What was read before an error is still worth showing.
        match pipe.map(|mut pipe| pipe.read_to_end(&mut text)) {
            Some(Ok(_) | Err(_)) | None => text,
        }
    })
}

fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>, String> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill().map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
