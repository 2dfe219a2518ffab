//! Where pointers are not known: variables that nobody has written, and what lies behind a number.
//!
//! Each program is C; `// unknown` stands at the end of each line where a pointer is loaded that may be unknown.

use std::collections::BTreeSet;
use std::path::Path;

use candor_interp::Site;
use candor_ir::{Callee, InstKind, Operand, Program, Scalar};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::{AbstractObject, Config, PointsTo};

fn program(name: &str, source: &str) -> Program {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&path, source).expect("writable");
    load(&[path], &FrontendConfig::default()).expect("the example is valid")
}

#[track_caller]
fn expect(name: &str, source: &str, analyse: fn(&Program) -> PointsTo) {
    let program = program(name, source);
    let points_to = analyse(&program);
    let mut found: BTreeSet<u32> = BTreeSet::new();
    for (func, function) in program.functions.iter().filter(|(_, function)| !function.library) {
        for inst in function.insts.values() {
            if let (InstKind::Load { ty: Scalar::Ptr, .. }, Some(result)) = (&inst.kind, inst.result)
                && points_to.places(func, Operand::Value(result)).1
            {
                found.extend(program.source.get(inst.loc).map(|place| place.line));
            }
        }
    }
    let marked = (1u32..).zip(source.lines()).filter(|(_, line)| line.ends_with("// unknown"));
    assert_eq!(found, marked.map(|(number, _)| number).collect());
}

fn without_order(program: &Program) -> PointsTo {
    PointsTo::flow_insensitive(program, Config::default())
}

#[test]
fn a_variable_that_is_written_first_is_known_without_regard_to_order() {
    expect(
        "written_first",
        "extern int __VERIFIER_nondet_int(void);
int x;
void set(int **where) {
    *where = &x;
}
int main(void) {
    int *a = &x;
    *a = 1;
    int *b;
    if (__VERIFIER_nondet_int())
        b = &x;
    *b = 2; // unknown
    for (int i = 0; i < 2; i++) {
        int *c;
        if (i == 0)
            c = &x;
        *c = 3; // unknown
    }
    int *d;
    do {
        d = &x;
    } while (__VERIFIER_nondet_int());
    *d = 4;
    int *e;
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            *e = 5; // unknown
        e = &x;
    }
    int *f;
    set(&f);
    *f = 6; // unknown
    goto behind;
again:
    *a = 7;
    return 0;
behind:;
    int *g = &x;
    *g = 8;
    goto again;
}
",
        without_order,
    );
}

#[test]
fn what_lies_behind_a_number_is_exposed() {
    let source = "struct node { struct node *next; int *value; };
int x, y, z;
struct node last = { 0, &x }, first = { &last, &y };
int main(void) {
    struct node *node = (struct node *)(unsigned long)&first;
    int *value = node->next->value; // unknown
    *value = 1; // unknown
    node->value = &z; // unknown
    return z;
}
";
    expect("behind_a_number", source, PointsTo::analyse);
    let program = program("behind_a_number", source);
    let points_to = PointsTo::analyse(&program);
    let name = |global| program.globals[global].name.as_str();
    let mut exposed: Vec<&str> = Vec::new();
    for &object in points_to.exposed() {
        if let AbstractObject::Global(global) = points_to.object(object).what {
            exposed.push(name(global));
        }
    }
    exposed.sort_unstable();
    assert_eq!(exposed, ["first", "last", "x", "y", "z"]);
}

#[test]
fn a_function_that_was_told_as_a_number_may_be_called_back() {
    let program = program(
        "called_back",
        "extern int pthread_foo(void *(*)(void *), void *);
int g, *gp;
void *worker(void *arg) {
    gp = &g;
    return arg;
}
int main(void) {
    unsigned long told = (unsigned long)worker;
    pthread_foo(worker, 0);
    *gp = 5;
    return told == 0;
}
",
    );
    let points_to = PointsTo::analyse(&program);
    let worker = program.function_named("worker").expect("there is one");
    assert!(points_to.is_called(worker));
}

/// What a pointer that was a number may call: functions whose address was told, if the platform lets their types pass.
#[test]
fn an_unknown_pointer_calls_what_fits() {
    let program = program(
        "calls_what_fits",
        "#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int one(int a) { return a; }
long wide(long a) { return a; }
int other(int a) { return a + 1; }
double real(double a) { return a; }
int two(int a, int b) { return a + b; }
int hidden(int a) { return a; }
int main(void) {
    uintptr_t told[] = {(uintptr_t)&one, (uintptr_t)&wide, (uintptr_t)&other, (uintptr_t)&real, (uintptr_t)&two};
    int (*f)(int) = (int (*)(int))told[__VERIFIER_nondet_int() % 5];
    return f(3) + hidden(1);
}
",
    );
    let points_to = PointsTo::analyse(&program);
    let main = program.function_named("main").expect("it has one");
    let calls = program.functions[main]
        .insts
        .iter()
        .filter(|(_, inst)| matches!(&inst.kind, InstKind::Call(call) if matches!(call.callee, Callee::Indirect(_))));
    let callees: BTreeSet<&str> = calls
        .flat_map(|(inst, _)| points_to.call_graph().callees_at(Site { func: main, inst }))
        .map(|func| program.functions[func].name.as_str())
        .collect();
    // Half of a `long` is not passed.
    assert_eq!(callees, BTreeSet::from(["one", "other"]));
}
