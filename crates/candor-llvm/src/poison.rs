//! Promises of foreign IR: the flags by which an instruction's result is poison unless something holds of its operands.
//!
//! ```text
//!   %q = udiv exact i32 %a, %b        %back = mul i32 %q, %b
//!                                     %wrong = icmp ne i32 %back, %a
//!                                     %q = poison.if i32 %raw, %wrong
//! ```
//! `nsw`, `nuw` and amounts of shifts are part of the operation itself (`InstKind::Binary`), as they are checks of C too. That `inbounds`
//! holds is the check pointer-arithmetic, as in C.
//!
//! What metadata promises of a value that is loaded or returned (`!range`, `!nonnull`) is treated likewise.
//!
//! Entry points: [`mark`], [`mark_intrinsic`], [`mark_result`]; [`conversion_fits`] is a check of C too.

use candor_bits::FloatClass;
use candor_ir::{BinOp, Bits, CastOp, CmpOp, Const, InstKind, MathOp, Operand, Pred, Scalar};
use llvm_sys::LLVMOpcode;

use crate::body::{Body, Regs};
use crate::gep;
use crate::layout::{Supported, Unsupported};
use crate::linker::Origin;
use crate::llvm::Value;

const TRUTH: Scalar = Scalar::Int(1);

/// Classes of floats, as a mask of `is.fpclass`.
const NOT_A_NUMBER: u32 = FloatClass::SignalingNan.mask() | FloatClass::QuietNan.mask();
const INFINITE: u32 = FloatClass::NegInfinity.mask() | FloatClass::PosInfinity.mask();

/// Makes the result of an instruction that was just copied poison where a promise is broken.
pub(crate) fn mark(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    match inst.opcode() {
        LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMSDiv if inst.exact() => each(body, inst, |body, lane| {
            let back = body.binary(BinOp::Mul, lane.ty, lane.result, lane.b);
            Ok(differs(body, lane.ty, back, lane.a))
        }),
        LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr if inst.exact() => each(body, inst, |body, lane| {
            let back = body.binary(BinOp::Shl, lane.ty, lane.result, lane.b);
            Ok(differs(body, lane.ty, back, lane.a))
        }),
        LLVMOpcode::LLVMOr if inst.disjoint() => each(body, inst, |body, lane| {
            let both = body.binary(BinOp::And, lane.ty, lane.a, lane.b);
            let zero = body.zero(lane.ty);
            Ok(differs(body, lane.ty, both, zero))
        }),
        LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMUIToFP if inst.nneg() => {
            each(body, inst, |body, lane| Ok(is_negative(body, lane.ty, lane.a)))
        }
        LLVMOpcode::LLVMICmp if inst.samesign() => each(body, inst, other_sign),
        LLVMOpcode::LLVMTrunc => {
            if inst.nuw() {
                each(body, inst, |body, lane| widened_differs(body, inst, lane, CastOp::ZExt))?;
            }
            if inst.nsw() {
                each(body, inst, |body, lane| widened_differs(body, inst, lane, CastOp::SExt))?;
            }
            Ok(())
        }
        LLVMOpcode::LLVMGetElementPtr if inst.gep_nuw() || (inst.gep_nusw() && !inst.gep_inbounds()) => {
            pointer_sum(body, inst)
        }
        LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => each(body, inst, |body, lane| {
            let fits = conversion_fits(body, inst, lane.ty, lane.a)?;
            Ok(body.not(fits))
        }),
        LLVMOpcode::LLVMLoad => attached(body, inst),
        // Any other promises nothing but that its numbers are finite.
        _ => finite(body, inst),
    }
}

/// Attributes and metadata by which values are promised to be something. They are taken to be: optimisers put them everywhere.
const PROMISES: [&str; 4] = ["noundef", "nonnull", "range(", "dereferenceable"];

/// Whether a function says of values what is not checked.
pub(crate) fn makes_promises(function: Value) -> bool {
    let text = function.text();
    PROMISES.iter().any(|promise| text.contains(promise))
}

/// What a function returns or a block begins with, where the IR promises something of it.
pub(crate) fn mark_result(body: &mut Body<'_>, call: Value) -> Supported<()> {
    if body.origin == Origin::Foreign { attached(body, call).and_then(|()| finite(body, call)) } else { Ok(()) }
}

