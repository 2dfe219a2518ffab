//! Instructions that touch memory or make pointers.

use candor_ir::{
    AccessFlags, AtomicOp, BinOp, Bits, CastOp, Check, CmpOp, EntityRef, Inst, MathOp, Operand, Ordering, Pred,
    PtrIndex, Scalar, ValueId,
};

use super::arith::read;
use super::flow::goes_on_after;
use super::{At, Flow, Resume, end_locals_after, given, require, require_one, set_result, usable, varargs};
use crate::choice::ChoiceKind;
use crate::control::{Beyond, Control, Decision};
use crate::image::{Image, unblocked};
use crate::memory::{AccessMode, Allocation, Blocked, Elsewhere, ObjectKind, ObjectName};
use crate::state::{Site, State};
use crate::stop::{Halt, Step, Stop};
use crate::touch;
use crate::values::{Conditions, Logic};

#[inline(always)]
pub(super) fn load<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    ptr: Operand,
    flags: AccessFlags,
) -> Step<()> {
    let ptr = state.read(at.image, ptr).clone();
    usable(cx, state, at.inst, &ptr)?;
    // Only loads that `va_arg` makes have this check.
    if at.inst.checks.contains(Check::InvalidCall) {
        varargs::check_type(at, cx, state, &ptr, ty)?;
    }
    if !state.parked.is_empty() {
        note_order(state, flags.ordering);
    }
    let is_given = given::is_given(at.image, ty);
    if is_given {
        given::before_load(at, cx, state, &ptr)?;
    }
    match touch::load(cx, state, &ptr, ty, flags.align, AccessMode::Checked) {
        Ok(value) => set_result(state, at.inst, value),
        Err(blocked) if is_given => {
            unblock(cx, state, at.inst, blocked)?;
            given::before_load(at, cx, state, &ptr)?;
            let value = unblocked(touch::load(cx, state, &ptr, ty, flags.align, AccessMode::Assumed))?;
            set_result(state, at.inst, value);
        }
        Err(blocked) => {
            let value = load_blocked(cx, state, at.inst, &ptr, ty, flags.align, blocked)?;
            set_result(state, at.inst, value);
        }
    }
    Ok(())
}

/// A load with all the checks of the instruction on whose behalf it is made.
#[inline(always)]
pub(crate) fn load_checked<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    ptr: &C::Value,
    ty: Scalar,
    align: u32,
) -> Step<C::Value> {
    usable(cx, state, inst, ptr)?;
    match touch::load(cx, state, ptr, ty, align, AccessMode::Checked) {
        Ok(value) => Ok(value),
        Err(blocked) => load_blocked(cx, state, inst, ptr, ty, align, blocked),
    }
}

#[cold]
fn load_blocked<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    ptr: &C::Value,
    ty: Scalar,
    align: u32,
    blocked: Blocked<C::Bool>,
) -> Step<C::Value> {
    match blocked {
        Blocked::Conditions(conditions) if goes_beyond(cx, inst, &conditions) => {
            let mut ok = cx.boolean(true);
            let mut is_own = false;
            for (check, condition) in conditions.iter().filter(|(check, _)| !goes_on_after(*check)) {
                ok = cx.logic(Logic::And, &ok, condition);
                is_own |= !is_nowhere(*check);
            }
            let is_own = is_own || cx.may_be_own(state, ptr);
            load_beyond(cx, state, ptr, ty, align, &ok, is_own)
        }
        Blocked::Elsewhere(found) => {
            let elsewhere = goes_elsewhere(cx, state, inst, found)?;
            let other = cx.read_elsewhere(state, ptr, ty)?;
            if cx.decide(state, &elsewhere)? == Decision::Always {
                return Ok(other);
            }
            let value = unblocked(touch::load(cx, state, ptr, ty, align, AccessMode::Assumed))?;
            Ok(cx.select(&elsewhere, ty, &other, &value))
        }
        blocked => {
            unblock(cx, state, inst, blocked)?;
            unblocked(touch::load(cx, state, ptr, ty, align, AccessMode::Assumed))
        }
    }
}

/// Where an access goes to memory of others, once its conditions are met.
pub(super) fn goes_elsewhere<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    found: Elsewhere<C::Bool>,
) -> Step<C::Bool> {
    require(cx, state, inst, found.required)?;
    for (check, condition) in found.assumed {
        // Who has found out that a pointer is null must not follow it.
        match cx.decide(state, &condition)? {
            Decision::Never => require(cx, state, inst, vec![(check, condition)])?,
            Decision::Always | Decision::Both => cx.assume(state, &condition)?,
        }
    }
    Ok(found.condition)
}

