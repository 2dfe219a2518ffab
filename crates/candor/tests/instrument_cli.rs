//! `candor instrument` from outside: bad rules, statistics, and what only instrumented programs notice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn candor(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_candor")).args(args).output().expect("candor runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file with this text in a folder of the test's own.
fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instrument-cli");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

/// What an instrumented program says, and its exit status.
fn run_instrumented(name: &str, source: &str, rules: &str, level: &str) -> (String, Option<i32>) {
    let source = file(&format!("{name}.c"), source);
    let [ir, runtime, exe] = ["ll", "runtime.c", "exe"].map(|ext| file(&format!("{name}.{ext}"), ""));
    let args = ["instrument", "--rules", rules, "--instrumentation", level, &source, "-o", &ir, "--runtime", &runtime];
    let output = candor(&args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let compiled =
        Command::new("clang-22").args(["-w", &ir, &runtime, "-o", &exe, "-lm"]).output().expect("clang runs");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let output = Command::new(&exe).output().expect("the program runs");
    (text(&output.stderr), output.status.code())
}

#[test]
fn mistakes_are_told() {
    let program = file("empty.c", "int main(void) { return 0; }\n");
    let check = |rules: &str, expected: &str| {
        let output = candor(&["instrument", "--rules", rules, &program, "-o", &file("never.ll", "")]);
        assert_eq!(output.status.code(), Some(126));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    };
    check("memsafe", "rule sets are memsafety, memcleanup, overflow, locks");
    check(&file("syntax.json", "{\n  \"phases\": [,]\n}"), "syntax.json:2:14: a value cannot begin with `,`");
    let conflict = r#"{"functions": [{"name": "main", "parameters": ["ptr"]}], "phases": []}"#;
    check(
        &file("conflict.json", conflict),
        "conflict.json:1:16: the program has a `main` of its own, with another type",
    );
    let missing = r#"{"file": "missing.c", "phases": []}"#;
    let path = file("missing.json", missing);
    let folder = Path::new(&path).parent().expect("a folder").display().to_string();
    check(&path, &format!("missing.json:1:10: {folder}/missing.c: No such file"));
    let latin = file("latin.json", "");
    fs::write(&latin, b"{\n  \"description\": \"l\xe4uft\"}").expect("the file can be written");
    check(&latin, "latin.json:2:20: the byte 0xe4 is no text in UTF-8");
    let never = r#"{"phases": [{"instructionsRules": [{
        "findInstructions": [{"instruction": "load", "operands": ["<a>", "<b>", "<c>"]}], "where": "before"}]}]}"#;
    check(&file("never.json", never), "never.json:2:66: `load` never has 3 operands, but 1");
}

