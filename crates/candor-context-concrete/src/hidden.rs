//! Addresses in disguise: numbers that remember no object, or too little of it, but from which the address of a block can be had
//! back by moving bits, or with the help of another address. Whether such a block is lost is a question that is not answered.

use std::ops::RangeInclusive;

use candor_interp::object::{Object, PieceRef};
use candor_interp::{Keepers, ObjectId, ObjectKind, State};

use crate::context::ConcreteContext;
use crate::value::{Address, Value, View, ops};

/// Smaller numbers are like too many others.
const LEAST: u64 = 1 << 16;
/// More bytes than this are not looked through; anything may be there.
const MOST_BYTES: usize = 1 << 24;

/// Whether what is kept may hide the address of a lost block. Only addresses that the program has seen can hide.
pub(crate) fn is_any(
    state: &State<ConcreteContext<'_>>,
    keepers: &Keepers<Value>,
    lost: &[ObjectId],
    pointer_bytes: usize,
) -> bool {
    let is_seen = |id: ObjectId| state.memory.get(id).is_some_and(|object| object.exposed);
    let seen: Vec<ObjectId> = lost.iter().copied().filter(|&id| is_seen(id)).collect();
    if seen.is_empty() {
        return false;
    }
    let left_over: Vec<ObjectId> = keepers.left_over.iter().filter_map(|pointer| pointer.place().object()).collect();
    let is_kept = |id: ObjectId, object: &Object<Value, bool>| match object.kind {
        ObjectKind::Heap => object.live && !lost.contains(&id),
        _ => object.live && !left_over.contains(&id),
    };
    let kept = state.memory.iter().filter(|(id, object)| is_kept(*id, object)).map(|(_, object)| object);
    let kept: Vec<&Object<Value, bool>> = kept.collect();
    let cells = kept.iter().flat_map(|object| object.contents.cells().map(|(_, _, value)| value));
    let values: Vec<&Value> = cells.chain(&keepers.registers).collect();
    seen.iter().any(|&block| has_parts(&values, block, pointer_bytes))
        || has_numbers(state, &kept, &keepers.registers, &seen, pointer_bytes)
}

/// Whether half of the bits of an address are still there, wherever.
fn has_parts(values: &[&Value], block: ObjectId, pointer_bytes: usize) -> bool {
    let own_bits = |value: &&Value| match value.unmarked().view() {
        View::Addr(address) if address.object == block => address.own.count_ones() as usize,
        _ => 0,
    };
    2 * values.iter().map(own_bits).sum::<usize>() >= 8 * pointer_bytes
}

/// Whether numbers are like the address of a block, or give it together with an address that the program has seen.
fn has_numbers(
    state: &State<ConcreteContext<'_>>,
    kept: &[&Object<Value, bool>],
    registers: &[Value],
    blocks: &[ObjectId],
    pointer_bytes: usize,
) -> bool {
    let mut images: Vec<Image> =
        registers.iter().map(|value| Image { base: None, bytes: number_bytes(value) }).collect();
    let mut n_bytes = 0;
    for object in kept {
        let Some(bytes) = bytes_of(object) else { return true };
        n_bytes += bytes.len();
        if n_bytes > MOST_BYTES {
            return true;
        }
        images.push(Image { base: base_of(object), bytes });
    }
    blocks.iter().any(|&block| {
        let Some(range) = state.memory.get(block).and_then(range_of) else { return false };
        let others = state.memory.exposed.iter().filter(|&&other| other != block);
        let others: Vec<u64> = others.filter_map(|&other| base_of(state.memory.get(other)?)).collect();
        images
            .iter()
            .any(|image| hides(&image.bytes, &range, pointer_bytes) || relates(image, &range, &others, pointer_bytes))
    })
}

/// What is in memory, or in a register.
struct Image {
    base: Option<u64>,
    bytes: Vec<u8>,
}

fn base_of(object: &Object<Value, bool>) -> Option<u64> {
    Some(object.base.as_ref()?.bits(64).to_u64_wrapping())
}

/// The addresses of a block, unless they are like too many other numbers.
fn range_of(block: &Object<Value, bool>) -> Option<RangeInclusive<u64>> {
    let base = base_of(block).filter(|&base| base >= LEAST)?;
    Some(base..=base.checked_add(block.plain_size?)?)
}

/// Whether a number leads to the range from another address or from where it lies itself, as the links of lists do that hold the
/// difference of two addresses, or their exclusive or.
fn relates(image: &Image, range: &RangeInclusive<u64>, others: &[u64], pointer_bytes: usize) -> bool {
    let words = image.bytes.chunks_exact(pointer_bytes).zip((0..).step_by(pointer_bytes));
    words.map(|(word, at)| (signed_word(word), at)).filter(|(word, _)| *word != 0).any(|(word, at)| {
        let own = image.base.map(|base| base + at);
        let leads = |from: u64| {
            let found = [from ^ word, from.wrapping_add(word), from.wrapping_sub(word)];
            found.iter().any(|address| range.contains(address))
        };
        own.is_some_and(leads) || others.iter().copied().any(leads)
    })
}