/// Whether executions go on that break these conditions, none of which is checked.
fn goes_beyond<C: Control>(cx: &C, inst: &Inst, conditions: &Conditions<C::Bool>) -> bool {
    cx.beyond() == Beyond::Everything && !conditions.iter().any(|(check, _)| inst.checks.contains(*check))
}

/// Whether a pointer that fails this check points to no object at all.
fn is_nowhere(check: Check) -> bool {
    matches!(check, Check::NullDereference | Check::InvalidPointer)
}

/// What is read beyond objects: from memory of others, or from what is left of the program's own.
fn anything<C: Control>(cx: &mut C, ty: Scalar, is_own: bool) -> Step<C::Value> {
    if is_own { cx.remains(ty) } else { cx.anything(ty) }
}

/// Writes and frees nothing through a pointer that may point to any object of the program's.
pub(crate) fn refuse_own<C: Control>(cx: &mut C, state: &mut State<C>, ptr: &C::Value) -> Step<()> {
    match cx.may_be_own(state, ptr) {
        true => {
            Err(Halt::unsupported("a write through a pointer that was read from dead memory or outside of an object"))
        }
        false => Ok(()),
    }
}

/// What a load gives that goes to an object only where this holds: anything, where it does not.
fn load_beyond<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    ptr: &C::Value,
    ty: Scalar,
    align: u32,
    ok: &C::Bool,
    is_own: bool,
) -> Step<C::Value> {
    let decision = cx.decide(state, ok)?;
    if decision == Decision::Never {
        return anything(cx, ty, is_own);
    }
    let value = match touch::load(cx, state, ptr, ty, align, AccessMode::Assumed) {
        // There is no object that it could go to.
        Err(Blocked::Stop(Stop::Unsupported(_))) if decision == Decision::Both => return anything(cx, ty, is_own),
        value => unblocked(value)?,
    };
    if decision == Decision::Always {
        return Ok(value);
    }
    let anything = anything(cx, ty, is_own)?;
    Ok(cx.select(ok, ty, &value, &anything))
}

/// Whether a pointer certainly points to no object of the program's, and executions may use what it points to.
pub(crate) fn is_beyond<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst, ptr: &C::Value) -> Step<bool> {
    let beyond = match touch::load(cx, state, ptr, Scalar::Int(8), 1, AccessMode::Ask) {
        Err(Blocked::Conditions(conditions)) if goes_beyond(cx, inst, &conditions) => {
            let mut ok = cx.boolean(true);
            for (_, condition) in conditions.iter().filter(|(check, _)| is_nowhere(*check)) {
                ok = cx.logic(Logic::And, &ok, condition);
            }
            cx.not(&ok)
        }
        Err(Blocked::Elsewhere(found)) => goes_elsewhere(cx, state, inst, found)?,
        Ok(_) | Err(_) => return Ok(false),
    };
    Ok(cx.decide(state, &beyond)? == Decision::Always)
}

#[inline(always)]
pub(super) fn store<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: Scalar,
    ptr: Operand,
    value: Operand,
    flags: AccessFlags,
) -> Step<()> {
    let ptr = state.read(at.image, ptr).clone();
    let value = state.read(at.image, value).clone();
    if !state.parked.is_empty() {
        note_order(state, flags.ordering);
    }
    store_checked(cx, state, at.inst, &ptr, ty, &value, flags.align)
}

/// Remembers that the program asked for less than sequential consistency, which is what it gets.
#[cold]
pub(super) fn note_order<C: Control>(state: &mut State<C>, ordering: Ordering) {
    let is_weak = !matches!(ordering, Ordering::None | Ordering::SeqCst);
    state.weakly_ordered |= is_weak && !state.parked.is_empty();
}

/// Where there are several threads, a pointer that is written to where others can read it is theirs, too.
#[cold]
fn publish<C: Control>(cx: &mut C, state: &mut State<C>, ptr: &C::Value, value: &C::Value) {
    if cx.is_shared(state, ptr) {
        cx.share(state, value);
    }
}

