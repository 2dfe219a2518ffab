//! Programs with threads: every way of searching gives the verdict that the program's first line names.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The search without the random executions that may find by chance what it misses, and without terms: it may not know the answer, but
/// what it says must be right.
const ALONE: &[&str] = &["--engine", "explicit"];

/// Ways to search; what is found must not depend on them.
const MODES: [&[&str]; 10] = [
    &[],
    ALONE,
    &["--search", "dfs"],
    &["--search", "bfs"],
    &["--reduction", "none"],
    &["--reduction", "chain"],
    &["--workers", "2"],
    &["--workers", "3", "--reduction", "chain"],
    &["--symbolic-data"],
    &["--symbolic-data", "--reduction", "chain"],
];

/// The first of them are taken for every program, the others in turn: `cargo xtask agreement threads` takes all of them for every program.
const N_ALWAYS: usize = 4;

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads");
    let entries = fs::read_dir(root).expect("the programs can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    paths
}

/// What candor says of a program, with its name as it is seen from its folder.
fn answer(path: &Path, mode: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_candor"))
        .current_dir(path.parent().expect("a folder"))
        .args(["check", "--timeout", "120"])
        .args(mode)
        .arg(path.file_name().expect("a name"))
        .output()
        .expect("candor runs");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The verdict of a program, and its first violated check.
fn verdict(path: &Path, mode: &[&str]) -> String {
    let text = answer(path, mode);
    let verdict = text.lines().find_map(|line| line.strip_prefix("verdict: ")).unwrap_or("none");
    let verdict = verdict.split([' ', ';']).next().unwrap_or_default().to_owned();
    let mut checks: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("error[")).filter_map(|line| line.split(']').next()).collect();
    checks.sort_unstable();
    checks.dedup();
    format!("{verdict} {}", checks.join(" ")).trim().to_owned()
}

fn is_long() -> bool {
    env::var_os("CANDOR_LONG").is_some()
}

/// A verdict with its checks, in any order.
fn words(verdict: &str) -> BTreeSet<&str> {
    verdict.split_whitespace().collect()
}

/// What is wrong with the verdicts on the program of this number: the first ways for all programs, of the others one for each unless
/// there is time.
fn mistakes(path: &Path, number: usize) -> Vec<String> {
    let source = fs::read_to_string(path).expect("readable");
    let expected = source.lines().find_map(|line| line.strip_prefix("//@ verdict: ")).expect("a verdict");
    let mut mistakes = Vec::new();
    let is_taken = |idx: &usize| is_long() || *idx < N_ALWAYS || *idx == N_ALWAYS + number % (MODES.len() - N_ALWAYS);
    for mode in (0..MODES.len()).filter(is_taken).map(|idx| MODES[idx]) {
        let found = verdict(path, mode);
        let may_be_unknown = mode == ALONE && found.starts_with("unknown");
        if words(expected) != words(&found) && !may_be_unknown {
            mistakes.push(format!("{} {mode:?}: expected {expected}, found {found}", path.display()));
        }
    }
    mistakes
}

#[test]
fn every_search_gives_the_same_verdict() {
    let paths = programs();
    assert!(paths.len() >= 160, "programs are missing");
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(number) else { break };
                    let found = mistakes(path, number);
                    failures.lock().expect("no worker panics here").extend(found);
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics here");
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_assumed_is_said() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads/assumptions-ok.c");
    for mode in [&[][..], &["--symbolic-data"], &["--workers", "2"]] {
        let text = answer(&path, mode);
        for sentence in [
            "malloc never fails",
            "`foreign` has no body",
            "pthread_create never fails",
            "locks can always be initialised",
        ] {
            let is_said = text.lines().any(|line| line.starts_with("assumed: ") && line.contains(sentence));
            assert!(is_said, "{mode:?} does not say that {sentence}:\n{text}");
        }
    }
}

#[test]
fn every_program_has_its_twin() {
    for path in programs() {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let twin = match name.strip_suffix("-ok") {
            Some(faulty) => format!("{faulty}.c"),
            None => format!("{name}-ok.c"),
        };
        assert!(path.with_file_name(&twin).exists(), "{name} has no {twin}");
    }
}

/// Where `NAME.way` stands beside a program, it is how the first fault comes about, one column for each thread.
#[test]
fn ways_are_shown_in_columns() {
    let ways: Vec<PathBuf> =
        programs().into_iter().map(|path| path.with_extension("way")).filter(|path| path.exists()).collect();
    assert!(ways.len() >= 2, "ways are missing");
    for path in ways {
        let text = answer(&path.with_extension("c"), &[]);
        let (_, way) = text.split_once("  how it happens").expect("a way");
        let (way, _) = way.split_once("\n\n").expect("an end");
        let way = format!("  how it happens{way}\n");
        if env::var_os("CANDOR_BLESS").is_some() {
            fs::write(&path, &way).expect("the way can be written");
        }
        let expected = fs::read_to_string(&path).expect("readable");
        assert_eq!(way, expected, "{}:\n{way}", path.display());
    }
}

/// Hashes may take two states for one: what is found is there, but nothing holds.
#[test]
fn hashes_never_prove() {
    let step = if is_long() { 1 } else { 5 };
    for path in programs().iter().step_by(step) {
        let source = fs::read_to_string(path).expect("readable");
        // A program without threads is proven by others, who keep no states.
        if !source.contains("_create(") {
            continue;
        }
        let expected = source.lines().find_map(|line| line.strip_prefix("//@ verdict: ")).expect("a verdict");
        let wanted = expected.replace("holds", "unknown");
        let found = verdict(path, &["--storage", "hashed"]);
        let all_there = wanted.split(' ').all(|word| found.split(' ').any(|other| other == word));
        assert!(all_there, "{}: expected {wanted}, found {found}", path.display());
    }
}
