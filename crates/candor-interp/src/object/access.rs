//! Loads and stores of single values.

use candor_ir::{BinOp, Bits, Check, CmpOp, Endian, Scalar};
use smallvec::SmallVec;

use super::contents::{ByteView, Contents, Fresh, PieceRef, View};
use super::domain::{Domain, Place, Target};
use crate::control::Beyond;
use crate::memory::{AccessMode, Blocked, Elsewhere, ObjectId, ObjectKind};
use crate::state::State;
use crate::stop::Stop;
use crate::values::{Conditions, Logic};

/// Addresses below this count as null plus something.
const NULL_PAGE: u64 = 4096;

/// What an access does at its place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Access {
    pub(super) size: u64,
    pub(super) align: u32,
    pub(super) write: bool,
}

/// Reads a value of a scalar type.
pub fn load<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    ptr: &D::Value,
    ty: Scalar,
    align: u32,
    mode: AccessMode,
) -> Result<D::Value, Blocked<D::Bool>> {
    let size = cx.program().target.store_bytes(ty);
    let targets = cx.targets(&state.path, ptr);
    let access = Access { size, align, write: false };
    demand(cx, state, &targets, access, mode)?;
    let mut result: Option<D::Value> = None;
    for target in &targets {
        let mut add = |cx: &mut D, guard: &Option<D::Bool>, value: D::Value| {
            result = Some(match (result.take(), guard) {
                (None, _) | (_, None) => value,
                (Some(other), Some(guard)) => cx.select(guard, ty, &value, &other),
            });
        };
        match spots(cx, state, target, size)? {
            Reach::Spots(spots) => {
                for Spot { guard, object, offset } in spots {
                    cx.choose_only(guard.as_ref());
                    let value = load_at(cx, state, object, offset, ty);
                    cx.choose_only(None);
                    add(cx, &guard, value?);
                }
            }
            Reach::Array(array, offset) => {
                let value = load_from_array(cx, state, &array, &offset, ty)?;
                add(cx, &target.guard, value);
            }
        }
    }
    // Only a state that no execution reaches gets here, but it takes a solver to see that.
    result.ok_or_else(|| Stop::Unsupported("load through a pointer that has no valid target".into()).into())
}

/// Reads from contents that are one value, at an offset, a value of a scalar type.
pub fn load_from_array<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    array: &D::Value,
    offset: &D::Value,
    ty: Scalar,
) -> Result<D::Value, Stop> {
    let size = cx.program().target.store_bytes(ty);
    let value = cx.array_read(&state.path, array, offset, size).ok_or_else(open_access)?;
    let value = adapt(cx, state, value, ty);
    Ok(narrowed(cx, state, ty, value))
}

/// Whether a pointer may point into an object in which some byte has not been written.
pub fn may_be_unwritten<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> bool {
    let targets = cx.targets(&state.path, ptr);
    let objects = targets.iter().filter_map(|target| state.memory.get(target.place.object()?));
    objects.into_iter().any(|found| match &found.array {
        // What an array of the context's own holds is not taken apart.
        Some(_) => found.contents.fresh() == Fresh::Uninitialized,
        None => has_unwritten(cx, &found.contents),
    })
}

/// Whether the places in an object are told apart also where there are many: in tables that nobody writes, and where what nobody has
/// written, or had before some of it was perhaps written, is a choice.
fn is_told_apart<D: Domain>(cx: &mut D, state: &State<D>, object: ObjectId) -> bool {
    state.memory.get(object).is_some_and(|found| {
        let may_be_unwritten =
            |cx: &mut D| found.contents.fresh() == Fresh::Uninitialized || has_unwritten(cx, &found.contents);
        found.constant || cx.chooses_unwritten() && may_be_unwritten(cx)
    })
}

/// Whether some byte was never written, or with what was never written elsewhere.
fn has_unwritten<D: Domain>(cx: &mut D, contents: &Contents<D::Value>) -> bool {
    let touched = contents.touched_ranges();
    let n_touched: u64 = touched.iter().map(|(_, len)| *len).sum();
    let mut unwritten = contents.fresh() == Fresh::Uninitialized && n_touched < contents.size();
    for (start, len) in touched {
        contents.for_each_piece(start, len, |piece| {
            unwritten |= match piece {
                PieceRef::Uninitialized(_) => true,
                PieceRef::Cell { value, .. } | PieceRef::Part { value, .. } => !cx.use_conditions(value).is_empty(),
                PieceRef::Bytes(_) | PieceRef::Zeros(_) => false,
            };
        });
    }
    unwritten
}