/// A store with all the checks of the instruction on whose behalf it is made.
#[inline(always)]
pub(crate) fn store_checked<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    ptr: &C::Value,
    ty: Scalar,
    value: &C::Value,
    align: u32,
) -> Step<()> {
    usable(cx, state, inst, ptr)?;
    if !state.parked.is_empty() || cx.beyond() != Beyond::Nothing {
        publish(cx, state, ptr, value);
    }
    match touch::store(cx, state, ptr, ty, value, align, AccessMode::Checked) {
        Ok(()) => Ok(()),
        Err(blocked) => {
            let is_elsewhere = matches!(blocked, Blocked::Elsewhere(..));
            unblock_write(cx, state, inst, ptr, blocked)?;
            if is_elsewhere {
                cx.write_elsewhere(state, ptr, Some((ty, value)))?;
            }
            unblocked(touch::store(cx, state, ptr, ty, value, align, AccessMode::Assumed))
        }
    }
}

/// The same as [`unblock`] for what writes. Where executions go on, who writes to no object of the program's writes to one of others: it
/// changes none but those that others know. What is outside of an object, or dead, is no other's.
fn unblock_write<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    ptr: &C::Value,
    blocked: Blocked<C::Bool>,
) -> Step<()> {
    match blocked {
        Blocked::Conditions(mut conditions) if goes_beyond(cx, inst, &conditions) => {
            let n_before = conditions.len();
            conditions.retain(|(check, _)| !is_nowhere(*check));
            if conditions.len() < n_before {
                refuse_own(cx, state, ptr)?;
                cx.disturb(state)?;
            }
            require(cx, state, inst, conditions)
        }
        Blocked::Elsewhere(found) => {
            cx.disturb(state)?;
            goes_elsewhere(cx, state, inst, found).map(|_| ())
        }
        blocked => unblock(cx, state, inst, blocked),
    }
}

/// Puts what blocked an access to the context; afterwards it may be assumed.
pub(crate) fn unblock<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    blocked: Blocked<C::Bool>,
) -> Step<()> {
    match blocked {
        Blocked::Conditions(conditions) => require(cx, state, inst, conditions),
        Blocked::Elsewhere(..) => Err(Halt::unsupported("access through a pointer of unknown origin")),
        Blocked::Stop(stop) => Err(stop.into()),
    }
}

pub(super) fn ptr_add<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    base: Operand,
    offset: i64,
    index: Option<PtrIndex>,
) -> Step<()> {
    if let Some(index) = index
        && at.inst.checks.contains(Check::OutOfBounds)
    {
        check_distance(at, cx, state, index)?;
    }
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let base = read(at.image, regs, base);
    // Each way ends in writing the result, because carrying a value from one place in memory to another before it is
    // written costs more than computing it: the processor waits for the parts of the value to arrive (18% of a string copy).
    match index {
        None if offset == 0 => {
            let ptr = base.clone();
            set_result(state, at.inst, ptr);
        }
        None => {
            let ptr = cx.offset_const(path, base, offset);
            set_result(state, at.inst, ptr);
        }
        Some(PtrIndex { index, width, scale }) => {
            let bytes =
                scaled(cx, path, at.image.program.target.pointer_bits, read(at.image, regs, index), width, scale);
            let mut ptr = cx.offset(path, base, &bytes);
            if offset != 0 {
                ptr = cx.offset_const(path, &ptr, offset);
            }
            set_result(state, at.inst, ptr);
        }
    }
    if at.inst.checks.contains(Check::PointerArithmetic) {
        check_in_bounds(cx, state, at.inst)?;
    }
    Ok(())
}

/// That the distance in bytes fits an address: modulo 2^64 it could lead back into the object.
#[inline]
fn check_distance<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, step: PtrIndex) -> Step<()> {
    let Some(most) = step.most(at.image.program.target.pointer_bits) else { return Ok(()) };
    let index = state.read(at.image, step.index).clone();
    // An index that is no proper value makes a pointer that is none.
    if !cx.use_conditions(&index).is_empty() {
        return Ok(());
    }
    let ty = Scalar::Int(step.width);
    let (most, twice) = (cx.constant(&Bits::new(step.width, most)), cx.constant(&Bits::new(step.width, 2 * most)));
    let above_least = cx.binary(&mut state.path, BinOp::Add, ty, &index, &most);
    let fits = cx.compare(&mut state.path, CmpOp::Ule, ty, &above_least, &twice);
    require_one(cx, state, at.inst, Check::OutOfBounds, &fits)
}

fn check_in_bounds<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst) -> Step<()> {
    let Some(result) = inst.result else { return Ok(()) };
    let ptr = state.thread.top.regs[result.index()].clone();
    let inside = cx.in_bounds(state, &ptr);
    require_one(cx, state, inst, Check::PointerArithmetic, &inside)
}

