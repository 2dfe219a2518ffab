//! Chains of an operator whose operands may stand in any order: `((x + y) + z)`, by age, constants last.

use smallvec::SmallVec;

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// Chains of so many operands are put in order whatever it costs: as much for each operand as the chain is long.
const MAX_CHAIN: usize = 128;
/// Longer ones, while no more operands were moved than this for each term that was not made by moving.
const MAX_MOVES: usize = 2;

/// `(x + z) + y = (x + y) + z`, where `y` is older than `z`: the same operands make the same term, in whichever order they came; what cancels
/// is gone. Likewise of bits that are joined by and, or and exclusive or.
pub(super) fn chain_in_order(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.sort(node.a()) == Sort::Bool {
        return None;
    }
    let is_chain = |term| pool.op(term) == node.op;
    let in_place = match (is_chain(node.a()), is_chain(node.b())) {
        (false, false) => return None,
        (true, true) => false,
        (true, false) => goes_last(pool, node.op, node.a(), node.b()),
        (false, true) => goes_last(pool, node.op, node.b(), node.a()),
    };
    if in_place {
        return None;
    }
    let most = MAX_CHAIN.max((MAX_MOVES * pool.len().saturating_sub(pool.moved)).saturating_sub(pool.moved));
    let mut operands = SmallVec::<[Term; MAX_CHAIN]>::new();
    collect(pool, node.op, node.a(), most, &mut operands)?;
    collect(pool, node.op, node.b(), most, &mut operands)?;
    pool.moved += operands.len();
    operands.sort_unstable_by_key(|term| key(pool, *term));
    drop_opposites(pool, node.op, &mut operands);
    let mut chain = match operands.first() {
        Some(first) => *first,
        None => return Some(pool.zero_like(node.a())),
    };
    for operand in &operands[1..] {
        chain = pool.make2(node.op, node.sort, chain, *operand);
    }
    Some(chain)
}

fn key(pool: &TermPool, term: Term) -> (bool, Term) {
    (pool.is_const(term), term)
}

/// Whether an operand belongs behind all those of a chain in order, and cancels none of them.
fn goes_last(pool: &TermPool, op: Op, chain: Term, operand: Term) -> bool {
    let last = match pool.as_binary(op, chain) {
        Some((a, b)) if pool.op(b) == op => a,
        Some((_, b)) => b,
        None => chain,
    };
    key(pool, last) <= key(pool, operand) && !has_opposite(pool, op, chain, operand)
}

/// Whether a chain holds what cancels an operand.
fn has_opposite(pool: &TermPool, op: Op, chain: Term, operand: Term) -> bool {
    let Some(opposite) = opposite(pool, op, operand) else { return false };
    let mut operands = SmallVec::<[Term; MAX_CHAIN]>::new();
    collect(pool, op, chain, MAX_CHAIN, &mut operands).is_some() && operands.contains(&opposite)
}

/// What cancels an operand, if there is such a term.
fn opposite(pool: &TermPool, op: Op, operand: Term) -> Option<Term> {
    match op {
        Op::Add => pool.as_unary(Op::Neg, operand).or_else(|| pool.negation_of(operand)),
        Op::Xor => Some(operand),
        // What is there twice counts once: the rules of conjunctions and disjunctions see to that.
        _ => None,
    }
}

/// The operands of a chain; `None` if there are more than that.
fn collect(
    pool: &TermPool,
    op: Op,
    chain: Term,
    most: usize,
    operands: &mut SmallVec<[Term; MAX_CHAIN]>,
) -> Option<()> {
    let mut links: SmallVec<[Term; 8]> = smallvec::smallvec![chain];
    while let Some(link) = links.pop() {
        match pool.as_binary(op, link) {
            Some((a, b)) => links.extend([b, a]),
            None if operands.len() >= most => return None,
            None => operands.push(link),
        }
    }
    Some(())
}

/// Drops pairs of operands that cancel each other.
fn drop_opposites(pool: &TermPool, op: Op, operands: &mut SmallVec<[Term; MAX_CHAIN]>) {
    let mut idx = 0;
    while idx < operands.len() {
        let other = opposite(pool, op, operands[idx]);
        match other.and_then(|other| operands[idx + 1..].iter().position(|operand| *operand == other)) {
            Some(after) => {
                operands.remove(idx + 1 + after);
                operands.remove(idx);
            }
            None => idx += 1,
        }
    }
}

/// Longer sums are not compared operand by operand.
const MAX_COMPARED: usize = 32;

/// `((x + y) + z = (x + w) + z) = (y = w)`: what both sums have in common counts for nothing.
pub(super) fn eq_common_addends(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if [node.a(), node.b()].iter().any(|side| pool.op(*side) != Op::Add) {
        return None;
    }
    let [mut left, mut right] = [node.a(), node.b()].map(|side| {
        let mut operands = SmallVec::<[Term; MAX_CHAIN]>::new();
        collect(pool, Op::Add, side, MAX_COMPARED, &mut operands).map(|()| operands).unwrap_or_default()
    });
    let n_before = left.len();
    left.retain(|operand| match right.iter().position(|other| other == operand) {
        Some(at) => {
            right.remove(at);
            false
        }
        None => true,
    });
    if left.len() == n_before {
        return None;
    }
    let [left, right] = [left, right].map(|operands| {
        let zero = pool.zero_like(node.a());
        operands.into_iter().fold(zero, |sum, operand| pool.add(sum, operand))
    });
    Some(pool.eq(left, right))
}
