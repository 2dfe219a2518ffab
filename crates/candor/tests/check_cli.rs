//! `candor check` from outside: options, exit codes, the last line for SV-COMP, what happens when it is stopped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[path = "run/command.rs"]
mod run;

use run::{check, command, expect, file, first_line, refused, text};

fn last_line(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or("").to_owned()
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

/// A loop without an end, with a question in it that no solver answers in time.
const ENDLESS: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    for (;;) {
        unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
        if (a > 1 && b > 1 && a * b == 13835058068119371187ul)
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
    assert_eq!(first_line(&output), "verdict: violated; 1 fault found and replayed");
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
    // What is lost on the way counts at the end, which this execution does not come to.
    let lost_then_freed = file(
        "sv-lost-then-freed.c",
        "#include <stdlib.h>\n\
         static void lose(int *p) { int *q = realloc(p, 8); if (!q) abort(); }\n\
         int main(void) { int *p = malloc(4); lose(p); free(p); return 0; }\n",
    );
    let error = file("sv-error.c", "void reach_error(void);\nint main(void) { reach_error(); while (1) ; }\n");
    let threads = file("sv-threads.c", "int pthread_create();\nint main(void) { pthread_create(); return 0; }\n");
    for (property, path, status, line) in [
        ("unreach-call", &good, 0, "TRUE"),
        ("unreach-call", &bad, 1, "FALSE"),
        ("no-overflow", &bad, 0, "TRUE"),
        ("valid-memsafety", &deref, 1, "FALSE(valid-deref)"),
        ("valid-memsafety", &free, 1, "FALSE(valid-free)"),
        ("valid-memsafety", &leak, 1, "FALSE(valid-memtrack)"),
        ("valid-memsafety", &lost_then_freed, 1, "FALSE(valid-free)"),
        ("valid-memcleanup", &leak, 1, "FALSE"),
        ("termination", &good, 0, "TRUE"),
        ("termination", &error, 0, "TRUE"),
        ("no-data-race", &good, 0, "TRUE"),
        ("no-data-race", &threads, 3, "UNKNOWN"),
    ] {
        let output = check(&["--svcomp", "--property", property, path]);
        expect(&output, status, "");
        assert_eq!(last_line(&output), line, "{property} {path}");
    }
    // What the competition does not count is not a violation, and what comes behind it has no meaning.
    let unused = file("sv-unused.c", "int main(void) { int *p = 0; (void)*p; return 0; }\n");
    let few = file("sv-few.c", "#include <stdio.h>\nint main(void) { printf(\"%d %d\", 1); return 0; }\n");
    for path in [&unused, &few] {
        let output = check(&["--svcomp", "--property", "valid-memsafety", path]);
        expect(&output, 3, "");
        assert_eq!(last_line(&output), "UNKNOWN", "{path}");
        expect(&check(&["--property", "valid-memsafety", path]), 1, "");
    }
    // Behind a signed overflow C defines nothing, so that what goes on for ever there is none of the competition's executions.
    let counted = |ty: &str, input: &str| {
        let input = format!("__VERIFIER_nondet_{input}");
        let main = format!("int main(void) {{ {ty} n = {input}(); for ({ty} i = 1; i <= n; i++) ; return 0; }}");
        file(&format!("sv-{ty}.c"), &format!("extern {ty} {input}(void);\n{main}\n"))
    };
    let [wraps, overflows] = [counted("unsigned", "uint"), counted("int", "int")];
    for (path, status, line) in [(&wraps, 1, "FALSE"), (&overflows, 3, "UNKNOWN")] {
        let output = check(&["--svcomp", "--property", "termination", "--timeout", "5", path]);
        expect(&output, status, "");
        assert_eq!(last_line(&output), line, "{path}");
        expect(&check(&["--property", "termination", path]), 1, "");
    }
    // What was cut off at a bound is no proof that it ends, even if nobody is to hear of bounds.
    let late = file("sv-late.c", "int main(void) { for (int i = 0; i < 100; i++) ; return 0; }\n");
    let endless = file("sv-endless.c", ENDLESS);
    for (path, status, line) in [(&late, 3, "UNKNOWN"), (&endless, 1, "FALSE")] {
        let output =
            check(&["--svcomp", "--property", "termination", "--unwind", "3", "--no-check", "unwinding", path]);
        expect(&output, status, "");
        assert_eq!(last_line(&output), line, "{path}");
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
    refused(&["--engine", "magic", &path], "[possible values: auto, bmc, loops, symex, shapes, values, explicit]");
    refused(&["--pointer-args", "none", &path], "fresh, null, both");
    refused(&["--unwind", "main=2", &path], "there is no loop in `main`");
    refused(&["--unwind", "f:3=2", &path], "there is no function `f`");
    refused(&["--function", "main", &path, "--", "an argument"], "cannot be used with");
    refused(&["--ub-result", "none", &path], "end, wrap, fresh");
    refused(&["--volatile", "none", &path], "plain, nondet");
    refused(&["--frobnicate", &path], "--frobnicate");
}

#[test]
fn bad_input() {
    refused(&["no-such-file.c"], "no-such-file.c");
    refused(&[&file("broken.c", "int main(void) { return }\n")], "expected expression");
    refused(&[&file("mainless.c", "int f(void) { return 0; }\n")], "there is no function `main`");
    let helpers =
        file("helpers.c", "int f(void) { return 0; }\nstatic int g(void) { return 1; }\nint h(void) { return g(); }\n");
    refused(&[&helpers], "starts with another one: `f`, `g`, `h`; `candor batch --each-function` checks each of them");
    let path = file("nameless.c", GOOD);
    refused(&["--function", "f", &path], "there is no function `f`");
    refused(&["--property", "no-such-file.prp", &path], "no-such-file.prp");
    let odd = file("odd.prp", "CHECK( init(main()), LTL(G ! magic) )\n");
    refused(&["--property", &odd, &path], "candor does not know the property");
    refused(&["--smt2", &format!("{path}/folder"), &path], "folder");
}

#[test]
fn help_has_examples() {
    let output = check(&["--help"]);
    expect(&output, 0, "Exit status: 0 all checks hold");
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
fn what_a_slice_has_shown_stands_when_time_is_up() {
    let leak = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    while (__VERIFIER_nondet_int())\n        \
                malloc(4);\n    return 0;\n}\n";
    let path = file("leak_in_slice.c", leak);
    for slice in ["on", "off"] {
        let options = ["--engine", "bmc", "--property", "memory", "--slice", slice, "--timeout", "4", &path];
        expect(&check(&options), 1, "1 fault found and replayed");
    }
}

#[test]
fn an_interrupt_is_answered_within_half_a_second() {
    let path = file("interrupted.c", ENDLESS);
    interrupted(started(&["--property", "reach", &path]));
}

/// While Z3 checks, it takes Ctrl-C for its own and would stop that one check on it. The number is prime, so that it takes minutes.
#[test]
fn an_interrupt_is_not_kept_by_z3() {
    const FACTORS: &str = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
    if (1 < x && x < y && y < 1ul << 32 && x * y == 4611686018427387847ul)
        reach_error();
    return 0;
}
";
    let path = file("factors.c", FACTORS);
    let args = ["--property", "reach", "--engine", "bmc", "--solver", "z3", &path];
    let is_there = check(&["--solver", "z3", &file("z3-there.c", BAD)]).status.code() != Some(2);
    if is_there {
        interrupted(started(&args));
    }
}

/// Interrupts a search that takes longer than the test waits, and sees that it stops.
#[track_caller]
fn interrupted(child: Child) {
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

const LOOPS: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 9)
        return 0;
    for (int i = 0; i < 4; i++)
        sum += i;
    while (n > 0) {
        n--;
        sum++;
    }
    return sum;
}
";

