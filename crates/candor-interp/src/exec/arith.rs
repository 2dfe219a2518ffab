//! Instructions that compute a value from values.

use candor_ir::{BinOp, Bits, CastOp, Check, CheckSet, CmpOp, FloatKind, MathOp, Operand, Pred, Scalar, UndefCause};
use smallvec::SmallVec;

use super::{At, given, require, set_result, usable};
use crate::choice::ChoiceKind;
use crate::control::{Beyond, Control, Decision};
use crate::image::Image;
use crate::state::State;
use crate::stop::Step;
use crate::values::Logic;

#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
#[inline]
pub(super) fn binary<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: BinOp,
    ty: Scalar,
    a: Operand,
    b: Operand,
    poison: CheckSet,
) -> Step<()> {
    if !at.inst.checks.is_empty() || op.is_int_division() {
        check_binary(at, cx, state, op, ty, a, b)?;
    }
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let mut value = cx.binary(path, op, ty, read(at.image, regs, a), read(at.image, regs, b));
    if op.is_int_division() && cx.beyond() == Beyond::Everything {
        value = divided_beyond(at, cx, state, op, ty, a, b, value)?;
    }
    if poison.is_empty() {
        set_result(state, at.inst, value);
    } else {
        let value = poisoned(at.image, cx, state, op, ty, a, b, poison, value);
        set_result(state, at.inst, value);
    }
    Ok(())
}

/// The result of a division behind which executions go on: anything, where it has none.
#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
fn divided_beyond<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: BinOp,
    ty: Scalar,
    a: Operand,
    b: Operand,
    mut value: C::Value,
) -> Step<C::Value> {
    let width = at.image.program.target.bits_of(ty);
    for &(check, pred) in ways_to_fail(op) {
        if at.inst.checks.contains(check) {
            continue;
        }
        let (path, regs) = (&mut state.path, &state.thread.top.regs);
        let wrong = cx.predicate(path, pred, width, read(at.image, regs, a), read(at.image, regs, b));
        if cx.decide(state, &wrong)? != Decision::Never {
            let anything = cx.anything(ty)?;
            value = cx.select(&wrong, ty, &anything, &value);
        }
    }
    Ok(value)
}

/// Operands without borrowing the whole state.
#[inline]
pub(super) fn read<'s, C: Control>(image: &'s Image<C>, regs: &'s [C::Value], operand: Operand) -> &'s C::Value {
    use candor_ir::EntityRef;
    match operand {
        Operand::Value(value) => &regs[value.index()],
        Operand::Const(constant) => &image.consts[constant.index()],
    }
}

/// How an operation can go wrong, and the check that says so.
fn ways_to_fail(op: BinOp) -> &'static [(Check, Pred)] {
    match op {
        BinOp::Add => &[(Check::SignedOverflow, Pred::SAddOverflow), (Check::UnsignedWrap, Pred::UAddOverflow)],
        BinOp::Sub => &[(Check::SignedOverflow, Pred::SSubOverflow), (Check::UnsignedWrap, Pred::USubOverflow)],
        BinOp::Mul => &[(Check::SignedOverflow, Pred::SMulOverflow), (Check::UnsignedWrap, Pred::UMulOverflow)],
        BinOp::Shl => &[
            (Check::ShiftOutOfRange, Pred::ShiftTooFar),
            (Check::SignedOverflow, Pred::SShlOverflow),
            (Check::UnsignedWrap, Pred::UShlOverflow),
        ],
        BinOp::LShr | BinOp::AShr => &[(Check::ShiftOutOfRange, Pred::ShiftTooFar)],
        BinOp::UDiv | BinOp::URem => &[(Check::DivisionByZero, Pred::DivByZero)],
        BinOp::SDiv | BinOp::SRem => {
            &[(Check::DivisionByZero, Pred::DivByZero), (Check::DivisionOverflow, Pred::SDivOverflow)]
        }
        BinOp::And | BinOp::Or | BinOp::Xor => &[],
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => &[],
    }
}

