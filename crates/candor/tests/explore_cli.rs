//! `candor explore` as a user meets it: paths, coverage, tests that take the paths again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    // Of the branches only the one to `return 9` is out of reach.
    assert_eq!(record["branches"], serde_json::json!({ "covered": 11, "all": 12 }), "{record}");
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
