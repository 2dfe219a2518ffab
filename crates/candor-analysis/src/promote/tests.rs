//! Promotion of small functions.

use candor_ir::{AccessFlags, Check, CheckSet, Const, Operand, Ordering, VariableHome};

use super::*;
use crate::testing::{Build, I32, f, plain, show, verify};

#[track_caller]
fn check(build: Build, expected: &[&str]) {
    let mut program = build.finish();
    promote(&mut program);
    verify(&program);
    assert_eq!(show(&program), expected);
}

/// The function stays as it is.
#[track_caller]
fn check_stays(build: Build) {
    let mut program = build.finish();
    let before = show(&program);
    assert_eq!(promote(&mut program), Promoted::default());
    verify(&program);
    assert_eq!(show(&program), before);
}

/// One block in which `body` uses a variable.
fn one_block(body: impl FnOnce(&mut Build, Operand)) -> Build {
    let mut build = Build::new();
    build.block(&[]);
    let x = build.variable("x");
    body(&mut build, x);
    build.ret(&[]);
    build
}

#[test]
fn a_load_becomes_the_stored_value() {
    let build = one_block(|build, x| {
        let one = build.int(32, 1);
        build.store(x, one);
        let value = build.load(x);
        let sum = build.add(value, value);
        build.store(x, sum);
        let value = build.load(x);
        build.observe(value);
    });
    check(build, &["bb0:", "# x = 1", "v0 = add i32 1, 1", "# x = v0", "call @observe(i32 v0)", "return"]);
}

#[test]
fn names_and_homes_are_moved() {
    let mut program = one_block(|build, x| {
        let value = build.load(x);
        let Operand::Value(id) = value else { unreachable!() };
        build.function.values[id].name = Some("0".into());
    })
    .finish();
    let promoted = promote_function(&mut program, FuncId::from_u32(0));
    let expected = Promoted { variables: 1, loads: 1, stores: 0, params: 0, undefs: 1 };
    assert_eq!(promoted, expected);
    let function = f(&program);
    assert_eq!(function.removed_names.iter().collect::<Vec<_>>(), ["0", "x"]);
    assert_eq!(function.vars[crate::testing::var(0)].home, VariableHome::Registers);
}

#[test]
fn a_diamond_gets_a_parameter() {
    let mut build = Build::new();
    let (one, two) = (build.int(32, 1), build.int(32, 2));
    build.block(&[]);
    let x = build.variable("x");
    build.fork(1, 2);
    build.block(&[]);
    build.store(x, one);
    build.jump(3, &[]);
    build.block(&[]);
    build.store(x, two);
    build.jump(3, &[]);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.ret(&[]);
    check(
        build,
        &[
            "bb0:",
            "v0 = call @choose()",
            "branch v0, bb1, bb2",
            "bb1:",
            "# x = 1",
            "jump bb3(1)",
            "bb2:",
            "# x = 2",
            "jump bb3(2)",
            "bb3(v1: i32):",
            "# x = v1",
            "call @observe(i32 v1)",
            "return",
        ],
    );
}

#[test]
fn where_nobody_reads_it_the_value_is_unknown() {
    let mut build = Build::new();
    let (one, two) = (build.int(32, 1), build.int(32, 2));
    build.block(&[]);
    let x = build.variable("x");
    build.store(x, one);
    build.fork(1, 2);
    build.block(&[]);
    build.store(x, two);
    build.jump(2, &[]);
    build.block(&[]);
    build.ret(&[]);
    check(
        build,
        &[
            "bb0:",
            "# x = 1",
            "v0 = call @choose()",
            "branch v0, bb1, bb2",
            "bb1:",
            "# x = 2",
            "jump bb2",
            "bb2:",
            "# x = undef",
            "return",
        ],
    );
}

/// `for (;;) { t = a; a = b; b = t; }`
#[test]
fn a_swap_in_a_loop_happens_at_once() {
    let mut build = Build::new();
    let (one, two) = (build.int(32, 1), build.int(32, 2));
    build.block(&[]);
    let (a, b) = (build.variable("a"), build.variable("b"));
    build.store(a, one);
    build.store(b, two);
    build.jump(1, &[]);
    build.block(&[]);
    let (old_a, old_b) = (build.load(a), build.load(b));
    build.observe(old_a);
    build.store(a, old_b);
    build.store(b, old_a);
    build.jump(1, &[]);
    check(
        build,
        &[
            "bb0:",
            "# a = 1",
            "# b = 2",
            "jump bb1(1, 2)",
            "bb1(v0: i32, v1: i32):",
            "# a = v0",
            "# b = v1",
            "call @observe(i32 v0)",
            "# a = v1",
            "# b = v0",
            "jump bb1(v1, v0)",
        ],
    );
}