#[inline]
fn check_binary<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: BinOp,
    ty: Scalar,
    a: Operand,
    b: Operand,
) -> Step<()> {
    let width = at.image.program.target.bits_of(ty);
    if op.is_int_division() {
        let divisor = state.read(at.image, b).clone();
        usable(cx, state, at.inst, &divisor)?;
    }
    // Spelled out by operation, so that each predicate is a constant where the context's code is inlined.
    let mut fails = |check, pred| fails(at, cx, state, width, a, b, check, pred);
    match op {
        BinOp::Add => {
            fails(Check::SignedOverflow, Pred::SAddOverflow)?;
            fails(Check::UnsignedWrap, Pred::UAddOverflow)
        }
        BinOp::Sub => {
            fails(Check::SignedOverflow, Pred::SSubOverflow)?;
            fails(Check::UnsignedWrap, Pred::USubOverflow)
        }
        BinOp::Mul => {
            fails(Check::SignedOverflow, Pred::SMulOverflow)?;
            fails(Check::UnsignedWrap, Pred::UMulOverflow)
        }
        _ => ways_to_fail(op).iter().try_for_each(|&(check, pred)| fails(check, pred)),
    }
}

/// One way in which an operation may go wrong.
#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
#[inline(always)]
fn fails<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    width: u32,
    a: Operand,
    b: Operand,
    check: Check,
    pred: Pred,
) -> Step<()> {
    // Such a division has no result to go on with, so it is looked at even when nobody asked.
    let checked = at.inst.checks.contains(check);
    if !checked && !matches!(check, Check::DivisionByZero | Check::DivisionOverflow) {
        return Ok(());
    }
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let wrong = cx.predicate(path, pred, width, read(at.image, regs, a), read(at.image, regs, b));
    let ok = cx.not(&wrong);
    match checked {
        true => cx.check(state, check, &ok),
        false if cx.beyond() == Beyond::Everything => Ok(()),
        false => cx.unchecked(state, check, &ok),
    }
}

/// The check that the use of a poison value fails. That unsigned arithmetic wraps is no fault in C, but where LLVM was promised that
/// it does not (`nuw`), the result is no value.
fn reported_as(check: Check) -> Check {
    if check == Check::UnsignedWrap { Check::UninitializedRead } else { check }
}

/// Foreign IR: a wrong operation gives a value that must not be used.
#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
fn poisoned<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    op: BinOp,
    ty: Scalar,
    a: Operand,
    b: Operand,
    poison: CheckSet,
    mut value: C::Value,
) -> C::Value {
    let width = image.program.target.bits_of(ty);
    for &(check, pred) in ways_to_fail(op) {
        if poison.contains(check) {
            let (path, regs) = (&mut state.path, &state.thread.top.regs);
            let wrong = cx.predicate(path, pred, width, read(image, regs, a), read(image, regs, b));
            value = cx.mark(&wrong, UndefCause::Poison(reported_as(check)), ty, value);
        }
    }
    value
}

pub(super) fn predicate<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    pred: Pred,
    width: u32,
    a: Operand,
    b: Operand,
) {
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let wrong = cx.predicate(path, pred, width, read(at.image, regs, a), read(at.image, regs, b));
    let value = cx.value_of(&wrong);
    set_result(state, at.inst, value);
}

#[inline]
pub(super) fn compare<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: CmpOp,
    ty: Scalar,
    a: Operand,
    b: Operand,
) -> Step<()> {
    let truth = if ty == Scalar::Ptr {
        compare_pointers(at, cx, state, op, a, b)?
    } else {
        let (path, regs) = (&mut state.path, &state.thread.top.regs);
        cx.compare(path, op, ty, read(at.image, regs, a), read(at.image, regs, b))
    };
    let value = cx.value_of(&truth);
    let regs = &state.thread.top.regs;
    let is_marked = |cx: &mut C, operand| !cx.use_conditions(read(at.image, regs, operand)).is_empty();
    if is_marked(cx, a) || is_marked(cx, b) {
        let value = cx.inherit(read(at.image, regs, a), Scalar::I1, value);
        let value = cx.inherit(read(at.image, regs, b), Scalar::I1, value);
        set_result(state, at.inst, value);
    } else {
        set_result(state, at.inst, value);
    }
    Ok(())
}