/// `index * scale` as a signed number of pointer width.
#[inline]
fn scaled<C: Control>(
    cx: &mut C,
    path: &mut C::Path,
    pointer_bits: u32,
    index: &C::Value,
    width: u32,
    scale: u64,
) -> C::Value {
    let address = Scalar::Int(pointer_bits);
    let resized = match width.cmp(&pointer_bits) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(CastOp::SExt),
        std::cmp::Ordering::Greater => Some(CastOp::Trunc),
    };
    let resized = resized.map(|op| cx.cast(path, op, Scalar::Int(width), address, index));
    let index = resized.as_ref().unwrap_or(index);
    if scale == 1 {
        return index.clone();
    }
    let scale = cx.constant(&Bits::new(pointer_bits, scale));
    cx.binary(path, BinOp::Mul, address, index, &scale)
}

pub(super) fn alloca<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    size: u64,
    count: Option<(Operand, u32)>,
    align: u32,
) -> Step<()> {
    let pointer_bits = at.image.program.target.pointer_bits;
    let size = match count {
        None => cx.constant(&Bits::new(pointer_bits, size)),
        Some((count, width)) => {
            let count = state.read(at.image, count).clone();
            usable(cx, state, at.inst, &count)?;
            let op = if width < pointer_bits { CastOp::ZExt } else { CastOp::Trunc };
            let address = Scalar::Int(pointer_bits);
            let count = match width == pointer_bits {
                true => count,
                false => cx.cast(&mut state.path, op, Scalar::Int(width), address, &count),
            };
            // A number of bytes is what `alloca` was called with, and may be negative; that of an array's elements has been looked at.
            let is_array = size > 1;
            let unit = cx.constant(&Bits::new(pointer_bits, size));
            let size = cx.binary(&mut state.path, BinOp::Mul, address, &count, &unit);
            // More than half of the address space is no object: `alloca(-1)`.
            let zero = cx.constant(&Bits::zero(pointer_bits));
            let is_negative = cx.compare(&mut state.path, CmpOp::Slt, address, &size, &zero);
            let wraps = cx.predicate(&mut state.path, Pred::UMulOverflow, pointer_bits, &count, &unit);
            let is_too_large = cx.logic(Logic::Or, &is_negative, &wraps);
            let fits = cx.not(&is_too_large);
            let is_assumed = at.image.options.arrays_fit && is_array && !at.inst.checks.contains(Check::VlaBound);
            // Of one that never fits the assumption would leave no execution, and everything would hold.
            if is_assumed && cx.decide(state, &fits)? != Decision::Never {
                cx.assume(state, &fits)?;
            } else {
                require_one(cx, state, at.inst, Check::VlaBound, &fits)?;
            }
            size
        }
    };
    let allocated = new_local(cx, state, ObjectKind::Stack, size, align)?;
    set_result(state, at.inst, allocated);
    Ok(())
}

/// A new object that ends with the top frame.
fn new_local<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    kind: ObjectKind,
    size: C::Value,
    align: u32,
) -> Step<C::Value> {
    let name = next_name(state);
    let allocated = cx.allocate(state, Allocation { kind, size, align, zeroed: false, name })?;
    state.thread.top.locals.push((name.ordinal, allocated.object));
    Ok(allocated.pointer)
}

/// Names the object that the current instruction is about to make.
pub(crate) fn next_name<C: Control>(state: &mut State<C>) -> ObjectName {
    let frame = &mut state.thread.top;
    let ordinal = frame.next_event();
    ObjectName { call_path: frame.call_path, site: frame.site(), ordinal }
}

#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
pub(super) fn atomic_rmw<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    op: AtomicOp,
    ty: Scalar,
    ptr: Operand,
    value: Operand,
    flags: AccessFlags,
) -> Step<()> {
    let ptr = state.read(at.image, ptr).clone();
    let operand = state.read(at.image, value).clone();
    note_order(state, flags.ordering);
    let old = load_checked(cx, state, at.inst, &ptr, ty, flags.align)?;
    let new = modified(cx, &mut state.path, op, ty, &old, &operand);
    store_checked(cx, state, at.inst, &ptr, ty, &new, flags.align)?;
    set_result(state, at.inst, old);
    Ok(())
}

