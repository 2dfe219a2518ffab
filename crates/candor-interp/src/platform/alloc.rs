//! The heap: `malloc` and its relatives.

use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, EntityRef, Pred, Scalar, Symbol};

use super::{Done, Site};
use crate::choice::ChoiceKind;
use crate::control::{Control, Decision};
use crate::exec::{self, Resume};
use crate::image::unblocked;
use crate::memory::{AccessMode, Allocation, ObjectKind};
use crate::state::State;
use crate::stop::Step;

const HEAP_ALIGN: u32 = 16;

pub(super) fn malloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let size = at.arg(0)?.clone();
    exec::usable(cx, state, at.inst, &size)?;
    allocate(at, cx, state, size, HEAP_ALIGN, /* zeroed */ false)
}

pub(super) fn calloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (count, size) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    exec::usable(cx, state, at.inst, &count)?;
    exec::usable(cx, state, at.inst, &size)?;
    let width = at.pointer_bits();
    let too_large = cx.predicate(&mut state.path, Pred::UMulOverflow, width, &count, &size);
    match cx.decide(state, &too_large)? {
        Decision::Always => out_of_memory(at, cx, state),
        Decision::Both => Ok(again_each_way(cx, too_large)),
        Decision::Never => {
            let bytes = cx.binary(&mut state.path, BinOp::Mul, Scalar::Int(width), &count, &size);
            allocate(at, cx, state, bytes, HEAP_ALIGN, /* zeroed */ true)
        }
    }
}

pub(super) fn aligned_alloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (align, size) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    exec::usable(cx, state, at.inst, &align)?;
    exec::usable(cx, state, at.inst, &size)?;
    let plain = cx.plain(&align).and_then(|align| u32::try_from(align).ok());
    let valid = plain.is_some_and(u32::is_power_of_two);
    let ok = cx.boolean(valid);
    exec::require(cx, state, at.inst, vec![(Check::BadStdlibArgument, ok)])?;
    match plain.filter(|_| valid) {
        Some(align) => allocate(at, cx, state, size, align, /* zeroed */ false),
        None => Ok(Done::Value(null(at, cx))),
    }
}

pub(super) fn free<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let ptr = at.arg(0)?.clone();
    exec::usable(cx, state, at.inst, &ptr)?;
    let null = null(at, cx);
    let is_null = cx.compare_pointers(state, CmpOp::Eq, &ptr, &null);
    match cx.decide(state, &is_null)? {
        Decision::Always => return Ok(Done::Nothing),
        Decision::Both => return Ok(again_each_way(cx, is_null)),
        Decision::Never => {}
    }
    if let Err(blocked) = cx.free(state, &ptr, AccessMode::Checked) {
        exec::unblock(cx, state, at.inst, blocked)?;
        unblocked(cx.free(state, &ptr, AccessMode::Assumed))?;
    }
    Ok(Done::Nothing)
}

