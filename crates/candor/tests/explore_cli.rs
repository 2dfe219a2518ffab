//! `candor explore` as a user meets it: paths, coverage, tests that take the paths again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = r#"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int classify(int x) {
    if (x < 0) return -1;
    if (x == 0) return 0;
    if (x > 100) return 2;
    return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y >= 0 && y < 4);
    int kind = classify(x);
    int *cells = malloc(3 * sizeof *cells);
    if (!cells) return 9;
    if (kind == 2) cells[y] = 1;
    free(cells);
    return kind + 1;
}
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore_cli").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn candor(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_candor")).args(args).output().expect("candor can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_path_has_a_test_that_takes_it() {
    let folder = folder("paths");
    let program = folder.join("prog.c").display().to_string();
    fs::write(&program, PROGRAM).expect("the program can be written");
    let tests = folder.join("tests");
    let name = tests.display().to_string();
    let output = candor(&["explore", "--format", "json", "--tests", &name, &program]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    // Negative, zero, small; large with an index that fits, and large with one that does not.
    assert_eq!(record["paths"], serde_json::json!({ "exit": 4, "fault": 1, "stopped": 0 }), "{record}");
    assert_eq!(record["remaining"], 0);
    assert_eq!(record["tests"], 5);
    assert_eq!(record["incomplete"], serde_json::json!([]));
    assert_eq!(record["lines"]["covered"], record["lines"]["all"], "{record}");
    // The one to `return 9` is out of reach, and the one for a negative `y` leads to an assumption that does not hold.
    assert_eq!(record["branches"], serde_json::json!({ "covered": 10, "seen": 11, "all": 12 }), "{record}");
    let mut statuses = BTreeSet::new();
    for entry in fs::read_dir(&tests).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ext| ext != "log") {
            continue;
        }
        let inputs = fs::read_to_string(path.with_extension("inputs")).expect("the inputs are there");
        let replayed = candor(&["run", "--replay", &path.display().to_string(), &program]);
        let status = replayed.status.code();
        assert_eq!(
            inputs.contains("# fails: out-of-bounds"),
            status == Some(134),
            "{inputs}{}",
            text(&replayed.stderr)
        );
        statuses.insert(status);
    }
    assert_eq!(statuses, BTreeSet::from([Some(0), Some(1), Some(2), Some(3), Some(134)]));
}

/// How the tests in a folder end when they are replayed.
fn replayed(tests: &Path, program: &str) -> Vec<Option<i32>> {
    let entries = fs::read_dir(tests).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let logs = entries.filter(|path| path.extension().is_some_and(|ext| ext == "log"));
    let replay = |log: PathBuf| candor(&["run", "--replay", &log.display().to_string(), program]).status.code();
    logs.map(replay).collect()
}

#[test]
fn every_path_to_the_same_fault_has_a_test() {
    let folder = folder("faults");
    let program = folder.join("prog.c").display().to_string();
    let source = r"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int cells[3] = {0}, sum = 0;
    int x = __VERIFIER_nondet_int();
    if (x & 1) sum += 1;
    if (x & 2) sum += 2;
    int index = __VERIFIER_nondet_int();
    if (index == 5) return cells[index];
    return sum;
}
";
    fs::write(&program, source).expect("the program can be written");
    let tests = folder.join("tests");
    let output = candor(&["explore", "--format", "json", "--tests", &tests.display().to_string(), &program]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(record["paths"], serde_json::json!({ "exit": 4, "fault": 4, "stopped": 0 }), "{record}");
    assert_eq!((&record["remaining"], &record["tests"]), (&0.into(), &8.into()), "{record}");
    let statuses = replayed(&tests, &program);
    assert_eq!(statuses.len(), 8);
    assert_eq!(statuses.iter().filter(|status| **status == Some(134)).count(), 4);
    assert_eq!(statuses.into_iter().collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2, 3, 134].map(Some)));
    // The summary names the fault once; no more tests are written than one asks for.
    let tests = folder.join("few");
    let output = candor(&["explore", "--max-paths", "3", "--tests", &tests.display().to_string(), &program]);
    let summary = text(&output.stdout);
    assert!(summary.matches("fault: index 5").count() <= 1, "{summary}");
    assert!(summary.contains("remaining: at least"), "{summary}");
    assert_eq!(replayed(&tests, &program).len(), 3, "{summary}");
}

