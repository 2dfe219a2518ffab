//! The explicit-value analysis finds every reachable call of an error function, and gives up at functions whose effect it does not know.

use std::path::Path;

use candor_interp::Site;
use candor_ir::{Check, InstKind};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::{GivenUp, Precision, visits};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// Whether an error may be reached.
fn is_reached(name: &str, source: &str, n_states: usize) -> Result<bool, GivenUp> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("visits-{name}.c"));
    std::fs::write(&path, format!("{HEAD}{source}\n")).expect("writable");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the example is valid");
    candor_analysis::prepare(&mut program);
    let visits = visits(&program, Precision { n_states, pointers: true }, &|| false)?;
    let calls = program.functions.iter().flat_map(|(func, function)| {
        let insts = function.insts.iter();
        insts.filter(|(_, data)| matches!(data.kind, InstKind::Call(_))).map(move |(inst, _)| Site { func, inst })
    });
    let mut calls = calls.filter(|site| visits.is_visited(*site));
    Ok(calls.any(|site| visits.may_fail(site, Check::ErrorCall)))
}

/// Programs whose error some execution reaches.
const REACHED: [(&str, &str); 19] = [
    ("at-exit", "#include <stdlib.h>\nint main(void) { atexit(reach_error); return 0; }"),
    (
        "at-exit-later",
        "#include <stdlib.h>\nint g; void end(void) { if (g) reach_error(); }\nint main(void) { atexit(end); g = 1; return 0; }",
    ),
    ("no-prototype", "int f(void) { reach_error(); return 0; }\nint main(void) { int (*p)() = f; return p(); }"),
    ("other-type", "int f(void) { reach_error(); return 0; }\nint main(void) { ((void (*)(void))f)(); return 0; }"),
    (
        "compared",
        "#include <stdlib.h>\nint n; int c(const void *a, const void *b) { (void)a; (void)b; return n++; }\nint main(void) { int a[3] = {3, 2, 1}; qsort(a, 3, sizeof *a, c); if (n) reach_error(); }",
    ),
    (
        "raised",
        "#include <signal.h>\nint g; void h(int n) { g = n; }\nint main(void) { signal(SIGUSR1, h); raise(SIGUSR1); if (g) reach_error(); }",
    ),
    (
        "stale",
        "int g;\nvoid set(void) { g = 4; }\nint main(void) { g = 3; int t = g; set(); if (t == 3 && g == 4) reach_error(); }",
    ),
    // Compilers differ in what they make of it.
    ("bool-of-two", "static _Bool b; int main(void) { *(char *)&b = 2; if (b) reach_error(); }"),
    (
        "zone",
        "#define _GNU_SOURCE\n#include <time.h>\nint main(void) { daylight = 5; tzset(); if (daylight != 5) reach_error(); }",
    ),
    // What there is no result of differs from machine to machine.
    ("zeros-of-zero", "unsigned z; int main(void) { if (__builtin_clz(z) != 32) reach_error(); }"),
    // Pointers are zero, or any other number.
    ("null-at-first", "int *p; int x; int main(void) { if (p == 0) reach_error(); p = &x; }"),
    ("weak", "extern int w __attribute__((weak)); int *p; int main(void) { p = &w; if (!p) reach_error(); }"),
    ("by-another-name", "int *p; int x; int **a; int main(void) { a = &p; p = &x; *a = 0; if (!p) reach_error(); }"),
    (
        "as-number",
        "int *p; int x; int main(void) { p = &x; unsigned long n = (unsigned long)p; if ((unsigned char)n == 0) reach_error(); }",
    ),
    (
        "before-the-first",
        "struct s { long a, b; }; struct s *p; int main(void) { p = (struct s *)__VERIFIER_nondet_long(); if (p) { long *q = &p->b; if ((unsigned long)q == 0) reach_error(); } }",
    ),
    (
        "passed-by-value",
        "struct s { long a[9]; }; int g; int f(struct s v) { return (unsigned long)&v != 0; }\nint main(void) { struct s s; if (f(s)) reach_error(); }",
    ),
    ("allocated", "void *malloc(unsigned long); int *p; int main(void) { p = malloc(4); if (!p) reach_error(); }"),
    ("many", "unsigned char n; int main(void) { for (int i = 0; i < 300; i++) n++; if (n == 44) reach_error(); }"),
    (
        "deep",
        "int g; int f(int n) { if (n == 0) { g = 7; return 0; } return f(n - 1) + 1; }\nint main(void) { if (f(90) == 90 && g == 7) reach_error(); }",
    ),
];

/// Programs whose error none reaches.
const NOT_REACHED: [(&str, &str); 4] = [
    (
        "locked",
        "int l; int main(void) { for (;;) { if (l) reach_error(); l = 1; if (__VERIFIER_nondet_int()) { l = 0; continue; } l = 0; } }",
    ),
    ("counted", "int n, l; int main(void) { for (;;) { n++; if (l) reach_error(); l = 1; l = 0; } }"),
    (
        "registered",
        "int *p; static int x; int set(void) { if (p) return 0; p = &x; return 1; }\nint main(void) { if (__VERIFIER_nondet_int()) { if (!set()) reach_error(); if (!p) reach_error(); p = 0; } if ((unsigned long)p != (unsigned long)(int *)0) reach_error(); }",
    ),
    (
        "returned",
        "int f(int n) { return n < 0 ? -1 : 0; }\nint g; int main(void) { if (f(__VERIFIER_nondet_int()) == 0) g = 1; if (g > 1) reach_error(); }",
    ),
];

#[test]
fn every_way_to_an_error_is_seen() {
    for (name, source) in REACHED {
        for n_states in [1, 3, 60, 1000] {
            assert_ne!(is_reached(name, source, n_states), Ok(false), "{name} with {n_states} states");
        }
    }
}

#[test]
fn what_variables_exclude_is_not_reached() {
    for (name, source) in NOT_REACHED {
        assert_eq!(is_reached(name, source, 60), Ok(false), "{name}");
    }
}

#[test]
fn what_nobody_knows_is_given_up() {
    let sources = [
        (
            "walks",
            "extern int nftw(const char *, int (*)(const char *, const void *, int, void *), int, int);\nint cb(const char *f, const void *s, int t, void *w) { (void)f; (void)s; (void)t; (void)w; return 1; }\nint main(void) { return nftw(\".\", cb, 3, 0); }",
        ),
        ("jumps", "#include <setjmp.h>\njmp_buf b; int main(void) { if (setjmp(b) == 0) longjmp(b, 1); return 0; }"),
        ("pipes", "extern int pipe(int *);\nint main(void) { int f[2]; return pipe(f); }"),
    ];
    for (name, source) in sources {
        assert!(matches!(is_reached(name, source, 60), Err(GivenUp::Unknown(_))), "{name}");
    }
}