/// Whether a float, its fraction dropped, is an integer of the type that it is converted to.
pub(crate) fn conversion_fits(body: &mut Body<'_>, inst: Value, from: Scalar, value: Operand) -> Supported<Operand> {
    let (Scalar::Float(kind), Scalar::Int(width)) = (from, body.lane_type(inst.ty())?) else {
        return Err(Unsupported(inst.text()));
    };
    let is_signed = inst.opcode() == LLVMOpcode::LLVMFPToSI;
    let mut limit = |op, bits: &Bits| {
        let limit = candor_bits::cast(op, Scalar::Int(bits.width()), from, body.cx.program.target.pointer_bits, bits);
        body.konst(Const::Float(kind, limit))
    };
    let (low, high) = if is_signed {
        let least = Bits::signed_min(width);
        (limit(CastOp::SiToFp, &least), limit(CastOp::UiToFp, &least))
    } else {
        (limit(CastOp::UiToFp, &Bits::zero(width)), limit(CastOp::UiToFp, &Bits::signed_min(width + 1)))
    };
    let whole = body.temp(from, InstKind::Math { op: MathOp::TruncF, ty: from, args: vec![value] });
    let is_above = compare(body, CmpOp::FOge, from, whole, low);
    let is_below = compare(body, CmpOp::FOlt, from, whole, high);
    // The smallest integer may be an infinity of a small float.
    let infinite = body.temp(TRUTH, InstKind::IsFpClass { kind, value, mask: FloatClass::NegInfinity.mask() });
    let is_finite = body.not(infinite);
    let both = body.binary(BinOp::And, TRUTH, is_above, is_below);
    Ok(body.binary(BinOp::And, TRUTH, both, is_finite))
}

/// `!range` and `!nonnull`, on what is loaded or returned.
fn attached(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    if inst.attached("nonnull").is_some() && body.lane_type(inst.ty())? == Scalar::Ptr {
        let (result, null) = (body.scalar(inst)?, body.konst(Const::Null));
        let wrong = compare(body, CmpOp::Eq, Scalar::Ptr, result, null);
        let marked = poison_if(body, result, wrong);
        body.bind(inst, Regs::from_elem(marked, 1));
    }
    if let Some(limits) = inst.attached("range") {
        let ty = body.lane_type(inst.ty())?;
        let mut regs = body.regs(inst)?;
        for result in &mut regs {
            let mut wrong = body.int(1, 1);
            for pair in limits.chunks_exact(2) {
                let outside = outside(body, ty, *result, pair[0], pair[1])?;
                wrong = body.binary(BinOp::And, TRUTH, wrong, outside);
            }
            *result = poison_if(body, *result, wrong);
        }
        body.bind(inst, regs);
    }
    Ok(())
}

/// Whether a number is outside of the range from `low` to below `high`, which may go past the largest number and on from zero.
fn outside(body: &mut Body<'_>, ty: Scalar, value: Operand, low: Value, high: Value) -> Supported<Operand> {
    let (low, high) = (body.scalar(low)?, body.scalar(high)?);
    let from_low = body.binary(BinOp::Sub, ty, value, low);
    let length = body.binary(BinOp::Sub, ty, high, low);
    Ok(compare(body, CmpOp::Uge, ty, from_low, length))
}

/// `nnan` and `ninf`: no operand and no result is (not a number, infinite).
fn finite(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (no_nan, no_infinity) = inst.finite_math();
    let Some(result) = body.cx.layout.leaves(inst.ty()).ok().and_then(|leaves| leaves.scalars.first().copied()) else {
        return Ok(());
    };
    let mask = if no_nan { NOT_A_NUMBER } else { 0 } | if no_infinity { INFINITE } else { 0 };
    if mask == 0 {
        return Ok(());
    }
    let mut regs = body.regs(inst)?;
    let operands = match inst.opcode() {
        LLVMOpcode::LLVMCall => 0..inst.num_args(),
        LLVMOpcode::LLVMSelect => 1..inst.num_operands(),
        // What comes in from other blocks is what it is.
        LLVMOpcode::LLVMPHI => 0..0,
        // Any other has floats as operands, or at least numbers.
        _ => 0..inst.num_operands(),
    };
    let mut lanes: Vec<(Scalar, Regs)> = vec![(result, regs.clone())];
    for number in operands {
        let operand = inst.operand(number);
        lanes.push((body.lane_type(operand.ty())?, body.regs(operand)?));
    }
    for lane in 0..regs.len() {
        let mut wrong = body.int(1, 0);
        for (ty, values) in &lanes {
            let (Scalar::Float(kind), Some(&value)) = (*ty, values.get(lane)) else { continue };
            let is_wrong = body.temp(TRUTH, InstKind::IsFpClass { kind, value, mask });
            wrong = either(body, wrong, is_wrong);
        }
        regs[lane] = poison_if(body, regs[lane], wrong);
    }
    body.bind(inst, regs);
    Ok(())
}

