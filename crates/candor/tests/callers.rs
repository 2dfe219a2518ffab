//! Functions alone, what their verdict depends on, and memory that comes from code which candor does not know.

#[path = "run/command.rs"]
mod run;

use run::{check, expect, file, first_line, refused, text};

const FUNCTIONS: &str = "\
struct pair {
    int first, second;
};
struct large {
    int numbers[10];
};
int limit = 3;
int get(int *numbers, int idx) {
    if (idx < 0 || idx >= limit)
        return 0;
    return numbers[idx];
}
static int sum(const struct pair *pair) {
    long sum = (long)pair->first + pair->second;
    return sum > 2147483647 || sum < -2147483647 ? 0 : (int)sum;
}
int use(void) { return sum(&(struct pair){1, 2}); }
int divide(struct large large, double by) {
    if (by != by || large.numbers[2] != 7)
        return 0;
    return 7 / large.numbers[9];
}
struct large make(int n) { return (struct large){{n}}; }
int any(int n, ...) { return n; }
int apply(int (*function)(int), int n) { return function(n); }
int choose(int (*function)(int)) { int a[3] = {0}; int i = function(0); return i == 7 ? a[i] : 0; }
int wrong(int n) { int a[3] = {0}; return n < 2 ? a[3] : 0; }
void drop(char *text);
int own(char *text) {
    char first = *text;
    __builtin_free(text);
    return first;
}
";

#[test]
fn one_function_with_any_arguments() {
    let path = file("functions.c", FUNCTIONS);
    let output = check(&["--function", "get", &path]);
    expect(&output, 4, "out-of-bounds");
    assert_eq!(first_line(&output), "verdict: depends on the caller; some arguments break a check, others break none");
    expect(&check(&["--function", "get", "--caller", "any", &path]), 1, "verdict: violated");
    let out = text(&output.stdout);
    assert!(out.contains("assumed: `get` is called once, and global variables have their initial values"), "{out}");
    assert!(out.contains("assumed: `numbers` points to an array of its own of 1 to 16 elements"), "{out}");
    assert!(!out.contains("malloc"), "{out}");
    // A static function; the pointer's target is at least one element.
    expect(&check(&["--function", "sum", &path]), 0, "verdict: holds");
    expect(&check(&["--function", "own", &path]), 0, "verdict: holds");
    // Aggregates by value hold anything too.
    let output = check(&["--function", "divide", &path]);
    expect(&output, 4, "division-by-zero");
    assert!(text(&output.stdout).contains("holds if: every byte of structures that are passed by value is 1"));
    // No caller is to blame.
    let output = check(&["--function", "wrong", &path]);
    expect(&output, 1, "array-index");
    assert_eq!(first_line(&output), "verdict: violated; 1 fault found and replayed");
    // Functions that are passed return anything.
    expect(&check(&["--function", "apply", &path]), 0, "assumed: `function` points to a function");
    expect(&check(&["--function", "choose", &path]), 4, "the functions that are passed return what it expects");
}

#[test]
fn calls_that_do_not_fit_are_told_of() {
    let direct = "void reach_error(void) {}\nchar b[4]; int g;\nvoid f(int *p) { *p = 1; }\nvoid k(char *q) { *q = 0; }\n\
        int main(void) { k(b + 3); ((void (*)(void))f)(); if (g) reach_error(); return 0; }\n";
    let indirect = "extern void reach_error(void);\nvoid f(void) { reach_error(); }\n\
        void (*t[])(int) = {(void (*)(int))f};\nint main(void) { t[0](1); return 0; }\n";
    for (name, text) in [("fits-not-direct.c", direct), ("fits-not-indirect.c", indirect)] {
        let path = file(name, text);
        let values = ["--engine", "values", "--property", "reach"];
        expect(&check(&[&values[..], &[&path]].concat()), 0, "verdict: holds, if `main` has no invalid-call");
        // Machines go into the function.
        expect(&check(&[&values[..], &["--svcomp", &path]].concat()), 3, "UNKNOWN");
    }
}