#[test]
fn bounds_of_loops() {
    let path = file("loops.c", LOOPS);
    let unwinding = |args: &[&str]| {
        let output = check(&[args, &["--format", "json", &path]].concat());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("all of it is one object");
        let checks = json["checks"].as_array().expect("a list").iter();
        let found = checks.filter(|finding| finding["check"] == "unwinding");
        let found = found.map(|finding| format!("{} {}", finding["line"], finding["status"]).replace('"', ""));
        (output.status.code().expect("a status"), found.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(unwinding(&[]), (0, String::new()));
    assert_eq!(unwinding(&["--unwind", "9"]), (0, "6 holds, 8 holds".to_owned()));
    assert_eq!(unwinding(&["--unwind", "8"]), (3, "6 unknown, 8 unknown".to_owned()));
    assert_eq!(unwinding(&["--unwind", "main:6=4"]), (0, "6 holds".to_owned()));
    assert_eq!(unwinding(&["--unwind", "3", "--unwind", "main=9"]), (0, "6 holds, 8 holds".to_owned()));
    assert_eq!(unwinding(&["--unwind", "main:6=3"]), (3, "6 unknown".to_owned()));
    let output = check(&["--unwind", "main:6=3", &path]);
    expect(&output, 3, "not complete: this loop may iterate more than 3 times");
    let output = check(&["--unwind", "main:8=8", "--no-check", "unwinding", &path]);
    expect(&output, 0, "assumed: no execution goes beyond the bounds");
    let output = check(&["--svcomp", "--property", "no-overflow", "--unwind", "3", &path]);
    expect(&output, 3, "UNKNOWN");
}

#[test]
fn bounds_of_calls() {
    let text = "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nint main(void) { return f(4); }\n";
    let path = file("calls.c", text);
    expect(&check(&["--depth", "5", &path]), 0, "verdict: holds");
    expect(&check(&["--depth", "4", &path]), 3, "an execution may call functions more than 4 deep");
}

#[test]
fn what_no_execution_gets_to() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5 && n * 2ll < 10)
        n = 1 / n;
    __VERIFIER_assume(n < 100);
    if (n > 200)
        n = 2 / n;
    if (n > 50)
        return 3 / n;
    return 0;
}
";
    let path = file("reach.c", text);
    // Who proves by induction does not ask what can be reached, and may be first on a busy machine.
    let what = ["--property", "overflow", "--check", "division-by-zero"];
    let output = check(&[&what[..], &["--engine", "bmc", "--format", "json", &path]].concat());
    expect(&output, 0, "");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("all of it is one object");
    let at = |line: u64| {
        let mut checks = json["checks"].as_array().expect("a list").iter();
        let found = checks.find(|finding| finding["check"] == "division-by-zero" && finding["line"] == line);
        let found = found.expect("there is a division");
        (found["status"].as_str().expect("a text").to_owned(), found["vacuous"].as_bool())
    };
    assert_eq!(at(6), ("unreachable".to_owned(), Some(false)));
    assert_eq!(at(9), ("unreachable".to_owned(), Some(true)));
    assert_eq!(at(11), ("holds".to_owned(), None));
}

