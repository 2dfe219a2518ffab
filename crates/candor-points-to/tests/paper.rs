//! The worked examples of the paper: which check each access gets, and what has to be tracked for it.

use std::path::Path;

use candor_interp::Site;
use candor_ir::{FuncId, InstId, InstKind, Operand, Program};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::{
    AbstractObject, Bounds, Census, Config, Guard, Level, PointsTo, guards, object_name, tracked_for,
};

const DECLARATIONS: &str = "
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__VERIFIER_nondet_int()
declare i64 @__VERIFIER_nondet_long()
declare i1 @__VERIFIER_nondet_bool()
";

fn program(name: &str, body: &str) -> Program {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}.ll"));
    let target = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
                  target triple = \"x86_64-unknown-linux-gnu\"\n";
    std::fs::write(&path, format!("{target}{DECLARATIONS}define i32 @main() {{\n{body}\n  ret i32 0\n}}\n"))
        .expect("writable");
    load(&[path], &FrontendConfig::default()).expect("the example is valid")
}

fn main_of(program: &Program) -> FuncId {
    program.function_named("main").expect("there is one")
}

/// The guards of all accesses in order.
fn all_guards(program: &Program, points_to: &PointsTo) -> Vec<Guard> {
    let func = main_of(program);
    let insts = program.functions[func].insts.keys();
    insts.flat_map(|inst| guards(program, points_to, Site { func, inst })).map(|(_, guard)| guard).collect()
}

fn last_store(program: &Program) -> (Site, Operand) {
    let func = main_of(program);
    let store = |inst: InstId| match program.functions[func].insts[inst].kind {
        InstKind::Store { ptr, .. } => Some((Site { func, inst }, ptr)),
        _ => None,
    };
    program.functions[func].insts.keys().filter_map(store).next_back().expect("there is a store")
}

/// The objects that have to be tracked for the last store, by name.
fn tracked(program: &Program, points_to: &PointsTo) -> Vec<String> {
    let (site, _) = last_store(program);
    let (access, guard) = guards(program, points_to, site).remove(0);
    let tracked = tracked_for(points_to, site, &access, &guard);
    assert!(!tracked.exposed);
    tracked.objects.into_iter().map(|what| object_name(program, what)).collect()
}

const USE_AFTER_FREE: &str = "
  %p = alloca ptr
  store ptr null, ptr %p
  %addr = call ptr @malloc(i64 20)
  store ptr %addr, ptr %p
  call void @free(ptr %addr)
  %tmp = load ptr, ptr %p
  store i32 1, ptr %tmp";

#[test]
fn a_pointer_to_freed_memory_is_invalidated_and_nothing_else() {
    let program = program("use_after_free", USE_AFTER_FREE);
    let points_to = PointsTo::analyse(&program);
    let (site, tmp) = last_store(&program);
    let targets = points_to.targets(site, tmp);
    assert!(targets.invalidated && targets.objects.is_empty() && !targets.null && !targets.unknown, "{targets:?}");
    assert_eq!(all_guards(&program, &points_to), [Guard::None, Guard::None, Guard::None, Guard::Fail]);
    let census = |level| Census::take(&program, &points_to, |_| true, level);
    let (basic, rc, rcrt) = (census(Level::Basic), census(Level::Rc), census(Level::RcRt));
    assert_eq!((basic.check_pointer, basic.remember_stack, basic.remember_heap), (4, 1, 1));
    assert_eq!((rc.checks(), rc.check_fail, rc.remember_stack, rc.remember_heap), (1, 1, 1, 1));
    assert_eq!((rcrt.checks(), rcrt.remember_stack, rcrt.remember_heap), (1, 0, 1));
}

#[test]
fn without_regard_to_order_a_cell_holds_all_that_was_stored() {
    let program = program("all_that_was_stored", USE_AFTER_FREE);
    let points_to = PointsTo::flow_insensitive(&program, Config::default());
    let (site, tmp) = last_store(&program);
    let targets = points_to.targets(site, tmp);
    assert!(targets.null, "{targets:?}");
    assert!(matches!(targets.objects[..], [(AbstractObject::Heap(_), offset)] if offset.known() == Some(0)));
}

