//! One failing function per rule.

use candor_bits::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar};
use cranelift_entity::EntityRef;

use crate::testing::{Build, PLAIN};
use crate::{
    Arg, AtomicOp, BlockId, ByVal, Call, Callee, Check, CheckSet, Chunk, Const, ConstExpr, DebugValue, FuncId, Global,
    Init, Inst, InstId, InstKind, LocId, Operand, Ordering, PtrIndex, SigParam, Signature, Switch, Symbol, ValueId,
    VarId, Variable, VariableHome, verify_program,
};

const I32: Scalar = Scalar::I32;

/// Verifies and compares: one line for each error.
#[track_caller]
fn check(build: Build, expected: &[&str]) {
    let (program, _) = build.finish();
    let errors = verify_program(&program).err().unwrap_or_default();
    let shown: Vec<_> = errors.iter().map(|error| format!("{}: {}", error.place, error.message)).collect();
    assert_eq!(shown, expected);
}

/// A function with one block of what `body` puts there, then a return.
fn one_block(params: &[Scalar], body: impl FnOnce(&mut Build)) -> Build {
    let mut build = Build::new(params, &[]);
    build.block(&[]);
    body(&mut build);
    build.ret(&[]);
    build
}

/// Checks one instruction, i0, in a function with these parameters (`v0`, `v1`...).
#[track_caller]
fn check_inst(params: &[Scalar], result: Option<Scalar>, kind: InstKind, expected: &[&str]) {
    let build = one_block(params, |build| {
        let result = result.map(|ty| build.value(ty));
        build.inst(kind, result);
    });
    check(build, expected);
}

fn v(index: usize) -> Operand {
    ValueId::new(index).into()
}

fn add(ty: Scalar, a: Operand, b: Operand) -> InstKind {
    InstKind::Binary { op: BinOp::Add, ty, a, b, poison: CheckSet::EMPTY }
}

#[test]
fn a_loop_with_block_parameters_is_fine() {
    let mut build = Build::new(&[I32], &[I32]);
    let zero = build.int(32, 0);
    let one = build.int(32, 1);
    build.block(&[]);
    build.jump(1, &[zero]);
    let count = build.value(I32);
    build.block(&[count]);
    let next = build.op(I32, add(I32, count.into(), one));
    let cond = build.op(Scalar::I1, InstKind::Compare { op: CmpOp::Slt, ty: I32, a: next.into(), b: v(0) });
    let (then, or_else) = (build.edge(1, &[next.into()]), build.edge(2, &[]));
    build.inst(InstKind::Branch { cond: cond.into(), then, or_else }, None);
    build.block(&[]);
    build.ret(&[next.into()]);
    check(build, &[]);
}

#[test]
fn declarations_have_no_instructions() {
    let mut build = Build::new(&[], &[]);
    build.function.insts.push(Inst::new(InstKind::Trap, None, LocId::NOWHERE));
    check(build, &["declaration: has instructions or edges but no block"]);
}

#[test]
fn blocks_are_not_empty() {
    let mut build = one_block(&[], |_| {});
    build.block(&[]);
    check(build, &["bb1: is empty: i1 to i1"]);
}

#[test]
fn blocks_follow_each_other_without_gaps() {
    let mut build = one_block(&[], |_| {});
    build.function.insts.push(Inst::new(InstKind::Trap, None, LocId::NOWHERE));
    build.block(&[]);
    build.inst(InstKind::Trap, None);
    check(build, &["bb1: starts at i2, but i1 comes next"]);
}

#[test]
fn blocks_cover_all_instructions() {
    let mut build = one_block(&[], |_| {});
    build.function.insts.push(Inst::new(InstKind::Trap, None, LocId::NOWHERE));
    check(build, &["layout: the blocks end at i1, but there are 2 instructions"]);
}

