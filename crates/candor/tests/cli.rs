//! The command line from outside: exit codes, messages, files that are not what they should be.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn candor(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(args).stdin(Stdio::null()).output().expect("candor can be started")
}

/// A file with this text in a folder of the test's own.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn check(output: &Output, status: i32, stderr: &str) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(message.contains(stderr), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 3; }\n";

#[test]
fn the_programs_own_status_and_output() {
    let path = file("hello.c", HELLO);
    let output = candor(&["run", &path]);
    check(&output, 3, "");
    assert_eq!(text(&output.stdout), "hello\n");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn arguments_and_several_files() {
    let main =
        file("main.c", "int twice(int); int main(int argc, char **argv) { return twice(argc) + argv[2][0] - 'y'; }\n");
    let twice = file("twice.c", "int twice(int x) { return 2 * x; }\n");
    check(&candor(&["run", &main, &twice, "--", "-x", "y"]), 6, "");
}

#[test]
fn a_fault_after_output() {
    let path = file("fault.c", "#include <stdio.h>\nint main(void) { int *p = 0; printf(\"before\"); return *p; }\n");
    let output = candor(&["run", &path]);
    check(&output, 134, "error[null-dereference]: read of 4 bytes through a null pointer");
    assert_eq!(text(&output.stdout), "before");
}

#[test]
fn what_a_call_through_a_pointer_touches() {
    let fill =
        "#include <string.h>\nint main(void) { void *(*f)(void *, int, size_t) = memset; int a[3]; f(a, 0, 13); }\n";
    let output = candor(&["run", &file("through.c", fill)]);
    check(&output, 134, "error[out-of-bounds]: write of 13 bytes at offset 0 of `a`, which has 12 bytes");
    let pass = "struct s { long x[4]; };\nstatic long f(struct s s) { return s.x[0]; }\n\
                int main(void) { long a[3] = {0}; return (int)f(*(struct s *)a); }\n";
    let output = candor(&["run", &file("passed.c", pass)]);
    check(&output, 134, "error[out-of-bounds]: read of 32 bytes at offset 0 of `a`, which has 24 bytes");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let path = file("color.c", "int main(void) { int *p = 0; return *p; }\n");
    assert!(!text(&candor(&["run", &path]).stderr).contains('\u{1b}'));
    assert!(text(&candor(&["run", "--color", "always", &path]).stderr).contains('\u{1b}'));
}

#[test]
fn json_has_the_same_data() {
    let path = file("json.c", "int main(void) {\n    int *p = 0;\n    return *p;\n}\n");
    let output = candor(&["run", "--format", "json", &path]);
    check(&output, 134, "");
    let record: serde_json::Value = serde_json::from_slice(&output.stderr).expect("one JSON object");
    assert_eq!(record["result"], "fault");
    assert_eq!(record["diagnostic"]["check"], "null-dereference");
    assert_eq!(record["diagnostic"]["line"], 3);
    assert_eq!(record["diagnostic"]["stack"][0]["function"], "main");
    let output = candor(&["run", "--format", "json", "missing.c"]);
    let record: serde_json::Value = serde_json::from_slice(&output.stderr).expect("one JSON object");
    assert_eq!((record["result"].as_str(), record["status"].as_i64()), (Some("input-error"), Some(126)));
}

#[test]
fn checks_are_switched() {
    let path = file("wrap.c", "int main(void) { unsigned x = 0; x--; return x != 0; }\n");
    check(&candor(&["run", &path]), 1, "");
    check(&candor(&["run", "--check", "unsigned-wrap", &path]), 134, "error[unsigned-wrap]");
    let path = file("overflow.c", "int main(void) { int x = 2147483647; x++; return x < 0; }\n");
    check(&candor(&["run", &path]), 134, "error[signed-overflow]");
    check(&candor(&["run", "--no-check", "signed-overflow", &path]), 1, "");
}

#[test]
fn the_data_model() {
    let path = file("model.c", "int main(void) { return sizeof(long) * 10 + sizeof(void *); }\n");
    check(&candor(&["run", &path]), 88, "");
    check(&candor(&["run", "--data-model", "ILP32", &path]), 44, "");
    let path = file("define.c", "int main(void) { return X + __STDC_VERSION__ / 10000; }\n");
    check(&candor(&["run", "-D", "X=3", "--std", "c99", &path]), 22, "");
}

#[test]
fn usage_mistakes() {
    check(&candor(&[]), 126, "Usage");
    check(&candor(&["run"]), 126, "FILES");
    check(&candor(&["run", "--check", "nonsense", "a.c"]), 126, "nonsense");
    check(&candor(&["run", "--max-steps", "0", "a.c"]), 126, "max-steps");
    check(&candor(&["explain", "out-of-bound"]), 126, "out-of-bounds");
    check(&candor(&["--help"]), 0, "");
    check(&candor(&["run", "--help"]), 0, "");
    check(&candor(&["rum"]), 126, "'run'");
    // What is not for users is not suggested to them.
    for misspelt in ["frob", "probe", "probe-irs"] {
        let output = candor(&[misspelt]);
        check(&output, 126, "unrecognized");
        assert!(!text(&output.stderr).contains("similar"), "{}", text(&output.stderr));
    }
}

#[test]
fn inputs_that_are_no_programs() {
    check(&candor(&["run", "no-such-file.c"]), 126, "no-such-file.c: no such file");
    check(&candor(&["run", env!("CARGO_TARGET_TMPDIR")]), 126, "is a directory");
    check(&candor(&["run", &file("junk.bc", b"BC\xc0\xde\x01\x02\x03garbage")]), 126, "junk.bc");
    check(&candor(&["run", &file("junk.ll", "define i32 @main( {")]), 126, "junk.ll");
    check(&candor(&["run", &file("empty.bc", "")]), 126, "empty.bc");
    check(&candor(&["run", &file("junk.c", b"\xff\xfe\x00int x")]), 126, "junk.c");
    check(&candor(&["run", &file("syntax.c", "int main(void) { return 1 +; }\n")]), 126, "expected expression");
    check(&candor(&["run", &file("nomain.c", "int f(void) { return 0; }\n")]), 126, "main");
    check(&candor(&["run", &file("unknown.xyz", "")]), 126, "unknown kind of file");
    check(&candor(&["run", "--clang", "/no/such/clang", &file("noclang.c", HELLO)]), 126, "clang");
}

#[test]
fn programs_that_would_never_end() {
    let path = file("loop.c", "int main(void) { for (;;) ; }\n");
    check(&candor(&["run", "--max-steps", "100000", &path]), 125, "limit reached: 100000 steps");
    let path = file("recursion.c", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n");
    check(&candor(&["run", "--no-check", "signed-overflow", &path]), 125, "limit reached");
    let path = file(
        "allocate.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }\n",
    );
    check(&candor(&["run", "--no-check", "memory-leak", "--max-memory", "300", &path]), 125, "limit reached");
    let touch = "for (long i = 0; i < 1 << 26; i += 4096) p[i] = 1;";
    let path = file(
        "touch.c",
        format!("#include <stdlib.h>\nint main(void) {{ for (;;) {{ char *p = malloc(1 << 26); {touch} }} }}\n"),
    );
    check(
        &candor(&["run", "--no-check", "memory-leak", "--max-memory", "200", "--max-steps", "1000000", &path]),
        125,
        "limit reached: 200 MB",
    );
    let path = file("huge.c", "int main(void) { char huge[1ull << 40] = {1}; return huge[5]; }\n");
    check(&candor(&["run", "--max-memory", "300", &path]), 125, "limit reached: 300 MB");
    let path = file(
        "sparse.c",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(10ull << 30); p[5ull << 30] = 7; int n = p[5ull << 30]; free(p); return n; }\n",
    );
    check(&candor(&["run", &path]), 7, "");
}

#[test]
fn without_debug_info_the_function_is_named() {
    let path = file(
        "no-source.ll",
        "define i32 @f() {\n  %x = load i32, ptr inttoptr (i64 4096 to ptr)\n  ret i32 %x\n}\n\
         define i32 @main() {\n  %x = call i32 @f()\n  ret i32 %x\n}\n",
    );
    let output = candor(&["run", &path]);
    check(&output, 134, "at address 0x1000");
    check(&output, 134, "this happens in `f`");
}

const ASKS_TWICE: &str = "\
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int a = __VERIFIER_nondet_int(); return (a ^ __VERIFIER_nondet_uchar()) & 255; }
";

#[test]
fn lists_of_inputs_are_strict() {
    let path = file("inputs.c", ASKS_TWICE);
    let run = |list: &str| candor(&["run", "--inputs", &file("inputs.txt", list), &path]);
    check(&run("5, 0x10 # two numbers\n"), 21, "");
    check(&run("-1 0"), 255, "");
    check(&run("5"), 125, "no input is left");
    check(&run("5 6 7"), 125, "without using the last entry");
    check(&run("5 x"), 126, "line 1: `x` is not a number");
    check(&candor(&["run", "--inputs", "no-such-list", &path]), 126, "no-such-list");
    check(&candor(&["run", &path]), 0, "");
}

#[test]
fn inputs_may_be_floats() {
    let path = file(
        "floats.c",
        "double __VERIFIER_nondet_double(void);\nfloat __VERIFIER_nondet_float(void);\nint __VERIFIER_nondet_int(void);\n\
         int main(void) { double d = __VERIFIER_nondet_double(); float f = __VERIFIER_nondet_float();\n\
         return d == 1.5 && f == -3 ? __VERIFIER_nondet_int() : 1; }\n",
    );
    let run = |list: &str| candor(&["run", "--inputs", &file("floats.txt", list), &path]);
    check(&run("1.5 -3 7"), 7, "");
    check(&run("15e-1 -3.0 7"), 7, "");
    check(&run("1.5 -3 7.5"), 125, "error: the input 7.5 does not fit");
    check(&run("inf 0"), 1, "");
    check(&run("1.5 -3 7 8"), 125, "error: ");
}

#[test]
fn a_recorded_run_can_be_replayed() {
    let path = file("record.c", ASKS_TWICE);
    let log = file("record.log", "");
    let status = candor(&["run", "--seed", "42", "--record", &log, &path]).status.code();
    assert_eq!(candor(&["run", "--replay", &log, &path]).status.code(), status);
    let text = fs::read_to_string(&log).expect("the log was written");
    let short: Vec<&str> = text.lines().take(2).collect();
    check(&candor(&["run", "--replay", &file("short.log", short.join("\n")), &path]), 125, "log has no choice left");
    let other =
        file("other.c", ASKS_TWICE.replace("int a = __VERIFIER_nondet_int()", "int a = __VERIFIER_nondet_uchar()"));
    check(&candor(&["run", "--replay", &log, &other]), 125, "error: the run diverges");
    check(&candor(&["run", "--replay", &file("bad.log", "hello"), &path]), 126, "not a log");
    check(&candor(&["run", "--record", "/no/such/folder/log", &path]), 126, "/no/such/folder/log");
    let hello = candor(&["run", "--record", "/no/such/folder/log", &file("record-hello.c", HELLO)]);
    assert!(hello.stdout.is_empty(), "the path is looked at before the program runs");
}

#[test]
fn a_failed_assumption_is_no_fault() {
    let path = file("assume.c", "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 1; }\n");
    check(&candor(&["run", &path]), 125, "assumption");
}

#[test]
fn standard_input_is_the_programs() {
    let path = file(
        "cat.c",
        "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); return 0; }\n",
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let mut child = command
        .args(["run", &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("candor can be started");
    child.stdin.take().expect("is piped").write_all(b"one\ntwo").expect("candor reads");
    let output = child.wait_with_output().expect("candor ends");
    assert_eq!(text(&output.stdout), "one\ntwo");
}

#[test]
fn a_full_disk_is_reported() {
    let path = file("full.c", HELLO);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the system has /dev/full");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let output = command.args(["run", &path]).stdout(full).output().expect("candor can be started");
    check(&output, 125, "cannot write to standard output");
}

#[test]
fn a_closed_pipe_ends_an_endless_writer() {
    let path = file("yes.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let mut child = command
        .args(["run", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("candor can be started");
    let mut first = [0; 2];
    let mut stdout = child.stdout.take().expect("is piped");
    stdout.read_exact(&mut first).expect("candor writes");
    drop(stdout);
    assert_eq!(&first, b"y\n");
    let output = child.wait_with_output().expect("candor ends");
    check(&output, 125, "");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn checks_and_their_pages() {
    let table = text(&candor(&["checks"]).stdout);
    assert!(table.contains("null-dereference") && table.contains("unsigned-wrap"), "{table}");
    let page = text(&candor(&["explain", "double-free"]).stdout);
    assert!(page.starts_with("# double-free\n"), "{page}");
}

#[test]
fn programs_can_be_looked_at() {
    let path = file("dump.c", "static int twice(int x) { return 2 * x; }\nint main(void) { return twice(4); }\n");
    assert!(text(&candor(&["dump", &path]).stdout).contains("twice"));
    let one = text(&candor(&["dump", "--function", "twice", &path]).stdout);
    assert!(one.contains("twice") && !one.contains("@main"), "{one}");
    check(&candor(&["dump", "--function", "thrice", &path]), 126, "there is no function `thrice`");
    let llvm = file("dumped.ll", &candor(&["dump", "--llvm", &path]).stdout);
    check(&candor(&["run", &llvm]), 8, "");
}

#[test]
fn facts_are_shown() {
    let source = "static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s % 7; }\n\
                  int main(void) { int (*f)(int) = sum; return f(5) != 0; }\n";
    let path = file("facts.c", source);
    for (facts, expected) in [
        ("cfg", "bb1 -> bb"),
        ("dominators", "bb1"),
        ("post-dominators", "bb1"),
        ("loops", "natural, depth 1"),
        ("liveness", "bb1:"),
        ("ranges", " in 5 ..= 5\n"),
        ("call-graph", "sum"),
        ("mod-ref", "function sum"),
        ("points-to", "function main"),
        ("points-to-ever", "function main"),
        ("checks", "check_pointer"),
    ] {
        let shown = text(&candor(&["dump", "--facts", facts, &path]).stdout);
        assert!(shown.contains(expected), "{facts}: {shown}");
    }
}

#[test]
fn a_compilation_database_is_an_input() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join("database");
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join("a.c"), "int main(void) { return X; }\n").expect("the file can be written");
    let entry = serde_json::json!([{ "directory": folder, "file": "a.c", "arguments": ["cc", "-DX=9", "-c", "a.c"] }]);
    let database = folder.join("compile_commands.json");
    fs::write(&database, entry.to_string()).expect("the file can be written");
    check(&candor(&["run", &database.display().to_string()]), 9, "");
}