#[test]
fn an_index_into_a_known_array_needs_its_bounds_only() {
    let program = program(
        "bounds",
        "
  %array = alloca [10 x i32]
  %m = call i32 @__VERIFIER_nondet_int()
  %tmp = getelementptr [10 x i32], ptr %array, i64 0, i32 %m
  store i32 1, ptr %tmp",
    );
    let points_to = PointsTo::analyse(&program);
    let guards = all_guards(&program, &points_to);
    let [Guard::Bounds(Bounds { min_before: 0, min_after: 40, max_before: 0, max_after: 40, .. })] = guards[..] else {
        panic!("{guards:?}");
    };
    assert_eq!(tracked(&program, &points_to), Vec::<String>::new());
    assert_eq!(Census::take(&program, &points_to, |_| true, Level::RcRt).remember_stack, 0);
}

#[test]
fn of_several_objects_only_those_that_the_bounds_leave_open_are_tracked() {
    let program = program(
        "several",
        "
  %A = alloca [12 x i8]
  %B = alloca [11 x i8]
  %C = alloca [12 x i8]
  %D = alloca [7 x i8]
  %a = getelementptr i8, ptr %A, i64 6
  %b = getelementptr i8, ptr %B, i64 3
  %c = getelementptr i8, ptr %C, i64 8
  %d = getelementptr i8, ptr %D, i64 3
  %one = call i1 @__VERIFIER_nondet_bool()
  %two = call i1 @__VERIFIER_nondet_bool()
  %three = call i1 @__VERIFIER_nondet_bool()
  %ab = select i1 %one, ptr %a, ptr %b
  %cd = select i1 %two, ptr %c, ptr %d
  %p0 = select i1 %three, ptr %ab, ptr %cd
  %o = call i64 @__VERIFIER_nondet_long()
  %p1 = getelementptr i8, ptr %p0, i64 %o
  store i8 1, ptr %p1",
    );
    let points_to = PointsTo::analyse(&program);
    let guards = all_guards(&program, &points_to);
    let [Guard::Bounds(bounds)] = &guards[..] else { panic!("{guards:?}") };
    assert_eq!((bounds.min_before, bounds.max_before, bounds.min_after, bounds.max_after), (3, 8, 4, 8));
    assert!(!bounds.is_exact());
    assert_eq!(tracked(&program, &points_to), ["main.A", "main.B", "main.C"]);
}

/// The right half of figure 4.
#[test]
fn of_several_objects_with_equal_room_none_is_tracked() {
    let program = program(
        "equal_room",
        "
  %A = alloca [12 x i8]
  %B = alloca [12 x i8]
  %a = getelementptr i8, ptr %A, i64 4
  %b = getelementptr i8, ptr %B, i64 4
  %one = call i1 @__VERIFIER_nondet_bool()
  %p0 = select i1 %one, ptr %a, ptr %b
  %o = call i64 @__VERIFIER_nondet_long()
  %p1 = getelementptr i8, ptr %p0, i64 %o
  store i8 1, ptr %p1",
    );
    let points_to = PointsTo::analyse(&program);
    let guards = all_guards(&program, &points_to);
    let [Guard::Bounds(bounds)] = &guards[..] else { panic!("{guards:?}") };
    assert_eq!((bounds.min_before, bounds.min_after), (4, 8));
    assert!(bounds.is_exact());
    assert_eq!(tracked(&program, &points_to), Vec::<String>::new());
}

#[test]
fn a_block_of_unknown_size_is_looked_up_among_heap_blocks() {
    let program = program(
        "unknown_size",
        "
  %n = call i64 @__VERIFIER_nondet_long()
  %array = call ptr @malloc(i64 %n)
  %tmp = getelementptr i32, ptr %array, i64 10
  store i32 1, ptr %tmp",
    );
    let points_to = PointsTo::analyse(&program);
    assert_eq!(all_guards(&program, &points_to), [Guard::Heap]);
}

#[test]
fn a_register_that_was_loaded_before_a_free_is_invalidated_behind_it() {
    let program = program(
        "loaded_before",
        "
  %p = alloca ptr
  %addr = call ptr @malloc(i64 20)
  store ptr %addr, ptr %p
  %early = load ptr, ptr %p
  call void @free(ptr %addr)
  store i32 1, ptr %early",
    );
    let points_to = PointsTo::analyse(&program);
    assert_eq!(all_guards(&program, &points_to).last(), Some(&Guard::Fail));
}

