//! Competition mode where other faults are possible than the one that is asked about: TRUE has to cover what machines might do behind them.
//! And memory of others, in both modes: no machine can replay what others do there, so that the answer is that it is not known.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const DECLARED: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *ext(void);
extern void give(void *);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern char *strcpy(char *, const char *);
struct s { int *q; int v; struct s *n; };
";

/// What is said of the error function in a program.
fn answer(name: &str, body: &str) -> String {
    answer_to("unreach-call", name, body)
}

/// What is said of a property of a program.
fn answer_to(property: &str, name: &str, body: &str) -> String {
    let said = said(&["--svcomp", "--property", property], name, body);
    said.lines().last().unwrap_or_default().to_owned()
}

/// What is said of all that is checked without competition mode.
fn verdict(name: &str, body: &str) -> String {
    let said = said(&[], name, body);
    let verdict = said.lines().find_map(|line| line.strip_prefix("verdict: ")).unwrap_or_default();
    verdict.split([';', ' ']).next().unwrap_or_default().to_owned()
}

fn said(options: &[&str], name: &str, body: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("other-faults");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(format!("{name}.c"));
    fs::write(&path, format!("{DECLARED}{body}\n")).expect("the program can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let output = command.arg("check").args(options).args(["--timeout", "60"]).arg(&path).output();
    String::from_utf8_lossy(&output.expect("candor can be started").stdout).into_owned()
}

fn expect(answers: &[(&str, &str)], expected: &str) {
    for (name, body) in answers {
        assert_eq!(answer(name, body), expected, "{name}: {body}");
    }
}

#[test]
fn whatever_is_read_there() {
    expect(
        &[
            (
                "uninitialised",
                "static int lock; int main(void) { int *p; lock = 1; *p = 5; if (lock != 1) reach_error(); return *p; }",
            ),
            ("null", "int main(void) { int *p = 0, t = 1; if (*p > 3) t = 2; if (t > 2) reach_error(); return 0; }"),
            (
                "division",
                "int main(void) { int s = 10 / __VERIFIER_nondet_int(), t = 1; if (s > 3) t = 2; if (t > 2) reach_error(); return 0; }",
            ),
            (
                "structure",
                "int main(void) { struct s *d = ext(); int n = 0; d->v = 5; d->n->v = 3; if (d->n->n) n = 1; if (n > 1) reach_error(); return 0; }",
            ),
            (
                "read-outside",
                "int main(void) { int a[2] = {0, 0}, i = __VERIFIER_nondet_int() & 3, t = a[i] ? 1 : 2; if (t > 2) reach_error(); return 0; }",
            ),
        ],
        "TRUE",
    );
}

#[test]
fn what_is_read_there_may_be_what_leads_to_the_error() {
    expect(
        &[
            ("value-null", "int main(void) { int *p = 0; if (*p == 5) reach_error(); return 0; }"),
            ("behind-null", "int main(void) { int *p = 0; *p = 1; reach_error(); return 0; }"),
            (
                "value-division",
                "int main(void) { int x = 10 / __VERIFIER_nondet_int(); if (x == 77) reach_error(); return 0; }",
            ),
            (
                "value-outside",
                "int main(void) { int a[2] = {0, 0}; if (a[__VERIFIER_nondet_int() & 3] == 7) reach_error(); return 0; }",
            ),
            (
                "value-dead",
                "int main(void) { int *h = malloc(4); *h = 1; free(h); if (*h == 55) reach_error(); return 0; }",
            ),
        ],
        "UNKNOWN",
    );
}

#[test]
fn external_memory_may_be_what_leads_to_the_error() {
    let device =
        "struct device { int state; struct device *parent; int (*reset)(int); }; extern struct device *find(int);
        extern void *__VERIFIER_nondet_pointer(void); static int n_open; static char *name(void) { return ext(); }";
    let found = [
        ("external-uninitialised", "int main(void) { int *p; int x = *p; if (x == 5) reach_error(); return 0; }"),
        (
            "external-members",
            "int main(void) { struct device *own, *found = find(3), *other = __VERIFIER_nondet_pointer();
             if (!found || !other || !found->parent) return 0;
             if (own->state == 5 && found->parent->state == 7 && other->state == 9 && other->reset(1) == 4) n_open++;
             if (n_open && found->parent->state == 7 && own->state == 5) reach_error(); return 0; }",
        ),
        (
            "external-text",
            "int main(void) { char *text = name(); if ((unsigned long)text == 0) return 0;
             if (text[0] == 'o' && text[1] == 'k' && !text[2]) reach_error(); return 0; }",
        ),
        (
            "external-container",
            "int main(void) { struct device **at = ext(); struct device *d = (struct device *)((char *)at - 8);
             if (*at && d->state == 3 && (*at)->parent) reach_error(); return 0; }",
        ),
        (
            "external-copy",
            "int main(void) { int x = 0; struct s a = {&x, 0, 0}; struct s *w = ext(); memcpy(w, &a, sizeof a); int *r = w->q; *r = 9; if (x == 9) reach_error(); return 0; }",
        ),
        (
            "external-by-address",
            "static int f(int **pp) { return **pp; } int main(void) { int *p; if (f(&p) > 100) reach_error(); return 0; }",
        ),
        (
            "external-assigned",
            "int main(void) { int x = 0; struct s a = {&x, 0, 0}; struct s *w = ext(); *w = a; struct s b = *w; *b.q = 6; if (x == 6) reach_error(); return 0; }",
        ),
        (
            "external-uninitialised-slot",
            "int main(void) { struct s *h = malloc(sizeof *h); h->n = 0; h->v = 0; struct s **slot; *slot = h; struct s *k = *slot; k->v = 1; if (h->v == 1) reach_error(); return 0; }",
        ),
        (
            "external-slot",
            "int main(void) { struct s a = {0, 0, 0}; struct s **pp = ext(); *pp = &a; struct s *b = *pp; b->v = 1; if (a.v) reach_error(); return 0; }",
        ),
    ];
    for (name, body) in found {
        assert_eq!(answer(name, &format!("{device} {body}")), "FALSE", "{name}: {body}");
    }
    // What is no function cannot be called, and objects do not overlap.
    let own = [
        (
            "external-not-called",
            "int *p; int t = *p; int a[4]; int (*f)(int) = (int (*)(int))(void *)a; if (f(3) == 4) reach_error();",
        ),
        (
            "external-apart",
            "int *p; int t = *p; unsigned n = __VERIFIER_nondet_int(); if (n > 9000000) return 0;
             unsigned long a = (unsigned long)malloc(n), b = (unsigned long)malloc(1); if (b > a && b - a < n) reach_error();",
        ),
        (
            "external-copied",
            "struct device *d = find(3); if (!d) return 0; struct device c = *d; if (c.parent != d->parent || c.state != d->state) reach_error();",
        ),
        (
            "external-index",
            "int *d = ext(); unsigned i = __VERIFIER_nondet_int(); if (!d || i > 2000) return 0; int a = d[i]; if (d[i] != a) reach_error();",
        ),
    ];
    // Memory holds the same each time it is read, and keeps what is written.
    let never = [
        (
            "external-twice",
            "struct device *d = find(3); if (!d) return 0; int a = d->state; if (d->state != a) reach_error();",
        ),
        (
            "external-written",
            "struct device *d = find(3); if (!d) return 0; d->state = 4; if (d->state == 5) reach_error();",
        ),
        (
            "external-null",
            "struct device *d = find(3); if (d) return 0; d->state = 4; n_open++; if (n_open > 1) reach_error();",
        ),
        (
            "external-parent",
            "struct device *d = find(3); if (!d || !d->parent) return 0; struct device *e = d->parent; if (d->parent != e) reach_error();",
        ),
    ];
    for (name, body) in own.into_iter().chain(never) {
        let answer = answer(name, &format!("{device} int main(void) {{ {body} return 0; }}"));
        assert_ne!(answer, "FALSE", "{name}: {body}");
    }
}

