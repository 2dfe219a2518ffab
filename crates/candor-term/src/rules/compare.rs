//! Unsigned and signed less. All other comparisons are made of these two, with `not`.

use std::cmp::Ordering;

use candor_bits::{Bits, CmpOp};
use candor_numbers::compare;

use super::match_term::sum;
use crate::pool::Node;
use crate::{Op, Term, TermPool};

fn less(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Term {
    if op == Op::Ult { pool.ult(a, b) } else { pool.slt(a, b) }
}

fn least(op: Op, width: u32) -> Bits {
    if op == Op::Ult { Bits::zero(width) } else { Bits::signed_min(width) }
}

fn greatest(op: Op, width: u32) -> Bits {
    least(op, width).not()
}

/// `x < x` is false.
pub(super) fn less_same(_: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then_some(Term::FALSE)
}

/// Nothing is less than the least or greater than the greatest, and next to them `<` is an equality: `x < 1` is `x = 0`.
pub(super) fn less_bounds(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let width = pool.width(node.a());
    let (least, greatest) = (least(node.op, width), greatest(node.op, width));
    if let Some(c) = pool.const_bits(node.b()) {
        if c == least {
            return Some(Term::FALSE);
        }
        if c == greatest {
            return Some(pool.ne(node.a(), node.b()));
        }
        if c == sum(&least, &Bits::one(width)) {
            let least = pool.bv_const(least);
            return Some(pool.eq(node.a(), least));
        }
        return None;
    }
    (pool.const_bits(node.a())? == greatest).then_some(Term::FALSE)
}

/// `c < x` is `!(x < c + 1)`: constants go to the right.
pub(super) fn less_constant_left(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.a())?;
    if c == greatest(node.op, c.width()) {
        return None;
    }
    let next = pool.bv_const(sum(&c, &Bits::one(c.width())));
    let below = less(pool, node.op, node.b(), next);
    Some(pool.not(below))
}

/// Of one bit, unsigned `x < y` is `!x & y`, signed it is `x & !y`.
pub(super) fn less_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.width(node.a()) != 1 {
        return None;
    }
    let (a, b) = (pool.bv_to_bool(node.a()), pool.bv_to_bool(node.b()));
    let (zero, one) = if node.op == Op::Ult { (a, b) } else { (b, a) };
    let not_zero = pool.not(zero);
    Some(pool.and(not_zero, one))
}

/// `sext(x) < sext(y)` is `x < y`, also unsigned: extension keeps both orders.
pub(super) fn less_sext_sext(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::SExt, node.a())?;
    let y = pool.as_unary(Op::SExt, node.b())?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sext(x, width), pool.sext(y, width));
    Some(less(pool, node.op, x, y))
}

/// `sext(x) < c` is a comparison of `x`, or settled by `c` alone.
pub(super) fn less_sext_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.b())?;
    let x = pool.as_unary(Op::SExt, node.a())?;
    let (wide, narrow) = (c.width(), pool.width(x));
    let (signed_min, signed_max) = (Bits::signed_min(narrow).sext(wide), Bits::signed_max(narrow).sext(wide));
    let bound = if node.op == Op::Slt {
        if c.cmp_signed(&signed_min).is_le() {
            return Some(Term::FALSE);
        }
        if c.cmp_signed(&signed_max).is_gt() {
            return Some(Term::TRUE);
        }
        c.trunc(narrow)
    } else if c.cmp_unsigned(&signed_max).is_gt() && c.cmp_unsigned(&signed_min).is_le() {
        // Between the non-negative and the negative values of x there is a gap, and c is in it.
        Bits::signed_min(narrow)
    } else {
        c.trunc(narrow)
    };
    let bound = pool.bv_const(bound);
    Some(less(pool, node.op, x, bound))
}

/// `h :: x < h :: y` is `x < y`, unsigned.
pub(super) fn ult_common_prefix(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (high_a, x) = pool.as_binary(Op::Concat, node.a())?;
    let (high_b, y) = pool.as_binary(Op::Concat, node.b())?;
    (high_a == high_b).then(|| pool.ult(x, y))
}

/// Constants at the top of both sides decide an unsigned comparison, or the rest does. A constant is all top.
pub(super) fn ult_constant_prefix(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let top = |pool: &TermPool, term| match pool.const_bits(term) {
        Some(bits) => Some(bits),
        None => pool.as_constant_prefix(term).map(|(high, _)| high),
    };
    let (c, d) = (top(pool, node.a())?, top(pool, node.b())?);
    let n_common = c.width().min(d.width());
    let order = c.extract(c.width() - n_common, n_common).cmp_unsigned(&d.extract(d.width() - n_common, n_common));
    match order {
        Ordering::Less => Some(Term::TRUE),
        Ordering::Greater => Some(Term::FALSE),
        Ordering::Equal => {
            let n_rest = pool.width(node.a()) - n_common;
            let (a, b) = (pool.trunc(node.a(), n_rest), pool.trunc(node.b(), n_rest));
            Some(pool.ult(a, b))
        }
    }
}

/// Where both signs are known they decide, or the comparison is an unsigned one.
pub(super) fn slt_known_signs(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (a_negative, b_negative) = (pool.known_sign(node.a())?, pool.known_sign(node.b())?);
    if a_negative == b_negative {
        return Some(pool.ult(node.a(), node.b()));
    }
    Some(pool.bool_const(a_negative))
}

/// The sign of a concat is that of its high part.
pub(super) fn slt_zero_of_concat(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (high, _) = pool.as_binary(Op::Concat, node.a())?;
    pool.is_const_zero(node.b()).then(|| pool.is_negative(high))
}

/// What the numbers that both sides may be decide.
pub(super) fn ult_ranges(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (a, b) = (pool.range(node.a())?, pool.range(node.b())?);
    compare(CmpOp::Ult, a, b).map(|holds| pool.bool_const(holds))
}

/// The same; where both sides have one sign, the comparison is an unsigned one.
pub(super) fn slt_ranges(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (a, b) = (pool.range(node.a())?, pool.range(node.b())?);
    if let Some(holds) = compare(CmpOp::Slt, a, b) {
        return Some(pool.bool_const(holds));
    }
    (a.sign()? == b.sign()?).then(|| pool.ult(node.a(), node.b()))
}
