//! The checking predicates as circuits.
//!
//! After LLBMC, which learnt them from Brummayer, from Hacker's Delight, and for products from Schulte, Gok, Balzola and Brocato,
//! "Combined unsigned and two's complement saturating multipliers" (2000). With a constant operand, which is the common case, an
//! overflow check is one or two comparisons with a constant.

use candor_bits::{BinOp, Bits, Pred, Scalar, binary};

use crate::rules::match_term::{difference, sum};
use crate::{Term, TermPool};

pub(super) fn predicate(pool: &mut TermPool, pred: Pred, a: Term, b: Term) -> Term {
    match pred {
        Pred::UAddOverflow => uadd(pool, a, b),
        Pred::SAddOverflow => sadd(pool, a, b),
        Pred::USubOverflow => pool.ult(a, b),
        Pred::SSubOverflow => ssub(pool, a, b),
        Pred::UMulOverflow => umul(pool, a, b),
        Pred::SMulOverflow => smul(pool, a, b),
        Pred::SDivOverflow => {
            let width = pool.width(a);
            let (min, minus_one) = (pool.bv_const(Bits::signed_min(width)), pool.bv_ones(width));
            let (a_is_min, b_is_minus_one) = (pool.eq(a, min), pool.eq(b, minus_one));
            pool.and(a_is_min, b_is_minus_one)
        }
        Pred::DivByZero => pool.is_zero(b),
        Pred::ShiftTooFar => {
            let width = pool.width(b);
            let limit = pool.bv(width, u64::from(width));
            pool.uge(b, limit)
        }
        Pred::UShlOverflow => {
            let shifted = pool.shl(a, b);
            let back = pool.lshr(shifted, b);
            pool.ne(back, a)
        }
        Pred::SShlOverflow => {
            let shifted = pool.shl(a, b);
            let back = pool.ashr(shifted, b);
            pool.ne(back, a)
        }
        Pred::UDivInexact => {
            let rest = pool.urem(a, b);
            let exact = pool.is_zero(rest);
            pool.not(exact)
        }
        Pred::SDivInexact => {
            let rest = pool.srem(a, b);
            let exact = pool.is_zero(rest);
            pool.not(exact)
        }
        Pred::LShrInexact | Pred::AShrInexact => {
            let shifted = pool.lshr(a, b);
            let back = pool.shl(shifted, b);
            pool.ne(back, a)
        }
    }
}

/// The operands with the constant, if there is one, as the second.
fn constant_second(pool: &TermPool, a: Term, b: Term) -> (Term, Option<Bits>) {
    match (pool.const_bits(a), pool.const_bits(b)) {
        (Some(c), None) => (b, Some(c)),
        (_, c) => (a, c),
    }
}

/// The sum is less than an operand.
fn uadd(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    if pool.unsigned_bits(a) < width && pool.unsigned_bits(b) < width {
        return Term::FALSE;
    }
    if let (x, Some(c)) = constant_second(pool, a, b) {
        // x > max - c
        let limit = pool.bv_const(c.not());
        return pool.ugt(x, limit);
    }
    let sum = pool.add(a, b);
    pool.ult(sum, a)
}

/// Operands of one sign have a sum of the other.
fn sadd(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    if pool.signed_bits(a) < width && pool.signed_bits(b) < width {
        return Term::FALSE;
    }
    if let (x, Some(c)) = constant_second(pool, a, b) {
        return if c.sign_bit() {
            let limit = pool.bv_const(difference(&Bits::signed_min(width), &c));
            pool.slt(x, limit)
        } else {
            let limit = pool.bv_const(difference(&Bits::signed_max(width), &c));
            pool.sgt(x, limit)
        };
    }
    let sum = pool.add(a, b);
    let (a_sign, b_sign, sum_sign) = (pool.is_negative(a), pool.is_negative(b), pool.is_negative(sum));
    let same = pool.eq(a_sign, b_sign);
    let flipped = pool.ne(a_sign, sum_sign);
    pool.and(same, flipped)
}

