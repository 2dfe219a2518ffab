//! Ranges of bytes that copies and fills come from and go to: cells at offsets that are numbers, or part of contents that are one
//! value of the context's own (an array), which is read and written word by word.

use candor_ir::{BinOp, Bits, Endian, Scalar};
use smallvec::SmallVec;

use super::access::{Reach, Spot, part_of_cell, spots};
use super::contents::{Contents, Fresh, Piece};
use super::domain::{Domain, Place, Targets};
use crate::memory::ObjectId;
use crate::state::State;
use crate::stop::Stop;

/// Up to this many bytes of an array are copied or filled at once.
const MAX_IN_ARRAY: u64 = 1024;

/// Where a range may start, and when.
#[derive(Debug)]
pub(super) enum Range<V, B> {
    Cells(Spot<B>),
    Array { guard: Option<B>, object: ObjectId, offset: V },
}

impl<V, B> Range<V, B> {
    pub(super) fn guard(&self) -> Option<&B> {
        match self {
            Range::Cells(spot) => spot.guard.as_ref(),
            Range::Array { guard, .. } => guard.as_ref(),
        }
    }
}

pub(super) type Ranges<D> = SmallVec<[Range<<D as crate::Values>::Value, <D as crate::Values>::Bool>; 1]>;

/// Where a range of `n_bytes` may start.
pub(super) fn ranges<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    targets: &Targets<D>,
    n_bytes: u64,
) -> Result<Ranges<D>, Stop> {
    let mut all = SmallVec::new();
    for target in targets {
        match (spots(cx, state, target, n_bytes)?, target.place.object()) {
            (Reach::Spots(spots), _) => all.extend(spots.into_iter().map(Range::Cells)),
            (Reach::Array(_, offset), Some(object)) => {
                all.push(Range::Array { guard: target.guard.clone(), object, offset });
            }
            (Reach::Array(..), None) => return Err(Stop::Bug("an array without an object".into())),
        }
    }
    Ok(all)
}

/// An array of which all bytes are about to be written becomes cells again.
pub(super) fn renew_if_overwritten<D: Domain>(state: &mut State<D>, targets: &Targets<D>, n_bytes: u64) {
    let [target] = &targets[..] else { return };
    let Place::Object(object, 0) = target.place else { return };
    if let Some(found) = state.memory.get_mut(object)
        && found.array.is_some()
        && found.plain_size == Some(n_bytes)
    {
        found.array = None;
        found.contents = Contents::new(n_bytes, Fresh::Uninitialized);
    }
}

/// What lies in a range of an array, in words as large as it can be read in.
pub(super) fn array_pieces<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: &D::Value,
    n_bytes: u64,
) -> Result<Vec<Piece<D::Value>>, Stop> {
    admit(n_bytes)?;
    let mut pieces = Vec::new();
    let mut done = 0;
    while done < n_bytes {
        let (size, value) = read(cx, state, object, offset, done, n_bytes - done)?;
        pieces.push(Piece::Cell { size: u32::try_from(size).expect("at most 8"), value });
        done += size;
    }
    Ok(pieces)
}

/// Writes what was read elsewhere into an array, where the guard holds.
pub(super) fn put_in_array<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: &D::Value,
    pieces: Vec<Piece<D::Value>>,
) -> Result<(), Stop> {
    let endian = cx.endian();
    let mut at = 0;
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => {
                admit(at + bytes.len() as u64)?;
                at = put_bytes(cx, state, guard, object, offset, at, &bytes)?;
            }
            Piece::Uninitialized(len) => {
                admit(at + len)?;
                for _ in 0..len {
                    let byte = cx.arbitrary(state, 8)?;
                    at = put_byte(cx, state, guard, object, offset, at, &byte)?;
                }
            }
            Piece::Cell { size, value } => {
                if write(cx, state, guard, object, offset, at, u64::from(size), &value)? {
                    at += u64::from(size);
                    continue;
                }
                if cx.is_pointer(&value) {
                    return Err(too_open());
                }
                for index in 0..size {
                    let byte = part_of_cell(cx, state, value.clone(), index, size, endian);
                    at = put_byte(cx, state, guard, object, offset, at, &byte)?;
                }
            }
            Piece::Part { value, index, size } => {
                let byte = part_of_cell(cx, state, value, index, size, endian);
                at = put_byte(cx, state, guard, object, offset, at, &byte)?;
            }
        }
    }
    Ok(())
}

