//! The same operations for widths up to 64, on `u64` without allocation: the interpreter's hot path.
//!
//! Every pattern is zero-extended, on the way in and on the way out. What an operation means is said in
//! [`BinOp`], [`Pred`] and so on; that this module agrees with the textbook definitions is tested over all inputs at narrow
//! widths. Floats are [`FloatKind::Single`] and [`FloatKind::Double`], computed by the host.

use crate::bits::low_u64;
use crate::float::{Parts, parts_of_u64};
use crate::host;
use crate::ops::float_math;
use crate::{BinOp, CastOp, CmpOp, FloatKind, MathOp, Pred};

/// `width` ones.
#[inline]
pub const fn mask(width: u32) -> u64 {
    debug_assert!(width >= 1 && width <= 64);
    u64::MAX >> (64 - width)
}

/// The signed number that the low `width` bits stand for.
#[inline]
pub const fn sext(width: u32, a: u64) -> i64 {
    debug_assert!(width >= 1 && width <= 64);
    let unused = 64 - width;
    (a << unused).cast_signed() >> unused
}

/// An integer operation; a float one panics.
#[inline]
pub fn binary(op: BinOp, width: u32, a: u64, b: u64) -> u64 {
    let mask = mask(width);
    match op {
        BinOp::Add => a.wrapping_add(b) & mask,
        BinOp::Sub => a.wrapping_sub(b) & mask,
        BinOp::Mul => a.wrapping_mul(b) & mask,
        BinOp::UDiv => a.checked_div(b).unwrap_or(mask),
        BinOp::SDiv => sdiv(width, a, b),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        BinOp::SRem => srem(width, a, b),
        BinOp::Shl => a << amount(width, b) & mask,
        BinOp::LShr => a >> amount(width, b),
        BinOp::AShr => (sext(width, a) >> amount(width, b)).cast_unsigned() & mask,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            panic!("{op} is not an operation on integers")
        }
    }
}

/// An integer comparison; a float one panics.
#[inline]
pub fn compare(op: CmpOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Sgt => sext(width, a) > sext(width, b),
        CmpOp::Sge => sext(width, a) >= sext(width, b),
        CmpOp::Slt => sext(width, a) < sext(width, b),
        CmpOp::Sle => sext(width, a) <= sext(width, b),
        CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => {
            panic!("{op} does not compare integers")
        }
        CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => {
            panic!("{op} does not compare integers")
        }
        CmpOp::FFalse | CmpOp::FTrue => panic!("{op} does not compare integers"),
    }
}

/// A question about two integers of this width.
#[inline]
pub fn predicate(p: Pred, width: u32, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (sext(width, a), sext(width, b));
    match p {
        Pred::UAddOverflow => overflows_unsigned(width, a.overflowing_add(b)),
        Pred::SAddOverflow => overflows_signed(width, signed_a.overflowing_add(signed_b)),
        Pred::USubOverflow => a < b,
        Pred::SSubOverflow => overflows_signed(width, signed_a.overflowing_sub(signed_b)),
        Pred::UMulOverflow => overflows_unsigned(width, a.overflowing_mul(b)),
        Pred::SMulOverflow => overflows_signed(width, signed_a.overflowing_mul(signed_b)),
        Pred::SDivOverflow => a == sign_bit(width) && b == mask(width),
        Pred::DivByZero => b == 0,
        Pred::ShiftTooFar => b >= u64::from(width),
        Pred::UShlOverflow => binary(BinOp::LShr, width, binary(BinOp::Shl, width, a, b), b) != a,
        Pred::SShlOverflow => binary(BinOp::AShr, width, binary(BinOp::Shl, width, a, b), b) != a,
        Pred::UDivInexact => binary(BinOp::URem, width, a, b) != 0,
        Pred::SDivInexact => binary(BinOp::SRem, width, a, b) != 0,
        Pred::LShrInexact | Pred::AShrInexact => a >> amount(width, b) << amount(width, b) != a,
    }
}

/// A cast between integers, or between integers and pointers; casts of floats have their own functions.
#[inline]
pub fn cast_int(op: CastOp, from_width: u32, to_width: u32, a: u64) -> u64 {
    match op {
        CastOp::SExt => sext(from_width, a).cast_unsigned() & mask(to_width),
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast => a & mask(to_width),
        CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => {
            panic!("{op} is not a cast between integers")
        }
    }
}

