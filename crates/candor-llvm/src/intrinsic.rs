//! LLVM's intrinsics that clang emits for C. What is not listed here becomes an `Unsupported` instruction that names it.

use std::rc::Rc;

use candor_ir::{
    AccessFlags, Arg, BinOp, Bits, Call, Callee, CastOp, Check, CheckSet, CmpOp, Const, FloatKind, Inst, InstKind,
    MathOp, Operand, Ordering, Pred, PtrIndex, Scalar, SigParam, Signature, UndefCause, ValueData,
};
use llvm_sys::LLVMOpcode;

use crate::body::{Body, Regs};
use crate::layout::{Supported, Unsupported};
use crate::llvm::{Value, ValueKind, intrinsic_name};
use crate::{poison, signal};

/// Copies the call of an intrinsic.
pub(crate) fn copy(body: &mut Body<'_>, inst: Value, callee: Value) -> Supported<()> {
    let name = name_of(body, callee);
    if let Some((op, pred)) = overflow_op(&name) {
        return with_overflow(body, inst, op, pred);
    }
    if let Some(rest) = name.strip_prefix("vector.reduce.") {
        return reduce(body, inst, rest);
    }
    if let Some(op) = math_op(&name) {
        return math(body, inst, op);
    }
    match &*name {
        "memcpy" | "memcpy.inline" => copy_memory(body, inst, /* may_overlap */ false),
        "memmove" => copy_memory(body, inst, /* may_overlap */ true),
        "memset" | "memset.inline" => fill_memory(body, inst),
        "lifetime.start" | "lifetime.end" => lifetime(body, inst, &name),
        "vastart" | "va_start" => {
            let list = body.scalar(inst.operand(0))?;
            body.effect(InstKind::VaStart { list });
            Ok(())
        }
        "va_end" | "vaend" => {
            let list = body.scalar(inst.operand(0))?;
            body.effect(InstKind::VaEnd { list });
            Ok(())
        }
        "va_copy" | "vacopy" => {
            let (dst, src) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
            body.effect(InstKind::VaCopy { dst, src });
            Ok(())
        }
        "stacksave" => {
            body.define(inst, Scalar::Ptr, InstKind::StackSave);
            Ok(())
        }
        // Addresses of the machine's own making. Nothing is known of them, not even whether two of them differ.
        "frameaddress" | "returnaddress" | "sponentry" => arbitrary_address(body, inst),
        "eh.sjlj.setjmp" => {
            let buffer = body.scalar(inst.operand(0))?;
            let results = call_function(body, "_setjmp", &[(buffer, Scalar::Ptr)], &[Scalar::I32]);
            body.rename(inst, results);
            Ok(())
        }
        // `__builtin_longjmp` always makes the other one return 1.
        "eh.sjlj.longjmp" => {
            let (buffer, one) = (body.scalar(inst.operand(0))?, body.int(32, 1));
            call_function(body, "_longjmp", &[(buffer, Scalar::Ptr), (one, Scalar::I32)], &[]);
            Ok(())
        }
        "stackrestore" => {
            let mark = body.scalar(inst.operand(0))?;
            body.effect(InstKind::StackRestore { mark });
            Ok(())
        }
        "objectsize" => object_size(body, inst),
        "is.constant" => constant_result(body, inst, 0),
        "get.rounding" => constant_result(body, inst, 1),
        "is.fpclass" => is_fp_class(body, inst),
        "trap" | "debugtrap" | "ubsantrap" => {
            signal::raise_trap(body, &*name == "debugtrap");
            body.end_block(InstKind::Trap);
            Ok(())
        }
        "assume" => assume(body, inst),
        "load.relative" => load_relative(body, inst),
        "ptrmask" => pointer_mask(body, inst),
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ptr.annotation"
        | "annotation"
        | "canonicalize"
        | "ssa.copy"
        | "arithmetic.fence"
        | "preserve.array.access.index"
        | "preserve.struct.access.index"
        | "preserve.union.access.index" => {
            let regs = body.regs(inst.operand(0))?;
            body.rename(inst, regs);
            Ok(())
        }
        "threadlocal.address" => thread_local(body, inst),
        "invariant.start" => {
            let null = body.konst(Const::Null);
            body.rename(inst, Regs::from_elem(null, 1));
            Ok(())
        }
        "frexp" => frexp(body, inst),
        "modf" => modf(body, inst),
        "lround" | "llround" | "lrint" | "llrint" => library_call(body, inst, &name),
        "sincos" => sincos(body, inst),
        "fptosi.sat" => saturating_cast(body, inst, /* signed */ true),
        "fptoui.sat" => saturating_cast(body, inst, /* signed */ false),
        "experimental.cttz.elts" => first_nonzero(body, inst),
        "scmp" => three_way(body, inst, CmpOp::Slt, CmpOp::Sgt),
        "ucmp" => three_way(body, inst, CmpOp::Ult, CmpOp::Ugt),
        // Hints and bookkeeping without a meaning of their own.
        "prefetch"
        | "donothing"
        | "sideeffect"
        | "var.annotation"
        | "codeview.annotation"
        | "invariant.end"
        | "experimental.noalias.scope.decl"
        | "pseudoprobe"
        | "dbg.declare"
        | "dbg.value"
        | "dbg.label"
        | "dbg.assign"
        | "clear_cache"
        | "fake.use"
        | "allow.runtime.check" => Ok(()),
        _ => Err(Unsupported(format!("the intrinsic llvm.{name}"))),
    }
}

