//! One state for two that meet: what differs is selected by world, what is shared is skipped.

use candor_context_concrete::Value;
use candor_interp::object::{ByteView, Contents, ObjectMemory, View};
use candor_interp::{Frame, Merged, ObjectId, State, Thread};
use candor_ir::{Bits, Endian, UndefCause};
use triomphe::Arc;

use crate::context::WorldsContext;
use crate::value::{WorldSet, WorldsValue};

type Memory = ObjectMemory<WorldsValue, WorldSet>;

/// Merges two states with different worlds that stand at the same place of the same activation.
pub(crate) fn merge(cx: &mut WorldsContext, a: State<WorldsContext>, b: State<WorldsContext>) -> Merged<WorldsContext> {
    if !same_place(&a, &b) {
        return Err(Box::new((a, b)));
    }
    let side = Side { worlds: a.path, n: cx.all().len() };
    let State { path, memory, thread, parked, log, exit_status, steps } = b;
    let endian = candor_interp::object::Domain::program(cx).target.endian;
    let mut merged = a.clone();
    merged.path = merged.path.or(path);
    if merge_memory(side, endian, &mut merged.memory, &memory).is_err() {
        let b = State { path, memory, thread, parked, log, exit_status, steps };
        return Err(Box::new((a, b)));
    }
    merge_thread(side, &mut merged.thread, &thread);
    merged.exit_status = match (merged.exit_status, exit_status) {
        (Some(a), Some(b)) => Some(side.select(&a, &b)),
        (a, b) => a.or(b),
    };
    merged.steps = merged.steps.max(steps);
    // One thread, so nothing is parked; and worlds keep their choices in the context.
    debug_assert!(parked.is_empty());
    drop(log);
    Ok(merged)
}

fn same_place(a: &State<WorldsContext>, b: &State<WorldsContext>) -> bool {
    let same_frame = |a: &Frame<WorldsValue>, b: &Frame<WorldsValue>| {
        a.func == b.func && a.pc == b.pc && a.call_path == b.call_path && a.on_return == b.on_return
    };
    let jumps = |thread: &Thread<WorldsValue>| -> Vec<_> {
        thread.jumps.iter().map(|jump| (jump.depth, jump.call_path, jump.pc)).collect()
    };
    a.thread.depth() == b.thread.depth()
        && a.thread.frames().zip(b.thread.frames()).all(|(a, b)| same_frame(a, b))
        && jumps(&a.thread) == jumps(&b.thread)
        && a.exit_status.is_some() == b.exit_status.is_some()
}

/// The states cannot be merged: one has a pointer where the other has other bytes in part of it, or they have settled
/// differently where an object lies.
struct CannotMerge;

/// The worlds that take the first state's values.
#[derive(Copy, Clone)]
struct Side {
    worlds: WorldSet,
    n: usize,
}

impl Side {
    fn select(self, a: &WorldsValue, b: &WorldsValue) -> WorldsValue {
        if a == b {
            return a.clone();
        }
        WorldsValue::each(self.n, |world| if self.worlds.contains(world) { a } else { b }.in_world(world).clone())
    }

    fn choose(self, a: WorldSet, b: WorldSet) -> WorldSet {
        a.and(self.worlds).or(b.minus(self.worlds))
    }
}

fn merge_thread(side: Side, a: &mut Thread<WorldsValue>, b: &Thread<WorldsValue>) {
    merge_frame(side, &mut a.top, &b.top);
    for (a, b) in a.below.iter_mut().zip(&b.below) {
        if !Arc::ptr_eq(a, b) {
            merge_frame(side, Arc::make_mut(a), b);
        }
    }
}