/// Operands of two signs have a difference of the second's sign.
fn ssub(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    if pool.signed_bits(a) < width && pool.signed_bits(b) < width {
        return Term::FALSE;
    }
    if let Some(c) = pool.const_bits(b) {
        return if c.sign_bit() {
            let limit = pool.bv_const(sum(&Bits::signed_max(width), &c));
            pool.sgt(a, limit)
        } else {
            let limit = pool.bv_const(sum(&Bits::signed_min(width), &c));
            pool.slt(a, limit)
        };
    }
    if let Some(c) = pool.const_bits(a) {
        // c - b > max, or c - b < min: at most one is possible.
        return if c.sign_bit() {
            let limit = pool.bv_const(difference(&c, &Bits::signed_min(width)));
            pool.sgt(b, limit)
        } else {
            let limit = pool.bv_const(difference(&c, &Bits::signed_max(width)));
            pool.slt(b, limit)
        };
    }
    let difference = pool.sub(a, b);
    let (a_sign, b_sign) = (pool.is_negative(a), pool.is_negative(b));
    let difference_sign = pool.is_negative(difference);
    let differ = pool.ne(a_sign, b_sign);
    let flipped = pool.ne(a_sign, difference_sign);
    pool.and(differ, flipped)
}

fn umul(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    if pool.unsigned_bits(a) + pool.unsigned_bits(b) <= width {
        return Term::FALSE;
    }
    if let (x, Some(c)) = constant_second(pool, a, b) {
        if c.is_zero() {
            return Term::FALSE;
        }
        let limit = binary(BinOp::UDiv, Scalar::Int(width), &Bits::ones(width), &c);
        let limit = pool.bv_const(limit);
        return pool.ugt(x, limit);
    }
    if width == 1 {
        return Term::FALSE;
    }
    let far = far_ones(pool, a, b, width - 1);
    // What remains overflows by at most one bit.
    let (wide_a, wide_b) = (pool.zext(a, width + 1), pool.zext(b, width + 1));
    let product = pool.mul(wide_a, wide_b);
    let carry = pool.bit(product, width);
    pool.or(far, carry)
}

fn smul(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    if pool.signed_bits(a) + pool.signed_bits(b) <= width {
        return Term::FALSE;
    }
    if let (x, Some(c)) = constant_second(pool, a, b) {
        return smul_constant(pool, x, &c);
    }
    if width == 1 {
        // -1 * -1 is the only product that does not fit.
        let (a, b) = (pool.bv_to_bool(a), pool.bv_to_bool(b));
        return pool.and(a, b);
    }
    let (a_bits, b_bits) = (magnitude_bits(pool, a), magnitude_bits(pool, b));
    let far = if width > 2 { far_ones(pool, a_bits, b_bits, width - 2) } else { Term::FALSE };
    let (wide_a, wide_b) = (pool.sext(a, width + 1), pool.sext(b, width + 1));
    let product = pool.mul(wide_a, wide_b);
    let (top, sign) = (pool.bit(product, width), pool.bit(product, width - 1));
    let carry = pool.ne(top, sign);
    pool.or(far, carry)
}

/// `x * c` does not fit when `x` is beyond the quotients of the limits by `c`.
fn smul_constant(pool: &mut TermPool, x: Term, c: &Bits) -> Term {
    let width = c.width();
    let (min, max) = (Bits::signed_min(width), Bits::signed_max(width));
    if c.is_zero() {
        return Term::FALSE;
    }
    if c.is_ones() {
        let min = pool.bv_const(min);
        return pool.eq(x, min);
    }
    // Quotients round toward zero, which is the right way for both limits.
    let by_min = binary(BinOp::SDiv, Scalar::Int(width), &min, c);
    let by_max = binary(BinOp::SDiv, Scalar::Int(width), &max, c);
    let (low, high) = if c.sign_bit() { (by_max, by_min) } else { (by_min, by_max) };
    let (low, high) = (pool.bv_const(low), pool.bv_const(high));
    let (below, above) = (pool.slt(x, low), pool.sgt(x, high));
    pool.or(below, above)
}

/// The bits of the number, or of its complement if it is negative.
fn magnitude_bits(pool: &mut TermPool, x: Term) -> Term {
    let width = pool.width(x);
    let sign = pool.extract(x, width - 1, 1);
    let signs = pool.sext(sign, width);
    pool.xor(x, signs)
}

/// Whether there are ones at `i` in `a` and at `j` in `b`, both at most `top`, with `i + j > top`: then the product has a one
/// beyond the bit after `top`.
fn far_ones(pool: &mut TermPool, a: Term, b: Term, top: u32) -> Term {
    let mut any_above = pool.bit(b, top);
    let mut far = Term::FALSE;
    for bit_idx in 1..=top {
        let bit = pool.bit(a, bit_idx);
        let meets = pool.and(bit, any_above);
        far = pool.or(far, meets);
        let next = pool.bit(b, top - bit_idx);
        any_above = pool.or(any_above, next);
    }
    far
}