/// The general name without `llvm.`.
fn name_of(body: &mut Body<'_>, callee: Value) -> Rc<str> {
    if let Some(name) = body.cx.intrinsics.get(&callee) {
        return name.clone();
    }
    let name = intrinsic_name(callee.intrinsic_id());
    let name: Rc<str> = name.strip_prefix("llvm.").unwrap_or(&name).into();
    body.cx.intrinsics.insert(callee, name.clone());
    name
}

fn overflow_op(name: &str) -> Option<(BinOp, Pred)> {
    Some(match name.strip_suffix(".with.overflow")? {
        "sadd" => (BinOp::Add, Pred::SAddOverflow),
        "uadd" => (BinOp::Add, Pred::UAddOverflow),
        "ssub" => (BinOp::Sub, Pred::SSubOverflow),
        "usub" => (BinOp::Sub, Pred::USubOverflow),
        "smul" => (BinOp::Mul, Pred::SMulOverflow),
        "umul" => (BinOp::Mul, Pred::UMulOverflow),
        _ => return None,
    })
}

/// The wrapped result and whether it is wrong. Where only a check asks for the latter, one checked operation.
fn with_overflow(body: &mut Body<'_>, inst: Value, op: BinOp, pred: Pred) -> Supported<()> {
    let ty = body.lane_type(inst.operand(0).ty())?;
    let (a, b) = (body.regs(inst.operand(0))?, body.regs(inst.operand(1))?);
    let checks = body.shape.fused_checks(inst);
    if !checks.is_empty() {
        return fused(body, inst, InstKind::Binary { op, ty, a: a[0], b: b[0], poison: CheckSet::EMPTY }, checks);
    }
    let Scalar::Int(width) = ty else {
        return Err(Unsupported(inst.text()));
    };
    let mut regs: Regs = a.iter().zip(&b).map(|(&a, &b)| body.binary(op, ty, a, b)).collect();
    for (&a, &b) in a.iter().zip(&b) {
        regs.push(body.temp(Scalar::Int(1), InstKind::Predicate { pred, width, a, b }));
    }
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

/// The operation takes the name of its result, `extractvalue ..., 0`.
fn fused(body: &mut Body<'_>, inst: Value, kind: InstKind, checks: CheckSet) -> Supported<()> {
    let ty = body.scalar_type(inst.ty().field(0))?;
    let extract =
        inst.users().into_iter().find(|user| user.opcode_is(LLVMOpcode::LLVMExtractValue) && user.indices() == [0]);
    let name = body.name_of(extract.unwrap_or(inst));
    if extract.is_some() {
        body.remove_name(inst);
    }
    let result = body.func.values.push(ValueData { ty, name });
    let mut made = Inst::new(kind, Some(result), body.loc);
    made.checks = made.checks.union(checks);
    body.push(made);
    // The second part is never asked for, but an aggregate has all its parts.
    let never = body.int(1, 0);
    body.bind(inst, [Operand::Value(result), never].into_iter().collect());
    Ok(())
}

fn math_op(name: &str) -> Option<MathOp> {
    match name {
        "trunc" => Some(MathOp::TruncF),
        "minimumnum" => Some(MathOp::MinNum),
        "maximumnum" => Some(MathOp::MaxNum),
        // The cast, not the intrinsic: LLVM has none of this name.
        "ftrunc" => None,
        _ => MathOp::from_name(name),
    }
}

/// How many operands count; further ones say what is poison or are hints.
fn math_arity(op: MathOp, inst: Value) -> u32 {
    match op {
        MathOp::Ctlz | MathOp::Cttz | MathOp::Abs => 1,
        _ => inst.num_args(),
    }
}

fn math(body: &mut Body<'_>, inst: Value, op: MathOp) -> Supported<()> {
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let arity = math_arity(op, inst);
    let args = (0..arity).map(|i| body.regs(inst.operand(i))).collect::<Supported<Vec<Regs>>>()?;
    body.define_each(inst, &leaves.scalars, |i, ty| {
        // The exponent of `powi` is one scalar for all lanes.
        let args = args.iter().map(|regs| *regs.get(i).unwrap_or(&regs[0])).collect();
        InstKind::Math { op, ty, args }
    });
    poison::mark_intrinsic(body, inst, op)
}

/// An address of which nothing is known but that it is not null, where it is the function's own: further out, there may be no frame.
fn arbitrary_address(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    /// Any address, for executions where the arbitrary one is null.
    const SOME: u64 = 1 << 16;
    let bits = body.cx.program.target.pointer_bits;
    let ty = Scalar::Int(bits);
    let undefined = body.undef(ty, UndefCause::Uninitialized);
    let mut value = body.temp(ty, InstKind::Freeze { ty, value: undefined });
    let is_own = inst.num_args() == 0 || inst.operand(0).unsigned_int() == Some(0);
    if is_own {
        let (null, some) = (body.int(bits, 0), body.int(bits, SOME));
        let cond = body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Eq, ty, a: value, b: null });
        value = body.temp(ty, InstKind::Select { ty, cond, a: some, b: value });
    }
    body.define(inst, Scalar::Ptr, InstKind::Cast { op: CastOp::IntToPtr, from: ty, to: Scalar::Ptr, value });
    Ok(())
}

