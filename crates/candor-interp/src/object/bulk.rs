//! Copies and fills of ranges.

use candor_ir::{BinOp, Bits, Check, CmpOp, Scalar};

use super::access::{
    Access, Reach, conjunction, demand, load_at, load_byte, old_value, part_of_cell, push_condition, put_byte,
    split_cells, spots, store_at,
};
use super::contents::{Piece, PieceRef, View};
use super::domain::{Domain, Place, Target, Targets};
use super::pointer::offset_value;
use super::range::put_byte as put_byte_in_array;
use super::range::{Range, array_byte, array_pieces, put_in_array, ranges, renew_if_overwritten};
use crate::memory::{AccessMode, Blocked, ObjectId};
use crate::state::State;
use crate::stop::Stop;
use crate::values::{Conditions, Logic};

/// Up to this many bytes, a copy or fill of a length that is not one number is done byte by byte.
const MAX_OPEN_LENGTH: u64 = 4096;

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
    let (dst, src) = (cx.targets(&state.path, dst), cx.targets(&state.path, src));
    let Some(lengths) = cx.cases(&state.path, len) else {
        return copy_open_length(cx, state, &dst, &src, len, may_overlap, mode);
    };
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        for (guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
            range_conditions(cx, state, &src, guard.as_ref(), *n_bytes, /* write */ false, &mut conditions)?;
            range_conditions(cx, state, &dst, guard.as_ref(), *n_bytes, /* write */ true, &mut conditions)?;
            if !may_overlap {
                let n_bytes = cx.constant(&Bits::new(cx.pointer_bits(), *n_bytes));
                overlap_conditions(cx, state, &dst, &src, guard.as_ref(), &n_bytes, &mut conditions);
            }
        }
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    // Everything is read before anything is written, so overlap does no harm.
    let mut moves = Vec::new();
    for (len_guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
        cx.admit(*n_bytes)?;
        for from in ranges(cx, state, &src, *n_bytes)? {
            let pieces = pieces_of(cx, state, &from, *n_bytes)?;
            moves.push((len_guard, from, *n_bytes, pieces));
        }
    }
    if let ([_], [(None, n_bytes)]) = (&moves[..], &lengths[..]) {
        renew_if_overwritten(state, &dst, *n_bytes);
    }
    for (len_guard, from, n_bytes, pieces) in moves {
        for to in ranges(cx, state, &dst, n_bytes)? {
            let guard = conjunction(cx, [len_guard.as_ref(), from.guard(), to.guard()]);
            match to {
                Range::Cells(to) => {
                    put_pieces(cx, state, guard.as_ref(), to.object, to.offset, n_bytes, pieces.clone())?;
                }
                Range::Array { object, offset, .. } => {
                    put_in_array(cx, state, guard.as_ref(), object, &offset, pieces.clone())?;
                }
            }
        }
    }
    Ok(())
}

/// What lies in a range, in order.
fn pieces_of<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    from: &Range<D::Value, D::Bool>,
    n_bytes: u64,
) -> Result<Vec<Piece<D::Value>>, Stop> {
    match from {
        Range::Cells(from) => {
            let found = state.memory.get(from.object);
            Ok(found.map(|found| found.contents.pieces(from.offset, n_bytes)).unwrap_or_default())
        }
        Range::Array { object, offset, .. } => array_pieces(cx, state, *object, offset, n_bytes),
    }
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
    let dst = cx.targets(&state.path, dst);
    let Some(lengths) = cx.cases(&state.path, len) else {
        return fill_open_length(cx, state, &dst, byte, len, mode);
    };
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
        cx.admit(*n_bytes)?;
        if len_guard.is_none() {
            renew_if_overwritten(state, &dst, *n_bytes);
        }
        for to in ranges(cx, state, &dst, *n_bytes)? {
            let guard = conjunction(cx, [len_guard.as_ref(), to.guard(), None]);
            match to {
                Range::Cells(to) => fill_at(cx, state, guard.as_ref(), to.object, to.offset, *n_bytes, byte)?,
                Range::Array { object, offset, .. } => {
                    let pieces = filling(cx, byte, *n_bytes);
                    put_in_array(cx, state, guard.as_ref(), object, &offset, pieces)?;
                }
            }
        }
    }
    Ok(())
}

/// Up to this many bytes that nobody has written are given values at once.
const MAX_SETTLED: u64 = 1 << 16;

