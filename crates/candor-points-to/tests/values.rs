//! What is known of values: numbers in variables, pointers that are the same, questions that were answered before.
//!
//! Each program is C; a comment at the end of a line says whether an access there needs a check, or whether no execution gets there.
//! Lines without one must need none.

use std::collections::BTreeSet;
use std::path::Path;

use candor_interp::Site;
use candor_ir::{CastOp, InstKind};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::{Guard, PointsTo, guards};

/// Lines with an access that needs a check, and lines that are executed never.
fn lines(name: &str, source: &str) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&path, source).expect("writable");
    let program = load(&[path], &FrontendConfig::default()).expect("the example is valid");
    let points_to = PointsTo::analyse(&program);
    let (mut checked, mut reached, mut all) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (func, function) in program.functions.iter().filter(|(_, function)| !function.library) {
        for (inst, data) in function.insts.iter() {
            let site = Site { func, inst };
            let Some(place) = program.source.get(data.loc) else { continue };
            all.insert(place.line);
            if points_to.is_reached(site) {
                reached.insert(place.line);
            }
            if guards(&program, &points_to, site).iter().any(|(_, guard)| *guard != Guard::None) {
                checked.insert(place.line);
            }
        }
    }
    (checked, all.difference(&reached).copied().collect())
}

#[track_caller]
fn expect(name: &str, source: &str) {
    let marked = |mark: &str| -> BTreeSet<u32> {
        let lines = (1u32..).zip(source.lines());
        lines.filter(|(_, line)| line.trim_end().ends_with(mark)).map(|(number, _)| number).collect()
    };
    let (checked, never) = lines(name, source);
    assert_eq!(checked, marked("// check"), "lines that need a check");
    assert_eq!(never, marked("// never"), "lines that are never executed");
}

#[test]
fn a_counter_stays_below_its_bound() {
    expect(
        "counter",
        "int a[10];
int main(void) {
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (int i = 0; i <= 10; i++)
        a[i] = i; // check
    int j = 10;
    while (j > 0) {
        j--;
        a[j] = 0;
    }
    return 0;
}
",
    );
}

#[test]
fn conditions_narrow_what_was_just_read() {
    expect(
        "conditions",
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[4];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4)
        a[i] = 1;
    if (i < 4)
        a[i] = 1; // check
    if (i >= 0 || i < 4)
        a[i] = 1; // check
    if ((unsigned)i < 4)
        a[i] = 1;
    if (!(i < 0) && !(i > 3))
        a[i] = 1;
    i++;
    short s = __VERIFIER_nondet_int();
    if (0 <= s && s < 4)
        a[s] = 1;
    unsigned char c = __VERIFIER_nondet_int();
    if (c < 4)
        a[c] = 1;
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= k && k < 4);
    a[k] = 1;
    k++;
    a[k] = 1; // check
    return 0;
}
",
    );
}

#[test]
fn globals_hold_what_is_stored_there() {
    expect(
        "globals",
        "extern int __VERIFIER_nondet_int(void);
struct slot { int key, value; } slots[2];
int used, shared;
int *hidden = &shared;
int add(int key) {
    if (used < 2) {
        int i = used;
        used++;
        slots[i].key = key;
        slots[i].value = 0;
        return 0;
    }
    return -1;
}
void reset(void) { used = 0; }
void spoil(void) { *hidden = 7; }
int main(void) {
    while (__VERIFIER_nondet_int()) {
        add(1);
        if (used < 2) {
            slots[used].key = 1;
            reset();
            slots[used].key = 1; // check
        }
        if (used < 2) {
            add(2);
            slots[used].key = 1; // check
        }
        if (0 <= shared && shared < 2) {
            spoil();
            slots[shared].key = 1; // check
        }
    }
    return 0;
}
",
    );
}

#[test]
fn parameters_are_what_calls_pass_and_results_what_is_returned() {
    expect(
        "calls",
        "extern int __VERIFIER_nondet_int(void);
int a[4];
void put(int at) { a[at] = 1; }
void spoil(int at) { a[at] = 1; } // check
int pick(void) { return __VERIFIER_nondet_int() ? 1 : 3; }
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
    put(0);
    put(3);
    spoil(0);
    spoil(4);
    a[pick()] = 1;
    a[down(9)] = 1;
    void (*either)(int) = __VERIFIER_nondet_int() ? put : put;
    either(2);
    return 0;
}
",
    );
}

#[test]
fn numbers_wrap_round() {
    expect(
        "wrap",
        "extern int __VERIFIER_nondet_int(void);
int a[256];
int main(void) {
    unsigned char c = 0;
    while (__VERIFIER_nondet_int())
        a[c++] = 1;
    signed char s = 0;
    while (__VERIFIER_nondet_int())
        a[s++] = 1; // check
    int i = 0;
    while (__VERIFIER_nondet_int())
        i++;
    a[i] = 1; // check
    return 0;
}
",
    );
}

#[test]
fn branches_that_no_number_takes_lead_nowhere() {
    expect(
        "branches",
        "extern int __VERIFIER_nondet_int(void);
int state = 1;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 1: state = 2; break;
        case 2: state = 1; break;
        case 3: state = 4; break; // never
        default: return 1; // never
        }
    }
    return 0;
}
",
    );
}

#[test]
fn what_was_accessed_is_there_until_something_ends() {
    expect(
        "settled",
        "extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next, *other; int key; };
struct node *make(void) {
    struct node *n = malloc(sizeof *n);
    n->next = __VERIFIER_nondet_int() ? malloc(sizeof *n) : 0;
    n->other = n;
    return n;
}
int main(void) {
    struct node *p = make(), *q = make();
    p->next->key = 1; // check
    p->next->key = 2;
    q->key = 3;
    p->next->key = 4;
    q->next = 0;
    p->next->key = 5; // check
    struct node *r = p->next;
    r->key = 6;
    if (!r)
        return 1; // never
    r = r->other;
    r->key = 7; // check
    r->key = 8;
    p->next = malloc(sizeof *p);
    p->next->key = 9;
    free(q);
    p->next->key = 10; // check
    return 0;
}
",
    );
}