fn copy_memory(body: &mut Body<'_>, inst: Value, may_overlap: bool) -> Supported<()> {
    let (dst, src) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    let len = body.scalar(inst.operand(2))?;
    let width = inst.operand(2).ty().int_width();
    let volatile = inst.operand(3).unsigned_int() != Some(0);
    body.effect(InstKind::MemCopy { dst, src, len, width, may_overlap, volatile });
    Ok(())
}

fn fill_memory(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (dst, byte) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    let len = body.scalar(inst.operand(2))?;
    let width = inst.operand(2).ty().int_width();
    body.effect(InstKind::MemFill { dst, byte, len, width });
    Ok(())
}

fn lifetime(body: &mut Body<'_>, inst: Value, name: &str) -> Supported<()> {
    let object = inst.operand(inst.num_args() - 1);
    if matches!(object.kind(), ValueKind::Poison | ValueKind::Undef) {
        return Ok(());
    }
    let ptr = body.scalar(object)?;
    let is_start = name == "lifetime.start";
    body.effect(if is_start { InstKind::LifetimeStart { ptr } } else { InstKind::LifetimeEnd { ptr } });
    Ok(())
}

fn object_size(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ptr = body.scalar(inst.operand(0))?;
    let min = inst.operand(1).unsigned_int() == Some(1);
    let width = inst.ty().int_width();
    body.define(inst, Scalar::Int(width), InstKind::ObjectSize { ptr, width, min });
    Ok(())
}

fn constant_result(body: &mut Body<'_>, inst: Value, value: u64) -> Supported<()> {
    let value = body.int(inst.ty().int_width(), value);
    body.rename(inst, Regs::from_elem(value, 1));
    Ok(())
}

