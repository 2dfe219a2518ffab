//! Leaving out checks and slicing change no answer: every level of instrumentation, sliced or not, says the same.
//!
//! Each program under `tests/check` is checked in six ways, with its own flags. `CANDOR_TEST=text` takes only programs whose path
//! contains the text; `CANDOR_LONG` takes all of them instead of a sample.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::Value;

/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 19;
const CONFIGURATIONS: [(&str, &str); 6] =
    [("basic", "off"), ("basic", "on"), ("rc", "off"), ("rc", "on"), ("rc+rt", "off"), ("rc+rt", "on")];

/// What an answer comes to: the verdict, and each violation by line and id.
type Answer = (String, BTreeSet<(u64, String)>);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("test programs");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c") {
            found.push(path);
        }
    }
}

/// How many seconds each check may take.
const LONG: &str = "60";
const SHORT: &str = "10";

fn answer(path: &Path, flags: &[&str], (level, slice): (&str, &str), seconds: &str) -> Result<Answer, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command
        .args(["check", "--engine", "bmc", "--format", "json", "--instrumentation", level, "--slice", slice])
        .args(flags);
    if !flags.contains(&"--timeout") {
        command.args(["--timeout", seconds]);
    }
    let output = command.arg(path).output().expect("candor runs");
    let record: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("no record: {error}\n{}", String::from_utf8_lossy(&output.stderr)))?;
    let violations = record["violations"].as_array().into_iter().flatten().map(|violation| {
        let diagnostic = &violation["diagnostic"];
        (diagnostic["line"].as_u64().unwrap_or(0), diagnostic["check"].as_str().unwrap_or_default().to_owned())
    });
    Ok((record["verdict"].as_str().unwrap_or("none").to_owned(), violations.collect()))
}

fn compare(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    // Programs with several sets of flags are the business of others.
    let directive = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
    if text.contains("//@ revisions:") || text.contains("//@ [") || directive("//@ engine:") == "symex" {
        return Ok(());
    }
    let flags: Vec<&str> = directive("//@ flags:").split_whitespace().filter(|flag| *flag != "--svcomp").collect();
    if flags.contains(&"--engine") || flags.contains(&"--instrumentation") || flags.contains(&"--slice") {
        return Ok(());
    }
    let is_long = is_long();
    let (begun, first) = (Instant::now(), if is_long { LONG } else { SHORT });
    let expected = answer(path, &flags, CONFIGURATIONS[0], first)?;
    let took_all = begun.elapsed().as_secs_f64() >= first.parse().expect("a number of seconds");
    // What is unknown need not be waited for as long again, and in the ordinary test not at all. What has found a fault and goes on searching
    // for more finds it in as much time again.
    let seconds = match expected.0 == "unknown" {
        true if is_long => SHORT,
        true => return Ok(()),
        false if took_all => first,
        false => LONG,
    };
    for configuration in &CONFIGURATIONS[1..] {
        let actual = answer(path, &flags, *configuration, seconds)?;
        // A slice may be settled where the whole program goes on for ever.
        let is_settled = expected.0 == "unknown" && actual.0 == "holds" && configuration.1 == "on";
        if actual != expected && !(is_settled && expected.1 == actual.1) {
            return Err(format!("{configuration:?} says {actual:?}, basic unsliced says {expected:?}"));
        }
    }
    Ok(())
}

fn is_long() -> bool {
    std::env::var_os("CANDOR_LONG").is_some()
}

#[test]
fn all_configurations_agree() {
    let mut paths = Vec::new();
    programs(&root().join("tests/check"), &mut paths);
    let filter = std::env::var("CANDOR_TEST").unwrap_or_default();
    paths.retain(|path| path.to_string_lossy().contains(&filter));
    let step = if filter.is_empty() && !is_long() { SAMPLE } else { 1 };
    let paths: Vec<PathBuf> = paths.into_iter().step_by(step).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(why) = compare(path) {
                wrong.push(format!("{}: {why}", path.display()));
            }
        }
        wrong
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    println!("{} programs compared", paths.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
