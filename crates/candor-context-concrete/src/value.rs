//! Concrete values and the operators on them.
//!
//! Integers up to 64 bits and floats up to double are bare numbers; the type comes from the instruction. A pointer is an
//! object and an offset. An integer made from a pointer is a number that remembers the object. Bits that nobody has written
//! are marked, one by one, and the mark travels with the value until a use.

use candor_ir::{Bits, Check, UndefCause};
use candor_interp::ObjectId;
use triomphe::Arc;

/// A concrete scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// At most 64 bits, zero-extended; also floats by their bits, and pointers that belong to no object (null is 0).
    Int(u64),
    Ptr { object: ObjectId, offset: i64 },
    /// An integer of at most 64 bits that comes from a pointer to the object.
    Addr { object: ObjectId, bits: u64 },
    /// More than 64 bits.
    Wide(Arc<Bits>),
    /// Some bits are not to be used.
    Undef(Arc<Undef>),
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
    /// A plain number of any width.
    pub fn from_bits(bits: &Bits) -> Value {
        match bits.to_u64() {
            Some(word) if bits.width() <= 64 => Value::Int(word),
            _ => Value::Wide(Arc::new(bits.clone())),
        }
    }

    /// The bits, whatever marks and provenance they have. A pointer's bits are only known through its memory; here they are
    /// those of its offset.
    pub fn bits(&self, width: u32) -> Bits {
        match self {
            Value::Int(word) | Value::Addr { bits: word, .. } => Bits::new(width, *word),
            Value::Ptr { offset, .. } => Bits::from_i64(width, *offset),
            Value::Wide(bits) => bits.resize(width),
            Value::Undef(undef) => undef.value.bits(width),
        }
    }

    /// The value with bits of the mask marked; plain if there are none.
    pub fn marked(value: Value, mask: Bits, cause: UndefCause) -> Value {
        if mask.is_zero() {
            return value;
        }
        match value {
            Value::Undef(inner) => {
                let mask = mask.or(&inner.mask.resize(mask.width()));
                Value::Undef(Arc::new(Undef { value: inner.value.clone(), mask, cause: inner.cause }))
            }
            value => Value::Undef(Arc::new(Undef { value, mask, cause })),
        }
    }

    /// The value without marks.
    pub fn unmarked(&self) -> &Value {
        match self {
            Value::Undef(undef) => &undef.value,
            value => value,
        }
    }

    /// The check that using the value fails, if any.
    pub fn use_fault(&self) -> Option<Check> {
        match self {
            Value::Undef(undef) => Some(match undef.cause {
                UndefCause::Uninitialized => Check::UninitializedRead,
                UndefCause::MissingReturn => Check::MissingReturn,
                UndefCause::Poison(check) => check,
            }),
            _ => None,
        }
    }
}

pub mod ops;