#[test]
fn coverage_is_that_of_the_tests() {
    let folder = folder("coverage");
    let program = folder.join("prog.c").display().to_string();
    let source = r"
extern int __VERIFIER_nondet_int(void);
static int sometimes(int x) {
    if (x > 3)
        return 1;
    return 2;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return sometimes(x);
    return 0;
}
";
    fs::write(&program, source).expect("the program can be written");
    let output = candor(&["explore", "--format", "json", "--search", "bfs", "--max-paths", "1", &program]);
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    let branches = |key: &str| record["branches"][key].as_u64().expect("a number");
    // One path goes one way at each of two branches at most; what waits has been a little further.
    assert!(branches("covered") <= 2, "{record}");
    assert!(branches("seen") > branches("covered"), "{record}");
    let output = candor(&["explore", "--search", "bfs", "--max-paths", "1", &program]);
    assert!(text(&output.stdout).contains("by all explored paths"), "{}", text(&output.stdout));
}

#[test]
fn paths_that_go_in_circles_are_counted() {
    let folder = folder("circles");
    let program = folder.join("prog.c").display().to_string();
    let source =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { while (__VERIFIER_nondet_int()) {} return 0; }\n";
    fs::write(&program, source).expect("the program can be written");
    let output = candor(&["explore", &program]);
    let summary = text(&output.stdout);
    assert!(summary.contains("1 back to a state in which they had been"), "{summary}");
}

#[test]
fn what_stopped_the_search_is_said() {
    let folder = folder("limits");
    let program = folder.join("prog.c").display().to_string();
    let source = r"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned sum = 0;
    while (__VERIFIER_nondet_int()) {
        sum = sum * 31 + __VERIFIER_nondet_int();
        if (sum & 1) sum++;
    }
    return 0;
}
";
    fs::write(&program, source).expect("the program can be written");
    for (limit, reason) in [
        (["--timeout", "1.5"], "not complete: 1.5 seconds have passed"),
        (["--memory-limit", "30"], "not complete: 30 MB of memory are in use"),
    ] {
        let output = candor(&["explore", limit[0], limit[1], &program]);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(reason), "{}{}", text(&output.stdout), text(&output.stderr));
    }
}

#[test]
fn the_harness_fills_symbolic_blocks() {
    let folder = folder("klee");
    let program = folder.join("prog.c").display().to_string();
    let source = r#"
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int klee_range(int, int, const char *);
int main(void) {
    char word[4];
    short number;
    klee_make_symbolic(word, sizeof word, "word");
    klee_make_symbolic(&number, sizeof number, "number");
    klee_assume(number != 3);
    if (word[0] == 'a' && word[1] == 'b') {
        if (number == 0x1234) return 4;
        return 5;
    }
    return klee_range(7, 9, "end");
}
"#;
    fs::write(&program, source).expect("the program can be written");
    let tests = folder.join("tests");
    let output = candor(&["explore", "--tests", &tests.display().to_string(), &program]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let exe = folder.join("prog");
    let built = Command::new("clang-22").arg(&program).arg(tests.join("harness.c")).arg("-o").arg(&exe).output();
    let built = built.expect("clang runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    let mut statuses = BTreeSet::new();
    for entry in fs::read_dir(&tests).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ext| ext == "inputs") {
            let native = Command::new(&exe).env("CANDOR_INPUTS", &path).status().expect("the program runs");
            let log = path.with_extension("log").display().to_string();
            assert_eq!(native.code(), candor(&["run", "--replay", &log, &program]).status.code(), "{}", path.display());
            statuses.insert(native.code());
        }
    }
    assert!(statuses.contains(&Some(4)) && statuses.contains(&Some(5)), "{statuses:?}");
}

