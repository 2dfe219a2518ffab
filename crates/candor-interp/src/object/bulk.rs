//! Copies and fills of ranges.

use candor_ir::{Check, Scalar};

use super::access::{
    Access, demand, load_byte, part_of_cell, push_condition, put_byte, split_cells, store_at, valid_offset,
};
use super::contents::Piece;
use super::domain::{Domain, Place, Target};
use crate::memory::{AccessMode, Blocked, ObjectId};
use crate::state::State;
use crate::stop::Stop;
use crate::values::{Conditions, Logic};

/// `memcpy` and `memmove`. Each length, source and destination that is possible is one case under its guard.
pub fn copy<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    dst: &D::Value,
    src: &D::Value,
    len: &D::Value,
    may_overlap: bool,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    let lengths = lengths(cx, state, len)?;
    let (dst, src) = (cx.targets(&state.path, dst), cx.targets(&state.path, src));
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        for (guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
            range_conditions(cx, state, &src, guard.as_ref(), *n_bytes, /* write */ false, &mut conditions)?;
            range_conditions(cx, state, &dst, guard.as_ref(), *n_bytes, /* write */ true, &mut conditions)?;
            if !may_overlap {
                overlap_conditions(cx, &dst, &src, guard.as_ref(), *n_bytes, &mut conditions);
            }
        }
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    // Everything is read before anything is written, so overlap does no harm.
    let mut moves = Vec::new();
    for (len_guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
        for from in &src {
            let Some((object, offset)) = valid_place(state, from, *n_bytes) else {
                continue;
            };
            let Some(found) = state.memory.get(object) else {
                continue;
            };
            let pieces = found.contents.pieces(offset, *n_bytes);
            for to in &dst {
                if let Some((object, offset)) = valid_place(state, to, *n_bytes) {
                    let guard = conjunction(cx, [len_guard.as_ref(), from.guard.as_ref(), to.guard.as_ref()]);
                    moves.push((guard, object, offset, *n_bytes, pieces.clone()));
                }
            }
        }
    }
    for (guard, object, offset, n_bytes, pieces) in moves {
        put_pieces(cx, state, guard.as_ref(), object, offset, n_bytes, pieces)?;
    }
    Ok(())
}

/// `memset`.
pub fn fill<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    dst: &D::Value,
    byte: &D::Value,
    len: &D::Value,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    let lengths = lengths(cx, state, len)?;
    let dst = cx.targets(&state.path, dst);
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        for (guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
            range_conditions(cx, state, &dst, guard.as_ref(), *n_bytes, /* write */ true, &mut conditions)?;
        }
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    for (len_guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
        for to in &dst {
            let Some((object, offset)) = valid_place(state, to, *n_bytes) else {
                continue;
            };
            let guard = conjunction(cx, [len_guard.as_ref(), to.guard.as_ref(), None]);
            fill_at(cx, state, guard.as_ref(), object, offset, *n_bytes, byte)?;
        }
    }
    Ok(())
}

type GuardedLength<B> = (Option<B>, u64);

fn lengths<D: Domain>(cx: &mut D, state: &State<D>, len: &D::Value) -> Result<Vec<GuardedLength<D::Bool>>, Stop> {
    cx.cases(&state.path, len).ok_or_else(|| Stop::Unsupported("copy of a length that is not a number".into()))
}

fn valid_place<D: Domain>(state: &State<D>, target: &Target<D::Bool>, n_bytes: u64) -> Option<(ObjectId, u64)> {
    let Place::Object(object, offset) = target.place else {
        return None;
    };
    valid_offset(state, object, offset, n_bytes).map(|offset| (object, offset))
}

/// All guards together; `None` if there is none.
fn conjunction<D: Domain>(cx: &mut D, guards: [Option<&D::Bool>; 3]) -> Option<D::Bool> {
    let mut all: Option<D::Bool> = None;
    for guard in guards.into_iter().flatten() {
        all = Some(match all {
            None => guard.clone(),
            Some(so_far) => cx.logic(Logic::And, &so_far, guard),
        });
    }
    all
}