#[test]
fn a_write_outside_of_its_object_may_change_anything() {
    let outside = "int main(void) { int a[2] = {0, 0}, i = __VERIFIER_nondet_int() & 3; a[i] = 1; if (a[0] == 2) reach_error(); return 0; }";
    let dead = "int main(void) { int own = 0, *h = malloc(4); free(h); *h = 1; if (own) reach_error(); return 0; }";
    expect(&[("write-outside", outside), ("write-dead", dead)], "UNKNOWN");
    let found = "int main(void) { int a[2] = {0, 0}, i = __VERIFIER_nondet_int() & 3; a[i] = 1; if (a[0] == 1) reach_error(); return 0; }";
    expect(&[("found-all-the-same", found)], "FALSE");
}

#[test]
fn what_others_know_they_may_change() {
    expect(
        &[
            (
                "given",
                "int main(void) { int g; give(&g); int *p = ext(); g = 0; *p = 1; if (g) reach_error(); return 0; }",
            ),
            (
                "reachable",
                "int main(void) { struct s a = {0, 0, 0}, b = {0, 0, 0}; a.n = &b; give(&a); struct s *c = ext(); c->v = 3; if (b.v) reach_error(); return 0; }",
            ),
            (
                "put-there-later",
                "int *keep; int main(void) { int x = 0; give(&keep); keep = &x; int **p = ext(); **p = 4; if (x == 4) reach_error(); return 0; }",
            ),
            (
                "in-an-array",
                "int main(void) { int x = 0; int *all[4] = {0, 0, 0, 0}; all[__VERIFIER_nondet_int() & 3] = &x; give(all); int *p = ext(); *p = 2; if (x) reach_error(); return 0; }",
            ),
        ],
        "UNKNOWN",
    );
}