#[test]
fn what_the_library_decides_is_told() {
    let source =
        "#include <stdlib.h>\n#include <time.h>\nint main(void) { srand((unsigned)time(0)); return rand() == 7; }\n";
    let path = file("clock.c", source);
    let output = check(&[&path]);
    expect(&output, 0, "assumed: clocks never go back, begin between 2024 and 2032");
    expect(&output, 0, "assumed: rand and random give any numbers");
    let output = check(&["--assume", "closed", &path]);
    expect(&output, 0, "assumed: rand and random give the numbers that they give with glibc");
}

/// Nobody asks for leaks here: a lost block must not end the search for the error, not even where a variable is defined nowhere.
#[test]
fn what_is_not_asked_for_does_not_end_the_search() {
    let text = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern int defined_nowhere;
static void wait_for_ever(void) {
again:
    goto again;
}
int main(void) {
    int *lost = malloc(sizeof *lost);
    lost = NULL;
    if (__VERIFIER_nondet_int())
        wait_for_ever();
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    // More claims than are settled at once.
    for (int i = 0; i < 100; i++) {
        if (n + i > 200)
            __VERIFIER_error();
    }
    if (n == defined_nowhere)
        __VERIFIER_error();
    return 0;
}
";
    let ask = ["--svcomp", "--property", "unreach-call", "--engine", "bmc"];
    let output = check(&[&ask[..], &[&file("lost-first.c", text)]].concat());
    expect(&output, 1, "\nFALSE");
    let never = text.replace("n == defined_nowhere", "n == 12 + (defined_nowhere & 1)");
    let output = check(&[&ask[..], &[&file("lost-only.c", &never)]].concat());
    expect(&output, 0, "\nTRUE");
}