/// `llvm.abs` of the smallest number, and counting the zeros of zero, where the second argument says that there is no result.
pub(crate) fn mark_intrinsic(body: &mut Body<'_>, inst: Value, op: MathOp) -> Supported<()> {
    let is_poison = body.origin == Origin::Foreign && matches!(op, MathOp::Abs | MathOp::Ctlz | MathOp::Cttz);
    if !is_poison || inst.operand(1).unsigned_int() != Some(1) {
        return Ok(());
    }
    let Scalar::Int(width) = body.lane_type(inst.ty())? else {
        return Err(Unsupported(inst.text()));
    };
    let bad = if op == MathOp::Abs { Bits::signed_min(width) } else { Bits::zero(width) };
    let bad = body.konst(Const::Int(bad));
    let args = body.regs(inst.operand(0))?;
    let mut regs = body.regs(inst)?;
    for (reg, arg) in regs.iter_mut().zip(args) {
        let wrong = compare(body, CmpOp::Eq, Scalar::Int(width), arg, bad);
        *reg = poison_if(body, *reg, wrong);
    }
    body.bind(inst, regs);
    Ok(())
}

/// One lane of an instruction: its operands, of type `ty`, and its result.
struct Lane {
    ty: Scalar,
    a: Operand,
    b: Operand,
    result: Operand,
}

/// Marks each lane where `wrong` says so.
fn each(body: &mut Body<'_>, inst: Value, wrong: impl Fn(&mut Body<'_>, &Lane) -> Supported<Operand>) -> Supported<()> {
    let ty = body.lane_type(inst.operand(0).ty())?;
    let a = body.regs(inst.operand(0))?;
    let b = if inst.num_operands() > 1 { body.regs(inst.operand(1))? } else { a.clone() };
    let mut regs = Regs::new();
    for (lane, result) in body.regs(inst)?.into_iter().enumerate() {
        let wrong = wrong(body, &Lane { ty, a: a[lane], b: b[lane], result })?;
        regs.push(poison_if(body, result, wrong));
    }
    body.bind(inst, regs);
    Ok(())
}

/// The result takes the name of what it replaces.
fn poison_if(body: &mut Body<'_>, value: Operand, wrong: Operand) -> Operand {
    let Operand::Value(plain) = value else { return value };
    let ty = body.func.values[plain].ty;
    let result = body.temp(ty, InstKind::PoisonIf { ty, value, wrong });
    if let Operand::Value(marked) = result {
        body.func.values[marked].name = body.func.values[plain].name.take();
    }
    result
}

fn compare(body: &mut Body<'_>, op: CmpOp, ty: Scalar, a: Operand, b: Operand) -> Operand {
    body.temp(TRUTH, InstKind::Compare { op, ty, a, b })
}

fn differs(body: &mut Body<'_>, ty: Scalar, a: Operand, b: Operand) -> Operand {
    compare(body, CmpOp::Ne, ty, a, b)
}

fn is_negative(body: &mut Body<'_>, ty: Scalar, value: Operand) -> Operand {
    let zero = body.zero(ty);
    compare(body, CmpOp::Slt, ty, value, zero)
}