/// Whether a pointer plainly points to a byte that has been written and that can be read without a choice.
pub fn is_written<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> bool {
    let targets = cx.targets(&state.path, ptr);
    let access = Access { size: 1, align: 1, write: false };
    if demand(cx, state, &targets, access, AccessMode::Ask).is_err() {
        return false;
    }
    targets.iter().all(|target| match spots(cx, state, target, access.size) {
        Ok(Reach::Spots(spots)) => spots.iter().all(|spot| {
            match state.memory.get(spot.object).map(|found| found.contents.byte(spot.offset)) {
                Some(ByteView::Plain(_)) => true,
                // The bytes of a pointer need an address, and that may be a choice.
                Some(ByteView::Part { value, .. }) => !cx.is_pointer(value),
                Some(ByteView::Uninitialized) | None => false,
            }
        }),
        Ok(Reach::Array(..)) => true,
        Err(_) => false,
    })
}

/// Whether a pointer plainly points to so many bytes that were never written.
pub fn is_unwritten<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value, len: u64) -> bool {
    let targets = cx.targets(&state.path, ptr);
    let [Target { guard: None, place: Place::Object(object, offset) }] = &targets[..] else { return false };
    let Some(offset) = valid_offset(state, *object, *offset, len) else { return false };
    state.memory.get(*object).is_some_and(|found| {
        let is_unwritten = |at| matches!(found.contents.byte(at), ByteView::Uninitialized);
        found.array.is_none() && (offset..offset + len).all(is_unwritten)
    })
}

/// Whether a pointer plainly points into a block of external memory.
pub fn is_external<D: Domain>(cx: &mut D, state: &State<D>, ptr: &D::Value) -> bool {
    let targets = cx.targets(&state.path, ptr);
    let is_external = |object| state.memory.get(object).is_some_and(|found| found.kind == ObjectKind::External);
    matches!(&targets[..], [Target { guard: None, place }] if place.object().is_some_and(is_external))
}

/// Writes a value of a scalar type.
pub fn store<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    ptr: &D::Value,
    ty: Scalar,
    value: &D::Value,
    align: u32,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    let size = cx.program().target.store_bytes(ty);
    let targets = cx.targets(&state.path, ptr);
    let access = Access { size, align, write: true };
    demand(cx, state, &targets, access, mode)?;
    for target in &targets {
        match spots(cx, state, target, size)? {
            Reach::Spots(spots) => {
                for Spot { guard, object, offset } in spots {
                    let value = match &guard {
                        None => value.clone(),
                        Some(guard) => {
                            let old = old_value(cx, state, object, offset, ty)?;
                            cx.select(guard, ty, value, &old)
                        }
                    };
                    store_at(cx, state, object, offset, size, value);
                }
            }
            Reach::Array(array, offset) => store_in_array(cx, state, target, &array, &offset, ty, value)?,
        }
    }
    Ok(())
}

fn store_in_array<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    target: &Target<D::Value, D::Bool>,
    array: &D::Value,
    offset: &D::Value,
    ty: Scalar,
    value: &D::Value,
) -> Result<(), Stop> {
    let size = cx.program().target.store_bytes(ty);
    let value = match &target.guard {
        None => value.clone(),
        Some(guard) => {
            let old = cx.array_read(&state.path, array, offset, size).ok_or_else(open_access)?;
            let old = adapt(cx, state, old, ty);
            let old = narrowed(cx, state, ty, old);
            cx.select(guard, ty, value, &old)
        }
    };
    let written = cx.array_write(&state.path, array, offset, size, &value).ok_or_else(open_access)?;
    if let Some(found) = target.place.object().and_then(|object| state.memory.get_mut(object)) {
        found.array = Some(written);
    }
    Ok(())
}

fn open_access() -> Stop {
    Stop::Unsupported("access at an offset with too many possible values".into())
}

