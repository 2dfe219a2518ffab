//! One task: the process that does it, within its limits, and what came of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, fs, io, process};

use candor_batch::{
    Answer, Finished, Given, Limits, Measurer, Outcome, Pack, Program, Setup, Task, run_with_runexec, supervise,
    try_runexec,
};

use super::child;

/// How long a task may go on after its time, to say what it knows by then.
const GRACE: Duration = Duration::from_millis(1500);
/// Even a busy machine checks an empty program in this time.
const SPARE_TIME: Duration = Duration::from_secs(60);

/// What came of a task, and all that its process said.
pub(super) struct TaskResult {
    pub(super) outcome: Outcome,
    pub(super) log: Vec<u8>,
}

/// Does a task, with its sources from the pack if they are there; `None` if it was stopped before it had a result. `Err`: this machine cannot
/// do it, which says nothing about the task.
pub(super) fn run_task(
    setup: &Setup,
    task: &Task,
    pack: Option<&Pack>,
    stop: &AtomicBool,
) -> Result<Option<TaskResult>, String> {
    let finished = match pack {
        None => run(setup, task, stop),
        Some(pack) => run_packed(setup, task, pack, stop),
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let finished = finished?;
    let given = Given::read(&finished, task.property.is_some());
    let outcome = Outcome {
        answer: given.answer.to_string(),
        detail: given.detail,
        seconds: finished.wall.as_secs_f64(),
        cpu_seconds: finished.cpu.as_secs_f64(),
        memory_mb: megabytes(finished.peak_memory),
        measured: setup.measure.measured_by().to_owned(),
        log: String::new(),
    };
    Ok(Some(TaskResult { outcome, log: [finished.stdout, finished.stderr].concat() }))
}

/// The result of a task that could not even be started, where there is no other machine that could try.
pub(super) fn not_started(setup: &Setup, message: String) -> TaskResult {
    let outcome = Outcome {
        answer: Answer::Error.to_string(),
        detail: message,
        seconds: 0.0,
        cpu_seconds: 0.0,
        memory_mb: 0.0,
        measured: setup.measure.measured_by().to_owned(),
        log: String::new(),
    };
    TaskResult { outcome, log: Vec::new() }
}

/// Whether this machine can check anything. One without clang, say, would find every program wrong, and be done sooner than all others.
pub(super) fn try_machine(setup: &Setup, stop: &AtomicBool) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let program = scratch.path.join("empty.c");
    fs::write(&program, "int main(void) { return 0; }\n").map_err(|error| format!("{}: {error}", program.display()))?;
    let task = Task {
        name: "empty.c".into(),
        program: Program::Files(vec![program]),
        function: None,
        property: None,
        expected: None,
        data_model: None,
    };
    let mut why = String::new();
    // The user's options may be needed, as `--clang` is, or be for other programs than this one.
    for args in [setup.args.clone(), Vec::new()] {
        let alone = Setup { args, timeout: setup.timeout.max(SPARE_TIME), ..setup.clone() };
        match run_task(&alone, &task, None, stop)? {
            Some(result) if result.outcome.answer == Answer::Error.to_string() => why = result.outcome.detail,
            Some(_) | None => return Ok(()),
        }
    }
    Err(format!("this machine cannot even check an empty program: {why}"))
}

/// Whether tasks can be measured here as the user wants it.
pub(super) fn try_measure(measure: Measurer, stop: &AtomicBool) -> Result<(), String> {
    match measure {
        Measurer::Candor => Ok(()),
        Measurer::Benchexec => {
            let scratch = Scratch::new().map_err(|error| error.to_string())?;
            let works = try_runexec(&scratch.path, stop);
            works.map_err(|error| format!("--measure benchexec: {error}; BenchExec needs cgroups that you may use"))
        }
    }
}

fn bytes(setup: &Setup) -> u64 {
    setup.memory_limit_mb.saturating_mul(1 << 20)
}

/// The task stops by itself at its limits; these are for one that does not.
fn outer_limits(setup: &Setup) -> Limits {
    let bytes = bytes(setup);
    Limits { wall: setup.timeout + GRACE, memory: bytes.saturating_add(bytes / 4) }
}

