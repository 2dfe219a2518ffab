//! Float formats: what a pattern stands for, and which arithmetic serves which format.
//!
//! `f32` and `f64` are the host's ([`host`](crate::host)); the other formats are computed in software
//! ([`soft`](crate::soft)), bit for bit as the hardware or the compiler's runtime would.

use crate::bits::index;
use crate::dispatch::{first_limbs, is_host};
use crate::ops::{int_math, rounded_math, transcendental_math};
use crate::{BinOp, Bits, CmpOp, FloatKind, MathOp, host, small, soft};

/// What a pattern stands for: `mantissa * 2^exponent` with a sign, or nothing of the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    Nan,
    Infinite,
    Finite { negative: bool, mantissa: u128, exponent: i32 },
}

/// The ten kinds of floats that LLVM's `is.fpclass` tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatClass {
    /// A NaN whose quiet bit is clear.
    SignalingNan,
    /// A NaN whose quiet bit is set.
    QuietNan,
    /// Minus infinity.
    NegInfinity,
    /// A negative number with full precision.
    NegNormal,
    /// A negative number too small for full precision.
    NegSubnormal,
    /// -0.
    NegZero,
    /// +0.
    PosZero,
    /// A positive number too small for full precision.
    PosSubnormal,
    /// A positive number with full precision.
    PosNormal,
    /// Plus infinity.
    PosInfinity,
}

impl FloatClass {
    /// The bit that stands for this class in the mask of `is.fpclass`.
    pub const fn mask(self) -> u32 {
        match self {
            FloatClass::SignalingNan => 1 << 0,
            FloatClass::QuietNan => 1 << 1,
            FloatClass::NegInfinity => 1 << 2,
            FloatClass::NegNormal => 1 << 3,
            FloatClass::NegSubnormal => 1 << 4,
            FloatClass::NegZero => 1 << 5,
            FloatClass::PosZero => 1 << 6,
            FloatClass::PosSubnormal => 1 << 7,
            FloatClass::PosNormal => 1 << 8,
            FloatClass::PosInfinity => 1 << 9,
        }
    }
}

/// The class of a float. Patterns that the x87 does not support (integer bit clear, exponent not zero) are NaNs.
pub fn float_class(kind: FloatKind, a: &Bits) -> FloatClass {
    let negative = a.sign_bit();
    let signed = |neg, pos| if negative { neg } else { pos };
    match parts(kind, to_pattern(a)) {
        Parts::Nan if a.bit(kind.precision() - 2) => FloatClass::QuietNan,
        Parts::Nan => FloatClass::SignalingNan,
        Parts::Infinite => signed(FloatClass::NegInfinity, FloatClass::PosInfinity),
        Parts::Finite { mantissa: 0, .. } => signed(FloatClass::NegZero, FloatClass::PosZero),
        Parts::Finite { mantissa, .. } if mantissa >> (kind.precision() - 1) == 0 => {
            signed(FloatClass::NegSubnormal, FloatClass::PosSubnormal)
        }
        Parts::Finite { .. } => signed(FloatClass::NegNormal, FloatClass::PosNormal),
    }
}

/// The `f64` nearest to a float.
pub fn float_to_f64(kind: FloatKind, a: &Bits) -> f64 {
    let double = soft::convert(kind, FloatKind::Double, to_pattern(a));
    f64::from_bits(crate::bits::low_u64(double))
}

/// The float of this format nearest to an `f64`.
pub fn float_from_f64(kind: FloatKind, value: f64) -> Bits {
    from_pattern(kind, soft::convert(FloatKind::Double, kind, u128::from(value.to_bits())))
}

#[inline]
pub(crate) fn binary(op: BinOp, kind: FloatKind, a: &Bits, b: &Bits) -> Bits {
    if is_host(kind) {
        return Bits::new(kind.bits(), small::binary_float(op, kind, a.limb(0), b.limb(0)));
    }
    from_pattern(kind, soft::binary(op, kind, to_pattern(a), to_pattern(b)))
}

#[inline]
pub(crate) fn compare(op: CmpOp, kind: FloatKind, a: &Bits, b: &Bits) -> bool {
    if is_host(kind) {
        return small::compare_float(op, kind, a.limb(0), b.limb(0));
    }
    host::holds(op, soft::order(kind, to_pattern(a), to_pattern(b)))
}

