//! Floats. What C programmers call algebra mostly does not hold; these few laws do.

use candor_bits::{Bits, FloatKind, float_from_f64};

use crate::float_format::{exponent_bits, nan_ieee};
use crate::pool::Node;
use crate::{Op, Term, TermPool};

fn is_float(pool: &TermPool, term: Term, kind: FloatKind, value: f64) -> bool {
    pool.const_bits(term) == Some(float_from_f64(kind, value))
}

/// `-(-x) = x`.
pub(super) fn fp_neg_neg(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.as_unary(Op::FpNeg, node.a())
}

/// `||x|| = |x|`, `|-x| = |x|`.
pub(super) fn fp_abs_sign(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.op(node.a()) == Op::FpAbs {
        return Some(node.a());
    }
    let x = pool.as_unary(Op::FpNeg, node.a())?;
    Some(pool.fp_abs(x))
}

/// `x + -0 = x`. Adding +0 would turn -0 into +0.
pub(super) fn fp_add_negative_zero(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let kind = pool.float_kind(node.a());
    is_float(pool, node.b(), kind, -0.0).then(|| node.a())
}

/// `x * 1 = x`, `x * -1 = -x`.
pub(super) fn fp_mul_one(pool: &mut TermPool, node: &Node) -> Option<Term> {
    one_or_minus_one(pool, node)
}

/// `x / 1 = x`, `x / -1 = -x`.
pub(super) fn fp_div_one(pool: &mut TermPool, node: &Node) -> Option<Term> {
    one_or_minus_one(pool, node)
}

fn one_or_minus_one(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let kind = pool.float_kind(node.a());
    if is_float(pool, node.b(), kind, 1.0) {
        return Some(node.a());
    }
    is_float(pool, node.b(), kind, -1.0).then(|| pool.fp_neg(node.a()))
}

/// `x < x` is false; `x = x` and `x <= x` hold unless `x` is the NaN.
pub(super) fn fp_compare_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if node.a() != node.b() {
        return None;
    }
    if node.op == Op::FpLt {
        return Some(Term::FALSE);
    }
    let is_nan = pool.fp_is_nan(node.a());
    Some(pool.not(is_nan))
}

/// The operand and its format, if a term is a conversion to a wider format, which is exact.
fn as_widened(pool: &TermPool, term: Term) -> Option<(Term, FloatKind)> {
    let x = pool.as_unary(Op::FpToFp, term)?;
    let (from, to) = (pool.float_kind(x), pool.float_kind(term));
    let exact = from.precision() <= to.precision() && exponent_bits(from) <= exponent_bits(to);
    exact.then_some((x, from))
}

/// Floats compare as they did before both were widened.
pub(super) fn fp_compare_widened(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, x_kind) = as_widened(pool, node.a())?;
    let (y, y_kind) = as_widened(pool, node.b())?;
    if x_kind != y_kind {
        return None;
    }
    let sort = node.sort;
    Some(pool.make2(node.op, sort, x, y))
}

/// The class of a float with a known pattern is read off the pattern.
pub(super) fn fp_class_of_pattern(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let pattern = pool.as_unary(Op::FpFromIeee, node.a())?;
    let kind = pool.float_kind(node.a());
    let n_fraction = kind.precision() - 1;
    let exponent = pool.extract(pattern, n_fraction, exponent_bits(kind));
    let fraction = pool.extract(pattern, 0, n_fraction);
    let ones = pool.bv_ones(exponent_bits(kind));
    let top = pool.eq(exponent, ones);
    let bottom = pool.is_zero(exponent);
    let whole = pool.is_zero(fraction);
    let (not_top, not_bottom, not_whole) = (pool.not(top), pool.not(bottom), pool.not(whole));
    Some(match node.op {
        Op::FpIsNan => pool.and(top, not_whole),
        Op::FpIsInf => pool.and(top, whole),
        Op::FpIsZero => pool.and(bottom, whole),
        Op::FpIsSubnormal => pool.and(bottom, not_whole),
        Op::FpIsNormal => pool.and(not_top, not_bottom),
        _ => {
            let sign = pool.bit(pattern, n_fraction + exponent_bits(kind));
            let is_nan = pool.and(top, not_whole);
            let not_nan = pool.not(is_nan);
            pool.and(sign, not_nan)
        }
    })
}