#[test]
fn blocks_end_with_a_terminator() {
    let mut build = Build::new(&[], &[]);
    build.block(&[]);
    build.inst(InstKind::Fence { ordering: Ordering::SeqCst }, None);
    check(build, &["bb0, i0 (fence): ends its block but is no terminator"]);
}

#[test]
fn terminators_stand_last() {
    check(
        one_block(&[], |build| _ = build.ret(&[])),
        &["bb0, i0 (return): is a terminator before the end of its block"],
    );
}

#[test]
fn mentioned_things_exist() {
    check_inst(&[], None, InstKind::Assume { cond: v(7) }, &["bb0, i0 (assume): v7 does not exist"]);
    let constant = crate::ConstId::new(3).into();
    check_inst(&[], None, InstKind::Assume { cond: constant }, &["bb0, i0 (assume): c3 does not exist"]);
    let call =
        Call { callee: Callee::Direct(FuncId::new(9)), args: vec![], signature: Signature::default(), results: vec![] };
    let expected = ["bb0, i0 (call): calls fn9, which does not exist"];
    check_inst(&[], None, InstKind::Call(Box::new(call)), &expected);
    let mut build = one_block(&[], |_| {});
    build.edge(4, &[]);
    check(build, &["e0: leads to bb4, which does not exist"]);
}

#[test]
fn the_entry_block_is_entered_once() {
    let mut build = Build::new(&[], &[]);
    build.block(&[]);
    build.jump(0, &[]);
    check(build, &["e0 to bb0: the entry block must not be a target"]);
}

#[test]
fn the_entry_block_has_no_parameters() {
    let mut build = Build::new(&[], &[]);
    let param = build.value(I32);
    build.block(&[param]);
    build.ret(&[]);
    check(build, &["bb0: the entry block has parameters"]);
}

#[test]
fn edges_give_each_parameter_its_value() {
    let mut build = Build::new(&[Scalar::Ptr], &[]);
    build.block(&[]);
    build.jump(1, &[]);
    let param = build.value(I32);
    build.block(&[param]);
    build.jump(2, &[]);
    let param = build.value(I32);
    build.block(&[param]);
    build.jump(1, &[v(0)]);
    check(
        build,
        &[
            "e0 to bb1: has 0 arguments for 1 parameters",
            "e1 to bb2: has 0 arguments for 1 parameters",
            "e2 to bb1: gives ptr to v1, which is i32",
        ],
    );
}

#[test]
fn edges_leave_one_block() {
    let mut build = Build::new(&[], &[]);
    build.block(&[]);
    build.jump(1, &[]);
    build.block(&[]);
    build.inst(InstKind::Jump { edge: crate::EdgeId::new(0) }, None);
    check(build, &["e0: leaves both bb0 and bb1"]);
}

#[test]
fn parameters_are_those_of_the_signature() {
    let mut build = one_block(&[I32, Scalar::Ptr], |_| {});
    build.function.signature.params[0].ty = Scalar::I64;
    build.function.signature.params[0].byval = Some(ByVal { size: 8, align: 3 });
    build.function.signature.params.pop();
    check(
        build,
        &[
            "parameters: 2 registers for 1 parameters of the signature",
            "parameters: v0 is i32, but the signature says i64",
            "parameter v0: is passed by value but is no pointer",
            "parameter v0: the alignment 3 is no power of two",
        ],
    );
}

#[test]
fn registers_are_defined_exactly_once() {
    let mut build = one_block(&[I32], |build| {
        build.inst(add(I32, v(0), v(0)), Some(ValueId::new(0)));
    });
    build.value(I32);
    check(build, &["v0: is defined 2 times", "v1: is never defined"]);
}

#[test]
fn definitions_come_before_uses_in_a_block() {
    check_inst(
        &[],
        Some(I32),
        add(I32, v(0), v(0)),
        &["bb0, i0 (add): uses v0, defined by i0 in bb0, which does not dominate this use"; 2],
    );
}

