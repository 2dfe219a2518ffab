//! Objects come and go; pointers are compared and turned into integers and back.

use candor_ir::{BinOp, Bits, Check, CmpOp, FuncId, Scalar};

use super::access::{foreign_target, push_condition, range_is_inside, refuse_undefined};
use super::contents::{Contents, Fresh};
use super::domain::{Domain, Place, Target};
use super::table::{Life, Object};
use crate::choice::{Choice, ChoiceKind};
use crate::control::Beyond;
use crate::memory::{AccessMode, Allocated, Allocation, Blocked, Callees, ObjectId, ObjectKind};
use crate::state::{Site, State};
use crate::stop::Stop;
use crate::values::{Conditions, Logic};

/// A new object.
pub fn allocate<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    request: Allocation<D::Value>,
) -> Result<Allocated<D::Value>, Stop> {
    let Allocation { kind, size, align, zeroed, name } = request;
    let object = cx.new_object_id(state, name)?;
    // A variable that is defined nowhere has no size that one could rely on.
    let undefined = matches!(kind, ObjectKind::Global(global) if cx.program().globals[global].init.is_none());
    let plain_size = cx.plain(&size).filter(|_| !undefined);
    let capacity = match plain_size {
        Some(size) => size,
        None => cx.largest(&state.path, &size),
    };
    let fresh = if zeroed { Fresh::Zero } else { Fresh::Uninitialized };
    let constant = matches!(kind, ObjectKind::Global(global) if cx.program().globals[global].constant);
    let live = cx.boolean(true);
    let made = user_site(cx, state);
    let contents = Contents::new(capacity, fresh);
    let new = Object {
        kind,
        size,
        plain_size,
        align,
        live,
        constant,
        placement: (align.max(1), 0),
        base: None,
        exposed: false,
        shared: false,
        contents,
        array: None,
        made,
        ended: None,
        life: Life { born: state.memory.tick(), died: u64::MAX },
    };
    state.memory.insert(object, new);
    let pointer = cx.pointer(object, 0);
    Ok(Allocated { object, pointer })
}

/// The instruction to name when an object is made or ended: the innermost one in code of the user's own.
fn user_site<D: Domain>(cx: &D, state: &State<D>) -> Site {
    let functions = &cx.program().functions;
    let frame = state.thread.frames().find(|frame| functions.get(frame.func).is_some_and(|func| !func.library));
    let frame = frame.unwrap_or(&state.thread.top);
    Site { func: frame.func, inst: frame.pc }
}

/// Frees the heap block that the pointer points to the start of.
pub fn free<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    ptr: &D::Value,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    let targets = cx.targets(&state.path, ptr);
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        for target in &targets {
            refuse_undefined(cx, state, target)?;
            free_conditions(cx, state, target, &mut conditions);
        }
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    if mode == AccessMode::Ask {
        return Ok(());
    }
    let site = user_site(cx, state);
    for target in &targets {
        let Some(object) = target.place.object() else {
            continue;
        };
        let Some(found) = state.memory.get(object) else {
            continue;
        };
        let live = match &target.guard {
            None => cx.boolean(false),
            Some(guard) => {
                let live = found.live.clone();
                let elsewhere = cx.not(guard);
                cx.logic(Logic::And, &live, &elsewhere)
            }
        };
        let dead = cx.known(&live) == Some(false);
        let now = state.memory.tick();
        if let Some(found) = state.memory.get_mut(object) {
            found.live = live;
            found.ended = Some(site);
            found.life.died = found.life.died.min(now);
            if dead {
                found.contents = Contents::new(0, Fresh::Uninitialized);
                found.array = None;
            }
        }
    }
    Ok(())
}

fn free_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    target: &Target<D::Value, D::Bool>,
    conditions: &mut Conditions<D::Bool>,
) {
    let never = cx.boolean(false);
    match target.place.object().and_then(|object| state.memory.get(object)) {
        Some(object) if object.kind == ObjectKind::Heap => {
            push_condition(cx, target, Check::DoubleFree, object.live.clone(), conditions);
            let at_start = is_at_start(cx, state, &target.place);
            push_condition(cx, target, Check::InvalidFree, at_start, conditions);
        }
        _ => push_condition(cx, target, Check::InvalidFree, never, conditions),
    }
}

/// Does the place lie at the start of its object?
fn is_at_start<D: Domain>(cx: &mut D, state: &mut State<D>, place: &Place<D::Value>) -> D::Bool {
    match place {
        Place::Object(_, offset) => cx.boolean(*offset == 0),
        Place::Within(_, offset) => {
            let width = cx.pointer_bits();
            let zero = cx.constant(&Bits::zero(width));
            cx.compare(&mut state.path, CmpOp::Eq, Scalar::Int(width), offset, &zero)
        }
        Place::Address(_) | Place::Somewhere(_) => cx.boolean(false),
    }
}

