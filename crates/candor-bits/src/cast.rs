//! Casts between types.

use crate::bits::index;
use crate::dispatch::is_host;
use crate::float::{Parts, from_pattern, integer_magnitude, parts, to_pattern};
use crate::{Bits, CastOp, FloatKind, Scalar, small, soft};

/// Casts a value of type `from` to type `to`. If that is a pointer, `to_width` is the width it has in the data model;
/// otherwise `to` says it all.
#[inline]
pub fn cast(op: CastOp, from: Scalar, to: Scalar, to_width: u32, a: &Bits) -> Bits {
    let width = to.width(to_width);
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast => a.resize(width),
        CastOp::SExt => a.resize_signed(width),
        CastOp::FpTrunc | CastOp::FpExt => float_to_float(float_of(op, from), float_of(op, to), a),
        CastOp::FpToUi | CastOp::FpToSi => float_to_int(float_of(op, from), width, a),
        CastOp::UiToFp => int_to_float(float_of(op, to), /* signed */ false, a),
        CastOp::SiToFp => int_to_float(float_of(op, to), /* signed */ true, a),
    }
}

/// Whether the truncated value of a float is an integer of this width: if not, C leaves the cast undefined.
pub fn float_to_int_fits(kind: FloatKind, a: &Bits, width: u32, signed: bool) -> bool {
    let Parts::Finite { negative, mantissa, exponent } = parts(kind, to_pattern(a)) else {
        return false;
    };
    // Wide enough that nothing is cut off, or so large that it does not fit anyway.
    let roomy = width.max(128) + 1;
    let magnitude = integer_magnitude(roomy, mantissa, exponent);
    let n_bits = roomy - magnitude.leading_zeros();
    let cut_off = exponent > 0 && mantissa.checked_ilog2().is_some_and(|top| top + exponent.unsigned_abs() >= roomy);
    if cut_off {
        return false;
    }
    match (signed, negative) {
        (false, false) => n_bits <= width,
        (false, true) => n_bits == 0,
        (true, false) => n_bits < width,
        // Only the power of two may use the sign bit.
        (true, true) => n_bits < width || n_bits == width && magnitude.count_ones() == 1,
    }
}

fn float_of(op: CastOp, ty: Scalar) -> FloatKind {
    ty.float_kind().unwrap_or_else(|| panic!("{op} with {ty} where a float belongs"))
}

#[inline]
fn float_to_float(from: FloatKind, to: FloatKind, a: &Bits) -> Bits {
    if is_host(from) && is_host(to) {
        return Bits::new(to.bits(), small::float_to_float(from, to, a.limb(0)));
    }
    from_pattern(to, soft::convert(from, to, to_pattern(a)))
}

#[inline]
fn float_to_int(kind: FloatKind, width: u32, a: &Bits) -> Bits {
    if is_host(kind) && width <= 64 {
        return Bits::new(width, small::float_to_int(kind, width, a.limb(0)));
    }
    match parts(kind, to_pattern(a)) {
        Parts::Nan | Parts::Infinite => Bits::zero(width),
        Parts::Finite { negative, mantissa, exponent } => {
            let magnitude = integer_magnitude(width, mantissa, exponent);
            if negative { magnitude.negated() } else { magnitude }
        }
    }
}

#[inline]
fn int_to_float(kind: FloatKind, signed: bool, a: &Bits) -> Bits {
    if is_host(kind) && a.width() <= 64 {
        return Bits::new(kind.bits(), small::int_to_float(kind, a.width(), signed, a.limb(0)));
    }
    wide_int_to_float(kind, signed, a)
}

pub(crate) fn wide_int_to_float(kind: FloatKind, signed: bool, a: &Bits) -> Bits {
    let negative = signed && a.sign_bit();
    // The magnitude of the least signed number wraps to its own pattern, which read as unsigned is right.
    let magnitude = if negative { a.negated() } else { a.clone() };
    let (mantissa, exponent) = leading_bits(&magnitude);
    from_pattern(kind, soft::from_integer(kind, negative, mantissa, exponent))
}

/// A number of at most 128 bits that times 2^exponent is `a`, or rounds as `a` does: no format has 127 significant bits,
/// so a last bit that says whether ones were cut off is enough.
fn leading_bits(a: &Bits) -> (u128, i32) {
    let n_bits = a.width() - a.leading_zeros();
    let Some(n_cut) = n_bits.checked_sub(128).filter(|n_cut| *n_cut > 0) else {
        return (a.to_u128_wrapping(), 0);
    };
    let kept = Bits::from_ubig(128, &(a.to_ubig() >> index(n_cut))).to_u128_wrapping();
    let sticky = u128::from(a.trailing_zeros() < n_cut);
    (kept | sticky, n_cut.cast_signed())
}