/// A rule whose argument cannot have the declared type says so instead of inserting nonsense.
#[test]
fn arguments_must_fit() {
    let program = file("loads.c", "double d; int main(void) { return d > 1; }\n");
    let rules = r#"{"functions": [{"name": "note", "parameters": ["ptr"]}], "phases": [{"instructionsRules": [{
        "findInstructions": [{"returnValue": "<x>", "instruction": "load"}], "where": "after",
        "newInstruction": {"instruction": "call", "operands": ["<x>", "note"]}}]}]}"#;
    let output = candor(&["instrument", "--rules", &file("misfit.json", rules), &program, "-o", &file("x.ll", "")]);
    assert_eq!(output.status.code(), Some(126));
    assert!(
        text(&output.stderr).contains("misfit.json:3:27: argument 1 of `note` does not fit"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn statistics_fall_from_level_to_level() {
    let source = "#include <stdlib.h>\nint a[4];\nint main(int argc, char **argv) {\n\
                  int *p = malloc(4); a[1] = 2; p[argc - 1] = a[argc]; free(p); return argv[0][0]; }\n";
    let program = file("statistics.c", source);
    let output = candor(&["instrument", "--rules", "memsafety", "--statistics", "--format", "json", &program]);
    let columns: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let sum = |column: usize, part: &str| -> u64 {
        let calls = columns[column]["calls"].as_array().expect("a list").iter();
        let wanted = calls.filter(|call| call["function"].as_str().is_some_and(|name| name.contains(part)));
        wanted.map(|call| call["program"].as_u64().expect("a number")).sum()
    };
    let levels: Vec<&str> = (0..3).filter_map(|column| columns[column]["level"].as_str()).collect();
    assert_eq!(levels, ["basic", "rc", "rc+rt"]);
    assert_eq!(sum(0, "check_pointer"), sum(0, "check_") - 1, "all but the one for leaks");
    assert!(sum(1, "check_") < sum(0, "check_"));
    assert_eq!(sum(0, "remember_"), sum(1, "remember_"));
    assert!(sum(2, "remember_") < sum(1, "remember_"));
    assert_eq!(sum(2, "remember_heap"), 1);
}

/// Without heap there is nothing to look for at the end.
#[test]
fn no_heap_no_leak_check() {
    let program = file("no_heap.c", "int main(void) { int x = 1; return x - 1; }\n");
    for (level, expected) in [("basic", true), ("rc", true), ("rc+rt", false)] {
        let ir = file("no_heap.ll", "");
        candor(&["instrument", "--rules", "memsafety", "--instrumentation", level, &program, "-o", &ir]);
        let written = fs::read_to_string(&ir).expect("was written");
        assert_eq!(written.contains("call void @__candor_check_leaks"), expected, "{level}");
    }
}

/// By whatever way it comes, unless the program gives up.
#[test]
fn locks_are_watched_to_the_end() {
    let source = "#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                  void unlock(void) { pthread_mutex_unlock(&m); }\n\
                  int main(void) { LOCK(&m); END; }\n";
    let run = |lock: &str, end: &str| {
        let source = source.replace("LOCK", lock).replace("END", end);
        run_instrumented("held", &source, "locks", "basic")
    };
    for (lock, end) in [
        ("pthread_mutex_lock", "return 0"),
        ("pthread_mutex_lock", "exit(0)"),
        ("pthread_mutex_lock", "_Exit(0)"),
        ("pthread_mutex_trylock", "return 0"),
    ] {
        let (message, status) = run(lock, end);
        assert_eq!(status, Some(134), "{lock}, {end}");
        assert!(message.starts_with("error[lock-misuse]") && message.contains("is still locked"), "{message}");
        assert!(message.contains("at held.c:5:"), "{message}");
    }
    for end in ["unlock(); return 0", "unlock(); exit(0)", "atexit(unlock); return 0", "atexit(unlock); exit(0)"] {
        assert_eq!(run("pthread_mutex_lock", end), (String::new(), Some(0)), "{end}");
    }
    assert_eq!(run("pthread_mutex_lock", "abort()").0, "");
}

/// The caller's variables lie behind the unnamed arguments, and are none of them.
#[test]
fn variables_beside_unnamed_arguments() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
                  int main(void) { char a[3]; char *h = malloc(8); char *p = __VERIFIER_nondet_int() ? h : a;\n\
                  PRINT; free(h); return 0; }\n";
    for level in ["basic", "rc", "rc+rt"] {
        let run = |name: &str, print: &str| run_instrumented(name, &source.replace("PRINT", print), "memsafety", level);
        for print in ["sprintf(p, \"%d\", 12345)", "sprintf(a, \"%d\", 1234)", "snprintf(p, 10, \"%d\", 1234)"] {
            let (message, status) = run("beside-wrong", print);
            assert_eq!(status, Some(134), "{level}, {print}");
            assert!(message.starts_with("error[out-of-bounds]"), "{level}, {print}: {message}");
        }
        for print in ["sprintf(p, \"%d\", 12)", "snprintf(p, 3, \"%d%d%d%d%d%d\", 1, 2, 3, 4, 5, 6)"] {
            assert_eq!(run("beside", print), (String::new(), Some(0)), "{level}, {print}");
        }
    }
}

/// What nothing points to is lost, also where the program gives up.
#[test]
fn abort_is_an_end_too() {
    let source = "#include <stdlib.h>\nchar *kept;\nvoid make(void) { kept = malloc(3); }\n\
                  int main(void) { make(); MORE; abort(); }\n";
    for level in ["basic", "rc", "rc+rt"] {
        let (message, status) = run_instrumented("gave-up", &source.replace("MORE", "make()"), "memsafety", level);
        assert_eq!(status, Some(134), "{level}");
        assert!(message.starts_with("error[memory-leak]"), "{level}: {message}");
        let (message, _) = run_instrumented("gave-up-kept", &source.replace("MORE", ""), "memsafety", level);
        assert_eq!(message, "", "{level}");
    }
}

/// What is allocated and freed through pointers to functions is known all the same.
#[test]
fn allocation_through_pointers() {
    let source = "#include <stdlib.h>\nvoid *(*volatile get)(size_t) = malloc;\nvoid (*volatile put)(void *) = free;\n\
                  int main(int argc, char **argv) { int *p = get(4); *p = argc; int n = *p; put(p); \
                  if (WRONG) n = *p; return n - 1; }\n";
    for level in ["basic", "rc", "rc+rt"] {
        let right = run_instrumented("indirect", &source.replace("WRONG", "0"), "memsafety", level);
        assert_eq!(right, (String::new(), Some(0)), "{level}");
        let (message, status) = run_instrumented("indirect-wrong", &source.replace("WRONG", "1"), "memsafety", level);
        assert_eq!(status, Some(134), "{level}: {message}");
    }
}

/// On 32-bit machines the compiler may give lengths 64 bits; the machine cuts them, and so do the checks.
#[test]
fn long_lengths_on_small_machines() {
    let program = "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\n\
                   target triple = \"i386-pc-linux-gnu\"\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\
                   define i32 @main(i32 %n) {\n  %a = alloca [4 x i8]\n  %m = zext i32 %n to i64\n\
                   call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 %m, i1 false)\n  ret i32 0\n}\n";
    let (program, ir) = (file("small.ll", program), file("small-out.ll", ""));
    let output = candor(&["instrument", "--rules", "memsafety", "--data-model", "ILP32", &program, "-o", &ir]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = fs::read_to_string(&ir).expect("was written");
    assert!(written.contains("trunc i64 %m to i32"), "{written}");
}
