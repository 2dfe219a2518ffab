//! One state for two that meet: what differs is selected by a guard, what is shared is skipped.
//!
//! Both states stand at the same place of the same activations; the guard tells, among the executions of the two, which are the
//! first one's. Words stay whole: where both sides hold a plain word of which some bytes differ, the word is selected, not
//! its bytes.

use candor_ir::{Bits, Endian, Scalar};
use triomphe::Arc;

use super::anatomy::{self, Activation, Fact, Reader};
use super::contents::{ByteView, Contents, View};
use super::domain::Domain;
use super::table::{Object, ObjectMemory};
use crate::memory::ObjectId;
use crate::state::{Frame, State, Thread};
use crate::values::Logic;

/// The states cannot be merged: one has a pointer where the other has other bytes in part of it, or they have settled
/// differently where an object lies.
#[derive(Debug)]
pub struct CannotMerge;

type Memory<D> = ObjectMemory<<D as crate::Values>::Value, <D as crate::Values>::Bool>;

/// Whether two states stand at the same place, so that one could stand for both.
pub fn same_place<D: Domain>(a: &State<D>, b: &State<D>) -> bool {
    let reader = &mut SamePlace;
    // Only one thread, between two instructions.
    let is_plain = |state: &State<D>| state.parked.is_empty() && state.chosen.is_none();
    is_plain(a)
        && is_plain(b)
        && anatomy::rest(reader, [a, b]).is_ok()
        && anatomy::thread::<_, D::Bool, _, 2>(reader, [&a.thread, &b.thread]).is_ok()
}

/// Looks at where control stands and not at data, which are merged.
struct SamePlace;

impl<V, B> Reader<V, B, 2> for SamePlace {
    type Stop = CannotMerge;

    fn wants(&self, fact: Fact) -> bool {
        match fact {
            // One activation has one name: others make other objects.
            Fact::CallPath => true,
            // The greater number stands for both, and the objects are those of both.
            Fact::Events | Fact::Locals | Fact::Exposed | Fact::NextAddress | Fact::Clock => false,
            // Each context merges what its executions have chosen by itself.
            Fact::Choices | Fact::Steps => false,
            // Of objects, which are data.
            Fact::Life | Fact::Shared | Fact::Origin => false,
        }
    }

    fn words(&mut self, [a, b]: [u64; 2]) -> Result<(), CannotMerge> {
        if a == b { Ok(()) } else { Err(CannotMerge) }
    }

    fn values(&mut self, _: [&V; 2]) -> Result<(), CannotMerge> {
        Ok(())
    }

    fn truths(&mut self, _: [&B; 2]) -> Result<(), CannotMerge> {
        Ok(())
    }

    fn objects(&mut self, _: [ObjectId; 2]) -> Result<(), CannotMerge> {
        Ok(())
    }

    fn registers(&mut self, _: [&Frame<V>; 2], _: Activation) -> Result<(), CannotMerge> {
        Ok(())
    }

    fn holdings(&mut self, _: [&Object<V, B>; 2]) -> Result<(), CannotMerge> {
        Ok(())
    }
}

/// The registers of the running frame that are still read. The others need not be merged.
#[derive(Copy, Clone, Debug)]
pub enum Live<'l> {
    All,
    These(&'l [u32]),
}

/// Merges everything but path and log of `b`, which is at the same place, into `a`; `first` holds in the executions that are `a`'s. If
/// it fails, `a` is as it was.
pub fn merge_into<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut State<D>,
    b: &State<D>,
    live: Live<'_>,
) -> Result<(), CannotMerge> {
    // What is not used here is the same on both sides.
    let State {
        path: _,
        memory,
        thread,
        parked: _,
        n_threads: _,
        weakly_ordered: _,
        pretended: _,
        log: _,
        chosen: _,
        exit_status,
        steps,
    } = a;
    let mut merged = memory.clone();
    merge_memory(cx, first, &mut merged, &b.memory)?;
    *memory = merged;
    merge_thread(cx, first, thread, &b.thread, live);
    merge_option(cx, first, Scalar::Int(32), exit_status, &b.exit_status);
    *steps = (*steps).max(b.steps);
    Ok(())
}

