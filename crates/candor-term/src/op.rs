//! The operators that a term can have at its top.
//!
//! The list is short on purpose: every operator is work for the simplifier and for each solver. What is missing is expressed by
//! what is here as it is built: `sub` is `add` of a `neg`, `zext` is `concat` with zeros, `ule a b` is `not (ult b a)` (so
//! that a condition and its negation are always `p` and `not p`), exclusive or of booleans is `not eq`, `fsub` is `fp.add` of
//! an `fp.neg`; checking predicates, population counts, `fmod`, float-to-integer casts are circuits (module `lower`).

use std::fmt;

macro_rules! ops {
    ($( $(#[$meta:meta])* $name:ident / $arity:literal = $text:literal, )*) => {
        /// The operator at the top of a term.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Op {
            $( $(#[$meta])* #[doc = concat!("\n\nWritten `", $text, "`.")] $name, )*
        }

        impl Op {
            /// Every operator, in the order of declaration.
            pub const ALL: &'static [Op] = &[ $( Op::$name, )* ];

            /// The name in text.
            pub const fn name(self) -> &'static str {
                match self { $( Op::$name => $text, )* }
            }

            /// The number of operands that are terms.
            #[inline]
            pub const fn arity(self) -> usize {
                match self { $( Op::$name => $arity, )* }
            }
        }
    };
}

ops! {
    /// A known value of sort bool, bit-vector or float.
    Const / 0 = "const",
    /// A free variable of any sort.
    Var / 0 = "var",

    /// Negation of a boolean, or every bit of a bit-vector flipped.
    Not / 1 = "not",
    /// Conjunction of booleans, or bitwise.
    And / 2 = "and",
    /// Disjunction of booleans, or bitwise.
    Or / 2 = "or",
    /// Exclusive or of bit-vectors; that of booleans is `not eq`.
    Xor / 2 = "xor",
    /// Equality of any sort. Floats are equal when they are the same value: NaN equals NaN, +0 does not equal -0.
    Eq / 2 = "eq",
    /// The second operand if the first holds, else the third.
    Ite / 3 = "ite",

    /// Two's complement.
    Neg / 1 = "neg",
    /// Sum modulo 2^width.
    Add / 2 = "add",
    /// Product modulo 2^width.
    Mul / 2 = "mul",
    /// Unsigned quotient; all ones if the divisor is 0.
    UDiv / 2 = "udiv",
    /// Signed quotient; by 0 it is -1, or 1 for a negative dividend.
    SDiv / 2 = "sdiv",
    /// Unsigned remainder; the dividend if the divisor is 0.
    URem / 2 = "urem",
    /// Signed remainder with the sign of the dividend; the dividend if the divisor is 0.
    SRem / 2 = "srem",
    /// Left shift by the amount **modulo the width**. SMT-LIB's `bvshl` gives 0 for an amount of the width or more: whoever
    /// hands a term to a solver must reduce the amount first, as the SMT-LIB printer does.
    Shl / 2 = "shl",
    /// Logical right shift by the amount **modulo the width**; see [`Op::Shl`].
    LShr / 2 = "lshr",
    /// Arithmetic right shift by the amount **modulo the width**; see [`Op::Shl`].
    AShr / 2 = "ashr",
    /// The first operand above the second.
    Concat / 2 = "concat",
    /// As many bits as the sort says, from [`extract_low`](crate::TermPool::extract_low) upward.
    Extract / 1 = "extract",
    /// Widened with copies of the sign bit.
    SExt / 1 = "sext",
    /// Unsigned less.
    Ult / 2 = "ult",
    /// Signed less.
    Slt / 2 = "slt",

    /// Sign of a float flipped; a NaN stays the NaN.
    FpNeg / 1 = "fp.neg",
    /// Sign of a float cleared; a NaN stays the NaN.
    FpAbs / 1 = "fp.abs",
    /// Float sum, rounded to nearest even, as all that follow.
    FpAdd / 2 = "fp.add",
    /// Float product.
    FpMul / 2 = "fp.mul",
    /// Float quotient.
    FpDiv / 2 = "fp.div",
    /// IEEE remainder: of the division rounded to nearest even. C's `fmod` is made from it.
    FpRem / 2 = "fp.rem",
    /// Product of the first two operands plus the third, rounded once.
    FpFma / 3 = "fp.fma",
    /// Square root.
    FpSqrt / 1 = "fp.sqrt",
    /// Down to an integer.
    FpFloor / 1 = "fp.floor",
    /// Up to an integer.
    FpCeil / 1 = "fp.ceil",
    /// Toward zero to an integer.
    FpTrunc / 1 = "fp.trunc",
    /// To the nearest integer, ties to even.
    FpRoundEven / 1 = "fp.roundeven",
    /// To the nearest integer, ties away from zero.
    FpRoundAway / 1 = "fp.round",
    /// IEEE equality: false for a NaN, and +0 equals -0.
    FpEq / 2 = "fp.eq",
    /// IEEE less: false for a NaN.
    FpLt / 2 = "fp.lt",
    /// IEEE less or equal: false for a NaN.
    FpLe / 2 = "fp.le",
    /// Whether a float is the NaN.
    FpIsNan / 1 = "fp.isnan",
    /// Whether a float is an infinity.
    FpIsInf / 1 = "fp.isinf",
    /// Whether a float is +0 or -0.
    FpIsZero / 1 = "fp.iszero",
    /// Whether a float is subnormal.
    FpIsSubnormal / 1 = "fp.issubnormal",
    /// Whether a float is normal.
    FpIsNormal / 1 = "fp.isnormal",
    /// Whether a float is negative, -0 included and the NaN not.
    FpIsNegative / 1 = "fp.isnegative",
    /// A float in another format (or the same), rounded to nearest even.
    FpToFp / 1 = "fp.to.fp",
    /// The float nearest to an unsigned number.
    FpFromUbv / 1 = "fp.from.ubv",
    /// The float nearest to a signed number.
    FpFromSbv / 1 = "fp.from.sbv",
    /// The float with this pattern of [`ieee_width`](crate::ieee_width) bits; each NaN pattern gives the NaN.
    FpFromIeee / 1 = "fp.from.ieee",
    /// The pattern of [`ieee_width`](crate::ieee_width) bits of a float; for the NaN the positive quiet one without payload.
    /// SMT-LIB has no such function: see [`smt2`](crate::smt2).
    FpToIeee / 1 = "fp.to.ieee",

    /// The array that has the operand everywhere.
    ConstArray / 1 = "const.array",
    /// The element of an array at an index.
    Select / 2 = "select",
    /// An array with the element at an index (second operand) replaced by the third operand.
    Store / 3 = "store",
}

impl Op {
    /// Whether swapping the two operands never changes the result.
    #[inline]
    pub const fn is_commutative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Eq | Op::Add | Op::Mul | Op::FpAdd | Op::FpMul | Op::FpEq)
    }

    /// Whether the operator makes or reads an array, so that its operands are not all patterns.
    #[inline]
    pub const fn is_array(self) -> bool {
        matches!(self, Op::ConstArray | Op::Select | Op::Store)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
