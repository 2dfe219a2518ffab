//! C programs loaded, written and compiled must print and return what they do when clang compiles them directly.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use candor_ir::{Check, Program, verify_program};

use crate::writer::{WriteOptions, write_llvm_with};
use crate::{FrontendConfig, load};

const PLAIN: WriteOptions = WriteOptions { trap_checks: false, include_library: false, red_zone: 0 };
const TRAPS: WriteOptions = WriteOptions { trap_checks: true, include_library: false, red_zone: 0 };

/// Programs of the test suite that together use every kind of instruction.
const PROGRAMS: &[&str] = &[
    "atomics_builtins",
    "bitint_odd",
    "builtins_bits",
    "complex",
    "computed_goto",
    "constructors",
    "function_pointers",
    "global_init",
    "long_double",
    "setjmp_basic",
    "struct_small",
    "thread_local",
    "union_by_value",
    "varargs_many",
    "vector_arithmetic",
    "vla",
    "weak_alias",
];

#[test]
fn programs_behave_as_before() {
    for name in PROGRAMS {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/run/lang/{name}.c"));
        let program = loaded(&source);
        let expected = build_and_run(name, "native", &["-std=gnu11", "-O0"], &source);
        for (label, options) in [("plain", &PLAIN), ("traps", &TRAPS)] {
            let text = temporary(&format!("{name}-{label}.ll"));
            std::fs::write(&text, write_llvm_with(&program, options)).expect("a writable folder");
            let output = build_and_run(name, label, &[], &text);
            std::fs::remove_file(&text).expect("it was there");
            assert_eq!(output.status, expected.status, "{name}, {label}");
            assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected.stdout), "{name}");
        }
    }
}

#[test]
fn checks_are_found_again() {
    let source = temporary("checks.c");
    let code =
        "int a[4]; int f(int x, int y, double d) { int r = x + y - x * y; a[x] = r >> y; return a[y] + (char)d; }";
    std::fs::write(&source, code).expect("a writable folder");
    let before = loaded(&source);
    let text = temporary("checks.ll");
    std::fs::write(&text, write_llvm_with(&before, &TRAPS)).expect("a writable folder");
    let after = loaded(&text);
    for check in [Check::SignedOverflow, Check::ArrayIndex, Check::ShiftOutOfRange, Check::FloatCastOverflow] {
        let count = n_checks(&before, check);
        assert!(count > 0, "{check}");
        assert_eq!(n_checks(&after, check), count, "{check}");
    }
    for path in [source, text] {
        std::fs::remove_file(path).expect("it was there");
    }
}

fn n_checks(program: &Program, check: Check) -> usize {
    let insts = program.functions.values().flat_map(|function| function.insts.values());
    insts.filter(|inst| inst.checks.contains(check)).count()
}

fn loaded(path: &Path) -> Program {
    let program = load(&[path.to_owned()], &FrontendConfig::default()).unwrap_or_else(|error| panic!("{error}"));
    verify_program(&program).unwrap_or_else(|errors| panic!("{}: {errors:#?}", path.display()));
    program
}

fn build_and_run(name: &str, label: &str, flags: &[&str], source: &Path) -> Output {
    let executable = temporary(&format!("{name}-{label}"));
    let mut clang = Command::new("clang-22");
    clang.arg("-w").args(flags).arg(source).args(["-lm", "-o"]).arg(&executable);
    assert!(clang.status().expect("clang runs").success(), "{name}, {label}");
    let output = Command::new(&executable).output().expect("the program runs");
    std::fs::remove_file(&executable).expect("it was there");
    output
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("candor-round-trip-{}-{name}", std::process::id()))
}
