//! What may become smaller from round to round.
//!
//! What a loop changes, in both directions; differences and sums of two of them, the smaller and the larger one, and absolute values; and
//! the distance between the two sides of what it compares, as numbers that wrap (a counter that runs towards an end by ones comes nearer to
//! it whichever way the comparison goes). What it compares may be an element of an array that it changes.

use candor_context_symbolic::SymbolicContext;
use candor_term::{Op, Sort, Term, TermPool, post_order};
use rustc_hash::FxHashSet;

use crate::system::{Round, RoundStart};

/// Something that has a value whenever a round begins, in so many bits that nothing wraps; signed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) value: Term,
}

/// Of so many cells there are sums and differences.
const MOST_PAIRED: usize = 8;
/// So many comparisons give measures.
const MOST_COMPARED: usize = 24;
/// Bits that the widest number may have.
const WIDEST: u32 = 128;

/// Which candidates to look at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What the loop changes, and the two sides of what it compares.
    Few,
    /// Absolute values, and sums, differences, the smaller and the larger of two as well.
    All,
}

/// Candidates for a loop. Each is given with its opposite.
pub(crate) fn measures(
    cx: &mut SymbolicContext,
    start: &RoundStart,
    rounds: &[&Round],
    effort: Effort,
) -> Vec<Measure> {
    let mut values: Vec<Term> = Vec::new();
    let nows = start.cells.iter().map(|(_, held)| held.now);
    let numbers: Vec<Term> = nows.filter(|now| matches!(cx.pool.sort(*now), Sort::Bv(1..=WIDEST))).collect();
    for &number in &numbers {
        values.extend(both_readings(&mut cx.pool, number));
    }
    for (a, b) in compared(cx, start, rounds) {
        values.extend(distances(&mut cx.pool, a, b));
    }
    if effort == Effort::All {
        let numbers = &numbers[..numbers.len().min(MOST_PAIRED)];
        values.extend(numbers.iter().map(|&number| absolute(&mut cx.pool, number)));
        for (idx, &one) in numbers.iter().enumerate() {
            values.extend(numbers[idx + 1..].iter().flat_map(|&other| pairs(&mut cx.pool, one, other)));
        }
    }
    let mut seen = FxHashSet::default();
    let mut measures = Vec::new();
    for value in values {
        let opposite = cx.pool.neg(value);
        for value in [value, opposite] {
            if !cx.pool.is_const(value) && seen.insert(value) {
                measures.push(Measure { value });
            }
        }
    }
    measures
}

/// Sums and differences of two numbers, both read as signed or both as unsigned.
fn pairs(pool: &mut TermPool, one: Term, other: Term) -> Vec<Term> {
    let (ones, others) = (both_readings(pool, one), both_readings(pool, other));
    let mut found = Vec::new();
    for (a, b) in ones.into_iter().zip(others) {
        let (a, b) = widened(pool, a, b);
        let is_less = pool.slt(a, b);
        found.extend([pool.sub(a, b), pool.add(a, b), pool.ite(is_less, a, b), pool.ite(is_less, b, a)]);
    }
    found
}

/// How far a signed number is from zero.
fn absolute(pool: &mut TermPool, number: Term) -> Term {
    let [number, _] = both_readings(pool, number);
    let zero = pool.bv(pool.width(number), 0);
    let (is_negative, opposite) = (pool.slt(number, zero), pool.neg(number));
    pool.ite(is_negative, opposite, number)
}

/// A number read as signed and as unsigned, with room for its opposite.
fn both_readings(pool: &mut TermPool, number: Term) -> [Term; 2] {
    let width = pool.width(number) + 2;
    [pool.sext(number, width), pool.zext(number, width)]
}

/// Two signed numbers in one width that their sum fits in.
fn widened(pool: &mut TermPool, a: Term, b: Term) -> (Term, Term) {
    let width = pool.width(a).max(pool.width(b)) + 2;
    (pool.sext(a, width), pool.sext(b, width))
}

/// How far two numbers of one width are apart: as signed, as unsigned, and going up from one to the other with wrapping.
fn distances(pool: &mut TermPool, a: Term, b: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let (ones, others) = (both_readings(pool, a), both_readings(pool, b));
    for (a, b) in ones.into_iter().zip(others) {
        let (a, b) = widened(pool, a, b);
        found.push(pool.sub(a, b));
    }
    for (from, to) in [(a, b), (b, a)] {
        let wrapped = pool.sub(from, to);
        let width = pool.width(wrapped) + 2;
        found.push(pool.zext(wrapped, width));
    }
    found
}

/// The sides of comparisons that decide whether a loop goes on, as far as they are about what the start of a round knows.
fn compared(cx: &SymbolicContext, start: &RoundStart, rounds: &[&Round]) -> Vec<(Term, Term)> {
    let known = start.state_variables(cx);
    let facts: Vec<Term> = rounds.iter().flat_map(|round| round.path.facts_since(start.path.depth())).collect();
    let mut found: Vec<(Term, Term)> = Vec::new();
    for term in post_order(&cx.pool, &facts) {
        if !matches!(cx.pool.op(term), Op::Eq | Op::Ult | Op::Slt) {
            continue;
        }
        let &[a, b] = cx.pool.args(term) else { continue };
        if !matches!(cx.pool.sort(a), Sort::Bv(1..=WIDEST)) || found.contains(&(a, b)) {
            continue;
        }
        if start.knows(cx, &known, a) && start.knows(cx, &known, b) {
            found.push((a, b));
        }
        if found.len() == MOST_COMPARED {
            break;
        }
    }
    found
}