#[test]
fn a_closed_world_is_told() {
    let source = "\
#include <stdlib.h>
int main(int argc, char **argv) {
    char first = argc > 1 ? argv[1][0] : 'x';
    return first == *(getenv(\"HOME\") ? getenv(\"HOME\") : \"x\");
}
";
    let path = file("closed.c", source);
    let output = check(&["--assume", "closed", &path]);
    expect(&output, 0, "assumed: argc is 1, and argv holds what was given on the command line");
    expect(&output, 0, "assumed: the environment is empty until the program sets variables");
    let output = check(&[&path]);
    expect(&output, 0, "assumed: argc is 1 to 4, and arguments have at most 4095 characters");
    expect(&output, 0, "assumed: variables of the environment have at most 4095 characters");
    let output = check(&[&path, "--", "-v"]);
    expect(&output, 0, "assumed: argc is 2, and argv holds what was given on the command line");
}

#[test]
fn assumptions_are_listed() {
    let text = "\
#include <math.h>
#include <stdlib.h>
int elsewhere(int);
double half(void);
volatile int device;
int main(int argc, char **argv) {
    char *block = malloc(3);
    block[0] = device;
    if (sin(half()) > 2)
        block[2] = 1;
    free(block);
    return elsewhere(argc) == 2 && argv[0] != 0;
}
";
    let path = file("assumptions.c", text);
    let output = check(&[&path]);
    let out = self::text(&output.stdout);
    for sentence in [
        "malloc never fails",
        "`elsewhere` has no body: its result is arbitrary, it changes nothing and calls nothing",
        "`half` has no body",
        "volatile variables hold what the program wrote to them last",
        "argc is 1",
        "elementary functions such as sin and pow give any result",
    ] {
        assert!(out.contains(&format!("assumed: {sentence}")), "{sentence}\n{out}");
    }
    let output = check(&["--malloc-may-fail", "--volatile", "nondet", &path]);
    expect(&output, 1, "null-dereference");
    let out = self::text(&output.stdout);
    assert!(!out.contains("assumed: malloc") && !out.contains("assumed: volatile"), "{out}");
}

#[test]
fn counterexamples_that_rest_on_elementary_functions_say_so() {
    let text = "
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x >= 0 && x < 10)
        assert(exp(x) >= 1);
    return 0;
}
";
    let output = check(&[&file("exponential.c", text)]);
    expect(&output, 3, "elementary functions such as sin and exp give other results than here");
    let out = self::text(&output.stdout);
    assert!(!out.contains("internal error"), "{out}");
}

#[test]
fn volatile_variables_may_change() {
    let text = "volatile int device;\nint main(void) { device = 1; int a = device; return 1 / (a - device + 1); }\n";
    let path = file("volatile.c", text);
    expect(&check(&[&path]), 0, "verdict: holds");
    expect(&check(&["--volatile", "nondet", "--no-check", "signed-overflow", &path]), 1, "error[division-by-zero]");
}

#[test]
fn faults_behind_faults() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x + y;
    int b = x + y;
    if (x > 0 && y > 0 && b == -5)
        reach_error();
    if (x > 2147483000 && y > 2147483000 && b == 7)
        reach_error();
    return a == b;
}
";
    let path = file("behind.c", text);
    let lines = |args: &[&str]| {
        let output = check(&[args, &["--format", "json", &path]].concat());
        expect(&output, 1, "");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("all of it is one object");
        let violations = json["violations"].as_array().expect("a list").iter();
        violations.map(|violation| violation["diagnostic"]["line"].as_u64().expect("a line")).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), [5]);
    assert_eq!(lines(&["--no-shadowing"]), [5, 6, 8]);
    assert_eq!(lines(&["--ub-result", "wrap"]), [5, 6, 8]);
    assert_eq!(lines(&["--ub-result", "fresh"]), [5, 6, 8, 10]);
}

