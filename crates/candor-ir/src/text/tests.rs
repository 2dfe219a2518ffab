//! The text of small programs, written out.

use candor_bits::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar};
use cranelift_entity::EntityRef;

use super::{dump_function, dump_program};
use crate::testing::{Build, PLAIN};
use crate::{
    AccessFlags, Arg, AtomicOp, BlockId, ByVal, Call, Callee, Check, CheckSet, Chunk, Const, ConstExpr, DebugValue,
    FuncId, Function, Global, GlobalId, Init, InstId, InstKind, Loc, LocId, Operand, Ordering, PtrIndex, SigParam,
    Signature, SourceFile, Switch, UndefCause, ValueId, VarId, Variable, VariableHome,
};

const I32: Scalar = Scalar::I32;

fn v(index: usize) -> Operand {
    ValueId::new(index).into()
}

/// The line of an instruction that stands alone in `f(i32, ptr, f64, i1)`.
#[track_caller]
fn check(result: Option<Scalar>, kind: InstKind, expected: &str) {
    let mut build = Build::new(&[I32, Scalar::Ptr, Scalar::F64, Scalar::I1], &[]);
    build.block(&[]);
    let result = result.map(|ty| build.value(ty));
    build.inst(kind, result);
    build.ret(&[]);
    let (program, func) = build.finish();
    let text = dump_function(&program, func);
    assert_eq!(text.lines().nth(2).unwrap_or_default(), format!("  {expected}"));
}

#[test]
fn instructions() {
    let poison = CheckSet::of(Check::SignedOverflow);
    let binary = |op, poison| InstKind::Binary { op, ty: I32, a: v(0), b: v(0), poison };
    check(Some(I32), binary(BinOp::Add, CheckSet::EMPTY), "v4 = add i32 v0, v0");
    check(Some(I32), binary(BinOp::Mul, poison), "v4 = mul i32 v0, v0 poison(signed-overflow)");
    check(Some(I32), binary(BinOp::SDiv, CheckSet::EMPTY), "v4 = sdiv i32 v0, v0  ; !!");
    let pred = InstKind::Predicate { pred: Pred::SAddOverflow, width: 32, a: v(0), b: v(0) };
    check(Some(Scalar::I1), pred, "v4 = sadd.overflow i32 v0, v0");
    let compare = InstKind::Compare { op: CmpOp::Ult, ty: Scalar::Ptr, a: v(1), b: v(1) };
    check(Some(Scalar::I1), compare, "v4 = cmp ult ptr v1, v1  ; pointer-comparison");
    let cast = InstKind::Cast { op: CastOp::SExt, from: I32, to: Scalar::I64, value: v(0) };
    check(Some(Scalar::I64), cast, "v4 = sext i32 v0 to i64");
    let select = InstKind::Select { ty: I32, cond: v(3), a: v(0), b: v(0) };
    check(Some(I32), select, "v4 = select i32 v3, v0, v0");
    let fma = InstKind::Math { op: MathOp::Fma, ty: Scalar::F64, args: vec![v(2), v(2), v(2)] };
    check(Some(Scalar::F64), fma, "v4 = fma f64 v2, v2, v2");
    let class = InstKind::IsFpClass { kind: FloatKind::Double, value: v(2), mask: 3 };
    check(Some(Scalar::I1), class, "v4 = is.fpclass f64 v2, 0x3");
    let undef = InstKind::Undef { ty: I32, cause: UndefCause::MissingReturn };
    check(Some(I32), undef, "v4 = undef i32 missing-return");
    check(Some(I32), InstKind::Freeze { ty: I32, value: v(0) }, "v4 = freeze i32 v0");
    check(None, InstKind::Check { check: Check::ArrayIndex, ok: v(3) }, "check array-index v3  ; !!");
    check(None, InstKind::Assume { cond: v(3) }, "assume v3  ; !!");
    check(
        None,
        InstKind::Unsupported { what: "asm \"nop\"".into(), results: vec![] },
        "unsupported \"asm \\\"nop\\\"\"",
    );
}

