//! Integer intrinsics as terms: counting, reversing, funnel shifts, extrema, saturation.

use candor_bits::{Bits, MathOp, Pred};

use crate::{Term, TermPool};

pub(super) fn math_ints(pool: &mut TermPool, op: MathOp, args: &[Term]) -> Term {
    let a = args[0];
    let width = pool.width(a);
    match op {
        MathOp::Ctpop => {
            let count = count_ones(pool, a);
            pool.resize(count, width)
        }
        MathOp::Ctlz => {
            let count = leading_zeros(pool, a);
            pool.resize(count, width)
        }
        MathOp::Cttz => {
            let reversed = reversed(pool, a, 1);
            let count = leading_zeros(pool, reversed);
            pool.resize(count, width)
        }
        MathOp::Bswap => {
            let whole = pool.zext(a, width.next_multiple_of(8));
            let swapped = reversed(pool, whole, 8);
            pool.trunc(swapped, width)
        }
        MathOp::BitReverse => reversed(pool, a, 1),
        MathOp::Fshl | MathOp::Fshr => funnel_shift(pool, op, a, args[1], args[2]),
        MathOp::Abs => {
            let (negative, negated) = (pool.is_negative(a), pool.neg(a));
            pool.ite(negative, negated, a)
        }
        MathOp::SMin | MathOp::SMax | MathOp::UMin | MathOp::UMax => extremum(pool, op, a, args[1]),
        MathOp::USubSat | MathOp::UAddSat | MathOp::SSubSat => saturating(pool, op, a, args[1]),
        MathOp::SAddSat | MathOp::SShlSat | MathOp::UShlSat => saturating(pool, op, a, args[1]),
        _ => panic!("{op} is not an operation on integers"),
    }
}

/// The number of ones, in as few bits as hold it: counts of halves are added.
fn count_ones(pool: &mut TermPool, a: Term) -> Term {
    let mut counts: Vec<Term> = (0..pool.width(a)).map(|bit_idx| pool.extract(a, bit_idx, 1)).collect();
    while counts.len() > 1 {
        counts = counts.chunks(2).map(|pair| add_counts(pool, pair)).collect();
    }
    counts[0]
}

fn add_counts(pool: &mut TermPool, counts: &[Term]) -> Term {
    let &[first, second] = counts else {
        return counts[0];
    };
    let width = pool.width(first).max(pool.width(second)) + 1;
    let (first, second) = (pool.zext(first, width), pool.zext(second, width));
    pool.add(first, second)
}

/// The number of zeros above the highest one, in as few bits as hold the width: a choice for each bit, the highest last.
fn leading_zeros(pool: &mut TermPool, a: Term) -> Term {
    let width = pool.width(a);
    let n_bits = width.ilog2() + 1;
    let mut count = pool.bv(n_bits, u64::from(width));
    for bit_idx in 0..width {
        let bit = pool.bit(a, bit_idx);
        let here = pool.bv(n_bits, u64::from(width - 1 - bit_idx));
        count = pool.ite(bit, here, count);
    }
    count
}

/// Pieces of `n_bits` in reverse order.
fn reversed(pool: &mut TermPool, a: Term, n_bits: u32) -> Term {
    let n_pieces = pool.width(a) / n_bits;
    let mut result = pool.extract(a, 0, n_bits);
    for piece_idx in 1..n_pieces {
        let piece = pool.extract(a, piece_idx * n_bits, n_bits);
        result = pool.concat(result, piece);
    }
    result
}

fn funnel_shift(pool: &mut TermPool, op: MathOp, high: Term, low: Term, amount: Term) -> Term {
    let width = pool.width(high);
    // The amount is reduced modulo the width here, since the shift below is modulo twice the width.
    let modulus = pool.bv(width, u64::from(width));
    let amount = pool.urem(amount, modulus);
    let amount = pool.zext(amount, 2 * width);
    let both = pool.concat(high, low);
    if op == MathOp::Fshl {
        let shifted = pool.shl(both, amount);
        pool.extract(shifted, width, width)
    } else {
        let shifted = pool.lshr(both, amount);
        pool.trunc(shifted, width)
    }
}

fn extremum(pool: &mut TermPool, op: MathOp, a: Term, b: Term) -> Term {
    let less = if matches!(op, MathOp::SMin | MathOp::SMax) { pool.slt(a, b) } else { pool.ult(a, b) };
    if matches!(op, MathOp::SMin | MathOp::UMin) { pool.ite(less, a, b) } else { pool.ite(less, b, a) }
}

fn saturating(pool: &mut TermPool, op: MathOp, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    let (result, pred) = match op {
        MathOp::USubSat => (pool.sub(a, b), Pred::USubOverflow),
        MathOp::SSubSat => (pool.sub(a, b), Pred::SSubOverflow),
        MathOp::UAddSat => (pool.add(a, b), Pred::UAddOverflow),
        MathOp::SAddSat => (pool.add(a, b), Pred::SAddOverflow),
        MathOp::UShlSat => (pool.shl(a, b), Pred::UShlOverflow),
        _ => (pool.shl(a, b), Pred::SShlOverflow),
    };
    let limit = match op {
        MathOp::USubSat => pool.bv_zero(width),
        MathOp::UAddSat | MathOp::UShlSat => pool.bv_ones(width),
        // The true result has the sign of the first operand.
        _ => {
            let (min, max) = (pool.bv_const(Bits::signed_min(width)), pool.bv_const(Bits::signed_max(width)));
            let negative = pool.is_negative(a);
            pool.ite(negative, min, max)
        }
    };
    let overflows = pool.predicate(pred, a, b);
    pool.ite(overflows, limit, result)
}