pub(crate) fn math(op: MathOp, kind: FloatKind, args: &[&Bits]) -> Bits {
    let a = args[0];
    match op {
        MathOp::FNeg => a.with_bit(kind.bits() - 1, !a.sign_bit()),
        MathOp::Fabs => a.with_bit(kind.bits() - 1, false),
        MathOp::CopySign => a.with_bit(kind.bits() - 1, args[1].sign_bit()),
        MathOp::Ldexp => from_pattern(kind, soft::ldexp(kind, to_pattern(a), saturated(args[1]))),
        MathOp::Powi if is_host(kind) => {
            let args = [a.limb(0), saturated(args[1]).cast_unsigned(), 0];
            Bits::new(kind.bits(), small::math_float(op, kind, args))
        }
        MathOp::Powi => from_pattern(kind, soft::powi(kind, to_pattern(a), saturated(args[1]))),
        rounded_math!() | transcendental_math!() if is_host(kind) => {
            Bits::new(kind.bits(), small::math_float(op, kind, first_limbs(args)))
        }
        rounded_math!() | transcendental_math!() => {
            let args = std::array::from_fn(|arg_idx| args.get(arg_idx).map_or(0, |arg| to_pattern(arg)));
            from_pattern(kind, soft::math(op, kind, args))
        }
        int_math!() => panic!("{op} is not an operation on floats"),
    }
}

/// The lesser or greater of two floats, by the rules of `op`; -0 is less than +0.
#[inline]
pub(crate) fn extremum<T: Copy + PartialOrd>(op: MathOp, a: T, b: T, is_negative: impl Fn(T) -> bool) -> T {
    let is_nan = |value: T| value.partial_cmp(&value).is_none();
    let ignores_nan = matches!(op, MathOp::MinNum | MathOp::MaxNum);
    if is_nan(a) {
        return if ignores_nan { b } else { a };
    }
    if is_nan(b) {
        return if ignores_nan { a } else { b };
    }
    let a_is_less = a < b || a == b && is_negative(a);
    let wants_less = matches!(op, MathOp::MinNum | MathOp::Minimum);
    if a_is_less == wants_less { a } else { b }
}

/// `base` to an integer power by repeated squaring, in the order of compiler-rt's `__powidf2`: rounding makes the order
/// visible.
pub(crate) fn powi<T: Copy>(one: T, base: T, n: i64, mul: impl Fn(T, T) -> T, div: impl Fn(T, T) -> T) -> T {
    let (mut power, mut square, mut left) = (one, base, n.unsigned_abs());
    loop {
        if left % 2 == 1 {
            power = mul(power, square);
        }
        left /= 2;
        if left == 0 {
            return if n < 0 { div(one, power) } else { power };
        }
        square = mul(square, square);
    }
}

/// Takes a pattern apart; see the layouts at [`FloatKind`].
#[inline]
pub(crate) fn parts(kind: FloatKind, pattern: u128) -> Parts {
    let n_fraction_bits = n_fraction_bits(kind);
    let n_exponent_bits = kind.bits() - 1 - n_fraction_bits;
    let integer_bit = 1_u128 << (kind.precision() - 1);
    let fraction = pattern & ((1 << n_fraction_bits) - 1);
    let field = pattern >> n_fraction_bits & ((1 << n_exponent_bits) - 1);
    let negative = pattern >> (kind.bits() - 1) & 1 == 1;
    let explicit = kind == FloatKind::X87;

    if explicit && field != 0 && fraction & integer_bit == 0 {
        return Parts::Nan;
    }
    if field == (1 << n_exponent_bits) - 1 {
        let rest = fraction & (integer_bit - 1);
        return if rest == 0 { Parts::Infinite } else { Parts::Nan };
    }
    let mantissa = if explicit || field == 0 { fraction } else { fraction | integer_bit };
    let biased = i32::try_from(field.max(1)).expect("at most 15 bits");
    let bias = (1 << (n_exponent_bits - 1)) - 1;
    let exponent = biased - bias - (kind.precision() - 1).cast_signed();
    Parts::Finite { negative, mantissa, exponent }
}

/// [`parts`] of a format of at most 64 bits.
#[inline]
pub(crate) fn parts_of_u64(kind: FloatKind, pattern: u64) -> Parts {
    parts(kind, u128::from(pattern))
}

/// The truncated magnitude of `mantissa * 2^exponent`, in limbs, modulo 2^width.
pub(crate) fn integer_magnitude(width: u32, mantissa: u128, exponent: i32) -> Bits {
    let shift = exponent.unsigned_abs();
    if exponent < 0 {
        return Bits::from_u128(width, mantissa.checked_shr(shift).unwrap_or(0));
    }
    if shift >= width {
        return Bits::zero(width);
    }
    Bits::from_ubig(width, &(dashu_int::UBig::from(mantissa) << index(shift)))
}

#[inline]
pub(crate) fn to_pattern(a: &Bits) -> u128 {
    a.to_u128_wrapping()
}

#[inline]
pub(crate) fn from_pattern(kind: FloatKind, pattern: u128) -> Bits {
    Bits::from_u128(kind.bits(), pattern)
}

/// The stored bits below the exponent field; only the x87 stores the integer bit.
#[inline]
fn n_fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::X87 => kind.precision(),
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => {
            kind.precision() - 1
        }
    }
}

/// A signed integer of any width, kept in the range of `i64`; as an exponent, all numbers beyond mean the same.
fn saturated(n: &Bits) -> i64 {
    n.to_i64().unwrap_or(if n.sign_bit() { i64::MIN } else { i64::MAX })
}