fn merge_thread<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Thread<D::Value>,
    b: &Thread<D::Value>,
    live: Live<'_>,
) {
    let Thread { id: _, top, below, jumps: _, uninterrupted: _, ended: _, result: _, mark: _, locals } = a;
    merge_frame(cx, first, top, &b.top, live);
    for (a, b) in below.iter_mut().zip(&b.below) {
        if !Arc::ptr_eq(a, b) {
            merge_frame(cx, first, Arc::make_mut(a), b, Live::All);
        }
    }
    for ((_, a), (_, b)) in locals.iter_mut().zip(&b.locals) {
        *a = cx.select(first, Scalar::Ptr, a, b);
    }
}

/// A value that both sides have, or neither.
fn merge_option<D: Domain>(cx: &mut D, first: &D::Bool, ty: Scalar, a: &mut Option<D::Value>, b: &Option<D::Value>) {
    *a = match (a.take(), b) {
        (Some(a), Some(b)) => Some(cx.select(first, ty, &a, b)),
        (a, b) => a.or_else(|| b.clone()),
    };
}

fn merge_frame<D: Domain>(cx: &mut D, first: &D::Bool, a: &mut Frame<D::Value>, b: &Frame<D::Value>, live: Live<'_>) {
    let Frame { func, pc: _, regs, locals, varargs, call_path: _, events, on_return: _ } = a;
    let mut merge = |idx: usize| {
        let ty = cx.program().functions[*func].values[candor_ir::EntityRef::new(idx)].ty;
        regs[idx] = cx.select(first, ty, &regs[idx], &b.regs[idx]);
    };
    match live {
        Live::All => (0..b.regs.len()).for_each(merge),
        Live::These(live) => live.iter().for_each(|&idx| merge(idx as usize)),
    }
    merge_option(cx, first, Scalar::Ptr, varargs, &b.varargs);
    for local in &b.locals {
        if !locals.contains(local) {
            locals.push(*local);
        }
    }
    locals.sort_unstable();
    *events = (*events).max(b.events);
}

fn merge_memory<D: Domain>(cx: &mut D, first: &D::Bool, a: &mut Memory<D>, b: &Memory<D>) -> Result<(), CannotMerge> {
    let second = cx.not(first);
    for id in a.differing(b) {
        match (a.get(id).is_some(), b.get(id).is_some()) {
            (true, true) => merge_object(cx, first, a, b, id)?,
            (true, false) => restrict(cx, a, id, first),
            (false, true) => {
                a.adopt(id, b);
                restrict(cx, a, id, &second);
            }
            (false, false) => {}
        }
    }
    // The objects have been merged; their number and dead ones to share memory with follow.
    let ObjectMemory { chunks: _, len: _, next_address, exposed, clock, graves: _ } = a;
    *next_address = (*next_address).max(b.next_address);
    *clock = (*clock).max(b.clock);
    for &object in &b.exposed {
        if !exposed.contains(&object) {
            exposed.push(object);
        }
    }
    Ok(())
}

/// The object lives only where the guard holds.
fn restrict<D: Domain>(cx: &mut D, memory: &mut Memory<D>, id: ObjectId, guard: &D::Bool) {
    if let Some(object) = memory.get_mut(id) {
        object.live = cx.logic(Logic::And, &object.live, guard);
    }
}

fn merge_object<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Memory<D>,
    b: &Memory<D>,
    id: ObjectId,
) -> Result<(), CannotMerge> {
    let (Some(one), Some(other)) = (a.get_mut(id), b.get(id)) else {
        return Ok(());
    };
    let word = Scalar::Int(cx.pointer_bits());
    // One name, one allocation: what it was asked for is the same, and so is where.
    let Object {
        kind: _,
        size,
        plain_size,
        align: _,
        live,
        constant: _,
        placement,
        base,
        exposed,
        shared,
        contents,
        array,
        made: _,
        ended,
        life,
    } = one;
    *size = cx.select(first, word, size, &other.size);
    *plain_size = cx.plain(size);
    if *placement != other.placement && base.is_none() && other.base.is_none() {
        return Err(CannotMerge);
    }
    *live = choose(cx, first, live, &other.live);
    // An address that only one side has looked at is as good as any for the other.
    merge_option(cx, first, word, base, &other.base);
    *exposed |= other.exposed;
    *shared |= other.shared;
    *ended = ended.or(other.ended);
    *life = life.common(other.life);
    if array.is_some() || other.array.is_some() {
        return merge_arrays(cx, first, one, other);
    }
    merge_contents(cx, first, contents, &other.contents)
}