/// bb0 branches to bb1 and bb2, which meet in bb3; bb1 defines v1, and `use_it` may use it in bb3.
fn diamond(use_it: impl FnOnce(&mut Build)) -> Build {
    let mut build = Build::new(&[Scalar::I1], &[]);
    build.block(&[]);
    let (then, or_else) = (build.edge(1, &[]), build.edge(2, &[]));
    build.inst(InstKind::Branch { cond: v(0), then, or_else }, None);
    build.block(&[]);
    build.op(Scalar::I1, InstKind::Freeze { ty: Scalar::I1, value: v(0) });
    build.jump(3, &[]);
    build.block(&[]);
    build.jump(3, &[]);
    build.block(&[]);
    use_it(&mut build);
    build.ret(&[]);
    build
}

#[test]
fn definitions_dominate_uses() {
    let build = diamond(|build| _ = build.inst(InstKind::Assume { cond: v(1) }, None));
    check(build, &["bb3, i4 (assume): uses v1, defined by i1 in bb1, which does not dominate this use"]);
}

#[test]
fn edge_arguments_are_uses_at_the_end_of_the_source() {
    let mut build = diamond(|_| {});
    let param = build.value(Scalar::I1);
    build.function.blocks[BlockId::new(3)].params.push(param);
    for edge in [2, 3] {
        build.function.edges[crate::EdgeId::new(edge)].args.push(v(1));
    }
    check(build, &["e3 from bb2: uses v1, defined by i1 in bb1, which does not dominate this use"]);
}

#[test]
fn unreachable_blocks_may_use_anything() {
    let mut build = diamond(|_| {});
    build.block(&[]);
    build.inst(InstKind::Assume { cond: v(1) }, None);
    build.ret(&[]);
    check(build, &[]);
}

#[test]
fn binary_types() {
    check_inst(
        &[I32, Scalar::I64],
        Some(Scalar::I64),
        add(I32, v(0), v(1)),
        &["bb0, i0 (add): operand 2 is i64, not i32", "bb0, i0 (add): its result v2 is i64, not i32"],
    );
    check_inst(
        &[Scalar::Ptr],
        Some(Scalar::Ptr),
        add(Scalar::Ptr, v(0), v(0)),
        &["bb0, i0 (add): add has no meaning on ptr"],
    );
    check_inst(
        &[Scalar::F64],
        Some(Scalar::F64),
        add(Scalar::F64, v(0), v(0)),
        &["bb0, i0 (add): add has no meaning on f64"],
    );
}

#[test]
fn results_are_present_exactly_where_they_should_be() {
    check_inst(&[I32], None, add(I32, v(0), v(0)), &["bb0, i0 (add): lacks its result of type i32"]);
    let expected = ["bb0, i0 (lifetime.start): gives v1 but has no result of that kind"];
    check_inst(&[Scalar::Ptr], Some(I32), InstKind::LifetimeStart { ptr: v(0) }, &expected);
}

#[test]
fn predicates_and_comparisons_are_truth_values() {
    let pred = InstKind::Predicate { pred: Pred::SAddOverflow, width: 8, a: v(0), b: v(0) };
    let expected = [
        "bb0, i0 (sadd.overflow): operand 1 is i32, not i8",
        "bb0, i0 (sadd.overflow): operand 2 is i32, not i8",
        "bb0, i0 (sadd.overflow): its result v1 is i32, not i1",
    ];
    check_inst(&[I32], Some(I32), pred, &expected);
    let compare = |op, ty| InstKind::Compare { op, ty, a: v(0), b: v(0) };
    check_inst(&[Scalar::Ptr], Some(Scalar::I1), compare(CmpOp::Ult, Scalar::Ptr), &[]);
    let expected = ["bb0, i0 (cmp): eq does not compare f64"];
    check_inst(&[Scalar::F64], Some(Scalar::I1), compare(CmpOp::Eq, Scalar::F64), &expected);
    let expected = ["bb0, i0 (cmp): foeq does not compare i32"];
    check_inst(&[I32], Some(Scalar::I1), compare(CmpOp::FOeq, I32), &expected);
}