/// `icmp samesign`, of integers or of pointers taken as integers.
fn other_sign(body: &mut Body<'_>, lane: &Lane) -> Supported<Operand> {
    let ty = Scalar::Int(body.cx.program.target.bits_of(lane.ty));
    let [a, b] = [lane.a, lane.b].map(|value| match lane.ty {
        Scalar::Ptr => body.cast(CastOp::PtrToInt, lane.ty, ty, value),
        Scalar::Int(_) | Scalar::Float(_) => value,
    });
    let difference = body.binary(BinOp::Xor, ty, a, b);
    Ok(is_negative(body, ty, difference))
}

/// `trunc nuw` and `trunc nsw`: widening the result gives the operand back.
fn widened_differs(body: &mut Body<'_>, inst: Value, lane: &Lane, op: CastOp) -> Supported<Operand> {
    let narrow = body.lane_type(inst.ty())?;
    let back = body.cast(op, narrow, lane.ty, lane.result);
    Ok(differs(body, lane.ty, back, lane.a))
}

/// `getelementptr nuw` and `nusw`. Inside an object, no sum wraps as an unsigned number where no index is negative; what does not
/// claim to stay inside is computed once more as a number.
fn pointer_sum(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    if inst.ty().is_vector() {
        return Err(Unsupported("getelementptr of vectors with nuw or nusw".to_owned()));
    }
    let steps = gep::steps(&body.cx.layout, inst)?;
    let word = body.cx.program.target.pointer_bits;
    let ty = Scalar::Int(word);
    let mut parts = vec![(body.int(word, steps.offset.cast_unsigned()), 1)];
    for index in steps.indices {
        let width = index.value.ty().int_width();
        let value = body.scalar(index.value)?;
        let value = match width.cmp(&word) {
            std::cmp::Ordering::Less => body.cast(CastOp::SExt, Scalar::Int(width), ty, value),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => return Err(Unsupported("an index wider than a pointer".to_owned())),
        };
        parts.push((value, index.scale));
    }
    let wrong = if inst.gep_inbounds() { negative_part(body, ty, &parts) } else { wraps(body, inst, word, &parts)? };
    let result = body.scalar(inst)?;
    let marked = poison_if(body, result, wrong);
    body.bind(inst, Regs::from_elem(marked, 1));
    Ok(())
}

fn either(body: &mut Body<'_>, a: Operand, b: Operand) -> Operand {
    body.binary(BinOp::Or, TRUTH, a, b)
}

fn negative_part(body: &mut Body<'_>, ty: Scalar, parts: &[(Operand, u64)]) -> Operand {
    let mut wrong = body.int(1, 0);
    for &(value, _) in parts {
        let negative = is_negative(body, ty, value);
        wrong = either(body, wrong, negative);
    }
    wrong
}

/// Whether a product or a sum of the computation does not fit.
fn wraps(body: &mut Body<'_>, inst: Value, word: u32, parts: &[(Operand, u64)]) -> Supported<Operand> {
    let ty = Scalar::Int(word);
    let base = body.scalar(inst.operand(0))?;
    let mut sum = body.cast(CastOp::PtrToInt, Scalar::Ptr, ty, base);
    let mut wrong = body.int(1, 0);
    let claim = |body: &mut Body<'_>, pred, a, b, wrong: &mut Operand| {
        let fails = body.temp(TRUTH, InstKind::Predicate { pred, width: word, a, b });
        *wrong = either(body, *wrong, fails);
    };
    for &(value, scale) in parts {
        let scale = body.int(word, scale);
        let bytes = body.binary(BinOp::Mul, ty, value, scale);
        if inst.gep_nuw() {
            claim(body, Pred::UMulOverflow, value, scale, &mut wrong);
            claim(body, Pred::UAddOverflow, sum, bytes, &mut wrong);
        }
        let next = body.binary(BinOp::Add, ty, sum, bytes);
        if inst.gep_nusw() {
            claim(body, Pred::SMulOverflow, value, scale, &mut wrong);
            // Adding what is not negative must not come out below, and subtracting not above.
            let back = is_negative(body, ty, bytes);
            let below = compare(body, CmpOp::Ult, ty, next, sum);
            let strange = body.binary(BinOp::Xor, TRUTH, back, below);
            let zero = body.zero(ty);
            let moves = differs(body, ty, bytes, zero);
            let fails = body.binary(BinOp::And, TRUTH, strange, moves);
            wrong = either(body, wrong, fails);
        }
        sum = next;
    }
    Ok(wrong)
}
