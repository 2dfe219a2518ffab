//! Floats in software: the formats that the host does not compute in.
//!
//! Arithmetic is that of `rustc_apfloat`, a port of LLVM's own APFloat. It lacks the square root, which is computed here
//! from the integer one, correctly rounded. The transcendental functions go through `f64`: a `long double` then has the
//! precision and the range of a `double`, and `expl(1000)` is an infinity.
//!
//! Every function also serves [`FloatKind::Single`] and [`FloatKind::Double`], which lets the tests hold it against the host.

use std::cmp::Ordering;

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use rustc_apfloat::ieee::{self, IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::bits::{index, low_u64};
use crate::float::{extremum, powi as repeated_product};
use crate::ops::{int_math, transcendental_math};
use crate::{BinOp, FloatKind, MathOp, host};

/// Evaluates the expression with `$format` bound to the type that describes the format.
macro_rules! in_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $format = ieee::HalfS;
                $body
            }
            FloatKind::BFloat => {
                type $format = ieee::BFloatS;
                $body
            }
            FloatKind::Single => {
                type $format = ieee::SingleS;
                $body
            }
            FloatKind::Double => {
                type $format = ieee::DoubleS;
                $body
            }
            FloatKind::X87 => {
                type $format = ieee::X87DoubleExtendedS;
                $body
            }
            FloatKind::Quad => {
                type $format = ieee::QuadS;
                $body
            }
        }
    };
}

pub(crate) use in_format;

pub(crate) fn binary(op: BinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    in_format!(kind, F => pattern(binary_in::<F>(op, Float::from_bits(a), Float::from_bits(b))))
}

/// The order of two floats; `None` if one is a NaN.
pub(crate) fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    in_format!(kind, F => IeeeFloat::<F>::from_bits(a).partial_cmp(&IeeeFloat::<F>::from_bits(b)))
}

/// Everything but [`MathOp::Powi`] and [`MathOp::Ldexp`], which take an integer, and the operations on the sign bit.
pub(crate) fn math(op: MathOp, kind: FloatKind, args: [u128; 3]) -> u128 {
    if op.is_transcendental() {
        let args = args.map(|arg| low_u64(convert(kind, FloatKind::Double, arg)));
        return convert(FloatKind::Double, kind, u128::from(host::double::math(op, args)));
    }
    in_format!(kind, F => pattern(math_in::<F>(op, kind, args.map(Float::from_bits))))
}

/// `a * 2^n`, rounded once.
pub(crate) fn ldexp(kind: FloatKind, a: u128, n: i64) -> u128 {
    // Far beyond the exponents of any format; more changes nothing.
    let n = i32::try_from(n.clamp(-100_000, 100_000)).expect("clamped");
    in_format!(kind, F => pattern(IeeeFloat::<F>::from_bits(a).scalbn(n)))
}

/// [`ldexp`] of a format of at most 64 bits.
pub(crate) fn ldexp_u64(kind: FloatKind, a: u64, n: i64) -> u64 {
    low_u64(ldexp(kind, u128::from(a), n))
}

pub(crate) fn powi(kind: FloatKind, a: u128, n: i64) -> u128 {
    let one = from_integer(kind, /* negative */ false, 1, 0);
    let mul = |x, y| binary(BinOp::FMul, kind, x, y);
    let div = |x, y| binary(BinOp::FDiv, kind, x, y);
    repeated_product(one, a, n, mul, div)
}

/// From one format to another, rounded once: every format is exact in the widest one.
pub(crate) fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    let wide: ieee::Quad = in_format!(from, F => IeeeFloat::<F>::from_bits(a).convert(&mut false).value);
    in_format!(to, F => pattern::<F>(wide.convert(&mut false).value))
}