/// Starts or ends the life of an object that belongs to a frame.
pub fn set_alive<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId, alive: bool) {
    let live = cx.boolean(alive);
    let site = (!alive).then(|| user_site(cx, state));
    let now = state.memory.tick();
    let Some(found) = state.memory.get_mut(object) else {
        return;
    };
    let capacity = found.plain_size.unwrap_or(u64::MAX);
    found.live = live;
    found.ended = site;
    found.life = match alive {
        true => Life { born: now, died: u64::MAX },
        false => Life { died: found.life.died.min(now), ..found.life },
    };
    found.array = None;
    found.contents = Contents::new(if alive { capacity } else { 0 }, Fresh::Uninitialized);
    if !alive {
        state.memory.bury(object);
    }
}

/// The life of an object begins only now, if the pointer plainly points to one.
pub fn begin_life<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) {
    let targets = cx.targets(&state.path, ptr);
    let [Target { place, .. }] = &targets[..] else { return };
    let now = state.memory.tick();
    if let Some(found) = place.object().and_then(|object| state.memory.get_mut(object)) {
        found.life.born = now;
    }
}

/// Every object starts at a multiple of this.
const MIN_ALIGN: u32 = 16;

/// The address of an object's first byte, chosen when first asked for.
pub fn base_address<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId) -> D::Value {
    if let Some(base) = state.memory.get(object).and_then(|found| found.base.clone()) {
        cx.look_at_base(state, &base);
        return base;
    }
    let base = match cx.choose_base(state, object) {
        Some(base) => base,
        None => next_base(cx, state, object),
    };
    if let Some(found) = state.memory.get_mut(object) {
        found.base = Some(base.clone());
    }
    base
}

/// The next free address.
fn next_base<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId) -> D::Value {
    let address = next_address(state, object);
    let width = cx.pointer_bits();
    let base = cx.constant(&Bits::new(width, address & candor_bits::small::mask(width)));
    log_address(state, width, base.clone());
    base
}

/// Where an object lies that is placed behind all that have been placed.
pub fn next_address<D: Domain>(state: &mut State<D>, object: ObjectId) -> u64 {
    let (size, (modulus, rest)) = match state.memory.get(object) {
        Some(found) => (found.plain_size.unwrap_or(1 << 20), found.placement),
        None => (0, (1, 0)),
    };
    // As compilers and allocators place things: what is not aligned by its type is usually aligned all the same.
    let start = state.memory.next_address.next_multiple_of(u64::from(modulus.max(MIN_ALIGN)));
    let address = start + u64::from(rest);
    state.memory.next_address = address.saturating_add(size.max(1)).saturating_add(16);
    address
}

/// Writes down which address an object was given.
pub fn log_address<D: Domain>(state: &mut State<D>, width: u32, address: D::Value) {
    let ordinal = state.thread.top.next_event();
    let choice = Choice {
        kind: ChoiceKind::Address,
        thread: state.thread.id,
        call_path: state.thread.top.call_path,
        site: state.thread.top.site(),
        ordinal,
        width,
        value: address,
    };
    state.log.push(choice);
}

/// The address as an integer that remembers its object.
pub fn pointer_to_int<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> D::Value {
    let targets = cx.targets(&state.path, ptr);
    let word = Scalar::Int(cx.pointer_bits());
    let mut result: Option<D::Value> = None;
    for target in &targets {
        cx.choose_only(target.guard.as_ref());
        let address = address_value(cx, state, &target.place);
        cx.choose_only(None);
        let value = match target.place.object() {
            None => address,
            Some(object) => {
                expose(cx, state, object);
                cx.exposed_int(object, &address)
            }
        };
        result = Some(match (result, &target.guard) {
            (None, _) | (_, None) => value,
            (Some(other), Some(guard)) => cx.select(guard, word, &value, &other),
        });
    }
    result.unwrap_or_default()
}

fn expose<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId) {
    if state.memory.get(object).is_some_and(|found| !found.exposed) {
        if !state.parked.is_empty() || cx.beyond() != Beyond::Nothing {
            let pointer = cx.pointer(object, 0);
            super::share::share(cx, state, &pointer);
        }
        if let Some(found) = state.memory.get_mut(object) {
            found.exposed = true;
        }
        state.memory.exposed.push(object);
    }
}

/// The pointer that an integer stands for.
pub fn int_to_pointer<D: Domain>(cx: &mut D, state: &mut State<D>, int: &D::Value) -> D::Value {
    cx.pointer_at(state, int)
}