fn is_fp_class(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let Scalar::Float(kind) = body.lane_type(inst.operand(0).ty())? else {
        return Err(Unsupported(inst.text()));
    };
    let mask = inst.operand(1).unsigned_int().and_then(|mask| u32::try_from(mask).ok()).unwrap_or(0);
    let values = body.regs(inst.operand(0))?;
    let leaves = body.cx.layout.leaves(inst.ty())?;
    body.define_each(inst, &leaves.scalars, |i, _| InstKind::IsFpClass { kind, value: values[i], mask });
    Ok(())
}

/// A promise whose breach is undefined. One that is true says something else, such as an alignment.
fn assume(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    if inst.operand(0).unsigned_int() != Some(1) {
        let ok = body.scalar(inst.operand(0))?;
        body.effect(InstKind::Check { check: Check::UnreachableCode, ok });
    }
    Ok(())
}

/// A pointer from a table of distances: the table plus the 32-bit number that stands at an offset in it.
fn load_relative(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (base, offset) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    let width = inst.operand(1).ty().int_width();
    let index = |index, width| Some(PtrIndex { index, width, scale: 1 });
    let place = InstKind::PtrAdd { base, offset: 0, index: index(offset, width), inbounds: false };
    let ptr = body.temp(Scalar::Ptr, place);
    let ty = Scalar::Int(32);
    let flags = AccessFlags { align: 4, volatile: false, ordering: Ordering::None };
    let distance = body.temp(ty, InstKind::Load { ty, ptr, flags });
    // The sum is the address of another object, so it is computed as a number and its object looked up.
    let word = Scalar::Int(body.cx.program.target.pointer_bits);
    let address = body.temp(word, InstKind::Cast { op: CastOp::PtrToInt, from: Scalar::Ptr, to: word, value: base });
    let distance = body.temp(word, InstKind::Cast { op: CastOp::SExt, from: ty, to: word, value: distance });
    let value = body.binary(BinOp::Add, word, address, distance);
    body.define(inst, Scalar::Ptr, InstKind::Cast { op: CastOp::IntToPtr, from: word, to: Scalar::Ptr, value });
    Ok(())
}

fn pointer_mask(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let bits = body.cx.program.target.pointer_bits;
    let ty = Scalar::Int(bits);
    let (ptr, mask) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    let address = body.cast(CastOp::PtrToInt, Scalar::Ptr, ty, ptr);
    let masked = body.binary(BinOp::And, ty, address, mask);
    body.define(inst, Scalar::Ptr, InstKind::Cast { op: CastOp::IntToPtr, from: ty, to: Scalar::Ptr, value: masked });
    Ok(())
}

/// `vector.reduce.add` and the like: a chain over the lanes. Float sums and products start from their first operand.
fn reduce(body: &mut Body<'_>, inst: Value, what: &str) -> Supported<()> {
    let ty = body.scalar_type(inst.ty())?;
    let mut parts: Vec<Operand> = Vec::new();
    for operand in 0..inst.num_args() {
        parts.extend(body.regs(inst.operand(operand))?);
    }
    let step: Box<dyn Fn(Operand, Operand) -> InstKind> = match what {
        "add" | "mul" | "and" | "or" | "xor" | "fadd" | "fmul" => {
            let op = BinOp::from_name(what).ok_or_else(|| Unsupported(inst.text()))?;
            Box::new(move |a, b| InstKind::Binary { op, ty, a, b, poison: CheckSet::EMPTY })
        }
        "smax" | "smin" | "umax" | "umin" | "fmax" | "fmin" | "fmaximum" | "fminimum" => {
            let op = match what {
                "fmax" => MathOp::MaxNum,
                "fmin" => MathOp::MinNum,
                "fmaximum" => MathOp::Maximum,
                "fminimum" => MathOp::Minimum,
                _ => MathOp::from_name(what).ok_or_else(|| Unsupported(inst.text()))?,
            };
            Box::new(move |a, b| InstKind::Math { op, ty, args: vec![a, b] })
        }
        _ => return Err(Unsupported(format!("the intrinsic llvm.vector.reduce.{what}"))),
    };
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or_else(|| Unsupported(inst.text()))?;
    let result = parts.fold(first, |all, part| body.temp(ty, step(all, part)));
    body.rename(inst, Regs::from_elem(result, 1));
    Ok(())
}