/// Whether there is another solver on this machine.
fn has_z3() -> bool {
    Command::new("z3").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn questions_are_written_for_other_solvers() {
    let path = file("smt2.c", BAD);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check_cli/queries");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    let name = folder.display().to_string();
    expect(&check(&["--property", "reach", "--smt2", &name, &path]), 1, "error[error-call]");
    let mut queries: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("a file").path()).collect();
    queries.sort();
    assert_eq!(queries.first().and_then(|path| path.file_name()), Some("000001.smt2".as_ref()));
    let script = fs::read_to_string(&queries[0]).expect("a text");
    assert!(script.starts_with("(set-logic") && script.trim_end().ends_with("(check-sat)"), "{script}");
    if has_z3() {
        for query in queries {
            let output = Command::new("z3").arg(&query).output().expect("z3 can be started");
            let answer = text(&output.stdout);
            assert!(answer.trim() == "sat" || answer.trim() == "unsat", "{}: {answer}", query.display());
        }
    }
}

#[test]
fn another_solver() {
    let path = file("solver.c", BAD);
    let args = ["--property", "reach", "--engine", "bmc", "--solver", "no-such-solver", &path];
    expect(&check(&args), 3, "no-such-solver");
    // Where executions can be guessed, no solver is needed to find a fault.
    expect(&check(&["--property", "reach", "--solver", "no-such-solver", &path]), 1, "error[error-call]");
    if has_z3() {
        expect(&check(&["--property", "reach", "--solver", "z3 -in", &path]), 1, "input 0, n = 0");
        expect(&check(&["--solver", "z3 -in", &file("solver-good.c", LOOPS)]), 0, "verdict: holds");
    }
}

/// Z3 by its library, and what is said where there is none.
#[test]
fn z3_inside() {
    let (bad, good) = (file("z3-bad.c", BAD), file("z3-good.c", LOOPS));
    let named = |library: &str, solver: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        command.args(["check", "--property", "reach", "--engine", "bmc", "--solver", solver, &bad]);
        command.env("CANDOR_LIBZ3", library).output().expect("candor can be started")
    };
    let missing = named("/nonexistent/libz3.so", "z3");
    assert_eq!(missing.status.code(), Some(2));
    let message = text(&missing.stderr);
    assert!(message.contains("Z3 cannot be loaded") && message.contains("/nonexistent/libz3.so"), "{message}");
    let other = named("libc.so.6", "z3");
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("this is not Z3"), "{}", text(&other.stderr));
    expect(&named("/nonexistent/libz3.so", "bitwuzla"), 1, "error[error-call]");
    let inside = check(&["--property", "reach", "--engine", "bmc", "--solver", "z3", &bad]);
    if inside.status.code() == Some(2) {
        assert!(text(&inside.stderr).contains("apt-get install libz3-4"), "{}", text(&inside.stderr));
        return;
    }
    expect(&inside, 1, "input 0, n = 0");
    expect(&check(&["--engine", "bmc", "--solver", "z3", &good]), 0, "verdict: holds");
    expect(&check(&["--engine", "symex", "--solver", "z3", &bad]), 1, "error[error-call]");
}

#[test]
fn claims_as_terms() {
    let path = file("terms.c", "extern int nondet_int(void);\nint main(void) { return 7 / nondet_int(); }\n");
    let output = Command::new(env!("CARGO_BIN_EXE_candor")).args(["dump", "--terms", &path]).output();
    let output = output.expect("candor can be started");
    expect(&output, 0, "claim 0: division-by-zero in `main` at line 2");
    let out = text(&output.stdout);
    assert!(out.contains("reached: true") && out.contains("claimed: (not (eq input!"), "{out}");
}