/// Programs in which a pointer comes from dead memory or from outside of an object: it may be the one that was there.
#[test]
fn what_is_read_from_dead_memory_may_be_any_pointer() {
    let node = "struct node { long unused[2]; struct node *next; int v; };
        int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->next = b; b->next = 0; b->v = 1; free(a);";
    let cases = [
        ("dead-write", "a->next->v = 5; if (b->v == 5) reach_error(); return 0; }"),
        ("dead-write-twice", "a->next->next = a; if (b->next) reach_error(); return 0; }"),
        ("dead-through", "*a->next->next = *b; if (b->v != 1) reach_error(); return 0; }"),
        ("dead-fill", "memset(&a->next->v, 0, 4); if (b->v == 0) reach_error(); return 0; }"),
        ("dead-copy", "int one = 8; memcpy(&a->next->v, &one, 4); if (b->v == 8) reach_error(); return 0; }"),
        ("dead-free", "free(a->next); a = malloc(sizeof *a); a->v = 9; if (b->v == 9) reach_error(); return 0; }"),
        ("dead-text", "char *s = (char *)a->next; strcpy(s + 24, \"x\"); if (b->v == 'x') reach_error(); return 0; }"),
        (
            "dead-loop",
            "for (int i = 0; i < 3; i++) { struct node *p = a->next; if (p) p->v = i; } if (b->v != 1) reach_error(); return 0; }",
        ),
        (
            "dead-endless",
            "struct node *p = a; while (__VERIFIER_nondet_int()) { p = p->next; if (!p) break; p->v = 3; } if (b->v == 3) reach_error(); return 0; }",
        ),
    ];
    for (name, rest) in cases {
        assert_eq!(answer(name, &format!("{node}{rest}")), "UNKNOWN", "{name}");
    }
    expect(
        &[
            (
                "outside-write",
                "static int y = 1; static int *all[2] = {&y, &y}; static int *one = &y;
                int main(void) { int i = __VERIFIER_nondet_int(); if (i != 2) return 0; *all[i] = 9; if (y == 9) reach_error(); return *one; }",
            ),
            (
                "gone-write",
                "static int **left; static void f(int *q) { int *all[2] = {q, q}; left = all; }
                int main(void) { int x = 1; f(&x); int *r = left[1]; *r = 5; if (x == 5) reach_error(); return 0; }",
            ),
        ],
        "UNKNOWN",
    );
    // What is only read changes nothing.
    let read =
        format!("{node} int n = a->next->v, m = n > 3; b->v = 2; if (m > 1 || b->v != 2) reach_error(); return 0; }}");
    assert_eq!(answer("dead-read", &read), "TRUE");
}