/// A byte of an array.
pub(super) fn array_byte<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: &D::Value,
    index: u64,
) -> Result<D::Value, Stop> {
    read(cx, state, object, offset, index, 1).map(|(_, byte)| byte)
}

/// Writes a byte of an array, where the guard holds; gives the index of the next one.
pub(super) fn put_byte<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: &D::Value,
    at: u64,
    byte: &D::Value,
) -> Result<u64, Stop> {
    match write(cx, state, guard, object, offset, at, 1, byte)? {
        true => Ok(at + 1),
        false => Err(too_open()),
    }
}

/// Plain bytes, in words as large as the array takes them.
fn put_bytes<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: &D::Value,
    start: u64,
    bytes: &[u8],
) -> Result<u64, Stop> {
    let mut rest = bytes;
    let mut at = start;
    'words: while !rest.is_empty() {
        for size in [8, 4, 2, 1] {
            let Some((word, others)) = rest.split_at_checked(size) else { continue };
            let mut word = word.to_vec();
            if cx.endian() == Endian::Big {
                word.reverse();
            }
            let width = u32::try_from(size).expect("at most 8") * 8;
            let value = cx.constant(&Bits::from_le_bytes(width, &word));
            if write(cx, state, guard, object, offset, at, size as u64, &value)? {
                (rest, at) = (others, at + size as u64);
                continue 'words;
            }
        }
        return Err(too_open());
    }
    Ok(at)
}

/// The largest word, of at most `room` bytes, that can be read at an index from an offset, and its size.
fn read<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    object: ObjectId,
    offset: &D::Value,
    index: u64,
    room: u64,
) -> Result<(u64, D::Value), Stop> {
    let offset = moved(cx, state, offset, index);
    let array = state.memory.get(object).and_then(|found| found.array.clone()).ok_or_else(too_open)?;
    let sizes = [8, 4, 2, 1].into_iter().filter(|size| *size <= room);
    let mut words = sizes.filter_map(|size| Some((size, cx.array_read(&state.path, &array, &offset, size)?)));
    words.next().ok_or_else(too_open)
}

/// Writes a word at an index from an offset, where the guard holds; false if the array cannot be written so.
#[expect(clippy::too_many_arguments, reason = "what is written, and where")]
fn write<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    guard: Option<&D::Bool>,
    object: ObjectId,
    offset: &D::Value,
    index: u64,
    size: u64,
    value: &D::Value,
) -> Result<bool, Stop> {
    let offset = moved(cx, state, offset, index);
    let array = state.memory.get(object).and_then(|found| found.array.clone()).ok_or_else(too_open)?;
    let value = match guard {
        None => value.clone(),
        Some(guard) => {
            let Some(old) = cx.array_read(&state.path, &array, &offset, size) else { return Ok(false) };
            let ty = match cx.is_pointer(value) || cx.is_pointer(&old) {
                true => Scalar::Ptr,
                false => Scalar::Int(u32::try_from(size).expect("at most a cell") * 8),
            };
            cx.select(guard, ty, value, &old)
        }
    };
    let Some(written) = cx.array_write(&state.path, &array, &offset, size, &value) else { return Ok(false) };
    if let Some(found) = state.memory.get_mut(object) {
        found.array = Some(written);
    }
    Ok(true)
}

fn moved<D: Domain>(cx: &mut D, state: &mut State<D>, offset: &D::Value, by: u64) -> D::Value {
    if by == 0 {
        return offset.clone();
    }
    let width = cx.pointer_bits();
    let by = cx.constant(&Bits::new(width, by));
    cx.binary(&mut state.path, BinOp::Add, Scalar::Int(width), offset, &by)
}

fn admit(n_bytes: u64) -> Result<(), Stop> {
    match n_bytes <= MAX_IN_ARRAY {
        true => Ok(()),
        false => Err(too_open()),
    }
}

fn too_open() -> Stop {
    Stop::Unsupported("copy or fill of memory that is accessed at offsets with too many possible values".into())
}