/// Variables that no pointer points to change if a write goes astray, and a `_Bool` may hold more than C knows of.
#[test]
fn what_values_relies_on_is_a_condition() {
    let head = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";
    let programs = [
        // The read before the write goes wrong first, and nobody asks about that.
        (
            "read-first",
            "static int a[1], g; int main(void) { int i = __VERIFIER_nondet_int(); a[i] += 9; if (g == 9) reach_error(); return 0; }",
            "out-of-bounds",
            "no write goes outside",
        ),
        (
            "bits",
            "static struct { int b : 3; } a[1]; static int g; int main(void) { int i = __VERIFIER_nondet_int(); a[i].b = 1; if (g) reach_error(); return 0; }",
            "out-of-bounds",
            "no write goes outside",
        ),
        (
            "bool",
            "static union { _Bool b; unsigned char c; } u; int main(void) { u.c = __VERIFIER_nondet_int(); int x = u.b; if (x > 1) reach_error(); return 0; }",
            "invalid-bool",
            "every `_Bool` holds 0 or 1",
        ),
    ];
    for (name, text, condition, assumed) in programs {
        let path = file(&format!("relies-{name}.c"), &format!("{head}{text}\n"));
        let values = ["--engine", "values", "--property", "reach"];
        let output = check(&[&values[..], &["--verbose", &path]].concat());
        expect(&output, 0, "verdict: holds, if");
        expect(&output, 0, condition);
        let said = self::text(&check(&[&values[..], &["--svcomp", &path]].concat()).stdout);
        assert!(said.contains(assumed) || said.trim_end().ends_with("UNKNOWN"), "{name}: {said}");
    }
}

/// Pointers to objects of the program's that get into memory of unknown origin: whoever follows them from there changes these objects.
#[test]
fn what_is_given_away_is_not_forgotten() {
    let head = "#include <string.h>\nextern void reach_error(void);\nstruct s { int *p; struct s *next; int (*call)(int *); };\n\
        struct s *get(void); void other(void); extern struct s *outside;\n";
    let programs = [
        (
            "store",
            "int main(void) { int x = 1; struct s *s = get(); if (!s) return 0; s->p = &x; int *q = s->p; if (!q) return 0; *q = 2; if (x == 2) reach_error(); return 0; }",
        ),
        (
            "store-call",
            "int main(void) { int x = 1; struct s *s = get(); if (!s) return 0; s->p = &x; other(); if (x != 1) reach_error(); return 0; }",
        ),
        (
            "copy",
            "int main(void) { int x = 1; struct s own = {&x, 0, 0}; struct s *s = get(); if (!s) return 0; memcpy(s, &own, sizeof own); if (!s->p) return 0; *s->p = 2; if (x == 2) reach_error(); return 0; }",
        ),
        (
            "assignment",
            "int main(void) { int x = 1; struct s own = {&x, 0, 0}; struct s *s = get(); if (!s) return 0; *s = own; if (!s->p) return 0; *s->p = 2; if (x == 2) reach_error(); return 0; }",
        ),
        (
            "variable",
            "int main(void) { int x = 1; if (!outside) return 0; outside->p = &x; other(); if (x != 1) reach_error(); return 0; }",
        ),
        (
            "called",
            "int main(void) { int x = 1; struct s *s = get(); if (!s || !s->call) return 0; s->call(&x); if (x != 1) reach_error(); return 0; }",
        ),
        (
            "node",
            "int main(void) { struct s own = {0, 0, 0}; struct s *s = get(); if (!s) return 0; s->next = &own; struct s *t = s->next; if (!t) return 0; t->p = (int *)t; if (own.p) reach_error(); return 0; }",
        ),
    ];
    for (name, body) in programs {
        let path = file(&format!("given-{name}.c"), &format!("{head}{body}\n"));
        for engine in ["auto", "bmc", "symex", "loops"] {
            let said = text(&check(&["--property", "reach", "--engine", engine, "--timeout", "20", &path]).stdout);
            assert!(!said.contains("verdict: holds"), "{name}, {engine}: {said}");
        }
    }
    // The same of the arguments of a function whose caller is trusted.
    let functions = [
        "int f(struct s *a, struct s *b) { int x = 1; a->p = &x; *b->p = 2; if (x != 1) reach_error(); return x; }",
        "int f(struct s *a) { int x = 1; a->call(&x); if (x != 1) reach_error(); return x; }",
        "int f(struct s *a) { struct s own = {0, a, 0}; a->next = &own; a->next->p = (int *)a; if (own.p) reach_error(); return 0; }",
    ];
    for (number, body) in functions.iter().enumerate() {
        let path = file(&format!("given-function-{number}.c"), &format!("{head}{body}\n"));
        let trusted = ["--function", "f", "--caller", "trusted", "--property", "reach", "--timeout", "20"];
        let said = text(&check(&[&trusted[..], &[&path]].concat()).stdout);
        assert!(!said.contains("verdict: holds"), "{body}: {said}");
    }
}

