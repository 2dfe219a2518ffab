//! Divisions replaced by what is easily said of them.
//!
//! That `a % b` is less than `b` takes a solver seconds to find out from the circuit of a 32-bit division, and that is often all that a
//! measure needs. A formula in which quotients and remainders may be anything with these properties has a model whenever the formula has
//! one: if it has none, the formula has none.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, TermPool, post_order, substitute};
use rustc_hash::FxHashMap;

/// How long the solver may think about the formula without divisions.
const BRIEFLY: Duration = Duration::from_secs(2);

/// Whether nothing satisfies a formula, as far as that can be seen without dividing.
pub(crate) fn is_impossible(cx: &mut SymbolicContext, settler: &mut Settler, limits: &Limits, formula: Term) -> bool {
    let Some(relaxed) = without_divisions(cx, formula) else { return false };
    matches!(settler.satisfy(cx, relaxed, limits, Some(BRIEFLY)), Ok(None))
}

/// The formula with other values for quotients and remainders; `None` if it has none of these.
fn without_divisions(cx: &mut SymbolicContext, formula: Term) -> Option<Term> {
    let mut replaced = FxHashMap::default();
    let mut known = Vec::new();
    for term in post_order(&cx.pool, &[formula]) {
        let op = cx.pool.op(term);
        if !matches!(op, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) {
            continue;
        }
        let (&[a, b], Sort::Bv(width @ 2..)) = (cx.pool.args(term), cx.pool.sort(term)) else { continue };
        let value = cx.pool.fresh_var("divided", Sort::Bv(width));
        replaced.insert(term, value);
        known.push(properties(&mut cx.pool, op, [a, b], value));
    }
    if replaced.is_empty() {
        return None;
    }
    let known = cx.pool.and_all(known);
    let whole = cx.pool.and(formula, known);
    Some(substitute(&mut cx.pool, &[whole], &replaced)[0])
}

/// What holds of a quotient or remainder, also where the divisor is zero.
fn properties(pool: &mut TermPool, op: Op, [a, b]: [Term; 2], value: Term) -> Term {
    let width = pool.width(a);
    let [zero, one] = [0, 1].map(|number| pool.bv(width, number));
    let is_zero = pool.eq(b, zero);
    let mut all = Vec::new();
    match op {
        Op::URem => {
            let below = pool.ult(value, b);
            all.push(pool.or(is_zero, below));
            all.push(pool.ule(value, a));
        }
        Op::SRem => {
            let negative = pool.slt(a, zero);
            let (up, down) = (pool.sle(zero, value), pool.sle(value, zero));
            let (most, least) = (pool.sle(value, a), pool.sle(a, value));
            let (rest, minus_rest) = (pool.and(up, most), pool.and(down, least));
            all.push(pool.ite(negative, minus_rest, rest));
            // Less than the divisor, whichever sign both have; only zero and the least number are their own opposites.
            let positive = pool.slt(zero, b);
            let (minus_b, minus_value) = (pool.neg(b), pool.neg(value));
            let (above, below) = (pool.slt(minus_b, value), pool.slt(value, b));
            let within = pool.and(above, below);
            all.push(pool.implies(positive, within));
            let (above, below) = (pool.slt(b, value), pool.slt(b, minus_value));
            let within = pool.and(above, below);
            let negative = pool.slt(b, zero);
            all.push(pool.implies(negative, within));
        }
        Op::UDiv => {
            let at_most = pool.ule(value, a);
            all.push(pool.or(is_zero, at_most));
            let (divides, something) = (pool.ult(one, b), pool.ult(zero, a));
            let (smaller, both) = (pool.ult(value, a), pool.and(divides, something));
            all.push(pool.implies(both, smaller));
        }
        Op::SDiv => {
            let divides = pool.slt(one, b);
            let (positive, negative) = (pool.slt(zero, a), pool.slt(a, zero));
            let (up, down) = (pool.sle(zero, value), pool.sle(value, zero));
            let (less, more) = (pool.slt(value, a), pool.slt(a, value));
            let (rest, minus_rest) = (pool.and(up, less), pool.and(down, more));
            let (first, second) = (pool.and(divides, positive), pool.and(divides, negative));
            all.extend([pool.implies(first, rest), pool.implies(second, minus_rest)]);
        }
        _ => {}
    }
    pool.and_all(all)
}

#[cfg(test)]
mod tests {
    use candor_term::{Assignment, Evaluation};

    use super::*;

    /// What is said of divisions holds for all numbers of four bits.
    #[test]
    fn properties_hold() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.fresh_var(name, Sort::Bv(4)));
        let divided = [
            (Op::UDiv, pool.udiv(a, b)),
            (Op::SDiv, pool.sdiv(a, b)),
            (Op::URem, pool.urem(a, b)),
            (Op::SRem, pool.srem(a, b)),
        ];
        for (op, term) in divided {
            let holds = properties(&mut pool, op, [a, b], term);
            for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
                let mut assignment = Assignment::new();
                assignment.set_u64(&pool, a, x);
                assignment.set_u64(&pool, b, y);
                assert!(Evaluation::new(&pool, &assignment).holds(holds), "{op:?} {x} {y}");
            }
        }
    }
}
