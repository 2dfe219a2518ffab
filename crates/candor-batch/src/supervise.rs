//! A process with limits, and nothing left of it when it is over.
//!
//! The process is the leader of a group of its own, to which everything belongs that it starts. When it has ended, by itself or not,
//! the whole group is killed *before* the leader is collected: until then its number cannot belong to anybody else.
//! The times that the system has counted are read at the same moment.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

/// What a process may use.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    pub wall: Duration,
    /// Bytes that are really in use.
    pub memory: u64,
}

/// How it ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Signalled(i32),
    OutOfTime,
    OutOfMemory,
    /// We were told to stop.
    Stopped,
}

#[derive(Clone, Debug)]
pub struct Finished {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub wall: Duration,
    /// Of the process and what it started and waited for.
    pub cpu: Duration,
    /// Bytes of the process itself, as far as was seen.
    pub peak_memory: u64,
}

/// Shorter than anything that a person would notice, longer than a look takes.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);
/// How often the memory in use is looked at.
const MEMORY_LOOK: Duration = Duration::from_millis(40);
/// Output beyond this is thrown away, but for the last of it.
const MOST_OUTPUT: usize = 32 << 20;
const TAIL: usize = 4096;

/// Runs a command without input to its end, to its limits, or until `stop` is set.
pub fn supervise(command: &mut Command, limits: Limits, stop: &AtomicBool) -> io::Result<Finished> {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
    let mut peak_memory = 0;
    let cut = watch(pid, start, limits, stop, &mut peak_memory);
    // Should looking fail, killing is all the more in place.
    let wall = start.elapsed();
    kill_group(pid);
    let seen = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    let cpu = cpu_time(pid);
    kill_group(pid);
    reap(&mut child)?;
    let end = cut?.map_or_else(|| seen.map(|status| end_of(status.as_ref())), Ok)?;
    let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().unwrap_or_default());
    Ok(Finished { end, stdout, stderr, wall, cpu, peak_memory })
}

/// Waits for the end of the process without collecting it; `Some`: why it has to be killed.
fn watch(
    pid: Pid,
    start: Instant,
    limits: Limits,
    stop: &AtomicBool,
    peak_memory: &mut u64,
) -> io::Result<Option<End>> {
    let mut pause = Duration::from_micros(500);
    let mut looked = Duration::ZERO;
    loop {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        if waitid(WaitId::Pid(pid), options)?.is_some() {
            return Ok(None);
        }
        let elapsed = start.elapsed();
        if stop.load(Ordering::Relaxed) {
            return Ok(Some(End::Stopped));
        }
        if elapsed > limits.wall {
            return Ok(Some(End::OutOfTime));
        }
        if elapsed - looked > MEMORY_LOOK {
            looked = elapsed;
            let (now, peak) = memory(pid);
            *peak_memory = (*peak_memory).max(peak);
            if now > limits.memory {
                return Ok(Some(End::OutOfMemory));
            }
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn kill_group(pid: Pid) {
    // That there is nobody left to kill is what we want.
    match kill_process_group(pid, Signal::KILL) {
        Ok(()) | Err(_) => {}
    }
}

fn reap(child: &mut Child) -> io::Result<()> {
    child.wait().map(|_| ())
}

fn end_of(status: Option<&WaitIdStatus>) -> End {
    let exited = status.and_then(WaitIdStatus::exit_status);
    let signalled = status.and_then(WaitIdStatus::terminating_signal);
    match (exited, signalled) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signalled(signal),
        (None, None) => End::Signalled(0),
    }
}

/// The bytes in use and the most that were ever in use.
fn memory(pid: Pid) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next()).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0)
    };
    (field("VmRSS:").saturating_mul(1024), field("VmHWM:").saturating_mul(1024))
}

/// The system's clock ticks in a second, which has been this number on Linux for ever.
const TICKS: u32 = 100;

/// The time that a process that has ended, and those that it has waited for, have used.
fn cpu_time(pid: Pid) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    // The name in parentheses may hold anything; what follows it are numbers, of which the times are the 12th to the 15th.
    let numbers = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u32 = numbers.skip(11).take(4).filter_map(|word| word.parse::<u32>().ok()).sum();
    Duration::from_secs(1) * ticks / TICKS
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || pipe.map(read_all).unwrap_or_default())
}

/// Everything, or the beginning and the end of what is too much.
fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut head = Vec::new();
    let mut tail: VecDeque<u8> = VecDeque::new();
    let mut buffer = [0; 1 << 14];
    loop {
        match pipe.read(&mut buffer) {
            Ok(n) if n > 0 => {
                let into_head = n.min(MOST_OUTPUT - head.len());
                head.extend_from_slice(&buffer[..into_head]);
                tail.extend(&buffer[into_head..n]);
                tail.drain(..tail.len().saturating_sub(TAIL));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // What was read before an error is still worth having.
            Ok(_) | Err(_) => break,
        }
    }
    head.extend(tail);
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, limits: Limits) -> Finished {
        let mut command = Command::new("sh");
        supervise(command.args(["-c", script]), limits, &AtomicBool::new(false)).expect("sh can be started")
    }

    const LIMITS: Limits = Limits { wall: Duration::from_secs(60), memory: 1 << 30 };

    #[test]
    fn ends_and_output() {
        let finished = run("echo out; echo err >&2; exit 7", LIMITS);
        assert_eq!(
            (finished.end, &*finished.stdout, &*finished.stderr),
            (End::Exited(7), &b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(run("kill -11 $$", LIMITS).end, End::Signalled(11));
    }

    #[test]
    fn whatever_it_started_dies_with_it() {
        let short = Limits { wall: Duration::from_millis(300), ..LIMITS };
        // The second process keeps the pipe open: were it alive, reading would take a minute.
        let finished = run("sleep 61 & echo $!; sleep 62", short);
        assert_eq!(finished.end, End::OutOfTime);
        assert!(finished.wall < Duration::from_secs(20));
        let pid = String::from_utf8(finished.stdout).expect("a number");
        assert!(!is_running(pid.trim()), "{pid}");
        let finished = run("sleep 61 & echo $!", LIMITS);
        assert_eq!(finished.end, End::Exited(0));
        assert!(!is_running(String::from_utf8_lossy(&finished.stdout).trim()));
    }

    /// A process that nobody has collected yet runs no more. One that was killed may need a moment to notice.
    fn is_running(pid: &str) -> bool {
        (0..100).all(|_| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let runs = stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']));
            thread::sleep(Duration::from_millis(if runs { 20 } else { 0 }));
            runs
        })
    }

    #[test]
    fn memory_is_watched() {
        let small = Limits { memory: 200 << 20, ..LIMITS };
        let finished = run("exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'", small);
        assert_eq!(finished.end, End::OutOfMemory);
        assert!(finished.peak_memory > 100 << 20);
    }

    #[test]
    fn processor_time_is_counted() {
        let finished = run("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done", LIMITS);
        assert!(finished.cpu > Duration::from_millis(20), "{finished:?}");
    }

    #[test]
    fn too_much_output_keeps_its_last_line() {
        let finished = run("head -c 40000000 /dev/zero; echo; echo TRUE", LIMITS);
        assert!(finished.stdout.ends_with(b"\nTRUE\n") && finished.stdout.len() <= MOST_OUTPUT + TAIL);
    }
}
