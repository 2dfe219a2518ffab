//! Float formats as the theory of floats sees them: an exponent field, a fraction, and an integer bit that is never stored.
//!
//! That is the pattern itself for every format but the x87's, which stores the integer bit (80 bits where the theory has 79) and
//! so has patterns that are no IEEE numbers. Those are sorted out where a pattern becomes a float (`lower/float.rs`).

use candor_bits::{Bits, CastOp, FloatClass, FloatKind, Scalar, cast, float_class};

/// The width of the exponent field.
pub const fn exponent_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 5,
        FloatKind::BFloat | FloatKind::Single => 8,
        FloatKind::Double => 11,
        FloatKind::X87 | FloatKind::Quad => 15,
    }
}

/// The width of a pattern without the integer bit: 79 for the x87 format, and [`FloatKind::bits`] for all others.
pub const fn ieee_width(kind: FloatKind) -> u32 {
    exponent_bits(kind) + kind.precision()
}

/// The pattern (of [`FloatKind::bits`] bits) that stands for the NaN: positive, quiet, without payload.
pub fn nan_pattern(kind: FloatKind) -> Bits {
    ieee_to_pattern(kind, &nan_ieee(kind))
}

/// The pattern of [`ieee_width`] bits that stands for the NaN.
pub(crate) fn nan_ieee(kind: FloatKind) -> Bits {
    let n_fraction = kind.precision() - 1;
    let exponent = Bits::concat(&Bits::zero(1), &Bits::ones(exponent_bits(kind)));
    Bits::concat(&exponent, &Bits::zero(n_fraction)).with_bit(n_fraction - 1, true)
}

/// The pattern of the value that a pattern stands for: one for all NaNs, and the normal one for a pseudo-denormal of the x87.
pub(crate) fn canonical(kind: FloatKind, pattern: &Bits) -> Bits {
    if is_nan(kind, pattern) {
        return nan_pattern(kind);
    }
    let ty = Scalar::Float(kind);
    cast(CastOp::FpExt, ty, ty, /* to_width */ 0, pattern)
}

pub(crate) fn is_nan(kind: FloatKind, pattern: &Bits) -> bool {
    matches!(float_class(kind, pattern), FloatClass::QuietNan | FloatClass::SignalingNan)
}

/// A canonical pattern (of [`FloatKind::bits`] bits) without the integer bit (of [`ieee_width`] bits).
pub fn pattern_to_ieee(kind: FloatKind, pattern: &Bits) -> Bits {
    match kind {
        FloatKind::X87 => Bits::concat(&pattern.extract(64, 16), &pattern.extract(0, 63)),
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => {
            pattern.clone()
        }
    }
}

/// The canonical pattern with the integer bit, if the format stores it: one unless the exponent field is zero.
pub fn ieee_to_pattern(kind: FloatKind, ieee: &Bits) -> Bits {
    match kind {
        FloatKind::X87 => {
            let integer_bit = Bits::from_bool(!ieee.extract(63, 15).is_zero());
            let high = Bits::concat(&ieee.extract(63, 16), &integer_bit);
            Bits::concat(&high, &ieee.extract(0, 63))
        }
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => ieee.clone(),
    }
}