/// Gives the bytes in a range that nobody has written their values, which they keep from now on: a copy of them then holds the same.
pub fn settle<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value, len: &D::Value) -> Result<(), Stop> {
    let targets = cx.targets(&state.path, ptr);
    // A copy of a length that is not one of a few numbers reads byte by byte, and so settles them by itself.
    let Some(lengths) = cx.cases(&state.path, len) else { return Ok(()) };
    for (len_guard, n_bytes) in lengths.iter().filter(|(_, n_bytes)| *n_bytes > 0) {
        for target in &targets {
            // An array of the context's own gives each byte one value from the beginning.
            let Reach::Spots(spots) = spots(cx, state, target, *n_bytes)? else { continue };
            for spot in spots {
                let guard = conjunction(cx, [len_guard.as_ref(), spot.guard.as_ref(), None]);
                cx.choose_only(guard.as_ref());
                let settled = settle_at(cx, state, spot.object, spot.offset, *n_bytes);
                cx.choose_only(None);
                settled?;
            }
        }
    }
    Ok(())
}

fn settle_at<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: u64,
    n_bytes: u64,
) -> Result<(), Stop> {
    let Some(found) = state.memory.get(object) else { return Ok(()) };
    let (mut at, mut unwritten, mut n_unwritten) = (offset, Vec::new(), 0);
    found.contents.for_each_piece(offset, n_bytes, |piece| {
        let len = piece.len();
        if matches!(piece, PieceRef::Uninitialized(_)) {
            unwritten.push((at, at + len));
            n_unwritten += len;
        }
        at += len;
    });
    if n_unwritten > MAX_SETTLED {
        return Err(Stop::Unsupported("copy of a large uninitialised range".into()));
    }
    for (start, end) in unwritten {
        let mut at = start;
        while at < end {
            // As large as words that lie there can be.
            let aligned = |size: &u64| at.is_multiple_of(*size) && at + size <= end;
            let size = [8, 4, 2].into_iter().find(aligned).unwrap_or(1);
            let width = u32::try_from(size).expect("at most 8") * 8;
            load_at(cx, state, object, at, Scalar::Int(width))?;
            at += size;
        }
    }
    Ok(())
}

/// So many times the same byte.
fn filling<D: Domain>(cx: &mut D, byte: &D::Value, n_bytes: u64) -> Vec<Piece<D::Value>> {
    let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX).min(1 << 16);
    match cx.plain(byte).and_then(|byte| u8::try_from(byte).ok()) {
        Some(plain) => vec![Piece::Bytes(vec![plain; n_bytes])],
        None => vec![Piece::Cell { size: 1, value: byte.clone() }; n_bytes],
    }
}

fn copy_open_length<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    dst: &Targets<D>,
    src: &Targets<D>,
    len: &D::Value,
    may_overlap: bool,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        open_range_conditions(cx, state, src, len, /* write */ false, &mut conditions)?;
        open_range_conditions(cx, state, dst, len, /* write */ true, &mut conditions)?;
        if !may_overlap {
            overlap_conditions(cx, state, dst, src, None, len, &mut conditions);
        }
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    let (to, from) = (ranges(cx, state, dst, 0)?, ranges(cx, state, src, 0)?);
    let most = cx.largest(&state.path, len);
    let mut moves = Vec::new();
    for to in &to {
        for from in &from {
            let room = room(state, to).min(room(state, from)).min(most);
            let guard = conjunction(cx, [to.guard(), from.guard(), None]);
            for index in 0..open_length(room)? {
                let byte = match from {
                    Range::Cells(from) => load_byte(cx, state, from.object, from.offset + index, cx.endian())?,
                    Range::Array { object, offset, .. } => array_byte(cx, state, *object, offset, index)?,
                };
                moves.push((guard.clone(), to, index, byte));
            }
        }
    }
    for (guard, to, index, byte) in moves {
        let reached = is_before(cx, state, index, len);
        let guard = conjunction(cx, [guard.as_ref(), Some(&reached), None]);
        put_at(cx, state, guard.as_ref(), to, index, byte)?;
    }
    Ok(())
}

