//! Negation, sums and products.
//!
//! The normal form of a sum has its constant outermost, on the right: `(base + index) + 4`. Array indices and pointer offsets
//! that differ by a constant are then recognised by looking at two operands.

use candor_bits::Bits;

use super::match_term::{difference, log2_exact, product, sum};
use crate::pool::Node;
use crate::{Op, Term, TermPool};

/// `-(-x) = x`.
pub(super) fn neg_neg(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.as_unary(Op::Neg, node.a())
}

/// `-(~x) = x + 1`.
pub(super) fn neg_not(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::Not, node.a())?;
    let one = pool.bv_const(Bits::one(pool.width(x)));
    Some(pool.add(x, one))
}

/// `-(x + c) = -x + -c`.
pub(super) fn neg_add_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c) = pool.as_with_constant(Op::Add, node.a())?;
    let (neg_x, neg_c) = (pool.neg(x), pool.bv_const(c.negated()));
    Some(pool.add(neg_x, neg_c))
}

/// Of one bit, `-x = x`.
pub(super) fn neg_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.width(node.a()) == 1).then(|| node.a())
}

/// `x + 0 = x`.
pub(super) fn add_zero(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.is_const_zero(node.b()).then(|| node.a())
}

/// `(x + c) + d = x + (c + d)`.
pub(super) fn add_constants(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let d = pool.const_bits(node.b())?;
    let (x, c) = pool.as_with_constant(Op::Add, node.a())?;
    let constant = pool.bv_const(sum(&c, &d));
    Some(pool.add(x, constant))
}

/// `~x + c = -x + (c - 1)`.
pub(super) fn add_not_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    let x = pool.as_unary(Op::Not, node.a())?;
    let constant = pool.bv_const(difference(&c, &Bits::one(c.width())));
    let neg_x = pool.neg(x);
    Some(pool.add(neg_x, constant))
}

/// `(x + c) + y = (x + y) + c`.
pub(super) fn add_constant_outward(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.is_const(node.b()) {
        return None;
    }
    let (x, c, y) = node.both_ways().into_iter().find_map(|(inner, y)| {
        let (x, c) = pool.as_binary(Op::Add, inner)?;
        pool.is_const(c).then_some((x, c, y))
    })?;
    let rest = pool.add(x, y);
    Some(pool.add(rest, c))
}

/// `x + x = 2 * x`.
pub(super) fn add_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if node.a() != node.b() {
        return None;
    }
    let two = pool.bv(pool.width(node.a()), 2);
    Some(pool.mul(node.a(), two))
}

/// `x + -x = 0`.
pub(super) fn add_negated(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let negated =
        pool.as_unary(Op::Neg, node.a()) == Some(node.b()) || pool.as_unary(Op::Neg, node.b()) == Some(node.a());
    negated.then(|| pool.zero_like(node.a()))
}

/// `x + ~x = -1`.
pub(super) fn add_complement(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.are_complements(node.a(), node.b()).then(|| pool.ones_like(node.a()))
}

/// `(x + y) + -x = y`, `(x - y) + y = x`, `x - (x + y) = -y`.
pub(super) fn add_cancel(pool: &mut TermPool, node: &Node) -> Option<Term> {
    node.both_ways().into_iter().find_map(|(p, q)| {
        if let Some((x, y)) = pool.as_binary(Op::Add, p) {
            let cancels = |pool: &TermPool, term| {
                pool.as_unary(Op::Neg, q) == Some(term) || pool.as_unary(Op::Neg, term) == Some(q)
            };
            if cancels(pool, x) {
                return Some(y);
            }
            if cancels(pool, y) {
                return Some(x);
            }
        }
        let (x, y) = pool.as_binary(Op::Add, pool.as_unary(Op::Neg, p)?)?;
        match q {
            _ if q == x => Some(pool.neg(y)),
            _ if q == y => Some(pool.neg(x)),
            _ => None,
        }
    })
}

/// Of one bit, a sum is an exclusive or.
pub(super) fn add_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.width(node.a()) == 1).then(|| pool.xor(node.a(), node.b()))
}

/// `x * 0 = 0`, `x * 1 = x`, `x * -1 = -x`.
pub(super) fn mul_trivial(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    match () {
        () if c.is_zero() => Some(node.b()),
        () if c == Bits::one(c.width()) => Some(node.a()),
        () if c.is_ones() => Some(pool.neg(node.a())),
        () => None,
    }
}

/// `(x * c) * d = x * (c * d)`.
pub(super) fn mul_constants(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let d = pool.const_bits(node.b())?;
    let (x, c) = pool.as_with_constant(Op::Mul, node.a())?;
    let constant = pool.bv_const(product(&c, &d));
    Some(pool.mul(x, constant))
}

/// `-x * c = x * -c`.
pub(super) fn mul_neg_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    let x = pool.as_unary(Op::Neg, node.a())?;
    let constant = pool.bv_const(c.negated());
    Some(pool.mul(x, constant))
}

/// `(x + c) * d = x * d + c * d`: constants go outward.
pub(super) fn mul_add_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let d = pool.const_bits(node.b())?;
    let (x, c) = pool.as_with_constant(Op::Add, node.a())?;
    let scaled = pool.mul(x, node.b());
    let constant = pool.bv_const(product(&c, &d));
    Some(pool.add(scaled, constant))
}

/// `x * 2^k` is the low bits of `x` above `k` zeros.
pub(super) fn mul_power_of_two(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let k = log2_exact(&pool.const_bits(node.b())?)?;
    if k == 0 {
        return None;
    }
    let kept = pool.trunc(node.a(), pool.width(node.a()) - k);
    let zeros = pool.bv_zero(k);
    Some(pool.concat(kept, zeros))
}

/// Of one bit, a product is a conjunction.
pub(super) fn mul_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.width(node.a()) == 1).then(|| pool.and(node.a(), node.b()))
}