/// The letter that C's mathematical functions of this type end in.
fn suffix(ty: Scalar) -> Supported<&'static str> {
    match ty {
        Scalar::Float(FloatKind::Single) => Ok("f"),
        Scalar::Float(FloatKind::Double) => Ok(""),
        Scalar::Float(FloatKind::X87 | FloatKind::Quad) => Ok("l"),
        _ => Err(Unsupported("an intrinsic on this type of float".to_owned())),
    }
}

/// An intrinsic that C has as a function of the same name.
fn library_call(body: &mut Body<'_>, inst: Value, name: &str) -> Supported<()> {
    let (param, result) = (body.scalar_type(inst.operand(0).ty())?, body.scalar_type(inst.ty())?);
    let value = body.scalar(inst.operand(0))?;
    let results = call_function(body, &format!("{name}{}", suffix(param)?), &[(value, param)], &[result]);
    body.rename(inst, results);
    Ok(())
}

/// Where the running thread has its own instance of a variable.
fn thread_local(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let variable = body.scalar(inst.operand(0))?;
    let results = call_function(body, "__candor_thread_local", &[(variable, Scalar::Ptr)], &[Scalar::Ptr]);
    body.rename(inst, results);
    Ok(())
}

/// `frexp` returns a pair in LLVM and writes through a pointer in C.
fn frexp(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = body.scalar_type(inst.operand(0).ty())?;
    let value = body.scalar(inst.operand(0))?;
    let int = Scalar::Int(32);
    let place = body.temp(Scalar::Ptr, InstKind::Alloca { size: 4, count: None, align: 4 });
    let name = format!("frexp{}", suffix(ty)?);
    let mut results = call_function(body, &name, &[(value, ty), (place, Scalar::Ptr)], &[ty]);
    let flags = AccessFlags { align: 4, volatile: false, ordering: Ordering::None };
    results.push(body.temp(int, InstKind::Load { ty: int, ptr: place, flags }));
    body.name_parts(inst, &results);
    body.bind(inst, results);
    Ok(())
}