#[test]
fn memory_instructions() {
    let ptr_add = |offset, index, inbounds| InstKind::PtrAdd { base: v(1), offset, index, inbounds };
    let index = Some(PtrIndex { index: v(0), width: 32, scale: 4 });
    check(Some(Scalar::Ptr), ptr_add(-8, index, false), "v4 = ptradd v1 - 8 + i32 v0 * 4");
    check(Some(Scalar::Ptr), ptr_add(0, index, false), "v4 = ptradd v1 + i32 v0 * 4");
    check(Some(Scalar::Ptr), ptr_add(0, None, true), "v4 = ptradd inbounds v1 + 0  ; pointer-arithmetic");
    check(Some(Scalar::Ptr), InstKind::Alloca { size: 12, count: None, align: 4 }, "v4 = alloca 12, align 4");
    let vla = InstKind::Alloca { size: 4, count: Some((v(0), 32)), align: 16 };
    check(Some(Scalar::Ptr), vla, "v4 = alloca 4 * i32 v0, align 16  ; !!");
    let flags = AccessFlags { align: 8, volatile: true, ordering: Ordering::SeqCst };
    let load = InstKind::Load { ty: I32, ptr: v(1), flags };
    check(Some(I32), load, "v4 = load i32 v1, align 8 volatile seq-cst  ; !!");
    let store = InstKind::Store { ty: I32, ptr: v(1), value: v(0), flags: PLAIN };
    check(None, store, "store i32 v0 to v1, align 4  ; !!");
    let rmw = InstKind::AtomicRmw { op: AtomicOp::UMax, ty: I32, ptr: v(1), value: v(0), flags };
    check(Some(I32), rmw, "v4 = atomic umax i32 v1, v0, align 8 volatile seq-cst  ; !!");
    let failure = Ordering::Relaxed;
    let cas = InstKind::AtomicCas { ty: I32, ptr: v(1), expected: v(0), new: v(0), flags, failure, success: None };
    check(Some(I32), cas, "v4 = cas i32 v1, v0, v0, align 8 volatile seq-cst else relaxed  ; !!");
    check(None, InstKind::Fence { ordering: Ordering::Acquire }, "fence acquire");
    let copy = |may_overlap| InstKind::MemCopy {
        dst: v(1),
        src: v(1),
        len: v(0),
        width: 32,
        may_overlap,
        volatile: may_overlap,
    };
    check(None, copy(false), "memcpy v1, v1, i32 v0  ; !!");
    check(None, copy(true), "memmove v1, v1, i32 v0 volatile  ; !!");
    check(None, InstKind::VaCopy { dst: v(1), src: v(1) }, "va.copy v1, v1  ; !!");
    check(Some(Scalar::Ptr), InstKind::StackSave, "v4 = stack.save");
    check(None, InstKind::StackRestore { mark: v(1) }, "stack.restore v1");
    let size = InstKind::ObjectSize { ptr: v(1), width: 64, min: true };
    check(Some(Scalar::I64), size, "v4 = objectsize i64 v1 min");
}

#[test]
fn checks_are_abbreviated() {
    let line = |checks: CheckSet| {
        let mut build = Build::new(&[Scalar::Ptr], &[]);
        build.block(&[]);
        let inst = build.inst(InstKind::MemFill { dst: v(0), byte: v(0), len: v(0), width: 64 }, None);
        build.function.insts[inst].checks = checks;
        let (program, func) = build.finish();
        let text = dump_function(&program, func);
        text.lines().nth(2).and_then(|line| line.split_once("v0  ; ")).map(|(_, checks)| checks.to_owned())
    };
    let natural = InstKind::MemFill { dst: v(0), byte: v(0), len: v(0), width: 64 }.natural_checks();
    assert_eq!(line(natural).as_deref(), Some("!!"));
    assert_eq!(line(CheckSet::EMPTY).as_deref(), Some("none"));
    assert_eq!(line(CheckSet::of(Check::OutOfBounds)).as_deref(), Some("out-of-bounds"));
    let mut fewer = natural.with(Check::DataRace);
    fewer.remove(Check::NullDereference);
    assert_eq!(line(fewer).as_deref(), Some("!! -null-dereference +data-race"));
}

