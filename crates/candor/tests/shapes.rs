//! Shape analysis must not prove programs that have faulty executions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each of these has an execution that breaks a check, and looks as if it had none to who forgets something about objects or states.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shapes-never");
    let entries = fs::read_dir(root).expect("the programs can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

#[test]
fn faulty_programs_are_never_proved() {
    let programs = programs();
    assert!(!programs.is_empty());
    let mut wrong = Vec::new();
    for path in programs {
        let output = Command::new(env!("CARGO_BIN_EXE_candor"))
            .args(["check", "--engine", "shapes", "--timeout", "20"])
            .arg(&path)
            .output()
            .expect("candor can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        if !text.starts_with("verdict: unknown") {
            wrong.push(format!("{}: {}", path.display(), text.lines().next().unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