/// Contents of which at least one side is one value; the other becomes one of the same kind.
fn merge_arrays<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    one: &mut Object<D::Value, D::Bool>,
    other: &Object<D::Value, D::Bool>,
) -> Result<(), CannotMerge> {
    let model = one.array.clone().or_else(|| other.array.clone()).ok_or(CannotMerge)?;
    let mut side = |object: &Object<D::Value, D::Bool>| match &object.array {
        Some(array) => Some(array.clone()),
        None => cx.array_like(object, &model),
    };
    let (a, b) = (side(one).ok_or(CannotMerge)?, side(other).ok_or(CannotMerge)?);
    one.contents = Contents::new(one.contents.size().max(other.contents.size()), one.contents.fresh());
    one.array = Some(cx.array_select(first, &a, &b).ok_or(CannotMerge)?);
    Ok(())
}

/// One of two truth values.
fn choose<D: Domain>(cx: &mut D, first: &D::Bool, a: &D::Bool, b: &D::Bool) -> D::Bool {
    if cx.known(a).is_some() && cx.known(a) == cx.known(b) {
        return a.clone();
    }
    let second = cx.not(first);
    let (a, b) = (cx.logic(Logic::And, a, first), cx.logic(Logic::And, b, &second));
    cx.logic(Logic::Or, &a, &b)
}

/// The contents of an object of which one side may be dead, and then is empty.
fn merge_contents<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Contents<D::Value>,
    b: &Contents<D::Value>,
) -> Result<(), CannotMerge> {
    if b.size() == 0 {
        return Ok(());
    }
    if a.size() == 0 {
        *a = b.clone();
        return Ok(());
    }
    // One name, two capacities: the size differed between the sides. Both lie in the larger.
    if a.size() < b.size() {
        let smaller = std::mem::replace(a, b.clone());
        let second = cx.not(first);
        return merge_ranges(cx, &second, a, &smaller);
    }
    merge_ranges(cx, first, a, b)
}

fn merge_ranges<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Contents<D::Value>,
    b: &Contents<D::Value>,
) -> Result<(), CannotMerge> {
    for (start, len) in a.differing_ranges(b) {
        merge_range(cx, first, a, b, start, len)?;
    }
    Ok(())
}

fn merge_range<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Contents<D::Value>,
    b: &Contents<D::Value>,
    start: u64,
    len: u64,
) -> Result<(), CannotMerge> {
    let mut at = start;
    while at < start + len {
        at += merge_at(cx, first, a, b, at, start + len - at)?;
    }
    Ok(())
}

/// Merges what lies at an offset: a whole cell where one side has one that the other can match, a whole word where both are
/// plain, else a byte.
fn merge_at<D: Domain>(
    cx: &mut D,
    first: &D::Bool,
    a: &mut Contents<D::Value>,
    b: &Contents<D::Value>,
    at: u64,
    room: u64,
) -> Result<u64, CannotMerge> {
    let endian = cx.endian();
    for size in [8, 4, 16, 10, 2, 1] {
        if size > room {
            continue;
        }
        let width = u32::try_from(size).expect("a scalar's size") * 8;
        let ty = Scalar::Int(width);
        let whole = match (a.view(at, size, endian), b.view(at, size, endian)) {
            // A pointer here and an integer that comes from one there: turning one into the other needs the memory.
            (View::Cell(a), View::Cell(b))
                if cx.is_pointer(a) && cx.has_provenance(b) || cx.has_provenance(a) && cx.is_pointer(b) =>
            {
                return Err(CannotMerge);
            }
            (View::Cell(a), View::Cell(b)) => Some(cx.select(first, ty, a, b)),
            (View::Cell(a), View::Plain(b)) => {
                let b = cx.constant(&Bits::new(width, b));
                Some(cx.select(first, ty, a, &b))
            }
            (View::Plain(a), View::Cell(b)) => {
                let a = cx.constant(&Bits::new(width, a));
                Some(cx.select(first, ty, &a, b))
            }
            (View::Plain(a), View::Plain(b)) if a == b => return Ok(size),
            (View::Plain(one), View::Plain(other)) if is_one_word(one, other, at, size) => {
                let (a, b) = (cx.constant(&Bits::new(width, one)), cx.constant(&Bits::new(width, other)));
                Some(cx.select(first, ty, &a, &b))
            }
            (View::Cell(value), View::Mixed) if is_fresh(b, at, size) => {
                let fresh = fresh(cx, ty);
                Some(cx.select(first, ty, value, &fresh))
            }
            (View::Mixed, View::Cell(value)) if is_fresh(a, at, size) => {
                let fresh = fresh(cx, ty);
                Some(cx.select(first, ty, &fresh, value))
            }
            (View::Plain(one), View::Mixed) if at.is_multiple_of(size) && is_fresh(b, at, size) => {
                let (a, fresh) = (cx.constant(&Bits::new(width, one)), fresh(cx, ty));
                Some(cx.select(first, ty, &a, &fresh))
            }
            (View::Mixed, View::Plain(other)) if at.is_multiple_of(size) && is_fresh(a, at, size) => {
                let (fresh, b) = (fresh(cx, ty), cx.constant(&Bits::new(width, other)));
                Some(cx.select(first, ty, &fresh, &b))
            }
            _ => None,
        };
        if let Some(value) = whole
            && put_whole(cx, a, at, size, value)
        {
            return Ok(size);
        }
    }
    if let (ByteView::Uninitialized, ByteView::Uninitialized) = (a.byte(at), b.byte(at)) {
        return Ok(1);
    }
    let (one, other) = (byte_value(cx, a, at)?, byte_value(cx, b, at)?);
    let value = cx.select(first, Scalar::Int(8), &one, &other);
    split(cx, a, at)?;
    put_byte(cx, a, at, value);
    Ok(1)
}