/// External memory is as large as it is used; what the program does itself may go wrong all the same.
#[test]
fn external_memory_is_no_excuse() {
    let head = "#include <string.h>\nextern void reach_error(void);\nstruct s { int a, b; };\nint *get(void); char *text(void); void **table(void); struct s *pair(void); unsigned number(void);\n";
    let memory = ["--property", "memory"];
    let programs = [
        (
            "short-source",
            &memory[..],
            "int main(void) { char b[4] = {0}; char *p = text(); if (p) memcpy(p, b, 100); return 0; }",
        ),
        (
            "no-source",
            &memory,
            "int main(void) { char *p = text(); if (p) memcpy(p, (char *)0, number() % 7); return 0; }",
        ),
        (
            "any-length",
            &memory,
            "int main(void) { char b[4] = {0}; char *p = text(); unsigned n = number(); if (p) memcpy(p, b, n); return 0; }",
        ),
        ("null-structure", &memory, "int main(void) { struct s *p = pair(), *q = pair(); if (p) *p = *q; return 0; }"),
        (
            "unwritten",
            &[],
            "int main(void) { struct s u; u.a = 1; struct s *p = pair(); if (!p) return 0; *p = u; if (p->b) return 1; return 0; }",
        ),
        (
            "constant-table",
            &["--property", "reach"],
            "static int x; static int *const all[1] = {&x}; void use(int *const *);\nint main(void) { use(all); int *p = get(); if (p) *p = 1; if (x) reach_error(); return 0; }",
        ),
        (
            "index-of-null",
            &memory,
            "int main(void) { int *p = get(); unsigned i = number(); if (i < 2000 || i > 3000) return 0; p[i] = 1; return 0; }",
        ),
        (
            "own-number",
            &memory,
            "int main(void) { void **p = table(), **q = table(); if (!p || !q) return 0; *p = (void *)16; if (p == q) *(int *)*q = 1; return 0; }",
        ),
    ];
    for (name, flags, body) in programs {
        let path = file(&format!("excuse-{name}.c"), &format!("{head}{body}\n"));
        let said = text(&check(&[flags, &["--timeout", "10", &path]].concat()).stdout);
        assert!(!said.contains("verdict: holds"), "{name}: {said}");
    }
    // An index is no reason to doubt a pointer that is not null.
    let path = file(
        "excuse-index-ok.c",
        &format!(
            "{head}int main(void) {{ int *p = get(); unsigned i = number(); if (p && i < 3000) p[i] = 1; return 0; }}\n"
        ),
    );
    expect(&check(&["--property", "memory", &path]), 0, "verdict: holds");
    // What is null because the function has made it so is no caller's fault.
    let functions = [
        "int f(int *a, int k) { int *q = a; if (k == 77) q = 0; return *q; }",
        "struct n { struct n *next; int v; }; int f(struct n *a) { a->next = 0; a->next->v = 1; return 0; }",
        "int f(int *a, int n) { int *best = 0; for (int i = 0; i < n; i++) if (a[i] > 5) best = &a[i]; return *best; }",
        "struct n { struct n *next; int v; }; int f(struct n *p, int k) { p->next = 0; for (int i = 0; i < k; i++) p->v = i; p->next->v = 1; return 0; }",
    ];
    for (number, body) in functions.iter().enumerate() {
        let path = file(&format!("excuse-function-{number}.c"), &format!("{body}\n"));
        let said = text(&check(&["--function", "f", "--caller", "trusted", "--timeout", "5", &path]).stdout);
        assert!(!said.contains("verdict: holds"), "{body}: {said}");
    }
    // A name for a pointer is none for a function.
    let path = file(
        "excuse-handle.c",
        "struct s { int a; }; typedef void *handle; int f(handle h, int k) { struct s *s = h; s->a = k; return 0; }\n",
    );
    expect(&check(&["--function", "f", "--caller", "trusted", &path]), 0, "verdict: holds");
}