fn range_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    targets: &[Target<D::Bool>],
    len_guard: Option<&D::Bool>,
    n_bytes: u64,
    write: bool,
    conditions: &mut Conditions<D::Bool>,
) -> Result<(), Stop> {
    let access = Access { size: n_bytes, align: 1, write };
    match demand(cx, state, targets, access, AccessMode::Checked) {
        Ok(()) => Ok(()),
        Err(Blocked::Stop(stop)) => Err(stop),
        Err(Blocked::Conditions(more)) => {
            for (check, ok) in more {
                // The condition matters only where the length is this one.
                let case = Target { guard: len_guard.cloned(), place: Place::Address(0) };
                push_condition(cx, &case, check, ok, conditions);
            }
            Ok(())
        }
    }
}

fn overlap_conditions<D: Domain>(
    cx: &mut D,
    dst: &[Target<D::Bool>],
    src: &[Target<D::Bool>],
    len_guard: Option<&D::Bool>,
    n_bytes: u64,
    conditions: &mut Conditions<D::Bool>,
) {
    for to in dst {
        for from in src {
            let (Place::Object(a, at), Place::Object(b, bt)) = (to.place, from.place) else {
                continue;
            };
            // Copying a range onto itself is forbidden by the letter, but compilers emit it for `*p = *p`.
            if a != b || at == bt || at.abs_diff(bt) >= n_bytes {
                continue;
            }
            let guard = conjunction(cx, [len_guard, to.guard.as_ref(), from.guard.as_ref()]);
            let never = cx.boolean(false);
            push_condition(cx, &Target { guard, place: to.place }, Check::OverlappingCopy, never, conditions);
        }
    }
}

/// Writes what was read elsewhere, where the guard holds.
fn put_pieces<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: u64,
    n_bytes: u64,
    pieces: Vec<Piece<D::Value>>,
) -> Result<(), Stop> {
    let endian = cx.endian();
    if guard.is_none() {
        split_cells(cx, state, object, offset, n_bytes);
    }
    let mut at = offset;
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) if guard.is_none() => {
                if let Some(found) = state.memory.get_mut(object) {
                    found.contents.put_bytes(at, &bytes);
                }
                at += bytes.len() as u64;
            }
            Piece::Bytes(bytes) => {
                for byte in bytes {
                    let value = cx.constant(&candor_ir::Bits::new(8, u64::from(byte)));
                    put_guarded(cx, state, guard, object, at, value)?;
                    at += 1;
                }
            }
            Piece::Uninitialized(len) if guard.is_none() => {
                if let Some(found) = state.memory.get_mut(object) {
                    found.contents.forget(at, len);
                }
                at += len;
            }
            Piece::Uninitialized(len) => {
                for _ in 0..len {
                    let value = cx.arbitrary_byte(state)?;
                    put_guarded(cx, state, guard, object, at, value)?;
                    at += 1;
                }
            }
            Piece::Cell { size, value } if guard.is_none() => {
                store_at(cx, state, object, at, u64::from(size), value);
                at += u64::from(size);
            }
            Piece::Cell { size, value } => {
                for index in 0..size {
                    let byte = part_of_cell(cx, state, value.clone(), index, size, endian);
                    put_guarded(cx, state, guard, object, at, byte)?;
                    at += 1;
                }
            }
            Piece::Part { value, index, size } => {
                let byte = part_of_cell(cx, state, value, index, size, endian);
                put_guarded(cx, state, guard, object, at, byte)?;
                at += 1;
            }
        }
    }
    Ok(())
}

fn put_guarded<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    at: u64,
    value: D::Value,
) -> Result<(), Stop> {
    let value = match guard {
        None => value,
        Some(guard) => {
            let endian = cx.endian();
            let old = load_byte(cx, state, object, at, endian)?;
            cx.select(guard, Scalar::Int(8), &value, &old)
        }
    };
    split_cells(cx, state, object, at, 1);
    put_byte(cx, state, object, at, value);
    Ok(())
}

fn fill_at<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: u64,
    n_bytes: u64,
    byte: &D::Value,
) -> Result<(), Stop> {
    let plain = cx.plain(byte).and_then(|byte| u8::try_from(byte).ok());
    if let (None, Some(plain)) = (guard, plain) {
        split_cells(cx, state, object, offset, n_bytes);
        if let Some(found) = state.memory.get_mut(object) {
            found.contents.fill_plain(offset, n_bytes, plain);
        }
        return Ok(());
    }
    for at in offset..offset + n_bytes {
        put_guarded(cx, state, guard, object, at, byte.clone())?;
    }
    Ok(())
}
