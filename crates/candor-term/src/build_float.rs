//! Constructors for floats: the operators of the theory, and the comparisons and extrema made of them.
//!
//! Operands are terms of a float sort. Whoever holds patterns uses the operations of `lower`, which speak the language of
//! `candor-bits` and go through these.

use candor_bits::FloatKind;

use crate::float_format::ieee_width;
use crate::pool::SortId;
use crate::{Op, Sort, Term, TermPool};

macro_rules! float_constructors {
    ($( $(#[$meta:meta])* $name:ident($($arg:ident),*) = $op:ident -> $sort:ident; )*) => {
        impl TermPool {
            $(
                $(#[$meta])*
                pub fn $name(&mut self, $($arg: Term),*) -> Term {
                    self.make_float(Op::$op, ResultSort::$sort, &[$($arg),*])
                }
            )*
        }
    };
}

/// What comes out of an operator on floats.
enum ResultSort {
    Same,
    Bool,
}

float_constructors! {
    /// The sign flipped.
    fp_neg(a) = FpNeg -> Same;
    /// The sign cleared.
    fp_abs(a) = FpAbs -> Same;
    /// `a + b`.
    fp_add(a, b) = FpAdd -> Same;
    /// `a * b`.
    fp_mul(a, b) = FpMul -> Same;
    /// `a / b`.
    fp_div(a, b) = FpDiv -> Same;
    /// The IEEE remainder, C's `remainder`.
    fp_rem(a, b) = FpRem -> Same;
    /// `a * b + c` with one rounding.
    fp_fma(a, b, c) = FpFma -> Same;
    /// The square root.
    fp_sqrt(a) = FpSqrt -> Same;
    /// Down to an integer.
    fp_floor(a) = FpFloor -> Same;
    /// Up to an integer.
    fp_ceil(a) = FpCeil -> Same;
    /// Toward zero to an integer.
    fp_trunc(a) = FpTrunc -> Same;
    /// To the nearest integer, ties to even.
    fp_round_even(a) = FpRoundEven -> Same;
    /// To the nearest integer, ties away from zero.
    fp_round_away(a) = FpRoundAway -> Same;
    /// IEEE equality.
    fp_eq(a, b) = FpEq -> Bool;
    /// IEEE less.
    fp_lt(a, b) = FpLt -> Bool;
    /// IEEE less or equal.
    fp_le(a, b) = FpLe -> Bool;
    /// Whether this is the NaN.
    fp_is_nan(a) = FpIsNan -> Bool;
    /// Whether this is an infinity.
    fp_is_inf(a) = FpIsInf -> Bool;
    /// Whether this is a zero.
    fp_is_zero(a) = FpIsZero -> Bool;
    /// Whether this is subnormal.
    fp_is_subnormal(a) = FpIsSubnormal -> Bool;
    /// Whether this is normal.
    fp_is_normal(a) = FpIsNormal -> Bool;
    /// Whether this is negative, -0 included and the NaN not.
    fp_is_negative(a) = FpIsNegative -> Bool;
}

impl TermPool {
    /// The format of a float term; panics for another sort.
    pub fn float_kind(&self, a: Term) -> FloatKind {
        match self.sort(a) {
            Sort::Float(kind) => kind,
            sort @ (Sort::Bool | Sort::Bv(_) | Sort::Array { .. }) => panic!("the float format of {a} of sort {sort}"),
        }
    }

    /// `a - b`, built as `a + -b`.
    pub fn fp_sub(&mut self, a: Term, b: Term) -> Term {
        let neg_b = self.fp_neg(b);
        self.fp_add(a, neg_b)
    }

    /// Whether neither operand is a NaN.
    pub fn fp_ordered(&mut self, a: Term, b: Term) -> Term {
        let unordered = self.fp_unordered(a, b);
        self.not(unordered)
    }

    /// Whether an operand is a NaN.
    pub fn fp_unordered(&mut self, a: Term, b: Term) -> Term {
        let (a_is_nan, b_is_nan) = (self.fp_is_nan(a), self.fp_is_nan(b));
        self.or(a_is_nan, b_is_nan)
    }

    /// C's `fmod`: the exact remainder with the sign of `a`.
    ///
    /// The IEEE remainder of the magnitudes is the one sought, or that minus the divisor; adding the divisor back is exact
    /// because `fmod` always is.
    pub fn fp_fmod(&mut self, a: Term, b: Term) -> Term {
        let (abs_a, abs_b) = (self.fp_abs(a), self.fp_abs(b));
        let nearest = self.fp_rem(abs_a, abs_b);
        let zero = self.fp_zero(self.float_kind(a));
        let below = self.fp_lt(nearest, zero);
        let lifted = self.fp_add(nearest, abs_b);
        let magnitude = self.ite(below, lifted, nearest);
        let negated = self.fp_neg(magnitude);
        let negative = self.fp_is_negative(a);
        self.ite(negative, negated, magnitude)
    }

    /// The lesser operand, where -0 is less than +0; of a NaN and a number the number, or the NaN if `keeps_nan`.
    pub fn fp_min(&mut self, a: Term, b: Term, keeps_nan: bool) -> Term {
        let a_is_less = self.fp_precedes(a, b);
        let least = self.ite(a_is_less, a, b);
        self.unless_nan(a, b, least, keeps_nan)
    }

    /// The greater operand, where -0 is less than +0; of a NaN and a number the number, or the NaN if `keeps_nan`.
    pub fn fp_max(&mut self, a: Term, b: Term, keeps_nan: bool) -> Term {
        let a_is_less = self.fp_precedes(a, b);
        let greatest = self.ite(a_is_less, b, a);
        self.unless_nan(a, b, greatest, keeps_nan)
    }

    /// A float in another format.
    pub fn fp_to_fp(&mut self, kind: FloatKind, a: Term) -> Term {
        if self.float_kind(a) == kind {
            return a;
        }
        let sort = self.sort_id_of(Sort::Float(kind));
        self.make1(Op::FpToFp, sort, a)
    }

    /// The float nearest to an unsigned number.
    pub fn fp_from_ubv(&mut self, kind: FloatKind, a: Term) -> Term {
        debug_assert!(matches!(self.sort(a), Sort::Bv(_)));
        let sort = self.sort_id_of(Sort::Float(kind));
        self.make1(Op::FpFromUbv, sort, a)
    }

    /// The float nearest to a signed number.
    pub fn fp_from_sbv(&mut self, kind: FloatKind, a: Term) -> Term {
        debug_assert!(matches!(self.sort(a), Sort::Bv(_)));
        let sort = self.sort_id_of(Sort::Float(kind));
        self.make1(Op::FpFromSbv, sort, a)
    }

    /// The float with this pattern without integer bit; see [`ieee_width`].
    pub fn fp_from_ieee(&mut self, kind: FloatKind, a: Term) -> Term {
        debug_assert_eq!(self.width(a), ieee_width(kind), "pattern of a {kind}");
        let sort = self.sort_id_of(Sort::Float(kind));
        self.make1(Op::FpFromIeee, sort, a)
    }

    /// The pattern without integer bit; see [`ieee_width`].
    pub fn fp_to_ieee(&mut self, a: Term) -> Term {
        let sort = self.bv_sort(ieee_width(self.float_kind(a)));
        self.make1(Op::FpToIeee, sort, a)
    }

    /// +0.
    pub fn fp_zero(&mut self, kind: FloatKind) -> Term {
        self.fp_const(kind, &candor_bits::Bits::zero(kind.bits()))
    }

    /// The NaN.
    pub fn fp_nan(&mut self, kind: FloatKind) -> Term {
        self.fp_const(kind, &crate::nan_pattern(kind))
    }

    /// Of two numbers, whether `a` is the lesser, or a negative zero where `b` is a zero.
    fn fp_precedes(&mut self, a: Term, b: Term) -> Term {
        let (less, equal) = (self.fp_lt(a, b), self.fp_eq(a, b));
        let negative = self.fp_is_negative(a);
        let tie = self.and(equal, negative);
        self.or(less, tie)
    }

    fn unless_nan(&mut self, a: Term, b: Term, of_numbers: Term, keeps_nan: bool) -> Term {
        let (if_a, if_b) = if keeps_nan { (a, b) } else { (b, a) };
        let (a_is_nan, b_is_nan) = (self.fp_is_nan(a), self.fp_is_nan(b));
        let rest = self.ite(b_is_nan, if_b, of_numbers);
        self.ite(a_is_nan, if_a, rest)
    }

    fn make_float(&mut self, op: Op, sort: ResultSort, args: &[Term]) -> Term {
        debug_assert!(
            args.iter().all(|arg| matches!(self.sort(*arg), Sort::Float(_)) && self.sort(*arg) == self.sort(args[0])),
            "operands of {op}"
        );
        let sort = match sort {
            ResultSort::Same => self.node(args[0]).sort,
            ResultSort::Bool => SortId::BOOL,
        };
        let mut own = [crate::pool::NO_TERM; 3];
        own[..args.len()].copy_from_slice(args);
        self.make(op, sort, own)
    }
}