/// Always a new block: the old one is dead afterwards, and the new tail is uninitialised. Size 0 frees.
pub(super) fn realloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (ptr, size) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    exec::usable(cx, state, at.inst, &ptr)?;
    exec::usable(cx, state, at.inst, &size)?;
    let null_pointer = null(at, cx);
    let is_null = cx.compare_pointers(state, CmpOp::Eq, &ptr, &null_pointer);
    match cx.decide(state, &is_null)? {
        Decision::Always => return allocate(at, cx, state, size, HEAP_ALIGN, /* zeroed */ false),
        Decision::Both => return Ok(again_each_way(cx, is_null)),
        Decision::Never => {}
    }
    if let Err(blocked) = cx.free(state, &ptr, AccessMode::Ask) {
        exec::unblock(cx, state, at.inst, blocked)?;
    }
    let word = Scalar::Int(at.pointer_bits());
    let is_zero = cx.compare(&mut state.path, CmpOp::Eq, word, &size, &null_pointer);
    match cx.decide(state, &is_zero)? {
        Decision::Always => {
            unblocked(cx.free(state, &ptr, AccessMode::Assumed))?;
            return Ok(Done::Value(null_pointer));
        }
        Decision::Both => return Ok(again_each_way(cx, is_zero)),
        Decision::Never => {}
    }
    let too_large = cx.compare(&mut state.path, CmpOp::Slt, word, &size, &null_pointer);
    if cx.decide(state, &too_large)? == Decision::Both {
        return Ok(again_each_way(cx, too_large));
    }
    let Some((old_size, _)) = cx.extent(state, &ptr) else {
        return Err(crate::stop::Halt::unsupported("realloc of a pointer into one of several objects"));
    };
    let Done::Value(new) = allocate(at, cx, state, size.clone(), HEAP_ALIGN, /* zeroed */ false)? else {
        return Err(crate::stop::Halt::bug("realloc forks twice for the same reason"));
    };
    let failed = cx.compare_pointers(state, CmpOp::Eq, &new, &null_pointer);
    if cx.decide(state, &failed)? == Decision::Always {
        return Ok(Done::Value(new));
    }
    let shrinks = cx.compare(&mut state.path, CmpOp::Ult, word, &size, &old_size);
    let n_bytes = cx.select(&shrinks, word, &size, &old_size);
    unblocked(cx.copy(state, &new, &ptr, &n_bytes, /* may_overlap */ true, AccessMode::Assumed))?;
    unblocked(cx.free(state, &ptr, AccessMode::Assumed))?;
    Ok(Done::Value(new))
}

pub(super) fn memset<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (dst, int, len) = (at.arg(0)?.clone(), at.arg(1)?, at.arg(2)?.clone());
    let byte = cx.cast(&mut state.path, CastOp::Trunc, Scalar::Int(32), Scalar::Int(8), int);
    exec::fill_memory(cx, state, at.inst, &dst, &byte, &len)?;
    Ok(Done::Value(dst))
}

/// A heap block, or null: above PTRDIFF_MAX always, otherwise only if allocation may fail.
fn allocate<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    size: C::Value,
    align: u32,
    zeroed: bool,
) -> Step<Done<C>> {
    let word = Scalar::Int(at.pointer_bits());
    let zero = null(at, cx);
    let too_large = cx.compare(&mut state.path, CmpOp::Slt, word, &size, &zero);
    match cx.decide(state, &too_large)? {
        Decision::Always => return out_of_memory(at, cx, state),
        Decision::Both => return Ok(again_each_way(cx, too_large)),
        Decision::Never => {}
    }
    let name = exec::next_name(state);
    let request = Allocation { kind: ObjectKind::Heap, size, align, zeroed, name };
    let block = cx.allocate(state, request)?.pointer;
    if !at.image.options.malloc_may_fail {
        return Ok(Done::Value(block));
    }
    let fails = cx.choose(state, ChoiceKind::AllocationFailure, Scalar::I1)?;
    let fails = cx.truth(&fails);
    Ok(Done::Value(cx.select(&fails, Scalar::Ptr, &zero, &block)))
}

/// Linux's number for "out of memory".
const ENOMEM: u64 = 12;

/// Null, and `errno` set if the program has one.
fn out_of_memory<C: Control>(at: &Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    if let Some(Symbol::Global(errno)) = at.image.program.symbols.get("__candor_errno") {
        let pointer = at.image.global_pointers[errno.index()].clone();
        let number = cx.constant(&Bits::new(32, ENOMEM));
        unblocked(cx.store(state, &pointer, Scalar::Int(32), &number, 4, AccessMode::Assumed))?;
    }
    Ok(Done::Value(null(at, cx)))
}

fn null<C: Control>(at: &Site<'_, C>, cx: &mut C) -> C::Value {
    cx.constant(&Bits::zero(at.pointer_bits()))
}

/// The call is made again with the condition settled, once each way.
pub(super) fn again_each_way<C: Control>(cx: &mut C, cond: C::Bool) -> Done<C> {
    let not = cx.not(&cond);
    Done::Fork(vec![(cond, Resume::Again), (not, Resume::Again)])
}