/// `for (;;) { int x; observe(x); x = 1; observe(x); }`: it is undefined anew each time round.
#[test]
fn a_variable_of_a_loop_body_is_fresh_each_time() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.jump(1, &[]);
    build.block(&[]);
    build.start(x);
    let value = build.load(x);
    build.observe(value);
    build.store(x, one);
    let value = build.load(x);
    build.observe(value);
    build.end(x);
    build.jump(1, &[]);
    check(
        build,
        &[
            "bb0:",
            "jump bb1",
            "bb1:",
            "# x = undef",
            "v0 = undef i32 uninitialized",
            "# x = v0",
            "call @observe(i32 v0)",
            "# x = 1",
            "call @observe(i32 1)",
            "# x = undef",
            "jump bb1",
        ],
    );
}

#[test]
fn without_a_scope_the_fresh_value_is_made_once() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.jump(1, &[]);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.fork(2, 1);
    build.block(&[]);
    build.store(x, one);
    build.jump(1, &[]);
    check(
        build,
        &[
            "bb0:",
            "v1 = undef i32 uninitialized",
            "# x = v1",
            "jump bb1(v1)",
            "bb1(v2: i32):",
            "# x = v2",
            "call @observe(i32 v2)",
            "v0 = call @choose()",
            "branch v0, bb2, bb1(v2)",
            "bb2:",
            "# x = 1",
            "jump bb1(1)",
        ],
    );
}

#[test]
fn the_return_slot_lacks_a_return() {
    let mut build = Build::new();
    build.block(&[]);
    let slot = build.variable("retval");
    let value = build.load(slot);
    build.observe(value);
    build.ret(&[]);
    check(build, &["bb0:", "v0 = undef i32 missing-return", "# retval = v0", "call @observe(i32 v0)", "return"]);
}

#[test]
fn unused_variables_go() {
    let build = one_block(|build, x| {
        build.start(x);
        build.end(x);
    });
    check(build, &["bb0:", "return"]);
}

#[test]
fn unreachable_blocks_stay_valid() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.store(x, one);
    build.fork(1, 3);
    build.block(&[]);
    let value = build.load(x);
    let sum = build.add(value, one);
    build.store(x, sum);
    build.jump(3, &[]);
    build.block(&[]);
    let lost = build.load(x);
    build.store(x, lost);
    build.observe(lost);
    build.jump(3, &[]);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.ret(&[]);
    check(
        build,
        &[
            "bb0:",
            "# x = 1",
            "v0 = call @choose()",
            "branch v0, bb1, bb3(1)",
            "bb1:",
            "v1 = add i32 1, 1",
            "# x = v1",
            "jump bb3(v1)",
            "bb2:",
            "call @observe(i32 undef)",
            "jump bb3(undef)",
            "bb3(v2: i32):",
            "# x = v2",
            "call @observe(i32 v2)",
            "return",
        ],
    );
}

#[test]
fn an_edge_of_several_cases_gets_its_argument_once() {
    let mut build = Build::new();
    let (one, two) = (build.int(32, 1), build.int(8, 2));
    build.block(&[]);
    let x = build.variable("x");
    build.store(x, one);
    build.branch(two, 2, 1);
    crate::testing::make_switch_with_shared_edges(&mut build.function, crate::testing::block(0));
    build.block(&[]);
    build.store(x, one);
    build.jump(2, &[]);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.ret(&[]);
    let mut program = build.finish();
    assert_eq!(promote(&mut program).params, 1);
    verify(&program);
}

#[test]
fn an_irreducible_loop_gets_parameters_at_its_entries() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.store(x, one);
    build.fork(1, 2);
    build.block(&[]);
    let value = build.load(x);
    let sum = build.add(value, one);
    build.store(x, sum);
    build.jump(2, &[]);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.fork(1, 3);
    build.block(&[]);
    build.ret(&[]);
    let mut program = build.finish();
    assert_eq!(promote(&mut program).params, 2);
    verify(&program);
}

#[test]
fn what_longjmp_could_bring_back_stays() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.store(x, one);
    build.setjmp();
    let value = build.load(x);
    build.observe(value);
    build.ret(&[]);
    check_stays(build);
}

/// `again: if (..) observe(x); { int x = 1; } goto again;`
#[test]
fn an_access_after_the_end_of_the_scope_stays() {
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let x = build.variable("x");
    build.jump(1, &[]);
    build.block(&[]);
    build.fork(2, 3);
    build.block(&[]);
    let value = build.load(x);
    build.observe(value);
    build.jump(3, &[]);
    build.block(&[]);
    build.start(x);
    build.store(x, one);
    build.end(x);
    build.jump(1, &[]);
    check_stays(build);
}

#[test]
fn a_write_after_the_end_stays_too() {
    check_stays(one_block(|build, x| {
        let one = build.int(32, 1);
        build.start(x);
        build.end(x);
        build.store(x, one);
    }));
}