/// A mathematical operation on integers; operands beyond its arity are ignored, and a float operation panics.
#[inline]
pub fn math_int(op: MathOp, width: u32, [a, b, c]: [u64; 3]) -> u64 {
    match op {
        MathOp::Ctpop => u64::from(a.count_ones()) & mask(width),
        MathOp::Ctlz => u64::from(a.leading_zeros() - (64 - width)) & mask(width),
        MathOp::Cttz => u64::from(a.trailing_zeros().min(width)) & mask(width),
        MathOp::Bswap => a.swap_bytes() >> (64 - width.next_multiple_of(8)) & mask(width),
        MathOp::BitReverse => a.reverse_bits() >> (64 - width),
        MathOp::Fshl => funnel(width, a, b, amount(width, c)),
        // Right by n is left by width - n, except that left by the whole width is not left by 0.
        MathOp::Fshr => match amount(width, c) {
            0 => b,
            n => funnel(width, a, b, width - n),
        },
        MathOp::Abs => sext(width, a).wrapping_abs().cast_unsigned() & mask(width),
        MathOp::SMin => {
            if sext(width, a) <= sext(width, b) {
                a
            } else {
                b
            }
        }
        MathOp::SMax => {
            if sext(width, a) >= sext(width, b) {
                a
            } else {
                b
            }
        }
        MathOp::UMin => a.min(b),
        MathOp::UMax => a.max(b),
        MathOp::USubSat => a.saturating_sub(b),
        MathOp::UAddSat => a.saturating_add(b).min(mask(width)),
        MathOp::SSubSat if predicate(Pred::SSubOverflow, width, a, b) => signed_limit(width, a),
        MathOp::SSubSat => binary(BinOp::Sub, width, a, b),
        MathOp::SAddSat if predicate(Pred::SAddOverflow, width, a, b) => signed_limit(width, a),
        MathOp::SAddSat => binary(BinOp::Add, width, a, b),
        MathOp::SShlSat if predicate(Pred::SShlOverflow, width, a, b) => signed_limit(width, a),
        MathOp::UShlSat if predicate(Pred::UShlOverflow, width, a, b) => mask(width),
        MathOp::SShlSat | MathOp::UShlSat => binary(BinOp::Shl, width, a, b),
        float_math!() => panic!("{op} is not an operation on integers"),
    }
}

/// A float operation on patterns of `kind`, which is [`FloatKind::Single`] or [`FloatKind::Double`].
#[inline]
pub fn binary_float(op: BinOp, kind: FloatKind, a: u64, b: u64) -> u64 {
    match host_kind(kind) {
        HostKind::Single => host::single::binary(op, f32_of(a), f32_of(b)),
        HostKind::Double => host::double::binary(op, f64::from_bits(a), f64::from_bits(b)),
    }
}

/// A float comparison of patterns of `kind`, which is [`FloatKind::Single`] or [`FloatKind::Double`].
#[inline]
pub fn compare_float(op: CmpOp, kind: FloatKind, a: u64, b: u64) -> bool {
    let order = match host_kind(kind) {
        HostKind::Single => f32_of(a).partial_cmp(&f32_of(b)),
        HostKind::Double => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
    };
    host::holds(op, order)
}

/// A mathematical operation on patterns of `kind`, which is [`FloatKind::Single`] or [`FloatKind::Double`]. The integer
/// operand of [`MathOp::Powi`] and [`MathOp::Ldexp`] is sign-extended to 64 bits.
#[inline]
pub fn math_float(op: MathOp, kind: FloatKind, args: [u64; 3]) -> u64 {
    match host_kind(kind) {
        HostKind::Single => host::single::math(op, args),
        HostKind::Double => host::double::math(op, args),
    }
}

/// Between [`FloatKind::Single`] and [`FloatKind::Double`], in either direction.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "rounding to the narrower format is what is asked for")]
pub fn float_to_float(from: FloatKind, to: FloatKind, a: u64) -> u64 {
    let value = match host_kind(from) {
        HostKind::Single => f64::from(f32_of(a)),
        HostKind::Double => f64::from_bits(a),
    };
    match host_kind(to) {
        HostKind::Single => host::single::pattern(value as f32),
        HostKind::Double => host::double::pattern(value),
    }
}