#[test]
fn calls_show_signatures_that_are_not_the_callees() {
    let mut build = Build::new(&[Scalar::Ptr], &[I32]);
    build.block(&[]);
    let signature = Signature {
        params: vec![SigParam { ty: Scalar::Ptr, byval: Some(ByVal { size: 24, align: 8 }) }],
        results: vec![Scalar::I64, Scalar::F64],
        variadic: true,
    };
    let args = vec![Arg { byval: Some(ByVal { size: 24, align: 8 }), ..Arg::new(Scalar::Ptr, v(0)) }];
    let results = vec![build.value(Scalar::I64), build.value(Scalar::F64)];
    let call = Call { callee: Callee::Indirect(v(0)), args, signature, results };
    build.inst(InstKind::Call(Box::new(call)), None);
    let result = build.value(I32);
    let signature = build.function.signature.clone();
    let args = vec![Arg::new(Scalar::Ptr, v(0))];
    let call = Call { callee: Callee::Direct(FuncId::new(0)), args, signature, results: vec![result] };
    build.inst(InstKind::Call(Box::new(call)), None);
    build.ret(&[result.into()]);
    let (program, func) = build.finish();
    let expected = "\
fn0 @f(v0: ptr) -> i32 {
bb0:
  v1, v2 = call v0(ptr byval(24, align 8) v0) as (ptr byval(24, align 8), ...) -> i64, f64  ; !!
  v3 = call @f(ptr v0)  ; !!
  return v3  ; !!
}
";
    assert_eq!(dump_function(&program, func), expected);
}

#[test]
fn control_flow_names_positions_and_variables() {
    let mut build = Build::new(&[I32, Scalar::Ptr], &[I32]);
    let file = build.program.source.add_file(SourceFile { path: "/src/dir/a.c".into(), library: false });
    let line = build.program.source.add(Loc { file, line: 3, column: 0 });
    let column = build.program.source.add(Loc { file, line: 4, column: 9 });
    let (zero, minus_one, truth) = (build.int(32, 0), build.int(32, 0xffff_ffff), build.int(1, 1));
    build.function.loc = line;
    build.function.values[ValueId::new(0)].name = Some("argc".into());
    let entry = build.block(&[]);
    build.function.blocks[entry].name = Some("entry".into());
    let cases = vec![(Bits::new(32, 0), build.edge(1, &[zero])), (Bits::new(32, 0xffff_ffff), build.edge(2, &[]))];
    let default = build.edge(1, &[minus_one]);
    build.inst(InstKind::Switch(Box::new(Switch { value: v(0), width: 32, cases, default })), None);
    let param = build.value(I32);
    build.block(&[param]);
    let sum = build
        .op(I32, InstKind::Binary { op: BinOp::Add, ty: I32, a: param.into(), b: minus_one, poison: CheckSet::EMPTY });
    build.function.values[sum].name = Some("add".into());
    build.function.insts[InstId::new(1)].loc = column;
    build.function.insts[InstId::new(1)].checks = CheckSet::of(Check::SignedOverflow);
    let (then, or_else) = (build.edge(2, &[]), build.edge(1, &[sum.into()]));
    build.inst(InstKind::Branch { cond: truth, then, or_else }, None);
    build.block(&[]);
    let targets = vec![(BlockId::new(3), build.edge(3, &[]))];
    build.inst(InstKind::IndirectBranch { address: v(1), edges: targets }, None);
    build.block(&[]);
    build.ret(&[zero]);
    let variable = |name: &str, home, param| Variable {
        name: name.into(),
        ty: "int".into(),
        loc: column,
        home,
        param,
        pointee_bytes: None,
    };
    build.function.vars.push(variable("argc", VariableHome::Registers, 1));
    build.function.vars.push(variable("x", VariableHome::Memory(ValueId::new(1)), 0));
    build.function.debug_values.push(DebugValue { at: InstId::new(2), var: VarId::new(0), value: sum.into() });
    let (program, func) = build.finish();
    let expected = "\
fn0 @f(v0: i32 %argc, v1: ptr) -> i32 {  @ a.c:3
  var0 int argc, parameter 1 in registers  @ a.c:4:9
  var1 int x in memory v1  @ a.c:4:9
bb0:  %entry
  switch i32 v0 [0: bb1(0), -1: bb2] else bb1(-1)  ; !!
bb1(v2: i32):
  v3 = add i32 v2, -1  ; signed-overflow  @ a.c:4:9 (%add)
  # argc = v3
  branch true, bb2, bb1(v3)  ; !!
bb2:
  goto v1 [bb3]  ; !!
bb3:
  return 0  ; !!
}
";
    assert_eq!(dump_function(&program, func), expected);
}