/// A value as it lies in memory, as one of its type: the bits above an odd width are not part of it.
fn narrowed<D: Domain>(cx: &mut D, state: &mut State<D>, ty: Scalar, value: D::Value) -> D::Value {
    match ty {
        Scalar::Int(width) if !width.is_multiple_of(8) => {
            let stored = Scalar::Int(width.next_multiple_of(8));
            cx.cast(&mut state.path, candor_ir::CastOp::Trunc, stored, ty, &value)
        }
        _ => value,
    }
}

/// Where an access goes.
#[derive(Debug)]
pub(super) enum Reach<V, B> {
    /// To one of these places.
    Spots(SmallVec<[Spot<B>; 1]>),
    /// Into contents that are one value, at this offset.
    Array(V, V),
}

/// What lies at a place that some executions are about to overwrite. None of them reads it, so that none makes a choice.
pub(super) fn old_value<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: u64,
    ty: Scalar,
) -> Result<D::Value, Stop> {
    let never = cx.boolean(false);
    cx.choose_only(Some(&never));
    let old = load_at(cx, state, object, offset, ty);
    cx.choose_only(None);
    old
}

/// Bytes of an object at an offset that is a number, and when the access is there.
#[derive(Debug)]
pub(super) struct Spot<B> {
    pub(super) guard: Option<B>,
    pub(super) object: ObjectId,
    pub(super) offset: u64,
}

/// An access goes to no more places than these, told apart; with more its object becomes an array, if it can be one, unless its places
/// are told apart all the same.
const FEW_SPOTS: usize = 64;
const MOST_SPOTS: usize = 1024;

/// Where an access of `size` bytes may go that lies inside its object; none for what its conditions have excluded.
pub(super) fn spots<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    target: &Target<D::Value, D::Bool>,
    size: u64,
) -> Result<Reach<D::Value, D::Bool>, Stop> {
    let guard = target.guard.clone();
    let found = target.place.object().and_then(|object| state.memory.get(object));
    if let Some(array) = found.and_then(|found| found.array.clone()) {
        return Ok(Reach::Array(array, super::pointer::offset_value(cx, &target.place)));
    }
    match &target.place {
        Place::Object(object, offset) => {
            let offset = valid_offset(state, *object, *offset, size);
            Ok(Reach::Spots(offset.map(|offset| Spot { guard, object: *object, offset }).into_iter().collect()))
        }
        Place::Within(object, offset) => {
            let capacity = state.memory.get(*object).map_or(0, |found| found.contents.size());
            let Some(last) = capacity.checked_sub(size) else { return Ok(Reach::Spots(SmallVec::new())) };
            let mut cases = cx.cases_up_to(&state.path, offset, last, FEW_SPOTS);
            if cases.is_none() && is_told_apart(cx, state, *object) {
                cases = cx.cases_up_to(&state.path, offset, last, MOST_SPOTS);
            }
            let cases = match cases {
                Some(cases) => cases,
                None => match open(cx, state, *object, offset, size) {
                    Ok(reach) => return Ok(reach),
                    Err(stop) => cx.cases_up_to(&state.path, offset, last, MOST_SPOTS).ok_or(stop)?,
                },
            };
            let spot = |(here, offset)| {
                let guard = conjunction(cx, [guard.as_ref(), Option::as_ref(&here), None]);
                Spot { guard, object: *object, offset }
            };
            Ok(Reach::Spots(cases.into_iter().map(spot).collect()))
        }
        Place::Address(_) | Place::Somewhere(_) => Ok(Reach::Spots(SmallVec::new())),
    }
}

/// Makes the contents of an object one value.
fn open<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: &D::Value,
    size: u64,
) -> Result<Reach<D::Value, D::Bool>, Stop> {
    let found = state.memory.get_mut(object).ok_or_else(open_access)?;
    // What is larger than a word is accessed word by word.
    let n_bytes = if size > 8 { 1 << size.trailing_zeros().min(3) } else { size };
    let array = cx.array_of(&state.path, found, n_bytes, offset).ok_or_else(open_access)?;
    found.contents = Contents::new(found.contents.size(), found.contents.fresh());
    found.array = Some(array.clone());
    Ok(Reach::Array(array, offset.clone()))
}

/// All guards together; `None` if there is none.
pub(super) fn conjunction<D: Domain>(cx: &mut D, guards: [Option<&D::Bool>; 3]) -> Option<D::Bool> {
    let mut all: Option<D::Bool> = None;
    for guard in guards.into_iter().flatten() {
        all = Some(match all {
            None => guard.clone(),
            Some(so_far) => cx.logic(Logic::And, &so_far, guard),
        });
    }
    all
}

