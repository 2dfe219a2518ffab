//! `candor check` from outside: options, exit codes, the last line for SV-COMP, what happens when it is stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.arg("check").args(args).stdin(Stdio::null());
    command
}

fn check(args: &[&str]) -> Output {
    command(args).output().expect("candor can be started")
}

/// A file with this text in a folder of the test's own.
fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check_cli");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn last_line(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or("").to_owned()
}

#[track_caller]
fn expect(output: &Output, status: i32, stdout: &str) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}\n{err}");
    assert!(out.contains(stdout), "{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[track_caller]
fn refused(args: &[&str], stderr: &str) {
    let output = check(args);
    expect(&output, 2, "");
    assert!(text(&output.stderr).contains(stderr), "{}", text(&output.stderr));
}

const GOOD: &str = "int main(void) { int a[3] = {1, 2, 3}; return a[2] - a[0]; }\n";

const BAD: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        reach_error();
    return 0;
}
";

const ENDLESS: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned long sum = 0;
    for (;;) {
        sum += __VERIFIER_nondet_uint();
        if (sum * sum == 3)
            reach_error();
    }
}
";

#[test]
fn a_program_without_faults() {
    let path = file("good.c", GOOD);
    let output = check(&[&path]);
    expect(&output, 0, "verdict: holds");
    assert_eq!(text(&output.stderr), "");
    expect(&check(&["--engine", "bmc", "--unwind", "5", "--depth", "100", "--timeout", "100", &path]), 0, "holds");
}

#[test]
fn a_violation_with_its_trace() {
    let path = file("bad.c", BAD);
    let output = check(&[&path]);
    expect(&output, 1, "error[error-call]");
    let out = text(&output.stdout);
    assert!(out.contains("4 | int n = __VERIFIER_nondet_int();") && out.contains("// input 0, n = 0"), "{out}");
    assert_eq!(last_line(&output), "verdict: violated; 1 fault found and replayed");
}

#[test]
fn switches_decide_what_is_checked() {
    let path = file("switch.c", BAD);
    expect(&check(&["--property", "overflow", &path]), 0, "verdict: holds");
    expect(&check(&["--property", "reach", &path]), 1, "error[error-call]");
    expect(&check(&["--property", "overflow,unreach-call", &path]), 1, "error[error-call]");
}

#[test]
fn json_for_programs() {
    let path = file("json.c", BAD);
    let output = check(&["--format", "json", &path]);
    expect(&output, 1, "");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("all of it is one object");
    assert_eq!(
        (&json["result"], &json["verdict"], &json["status"]),
        (&"checked".into(), &"violated".into(), &1.into())
    );
    assert_eq!(json["violations"][0]["diagnostic"]["check"], "error-call");
    assert_eq!(json["violations"][0]["diagnostic"]["line"], 6);

    let output = check(&["--format", "json", "no-such-file.c"]);
    expect(&output, 2, "");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("all of it is one object");
    assert_eq!((&json["result"], &json["status"]), (&"input-error".into(), &2.into()));
}

#[test]
fn the_last_line_for_svcomp() {
    let good = file("sv-good.c", GOOD);
    let bad = file("sv-bad.c", BAD);
    let deref = file("sv-deref.c", "int main(void) { int *p = 0; return *p; }\n");
    let free = file("sv-free.c", "#include <stdlib.h>\nint main(void) { int x; free(&x); return 0; }\n");
    let leak = file("sv-leak.c", "#include <stdlib.h>\nint main(void) { malloc(3); return 0; }\n");
    for (property, path, status, line) in [
        ("unreach-call", &good, 0, "TRUE"),
        ("unreach-call", &bad, 1, "FALSE"),
        ("no-overflow", &bad, 0, "TRUE"),
        ("valid-memsafety", &deref, 1, "FALSE(valid-deref)"),
        ("valid-memsafety", &free, 1, "FALSE(valid-free)"),
        ("valid-memsafety", &leak, 1, "FALSE(valid-memtrack)"),
        ("valid-memcleanup", &leak, 1, "FALSE"),
        ("termination", &good, 3, "UNKNOWN"),
        ("no-data-race", &good, 3, "UNKNOWN"),
    ] {
        let output = check(&["--svcomp", "--property", property, path]);
        expect(&output, status, "");
        assert_eq!(last_line(&output), line, "{property} {path}");
    }
    let output = check(&["--svcomp", "--property", "unreach-call", "no-such-file.c"]);
    expect(&output, 2, "");
    assert_eq!(last_line(&output), "UNKNOWN");
}

#[test]
fn bad_usage() {
    let path = file("usage.c", GOOD);
    refused(&[], "FILES");
    refused(&["--svcomp", &path], "--property");
    refused(&["--property", "memroy", &path], "a similar value exists: 'memory'");
    refused(&["--check", "out-of-bound", &path], "'out-of-bounds'");
    refused(&["--unwind", "x", &path], "`x` is not a number of iterations");
    refused(&["--timeout", "0", &path], "--timeout");
    refused(&["--engine", "magic", &path], "[possible values: bmc]");
    refused(&["--pointer-args", "none", &path], "fresh, null, both");
    refused(&["--ub-result", "none", &path], "end, wrap, fresh");
    refused(&["--volatile", "none", &path], "plain, nondet");
    refused(&["--frobnicate", &path], "--frobnicate");
}

#[test]
fn bad_input() {
    refused(&["no-such-file.c"], "no-such-file.c");
    refused(&[&file("broken.c", "int main(void) { return }\n")], "expected expression");
    refused(&[&file("mainless.c", "int f(void) { return 0; }\n")], "there is no function `main`");
    let path = file("nameless.c", GOOD);
    refused(&["--function", "f", &path], "there is no function `f`");
    refused(&["--smt2", &format!("{path}/folder"), &path], "folder");
}

#[test]
fn help_has_examples() {
    let output = check(&["--help"]);
    expect(&output, 0, "Exit status: 0 when everything holds");
    assert!(text(&output.stdout).contains("candor check --property memory,overflow prog.c"));
}

fn started(args: &[&str]) -> Child {
    command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("candor can be started")
}

#[test]
fn a_timeout_is_kept() {
    let path = file("endless.c", ENDLESS);
    let begin = Instant::now();
    let output = check(&["--svcomp", "--property", "unreach-call", "--timeout", "2", &path]);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    expect(&output, 3, "");
    assert_eq!(last_line(&output), "UNKNOWN");
}

#[test]
fn an_interrupt_is_answered_within_half_a_second() {
    let path = file("interrupted.c", ENDLESS);
    let child = started(&["--property", "reach", &path]);
    thread::sleep(Duration::from_millis(1500));
    let begin = Instant::now();
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-s", "INT", &id]).status().expect("there is a kill command");
    assert!(killed.success());
    let output = child.wait_with_output().expect("candor ends");
    // Half a second is promised; the machine that tests may be busy.
    assert!(begin.elapsed() < Duration::from_millis(1500), "{:?}", begin.elapsed());
    expect(&output, 3, "");
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(all.contains("stopped by the user") && all.contains("verdict: unknown"), "{all}");
}