#[test]
fn of_many_blocks_one_is_freed() {
    let program = program(
        "many_blocks",
        "
  %list = alloca [4 x ptr]
  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  %block = call ptr @malloc(i64 4)
  %slot = getelementptr ptr, ptr %list, i64 %i
  store ptr %block, ptr %slot
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  %first = load ptr, ptr %list
  call void @free(ptr %first)
  %slot2 = getelementptr ptr, ptr %list, i64 1
  %second = load ptr, ptr %slot2
  store i32 1, ptr %second",
    );
    let points_to = PointsTo::analyse(&program);
    let (site, second) = last_store(&program);
    let targets = points_to.targets(site, second);
    assert!(targets.invalidated && !targets.objects.is_empty(), "{targets:?}");
    assert_ne!(all_guards(&program, &points_to).last(), Some(&Guard::Fail));
}

/// A branch that asks whether a pointer is null tells of what its ways find in the same cell.
#[test]
fn behind_a_question_for_null_there_is_an_answer() {
    let body = "
  %p = alloca ptr
  store ptr null, ptr %p
  %addr = call ptr @malloc(i64 8)
  %sure = call i1 @__VERIFIER_nondet_bool()
  br i1 %sure, label %set, label %ask
set:
  store ptr %addr, ptr %p
  br label %ask
ask:
  %old = load ptr, ptr %p
  %is = icmp ne ptr %old, null
  br i1 %is, label %some, label %none
some:
  %now = load ptr, ptr %p
  store i32 1, ptr %now
  br label %end
none:
  %nothing = load ptr, ptr %p
  store i32 2, ptr %nothing
  br label %end
end:";
    let program = program("null_question", body);
    let points_to = PointsTo::analyse(&program);
    let guards = all_guards(&program, &points_to);
    let needed: Vec<&Guard> = guards.iter().filter(|guard| **guard != Guard::None).collect();
    assert_eq!(needed, [&Guard::Fail], "only the way without a pointer goes wrong");
}

/// Where a pointer can only be null, the way for others is never taken; one computed from null is not null.
#[test]
fn what_is_always_null_leads_one_way() {
    let body = |offset: u64| {
        format!(
            "
  %p = alloca ptr
  %at = getelementptr i8, ptr null, i64 {offset}
  store ptr %at, ptr %p
  %old = load ptr, ptr %p
  %is = icmp ne ptr %old, null
  br i1 %is, label %some, label %end
some:
  %now = load ptr, ptr %p
  store i32 1, ptr %now
  br label %end
end:"
        )
    };
    let guard = |offset: u64| {
        let program = program(&format!("always_null_{offset}"), &body(offset));
        let points_to = PointsTo::analyse(&program);
        all_guards(&program, &points_to).pop().expect("the last store")
    };
    assert_eq!(guard(0), Guard::None, "it is never executed");
    assert_eq!(guard(8), Guard::Fail);
}

/// A second access through the same pointer needs no check of its own, unless a life may have ended in between.
#[test]
fn an_access_settles_those_behind_it() {
    let body = |between: &str| {
        format!(
            "
  %p = alloca ptr
  %n = call i64 @__VERIFIER_nondet_long()
  %addr = call ptr @malloc(i64 %n)
  store ptr %addr, ptr %p
  %first = load ptr, ptr %p
  store i32 1, ptr %first
  {between}
  %second = load ptr, ptr %p
  store i32 2, ptr %second"
        )
    };
    let last = |name: &str, between: &str| {
        let program = program(name, &body(between));
        let points_to = PointsTo::analyse(&program);
        all_guards(&program, &points_to).pop().expect("the last store")
    };
    assert_eq!(last("settled", ""), Guard::None);
    assert_eq!(last("settled_call", "%i = call i32 @__VERIFIER_nondet_int()"), Guard::None);
    assert_ne!(last("settled_free", "call void @free(ptr %addr)"), Guard::None);
    assert_ne!(last("settled_store", "store ptr null, ptr %p"), Guard::None);
}
