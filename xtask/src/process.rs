//! Processes with limits, and work shared among cores.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a process did.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// `None`: it was still running when its time was up.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) time: Duration,
}

impl Finished {
    /// The exit status, if it ended by itself in time.
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    pub(crate) fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Runs a command without input, to its end or to the end of its time.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<Finished, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("cannot start {:?}: {error}", command.get_program()))?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let status = wait(&mut child, start, limit)?;
    let time = start.elapsed();
    let text = |thread: thread::JoinHandle<Vec<u8>>| thread.join().map_err(|_| "cannot read the output".to_owned());
    Ok(Finished { status, stdout: text(stdout)?, stderr: text(stderr)?, time })
}

/// A command that may not use more memory than this.
pub(crate) fn limited(program: &OsStr, megabytes: u64) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {} && exec \"$0\" \"$@\"", megabytes * 1024)).arg(program);
    command
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut text = Vec::new();
        // What was read before an error is still worth having.
        match pipe.map(|mut pipe| pipe.read_to_end(&mut text)) {
            Some(Ok(_) | Err(_)) | None => text,
        }
    })
}

fn wait(child: &mut Child, start: Instant, limit: Duration) -> Result<Option<ExitStatus>, String> {
    let mut pause = Duration::from_micros(200);
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
        // Fine enough for times of milliseconds, coarse enough to cost nothing in long runs.
        pause = (pause * 2).min(start.elapsed() / 200 + Duration::from_micros(200));
    }
}

/// Does all the work on all cores; results come in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let n_threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(idx) else { break };
                    let result = work(item);
                    results.lock().expect("no worker panics while it holds the lock").push((idx, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no worker panics while it holds the lock");
    results.sort_by_key(|(idx, _)| *idx);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A command that runs a program and prints, in the last line, how much time processors spent on it.
pub(crate) fn timed(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg("\"$0\" \"$@\"; status=$?; times; exit $status").arg(program);
    command
}

/// What such a command has printed besides, and the time in seconds.
pub(crate) fn processor_time(stdout: &[u8]) -> (String, f64) {
    let text = String::from_utf8_lossy(stdout);
    // The shell's own times stand in the line before, as in `0m1.50s 0m0.02s`.
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.pop().unwrap_or_default();
    lines.pop();
    let seconds = |word: &str| {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    (lines.join("\n"), last.split_whitespace().filter_map(seconds).sum())
}
