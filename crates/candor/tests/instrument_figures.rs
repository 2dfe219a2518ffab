//! The figures of "Joint Forces for Memory Safety Checking Revisited" that are about instrumentation: the inserted calls are the paper's,
//! and so are the verdicts.
//!
//! Figure 4 is about numbers only and is tested where they are computed, in candor-points-to.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn figures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/instrument/figures")
}

/// The instructions of `main` after instrumentation: inserted calls as the paper writes them, all others by their first word.
fn instrumented(program: &str, rules: &str, level: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let output = folder.join(format!("{program}-{level}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.current_dir(figures()).args(["instrument", "--rules", rules, "--instrumentation", level, program, "-o"]);
    let finished = command.arg(&output).output().expect("candor runs");
    assert!(finished.status.success(), "{}", String::from_utf8_lossy(&finished.stderr));
    let text = fs::read_to_string(&output).expect("the program was written");
    let body = text.lines().skip_while(|line| !line.starts_with("define i32 @main(")).skip(1);
    let lines = body.take_while(|line| *line != "}").filter(|line| line.starts_with("  "));
    lines.filter_map(|line| describe(line.trim())).collect()
}

/// `None` for what the figures do not show.
fn describe(line: &str) -> Option<String> {
    let Some((_, call)) = line.split_once("call void @__candor_").or(line.split_once("call void @check_fail")) else {
        let operation = line.split_once(" = ").map_or(line, |(_, operation)| operation);
        return operation.split_whitespace().next().map(str::to_owned);
    };
    if call == "()" {
        return Some("check_fail()".to_owned());
    }
    let (name, args) = call.trim_end_matches(')').split_once('(')?;
    if ["fun_entry", "fun_exit", "check_leaks"].contains(&name) {
        return None;
    }
    let values = args.split(", ").filter_map(|arg| arg.split_once(' ').map(|(_, value)| value));
    // The last argument of a check is its place in the source.
    let values: Vec<&str> = values.filter(|value| !value.starts_with("@candor.text")).collect();
    Some(format!("{name}({})", values.join(", ")))
}

#[track_caller]
fn check(program: &str, level: &str, expected: &[&str]) {
    assert_eq!(instrumented(program, "memsafety", level), expected, "{program} at level {level}");
}

/// What `candor check` says of accesses in each of the six configurations.
#[track_caller]
fn check_verdict(program: &str, expected: &str) {
    for level in ["basic", "rc", "rc+rt"] {
        for slice in ["on", "off"] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
            command.current_dir(figures()).args(["check", "--svcomp", "--property", "valid-deref", "--timeout", "60"]);
            command.args(["--instrumentation", level, "--slice", slice, program]);
            let finished = command.output().expect("candor runs");
            let text = String::from_utf8_lossy(&finished.stdout);
            assert_eq!(text.lines().last(), Some(expected), "{program} at level {level}, slice {slice}");
        }
    }
}

#[test]
fn verdicts() {
    check_verdict("figure_2.ll", "FALSE(valid-deref)");
    check_verdict("figure_3.ll", "FALSE(valid-deref)");
    check_verdict("figure_3_bounded.ll", "TRUE");
    check_verdict("figure_5.ll", "FALSE(valid-deref)");
}

#[test]
fn figure_2_basic() {
    check(
        "figure_2.ll",
        "basic",
        &[
            "alloca",
            "remember_stack(%p, 8)",
            "check_pointer(%p, 8)",
            "store",
            "call",
            "remember_heap(%addr, 20)",
            "check_pointer(%p, 8)",
            "store",
            "handle_free(%addr)",
            "call",
            "check_pointer(%p, 8)",
            "load",
            "check_pointer(%tmp, 4)",
            "store",
            "ret",
        ],
    );
}

#[test]
fn figure_2_reduced_checks() {
    check(
        "figure_2.ll",
        "rc",
        &[
            "alloca",
            "remember_stack(%p, 8)",
            "store",
            "call",
            "remember_heap(%addr, 20)",
            "store",
            "handle_free(%addr)",
            "call",
            "load",
            "check_fail(%tmp, 4)",
            "store",
            "ret",
        ],
    );
}

#[test]
fn figure_2_reduced_tracking() {
    let calls = ["alloca", "store", "call", "remember_heap(%addr, 20)", "store", "handle_free(%addr)", "call", "load"];
    check("figure_2.ll", "rc+rt", &[&calls[..], &["check_fail(%tmp, 4)", "store", "ret"]].concat());
}

#[test]
fn figure_3_bounds() {
    let bounds = "check_bounds(%tmp, 4, %array, 0, 40, 0, 40)";
    check(
        "figure_3.ll",
        "rc",
        &["alloca", "remember_stack(%array, 40)", "call", "getelementptr", bounds, "store", "ret"],
    );
    check("figure_3.ll", "rc+rt", &["alloca", "call", "getelementptr", bounds, "store", "ret"]);
}

#[test]
fn figure_5_unknown_size() {
    let calls = ["call", "call", "remember_heap(%array, %n)", "getelementptr", "check_heap(%tmp, 4)", "store", "ret"];
    check("figure_5.ll", "rc", &calls);
    check("figure_5.ll", "rc+rt", &calls);
}

/// A check before the two reads through pointers that point to nothing, and nowhere else.
#[test]
fn figure_7_rule() {
    let lines = instrumented("figure_7.ll", "figure_7.json", "rc");
    let inserted: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| *line == "check_fail()").map(|(n, _)| n).collect();
    assert_eq!(inserted.len(), 2, "{lines:?}");
    for n in inserted {
        assert_eq!((lines[n + 1].as_str(), lines[n + 2].as_str()), ("load", "ret"), "{lines:?}");
    }
}
