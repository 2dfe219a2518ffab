//! Faults that `candor check` finds in the programs under `tests/check`, seen natively.
//!
//! Each harness is compiled by clang with a sanitizer and run; what has no caveat must fail there. A sample is tried here;
//! `cargo xtask confirm` (or `CANDOR_CONFIRM_ALL=1`) tries all of them and counts.

#[path = "run/directives.rs"]
#[expect(dead_code, reason = "programs that are run know more directives")]
mod directives;
#[path = "run/execute.rs"]
mod execute;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::directives::{Directives, Variant};
use crate::execute::execute;

const LIMIT: Duration = Duration::from_secs(120);
/// One of so many programs is tried.
const SAMPLE: u32 = 8;

/// The folder that holds `tests`.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "i") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn candor(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(args).current_dir(root());
    let ended = execute(&mut command, b"", LIMIT).expect("candor runs");
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.is_some() && !complaints.contains("panicked"), "{args:?}: {complaints}");
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

/// What was tried with one program.
#[derive(Default)]
struct Tally {
    confirmed: usize,
    excused: Vec<String>,
    missed: Vec<String>,
}

/// Programs about what no sanitizer sees, what no system lets them do, or what C leaves open and a system does in one way.
const UNSEEN: [&str; 17] = [
    "assembly/port.c",
    "checks/float-cast-overflow/lanes.c",
    "checks/invalid-bool/atomic.c",
    "checks/shift-out-of-range/lanes.c",
    "control/constant-p-branches.c",
    "control/pause-lost.c",
    "control/return-address.c",
    "control/weak-exchange.c",
    "libc/command-read.c",
    "libc/strftime-too-small.c",
    "memory-leak/then-endless.c",
    "memory-leak/trap.c",
    "memory/unwritten-element-",
    "pointers/index-wraps.c",
    "use-after-scope/compound-literal",
    "use-after-scope/jumped-out.c",
    "use-after-scope/last-round",
];

/// How `candor confirm` begins what it says of a violation.
const OUTCOMES: [&str; 3] = ["confirmed: ", "not confirmed: ", "not tried: "];

fn try_program(tally: &mut Tally, path: &Path, folder: &Path) {
    let text = fs::read_to_string(path).expect("it can be read");
    let directives = Directives::parse(&text).expect("its directives are right");
    for variant in directives.variants() {
        if !directives.expectations(&variant).is_empty() {
            try_variant(tally, path, &directives, &variant, folder);
        }
    }
}

fn try_variant(tally: &mut Tally, path: &Path, directives: &Directives, variant: &Variant, folder: &Path) {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut args = vec!["check", "--format", "json", "--data-model", variant.data_model];
    let flags: Vec<&str> = directives.get(variant, "flags").split_whitespace().collect();
    if !flags.contains(&"--timeout") {
        args.extend(["--timeout", "60"]);
    }
    args.extend(flags);
    args.push(&name);
    let record = candor(&args);
    let result = folder.join(format!("{}{variant}.json", name.replace('/', "-")));
    fs::write(&result, &record).expect("the result can be written");
    let record: Value = serde_json::from_str(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
    let said = candor(&["confirm", &result.display().to_string()]);
    let violations = record["violations"].as_array().cloned().unwrap_or_default();
    // What a compiler says may take several lines.
    let is_answer = |line: &&str| OUTCOMES.iter().any(|outcome| line.starts_with(outcome));
    let answers: Vec<&str> = said.lines().filter(is_answer).collect();
    for (violation, line) in violations.iter().zip(&answers) {
        let caveats = violation["harness"]["caveats"].as_array().map_or(0, Vec::len);
        if line.starts_with("confirmed: ") {
            tally.confirmed += 1;
        } else if UNSEEN.iter().any(|unseen| name.contains(unseen)) {
            // Known.
        } else if caveats > 0 || violation["harness"].is_null() {
            tally.excused.push(format!("{name}{variant}: {}", violation["harness"]["caveats"]));
        } else {
            tally.missed.push(format!("{name}{variant}: {line}"));
        }
    }
    assert_eq!(violations.len(), answers.len(), "{name}: {said}");
}

/// Whether a program is one of the sample. Its name alone decides, so that a new program does not change what else is tried.
fn is_in_sample(path: &Path) -> bool {
    let name = path.strip_prefix(root()).unwrap_or(path).as_os_str().as_encoded_bytes();
    name.iter().map(|byte| u32::from(*byte)).sum::<u32>().is_multiple_of(SAMPLE)
}

#[test]
fn faults_are_seen_natively() {
    let all = env::var_os("CANDOR_CONFIRM_ALL").is_some();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("confirm");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let faulty: Vec<PathBuf> = programs(&root().join("tests/check"))
        .into_iter()
        // Threads take turns as they like natively.
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("//~") && !text.contains("<pthread.h>")))
        .collect();
    let mut tally = Tally::default();
    for path in faulty.iter().filter(|path| all || is_in_sample(path)) {
        try_program(&mut tally, path, &folder);
    }
    let Tally { confirmed, excused, missed } = tally;
    let (n_excused, n_missed) = (excused.len(), missed.len());
    println!("{confirmed} faults are seen natively, {n_excused} have an excuse, {n_missed} are missed");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    let n_all = confirmed + n_excused;
    assert!(confirmed * 100 >= n_all * 90, "too many excuses: {n_excused} of {n_all}:\n{}", excused.join("\n"));
}