#[test]
fn what_callers_have_to_see_to() {
    let path = file("callers.c", CALLERS);
    let holds_if = |name: &str, condition: &str| {
        let output = check(&["--function", name, &path]);
        expect(&output, 4, "depends on the caller");
        assert!(text(&output.stdout).contains(&format!("holds if: {condition}")), "{}", text(&output.stdout));
    };
    holds_if("count", "`s` has an end: it is a string");
    holds_if("first", "`n` is at most the number of elements of `a`");
    holds_if("push", "no pointer that comes from its memory is null where it is followed");
    holds_if("before", "`s` points to as much memory, before it and behind it, as is used");
    holds_if("twice", "every number among the arguments is 1");
    expect(&check(&["--function", "sum", "--engine", "loops", "--caller", "trusted", &path]), 0, "shown by loops");
    // What is asked of all callers is not answered by what some of them do.
    expect(&check(&["--function", "count", "--caller", "any", &path]), 1, "verdict: violated");
    expect(&check(&["--function", "count", "--caller", "careful", &path]), 0, "verdict: holds");
}

const CALLERS: &str = "\
#include <stddef.h>
struct node { int v; struct node *next; };
int sum(struct node *n) { int s = 0; while (n) { s ^= n->v; n = n->next; } return s; }
size_t count(const char *s, char c) { size_t n = 0; for (; *s; s++) if (*s == c) n++; return n; }
int first(int *a, size_t n) { int m = 0; for (size_t i = 0; i < n; i++) m ^= a[i]; return m; }
struct buf { char *data; size_t len, cap; };
int push(struct buf *b, char c) { if (b->len >= b->cap) return -1; b->data[b->len++] = c; return 0; }
int before(const int *s) { return s[-1]; }
int twice(int x) { return x * 2; }
";

#[test]
fn pointer_arguments_may_be_null() {
    let path = file("pointers.c", FUNCTIONS);
    expect(&check(&["--function", "sum", "--pointer-args", "null", &path]), 1, "null-dereference");
    let output = check(&["--function", "sum", "--pointer-args", "both", &path]);
    expect(&output, 4, "null-dereference");
    assert!(text(&output.stdout).contains("assumed: `pair` is null or points to"), "{}", text(&output.stdout));
}

#[test]
fn functions_that_cannot_be_called_so() {
    let path = file("no-call.c", FUNCTIONS);
    refused(&["--function", "any", &path], "takes any number of arguments");
    refused(&["--function", "make", &path], "returns a structure in memory");
    refused(&["--function", "drop", &path], "there is no function `drop`");
}
