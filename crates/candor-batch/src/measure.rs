//! Who measures and limits a task: candor itself, or `runexec` of BenchExec with the cgroups of the system.
//!
//! `runexec` runs the command, kills it with all that it started when a limit is hit, and prints what it has measured as lines like
//! `walltime=0.015s`. It is run without its container, whose private file system would hide what the task needs; it
//! joins the two outputs of a command, so that a shell in between writes them to two files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::supervise::{End, Finished, Limits, supervise};
use crate::text::shorten;

/// Who measures.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measurer {
    #[default]
    Candor,
    Benchexec,
}

impl Measurer {
    /// The program that measures, as every row of the results names it.
    pub fn measured_by(self) -> &'static str {
        match self {
            Measurer::Candor => "candor",
            Measurer::Benchexec => "runexec",
        }
    }
}

/// `runexec` itself needs a moment to start and to clean up.
const SPARE_TIME: Duration = Duration::from_secs(30);
/// A Python that watches a process.
const SPARE_MEMORY: u64 = 1 << 30;

const SHELL: &str = "out=$1 err=$2; shift 2; exec \"$@\" >\"$out\" 2>\"$err\"";

/// Runs a command in a folder, within limits that `runexec` keeps. `scratch` is an empty folder on this machine.
pub fn run_with_runexec(
    words: &[OsString],
    limits: Limits,
    folder: &Path,
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<Finished, String> {
    let (out, err) = (scratch.join("out"), scratch.join("err"));
    let mut command = Command::new("runexec");
    command.args(["--quiet", "--no-container", "--output", "/dev/null"]);
    command.arg("--walltimelimit").arg(limits.wall.as_secs_f64().ceil().to_string());
    command.arg("--memlimit").arg(limits.memory.to_string());
    command.args(["--", "/bin/sh", "-c", SHELL, "sh"]).args([&out, &err]).args(words).current_dir(folder);
    let outer = Limits { wall: limits.wall + SPARE_TIME, memory: SPARE_MEMORY };
    let finished =
        supervise(&mut command, outer, stop).map_err(|error| format!("runexec cannot be started: {error}"))?;
    if finished.end == End::Stopped {
        return Ok(finished);
    }
    let measured = Measured::read(&finished)?;
    let [stdout, stderr] = [out, err].map(|path| fs::read(path).unwrap_or_default());
    Ok(Finished {
        end: measured.end,
        stdout,
        stderr,
        wall: measured.wall,
        cpu: measured.cpu,
        peak_memory: measured.memory,
    })
}

/// Whether `runexec` can measure and limit here, and if not, why.
pub fn try_runexec(scratch: &Path, stop: &AtomicBool) -> Result<(), String> {
    let limits = Limits { wall: Duration::from_secs(10), memory: 64 << 20 };
    let finished = run_with_runexec(&["true".into()], limits, scratch, scratch, stop)?;
    match finished.end {
        End::Exited(0) => Ok(()),
        end => Err(format!("runexec cannot run `true`: {end:?}")),
    }
}

#[derive(Debug, PartialEq)]
struct Measured {
    end: End,
    wall: Duration,
    cpu: Duration,
    memory: u64,
}

impl Measured {
    fn read(finished: &Finished) -> Result<Measured, String> {
        let text = String::from_utf8_lossy(&finished.stdout);
        let pairs: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let words = String::from_utf8_lossy(&finished.stderr);
        let words = words.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it said nothing");
        let lacks = |key: &str| format!("runexec did not tell the {key}: {}", shorten(words));
        let get = |key: &str| pairs.get(key).copied().ok_or_else(|| lacks(key));
        let seconds = |key: &str| -> Result<Duration, String> {
            let number = get(key)?.trim_end_matches('s').parse().map_err(|_| lacks(key))?;
            Duration::try_from_secs_f64(number).map_err(|_| lacks(key))
        };
        let code = |key: &str| pairs.get(key).and_then(|number| number.parse::<i32>().ok());
        let end = match (pairs.get("terminationreason").copied(), code("returnvalue"), code("exitsignal")) {
            (Some("walltime" | "cputime" | "cputime-soft"), _, _) => End::OutOfTime,
            (Some("memory"), _, _) => End::OutOfMemory,
            (Some(reason), _, _) => {
                return Err(format!("runexec stopped it ({}): {}", shorten(reason), shorten(words)));
            }
            (None, Some(code), _) => End::Exited(code),
            (None, None, Some(signal)) => End::Signalled(signal),
            (None, None, None) => return Err(lacks("return value")),
        };
        let memory = get("memory")?.trim_end_matches('B').parse().map_err(|_| lacks("memory"))?;
        Ok(Measured { end, wall: seconds("walltime")?, cpu: seconds("cputime")?, memory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(stdout: &str) -> Result<Measured, String> {
        Measured::read(&Finished {
            end: End::Exited(0),
            stdout: stdout.as_bytes().to_vec(),
            stderr: b"no cgroups here\n\n".to_vec(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        })
    }

    #[test]
    fn what_runexec_prints() {
        let measured = read("returnvalue=3\nwalltime=1.5s\ncputime=0.25s\ncputime-cpu0=0.25s\nmemory=262144B\n");
        let expected = Measured {
            end: End::Exited(3),
            wall: Duration::from_millis(1500),
            cpu: Duration::from_millis(250),
            memory: 262_144,
        };
        assert_eq!(measured, Ok(expected));
        let end = |text: &str| read(&format!("{text}\nwalltime=1s\ncputime=1s\nmemory=1B\n")).map(|it| it.end);
        assert_eq!(end("terminationreason=walltime\nexitsignal=9"), Ok(End::OutOfTime));
        assert_eq!(end("terminationreason=memory\nexitsignal=9"), Ok(End::OutOfMemory));
        assert_eq!(end("exitsignal=11"), Ok(End::Signalled(11)));
        assert_eq!(end("terminationreason=failed"), Err("runexec stopped it (failed): no cgroups here".to_owned()));
        let error = read("returnvalue=0\nwalltime=1s\nmemory=1B\n").unwrap_err();
        assert_eq!(error, "runexec did not tell the cputime: no cgroups here");
    }
}