/// Checks a program with these options, then confirms what was found; what `candor confirm` says.
fn confirmed(name: &str, text: &str, options: &[&str]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("confirm-own");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (source, result) = (folder.join(name), folder.join(format!("{name}.json")));
    fs::write(&source, text).expect("the program can be written");
    let source = source.display().to_string();
    let mut args = vec!["check", "--format", "json", &source];
    args.extend(options);
    fs::write(&result, candor(&args)).expect("the result can be written");
    candor(&["confirm", &result.display().to_string()])
}

#[track_caller]
fn expect_confirmed(name: &str, text: &str, options: &[&str]) {
    let said = confirmed(name, text, options);
    assert!(said.starts_with("confirmed: ") && !said.contains("not "), "{said}");
}

#[test]
fn files_and_variables_are_made() {
    let variable = "#include <stdlib.h>\n#include <string.h>\n\
                    int main(void) { char home[16]; char *value = getenv(\"HOME\"); if (value) strcpy(home, value); return 0; }\n";
    expect_confirmed("variable.c", variable, &[]);
    let missing = "#include <stdlib.h>\nint main(void) { return *getenv(\"PATH\"); }\n";
    expect_confirmed("missing.c", missing, &[]);
    let file = "#include <stdio.h>\nint main(void) {\n    char bytes[8]; int n = 0, c; FILE *file = fopen(\"data.txt\", \"r\");\n\
                if (!file) return 1;\n    while ((c = fgetc(file)) != EOF) bytes[n++] = (char)c;\n    fclose(file); return 0;\n}\n";
    expect_confirmed("file.c", file, &[]);
}

#[test]
fn functions_get_their_arguments() {
    let text = "struct pair { int a[8]; };\n\
                static int f(int *p, short n, double x, struct pair pair) {\n\
                    if (n == -3 && p[0] == 77 && x == 2.5 && pair.a[7] == 9) return p[99];\n\
                    return 0;\n\
                }\n\
                int main(void) { struct pair pair = {{0}}; int i = 0; return f(&i, 0, 0, pair); }\n";
    let passed = "int f(int (*next)(int), int n) { int a[3] = {0}; int i = next(n); return i == 7 ? a[i] : 0; }\n\
                  int one(int n) { return n; }\nint main(void) { return f(one, 0); }\n";
    expect_confirmed("passed.c", passed, &["--function", "f"]);
    let uncalled = "int f(int (*next)(int), int n) { int a[3] = {0}; if (!next || n > 3) return next(n); return a[n + 2]; }\n\
                    int one(int n) { return n; }\nint main(void) { return f(one, 0); }\n";
    expect_confirmed("uncalled.c", uncalled, &["--function", "f"]);
    expect_confirmed("function.c", text, &["--function", "f"]);
    expect_confirmed("function-32.c", text, &["--function", "f", "--data-model", "ILP32"]);
}

#[test]
fn arguments_of_the_program_and_what_it_reads() {
    let text = "#include <stdio.h>\n#include <assert.h>\n\
                int main(int argc, char **argv) {\n\
                    int c = getchar(), d = getchar();\n\
                    assert(!(argc == 2 && argv[1][0] == '\"' && c == 'x' && d == EOF));\n\
                    return 0;\n\
                }\n";
    expect_confirmed("outside.c", text, &["--", "\"quoted\\ \n"]);
}