#[test]
fn property_files() {
    let bad = file("prp-bad.c", BAD);
    let deref = file("prp-deref.c", "int main(void) { int *p = 0; return *p; }\n");
    let reach = file("unreach.prp", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
    let safety = "\
CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
";
    let safety = file("memsafety.prp", safety);
    let end = file("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    for (property, path, status, line) in [
        (&reach, &bad, 1, "FALSE"),
        (&safety, &bad, 0, "TRUE"),
        (&safety, &deref, 1, "FALSE(valid-deref)"),
        // The error function is an end.
        (&end, &bad, 0, "TRUE"),
        // Whatever comes behind the fault, the program ends.
        (&end, &deref, 0, "TRUE"),
    ] {
        let output = check(&["--svcomp", "--property", property, path]);
        expect(&output, status, "");
        assert_eq!(last_line(&output), line, "{property} {path}");
    }
}

/// There are ever more threads, so that no search comes to an end, and large inputs; but nearly any execution goes wrong.
const SWARM: &str = "\
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void *work(void *arg) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n && i < 100)
        i++;
    if (n < 3 && i == n)
        reach_error();
    return arg;
}
int main(void) {
    pthread_t t;
    while (1)
        pthread_create(&t, 0, work, 0);
}
";

#[test]
fn a_fault_of_many_threads_is_run_into() {
    let path = file("swarm.c", SWARM);
    let output = check(&["--svcomp", "--property", "unreach-call", "--timeout", "60", &path]);
    expect(&output, 1, "");
    assert_eq!(last_line(&output), "FALSE");
}

/// An easy fault, and a question that no solver answers in time.
const HARD: &str = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a == 17)
        reach_error();
    if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 13835058068119371187ul)
        reach_error();
    return 0;
}
";