/// A sign does not change the class, unless the class is about the sign.
pub(super) fn fp_class_of_sign(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let inner = pool.node(node.a());
    match (node.op, inner.op) {
        (Op::FpIsNegative, Op::FpAbs) => Some(Term::FALSE),
        (Op::FpIsNegative, _) => None,
        (_, Op::FpNeg | Op::FpAbs) => Some(pool.make1(node.op, node.sort, inner.a())),
        _ => None,
    }
}

/// A number made from an integer is no NaN and not subnormal, is zero where the integer is, and negative where that is.
pub(super) fn fp_class_of_int(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let inner = pool.node(node.a());
    if !matches!(inner.op, Op::FpFromUbv | Op::FpFromSbv) {
        return None;
    }
    match node.op {
        Op::FpIsNan | Op::FpIsSubnormal => Some(Term::FALSE),
        Op::FpIsZero => Some(pool.is_zero(inner.a())),
        Op::FpIsNegative if inner.op == Op::FpFromUbv => Some(Term::FALSE),
        Op::FpIsNegative => Some(pool.is_negative(inner.a())),
        _ => {
            let finite = never_overflows(pool.float_kind(node.a()), pool.width(inner.a()));
            let infinite = node.op == Op::FpIsInf;
            match (finite, infinite) {
                (true, true) => Some(Term::FALSE),
                (true, false) => {
                    let is_zero = pool.is_zero(inner.a());
                    Some(pool.not(is_zero))
                }
                (false, _) => None,
            }
        }
    }
}

/// Whether all integers of this width are finite in the format, also after rounding up to 2^width.
fn never_overflows(kind: FloatKind, width: u32) -> bool {
    width < 1 << (exponent_bits(kind) - 1)
}

/// Widening keeps the class, except that a subnormal number may become normal.
pub(super) fn fp_class_of_widened(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if matches!(node.op, Op::FpIsSubnormal | Op::FpIsNormal) {
        return None;
    }
    let (x, _) = as_widened(pool, node.a())?;
    Some(pool.make1(node.op, node.sort, x))
}

/// Conversion of a widened float: straight from the original, since widening is exact.
pub(super) fn fp_narrow_widened(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, _) = as_widened(pool, node.a())?;
    let kind = pool.sort_of_id(node.sort).float_kind()?;
    Some(pool.fp_to_fp(kind, x))
}

/// A number made from an integer, or already rounded to one, is an integer.
pub(super) fn fp_round_integer(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let integral = matches!(
        pool.op(node.a()),
        Op::FpFromUbv | Op::FpFromSbv | Op::FpFloor | Op::FpCeil | Op::FpTrunc | Op::FpRoundEven | Op::FpRoundAway
    );
    integral.then(|| node.a())
}

/// The float of the pattern of `x` is `x`.
pub(super) fn fp_from_to_ieee(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::FpToIeee, node.a())?;
    (pool.sort(x) == pool.sort_of_id(node.sort)).then_some(x)
}

/// The pattern of the float of a pattern is that pattern, unless it was one of a NaN.
pub(super) fn fp_to_from_ieee(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let pattern = pool.as_unary(Op::FpFromIeee, node.a())?;
    let is_nan = pool.fp_is_nan(node.a());
    let nan: Bits = nan_ieee(pool.float_kind(node.a()));
    let nan = pool.bv_const(nan);
    Some(pool.ite(is_nan, nan, pattern))
}

/// The pattern of a choice with a constant branch is a choice of patterns.
pub(super) fn fp_to_ieee_ite(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (p, x, y) = pool.as_ite(node.a())?;
    if !pool.is_const(x) && !pool.is_const(y) {
        return None;
    }
    let (x, y) = (pool.fp_to_ieee(x), pool.fp_to_ieee(y));
    Some(pool.ite(p, x, y))
}