/// Refuses an access in mode `Checked` unless it is plainly allowed.
pub(super) fn demand<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    targets: &[Target<D::Value, D::Bool>],
    access: Access,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    if mode == AccessMode::Assumed {
        return Ok(());
    }
    let mut conditions = Conditions::new();
    let mut elsewhere: Option<Elsewhere<D::Bool>> = None;
    for target in targets {
        if cx.beyond().is_foreign() && cx.is_foreign(state, &target.place) {
            elsewhere = Some(foreign_target(cx, state, target, elsewhere)?);
            continue;
        }
        refuse_undefined(cx, state, target)?;
        target_conditions(cx, state, target, access, &mut conditions);
    }
    match elsewhere {
        Some(mut elsewhere) => {
            elsewhere.required.extend(conditions);
            Err(Blocked::Elsewhere(elsewhere))
        }
        None if conditions.is_empty() => Ok(()),
        None => Err(Blocked::Conditions(conditions)),
    }
}

/// One more target in memory of others. Its pointer may be null: that is a fault, or is not looked at where others have made it null.
pub(super) fn foreign_target<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    target: &Target<D::Value, D::Bool>,
    others: Option<Elsewhere<D::Bool>>,
) -> Result<Elsewhere<D::Bool>, Stop> {
    let here = target.guard.clone().unwrap_or_else(|| cx.boolean(true));
    let mut all = match others {
        None => Elsewhere { condition: here, required: Conditions::new(), assumed: Conditions::new() },
        Some(others) => Elsewhere { condition: cx.logic(Logic::Or, &others.condition, &here), ..others },
    };
    let null = cx.foreign_null(&target.place)?;
    let is_trusted = cx.beyond() == Beyond::Trusted;
    let conditions = match is_trusted {
        true => vec![(null.made_here, &mut all.required), (null.any, &mut all.assumed)],
        false => vec![(null.any, &mut all.required)],
    };
    let far = match &target.place {
        Place::Somewhere(address) if !null.is_near => {
            let end = cx.constant(&Bits::new(cx.pointer_bits(), NULL_PAGE));
            Some(cx.compare(&mut state.path, CmpOp::Uge, Scalar::Int(cx.pointer_bits()), address, &end))
        }
        _ => None,
    };
    for (is_null, conditions) in conditions {
        let ok = cx.not(&is_null);
        let Some(far) = &far else {
            push_condition(cx, target, Check::NullDereference, ok, conditions);
            continue;
        };
        // Where it leads far from null, machines see another fault.
        let near = cx.not(far);
        for (check, elsewhere) in [(Check::NullDereference, far), (Check::InvalidPointer, &near)] {
            let ok = cx.logic(Logic::Or, &ok, elsewhere);
            push_condition(cx, target, check, ok, conditions);
        }
    }
    Ok(all)
}

/// Nobody knows what a variable holds that is declared but defined nowhere, or where a pointer points that comes from
/// a function without a body or from such a variable.
pub(super) fn refuse_undefined<D: Domain>(
    cx: &D,
    state: &State<D>,
    target: &Target<D::Value, D::Bool>,
) -> Result<(), Stop> {
    if cx.is_foreign(state, &target.place) {
        return Err(from_elsewhere());
    }
    let Some(object) = target.place.object() else { return Ok(()) };
    let Some(ObjectKind::Global(global)) = state.memory.get(object).map(|object| object.kind) else { return Ok(()) };
    let global = &cx.program().globals[global];
    match global.init {
        Some(_) => Ok(()),
        None => Err(Stop::Unsupported(format!("access to variable `{}`, which is defined nowhere", global.name))),
    }
}

pub(super) fn from_elsewhere() -> Stop {
    Stop::Unsupported("access through a pointer of unknown origin".into())
}

/// The offset as an unsigned number if the access lies inside the contents.
pub(super) fn valid_offset<D: Domain>(state: &State<D>, object: ObjectId, offset: i64, size: u64) -> Option<u64> {
    let offset = u64::try_from(offset).ok()?;
    let capacity = state.memory.get(object)?.contents.size();
    (offset.checked_add(size)? <= capacity).then_some(offset)
}

