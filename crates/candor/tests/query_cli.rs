//! `candor query` as a user meets it: LODIN's examples, answers, mistakes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/query")
}

fn candor(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.arg("query").args(args).current_dir(folder()).output().expect("candor can be started")
}

/// The only result, as JSON, with the exit code.
fn ask(args: &[&str]) -> (Value, Option<i32>) {
    let output = candor(&[&["--format", "json"], args].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    (answer["results"][0].clone(), output.status.code())
}

const PETERSON: [&str; 5] = ["--entry", "petersons1", "--entry", "petersons2", "peterson.ll"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_race_of_peterson_is_as_probable_as_computed() {
    let (result, code) = ask(&[&PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_eq!(code, Some(0));
    let (lower, upper) = (number(&result["lower"]), number(&result["upper"]));
    assert!(upper - lower <= 0.01, "{result}");
    assert!(lower < 0.42 && 0.41 < upper, "{result}");
    // Both processes have 14 steps to make before they are about to write `turn`.
    assert_eq!(result["lengths"][0][0], 28);
    let (again, _) = ask(&[&["--workers", "1"], &PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_eq!(again, result);
    let (other, _) = ask(&[&["--seed", "1"], &PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_ne!(other["satisfying"], result["satisfying"]);
}

#[test]
fn parameters_of_an_estimate() {
    let query = "Pr[<=5000](<> DataRace) {Alpha = 0.01, Epsilon = 0.05}";
    let (result, _) = ask(&[&PETERSON[..], &[query]].concat());
    assert_eq!(result["query"], query);
    assert_eq!(number(&result["confidence"]), 0.99);
    let width = number(&result["upper"]) - number(&result["lower"]);
    assert!((0.049..=0.05).contains(&width), "{result}");
}

#[test]
fn hypotheses_have_answers_and_codes() {
    let test = |claim: &str| {
        let (result, code) = ask(&[&PETERSON[..], &[&format!("Pr[<=5000](<> DataRace) {claim}")]].concat());
        (result["answer"].as_str().map(str::to_owned), code)
    };
    assert_eq!(test(">= 0.3"), (Some("satisfied".to_owned()), Some(0)));
    assert_eq!(test(">= 0.5"), (Some("not-satisfied".to_owned()), Some(1)));
    assert_eq!(test("<= 0.5 {Delta = 0.05}"), (Some("satisfied".to_owned()), Some(0)));
    let output = candor(&[&["--max-runs", "3"], &PETERSON[..], &["Pr[<=5000](<> DataRace) >= 0.3"]].concat());
    assert_eq!(output.status.code(), Some(3));
}

fn complains(args: &[&str], expected: &str) {
    let output = candor(args);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(expected), "{text}");
    assert_eq!(output.status.code(), Some(2), "{text}");
}

#[test]
fn mistakes_are_pointed_at() {
    complains(&["five.ll", "E<> [0.eror]"], "1 | E<> [0.eror]\n  |        ^^^^\n  = help: perhaps `error` is meant");
    complains(&["five.ll", "E<> (@0.main.%valeu;ui32 == 5;ui32)"], "perhaps `value` is meant");
    complains(&["five.ll", "E<> (@0.main.%value;ui16 == 5;ui16)"], "`%value` has 32 bits, ui16 has 16");
    complains(&["five.ll", "E<> (@0.main.%value;ui32 == 5;si32)"], "have the same type");
    complains(&["five.ll", "E<> (@0.main.%value;ui32 == -1;ui32)"], "-1 does not fit into 32 bits");
    complains(&["five.ll", "E<> (@0.main.%cell;ui64 == 0;ui64)"], "`%cell` is no integer");
    complains(&["five.ll", "E<> (main::x == 3)"], "`main` has no variable `x`");
    complains(&["five.ll", "E<> (::g == 3)"], "there is no global variable `g`");
    complains(&["five.ll", "E<> at 99"], "nothing is executed in line 99");
    complains(&["five.ll", "Pr[<=5](<> true) >= 0.001"], "nearer to 0 or 1 than Delta");
    complains(&["five.ll"], "there is no query");
    complains(&["peterson.ll", "E<> DataRace"], "say with --entry where to start");
    complains(&["--entry", "nobody", "peterson.ll", "EnumStates"], "there is no function `nobody`");
    complains(&["--distribution", "x=uniform(0,9)", "five.ll", "EnumStates"], "no input is stored in a variable `x`");
    complains(&["--distribution", "x=gauss(0,9)", "five.ll", "EnumStates"], "is no distribution");
    complains(&["--scheduler", "fair", "five.ll", "EnumStates"], "is no scheduler");
}