#[test]
fn casts_lead_where_they_can() {
    let (i64, f32, f64, ptr) = (Scalar::I64, Scalar::F32, Scalar::F64, Scalar::Ptr);
    let bad = [
        (CastOp::Trunc, I32, I32),
        (CastOp::Trunc, ptr, I32),
        (CastOp::ZExt, i64, I32),
        (CastOp::SExt, I32, f64),
        (CastOp::FpTrunc, f32, f64),
        (CastOp::FpExt, f64, f32),
        (CastOp::FpToSi, I32, I32),
        (CastOp::SiToFp, f32, f64),
        (CastOp::PtrToInt, I32, i64),
        (CastOp::IntToPtr, ptr, ptr),
        (CastOp::BitCast, i64, f32),
        (CastOp::BitCast, ptr, i64),
    ];
    for (op, from, to) in bad {
        let message = format!("bb0, i0 ({op}): {op} does not lead from {from} to {to}");
        check_inst(&[from], Some(to), InstKind::Cast { op, from, to, value: v(0) }, &[&message]);
    }
    let good = [
        (CastOp::Trunc, i64, I32),
        (CastOp::PtrToInt, ptr, I32),
        (CastOp::FpExt, f32, Scalar::Float(FloatKind::X87)),
        (CastOp::UiToFp, Scalar::I1, f32),
        (CastOp::BitCast, i64, f64),
    ];
    for (op, from, to) in good {
        check_inst(&[from], Some(to), InstKind::Cast { op, from, to, value: v(0) }, &[]);
    }
}

#[test]
fn selects_choose_by_a_truth_value() {
    let select = InstKind::Select { ty: I32, cond: v(0), a: v(0), b: v(0) };
    check_inst(&[I32], Some(I32), select, &["bb0, i0 (select): operand 1 is i32, not i1"]);
}

#[test]
fn math_has_its_number_of_operands() {
    let fma = InstKind::Math { op: MathOp::Fma, ty: Scalar::F64, args: vec![v(0), v(0)] };
    check_inst(&[Scalar::F64], Some(Scalar::F64), fma, &["bb0, i0 (fma): has 2 operands instead of 3"]);
    let ctpop = InstKind::Math { op: MathOp::Ctpop, ty: Scalar::F64, args: vec![v(0)] };
    check_inst(&[Scalar::F64], Some(Scalar::F64), ctpop, &["bb0, i0 (ctpop): ctpop has no meaning on f64"]);
    let powi = |b| InstKind::Math { op: MathOp::Powi, ty: Scalar::F64, args: vec![v(0), b] };
    check_inst(&[Scalar::F64, I32], Some(Scalar::F64), powi(v(1)), &[]);
    let expected = ["bb0, i0 (powi): operand 2 is f64, not an integer"];
    check_inst(&[Scalar::F64, I32], Some(Scalar::F64), powi(v(0)), &expected);
}

#[test]
fn float_classes_are_ten() {
    let class = InstKind::IsFpClass { kind: FloatKind::Single, value: v(0), mask: 0x400 };
    let expected = ["bb0, i0 (is.fpclass): there are only ten classes of floats, not those of mask 0x400"];
    check_inst(&[Scalar::F32], Some(Scalar::I1), class, &expected);
}

#[test]
fn pointer_computations_take_a_pointer_and_an_index() {
    let index = PtrIndex { index: v(0), width: 64, scale: 4 };
    let ptr_add = InstKind::PtrAdd { base: v(0), offset: 0, index: Some(index), inbounds: true };
    let expected = ["bb0, i0 (ptradd): operand 1 is i32, not ptr", "bb0, i0 (ptradd): operand 2 is i32, not i64"];
    check_inst(&[I32], Some(Scalar::Ptr), ptr_add, &expected);
}

