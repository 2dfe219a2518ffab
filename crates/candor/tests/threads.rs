//! Programs with threads: every way of searching gives the verdict that the program's first line names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Ways to search; what is found must not depend on them.
const MODES: [&[&str]; 8] = [
    &[],
    &["--search", "bfs"],
    &["--reduction", "none"],
    &["--reduction", "chain"],
    &["--workers", "2"],
    &["--workers", "3", "--reduction", "chain"],
    &["--symbolic-data"],
    &["--symbolic-data", "--reduction", "chain"],
];

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads");
    let entries = fs::read_dir(root).expect("the programs can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// The verdict of a program, and its first violated check.
fn verdict(path: &Path, mode: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["check", "--timeout", "120"])
        .args(mode)
        .arg(path)
        .output()
        .expect("candor runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let verdict = text.lines().find_map(|line| line.strip_prefix("verdict: ")).unwrap_or("none");
    let verdict = verdict.split([' ', ';']).next().unwrap_or_default().to_owned();
    let mut checks: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("error[")).filter_map(|line| line.split(']').next()).collect();
    checks.sort_unstable();
    checks.dedup();
    format!("{verdict} {}", checks.join(" ")).trim().to_owned()
}

#[test]
fn every_search_gives_the_same_verdict() {
    let mut failures = Vec::new();
    let paths = programs();
    assert!(paths.len() >= 40, "programs are missing");
    for path in &paths {
        let source = fs::read_to_string(path).expect("readable");
        let expected = source.lines().find_map(|line| line.strip_prefix("//@ verdict: ")).expect("a verdict");
        for mode in MODES {
            let found = verdict(path, mode);
            let wanted: Vec<&str> = expected.split(' ').collect();
            let all_there = wanted.iter().all(|word| found.split(' ').any(|other| other == *word));
            if !all_there {
                failures.push(format!("{} {mode:?}: expected {expected}, found {found}", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Hashes may take two states for one: what is found is there, but nothing holds.
#[test]
fn hashes_never_prove() {
    for path in programs() {
        let source = fs::read_to_string(&path).expect("readable");
        let expected = source.lines().find_map(|line| line.strip_prefix("//@ verdict: ")).expect("a verdict");
        let wanted = expected.replace("holds", "unknown");
        let found = verdict(&path, &["--storage", "hashed"]);
        let all_there = wanted.split(' ').all(|word| found.split(' ').any(|other| other == word));
        assert!(all_there, "{}: expected {wanted}, found {found}", path.display());
    }
}
