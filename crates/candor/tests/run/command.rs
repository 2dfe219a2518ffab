//! `candor check` as a command: runs it, and says what was expected.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.arg("check").args(args).stdin(Stdio::null());
    command
}

pub(crate) fn check(args: &[&str]) -> Output {
    command(args).output().expect("candor can be started")
}

/// A file with this text in a folder of the test's own.
pub(crate) fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check_cli");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn first_line(output: &Output) -> String {
    text(&output.stdout).lines().next().unwrap_or("").to_owned()
}

#[track_caller]
pub(crate) fn expect(output: &Output, status: i32, stdout: &str) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}\n{err}");
    assert!(out.contains(stdout), "{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[track_caller]
pub(crate) fn refused(args: &[&str], stderr: &str) {
    let output = check(args);
    expect(&output, 2, "");
    assert!(text(&output.stderr).contains(stderr), "{}", text(&output.stderr));
}