fn run(setup: &Setup, task: &Task, stop: &AtomicBool) -> Result<Finished, String> {
    match setup.measure {
        Measurer::Candor => run_alone(setup, task, stop),
        Measurer::Benchexec => run_measured(setup, task, stop),
    }
}

/// The same with the files of the pack. What the process says of them names their own places.
fn run_packed(setup: &Setup, task: &Task, pack: &Pack, stop: &AtomicBool) -> Result<Finished, String> {
    let scratch = Scratch::new().map_err(|error| format!("there is no place for its files: {error}"))?;
    let unpacked = pack.unpack(task, &setup.directory, &scratch.path).map_err(|error| error.to_string())?;
    let Some(unpacked) = unpacked else { return run(setup, task, stop) };
    let mut finished = run(setup, &unpacked, stop)?;
    let place = scratch.path.as_os_str().as_encoded_bytes();
    for text in [&mut finished.stdout, &mut finished.stderr] {
        *text = without(text, place);
    }
    Ok(finished)
}

/// The text without any occurrence of a word.
fn without(text: &[u8], word: &[u8]) -> Vec<u8> {
    let mut rest = text;
    let mut kept = Vec::with_capacity(text.len());
    while let Some((&first, others)) = rest.split_first() {
        match rest.strip_prefix(word) {
            Some(after) => rest = after,
            None => {
                kept.push(first);
                rest = others;
            }
        }
    }
    kept
}

/// What relative paths in options are relative to; a machine that does not have that folder runs only tasks that need none.
fn working_folder(setup: &Setup) -> PathBuf {
    if setup.directory.is_dir() { setup.directory.clone() } else { env::temp_dir() }
}

fn run_alone(setup: &Setup, task: &Task, stop: &AtomicBool) -> Result<Finished, String> {
    let mut command = child::command(bytes(setup));
    command.args(check_args(setup, task)).current_dir(working_folder(setup));
    supervise(&mut command, outer_limits(setup), stop).map_err(|error| format!("cannot be started: {error}"))
}

fn run_measured(setup: &Setup, task: &Task, stop: &AtomicBool) -> Result<Finished, String> {
    let scratch = Scratch::new().map_err(|error| format!("cannot be measured: {error}"))?;
    let program = env::current_exe().map_err(|error| format!("cannot be started: {error}"))?;
    let words: Vec<OsString> = [program.into_os_string()].into_iter().chain(check_args(setup, task)).collect();
    run_with_runexec(&words, outer_limits(setup), &working_folder(setup), &scratch.path, stop)
}

/// An empty folder on this machine that is gone when this is.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let ordinal = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("candor-task-{}-{ordinal}", process::id()));
        // What a process with our number has left there is not ours to keep.
        match fs::remove_dir_all(&path) {
            Ok(()) | Err(_) => {}
        }
        fs::create_dir(&path)?;
        Ok(Scratch { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It is only a few bytes in the folder for such things.
        match fs::remove_dir_all(&self.path) {
            Ok(()) | Err(_) => {}
        }
    }
}

fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)) / 1024.0
}

/// The command line of a task. Values stand in the same word as their option, and paths are absolute: nothing can be taken for an
/// option.
fn check_args(setup: &Setup, task: &Task) -> Vec<OsString> {
    let mut args: Vec<OsString> = vec!["check".into(), "--no-config".into(), "--format=json".into()];
    let mut push = |option: &str, value: OsString| {
        let mut word = OsString::from(option);
        word.push(value);
        args.push(word);
    };
    push("--timeout=", setup.timeout.as_secs_f64().to_string().into());
    push("--memory-limit=", setup.memory_limit_mb.to_string().into());
    if let Some(model) = &task.data_model {
        push("--data-model=", model.into());
    }
    if let Some(property) = &task.property {
        push("--svcomp", OsString::new());
        push("--property=", property.argument.clone());
    }
    if let Some(function) = &task.function {
        push("--function=", function.into());
    }
    let place = |path: &PathBuf| absolute(&setup.directory.join(path)).into_os_string();
    match &task.program {
        Program::Unit { database, file } => {
            push("--unit=", place(file));
            args.push(place(database));
        }
        Program::Files(files) => {
            args.extend(files.iter().map(place));
        }
    }
    args.extend(setup.args.iter().cloned());
    args
}

pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| env::current_dir().unwrap_or_default().join(path))
}