/// Fraction and integral part, both with the sign of the operand; the fraction of an infinity is 0.
fn modf(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    const INFINITE: u32 = 0x204;
    let ty = body.scalar_type(inst.operand(0).ty())?;
    let Scalar::Float(kind) = ty else {
        return Err(Unsupported(inst.text()));
    };
    let value = body.scalar(inst.operand(0))?;
    let integral = body.temp(ty, InstKind::Math { op: MathOp::TruncF, ty, args: vec![value] });
    let rest = body.binary(BinOp::FSub, ty, value, integral);
    let cond = body.temp(Scalar::Int(1), InstKind::IsFpClass { kind, value, mask: INFINITE });
    let zero = body.zero(ty);
    let rest = body.temp(ty, InstKind::Select { ty, cond, a: zero, b: rest });
    let fraction = body.temp(ty, InstKind::Math { op: MathOp::CopySign, ty, args: vec![rest, value] });
    let regs: Regs = [fraction, integral].into_iter().collect();
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

fn call_function(body: &mut Body<'_>, name: &str, args: &[(Operand, Scalar)], results: &[Scalar]) -> Regs {
    let params = args.iter().map(|&(_, ty)| SigParam { ty, byval: None }).collect();
    let signature = Signature { params, results: results.to_vec(), variadic: false };
    let func = body.cx.function_named(name, &signature);
    let args = args.iter().map(|&(value, ty)| Arg::new(ty, value)).collect();
    let results: Vec<_> = results.iter().map(|&ty| body.func.values.push(ValueData { ty, name: None })).collect();
    let regs = results.iter().copied().map(Operand::Value).collect();
    body.effect(InstKind::Call(Box::new(Call { callee: Callee::Direct(func), args, signature, results })));
    regs
}

fn sincos(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = body.scalar_type(inst.operand(0).ty())?;
    let value = body.scalar(inst.operand(0))?;
    let make = |op| InstKind::Math { op, ty, args: vec![value] };
    let regs: Regs = [body.temp(ty, make(MathOp::Sin)), body.temp(ty, make(MathOp::Cos))].into_iter().collect();
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

/// Float to integer, kept in range; NaN gives 0. The bounds are powers of two or one less, so comparing with the float of
/// the power is exact: below it the cast is right, from it on the greatest integer is.
fn saturating_cast(body: &mut Body<'_>, inst: Value, signed: bool) -> Supported<()> {
    let from = body.scalar_type(inst.operand(0).ty())?;
    let to = body.scalar_type(inst.ty())?;
    let (Scalar::Float(_), Scalar::Int(width)) = (from, to) else {
        return Err(Unsupported(inst.text()));
    };
    let value = body.scalar(inst.operand(0))?;
    let (least, greatest) = if signed {
        (Bits::signed_min(width), Bits::signed_max(width))
    } else {
        (Bits::zero(width), Bits::ones(width))
    };
    let (op, int_to_float) = if signed { (CastOp::FpToSi, CastOp::SiToFp) } else { (CastOp::FpToUi, CastOp::UiToFp) };
    let (least, greatest) = (body.konst(Const::Int(least)), body.konst(Const::Int(greatest)));
    let low = body.cast(int_to_float, to, from, least);
    // The greatest integer rounds to the power of two unless the float is precise enough to hold it.
    let high = body.cast(int_to_float, to, from, greatest);
    let truth = Scalar::Int(1);
    let cast = body.cast(op, from, to, value);
    let compare = |op| InstKind::Compare { op, ty: from, a: value, b: if op == CmpOp::FOlt { low } else { high } };
    let is_low = body.temp(truth, compare(CmpOp::FOlt));
    let is_high = body.temp(truth, compare(CmpOp::FOge));
    let is_nan = body.temp(truth, InstKind::Compare { op: CmpOp::FUno, ty: from, a: value, b: value });
    let zero = body.int(width, 0);
    let result = body.temp(to, InstKind::Select { ty: to, cond: is_low, a: least, b: cast });
    let result = body.temp(to, InstKind::Select { ty: to, cond: is_high, a: greatest, b: result });
    body.define(inst, to, InstKind::Select { ty: to, cond: is_nan, a: zero, b: result });
    Ok(())
}

/// The number of the first lane that is not zero, or of lanes.
fn first_nonzero(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = body.lane_type(inst.operand(0).ty())?;
    let Scalar::Int(width) = body.scalar_type(inst.ty())? else {
        return Err(Unsupported(inst.text()));
    };
    let lanes = body.regs(inst.operand(0))?;
    let number = |lane: usize| u64::try_from(lane).expect("lanes are few");
    let (zero, mut result) = (body.zero(ty), body.int(width, number(lanes.len())));
    for (lane, &value) in lanes.iter().enumerate().rev() {
        let cond = body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Ne, ty, a: value, b: zero });
        let a = body.int(width, number(lane));
        let ty = Scalar::Int(width);
        result = body.temp(ty, InstKind::Select { ty, cond, a, b: result });
    }
    body.rename(inst, Regs::from_elem(result, 1));
    Ok(())
}

/// -1, 0 or 1.
fn three_way(body: &mut Body<'_>, inst: Value, less: CmpOp, greater: CmpOp) -> Supported<()> {
    let ty = body.scalar_type(inst.operand(0).ty())?;
    let to = body.scalar_type(inst.ty())?;
    let Scalar::Int(width) = to else {
        return Err(Unsupported(inst.text()));
    };
    let (a, b) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    let is_less = body.temp(Scalar::Int(1), InstKind::Compare { op: less, ty, a, b });
    let is_greater = body.temp(Scalar::Int(1), InstKind::Compare { op: greater, ty, a, b });
    let (minus_one, zero, one) = (body.konst(Const::Int(Bits::ones(width))), body.int(width, 0), body.int(width, 1));
    let result = body.temp(to, InstKind::Select { ty: to, cond: is_greater, a: one, b: zero });
    body.define(inst, to, InstKind::Select { ty: to, cond: is_less, a: minus_one, b: result });
    Ok(())
}