#[test]
fn memory_accesses_have_types_and_alignments() {
    let flags = crate::AccessFlags { align: 6, ordering: Ordering::AcqRel, ..PLAIN };
    let load = InstKind::Load { ty: I32, ptr: v(0), flags };
    let expected = [
        "bb0, i0 (load): operand 1 is i32, not ptr",
        "bb0, i0 (load): its result v1 is i64, not i32",
        "bb0, i0 (load): the alignment 6 is no power of two",
        "bb0, i0 (load): a load does not release",
    ];
    check_inst(&[I32], Some(Scalar::I64), load, &expected);
    let store = InstKind::Store { ty: I32, ptr: v(0), value: v(0), flags: crate::AccessFlags { align: 4, ..flags } };
    let expected = ["bb0, i0 (store): operand 2 is ptr, not i32", "bb0, i0 (store): a store does not acquire"];
    check_inst(&[Scalar::Ptr], None, store, &expected);
    let alloca = InstKind::Alloca { size: 4, count: Some((v(0), 64)), align: 0 };
    let expected =
        ["bb0, i0 (alloca): operand 1 is ptr, not i64", "bb0, i0 (alloca): the alignment 0 is no power of two"];
    check_inst(&[Scalar::Ptr], Some(Scalar::Ptr), alloca, &expected);
}

#[test]
fn atomics_are_atomic() {
    let rmw = InstKind::AtomicRmw { op: AtomicOp::FAdd, ty: I32, ptr: v(0), value: v(1), flags: PLAIN };
    let expected = ["bb0, i0 (atomic): FAdd has no meaning on i32", "bb0, i0 (atomic): cannot have the ordering None"];
    check_inst(&[Scalar::Ptr, I32], Some(I32), rmw, &expected);
    let flags = crate::AccessFlags { ordering: Ordering::SeqCst, ..PLAIN };
    let (expected, new, failure) = (v(1), v(1), Ordering::AcqRel);
    let cas = InstKind::AtomicCas { ty: Scalar::F32, ptr: v(0), expected, new, flags, failure, success: None };
    let expected = [
        "bb0, i0 (cas): a compare-and-swap that fails does not release",
        "bb0, i0 (cas): compare-and-swap is for integers and pointers",
    ];
    check_inst(&[Scalar::Ptr, Scalar::F32], Some(Scalar::F32), cas, &expected);
    let fence = InstKind::Fence { ordering: Ordering::Unordered };
    check_inst(&[], None, fence, &["bb0, i0 (fence): cannot have the ordering Unordered"]);
}

#[test]
fn block_copies_take_pointers_and_a_length() {
    let copy = InstKind::MemCopy { dst: v(0), src: v(1), len: v(0), width: 64, may_overlap: false, volatile: false };
    let expected = ["bb0, i0 (memcpy): operand 2 is i32, not ptr", "bb0, i0 (memcpy): operand 3 is ptr, not i64"];
    check_inst(&[Scalar::Ptr, I32], None, copy, &expected);
    let fill = InstKind::MemFill { dst: v(0), byte: v(1), len: v(1), width: 32 };
    check_inst(&[Scalar::Ptr, I32], None, fill, &["bb0, i0 (memset): operand 2 is i32, not i8"]);
}

#[test]
fn calls_fit_their_own_signature() {
    let by_value = Some(ByVal { size: 16, align: 8 });
    let signature = Signature { params: vec![SigParam { ty: I32, byval: None }], results: vec![I32], variadic: false };
    let call = |args: Vec<Arg>, variadic: bool| {
        let signature = Signature { variadic, ..signature.clone() };
        InstKind::Call(Box::new(Call { callee: Callee::Indirect(v(0)), args, signature, results: vec![] }))
    };
    let ptr = Arg { byval: by_value, ..Arg::new(Scalar::Ptr, v(0)) };
    let expected = [
        "bb0, i0 (call): passes 2 arguments for 1 parameters of the call's signature",
        "bb0, i0 (call): argument 1 is ptr, the call's signature says i32",
        "bb0, i0 (call): argument 1 and the signature differ in passing by value",
        "bb0, i0 (call): has 0 results, the call's signature 1",
    ];
    check_inst(&[Scalar::Ptr], None, call(vec![ptr, ptr], false), &expected);
    let expected = [
        "bb0, i0 (call): passes 0 arguments for 1 parameters of the call's signature",
        "bb0, i0 (call): has 0 results, the call's signature 1",
    ];
    check_inst(&[Scalar::Ptr], None, call(vec![], true), &expected);
}

