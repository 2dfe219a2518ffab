//! Equality.

use candor_bits::CmpOp;
use candor_numbers::compare;

use super::match_term::difference;
use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// `x = x`.
pub(super) fn eq_same(_: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then_some(Term::TRUE)
}

/// `(x = true) = x`, `(x = false) = !x`.
pub(super) fn eq_bool_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    match node.b() {
        Term::TRUE => Some(node.a()),
        Term::FALSE => Some(pool.not(node.a())),
        _ => None,
    }
}

/// `x = ~x` is false.
pub(super) fn eq_complement(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.are_complements(node.a(), node.b()).then_some(Term::FALSE)
}

/// `(~x = ~y) = (x = y)`, and `(!x = y) = !(x = y)` of booleans.
pub(super) fn eq_not_not(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let not_a = pool.as_unary(Op::Not, node.a());
    let not_b = pool.as_unary(Op::Not, node.b());
    match (not_a, not_b) {
        (Some(x), Some(y)) => Some(pool.eq(x, y)),
        (None, None) => None,
        _ if pool.sort(node.a()) != Sort::Bool => None,
        (Some(x), None) => Some(pool.ne(x, node.b())),
        (None, Some(y)) => Some(pool.ne(node.a(), y)),
    }
}

/// `(x = 0) = !(x = 1)`, of one bit.
pub(super) fn eq_one_bit_zero(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.sort(node.a()) != Sort::Bv(1) || !pool.is_const_zero(node.b()) {
        return None;
    }
    let one = pool.bv(1, 1);
    Some(pool.ne(node.a(), one))
}

/// `(x + c = d) = (x = d - c)`, and so for every operation with an inverse.
pub(super) fn eq_move_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let d = pool.const_bits(node.b())?;
    let inner = pool.node(node.a());
    let moved = match inner.op {
        Op::Not => d.not(),
        Op::Neg => d.negated(),
        Op::Add => difference(&d, &pool.const_bits(inner.b())?),
        Op::Xor => d.xor(&pool.const_bits(inner.b())?),
        _ => return None,
    };
    let moved =
        if pool.sort(node.a()) == Sort::Bool { pool.bool_const(!moved.is_zero()) } else { pool.bv_const(moved) };
    Some(pool.eq(inner.a(), moved))
}

/// `(x + y = x) = (y = 0)`, `(x + y = x + z) = (y = z)`, `(x + c = y + d) = (x + (c - d) = y)`.
pub(super) fn eq_add_cancel(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if let (Some((p, q)), Some((r, s))) = (pool.as_binary(Op::Add, node.a()), pool.as_binary(Op::Add, node.b())) {
        let pairs = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
        if let Some((_, y, _, z)) = pairs.into_iter().find(|(x, _, z, _)| x == z) {
            return Some(pool.eq(y, z));
        }
        let (c, d) = (pool.const_bits(q)?, pool.const_bits(s)?);
        let constant = pool.bv_const(difference(&c, &d));
        let shifted = pool.add(p, constant);
        return Some(pool.eq(shifted, r));
    }
    node.both_ways().into_iter().find_map(|(x, other)| {
        let (p, q) = pool.as_binary(Op::Add, other)?;
        let rest = match x {
            _ if x == p => q,
            _ if x == q => p,
            _ => return None,
        };
        Some(pool.is_zero(rest))
    })
}

/// `(x - y = c)`, where one of the two is a sum with a constant or `c` is 0: `(x - y = 0) = (x = y)`.
pub(super) fn eq_difference(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !pool.is_const_zero(node.b()) {
        return None;
    }
    let (p, q) = pool.as_binary(Op::Add, node.a())?;
    if let Some(y) = pool.as_unary(Op::Neg, q) {
        return Some(pool.eq(p, y));
    }
    let y = pool.as_unary(Op::Neg, p)?;
    Some(pool.eq(q, y))
}

/// `(x ^ y = 0) = (x = y)`.
pub(super) fn eq_xor_zero(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !pool.is_const_zero(node.b()) {
        return None;
    }
    let (x, y) = pool.as_binary(Op::Xor, node.a())?;
    Some(pool.eq(x, y))
}