fn address_value<D: Domain>(cx: &mut D, state: &mut State<D>, place: &Place<D::Value>) -> D::Value {
    let width = cx.pointer_bits();
    let (object, offset) = match place {
        Place::Address(address) => return cx.constant(&Bits::new(width, *address)),
        Place::Somewhere(address) => return address.clone(),
        Place::Object(object, offset) => (*object, cx.constant(&Bits::from_i64(width, *offset))),
        Place::Within(object, offset) => (*object, offset.clone()),
    };
    let base = base_address(cx, state, object);
    cx.binary(&mut state.path, BinOp::Add, Scalar::Int(width), &base, &offset)
}

/// Compares two pointers: inside one object by offset, otherwise by address, except that live objects never coincide.
pub fn compare_pointers<D: Domain>(cx: &mut D, state: &mut State<D>, op: CmpOp, a: &D::Value, b: &D::Value) -> D::Bool {
    let (a, b) = (cx.targets(&state.path, a), cx.targets(&state.path, b));
    if let ([one], [other]) = (&a[..], &b[..]) {
        return compare_places(cx, state, op, &one.place, &other.place);
    }
    let mut result = cx.boolean(false);
    for one in &a {
        for other in &b {
            let guards = [&one.guard, &other.guard].into_iter().flatten().cloned();
            let guard = guards.reduce(|one, other| cx.logic(Logic::And, &one, &other));
            cx.choose_only(guard.as_ref());
            let mut case = compare_places(cx, state, op, &one.place, &other.place);
            cx.choose_only(None);
            if let Some(guard) = guard {
                case = cx.logic(Logic::And, &case, &guard);
            }
            result = cx.logic(Logic::Or, &result, &case);
        }
    }
    result
}

fn compare_places<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    op: CmpOp,
    a: &Place<D::Value>,
    b: &Place<D::Value>,
) -> D::Bool {
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let word = Scalar::Int(cx.pointer_bits());
    if let (Some(one), Some(other)) = (a.object(), b.object())
        && one != other
    {
        let is_literal = |object| match state.memory.get(object).map(|found| found.kind) {
            Some(ObjectKind::Global(global)) => cx.program().globals[global].is_literal(),
            _ => false,
        };
        if is_literal(one) && is_literal(other) {
            cx.compares_literals();
        }
    }
    match (a, b) {
        (Place::Object(one, at), Place::Object(other, bt)) if one == other => {
            let (at, bt) = (at.cast_unsigned(), bt.cast_unsigned());
            // Offsets are signed: one before the start is below the start, wherever the object lies.
            let op = signed(op);
            cx.boolean(candor_bits::small::compare(op, 64, at, bt))
        }
        (Place::Address(one), Place::Address(other)) => cx.boolean(candor_bits::small::compare(op, 64, *one, *other)),
        (Place::Object(..), Place::Address(0)) | (Place::Address(0), Place::Object(..)) if equality => {
            cx.boolean(op == CmpOp::Ne)
        }
        // As with offsets that are numbers: a pointer into an object is not null, wherever in it or around it.
        (Place::Within(..), Place::Address(0)) | (Place::Address(0), Place::Within(..)) if equality => {
            cx.boolean(op == CmpOp::Ne)
        }
        (Place::Object(one, at), Place::Object(other, bt))
            if equality && is_live_inside(cx, state, *one, *at) && is_live_inside(cx, state, *other, *bt) =>
        {
            cx.boolean(op == CmpOp::Ne)
        }
        _ if a.object().is_some() && a.object() == b.object() => {
            let (at, bt) = (offset_value(cx, a), offset_value(cx, b));
            cx.compare(&mut state.path, signed(op), word, &at, &bt)
        }
        _ => {
            let (a, b) = (address_value(cx, state, a), address_value(cx, state, b));
            cx.compare(&mut state.path, op, word, &a, &b)
        }
    }
}

/// The offset of a place in its object; the address where there is none.
pub(super) fn offset_value<D: Domain>(cx: &mut D, place: &Place<D::Value>) -> D::Value {
    let width = cx.pointer_bits();
    match place {
        Place::Object(_, offset) => cx.constant(&Bits::from_i64(width, *offset)),
        Place::Within(_, offset) | Place::Somewhere(offset) => offset.clone(),
        Place::Address(address) => cx.constant(&Bits::new(width, *address)),
    }
}

fn signed(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Ugt => CmpOp::Sgt,
        CmpOp::Uge => CmpOp::Sge,
        CmpOp::Ult => CmpOp::Slt,
        CmpOp::Ule => CmpOp::Sle,
        other => other,
    }
}

