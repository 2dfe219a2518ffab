//! Equalities between sums of cells, and of products of two, that every round keeps.
//!
//! What a round adds to each cell is asked of the solver, again and again: sums of cells that none of the answers changes are
//! candidates, until the solver has no answer that changes one. That finds all linear relations between what cells have moved by, up to
//! numbers that are too large to matter; whether they hold in bits is not decided here.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Evaluation, Sort, Term};
use rustc_hash::FxHashSet;

use crate::system::{Round, System};

/// So many cells at most, and so many questions.
const MOST_CELLS: usize = 10;
const MOST_QUESTIONS: usize = 14;
const TIME: Duration = Duration::from_secs(1);
/// Of so many cells there are products, looked at where cells have so many bits.
const MOST_FACTORS: usize = 4;
const SMALL_BITS: u32 = 9;

/// Something that has a value when the loop is entered, when a round begins, and at the end of each round.
struct Quantity {
    now: Term,
    start: Term,
    next: Vec<Term>,
}

/// Equalities over what the cells of a start hold and held before the first round: linear ones, and those with products of two factors.
pub(crate) fn equalities(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    factors: &FxHashSet<Term>,
) -> Vec<Term> {
    let of_start = &system.starts[start];
    let is_number = |idx: &usize| matches!(cx.pool.sort(of_start.cells[*idx].1.now), Sort::Bv(2..=64));
    let cells: Vec<usize> = (0..of_start.cells.len()).filter(is_number).take(MOST_CELLS).collect();
    let Some(width) = cells.iter().map(|&idx| cx.pool.width(of_start.cells[idx].1.now)).max() else {
        return Vec::new();
    };
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let mut quantities = Vec::new();
    for &idx in &cells {
        let held = of_start.cells[idx].1;
        let mut wide = |term| cx.pool.resize_signed(term, width);
        let next = rounds.iter().map(|round| wide(round.next[idx])).collect();
        quantities.push(Quantity { now: wide(held.now), start: wide(held.start), next });
    }
    let mut found = kept_sums(cx, settler, limits, &rounds, &quantities, width, Term::TRUE);
    let factors: Vec<usize> =
        (0..cells.len()).filter(|&at| factors.contains(&of_start.cells[cells[at]].1.now)).collect();
    if (1..=MOST_FACTORS).contains(&factors.len()) {
        // Small numbers show the relation without wrapping.
        let mut small = Term::TRUE;
        for quantity in &quantities {
            let (least, most) = (cx.pool.bv(width, 0), cx.pool.bv(width, 1 << SMALL_BITS.min(width - 1)));
            let (above, below) = (cx.pool.ule(least, quantity.now), cx.pool.ult(quantity.now, most));
            let is_small = cx.pool.and(above, below);
            small = cx.pool.and(small, is_small);
        }
        let pairs = (0..factors.len()).flat_map(|one| (one..factors.len()).map(move |other| (one, other)));
        for (one, other) in pairs.map(|(one, other)| (factors[one], factors[other])) {
            let (a, b) = (&quantities[one], &quantities[other]);
            let next = a.next.iter().zip(&b.next).map(|(&a, &b)| cx.pool.mul(a, b)).collect();
            let (now, start) = (cx.pool.mul(a.now, b.now), cx.pool.mul(a.start, b.start));
            quantities.push(Quantity { now, start, next });
        }
        found.extend(kept_sums(cx, settler, limits, &rounds, &quantities, width, small));
    }
    found
}

/// Sums of quantities that no round changes, where something holds that makes them easy to see.
fn kept_sums(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    rounds: &[&Round],
    quantities: &[Quantity],
    width: u32,
    condition: Term,
) -> Vec<Term> {
    let nows: Vec<Term> = quantities.iter().map(|quantity| quantity.now).collect();
    let starts: Vec<Term> = quantities.iter().map(|quantity| quantity.start).collect();
    let mut seen: Vec<Vec<i128>> = Vec::new();
    for _ in 0..MOST_QUESTIONS.max(quantities.len() + 2) {
        let sums = orthogonal(&seen, quantities.len());
        if sums.is_empty() {
            return Vec::new();
        }
        // A round that changes one of the sums.
        let mut changes = Vec::new();
        for (at, round) in rounds.iter().enumerate() {
            let after: Vec<Term> = quantities.iter().map(|quantity| quantity.next[at]).collect();
            for sum in &sums {
                let (before, after) = (weighted(cx, width, &nows, sum), weighted(cx, width, &after, sum));
                let differs = cx.pool.ne(before, after);
                changes.push(cx.pool.and(round.path.condition(), differs));
            }
        }
        let any = cx.pool.or_all(changes);
        let any = cx.pool.and(any, condition);
        let Ok(answer) = settler.satisfy(cx, any, limits, Some(TIME)) else { return Vec::new() };
        let Some(model) = answer else {
            let mut equal = |sum: &Vec<i128>| {
                let (now, start) = (weighted(cx, width, &nows, sum), weighted(cx, width, &starts, sum));
                let equal = cx.pool.eq(now, start);
                (!cx.pool.is_const(equal)).then_some(equal)
            };
            return sums.iter().filter_map(&mut equal).collect();
        };
        let mut evaluation = Evaluation::new(&cx.pool, &model);
        let n_seen = seen.len();
        for (at, round) in rounds.iter().enumerate() {
            if !evaluation.holds(round.path.condition()) {
                continue;
            }
            let mut value = |term| signed(evaluation.value(term).as_bits().to_u64_wrapping(), width);
            seen.push(quantities.iter().map(|quantity| value(quantity.next[at]) - value(quantity.now)).collect());
        }
        if seen.len() == n_seen {
            return Vec::new();
        }
    }
    Vec::new()
}