/// The value that a read-modify-write writes.
fn modified<C: Control>(
    cx: &mut C,
    path: &mut C::Path,
    op: AtomicOp,
    ty: Scalar,
    old: &C::Value,
    operand: &C::Value,
) -> C::Value {
    let binary = |cx: &mut C, path: &mut C::Path, op| cx.binary(path, op, ty, old, operand);
    let math = |cx: &mut C, path: &mut C::Path, op| cx.math(path, op, ty, &[old, operand]);
    match op {
        AtomicOp::Exchange => operand.clone(),
        AtomicOp::Add => binary(cx, path, BinOp::Add),
        AtomicOp::Sub => binary(cx, path, BinOp::Sub),
        AtomicOp::And => binary(cx, path, BinOp::And),
        AtomicOp::Or => binary(cx, path, BinOp::Or),
        AtomicOp::Xor => binary(cx, path, BinOp::Xor),
        AtomicOp::Nand => {
            let and = binary(cx, path, BinOp::And);
            let ones = cx.constant(&Bits::ones(ty.int_width().unwrap_or(1)));
            cx.binary(path, BinOp::Xor, ty, &and, &ones)
        }
        AtomicOp::Max => math(cx, path, MathOp::SMax),
        AtomicOp::Min => math(cx, path, MathOp::SMin),
        AtomicOp::UMax => math(cx, path, MathOp::UMax),
        AtomicOp::UMin => math(cx, path, MathOp::UMin),
        AtomicOp::USubSat => math(cx, path, MathOp::USubSat),
        AtomicOp::FAdd => binary(cx, path, BinOp::FAdd),
        AtomicOp::FSub => binary(cx, path, BinOp::FSub),
        AtomicOp::FMax => math(cx, path, MathOp::MaxNum),
        AtomicOp::FMin => math(cx, path, MathOp::MinNum),
        AtomicOp::UIncWrap | AtomicOp::UDecWrap | AtomicOp::USubCond => wrapping(cx, path, op, ty, old, operand),
    }
}

/// The read-modify-writes that choose between two results.
fn wrapping<C: Control>(
    cx: &mut C,
    path: &mut C::Path,
    op: AtomicOp,
    ty: Scalar,
    old: &C::Value,
    operand: &C::Value,
) -> C::Value {
    let width = ty.int_width().unwrap_or(1);
    let (zero, one) = (cx.constant(&Bits::zero(width)), cx.constant(&Bits::new(width, 1)));
    let too_large = cx.compare(path, CmpOp::Uge, ty, old, operand);
    match op {
        AtomicOp::UIncWrap => {
            let more = cx.binary(path, BinOp::Add, ty, old, &one);
            cx.select(&too_large, ty, &zero, &more)
        }
        AtomicOp::UDecWrap => {
            let less = cx.binary(path, BinOp::Sub, ty, old, &one);
            let is_zero = cx.compare(path, CmpOp::Eq, ty, old, &zero);
            let above = cx.compare(path, CmpOp::Ugt, ty, old, operand);
            let reset = cx.logic(Logic::Or, &is_zero, &above);
            cx.select(&reset, ty, operand, &less)
        }
        _ => {
            let less = cx.binary(path, BinOp::Sub, ty, old, operand);
            cx.select(&too_large, ty, &less, old)
        }
    }
}

/// What a compare-and-swap works with.
pub(super) struct Swap {
    pub(super) ty: Scalar,
    pub(super) ptr: Operand,
    pub(super) expected: Operand,
    pub(super) new: Operand,
    pub(super) flags: AccessFlags,
}

/// A compare-and-swap. A weak one says in `success` whether it has succeeded: it may fail although the values are equal. That is asked for
/// also where they differ, so that an execution asks the same whatever is known of the values. The two ways part here: who fails leaves
/// the memory as it was, and a loop that tries again comes back to where it has been.
pub(super) fn atomic_cas<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    swap: Swap,
    failure: Ordering,
    success: Option<ValueId>,
) -> Step<Flow<C>> {
    let Some(success) = success else {
        compare_and_swap(at, cx, state, &swap, failure, /* fails */ false)?;
        return Ok(Flow::Next);
    };
    let chosen = match state.chosen.take() {
        Some(chosen) => chosen,
        None => cx.choose(state, ChoiceKind::Schedule, Scalar::I1)?,
    };
    let fails = cx.truth(&chosen);
    let fails = match cx.decide(state, &fails)? {
        Decision::Always => true,
        Decision::Never => false,
        Decision::Both => {
            state.chosen = Some(chosen);
            let not = cx.not(&fails);
            return Ok(Flow::Fork(Box::new(vec![(fails, Resume::Again), (not, Resume::Again)])));
        }
    };
    let succeeds = compare_and_swap(at, cx, state, &swap, failure, fails)?;
    let said = cx.value_of(&succeeds);
    state.thread.top.set(success, said);
    Ok(Flow::Next)
}

