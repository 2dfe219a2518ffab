//! `candor slice` as a user meets it: what is left runs, and calls the criterion as the whole program does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn candor(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_candor")).args(args).output().expect("candor can be started")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slice_cli").join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a program prints natively, with an argument.
#[track_caller]
fn printed(file: &Path, argument: &str) -> String {
    let exe = file.with_extension("exe");
    let built = Command::new("clang-22").arg("-w").arg(file).arg("-o").arg(&exe).output().expect("clang runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    text(&Command::new(&exe).arg(argument).output().expect("the program runs").stdout)
}

#[track_caller]
fn slice(name: &str, source: &str) -> (PathBuf, PathBuf, Output) {
    let folder = folder(name);
    let (program, sliced) = (folder.join("prog.c"), folder.join("slice.ll"));
    fs::write(&program, source).expect("the program can be written");
    let files = [&sliced, &program].map(|path| path.display().to_string());
    let output = candor(&["slice", "--criterion", "crit", "-o", &files[0], &files[1]]);
    (program, sliced, output)
}

#[test]
fn a_slice_calls_its_criterion_as_the_program_does() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
static unsigned noise;
static void crit(int x) { printf("%d\n", x); }
static int twice(int x) { noise += x; return 2 * x; }
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < n; i++) {
        noise *= 31;
        if (i % 3 == 1)
            crit(twice(i));
        if (i == 7)
            exit(1);
    }
    noise ^= 5;
    return 0;
}
"#;
    let (program, sliced, output) = slice("same", source);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let left = fs::read_to_string(&sliced).expect("the slice is there");
    assert!(!left.contains("@noise"), "{left}");
    for argument in ["0", "1", "2", "6", "100"] {
        assert_eq!(printed(&sliced, argument), printed(&program, argument), "{argument}");
    }
}

#[test]
fn nothing_is_promised_behind_what_cannot_be_executed() {
    let source = "
void crit(int x) { }
int main(void) {
    __asm__ volatile(\"hlt\");
    crit(1);
    return 0;
}
";
    let (_, _, output) = slice("assembly", source);
    assert_eq!(output.status.code(), Some(126));
    let said = text(&output.stderr);
    assert!(said.contains("unsupported: inline assembly `hlt` in line 4 of `main`"), "{said}");
}

#[test]
fn what_is_never_come_to_is_no_obstacle() {
    let source = "
#include <stdio.h>
static void unused(void) { __asm__ volatile(\"hlt\"); }
void crit(int x) { printf(\"%d\\n\", x); }
int main(void) { crit(1); return 0; }
";
    let (program, sliced, output) = slice("unused", source);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(printed(&sliced, ""), printed(&program, ""));
}

#[test]
fn recursion_that_never_ends_is_not_taken_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slice");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("again.c");
    fs::write(&path, "void again(void) { again(); }\nint main(void) { again(); return 0; }\n")
        .expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(["check", "--timeout", "5", "--slice", "on", "--property", "termination"]);
    let output = command.arg(&path).output().expect("candor runs");
    assert_ne!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
