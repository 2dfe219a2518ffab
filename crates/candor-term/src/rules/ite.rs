//! If-then-else, of all sorts.

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// `ite(true, x, y) = x`.
pub(super) fn ite_constant_condition(_: &mut TermPool, node: &Node) -> Option<Term> {
    match node.a() {
        Term::TRUE => Some(node.b()),
        Term::FALSE => Some(node.c()),
        _ => None,
    }
}

/// `ite(p, x, x) = x`.
pub(super) fn ite_same_branches(_: &mut TermPool, node: &Node) -> Option<Term> {
    (node.b() == node.c()).then(|| node.b())
}

/// `ite(!p, x, y) = ite(p, y, x)`.
pub(super) fn ite_not_condition(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let p = pool.as_unary(Op::Not, node.a())?;
    Some(pool.ite(p, node.c(), node.b()))
}

/// A truth value as a branch makes the `ite` a conjunction or disjunction.
pub(super) fn ite_constant_branch(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (p, x, y) = (node.a(), node.b(), node.c());
    match (pool.const_bool(x), pool.const_bool(y)) {
        (Some(true), _) => Some(pool.or(p, y)),
        (_, Some(false)) => Some(pool.and(p, x)),
        (Some(false), _) => {
            let not_p = pool.not(p);
            Some(pool.and(not_p, y))
        }
        (_, Some(true)) => {
            let not_p = pool.not(p);
            Some(pool.or(not_p, x))
        }
        (None, None) => None,
    }
}

/// `ite(p, p, y) = p | y`, `ite(p, !p, y) = !p & y`, and the same for the other branch.
pub(super) fn ite_condition_as_branch(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (p, x, y) = (node.a(), node.b(), node.c());
    match () {
        () if x == p => Some(pool.or(p, y)),
        () if y == p => Some(pool.and(p, x)),
        () if pool.are_complements(x, p) => Some(pool.and(x, y)),
        () if pool.are_complements(y, p) => Some(pool.or(y, x)),
        () => None,
    }
}

/// `ite(p, x, !x) = (p = x)`.
pub(super) fn ite_complement_branches(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let complements = pool.sort(node.b()) == Sort::Bool && pool.are_complements(node.b(), node.c());
    complements.then(|| pool.eq(node.a(), node.b()))
}

/// `ite(p, ite(p, x, y), z) = ite(p, x, z)`.
pub(super) fn ite_nested_condition(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let p = node.a();
    if let Some((q, x, _)) = pool.as_ite(node.b())
        && q == p
    {
        return Some(pool.ite(p, x, node.c()));
    }
    let (q, _, y) = pool.as_ite(node.c())?;
    (q == p).then(|| pool.ite(p, node.b(), y))
}

/// `ite(p, ite(q, x, y), y) = ite(p & q, x, y)` and its three relatives: two levels with two values are one level.
pub(super) fn ite_nested_branch(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (p, then, other) = (node.a(), node.b(), node.c());
    if let Some((q, x, y)) = pool.as_ite(then) {
        if y == other {
            let both = pool.and(p, q);
            return Some(pool.ite(both, x, other));
        }
        if x == other {
            let not_q = pool.not(q);
            let both = pool.and(p, not_q);
            return Some(pool.ite(both, y, other));
        }
    }
    let (q, x, y) = pool.as_ite(other)?;
    if x == then {
        let either = pool.or(p, q);
        return Some(pool.ite(either, then, y));
    }
    (y == then).then(|| {
        let not_q = pool.not(q);
        let either = pool.or(p, not_q);
        pool.ite(either, then, x)
    })
}

/// `ite(x = y, x, y) = y`.
pub(super) fn ite_of_equality(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, y) = pool.as_binary(Op::Eq, node.a())?;
    let (then, other) = (node.b(), node.c());
    ((then, other) == (x, y) || (then, other) == (y, x)).then_some(other)
}

/// `ite(x = 1, 1, 0) = x` and `ite(x = 1, 0, 1) = ~x`, of one bit.
pub(super) fn ite_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.sort(node.b()) != Sort::Bv(1) {
        return None;
    }
    let (x, one) = pool.as_binary(Op::Eq, node.a())?;
    if pool.sort(x) != Sort::Bv(1) || !pool.is_const_ones(one) {
        return None;
    }
    match () {
        () if pool.is_const_ones(node.b()) && pool.is_const_zero(node.c()) => Some(x),
        () if pool.is_const_zero(node.b()) && pool.is_const_ones(node.c()) => Some(pool.not(x)),
        () => None,
    }
}

/// `f(ite(p, c, d), e) = ite(p, f(c, e), f(d, e))` with constants `c`, `d`, `e`: both results fold.
pub(super) fn lift_constant_ite(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let args = &node.args[..node.op.arity()];
    let mut varying = args.iter().enumerate().filter(|(_, arg)| !pool.is_const(**arg));
    let (arg_idx, arg) = varying.next()?;
    if varying.next().is_some() {
        return None;
    }
    let (p, c, d) = pool.as_ite(*arg)?;
    if !pool.is_const(c) || !pool.is_const(d) {
        return None;
    }
    let mut with = |branch| {
        let mut args = node.args;
        args[arg_idx] = branch;
        pool.make(node.op, node.sort, args)
    };
    let (then, other) = (with(c), with(d));
    Some(pool.ite(p, then, other))
}