/// Whether it succeeds; never if it fails for no reason.
fn compare_and_swap<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    &Swap { ty, ptr, expected, new, flags }: &Swap,
    failure: Ordering,
    fails: bool,
) -> Step<C::Bool> {
    let ptr = state.read(at.image, ptr).clone();
    let expected = state.read(at.image, expected).clone();
    let new = state.read(at.image, new).clone();
    note_order(state, flags.ordering);
    let old = load_checked(cx, state, at.inst, &ptr, ty, flags.align)?;
    let equal = match ty {
        Scalar::Ptr => cx.compare_pointers(state, CmpOp::Eq, &old, &expected),
        _ => cx.compare(&mut state.path, CmpOp::Eq, ty, &old, &expected),
    };
    let succeeds = if fails { cx.boolean(false) } else { equal };
    // How a failure is ordered matters only if there is one.
    if !state.parked.is_empty() && !matches!(cx.decide(state, &succeeds)?, Decision::Always) {
        note_order(state, failure);
    }
    let written = cx.select(&succeeds, ty, &new, &old);
    store_checked(cx, state, at.inst, &ptr, ty, &written, flags.align)?;
    set_result(state, at.inst, old);
    Ok(succeeds)
}

#[expect(clippy::too_many_arguments, reason = "the fields of the instruction, spelled out")]
pub(super) fn mem_copy<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    dst: Operand,
    src: Operand,
    len: Operand,
    width: u32,
    may_overlap: bool,
) -> Step<()> {
    let (dst, src) = (state.read(at.image, dst).clone(), state.read(at.image, src).clone());
    let len = length(at, cx, state, len, width)?;
    copy_memory(cx, state, at.inst, &dst, &src, &len, may_overlap)
}

/// A length as a number of pointer width.
fn length<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, len: Operand, width: u32) -> Step<C::Value> {
    let len = state.read(at.image, len).clone();
    usable(cx, state, at.inst, &len)?;
    let pointer_bits = at.image.program.target.pointer_bits;
    let op = match width.cmp(&pointer_bits) {
        std::cmp::Ordering::Equal => return Ok(len),
        std::cmp::Ordering::Less => CastOp::ZExt,
        std::cmp::Ordering::Greater => CastOp::Trunc,
    };
    Ok(cx.cast(&mut state.path, op, Scalar::Int(width), Scalar::Int(pointer_bits), &len))
}

/// `memcpy` or `memmove`, checked; the length has pointer width.
pub(crate) fn copy_memory<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    dst: &C::Value,
    src: &C::Value,
    len: &C::Value,
    may_overlap: bool,
) -> Step<()> {
    usable(cx, state, inst, dst)?;
    usable(cx, state, inst, src)?;
    usable(cx, state, inst, len)?;
    if !state.parked.is_empty() {
        // What lies in the source may be read from the destination.
        publish(cx, state, dst, src);
    } else if cx.beyond() != Beyond::Nothing && cx.is_shared(state, dst) {
        cx.share_contents(state, src);
    }
    // Where reading what was never written is no fault, a copy of it must hold what the original holds.
    if !inst.checks.contains(Check::UninitializedRead) {
        cx.settle(state, src, len)?;
    }
    match touch::copy(cx, state, dst, src, len, may_overlap, AccessMode::Checked) {
        Ok(()) => Ok(()),
        Err(_) if cx.beyond() != Beyond::Nothing && is_beyond(cx, state, inst, dst)? => {
            refuse_own(cx, state, dst)?;
            read_all(cx, state, inst, src, len)?;
            cx.may_copy_elsewhere(state, src)?;
            cx.disturb(state)?;
            cx.write_elsewhere(state, dst, None)
        }
        Err(_) if cx.beyond() != Beyond::Nothing && is_beyond(cx, state, inst, src)? => {
            let is_own = cx.may_be_own(state, src);
            write_anything(cx, state, inst, dst, len, is_own)
        }
        Err(blocked) => {
            unblock(cx, state, inst, blocked)?;
            unblocked(touch::copy(cx, state, dst, src, len, may_overlap, AccessMode::Assumed))
        }
    }
}