fn merge_frame(side: Side, a: &mut Frame<WorldsValue>, b: &Frame<WorldsValue>) {
    for (a, b) in a.regs.iter_mut().zip(&b.regs) {
        *a = side.select(a, b);
    }
    a.varargs = match (a.varargs.take(), &b.varargs) {
        (Some(a), Some(b)) => Some(side.select(&a, b)),
        (a, b) => a.or_else(|| b.clone()),
    };
    for local in &b.locals {
        if !a.locals.contains(local) {
            a.locals.push(*local);
        }
    }
    a.locals.sort_unstable();
    a.events = a.events.max(b.events);
}

fn merge_memory(side: Side, endian: Endian, a: &mut Memory, b: &Memory) -> Result<(), CannotMerge> {
    for id in a.differing(b) {
        match (a.get(id).is_some(), b.get(id).is_some()) {
            (true, true) => merge_object(side, endian, a, b, id)?,
            (true, false) => {
                if let Some(object) = a.get_mut(id) {
                    object.live = object.live.and(side.worlds);
                }
            }
            (false, true) => {
                a.adopt(id, b);
                if let Some(object) = a.get_mut(id) {
                    object.live = object.live.minus(side.worlds);
                }
            }
            (false, false) => {}
        }
    }
    a.next_address = a.next_address.max(b.next_address);
    for &object in &b.exposed {
        if !a.exposed.contains(&object) {
            a.exposed.push(object);
        }
    }
    Ok(())
}

fn merge_object(side: Side, endian: Endian, a: &mut Memory, b: &Memory, id: ObjectId) -> Result<(), CannotMerge> {
    let (Some(one), Some(other)) = (a.get_mut(id), b.get(id)) else {
        return Ok(());
    };
    one.size = side.select(&one.size, &other.size);
    one.plain_size = match &one.size {
        WorldsValue::Same(Value::Int(size)) => Some(*size),
        _ => None,
    };
    if one.placement != other.placement && one.base.is_none() && other.base.is_none() {
        return Err(CannotMerge);
    }
    one.live = side.choose(one.live, other.live);
    // An address that only one side has looked at is as good as any for the other.
    one.base = match (one.base.take(), &other.base) {
        (Some(a), Some(b)) => Some(side.select(&a, b)),
        (a, b) => a.or_else(|| b.clone()),
    };
    one.exposed |= other.exposed;
    one.ended = one.ended.or(other.ended);
    merge_contents(side, endian, &mut one.contents, &other.contents)
}

/// The contents of an object of which one side may be dead, and then is empty.
fn merge_contents(
    side: Side,
    endian: Endian,
    a: &mut Contents<WorldsValue>,
    b: &Contents<WorldsValue>,
) -> Result<(), CannotMerge> {
    if b.size() == 0 {
        return Ok(());
    }
    if a.size() == 0 {
        *a = b.clone();
        return Ok(());
    }
    if a.size() != b.size() {
        // One name, two capacities: the size differed between the sides. Both lie in the larger.
        return merge_capacities(side, endian, a, b);
    }
    for (start, len) in a.differing_ranges(b) {
        merge_range(side, endian, a, b, start, len)?;
    }
    Ok(())
}

fn merge_capacities(
    side: Side,
    endian: Endian,
    a: &mut Contents<WorldsValue>,
    b: &Contents<WorldsValue>,
) -> Result<(), CannotMerge> {
    let shorter = a.size().min(b.size());
    if a.size() < b.size() {
        let mut larger = b.clone();
        let flipped = Side { worlds: WorldSet::first(side.n).minus(side.worlds), n: side.n };
        merge_range(flipped, endian, &mut larger, a, 0, shorter)?;
        *a = larger;
        return Ok(());
    }
    merge_range(side, endian, a, b, 0, shorter)
}

fn merge_range(
    side: Side,
    endian: Endian,
    a: &mut Contents<WorldsValue>,
    b: &Contents<WorldsValue>,
    start: u64,
    len: u64,
) -> Result<(), CannotMerge> {
    let mut at = start;
    while at < start + len {
        at += merge_at(side, endian, a, b, at, start + len - at)?;
    }
    Ok(())
}