/// How the tests in a folder end when they are replayed with their standard input.
fn replayed_with_stdin(tests: &Path, program: &str) -> BTreeSet<Option<i32>> {
    let entries = fs::read_dir(tests).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let logs = entries.filter(|path| path.extension().is_some_and(|ext| ext == "log"));
    let replay = |log: PathBuf| {
        let stdin = fs::File::open(log.with_extension("stdin")).map_or(Stdio::null(), Stdio::from);
        let mut run = Command::new(env!("CARGO_BIN_EXE_candor"));
        run.args(["run", "--replay", &log.display().to_string(), program]).stdin(stdin);
        run.output().expect("candor runs").status.code()
    };
    logs.map(replay).collect()
}

#[track_caller]
fn check_tests(name: &str, source: &str, statuses: &[i32]) {
    let folder = folder(name);
    let program = folder.join("prog.c").display().to_string();
    fs::write(&program, source).expect("the program can be written");
    let tests = folder.join("tests").display().to_string();
    fs::create_dir_all(&tests).expect("a folder can be made");
    fs::write(folder.join("tests/test000077.log"), "from another program").expect("it can be written");
    let output = candor(&["explore", "--format", "json", "--tests", &tests, &program]);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(record["tests"], statuses.len(), "{record}");
    let expected: BTreeSet<Option<i32>> = statuses.iter().map(|&status| Some(status)).collect();
    assert_eq!(replayed_with_stdin(Path::new(&tests), &program), expected);
}

#[test]
fn tests_bring_their_standard_input() {
    let source = r"
#include <stdio.h>
int main(void) {
    int c = getchar();
    if (c == EOF) return 5;
    if (c == 'x') return 7;
    return 6;
}
";
    check_tests("stdin", source, &[5, 6, 7]);
}

#[test]
fn tests_put_objects_where_the_path_wants_them() {
    let source = r"
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    int x, y;
    unsigned long address = __VERIFIER_nondet_ulong();
    if (address == (unsigned long)&x) return 1;
    if (&x < &y) return 2;
    return 3;
}
";
    check_tests("addresses", source, &[1, 2, 3]);
}

#[test]
fn tests_go_through_functions_without_a_body() {
    let source = r#"
extern int number(const char *name);
int main(void) {
    if (number("first") == 7) return 1;
    return 2;
}
"#;
    check_tests("bodies", source, &[1, 2]);
}

#[test]
fn assignments_of_variables_are_lines() {
    let folder = folder("lines");
    let program = folder.join("prog.c").display().to_string();
    let source = r"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0;
    if (__VERIFIER_nondet_int() > 5)
        a = 1;
    if (a == 7)
        a = 8;
    return a;
}
";
    fs::write(&program, source).expect("the program can be written");
    let output = candor(&["explore", "--format", "json", &program]);
    let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(record["lines"], serde_json::json!({ "covered": 5, "seen": 5, "all": 6 }), "{record}");
}

#[test]
fn searches_find_the_same_paths() {
    let folder = folder("searches");
    let program = folder.join("prog.c").display().to_string();
    fs::write(&program, PROGRAM).expect("the program can be written");
    for search in ["dfs", "bfs", "random", "coverage", "distance", "interleaved"] {
        let output = candor(&["explore", "--search", search, "--format", "json", &program]);
        let record: Value = serde_json::from_slice(&output.stdout).expect("a record");
        assert_eq!(record["paths"]["exit"], 4, "{search}: {record}");
        assert_eq!(record["paths"]["fault"], 1, "{search}: {record}");
    }
}

#[test]
fn what_remains_is_said() {
    let folder = folder("remains");
    let program = folder.join("prog.c").display().to_string();
    fs::write(&program, PROGRAM).expect("the program can be written");
    let output = candor(&["explore", "--max-paths", "2", &program]);
    assert!(matches!(output.status.code(), Some(1 | 3)));
    assert!(text(&output.stdout).contains("remaining: at least"), "{}", text(&output.stdout));
    let output = candor(&["explore", "no-such-file.c"]);
    assert_eq!(output.status.code(), Some(2));
}
