//! Symbolic values.

use candor_context_concrete::Value;
use candor_interp::ObjectId;
use candor_ir::{Bits, UndefCause};
use candor_term::Term;
use triomphe::Arc;

use crate::array::ArrayTerm;

/// A value, the same or not in the executions it stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum SymValue {
    /// The same in every execution.
    Same(Value),
    /// A bit pattern.
    Term(Term),
    /// Whatever needs more room.
    Heavy(Arc<Heavy>),
}

/// Values that are not just a pattern.
#[derive(Debug, PartialEq)]
pub enum Heavy {
    /// A pointer: one of these cases, whose guards exclude each other and among which there is always one that holds.
    Pointer(Box<[Case]>),
    /// An integer that comes from a pointer to one of these objects, if the guard holds, in the bits that are its own.
    Address { number: Term, objects: Box<[(Term, ObjectId)]>, own: Bits },
    /// The contents of an object, which no register ever holds.
    Array(ArrayTerm),
    /// Some bits are not to be used: those of the mask, a pattern of the value's width. The value is not itself `Undef`.
    Undef { value: SymValue, mask: Term, cause: UndefCause },
}

/// One of the places a pointer may point to.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Case {
    pub guard: Term,
    /// Without an object the offset is the address.
    pub object: Option<ObjectId>,
    /// Signed, of pointer width.
    pub offset: Term,
}

impl Default for SymValue {
    fn default() -> Self {
        SymValue::Same(Value::default())
    }
}

impl SymValue {
    pub(crate) fn heavy(heavy: Heavy) -> SymValue {
        SymValue::Heavy(Arc::new(heavy))
    }

    /// The value without marks; concrete marks stay.
    pub(crate) fn inner(&self) -> &SymValue {
        match self {
            SymValue::Heavy(heavy) => match &**heavy {
                Heavy::Undef { value, .. } => value,
                Heavy::Pointer(_) | Heavy::Address { .. } | Heavy::Array(_) => self,
            },
            SymValue::Same(_) | SymValue::Term(_) => self,
        }
    }
}