/// A number as a signed one of so many bits.
fn signed(number: u64, width: u32) -> i128 {
    let shift = 64 - width;
    i128::from((number << shift).cast_signed() >> shift)
}

/// A sum of terms with weights, in so many bits.
fn weighted(cx: &mut SymbolicContext, width: u32, terms: &[Term], weights: &[i128]) -> Term {
    let mut sum = cx.pool.bv(width, 0);
    for (&term, &weight) in terms.iter().zip(weights).filter(|(_, weight)| **weight != 0) {
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let weight = cx.pool.bv(width, (weight as u64) & mask);
        let product = cx.pool.mul(term, weight);
        sum = cx.pool.add(sum, product);
    }
    sum
}

/// A basis of the vectors that are orthogonal to all of these, in whole numbers; nothing where they become too large.
fn orthogonal(rows: &[Vec<i128>], n: usize) -> Vec<Vec<i128>> {
    eliminated(rows.to_vec(), n).and_then(|(rows, pivots)| null_space(&rows, &pivots, n)).unwrap_or_default()
}

/// Gauss and Jordan without fractions: the rows that are left, and the column of each row's pivot.
fn eliminated(mut rows: Vec<Vec<i128>>, n: usize) -> Option<(Vec<Vec<i128>>, Vec<usize>)> {
    let mut pivots = Vec::new();
    let mut done: Vec<Vec<i128>> = Vec::new();
    for column in 0..n {
        let Some(at) = rows.iter().position(|row| row[column] != 0) else { continue };
        let pivot = reduced(rows.swap_remove(at));
        for row in rows.iter_mut().chain(&mut done) {
            let (a, b) = (pivot[column], row[column]);
            if b != 0 {
                let cells = row.iter().zip(&pivot).map(|(&x, &p)| x.checked_mul(a)?.checked_sub(p.checked_mul(b)?));
                *row = reduced(cells.collect::<Option<Vec<i128>>>()?);
            }
        }
        done.push(pivot);
        pivots.push(column);
    }
    Some((done, pivots))
}

fn null_space(rows: &[Vec<i128>], pivots: &[usize], n: usize) -> Option<Vec<Vec<i128>>> {
    let mut basis = Vec::new();
    for free in (0..n).filter(|column| !pivots.contains(column)) {
        // With the free one equal to the product of all pivots, everything is whole.
        let mut vector = vec![0; n];
        let mut product: i128 = 1;
        for (row, &column) in rows.iter().zip(pivots).filter(|(row, _)| row[free] != 0) {
            product = product.checked_mul(row[column])?;
        }
        vector[free] = product;
        for (row, &column) in rows.iter().zip(pivots) {
            vector[column] = (product / row[column]).checked_mul(row[free])?.checked_neg()?;
        }
        let vector = reduced(vector);
        if vector.iter().all(|weight| weight.unsigned_abs() < 1 << 31) {
            basis.push(vector);
        }
    }
    Some(basis)
}

/// Divided by what all have in common.
fn reduced(row: Vec<i128>) -> Vec<i128> {
    let common = row.iter().fold(0, |common, &cell| gcd(common, cell));
    if common > 1 { row.into_iter().map(|cell| cell / common).collect() } else { row }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(a: &[i128], b: &[i128]) -> i128 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn everything_is_orthogonal_to_nothing() {
        assert_eq!(orthogonal(&[], 2), [[1, 0], [0, 1]]);
    }

    #[test]
    fn sums_that_no_round_changes() {
        assert_eq!(orthogonal(&[vec![1, 2], vec![2, 4]], 2), [[-2, 1]]);
        assert!(orthogonal(&[vec![1, 2], vec![1, 3]], 2).is_empty());
    }

    #[test]
    fn a_basis_is_orthogonal_and_as_large_as_it_can_be() {
        // All matrices of two rows and three columns over small numbers.
        for code in 0..5_i128.pow(6) {
            let digit = |at: u32| code / 5_i128.pow(at) % 5 - 2;
            let rows = [vec![digit(0), digit(1), digit(2)], vec![digit(3), digit(4), digit(5)]];
            let basis = orthogonal(&rows, 3);
            assert!(basis.iter().all(|vector| rows.iter().all(|row| dot(row, vector) == 0)), "{rows:?} {basis:?}");
            let minors = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| rows[0][i] * rows[1][j] - rows[0][j] * rows[1][i]);
            let rank = if minors != [0; 3] { 2 } else { usize::from(rows.concat() != [0; 6]) };
            assert_eq!(basis.len(), 3 - rank, "{rows:?}");
        }
    }
}