#[test]
fn returns_fit_the_functions_signature() {
    let mut build = Build::new(&[], &[I32, Scalar::F64]);
    build.block(&[]);
    let one = build.int(64, 1);
    build.ret(&[one]);
    check(build, &["bb0, i0 (return): has 1 operands instead of 2", "bb0, i0 (return): operand 1 is i64, not i32"]);
}

#[test]
fn checks_assumptions_and_branches_take_truth_values() {
    let claim = InstKind::Check { check: Check::SignedOverflow, ok: v(0) };
    check_inst(&[I32], None, claim, &["bb0, i0 (check): operand 1 is i32, not i1"]);
    let mut build = Build::new(&[I32], &[]);
    build.block(&[]);
    let (then, or_else) = (build.edge(1, &[]), build.edge(1, &[]));
    build.inst(InstKind::Branch { cond: v(0), then, or_else }, None);
    build.block(&[]);
    build.ret(&[]);
    check(build, &["bb0, i0 (branch): operand 1 is i32, not i1"]);
}

#[test]
fn switch_cases_ascend() {
    let mut build = Build::new(&[Scalar::I8], &[]);
    build.block(&[]);
    let case = |build: &mut Build, width, value| (Bits::new(width, value), build.edge(1, &[]));
    let cases =
        vec![case(&mut build, 8, 5), case(&mut build, 8, 255), case(&mut build, 8, 255), case(&mut build, 16, 300)];
    let default = build.edge(1, &[]);
    build.inst(InstKind::Switch(Box::new(Switch { value: v(0), width: 8, cases, default })), None);
    build.block(&[]);
    build.ret(&[]);
    check(
        build,
        &[
            "bb0, i0 (switch): case 300 has 16 bits, the value 8",
            "bb0, i0 (switch): case 255 must not come after case 255",
        ],
    );
}

#[test]
fn computed_gotos_lead_to_the_blocks_they_name() {
    let mut build = Build::new(&[Scalar::Ptr], &[]);
    build.block(&[]);
    let first = (BlockId::new(1), build.edge(1, &[]));
    let again = (BlockId::new(1), build.edge(1, &[]));
    let wrong = (BlockId::new(0), build.edge(1, &[]));
    build.inst(InstKind::IndirectBranch { address: v(0), edges: vec![first, again, wrong] }, None);
    build.block(&[]);
    build.ret(&[]);
    check(build, &["bb0, i0 (goto): has two edges for bb1", "bb0, i0 (goto): e2 for bb0 leads to bb1"]);
}

#[test]
fn debug_values_are_in_order_and_homes_are_pointers() {
    let mut build = one_block(&[I32], |_| {});
    let variable = |home| Variable {
        name: "x".into(),
        ty: "int".into(),
        loc: LocId::NOWHERE,
        home,
        param: 0,
        pointee_bytes: None,
    };
    build.function.vars.push(variable(VariableHome::Memory(ValueId::new(0))));
    build.function.vars.push(variable(VariableHome::Registers));
    let var = VarId::new(1);
    build.function.debug_values.push(DebugValue { at: InstId::new(0), var, value: v(0) });
    build.function.debug_values.push(DebugValue { at: InstId::new(0), var, value: v(0) });
    build.block(&[]);
    build.inst(InstKind::Trap, None);
    build.function.debug_values.insert(0, DebugValue { at: InstId::new(1), var, value: v(0) });
    check(build, &["debug values: i1 stands before i0", "var0 (x): its home v0 is i32, not a pointer"]);
    let mut build = one_block(&[I32], |_| {});
    build.function.debug_values.push(DebugValue { at: InstId::new(5), var, value: v(1) });
    check(
        build,
        &[
            "debug value at i5: v1 does not exist",
            "debug value at i5: var1 does not exist",
            "debug value at i5: there is no such instruction",
        ],
    );
}