/// Writes the byte number `index` of a range, where the guard holds.
fn put_at<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    to: &Range<D::Value, D::Bool>,
    index: u64,
    byte: D::Value,
) -> Result<(), Stop> {
    match to {
        Range::Cells(to) => put_guarded(cx, state, guard, to.object, to.offset + index, byte),
        Range::Array { object, offset, .. } => {
            put_byte_in_array(cx, state, guard, *object, offset, index, &byte).map(|_| ())
        }
    }
}

fn fill_open_length<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    dst: &Targets<D>,
    byte: &D::Value,
    len: &D::Value,
    mode: AccessMode,
) -> Result<(), Blocked<D::Bool>> {
    if mode != AccessMode::Assumed {
        let mut conditions = Conditions::new();
        open_range_conditions(cx, state, dst, len, /* write */ true, &mut conditions)?;
        if !conditions.is_empty() {
            return Err(Blocked::Conditions(conditions));
        }
    }
    let most = cx.largest(&state.path, len);
    for to in ranges(cx, state, dst, 0)? {
        for index in 0..open_length(room(state, &to).min(most))? {
            let reached = is_before(cx, state, index, len);
            let guard = conjunction(cx, [to.guard(), Some(&reached), None]);
            put_at(cx, state, guard.as_ref(), &to, index, byte.clone())?;
        }
    }
    Ok(())
}

/// How many bytes of contents follow.
fn room<D: Domain>(state: &State<D>, range: &Range<D::Value, D::Bool>) -> u64 {
    let (object, offset) = match range {
        Range::Cells(spot) => (spot.object, spot.offset),
        // At an offset that is not known it may be all of them.
        Range::Array { object, .. } => (*object, 0),
    };
    state.memory.get(object).map_or(0, |found| found.contents.size().saturating_sub(offset))
}

fn open_length(room: u64) -> Result<u64, Stop> {
    if room > MAX_OPEN_LENGTH {
        return Err(Stop::Unsupported("copy or fill of a large range of unknown length".into()));
    }
    Ok(room)
}

/// Is the byte number `index` one of the first `len`?
fn is_before<D: Domain>(cx: &mut D, state: &mut State<D>, index: u64, len: &D::Value) -> D::Bool {
    let width = cx.pointer_bits();
    let index = cx.constant(&Bits::new(width, index));
    cx.compare(&mut state.path, CmpOp::Ult, Scalar::Int(width), &index, len)
}

/// What must hold for a range of a length that is not one number: if it is not empty, its first byte may be accessed, and the
/// rest lies in the same object.
fn open_range_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    targets: &Targets<D>,
    len: &D::Value,
    write: bool,
    conditions: &mut Conditions<D::Bool>,
) -> Result<(), Stop> {
    let not_empty = is_before(cx, state, 0, len);
    range_conditions(cx, state, targets, Some(&not_empty), 1, write, conditions)?;
    let width = cx.pointer_bits();
    let word = Scalar::Int(width);
    for target in targets {
        let Some(size) = target.place.object().and_then(|object| state.memory.get(object)).map(|it| it.size.clone())
        else {
            continue;
        };
        let offset = offset_value(cx, &target.place);
        let rest = cx.binary(&mut state.path, BinOp::Sub, word, &size, &offset);
        let fits = cx.compare(&mut state.path, CmpOp::Ule, word, len, &rest);
        let guard = conjunction(cx, [target.guard.as_ref(), Some(&not_empty), None]);
        push_condition(cx, &Target { guard, place: Place::Address(0) }, Check::OutOfBounds, fits, conditions);
    }
    Ok(())
}