/// `mantissa * 2^exponent` with a sign, rounded to the format. The exponent is not negative, or the result normal: then
/// the first rounding is the only one.
pub(crate) fn from_integer(kind: FloatKind, negative: bool, mantissa: u128, exponent: i32) -> u128 {
    in_format!(kind, F => {
        let magnitude = IeeeFloat::<F>::from_u128(mantissa).value.scalbn(exponent);
        pattern(if negative { -magnitude } else { magnitude })
    })
}

/// The pattern of a computed value: every NaN is the same.
fn pattern<F: Semantics>(value: IeeeFloat<F>) -> u128 {
    if value.is_nan() { IeeeFloat::<F>::NAN.to_bits() } else { value.to_bits() }
}

fn binary_in<F: Semantics>(op: BinOp, a: IeeeFloat<F>, b: IeeeFloat<F>) -> IeeeFloat<F> {
    let result = match op {
        BinOp::FAdd => a + b,
        BinOp::FSub => a - b,
        BinOp::FMul => a * b,
        BinOp::FDiv => a / b,
        BinOp::FRem => a.c_fmod(b),
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => {
            panic!("{op} is not an operation on floats")
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::And | BinOp::Or | BinOp::Xor => {
            panic!("{op} is not an operation on floats")
        }
    };
    result.value
}

fn math_in<F: Semantics>(op: MathOp, kind: FloatKind, [a, b, c]: [IeeeFloat<F>; 3]) -> IeeeFloat<F> {
    match op {
        MathOp::Sqrt => sqrt(kind, a),
        MathOp::Floor => a.round_to_integral(Round::TowardNegative).value,
        MathOp::Ceil => a.round_to_integral(Round::TowardPositive).value,
        MathOp::TruncF => a.round_to_integral(Round::TowardZero).value,
        MathOp::Rint | MathOp::NearbyInt | MathOp::RoundEven => a.round_to_integral(Round::NearestTiesToEven).value,
        MathOp::Round => a.round_to_integral(Round::NearestTiesToAway).value,
        MathOp::Fma => a.mul_add(b, c).value,
        MathOp::FMulAdd => ((a * b).value + c).value,
        MathOp::MinNum | MathOp::MaxNum | MathOp::Minimum | MathOp::Maximum => {
            extremum(op, a, b, IeeeFloat::is_negative)
        }
        MathOp::Fmod => a.c_fmod(b).value,
        MathOp::Remainder => a.ieee_rem(b).value,
        MathOp::FNeg | MathOp::Fabs | MathOp::CopySign => panic!("{op} is an operation on the sign bit"),
        MathOp::Powi | MathOp::Ldexp => panic!("{op} takes an integer"),
        transcendental_math!() => panic!("{op} goes through the host"),
        int_math!() => panic!("{op} is not an operation on floats"),
    }
}

/// The correctly rounded square root.
///
/// With `a = m * 2^e`, scale `m` until its integer root has two bits more than the format and `e` is even. The root, and a
/// last bit that says whether something was cut off, then round to the format as the exact root would. Neither underflow
/// nor overflow is possible: halving the exponent leads away from both ends.
fn sqrt<F: Semantics>(kind: FloatKind, a: IeeeFloat<F>) -> IeeeFloat<F> {
    if a.is_nan() || a.is_zero() || a.is_pos_infinity() {
        return a;
    }
    if a.is_negative() {
        return IeeeFloat::NAN;
    }
    let precision = kind.precision().cast_signed();
    let exponent = a.ilogb() - (precision - 1);
    let mantissa = a.scalbn(-exponent).to_u128(128).value;

    let shift = precision + 4 + (exponent - precision - 4).rem_euclid(2);
    let scaled = UBig::from(mantissa) << index(shift.unsigned_abs());
    let root = scaled.sqrt();
    let inexact = &root * &root != scaled;
    let root = u128::try_from(root).expect("at most 116 bits");
    let rounded = IeeeFloat::<F>::from_u128(root << 1 | u128::from(inexact)).value;
    rounded.scalbn((exponent - shift) / 2 - 1)
}