#[test]
fn constants_are_made_of_fitting_older_ones() {
    let mut build = one_block(&[], |_| {});
    let consts = &mut build.program.consts;
    consts.add(Const::Float(FloatKind::Single, Bits::new(64, 0)));
    let null = consts.add(Const::Null);
    consts.add(Const::Expr(Box::new(ConstExpr::PtrAdd { base: null, offset: null })));
    consts.add(Const::Expr(Box::new(ConstExpr::PtrAdd { base: crate::ConstId::new(8), offset: null })));
    consts.add(Const::Expr(Box::new(ConstExpr::Cast { op: CastOp::Trunc, from: Scalar::Ptr, to: I32, value: null })));
    consts.add(Const::Global(crate::GlobalId::new(0), 4));
    consts.add(Const::BlockAddress(FuncId::new(0), BlockId::new(1)));
    check(
        build,
        &[
            "constant c0: c0 is f32 but has 64 bits",
            "constant c2: c1 in c2 is ptr, not an integer",
            "constant c3: c3 is made of c8, which is not older",
            "constant c4: trunc does not lead from ptr to i32",
            "constant c5: g0 does not exist",
            "constant c6: f has no block bb1",
        ],
    );
}

fn global(size: u64, align: u32, chunks: Vec<(u64, Chunk)>) -> Global {
    Global {
        name: format!("g{size}"),
        source_name: None,
        ty: String::new(),
        size,
        align,
        constant: false,
        thread_local: false,
        internal: true,
        library: false,
        init: Some(Init { chunks }),
        loc: LocId::NOWHERE,
    }
}

#[test]
fn initialisers_fit_their_globals() {
    let mut build = one_block(&[], |_| {});
    let null = build.program.consts.add(Const::Null);
    let bytes = |n| Chunk::Bytes(vec![1; n]);
    let globals = [
        global(8, 4, vec![(0, bytes(2)), (4, bytes(4))]),
        global(4, 3, vec![]),
        global(5, 1, vec![(0, bytes(2)), (1, bytes(2))]),
        global(6, 1, vec![(0, Chunk::Scalar(Scalar::Ptr, null))]),
        global(7, 1, vec![(0, Chunk::Scalar(I32, null))]),
    ];
    for global in globals {
        build.program.globals.push(global);
    }
    check(
        build,
        &[
            "global g4: the alignment 3 is no power of two",
            "global g5: the chunk at offset 1 starts before 2, where the last one ends",
            "global g6: the chunk at offset 0 leaves the 6 bytes",
            "global g7: c0 is ptr, but its chunk says i32",
        ],
    );
}

#[test]
fn symbols_stand_for_what_others_may_see() {
    let mut build = one_block(&[], |_| {});
    build.program.globals.push(global(8, 8, vec![]));
    let symbols = [
        ("a", Symbol::Function(FuncId::new(5))),
        ("b", Symbol::Function(FuncId::new(0))),
        ("f", Symbol::Function(FuncId::new(0))),
        ("g8", Symbol::Global(crate::GlobalId::new(0))),
    ];
    build.program.symbols.extend(symbols.map(|(name, symbol)| (name.to_owned(), symbol)));
    build.program.destructors.push(FuncId::new(3));
    check(
        build,
        &[
            "symbol a: fn5 does not exist",
            "symbol g8: stands for something internal to its file",
            "constructors and destructors: fn3 does not exist",
        ],
    );
}
