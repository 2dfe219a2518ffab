//! Several entry functions, which run side by side.

use std::path::Path;
use std::process::{Command, Output};

fn candor(command: &str, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_candor"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/entries"))
        .arg(command)
        .args(args)
        .output()
        .expect("candor runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn says(output: &Output, words: &[&str]) {
    let text = text(output);
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in\n{text}");
    }
}

#[test]
fn processes_exclude_each_other() {
    let output = candor("check", &["peterson.c", "--entry", "first", "--entry", "second"]);
    says(&output, &["warning: the entry function `second` returns a pointer, which is ignored", "verdict: holds"]);
    assert!(!text(&output).contains("`first` returns"));
}

#[test]
fn processes_get_in_each_others_way() {
    let args = ["peterson.c", "-DFAULTY", "--entry", "first", "--entry", "second"];
    let output = candor("check", &args);
    says(&output, &["error[assertion]", "thread 0, `first`", "thread 1, `second`", "verdict: violated"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn processes_are_run_in_turn() {
    let output = candor("run", &["peterson.c", "--entry", "first", "--entry", "second"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let output = candor("run", &["arguments.c", "--entry", "one"]);
    says(&output, &["`main` is not among the entry functions", "`one` has parameters", "`one` returns a value"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn arguments_may_be_anything() {
    let output = candor("check", &["arguments.c", "--entry", "one", "--entry", "two"]);
    says(&output, &["`text` points to", "arguments.c:13:5", "arguments.c:14:5", "verdict: violated; 2 faults"]);
}

#[test]
fn what_cannot_be_started_is_named() {
    let output = candor("check", &["arguments.c", "--entry", "three"]);
    says(&output, &["there is no function `three`"]);
    assert_eq!(output.status.code(), Some(2));
    let output = candor("run", &["arguments.c", "--entry", "any"]);
    says(&output, &["`any` takes any number of arguments"]);
    assert_eq!(output.status.code(), Some(126));
    let output = candor("check", &["arguments.c", "--entry", "one", "--function", "two"]);
    says(&output, &["cannot be used with"]);
}

#[test]
fn processes_may_wait_for_each_other_for_ever() {
    let output = candor("check", &["deadlock.c", "--entry", "one", "--entry", "two"]);
    says(&output, &["error[deadlock]", "thread 0, `one`", "thread 1, `two`", "verdict: violated"]);
    let output = candor("check", &["deadlock.c", "--entry", "one", "--entry", "one"]);
    says(&output, &["verdict: holds"]);
    // The first one is over, and the second waits alone with itself.
    let output = candor("check", &["deadlock.c", "--entry", "nothing", "--entry", "alone"]);
    says(&output, &["error[deadlock]", "verdict: violated"]);
}