fn range_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    targets: &Targets<D>,
    len_guard: Option<&D::Bool>,
    n_bytes: u64,
    write: bool,
    conditions: &mut Conditions<D::Bool>,
) -> Result<(), Stop> {
    let access = Access { size: n_bytes, align: 1, write };
    match demand(cx, state, targets, access, AccessMode::Checked) {
        Ok(()) => Ok(()),
        Err(Blocked::Stop(stop)) => Err(stop),
        Err(Blocked::Elsewhere(..)) => Err(super::access::from_elsewhere()),
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

/// Source and destination may not overlap, unless they are the same: that is forbidden by the letter, but compilers emit it
/// for `*p = *p`.
fn overlap_conditions<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    dst: &Targets<D>,
    src: &Targets<D>,
    len_guard: Option<&D::Bool>,
    len: &D::Value,
    conditions: &mut Conditions<D::Bool>,
) {
    for to in dst {
        for from in src {
            if to.place.object().is_none() || to.place.object() != from.place.object() {
                continue;
            }
            let (a, b) = (offset_value(cx, &to.place), offset_value(cx, &from.place));
            let apart = are_apart(cx, state, &a, &b, len);
            let guard = conjunction(cx, [len_guard, to.guard.as_ref(), from.guard.as_ref()]);
            let case = Target { guard, place: Place::Address(0) };
            push_condition(cx, &case, Check::OverlappingCopy, apart, conditions);
        }
    }
}

/// Do two ranges of one object not overlap, or are they the same?
fn are_apart<D: Domain>(cx: &mut D, state: &mut State<D>, a: &D::Value, b: &D::Value, len: &D::Value) -> D::Bool {
    let word = Scalar::Int(cx.pointer_bits());
    let mut apart = cx.compare(&mut state.path, CmpOp::Eq, word, a, b);
    for (low, high) in [(a, b), (b, a)] {
        let distance = cx.binary(&mut state.path, BinOp::Sub, word, high, low);
        let above = cx.compare(&mut state.path, CmpOp::Sge, word, high, low);
        let far = cx.compare(&mut state.path, CmpOp::Uge, word, &distance, len);
        let behind = cx.logic(Logic::And, &above, &far);
        apart = cx.logic(Logic::Or, &apart, &behind);
    }
    apart
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
                at += put_bytes_guarded(cx, state, guard, object, at, &bytes)?;
            }
            Piece::Uninitialized(len) if guard.is_none() => {
                if let Some(found) = state.memory.get_mut(object) {
                    found.contents.forget(at, len);
                }
                at += len;
            }
            Piece::Uninitialized(len) => {
                for _ in 0..len {
                    let value = cx.arbitrary(state, 8)?;
                    put_guarded(cx, state, guard, object, at, value)?;
                    at += 1;
                }
            }
            Piece::Cell { size, value } => {
                let value = match guard {
                    None => value,
                    Some(guard) => {
                        let ty = if cx.is_pointer(&value) { Scalar::Ptr } else { Scalar::Int(size * 8) };
                        let old = old_value(cx, state, object, at, ty)?;
                        cx.select(guard, ty, &value, &old)
                    }
                };
                store_at(cx, state, object, at, u64::from(size), value);
                at += u64::from(size);
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

/// Plain bytes, a word at a time where one lies there, so that words stay whole.
fn put_bytes_guarded<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: u64,
    bytes: &[u8],
) -> Result<u64, Stop> {
    let endian = cx.endian();
    let mut done = 0;
    while done < bytes.len() {
        let at = offset + done as u64;
        let whole = |size: &usize| {
            let fits = done + size <= bytes.len() && at.is_multiple_of(*size as u64);
            let view = || state.memory.get(object).map(|found| found.contents.view(at, *size as u64, endian));
            fits && !matches!(view(), None | Some(View::Mixed))
        };
        let size = [8, 4, 2].into_iter().find(whole).unwrap_or(1);
        let mut word = bytes[done..done + size].to_vec();
        if endian == candor_ir::Endian::Big {
            word.reverse();
        }
        let width = u32::try_from(size).expect("at most 8") * 8;
        let value = cx.constant(&Bits::from_le_bytes(width, &word));
        let value = match guard {
            None => value,
            Some(guard) => {
                let old = old_value(cx, state, object, at, Scalar::Int(width))?;
                cx.select(guard, Scalar::Int(width), &value, &old)
            }
        };
        store_at(cx, state, object, at, size as u64, value);
        done += size;
    }
    Ok(done as u64)
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
            let old = old_value(cx, state, object, at, Scalar::Int(8))?;
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
    match (guard, plain) {
        (None, Some(plain)) => {
            split_cells(cx, state, object, offset, n_bytes);
            if let Some(found) = state.memory.get_mut(object) {
                found.contents.fill_plain(offset, n_bytes, plain);
            }
        }
        (Some(_), Some(plain)) if n_bytes <= MAX_OPEN_LENGTH => {
            let bytes = vec![plain; usize::try_from(n_bytes).expect("not many")];
            put_bytes_guarded(cx, state, guard, object, offset, &bytes)?;
        }
        _ => {
            for at in offset..offset + n_bytes {
                put_guarded(cx, state, guard, object, at, byte.clone())?;
            }
        }
    }
    Ok(())
}