fn target_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    target: &Target<D::Value, D::Bool>,
    access: Access,
    conditions: &mut Conditions<D::Bool>,
) {
    let object = match &target.place {
        Place::Object(object, _) | Place::Within(object, _) => *object,
        Place::Address(address) => {
            let check = if *address < NULL_PAGE { Check::NullDereference } else { Check::InvalidPointer };
            let never = cx.boolean(false);
            push_condition(cx, target, check, never, conditions);
            return;
        }
        Place::Somewhere(address) => {
            let word = Scalar::Int(cx.pointer_bits());
            let end = cx.constant(&Bits::new(cx.pointer_bits(), NULL_PAGE));
            let above = cx.compare(&mut state.path, CmpOp::Uge, word, address, &end);
            let never = cx.boolean(false);
            push_condition(cx, target, Check::NullDereference, above, conditions);
            push_condition(cx, target, Check::InvalidPointer, never, conditions);
            return;
        }
    };
    let Some(found) = state.memory.get(object) else {
        let never = cx.boolean(false);
        push_condition(cx, target, Check::InvalidPointer, never, conditions);
        return;
    };
    let (live, kind, constant) = (found.live.clone(), found.kind, found.constant);
    if cx.known(&live) != Some(true) {
        push_condition(cx, target, death_check(kind), live, conditions);
    }
    if matches!(kind, ObjectKind::Function(_)) {
        let never = cx.boolean(false);
        push_condition(cx, target, Check::InvalidPointer, never, conditions);
        return;
    }
    let inside = range_is_inside(cx, state, &target.place, access.size);
    push_condition(cx, target, Check::OutOfBounds, inside, conditions);
    if access.write && constant {
        let never = cx.boolean(false);
        push_condition(cx, target, Check::WriteToConst, never, conditions);
    }
    if access.align > 1 {
        let aligned = is_aligned(cx, state, object, &target.place, access.align);
        push_condition(cx, target, Check::MisalignedAccess, aligned, conditions);
    }
}

/// What using a dead object is called.
pub(super) fn death_check(kind: ObjectKind) -> Check {
    match kind {
        ObjectKind::Heap => Check::UseAfterFree,
        ObjectKind::Stack
        | ObjectKind::VarArgs
        | ObjectKind::Arguments
        | ObjectKind::External
        | ObjectKind::Global(_)
        | ObjectKind::Function(_) => Check::UseAfterScope,
    }
}

/// Adds "if the pointer is this target, then ok", unless that is plainly so.
pub(super) fn push_condition<D: Domain>(
    cx: &mut D,
    target: &Target<D::Value, D::Bool>,
    check: Check,
    ok: D::Bool,
    conditions: &mut Conditions<D::Bool>,
) {
    if cx.known(&ok) == Some(true) {
        return;
    }
    let ok = match &target.guard {
        None => ok,
        Some(guard) => {
            let elsewhere = cx.not(guard);
            cx.logic(Logic::Or, &elsewhere, &ok)
        }
    };
    if cx.known(&ok) != Some(true) {
        conditions.push((check, ok));
    }
}

/// Do `size` bytes from the place on lie inside the object?
pub(super) fn range_is_inside<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    place: &Place<D::Value>,
    size: u64,
) -> D::Bool {
    match place {
        Place::Object(object, offset) => {
            let end = u64::try_from(*offset).ok().and_then(|offset| offset.checked_add(size));
            let Some((end, found)) = end.zip(state.memory.get(*object)) else {
                return cx.boolean(false);
            };
            if let Some(plain) = found.plain_size {
                return cx.boolean(end <= plain);
            }
            let object_size = found.size.clone();
            let width = cx.pointer_bits();
            let end = cx.constant(&Bits::new(width, end));
            cx.compare(&mut state.path, CmpOp::Ule, Scalar::Int(width), &end, &object_size)
        }
        Place::Within(object, offset) => {
            let Some(object_size) = state.memory.get(*object).map(|found| found.size.clone()) else {
                return cx.boolean(false);
            };
            let width = cx.pointer_bits();
            let word = Scalar::Int(width);
            let size = cx.constant(&Bits::new(width, size));
            // Unsigned, so that a negative offset is far too large.
            let last = cx.binary(&mut state.path, BinOp::Sub, word, &object_size, &size);
            let fits = cx.compare(&mut state.path, CmpOp::Ule, word, &size, &object_size);
            let before_end = cx.compare(&mut state.path, CmpOp::Ule, word, offset, &last);
            cx.logic(Logic::And, &fits, &before_end)
        }
        Place::Address(_) | Place::Somewhere(_) => cx.boolean(false),
    }
}