#[test]
fn what_machines_do_differently_is_not_known() {
    expect(
        &[
            ("cast-lost", "int main(void) { float f = 1e20f; if ((int)f < 0) reach_error(); return 0; }"),
            ("cast-found", "int main(void) { float f = 1e20f; if ((int)f == 0) reach_error(); return 0; }"),
            ("cast-nan", "int main(void) { double f = 0.0, n = f / f; if ((int)n) reach_error(); return 0; }"),
            (
                "cast-unsigned",
                "int main(void) { double f = -2; if ((unsigned char)f == 254) reach_error(); return 0; }",
            ),
            (
                "division-trap",
                "int main(void) { int x = -2147483647 - 1, y = __VERIFIER_nondet_int() ? 1 : -1, r = x / y; if (r == x && y < 0) reach_error(); return 0; }",
            ),
            (
                "remainder-trap",
                "int main(void) { int x = -2147483647 - 1, y = -1; if (x % y) reach_error(); return 0; }",
            ),
            (
                "size-of-negative",
                "int main(void) { int n = -16; int v[n]; if (sizeof v == (unsigned long)-64) reach_error(); return 0; }",
            ),
            (
                "handled-write",
                "extern void (*signal(int, void (*)(int)))(int); static void h(int s) { reach_error(); } int main(void) { signal(11, h); *(volatile int *)0 = 1; return 0; }",
            ),
            (
                "handled-division",
                "extern void (*signal(int, void (*)(int)))(int); static void h(int s) { reach_error(); } int main(void) { volatile int z = -1, m = -2147483647 - 1; signal(8, h); return m / z; }",
            ),
        ],
        "UNKNOWN",
    );
    expect(
        &[
            (
                "cast-any",
                "int main(void) { float f = 1e20f; int n = (int)f, m = n > 3; if (m > 1) reach_error(); return 0; }",
            ),
            ("cast-fits", "int main(void) { double f = -7.5; if ((int)f != -7) reach_error(); return 0; }"),
            (
                "division-any",
                "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), m = x / y > 3; if (m > 1) reach_error(); return 0; }",
            ),
            (
                "handled-other",
                "extern void (*signal(int, void (*)(int)))(int); static void h(int s) { } int main(void) { int *p = 0, t = 1; signal(15, h); if (*p > 3) t = 2; if (t > 2) reach_error(); return 0; }",
            ),
        ],
        "TRUE",
    );
}

#[test]
fn a_truth_value_that_is_neither_is_not_known() {
    expect(
        &[
            ("bool-branch", "int main(void) { _Bool b; *(unsigned char *)&b = 2; if (b) reach_error(); }"),
            (
                "bool-number",
                "int main(void) { _Bool b; *(unsigned char *)&b = 2; int x = b; if (x == 2) reach_error(); }",
            ),
            ("bool-filled", "int main(void) { _Bool b; memset(&b, 255, 1); int x = b; if (x == 255) reach_error(); }"),
        ],
        "UNKNOWN",
    );
    expect(
        &[
            ("bool-proper", "int main(void) { _Bool b; *(unsigned char *)&b = 1; if (!b) reach_error(); }"),
            ("bool-of-others", "extern _Bool flag; int main(void) { if (flag && !flag) reach_error(); }"),
        ],
        "TRUE",
    );
}

#[test]
fn a_jump_to_where_nobody_is_may_lead_anywhere() {
    let jump = "#include <setjmp.h>
        static jmp_buf place; static int n; static void f(void) { if (setjmp(place)) { n = 2147483647; n++; reach_error(); } }
        int main(void) { f(); longjmp(place, 1); }";
    for property in ["unreach-call", "no-overflow", "valid-memsafety", "termination"] {
        assert_eq!(answer_to(property, "jump-returned", jump), "UNKNOWN", "{property}");
    }
}

#[test]
fn an_array_of_negative_size_is_no_memory() {
    for (name, body) in [
        ("negative-array", "static int f(int n) { int v[n]; v[0] = 1; return v[0]; } int main(void) { return f(-1); }"),
        ("negative-alloca", "int main(void) { int n = -8; char *p = __builtin_alloca(n); p[0] = 1; return 0; }"),
    ] {
        assert_eq!(answer_to("valid-memsafety", name, body), "UNKNOWN", "{name}");
    }
    let fits = "static int f(int n) { int v[n]; for (int i = 0; i < n; i++) v[i] = i; return 0; } int main(void) { return f(1) + f(0); }";
    assert_eq!(answer_to("valid-memsafety", "array-of-none", fits), "TRUE");
}

