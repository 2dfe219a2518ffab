//! Concrete values and the operators on them.
//!
//! Integers up to 64 bits and floats up to double are bare numbers; the type comes from the instruction. A pointer is an
//! object and an offset. An integer made from a pointer is a number that remembers the object. Bits that nobody has written
//! are marked, one by one, and the mark travels with the value until a use.

use candor_interp::ObjectId;
use candor_interp::object::Place;
use candor_ir::{Bits, Check, UndefCause};
use triomphe::Arc;

/// A concrete scalar.
///
/// Every variant holds one word, so that a value travels in two machine registers, and all but one are plain, so that copying
/// and dropping cost a comparison. As a struct of three fields it went through memory in parts, and waiting for the parts was
/// half the time of pointer arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// At most 64 bits, zero-extended; also floats by their bits, and pointers that belong to no object (null is 0).
    Int(u64),
    /// A pointer into an object; made by [`Value::ptr`].
    Ptr(Near),
    /// Whatever needs more room.
    Heavy(Arc<Heavy>),
}

/// Values that do not fit in a word.
#[derive(Clone, Debug, PartialEq)]
pub enum Heavy {
    /// A pointer whose object or offset is too large for [`Near`].
    Far(ObjectId, i64),
    /// An integer that comes from a pointer.
    Addr(Address),
    /// More than 64 bits.
    Wide(Bits),
    /// Some bits are not to be used.
    Undef(Undef),
}

/// What a value is, to be matched on.
#[derive(Copy, Clone, Debug)]
pub enum View<'v> {
    Int(u64),
    Ptr(ObjectId, i64),
    Addr(&'v Address),
    Wide(&'v Bits),
    Undef(&'v Undef),
}

/// An object below 2^28 and an offset of 36 bits (34 GB either way), in one word.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Near(u64);

const OBJECT_BITS: u32 = 28;
const OFFSET_BITS: u32 = 64 - OBJECT_BITS;

impl Near {
    #[inline]
    fn new(object: ObjectId, offset: i64) -> Option<Near> {
        let shifted = (offset << OBJECT_BITS) >> OBJECT_BITS;
        let fits = object.0 >> OBJECT_BITS == 0 && shifted == offset;
        fits.then(|| Near(u64::from(object.0) << OFFSET_BITS | offset.cast_unsigned() & ((1 << OFFSET_BITS) - 1)))
    }

    #[inline]
    fn object(self) -> ObjectId {
        ObjectId(u32::try_from(self.0 >> OFFSET_BITS).expect("28 bits"))
    }

    #[inline]
    fn offset(self) -> i64 {
        (self.0.cast_signed() << OBJECT_BITS) >> OBJECT_BITS
    }
}

/// An integer that comes from a pointer to an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    pub object: ObjectId,
    /// Of 64 bits, if it has no more.
    pub bits: Bits,
    /// Which bits are the pointer's, and not those of a number beside it; at least one.
    pub own: Bits,
}

/// A value of which some bits must not be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Undef {
    /// What the bits happen to be. Never itself `Undef`.
    pub value: Value,
    /// Which bits must not be used; at least one.
    pub mask: Bits,
    pub cause: UndefCause,
}

const _: () = assert!(size_of::<Value>() == 16);

impl Default for Value {
    fn default() -> Self {
        Value::Int(0)
    }
}

impl Value {
    /// A pointer into an object.
    #[inline]
    pub fn ptr(object: ObjectId, offset: i64) -> Value {
        match Near::new(object, offset) {
            Some(near) => Value::Ptr(near),
            None => Value::Heavy(Arc::new(Heavy::Far(object, offset))),
        }
    }

    /// An integer that remembers the object from which it has some of its bits.
    pub fn addr(object: ObjectId, bits: &Bits, own: &Bits) -> Value {
        if own.is_zero() {
            return Value::from_bits(bits);
        }
        let width = bits.width().max(64);
        Value::Heavy(Arc::new(Heavy::Addr(Address { object, bits: bits.resize(width), own: own.resize(width) })))
    }

    #[inline]
    pub fn view(&self) -> View<'_> {
        match self {
            Value::Int(word) => View::Int(*word),
            Value::Ptr(near) => View::Ptr(near.object(), near.offset()),
            Value::Heavy(heavy) => match &**heavy {
                Heavy::Far(object, offset) => View::Ptr(*object, *offset),
                Heavy::Addr(address) => View::Addr(address),
                Heavy::Wide(bits) => View::Wide(bits),
                Heavy::Undef(undef) => View::Undef(undef),
            },
        }
    }

    /// The object and the offset of a pointer into one.
    #[inline]
    pub fn as_ptr(&self) -> Option<(ObjectId, i64)> {
        match self.view() {
            View::Ptr(object, offset) => Some((object, offset)),
            _ => None,
        }
    }

    /// Where the value points when used as a pointer. An integer that remembers its object keeps it reachable.
    pub fn place(&self) -> Place<Value> {
        match self.unmarked().view() {
            View::Int(address) => Place::Address(address),
            View::Ptr(object, offset) => Place::Object(object, offset),
            View::Addr(address) => Place::Object(address.object, 0),
            View::Wide(bits) => Place::Address(bits.to_u64_wrapping()),
            View::Undef(_) => Place::Address(0),
        }
    }

    /// A plain number of any width.
    pub fn from_bits(bits: &Bits) -> Value {
        match bits.to_u64() {
            Some(word) if bits.width() <= 64 => Value::Int(word),
            _ => Value::Heavy(Arc::new(Heavy::Wide(bits.clone()))),
        }
    }

    /// The bits, whatever marks and provenance they have. A pointer's bits are only known through its memory; here they are
    /// those of its offset.
    pub fn bits(&self, width: u32) -> Bits {
        match self.view() {
            View::Int(word) => Bits::new(width, word),
            View::Ptr(_, offset) => Bits::from_i64(width, offset),
            View::Wide(bits) | View::Addr(Address { bits, .. }) => bits.resize(width),
            View::Undef(undef) => undef.value.bits(width),
        }
    }

    /// The value with bits of the mask marked; plain if there are none.
    pub fn marked(value: Value, mask: Bits, cause: UndefCause) -> Value {
        if mask.is_zero() {
            return value;
        }
        let undef = match value.view() {
            View::Undef(inner) => {
                let mask = mask.or(&inner.mask.resize(mask.width()));
                Undef { value: inner.value.clone(), mask, cause: inner.cause }
            }
            _ => Undef { value, mask, cause },
        };
        Value::Heavy(Arc::new(Heavy::Undef(undef)))
    }

    /// The value without marks.
    pub fn unmarked(&self) -> &Value {
        match self.view() {
            View::Undef(undef) => &undef.value,
            _ => self,
        }
    }

    /// The check that using the value fails, if any.
    pub fn use_fault(&self) -> Option<Check> {
        match self.view() {
            View::Undef(undef) => Some(match undef.cause {
                UndefCause::Uninitialized => Check::UninitializedRead,
                UndefCause::MissingReturn => Check::MissingReturn,
                UndefCause::Poison(check) => check,
            }),
            _ => None,
        }
    }
}

pub mod ops;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_come_back_whatever_their_size() {
        for object in [0, 1, 0x0FFF_FFFF, 0x1000_0000, u32::MAX] {
            for offset in [0, 1, -1, (1 << 35) - 1, 1 << 35, -(1 << 35), -(1 << 35) - 1, i64::MAX, i64::MIN] {
                let pointer = Value::ptr(ObjectId(object), offset);
                assert_eq!(pointer.as_ptr(), Some((ObjectId(object), offset)));
            }
        }
    }
}
