//! The heap: `malloc` and its relatives.

use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, Pred, Scalar};

use super::{Done, Site};
use crate::choice::ChoiceKind;
use crate::control::{Beyond, Control, Decision};
use crate::exec::{self, Resume};
use crate::image::unblocked;
use crate::memory::{AccessMode, Allocation, ObjectKind};
use crate::state::State;
use crate::stop::Step;
use crate::touch;

const HEAP_ALIGN: u32 = 16;

/// What is asked of the heap.
struct Request<V> {
    size: V,
    align: u32,
    zeroed: bool,
    may_fail: bool,
}

impl<V> Request<V> {
    /// As `malloc` asks.
    fn plain<C: Control<Value = V>>(at: &Site<'_, C>, size: V) -> Request<V> {
        Request { size, align: HEAP_ALIGN, zeroed: false, may_fail: at.image.options.malloc_may_fail }
    }
}

pub(super) fn malloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let size = at.arg(0)?.clone();
    exec::usable(cx, state, at.inst, &size)?;
    allocate(at, cx, state, Request::plain(at, size))
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
            allocate(at, cx, state, Request { zeroed: true, ..Request::plain(at, bytes) })
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
    // With an alignment that is none glibc fails, or takes the next one that is, depending on its version.
    let (align, may_fail) = match plain.filter(|_| valid) {
        Some(align) => (align, at.image.options.malloc_may_fail),
        None => (HEAP_ALIGN, true),
    };
    allocate(at, cx, state, Request { size, align, zeroed: false, may_fail })
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
    // Nobody asks about memory: what others gave is theirs to free.
    if cx.beyond() == Beyond::Everything && exec::is_beyond(cx, state, at.inst, &ptr)? {
        exec::refuse_own(cx, state, &ptr)?;
        return Ok(Done::Nothing);
    }
    if let Err(blocked) = touch::free(cx, state, &ptr, AccessMode::Checked) {
        exec::unblock(cx, state, at.inst, blocked)?;
        unblocked(touch::free(cx, state, &ptr, AccessMode::Assumed))?;
    }
    Ok(Done::Nothing)
}

/// Always a new block, whose address may be that of the old one: the old one is dead afterwards, and the new tail is
/// uninitialised. Size 0 frees. Where it fails the old block stays as it was.
pub(super) fn realloc<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (ptr, size) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    exec::usable(cx, state, at.inst, &ptr)?;
    exec::usable(cx, state, at.inst, &size)?;
    let null_pointer = null(at, cx);
    let is_null = cx.compare_pointers(state, CmpOp::Eq, &ptr, &null_pointer);
    match cx.decide(state, &is_null)? {
        Decision::Always => return allocate(at, cx, state, Request::plain(at, size)),
        Decision::Both => return Ok(again_each_way(cx, is_null)),
        Decision::Never => {}
    }
    if let Err(blocked) = touch::free(cx, state, &ptr, AccessMode::Ask) {
        exec::unblock(cx, state, at.inst, blocked)?;
    }
    let word = Scalar::Int(at.pointer_bits());
    let is_zero = cx.compare(&mut state.path, CmpOp::Eq, word, &size, &null_pointer);
    match cx.decide(state, &is_zero)? {
        Decision::Always => {
            unblocked(touch::free(cx, state, &ptr, AccessMode::Assumed))?;
            return Ok(Done::Value(null_pointer));
        }
        Decision::Both => return Ok(again_each_way(cx, is_zero)),
        Decision::Never => {}
    }
    let too_large = cx.compare(&mut state.path, CmpOp::Slt, word, &size, &null_pointer);
    match cx.decide(state, &too_large)? {
        Decision::Always => out_of_memory(at, cx, state),
        Decision::Both => Ok(again_each_way(cx, too_large)),
        Decision::Never => move_block(at, cx, state, ptr, size).map(Done::Value),
    }
}

/// A new block with the contents of an old one, which ends unless the allocation fails.
fn move_block<C: Control>(
    at: &Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ptr: C::Value,
    size: C::Value,
) -> Step<C::Value> {
    let word = Scalar::Int(at.pointer_bits());
    let Some((old_size, _)) = cx.extent(state, &ptr) else {
        return Err(crate::stop::Halt::unsupported("realloc of a pointer into one of several objects"));
    };
    let (new, fails) = new_block(cx, state, Request::plain(at, size.clone()))?;
    let shrinks = cx.compare(&mut state.path, CmpOp::Ult, word, &size, &old_size);
    let n_bytes = cx.select(&shrinks, word, &size, &old_size);
    unblocked(touch::copy(cx, state, &new, &ptr, &n_bytes, /* may_overlap */ true, AccessMode::Assumed))?;
    let moved = match &fails {
        None => ptr,
        Some(fails) => {
            let null = null(at, cx);
            cx.select(fails, Scalar::Ptr, &null, &ptr)
        }
    };
    unblocked(touch::free(cx, state, &moved, AccessMode::Assumed))?;
    // Allocators grow blocks in place, too: the new one may lie where the old one lay.
    cx.begin_life(state, &new);
    unless_failed(at, cx, state, new, fails)
}