/// From [`FloatKind::Single`] or [`FloatKind::Double`] to an integer: truncated, modulo 2^width. Reading the result as
/// signed or unsigned is the same modulo 2^width, so there is one function for `fptoui` and `fptosi`.
#[inline]
pub fn float_to_int(kind: FloatKind, width: u32, a: u64) -> u64 {
    let Parts::Finite { negative, mantissa, exponent } = parts_of_u64(kind, a) else {
        return 0;
    };
    // A host mantissa has at most 53 bits, so it is its low half.
    let mantissa = low_u64(mantissa);
    let shift = exponent.unsigned_abs();
    let magnitude = if exponent < 0 { mantissa.checked_shr(shift) } else { mantissa.checked_shl(shift) };
    let magnitude = magnitude.unwrap_or(0);
    (if negative { magnitude.wrapping_neg() } else { magnitude }) & mask(width)
}

/// From an integer to [`FloatKind::Single`] or [`FloatKind::Double`], rounded once.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "rounding to the format is what is asked for")]
pub fn int_to_float(kind: FloatKind, width: u32, signed: bool, a: u64) -> u64 {
    match (host_kind(kind), signed) {
        (HostKind::Single, true) => host::single::pattern(sext(width, a) as f32),
        (HostKind::Single, false) => host::single::pattern(a as f32),
        (HostKind::Double, true) => host::double::pattern(sext(width, a) as f64),
        (HostKind::Double, false) => host::double::pattern(a as f64),
    }
}

/// The `f32` with the low 32 bits as its pattern.
#[inline]
pub(crate) fn f32_of(a: u64) -> f32 {
    let [b0, b1, b2, b3, ..] = a.to_le_bytes();
    f32::from_bits(u32::from_le_bytes([b0, b1, b2, b3]))
}

/// The formats that the host computes in.
enum HostKind {
    Single,
    Double,
}

#[inline]
fn host_kind(kind: FloatKind) -> HostKind {
    match kind {
        FloatKind::Single => HostKind::Single,
        FloatKind::Double => HostKind::Double,
        FloatKind::Half | FloatKind::BFloat | FloatKind::X87 | FloatKind::Quad => {
            panic!("{kind} is not a format of the host")
        }
    }
}

/// A shift amount modulo the width. The division is rarely needed, and would cost more than the shift.
#[inline]
fn amount(width: u32, b: u64) -> u32 {
    let width = u64::from(width);
    let amount = if b < width { b } else { b % width };
    u32::try_from(amount).expect("less than the width")
}

#[inline]
fn sign_bit(width: u32) -> u64 {
    1 << (width - 1)
}

/// The signed limit that a result runs into whose true value has the sign of `a`.
#[inline]
fn signed_limit(width: u32, a: u64) -> u64 {
    if a & sign_bit(width) == 0 { mask(width) >> 1 } else { sign_bit(width) }
}

#[inline]
fn sdiv(width: u32, a: u64, b: u64) -> u64 {
    let (signed_a, signed_b) = (sext(width, a), sext(width, b));
    let quotient = match signed_b {
        0 if signed_a < 0 => 1,
        0 => -1,
        // `wrapping_div` covers the one overflow, INT_MIN / -1, at width 64; below, the mask does.
        _ => signed_a.wrapping_div(signed_b),
    };
    quotient.cast_unsigned() & mask(width)
}

#[inline]
fn srem(width: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    sext(width, a).wrapping_rem(sext(width, b)).cast_unsigned() & mask(width)
}

#[inline]
fn overflows_unsigned(width: u32, (result, carried): (u64, bool)) -> bool {
    carried || result > mask(width)
}

#[inline]
fn overflows_signed(width: u32, (result, carried): (i64, bool)) -> bool {
    carried || sext(width, result.cast_unsigned()) != result
}

/// The high half of `high` and `low` side by side, shifted left by `n`, at most the width.
#[inline]
fn funnel(width: u32, high: u64, low: u64, n: u32) -> u64 {
    let both = u128::from(high) << width | u128::from(low);
    low_u64(both << n >> width) & mask(width)
}