#[test]
fn what_was_found_is_told_when_time_is_up() {
    let path = file("hard.c", HARD);
    let begin = Instant::now();
    let output = check(&["--property", "reach", "--timeout", "3", &path]);
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
    expect(&output, 1, "error[error-call]");
    let out = text(&output.stdout);
    // Whoever notices first says it in their own words.
    assert!(out.contains("3 seconds have passed") || out.contains("time is used up"), "{out}");
    assert_eq!(first_line(&output), "verdict: violated; 1 fault found and replayed");
    // What was found was told while the search went on.
    let told = text(&output.stderr);
    assert!(told.starts_with("found: ") && told.contains("hard.c:6:9: error[error-call]: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let output = check(&["--svcomp", "--property", "unreach-call", "--timeout", "3", &path]);
    expect(&output, 1, "FALSE");
    assert_eq!(text(&output.stderr), "");
    let output = check(&["--quiet", "--property", "reach", "--timeout", "3", &path]);
    expect(&output, 1, "hard.c:6:9: error[error-call]: ");
    assert_eq!((text(&output.stderr), text(&output.stdout).lines().count()), (String::new(), 2));
}

#[test]
fn one_violation_may_be_enough() {
    let path = file("first.c", HARD);
    let begin = Instant::now();
    let output = check(&["--property", "reach", "--timeout", "30", "--stop-at-first", &path]);
    expect(&output, 1, "error[error-call]");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(first_line(&output), "verdict: violated; 1 fault found and replayed");
}

#[test]
fn arguments_and_standard_input_are_inputs() {
    let source = "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {\n    \
                  if (argc == 2 && strcmp(argv[1], \"-x\") == 0 && getchar() == 'q')\n        return 1 / (argc - 2);\n    return 0;\n}\n";
    let path = file("outside.c", source);
    let output = check(&["--timeout", "50", &path]);
    expect(&output, 1, "  inputs: argv[1] = \"-x\", stdin = \"q\"\n");
    // What they consist of is not told again.
    assert!(!text(&output.stdout).contains("input \""), "{}", text(&output.stdout));
}

#[test]
fn a_file_that_is_saved_is_checked_again() {
    let path = file("watched.c", "int main(void) { int a[2] = {0}; return a[2]; }\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["check", "--watch", "--quiet", "--no-config", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("candor runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut verdict = || lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("verdict: "));
    let first = verdict();
    fs::write(&path, "int main(void) { int a[2] = {0}; return a[1]; } // mended\n").expect("it can be written");
    let second = verdict();
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    assert_eq!(first.as_deref(), Some("verdict: violated; 1 fault found and replayed"));
    assert_eq!(second.as_deref(), Some("verdict: holds; no execution breaks a check"));
}

#[test]
fn as_much_is_said_as_is_asked_for() {
    let path = file("much.c", GOOD);
    let output = check(&[&path]);
    assert!(first_line(&output).starts_with("verdict: holds; "), "{}", text(&output.stdout));
    let summary = last_line(&output);
    assert!(summary.starts_with("checks: ") && summary.ends_with("; `--verbose` lists them by kind"), "{summary}");
    assert!(!text(&output.stdout).contains("unreachable  unknown"));
    let output = check(&["--verbose", &path]);
    expect(&output, 0, "checks           hold  violated  unreachable  unknown\n");
    assert!(first_line(&output).starts_with("verdict: holds; "), "{}", text(&output.stdout));
    let output = check(&["-q", &path]);
    assert_eq!(text(&output.stdout).lines().count(), 1, "{}", text(&output.stdout));
    refused(&["-q", "--verbose", &path], "cannot be used with");
}

#[test]
fn an_unknown_verdict_says_why_and_what_to_try() {
    let path = file("why.c", ENDLESS);
    let output = check(&["--timeout", "2", &path]);
    expect(&output, 3, "");
    let first = first_line(&output);
    assert!(first.starts_with("verdict: unknown; no fault was found, but not all executions are covered: "), "{first}");
    let more = format!("try: candor check --timeout 8 {path}  # four times the time; `--explain` lists more");
    assert_eq!(last_line(&output), more);
}

/// The commands to try, with the last line first.
fn tried(args: &[&str]) -> Vec<String> {
    let output = check(&[&["--explain"], args].concat());
    let said = text(&output.stdout);
    let tried: Vec<String> = said.lines().filter_map(|line| line.strip_prefix("try: ")).map(str::to_owned).collect();
    assert!(!tried.is_empty(), "{said}");
    tried
}

#[test]
fn each_reason_has_a_command_to_try() {
    let source = "#include <pwd.h>\nint main(void) { return getpwuid(0) == 0; }\n";
    let path = file("no-model.c", source);
    let expected =
        format!("candor check --explain {path} getpwuid.c  # getpwuid.c defines `getpwuid`, which has no model");
    assert_eq!(tried(&[&path])[0], expected);

    let source = "int __VERIFIER_nondet_int(void);\nint main(void) {\n    int m = __VERIFIER_nondet_int(), n = 0;\n    \
                  while (m > n) n++;\n    return n;\n}\n";
    let path = file("bounded.c", source);
    for (bound, twice) in [("5", "10"), ("main:4=5", "main:4=10")] {
        let expected = format!(
            "candor check --unwind {twice} --explain --property overflow {path}  # twice the bound of 5, which was reached"
        );
        assert_eq!(tried(&["--unwind", bound, "--property", "overflow", &path])[0], expected);
    }

    let source = "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int n;\n\
                  static void *run(void *p) { atomic_store_explicit(&n, 1, memory_order_relaxed); return p; }\n\
                  int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, run, 0);\n    pthread_join(t, 0);\n    \
                  return atomic_load(&n) - 1;\n}\n";
    let path = file("weak.c", source);
    let tried = tried(&[&path]);
    let (command, _) = tried[0].split_once("  # ").expect("it says why");
    let words: Vec<&str> = command.split(' ').collect();
    assert!(words.contains(&"-D__ATOMIC_RELAXED=5"), "{tried:?}");
    // It does what it says: this order is the one that is explored.
    expect(&check(&words[2..]), 0, "verdict: holds");
}

#[test]
fn open_properties_and_functions_have_names() {
    let source = ENDLESS.replace("int main(void) {", "int work(void) {") + "int main(void) { return work(); }\n";
    let path = file("open.c", &source);
    let tried = tried(&["--property", "reach,overflow", "--timeout", "2", &path]);
    for (command, why) in [
        ("--timeout 8 --explain --property reach,overflow", "four times the time"),
        ("--property reach --explain --timeout 2", "only the properties with open checks"),
        ("--function work --explain --property reach,overflow --timeout 2", "one function alone, for all arguments"),
        ("--unwind 10 --explain --property reach,overflow --timeout 2", "find bugs within 10 iterations of each loop"),
    ] {
        let expected = format!("candor check {command} {path}  # {why}");
        assert!(tried.contains(&expected), "{expected}\n{tried:#?}");
    }
}

#[test]
fn a_search_that_is_cut_off_after_a_violation_says_what_to_try() {
    let source =
        ENDLESS.replace("for (;;) {", "int a[3] = {0};\n    a[__VERIFIER_nondet_uint() % 4] = 1;\n    for (;;) {");
    let path = file("cut-off.c", &source);
    let output = check(&["--timeout", "3", &path]);
    expect(&output, 1, "verdict: violated");
    assert!(last_line(&output).starts_with(&format!("try: candor check --timeout 12 {path}  # ")), "{output:?}");
    let said = text(&output.stdout);
    assert!(said.lines().filter(|line| line.starts_with("not complete: ")).count() == 1, "{said}");
    assert!(!said.contains("stopped at the first violation"), "{said}");
}

#[test]
fn races_need_threads() {
    let path = file("alone.c", GOOD);
    expect(&check(&["--svcomp", "--property", "race", &path]), 0, "TRUE");
    expect(&check(&["--svcomp", "--property", "no-data-race", &path]), 0, "TRUE");
    expect(&check(&["--property", "all", &path]), 0, "");
    let threads = "\
#include <pthread.h>
static int n;
static void *count(void *unused) { n++; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
";
    let path = file("threads.c", threads);
    let output = check(&["--svcomp", "--property", "race", &path]);
    assert_eq!(last_line(&output), "FALSE", "{}", text(&output.stdout));
    // What starts a thread only behind a condition that no execution takes has no race.
    let hidden =
        "int pthread_create();\nint main(int argc, char **argv) { if (argc > 7) pthread_create(argv); return 0; }\n";
    expect(&check(&["--svcomp", "--property", "race,reach", &file("hidden.c", hidden)]), 0, "TRUE");
}

/// Files and environment variables are inputs with a name; what the library does with its own memory is no part of the trace.
#[test]
fn files_and_variables_are_inputs() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    char b[4];\n    FILE *f = fopen(\"a.cfg\", \"r\");\n    \
                  if (!f) return 1;\n    int c = fgetc(f);\n    char *e = getenv(\"MODE\");\n    \
                  if (c == 'q' && e && e[0] == 'x' && !e[1]) b[c] = 1;\n    fclose(f);\n    return 0;\n}\n";
    let output = check(&[&file("named-inputs.c", source)]);
    expect(&output, 1, "inputs: file \"a.cfg\" = \"q");
    let said = text(&output.stdout);
    assert!(said.contains("getenv(\"MODE\") = \"x\"\n"), "{said}");
    assert!(!said.contains("undef") && !said.contains(")+") && said.contains("// c = 113"), "{said}");
    // Of two files each has its own contents, and standard input is none of them.
    let source = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    \
                  FILE *f = fopen(\"one\", \"r\"), *g = fopen(\"two\", \"r\");\n    if (!f || !g) return 1;\n    \
                  assert(!(fgetc(f) == 'a' && fgetc(g) == 'b' && getchar() == 'c'));\n    fclose(f);\n    fclose(g);\n    return 0;\n}\n";
    let output = check(&["--property", "reach", "--check", "assertion", &file("two-files.c", source)]);
    let said = text(&output.stdout);
    let line = said.lines().find(|line| line.contains("inputs: ")).unwrap_or_else(|| panic!("{said}"));
    for word in ["file \"one\" = \"a", "file \"two\" = \"b", "stdin = \"c"] {
        assert!(line.contains(word), "{word}: {line}");
    }
}