/// An equality with a constant holds part by part.
pub(super) fn eq_concat_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let constant = pool.const_bits(node.b())?;
    let (high, low) = pool.as_binary(Op::Concat, node.a())?;
    let (high_width, low_width) = (pool.width(high), pool.width(low));
    let high_constant = pool.bv_const(constant.extract(low_width, high_width));
    let high_eq = pool.eq(high, high_constant);
    if high_eq == Term::FALSE {
        return Some(Term::FALSE);
    }
    let low_constant = pool.bv_const(constant.extract(0, low_width));
    let low_eq = pool.eq(low, low_constant);
    Some(pool.and(high_eq, low_eq))
}

/// `(x :: y = z :: w) = (x = z & y = w)` if cut at the same place.
pub(super) fn eq_concat_concat(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, y) = pool.as_binary(Op::Concat, node.a())?;
    let (z, w) = pool.as_binary(Op::Concat, node.b())?;
    if pool.width(x) != pool.width(z) {
        return None;
    }
    let high_eq = pool.eq(x, z);
    if high_eq == Term::FALSE {
        return Some(Term::FALSE);
    }
    let low_eq = pool.eq(y, w);
    Some(pool.and(high_eq, low_eq))
}

/// Constants at the top of both sides: they differ, or the rest decides. Values zero-extended from two widths are of this kind.
pub(super) fn eq_concat_prefix(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (c, _) = pool.as_constant_prefix(node.a())?;
    let (d, _) = pool.as_constant_prefix(node.b())?;
    let n_common = c.width().min(d.width());
    if c.extract(c.width() - n_common, n_common) != d.extract(d.width() - n_common, n_common) {
        return Some(Term::FALSE);
    }
    let n_rest = pool.width(node.a()) - n_common;
    let (a, b) = (pool.trunc(node.a(), n_rest), pool.trunc(node.b(), n_rest));
    Some(pool.eq(a, b))
}

/// `sext(x) = c` is `x = c`, or false if `c` is not the extension of anything.
pub(super) fn eq_sext_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let constant = pool.const_bits(node.b())?;
    let x = pool.as_unary(Op::SExt, node.a())?;
    let short = constant.trunc(pool.width(x));
    if short.sext(constant.width()) != constant {
        return Some(Term::FALSE);
    }
    let short = pool.bv_const(short);
    Some(pool.eq(x, short))
}

/// `(sext(x) = sext(y)) = (x = y)`; of two widths, the narrower is extended to the wider.
pub(super) fn eq_sext_sext(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::SExt, node.a())?;
    let y = pool.as_unary(Op::SExt, node.b())?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sext(x, width), pool.sext(y, width));
    Some(pool.eq(x, y))
}

/// `ite(p, x, y) = z` where a branch is `z`, or is a constant other than the constant `z`. So comparisons walk down
/// chains like `ite(p, 1, ite(q, 2, 3)) = 3`.
pub(super) fn eq_ite_branch(pool: &mut TermPool, node: &Node) -> Option<Term> {
    node.both_ways().into_iter().find_map(|(choice, z)| {
        let (p, x, y) = pool.as_ite(choice)?;
        let differs = |pool: &TermPool, branch| branch != z && pool.is_const(branch) && pool.is_const(z);
        if x == z || differs(pool, x) {
            let rest = pool.eq(y, z);
            return Some(if x == z {
                pool.or(p, rest)
            } else {
                let not_p = pool.not(p);
                pool.and(not_p, rest)
            });
        }
        if y == z || differs(pool, y) {
            let rest = pool.eq(x, z);
            return Some(if y == z {
                let not_p = pool.not(p);
                pool.or(not_p, rest)
            } else {
                pool.and(p, rest)
            });
        }
        None
    })
}

/// Terms that may be no number in common are never equal.
pub(super) fn eq_ranges(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (a, b) = (pool.range(node.a())?, pool.range(node.b())?);
    compare(CmpOp::Eq, a, b).map(|holds| pool.bool_const(holds))
}
