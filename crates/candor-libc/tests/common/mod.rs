//! What the tests share: finding the tools, running them, and running many of them at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

pub(crate) fn clang() -> String {
    find_tool("CANDOR_CLANG", &["clang-22", "clang"])
}

/// The program that the variable names, or the first candidate that runs.
pub(crate) fn find_tool(variable: &str, candidates: &[&str]) -> String {
    if let Ok(tool) = env::var(variable) {
        return tool;
    }
    let runs = |tool: &&&str| Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    candidates.iter().find(runs).map(|tool| (*tool).to_owned()).unwrap_or_else(|| panic!("none of {candidates:?} runs"))
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where the compiler keeps its freestanding headers.
pub(crate) fn builtin_headers(clang: &str) -> PathBuf {
    let output = run(Command::new(clang).arg("-print-resource-dir"));
    Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("include")
}

/// Runs a command that has to succeed.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&text));
    output
}

/// Calls the function on every item, on all cores.
pub(crate) fn for_each<T: Sync>(items: &[T], function: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let n_workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    function(item);
                }
            });
        }
    });
}
