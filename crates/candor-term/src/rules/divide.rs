//! Quotients and remainders. Division by zero is as in SMT-LIB, so `x / x` is not 1.

use candor_bits::Bits;

use super::match_term::log2_exact;
use crate::pool::Node;
use crate::{Term, TermPool};

/// `x / 0 = -1`, `x / 1 = x`, and by a power of two the high bits.
pub(super) fn udiv_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    if c.is_zero() {
        return Some(pool.ones_like(node.a()));
    }
    let k = log2_exact(&c)?;
    if k == 0 {
        return Some(node.a());
    }
    let high = pool.extract(node.a(), k, c.width() - k);
    Some(pool.zext(high, c.width()))
}

/// `x / x` is 1, except that `0 / 0` is -1.
pub(super) fn udiv_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| quotient_by_itself(pool, node.a()))
}

/// `zext(x) / c` is a division in the width of `x`.
pub(super) fn udiv_narrow(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c) = narrow_operands(pool, node)?;
    let width = pool.width(node.a());
    let Some(c) = c else {
        return Some(pool.bv_zero(width));
    };
    let quotient = pool.udiv(x, c);
    Some(pool.zext(quotient, width))
}

/// `x % 0 = x`, and by a power of two the low bits.
pub(super) fn urem_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.is_const_zero(node.a()) {
        return Some(node.a());
    }
    let c = pool.const_bits(node.b())?;
    if c.is_zero() {
        return Some(node.a());
    }
    let k = log2_exact(&c)?;
    if k == 0 {
        return Some(pool.bv_zero(c.width()));
    }
    let low = pool.trunc(node.a(), k);
    Some(pool.zext(low, c.width()))
}

/// `x % x = 0`, also for 0.
pub(super) fn urem_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| pool.zero_like(node.a()))
}

/// `zext(x) % c` is a remainder in the width of `x`.
pub(super) fn urem_narrow(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c) = narrow_operands(pool, node)?;
    let Some(c) = c else {
        return Some(node.a());
    };
    let remainder = pool.urem(x, c);
    Some(pool.zext(remainder, pool.width(node.a())))
}

/// The operand that was zero-extended, and the divisor, a constant other than 0, in its width; `None` in place of a divisor
/// that is too large for it.
fn narrow_operands(pool: &mut TermPool, node: &Node) -> Option<(Term, Option<Term>)> {
    let c = pool.const_bits(node.b())?;
    let (high, x) = pool.as_constant_prefix(node.a())?;
    if c.is_zero() || !high.is_zero() {
        return None;
    }
    let narrow = pool.width(x);
    let fits = c.width() - c.leading_zeros() <= narrow;
    Some((x, fits.then(|| pool.bv_const(c.trunc(narrow)))))
}

/// By 0, 1, -1 and the least number.
pub(super) fn sdiv_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c) = (node.a(), pool.const_bits(node.b())?);
    let width = c.width();
    let (one, minus_one) = (pool.bv(width, 1), pool.bv_ones(width));
    match () {
        () if c.is_zero() => {
            let negative = pool.is_negative(x);
            Some(pool.ite(negative, one, minus_one))
        }
        () if c.is_ones() => Some(pool.neg(x)),
        () if c == Bits::one(width) => Some(x),
        () if c == Bits::signed_min(width) => {
            let is_min = pool.eq(x, node.b());
            let zero = pool.bv_zero(width);
            Some(pool.ite(is_min, one, zero))
        }
        () => None,
    }
}

/// `x / x` is 1, except that `0 / 0` is -1.
pub(super) fn sdiv_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| quotient_by_itself(pool, node.a()))
}

fn quotient_by_itself(pool: &mut TermPool, x: Term) -> Term {
    let is_zero = pool.is_zero(x);
    let (ones, one) = (pool.ones_like(x), pool.bv(pool.width(x), 1));
    pool.ite(is_zero, ones, one)
}

/// Of numbers that are not negative, signed division is unsigned division; also by 0.
pub(super) fn sdiv_nonnegative(pool: &mut TermPool, node: &Node) -> Option<Term> {
    nonnegative(pool, node).then(|| pool.udiv(node.a(), node.b()))
}

/// The same for the remainder.
pub(super) fn srem_nonnegative(pool: &mut TermPool, node: &Node) -> Option<Term> {
    nonnegative(pool, node).then(|| pool.urem(node.a(), node.b()))
}

fn nonnegative(pool: &TermPool, node: &Node) -> bool {
    pool.known_sign(node.a()) == Some(false) && pool.known_sign(node.b()) == Some(false)
}

/// `x / -c = -(x / c)`.
pub(super) fn sdiv_negative_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = negative_constant(pool, node)?;
    let quotient = pool.sdiv(node.a(), c);
    Some(pool.neg(quotient))
}

/// `x % -c = x % c`.
pub(super) fn srem_negative_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = negative_constant(pool, node)?;
    Some(pool.srem(node.a(), c))
}

/// The magnitude of a negative constant divisor, unless that overflows.
fn negative_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    let has_magnitude = c.sign_bit() && c != Bits::signed_min(c.width());
    has_magnitude.then(|| pool.bv_const(c.negated()))
}

/// `x / 2^k` is an arithmetic shift of `x`, plus `2^k - 1` if `x` is negative so that it rounds toward zero.
pub(super) fn sdiv_power_of_two(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let k = positive_power(pool, node)?;
    let (x, width) = (node.a(), pool.width(node.a()));
    let sign = pool.extract(x, width - 1, 1);
    let signs = pool.sext(sign, k);
    let bias = pool.zext(signs, width);
    let biased = pool.add(x, bias);
    let high = pool.extract(biased, k, width - k);
    Some(pool.sext(high, width))
}

/// By 0, 1 and -1; and of 0.
pub(super) fn srem_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.is_const_zero(node.a()) {
        return Some(node.a());
    }
    let c = pool.const_bits(node.b())?;
    match () {
        () if c.is_zero() => Some(node.a()),
        () if c.is_ones() || c == Bits::one(c.width()) => Some(pool.bv_zero(c.width())),
        () => None,
    }
}

/// `x % x = 0`, also for 0.
pub(super) fn srem_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| pool.zero_like(node.a()))
}

/// `x % 2^k` is the low bits of the magnitude, with the sign of `x`.
pub(super) fn srem_power_of_two(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let k = positive_power(pool, node)?;
    let (x, width) = (node.a(), pool.width(node.a()));
    let low = pool.trunc(x, k);
    let of_positive = pool.zext(low, width);
    let neg_low = pool.neg(low);
    let of_magnitude = pool.zext(neg_low, width);
    let of_negative = pool.neg(of_magnitude);
    let negative = pool.is_negative(x);
    Some(pool.ite(negative, of_negative, of_positive))
}

/// `k > 0` if the divisor is `2^k` and positive.
fn positive_power(pool: &TermPool, node: &Node) -> Option<u32> {
    let c = pool.const_bits(node.b())?;
    let k = log2_exact(&c)?;
    (k > 0 && !c.sign_bit()).then_some(k)
}
