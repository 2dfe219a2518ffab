//! Native programs: compiled by clang for this machine, and run, but not for ever.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::clang::{FileFlags, run};
use crate::config::FrontendConfig;
use crate::error::FrontendError;

/// Compiles and links with these arguments; `path` is the file that messages are about.
pub fn compile_native(path: &Path, args: &[String], config: &FrontendConfig) -> Result<(), FrontendError> {
    let args = args.iter().map(Into::into).collect();
    run(path, args, &FileFlags::default(), config).map(drop)
}

/// How a native program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    Exit(i32),
    /// Killed by this signal.
    Signal(i32),
    /// It took too long and was killed.
    Time,
}

/// A native program that has run.
#[derive(Clone, Debug)]
pub struct NativeRun {
    pub end: NativeEnd,
    /// The beginning of what it wrote to its standard error.
    pub stderr: String,
}

/// What is kept of a program's messages.
const MOST_BYTES: u64 = 1 << 20;
/// How often to look whether a program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Runs a program without input and without output. Sanitizers find their symbolizer at this path.
pub fn run_native(program: &Path, symbolizer: Option<&Path>, limit: Duration) -> io::Result<NativeRun> {
    // Files and variables that are there by chance are not what a counterexample speaks of.
    let folder = program.with_extension("folder");
    fs::create_dir_all(&folder)?;
    let mut command = Command::new(fs::canonicalize(program)?);
    command.current_dir(&folder).env_clear();
    if let Some(symbolizer) = symbolizer {
        for name in ["ASAN", "UBSAN", "LSAN", "MSAN", "TSAN"] {
            command.env(format!("{name}_SYMBOLIZER_PATH"), symbolizer);
        }
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let pipe = child.stderr.take();
    let reader = thread::spawn(move || beginning(pipe));
    let deadline = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(LOOK);
    };
    let bytes = reader.join().unwrap_or_default();
    // What is left of it lies among other temporary files.
    drop(fs::remove_dir_all(&folder));
    let end = status.map_or(NativeEnd::Time, native_end);
    Ok(NativeRun { end, stderr: String::from_utf8_lossy(&bytes).into_owned() })
}

/// The rest is read as well, or the program would wait for somebody to read it.
fn beginning(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // A broken pipe ends the output; the exit status then tells what happened.
        drop(pipe.by_ref().take(MOST_BYTES).read_to_end(&mut bytes));
        drop(io::copy(&mut pipe, &mut io::sink()));
    }
    bytes
}

fn native_end(status: ExitStatus) -> NativeEnd {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => NativeEnd::Exit(code),
        (None, signal) => NativeEnd::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_end_or_are_ended() {
        let run = run_native(Path::new("/bin/false"), None, Duration::from_secs(30)).expect("it runs");
        assert_eq!(run.end, NativeEnd::Exit(1));
        let run = run_native(Path::new("/bin/cat"), None, Duration::from_secs(30)).expect("it runs");
        assert_eq!(run.end, NativeEnd::Exit(0));
        assert!(run_native(Path::new("/nowhere"), None, Duration::from_secs(1)).is_err());
    }
}