pub(super) fn memset<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (dst, int, len) = (at.arg(0)?.clone(), at.arg(1)?, at.arg(2)?.clone());
    let byte = cx.cast(&mut state.path, CastOp::Trunc, Scalar::Int(32), Scalar::Int(8), int);
    exec::fill_memory(cx, state, at.inst, &dst, &byte, &len)?;
    Ok(Done::Value(dst))
}

/// A heap block, or null: above PTRDIFF_MAX always, otherwise only if the allocation may fail.
fn allocate<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    request: Request<C::Value>,
) -> Step<Done<C>> {
    let word = Scalar::Int(at.pointer_bits());
    let zero = null(at, cx);
    let too_large = cx.compare(&mut state.path, CmpOp::Slt, word, &request.size, &zero);
    match cx.decide(state, &too_large)? {
        Decision::Always => return out_of_memory(at, cx, state),
        Decision::Both => return Ok(again_each_way(cx, too_large)),
        Decision::Never => {}
    }
    let (block, fails) = new_block(cx, state, request)?;
    unless_failed(at, cx, state, block, fails).map(Done::Value)
}

/// A heap block, and when the allocation fails, if it may: the choice comes first, so that it is the same event of the function
/// whatever it turns out to be.
fn new_block<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    request: Request<C::Value>,
) -> Step<(C::Value, Option<C::Bool>)> {
    let Request { size, align, zeroed, may_fail } = request;
    let fails = match may_fail {
        true => Some(cx.choose(state, ChoiceKind::AllocationFailure, Scalar::I1)?),
        false => None,
    };
    let fails = fails.map(|fails| cx.truth(&fails));
    let name = exec::next_name(state);
    let request = Allocation { kind: ObjectKind::Heap, size, align, zeroed, name };
    Ok((cx.allocate(state, request)?.pointer, fails))
}

/// What an allocation returns. Where it fails there is no block, so that nobody has to free it, and `errno` is set; this needs no
/// fork, which would double the paths with every allocation.
fn unless_failed<C: Control>(
    at: &Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    block: C::Value,
    fails: Option<C::Bool>,
) -> Step<C::Value> {
    let Some(fails) = fails else { return Ok(block) };
    let null = null(at, cx);
    let unmade = cx.select(&fails, Scalar::Ptr, &block, &null);
    unblocked(touch::free(cx, state, &unmade, AccessMode::Assumed))?;
    set_errno(at, cx, state, Some(&fails))?;
    Ok(cx.select(&fails, Scalar::Ptr, &null, &block))
}

/// Linux's number for "out of memory".
const ENOMEM: u64 = 12;

/// Null, and `errno` set.
fn out_of_memory<C: Control>(at: &Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    set_errno(at, cx, state, None)?;
    Ok(Done::Value(null(at, cx)))
}

/// Sets the running thread's `errno` to ENOMEM, if the program has one, where the guard holds. It is the thread's own, so that the access
/// is not told.
fn set_errno<C: Control>(at: &Site<'_, C>, cx: &mut C, state: &mut State<C>, guard: Option<&C::Bool>) -> Step<()> {
    const INT: Scalar = Scalar::Int(32);
    let Some(errno) = super::errno(&at.image.program) else { return Ok(()) };
    let pointer = super::thread::instance_of(at, cx, state, errno)?;
    let mut number = cx.constant(&Bits::new(32, ENOMEM));
    if let Some(guard) = guard {
        let before = unblocked(cx.load(state, &pointer, INT, 4, AccessMode::Assumed))?;
        number = cx.select(guard, INT, &number, &before);
    }
    unblocked(cx.store(state, &pointer, INT, &number, 4, AccessMode::Assumed))
}

fn null<C: Control>(at: &Site<'_, C>, cx: &mut C) -> C::Value {
    cx.constant(&Bits::zero(at.pointer_bits()))
}

/// The call is made again with the condition settled, once each way.
pub(super) fn again_each_way<C: Control>(cx: &mut C, cond: C::Bool) -> Done<C> {
    let not = cx.not(&cond);
    Done::Fork(vec![(cond, Resume::Again), (not, Resume::Again)])
}