/// A number as wide as a pointer, sign-extended.
fn signed_word(bytes: &[u8]) -> u64 {
    let unused = 64 - 8 * u32::try_from(bytes.len()).expect("pointers are small");
    ((little_endian(bytes) << unused).cast_signed() >> unused).cast_unsigned()
}

/// The bytes of a number; a pointer is none.
fn number_bytes(value: &Value) -> Vec<u8> {
    match value.unmarked().view() {
        View::Int(word) => word.to_le_bytes().to_vec(),
        View::Addr(Address { bits, .. }) | View::Wide(bits) => {
            let n_bytes = bits.width().div_ceil(8);
            (0..n_bytes).map(|at| byte(value, at)).collect()
        }
        View::Ptr(..) | View::Undef(_) => Vec::new(),
    }
}

fn byte(value: &Value, at: u32) -> u8 {
    ops::byte_of(value, at).bits(8).to_u64_wrapping().to_le_bytes()[0]
}

/// The bytes of an object, zeros where there are pointers or nothing, unless they are too many.
fn bytes_of(object: &Object<Value, bool>) -> Option<Vec<u8>> {
    let size = object.plain_size.filter(|&size| size <= MOST_BYTES as u64)?;
    let mut bytes = Vec::new();
    object.contents.for_each_piece(0, size, |piece| match piece {
        PieceRef::Bytes(more) => bytes.extend(more),
        PieceRef::Zeros(n) | PieceRef::Uninitialized(n) => {
            bytes.resize(bytes.len() + usize::try_from(n).unwrap_or(0), 0);
        }
        PieceRef::Cell { size, value } => bytes.extend((0..size).map(|at| number_byte(value, at))),
        PieceRef::Part { value, index, .. } => bytes.push(number_byte(value, index)),
    });
    Some(bytes)
}

fn number_byte(value: &Value, at: u32) -> u8 {
    match value.unmarked().view() {
        View::Ptr(..) | View::Undef(_) => 0,
        View::Int(_) | View::Addr(..) | View::Wide(_) => byte(value.unmarked(), at),
    }
}

/// Whether bytes hold an address of the range at any bit, swapped or not, or one without its lowest bits, or its lower half.
fn hides(image: &[u8], range: &RangeInclusive<u64>, pointer_bytes: usize) -> bool {
    let half = u64::from(u32::MAX);
    let is_low_half = |low: u64| {
        let (start, end) = (range.start() & half, range.end() & half);
        low >= LEAST && start <= low && low <= end
    };
    (0..image.len()).any(|at| {
        let rest = &image[at..];
        let low = rest.get(..4).map(little_endian);
        let word = rest.get(..pointer_bytes).map(little_endian);
        let swapped = rest.get(..pointer_bytes).map(big_endian);
        low.is_some_and(is_low_half) || [word, swapped].into_iter().flatten().any(|word| is_shifted(word, range))
    })
}

/// Whether a word is an address of the range, shifted by any number of bits.
fn is_shifted(word: u64, range: &RangeInclusive<u64>) -> bool {
    word >= LEAST
        && (0..48).any(|n_bits| {
            let by_left = range.contains(&(word >> n_bits));
            let lowest = word << n_bits;
            let by_right =
                lowest >> n_bits == word && lowest <= *range.end() && *range.start() <= lowest | ((1 << n_bits) - 1);
            by_left || (n_bits <= 16 && by_right)
        })
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: RangeInclusive<u64> = 0x5555_1234_5670..=0x5555_1234_5678;

    #[track_caller]
    fn check(bytes: &[u8], hidden: bool) {
        assert_eq!(hides(bytes, &BLOCK, 8), hidden, "{bytes:x?}");
    }

    #[test]
    fn addresses_hide_in_what_is_shifted_swapped_or_cut() {
        let address = *BLOCK.start() + 4;
        check(&address.to_le_bytes(), true);
        check(&address.to_be_bytes(), true);
        check(&(u128::from(address) << 64).to_le_bytes(), true);
        check(&(u128::from(address) << 61).to_le_bytes(), true);
        check(&((address << 16) | 7).to_le_bytes(), true);
        check(&(address >> 3).to_le_bytes(), true);
        check(&(address as u32).to_le_bytes(), true);
        check(&(address + 1000).to_le_bytes(), false);
        check(&(address ^ 0x1234_5678_0000).to_le_bytes(), false);
        check(&[0; 64], false);
        check(&[0xff; 64], false);
    }

    #[test]
    fn addresses_hide_in_what_links_them_to_others() {
        let other = 0x5555_1234_0000;
        let related = |word: u64, base: Option<u64>, others: &[u64]| {
            let bytes = [[0; 8], word.to_le_bytes()].concat();
            relates(&Image { base, bytes }, &BLOCK, others, 8)
        };
        assert!(related(BLOCK.start() ^ other, None, &[other]));
        assert!(related(BLOCK.start() - other, None, &[other]));
        assert!(related(other.wrapping_sub(*BLOCK.start()), None, &[other]));
        assert!(related(BLOCK.start() - (other + 8), Some(other), &[]));
        assert!(!related(BLOCK.start() ^ other, None, &[]));
        assert!(!related(0, Some(*BLOCK.start()), &[other]));
        assert!(!related(40, Some(other), &[other]));
    }
}