#[test]
fn who_asks_again_gets_the_same_answer() {
    expect(
        "again",
        "extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };
struct node a, b = { &a, 1 }, *list = &b;
int main(void) {
    struct node *p = __VERIFIER_nondet_int() ? &a : &b;
    if (p->next) {
        if (!p->next)
            return 1; // never
        p->next->key = __VERIFIER_nondet_int();
        if (p->next == 0)
            return 2; // never
        p->next = __VERIFIER_nondet_int() ? &a : 0;
        if (!p->next)
            return 3;
    }
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < m) {
        if (m <= n)
            return 4; // never
        m = __VERIFIER_nondet_int();
        if (m <= n)
            return 5;
    }
    union { struct node *whole; unsigned char part; } w;
    w.whole = __VERIFIER_nondet_int() ? &a : &b;
    w.whole->key = 1;
    if (!w.part)
        return 7;
    union { int whole; short part; } u, v;
    u.whole = __VERIFIER_nondet_int(), v.whole = __VERIFIER_nondet_int();
    if (u.whole < v.whole)
        if (u.part >= v.part)
            return 6;
    return 0;
}
",
    );
}

/// A loop whose head brings a truth value, as optimised programs have it: what was known of a register in the last round is not true
/// of it in this one.
#[test]
fn registers_are_new_in_each_round() {
    let source = "target triple = \"x86_64-unknown-linux-gnu\"
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
define i32 @main() {
entry:
  br label %head
head:
  %again = phi i1 [ true, %entry ], [ %next, %large ]
  %r = call i32 @__VERIFIER_nondet_int()
  br i1 %again, label %first, label %later
first:
  %is_large = icmp sgt i32 %r, 10
  br i1 %is_large, label %large, label %out
large:
  %m = call i32 @__VERIFIER_nondet_int()
  %next = icmp sgt i32 %m, 5
  br label %head
later:
  %is_small = icmp sle i32 %r, 10
  br i1 %is_small, label %error, label %out
error:
  call void @reach_error()
  br label %out
out:
  ret i32 0
}
";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rounds.ll");
    std::fs::write(&path, source).expect("writable");
    let program = load(&[path], &FrontendConfig::default()).expect("the example is valid");
    let points_to = PointsTo::analyse(&program);
    let func = program.function_named("main").expect("there is one");
    let insts = &program.functions[func].insts;
    let calls = insts.iter().filter(|(_, data)| matches!(data.kind, InstKind::Call(_))).map(|(inst, _)| inst);
    assert!(calls.into_iter().all(|inst| points_to.is_reached(Site { func, inst })), "each of them can be executed");
}

#[test]
fn an_assumption_may_return_anything() {
    expect(
        "assumption",
        "extern int __VERIFIER_nondet_int(void);
extern int __VERIFIER_assume(int);
int a[10];
int main(void) {
    int y = __VERIFIER_nondet_int() ? __VERIFIER_assume(1) : 5;
    a[y] = 1; // check
    return 0;
}
",
    );
}

#[test]
fn a_copied_argument_ends_with_the_call() {
    expect(
        "copied",
        "extern int __VERIFIER_nondet_int(void);
struct wide { int a; long b, c, d; };
int *kept;
int one(struct wide w) { kept = &w.a; return 1; }
int two(struct wide w) { kept = &w.a; return 2; }
int (*either)(struct wide);
void call(void) {
    struct wide w = { 1, 0, 0, 0 };
    either(w);
}
int main(void) {
    either = __VERIFIER_nondet_int() ? one : two;
    call();
    return *kept; // check
}
",
    );
}

#[test]
fn what_nobody_gets_to_call_stores_nothing() {
    expect(
        "nobody_calls",
        "int a[4], g;
static int one(void) {
    return 1;
}
static void store(int b) {
    g = one() + b; // never
} // never
int main(void) {
    int i = one();
    if (i > 5)
        store(100); // never
    a[g] = 1;
    g = i;
    a[g] = 2;
    return 0;
}
",
    );
}

/// The comparison is in another block than the branch on it, and its result is known to be anything before its operands are.
#[test]
fn a_branch_is_looked_at_again_when_what_was_compared_grows() {
    let source = "target triple = \"x86_64-unknown-linux-gnu\"
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
entry:
  %any = call i32 @__VERIFIER_nondet_int()
  %start = and i32 %any, 7
  br label %head
head:
  %i = phi i32 [ %start, %entry ], [ %down, %high ]
  %small = icmp slt i32 %i, 5
  br label %ask
ask:
  br i1 %small, label %low, label %high
high:
  %down = sub i32 %i, 20
  br label %head
low:
  %wide = sext i32 %i to i64
  %result = trunc i64 %wide to i32
  ret i32 %result
}
";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("asked_again.ll");
    std::fs::write(&path, source).expect("writable");
    let program = load(&[path], &FrontendConfig::default()).expect("the example is valid");
    let points_to = PointsTo::analyse(&program);
    let main = program.function_named("main").expect("it has one");
    let widened = program.functions[main]
        .insts
        .values()
        .find(|inst| matches!(inst.kind, InstKind::Cast { op: CastOp::SExt, .. }));
    let wide = widened.and_then(|inst| inst.result).expect("it is widened");
    let (low, high) = points_to.number(main, wide).expect("it is computed").signed();
    assert!(low <= 5 - 20 && high == 4, "{low} ..= {high}");
}
