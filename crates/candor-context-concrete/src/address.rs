//! Pointers as integers and back.

use candor_interp::ObjectId;
use candor_ir::Bits;

use crate::value::{Value, View};

/// Where an object lies whose address has been chosen.
#[derive(Copy, Clone, Debug)]
pub struct Extent {
    pub base: u64,
    pub size: u64,
    pub live: bool,
}

impl Extent {
    fn offset_of(&self, address: u64) -> i64 {
        address.wrapping_sub(self.base).cast_signed()
    }

    /// In the object or one past its end.
    fn contains(&self, address: u64) -> bool {
        self.live && u64::try_from(self.offset_of(address)).is_ok_and(|offset| offset <= self.size)
    }

    fn ends_at(&self, address: u64) -> bool {
        u64::try_from(self.offset_of(address)) == Ok(self.size)
    }
}

/// The pointer that an integer stands for: into the object it remembers if the address is there, else into an object whose
/// address the program has seen, else still into its own object, which the access will find to be out of bounds.
pub fn pointer_at(
    int: &Value,
    pointer_bits: u32,
    exposed: &[ObjectId],
    extent: impl Fn(ObjectId) -> Option<Extent>,
) -> Value {
    let (own, address) = match int.view() {
        View::Addr(address) => (Some(address.object), address.bits.resize(pointer_bits).to_u64_wrapping()),
        View::Ptr(..) => return int.clone(),
        View::Int(_) | View::Wide(_) | View::Undef(_) => (None, int.bits(pointer_bits).to_u64_wrapping()),
    };
    let pointer = |object: ObjectId, extent: Extent| Value::ptr(object, extent.offset_of(address));
    let own = own.and_then(|object| Some((object, extent(object)?)));
    // The end of one object may be the start of another, and then that one is meant.
    let others = || exposed.iter().rev().filter_map(|&object| Some((object, extent(object)?))).filter(|_| address != 0);
    let within = own.into_iter().chain(others()).find(|(_, found)| found.contains(address) && !found.ends_at(address));
    let at_end = || own.into_iter().chain(others()).find(|(_, found)| found.contains(address));
    match within.or_else(at_end).or(own) {
        Some((object, found)) => pointer(object, found),
        None => Value::Int(address),
    }
}

/// An integer of at most 64 bits that remembers the object it is an address of.
pub fn exposed_int(object: ObjectId, address: &Value) -> Value {
    Value::addr(object, &address.bits(64), &Bits::ones(64))
}

/// Of a number that comes from a pointer, whether the whole address is in it.
pub fn is_whole_address(value: &Value, pointer_bits: u32) -> Option<bool> {
    match value.unmarked().view() {
        View::Addr(address) => Some(is_whole(&address.own, pointer_bits)),
        View::Int(_) | View::Ptr(..) | View::Wide(_) | View::Undef(_) => None,
    }
}

/// Bits that blocks of the heap need not have: those that their alignment makes zero.
const LOW_TAG_BITS: u32 = 4;
/// Bits that no address of 64 bits uses.
const HIGH_TAG_BITS: u32 = 16;

/// Whether a byte, counted from the least significant one, is needed for an address to be whole.
pub fn is_needed(byte_idx: usize, n_bytes: usize) -> bool {
    n_bytes != 8 || byte_idx < 8 - HIGH_TAG_BITS as usize / 8
}

/// Whether bits of an address are all of it, from some byte on. Where tags are put instead, they need not be there.
pub fn is_whole(own: &Bits, pointer_bits: u32) -> bool {
    let high = if pointer_bits == 64 { HIGH_TAG_BITS } else { 0 };
    let width = pointer_bits - high - LOW_TAG_BITS;
    let mut starts = (0..own.width()).step_by(8).take_while(|start| start + pointer_bits <= own.width());
    starts.any(|start| own.extract(start + LOW_TAG_BITS, width).is_ones())
}