/// Checks that so many bytes can be read: where the first and the last of them can, those between them can.
fn read_all<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst, src: &C::Value, len: &C::Value) -> Step<()> {
    let Some(len) = cx.plain(len).and_then(|len| i32::try_from(len).ok()).map(i64::from) else {
        return Err(Halt::unsupported("a copy of an unknown number of bytes to memory of unknown origin"));
    };
    if len > 0 {
        load_checked(cx, state, inst, src, Scalar::Int(8), 1)?;
        let last = cx.offset_const(&mut state.path, src, len - 1);
        load_checked(cx, state, inst, &last, Scalar::Int(8), 1)?;
    }
    Ok(())
}

/// Lengths up to this are written byte by byte.
const MOST_ANYTHING: u64 = 4096;

/// Writes anything to so many bytes. Where it is not known how many they are, nothing is known of the rest of the object any more.
fn write_anything<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    dst: &C::Value,
    len: &C::Value,
    is_own: bool,
) -> Step<()> {
    let Some(len) = cx.plain(len).filter(|len| *len <= MOST_ANYTHING) else {
        if is_own || !cx.beyond().is_foreign() {
            return Err(Halt::unsupported("a copy of memory of unknown origin"));
        }
        let zero = cx.constant(&Bits::zero(8));
        fill_memory(cx, state, inst, dst, &zero, len)?;
        return cx.fill_from_elsewhere(state, dst);
    };
    let (mut at, mut left) = (dst.clone(), len);
    while left > 0 {
        let n_bytes = [8, 4, 2, 1].into_iter().find(|n_bytes| *n_bytes <= left).unwrap_or(1);
        let ty = Scalar::Int(u32::try_from(n_bytes * 8).expect("at most 64"));
        let anything = anything(cx, ty, is_own)?;
        store_checked(cx, state, inst, &at, ty, &anything, 1)?;
        at = cx.offset_const(&mut state.path, &at, n_bytes.cast_signed());
        left -= n_bytes;
    }
    Ok(())
}

pub(super) fn mem_fill<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    dst: Operand,
    byte: Operand,
    len: Operand,
    width: u32,
) -> Step<()> {
    let (dst, byte) = (state.read(at.image, dst).clone(), state.read(at.image, byte).clone());
    let len = length(at, cx, state, len, width)?;
    fill_memory(cx, state, at.inst, &dst, &byte, &len)
}

/// `memset`, checked; the length has pointer width.
pub(crate) fn fill_memory<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    dst: &C::Value,
    byte: &C::Value,
    len: &C::Value,
) -> Step<()> {
    usable(cx, state, inst, dst)?;
    usable(cx, state, inst, len)?;
    match touch::fill(cx, state, dst, byte, len, AccessMode::Checked) {
        Ok(()) => Ok(()),
        Err(_) if cx.beyond() != Beyond::Nothing && is_beyond(cx, state, inst, dst)? => {
            refuse_own(cx, state, dst)?;
            cx.disturb(state)?;
            cx.write_elsewhere(state, dst, None)
        }
        Err(blocked) => {
            unblock(cx, state, inst, blocked)?;
            unblocked(touch::fill(cx, state, dst, byte, len, AccessMode::Assumed))
        }
    }
}

/// A local variable comes to life. It is a new object if something still points to the last one.
pub(super) fn start_life<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>, ptr: Operand) -> Step<()> {
    let last = state.read(image, ptr).clone();
    let object = cx.object_of(state, &last);
    if let (Some(renewal), Operand::Value(variable)) = (image.renewals.at(state.thread.top.site()), ptr) {
        let others = state.parked.iter().flat_map(|thread| thread.values());
        let own = renewal.holders.iter().map(|holder| &state.thread.top.regs[holder.index()]);
        let values: Vec<C::Value> = own.chain(others).cloned().collect();
        // It is none, or one of several, where executions come together that have been here differently.
        if object.is_none_or(|object| cx.is_held(state, object, &values)) {
            let name = next_name(state);
            let size = cx.constant(&Bits::new(image.program.target.pointer_bits, renewal.size));
            let request = Allocation { kind: ObjectKind::Stack, size, align: renewal.align, zeroed: false, name };
            let made = Site { func: state.thread.top.func, inst: renewal.made };
            let new = cx.new_life(state, request, made)?;
            let locals = &mut state.thread.top.locals;
            // The last one has ended for good.
            if let Some(idx) = locals.iter().rposition(|(_, local)| Some(*local) == object) {
                locals.remove(idx);
            }
            locals.push((name.ordinal, new.object));
            state.thread.top.set(variable, new.pointer);
            return Ok(());
        }
    }
    if let Some(object) = object {
        cx.set_alive(state, object, /* alive */ true);
    }
    Ok(())
}

