//! Sorts: what kind of value a term stands for.

use std::fmt;

use candor_bits::FloatKind;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A pattern of this many bits, at least one.
    Bv(u32),
    /// An IEEE number of this format. There is one NaN, without sign or payload.
    Float(FloatKind),
    /// A total map from patterns of `index` bits to patterns of `element` bits.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width, if this is a bit-vector.
    #[inline]
    pub const fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            Sort::Bool | Sort::Float(_) | Sort::Array { .. } => None,
        }
    }

    /// The format, if this is a float.
    #[inline]
    pub const fn float_kind(self) -> Option<FloatKind> {
        match self {
            Sort::Float(kind) => Some(kind),
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
        }
    }

    /// The width of the pattern that a value of this sort is in an evaluation: 1 for a boolean, the pattern of `candor-bits`
    /// for a float; `None` for an array.
    #[inline]
    pub const fn pattern_width(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(width),
            Sort::Float(kind) => Some(kind.bits()),
            Sort::Array { .. } => None,
        }
    }

    /// Whether this is an array.
    #[inline]
    pub const fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Bv(width) => write!(f, "i{width}"),
            Sort::Float(kind) => write!(f, "{kind}"),
            Sort::Array { index, element } => write!(f, "[i{index} -> i{element}]"),
        }
    }
}