fn is_aligned<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    place: &Place<D::Value>,
    align: u32,
) -> D::Bool {
    let Some(found) = state.memory.get(object) else { return cx.boolean(false) };
    let (base, (modulus, rest)) = (found.base.clone(), found.placement);
    let width = cx.pointer_bits();
    let (start, offset, align) = match (base, place) {
        (None, Place::Object(_, offset)) => {
            let aligned = place_aligned(state, object, *offset, align);
            return cx.boolean(aligned);
        }
        // Where nobody has looked, the object may still come to lie such that the rest of the alignment is right.
        (None, Place::Within(_, offset)) => {
            (cx.constant(&Bits::new(width, u64::from(rest))), offset.clone(), align.min(modulus))
        }
        (Some(base), Place::Object(_, offset)) => (base, cx.constant(&Bits::from_i64(width, *offset)), align),
        (Some(base), Place::Within(_, offset)) => (base, offset.clone(), align),
        (_, Place::Address(_) | Place::Somewhere(_)) => return cx.boolean(false),
    };
    let word = Scalar::Int(width);
    let mask = cx.constant(&Bits::new(width, u64::from(align) - 1));
    let zero = cx.constant(&Bits::zero(width));
    let address = cx.binary(&mut state.path, BinOp::Add, word, &start, &offset);
    let rest = cx.binary(&mut state.path, BinOp::And, word, &address, &mask);
    cx.compare(&mut state.path, CmpOp::Eq, word, &rest, &zero)
}

/// Whether an object whose address is still open can lie such that the offset is aligned; from then on it does. A packed
/// structure may lie anywhere, and an access that some place makes right is not wrong, but two that no place makes right are.
fn place_aligned<D: Domain>(state: &mut State<D>, object: ObjectId, offset: i64, align: u32) -> bool {
    let Some((modulus, rest)) = state.memory.get(object).map(|object| object.placement) else { return false };
    let known = modulus.min(align);
    if (offset + i64::from(rest)).rem_euclid(i64::from(known)) != 0 {
        return false;
    }
    if align > modulus
        && let Some(found) = state.memory.get_mut(object)
    {
        let rest = (-offset).rem_euclid(i64::from(align));
        found.placement = (align, u32::try_from(rest).expect("below the alignment"));
    }
    true
}

/// Reads at one place that is known to be valid.
pub(super) fn load_at<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: u64,
    ty: Scalar,
) -> Result<D::Value, Stop> {
    let endian = cx.endian();
    let size = cx.program().target.store_bytes(ty);
    let width = cx.program().target.bits_of(ty);
    let Some(found) = state.memory.get(object) else {
        return Err(Stop::Bug("a load from no object".into()));
    };
    let value = match found.contents.view(offset, size, endian) {
        View::Plain(word) => return Ok(cx.constant(&Bits::new(width, word & candor_bits::small::mask(width)))),
        View::Cell(value) => value.clone(),
        View::Mixed => load_bytes(cx, state, object, offset, size, endian)?,
    };
    let value = adapt(cx, state, value, ty);
    Ok(narrowed(cx, state, ty, value))
}

/// Pointers lie in memory as pointers and integers as integers; reading one as the other converts.
fn adapt<D: Domain>(cx: &mut D, state: &mut State<D>, value: D::Value, ty: Scalar) -> D::Value {
    match ty {
        Scalar::Ptr if cx.has_provenance(&value) => super::int_to_pointer(cx, state, &value),
        Scalar::Int(_) | Scalar::Float(_) if cx.is_pointer(&value) => super::pointer_to_int(cx, state, &value),
        _ => value,
    }
}