/// The life of a local variable ends.
pub(crate) fn end_life<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>, ptr: Operand) -> Step<()> {
    let pointer = state.read(image, ptr).clone();
    match (cx.object_of(state, &pointer), ptr) {
        (Some(object), _) => cx.set_alive(state, object, /* alive */ false),
        (None, Operand::Value(variable)) if image.renewals.may_renew(state.thread.top.func, variable) => {
            return Err(Halt::unsupported("the end of a variable of a loop that may be one of several"));
        }
        (None, _) => {}
    }
    Ok(())
}

/// The System V va_list of x86-64 has its register areas used up, so that every argument is found in the overflow area.
const X86_64_GP_USED: u64 = 48;
const X86_64_FP_USED: u64 = 176;

/// How the machine keeps a list of unnamed arguments: in the structure of x86-64, or as a pointer to the next one.
enum VaList {
    Structure,
    Pointer,
}

/// The library models are compiled for x86 whatever the program is for.
fn va_list_of<C: Control>(at: At<'_, C>, state: &State<C>) -> Step<VaList> {
    let target = &at.image.program.target;
    if at.image.program.functions[state.thread.top.func].library {
        return Ok(if target.pointer_bits == 64 { VaList::Structure } else { VaList::Pointer });
    }
    let machine = target.triple.split('-').next().unwrap_or_default();
    match machine {
        "x86_64" | "amd64" => Ok(VaList::Structure),
        "" | "i386" | "i486" | "i586" | "i686" | "arm" | "armv7" | "mips" | "mipsel" | "riscv32" | "riscv64" => {
            Ok(VaList::Pointer)
        }
        other => Err(Halt::unsupported(format!("unnamed arguments on {other}"))),
    }
}

pub(super) fn va_start<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, list: Operand) -> Step<()> {
    let list = state.read(at.image, list).clone();
    let Some(area) = state.thread.top.varargs.clone() else {
        return Err(Halt::unsupported("va_start in a function that is not variadic"));
    };
    if matches!(va_list_of(at, state)?, VaList::Pointer) {
        return store_checked(cx, state, at.inst, &list, Scalar::Ptr, &area, 1);
    }
    let i32_ty = Scalar::Int(32);
    let gp = cx.constant(&Bits::new(32, X86_64_GP_USED));
    let fp = cx.constant(&Bits::new(32, X86_64_FP_USED));
    let null = cx.constant(&Bits::zero(64));
    store_checked(cx, state, at.inst, &list, i32_ty, &gp, 4)?;
    for (offset, ty, value) in [(4, i32_ty, fp), (8, Scalar::Ptr, area), (16, Scalar::Ptr, null)] {
        let field = cx.offset_const(&mut state.path, &list, offset);
        store_checked(cx, state, at.inst, &field, ty, &value, 4)?;
    }
    Ok(())
}

pub(super) fn va_copy<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    dst: Operand,
    src: Operand,
) -> Step<()> {
    let (dst, src) = (state.read(at.image, dst).clone(), state.read(at.image, src).clone());
    let bytes = match va_list_of(at, state)? {
        VaList::Structure => 24,
        VaList::Pointer => at.image.program.target.pointer_bytes(),
    };
    let len = cx.constant(&Bits::new(at.image.program.target.pointer_bits, bytes));
    copy_memory(cx, state, at.inst, &dst, &src, &len, /* may_overlap */ true)
}

pub(super) fn stack_save<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>) {
    let mark = u64::from(state.thread.top.events);
    let mark = cx.constant(&Bits::new(at.image.program.target.pointer_bits, mark));
    set_result(state, at.inst, mark);
}

pub(super) fn stack_restore<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>, mark: Operand) -> Step<()> {
    let mark = cx.plain(state.read(image, mark)).and_then(|mark| u32::try_from(mark).ok());
    let Some(mark) = mark else {
        return Err(Halt::unsupported("stackrestore with a mark that differs between paths"));
    };
    end_locals_after(cx, state, mark);
    Ok(())
}

/// Nobody knows the size at -O0 beyond what the compiler has folded already; natively it is unknown too.
pub(super) fn object_size<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst, width: u32, min: bool) {
    let unknown = if min { Bits::zero(width) } else { Bits::ones(width) };
    let unknown = cx.constant(&unknown);
    set_result(state, inst, unknown);
}