/// Plainly alive, and the offset is that of a byte of it.
fn is_live_inside<D: Domain>(cx: &D, state: &State<D>, object: ObjectId, offset: i64) -> bool {
    let Some(found) = state.memory.get(object) else {
        return false;
    };
    let inside = u64::try_from(offset).is_ok_and(|offset| found.plain_size.is_some_and(|size| offset < size));
    inside && cx.known(&found.live) == Some(true)
}

/// Do both pointers point into one object?
pub fn same_object<D: Domain>(cx: &mut D, state: &mut State<D>, a: &D::Value, b: &D::Value) -> D::Bool {
    let (a, b) = (cx.targets(&state.path, a), cx.targets(&state.path, b));
    let mut result = cx.boolean(false);
    for one in &a {
        for other in &b {
            let mut case = match (one.place.object(), other.place.object()) {
                (None, None) => compare_places(cx, state, CmpOp::Eq, &one.place, &other.place),
                (one, other) => cx.boolean(one == other),
            };
            for guard in [&one.guard, &other.guard].into_iter().flatten() {
                case = cx.logic(Logic::And, &case, guard);
            }
            result = cx.logic(Logic::Or, &result, &case);
        }
    }
    result
}

/// Do both pointers point into objects, and into different ones?
pub fn in_different_objects<D: Domain>(cx: &mut D, state: &mut State<D>, a: &D::Value, b: &D::Value) -> D::Bool {
    let (a, b) = (cx.targets(&state.path, a), cx.targets(&state.path, b));
    let mut result = cx.boolean(false);
    for one in &a {
        for other in &b {
            let (Some(left), Some(right)) = (one.place.object(), other.place.object()) else { continue };
            let mut case = cx.boolean(left != right);
            for guard in [&one.guard, &other.guard].into_iter().flatten() {
                case = cx.logic(Logic::And, &case, guard);
            }
            result = cx.logic(Logic::Or, &result, &case);
        }
    }
    result
}

/// Does the pointer point into its object or one past the end?
pub fn in_bounds<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> D::Bool {
    let targets = cx.targets(&state.path, ptr);
    let mut conditions = Conditions::new();
    for target in &targets {
        let ok = match &target.place {
            // Null plus nothing is allowed; clang computes it for empty ranges.
            Place::Address(address) => cx.boolean(*address == 0),
            Place::Somewhere(_) => compare_places(cx, state, CmpOp::Eq, &target.place, &Place::Address(0)),
            place => range_is_inside(cx, state, place, 0),
        };
        push_condition(cx, target, Check::PointerArithmetic, ok, &mut conditions);
    }
    let mut all = cx.boolean(true);
    for (_, ok) in conditions {
        all = cx.logic(Logic::And, &all, &ok);
    }
    all
}

/// Size of the object and offset into it, when the pointer has one target.
pub fn extent<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> Option<(D::Value, D::Value)> {
    let targets = cx.targets(&state.path, ptr);
    let [Target { place, .. }] = &targets[..] else {
        return None;
    };
    let size = state.memory.get(place.object()?)?.size.clone();
    Some((size, offset_value(cx, place)))
}

/// The functions a pointer may mean, and what must hold for it to mean one.
pub fn callees<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> Result<Callees<D::Bool>, Stop> {
    let targets = cx.targets(&state.path, ptr);
    let mut callees = Callees { conditions: Conditions::new(), targets: Vec::new(), elsewhere: None };
    for target in &targets {
        if cx.beyond().is_foreign() && cx.is_foreign(state, &target.place) {
            let found = foreign_target(cx, state, target, callees.elsewhere.take())?;
            callees.elsewhere = Some(found);
            continue;
        }
        refuse_undefined(cx, state, target)?;
        match function_at(state, &target.place) {
            Ok(func) => {
                let at_start = is_at_start(cx, state, &target.place);
                push_condition(cx, target, Check::InvalidCall, at_start, &mut callees.conditions);
                let guard = match &target.guard {
                    Some(guard) => guard.clone(),
                    None => cx.boolean(true),
                };
                callees.targets.push((guard, func));
            }
            Err(check) => {
                let never = cx.boolean(false);
                push_condition(cx, target, check, never, &mut callees.conditions);
            }
        }
    }
    Ok(callees)
}

fn function_at<D: Domain>(state: &State<D>, place: &Place<D::Value>) -> Result<FuncId, Check> {
    match place {
        Place::Address(0) => Err(Check::NullDereference),
        Place::Address(_) | Place::Somewhere(_) => Err(Check::InvalidPointer),
        Place::Object(object, _) | Place::Within(object, _) => {
            match state.memory.get(*object).map(|object| object.kind) {
                Some(ObjectKind::Function(func)) => Ok(func),
                // Calling data is a call of the wrong type, whatever has become of the data.
                Some(_) => Err(Check::InvalidCall),
                None => Err(Check::InvalidPointer),
            }
        }
    }
}