/// Whether two plain words that differ are best taken as one: not if they are two words of half the size of which one is the
/// same on both sides.
fn is_one_word(one: u64, other: u64, at: u64, size: u64) -> bool {
    let halves_differ = (one ^ other) & 0xFFFF_FFFF != 0 && (one ^ other) >> 32 != 0;
    at.is_multiple_of(size) && (size < 8 || halves_differ)
}

fn put_whole<D: Domain>(cx: &D, contents: &mut Contents<D::Value>, at: u64, size: u64, value: D::Value) -> bool {
    match cx.plain(&value).filter(|_| size <= 8) {
        Some(word) => contents.put_plain(at, size, word, cx.endian()),
        None => contents.put_cell(at, size, value).is_ok(),
    }
}

/// Whether nobody has written these bytes.
fn is_fresh<V: Clone>(contents: &Contents<V>, at: u64, size: u64) -> bool {
    (at..at + size).all(|at| matches!(contents.byte(at), ByteView::Uninitialized))
}

/// What reading bytes gives that nobody has written.
fn fresh<D: Domain>(cx: &mut D, ty: Scalar) -> D::Value {
    cx.unwritten(ty)
}

fn byte_value<D: Domain>(cx: &mut D, contents: &Contents<D::Value>, at: u64) -> Result<D::Value, CannotMerge> {
    match contents.byte(at) {
        ByteView::Plain(byte) => Ok(cx.constant(&Bits::new(8, u64::from(byte)))),
        ByteView::Uninitialized => Ok(fresh(cx, Scalar::Int(8))),
        ByteView::Part { value, index, size } => {
            let value = value.clone();
            part(cx, &value, index, size)
        }
    }
}

fn part<D: Domain>(cx: &mut D, value: &D::Value, index: u32, size: u32) -> Result<D::Value, CannotMerge> {
    if cx.is_pointer(value) {
        return Err(CannotMerge);
    }
    let from_low = if cx.endian() == Endian::Little { index } else { size - 1 - index };
    Ok(cx.byte_of(value, from_low, size))
}

/// Makes sure that no cell reaches over the byte.
fn split<D: Domain>(cx: &mut D, contents: &mut Contents<D::Value>, at: u64) -> Result<(), CannotMerge> {
    for (start, size, value) in contents.take_straddling(at, 1) {
        for index in 0..size {
            let byte = part(cx, &value, index, size)?;
            put_byte(cx, contents, start + u64::from(index), byte);
        }
    }
    Ok(())
}

fn put_byte<D: Domain>(cx: &D, contents: &mut Contents<D::Value>, at: u64, value: D::Value) {
    let done = put_whole(cx, contents, at, 1, value);
    debug_assert!(done, "a byte cuts no cell");
}