/// Puts a value together from its bytes. Bytes that were never written get their value now.
fn load_bytes<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: u64,
    size: u64,
    endian: Endian,
) -> Result<D::Value, Stop> {
    if let Some(found) = state.memory.get(object)
        && (offset..offset + size).all(|at| matches!(found.contents.byte(at), ByteView::Uninitialized))
    {
        let width = u32::try_from(size).expect("scalars are small") * 8;
        let word = cx.arbitrary(state, width)?;
        store_at(cx, state, object, offset, size, word.clone());
        return Ok(word);
    }
    let mut bytes: SmallVec<[D::Value; 16]> = SmallVec::new();
    for at in offset..offset + size {
        bytes.push(load_byte(cx, state, object, at, endian)?);
    }
    if endian == Endian::Big {
        bytes.reverse();
    }
    Ok(cx.join(&bytes))
}

pub(super) fn load_byte<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    at: u64,
    endian: Endian,
) -> Result<D::Value, Stop> {
    let Some(found) = state.memory.get(object) else {
        return Err(Stop::Bug("a load from no object".into()));
    };
    match found.contents.byte(at) {
        ByteView::Plain(byte) => Ok(cx.constant(&Bits::new(8, u64::from(byte)))),
        ByteView::Part { value, index, size } => {
            let value = value.clone();
            Ok(part_of_cell(cx, state, value, index, size, endian))
        }
        ByteView::Uninitialized => {
            let byte = cx.arbitrary(state, 8)?;
            store_at(cx, state, object, at, 1, byte.clone());
            Ok(byte)
        }
    }
}

/// The byte at `index` in address order of a cell.
pub(super) fn part_of_cell<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    value: D::Value,
    index: u32,
    size: u32,
    endian: Endian,
) -> D::Value {
    let value = if cx.is_pointer(&value) { super::pointer_to_int(cx, state, &value) } else { value };
    let from_low = match endian {
        Endian::Little => index,
        Endian::Big => size - 1 - index,
    };
    cx.byte_of(&value, from_low, size)
}

/// Writes at one place that is known to be valid.
pub(super) fn store_at<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: u64,
    size: u64,
    value: D::Value,
) {
    let endian = cx.endian();
    let plain = cx.plain(&value);
    let Some(found) = state.memory.get_mut(object) else {
        return;
    };
    let value = match plain.filter(|_| size <= 8) {
        Some(word) => {
            if found.contents.put_plain(offset, size, word, endian) {
                return;
            }
            value
        }
        None => match found.contents.put_cell(offset, size, value) {
            Ok(()) => return,
            Err(value) => value,
        },
    };
    split_cells(cx, state, object, offset, size);
    store_bytes(cx, state, object, offset, size, value);
}

/// Cells that the ends of a range cut are put back as single bytes outside it.
pub(super) fn split_cells<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId, offset: u64, len: u64) {
    let endian = cx.endian();
    let Some(found) = state.memory.get_mut(object) else {
        return;
    };
    for (start, size, value) in found.contents.take_straddling(offset, len) {
        for index in 0..size {
            let at = start + u64::from(index);
            if !(offset..offset + len).contains(&at) {
                let byte = part_of_cell(cx, state, value.clone(), index, size, endian);
                put_byte(cx, state, object, at, byte);
            }
        }
    }
}

/// Writes a single byte where no cell is in the way.
pub(super) fn put_byte<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId, at: u64, byte: D::Value) {
    let plain = cx.plain(&byte);
    let Some(found) = state.memory.get_mut(object) else {
        return;
    };
    match plain {
        Some(word) => {
            let done = found.contents.put_plain(at, 1, word, Endian::Little);
            debug_assert!(done, "a byte cuts no cell");
        }
        None => {
            let done = found.contents.put_cell(at, 1, byte);
            debug_assert!(done.is_ok(), "a byte cuts no cell");
        }
    }
}

/// Writes a value byte by byte, as when it crosses a page.
fn store_bytes<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId, offset: u64, size: u64, value: D::Value) {
    let endian = cx.endian();
    let n_bytes = u32::try_from(size).expect("scalars are small");
    // A whole word may fit now that no cell is cut any more.
    let plain = cx.plain(&value);
    if let Some(found) = state.memory.get_mut(object) {
        let done = match plain.filter(|_| size <= 8) {
            Some(word) => found.contents.put_plain(offset, size, word, endian),
            None => found.contents.put_cell(offset, size, value.clone()).is_ok(),
        };
        if done {
            return;
        }
    }
    for index in 0..n_bytes {
        let byte = part_of_cell(cx, state, value.clone(), index, n_bytes, endian);
        put_byte(cx, state, object, offset + u64::from(index), byte);
    }
}