/// Programs that get a pointer `p` after something has become known to others.
#[test]
fn others_see_what_is_written_to_objects_that_they_know() {
    let cases = [
        (
            "seen-write",
            "unsigned x = 0; give(&x);",
            "unsigned a = *p; x = a + 1; if (*p != a) reach_error(); return 0; }",
        ),
        (
            "seen-fill",
            "unsigned x[2] = {0, 0}; give(x);",
            "unsigned a = *p; memset(x, a == 0, sizeof x); if (*p != a) reach_error(); return 0; }",
        ),
        (
            "seen-heap",
            "static unsigned *h; h = malloc(4); if (!h) return 0; *h = 0; give(h);",
            "unsigned a = *p; *h = a + 1; a = *p != a; free(h); if (a) reach_error(); return 0; }",
        ),
        ("seen-undefined", "", "unsigned a = *p; theirs = a + 1; if (*p != a) reach_error(); return 0; }"),
        ("changed-undefined", "theirs = 1;", "*p = 5; if (theirs == 5) reach_error(); return 0; }"),
        ("changed-slot", "unsigned x = 1; slot = &x;", "*p = 5; if (x == 5) reach_error(); return 0; }"),
    ];
    let declared = "extern unsigned theirs, *slot; int main(void) {";
    for (name, known, then) in cases {
        let body = format!("{declared} {known} unsigned *p = ext(); if (!p) return 0; {then}");
        assert_eq!(verdict(name, &body), "unknown", "{name}: {body}");
        assert_eq!(answer(name, &body), "UNKNOWN", "{name}: {body}");
    }
    let own = format!(
        "{declared} unsigned x = 0; give(&theirs); unsigned *p = ext(); if (!p) return 0; unsigned a = *p; x = a + 1; if (*p != a || x != a + 1) reach_error(); return 0; }}"
    );
    assert_eq!(verdict("seen-own", &own), "holds");
}

#[test]
fn a_function_that_returns_nothing_may_seem_to_return_anything() {
    let call = "static void f(void) {} int main(void) { int (*p)(void) = (int (*)(void))f; int r = p();";
    assert_ne!(answer("no-result", &format!("{call} if (r == 3) reach_error(); return 0; }}")), "TRUE");
    assert_eq!(answer("no-result-used", &format!("{call} if (r - r) reach_error(); return 0; }}")), "TRUE");
}

#[test]
fn arrays_of_variable_length_fit_into_memory_in_competitions() {
    let filled = |wrong: &str| {
        format!(
            "int main(void) {{ int n = __VERIFIER_nondet_int(); if (n <= 0) return 0; int a[n];
             for (int i = 0; i < n; i++) a[i] = 1;
             for (int i = 0; i < n; i++) if (a[i] != 1{wrong}) reach_error(); return 0; }}"
        )
    };
    let ilp32 = ["--svcomp", "--data-model", "ILP32", "--property", "unreach-call"];
    let right = said(&ilp32, "fills", &filled(""));
    assert!(right.ends_with("TRUE\n") && right.contains("assumed: arrays of variable length fit"), "{right}");
    assert_eq!(answer("fills-not", &filled(" || i == 3")), "FALSE");
    // A length that is none is still a fault of another property, behind which anything may come.
    let empty =
        "int main(void) { int n = __VERIFIER_nondet_int(); int a[n]; if (n <= 0) reach_error(); return a - a; }";
    assert_ne!(answer("empty", empty), "TRUE");
    // Nothing holds because no execution is left.
    let vast =
        "int main(void) { int m = 1000, n = 1500, k = 1800; int a[m][n][k]; a[0][0][0] = 1; reach_error(); return 0; }";
    assert!(said(&ilp32, "vast", vast).ends_with("UNKNOWN\n"));
    assert_ne!(answer("negative", &empty.replace("n <= 0", "n < 0")), "TRUE");
}
