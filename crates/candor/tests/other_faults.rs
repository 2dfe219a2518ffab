//! Competition mode where other faults are possible than the one that is asked about: TRUE has to cover what machines might do behind them.

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
struct s { int *q; int v; struct s *n; };
";

/// What is said of the error function in a program.
fn answer(name: &str, body: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("other-faults");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(format!("{name}.c"));
    fs::write(&path, format!("{DECLARED}{body}\n")).expect("the program can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["check", "--svcomp", "--property", "unreach-call", "--timeout", "60"])
        .arg(&path)
        .output()
        .expect("candor can be started");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().last().unwrap_or_default().to_owned()
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
            ("value-uninitialised", "int main(void) { int *p; int x = *p; if (x == 5) reach_error(); return 0; }"),
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
            (
                "value-in-function",
                "static int f(int **pp) { return **pp; } int main(void) { int *p; if (f(&p) > 100) reach_error(); return 0; }",
            ),
        ],
        "UNKNOWN",
    );
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
                "written-there",
                "int main(void) { struct s a = {0, 0, 0}; struct s **pp = ext(); *pp = &a; struct s *b = *pp; b->v = 1; if (a.v) reach_error(); return 0; }",
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
                "copied",
                "int main(void) { int x = 0; struct s a = {&x, 0, 0}; struct s *w = ext(); memcpy(w, &a, sizeof a); int *r = w->q; *r = 9; if (x == 9) reach_error(); return 0; }",
            ),
            (
                "assigned",
                "int main(void) { int x = 0; struct s a = {&x, 0, 0}; struct s *w = ext(); *w = a; struct s b = *w; *b.q = 6; if (x == 6) reach_error(); return 0; }",
            ),
            (
                "in-an-array",
                "int main(void) { int x = 0; int *all[4] = {0, 0, 0, 0}; all[__VERIFIER_nondet_int() & 3] = &x; give(all); int *p = ext(); *p = 2; if (x) reach_error(); return 0; }",
            ),
            (
                "in-uninitialised",
                "int main(void) { struct s *h = malloc(sizeof *h); h->n = 0; h->v = 0; struct s **slot; *slot = h; struct s *k = *slot; k->v = 1; if (h->v == 1) reach_error(); return 0; }",
            ),
        ],
        "UNKNOWN",
    );
}