fn compare_pointers<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: CmpOp,
    a: Operand,
    b: Operand,
) -> Step<C::Bool> {
    let (a, b) = (state.read(at.image, a).clone(), state.read(at.image, b).clone());
    if at.inst.checks.contains(Check::PointerComparison) {
        let same = cx.same_object(state, &a, &b);
        require(cx, state, at.inst, vec![(Check::PointerComparison, same)])?;
    }
    if at.inst.checks.contains(Check::PointerSubtraction) {
        let apart = cx.in_different_objects(state, &a, &b);
        let ok = cx.not(&apart);
        require(cx, state, at.inst, vec![(Check::PointerSubtraction, ok)])?;
    }
    Ok(cx.compare_pointers(state, op, &a, &b))
}

#[inline]
pub(super) fn cast<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: CastOp,
    from: Scalar,
    to: Scalar,
    value: Operand,
) -> Step<()> {
    if matches!(op, CastOp::PtrToInt | CastOp::IntToPtr) {
        let value = state.read(at.image, value).clone();
        let value = cast_value(cx, state, at.image.program.target.pointer_bits, op, from, to, &value);
        set_result(state, at.inst, value);
    } else {
        let mut result = cx.cast(&mut state.path, op, from, to, read(at.image, &state.thread.top.regs, value));
        if matches!(op, CastOp::FpToSi | CastOp::FpToUi) && cx.beyond() == Beyond::Everything {
            let float = state.read(at.image, value).clone();
            result = converted_beyond(cx, state, op, from, to, &float, result)?;
        }
        set_result(state, at.inst, result);
    }
    Ok(())
}

/// The integer that a float becomes where executions go on: anything, unless the float lies strictly between the limits of the type.
fn converted_beyond<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    op: CastOp,
    from: Scalar,
    to: Scalar,
    float: &C::Value,
    result: C::Value,
) -> Step<C::Value> {
    let Scalar::Int(width) = to else { return Ok(result) };
    let path = &mut state.path;
    // -2^(n-1), which every float has that is large enough; and the limits, of which the least unsigned one is -1.
    let least = cx.constant(&Bits::signed_min(width));
    let least = cx.cast(path, CastOp::SiToFp, to, from, &least);
    let none = cx.constant(&Bits::zero(width));
    let none = cx.cast(path, CastOp::SiToFp, to, from, &none);
    let above = cx.binary(path, BinOp::FSub, from, &none, &least);
    let (low, high) = match op {
        CastOp::FpToSi => (least, above),
        _ => {
            let minus_one = cx.constant(&Bits::ones(width));
            let low = cx.cast(path, CastOp::SiToFp, to, from, &minus_one);
            let high = cx.binary(path, BinOp::FAdd, from, &above, &above);
            (low, high)
        }
    };
    let is_above = cx.compare(path, CmpOp::FOlt, from, &low, float);
    let is_below = cx.compare(path, CmpOp::FOlt, from, float, &high);
    let fits = cx.logic(Logic::And, &is_above, &is_below);
    if cx.decide(state, &fits)? == Decision::Always {
        return Ok(result);
    }
    let anything = cx.anything(to)?;
    Ok(cx.select(&fits, to, &result, &anything))
}

/// Any cast, also between pointers and integers of other widths than a pointer's.
pub(crate) fn cast_value<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    pointer_bits: u32,
    op: CastOp,
    from: Scalar,
    to: Scalar,
    value: &C::Value,
) -> C::Value {
    let address = Scalar::Int(pointer_bits);
    match (op, from, to) {
        (CastOp::PtrToInt, _, Scalar::Int(width)) => {
            let int = cx.pointer_to_int(state, value);
            resize(cx, state, &int, pointer_bits, width)
        }
        (CastOp::IntToPtr, Scalar::Int(width), _) => {
            let int = resize(cx, state, value, width, pointer_bits);
            cx.int_to_pointer(state, &int)
        }
        (CastOp::BitCast, Scalar::Ptr, Scalar::Int(_) | Scalar::Float(_)) => {
            let int = cx.pointer_to_int(state, value);
            cx.cast(&mut state.path, op, address, to, &int)
        }
        _ => cx.cast(&mut state.path, op, from, to, value),
    }
}