/// Merges what lies at an offset: a whole cell where one side has one that the other can match, else a byte.
fn merge_at(
    side: Side,
    endian: Endian,
    a: &mut Contents<WorldsValue>,
    b: &Contents<WorldsValue>,
    at: u64,
    room: u64,
) -> Result<u64, CannotMerge> {
    for size in [8, 4, 16, 10, 2] {
        if size > room {
            continue;
        }
        let whole = match (a.view(at, size, endian), b.view(at, size, endian)) {
            (View::Cell(a), View::Cell(b)) => Some(side.select(a, b)),
            (View::Cell(a), View::Plain(b)) => Some(side.select(a, &WorldsValue::Same(Value::Int(b)))),
            (View::Plain(a), View::Cell(b)) => Some(side.select(&WorldsValue::Same(Value::Int(a)), b)),
            (View::Plain(a), View::Plain(b)) if a == b => return Ok(size),
            (View::Cell(a), View::Mixed) if is_fresh(b, at, size) => Some(side.select(a, &fresh(size))),
            (View::Mixed, View::Cell(b)) if is_fresh(a, at, size) => Some(side.select(&fresh(size), b)),
            _ => None,
        };
        if let Some(value) = whole
            && a.put_cell(at, size, value).is_ok()
        {
            return Ok(size);
        }
    }
    if let (ByteView::Uninitialized, ByteView::Uninitialized) = (a.byte(at), b.byte(at)) {
        return Ok(1);
    }
    let (one, other) = (byte_value(a, at, endian)?, byte_value(b, at, endian)?);
    let value = side.select(&one, &other);
    split(a, at, endian)?;
    put_byte(a, at, value);
    Ok(1)
}

/// Whether nobody has written these bytes.
fn is_fresh(contents: &Contents<WorldsValue>, at: u64, size: u64) -> bool {
    (at..at + size).all(|at| matches!(contents.byte(at), ByteView::Uninitialized))
}

/// What reading such bytes gives.
fn fresh(size: u64) -> WorldsValue {
    let width = u32::try_from(size).expect("a scalar's size") * 8;
    WorldsValue::Same(Value::marked(Value::from_bits(&Bits::zero(width)), Bits::ones(width), UndefCause::Uninitialized))
}

fn byte_value(contents: &Contents<WorldsValue>, at: u64, endian: Endian) -> Result<WorldsValue, CannotMerge> {
    match contents.byte(at) {
        ByteView::Plain(byte) => Ok(WorldsValue::Same(Value::Int(u64::from(byte)))),
        ByteView::Uninitialized => Ok(fresh(1)),
        ByteView::Part { value, index, size } => part(value, index, size, endian),
    }
}

fn part(value: &WorldsValue, index: u32, size: u32, endian: Endian) -> Result<WorldsValue, CannotMerge> {
    if value.any(|value| value.unmarked().as_ptr().is_some()) {
        return Err(CannotMerge);
    }
    let from_low = if endian == Endian::Little { index } else { size - 1 - index };
    Ok(value.map(|value| candor_context_concrete::ops::byte_of(value, from_low)))
}

/// Makes sure that no cell reaches over the byte.
fn split(contents: &mut Contents<WorldsValue>, at: u64, endian: Endian) -> Result<(), CannotMerge> {
    for (start, size, value) in contents.take_straddling(at, 1) {
        for index in 0..size {
            put_byte(contents, start + u64::from(index), part(&value, index, size, endian)?);
        }
    }
    Ok(())
}

fn put_byte(contents: &mut Contents<WorldsValue>, at: u64, value: WorldsValue) {
    let done = match value {
        WorldsValue::Same(Value::Int(byte)) => contents.put_plain(at, 1, byte, Endian::Little),
        value => contents.put_cell(at, 1, value).is_ok(),
    };
    debug_assert!(done, "a byte cuts no cell");
}