#[test]
fn every_kind_of_answer() {
    let text = "#include <assert.h>\n\
                extern double __VERIFIER_nondet_double(void);\n\
                extern float __VERIFIER_nondet_float();\n\
                extern _Bool __VERIFIER_nondet_bool(void);\n\
                extern unsigned char __VERIFIER_nondet_uchar(void);\n\
                extern void klee_make_symbolic(void *, unsigned long, const char *);\n\
                extern void __VERIFIER_assume(int);\n\
                struct two { long a, b; };\n\
                extern struct two both(int);\n\
                extern void nothing(int);\n\
                extern int never(void);\n\
                int main(void) {\n\
                    double d = __VERIFIER_nondet_double();\n\
                    float f = __VERIFIER_nondet_float();\n\
                    _Bool b = __VERIFIER_nondet_bool();\n\
                    unsigned char u = __VERIFIER_nondet_uchar();\n\
                    short s[2];\n\
                    klee_make_symbolic(s, sizeof s, \"s\");\n\
                    nothing(1);\n\
                    struct two t = both(0);\n\
                    __VERIFIER_assume(u > 200);\n\
                    if (t.a == 5 && b && d == 0.125 && f == -8.0f && s[1] == -2) assert(t.b != 1L << 40);\n\
                    if (u < 100) return never();\n\
                    return 0;\n\
                }\n";
    expect_confirmed("answers.c", text, &["--check", "assertion", "--no-check", "uninitialized-read"]);
}

#[test]
fn allocations_that_fail_and_blocks_that_are_left() {
    let text = "#include <stdlib.h>\nint main(void) {\n\
                    int *a = malloc(4), *b = malloc(4);\n\
                    if (!a) return 0;\n\
                    *b = 1;\n    free(a); free(b);\n    return 0;\n}\n";
    expect_confirmed("fails.c", text, &["--malloc-may-fail", "--no-check", "memory-leak"]);
    let text = "#include <stdlib.h>\nint *kept;\nint main(void) { kept = malloc(4); abort(); }\n";
    expect_confirmed("left.c", text, &["--property", "cleanup"]);
    expect_confirmed("left-32.c", text, &["--property", "cleanup", "--data-model", "ILP32"]);
    let fine =
        "#include <stdlib.h>\n#include <stdio.h>\nint main(void) { printf(\"x\"); free(malloc(4)); return 0; }\n";
    assert!(confirmed("fine.c", fine, &["--property", "cleanup"]).starts_with("There is no violation"));
}

#[test]
fn an_error_function_with_a_body() {
    let text = "void reach_error(void) {}\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
    expect_confirmed("error.i", text, &["--property", "reach"]);
}

/// What nobody has written is something else than zero, on the heap and on the stack.
#[test]
fn memory_that_nobody_has_written() {
    let text = "#include <stdlib.h>\nextern void reach_error(void);\nstruct node { struct node *next; int n; };\n\
                int main(void) {\n    struct node *node = malloc(sizeof *node);\n    int local;\n    if (node->next && node->n && local)\n        \
                reach_error();\n    free(node);\n    return 0;\n}\n";
    for model in ["LP64", "ILP32"] {
        let name = format!("unwritten-{model}.c");
        expect_confirmed(&name, text, &["--property", "reach", "--data-model", model]);
    }
}

/// Natively, threads as short as these hardly ever run at the same time; the harness has them take turns.
#[test]
fn threads_take_their_turns() {
    let text = "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint i = 1, j = 1;\n\
                static void *one(void *arg) {\n    for (int k = 0; k < 3; k++)\n        i += j;\n    return arg;\n}\n\
                static void *other(void *arg) {\n    int n = __VERIFIER_nondet_int();\n    for (int k = 0; k < 3; k++)\n        j += i;\n    \
                if (n != 7)\n        j = 0;\n    return arg;\n}\n\
                int main(void) {\n    pthread_t a, b;\n    pthread_create(&a, 0, one, 0);\n    pthread_create(&b, 0, other, 0);\n    \
                if (i >= 13 && j >= 21)\n        reach_error();\n    return 0;\n}\n";
    expect_confirmed("turns.c", text, &["--property", "reach"]);
}

#[test]
fn what_is_no_result_is_refused() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("confirm-own");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("odd.json");
    for text in ["", "{}", "[1, 2", "{\"build\": 3}"] {
        fs::write(&path, text).expect("it can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        let output = command.args(["confirm"]).arg(&path).output().expect("candor runs");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no result"), "{text}");
    }
}
