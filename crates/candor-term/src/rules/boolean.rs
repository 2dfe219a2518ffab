//! And, or, exclusive or, not: of booleans and of every bit of a bit-vector alike, which are the same algebra.
//!
//! Rules for `and` and `or` are written once: what is `zero` for one is `ones` for the other.

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// How many terms of a chain of conjunctions are searched for an operand.
const MAX_CHAIN: usize = 16;

/// The other one of `and` and `or`.
fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

fn is_zero(pool: &TermPool, op: Op, term: Term) -> bool {
    if op == Op::And { pool.is_const_zero(term) } else { pool.is_const_ones(term) }
}

/// What wins over everything: false for `and`, true for `or`.
fn zero(pool: &mut TermPool, op: Op, like: Term) -> Term {
    if op == Op::And { pool.zero_like(like) } else { pool.ones_like(like) }
}

fn join(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Term {
    if op == Op::And { pool.and(a, b) } else { pool.or(a, b) }
}

/// `x & 0 = 0`, `x & -1 = x`.
pub(super) fn and_or_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if is_zero(pool, node.op, node.b()) {
        return Some(node.b());
    }
    is_zero(pool, dual(node.op), node.b()).then(|| node.a())
}

/// `x & x = x`.
pub(super) fn and_or_same(_: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| node.a())
}

/// `x & ~x = 0`.
pub(super) fn and_or_complement(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.are_complements(node.a(), node.b()).then(|| zero(pool, node.op, node.a()))
}

/// `(x & c) & d = x & (c & d)`.
pub(super) fn and_or_constants(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !pool.is_const(node.b()) {
        return None;
    }
    let (x, c) = pool.as_binary(node.op, node.a())?;
    if !pool.is_const(c) {
        return None;
    }
    let constant = join(pool, node.op, c, node.b());
    Some(join(pool, node.op, x, constant))
}

/// One operand inside the other: absorption and its relatives, such as `x & (x | y) = x` and `x & ~(x & y) = x & ~y`.
pub(super) fn and_or_nested(pool: &mut TermPool, node: &Node) -> Option<Term> {
    node.both_ways().into_iter().find_map(|(x, other)| nested(pool, node.op, x, other))
}

fn nested(pool: &mut TermPool, op: Op, x: Term, other: Term) -> Option<Term> {
    let (inner, negated) = match pool.as_unary(Op::Not, other) {
        Some(inner) => (inner, true),
        None => (other, false),
    };
    let inner_op = pool.op(inner);
    if inner_op != Op::And && inner_op != Op::Or {
        return None;
    }
    let (p, q) = pool.as_binary(inner_op, inner)?;
    let (inside, rest) =
        [(p, q), (q, p)].into_iter().find(|(inside, _)| *inside == x || pool.are_complements(*inside, x))?;
    let same = inside == x;
    match (inner_op == op, negated, same) {
        // x & (x & y), x & (~x & y)
        (true, false, true) => Some(other),
        (true, false, false) => Some(zero(pool, op, x)),
        // x & (x | y), x & (~x | y)
        (false, false, true) => Some(x),
        (false, false, false) => Some(join(pool, op, x, rest)),
        // x & ~(x & y), x & ~(~x & y)
        (true, true, true) => {
            let not_rest = pool.not(rest);
            Some(join(pool, op, x, not_rest))
        }
        (true, true, false) => Some(x),
        // x & ~(x | y), x & ~(~x | y)
        (false, true, true) => Some(zero(pool, op, x)),
        (false, true, false) => {
            let not_rest = pool.not(rest);
            Some(join(pool, op, x, not_rest))
        }
    }
}

/// `x & (.. & x & ..)` and `x & (.. & ~x & ..)`, a bounded number of terms deep: path conditions repeat themselves.
pub(super) fn and_or_chain(pool: &mut TermPool, node: &Node) -> Option<Term> {
    node.both_ways().into_iter().find_map(|(x, chain)| {
        if pool.op(chain) != node.op {
            return None;
        }
        let mut stack: smallvec::SmallVec<[Term; 2 * MAX_CHAIN]> = smallvec::smallvec![chain];
        for _ in 0..MAX_CHAIN {
            let link = stack.pop()?;
            match pool.as_binary(node.op, link) {
                Some((left, right)) => stack.extend([right, left]),
                None if link == x => return Some(chain),
                None if pool.are_complements(link, x) => return Some(zero(pool, node.op, x)),
                None => {}
            }
        }
        None
    })
}

/// `(x | y) & (x | ~y) = x`; `~(x & y)` counts as `~x | ~y`.
pub(super) fn and_or_resolve(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let [p, q] = signed_operands(pool, dual(node.op), node.a())?;
    let [r, s] = signed_operands(pool, dual(node.op), node.b())?;
    let pairs = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
    let found = pairs.into_iter().find(|(x, y, z, w)| x == z && y.0 == w.0 && y.1 != w.1);
    found.map(|((x, is_negated), ..)| if is_negated { pool.not(x) } else { x })
}

/// The operands of an operator, each with whether it is negated: of the operator, or of its dual below a negation.
fn signed_operands(pool: &TermPool, op: Op, term: Term) -> Option<[(Term, bool); 2]> {
    let (operands, negated) = match pool.as_unary(Op::Not, term) {
        Some(inner) => (pool.as_binary(dual(op), inner)?, true),
        None => (pool.as_binary(op, term)?, false),
    };
    let signed = |operand| match pool.as_unary(Op::Not, operand) {
        Some(inner) => (inner, !negated),
        None => (operand, negated),
    };
    Some([signed(operands.0), signed(operands.1)])
}