#[test]
fn programs_show_target_globals_and_declarations() {
    let mut build = Build::new(&[], &[]);
    build.block(&[]);
    build.inst(InstKind::Trap, None);
    let consts = &mut build.program.consts;
    let address = consts.add(Const::Global(GlobalId::new(0), 4));
    let seven = consts.add(Const::int(64, 7));
    let number = consts.add(Const::Expr(Box::new(ConstExpr::Cast {
        op: CastOp::PtrToInt,
        from: Scalar::Ptr,
        to: Scalar::I64,
        value: address,
    })));
    let masked =
        consts.add(Const::Expr(Box::new(ConstExpr::Binary { op: BinOp::And, ty: Scalar::I64, a: number, b: seven })));
    let global = |name: &str, init| Global {
        name: name.into(),
        source_name: None,
        ty: String::new(),
        size: 16,
        align: 8,
        constant: false,
        thread_local: false,
        internal: true,
        library: false,
        init,
        loc: LocId::NOWHERE,
    };
    let chunks = |chunks| Some(Init { chunks });
    let globals = &mut build.program.globals;
    globals.push(global("text", chunks(vec![(0, Chunk::Bytes(b"hi\n\0".to_vec())), (8, Chunk::Bytes(vec![1, 255]))])));
    globals.push(global(
        "table",
        chunks(vec![(0, Chunk::Scalar(Scalar::Ptr, address)), (8, Chunk::Scalar(Scalar::I64, masked))]),
    ));
    globals.push(Global { constant: true, source_name: Some("x".into()), ..global("same", chunks(vec![])) });
    globals.push(Global { internal: false, ..global("same", None) });
    let (mut program, func) = build.finish();
    let params = vec![SigParam { ty: Scalar::Ptr, byval: None }];
    program.functions.push(Function::declare("puts", Signature { params, results: vec![I32], variadic: true }));
    program.constructors.push(func);
    let expected = "\
target x86_64-pc-linux-gnu, 64-bit, little-endian
datalayout \"e-i64:64\"
constructor @f

g0 @text: 16 bytes, align 8, internal = { 0: \"hi\\n\\x00\", 8: [01 ff] }
g1 @table: 16 bytes, align 8, internal = { 0: ptr @text+4, 8: i64 (and i64 (ptrtoint ptr @text+4 to i64), 7) }
g2 @same#g2: 16 bytes, align 8, constant, internal, source name x = zero
g3 @same#g3: 16 bytes, align 8, declared only

fn0 @f() {
bb0:
  trap  ; !!
}

declare fn1 @puts(ptr, ...) -> i32
";
    assert_eq!(dump_program(&program), expected);
}