#[test]
fn addresses_that_are_used_otherwise_stay() {
    check_stays(one_block(|build, x| build.observe_pointer(x)));
    check_stays(one_block(|build, x| {
        _ = build.inst(InstKind::Store { ty: Scalar::Ptr, ptr: x, value: x, flags: plain() }, None)
    }));
    let offset = |base| InstKind::PtrAdd { base, offset: 0, index: None, inbounds: true };
    check_stays(one_block(|build, x| _ = build.op(Scalar::Ptr, offset(x))));
    check_stays({
        let mut build = Build::new();
        build.block(&[]);
        let x = build.variable("x");
        build.jump(1, &[x]);
        let param = build.value(Scalar::Ptr);
        build.block(&[param]);
        build.load(param.into());
        build.ret(&[]);
        build
    });
}

#[test]
fn accesses_that_are_not_simple_stay() {
    let i64 = Scalar::Int(64);
    let load = |ty, ptr, flags| InstKind::Load { ty, ptr, flags };
    let volatile = AccessFlags { volatile: true, ..plain() };
    check_stays(one_block(|build, x| _ = build.op(I32, load(I32, x, volatile))));
    let atomic = AccessFlags { ordering: Ordering::SeqCst, ..plain() };
    check_stays(one_block(|build, x| _ = build.op(I32, load(I32, x, atomic))));
    let aligned = AccessFlags { align: 8, ..plain() };
    check_stays(one_block(|build, x| _ = build.op(I32, load(I32, x, aligned))));
    check_stays(one_block(|build, x| _ = build.op(i64, load(i64, x, plain()))));
    check_stays(one_block(|build, x| {
        build.op(I32, load(I32, x, plain()));
        build.op(Scalar::Int(8), load(Scalar::Int(8), x, plain()));
    }));
    check_stays(one_block(|build, x| {
        let undef = build.program.consts.add(Const::Undef(I32));
        build.store(x, undef.into());
    }));
}

#[test]
fn what_comes_after_stacksave_stays() {
    let mut build = Build::new();
    build.block(&[]);
    let mark = build.op(Scalar::Ptr, InstKind::StackSave);
    let x = build.variable("x");
    build.inst(InstKind::StackRestore { mark }, None);
    build.load(x);
    build.ret(&[]);
    check_stays(build);
}

/// `for (..) { if (first) p = t; t = malloc(); }`: `p` is never read, but it is what keeps the first block from having
/// leaked.
#[test]
fn with_leak_checks_pointers_are_kept_while_dead() {
    let flags = AccessFlags { align: 8, ..plain() };
    let build = |leaks: bool| {
        let mut build = Build::new();
        let null = build.program.consts.add(Const::Null);
        build.block(&[]);
        let p = build.op(Scalar::Ptr, InstKind::Alloca { size: 8, count: None, align: 8 });
        build.jump(1, &[]);
        build.block(&[]);
        build.fork(2, 1);
        build.block(&[]);
        build.inst(InstKind::Store { ty: Scalar::Ptr, ptr: p, value: null.into(), flags }, None);
        build.jump(1, &[]);
        let mut program = build.finish();
        let last = f(&program).insts.keys().next_back().expect("a jump");
        let checks = if leaks { CheckSet::of(Check::MemoryLeak) } else { CheckSet::EMPTY };
        program.functions[FuncId::from_u32(0)].insts[last].checks = checks;
        let promoted = promote(&mut program);
        verify(&program);
        assert_eq!((promoted.variables, promoted.undefs), (1, 0));
        promoted.params
    };
    assert_eq!([build(false), build(true)], [0, 1]);
}

/// Every variable is in scope everywhere, changed in some places and read in others: the worst for liveness.
#[test]
fn large_functions_take_no_time() {
    let (n_vars, n_diamonds) = (10_000, 17_000);
    let mut build = Build::new();
    let one = build.int(32, 1);
    build.block(&[]);
    let vars: Vec<_> =
        (0..n_vars).map(|_| build.op(Scalar::Ptr, InstKind::Alloca { size: 4, count: None, align: 4 })).collect();
    vars.iter().for_each(|&x| _ = build.start(x));
    build.jump(1, &[]);
    for index in 0..n_diamonds {
        let first = 1 + 3 * index;
        let end = 1 + 3 * n_diamonds;
        build.block(&[]);
        let value = build.load(vars[index % n_vars]);
        build.observe(value);
        build.fork(first + 1, if index % 2 == 0 { first + 2 } else { end });
        build.block(&[]);
        build.store(vars[(index * 7) % n_vars], one);
        build.jump(first + 2, &[]);
        build.block(&[]);
        // Back from time to time, so that there are loops.
        if index % 1000 == 999 { build.fork(first - 3 * 900, first + 3) } else { _ = build.jump(first + 3, &[]) }
    }
    build.block(&[]);
    vars.iter().for_each(|&x| _ = build.end(x));
    build.ret(&[]);
    let mut program = build.unverified();
    assert_eq!(promote(&mut program).variables, n_vars);
}