fn resize<C: Control>(cx: &mut C, state: &mut State<C>, value: &C::Value, from: u32, to: u32) -> C::Value {
    let op = match from.cmp(&to) {
        std::cmp::Ordering::Equal => return value.clone(),
        std::cmp::Ordering::Less => CastOp::ZExt,
        std::cmp::Ordering::Greater => CastOp::Trunc,
    };
    cx.cast(&mut state.path, op, Scalar::Int(from), Scalar::Int(to), value)
}

pub(super) fn select<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    cond: Operand,
    a: Operand,
    b: Operand,
) -> Step<()> {
    // C's `?:` is a branch, whatever the compiler makes of it, and has the checks of one; a `select` of foreign IR has none.
    if !at.inst.checks.is_empty() {
        let cond = state.read(at.image, cond).clone();
        usable(cx, state, at.inst, &cond)?;
    }
    let regs = &state.thread.top.regs;
    let truth = cx.truth(read(at.image, regs, cond));
    let value = cx.select(&truth, ty, read(at.image, regs, a), read(at.image, regs, b));
    let value = cx.inherit(read(at.image, regs, cond), ty, value);
    set_result(state, at.inst, value);
    Ok(())
}

pub(super) fn math<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: MathOp,
    ty: Scalar,
    args: &[Operand],
) {
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let args: SmallVec<[&C::Value; 3]> = args.iter().map(|&arg| read(at.image, regs, arg)).collect();
    let value = cx.math(path, op, ty, &args);
    drop(args);
    set_result(state, at.inst, value);
}

pub(super) fn is_fp_class<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    kind: FloatKind,
    value: Operand,
    mask: u32,
) {
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let truth = cx.is_fp_class(path, kind, read(at.image, regs, value), mask);
    let value = cx.value_of(&truth);
    set_result(state, at.inst, value);
}

pub(super) fn undef<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    cause: UndefCause,
) -> Step<()> {
    if cause == UndefCause::Uninitialized && given::is_given(at.image, ty) {
        let value = given::pointer(at, cx, state, ChoiceKind::Uninitialized)?;
        set_result(state, at.inst, value);
        return Ok(());
    }
    let kind = match cause {
        UndefCause::Uninitialized | UndefCause::MissingReturn => ChoiceKind::Uninitialized,
        UndefCause::Poison(_) => ChoiceKind::Undef,
    };
    let arbitrary = cx.choose(state, kind, ty)?;
    let always = cx.boolean(true);
    let value = cx.mark(&always, cause, ty, arbitrary);
    set_result(state, at.inst, value);
    Ok(())
}

pub(super) fn poison_if<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    value: Operand,
    wrong: Operand,
) {
    let regs = &state.thread.top.regs;
    let truth = cx.truth(read(at.image, regs, wrong));
    let poison = UndefCause::Poison(Check::UninitializedRead);
    let value = cx.mark(&truth, poison, ty, read(at.image, regs, value).clone());
    set_result(state, at.inst, value);
}

/// Where the value is not a proper one, the result is any value of the type.
pub(super) fn freeze<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    value: Operand,
) -> Step<()> {
    let value = state.read(at.image, value).clone();
    let mut frozen = cx.unmark(&value);
    for (_, proper) in cx.use_conditions(&value) {
        let arbitrary = cx.choose(state, ChoiceKind::Undef, ty)?;
        frozen = cx.select(&proper, ty, &frozen, &arbitrary);
    }
    set_result(state, at.inst, frozen);
    Ok(())
}