/// `(x & y) | (x & z) = x & (y | z)`, of booleans.
pub(super) fn and_or_factor(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.sort(node.a()) != Sort::Bool {
        return None;
    }
    let (p, q) = pool.as_binary(dual(node.op), node.a())?;
    let (r, s) = pool.as_binary(dual(node.op), node.b())?;
    let pairs = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
    let (x, y, _, z) = pairs.into_iter().find(|(x, _, z, _)| x == z)?;
    let rest = join(pool, node.op, y, z);
    Some(join(pool, dual(node.op), x, rest))
}

/// What is asked of a term: `x = c` or not, with a constant.
fn as_equality(pool: &TermPool, term: Term) -> Option<(Term, Term, bool)> {
    let (inner, holds) = match pool.as_unary(Op::Not, term) {
        Some(inner) => (inner, false),
        None => (term, true),
    };
    let (x, c) = pool.as_binary(Op::Eq, inner)?;
    pool.is_const(c).then_some((x, c, holds))
}

/// `x = 1 & x = 2` is false, `x = 1 & x != 2` is `x = 1`, and the duals.
pub(super) fn and_or_equalities(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c, a_holds) = as_equality(pool, node.a())?;
    let (y, d, b_holds) = as_equality(pool, node.b())?;
    if x != y || c == d {
        return None;
    }
    // An equality is the narrow side of `and`, a disequality that of `or`.
    let narrow = node.op == Op::And;
    match (a_holds == narrow, b_holds == narrow) {
        (true, true) => Some(zero(pool, node.op, node.a())),
        (true, false) => Some(node.a()),
        (false, true) => Some(node.b()),
        (false, false) => None,
    }
}

/// What is asked of a term: `x < c` or not, with a constant.
fn as_bound(pool: &TermPool, term: Term) -> Option<(Op, Term, Term, bool)> {
    let (inner, holds) = match pool.as_unary(Op::Not, term) {
        Some(inner) => (inner, false),
        None => (term, true),
    };
    let op = pool.op(inner);
    if op != Op::Ult && op != Op::Slt {
        return None;
    }
    let (x, c) = pool.as_binary(op, inner)?;
    pool.is_const(c).then_some((op, x, c, holds))
}

/// `x < 3 & x < 5` is `x < 3`, `x < 3 & !(x < 5)` is false, and the duals.
pub(super) fn and_or_bounds(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (a_op, x, c, a_holds) = as_bound(pool, node.a())?;
    let (b_op, y, d, b_holds) = as_bound(pool, node.b())?;
    if a_op != b_op || x != y || c == d {
        return None;
    }
    let (c, d) = (pool.const_bits(c)?, pool.const_bits(d)?);
    let order = if a_op == Op::Ult { c.cmp_unsigned(&d) } else { c.cmp_signed(&d) };
    // The implied one of two bounds is dropped by `and`, kept by `or`.
    let keep_a = order.is_lt() == (a_holds == (node.op == Op::And));
    match (a_holds, b_holds) {
        _ if a_holds == b_holds => Some(if keep_a { node.a() } else { node.b() }),
        // x < c & !(x < d) is empty unless d < c; x < c | !(x < d) is everything unless c < d.
        (true, _) => (order.is_lt() == (node.op == Op::And)).then(|| zero(pool, node.op, node.a())),
        (false, _) => (order.is_gt() == (node.op == Op::And)).then(|| zero(pool, node.op, node.a())),
    }
}

/// `~x & ~y = ~(x | y)`: one operator fewer.
pub(super) fn and_or_de_morgan(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::Not, node.a())?;
    let y = pool.as_unary(Op::Not, node.b())?;
    let joined = join(pool, dual(node.op), x, y);
    Some(pool.not(joined))
}

/// `x ^ 0 = x`, `x ^ -1 = ~x`.
pub(super) fn xor_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.is_const_zero(node.b()) {
        return Some(node.a());
    }
    pool.is_const_ones(node.b()).then(|| pool.not(node.a()))
}

/// `x ^ x = 0`.
pub(super) fn xor_same(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (node.a() == node.b()).then(|| pool.zero_like(node.a()))
}

/// `x ^ ~x = -1`.
pub(super) fn xor_complement(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.are_complements(node.a(), node.b()).then(|| pool.ones_like(node.a()))
}

/// `(x ^ c) ^ d = x ^ (c ^ d)`.
pub(super) fn xor_constants(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !pool.is_const(node.b()) {
        return None;
    }
    let (x, c) = pool.as_binary(Op::Xor, node.a())?;
    if !pool.is_const(c) {
        return None;
    }
    let constant = pool.xor(c, node.b());
    Some(pool.xor(x, constant))
}

/// `~x ^ y = ~(x ^ y)`, `~x ^ c = x ^ ~c`.
pub(super) fn xor_not(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, y) = node.both_ways().into_iter().find_map(|(a, b)| Some((pool.as_unary(Op::Not, a)?, b)))?;
    if pool.is_const(y) {
        let constant = pool.not(y);
        return Some(pool.xor(x, constant));
    }
    let xor = pool.xor(x, y);
    Some(pool.not(xor))
}

/// `x ^ (x ^ y) = y`.
pub(super) fn xor_cancel(pool: &mut TermPool, node: &Node) -> Option<Term> {
    node.both_ways().into_iter().find_map(|(x, other)| {
        let (p, q) = pool.as_binary(Op::Xor, other)?;
        match x {
            _ if x == p => Some(q),
            _ if x == q => Some(p),
            _ => None,
        }
    })
}

/// `~~x = x`.
pub(super) fn not_not(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.as_unary(Op::Not, node.a())
}

/// `~(x - 1) = -x`.
pub(super) fn not_decrement(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, c) = pool.as_with_constant(Op::Add, node.a())?;
    c.is_ones().then(|| pool.neg(x))
}
